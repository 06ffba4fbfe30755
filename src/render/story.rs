//! A self-contained page of an explanation: findings marked on the board, and the steps to them.
//! Without scripts it is a list.
//!
//! Its templates are `templates/story.html`, `story.css` and `story.js`.

use std::fmt::Write;

use serde_json::{Value, json};
use tera::Context;

use super::page::facts;
use super::skeleton::PageSkeleton;
use super::svg::{Scene, escape};
use super::{Mark, Picture, words};
use crate::puzzle::Puzzle;

const PAGE: &str = include_str!("../../templates/story.html");
const STYLE: &str = include_str!("../../templates/story.css");
const SCRIPT: &str = include_str!("../../templates/story.js");

/// The content of a page about one puzzle.
#[derive(Debug)]
pub struct Story<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The result in a few words: "No solution".
    pub heading: String,
    /// The parts in order.
    pub chapters: Vec<Chapter<'a>>,
    /// The closing text.
    pub close: String,
}

/// A part of a story.
#[derive(Debug)]
pub struct Chapter<'a> {
    /// Its title.
    pub title: String,
    /// The findings. Indented lines are the items of a list.
    pub findings: String,
    /// The board with the findings marked.
    pub picture: Picture<'a>,
    /// The steps to the findings.
    pub frames: Vec<StoryFrame<'a>>,
    /// A board that is hidden until a click.
    pub solution: Option<Picture<'a>>,
}

/// A step of a story.
#[derive(Debug, Clone)]
pub struct StoryFrame<'a> {
    /// The number by which words refer to it, if any.
    pub number: Option<usize>,
    /// The number of enclosing suppositions.
    pub depth: usize,
    /// The step in words. Indented lines are the items of a list.
    pub words: String,
    /// The board at this step, with marks.
    pub picture: Picture<'a>,
}

impl Story<'_> {
    /// The page. `name` is the name of the puzzle's file, with its level: `2025-10-05-easy`.
    pub fn html(&self, name: &str) -> Result<String, tera::Error> {
        let labelled = Picture::new(self.puzzle).with_labels(true);
        let scene = Scene::new(&labelled);
        let chapters = (1..).zip(&self.chapters);
        let chapters = chapters.map(|(number, chapter)| chapter.context(number, &scene));
        let keys = Mark::ALL.map(|mark| json!({"name": mark.name(), "meaning": mark.meaning()}));
        let mut context = Context::new();
        context.insert("ground", &scene.ground());
        context.insert("signs", &scene.signs());
        context.insert("chapters", &chapters.collect::<Vec<_>>());
        context.insert("keys", &keys);
        context.insert("close", &words_html(&self.close));
        let skeleton = PageSkeleton {
            title: words::heading(self.puzzle, name),
            heading: Some(self.heading.clone()),
            facts: facts(self.puzzle),
            style: STYLE,
            script: SCRIPT,
            data: None,
        };
        skeleton.html(PAGE, &context)
    }
}

impl Chapter<'_> {
    fn context(&self, number: usize, scene: &Scene<'_>) -> Value {
        let frames = (1..).zip(&self.frames).map(|(at, frame)| {
            json!({
                "number": frame.number,
                "depth": frame.depth,
                "words": words_html(&frame.words),
                "picture": frame.svg(at, scene),
            })
        });
        let solution = self.solution.as_ref();
        json!({
            "title": self.title,
            "findings": words_html(&self.findings),
            "picture": self.picture.element(&format!("board-{number}")),
            "frames": frames.collect::<Vec<_>>(),
            "solution": solution.map(|picture| picture.element(&format!("solution-{number}"))),
        })
    }
}

impl StoryFrame<'_> {
    /// The picture of a step, which refers to the shared elements of the scene.
    fn svg(&self, at: usize, scene: &Scene<'_>) -> String {
        let board = format!(
            "<use href=\"#story-ground\"/>\n{}{}<use href=\"#story-signs\"/>\n",
            scene.dominoes(&self.picture),
            scene.marks(&self.picture)
        );
        let title = format!(
            "Board at step {at}.{}",
            words::board_and_marks(&self.picture)
        );
        scene.framed(&board, &[]).element(&title)
    }
}

/// Lines as paragraphs, and indented lines as items of lists.
fn words_html(text: &str) -> String {
    let mut html = String::new();
    let mut is_list = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        if is_list != (indent > 0) {
            is_list = !is_list;
            html += if is_list { "<ul>" } else { "</ul>\n" };
        }
        if !is_list {
            let _ = writeln!(html, "<p>{}</p>", escape(words));
            continue;
        }
        html += "<li";
        if is_numbered(words) {
            html += " class=\"numbered\"";
        }
        // Each level is indented by three more spaces.
        if let depth @ 1.. = indent.saturating_sub(2) / 3 {
            let _ = write!(html, " data-depth=\"{depth}\"");
        }
        let _ = write!(html, ">{}</li>", escape(words));
    }
    if is_list {
        html += "</ul>\n";
    }
    html
}

/// Whether an item of a list has its own number: `1. …`.
fn is_numbered(words: &str) -> bool {
    let rest = words.trim_start_matches(|char: char| char.is_ascii_digit());
    rest.len() < words.len() && rest.starts_with(". ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_paragraphs_and_lists() {
        let text =
            "no solution: these\n  region <A>\n  region B\n\nbecause\n  1. so\n     2. and so\n";
        assert_eq!(
            words_html(text),
            "<p>no solution: these</p>\n\
             <ul><li>region &lt;A&gt;</li><li>region B</li></ul>\n\
             <p>because</p>\n\
             <ul><li class=\"numbered\">1. so</li>\
             <li class=\"numbered\" data-depth=\"1\">2. and so</li></ul>\n"
        );
        assert_eq!(words_html("\n\n"), "");
    }
}
