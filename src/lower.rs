//! Lowers a puzzle to a model in named steps.
//!
//! [`build`] states the puzzle, with copies merged unless [`LoweringStep::Symmetry`] is disabled. The other
//! [`STEPS`] preserve the solutions; each can be disabled.
//!
//! Placements are most of a model, so they are generated last, and only those that fit the remaining
//! values of their cells. A model with more than [`MAX_PLACEMENTS`] is refused.

mod build;
mod prune;
mod size;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::limits::{Budget, StopReason};
use crate::model::{Constraint, ConstraintKind, Model, Origin};
use crate::nearest::named_enum;
use crate::puzzle::{Board, Puzzle};

pub(crate) use build::rules;
pub use prune::{Contradiction, prune};
pub use size::{MAX_PLACEMENTS, TooLarge};

/// A step that improves a model without changing its solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoweringStep {
    /// Merge copies of a domino, and give doubles one orientation.
    Symmetry,
    /// Drop values, placements and edges that cannot be part of a solution.
    Prune,
    /// Add redundant constraints, for solvers that do not derive them.
    Redundant,
}

named_enum! {
    "step",
    LoweringStep {
        Symmetry = "symmetry",
        Prune = "prune",
        Redundant = "redundant",
    }
}

/// All steps, in order. Copies are merged first, so that pruning can count them.
pub const STEPS: [LoweringStep; 3] = LoweringStep::ALL;

/// All steps without pruning, for models that are read, compared or submitted.
pub const AS_IT_STANDS: [LoweringStep; 2] = [LoweringStep::Symmetry, LoweringStep::Redundant];

/// Formats the names of steps.
pub fn step_names(steps: &[LoweringStep]) -> String {
    if steps.is_empty() {
        return "none".into();
    }
    let names: Vec<&str> = steps.iter().map(|step| step.name()).collect();
    names.join(" ")
}

/// A lowered puzzle.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// The contradiction found by pruning, if there is no solution. The model is then unpruned, so that
    /// a solver can prove the contradiction.
    pub contradiction: Option<Contradiction>,
    steps: Vec<LoweringStep>,
}

impl Lowered {
    /// Returns the applied steps, in order.
    pub fn steps(&self) -> &[LoweringStep] {
        &self.steps
    }

    /// Returns the puzzle lowered with these steps, too; lowers it again unless they were applied.
    ///
    /// # Errors
    /// If the model would be too large, or the budget is exhausted.
    pub fn with(
        &self,
        steps: &[LoweringStep],
        puzzle: &Puzzle,
        budget: &Budget,
    ) -> Result<Cow<'_, Lowered>, LowerError> {
        if steps.iter().all(|step| self.steps.contains(step)) {
            return Ok(Cow::Borrowed(self));
        }
        let excluded = self.model.excluded_boards().cloned().collect();
        let lowered = lower_until(puzzle, &[&self.steps, steps].concat(), budget)?;
        Ok(Cow::Owned(lowered.excluding(&excluded)))
    }

    /// Blocks some boards of the puzzle, so that they do not count as solutions. A board with a placement
    /// that the model does not have is no solution of it and needs no constraint.
    pub fn excluding(mut self, boards: &BTreeSet<Board>) -> Lowered {
        let model = &self.model;
        let is_possible = |board: &Board| {
            let mut placements = board.placements().iter();
            placements.all(|&placed| model.placements_of(placed).next().is_some())
        };
        let boards = boards
            .iter()
            .zip(0..)
            .filter(|(board, _)| is_possible(board));
        let blocked: Vec<Constraint> = boards
            .map(|(board, number)| Constraint {
                origin: Origin::Excluded(number),
                body: ConstraintKind::Excluded(board.clone()),
            })
            .collect();
        self.model.constraints.extend(blocked);
        self
    }
}

/// Reason why a puzzle has no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// The model would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Lowering was stopped.
    #[error("the puzzle was not lowered: {0}")]
    Stopped(#[from] StopReason),
}

/// Lowers a puzzle with the given steps, in the order of [`STEPS`] whatever their order here.
///
/// ```
/// use pipsc::lower::{AS_IT_STANDS, lower};
///
/// # let document = pipsc::formats::read(b"**\n**\n\n00 12\n", None)?;
/// let lowered = lower(document.pick(None)?, &AS_IT_STANDS)?;
/// // Four edges with one placement of the double and two of the other domino each.
/// assert_eq!(lowered.model.placements.len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the model would be too large.
pub fn lower(puzzle: &Puzzle, steps: &[LoweringStep]) -> Result<Lowered, LowerError> {
    lower_until(puzzle, steps, &Budget::default())
}

