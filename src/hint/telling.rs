//! Hints for people, and for programs; `docs/schema/hint.schema.json` describes the JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Hint, Impossible, Walk};
use crate::deduce::{and, cell_names, fact, fact_json, placement_json, region_names, sentence};
use crate::formats::{self, BoardForm};
use crate::puzzle::{CellId, Fact, Partial, Pips, Puzzle, RegionId};

/// What is said where nothing more follows.
pub const NOTHING_FORCED: &str = "Nothing more is forced: there are several solutions, and \
`pipsc explain` says where they differ.";

/// What is said where nothing is left to do.
pub const COMPLETE: &str = "The board is complete.";

/// What is said at the end of a walk that has led to the only solution.
pub(super) const SOLVED: &str = "This is the only solution.";

/// Some rules: `the rule of region A`, `the rules of regions A and B and the excluded board`.
fn rules_of(puzzle: &Puzzle, rules: &[RegionId], excluded: bool) -> Option<String> {
    let names = region_names(puzzle, rules);
    let rules = match &names[..] {
        [] => None,
        [only] => Some(format!("the rule of region {only}")),
        _ => Some(format!("the rules of regions {}", and(&names))),
    };
    let boards = match (excluded, puzzle.excluded().len()) {
        (false, _) => None,
        (true, 1) => Some("the excluded board".to_owned()),
        (true, _) => Some("the excluded boards".to_owned()),
    };
    let all: Vec<String> = rules.into_iter().chain(boards).collect();
    (!all.is_empty()).then(|| and(&all))
}

/// Facts in one clause, what several cells show together: `cells r0c0 and r0c1 show 6`.
fn told(puzzle: &Puzzle, facts: &[Fact]) -> String {
    let mut shown: Vec<(Pips, Vec<CellId>)> = Vec::new();
    let mut clauses: Vec<String> = Vec::new();
    for &one in facts {
        let Fact::Shows(cell, pips) = one else {
            clauses.push(fact(puzzle, one));
            continue;
        };
        match shown.iter_mut().find(|(other, _)| *other == pips) {
            Some((_, cells)) => cells.push(cell),
            None => shown.push((pips, vec![cell])),
        }
    }
    clauses.extend(shown.into_iter().map(|(pips, mut cells)| {
        cells.sort_unstable();
        let names = and(&cell_names(puzzle, &cells));
        match cells.len() {
            1 => format!("cell {names} shows {pips}"),
            _ => format!("cells {names} show {pips}"),
        }
    }));
    clauses.join("; ")
}

impl Hint {
    /// What is so and what it follows from, in two sentences.
    pub fn sentence(&self, puzzle: &Puzzle) -> String {
        let facts = sentence(&told(puzzle, &self.facts));
        let source = rules_of(puzzle, &self.rules, self.excluded);
        let source = source.unwrap_or_else(|| "the board and the dominoes alone".into());
        format!("{facts} That follows from {source}.")
    }

    /// Writes the hint as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.sentence(puzzle))?;
        self.proof.write_text(puzzle, "  ", out)
    }

    /// The hint as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let facts = self.facts.iter().map(|&one| fact_json(puzzle, one));
        json!({
            "facts": facts.collect::<Vec<_>>(),
            "words": self.sentence(puzzle),
            "regions": region_names(puzzle, &self.rules),
            "excluded": self.excluded,
            "marks": self.marks(puzzle).to_json(puzzle),
            "weight": self.weight(),
            "because": self.proof.to_json(puzzle),
        })
    }
}

impl Impossible {
    /// Writes what contradicts each other, but not why.
    pub(super) fn write_findings(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        if self.known.is_empty() {
            writeln!(
                out,
                "The puzzle has no solution, whatever is on the board. (`pipsc explain` says more.)"
            )?;
        } else if self.rules.is_empty() && !self.excluded {
            writeln!(
                out,
                "This board cannot become a solution, whatever the rules."
            )?;
        } else {
            let rules = rules_of(puzzle, &self.rules, self.excluded).unwrap_or_default();
            writeln!(
                out,
                "This board cannot become a solution, because of {rules}."
            )?;
        }
        for &known in &self.known {
            writeln!(out, "  On the board, {}.", fact(puzzle, known))?;
        }
        Ok(())
    }

    /// Writes the contradiction as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        self.write_findings(puzzle, out)?;
        let Some(proof) = &self.proof else {
            return writeln!(out, "The board is too large for a reason in words.");
        };
        writeln!(out, "This is why:")?;
        proof.write_text(puzzle, "  ", out)
    }

    /// The contradiction as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let known = self.known.iter().map(|&one| fact_json(puzzle, one));
        let because = match &self.proof {
            Some(proof) => proof.to_json(puzzle),
            None => json!({"kind": "solver"}),
        };
        json!({
            "verdict": "impossible",
            "known": known.collect::<Vec<_>>(),
            "regions": region_names(puzzle, &self.rules),
            "excluded": self.excluded,
            "marks": self.marks(puzzle).to_json(puzzle),
            "because": because,
        })
    }
}

impl Walk {
    /// Writes the walk as numbered sentences, with the board at its end.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        for (number, hint) in (1..).zip(&self.hints) {
            writeln!(out, "{number}. {}", hint.sentence(puzzle))?;
            hint.proof.write_text(puzzle, "     ", out)?;
        }
        if self.board != Partial::default() {
            let board = formats::write_partial(puzzle, &self.board, BoardForm::Drawing);
            writeln!(out, "\n{board}")?;
        }
        if self.solved {
            writeln!(out, "{SOLVED}")
        } else {
            writeln!(out, "{NOTHING_FORCED}")
        }
    }

    /// The walk as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let hints = self.hints.iter().map(|hint| hint.to_json(puzzle));
        let placements = self.board.placements.iter();
        let placements = placements.map(|&one| placement_json(puzzle, one));
        json!({
            "verdict": if self.solved { "solved" } else { "several solutions" },
            "hints": hints.collect::<Vec<_>>(),
            "weight": self.hints.iter().map(Hint::weight).sum::<f64>(),
            "placements": placements.collect::<Vec<_>>(),
            "board": formats::partial_value(puzzle, &self.board),
        })
    }
}
