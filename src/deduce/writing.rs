//! Proofs for people, as numbered sentences, and for programs, as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::knowledge::Source;
use super::proof::{Case, Proof};
use super::step::{Premise, Statement, Step};
use super::wording::{self, count, fact, region_names};
use crate::puzzle::{CellId, Edge, Fact, PlacedDomino, Puzzle};

impl Proof {
    /// Writes the proof, each line behind an indent: steps are numbered, cases are indented under
    /// what they suppose.
    pub fn write_text(&self, puzzle: &Puzzle, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = self.lines(puzzle).into_iter();
        lines.try_for_each(|line| writeln!(out, "{indent}{line}"))
    }

    /// The proof as it is told, a line a step.
    pub fn words(&self, puzzle: &Puzzle) -> String {
        self.lines(puzzle).join("\n")
    }

    fn lines(&self, puzzle: &Puzzle) -> Vec<String> {
        // One step needs no number.
        if let Proof::Chain(steps) = self
            && let [only] = &steps[..]
        {
            return vec![only.words.clone()];
        }
        self.numbered(puzzle)
    }

    fn numbered(&self, puzzle: &Puzzle) -> Vec<String> {
        let line = |step: &Step| format!("{}. {}", step.number, step.words);
        match self {
            Proof::Chain(steps) => steps.iter().map(line).collect(),
            Proof::Cases {
                before,
                split,
                cases,
            } => {
                let mut lines: Vec<String> = before.iter().map(line).collect();
                lines.push(split.words.clone());
                for case in cases {
                    let supposed = fact(puzzle, case.supposed);
                    lines.push(format!("Suppose that {supposed}:"));
                    let inner = case.proof.numbered(puzzle);
                    lines.extend(inner.into_iter().map(|line| format!("   {line}")));
                }
                lines
            }
            Proof::Search(ends) => vec![format!(
                "No short reason was found: trying everything that is possible comes to {}.",
                count(*ends, "dead end", "dead ends")
            )],
            Proof::Solver => {
                vec!["No short reason was found: only a solver's search shows it.".into()]
            }
        }
    }

    /// The proof as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let all = |steps: &[Step]| -> Vec<Value> {
            steps.iter().map(|step| step.to_json(puzzle)).collect()
        };
        match self {
            Proof::Chain(steps) => json!({"kind": "steps", "steps": all(steps)}),
            Proof::Cases {
                before,
                split,
                cases,
            } => {
                let case = |case: &Case| {
                    json!({
                        "if": fact(puzzle, case.supposed),
                        "because": case.proof.to_json(puzzle),
                    })
                };
                json!({
                    "kind": "cases",
                    "steps": all(before),
                    "premises": premises_json(puzzle, &split.premises),
                    "words": split.words,
                    "cases": cases.iter().map(case).collect::<Vec<_>>(),
                })
            }
            Proof::Search(ends) => json!({"kind": "search", "dead_ends": ends}),
            Proof::Solver => json!({"kind": "solver"}),
        }
    }
}

impl Step {
    fn to_json(&self, puzzle: &Puzzle) -> Value {
        let conclusions = self.conclusions.iter();
        json!({
            "number": self.number,
            "technique": self.technique,
            "regions": region_names(puzzle, self.regions()),
            "premises": premises_json(puzzle, &self.premises),
            "conclusions": conclusions.map(|one| one.to_json(puzzle)).collect::<Vec<_>>(),
            "words": self.words,
        })
    }
}

fn premises_json(puzzle: &Puzzle, premises: &[Premise]) -> Vec<Value> {
    premises.iter().map(|one| one.to_json(puzzle)).collect()
}

impl Premise {
    fn to_json(&self, puzzle: &Puzzle) -> Value {
        match self {
            Premise::Rule(region) => json!({"rule": puzzle.region(*region).name}),
            Premise::AtMost(pips, halves) => json!({"pips": pips, "at_most": halves}),
            Premise::AtLeast(pips, halves) => json!({"pips": pips, "at_least": halves}),
            Premise::Total(sum) => json!({"all_halves_sum_to": sum}),
            Premise::Dominoes => json!({"given": "dominoes"}),
            Premise::Used(domino, copies) => {
                json!({"domino": [domino.low(), domino.high()], "used": copies})
            }
            Premise::Cover(cell) => json!({"covered": puzzle.cell(*cell).name}),
            Premise::Known(statement, source) => {
                let mut json = statement.to_json(puzzle);
                json["from"] = match source {
                    Source::Given => "known".into(),
                    Source::Supposed => "supposed".into(),
                    Source::Step(number) => (*number).into(),
                };
                json
            }
        }
    }
}

impl Statement {
    fn to_json(&self, puzzle: &Puzzle) -> Value {
        let name = |cell: CellId| &puzzle.cell(cell).name;
        let ends = |edge: &Edge| edge.ends().map(name);
        match self {
            Statement::Shows(cell, pips) => json!({"cell": name(*cell), "shows": pips}),
            Statement::Joined(edge) => json!({"joined": ends(edge)}),
            Statement::Apart(edge) => json!({"apart": ends(edge)}),
            Statement::On(edge, domino) => {
                json!({"domino": [domino.low(), domino.high()], "on": ends(edge)})
            }
            Statement::Not(placed) => {
                let not = placed.iter().map(|&one| placement_json(puzzle, one));
                json!({"not": not.collect::<Vec<_>>()})
            }
            Statement::Impossible => json!({"impossible": true}),
        }
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
        Fact::Rule(_)
        | Fact::NotExcluded
        | Fact::ShowsNot(..)
        | Fact::Apart(_)
        | Fact::LiesNot(_) => {
            json!({"words": wording::fact(puzzle, fact)})
        }
    }
}

/// How a domino lies, as JSON.
pub(crate) fn placement_json(puzzle: &Puzzle, placed: PlacedDomino) -> Value {
    let halves = placed.halves();
    json!({
        "pips": halves.map(|(_, pips)| pips),
        "cells": halves.map(|(cell, _)| &puzzle.cell(cell).name),
    })
}
