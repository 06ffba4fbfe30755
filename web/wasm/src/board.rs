//! What lies on a board: drawn, checked, finished.

use std::ops::ControlFlow;

use pipsc::formats::{partial_value, status_value};
use pipsc::limits::Budget;
use pipsc::puzzle::{Board, BoardStatus, Label, PartialBoard, Puzzle, Violation, board_status};
use pipsc::render::{Mark, Marks, Picture};
use pipsc::solver::Goal;
use pipsc::solver::embedded::{self, Method};
use serde_json::{Value, json};

use crate::failure::{Failure, sentence};
use crate::request::Request;

/// A picture of a board.
pub(crate) fn picture(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let mut candidates = Vec::new();
    for (name, pips) in request.candidates.iter().flatten() {
        let cell = puzzle.find_cell(name);
        let pips = pips.as_array().into_iter().flatten();
        let pips = pips.filter_map(|pips| u32::try_from(pips.as_u64()?).ok());
        candidates.push((cell.ok_or_else(|| no_cell(name))?, pips.collect()));
    }
    let picture = Picture::new(&puzzle)
        .knowing(board.facts())
        .with_candidates(candidates)
        .with_labels(request.labels)
        .marking(&marks(request, &puzzle)?);
    if request.document {
        return Ok(json!({"svg": picture.svg()}));
    }
    let plate = picture.plate(request.tray);
    Ok(json!({
        "svg": plate.svg,
        "width": plate.size.0,
        "height": plate.size.1,
        "words": plate.words,
    }))
}

fn no_cell(name: &str) -> Failure {
    Failure::Request(format!("the puzzle has no cell `{}`", Label::from(name)))
}

/// The marks that a page asks for.
fn marks(request: &Request, puzzle: &Puzzle) -> Result<Marks, Failure> {
    let mut marks = Marks::new();
    for given in request.marks.iter().flatten() {
        let kind = given["kind"].as_str().unwrap_or_default();
        let mut kinds = Mark::ALL.into_iter();
        let Some(mark) = kinds.find(|mark| mark.name() == kind) else {
            return Err(Failure::Request(format!(
                "there is no mark `{}`",
                Label::from(kind)
            )));
        };
        let names = |list: &Value| -> Vec<String> {
            let names = list.as_array().into_iter().flatten();
            names
                .filter_map(|name| Some(name.as_str()?.to_owned()))
                .collect()
        };
        for name in names(&given["cells"]) {
            let cell = puzzle.find_cell(&name).ok_or_else(|| no_cell(&name))?;
            marks = marks.with_cells(mark, [cell]);
        }
        let regions = names(&given["regions"]);
        let is_named = |name: &Label| regions.iter().any(|region| name.raw() == region);
        let ids = puzzle.region_ids();
        marks = marks.with_regions(mark, ids.filter(|&id| is_named(&puzzle.region(id).name)));
    }
    Ok(marks)
}

/// How a board stands.
pub(crate) fn check(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let mut reply = checked(&puzzle, &board);
    if request.print {
        let value = status_value(&puzzle, &board, &board_status(&puzzle, &board));
        reply["printed"] = json!(format!("{}\n", pipsc::json::document(&value)));
    }
    Ok(reply)
}

/// How a board stands, with the words and marks of what is wrong.
pub(crate) fn checked(puzzle: &Puzzle, board: &PartialBoard) -> Value {
    let standing = board_status(puzzle, board);
    let laid = board.laid();
    let marked = |faults: &[Violation]| {
        let picture = Picture::new(puzzle).with_board(&laid);
        picture.marking_faults(faults).marks.to_json(puzzle)
    };
    let faults: &[Violation] = match &standing {
        BoardStatus::Solution | BoardStatus::Open { .. } => &[],
        BoardStatus::Wrong {
            violations: faults, ..
        } => faults,
    };
    let each = faults
        .iter()
        .map(|fault| json!({"words": sentence(&fault.to_string())}));
    let value = status_value(puzzle, board, &standing);
    json!({
        "verdict": value["verdict"],
        "words": sentence(&standing.to_string()),
        "faults": each.collect::<Vec<_>>(),
        "marks": marked(faults),
    })
}

/// The solutions of a puzzle, up to a number, and whether these are all.
pub(crate) fn solutions(
    puzzle: &Puzzle,
    most: u64,
    budget: &Budget,
) -> Result<(Vec<Board>, bool), Failure> {
    let mut boards = Vec::new();
    let take = &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let goal = Goal::All { limit: Some(most) };
    let outcome = embedded::solve_until(Method::Best, puzzle, goal, budget, take)?;
    if boards.len() < most as usize {
        if let Some(stop) = budget.stopped() {
            return Err(stop.into());
        }
        if !outcome.found.is_exact() {
            return Err(Failure::Stopped("the search was given up".into()));
        }
    }
    let is_all = outcome.found.is_exact();
    Ok((boards, is_all))
}

/// A solution that has all that lies on a board.
pub(crate) fn solve(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let begun = request.board(&puzzle)?;
    let budget = Budget::new(&request.limits());
    let asked = puzzle.clone().extending(&begun);
    let asked = asked.map_err(|error| Failure::Request(error.to_string()))?;
    let (boards, _) = solutions(&asked, 1, &budget)?;
    let board = boards.into_iter().next();
    let board = board.map(|board| partial_value(&puzzle, &PartialBoard::from(&board)));
    Ok(json!({ "board": board }))
}
