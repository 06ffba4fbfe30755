//! `pipsc solvers`: lists and tests solvers.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::args::{RegistryArguments, ReportArguments, places};
use super::interrupt::TaskGuard;
use super::{CliError, prose};
use crate::backend::{Encoding, Language};
use crate::exit::Exit;
use crate::parallel::{in_parallel, processors};
use crate::solver::{
    ConformanceCase, MissingSolver, Registry, Solver, SolverEntry, SolverError, conformance,
    embedded, search, works,
};
use crate::visible::{self, Visible};

/// The time limit of each test.
const TRIAL_TIME: Duration = Duration::from_secs(60);

/// List solvers with their version and whether they work
///
/// Every installed solver lists all solutions of a small puzzle. With --test it solves puzzles with
/// one, no and several solutions, in every encoding of its language.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc solvers
  pipsc solvers huub z3              # details, and how to install them
  pipsc solvers --long
  pipsc solvers --test mine --solver-file mine.toml      # does my own entry work?
  pipsc solvers --format json
  pipsc solvers --solver-file mine.toml")]
pub(super) struct Solvers {
    /// Only these solvers, in detail
    #[arg(value_name = "NAME")]
    solver_names: Vec<String>,

    /// Print all details of every solver
    #[arg(long)]
    long: bool,

    /// Test every encoding of their language, with three small puzzles each
    #[arg(long)]
    test: bool,

    #[command(flatten)]
    registry: RegistryArguments,

    #[command(flatten)]
    report: ReportArguments,
}

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
        let ongoing = TaskGuard::begin();
        let places = places(&ongoing);
        let limits = ongoing.limits(Some(TRIAL_TIME));
        let names = self.names(&registry)?;
        let listed = in_parallel(&names, processors(), |_, &name| {
            let found = match Solver::find_in(name, &registry, &places) {
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
        if ongoing.cancel.is_cancelled() {
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
            let language = entry.encoding.language();
            let place = Language::ALL.iter().position(|&other| other == language);
            (place, entry.name.clone())
        });
        let names = entries.into_iter().map(|entry| entry.name.as_str());
        Ok(built_in.into_iter().chain(names).collect())
    }
}

/// The file name of the built-in registry.
const BUILT_IN: &str = "solvers.toml";

/// The maximum width of the list.
const COLUMNS: usize = 80;

