//! The results of `pipsc run` for programs.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::Run;
use super::Query;
use crate::cli::CliError;
use crate::formats;
use crate::model::Model;
use crate::puzzle::Board;
use crate::solver::{Solved, Solver, StopReason};
use crate::visible;

/// A result with its boards, one a line.
pub(super) fn whole_result(
    run: &Run,
    asked: &Query<'_>,
    solver: &Solver,
    solved: &Solved,
    boards: &[Board],
) -> String {
    let mut text = result(run, asked, solver, solved, boards).to_string();
    if run.count {
        return visible::json(&text);
    }
    // The boards come last in the object.
    let _ = text.pop();
    text += ",\"boards\":[";
    for (nth, board) in boards.iter().enumerate() {
        text += if nth > 0 { ",\n" } else { "\n" };
        text += &formats::board_value(asked.puzzle, board).to_string();
    }
    text += "]}";
    visible::json(&text)
}

/// A document of results.
pub(super) fn document(results: &[String]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let results = results.join(",\n");
    format!("{{\"pipsc\":\"{version}\",\"results\":[\n{results}\n]}}\n")
}

/// What went wrong with a puzzle.
pub(super) fn error(what: &str, failure: &CliError) -> Value {
    json!({
        "puzzle": what,
        "error": { "message": failure.to_string(), "exit": failure.exit.code() },
    })
}

/// A result without its boards: verdict, solver, model, and what it took. Of two boards it is said
/// where they differ, if it is asked whether there is only one.
pub(super) fn result(
    run: &Run,
    asked: &Query<'_>,
    solver: &Solver,
    solved: &Solved,
    boards: &[Board],
) -> Value {
    let Solved { outcome, stats } = solved;
    let Query { task, read, .. } = asked;
    let (count, exact) = (outcome.found.count(), outcome.found.is_exact());
    let verdict = match (count, exact) {
        (0, true) => "unsatisfiable",
        (0, false) => "unknown",
        _ => "satisfiable",
    };
    let stopped = outcome.stopped.map(|stopped| match stopped {
        StopReason::Enough => "enough",
        StopReason::TimeLimit => "time limit",
        StopReason::MemoryLimit => "memory limit",
        StopReason::Cancelled => "cancelled",
        StopReason::GaveUp => "gave up",
    });
    let wall = *read + stats.lower + stats.emit + stats.solve;
    let mut value = json!({
        "puzzle": task.name,
        "solver": solver_value(solver),
        "verdict": verdict,
        "solutions": crate::json::count(count),
        "exact": exact,
        "stopped": stopped,
    });
    if run.unique {
        value["unique"] = match (count, exact) {
            (_, true) => json!(count == 1),
            (2.., false) => json!(false),
            _ => Value::Null,
        };
        if let [one, other] = boards {
            let cells = one.differences(other);
            let names: Vec<&str> = cells
                .iter()
                .map(|&cell| asked.puzzle.cell(cell).name.raw())
                .collect();
            value["differences"] = json!(names);
        }
    }
    // A solver that was stopped early may never have had one.
    value["model"] = match task.lowered(&solver.steps(&task.options)) {
        Some(lowering) => model(&lowering.lowered.model, solver, stats.model_bytes),
        None => Value::Null,
    };
    value["runs"] = json!(stats.runs);
    value["seconds"] = json!({
        "read": seconds(*read),
        "lower": seconds(stats.lower),
        "emit": seconds(stats.emit),
        "solve": seconds(stats.solve),
        "decode": seconds(stats.decode),
        "check": seconds(stats.check),
        "wall": seconds(wall),
        "cpu": seconds(stats.cpu),
    });
    value["peak_memory_bytes"] = json!(stats.peak_memory);
    if !stats.statistics.is_empty() {
        value["statistics"] = json!(stats.statistics);
    }
    if let Some(proof) = stats.proof {
        value["proof"] = json!(proof.to_string());
    }
    value
}

/// A result that is none.
pub(super) fn failure(asked: &Query<'_>, solver: &Solver, failure: &CliError) -> Value {
    json!({
        "puzzle": asked.task.name,
        "solver": solver_value(solver),
        "error": { "message": failure.to_string(), "exit": failure.exit.code() },
    })
}

/// A solver, for programs.
pub(super) fn solver_value(solver: &Solver) -> Value {
    let mut value = json!({
        "name": solver.name(),
        "version": solver.version(),
    });
    if let Solver::External(installed) = solver {
        value["via"] = json!(installed.command.name);
        value["program"] = json!(installed.program.to_string_lossy());
    }
    value
}

fn model(model: &Model, solver: &Solver, bytes: u64) -> Value {
    let mut value = json!({
        "cells": model.cells.len(),
        "kinds": model.kinds.len(),
        "edges": model.edges.len(),
        "placements": model.placements.len(),
        "constraints": model.constraints.len(),
    });
    if let Solver::External(installed) = solver {
        value["target"] = json!(installed.encoding().language().name);
        value["encoding"] = json!(installed.encoding().name());
        value["bytes"] = json!(bytes);
    }
    value
}

fn seconds(time: Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e6)
}
