//! Proofs for people, as numbered sentences, and for programs, as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::cases::{Case, Proof};
use super::chain::{Chain, Step};
use super::wording::{self, count, fact, region_names};
use crate::puzzle::{CellId, Fact, Placed, Puzzle};

impl Proof {
    /// Writes the proof, each line behind an indent: steps are numbered, cases are indented under
    /// what they assume.
    pub fn write_text(&self, puzzle: &Puzzle, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = self.lines(puzzle).into_iter();
        lines.try_for_each(|line| writeln!(out, "{indent}{line}"))
    }

    /// The proof as it is told, a line a step.
    pub fn words(&self, puzzle: &Puzzle) -> String {
        self.lines(puzzle).join("\n")
    }

    fn lines(&self, puzzle: &Puzzle) -> Vec<String> {
        match self {
            Proof::Chain(chain) => chain.lines(),
            Proof::Cases { before, cases } => {
                let mut lines = before.lines();
                for case in cases {
                    let inner = case.proof.lines(puzzle);
                    let assumed = fact(puzzle, case.assumed);
                    let at_once = if inner.is_empty() {
                        " that cannot be"
                    } else {
                        ""
                    };
                    lines.push(format!("if {assumed}:{at_once}"));
                    lines.extend(inner.into_iter().map(|line| format!("   {line}")));
                }
                lines
            }
            Proof::Search(ends) => vec![format!(
                "no short reason was found; trying everything comes to {}",
                count(*ends, "dead end", "dead ends")
            )],
            Proof::Solver => {
                vec!["no short reason was found; the solver's search says so".into()]
            }
        }
    }

    /// The proof as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        match self {
            Proof::Chain(chain) => {
                json!({"kind": "steps", "steps": chain.to_json(puzzle), "so": chain.so})
            }
            Proof::Cases { before, cases } => {
                let case = |case: &Case| {
                    json!({
                        "if": fact(puzzle, case.assumed),
                        "because": case.proof.to_json(puzzle),
                    })
                };
                let cases: Vec<Value> = cases.iter().map(case).collect();
                json!({"kind": "cases", "steps": before.to_json(puzzle), "cases": cases})
            }
            Proof::Search(ends) => json!({"kind": "search", "dead_ends": ends}),
            Proof::Solver => json!({"kind": "solver"}),
        }
    }
}

impl Chain {
    fn lines(&self) -> Vec<String> {
        let words = self.steps.iter().map(|step| &step.words);
        let all: Vec<&String> = words.chain(&self.so).collect();
        // One step needs no number.
        if let [only] = all[..] {
            return vec![only.clone()];
        }
        let numbered = (1..).zip(all);
        let numbered = numbered.map(|(number, words)| format!("{number}. {words}"));
        numbered.collect()
    }

    fn to_json(&self, puzzle: &Puzzle) -> Vec<Value> {
        let step = |step: &Step| {
            json!({
                "technique": step.technique,
                "regions": region_names(puzzle, &step.rules),
                "words": step.words,
            })
        };
        self.steps.iter().map(step).collect()
    }
}

/// A fact as JSON: what a cell shows, which two cells share a domino, how a domino lies, or
/// anything else in words.
pub(crate) fn fact_json(puzzle: &Puzzle, fact: Fact) -> Value {
    let name = |cell: CellId| &puzzle.cell(cell).name;
    match fact {
        Fact::Shows(cell, pips) => json!({"cell": name(cell), "pips": pips}),
        Fact::Joined(edge) => json!({"joined": [name(edge.a), name(edge.b)]}),
        Fact::Lies(placed) => placement_json(puzzle, placed),
        Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {
            json!({"words": wording::fact(puzzle, fact)})
        }
    }
}

/// How a domino lies, as JSON.
pub(crate) fn placement_json(puzzle: &Puzzle, placed: Placed) -> Value {
    let halves = placed.halves();
    json!({
        "pips": halves.map(|(_, pips)| pips),
        "cells": halves.map(|(cell, _)| &puzzle.cell(cell).name),
    })
}
