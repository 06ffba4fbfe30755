//! The status of an instance and its evidence.

use std::ops::ControlFlow;
use std::time::Duration;

use super::manifest::{Evidence, KnownStatus};
use crate::clock::Instant;
use crate::limits::{Budget, Limits, StopReason};
use crate::lower::Lowered;
use crate::puzzle::{Board, Puzzle};
use crate::solver::embedded::{self, Method};
use crate::solver::{Goal, SolutionCount};

/// The status of an instance and its number of solutions.
#[derive(Debug)]
pub(super) struct InstanceStatus {
    pub(super) status: KnownStatus,
    pub(super) evidence: Evidence,
    pub(super) solutions: Option<u128>,
    /// A solution found by search, which the file of the puzzle does not contain.
    pub(super) board: Option<Board>,
}

impl InstanceStatus {
    /// Determines the status by a solution in the puzzle's file, by its recipe, or else by a search within
    /// a time limit. With `counts`, also counts the solutions, within the same limit.
    pub(super) fn find(
        puzzle: &Puzzle,
        lowered: &Lowered,
        limit: Duration,
        counts: bool,
        budget: &Budget,
    ) -> Result<InstanceStatus, StopReason> {
        let mut status = InstanceStatus::given(puzzle);
        if status.status == KnownStatus::Unknown {
            let goal = Goal::One;
            let (board, found) = search(puzzle, lowered, goal, limit, budget)?;
            status = match (board, found) {
                (Some(board), _) => {
                    InstanceStatus::new(Some(true), Evidence::Solution, None, Some(board))
                }
                (None, Some(0)) => {
                    InstanceStatus::new(Some(false), Evidence::Search, Some(0), None)
                }
                (None, _) => status,
            };
        }
        if counts && status.solutions.is_none() {
            let goal = Goal::Count { limit: None };
            status.solutions = search(puzzle, lowered, goal, limit, budget)?.1;
        }
        Ok(status)
    }

    /// Returns the status by the puzzle's own solution or recipe.
    fn given(puzzle: &Puzzle) -> InstanceStatus {
        let construction = puzzle.recipe().map(|recipe| recipe.status());
        let solutions = construction.and_then(|status| status.count());
        let satisfiable = construction.and_then(|status| status.satisfiable());
        // The checker has accepted the solution of a puzzle.
        match (puzzle.solution().is_some(), satisfiable) {
            (true, _) => InstanceStatus::new(Some(true), Evidence::Solution, solutions, None),
            (false, Some(_)) => {
                InstanceStatus::new(satisfiable, Evidence::Construction, solutions, None)
            }
            (false, None) => InstanceStatus::new(None, Evidence::None, None, None),
        }
    }

    fn new(
        satisfiable: Option<bool>,
        evidence: Evidence,
        solutions: Option<u128>,
        board: Option<Board>,
    ) -> InstanceStatus {
        let status = match satisfiable {
            Some(true) => KnownStatus::Satisfiable,
            Some(false) => KnownStatus::Unsatisfiable,
            None => KnownStatus::Unknown,
        };
        InstanceStatus {
            status,
            evidence,
            solutions,
            board,
        }
    }
}

/// Searches with the embedded solver within a time limit, for a board and the exact number of solutions.
fn search(
    puzzle: &Puzzle,
    lowered: &Lowered,
    goal: Goal,
    limit: Duration,
    budget: &Budget,
) -> Result<(Option<Board>, Option<u128>), StopReason> {
    let left = budget
        .deadline
        .map(|end| end.saturating_duration_since(Instant::now()));
    let within = Budget::new(&Limits {
        time: Some(left.map_or(limit, |left| left.min(limit))),
        memory: budget.memory(),
        cancel: budget.cancel.clone(),
    });
    let mut board = None;
    let take = &mut |found| {
        let _ = board.get_or_insert(found);
        ControlFlow::Continue(())
    };
    let outcome =
        embedded::solve_lowered(Method::Best, puzzle, lowered, goal, &within, &|_| {}, take);
    budget.check()?;
    let count = match outcome.ok().map(|outcome| outcome.found) {
        Some(SolutionCount::Exactly(count)) => Some(count),
        Some(SolutionCount::AtLeast(_)) | None => None,
    };
    Ok((board, count))
}
