//! Hints for people, and for programs; `docs/schema/hint.schema.json` describes the JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Hint, Impossible, Walk};
use crate::deduce::{and, fact, fact_json, placement_json, region_names};
use crate::formats;
use crate::puzzle::{Puzzle, RegionId};

/// What is said where nothing more follows.
pub const NOTHING_FORCED: &str = "nothing more is forced: there are several solutions \
(`pipsc explain` says where they differ)";

/// What is said where nothing is left to do.
pub const COMPLETE: &str = "the board is complete";

/// What a fact rests on: `by the rule of region A`, `by the dominoes and the board alone`.
fn source(puzzle: &Puzzle, rules: &[RegionId]) -> String {
    let names = region_names(puzzle, rules);
    match &names[..] {
        [] => "by the dominoes and the board alone".into(),
        [only] => format!("by the rule of region {only}"),
        _ => format!("by the rules of regions {}", and(&names)),
    }
}

impl Hint {
    /// The hint in one sentence.
    pub fn sentence(&self, puzzle: &Puzzle) -> String {
        let fact = fact(puzzle, self.fact);
        format!("{fact}, {}", source(puzzle, &self.rules))
    }

    /// Writes the hint as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.sentence(puzzle))?;
        self.proof.write_text(puzzle, "  ", out)
    }

    /// The hint as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        json!({
            "fact": fact_json(puzzle, self.fact),
            "words": self.sentence(puzzle),
            "regions": region_names(puzzle, &self.rules),
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
                "the puzzle has no solution, whatever is on the board; `pipsc explain` says why"
            )?;
        } else if self.rules.is_empty() {
            writeln!(out, "this cannot be completed, whatever the rules")?;
        } else {
            let source = source(puzzle, &self.rules);
            writeln!(out, "this cannot be completed, {source}")?;
        }
        for &known in &self.known {
            writeln!(out, "  on the board: {}", fact(puzzle, known))?;
        }
        Ok(())
    }

    /// Writes the contradiction as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        self.write_findings(puzzle, out)?;
        let Some(proof) = &self.proof else {
            return Ok(());
        };
        writeln!(out, "because")?;
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
        if !self.board.placements().is_empty() {
            writeln!(out, "\n{}", formats::write_board(puzzle, &self.board))?;
        }
        if self.solved {
            writeln!(out, "solved, the only solution")
        } else {
            writeln!(out, "{NOTHING_FORCED}")
        }
    }

    /// The walk as JSON.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let hints = self.hints.iter().map(|hint| hint.to_json(puzzle));
        let placements = self.board.placements().iter();
        let placements = placements.map(|&one| placement_json(puzzle, one));
        json!({
            "verdict": if self.solved { "solved" } else { "several solutions" },
            "hints": hints.collect::<Vec<_>>(),
            "weight": self.hints.iter().map(Hint::weight).sum::<f64>(),
            "placements": placements.collect::<Vec<_>>(),
        })
    }
}
