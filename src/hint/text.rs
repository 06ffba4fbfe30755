//! Hints for people.

use std::io::{self, Write};

use super::{Hint, Impossible, Walk};
use crate::deduce::{self, Proof, and};
use crate::formats;
use crate::puzzle::{Puzzle, RegionId};

/// What a fact rests on: `by the rule of region A`, `by the dominoes and the board alone`.
fn source(puzzle: &Puzzle, rules: &[RegionId]) -> String {
    let names = deduce::region_names(puzzle, rules);
    match names.len() {
        0 => "by the dominoes and the board alone".into(),
        1 => format!("by the rule of region {}", names[0]),
        _ => format!("by the rules of regions {}", and(&names)),
    }
}

impl Hint {
    /// The hint in one sentence.
    pub fn sentence(&self, puzzle: &Puzzle) -> String {
        let fact = deduce::fact(puzzle, self.fact);
        format!("{fact}, {}", source(puzzle, &self.rules))
    }

    /// Writes the hint with its reason, each line behind an indent.
    pub fn write_reason(
        &self,
        puzzle: &Puzzle,
        indent: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write_proof(puzzle, &self.proof, indent, out)
    }

    /// Writes the hint as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.sentence(puzzle))?;
        self.write_reason(puzzle, "  ", out)
    }
}

fn write_proof(
    puzzle: &Puzzle,
    proof: &Proof,
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut lines = deduce::lines(puzzle, proof).into_iter();
    lines.try_for_each(|line| writeln!(out, "{indent}{line}"))
}

impl Impossible {
    /// Writes the contradiction as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        match (self.known.is_empty(), self.rules.is_empty()) {
            (true, _) => writeln!(
                out,
                "the puzzle has no solution, whatever is on the board; `pipsc explain` says why"
            ),
            (false, true) => writeln!(out, "this cannot be completed, whatever the rules"),
            (false, false) => writeln!(
                out,
                "this cannot be completed, {}",
                source(puzzle, &self.rules)
            ),
        }?;
        for &fact in &self.known {
            writeln!(out, "  on the board: {}", deduce::fact(puzzle, fact))?;
        }
        match &self.proof {
            Some(proof) => {
                writeln!(out, "because")?;
                write_proof(puzzle, proof, "  ", out)
            }
            None => Ok(()),
        }
    }
}

impl Walk {
    /// Writes the walk as numbered sentences, with the board at its end.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        for (number, hint) in (1..).zip(&self.hints) {
            writeln!(out, "{number}. {}", hint.sentence(puzzle))?;
            hint.write_reason(puzzle, "     ", out)?;
        }
        if !self.board.placements().is_empty() {
            writeln!(out, "\n{}", formats::write_board(puzzle, &self.board))?;
        }
        match self.solved {
            true => writeln!(out, "solved, the only solution"),
            false => writeln!(
                out,
                "nothing more is forced: there are several solutions (`pipsc explain` says where \
                 they differ)"
            ),
        }
    }
}
