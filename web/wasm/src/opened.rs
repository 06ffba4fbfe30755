//! Puzzles for the page: read, generated and written.

use pipsc::backend::Language;
use pipsc::formats::{self, Format, write_rule};
use pipsc::generate::{Effort, Family, Recipe};
use pipsc::hint::Level;
use pipsc::limits::{Budget, Limits};
use pipsc::link;
use pipsc::puzzle::{CellId, Puzzle, warnings};
use pipsc::render::Picture;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::{Failure, sentence};
use crate::host;

/// The maximum number of cells of a puzzle, and of bytes of a text.
const MAX_CELLS: usize = 600;
const LONGEST_TEXT: usize = 1 << 20;

/// For each level the minimum, maximum and default number of dominoes of generated puzzles.
const LEVEL_SIZES: [(Level, [u32; 3]); 4] = [
    (Level::Easy, [3, 7, 5]),
    (Level::Medium, [4, 11, 8]),
    (Level::Hard, [6, 20, 12]),
    (Level::Expert, [11, 28, 16]),
];

/// A puzzle as text in any format.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct PuzzleText(pub(crate) Puzzle);

impl TryFrom<String> for PuzzleText {
    type Error = Failure;

    fn try_from(text: String) -> Result<Self, Failure> {
        check_length(&text)?;
        let document = formats::read(text.as_bytes(), None)?;
        let puzzle = document.pick(None)?;
        check_size(puzzle)?;
        Ok(PuzzleText(puzzle.clone()))
    }
}

pub(crate) fn about() -> Value {
    let languages = Language::ALL.map(|language| {
        let encodings = language.encodings().iter().map(|encoding| {
            let published = encoding.citation.map(ToString::to_string);
            json!({"name": encoding.name, "published": published})
        });
        json!({
            "name": language.name,
            "title": language.title,
            "about": language.about,
            "encodings": encodings.collect::<Vec<_>>(),
        })
    });
    let formats =
        Format::WRITTEN.map(|format| json!({"name": format.name(), "ending": format.ending()}));
    let levels = LEVEL_SIZES.map(|(level, [least, most, usual])| {
        json!({"name": level.name(), "least": least, "most": most, "usual": usual})
    });
    json!({"languages": languages, "formats": formats, "levels": levels, "most_bytes": LONGEST_TEXT})
}

pub(crate) fn open(text: String, link: Option<String>) -> Result<Value, Failure> {
    let text = match link {
        Some(link) => link::read(&link).map_err(Failure::new)?,
        None => text,
    };
    check_length(&text)?;
    let document = formats::read(text.as_bytes(), None)?;
    let mut puzzles = Vec::new();
    for entry in document.entries {
        let level = entry.level.map(|level| level.name());
        let opened = entry
            .puzzle
            .map_err(Failure::from)
            .and_then(|puzzle| opened(&puzzle));
        puzzles.push(match (opened, level) {
            (Ok(mut value), level) => {
                value["level"] = json!(level);
                value
            }
            // An invalid level does not hide the other levels of a day.
            (Err(failure), Some(level)) => json!({"level": level, "error": failure}),
            (Err(failure), None) => return Err(failure),
        });
    }
    Ok(json!({ "puzzles": puzzles }))
}

/// The puzzle in the text format if it is a grid, else as a graph.
pub(crate) fn text(puzzle: &Puzzle) -> Result<String, Failure> {
    let typed = formats::write(puzzle, Format::Text);
    Ok(typed.or_else(|_| formats::write(puzzle, Format::Graph))?)
}

/// A puzzle with everything that the page shows. Numbers are positions in `cells` and `regions`.
pub(crate) fn opened(puzzle: &Puzzle) -> Result<Value, Failure> {
    check_size(puzzle)?;
    let colours = Picture::new(puzzle).plate(false).colours;
    let cells = puzzle.cell_ids().map(|id| {
        let cell = puzzle.cell(id);
        let region = puzzle.region_of(id).map(|region| region.index());
        json!({"name": cell.name, "at": cell.at, "region": region})
    });
    let regions = puzzle.regions().iter().zip(colours);
    let regions = regions.map(|(region, colour)| {
        json!({
            "name": region.name,
            "rule": write_rule(region.rule),
            "words": region.rule.to_string(),
            "colour": colour,
        })
    });
    let edges = puzzle.edges().iter();
    let edges = edges.map(|edge| edge.ends().map(CellId::index));
    let dominoes = puzzle.dominoes().iter().map(|domino| domino.halves());
    let warnings = warnings(puzzle);
    let warnings = warnings
        .iter()
        .map(|warning| sentence(&warning.to_string()));
    Ok(json!({
        "title": puzzle.title(),
        "puzzle": text(puzzle)?,
        "link": link::write(puzzle)?,
        "grid": puzzle.is_grid(),
        "cells": cells.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "regions": regions.collect::<Vec<_>>(),
        "dominoes": dominoes.collect::<Vec<_>>(),
        "warnings": warnings.collect::<Vec<_>>(),
        "recipe": puzzle.recipe().map(|recipe| recipe.words()),
    }))
}

pub(crate) fn generate(
    level: &str,
    size: u32,
    seed: u64,
    limits: &Limits,
) -> Result<Value, Failure> {
    let level: Level = level.parse().map_err(Failure::new)?;
    let budget = Budget::new(limits);
    let on_try = |number: u32| host::report(&json!({"try": number}));
    let effort = Effort {
        on_try: &on_try,
        ..Effort::until(&budget)
    };
    let recipe = Recipe::new(Family::Newspaper, size, seed, [level.param()])?;
    let mut reply = opened(&recipe.make(&effort)?)?;
    reply["level"] = json!(level.name());
    reply["command"] = json!(format!(
        "pipsc gen --family newspaper --size {size} --level {level} --seed {seed}"
    ));
    Ok(reply)
}

pub(crate) fn convert(puzzle: Puzzle, to: &str) -> Result<Value, Failure> {
    let to: Format = to.parse().map_err(Failure::new)?;
    // As `pipsc convert` does.
    let puzzle = if to == Format::Nyt {
        puzzle
    } else {
        puzzle.without_solution()
    };
    Ok(json!({ "text": formats::write(&puzzle, to)? }))
}

fn check_length(text: &str) -> Result<(), Failure> {
    match text.len() {
        0..=LONGEST_TEXT => Ok(()),
        bytes => Err(Failure::new(format!(
            "the text has {bytes} bytes, and this page reads at most {LONGEST_TEXT}"
        ))),
    }
}

fn check_size(puzzle: &Puzzle) -> Result<(), Failure> {
    match puzzle.cells().len() {
        0..=MAX_CELLS => Ok(()),
        cells => Err(Failure::new(format!(
            "the puzzle has {cells} cells, and this page shows at most {MAX_CELLS}; the program `pipsc` \
             takes it on your own machine"
        ))),
    }
}
