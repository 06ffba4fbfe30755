//! Who takes part in a bench, and how one run of each is made.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::Bench;
use super::entrant::Entrant;
use crate::backend::{Encoding, Language};
use crate::bench::{Column, Question, Verdict};
use crate::checksum::{sha256, sha256_of_files};
use crate::cli::encoding::encoding;
use crate::cli::registry::warn_of_version;
use crate::cli::{Failure, say, settings};
use crate::exit::Exit;
use crate::formats;
use crate::lower::{STEPS, Step};
use crate::puzzle::{Label, Seen, check};
use crate::shell;
use crate::solver::Entry;
use crate::solver::process::{self, Allowance, Ending, Halt, Job};
use crate::solver::search::{self, Search};
use crate::solver::{
    Cancel, Found, Goal, Limits, Outcome, Registry, SearchPath, Solver, SolverError, Statistics,
    Stats, Stopped, Task, embedded,
};

/// What people type for a solver's own encoding.
const DEFAULT: &str = "default";

/// What people type for every solver that is installed, or every encoding of a language.
const ALL: &str = "all";

/// Somebody who takes part.
#[derive(Debug)]
pub(super) struct Contestant {
    pub(super) column: Column,
    pub(super) version: Option<String>,
    /// The SHA-256 of its program, where that can be read.
    pub(super) program_sha256: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A program that is given a model.
    External(Solver),
    /// `pipsc run`.
    Embedded,
    /// `pipsc run --solver search`.
    Search(Search),
    /// `pipsc emit`.
    Emit(&'static Language),
    /// `pipsc --version`.
    Version,
    /// A program that does nothing.
    Nothing(PathBuf),
}

/// What a run is made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) bench: &'a Bench,
    /// This program.
    pub(super) program: &'a Path,
    /// For the files of processes of our own.
    pub(super) folder: &'a Path,
    pub(super) cancel: &'a Cancel,
}

/// What came of a run.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) verdict: Verdict,
    pub(super) found: Option<Found>,
    pub(super) problem: Option<String>,
    pub(super) stats: Stats,
}

impl Measured {
    /// A run that was no good, with what is known of it all the same.
    fn not(verdict: Verdict, problem: impl Into<String>, stats: Stats) -> Self {
        Measured {
            verdict,
            found: None,
            problem: Some(problem.into()),
            stats,
        }
    }
}

