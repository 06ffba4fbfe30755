//! A self-contained page about one puzzle: the puzzle, its solutions behind a click, and its models.
//!
//! Its templates are `templates/page.html` and `page.js`.

use std::fmt::Write;

use serde::Serialize;
use tera::Context;

use super::skeleton::PageSkeleton;
use super::svg::{self, Scene};
use super::{Picture, words};
use crate::puzzle::{CellId, Puzzle};

const PAGE: &str = include_str!("../../templates/page.html");
const SCRIPT: &str = include_str!("../../templates/page.js");

/// The content of a page.
#[derive(Debug)]
pub struct PuzzlePage<'a> {
    /// The name of the puzzle's file, with its level: `2025-10-05-easy`.
    pub name: &'a str,
    /// The puzzle without a board.
    pub puzzle: Picture<'a>,
    /// The boards to page through, each with its marks.
    pub boards: Vec<Picture<'a>>,
    /// The verdict in a sentence: "The only solution."
    pub verdict: Option<String>,
    /// The faults of a board that is no solution.
    pub faults: Vec<String>,
    /// The models.
    pub models: Vec<PageModel>,
}

/// A model of the puzzle in some language.
#[derive(Debug, Clone, Serialize)]
pub struct PageModel {
    /// The name of the language.
    pub name: String,
    /// The command that writes the model.
    pub command: String,
    /// The model's length in bytes.
    pub bytes: usize,
    /// The text of the model, unless it is too long for a page.
    pub text: Option<String>,
}

impl PuzzlePage<'_> {
    /// The page.
    pub fn html(&self) -> Result<String, tera::Error> {
        let mut context = Context::new();
        context.insert("puzzle", &self.puzzle.element("puzzle"));
        context.insert("boards", &self.boards.len());
        context.insert("solutions", &self.solutions());
        context.insert("verdict", &self.verdict);
        context.insert("faults", &self.faults);
        context.insert("models", &self.models);
        let skeleton = PageSkeleton {
            title: words::heading(self.puzzle.puzzle, self.name),
            facts: facts(self.puzzle.puzzle),
            script: SCRIPT,
            ..PageSkeleton::default()
        };
        skeleton.html(PAGE, &context)
    }

    /// One picture with the dominoes of every board, of which the page shows one at a time.
    fn solutions(&self) -> String {
        let Some(first) = self.boards.first() else {
            return String::new();
        };
        let scene = Scene::new(first);
        let mut dominoes = String::new();
        let mut marks = String::new();
        let mut before = None;
        for (number, picture) in (1..).zip(&self.boards) {
            let _ = writeln!(
                dominoes,
                "<g class=\"solution laid\" data-number=\"{number}\" data-words=\"{}\">{}</g>",
                svg::escape(&words::description(picture)),
                scene.dominoes(picture)
            );
            let _ = writeln!(
                marks,
                "<g class=\"solution over\" data-number=\"{number}\">\n{}",
                scene.marks(picture)
            );
            for (class, other) in [("previous", before), ("first", Some(first))] {
                let cells = other.map_or_else(Vec::new, |other| differences(picture, other));
                let differing = Picture::new(picture.puzzle).marking_cells(cells);
                let layer = scene.marks(&differing);
                let _ = writeln!(marks, "<g class=\"differs {class}\">{layer}</g>");
            }
            marks += "</g>\n";
            before = Some(picture);
        }
        let body = scene.ground() + &dominoes + &marks + &scene.signs();
        let drawn = scene.framed(&body, &[]);
        drawn.described_element("solutions", &words::title(first), "")
    }
}

/// The size of a puzzle.
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
