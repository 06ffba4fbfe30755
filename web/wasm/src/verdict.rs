//! Verdicts: how many solutions a puzzle has, how hard it is, and what would leave it one.

use std::ops::ControlFlow;
use std::time::Duration;

use pipsc::explain::{self, Options, repairs};
use pipsc::formats::partial_value;
use pipsc::hint;
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::{Board, PartialBoard, Puzzle};
use pipsc::report::{Report, Verdict, score_value};
use pipsc::solver::embedded::{self, Method, QueryError};
use pipsc::solver::{Found, Goal};
use serde_json::{Value, json};

use crate::board::solutions;
use crate::failure::Failure;
use crate::host;
use crate::opened::text;
use crate::request::Request;

/// How many solutions there are.
pub(crate) fn count(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let ignore = &mut |_| ControlFlow::Continue(());
    let budget = Budget::new(&request.limits());
    let goal = Goal::Count { limit: None };
    let outcome = embedded::solve_until(Method::Best, &puzzle, goal, &budget, ignore)?;
    Ok(counted(outcome.found))
}

fn counted(found: Found) -> Value {
    json!({"solutions": pipsc::json::count(found.count()), "exact": found.is_exact()})
}

/// How hard it is.
pub(crate) fn score(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let score = hint::score(&puzzle, &request.limits())?;
    let value = score_value(&puzzle, &request.name(), score);
    let mut reply = json!({
        "score": value["score"]["score"],
        "level": value["score"]["level"],
    });
    if request.print {
        let all = json!({ "scores": [value] });
        reply["printed"] = json!(format!("{}\n", pipsc::json::document(&all)));
    }
    Ok(reply)
}

/// What becomes of work that may have to stop: nothing, and the rest goes on.
fn unless_stopped<T>(done: Result<T, QueryError>) -> Result<Option<T>, Failure> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(QueryError::Stopped(_)) => Ok(None),
        Err(problem) => Err(problem.into()),
    }
}

/// All that a maker of puzzles wants to know at once.
pub(crate) fn verdict(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?.without_solution();
    let limits = request.limits();
    let (boards, _) = solutions(&puzzle, 2, &Budget::new(&limits))?;
    let kind = match boards.len() {
        0 => "none",
        1 => "unique",
        _ => "several",
    };
    let shown = |board: &Board| partial_value(&puzzle, &PartialBoard::from(board));
    let mut reply = json!({
        "kind": kind,
        "boards": boards.iter().map(shown).collect::<Vec<_>>(),
        "words": [],
        "marks": [],
        "solutions": boards.len(),
        "exact": boards.len() < 2,
        "differs": [],
        "score": null,
        "level": null,
        "suggestions": [],
    });
    host::tell(&reply);
    // Each of what follows has its share of the time.
    let share = Limits {
        time: limits
            .time
            .map(|time| time / 3)
            .map(|time| time.max(Duration::from_millis(1))),
        ..limits
    };
    let options = Options {
        limits: share.clone(),
        ..Options::default()
    };
    if let Some(report) = unless_stopped(explain::explain(&puzzle, &options))? {
        explained(&mut reply, &puzzle, &report);
    }
    match &boards[..] {
        [_] => {
            host::tell(&json!({"doing": "scoring"}));
            if let Some(Some(score)) = unless_stopped(hint::score(&puzzle, &share))? {
                let value = score_value(&puzzle, &request.name(), Some(score));
                reply["score"] = value["score"]["score"].clone();
                reply["level"] = value["score"]["level"].clone();
            }
        }
        [one, other] => {
            let cells = one.differences(other).into_iter();
            let names = cells.map(|cell| puzzle.cell(cell).name.clone());
            reply["differs"] = json!(names.collect::<Vec<_>>());
            host::tell(&json!({"doing": "looking for a change that leaves one solution"}));
            let found = unless_stopped(repairs(&puzzle, &Budget::new(&share)))?;
            let mut suggestions = Vec::new();
            for repair in found.unwrap_or_default() {
                let words = repair.words.join(" ");
                suggestions.push(json!({"words": words, "puzzle": text(&repair.puzzle)?}));
            }
            reply["suggestions"] = json!(suggestions);
        }
        _ => {}
    }
    Ok(reply)
}

/// Takes over what an explanation says.
fn explained(reply: &mut Value, puzzle: &Puzzle, report: &Report) {
    reply["words"] = json!(report.lines(puzzle));
    let pictures = report.pictures(puzzle);
    if let Some(first) = pictures.first() {
        reply["marks"] = first.marks.to_json(puzzle);
    }
    if let Verdict::ManySolutions(space) = &report.verdict {
        let counted = counted(space.solutions);
        reply["solutions"] = counted["solutions"].clone();
        reply["exact"] = counted["exact"].clone();
    }
}
