//! Rating: how hard a puzzle is, by the inferences that a walk makes. No sentence is involved.
//!
//! The limits of the score were fitted on the NYT's own levels, of 105 days: they put the most puzzles
//! into the level that these were printed under. An expert puzzle needs what no hard one does:
//! assumptions within assumptions. `docs/hints.md` has the tables.

use std::cmp::Ordering;

use super::{on_board, with_session};
use crate::deduce::{Depth, Engine};
use crate::limits::{Budget, Limits, StopReason};
pub use crate::puzzle::recipe::Level;
use crate::puzzle::{Board, Fact, PartialBoard, Puzzle, RegionId};
use crate::solver::embedded::QueryError;

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Score {
    /// Each step counts one and a fraction of the weights of its inferences, each choice one.
    pub total: f64,
    /// The weight of the hardest inference.
    pub hardest: f64,
    /// How many steps the walk has.
    pub steps: usize,
    /// How often nothing was forced, and a domino of one of several solutions was laid.
    pub choices: usize,
    /// How far one has to think ahead.
    pub depth: Depth,
}

impl Score {
    /// How hard that is, in a word.
    pub fn level(&self) -> Level {
        Level::of(self.total, self.depth)
    }
}

/// The lowest score of a medium puzzle, in tenths.
const MEDIUM: i64 = 180;

/// The lowest score of a hard one.
const HARD: i64 = 280;

impl Level {
    /// The level of a score, rounded to tenths, and a depth.
    pub fn of(score: f64, depth: Depth) -> Level {
        let tenths = (score * 10.0).round() as i64;
        match depth {
            Depth::Search => Level::Expert,
            Depth::Propagation | Depth::Probing if tenths < MEDIUM => Level::Easy,
            Depth::Propagation | Depth::Probing if tenths < HARD => Level::Medium,
            Depth::Propagation | Depth::Probing => Level::Hard,
        }
    }
}

/// Scores a puzzle; `None` if it has no solution.
pub fn score(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, QueryError> {
    rate(puzzle, &Budget::new(limits))
}

/// The same, until the budget is exhausted.
fn rate(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Score>, QueryError> {
    let rated = with_session(puzzle, &PartialBoard::default(), budget, |session| {
        let mut score = Score::default();
        loop {
            if let Some((facts, inferences)) = session.advance()? {
                session.learn(&facts);
                score.steps += 1;
                score.total += 1.0;
                let Some(propagation) = &session.propagation else {
                    score.depth = Depth::Search;
                    continue;
                };
                for inference in inferences {
                    let weight = propagation.weight(inference);
                    score.total += weight / WEIGHTS_IN_A_STEP;
                    score.hardest = score.hardest.max(weight);
                    score.depth = score.depth.max(propagation.depth(inference));
                }
            } else if session.choose().is_some() {
                score.choices += 1;
                score.total += 1.0;
            } else {
                return Ok(score);
            }
        }
    })?;
    Ok(rated.ok())
}

/// How the score of a puzzle compares with those of a level below expert.
pub(crate) fn compare_score(
    puzzle: &Puzzle,
    wanted: Level,
    budget: &Budget,
) -> Result<Ordering, QueryError> {
    let score = rate(puzzle, budget)?.unwrap_or_default();
    Ok(Level::of(score.total, Depth::Propagation).cmp(&wanted))
}

/// The weight that counts as much as a step.
const WEIGHTS_IN_A_STEP: f64 = 5.0;

/// How far one has to think ahead to come to the only solution of a puzzle.
pub(crate) fn depth(
    puzzle: &Puzzle,
    solution: &Board,
    budget: &Budget,
) -> Result<Depth, StopReason> {
    let rules: Vec<RegionId> = puzzle.region_ids().collect();
    let Some(engine) = Engine::new(puzzle, budget) else {
        return Ok(Depth::Search);
    };
    let placed = solution.placements().iter();
    let facts: Vec<Fact> = placed.map(|&placed| Fact::Lies(placed)).collect();
    let mut propagation = engine.start(&rules, &on_board(puzzle, &PartialBoard::default()));
    let mut depth = Depth::Propagation;
    loop {
        propagation.propagate();
        budget.check()?;
        if facts.iter().all(|&fact| propagation.knows(fact)) {
            return Ok(depth);
        }
        depth = Depth::Probing;
        let has_inferred = propagation.probe();
        budget.check()?;
        if !has_inferred {
            return Ok(Depth::Search);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_the_level_that_its_tenths_say() {
        let [easy, medium, hard, expert] = Level::ALL;
        for depth in [Depth::Propagation, Depth::Probing] {
            let levels = [0.0, 17.94, 17.96, 27.94, 27.96, 1e9].map(|one| Level::of(one, depth));
            assert_eq!(levels, [easy, easy, medium, medium, hard, hard]);
        }
        assert_eq!(
            [0.0, 30.0].map(|one| Level::of(one, Depth::Search)),
            [expert; 2]
        );
    }
}
