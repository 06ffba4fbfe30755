//! `pipsc solvers`: what is known, what is there, and whether it really solves.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::interrupt::TaskGuard;
use super::output::{self, ReportFormat};
use super::registry::{RegistryArguments, places};
use super::{CliError, say};
use crate::backend::Language;
use crate::exit::Exit;
use crate::formats;
use crate::json::document;
use crate::parallel::{in_parallel, processors};
use crate::puzzle::Puzzle;
use crate::solver::search::Search;
use crate::solver::{
    Entry, Found, Goal, Missing, Registry, SearchPath, Solver, SolverError, Task, embedded, search,
};
use crate::visible::{self, Visible};

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
  pipsc solvers huub z3              # all that is known of them, and how to install them
  pipsc solvers --long
  pipsc solvers --format json
  pipsc solvers --solver-file mine.toml")]
pub(super) struct Solvers {
    /// Only these solvers, with all that is known of them
    #[arg(value_name = "NAME")]
    solver_names: Vec<String>,

    /// All that is known of every solver
    #[arg(long)]
    long: bool,

    #[command(flatten)]
    registry: RegistryArguments,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

/// What became of one solver.
struct Listed<'a> {
    /// Who it is.
    who: Who<'a>,
    /// The program, and what is wrong with it; or why there is none.
    found: Result<(Solver, Result<(), String>), Missing>,
}

/// Who is listed.
#[derive(Debug, Clone, Copy)]
enum Who<'a> {
    /// A solver that is built in, and needs no entry.
    BuiltIn(BuiltIn),
    /// One that has an entry.
    Entry(&'a Entry),
}

/// A solver that is built in.
#[derive(Debug, Clone, Copy)]
enum BuiltIn {
    Embedded,
    Search,
}

impl BuiltIn {
    const ALL: [BuiltIn; 2] = [BuiltIn::Embedded, BuiltIn::Search];

    fn name(self) -> &'static str {
        match self {
            BuiltIn::Embedded => embedded::NAME,
            BuiltIn::Search => search::NAME,
        }
    }

    fn kind(self) -> &'static str {
        match self {
            BuiltIn::Embedded => "sweeps, exact cover, trial and SAT, built into pipsc",
            BuiltIn::Search => "plain search, to look at; built into pipsc",
        }
    }

    fn solver(self) -> Solver {
        match self {
            BuiltIn::Embedded => Solver::Embedded,
            BuiltIn::Search => Solver::Search(Search::default()),
        }
    }
}

impl<'a> Who<'a> {
    fn entry(self) -> Option<&'a Entry> {
        match self {
            Who::BuiltIn(_) => None,
            Who::Entry(entry) => Some(entry),
        }
    }
}

impl Solvers {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let registry = self.registry.load()?;
        let ongoing = TaskGuard::begin();
        let places = places(&ongoing);
        let puzzle = tiny()?;
        let mut task = Task::new(&puzzle);
        // More than it has, so that a solver must say that there are no others.
        task.goal = Goal::All {
            limit: Some(2 * TINY_SOLUTIONS as u64),
        };
        task.limits.time = Some(TRIAL_TIME);
        task.limits.cancel = ongoing.cancel.clone();
        task.observer = &|event| say::detail(event);
        let mut counting = Task::new(&puzzle);
        counting.goal = Goal::Count { limit: None };
        counting.limits = task.limits.clone();
        counting.observer = task.observer;
        let chosen = self.chosen(&registry)?;
        let listed = in_parallel(&chosen, processors(), |_, who| {
            list(*who, &places, [&task, &counting])
        });
        // Who was cut off has not shown whether it works; the program ends with `ongoing`.
        if ongoing.cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        output::to_stdout(|out| match self.format {
            ReportFormat::Json => {
                let values: Vec<Value> = listed.iter().map(Listed::value).collect();
                writeln!(out, "{}", document(&json!({ "solvers": values })))
            }
            ReportFormat::Text if self.long || !self.solver_names.is_empty() => {
                let texts: Vec<String> = listed.iter().map(Listed::details).collect();
                write!(out, "{}", texts.join("\n"))
            }
            ReportFormat::Text => write!(out, "{}", table(&listed)),
        })?;
        // Without a place to try solvers out, the list is worth little.
        let mut problems = listed.into_iter().filter_map(|one| one.found.err());
        match problems.find(|problem| matches!(problem, Missing::NoFolder(_))) {
            Some(problem) => Err(SolverError::Missing(problem).into()),
            None => Ok(Exit::Done),
        }
    }

    /// The solvers to list, those that are built in first, then by language and name; those that were
    /// named as they were named.
    fn chosen<'r>(&self, registry: &'r Registry) -> Result<Vec<Who<'r>>, CliError> {
        if !self.solver_names.is_empty() {
            let entry = |name: &String| {
                let own = BuiltIn::ALL.into_iter().find(|own| own.name() == name);
                match own {
                    Some(own) => Ok(Who::BuiltIn(own)),
                    None => registry.expect(name).map(Who::Entry),
                }
            };
            let entries: Result<Vec<_>, _> = self.solver_names.iter().map(entry).collect();
            return entries.map_err(|unknown| SolverError::Unknown(unknown).into());
        }
        let mut entries: Vec<&Entry> = registry.entries().collect();
        entries.sort_by_key(|entry| {
            let language = entry.encoding.language();
            let place = Language::ALL.iter().position(|&other| other == language);
            (place, entry.name.clone())
        });
        let own = BuiltIn::ALL.into_iter().map(Who::BuiltIn);
        Ok(own.chain(entries.into_iter().map(Who::Entry)).collect())
    }
}

