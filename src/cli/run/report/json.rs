//! The results of `pipsc run` for programs.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::Run;
use super::super::attempt::{Attempt, Lowering, Prepared, Solver};
use crate::cli::Failure;
use crate::formats;
use crate::puzzle::Board;
use crate::solver::task::{Found, Stopped};

/// A result: verdict, boards, solver, model, and what it took.
pub(super) fn result(
    run: &Run,
    prepared: &Prepared,
    solver: &Solver<'_>,
    attempt: &Attempt,
    boards: &[Board],
) -> Value {
    let Attempt { outcome, stats } = attempt;
    let (count, exact) = match outcome.found {
        Found::Exactly(count) => (count, true),
        Found::AtLeast(count) => (count, false),
    };
    let verdict = match (count, exact) {
        (0, true) => "unsatisfiable",
        (0, false) => "unknown",
        _ => "satisfiable",
    };
    let stopped = outcome.stopped.map(|stopped| match stopped {
        Stopped::Enough => "enough",
        Stopped::TimeLimit => "time limit",
        Stopped::MemoryLimit => "memory limit",
        Stopped::Cancelled => "cancelled",
        Stopped::GaveUp => "gave up",
    });
    let lowering = prepared.lowering(solver, run);
    let wall = prepared.read + lowering.time + stats.emit + stats.solve;
    let mut value = json!({
        "puzzle": prepared.name,
        "solver": solver_value(solver),
        "verdict": verdict,
        "solutions": number(count),
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
                .map(|&cell| prepared.puzzle.cell(cell).name.as_str())
                .collect();
            value["differences"] = json!(names);
        }
    }
    if !run.count {
        let boards = boards
            .iter()
            .map(|board| formats::board_value(&prepared.puzzle, board));
        value["boards"] = boards.collect();
    }
    value["model"] = model(lowering, solver, stats.model_bytes);
    value["runs"] = json!(stats.runs);
    value["seconds"] = json!({
        "read": seconds(prepared.read),
        "lower": seconds(lowering.time),
        "emit": seconds(stats.emit),
        "solve": seconds(stats.solve),
        "decode": seconds(stats.decode),
        "check": seconds(stats.check),
        "wall": seconds(wall),
        "cpu": seconds(stats.cpu),
    });
    value["peak_memory_bytes"] = json!(stats.peak_memory);
    if let Some(proof) = stats.proof {
        value["proof"] = json!(proof.to_string());
    }
    value
}

/// A result that is none.
pub(super) fn failure(prepared: &Prepared, solver: &Solver<'_>, failure: &Failure) -> Value {
    json!({
        "puzzle": prepared.name,
        "solver": solver_value(solver),
        "error": { "message": failure.to_string(), "exit": failure.exit().code() },
    })
}

fn solver_value(solver: &Solver<'_>) -> Value {
    match solver {
        Solver::Embedded => json!({
            "name": solver.name(),
            "version": env!("CARGO_PKG_VERSION"),
        }),
        Solver::External { found, .. } => json!({
            "name": solver.name(),
            "version": found.version.as_ref().map(|version| version.to_string()),
            "via": found.via.name,
            "program": found.program.display().to_string(),
        }),
    }
}

fn model(lowering: &Lowering, solver: &Solver<'_>, bytes: u64) -> Value {
    let model = &lowering.lowered.model;
    let mut value = json!({
        "cells": model.cells.len(),
        "kinds": model.kinds.len(),
        "edges": model.edges.len(),
        "placements": model.placements.len(),
        "constraints": model.constraints.len(),
    });
    if let Solver::External { found, encoding } = solver {
        value["target"] = json!(found.entry.encoding.language().name);
        value["encoding"] = json!(encoding.name());
        value["bytes"] = json!(bytes);
    }
    value
}

/// A count; beyond what JSON readers take for a number it is a string.
fn number(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(count) if count < 1 << 53 => json!(count),
        _ => json!(count.to_string()),
    }
}

fn seconds(time: Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e6)
}
