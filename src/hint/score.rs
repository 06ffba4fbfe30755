//! The score: how hard a puzzle is, from the walk to its solution.

use super::{Guide, HintError};
use crate::puzzle::{Partial, Puzzle};
use crate::solver::task::Limits;

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Each step counts as one and a fifth of its weight, each choice as one.
    pub total: f64,
    /// The weight of the hardest step.
    pub hardest: f64,
    /// How many steps the walk has.
    pub steps: usize,
    /// How often nothing was forced, and one of several solutions was chosen.
    pub choices: usize,
    /// The most rules that a step needs.
    pub rules: usize,
}

/// Scores a puzzle; nothing if it has no solution. Where nothing is forced, the walk goes on with a
/// domino of one of the solutions.
pub fn score(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, HintError> {
    let Ok(mut guide) = Guide::new(puzzle, &Partial::default(), limits)? else {
        return Ok(None);
    };
    let mut score = Score {
        total: 0.0,
        hardest: 0.0,
        steps: 0,
        choices: 0,
        rules: 0,
    };
    loop {
        while let Some(hint) = guide.hint()? {
            guide.learn(hint.fact);
            let weight = hint.weight();
            score.total += 1.0 + weight / 5.0;
            score.hardest = score.hardest.max(weight);
            score.steps += 1;
            score.rules = score.rules.max(hint.rules.len());
        }
        if guide.choose()?.is_none() {
            return Ok(Some(score));
        }
        score.choices += 1;
        score.total += 1.0;
    }
}
