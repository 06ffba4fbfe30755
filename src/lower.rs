//! The lowering room: from a puzzle to a model, as a visible list of steps.
//!
//! [`build`] states the puzzle and nothing else. Each of the [`STEPS`] after it takes a model and
//! leaves one with the same solutions; each can be switched off.

mod build;
mod prune;
mod symmetry;

use std::borrow::Cow;
use std::fmt;

use crate::model::{Body, Constraint, Model, Origin};
use crate::puzzle::Puzzle;

pub use build::build;
pub use prune::{Contradiction, prune};
pub use symmetry::break_symmetry;

/// A step that improves a model without changing its solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Merge copies of a domino, and give doubles one orientation.
    Symmetry,
    /// Drop values, placements and edges that cannot be part of a solution.
    Prune,
    /// State facts that follow, for solvers that do not see them.
    Redundant,
}

/// The steps after [`build`], in order. Copies are merged first, so that pruning can count them.
pub const STEPS: [Step; 3] = [Step::Symmetry, Step::Prune, Step::Redundant];

impl Step {
    /// What people type after `--no-`.
    pub fn name(self) -> &'static str {
        match self {
            Step::Symmetry => "symmetry",
            Step::Prune => "prune",
            Step::Redundant => "redundant",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of some steps, for people.
pub fn step_names(steps: &[Step]) -> String {
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
    /// Pruning found that there is no solution. The model is then as it was before pruning, so
    /// that it can be read and a solver can prove the point by itself.
    pub contradiction: Option<Contradiction>,
    steps: Vec<Step>,
}

impl Lowered {
    /// The steps that were taken, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The puzzle after all of the [`STEPS`]: as it is here if none was left out, else lowered anew.
    pub fn completed(&self, puzzle: &Puzzle) -> Cow<'_, Lowered> {
        if self.steps == STEPS {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(lower(puzzle, &STEPS))
        }
    }
}

/// Lowers a puzzle with the given steps, in the order of [`STEPS`] whatever their order here.
pub fn lower(puzzle: &Puzzle, steps: &[Step]) -> Lowered {
    let mut lowered = Lowered {
        model: build(puzzle),
        contradiction: None,
        steps: Vec::new(),
    };
    for step in STEPS.into_iter().filter(|step| steps.contains(step)) {
        lowered.steps.push(step);
        match step {
            Step::Symmetry => lowered.model = break_symmetry(lowered.model),
            Step::Prune => match prune(&lowered.model) {
                Ok(pruned) => lowered.model = pruned,
                Err(found) => lowered.contradiction = Some(found),
            },
            Step::Redundant => lowered.model = add_redundant(lowered.model),
        }
    }
    lowered
}

/// States how many cells show each value. Every half of every domino lies on some cell, so this
/// follows from the rest, but only through reasoning that solvers do not do by themselves.
pub fn add_redundant(mut model: Model) -> Model {
    let supply = model.supply().into_iter();
    model
        .constraints
        .extend(supply.map(|(value, cells)| Constraint {
            origin: Origin::Redundant,
            body: Body::Supply { value, cells },
        }));
    model
}
