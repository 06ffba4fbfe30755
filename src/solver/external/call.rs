//! What an external solver is to do, with what all of its runs share.

use super::work::Work;
use crate::backend::Provenance;
use crate::limits::Watch;
use crate::lower::Lowered;
use crate::solver::error::SolverError;
use crate::solver::misbehaviour::Misbehaviour;
use crate::solver::process::ProcessError;
use crate::solver::registry::Installed;
use crate::solver::task::{Keep, Task};

/// A solver with what it is to do.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct Call<'a> {
    pub(in crate::solver) solver: &'a Installed,
    pub(in crate::solver) task: &'a Task<'a>,
    /// The task's limits, and the flag of whoever runs it.
    pub(in crate::solver) watch: &'a Watch,
}

impl Call<'_> {
    pub(super) fn name(&self) -> &str {
        &self.solver.entry.name
    }

    pub(super) fn blame(&self, problem: Misbehaviour) -> SolverError {
        SolverError::misbehaved(self.name(), problem)
    }

    pub(super) fn unsupported(&self, problem: impl Into<String>) -> SolverError {
        SolverError::Unsupported {
            solver: self.name().to_owned(),
            problem: problem.into(),
        }
    }

    pub(super) fn not_run(&self, problem: ProcessError) -> SolverError {
        SolverError::Run {
            solver: self.name().to_owned(),
            problem,
        }
    }

    /// What is known of the puzzle after lowering.
    pub(super) fn provenance(&self, lowered: &Lowered) -> Provenance {
        Provenance::of(self.task.puzzle(), self.task.name.raw(), lowered)
    }

    /// The folder to work in.
    pub(super) fn work(&self) -> Result<Work, SolverError> {
        Work::new(self.task.options.keep.as_ref().map(|keep| match keep {
            Keep::In(folder) => folder.clone(),
            Keep::BySolver(folder) => folder.join(self.name()),
        }))
    }
}
