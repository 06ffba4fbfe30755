//! Reports as JSON; `docs/json.md` describes it.

use serde_json::{Value, json};

use super::{Report, ReportVerdict};
use crate::deduce::{
    self, Premise, PremiseSource, ProofStep, ProofTree, Statement, cell_names, region_names,
};
use crate::explain::{Conflict, ConflictReason, SolutionSpace};
use crate::formats;
use crate::hint::{Hint, Score};
use crate::puzzle::{CellId, Edge, Fact, Label, PlacedDomino, Puzzle};
use crate::solver::SolutionCount;

impl Report {
    /// The report as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let names = JsonNames(puzzle);
        match &self.verdict {
            ReportVerdict::Hint(hint) => json!({"verdict": "hint", "hint": names.hint(hint)}),
            ReportVerdict::Where(hint) => json!({
                "verdict": "where",
                "regions": region_names(puzzle, &hint.regions()),
                "words": hint.where_to_look(puzzle),
            }),
            ReportVerdict::Walk(walk) => json!({
                "verdict": if walk.is_solved { "solved" } else { "several solutions" },
                "hints": list(&walk.hints, |hint| names.hint(hint)),
                "weight": walk.hints.iter().map(Hint::weight).sum::<f64>(),
                "board": formats::partial_value(puzzle, &walk.board),
            }),
            ReportVerdict::Complete => json!({"verdict": "solved", "hint": null}),
            ReportVerdict::NothingForced => json!({"verdict": "several solutions", "hint": null}),
            ReportVerdict::NoSolution {
                conflicts,
                complete,
                smallest,
            } => json!({
                "verdict": "no solution",
                "conflicts": list(conflicts, |one| names.conflict(one)),
                "complete": complete,
                "smallest": smallest,
            }),
            ReportVerdict::OneSolution { board, spare } => json!({
                "verdict": "one solution",
                "board": formats::board_value(puzzle, board),
                "spare": list(spare, |&one| names.demand(one)),
            }),
            ReportVerdict::ManySolutions(space) => names.space(space),
        }
    }
}

fn list<T>(items: &[T], each: impl Fn(&T) -> Value) -> Vec<Value> {
    items.iter().map(each).collect()
}

/// Converts parts of a report to JSON with the names of a puzzle's cells and regions.
struct JsonNames<'p>(&'p Puzzle);

