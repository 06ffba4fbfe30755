//! Effort: the limits of the search for a puzzle, and the errors where none is found.

use crate::limits::{Budget, StopReason};
use crate::puzzle::Puzzle;
use crate::solver::embedded::EmbeddedError;

/// How often a puzzle is tried for by default.
pub const TRIES: u32 = 100;

/// How far the search for a puzzle may go. Where a puzzle is found, it does not depend on this.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How many puzzles may be begun and given up.
    pub tries: u32,
    /// The limits.
    pub budget: &'a Budget,
    /// Receives the number of every try, from 1.
    pub on_try: &'a dyn Fn(u32),
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort")
            .field("tries", &self.tries)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

/// Why no puzzle was made.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No such puzzle exists, and why.
    #[error("{0}")]
    Impossible(String),
    /// None was found; there may be one for another seed, or after more tries.
    #[error("{wanted} was not found in {}", so_often(*.tries))]
    NotFound {
        /// The description of the puzzle, with its article.
        wanted: String,
        /// The number of tries.
        tries: u32,
    },
    /// The search was stopped from outside.
    #[error("no puzzle was found before it had to stop: {0}")]
    Stopped(#[from] StopReason),
    /// A fault of the embedded solver.
    #[error(transparent)]
    Solver(#[from] EmbeddedError),
}

fn so_often(count: u32) -> String {
    match count {
        1 => "one try".into(),
        _ => format!("{count} tries"),
    }
}

impl<'a> Effort<'a> {
    /// The usual number of tries, until the budget is exhausted.
    pub fn until(budget: &'a Budget) -> Self {
        Effort {
            tries: TRIES,
            budget,
            on_try: &|_| {},
        }
    }

    /// Tries until a puzzle comes out; `wanted` describes the puzzle, with its article.
    pub(super) fn attempt(
        &self,
        wanted: impl Fn() -> String,
        mut attempt: impl FnMut() -> Result<Option<Puzzle>, GenerateError>,
    ) -> Result<Puzzle, GenerateError> {
        for number in 1..=self.tries {
            self.budget.check()?;
            (self.on_try)(number);
            if let Some(puzzle) = attempt()? {
                return Ok(puzzle);
            }
        }
        Err(GenerateError::NotFound {
            wanted: wanted(),
            tries: self.tries,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_with_its_tries_or_with_its_watch() {
        let budget = Budget::default();
        let mut effort = Effort::until(&budget);
        effort.tries = 3;
        let mut begun = 0;
        let nothing = effort.attempt(
            || "a puzzle with no rules".into(),
            || {
                begun += 1;
                Ok(None)
            },
        );
        assert_eq!(begun, 3);
        assert_eq!(
            nothing.expect_err("nothing").to_string(),
            "a puzzle with no rules was not found in 3 tries"
        );
        let (budget, asks) = Budget::stopping_at(5);
        let stopped = Effort::until(&budget).attempt(|| "a puzzle".into(), || Ok(None));
        assert!(matches!(
            stopped,
            Err(GenerateError::Stopped(StopReason::Cancelled))
        ));
        assert_eq!(asks.count(), 5);
    }
}
