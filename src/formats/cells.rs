//! The cells format: a list of cells, regions over them, and a count per domino.
//!
//! The halves of a domino have either order: the counts of `2|6` and `6|2` add up. A repeated key is an error. The
//! fields `title`, `recipe` and `placements`, a solution, are extensions.

use std::collections::HashMap;

use serde::Deserialize;

use super::DocumentEntry;
use super::json::{self, GridCell, JsonNames, JsonObject};
use super::placements::{self, PlacementText};
use crate::parse::ParseError;
use crate::puzzle::{Cell, Domino, DraftPlace, MAX_PIPS, PuzzleDraft, PuzzleErrorKind};

pub(super) const NAMES: JsonNames = JsonNames {
    board: "cells",
    dominoes: "dominos",
    regions: "regions",
    solution: "placements",
    rule: ".kind",
    cells: ".cells",
    rules: ["sum", "less", "greater", "equal", "nequal", "empty"],
};

#[derive(Deserialize)]
struct CellsText {
    title: Option<String>,
    recipe: Option<String>,
    cells: Vec<GridCell>,
    regions: Vec<RegionText>,
    /// Number of copies of each domino.
    dominos: JsonObject<u64>,
    placements: Option<Vec<PlacementText>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a region, an object with kind, target and cells")]
struct RegionText {
    kind: String,
    target: Option<i64>,
    cells: Vec<GridCell>,
}

/// The domino of a key such as `2|6`.
fn domino(key: &str) -> Option<Domino> {
    let (one, other) = key.split_once('|')?;
    let half = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let pips = digits.then(|| text.parse().ok()).flatten();
        pips.filter(|&pips| pips <= MAX_PIPS)
    };
    Some(Domino::new(half(one.trim())?, half(other.trim())?))
}

/// The dominoes with their copies, for a board with this many cells.
fn dominoes(counts: &JsonObject<u64>, cells: usize) -> Result<Vec<Domino>, ParseError> {
    // Check the total first: a count may be too large to list its copies.
    let total = counts.0.iter().map(|(_, count)| *count);
    let total = total.fold(0, u64::saturating_add);
    if total > cells as u64 {
        let dominoes = usize::try_from(total).unwrap_or(usize::MAX);
        let kind = PuzzleErrorKind::DominoCount { dominoes, cells };
        return Err(ParseError::at_path("dominos", kind.to_string()));
    }
    let mut dominoes = Vec::new();
    for (key, count) in &counts.0 {
        let domino = domino(key).ok_or_else(|| {
            let problem = format!(
                "`{key}` is not a domino, expected two pip counts from 0 to {MAX_PIPS} such as `2|6`"
            );
            ParseError::at_path("dominos", problem)
        })?;
        dominoes.extend((0..*count).map(|_| domino));
    }
    Ok(dominoes)
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Vec<DocumentEntry>, ParseError> {
    let given: CellsText = json::read(text)?;
    let on_grid = |at: &GridCell| Cell::on_grid(at.0, at.1);
    let cells: Vec<Cell> = given.cells.iter().map(on_grid).collect();
    let index: HashMap<GridCell, usize> = given.cells.iter().copied().zip(0..).collect();
    let regions = given.regions.iter();
    let regions = regions.map(|region| (&region.kind[..], region.target, &region.cells[..]));
    let regions = NAMES.regions("", regions, |place| {
        let cell = index.get(place).copied();
        cell.ok_or_else(|| format!("cell {place} is not in the list of cells"))
    })?;
    let solution = placements::solution(given.placements, &cells);
    let draft = PuzzleDraft {
        title: given.title.map(Into::into),
        recipe: given.recipe,
        dominoes: dominoes(&given.dominos, cells.len())?,
        cells,
        regions,
        ..PuzzleDraft::default()
    };
    let puzzle = NAMES.build("", draft, solution, |place| match place {
        DraftPlace::Cell(cell) => Some(format!("cells[{cell}]")),
        _ => None,
    })?;
    Ok(DocumentEntry::alone(puzzle))
}
