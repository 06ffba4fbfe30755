//! Hints for programs; `docs/schema/hint.schema.json` describes the form.

use serde_json::{Value, json};

use super::{Hint, Impossible, Walk};
use crate::deduce;
use crate::puzzle::{Fact, Placed, Puzzle};

/// A fact: what a cell shows, which two cells share a domino, or how a domino lies.
fn fact(puzzle: &Puzzle, fact: Fact) -> Value {
    let name = |cell| puzzle.cell(cell).name.clone();
    match fact {
        Fact::Shows(cell, pips) => json!({"cell": name(cell), "pips": pips}),
        Fact::Joined(edge) => json!({"joined": [name(edge.a), name(edge.b)]}),
        Fact::Lies(placed) => placement(puzzle, placed),
        other => json!({"words": deduce::fact(puzzle, other)}),
    }
}

fn placement(puzzle: &Puzzle, placed: Placed) -> Value {
    let halves = placed.halves();
    json!({
        "pips": halves.map(|(_, pips)| pips),
        "cells": halves.map(|(cell, _)| puzzle.cell(cell).name.clone()),
    })
}

impl Hint {
    /// The hint as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        json!({
            "fact": fact(puzzle, self.fact),
            "words": self.sentence(puzzle),
            "regions": deduce::region_names(puzzle, &self.rules),
            "weight": self.weight(),
            "because": deduce::value(puzzle, &self.proof),
        })
    }
}

impl Impossible {
    /// The contradiction as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let known: Vec<Value> = self.known.iter().map(|&one| fact(puzzle, one)).collect();
        json!({
            "verdict": "impossible",
            "known": known,
            "regions": deduce::region_names(puzzle, &self.rules),
            "because": match &self.proof {
                Some(proof) => deduce::value(puzzle, proof),
                None => json!({"kind": "solver"}),
            },
        })
    }
}

impl Walk {
    /// The walk as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let hints: Vec<Value> = self.hints.iter().map(|hint| hint.to_json(puzzle)).collect();
        let verdict = match self.solved {
            true => "solved",
            false => "several solutions",
        };
        let placements = self.board.placements().iter();
        let placements: Vec<Value> = placements.map(|&one| placement(puzzle, one)).collect();
        json!({
            "verdict": verdict,
            "hints": hints,
            "weight": self.hints.iter().map(Hint::weight).sum::<f64>(),
            "placements": placements,
        })
    }
}
