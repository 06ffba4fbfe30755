//! `pipsc solvers`: lists and tests solvers.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::args::{RegistryArguments, ReportArguments, search_path};
use super::interrupt::TaskGuard;
use super::{CliError, prose};
use crate::backend::Language;
use crate::exit::Exit;
use crate::parallel::{in_parallel, processors};
use crate::solver::{
    ConformanceCase, InstalledSolver, MissingSolver, Registry, Solver, SolverEntry, SolverError,
    conformance, embedded, search, works,
};
use crate::visible::{self, Visible};

/// The time limit of each test.
const TRIAL_TIME: Duration = Duration::from_secs(60);

/// List solvers with their versions, and test whether they work
///
/// Every installed solver lists all solutions of a small puzzle. With --test it solves puzzles with
/// one, no and several solutions, in every encoding of its language.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc solvers
  pipsc solvers huub z3                               # details, and how to install them
  pipsc solvers --long
  pipsc solvers --test mine --solver-file mine.toml   # test your own entry
  pipsc solvers --format json
  pipsc solvers --solver-file mine.toml")]
pub(super) struct Solvers {
    /// Only these solvers, in detail
    #[arg(value_name = "NAME")]
    solver_names: Vec<String>,

    /// Print all details of every solver
    #[arg(long)]
    long: bool,

    /// Test every encoding of each solver's language on three small puzzles
    #[arg(long)]
    test: bool,

    #[command(flatten)]
    registry: RegistryArguments,

    #[command(flatten)]
    report: ReportArguments,
}

/// The maximum width of the list.
const COLUMNS: usize = 80;

/// The built-in solvers and their descriptions.
const KINDS: [(&str, &str); 2] = [
    (
        embedded::NAME,
        "frontier dynamic programming, annealing, exact cover and SAT; built into pipsc",
    ),
    (search::NAME, "plain backtracking search; built into pipsc"),
];

/// A solver with the results of its tests.
struct ListedSolver<'a> {
    name: &'a str,
    /// The registry entry; none for a built-in solver.
    entry: Option<&'a SolverEntry>,
    /// The installed solver with its test cases, or the reason why it cannot be used.
    found: Result<(Solver, Vec<ConformanceCase>), MissingSolver>,
}

impl Solvers {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let registry = self.registry.load()?;
        let guard = TaskGuard::begin();
        let search_path = search_path(&guard);
        let limits = guard.limits(Some(TRIAL_TIME));
        let names = self.names(&registry)?;
        let listed = in_parallel(&names, processors(), |_, &name| {
            let found = match Solver::find_in(name, &registry, &search_path) {
                Ok(solver) => {
                    let cases = match self.test {
                        true => conformance(&solver, &limits),
                        false => vec![works(&solver, &limits)],
                    };
                    Ok((solver, cases))
                }
                Err(SolverError::Missing(missing)) => Err(missing),
                Err(problem) => return Err(problem),
            };
            let entry = registry.get(name);
            Ok(ListedSolver { name, entry, found })
        });
        let listed = listed.into_iter().collect::<Result<Vec<_>, _>>()?;
        // An interrupted test has no result.
        if guard.cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        self.report.print(
            || {
                let values = listed.iter().map(|one| one.value(self.test));
                json!({ "solvers": values.collect::<Vec<_>>() })
            },
            |out| {
                let text = if self.test {
                    ListedSolver::tests
                } else if self.long || !self.solver_names.is_empty() {
                    ListedSolver::details
                } else {
                    return write!(out, "{}", table(&listed));
                };
                let texts: Vec<String> = listed.iter().map(text).collect();
                write!(out, "{}", texts.join("\n"))
            },
        )?;
        if self.test && listed.iter().any(|one| one.problem().is_some()) {
            return Ok(Exit::Rejected);
        }
        // Without a temporary folder no solver can be tested.
        let mut problems = listed.into_iter().filter_map(|one| one.found.err());
        match problems.find(|problem| matches!(problem, MissingSolver::NoFolder(_))) {
            Some(problem) => Err(SolverError::Missing(problem).into()),
            None => Ok(Exit::Done),
        }
    }

    /// The named solvers in their order, or all solvers: the built-in ones, then the others by
    /// language and name.
    fn names<'n>(&'n self, registry: &'n Registry) -> Result<Vec<&'n str>, SolverError> {
        let built_in = KINDS.map(|(name, _)| name);
        if !self.solver_names.is_empty() {
            for name in &self.solver_names {
                if !built_in.contains(&name.as_str()) {
                    let _ = registry.expect(name)?;
                }
            }
            return Ok(self.solver_names.iter().map(String::as_str).collect());
        }
        let mut entries: Vec<&SolverEntry> = registry.entries().collect();
        entries.sort_by_key(|entry| {
            let language = entry.encoding.language;
            let place = Language::ALL.iter().position(|&other| other == language);
            (place, entry.name.clone())
        });
        let names = entries.into_iter().map(|entry| entry.name.as_str());
        Ok(built_in.into_iter().chain(names).collect())
    }
}

/// One line per solver, and a hint at the details.
fn table(listed: &[ListedSolver<'_>]) -> String {
    let mut text = String::new();
    for one in listed {
        let language = one.entry.map_or("", |entry| entry.encoding.language.name);
        let line = format!(
            "{:<14} {language:<9} {:<12} {}",
            Visible(one.name),
            cut(&one.version(), 12),
            one.state()
        );
        text += cut(&line, COLUMNS).trim_end();
        text.push('\n');
    }
    let is_missing =
        |one: &ListedSolver<'_>| matches!(one.found, Err(MissingSolver::NotFound { .. }));
    text += "\n`pipsc solvers NAME` prints all details of one";
    text += match listed.iter().any(is_missing) {
        true => ",\nand how to install it.\n",
        false => ".\n",
    };
    text
}

/// Truncates a text to `most` characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(3)).collect();
    start + "..."
}

