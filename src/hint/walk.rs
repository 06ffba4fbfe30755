//! Walks: hint after hint, as far as anything is forced, and how hard that is.

use std::cmp::Ordering;

use super::{Guide, Hint, Impossible, Level, on_board};
use crate::deduce::{Depth, Looker};
use crate::limits::{Stop, Watch};
use crate::puzzle::{Board, Fact, Partial, Puzzle, RegionId};
use crate::solver::Limits;
use crate::solver::embedded::Unanswered;

/// A walk from a board on.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The hints, each of which takes those before it for granted.
    pub hints: Vec<Hint>,
    /// What is known at the end: the dominoes that lie for certain, what other cells show, and
    /// which share a domino.
    pub board: Partial,
    /// Whether all dominoes lie there. Otherwise there are several solutions, and nothing more is
    /// forced.
    pub solved: bool,
}

/// Walks from a partial board to the solution, or as far as anything is forced; or says why the
/// board cannot be completed.
pub fn walk(
    puzzle: &Puzzle,
    partial: &Partial,
    limits: &Limits,
) -> Result<Result<Walk, Impossible>, Unanswered> {
    let mut guide = match Guide::new(puzzle, partial, limits)? {
        Ok(guide) => guide,
        Err(impossible) => return Ok(Err(impossible)),
    };
    let mut hints = Vec::new();
    while let Some(hint) = guide.hint()? {
        guide.learn_all(hint.facts());
        hints.push(hint);
    }
    let mut board = Partial::default();
    let laid = guide.laid();
    let laid = laid.placements().iter().map(|&placed| Fact::Lies(placed));
    for fact in laid.chain(guide.known().iter().copied()) {
        board.learn(fact);
    }
    Ok(Ok(Walk {
        hints,
        board,
        solved: guide.is_solved(),
    }))
}

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
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
    /// How far one has to think ahead, whichever way one takes.
    pub depth: Depth,
}

impl Score {
    /// How hard that is, in a word.
    pub fn level(&self) -> Level {
        Level::of(self.total, self.depth)
    }
}

/// Scores a puzzle; nothing if it has no solution. Where nothing is forced, the walk goes on with a
/// domino of one of the solutions.
pub fn score(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, Unanswered> {
    let Ok(mut guide) = Guide::new(puzzle, &Partial::default(), limits)? else {
        return Ok(None);
    };
    let mut score = Score {
        depth: guide.depth(),
        ..Score::default()
    };
    while score.step(&mut guide)? {}
    Ok(Some(score))
}

/// How far one has to think ahead to come to the only solution of a puzzle.
pub(crate) fn depth(puzzle: &Puzzle, solution: &Board, watch: &Watch) -> Result<Depth, Stop> {
    let Some(looker) = Looker::new(puzzle) else {
        return Ok(Depth::Nested);
    };
    let looker = looker.until(watch);
    let rules: Vec<RegionId> = puzzle.region_ids().collect();
    let placed = solution.placements().iter();
    let facts: Vec<Fact> = placed.map(|&placed| Fact::Lies(placed)).collect();
    let known = looker.knowing(&on_board(puzzle, &Partial::default()));
    let depth = looker.with_rules(&rules).depth(&known, &facts);
    watch.check()?;
    Ok(depth)
}

/// How the score of a puzzle compares with those of a level below the expert's; it is looked at no longer than that
/// is open.
pub(crate) fn compare_score(
    puzzle: &Puzzle,
    wanted: Level,
    watch: &Watch,
) -> Result<Ordering, Unanswered> {
    let Ok(mut guide) = Guide::until(puzzle, &Partial::default(), watch.clone())? else {
        return Ok(Ordering::Less);
    };
    let mut score = Score::default();
    // From the lowest score of a hard puzzle on, the rest decides nothing.
    let is_open = |score: &Score| score.level() <= wanted && score.level() < Level::Hard;
    while is_open(&score) && score.step(&mut guide)? {}
    Ok(Level::of(score.total, Depth::Looking).cmp(&wanted))
}

impl Score {
    /// Adds the next step of a walk, or the next choice where nothing is forced; says whether there
    /// was one.
    fn step(&mut self, guide: &mut Guide<'_>) -> Result<bool, Unanswered> {
        if let Some(hint) = guide.hint()? {
            guide.learn_all(hint.facts());
            let weight = hint.weight();
            self.total += 1.0 + weight / 5.0;
            self.hardest = self.hardest.max(weight);
            self.steps += 1;
            self.rules = self.rules.max(hint.rules.len());
            return Ok(true);
        }
        if guide.choose()?.is_none() {
            return Ok(false);
        }
        self.depth = self.depth.max(guide.depth());
        self.choices += 1;
        self.total += 1.0;
        Ok(true)
    }
}
