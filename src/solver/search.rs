//! Depth-first search over placements, for teaching and for `trace`.
//!
//! A [`Strategy`] says which domino is placed next, [`Checks`] say when a partial board is given up,
//! and an [`Observer`] receives every step in order. Each strategy finds each solution once, whatever
//! the checks, so all count the same.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pipsc::limits::Budget;
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
//! let found = search.run(puzzle, &lowered, goal, &Budget::default(), &mut observer, &mut |board| {
//!     println!("{}", pipsc::formats::write_board(puzzle, &board));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found.counts.failures() as usize, failures);
//! # Ok(())
//! # }
//! ```

mod by_cell;
mod check;
mod counts;
mod depth_first;
mod exact_cover;
mod global_checks;
mod observer;
mod state;
mod strategy;

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::index::ModelIndex;
use crate::limits::Budget;
use crate::limits::StopReason;
use crate::lower::{LowerError, Lowered, Step, lower_until};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle, Verifier, check};
use crate::solver::embedded::EmbeddedError;
use crate::solver::task::{Goal, Outcome};

pub use check::{Check, Checks};
pub use counts::Counts;
pub use observer::{Cause, Decision, Effect, Event, NoObserver, Observer, Place};
pub use strategy::Strategy;

use by_cell::ByCell;
use depth_first::{DepthFirst, Notifier, Taken};
use exact_cover::ExactCover;

/// The name of this solver on the command line.
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
    /// searched, or the budget or the observer stops it. Every board goes to `on_board` when the
    /// checker has accepted it; none goes there when only a count is asked for.
    ///
    /// Copies are always one kind here, whether or not that step was taken.
    ///
    /// # Errors
    ///
    /// If the puzzle is too large.
    pub fn run(
        &self,
        puzzle: &Puzzle,
        lowered: &Lowered,
        goal: Goal,
        budget: &Budget,
        observer: &mut dyn Observer,
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
            merged = match lower_until(puzzle, &steps, budget) {
                Ok(merged) => merged.excluding(&lowered.model.excluded_boards().cloned().collect()),
                Err(LowerError::TooLarge(size)) => return Err(size.into()),
                Err(LowerError::Stopped(stop)) => return early(Outcome::open(0, stop)),
            };
            &merged
        };
        if lowered.contradiction.is_some() {
            return early(Outcome::complete(0));
        }
        let excluded: HashSet<&Board> = lowered.model.excluded_boards().collect();
        let mut verifier = Verifier::new(puzzle);
        let mut fault = None;
        let counts_only = matches!(goal, Goal::Count { .. });
        let mut take = |board: Board| {
            if excluded.contains(&board) {
                return Taken::Excluded;
            }
            if !verifier.accepts(&board) {
                fault = Some(EmbeddedError::Rejected(check(puzzle, &board)));
                return Taken::Rejected;
            }
            match counts_only || on_board(board).is_continue() {
                true => Taken::Counted,
                false => Taken::Last,
            }
        };
        let mut search = DepthFirst {
            notifier: Notifier::new(observer),
            budget,
            limit: goal.limit(),
            most_failures: u64::MAX,
            most_before: 0,
            take: &mut take,
        };
        let ended = self.search(&lowered.model, &mut search);
        let counts = search.notifier.counts;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let outcome = match ended {
            Ok(()) => Outcome::complete(counts.solutions),
            Err(why) => Outcome::open(counts.solutions, why),
        };
        Ok(Searched { outcome, counts })
    }

    fn search(&self, model: &Model, search: &mut DepthFirst<'_>) -> Result<(), StopReason> {
        let index = ModelIndex::new(model);
        let budget = search.budget;
        match self.strategy {
            Strategy::FirstEmpty | Strategy::MostConstrained => {
                search.run(&mut ByCell::new(self, model, &index, budget))
            }
            Strategy::ExactCover => search.run(&mut ExactCover::new(self, model, &index, budget)),
        }
    }
}

/// Calls `take` with each board of a model, and with those that it excludes, by exact cover. Gives up
/// after `most_failures` since the last board, as long as it has found at most `most_before`.
pub(super) fn list(
    model: &Model,
    most_failures: u64,
    most_before: u64,
    budget: &Budget,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<(), StopReason> {
    let checks = [Check::Broken, Check::Bounds, Check::Tiling];
    let search = Search {
        strategy: Strategy::ExactCover,
        checks: checks.into_iter().collect(),
        seed: None,
    };
    let mut no_observer = NoObserver;
    let mut depth_first = DepthFirst {
        notifier: Notifier::new(&mut no_observer),
        budget,
        limit: None,
        most_failures,
        most_before,
        take: &mut |board| match take(board) {
            ControlFlow::Continue(()) => Taken::Counted,
            ControlFlow::Break(()) => Taken::Last,
        },
    };
    search.search(model, &mut depth_first)
}
