//! Verdicts: the number of solutions, the difficulty, and changes that leave one solution.

use pipsc::explain::{self, ExplainOptions, repairs};
use pipsc::hint;
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::Puzzle;
use pipsc::report::ReportVerdict;
use pipsc::solver::SolverError;
use serde_json::{Value, json};

use crate::board::solutions;
use crate::failure::Failure;
use crate::host;
use crate::opened::text;

/// The result, or `None` if the work was stopped.
fn unless_stopped<T>(done: Result<T, SolverError>) -> Result<Option<T>, Failure> {
    match done {
        Err(SolverError::Stopped(_)) => Ok(None),
        done => Ok(Some(done?)),
    }
}

/// `kind`: `none`, `unique` or `several`; the number of `solutions` and whether it is `exact`; the cells in which two solutions
/// differ as `differs`; `words` and `marks` of the reason; `score` and `level`; `suggestions`: `words` and `puzzle`.
pub(crate) fn verdict(puzzle: Puzzle, limits: Limits) -> Result<Value, Failure> {
    let puzzle = puzzle.without_solution();
    let boards = solutions(&puzzle, 2, &limits)?;
    let kind = match boards.len() {
        0 => "none",
        1 => "unique",
        _ => "several",
    };
    let mut reply = json!({
        "kind": kind,
        "solutions": boards.len(),
        "exact": boards.len() < 2,
        "differs": [],
        "words": [],
        "marks": [],
        "score": null,
        "level": null,
        "suggestions": [],
    });
    host::report(&reply);
    // Each of what follows has its share of the time.
    let share = Limits {
        time: limits.time.map(|time| time / 3),
        ..limits
    };
    let options = ExplainOptions {
        limits: share.clone(),
        ..ExplainOptions::default()
    };
    if let Some(report) = unless_stopped(explain::explain(&puzzle, &options))? {
        reply["words"] = json!(report.lines(&puzzle));
        if let Some(picture) = report.pictures(&puzzle).first() {
            reply["marks"] = picture.marks.to_json(&puzzle);
        }
        if let ReportVerdict::ManySolutions(space) = &report.verdict {
            reply["solutions"] = pipsc::json::count(space.solutions.count());
            reply["exact"] = json!(space.solutions.is_exact());
        }
    }
    match &boards[..] {
        [_] => {
            host::report(&json!({"doing": "scoring"}));
            if let Some(Some(score)) = unless_stopped(hint::score(&puzzle, &share))? {
                reply["score"] = json!((score.total * 10.0).round() / 10.0);
                reply["level"] = json!(score.level().name());
            }
        }
        [one, other] => {
            let cells = one.differences(other).into_iter();
            let names = cells.map(|cell| puzzle.cell(cell).name.clone());
            reply["differs"] = json!(names.collect::<Vec<_>>());
            host::report(&json!({"doing": "searching for a change that leaves one solution"}));
            let found = unless_stopped(repairs(&puzzle, &Budget::new(&share)))?;
            let suggestions = found.into_iter().flatten().map(|repair| {
                let words = repair.words.join(" ");
                Ok(json!({"words": words, "puzzle": text(&repair.puzzle)?}))
            });
            reply["suggestions"] = json!(suggestions.collect::<Result<Vec<_>, Failure>>()?);
        }
        _ => {}
    }
    Ok(reply)
}