impl JsonNames<'_> {
    fn cell(&self, cell: CellId) -> &Label {
        &self.0.cell(cell).name
    }

    fn ends(&self, edge: Edge) -> [&Label; 2] {
        edge.ends().map(|cell| self.cell(cell))
    }

    fn placed(&self, placed: PlacedDomino) -> Value {
        let halves = placed.halves();
        json!({
            "pips": halves.map(|(_, pips)| pips),
            "cells": halves.map(|(cell, _)| self.cell(cell)),
        })
    }

    fn fact(&self, fact: Fact) -> Value {
        match fact {
            Fact::Shows(cell, pips) => json!({"cell": self.cell(cell), "pips": pips}),
            Fact::Joined(edge) => json!({"joined": self.ends(edge)}),
            Fact::Lies(placed) => self.placed(placed),
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {
                json!({"words": deduce::fact(self.0, fact)})
            }
        }
    }

    fn demand(&self, demand: Fact) -> Value {
        match demand {
            Fact::Rule(region) => {
                let region = self.0.region(region);
                json!({
                    "region": region.name,
                    "rule": region.rule.to_string(),
                    "cells": cell_names(self.0, &region.cells),
                })
            }
            Fact::Shows(cell, pips) => json!({"pin": self.cell(cell), "pips": pips}),
            other => json!({"known": self.fact(other)}),
        }
    }

    fn hint(&self, hint: &Hint) -> Value {
        json!({
            "facts": list(&hint.facts, |&one| self.fact(one)),
            "words": hint.sentence(self.0),
            "regions": region_names(self.0, &hint.regions()),
            "marks": hint.marks(self.0).to_json(self.0),
            "weight": hint.weight(),
            "because": self.proof(&hint.proof),
        })
    }

    fn conflict(&self, conflict: &Conflict) -> Value {
        let because = match &conflict.why {
            ConflictReason::Untileable(untileable) => json!({
                "kind": "tiling",
                "words": untileable.sentence(self.0),
                "parts": list(&untileable.parts, |part| json!(cell_names(self.0, part))),
                "between": cell_names(self.0, &untileable.between),
            }),
            ConflictReason::Proof(proof) => self.proof(proof),
            ConflictReason::TooLarge => json!({"kind": "solver"}),
        };
        json!({
            "demands": list(&conflict.demands, |&one| self.demand(one)),
            "cells": cell_names(self.0, &conflict.cells(self.0)),
            "marks": conflict.marks(self.0).to_json(self.0),
            "because": because,
        })
    }

    fn space(&self, space: &SolutionSpace) -> Value {
        let (solutions, exact) = match space.solutions {
            SolutionCount::Exactly(count) => (count, true),
            SolutionCount::AtLeast(count) => (count, false),
        };
        let cells = self.0.cells().iter().zip(&space.values);
        let cells = cells.map(|(cell, values)| json!({"cell": cell.name, "values": values}));
        json!({
            "verdict": "many solutions",
            "solutions": crate::json::count(solutions),
            "exact": exact,
            "explored": space.stopped.is_none(),
            "marks": space.marks().to_json(self.0),
            "cells": cells.collect::<Vec<_>>(),
            "fixed": list(&space.fixed, |&one| self.placed(one)),
            "facts": list(&space.facts, |&one| self.fact(one)),
            "together": list(&space.together, |&one| self.fact(one)),
        })
    }

    fn proof(&self, proof: &ProofTree) -> Value {
        json!({"kind": "steps", "steps": list(&proof.steps, |step| self.step(step))})
    }

    fn step(&self, step: &ProofStep) -> Value {
        let mut value = json!({
            "number": step.number,
            "technique": step.technique,
            "regions": region_names(self.0, &step.regions()),
            "premises": list(&step.premises, |one| self.premise(one)),
            "conclusions": list(&step.conclusions, |one| self.statement(one)),
            "words": step.words,
        });
        if let Some(refuted) = &step.refuted {
            value["assumed"] = self.fact(refuted.assumed);
            value["steps"] = list(&refuted.proof.steps, |step| self.step(step)).into();
        }
        value
    }

    fn premise(&self, premise: &Premise) -> Value {
        let mut value = self.statement(&premise.statement);
        if !matches!(premise.statement, Statement::Rule(_)) {
            value["from"] = match premise.source {
                PremiseSource::Given => "known".into(),
                PremiseSource::Assumed => "assumed".into(),
                PremiseSource::Step(number) => number.into(),
            };
        }
        value
    }

    fn statement(&self, statement: &Statement) -> Value {
        match statement {
            Statement::Rule(region) => json!({"rule": self.0.region(*region).name}),
            Statement::Shows(cell, pips) => json!({"cell": self.cell(*cell), "shows": pips}),
            Statement::Joined(edge) => json!({"joined": self.ends(*edge)}),
            Statement::Apart(edge) => json!({"apart": self.ends(*edge)}),
            Statement::On(edge, domino) => {
                json!({"domino": [domino.low(), domino.high()], "on": self.ends(*edge)})
            }
            Statement::Not(placed) => json!({"not": list(placed, |&one| self.placed(one))}),
            Statement::Impossible => json!({"impossible": true}),
        }
    }
}

/// A puzzle's score as JSON, of which `docs/json.md` describes a list; a puzzle
/// without a solution has none.
pub fn score_value(puzzle: &Puzzle, name: &Label, score: Option<Score>) -> Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    let score = score.map(|score| {
        json!({
            "score": tenths(score.total),
            "hardest": tenths(score.hardest),
            "steps": score.steps,
            "choices": score.choices,
            "depth": score.depth.name(),
            "level": score.level().name(),
        })
    });
    json!({
        "puzzle": name,
        "cells": puzzle.cells().len(),
        "regions": puzzle.regions().len(),
        "score": score,
    })
}
