//! A page that tells something step by step: what was found, marked on the board, and the way to
//! it, to be walked through. It needs nothing beside itself, and without scripts it is a list.
//!
//! `templates/story.html`, `story.css` and `story.js` are what a person would restyle.

use std::fmt::Write;

use serde::Serialize;
use tera::Context;

use super::page::{embed, facts, whole};
use super::skeleton::Skeleton;
use super::svg::{Drawn, Scene};
use super::{Mark, Picture, words};
use crate::puzzle::Puzzle;

const PAGE: &str = include_str!("../../templates/story.html");
const STYLE: &str = include_str!("../../templates/story.css");
const SCRIPT: &str = include_str!("../../templates/story.js");

/// What a page tells about one puzzle.
#[derive(Debug)]
pub struct Story<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What it is about, in a few words: "No solution".
    pub heading: String,
    /// The parts, one after the other.
    pub chapters: Vec<Chapter<'a>>,
    /// What there is to say in the end.
    pub close: String,
}

/// A part of a story.
#[derive(Debug)]
pub struct Chapter<'a> {
    /// What it is called.
    pub title: String,
    /// What was found. Lines that are indented are the items of a list.
    pub findings: String,
    /// The board with all that marked.
    pub picture: Picture<'a>,
    /// The way to it.
    pub stops: Vec<StoryFrame<'a>>,
    /// A board that is shown only to those who ask for it.
    pub secret: Option<Picture<'a>>,
}

/// A stop on the way.
#[derive(Debug, Clone)]
pub struct StoryFrame<'a> {
    /// The number that words call it by, where it has one.
    pub number: Option<usize>,
    /// How many cases it is inside of.
    pub depth: usize,
    /// What is seen there. Lines that are indented are the items of a list.
    pub words: String,
    /// The board as far as it is known, with what the words speak of marked.
    pub picture: Picture<'a>,
}

/// Words as they are set: a paragraph, the items of a list, or both.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Block {
    text: String,
    items: Vec<Item>,
}

/// An item of a list.
#[derive(Debug, PartialEq, Serialize)]
struct Item {
    text: String,
    /// Whether it brings its own number.
    numbered: bool,
    /// How many items it is inside of.
    depth: usize,
}

impl Item {
    /// An indented line of a text.
    fn new(line: &str) -> Item {
        let text = line.trim();
        let blanks = line.len() - line.trim_start().len();
        let digits = text.trim_start_matches(|char: char| char.is_ascii_digit());
        Item {
            text: text.to_owned(),
            numbered: digits.len() < text.len() && digits.starts_with(". "),
            // Deeper lines are indented by three more.
            depth: blanks.saturating_sub(2) / 3,
        }
    }
}

#[derive(Serialize)]
struct ChapterContext {
    title: String,
    findings: Vec<Block>,
    picture: String,
    stops: Vec<StopContext>,
    secret: Option<String>,
}

#[derive(Serialize)]
struct StopContext {
    number: Option<usize>,
    depth: usize,
    words: Vec<Block>,
    picture: String,
}

/// A mark with its meaning.
#[derive(Serialize)]
struct Key {
    name: &'static str,
    meaning: &'static str,
}

impl Story<'_> {
    /// The page. `name` is the name of the puzzle's file, with its level: `2025-10-05-easy`.
    pub fn html(&self, name: &str) -> Result<String, tera::Error> {
        let labelled = Picture::new(self.puzzle).with_labels(true);
        let scene = Scene::new(&labelled);
        let chapters: Vec<ChapterContext> = (1..)
            .zip(&self.chapters)
            .map(|(number, chapter)| chapter.context(number, &scene))
            .collect();
        let keys = Mark::ALL.map(|mark| Key {
            name: mark.name(),
            meaning: mark.meaning(),
        });
        let mut context = Context::new();
        context.insert("shared", &shared(&scene));
        context.insert("chapters", &chapters);
        context.insert("keys", &keys);
        context.insert("close", &blocks(&self.close));
        let skeleton = Skeleton {
            title: words::heading(self.puzzle, name),
            heading: Some(self.heading.clone()),
            facts: facts(self.puzzle),
            style: STYLE.to_owned(),
            script: SCRIPT,
            data: None,
        };
        skeleton.html(PAGE, &context)
    }
}

impl Chapter<'_> {
    fn context(&self, number: usize, scene: &Scene<'_>) -> ChapterContext {
        let stops = (1..).zip(&self.stops).map(|(at, stop)| StopContext {
            number: stop.number,
            depth: stop.depth,
            words: blocks(&stop.words),
            picture: moment(&format!("Board at step {at}"), &stop.picture, scene),
        });
        let secret = self.secret.as_ref();
        ChapterContext {
            title: self.title.clone(),
            findings: blocks(&self.findings),
            picture: whole(&format!("board-{number}"), &self.picture),
            stops: stops.collect(),
            secret: secret.map(|picture| whole(&format!("secret-{number}"), picture)),
        }
    }
}

/// What the pictures of all stops have in common, which is drawn once.
fn shared(scene: &Scene<'_>) -> String {
    format!(
        "<svg class=\"pips shared\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n\
         <g id=\"story-ground\" class=\"pips\">\n{}</g>\n<g id=\"story-signs\" class=\"pips\">\n{}{}</g>\n</defs></svg>",
        scene.ground(),
        scene.badges(),
        scene.labels()
    )
}

/// The picture of a stop.
fn moment(title: &str, picture: &Picture<'_>, scene: &Scene<'_>) -> String {
    let mut body = String::from("<use href=\"#story-ground\"/>\n");
    body += &scene.dominoes(picture);
    body += &scene.marks(picture);
    body += "<use href=\"#story-signs\"/>\n";
    let drawn = Drawn::framed(scene, &body, &[]);
    let mut said = title.to_owned();
    let _ = write!(said, ".{}", words::moment(picture));
    embed(None, &drawn, &said, "")
}

/// Words in paragraphs and lists.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut fresh = true;
    for line in text.lines() {
        let words = line.trim();
        if words.is_empty() {
            fresh = true;
            continue;
        }
        let is_item = line.starts_with(' ');
        match blocks.last_mut() {
            Some(last) if is_item && !fresh => last.items.push(Item::new(line)),
            _ if is_item => blocks.push(Block {
                items: vec![Item::new(line)],
                ..Block::default()
            }),
            _ => blocks.push(Block {
                text: words.to_owned(),
                ..Block::default()
            }),
        }
        fresh = false;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_apart() {
        let text =
            "no solution: these\n  region A\n  region B\n\nbecause\n  1. so\n     2. and so\n";
        let shown: Vec<String> = blocks(text)
            .iter()
            .map(|block| {
                let items = block.items.iter();
                let items = items.map(|one| format!("{}{}{}", one.text, one.depth, one.numbered));
                format!("{}: {}", block.text, items.collect::<Vec<_>>().join(", "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "no solution: these: region A0false, region B0false",
                "because: 1. so0true, 2. and so1true"
            ]
        );
        assert_eq!(blocks("\n\n"), []);
    }
}
