//! What a hint looks like: the board as far as it is known, what follows marked, and what it
//! follows from.

use super::{Hint, Impossible, Walk};
use crate::puzzle::{Fact, Partial, Puzzle};
use crate::render::{Mark, Marks, Picture};

/// What is known before the first hint: what a partial board says, and what the puzzle pins.
pub fn on_board(puzzle: &Puzzle, partial: &Partial) -> Vec<Fact> {
    let pins = puzzle.pins().iter();
    let pins = pins.map(|(&cell, &pips)| Fact::Shows(cell, pips));
    partial.facts().chain(pins).collect()
}

/// A board as far as it is known, with names.
pub fn board<'p>(puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
    Picture::new(puzzle)
        .knowing(known.iter().copied())
        .with_labels(true)
}

impl Hint {
    /// What to point at: the cells that it says something of, and the regions and the cells that it
    /// rests on.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let follows = self.facts().iter().flat_map(|fact| fact.cells(puzzle));
        let steps = self.proof.steps();
        let seen = steps.iter().flat_map(|step| step.rests_on()).copied();
        // A region is marked as a whole.
        let outside = seen.filter(|&cell| {
            let region = puzzle.region_of(cell);
            region.is_none_or(|region| !self.rules.contains(&region))
        });
        Marks::new()
            .with_cells(Mark::Premise, outside)
            .with_regions(Mark::Premise, self.rules.iter().copied())
            .with_cells(Mark::Conclusion, follows)
    }

    /// The hint on the board as far as it is known.
    pub fn picture<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
        board(puzzle, known).marking(&self.marks(puzzle))
    }
}

impl Impossible {
    /// What to point at: what lies on the board, and the regions that it contradicts.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let cells = self.known.iter().flat_map(|fact| fact.cells(puzzle));
        Marks::new()
            .with_cells(Mark::Conflict, cells)
            .with_regions(Mark::Conflict, self.rules.iter().copied())
    }

    /// The contradiction on the board as far as it is known.
    pub fn picture<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
        board(puzzle, known).marking(&self.marks(puzzle))
    }
}

impl Walk {
    /// Each hint on the board as far as it is known with it.
    pub fn pictures<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Vec<Picture<'p>> {
        let mut known = known.to_vec();
        let mut pictures = Vec::new();
        for hint in &self.hints {
            known.extend(hint.facts());
            pictures.push(hint.picture(puzzle, &known));
        }
        pictures
    }
}
