//! Plain tree search: dominoes are laid one after the other, and taken back where that fails.
//!
//! A [`Strategy`] says which domino is laid next, [`Checks`] say when a beginning of a board is given
//! up, and an [`Observer`] is told every step in order: this is the search to look at. Each strategy
//! finds each solution once, whatever the checks, so that all count the same.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pipsc::limits::Watch;
//! use pipsc::lower::{AS_IT_STANDS, lower};
//! use pipsc::solver::Goal;
//! use pipsc::solver::search::{Event, Search, Strategy};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let document = pipsc::formats::read(b"AAB.\nCCB.\n.**.\n\nA 7\nB =\nC <5\n\n61 22 04 53\n", None)?;
//! # let puzzle = document.pick(None)?;
//! let lowered = lower(puzzle, &AS_IT_STANDS)?;
//! let search = Search::new(Strategy::FirstEmpty);
//! let mut failures = 0;
//! let mut observer = |event: &Event<'_>| {
//!     failures += usize::from(matches!(event, Event::Failed { .. }));
//!     ControlFlow::Continue(())
//! };
//! let goal = Goal::All { limit: None };
//! let found = search.run(puzzle, &lowered, goal, &Watch::default(), &mut observer, &mut |board| {
//!     println!("{}", pipsc::formats::write_board(puzzle, &board));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found.counts.failures() as usize, failures);
//! # Ok(())
//! # }
//! ```

mod around;
mod check;
mod counts;
mod cover;
mod drive;
mod lists;
mod observer;
mod parity;
mod part;
mod plain;
pub(super) mod repeats;
mod state;
mod strategy;
mod supply;
mod table;
mod tiling;

use std::ops::ControlFlow;

use crate::limits::Watch;
use crate::lower::{Lowered, Step, Unlowered, lower_until};
use crate::puzzle::{Board, Puzzle, Verifier, check};
use crate::solver::embedded::EmbeddedError;
use crate::solver::task::{Goal, Outcome};

pub use check::{Check, Checks};
pub use counts::Counts;
pub use observer::{Cause, Decision, Effect, Event, Nobody, Observer, Place};
pub use strategy::Strategy;

use cover::Cover;
use drive::{Drive, Taken};
use plain::Plain;
use table::Table;

/// What people type for it.
pub const NAME: &str = "search";

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// Which domino is laid next.
    pub strategy: Strategy,
    /// What is looked at before the search goes on.
    pub checks: Checks,
    /// Shuffles what is tried at each node; without one it is tried in the order of the board.
    pub seed: Option<u64>,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// How many solutions there are.
    pub outcome: Outcome,
    /// What the search counted.
    pub counts: Counts,
}

impl Default for Search {
    fn default() -> Self {
        Search::new(Strategy::default())
    }
}

impl Search {
    /// A strategy with its usual checks.
    pub fn new(strategy: Strategy) -> Search {
        Search {
            strategy,
            checks: strategy.usual_checks(),
            seed: None,
        }
    }

    /// Searches a puzzle that has been lowered, until the goal is reached, everything has been
    /// searched, or the watch or the observer says stop. Every board goes to `on_board` when the
    /// checker has accepted it; none goes there when only a count is asked for.
    ///
    /// Copies are always one kind here, whether or not that step was taken.
    pub fn run<O: Observer + ?Sized>(
        &self,
        puzzle: &Puzzle,
        lowered: &Lowered,
        goal: Goal,
        watch: &Watch,
        observer: &mut O,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Searched, EmbeddedError> {
        let early = |outcome| {
            Ok(Searched {
                outcome,
                counts: Counts::default(),
            })
        };
        let merged;
        let lowered = if lowered.steps().contains(&Step::Symmetry) {
            lowered
        } else {
            let steps = [&[Step::Symmetry], lowered.steps()].concat();
            merged = match lower_until(puzzle, &steps, watch) {
                Ok(merged) => merged,
                Err(Unlowered::TooLarge(size)) => return Err(size.into()),
                Err(Unlowered::Stopped(stop)) => return early(Outcome::open(0, stop.into())),
            };
            &merged
        };
        if lowered.contradiction.is_some() {
            return early(Outcome::complete(0));
        }
        let model = &lowered.model;
        let table = Table::new(model);
        let mut found = Boards {
            puzzle,
            judge: Verifier::new(puzzle),
            on_board: match goal {
                Goal::One | Goal::All { .. } => Some(on_board),
                Goal::Count { .. } => None,
            },
            fault: None,
        };
        let drive = Drive {
            limit: match goal {
                Goal::One => Some(1),
                Goal::All { limit } | Goal::Count { limit } => limit,
            },
            watch,
            observer,
            take: &mut |board| found.take(board),
        };
        let searched = match self.strategy {
            Strategy::FirstEmpty | Strategy::MostConstrained => {
                drive.run(Plain::new(self, model, &table, watch))
            }
            Strategy::ExactCover => drive.run(Cover::new(self, model, &table, watch)),
        };
        match found.fault {
            Some(fault) => Err(fault),
            None => Ok(searched),
        }
    }
}

/// Checks boards and hands them out.
struct Boards<'a> {
    puzzle: &'a Puzzle,
    judge: Verifier<'a>,
    on_board: Option<&'a mut dyn FnMut(Board) -> ControlFlow<()>>,
    fault: Option<EmbeddedError>,
}

impl Boards<'_> {
    fn take(&mut self, board: Board) -> Taken {
        if self.puzzle.excludes(&board) {
            return Taken::Excluded;
        }
        if !self.judge.accepts(&board) {
            self.fault = Some(EmbeddedError::Rejected(check(self.puzzle, &board)));
            return Taken::Rejected;
        }
        let Some(on_board) = &mut self.on_board else {
            return Taken::Counted;
        };
        match on_board(board) {
            ControlFlow::Continue(()) => Taken::Counted,
            ControlFlow::Break(()) => Taken::Last,
        }
    }
}
