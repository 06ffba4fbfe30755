//! The status of an instance and its evidence.

use std::ops::ControlFlow;
use std::time::Duration;

use super::manifest::Evidence;
use crate::clock::Instant;
use crate::limits::{Budget, Limits, StopReason};
use crate::lower::Lowered;
use crate::puzzle::{Board, Puzzle};
use crate::solver::embedded::{self, Method};
use crate::solver::{Goal, SolutionCount};

/// The status of an instance and its number of solutions.
#[derive(Debug)]
pub(super) struct InstanceStatus {
    pub(super) satisfiable: Option<bool>,
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
        let construction = puzzle.recipe().map(|recipe| recipe.status());
        let by_construction = construction.and_then(|status| status.satisfiable());
        let mut status = InstanceStatus {
            // The checker has accepted the solution of a puzzle.
            satisfiable: puzzle.solution().map(|_| true).or(by_construction),
            evidence: match (puzzle.solution(), by_construction) {
                (Some(_), _) => Evidence::Solution,
                (None, Some(_)) => Evidence::Construction,
                (None, None) => Evidence::None,
            },
            solutions: construction.and_then(|status| status.count()),
            board: None,
        };
        if status.satisfiable.is_none() {
            let (board, count) = search(puzzle, lowered, Goal::One, limit, budget)?;
            (status.satisfiable, status.evidence) = match (&board, count) {
                (Some(_), _) => (Some(true), Evidence::Solution),
                (None, Some(0)) => (Some(false), Evidence::Search),
                (None, _) => (None, Evidence::None),
            };
            status.solutions = count.filter(|_| board.is_none());
            status.board = board;
        }
        if counts && status.solutions.is_none() {
            let goal = Goal::Count { limit: None };
            status.solutions = search(puzzle, lowered, goal, limit, budget)?.1;
        }
        Ok(status)
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
