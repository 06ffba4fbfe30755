//! `pipsc solvers`: what is known, what is there, and whether it really solves.

use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::interrupt::Ongoing;
use super::output::{self, ReportFormat};
use super::registry::{RegistryArguments, places};
use super::{Failure, say};
use crate::backend::Language;
use crate::exit::Exit;
use crate::formats;
use crate::json::document;
use crate::puzzle::Puzzle;
use crate::solver::Entry;
use crate::solver::portfolio::{in_parallel, processors};
use crate::solver::{Found, Goal, Installed, SearchPath, Solver, Task, embedded};
use crate::visible;

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
const TRIAL_TIME: Duration = Duration::from_secs(60);

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
    #[command(flatten)]
    registry: RegistryArguments,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

/// What became of one solver.
struct Listed<'a> {
    entry: &'a Entry,
    /// The program, and what is wrong with it; or why there is none.
    found: Result<(Installed, Result<(), String>), String>,
}

impl Solvers {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let registry = self.registry.load()?;
        let ongoing = Ongoing::begin();
        let places = places(&ongoing);
        let puzzle = tiny()?;
        let mut task = Task::new(&puzzle);
        // More than it has, so that a solver must say that there are no others.
        task.goal = Goal::All {
            limit: Some(2 * TINY_SOLUTIONS as u64),
        };
        task.limits.time = Some(TRIAL_TIME);
        task.limits.cancel = ongoing.cancel.clone();
        task.observer = |event| say::detail(event);
        let mut entries: Vec<&Entry> = registry.entries().collect();
        entries.sort_by_key(|entry| {
            let language = entry.encoding.language();
            let place = Language::ALL.iter().position(|&other| other == language);
            (place, entry.name.clone())
        });
        let own = try_out(&Solver::Embedded, &task);
        let listed = in_parallel(&entries, processors(), |_, entry| {
            list(entry, &places, &task)
        });
        output::to_stdout(|out| match self.format {
            ReportFormat::Json => {
                let own = json!({
                    "name": embedded::NAME,
                    "about": "built in",
                    "installed": true,
                    "version": env!("CARGO_PKG_VERSION"),
                    "works": own.is_ok(),
                });
                let others = listed.iter().map(value);
                let values: Vec<Value> = std::iter::once(own).chain(others).collect();
                writeln!(out, "{}", document(&json!({ "solvers": values })))
            }
            ReportFormat::Text => {
                let version = env!("CARGO_PKG_VERSION");
                let works = working(&own);
                let name = embedded::NAME;
                writeln!(out, "{name:<14} {:<9} {version}, built in; {works}", "")?;
                listed.iter().try_for_each(|one| {
                    let Entry { name, encoding, .. } = one.entry;
                    let state = match &one.found {
                        Err(problem) => problem.clone(),
                        Ok((found, works)) => format!("{}; {}", describe(found), working(works)),
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

fn list<'a>(entry: &'a Entry, places: &SearchPath, task: &Task<'_>) -> Listed<'a> {
    let found = places.find(entry).map(|installed| {
        let solver = Solver::External(Box::new(installed.clone()));
        (installed, try_out(&solver, task))
    });
    Listed {
        entry,
        found: found.map_err(|missing| missing.to_string()),
    }
}

/// Lets a solver find all solutions of the tiny puzzle.
fn try_out(solver: &Solver, task: &Task<'_>) -> Result<(), String> {
    let solved = solver.collect(task).result;
    match solved.map_err(|error| error.to_string())?.outcome.found {
        Found::Exactly(TINY_SOLUTIONS) => Ok(()),
        Found::Exactly(other) => Err(format!(
            "it finds {other} solutions of a puzzle that has {TINY_SOLUTIONS}"
        )),
        Found::AtLeast(_) => Err("it does not solve a tiny puzzle".into()),
    }
}

fn working(works: &Result<(), String>) -> String {
    match works {
        Ok(()) => "works".into(),
        Err(problem) => format!("DOES NOT WORK: {problem}"),
    }
}

fn describe(found: &Installed) -> String {
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
    format!("{version}{known}{via}, {}", visible::path(&found.program))
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
        Ok((found, works)) => {
            value["program"] = json!(found.program.to_string_lossy());
            value["via"] = json!(found.via.name);
            value["version"] = json!(found.version.as_ref().map(|version| version.to_string()));
            value["version_known"] = json!(found.doubt().is_none());
            value["works"] = json!(works.is_ok());
            if let Err(problem) = works {
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
