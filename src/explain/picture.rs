//! What an explanation looks like: the rules of each conflict marked, or what is forced with the
//! cells marked that vary. A unique solution is given away only beside the words.

use super::{Conflict, Explanation, Freedom, Why};
use crate::puzzle::{Fact, Puzzle};
use crate::render::{Mark, Marks, Picture};

impl Conflict {
    /// What to point at: the regions and pins that contradict each other, or the parts that cannot
    /// be covered and the cells that they would have to share.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let regions = self.regions();
        // A region is marked as a whole; only cells outside of them need a mark.
        let mut cells = self.cells(puzzle);
        cells.retain(|&cell| {
            let region = puzzle.region_of(cell);
            region.is_none_or(|region| !regions.contains(&region))
        });
        let between = match &self.why {
            Why::Untileable(untileable) => &untileable.between[..],
            Why::Proof(_) | Why::Excluded(_) | Why::TooLarge => &[],
        };
        Marks::new()
            .with_cells(Mark::Premise, between.iter().copied())
            .with_cells(Mark::Conflict, cells)
            .with_regions(Mark::Conflict, regions)
    }

    /// The conflict on the board, with the pins on it.
    pub fn picture<'p>(&self, puzzle: &'p Puzzle) -> Picture<'p> {
        let known = self.demands.iter().copied();
        let known = known.filter(|fact| !matches!(fact, Fact::Rule(_) | Fact::NotExcluded));
        pinned(puzzle).knowing(known).marking(&self.marks(puzzle))
    }
}

impl Freedom {
    /// What to point at: the cells that do not show the same in every solution.
    pub fn marks(&self) -> Marks {
        Marks::new().with_cells(Mark::Conflict, self.varying())
    }
}

impl Explanation {
    /// The pictures that stand beside the words: as [`Explanation::pictures`], but with the solution
    /// where there is only one.
    pub fn drawings<'p>(&self, puzzle: &'p Puzzle) -> Vec<Picture<'p>> {
        match self {
            Explanation::OneSolution { board, .. } => {
                let laid = board.placements().iter();
                let laid = laid.map(|&placed| Fact::Lies(placed));
                vec![Picture::new(puzzle).knowing(laid).with_labels(true)]
            }
            Explanation::NoSolution { .. } | Explanation::ManySolutions(_) => self.pictures(puzzle),
        }
    }

    /// A picture for each conflict, or one of the board.
    pub fn pictures<'p>(&self, puzzle: &'p Puzzle) -> Vec<Picture<'p>> {
        match self {
            Explanation::NoSolution { conflicts, .. } => conflicts
                .iter()
                .map(|conflict| conflict.picture(puzzle))
                .collect(),
            Explanation::OneSolution { .. } => vec![pinned(puzzle)],
            Explanation::ManySolutions(freedom) => vec![
                Picture::new(puzzle)
                    .knowing(freedom.fixed.iter().map(|&placed| Fact::Lies(placed)))
                    .with_values(freedom.forced())
                    .with_labels(true)
                    .marking(&freedom.marks()),
            ],
        }
    }
}

/// The board with nothing but its pins, and names.
fn pinned(puzzle: &Puzzle) -> Picture<'_> {
    Picture::new(puzzle)
        .with_values(puzzle.pins().iter().map(|(&cell, &pips)| (cell, pips)))
        .with_labels(true)
}
