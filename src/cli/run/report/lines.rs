//! The results of `pipsc run` as a stream: an object a line, as soon as there is something to say.
//! `docs/json.md` describes them.

use serde_json::{Value, json};

use super::super::Run;
use super::{Query, json};
use crate::cli::CliError;
use crate::formats::BoardWriter;
use crate::puzzle::Board;
use crate::solver::{Goal, Solved, Solver};
use crate::visible;

/// Who is about to be asked what.
pub(super) fn start(run: &Run, asked: &Query<'_>, solver: &Solver) -> String {
    let (goal, limit) = match asked.task.goal {
        _ if run.unique => ("unique", None),
        Goal::One => ("one", None),
        Goal::All { limit } => ("all", limit),
        Goal::Count { limit } => ("count", limit),
    };
    line(&json!({
        "type": "start",
        "pipsc": env!("CARGO_PKG_VERSION"),
        "puzzle": asked.task.name,
        "solver": json::solver_value(solver),
        "goal": goal,
        "limit": limit,
    }))
}

/// A board, which the checker has accepted.
pub(super) fn board(writer: &BoardWriter<'_>, board: &Board, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"type\":\"board\",");
    writer.write_fields(board, out);
    out.extend_from_slice(b"}\n");
}

/// What it came to. `boards` are the first two that were found; `checked` of them are in the stream.
pub(super) fn end(
    run: &Run,
    asked: &Query<'_>,
    solver: &Solver,
    solved: &Solved,
    boards: &[Board],
    checked: u64,
) -> String {
    let mut value = json::result(run, asked, solver, solved, boards);
    value["checked"] = json!(checked);
    line(&typed("end", value))
}

/// What went wrong with a solver.
pub(super) fn failed_end(
    asked: &Query<'_>,
    solver: &Solver,
    failure: &CliError,
    checked: u64,
) -> String {
    let mut value = json::failure(asked, solver, failure);
    value["checked"] = json!(checked);
    line(&typed("end", value))
}

/// What went wrong before a solver was asked, or between several.
pub(super) fn error(what: &str, failure: &CliError) -> String {
    line(&typed("error", json::error(what, failure)))
}

/// The same with its type in front.
fn typed(kind: &str, value: Value) -> Value {
    let mut typed = json!({ "type": kind });
    if let (Value::Object(typed), Value::Object(fields)) = (&mut typed, value) {
        typed.extend(fields);
    }
    typed
}

fn line(value: &Value) -> String {
    visible::json(&value.to_string()) + "\n"
}
