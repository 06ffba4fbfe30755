//! Rating: the difficulty of a puzzle by the inferences of its walk.
//!
//! The limits of the levels are fitted to NYT puzzles of 105 days: they put the most puzzles into their
//! published level. An expert puzzle needs assumptions within assumptions, a hard one does not.
//! `docs/hints.md` has the tables.

use std::cmp::Ordering;

use super::with_session;
use crate::deduce::{Depth, Engine};
use crate::limits::{Budget, Limits, StopReason};
pub use crate::puzzle::recipe::Level;
use crate::puzzle::{Board, Fact, PartialBoard, Puzzle};
use crate::solver::SolverError;

/// The difficulty of a puzzle.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Score {
    /// The score: each step counts 1 and a fraction of the weights of its inferences, each choice 1.
    pub total: f64,
    /// The weight of the hardest inference.
    pub hardest: f64,
    /// Number of steps of the walk.
    pub steps: usize,
    /// Number of choices: dominoes of one of several solutions, placed where nothing was forced.
    pub choices: usize,
    /// The strongest method needed.
    pub depth: Depth,
}

impl Score {
    /// The level of the score.
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
pub fn score(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, SolverError> {
    rate(puzzle, &Budget::new(limits))
}

/// The same, until the budget is exhausted.
fn rate(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Score>, SolverError> {
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
                    let (weight, depth) = propagation.rating(inference);
                    score.total += weight / WEIGHT_PER_STEP;
                    score.hardest = score.hardest.max(weight);
                    score.depth = score.depth.max(depth);
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

/// Compares the score of a puzzle with a level below expert.
pub(crate) fn compare_score(
    puzzle: &Puzzle,
    wanted: Level,
    budget: &Budget,
) -> Result<Ordering, SolverError> {
    let score = rate(puzzle, budget)?.unwrap_or_default();
    Ok(Level::of(score.total, Depth::Propagation).cmp(&wanted))
}

/// The sum of weights that counts as one step.
const WEIGHT_PER_STEP: f64 = 5.0;

/// The strongest method needed to infer the only solution of a puzzle.
pub(crate) fn depth(
    puzzle: &Puzzle,
    solution: &Board,
    budget: &Budget,
) -> Result<Depth, StopReason> {
    let Some(engine) = Engine::new(puzzle, budget) else {
        return Ok(Depth::Search);
    };
    let placed = solution.placements().iter();
    let facts: Vec<Fact> = placed.map(|&placed| Fact::Lies(placed)).collect();
    let rules = puzzle.region_ids().map(Fact::Rule);
    let known: Vec<Fact> = rules.chain(PartialBoard::default().known(puzzle)).collect();
    let mut propagation = engine.start(&known);
    let mut depth = Depth::Propagation;
    loop {
        propagation.propagate();
        budget.check()?;
        if facts.iter().all(|&fact| propagation.is_known(fact)) {
            return Ok(depth);
        }
        depth = Depth::Probing;
        let has_inferred = propagation.probe(std::slice::from_ref(solution));
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
    fn levels_depend_on_rounded_scores() {
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
