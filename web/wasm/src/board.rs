//! Boards: pictures, checks and solutions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pipsc::formats::{partial_value, read_partial};
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::{Board, BoardStatus, CellId, Label, PartialBoard, Pips, Puzzle, board_status};
use pipsc::render::{Mark, Marks, Picture};
use pipsc::solver::Goal;
use pipsc::solver::embedded::{self, Method};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::{Failure, sentence};
use crate::opened::PuzzleText;

/// A picture to draw.
#[derive(Debug, Deserialize)]
pub(crate) struct PictureRequest {
    puzzle: PuzzleText,
    #[serde(default)]
    board: Value,
    /// The candidates of cells.
    #[serde(default)]
    candidates: BTreeMap<String, Vec<Pips>>,
    #[serde(default)]
    marks: Vec<MarkRequest>,
    #[serde(default)]
    labels: bool,
    #[serde(default)]
    tray: bool,
    /// Returns an SVG document, instead of an element for the page's style sheet.
    #[serde(default)]
    document: bool,
}

#[derive(Debug, Deserialize)]
struct MarkRequest {
    kind: String,
    cells: Vec<String>,
    regions: Vec<String>,
}

pub(crate) fn picture(request: &PictureRequest) -> Result<Value, Failure> {
    let puzzle = &request.puzzle.0;
    let find = |name: &String| -> Result<CellId, Failure> {
        let none = || Failure::new(format!("the puzzle has no cell `{}`", Label::from(&**name)));
        puzzle.find_cell(name).ok_or_else(none)
    };
    let mut candidates = Vec::new();
    for (name, pips) in &request.candidates {
        candidates.push((find(name)?, pips.clone()));
    }
    let mut marks = Marks::new();
    for given in &request.marks {
        let mark = Mark::ALL.into_iter().find(|mark| mark.name() == given.kind);
        let mark = mark.ok_or_else(|| Failure::new("there is no such mark"))?;
        let cells: Vec<CellId> = given.cells.iter().map(find).collect::<Result<_, _>>()?;
        let regions = puzzle.region_ids();
        let regions = regions.filter(|&id| {
            let name = puzzle.region(id).name.raw();
            given.regions.iter().any(|region| region == name)
        });
        marks = marks.with_cells(mark, cells).with_regions(mark, regions);
    }
    let picture = Picture::new(puzzle)
        .with_facts(read(&request.board, puzzle)?.facts())
        .with_candidates(candidates)
        .with_labels(request.labels)
        .marking(&marks);
    if request.document {
        return Ok(json!({"svg": picture.svg()}));
    }
    let plate = picture.plate(request.tray);
    let (width, height) = plate.size;
    Ok(json!({"svg": plate.svg, "width": width, "height": height}))
}

/// A board of a request; an empty one if there is none.
pub(crate) fn read(board: &Value, puzzle: &Puzzle) -> Result<PartialBoard, Failure> {
    match board {
        Value::Null => Ok(PartialBoard::default()),
        value => Ok(read_partial(value.to_string().as_bytes(), puzzle)?),
    }
}

pub(crate) fn check(puzzle: &Puzzle, board: &Value) -> Result<Value, Failure> {
    Ok(checked(puzzle, &read(board, puzzle)?))
}

/// The status of a board, with the words and marks of its faults.
pub(crate) fn checked(puzzle: &Puzzle, board: &PartialBoard) -> Value {
    let status = board_status(puzzle, board);
    let (verdict, violations) = match &status {
        BoardStatus::Solution => ("solution", &[][..]),
        BoardStatus::Open { .. } => ("unfinished", &[][..]),
        BoardStatus::Wrong { violations, .. } => ("wrong", &violations[..]),
    };
    let faults = violations.iter().map(|fault| sentence(&fault.to_string()));
    let laid = board.laid();
    let picture = Picture::new(puzzle).with_board(&laid);
    json!({
        "verdict": verdict,
        "words": sentence(&status.to_string()),
        "faults": faults.collect::<Vec<_>>(),
        "marks": picture.marking_faults(violations).marks.to_json(puzzle),
    })
}

/// The solutions of a puzzle, up to a number.
pub(crate) fn solutions(
    puzzle: &Puzzle,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Board>, Failure> {
    let budget = Budget::new(limits);
    let mut boards = Vec::new();
    let take = &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let goal = Goal::All {
        limit: Some(most as u64),
    };
    let outcome = embedded::solve_until(Method::Best, puzzle, goal, &budget, take)?;
    if boards.len() < most && !outcome.found.is_exact() {
        budget.check()?;
        return Err(Failure::new("the search was given up"));
    }
    Ok(boards)
}

pub(crate) fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Value, Failure> {
    let boards = solutions(puzzle, 1, limits)?;
    let board = boards.first();
    let board = board.map(|board| partial_value(puzzle, &PartialBoard::from(board)));
    Ok(json!({ "board": board }))
}
