//! What is known of an instance's solutions, and by what.

use std::ops::ControlFlow;
use std::time::Duration;

use super::manifest::{Certified, Status, Witness};
use crate::clock::Instant;
use crate::limits::{Limits, Stop, Watch};
use crate::lower::Lowered;
use crate::puzzle::Puzzle;
use crate::solver::embedded::{self, Method};
use crate::solver::{Found, Goal};

/// What is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) status: Status,
    pub(super) certified: Certified,
    pub(super) solutions: Option<u128>,
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

/// What a search finds in a given time.
pub(super) fn by_search(
    puzzle: &Puzzle,
    lowered: &Lowered,
    limit: Duration,
    watch: &Watch,
) -> Result<Standing, Stop> {
    let found = embedded::is_satisfiable(puzzle, lowered, &within(limit, watch));
    watch.check()?;
    let words = "found by the solver that is part of pipsc".to_owned();
    Ok(match found {
        Some(satisfiable) => {
            let solutions = (!satisfiable).then_some(0);
            Standing::new(satisfiable, Witness::Search, words, solutions)
        }
        None => Standing {
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
        },
    })
}

/// How many solutions there are, if they are counted in a given time.
pub(super) fn count(
    puzzle: &Puzzle,
    lowered: &Lowered,
    limit: Duration,
    watch: &Watch,
) -> Result<Option<u128>, Stop> {
    let within = within(limit, watch);
    let goal = Goal::Count { limit: None };
    let take = &mut |_| ControlFlow::Continue(());
    let outcome = embedded::solve_lowered(Method::Best, puzzle, lowered, goal, &within, take).ok();
    watch.check()?;
    Ok(match outcome.map(|outcome| outcome.found) {
        Some(Found::Exactly(count)) => Some(count),
        Some(Found::AtLeast(_)) | None => None,
    })
}

/// A watch that says stop after a time, or when the other does.
fn within(limit: Duration, watch: &Watch) -> Watch {
    let left = watch
        .deadline()
        .map(|end| end.saturating_duration_since(Instant::now()));
    Watch::new(&Limits {
        time: Some(left.map_or(limit, |left| left.min(limit))),
        memory: watch.memory(),
        cancel: watch.cancel().clone(),
    })
}
