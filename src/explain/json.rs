//! Explanations for programs; `docs/schema/explain.schema.json` describes the form.

use serde_json::{Value, json};

use super::{Conflict, Explanation, Freedom, Why, text};
use crate::deduce::{cell_names, fact_json, placement_json};
use crate::puzzle::{Fact, PlacedDomino, Puzzle};
use crate::solver::Found;

impl Explanation {
    /// The explanation as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        match self {
            Explanation::NoSolution {
                conflicts,
                complete,
                smallest,
            } => json!({
                "verdict": "no solution",
                "conflicts": conflicts.iter().map(|one| conflict(puzzle, one)).collect::<Vec<_>>(),
                "complete": complete,
                "smallest": smallest,
            }),
            Explanation::OneSolution { board, spare } => json!({
                "verdict": "one solution",
                "placements": placements(puzzle, board.placements()),
                "spare": spare.iter().map(|&one| demand(puzzle, one)).collect::<Vec<_>>(),
            }),
            Explanation::ManySolutions(freedom) => many(puzzle, freedom),
        }
    }
}

fn demand(puzzle: &Puzzle, demand: Fact) -> Value {
    match demand {
        Fact::Rule(region) => {
            let region = puzzle.region(region);
            json!({
                "region": region.name,
                "rule": region.rule.to_string(),
                "cells": cell_names(puzzle, &region.cells),
            })
        }
        Fact::Shows(cell, pips) => json!({"pin": puzzle.cell(cell).name, "pips": pips}),
        Fact::NotExcluded => json!({"excluded": puzzle.excluded().len()}),
        other => json!({"known": fact_json(puzzle, other)}),
    }
}

fn conflict(puzzle: &Puzzle, conflict: &Conflict) -> Value {
    let because = match &conflict.why {
        Why::Untileable(untileable) => json!({
            "kind": "tiling",
            "words": untileable.sentence(puzzle),
            "parts": untileable.parts.iter().map(|p| cell_names(puzzle, p)).collect::<Vec<_>>(),
            "between": cell_names(puzzle, &untileable.between),
        }),
        Why::Proof(proof) => proof.to_json(puzzle),
        Why::TooLarge => json!({"kind": "solver"}),
        Why::Excluded(boards) => json!({
            "kind": "excluded",
            "words": text::all_excluded(conflict, *boards),
            "boards": boards,
        }),
    };
    json!({
        "demands": conflict.demands.iter().map(|&one| demand(puzzle, one)).collect::<Vec<_>>(),
        "minimal": conflict.minimal,
        "cells": cell_names(puzzle, &conflict.cells(puzzle)),
        "marks": conflict.marks(puzzle).to_json(puzzle),
        "because": because,
    })
}

fn placements(puzzle: &Puzzle, placed: &[PlacedDomino]) -> Vec<Value> {
    let each = placed.iter();
    each.map(|&one| placement_json(puzzle, one)).collect()
}

fn many(puzzle: &Puzzle, freedom: &Freedom) -> Value {
    let (solutions, exact) = match freedom.solutions {
        Found::Exactly(count) => (count, true),
        Found::AtLeast(count) => (count, false),
    };
    let facts = |facts: &[Fact]| -> Vec<Value> {
        facts.iter().map(|&one| fact_json(puzzle, one)).collect()
    };
    let cells = puzzle.cells().iter().zip(&freedom.values);
    json!({
        "verdict": "many solutions",
        "solutions": crate::json::count(solutions),
        "exact": exact,
        "explored": freedom.stopped.is_none(),
        "marks": freedom.marks().to_json(puzzle),
        "cells": cells
            .map(|(cell, values)| json!({"cell": cell.name, "values": values}))
            .collect::<Vec<_>>(),
        "fixed": placements(puzzle, &freedom.fixed),
        "facts": facts(&freedom.facts),
        "together": facts(&freedom.together),
    })
}
