//! `pipsc solvers`: what is known, what is there, and whether it really solves.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::check::ReportFormat;
use super::interrupt::Task;
use super::run::EMBEDDED;
use super::{Failure, output, run, say};
use crate::backend::{Language, Provenance};
use crate::exit::Exit;
use crate::formats;
use crate::lower::lower;
use crate::puzzle::Puzzle;
use crate::solver::embedded;
use crate::solver::external::{Request, solve};
use crate::solver::portfolio::{self, Runner};
use crate::solver::registry::{Entry, Found, SearchPath};
use crate::solver::task::{Cancel, Found as Count, Goal, Limits, Outcome};

/// Small, but with several kinds of rules and several solutions: a solver that only ever says
/// yes, or only ever no, does not pass.
const TINY: &str = "\
AAB
CCB

A 7
B =
C <5

6-1 2-2 0-4
";

/// How many solutions it has: two of its dominoes can be turned.
const TINY_SOLUTIONS: u128 = 4;

/// A solver that needs longer for it is of no use.
const PATIENCE: Duration = Duration::from_secs(60);

/// List the solvers: which are installed, in what version, and whether they work
///
/// Every solver that is there is given a tiny puzzle; it works if it finds every solution.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc solvers
  pipsc solvers --format json
  pipsc solvers --solvers mine.toml")]
pub(super) struct Solvers {
    /// More solvers, in the form of docs/solvers.md; besides those that PIPSC_SOLVERS names
    #[arg(long, value_name = "FILE")]
    solvers: Option<PathBuf>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

/// What became of one solver.
struct Listed<'a> {
    entry: &'a Entry,
    /// The program, or why there is none.
    found: Result<Found<'a>, String>,
    /// Nothing wrong with it, or what is.
    works: Result<(), String>,
}

impl Solvers {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let registry = run::registry(self.solvers.as_ref())?;
        let guard = run::guard()?;
        let task = Task::begin();
        let search = SearchPath::from_environment(&guard, task.cancel.clone());
        let puzzle = tiny()?;
        let mut entries: Vec<&Entry> = registry.entries().collect();
        entries.sort_by_key(|entry| {
            let target = entry.encoding.language();
            let place = Language::ALL
                .iter()
                .position(|&language| language == target);
            (place, entry.name.clone())
        });
        let (search, guard, puzzle) = (&search, &guard, &puzzle);
        let runners = entries.into_iter().map(|entry| {
            let runner: Runner<'_, Listed<'_>> =
                Box::new(move |cancel: &Cancel| list(entry, search, guard, puzzle, cancel));
            runner
        });
        let own = try_own(puzzle, &task.cancel);
        let listed = portfolio::all(runners.collect(), &task.cancel);
        output::to_stdout(|out| match self.format {
            ReportFormat::Json => {
                let own = json!({
                    "name": EMBEDDED,
                    "about": "built in",
                    "installed": true,
                    "version": env!("CARGO_PKG_VERSION"),
                    "works": own.is_ok(),
                });
                let others = listed.iter().map(value);
                let values: Vec<Value> = std::iter::once(own).chain(others).collect();
                writeln!(out, "{:#}", json!({ "solvers": values }))
            }
            ReportFormat::Text => {
                let version = env!("CARGO_PKG_VERSION");
                let works = working(&own);
                writeln!(out, "{EMBEDDED:<14} {:<9} {version}, built in; {works}", "")?;
                listed.iter().try_for_each(|one| {
                    let Entry { name, encoding, .. } = one.entry;
                    let state = match (&one.found, &one.works) {
                        (Err(problem), _) => problem.clone(),
                        (Ok(found), works) => format!("{}; {}", describe(found), working(works)),
                    };
                    writeln!(out, "{name:<14} {:<9} {state}", encoding.language().name)
                })
            }
        })?;
        Ok(Exit::Done)
    }
}

fn tiny() -> Result<Puzzle, Failure> {
    let read = formats::read(TINY.as_bytes(), None);
    let puzzle = read
        .ok()
        .and_then(|document| document.pick(None).ok().cloned());
    puzzle.ok_or_else(|| Failure::Internal("the tiny puzzle cannot be read".into()))
}