impl ListedSolver<'_> {
    fn about(&self) -> &str {
        let built_in = KINDS.iter().find(|(name, _)| *name == self.name);
        let about = self.entry.map(|entry| entry.about.as_str());
        about.or(built_in.map(|(_, about)| *about)).unwrap_or("")
    }

    /// The installed external solver.
    fn external(&self) -> Option<&InstalledSolver> {
        match &self.found {
            Ok((Solver::External(installed), _)) => Some(installed),
            _ => None,
        }
    }

    /// The problem of the first test that failed.
    fn problem(&self) -> Option<&str> {
        let (_, cases) = self.found.as_ref().ok()?;
        cases.iter().find_map(|case| case.problem.as_deref())
    }

    /// The version, empty if it is unknown.
    fn version(&self) -> String {
        let found = self.found.as_ref().ok();
        let version = found.and_then(|(solver, _)| solver.version());
        version.map_or_else(String::new, |version| Visible(version).to_string())
    }

    /// The warning about the version.
    fn warning(&self) -> Option<String> {
        self.external()?.version_warning()
    }

    /// The state in a few words.
    fn state(&self) -> &'static str {
        match (&self.found, self.entry, self.warning()) {
            (Err(MissingSolver::NotFound { .. }), ..) => "is not installed",
            (Err(MissingSolver::NotExecutable { .. }), ..) => "is not executable",
            (Err(MissingSolver::Broken { .. }), ..) => "DOES NOT START",
            (Err(MissingSolver::NoFolder(_)), ..) => "cannot be tested",
            (Ok(_), ..) if self.problem().is_some() => "DOES NOT WORK",
            (Ok(_), None, _) => "works, is built in",
            (Ok(_), Some(_), None) => "works",
            (Ok(_), Some(_), Some(_)) => "works, in an untested version",
        }
    }

    /// The result of every test, one line each.
    fn tests(&self) -> String {
        let Ok((_, cases)) = &self.found else {
            return self.details();
        };
        let mut text = format!("{}\n", Visible(self.name));
        for case in cases {
            let encoding = case.encoding.map_or("in process", |one| one.name);
            let result = case.problem.as_deref().map_or("correct".into(), |problem| {
                format!("WRONG: {}", Visible(problem))
            });
            text += &format!("  {encoding:<16} {:<11} {result}\n", case.puzzle);
        }
        text
    }

    /// All details, one per line.
    fn details(&self) -> String {
        let mut text = format!("{}\n", Visible(self.name));
        let mut add = |what: &str, value: String| {
            if !value.is_empty() {
                let name = format!("  {:<9} ", format!("{what}:"));
                text += &(prose::hanging(&value, &name, name.len(), COLUMNS) + "\n");
            }
        };
        add("kind", Visible(self.about()).to_string());
        if let Some(entry) = self.entry {
            let language = entry.encoding.language.title;
            add(
                "reads",
                format!("{language}, in the encoding {}", entry.encoding),
            );
            if entry.file != Path::new("solvers.toml") {
                add("entry in", visible::path(&entry.file));
            }
        }
        if let Some(installed) = self.external() {
            add("program", visible::path(&installed.program));
            add("run by", installed.command.name.clone().unwrap_or_default());
        }
        add("version", self.warning().unwrap_or_else(|| self.version()));
        match (&self.found, self.problem()) {
            (Ok(_), None) => add("state", "it works".into()),
            (Ok(_), Some(problem)) => add("state", format!("it DOES NOT WORK: {problem}")),
            (
                Err(MissingSolver::NotFound {
                    wanted, install, ..
                }),
                _,
            ) => {
                let wanted = wanted.join(" or ");
                add(
                    "state",
                    format!("it is not installed: pipsc cannot find {wanted}"),
                );
                add("install", install.clone());
            }
            (Err(missing), _) => add("state", format!("it cannot be used: {missing}")),
        }
        text
    }

    fn value(&self, has_tests: bool) -> Value {
        let (entry, external) = (self.entry, self.external());
        let problem = match &self.found {
            Ok(_) => self.problem().map(str::to_owned),
            Err(missing) => Some(missing.to_string()),
        };
        let solver = self.found.as_ref().ok().map(|(solver, _)| solver);
        let mut value = json!({
            "name": self.name,
            "about": self.about(),
            "target": entry.map(|entry| entry.encoding.language.name),
            "encoding": entry.map(|entry| entry.encoding.name),
            "install": entry.map(|entry| &entry.install),
            "installed": solver.is_some(),
            "program": external.map(|installed| installed.program.to_string_lossy()),
            "via": external.map(|installed| &installed.command.name),
            "version": solver.map(Solver::version),
            "version_known": external.map(|_| self.warning().is_none()),
            "works": solver.map(|_| problem.is_none()),
            "problem": problem,
        });
        if let (true, Ok((_, cases))) = (has_tests, &self.found) {
            let tests = cases.iter().map(|case| {
                json!({
                    "encoding": case.encoding.map(|one| one.name),
                    "puzzle": case.puzzle,
                    "problem": case.problem,
                })
            });
            value["tests"] = tests.collect();
        }
        value
    }
}
