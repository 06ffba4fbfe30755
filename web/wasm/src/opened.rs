//! Puzzles as a page needs them: everything that is to be seen, and where.

use pipsc::backend::Language;
use pipsc::formats::{self, Format};
use pipsc::puzzle::{CellId, Puzzle, warnings};
use pipsc::render::Picture;
use pipsc::{formats::write_rule, link as links};
use serde_json::{Value, json};

use crate::failure::{Failure, sentence};
use crate::making::LEVEL_SIZES;
use crate::request::{LONGEST_TEXT, Request, check_length, check_size};

/// What there is to choose from.
pub(crate) fn about() -> Value {
    let languages = Language::ALL.map(|language| {
        let encodings = language.encodings.iter().map(|encoding| {
            let published = encoding.published().map(ToString::to_string);
            json!({"name": encoding.name(), "published": published})
        });
        json!({
            "name": language.name,
            "title": language.title,
            "about": language.about,
            "encodings": encodings.collect::<Vec<_>>(),
            "extension": language.run_extensions[0],
        })
    });
    let formats =
        Format::WRITTEN.map(|format| json!({"name": format.name(), "ending": format.ending()}));
    let levels = LEVEL_SIZES.map(|(level, least, most, usual)| {
        json!({"name": level.name(), "least": least, "most": most, "usual": usual})
    });
    json!({
        "languages": languages,
        "formats": formats,
        "levels": levels,
        "most_bytes": LONGEST_TEXT,
    })
}

/// Reads a pasted or dropped text.
pub(crate) fn open(request: &Request) -> Result<Value, Failure> {
    let text = request.text.as_deref();
    read(text.ok_or_else(|| request.missing("text"))?)
}

/// Reads what is in an address.
pub(crate) fn unlink(request: &Request) -> Result<Value, Failure> {
    let link = request.link.as_deref();
    let link = link.ok_or_else(|| request.missing("link"))?;
    let text = links::read(link)
        .map_err(|problem| Failure::Text(problem.to_string(), formats::Location::Whole))?;
    read(&text)
}

fn read(text: &str) -> Result<Value, Failure> {
    check_length(text)?;
    let document = formats::read(text.as_bytes(), None)?;
    let mut puzzles = Vec::new();
    for entry in &document.entries {
        let level = entry.level.map(|level| level.name());
        let opened = match &entry.puzzle {
            Ok(puzzle) => opened(puzzle),
            Err(error) => Err(error.clone().into()),
        };
        puzzles.push(match (opened, level) {
            (Ok(mut value), level) => {
                value["level"] = json!(level);
                value
            }
            // Of a day, the other levels are there all the same.
            (Err(failure), Some(level)) => json!({"level": level, "error": failure.to_json()}),
            (Err(failure), None) => return Err(failure),
        });
    }
    Ok(json!({"format": document.format.name(), "puzzles": puzzles}))
}

/// A text for a puzzle alone: to be typed where there is a grid, else its graph.
pub(crate) fn text(puzzle: &Puzzle) -> Result<String, Failure> {
    let typed = formats::write(puzzle, Format::Text);
    Ok(typed.or_else(|_| formats::write(puzzle, Format::Graph))?)
}

/// Everything that a page needs of a puzzle.
pub(crate) fn opened(puzzle: &Puzzle) -> Result<Value, Failure> {
    check_size(puzzle)?;
    let plate = Picture::new(puzzle).plate(false);
    let numbers =
        |cells: &[CellId]| -> Vec<usize> { cells.iter().map(|cell| cell.index()).collect() };
    let cells = puzzle.cell_ids().map(|id| {
        let cell = puzzle.cell(id);
        let region = puzzle.region_of(id).map(|region| region.index());
        json!({"name": cell.name, "at": cell.at, "region": region})
    });
    let regions = puzzle.regions().iter().zip(&plate.colours);
    let regions = regions.map(|(region, colour)| {
        json!({
            "name": region.name,
            "rule": write_rule(region.rule),
            "words": region.rule.to_string(),
            "cells": numbers(&region.cells),
            "colour": colour,
        })
    });
    let edges = puzzle
        .edges()
        .iter()
        .map(|edge| edge.ends().map(CellId::index));
    let dominoes = puzzle.dominoes().iter().map(|domino| domino.halves());
    let doubted = warnings(puzzle);
    let doubted = doubted.iter().map(|doubt| sentence(&doubt.to_string()));
    Ok(json!({
        "title": puzzle.title(),
        "puzzle": text(puzzle)?,
        "link": links::write(puzzle)?,
        "grid": puzzle.is_grid(),
        "cells": cells.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "regions": regions.collect::<Vec<_>>(),
        "dominoes": dominoes.collect::<Vec<_>>(),
        "doubts": doubted.collect::<Vec<_>>(),
        "recipe": puzzle.recipe().map(|recipe| recipe.words()),
    }))
}

/// The puzzle in another format.
pub(crate) fn convert(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let to = request.to.as_deref().ok_or_else(|| request.missing("to"))?;
    let to: Format = to
        .parse()
        .map_err(|problem: formats::UnknownName| Failure::Request(problem.to_string()))?;
    let puzzle = match request.solution {
        true => puzzle,
        false => puzzle.without_solution(),
    };
    let text = formats::write(&puzzle, to)?;
    Ok(json!({"text": text, "ending": to.ending()}))
}
