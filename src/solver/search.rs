//! Depth-first search over placements, for teaching and for `trace`.
//!
//! A [`Strategy`] chooses the next domino, [`Checks`] prune partial boards, and an [`Observer`] receives
//! every event in order. Each strategy finds each solution once, whatever the checks.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pipsc::limits::Budget;
//! use pipsc::lower::{AS_IT_STANDS, lower};
//! use pipsc::solver::Goal;
//! use pipsc::solver::search::{SearchEvent, TreeSearch, Strategy};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let document = pipsc::formats::read(b"AAB.\nCCB.\n.**.\n\nA 7\nB =\nC <5\n\n61 22 04 53\n", None)?;
//! # let puzzle = document.pick(None)?;
//! let lowered = lower(puzzle, &AS_IT_STANDS)?;
//! let search = TreeSearch::new(Strategy::FirstEmpty);
//! let mut failures = 0;
//! let mut observer = |event: &SearchEvent<'_>| {
//!     failures += usize::from(matches!(event, SearchEvent::Failed { .. }));
//!     ControlFlow::Continue(())
//! };
//! let goal = Goal::All { limit: None };
//! let found = search.run(puzzle, &lowered, goal, &Budget::default(), Some(&mut observer), &mut |board| {
//!     println!("{}", pipsc::formats::write_board(puzzle, &board));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found.counts.failures() as usize, failures);
//! # Ok(())
//! # }
//! ```

mod depth_first;
mod global_checks;
mod lists;
mod observer;
mod options;
mod rules;
mod state;

use std::ops::ControlFlow;

use super::boards::{BoardSink, MAX_KNOWN};
use super::embedded::unlowered;
use super::error::SolverError;
use super::index::ModelIndex;
use super::task::{Goal, Outcome};
use crate::limits::{Budget, StopReason};
use crate::lower::{Lowered, LoweringStep};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle};

pub use observer::{
    Decision, EventCause, EventPlace, Observer, PropagationEffect, SearchCounts, SearchEvent,
};
pub use options::{Check, Checks, Strategy};

use depth_first::DepthFirst;

/// The name of this solver on the command line.
pub const NAME: &str = "search";

/// A depth-first search with its strategy, checks and seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeSearch {
    /// Chooses the next domino.
    pub strategy: Strategy,
    /// Checks of each partial board.
    pub checks: Checks,
    /// Seed that shuffles the choices at each node; `None` keeps the order of the board.
    pub seed: Option<u64>,
}

/// Result of a [`TreeSearch`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeSearchResult {
    /// Number of solutions, and whether the search was complete.
    pub outcome: Outcome,
    /// Statistics of the search.
    pub counts: SearchCounts,
}

impl Default for TreeSearch {
    fn default() -> Self {
        TreeSearch::new(Strategy::default())
    }
}

impl TreeSearch {
    /// Creates a search by a strategy with its default checks.
    pub fn new(strategy: Strategy) -> TreeSearch {
        TreeSearch {
            strategy,
            checks: strategy.default_checks(),
            seed: None,
        }
    }

    /// Searches a lowered puzzle until the goal is reached, the search is exhausted, or the budget or the
    /// observer stops it. Calls `on_board` with each checked board; a count makes no calls.
    ///
    /// Copies are always merged into one kind, with or without that lowering step.
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
        observer: Option<&mut dyn Observer>,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<TreeSearchResult, SolverError> {
        let early = |outcome| TreeSearchResult {
            outcome,
            counts: SearchCounts::default(),
        };
        let lowered = match lowered.with(&[LoweringStep::Symmetry], puzzle, budget) {
            Ok(lowered) => lowered,
            Err(problem) => return Ok(early(unlowered(problem)?)),
        };
        if lowered.contradiction.is_some() {
            return Ok(early(Outcome::complete(0)));
        }
        if goal.limit() == Some(0) {
            return Ok(early(Outcome::open(0, StopReason::Enough)));
        }
        let mut boards = BoardSink::new(puzzle, &lowered.model, goal, on_board);
        // Shortens the lifetime of the trait object.
        let observer = observer.map(|observer| -> &mut dyn Observer { observer });
        let index = ModelIndex::new(&lowered.model);
        let (model, boards_found) = (&lowered.model, &mut boards);
        let mut search = DepthFirst::new(*self, model, &index, observer, budget, boards_found);
        let ended = search.run(u64::MAX);
        let counts = search.counts;
        let outcome = boards.outcome(ended)?;
        Ok(TreeSearchResult { outcome, counts })
    }
}

/// Lists the boards of a model by exact cover. Gives up after `most_failures` since the last board, while
/// it has found at most [`MAX_KNOWN`] boards.
pub(super) fn list(
    model: &Model,
    most_failures: u64,
    budget: &Budget,
    boards: &mut BoardSink<'_>,
) -> Result<(), StopReason> {
    let checks = [Check::Broken, Check::Bounds, Check::Tiling];
    let search = TreeSearch {
        strategy: Strategy::ExactCover,
        checks: checks.into_iter().collect(),
        seed: None,
    };
    let index = ModelIndex::new(model);
    DepthFirst::new(search, model, &index, None, budget, boards).run(most_failures)
}