/// One line per solver, and a hint at the details.
fn table(listed: &[ListedSolver<'_>]) -> String {
    let mut text = String::new();
    for one in listed {
        let language = one.entry.map_or("", |entry| entry.encoding.language().name);
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
        |one: &&ListedSolver<'_>| matches!(one.found, Err(MissingSolver::NotFound { .. }));
    let missing = listed.iter().filter(is_missing).count();
    let is_there = |one: &ListedSolver<'_>| one.found.is_ok();
    text += match missing {
        0 if listed.iter().all(is_there) => "\nEvery solver is installed. ",
        0 => "\n",
        1 => "\nOne solver is not installed. ",
        _ => "\nSome solvers are not installed. ",
    };
    text += "`pipsc solvers NAME` prints all details of one";
    text += if missing > 0 {
        ",\nand how to install it.\n"
    } else {
        ".\n"
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
    /// The problem of the first test that failed.
    fn problem(&self) -> Option<&str> {
        let (_, cases) = self.found.as_ref().ok()?;
        cases.iter().find_map(|case| case.problem.as_deref())
    }

    /// The result of every test, one line each.
    fn tests(&self) -> String {
        let Ok((_, cases)) = &self.found else {
            return self.details();
        };
        let mut text = format!("{}\n", Visible(self.name));
        for case in cases {
            let encoding = case.encoding.map_or("in process", Encoding::name);
            let result = case.problem.as_deref().map_or("correct".into(), |problem| {
                format!("WRONG: {}", Visible(problem))
            });
            text += &format!("  {encoding:<16} {:<11} {result}\n", case.puzzle);
        }
        text
    }

    /// The version, empty if it is unknown.
    fn version(&self) -> String {
        let found = self.found.as_ref().ok();
        let version = found.and_then(|(solver, _)| solver.version());
        version.map_or_else(String::new, |version| Visible(version).to_string())
    }

    /// The warning about the version.
    fn doubt(&self) -> Option<String> {
        match &self.found {
            Ok((Solver::External(installed), _)) => installed.version_warning(),
            Ok((Solver::Embedded | Solver::Search(_), _)) | Err(_) => None,
        }
    }

    /// The state in a few words.
    fn state(&self) -> &'static str {
        match (&self.found, self.entry, self.doubt()) {
            (Err(MissingSolver::NotFound { .. }), ..) => "is not installed",
            (Err(MissingSolver::NotExecutable { .. }), ..) => "may not be executed",
            (Err(MissingSolver::Broken { .. }), ..) => "DOES NOT START",
            (Err(MissingSolver::NoFolder(_)), ..) => "cannot be tested",
            (Ok(_), ..) if self.problem().is_some() => "DOES NOT WORK",
            (Ok(_), None, _) => "works, is built in",
            (Ok(_), Some(_), None) => "works",
            (Ok(_), Some(_), Some(_)) => "works, in an untested version",
        }
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
        match self.entry {
            None => {
                let kinds = KINDS.iter().filter(|(name, _)| *name == self.name);
                kinds.for_each(|(_, kind)| add("kind", (*kind).into()));
            }
            Some(entry) => {
                add("kind", Visible(&entry.about).to_string());
                let language = entry.encoding.language();
                add(
                    "reads",
                    format!("{}, in the encoding {}", language.title, entry.encoding),
                );
                if entry.file != Path::new(BUILT_IN) {
                    add("entry in", visible::path(&entry.file));
                }
            }
        }
        match &self.found {
            Err(MissingSolver::NotFound {
                wanted, install, ..
            }) => {
                add(
                    "state",
                    format!(
                        "it is not installed: pipsc cannot find {}",
                        wanted.join(" or ")
                    ),
                );
                add("install", install.clone());
                return text;
            }
            Err(missing) => {
                add("state", format!("it cannot be used: {missing}"));
                return text;
            }
            Ok((Solver::Embedded | Solver::Search(_), _)) => add("version", self.version()),
            Ok((Solver::External(installed), _)) => {
                add("program", visible::path(&installed.program));
                add("run by", installed.command.name.clone().unwrap_or_default());
                match (self.doubt(), self.version()) {
                    (Some(doubt), _) => add("version", doubt),
                    (None, version) if version.is_empty() => {
                        add("version", "it does not print its version".into());
                    }
                    (None, version) => add("version", version),
                }
            }
        }
        add(
            "state",
            match self.problem() {
                None => "it works".into(),
                Some(problem) => format!("it DOES NOT WORK: {problem}"),
            },
        );
        text
    }

    fn value(&self, has_tests: bool) -> Value {
        let mut value = json!({ "name": self.name });
        match self.entry {
            None => value["about"] = json!("built in"),
            Some(entry) => {
                value["about"] = json!(entry.about);
                value["target"] = json!(entry.encoding.language().name);
                value["encoding"] = json!(entry.encoding.name());
                value["install"] = json!(entry.install);
            }
        }
        value["installed"] = json!(self.found.is_ok());
        match &self.found {
            Err(missing) => value["problem"] = json!(missing.to_string()),
            Ok((solver, cases)) => {
                if let Solver::External(installed) = solver {
                    value["program"] = json!(installed.program.to_string_lossy());
                    value["via"] = json!(installed.command.name);
                    value["version_known"] = json!(self.doubt().is_none());
                }
                value["version"] = json!(solver.version());
                value["works"] = json!(self.problem().is_none());
                if let Some(problem) = self.problem() {
                    value["problem"] = json!(problem);
                }
                if has_tests {
                    let tests = cases.iter().map(|case| {
                        json!({
                            "encoding": case.encoding.map(Encoding::name),
                            "puzzle": case.puzzle.to_string(),
                            "problem": case.problem,
                        })
                    });
                    value["tests"] = tests.collect();
                }
            }
        }
        value
    }
}