impl Contestant {
    /// Everybody that was asked for.
    pub(super) fn all(
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

    /// The steps before what it is given.
    fn steps(&self) -> &[Step] {
        self.column.steps.as_deref().unwrap_or(&STEPS)
    }

    /// Makes a run. Nothing if it was cancelled.
    pub(super) fn run(&self, entrant: &Entrant, with: &Conditions<'_>) -> Option<Measured> {
        match &self.kind {
            Kind::External(solver) => self.external(solver, entrant, with),
            Kind::Embedded => self.in_process(None, entrant, with),
            Kind::Search(search) => self.in_process(Some(search), entrant, with),
            Kind::Emit(target) => {
                let mut arguments = vec!["emit".into(), "--target".into(), target.name.into()];
                arguments.extend(entrant.arguments());
                arguments.extend(switches(self.steps()).map(OsString::from));
                let (mut measured, printed) = own(arguments, with)?;
                measured.stats.model_bytes = printed.len() as u64;
                measured.stats.model_sha256 = Some(sha256(&printed));
                Some(measured)
            }
            Kind::Version => own(vec!["--version".into()], with).map(|(measured, _)| measured),
            Kind::Nothing(program) => {
                whole(program, Vec::new(), with).map(|(measured, _)| measured)
            }
        }
    }

    fn external(
        &self,
        solver: &Solver,
        entrant: &Entrant,
        with: &Conditions<'_>,
    ) -> Option<Measured> {
        let mut task = Task::new(&entrant.puzzle);
        task.name = entrant.name.clone();
        task.goal = match self.column.question {
            Question::One | Question::Nothing => Goal::One,
            Question::Unique => Goal::All { limit: Some(2) },
            Question::Count => Goal::Count { limit: None },
        };
        task.limits = Limits {
            time: Some(with.bench.time_limit),
            memory: with.bench.memory_limit,
            cancel: with.cancel.clone(),
        };
        let taken = self.steps();
        let without = STEPS.into_iter().filter(|step| !taken.contains(step));
        task.options.without = without.collect();
        task.options.model_hash = true;
        task.options.threads = with.bench.cores;
        task.options.cpu = with.bench.cpu_limit;
        task.observer = |event| say::detail(event);
        let mut stats = Stats::default();
        let solved = solver.measure(&task, &mut stats, &mut |_| ControlFlow::Continue(()));
        let outcome = match solved {
            Ok(outcome) => outcome,
            Err(error) => {
                let verdict = match error {
                    SolverError::Misbehaved { .. } => Verdict::Wrong,
                    _ => Verdict::Failed,
                };
                return Some(Measured::not(verdict, error.to_string(), stats));
            }
        };
        if outcome.stopped == Some(Stopped::Cancelled) {
            return None;
        }
        Some(Measured {
            verdict: verdict(&outcome),
            found: Some(outcome.found),
            problem: None,
            stats,
        })
    }

    /// The embedded solver, or plain search, as people run it: a process that reads a file and prints a
    /// board. What it prints is checked here once more.
    fn in_process(
        &self,
        search: Option<&Search>,
        entrant: &Entrant,
        with: &Conditions<'_>,
    ) -> Option<Measured> {
        let limit = format!("{}ms", with.bench.time_limit.as_millis());
        let mut arguments: Vec<OsString> = vec!["run".into()];
        arguments.extend(entrant.arguments());
        arguments.push("--solver".into());
        match search {
            None => arguments.push(embedded::NAME.into()),
            Some(search) => {
                let [strategy, checks] = [search.strategy.to_string(), search.checks.to_string()];
                let options = [search::NAME, "--strategy", &strategy, "--check", &checks];
                arguments.extend(options.map(OsString::from));
                arguments.extend(run_switches(self.steps()).map(OsString::from));
            }
        }
        arguments.extend(["--format", "json", "--time-limit"].map(OsString::from));
        arguments.push(limit.into());
        match self.column.question {
            Question::One | Question::Nothing => {}
            Question::Unique => arguments.push("--unique".into()),
            Question::Count => arguments.push("--count".into()),
        }
        let (measured, printed) = own(arguments, with)?;
        if measured.verdict != Verdict::Answered {
            return Some(measured);
        }
        let result = serde_json::from_slice(&printed)
            .map(|mut document: Value| document["results"][0].take())
            .map_err(|problem| format!("`pipsc run` prints no JSON: {problem}"));
        let checked = result.and_then(|result| {
            let counted = Statistics::deserialize(&result["statistics"]).unwrap_or_default();
            Ok((self.answer(entrant, &result)?, counted))
        });
        Some(match checked {
            Ok((outcome, statistics)) => Measured {
                verdict: verdict(&outcome),
                found: Some(outcome.found),
                stats: Stats {
                    statistics,
                    ..measured.stats
                },
                ..measured
            },
            Err(problem) => Measured::not(Verdict::Wrong, problem, measured.stats),
        })
    }

    /// What a result of `pipsc run` says, if it is true.
    fn answer(&self, entrant: &Entrant, result: &Value) -> Result<Outcome, String> {
        let boards = result["boards"].as_array().map_or(&[][..], Vec::as_slice);
        let mut seen = Seen::default();
        for board in boards {
            let board = formats::read_board(board.to_string().as_bytes(), &entrant.puzzle)
                .map_err(|problem| problem.to_string())?;
            if let Some(fault) = check(&entrant.puzzle, &board).first() {
                return Err(fault.to_string());
            }
            if seen.before(&board).is_some() {
                return Err("`pipsc run` prints a solution twice".into());
            }
        }
        let count = match &result["solutions"] {
            Value::String(digits) => digits.parse().ok(),
            number => number.as_u64().map(u128::from),
        };
        let count: u128 = count.ok_or("`pipsc run` gives no number of solutions")?;
        let exact = result["exact"] == true;
        let counted = self.column.question == Question::Count;
        if !counted && count > 0 && boards.is_empty() {
            return Err("`pipsc run` finds a solution and prints none".into());
        }
        Ok(match result["stopped"].as_str() {
            _ if exact => Outcome::complete(count),
            Some("enough") => Outcome::open(count, Stopped::Enough),
            _ => Outcome::open(count, Stopped::GaveUp),
        })
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

fn verdict(outcome: &Outcome) -> Verdict {
    if outcome.is_verdict() {
        Verdict::Answered
    } else {
        Verdict::Unanswered
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

/// How `pipsc run` is told to leave out some steps.
fn run_switches(steps: &[Step]) -> impl Iterator<Item = &'static str> {
    let left_out = STEPS.into_iter().filter(|step| !steps.contains(step));
    left_out.map(|step| match step {
        Step::Prune => "--no-prune",
        Step::Symmetry => "--no-symmetry",
        Step::Redundant => "--no-redundant",
    })
}

/// How `pipsc emit` is told to take some steps.
fn switches(steps: &[Step]) -> impl Iterator<Item = &'static str> {
    let switch = |step: Step| match (step, steps.contains(&step)) {
        (Step::Prune, true) => Some("--prune"),
        (Step::Prune, false) => Some("--no-prune"),
        (Step::Symmetry, false) => Some("--no-symmetry"),
        (Step::Redundant, false) => Some("--no-redundant"),
        (Step::Symmetry | Step::Redundant, true) => None,
    };
    STEPS.into_iter().filter_map(switch)
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

/// Runs this program. Nothing if it was cancelled.
fn own(arguments: Vec<OsString>, with: &Conditions<'_>) -> Option<(Measured, Vec<u8>)> {
    // What is measured is what was asked for, not what the user likes best.
    let mut arguments = arguments;
    arguments.insert(0, settings::IGNORED.into());
    whole(with.program, arguments, with)
}

/// Runs a program and measures it as a whole. Nothing if it was cancelled.
fn whole(
    program: &Path,
    arguments: Vec<OsString>,
    with: &Conditions<'_>,
) -> Option<(Measured, Vec<u8>)> {
    let words = std::iter::once(program.as_os_str());
    let command = shell::command_line(words.chain(arguments.iter().map(OsString::as_os_str)));
    // A puzzle without a file of its own has one that is gone when this is read.
    let stats = Stats {
        command: Some(command.replace(&format!("{}/", with.folder.display()), "")),
        ..Stats::default()
    };
    let folder = match tempfile::tempdir_in(with.folder) {
        Ok(folder) => folder,
        Err(problem) => {
            let failed = Measured::not(Verdict::Failed, problem.to_string(), stats);
            return Some((failed, Vec::new()));
        }
    };
    let job = Job {
        program: program.to_owned(),
        arguments,
        folder: folder.path().to_owned(),
        disposable: true,
    };
    // It keeps the time limit by itself; this is for the case that it does not.
    let deadline = Instant::now() + with.bench.time_limit + Duration::from_secs(5);
    let bounds = Allowance {
        deadline: Some(deadline),
        cpu: with.bench.cpu_limit,
        memory: with.bench.memory_limit,
        cancel: with.cancel.clone(),
    };
    let (run, printed) = match process::output(&job, &bounds, usize::MAX) {
        Ok(done) => done,
        Err(problem) => {
            let failed = Measured::not(Verdict::Failed, problem.to_string(), stats);
            return Some((failed, Vec::new()));
        }
    };
    let no_verdict = Ending::Exit(Exit::NoVerdict.code().into());
    let (verdict, problem) = match (run.halt, run.ending) {
        (Some(Halt::Cancelled), _) => return None,
        (Some(_), _) => (Verdict::Unanswered, None),
        (None, Ending::Exit(0)) => (Verdict::Answered, None),
        (None, ending) if ending == no_verdict => (Verdict::Unanswered, None),
        (None, ending) => {
            let words = String::from_utf8_lossy(&run.stderr);
            let problem = format!("{ending}: {}", words.trim());
            (Verdict::Failed, Some(problem))
        }
    };
    let measured = Measured {
        verdict,
        found: None,
        problem,
        stats: Stats {
            solve: run.wall,
            cpu: run.usage.cpu,
            peak_memory: run.usage.peak_memory,
            ..stats
        },
    };
    Some((measured, printed))
}
