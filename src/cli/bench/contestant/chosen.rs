//! Who was asked for: solvers with their encodings and terms, and what every process takes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Contestant, Kind};
use crate::backend::Encoding;
use crate::bench::{Column, Question};
use crate::checksum::sha256_of_files;
use crate::cli::bench::Bench;
use crate::cli::encoding::encoding;
use crate::cli::registry::warn_of_version;
use crate::cli::{Failure, say};
use crate::lower::{STEPS, Step};
use crate::puzzle::Label;
use crate::solver::search::Search;
use crate::solver::{Entry, Registry, SearchPath, Solver, SolverError, embedded};

/// What people type for a solver's own encoding.
const DEFAULT: &str = "default";

/// What people type for every solver that is installed, or every encoding of a language.
const ALL: &str = "all";

impl Contestant {
    /// Everybody that was asked for.
    pub(in crate::cli::bench) fn all(
        bench: &Bench,
        registry: &Registry,
        places: &SearchPath,
        program: &Path,
    ) -> Result<Vec<Self>, Failure> {
        let mut all: Vec<Self> = Vec::new();
        let mut programs = Programs::default();
        let mut used = vec![false; bench.encoding.len()];
        let own = [embedded::NAME.to_owned()];
        let solvers = if bench.solver.is_empty() && bench.emit.is_empty() {
            &own[..]
        } else {
            &bench.solver
        };
        let terms = bench.terms();
        for (name, is_named) in expanded(solvers, registry) {
            let name = name.as_str();
            let encodings = match registry.get(name) {
                Some(entry) => encodings(entry, &bench.encoding, &mut used)?,
                None => Vec::new(),
            };
            let solver = match Solver::find_in(name, registry, places) {
                Ok(solver) => solver,
                // Of all that there are, those that are not there are left out.
                Err(SolverError::Missing(missing)) if !is_named => {
                    say::warning(&missing);
                    continue;
                }
                Err(problem) => return Err(problem.into()),
            };
            if !solver.shows_boards() && bench.goal.contains(&Question::One) {
                // Of all that there are, those that only count are left out.
                if !is_named {
                    continue;
                }
                return Err(Failure::Usage(format!(
                    "{name} says how many solutions there are and shows none; measure it with \
                     --goal count or --goal unique"
                )));
            }
            warn_of_version(&solver);
            let version = solver.version().map(str::to_owned);
            let hash = programs.sha256(match &solver {
                Solver::Embedded | Solver::Search(_) => program,
                Solver::External(installed) => &installed.program,
            });
            let mut enter = |encoding: Option<&str>, steps: &[Step], kind: &dyn Fn() -> Kind| {
                all.extend(bench.goal.iter().map(|&goal| Contestant {
                    column: column(name, encoding, goal, Some(steps)),
                    version: version.clone(),
                    program_sha256: hash.clone(),
                    kind: kind(),
                }));
            };
            match solver {
                // It takes all steps by itself.
                Solver::Embedded => enter(None, &STEPS, &|| Kind::Embedded),
                Solver::Search(_) => {
                    for search in bench.searches() {
                        let way = way(&search);
                        for steps in &terms {
                            enter(Some(&way), steps, &|| Kind::Search(search));
                        }
                    }
                }
                Solver::External(_) => {}
            }
            for encoding in encodings {
                let solver = solver.clone().with_encoding(encoding)?;
                for steps in &terms {
                    enter(Some(encoding.name()), steps, &|| {
                        Kind::External(solver.clone())
                    });
                }
            }
        }
        if let Some(unused) = used.iter().position(|used| !used) {
            return Err(Failure::Usage(format!(
                "--encoding: none of the solvers takes the encoding `{}`",
                bench.encoding[unused]
            )));
        }
        for &target in &bench.emit {
            let name = format!("pipsc emit {target}");
            all.extend(terms.iter().map(|steps| Contestant {
                column: column(&name, None, Question::Nothing, Some(steps)),
                version: None,
                program_sha256: programs.sha256(program),
                kind: Kind::Emit(target),
            }));
        }
        if bench.yardstick {
            if let Ok(program) = SearchPath::from_environment().program("true", "".as_ref()) {
                all.push(Contestant {
                    column: column("true", None, Question::Nothing, None),
                    version: None,
                    program_sha256: programs.sha256(&program),
                    kind: Kind::Nothing(program),
                });
            }
            all.push(Contestant {
                column: column("pipsc --version", None, Question::Nothing, None),
                version: None,
                program_sha256: programs.sha256(program),
                kind: Kind::Version,
            });
        }
        // The same twice would be measured twice and told apart by nobody.
        let mut seen = Vec::new();
        all.retain(|one| {
            let new = !seen.contains(&one.column);
            seen.push(one.column.clone());
            new
        });
        Ok(all)
    }
}

/// The hashes of programs, each made once: some are large.
#[derive(Debug, Default)]
struct Programs {
    known: BTreeMap<PathBuf, Option<String>>,
}

impl Programs {
    fn sha256(&mut self, program: &Path) -> Option<String> {
        let hash = || sha256_of_files([program]).ok();
        let known = self.known.entry(program.to_owned());
        known.or_insert_with(hash).clone()
    }
}

/// The solvers that were asked for, each with whether it was by its name.
fn expanded(asked: &[String], registry: &Registry) -> Vec<(String, bool)> {
    let every = || {
        let own = std::iter::once(embedded::NAME);
        let others = registry.entries().map(|entry| entry.name.as_str());
        own.chain(others).map(|name| (name.to_owned(), false))
    };
    let each = asked.iter().flat_map(|name| match name.as_str() {
        ALL => every().collect(),
        _ => vec![(name.clone(), true)],
    });
    each.collect()
}

/// A way to search, as a column names it: the strategy, and the checks if they are not its own.
fn way(search: &Search) -> String {
    let Search {
        strategy, checks, ..
    } = search;
    if *checks == strategy.usual_checks() {
        return strategy.to_string();
    }
    format!("{strategy}+{}", checks.to_string().replace(',', "+"))
}

fn column(
    solver: &str,
    encoding: Option<&str>,
    question: Question,
    steps: Option<&[Step]>,
) -> Column {
    Column {
        solver: solver.into(),
        encoding: encoding.map(Label::from),
        question,
        steps: steps.map(<[Step]>::to_vec),
    }
}

/// The encodings that a solver is given, of those that were asked for.
fn encodings(entry: &Entry, asked: &[String], used: &mut [bool]) -> Result<Vec<Encoding>, Failure> {
    if asked.is_empty() {
        return Ok(vec![entry.encoding]);
    }
    let mut encodings = Vec::new();
    for (name, used) in asked.iter().zip(used) {
        let language = entry.encoding.language();
        let fits = match name.as_str() {
            DEFAULT => vec![entry.encoding],
            ALL => {
                let every = language.encodings.iter().copied();
                every.filter(|one| one.suits(&entry.name)).collect()
            }
            name => encoding(language, Some(name)).into_iter().collect(),
        };
        *used |= !fits.is_empty();
        encodings.extend(fits);
    }
    if encodings.is_empty() {
        return Err(Failure::Usage(format!(
            "{} takes none of the encodings {}; add `{DEFAULT}` for its own",
            entry.name,
            asked.join(", ")
        )));
    }
    Ok(encodings)
}
