//! The programs of others that proofs need: a solver that writes them, and those who check them.

use super::ProveError;
use super::checker::{Checker, Tried, Unasked};
use crate::backend::dimacs;
use crate::limits::Budget;
use crate::solver::{Installed, Registry, SearchPath, Solver, SolverError};

/// The programs of others that are at hand.
#[derive(Debug)]
pub struct Tools<'a> {
    /// The solvers that are known.
    pub registry: &'a Registry,
    /// Where programs are looked for.
    pub places: &'a SearchPath,
}

/// The solvers that write proofs, the best first. Others that the user knows come after them.
const PREFERRED: [&str; 3] = ["kissat", "cadical", "pumpkin"];

impl Tools<'_> {
    /// Of some checkers those that are there and can be believed, and why the others are not asked.
    pub(super) fn checkers(&self, wanted: &[Checker], budget: &Budget) -> Checkers {
        let mut checkers = Checkers::default();
        for &checker in wanted {
            match Tried::find(checker, self.places, budget) {
                Ok(one) => checkers.tried.push(one),
                Err(why) => checkers.unasked.push(why),
            }
        }
        checkers
    }

    /// The solver that writes proofs: the one that is wanted, or the best that is there.
    pub(super) fn solver(&self, wanted: Option<&str>) -> Result<Installed, ProveError> {
        if let Some(name) = wanted {
            return match Solver::find_in(name, self.registry, self.places)? {
                Solver::External(installed) if writes_proofs(&installed) => Ok(*installed),
                Solver::External(_) | Solver::Search(_) | Solver::Embedded => {
                    Err(ProveError::from(SolverError::Unsupported {
                        solver: name.to_owned(),
                        problem: format!("it writes no proof; {} do", PREFERRED.join(", ")),
                    }))
                }
            };
        }
        let others = self.registry.entries().map(|entry| entry.name.as_str());
        let others = others.filter(|name| !PREFERRED.contains(name));
        let mut known = Vec::new();
        for name in PREFERRED.into_iter().chain(others) {
            let Some(entry) = self.registry.get(name) else {
                continue;
            };
            if entry
                .commands
                .iter()
                .all(|command| command.options.proof.is_empty())
            {
                continue;
            }
            known.push(name.to_owned());
            match self.places.find(entry) {
                Ok(installed) if writes_proofs(&installed) => return Ok(installed),
                Ok(_) | Err(_) => {}
            }
        }
        Err(ProveError::NoSolver { known })
    }
}

/// The checkers at hand.
#[derive(Debug, Default)]
pub(super) struct Checkers {
    tried: Vec<Tried>,
    unasked: Vec<Unasked>,
}

impl Checkers {
    /// The checker, or why it is not asked.
    pub(super) fn get(&self, checker: Checker) -> Result<&Tried, Unasked> {
        let mut tried = self.tried.iter();
        tried.find(|one| one.checker == checker).ok_or_else(|| {
            let mut unasked = self.unasked.iter();
            let why = unasked.find(|why| match why {
                Unasked::Missing(one) | Unasked::Unbelievable { checker: one, .. } => {
                    *one == checker
                }
                Unasked::Stopped(_) | Unasked::NoFolder(_) => true,
            });
            why.cloned().unwrap_or(Unasked::Missing(checker))
        })
    }
}

fn writes_proofs(solver: &Installed) -> bool {
    solver.encoding().language() == &dimacs::LANGUAGE && !solver.command.options.proof.is_empty()
}
