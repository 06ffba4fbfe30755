//! The results of `pipsc run` as JSON. `docs/json.md` specifies them.

use std::time::Duration;

use serde_json::{Value, json};

use super::Run;
use super::report::RunQuery;
use crate::cli::output::with_first;
use crate::cli::verdict;
use crate::model::Model;
use crate::puzzle::Board;
use crate::solver::{Goal, SolvedTask, Solver, StopReason};
use crate::visible;

/// An object on one line, with its type first.
pub(super) fn line(kind: &str, value: Value) -> String {
    visible::json(&with_first("type", kind, value).to_string()) + "\n"
}

/// The first line of a result.
pub(super) fn start(run: &Run, query: &RunQuery<'_>) -> Value {
    let (goal, limit) = match query.task.goal {
        _ if run.unique => ("unique", None),
        Goal::One => ("one", None),
        Goal::All { limit } => ("all", limit),
        Goal::Count { limit } => ("count", limit),
    };
    json!({
        "pipsc": env!("CARGO_PKG_VERSION"),
        "puzzle": query.task.name,
        "solver": solver_value(query.solver),
        "goal": goal,
        "limit": limit,
    })
}

/// A result without its boards: verdict, solver, model, times and statistics, and with `--unique`
/// the cells where two boards differ.
pub(super) fn result(
    run: &Run,
    query: &RunQuery<'_>,
    solved: &SolvedTask,
    boards: &[Board],
) -> Value {
    let SolvedTask { outcome, stats } = solved;
    let RunQuery {
        task,
        puzzle,
        solver,
    } = query;
    let (count, exact) = (outcome.found.count(), outcome.found.is_exact());
    let mut value = json!({
        "puzzle": task.name,
        "solver": solver_value(solver),
        "verdict": verdict::name(outcome.found),
        "solutions": crate::json::count(count),
        "exact": exact,
        "stopped": outcome.stopped.map(StopReason::name),
    });
    if run.unique {
        value["unique"] = match (count, exact) {
            (_, true) => json!(count == 1),
            (2.., false) => json!(false),
            _ => Value::Null,
        };
        if let [one, other] = boards {
            let cells = one.differences(other).into_iter();
            let names: Vec<&str> = cells.map(|cell| puzzle.cell(cell).name.raw()).collect();
            value["differences"] = json!(names);
        }
    }
    // A solver that stopped early may have no model.
    value["model"] = match task.lowered(&solver.steps(&task.options)) {
        Some(lowering) => model(&lowering.lowered.model, solver, stats.model_bytes),
        None => Value::Null,
    };
    value["runs"] = json!(stats.runs);
    value["seconds"] = json!({
        "lower": seconds(stats.lower),
        "emit": seconds(stats.emit),
        "solve": seconds(stats.solve),
        "decode": seconds(stats.decode),
        "check": seconds(stats.check),
        "wall": seconds(stats.lower + stats.emit + stats.solve),
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
        value["target"] = json!(installed.encoding().language.name);
        value["encoding"] = json!(installed.encoding().name);
        value["bytes"] = json!(bytes);
    }
    value
}

fn seconds(time: Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e6)
}
