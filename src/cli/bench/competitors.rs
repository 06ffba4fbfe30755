//! The measured configurations: solvers with their encodings and lowering steps.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Bench, LoweringChoice};
use crate::backend::Encoding;
use crate::bench::{BenchGoal, Competitor, Configuration};
use crate::checksum::sha256_of_files;
use crate::cli::args::warn_of_version;
use crate::cli::encoding::encoding;
use crate::cli::{CliError, log};
use crate::lower::{AS_IT_STANDS, LoweringStep, STEPS};
use crate::puzzle::Label;
use crate::solver::search::{Strategy, TreeSearch};
use crate::solver::{Registry, SearchPath, Solver, SolverEntry, SolverError, embedded};

/// The argument for a solver's default encoding.
const DEFAULT: &str = "default";

/// The argument for every installed solver, or for every encoding of a language.
const ALL: &str = "all";

impl Bench {
    /// The selected configurations, without duplicates.
    pub(super) fn competitors(
        &self,
        registry: &Registry,
        search_path: &SearchPath,
    ) -> Result<Vec<Competitor>, CliError> {
        let mut all: Vec<Competitor> = Vec::new();
        let mut hashes: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
        let mut used = vec![false; self.encoding.len()];
        let terms = self.terms();
        for (name, is_named) in self.solvers(registry) {
            let encodings = match registry.get(&name) {
                Some(entry) => self.encodings(entry, &mut used)?,
                None => Vec::new(),
            };
            let solver = match Solver::find_in(&name, registry, search_path) {
                Ok(solver) => solver,
                // With `all`, solvers that are not installed are skipped.
                Err(SolverError::Missing(missing)) if !is_named => {
                    log::warning(&missing);
                    continue;
                }
                Err(problem) => return Err(problem.into()),
            };
            if !solver.shows_boards() && self.goal.contains(&BenchGoal::One) {
                // With `all`, solvers that only count are skipped.
                if !is_named {
                    continue;
                }
                return Err(CliError::usage(format!(
                    "{name} only counts solutions: use --goal count or --goal unique"
                )));
            }
            warn_of_version(&solver);
            let program_sha256 = match &solver {
                Solver::Embedded | Solver::Search(_) => None,
                Solver::External(installed) => {
                    let hash = |program: &Path| sha256_of_files([program]).ok();
                    let known = hashes.entry(installed.program.clone());
                    known.or_insert_with_key(|program| hash(program)).clone()
                }
            };
            let mut enter = |solver: Solver, encoding: Option<&str>, steps: &[LoweringStep]| {
                for &question in &self.goal {
                    let configuration = Configuration {
                        question,
                        solver: name.as_str().into(),
                        encoding: encoding.map(Label::from),
                        steps: steps.to_vec(),
                    };
                    if !all.iter().any(|one| one.configuration == configuration) {
                        all.push(Competitor {
                            configuration,
                            solver: solver.clone(),
                            program_sha256: program_sha256.clone(),
                        });
                    }
                }
            };
            match &solver {
                // The embedded solver always applies all steps.
                Solver::Embedded => enter(solver.clone(), None, &STEPS),
                Solver::Search(_) => {
                    for search in self.searches() {
                        for steps in &terms {
                            enter(Solver::Search(search), Some(&search_name(&search)), steps);
                        }
                    }
                }
                Solver::External(_) => {}
            }
            for encoding in encodings {
                let solver = solver.clone().with_encoding(encoding)?;
                for steps in &terms {
                    enter(solver.clone(), Some(encoding.name), steps);
                }
            }
        }
        match used.iter().position(|used| !used) {
            Some(unused) => Err(CliError::usage(format!(
                "--encoding: none of the solvers takes the encoding `{}`",
                self.encoding[unused]
            ))),
            None => Ok(all),
        }
    }

    /// The lowering steps of each column.
    fn terms(&self) -> Vec<Vec<LoweringStep>> {
        let steps = |terms: &LoweringChoice| match terms {
            LoweringChoice::Pruned => STEPS.to_vec(),
            LoweringChoice::Whole => AS_IT_STANDS.to_vec(),
        };
        self.terms.iter().map(steps).collect()
    }

    /// The strategies and checks of plain search.
    fn searches(&self) -> Vec<TreeSearch> {
        let strategies = match self.strategy.as_slice() {
            [] => &Strategy::ALL[..],
            some => some,
        };
        let mut searches = Vec::new();
        for usual in strategies.iter().map(|&strategy| TreeSearch::new(strategy)) {
            match self.checks.as_slice() {
                [] => searches.push(usual),
                some => searches.extend(some.iter().map(|&checks| TreeSearch { checks, ..usual })),
            }
        }
        searches
    }

    /// The selected solvers. The flag is false for solvers that `all` selected.
    fn solvers(&self, registry: &Registry) -> Vec<(String, bool)> {
        let mut solvers = Vec::new();
        for name in &self.solver {
            if name == ALL {
                let entries = registry.entries().map(|entry| entry.name.as_str());
                let every = std::iter::once(embedded::NAME).chain(entries);
                solvers.extend(every.map(|name| (name.to_owned(), false)));
            } else {
                solvers.push((name.clone(), true));
            }
        }
        solvers
    }

    /// The selected encodings that a solver supports.
    fn encodings(&self, entry: &SolverEntry, used: &mut [bool]) -> Result<Vec<Encoding>, CliError> {
        if self.encoding.is_empty() {
            return Ok(vec![entry.encoding]);
        }
        let mut encodings = Vec::new();
        for (name, used) in self.encoding.iter().zip(used) {
            let language = entry.encoding.language;
            let fits = match name.as_str() {
                DEFAULT => vec![entry.encoding],
                ALL => {
                    let every = language.encodings().iter().copied();
                    every.filter(|one| one.suits(&entry.name)).collect()
                }
                name => encoding(language, Some(name)).into_iter().collect(),
            };
            *used |= !fits.is_empty();
            encodings.extend(fits);
        }
        if encodings.is_empty() {
            return Err(CliError::usage(format!(
                "{} takes none of the encodings {}; add `{DEFAULT}` for its own",
                entry.name,
                self.encoding.join(", ")
            )));
        }
        Ok(encodings)
    }
}

/// The name of a plain search: the strategy, and the checks if they are not the strategy's default.
fn search_name(search: &TreeSearch) -> String {
    let TreeSearch {
        strategy, checks, ..
    } = search;
    if *checks == strategy.default_checks() {
        return strategy.to_string();
    }
    format!("{strategy}+{}", checks.to_string().replace(',', "+"))
}