fn tiny() -> Result<Puzzle, CliError> {
    let read = formats::read(TINY.as_bytes(), None);
    let puzzle = read
        .ok()
        .and_then(|document| document.pick(None).ok().cloned());
    puzzle.ok_or_else(|| CliError::Internal("the tiny puzzle cannot be read".into()))
}

/// Looks for a solver and tries it out: with the first task if it shows boards, else with the second.
fn list<'a>(who: Who<'a>, places: &SearchPath, [task, counting]: [&Task<'_>; 2]) -> Listed<'a> {
    let solver = match who {
        Who::BuiltIn(own) => Ok(own.solver()),
        Who::Entry(entry) => places
            .find(entry)
            .map(|installed| Solver::External(Box::new(installed))),
    };
    let found = solver.map(|solver| {
        let task = if solver.shows_boards() {
            task
        } else {
            counting
        };
        let works = try_out(&solver, task);
        (solver, works)
    });
    Listed { who, found }
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

/// What the entries that are compiled in are read from.
const BUILT_IN: &str = "solvers.toml";

/// The widest that the list may be.
const COLUMNS: usize = 80;

/// One line for each solver, and what else there is to know.
fn table(listed: &[Listed<'_>]) -> String {
    let mut text = String::new();
    for one in listed {
        let entry = one.who.entry();
        let language = entry.map_or("", |entry| entry.encoding.language().name);
        let line = format!(
            "{:<14} {language:<9} {:<12} {}",
            Visible(one.name()),
            cut(&one.version(), 12),
            one.state()
        );
        text += cut(&line, COLUMNS).trim_end();
        text.push('\n');
    }
    let is_missing = |one: &&Listed<'_>| matches!(one.found, Err(Missing::NotFound { .. }));
    let missing = listed.iter().filter(is_missing).count();
    let is_there = |one: &Listed<'_>| one.found.is_ok();
    text += match missing {
        0 if listed.iter().all(is_there) => "\nEvery solver is installed. ",
        0 => "\n",
        1 => "\nOne solver is not installed. ",
        _ => "\nSome solvers are not installed. ",
    };
    text += "`pipsc solvers NAME` tells all about one";
    text += if missing > 0 {
        ",\nand how to install it.\n"
    } else {
        ".\n"
    };
    text
}

/// A text behind the name of what it tells, in lines that are no longer than the list if its words
/// are not.
fn wrapped(name: &str, text: &str) -> String {
    let indent = " ".repeat(name.len());
    let mut lines = vec![name.to_owned()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let width = lines[last].chars().count() + 1 + word.chars().count();
        if width > COLUMNS && lines[last].trim_end().len() > indent.len() {
            lines.push(indent.clone());
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

/// A text that is no longer than so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(3)).collect();
    start + "..."
}

impl Listed<'_> {
    fn name(&self) -> &str {
        match self.who {
            Who::BuiltIn(own) => own.name(),
            Who::Entry(entry) => &entry.name,
        }
    }

    /// The version, if there is one to be had.
    fn version(&self) -> String {
        let found = self.found.as_ref().ok();
        let version = found.and_then(|(solver, _)| solver.version());
        version.map_or_else(String::new, |version| Visible(version).to_string())
    }

    /// What is doubtful about its version.
    fn doubt(&self) -> Option<String> {
        match &self.found {
            Ok((Solver::External(installed), _)) => installed.doubt(),
            Ok((Solver::Embedded | Solver::Search(_), _)) | Err(_) => None,
        }
    }

    /// How it is doing, in a few words.
    fn state(&self) -> &'static str {
        match (&self.found, self.who.entry(), self.doubt()) {
            (Err(Missing::NotFound { .. }), ..) => "is not installed",
            (Err(Missing::NotExecutable { .. }), ..) => "may not be executed",
            (Err(Missing::Broken { .. }), ..) => "DOES NOT START",
            (Err(Missing::NoFolder(_)), ..) => "cannot be tried out",
            (Ok((_, Err(_))), ..) => "DOES NOT WORK",
            (Ok((_, Ok(()))), None, _) => "works, is built in",
            (Ok((_, Ok(()))), Some(_), None) => "works",
            (Ok((_, Ok(()))), Some(_), Some(_)) => "works, in a version that pipsc does not know",
        }
    }

    /// All that is known, a line for each.
    fn details(&self) -> String {
        let mut text = format!("{}\n", Visible(self.name()));
        let mut tell = |what: &str, said: String| {
            if !said.is_empty() {
                text += &wrapped(&format!("  {:<9}", format!("{what}:")), &said);
            }
        };
        match self.who {
            Who::BuiltIn(own) => tell("kind", own.kind().into()),
            Who::Entry(entry) => {
                tell("kind", Visible(&entry.about).to_string());
                let language = entry.encoding.language();
                tell(
                    "reads",
                    format!("{}, in the encoding {}", language.title, entry.encoding),
                );
                if entry.file != Path::new(BUILT_IN) {
                    tell("entry in", visible::path(&entry.file));
                }
            }
        }
        match &self.found {
            Err(Missing::NotFound {
                wanted, install, ..
            }) => {
                tell(
                    "state",
                    format!(
                        "it is not installed: pipsc cannot find {}",
                        wanted.join(" or ")
                    ),
                );
                tell("install", install.clone());
                return text;
            }
            Err(missing) => {
                tell("state", format!("it cannot be used: {missing}"));
                return text;
            }
            Ok((Solver::Embedded | Solver::Search(_), _)) => tell("version", self.version()),
            Ok((Solver::External(installed), _)) => {
                tell("program", visible::path(&installed.program));
                tell("run by", installed.way.name.clone().unwrap_or_default());
                match (self.doubt(), self.version()) {
                    (Some(doubt), _) => tell("version", doubt),
                    (None, version) if version.is_empty() => {
                        tell("version", "it does not tell its version".into());
                    }
                    (None, version) => tell("version", version),
                }
            }
        }
        match &self.found {
            Ok((_, Ok(()))) => tell("state", "it works".into()),
            Ok((_, Err(problem))) => tell("state", format!("it DOES NOT WORK: {problem}")),
            Err(_) => {}
        }
        text
    }

    fn value(&self) -> Value {
        let Some(entry) = self.who.entry() else {
            return json!({
                "name": self.name(),
                "about": "built in",
                "installed": true,
                "version": env!("CARGO_PKG_VERSION"),
                "works": matches!(self.found, Ok((_, Ok(())))),
            });
        };
        let mut value = json!({
            "name": entry.name,
            "about": entry.about,
            "target": entry.encoding.language().name,
            "encoding": entry.encoding.name(),
            "installed": self.found.is_ok(),
            "install": entry.install,
        });
        match &self.found {
            Err(missing) => value["problem"] = json!(missing.to_string()),
            Ok((solver, works)) => {
                if let Solver::External(installed) = solver {
                    value["program"] = json!(installed.program.to_string_lossy());
                    value["via"] = json!(installed.way.name);
                }
                value["version"] = json!(solver.version());
                value["version_known"] = json!(self.doubt().is_none());
                value["works"] = json!(works.is_ok());
                if let Err(problem) = works {
                    value["problem"] = json!(problem);
                }
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::lower;

    #[test]
    fn the_tiny_puzzle_can_be_read() {
        let puzzle = tiny().expect("a puzzle");
        assert_eq!(
            lower(&puzzle, &[])
                .expect("a small puzzle")
                .model
                .cells
                .len(),
            6
        );
    }
}
