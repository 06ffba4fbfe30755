//! A page about one puzzle that needs nothing beside itself: the puzzle, its solutions behind a
//! click, and the models that it compiles to.
//!
//! `templates/page.html` and `page.js` are what a person would restyle.

use std::fmt::Write;

use serde::Serialize;
use tera::Context;

use super::skeleton::Skeleton;
use super::svg::{self, Drawn, Scene};
use super::{Picture, words};
use crate::puzzle::{CellId, Puzzle};

const PAGE: &str = include_str!("../../templates/page.html");
const SCRIPT: &str = include_str!("../../templates/page.js");

/// What a page shows.
#[derive(Debug)]
pub struct Page<'a> {
    /// The name of the puzzle's file, with its level: `2025-10-05-easy`.
    pub name: &'a str,
    /// The puzzle with nothing on it.
    pub puzzle: Picture<'a>,
    /// The boards to page through, each with what is marked on it.
    pub boards: Vec<Picture<'a>>,
    /// What is known of the solutions, in a sentence: "The only solution."
    pub verdict: Option<String>,
    /// What is wrong with the board, if it is no solution.
    pub faults: Vec<String>,
    /// The models.
    pub models: Vec<PageModel>,
}

/// A model of the puzzle in some language.
#[derive(Debug, Clone, Serialize)]
pub struct PageModel {
    /// What the language is called.
    pub name: String,
    /// The command that writes the model.
    pub command: String,
    /// The model's length in bytes.
    pub bytes: usize,
    /// Its text, unless that is too long for a page.
    pub text: Option<String>,
}

impl Page<'_> {
    /// The page.
    pub fn html(&self) -> Result<String, tera::Error> {
        let mut context = Context::new();
        context.insert("puzzle", &whole("puzzle", &self.puzzle));
        context.insert("boards", &self.boards.len());
        context.insert("solutions", &self.solutions());
        context.insert("verdict", &self.verdict);
        context.insert("faults", &self.faults);
        context.insert("models", &self.models);
        let skeleton = Skeleton {
            title: words::heading(self.puzzle.puzzle, self.name),
            facts: facts(self.puzzle.puzzle),
            script: SCRIPT,
            ..Skeleton::default()
        };
        skeleton.html(PAGE, &context)
    }

    /// One picture with the dominoes of every board, of which the page shows one at a time.
    fn solutions(&self) -> String {
        let Some(first) = self.boards.first() else {
            return String::new();
        };
        let scene = Scene::new(first);
        let mut body = scene.ground();
        let mut over = String::new();
        let mut before: Option<&Picture<'_>> = None;
        for (number, picture) in (1..).zip(&self.boards) {
            let open =
                |class: &str| format!("<g class=\"solution {class}\" data-number=\"{number}\"");
            let _ = writeln!(
                body,
                "{} data-words=\"{}\">{}</g>",
                open("laid"),
                svg::escape(&words::description(picture)),
                scene.dominoes(picture)
            );
            over += &open("over");
            over += ">\n";
            over += &scene.marks(picture);
            for (class, other) in [("previous", before), ("first", Some(first))] {
                let cells = other.map_or_else(Vec::new, |other| differences(picture, other));
                if !cells.is_empty() {
                    let differing = Picture::new(picture.puzzle).marking_cells(cells);
                    let _ = writeln!(
                        over,
                        "<g class=\"differs {class}\">{}</g>",
                        scene.marks(&differing)
                    );
                }
            }
            over += "</g>\n";
            before = Some(picture);
        }
        body += &over;
        body += &scene.badges();
        body += &scene.labels();
        embed(
            Some("solutions"),
            &Drawn::framed(&scene, &body, &[]),
            &words::title(first),
            "",
        )
    }
}

/// How large a puzzle is.
pub(crate) fn facts(puzzle: &Puzzle) -> Vec<String> {
    let regions = Picture::new(puzzle).areas().count();
    vec![
        words::many(puzzle.cells().len(), "cell"),
        words::many(puzzle.dominoes().len(), "domino"),
        words::many(regions, "region"),
    ]
}

/// The cells where two pictures of a puzzle have different dominoes.
fn differences(one: &Picture<'_>, other: &Picture<'_>) -> Vec<CellId> {
    match (&one.board, &other.board) {
        (Some(one), Some(other)) => one.differences(other).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A whole picture for a page.
pub(super) fn whole(id: &str, picture: &Picture<'_>) -> String {
    embed(
        Some(id),
        &Drawn::new(picture),
        &words::title(picture),
        &words::description(picture),
    )
}

/// A picture as an element of a page, which has the style of all pictures. Only with a name of its
/// own it has a description beside its title.
pub(super) fn embed(id: Option<&str>, drawn: &Drawn, title: &str, description: &str) -> String {
    let (width, height) = (svg::num(drawn.width), svg::num(drawn.height));
    let size = format!(
        "class=\"pips\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}\"",
        svg::escape(title)
    );
    match id {
        Some(id) => format!(
            "<svg id=\"{id}-picture\" {size} aria-describedby=\"{id}-words\">\n\
             <desc id=\"{id}-words\">{}</desc>\n{}</svg>",
            svg::escape(description),
            drawn.body
        ),
        None => format!("<svg {size}>\n{}</svg>", drawn.body),
    }
}
