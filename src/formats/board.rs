//! The board format: a matrix of cell numbers, with `-1` where there is no cell, and regions that name cells by
//! number. The fields `title`, `recipe` and `placements`, a solution, are extensions.

use std::collections::HashMap;

use serde::Deserialize;

use super::DocumentEntry;
use super::json::{self, DominoHalves, JsonNames};
use super::placements::{self, PlacementText};
use crate::parse::ParseError;
use crate::puzzle::{Cell, PuzzleDraft};

pub(super) const NAMES: JsonNames = JsonNames {
    board: "board",
    dominoes: "dominos",
    regions: "regions",
    solution: "placements",
    rule: "[1]",
    cells: "[0]",
    rules: ["sum_eq", "sum_lt", "sum_gt", "all_eq", "all_diff", "empty"],
};

#[derive(Deserialize)]
struct BoardText {
    title: Option<String>,
    recipe: Option<String>,
    board: Vec<Vec<i64>>,
    dominos: Vec<DominoHalves>,
    regions: Vec<RegionText>,
    placements: Option<Vec<PlacementText>>,
}

/// `[[2, 4, 6], "all_eq", null]`: the cells, the rule, and the optional target.
#[derive(Deserialize)]
#[serde(expecting = "a region, its cells, rule and target such as [[3, 5], \"sum_lt\", 3]")]
struct RegionText(Vec<i64>, String, #[serde(default)] Option<i64>);

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Vec<DocumentEntry>, ParseError> {
    let given: BoardText = json::read(text)?;
    let mut cells: Vec<Cell> = Vec::new();
    let mut index: HashMap<i64, usize> = HashMap::new();
    for (row, numbers) in (0u32..).zip(&given.board) {
        for (column, &number) in (0u32..).zip(numbers) {
            let wrong = |problem| ParseError::at_path(format!("board[{row}][{column}]"), problem);
            if number == -1 {
                continue;
            }
            if number < -1 {
                let problem = "expected a cell number from 0 up, or -1 for no cell";
                return Err(wrong(format!("found {number}, {problem}")));
            }
            if let Some(first) = index.insert(number, cells.len()) {
                let first = &cells[first].name;
                return Err(wrong(format!("cell number {number} is already at {first}")));
            }
            cells.push(Cell::on_grid(row, column));
        }
    }
    let regions = given.regions.iter();
    let regions = regions.map(|RegionText(cells, rule, target)| (&rule[..], *target, &cells[..]));
    let regions = NAMES.regions("", regions, |number| {
        let cell = index.get(number).copied();
        cell.ok_or_else(|| format!("there is no cell number {number} on the board"))
    })?;
    let solution = placements::solution(given.placements, &cells);
    let draft = PuzzleDraft {
        title: given.title.map(Into::into),
        recipe: given.recipe,
        cells,
        dominoes: NAMES.dominoes("", &given.dominos)?,
        regions,
        ..PuzzleDraft::default()
    };
    let puzzle = NAMES.build("", draft, solution, |_| None)?;
    Ok(DocumentEntry::alone(puzzle))
}
