//! Reports: hints and explanations as text, JSON and pages.

mod json;
mod page;
mod text;

use crate::explain::{Conflict, ConflictReason, SolutionSpace};
use crate::hint::{Hint, Walk};
use crate::puzzle::{Board, Fact, Puzzle, RegionId};
use crate::render::{Mark, Marks, Picture};

pub use json::score_value;

/// The result of a hint or an explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The facts on the board, pins included.
    pub known: Vec<Fact>,
    /// The verdict.
    pub verdict: ReportVerdict,
}

/// The verdict of a hint or an explanation.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportVerdict {
    /// The next step.
    Hint(Hint),
    /// The next step, of which only the regions are shown.
    Where(Hint),
    /// All steps.
    Walk(Walk),
    /// The board is complete.
    Complete,
    /// The solutions left have nothing more in common.
    NothingForced,
    /// There is no solution.
    NoSolution {
        /// At least one conflict, the smallest first.
        conflicts: Vec<Conflict>,
        /// Whether these are all minimal conflicts.
        complete: bool,
        /// Whether no conflict is smaller than the first.
        smallest: bool,
    },
    /// There is exactly one solution.
    OneSolution {
        /// The solution.
        board: Board,
        /// The redundant rules and pins: without any one of them the solution stays unique.
        spare: Vec<Fact>,
    },
    /// There are several solutions.
    ManySolutions(SolutionSpace),
}

impl Report {
    /// The facts of the hints.
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

    /// The pictures: one for each conflict or each step of a walk, otherwise one of the board, without
    /// the only solution.
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
                let board = board.with_facts(fixed).with_values(space.forced());
                vec![board.marking(&space.marks())]
            }
            ReportVerdict::Walk(_)
            | ReportVerdict::Complete
            | ReportVerdict::NothingForced
            | ReportVerdict::OneSolution { .. } => vec![board],
        }
    }
}

/// The known facts on a board with cell names.
fn drawn<'p>(puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
    Picture::new(puzzle)
        .with_facts(known.iter().copied())
        .with_labels(true)
}

impl Hint {
    /// The marks: the cells of its facts, and the regions and cells of its premises.
    pub fn marks(&self, puzzle: &Puzzle) -> Marks {
        let follows = self.facts.iter().flat_map(|fact| fact.cells(puzzle));
        self.place(puzzle).with_cells(Mark::Conclusion, follows)
    }

    /// The marks without its facts: the regions of its premises, and their cells outside of these.
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

/// Whether a cell is in none of these regions, which are marked as a whole.
fn is_outside(puzzle: &Puzzle, cell: crate::puzzle::CellId, regions: &[RegionId]) -> bool {
    let region = puzzle.region_of(cell);
    region.is_none_or(|region| !regions.contains(&region))
}

impl Conflict {
    /// The marks: the demands that conflict, or the parts that cannot be covered and the cells between
    /// them.
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
    /// The marks: the varying cells.
    pub fn marks(&self) -> Marks {
        Marks::new().with_cells(Mark::Conflict, self.varying())
    }
}
