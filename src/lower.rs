//! The lowering room: from a puzzle to a model, as a visible list of steps.
//!
//! [`build`] states the puzzle and nothing else. Each of the [`STEPS`] after it takes a model and
//! leaves one with the same solutions; each can be switched off.

mod build;
mod contradiction;
mod prune;
mod redundant;
mod symmetry;

use std::fmt;

use crate::model::Model;
use crate::puzzle::Puzzle;

pub use build::build;
pub use contradiction::Contradiction;
pub use prune::prune;
pub use redundant::add_redundant;
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
}

/// Lowers a puzzle with the given steps, in the order of [`STEPS`] whatever their order here.
pub fn lower(puzzle: &Puzzle, steps: &[Step]) -> Lowered {
    let mut model = build(puzzle);
    let mut contradiction = None;
    for step in STEPS.into_iter().filter(|step| steps.contains(step)) {
        model = match step {
            Step::Symmetry => break_symmetry(model),
            Step::Prune => match prune(&model) {
                Ok(pruned) => pruned,
                Err(found) => {
                    contradiction = Some(found);
                    model
                }
            },
            Step::Redundant => add_redundant(model),
        };
    }
    Lowered {
        model,
        contradiction,
    }
}
