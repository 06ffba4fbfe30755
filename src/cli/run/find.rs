//! Finds the selected solvers and rejects options that they do not support.

use super::Run;
use crate::cli::args::warn_of_version;
use crate::cli::encoding::{check_known, encoding};
use crate::cli::{CliError, log};
use crate::exit::Exit;
use crate::solver::{Registry, SearchPath, Solver};
use crate::visible;

impl Run {
    /// The named solvers. A race skips solvers that are not installed, unless none is.
    pub(super) fn find(
        &self,
        registry: &Registry,
        search_path: &SearchPath,
    ) -> Result<Vec<Solver>, CliError> {
        self.search.check(&self.solver)?;
        let mut solvers = Vec::new();
        let mut missing = Vec::new();
        for name in &self.solver {
            match self.find_one(name, registry, search_path) {
                Ok(solver) => solvers.push(solver),
                // A missing temporary folder is not `NoSolver`, and ends a race as well.
                Err(failure) if self.race && failure.exit == Exit::NoSolver => {
                    missing.push(failure);
                }
                Err(failure) => return Err(failure),
            }
        }
        let error = missing.pop_if(|_| solvers.is_empty());
        for failure in &missing {
            log::warning(failure);
        }
        error.map_or(Ok(solvers), Err)
    }

    fn find_one(
        &self,
        name: &str,
        registry: &Registry,
        search_path: &SearchPath,
    ) -> Result<Solver, CliError> {
        // Encoding names are checked before programs are started.
        let chosen = match (registry.get(name), &self.encoding) {
            (Some(entry), Some(name)) => Some(encoding(entry.encoding.language, Some(name))?),
            (None, Some(name)) => {
                check_known(name)?;
                None
            }
            (Some(_) | None, None) => None,
        };
        let mut solver = match Solver::find_in(name, registry, search_path)? {
            Solver::Search(_) => Solver::Search(self.search.search()),
            other @ (Solver::Embedded | Solver::External(_)) => other,
        };
        if let Some(encoding) = chosen {
            solver = solver.with_encoding(encoding)?;
        }
        warn_of_version(&solver);
        if !solver.shows_boards() && !self.count && !self.unique {
            return Err(CliError::usage(format!(
                "{name} only counts solutions: use --count or --unique"
            )));
        }
        let is_external = matches!(solver, Solver::External(_));
        if self.proof.is_some() && !is_external {
            return Err(CliError::usage(format!("{name} writes no proof")));
        }
        let (takes_seed, takes_threads) = match &solver {
            Solver::Embedded => (false, false),
            Solver::Search(_) => (true, false),
            Solver::External(installed) => {
                let options = &installed.command.options;
                (!options.seed.is_empty(), !options.threads.is_empty())
            }
        };
        let ignored = [
            (self.seed.is_some() && !takes_seed, "--seed"),
            (self.threads.is_some() && !takes_threads, "--threads"),
            (self.encoding.is_some() && !is_external, "--encoding"),
            (self.keep.is_some() && !is_external, "--keep"),
            (
                !self.extra.is_empty() && !is_external,
                "additional arguments",
            ),
        ];
        for (_, option) in ignored.iter().filter(|(is_ignored, _)| *is_ignored) {
            log::warning(&format!("{name} ignores {option}"));
        }
        if let Solver::Search(search) = &solver {
            log::detail(&format_args!(
                "{name}: {}; checks: {}",
                search.strategy, search.checks
            ));
        }
        if let Solver::External(installed) = &solver {
            let version = installed.version.as_ref();
            log::detail(&format_args!(
                "{name}: {}{}, encoding {}",
                visible::path(&installed.program),
                version.map_or_else(String::new, |version| format!(" {version}")),
                installed.encoding()
            ));
        }
        Ok(solver)
    }
}
