//! Effort: the limits of generation, and its errors.

use crate::limits::{Budget, StopReason};
use crate::puzzle::Puzzle;
use crate::solver::SolverError;

/// Default number of tries.
pub const TRIES: u32 = 100;

/// The limits of generation. They do not influence which puzzle is found.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Maximum number of tries.
    pub tries: u32,
    /// The time limit and cancellation.
    pub budget: &'a Budget,
    /// Called at the start of each try with its number, from 1.
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

/// Why no puzzle was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No such puzzle exists, and why.
    #[error("{0}")]
    Impossible(String),
    /// No puzzle was found. There may be one for another seed, or after more tries.
    #[error("{wanted} was not found in {}", count_tries(*.tries))]
    NotFound {
        /// The description of the puzzle, with its article.
        wanted: String,
        /// The number of tries.
        tries: u32,
    },
    /// The budget is exhausted.
    #[error("no puzzle was found before it had to stop: {0}")]
    Stopped(#[from] StopReason),
    /// An error of the embedded solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

fn count_tries(count: u32) -> String {
    match count {
        1 => "one try".into(),
        _ => format!("{count} tries"),
    }
}

impl<'a> Effort<'a> {
    /// The default number of tries, within a budget.
    pub fn until(budget: &'a Budget) -> Self {
        Effort {
            tries: TRIES,
            budget,
            on_try: &|_| {},
        }
    }

    /// Tries until an attempt returns a puzzle. `wanted` describes the puzzle, with its article.
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
    fn attempts_end_with_the_tries_or_the_budget() {
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
