//! The skeleton of every page: one self-contained file with the style, the tabs, the stepper and the copy buttons that
//! pages share.
//!
//! Its templates are `templates/skeleton.html`, `page.css` and `skeleton.js`; each kind of page adds its main part, its
//! style and its script.

use tera::{Context, Tera};

use super::svg;

const PAGE: &str = include_str!("../../templates/skeleton.html");
const STYLE: &str = include_str!("../../templates/page.css");
const SCRIPT: &str = include_str!("../../templates/skeleton.js");

/// A page around its main part.
#[derive(Debug, Default)]
pub(crate) struct PageSkeleton {
    /// The title of the page.
    pub(crate) title: String,
    /// The kind of the page or its result, in a few words.
    pub(crate) heading: Option<String>,
    /// Short facts below the title.
    pub(crate) facts: Vec<String>,
    /// The style of this kind of page.
    pub(crate) style: &'static str,
    /// The script of this kind of page.
    pub(crate) script: &'static str,
    /// JSON for the script.
    pub(crate) data: Option<String>,
}

impl PageSkeleton {
    /// The page, whose main part is made from a template.
    pub(crate) fn html(self, template: &str, content: &Context) -> Result<String, tera::Error> {
        let mut context = Context::new();
        context.insert("title", &self.title);
        context.insert("heading", &self.heading);
        context.insert("facts", &self.facts);
        context.insert("style", &[svg::STYLE, STYLE, self.style].concat());
        context.insert("script", &[SCRIPT, self.script].concat());
        // No text ends the script that holds it.
        context.insert("data", &self.data.map(|data| data.replace('<', "\\u003c")));
        context.insert("main", &Tera::one_off(template, content, true)?);
        Tera::one_off(PAGE, &context, true)
    }
}
