//! What is known of an instance's solutions, and by what.

use std::ops::ControlFlow;
use std::time::Duration;

use super::manifest::{Certified, Status, Witness};
use crate::clock::Instant;
use crate::limits::{Budget, Limits, StopReason};
use crate::lower::Lowered;
use crate::puzzle::{Board, Puzzle};
use crate::solver::embedded::{self, Method};
use crate::solver::{Found, Goal};

/// What is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) status: Status,
    pub(super) certified: Certified,
    pub(super) solutions: Option<u128>,
    /// A solution that was found, and that the puzzle's file does not hold.
    pub(super) board: Option<Board>,
}

impl Standing {
    fn new(satisfiable: bool, by: Witness, words: String, solutions: Option<u128>) -> Self {
        Standing {
            status: if satisfiable {
                Status::Satisfiable
            } else {
                Status::Unsatisfiable
            },
            certified: Certified {
                by,
                words,
                checkers: Vec::new(),
            },
            solutions,
            board: None,
        }
    }

    /// There is this solution.
    pub(super) fn shown(board: Board, name: &str) -> Self {
        let words = format!("{} holds a solution, which the checker accepts", path(name));
        Standing {
            board: Some(board),
            ..Standing::new(true, Witness::Solution, words, None)
        }
    }
}

/// What the puzzle itself shows: a solution that it carries, or the way in which it was made.
pub(super) fn at_hand(puzzle: &Puzzle) -> Option<Standing> {
    let known = puzzle.recipe().map(|recipe| (recipe, recipe.status()));
    let solutions = known.and_then(|(_, status)| status.count());
    // A puzzle has no solution but one that the checker has accepted.
    if puzzle.solution().is_some() {
        let words = "the puzzle's file holds a solution, which the checker accepts";
        return Some(Standing::new(
            true,
            Witness::Solution,
            words.into(),
            solutions,
        ));
    }
    let (recipe, status) = known?;
    let satisfiable = status.satisfiable()?;
    let words = format!("{status} by the way in which it is made: {recipe}");
    Some(Standing::new(
        satisfiable,
        Witness::Construction,
        words,
        solutions,
    ))
}

/// Where the solution of an instance goes that was found.
pub(super) fn path(name: &str) -> String {
    format!("solutions/{name}.txt")
}

/// What a search finds in a given time.
pub(super) fn by_search(
    puzzle: &Puzzle,
    name: &str,
    lowered: &Lowered,
    limit: Duration,
    budget: &Budget,
) -> Result<Standing, StopReason> {
    let mut found = None;
    let take = &mut |board| {
        found = Some(board);
        ControlFlow::Break(())
    };
    let within = within(limit, budget);
    let outcome = embedded::solve_lowered(
        Method::Best,
        puzzle,
        lowered,
        Goal::One,
        &within,
        &|_| {},
        take,
    )
    .ok();
    budget.check()?;
    Ok(match (found, outcome.map(|outcome| outcome.found)) {
        (Some(board), _) => Standing::shown(board, name),
        (None, Some(Found::Exactly(0))) => {
            let words = "found by the solver that is part of pipsc".into();
            Standing::new(false, Witness::Search, words, Some(0))
        }
        (None, _) => Standing {
            status: Status::Unknown,
            certified: Certified {
                by: Witness::Nothing,
                words: format!(
                    "the solver that is part of pipsc did not settle it within {} s",
                    limit.as_secs_f64()
                ),
                checkers: Vec::new(),
            },
            solutions: None,
            board: None,
        },
    })
}

/// How many solutions there are, if they are counted in a given time.
pub(super) fn count(
    puzzle: &Puzzle,
    lowered: &Lowered,
    limit: Duration,
    budget: &Budget,
) -> Result<Option<u128>, StopReason> {
    let within = within(limit, budget);
    let goal = Goal::Count { limit: None };
    let take = &mut |_| ControlFlow::Continue(());
    let outcome =
        embedded::solve_lowered(Method::Best, puzzle, lowered, goal, &within, &|_| {}, take).ok();
    budget.check()?;
    Ok(match outcome.map(|outcome| outcome.found) {
        Some(Found::Exactly(count)) => Some(count),
        Some(Found::AtLeast(_)) | None => None,
    })
}

/// A budget that says stop after a time, or when the other does.
fn within(limit: Duration, budget: &Budget) -> Budget {
    Budget::new(&Limits {
        time: Some(left(limit, budget)),
        memory: budget.memory(),
        cancel: budget.cancel().clone(),
    })
}

/// What is left of a time before the budget is exhausted.
pub(super) fn left(limit: Duration, budget: &Budget) -> Duration {
    let end = budget.deadline();
    let left = end.map(|end| end.saturating_duration_since(Instant::now()));
    left.map_or(limit, |left| left.min(limit))
}
