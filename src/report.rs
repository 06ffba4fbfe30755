//! Reports: what hints and explanations say, as text, JSON and pages.

mod json;
mod page;
mod text;

use crate::explain::{Conflict, ConflictReason, SolutionSpace};
use crate::hint::{Hint, Walk};
use crate::puzzle::{Board, Fact, Puzzle, RegionId};
use crate::render::{Mark, Marks, Picture};

pub use json::score_value;

/// What there is to say about a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What is on the board already, pins included.
    pub known: Vec<Fact>,
    /// What was found.
    pub verdict: ReportVerdict,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportVerdict {
    /// What can be known next.
    Hint(Hint),
    /// Where to look for what can be known next, which is not said.
    Where(Hint),
    /// Everything that can be known, step by step.
    Walk(Walk),
    /// Nothing is left to do.
    Complete,
    /// There are several solutions from here on, and nothing more that all of them have in common.
    NothingForced,
    /// There is no solution.
    NoSolution {
        /// Why not; at least one conflict, the smallest first.
        conflicts: Vec<Conflict>,
        /// These are all minimal conflicts that there are.
        complete: bool,
        /// No conflict is smaller than the first.
        smallest: bool,
    },
    /// There is exactly one.
    OneSolution {
        /// The solution.
        board: Board,
        /// The rules and pins each of which can be left out, alone, without a second solution.
        spare: Vec<Fact>,
    },
    /// There are several.
    ManySolutions(SolutionSpace),
}

impl Report {
    /// What follows, to be put on the board.
    pub fn facts(&self) -> Vec<Fact> {
        match &self.verdict {
            ReportVerdict::Hint(hint) => hint.facts.clone(),
            ReportVerdict::Walk(walk) => {
                let hints = walk.hints.iter();
                hints.flat_map(|hint| hint.facts.iter().copied()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pictures: one for each conflict or each step of a walk, otherwise one of the board. The only
    /// solution is not given away.
    pub fn pictures<'p>(&self, puzzle: &'p Puzzle) -> Vec<Picture<'p>> {
        let board = drawn(puzzle, &self.known);
        match &self.verdict {
            ReportVerdict::NoSolution { conflicts, .. } => {
                let pictures = conflicts.iter().map(|conflict| {
                    let marks = conflict.marks(puzzle);
                    board.clone().marking(&marks)
                });
                pictures.collect()
            }
            ReportVerdict::Walk(walk) if !walk.hints.is_empty() => {
                let mut known = self.known.clone();
                let pictures = walk.hints.iter().map(|hint| {
                    known.extend(&hint.facts);
                    drawn(puzzle, &known).marking(&hint.marks(puzzle))
                });
                pictures.collect()
            }
            ReportVerdict::Hint(hint) => vec![board.marking(&hint.marks(puzzle))],
            ReportVerdict::Where(hint) => vec![board.marking(&hint.place(puzzle))],
            ReportVerdict::ManySolutions(space) => {
                let fixed = space.fixed.iter().map(|&placed| Fact::Lies(placed));
                let board = board.knowing(fixed).with_values(space.forced());
                vec![board.marking(&space.marks())]
            }
            ReportVerdict::Walk(_)
            | ReportVerdict::Complete
            | ReportVerdict::NothingForced
            | ReportVerdict::OneSolution { .. } => vec![board],
        }
    }
}

/// A board as far as it is known, with names.
fn drawn<'p>(puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
    Picture::new(puzzle)
        .knowing(known.iter().copied())
        .with_labels(true)
}

impl Hint {
    /// What to mark: the cells that it says something of, and the regions and cells that it rests on.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let follows = self.facts.iter().flat_map(|fact| fact.cells(puzzle));
        self.place(puzzle).with_cells(Mark::Conclusion, follows)
    }

    /// What to mark without giving it away: the regions that it rests on, and the cells outside of them.
    fn place(&self, puzzle: &Puzzle) -> Marks {
        let regions = self.regions();
        let steps = self.proof.all_steps();
        let seen = steps.iter().flat_map(|step| step.rests_on());
        let seen = seen.filter(|&cell| is_outside(puzzle, cell, &regions));
        Marks::new()
            .with_cells(Mark::Premise, seen.collect::<Vec<_>>())
            .with_regions(Mark::Premise, regions)
    }
}

/// Whether a cell is in none of some regions, which are marked as a whole.
fn is_outside(puzzle: &Puzzle, cell: crate::puzzle::CellId, regions: &[RegionId]) -> bool {
    let region = puzzle.region_of(cell);
    region.is_none_or(|region| !regions.contains(&region))
}

impl Conflict {
    /// What to mark: the demands that conflict, or the parts that cannot be covered and the cells that
    /// they would have to share.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let regions = self.regions();
        let mut cells = self.cells(puzzle);
        cells.retain(|&cell| is_outside(puzzle, cell, &regions));
        let between = match &self.why {
            ConflictReason::Untileable(untileable) => &untileable.between[..],
            ConflictReason::Proof(_) | ConflictReason::TooLarge => &[],
        };
        Marks::new()
            .with_cells(Mark::Premise, between.iter().copied())
            .with_cells(Mark::Conflict, cells)
            .with_regions(Mark::Conflict, regions)
    }
}

impl SolutionSpace {
    /// What to mark: the cells that do not show the same in every solution.
    pub fn marks(&self) -> Marks {
        Marks::new().with_cells(Mark::Conflict, self.varying())
    }
}