/// Like [`lower`], until the budget is exhausted.
///
/// # Errors
/// If the model would be too large, or the budget is exhausted.
pub fn lower_until(
    puzzle: &Puzzle,
    steps: &[LoweringStep],
    budget: &Budget,
) -> Result<Lowered, LowerError> {
    let steps: Vec<LoweringStep> = STEPS.into_iter().filter(|s| steps.contains(s)).collect();
    let mut model = build::state(puzzle, steps.contains(&LoweringStep::Symmetry));
    let mut contradiction = None;
    if steps.contains(&LoweringStep::Prune) {
        match prune::prune_and_generate(&model, budget)? {
            Ok(pruned) => model = pruned,
            Err(found) => contradiction = Some(found),
        }
    }
    if contradiction.is_some() || !steps.contains(&LoweringStep::Prune) {
        build::generate_all(&mut model, budget).map_err(|problem| match problem {
            LowerError::TooLarge(size) => LowerError::TooLarge(TooLarge {
                contradiction: contradiction.clone(),
                ..size
            }),
            LowerError::Stopped(_) => problem,
        })?;
    }
    if steps.contains(&LoweringStep::Redundant) {
        add_value_counts(&mut model);
    }
    Ok(Lowered {
        model,
        contradiction,
        steps,
    })
}

/// Adds the number of cells of each value. It follows from the other constraints, since every half is on
/// some cell, but solvers do not derive it by propagation.
fn add_value_counts(model: &mut Model) {
    let supply = model.value_counts().into_iter();
    let counts = supply.map(|(value, cells)| Constraint {
        origin: Origin::Redundant,
        body: ConstraintKind::ValueCount { value, cells },
    });
    model.constraints.extend(counts);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::puzzle::{Cell, Domino, PuzzleDraft};

    /// Generates a puzzle with a double set.
    pub(crate) fn full_set(highest: u32, seed: u64) -> Puzzle {
        crate::generate::made(&format!("family=full size={highest} seed={seed}"))
    }

    /// Returns a puzzle without rules on cells of a grid.
    pub(crate) fn open(cells: &[(u32, u32)], dominoes: Vec<Domino>) -> Puzzle {
        let cells = cells.iter();
        Puzzle::new(PuzzleDraft {
            cells: cells
                .map(|&(row, column)| Cell::on_grid(row, column))
                .collect(),
            dominoes,
            ..PuzzleDraft::default()
        })
        .expect("a valid puzzle")
    }

    /// Returns a puzzle without rules on a row of cells.
    fn row(dominoes: Vec<Domino>) -> Puzzle {
        let cells: Vec<_> = (0..2 * dominoes.len() as u32).map(|at| (0, at)).collect();
        open(&cells, dominoes)
    }

    #[test]
    fn lowering_checks_its_budget_often_and_ends_after_a_stop() {
        let puzzle = full_set(6, 1);
        for steps in [&[][..], &[LoweringStep::Symmetry], &STEPS] {
            let (budget, asks) = Budget::stopping_at(u64::MAX);
            let lowered = lower_until(&puzzle, steps, &budget).expect("no limit");
            let whole = asks.count();
            assert!(
                whole >= lowered.model.edges.len() as u64,
                "{steps:?}: {whole}"
            );
            for ask in (1..=whole).step_by(1 + whole as usize / 10) {
                let (budget, asks) = Budget::stopping_at(ask);
                let stopped = lower_until(&puzzle, steps, &budget).expect_err("it is stopped");
                assert_eq!(stopped, LowerError::Stopped(StopReason::Cancelled));
                assert_eq!(asks.after_the_stop(), 0, "{steps:?}, stopped at {ask}");
            }
        }
    }

    #[test]
    fn generating_placements_last_equals_pruning_all_placements() {
        for highest in [3, 6, 9] {
            let puzzle = full_set(highest, 1);
            for first in [&[][..], &[LoweringStep::Symmetry]] {
                let whole = lower(&puzzle, first).expect("not too large").model;
                let pruned = prune(&whole, &Budget::default()).expect("no limit");
                let steps = [first, &[LoweringStep::Prune]].concat();
                let lowered = lower(&puzzle, &steps).expect("not too large");
                assert_eq!(pruned.ok(), Some(lowered.model), "double-{highest}");
            }
        }
    }

    #[test]
    fn a_puzzle_that_is_too_large_is_refused_with_its_size() {
        // A row has one tiling, so half of its edges are left.
        let pairs = (0..100).flat_map(|low| (low + 1..100).map(move |high| Domino::new(low, high)));
        let different = row(pairs.take(4_000).collect());
        let refused = |steps: &[LoweringStep]| match lower(&different, steps) {
            Err(LowerError::TooLarge(size)) => size,
            other => panic!(
                "it is not refused: {:?}",
                other.map(|lowered| lowered.steps)
            ),
        };
        let whole = refused(&[]);
        assert_eq!((whole.size, whole.most), (7_999 * 8_000, MAX_PLACEMENTS));
        assert_eq!(refused(&STEPS).size, 4_000 * 8_000);
        assert_eq!(
            whole.to_string(),
            "the puzzle is too large: with 4000 dominoes on 8000 cells there would be about 63992000 \
             placements in its model, and the most is 20000000"
        );
        let alike = row((0..4_000).map(|n| Domino::new(0, n % 2)).collect());
        let lowered = lower(&alike, &STEPS).expect("two kinds");
        assert_eq!(lowered.model.placements.len(), 4_000 * 3);
    }
}