fn list<'a>(
    entry: &'a Entry,
    search: &SearchPath,
    guard: &Path,
    puzzle: &Puzzle,
    cancel: &Cancel,
) -> Listed<'a> {
    let found = search.find(entry).map_err(|missing| missing.to_string());
    let works = match &found {
        Ok(found) => try_out(found, guard, puzzle, cancel),
        Err(_) => Err("not installed".into()),
    };
    Listed {
        entry,
        found,
        works,
    }
}

/// Lets a solver find all solutions of the tiny puzzle.
fn try_out(
    found: &Found<'_>,
    guard: &Path,
    puzzle: &Puzzle,
    cancel: &Cancel,
) -> Result<(), String> {
    let lowered = lower(puzzle, found.entry.encoding.steps());
    let limits = Limits {
        time: Some(PATIENCE),
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let provenance = Provenance::default();
    let request = Request {
        puzzle,
        model: &lowered.model,
        provenance: &provenance,
        solver: found,
        encoding: found.entry.encoding,
        goal: Goal::Count { limit: Some(9) },
        limits: &limits,
        seed: None,
        threads: None,
        extra: &[],
        guard,
        keep: None,
        proof: None,
        checker: None,
        announce: say::detail,
    };
    let (outcome, _) =
        solve(&request, &mut |_| ControlFlow::Continue(())).map_err(|error| error.to_string())?;
    judge(&outcome)
}

/// Lets our own solver do the same.
fn try_own(puzzle: &Puzzle, cancel: &Cancel) -> Result<(), String> {
    let limits = Limits {
        time: Some(PATIENCE),
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let goal = Goal::All { limit: None };
    let outcome = embedded::solve(puzzle, goal, &limits, &mut |_| ControlFlow::Continue(()));
    judge(&outcome.map_err(|error| error.to_string())?)
}

fn judge(outcome: &Outcome) -> Result<(), String> {
    match outcome.found {
        Count::Exactly(TINY_SOLUTIONS) => Ok(()),
        Count::Exactly(other) => Err(format!(
            "it finds {other} solutions of a puzzle that has {TINY_SOLUTIONS}"
        )),
        Count::AtLeast(_) => Err("it does not solve a tiny puzzle".into()),
    }
}

fn working(works: &Result<(), String>) -> String {
    match works {
        Ok(()) => "works".into(),
        Err(problem) => format!("DOES NOT WORK: {problem}"),
    }
}

fn describe(found: &Found<'_>) -> String {
    let version = match &found.version {
        Some(version) => version.to_string(),
        None => "version unknown".into(),
    };
    let known = match found.doubt() {
        Some(_) if found.version.is_some() => " (not a version that pipsc knows)",
        _ => "",
    };
    let via = match &found.via.name {
        Some(name) => format!(", {name}"),
        None => String::new(),
    };
    format!("{version}{known}{via}, {}", found.program.display())
}

fn value(one: &Listed<'_>) -> Value {
    let entry = one.entry;
    let mut value = json!({
        "name": entry.name,
        "about": entry.about,
        "target": entry.encoding.language().name,
        "encoding": entry.encoding.name(),
        "installed": one.found.is_ok(),
        "install": entry.install,
    });
    match &one.found {
        Err(problem) => value["problem"] = json!(problem),
        Ok(found) => {
            value["program"] = json!(found.program.display().to_string());
            value["via"] = json!(found.via.name);
            value["version"] = json!(found.version.as_ref().map(|version| version.to_string()));
            value["version_known"] = json!(found.doubt().is_none());
            value["works"] = json!(one.works.is_ok());
            if let Err(problem) = &one.works {
                value["problem"] = json!(problem);
            }
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::build;

    #[test]
    fn the_tiny_puzzle_can_be_read() {
        let puzzle = tiny().expect("a puzzle");
        assert_eq!(build(&puzzle).cells.len(), 6);
    }
}
