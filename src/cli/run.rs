//! `pipsc run`: a puzzle to a solver, and the answer back as checked boards.

mod attempt;
mod format;
pub(super) mod options;
mod report;
mod unique;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::draw::DrawArguments;
use super::emit::StepArguments;
use super::input::{Chosen, PuzzlesArguments};
use super::interrupt::Task;
use super::progress::Progress;
use super::{Failure, say};
use crate::exit::Exit;
use crate::nearest::did_you_mean;
use crate::puzzle::doubts;
use crate::solver::portfolio::{self, Runner};
use crate::solver::registry::{Registry, SearchPath};
use crate::solver::task::{Cancel, Found, Goal};

pub(super) use attempt::EMBEDDED;
use attempt::{Attempt, Prepared, Session, Solver};
use format::{Medium, RunFormat};
use options::Pin;
pub(super) use options::{duration, size};
use report::Report;

/// Solve puzzles, and check every answer
///
/// The default solver is embedded and needs nothing installed. Any other solver that `pipsc
/// solvers` lists is given the emitted model, and what it replies is read back. No board is printed
/// that the checker has not accepted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc run today.json:hard
  pipsc run puzzles/ --solver kissat
  pipsc run today.json --unique
  pipsc run puzzle.txt --count --solver clasp --time-limit 10s
  pipsc run puzzle.txt --solver chuffed,z3,cadical --race
  pipsc run puzzle.txt --solver gecode,kissat --count --agree
  pipsc run puzzle.txt --fix 0,2=4 --fix 1,1=0
  pipsc run puzzle.txt --format picture
  pipsc run puzzle.txt --all --format html -o puzzle.html
  pipsc run puzzles/ --format svg -o pictures/
  pipsc run puzzle.txt --solver kissat --keep run/ -- --sat")]
pub(super) struct Run {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The solvers, one after the other unless --race or --agree
    #[arg(
        long,
        short,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "embedded"
    )]
    solver: Vec<String>,

    /// How the puzzle is expressed; see docs/encodings.md. Each solver has its default
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Every solution, each once
    #[arg(long, conflicts_with_all = ["count", "unique"])]
    all: bool,

    /// At most this many solutions
    #[arg(long, value_name = "N", conflicts_with = "unique",
        value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Only the number of solutions
    #[arg(long, conflicts_with = "unique")]
    count: bool,

    /// Is there exactly one solution? If not, show two and where they differ
    #[arg(long)]
    unique: bool,

    /// Stop each solver after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Stop each solver that takes more memory than this: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// The solver's seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=0x7fff_ffff))]
    seed: Option<u64>,

    /// How many threads the solver may use
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Start all solvers at once and take the first verdict
    #[arg(long, conflicts_with = "agree")]
    race: bool,

    /// Run all solvers and fail if their answers differ
    #[arg(long)]
    agree: bool,

    /// Pin a cell: row and column, counted from 0, or a node's name
    #[arg(long, value_name = "r,c=v")]
    fix: Vec<Pin>,

    /// Leave the model, its name map, the raw reply and the command line in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Write the proof that there is no solution here, and check it if `rate` is installed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["race", "agree"])]
    proof: Option<PathBuf>,

    /// More solvers, in the form of docs/solvers.md; besides those that PIPSC_SOLVERS names
    #[arg(long, value_name = "FILE")]
    solvers: Option<PathBuf>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: RunFormat,

    #[command(flatten)]
    draw: DrawArguments,

    /// What the exit code says
    #[arg(long, default_value = "verdict")]
    exit_code: ExitMeaning,

    #[command(flatten)]
    steps: StepArguments,

    /// Arguments for the solver itself
    #[arg(last = true, value_name = "SOLVER ARGS")]
    extra: Vec<OsString>,
}

/// What the exit code says about a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExitMeaning {
    /// 0 for a verdict, 3 for none
    Verdict,
    /// 10 for a solution, 20 for none, 0 for no verdict, as SAT solvers do
    Sat,
}

/// The registry with the files that this call names.
pub(super) fn registry(solvers: Option<&PathBuf>) -> Result<Registry, Failure> {
    let named = std::env::var_os("PIPSC_SOLVERS").filter(|file| !file.is_empty());
    let files: Vec<PathBuf> = named
        .map(PathBuf::from)
        .into_iter()
        .chain(solvers.cloned())
        .collect();
    Ok(Registry::load(&files)?)
}

/// A solver that nobody knows.
pub(super) fn unknown_solver(name: &str, registry: &Registry) -> Failure {
    let known: Vec<&str> = [EMBEDDED]
        .into_iter()
        .chain(registry.entries().map(|entry| entry.name.as_str()))
        .collect();
    Failure::Usage(format!(
        "unknown solver `{name}`, expected {}{}",
        known.join(", "),
        did_you_mean(name, known.iter().copied())
    ))
}

/// The program that stands guard over solvers: this one.
pub(super) fn guard() -> Result<PathBuf, Failure> {
    std::env::current_exe()
        .map_err(|problem| Failure::Internal(format!("cannot find this program: {problem}")))
}

impl Run {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let registry = registry(self.solvers.as_ref())?;
        let guard = guard()?;
        // Held until the end: an interrupt waits for it.
        let task = Task::begin();
        let search = SearchPath::from_environment(&guard, task.cancel.clone());
        let solvers = self.find(&registry, &search)?;
        let mut puzzles = Vec::new();
        for (path, level) in self.puzzles.sources()? {
            let started = Instant::now();
            let chosen = self.puzzles.read(&path, level);
            let read = started.elapsed();
            let chosen = chosen.unwrap_or_else(|failure| vec![Err(failure)]);
            puzzles.extend(chosen.into_iter().map(|one| (path.clone(), read, one)));
        }
        let session = Session {
            run: &self,
            guard: &guard,
            checker: search.program("rate", "".as_ref()).ok(),
            one_solver: solvers.len() == 1,
            one_puzzle: puzzles.len() == 1,
        };
        let attempts = match self.race {
            true => puzzles.len(),
            false => puzzles.len() * solvers.len(),
        };
        self.check_drawing(attempts)?;
        let mut report = Report::new(&session);
        let progress = Progress::of(puzzles.len());
        for (path, read, chosen) in puzzles {
            if let Ok(chosen) = &chosen {
                let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
                progress.say(format!("{}: {}", chosen.name, names.join(", ")));
            }
            match chosen.and_then(|chosen| self.prepare(chosen, read, &solvers)) {
                Ok(prepared) => {
                    self.solve(&session, &solvers, &prepared, &task.cancel, &mut report)?;
                }
                Err(failure) => report.failed(&path, failure)?,
            }
            progress.step();
        }
        drop(progress);
        report.finish()
    }

    /// Refuses pictures that cannot work before any solver is asked.
    fn check_drawing(&self, attempts: usize) -> Result<(), Failure> {
        let usage = |text: &str| Err(Failure::Usage(text.into()));
        let Medium::Drawing(drawing) = self.format.medium() else {
            return match self.draw.is_stdout() {
                true => Ok(()),
                false => usage("-o is for pictures: --format svg, html or png"),
            };
        };
        if self.count {
            return usage("--count gives no board to draw");
        }
        if attempts > 1 && !self.draw.is_folder() {
            return usage(
                "several pictures need a folder: name one with -o, such as `-o pictures/`",
            );
        }
        self.draw.check(drawing)
    }

    fn goal(&self) -> Goal {
        match (self.unique, self.count, self.all, self.limit) {
            (true, ..) => Goal::All { limit: Some(2) },
            (_, true, _, limit) => Goal::Count { limit },
            (_, _, true, limit) | (_, _, _, limit @ Some(_)) => Goal::All { limit },
            _ => Goal::One,
        }
    }

    fn find<'a>(
        &self,
        registry: &'a Registry,
        search: &SearchPath,
    ) -> Result<Vec<Solver<'a>>, Failure> {
        let mut solvers = Vec::new();
        let mut missing = None;
        for name in &self.solver {
            match Solver::find(name, registry, search, self) {
                Ok(solver) => solvers.push(solver),
                // A race can be run without one of the runners.
                Err(failure @ Failure::Solver(_)) if self.race => {
                    say::warning(&failure);
                    missing = Some(failure);
                }
                Err(failure) => return Err(failure),
            }
        }
        match (solvers.is_empty(), missing) {
            (true, Some(failure)) => Err(failure),
            _ => Ok(solvers),
        }
    }

    fn prepare(
        &self,
        chosen: Chosen,
        read: Duration,
        solvers: &[Solver<'_>],
    ) -> Result<Prepared, Failure> {
        let Chosen { puzzle, name, .. } = chosen;
        for doubt in doubts(&puzzle) {
            say::warning(&doubt);
        }
        let puzzle = options::pin(puzzle, &self.fix)?;
        Ok(Prepared::new(puzzle, name, read, solvers, &self.steps))
    }

    fn solve(
        &self,
        session: &Session<'_>,
        solvers: &[Solver<'_>],
        prepared: &Prepared,
        cancel: &Cancel,
        report: &mut Report<'_>,
    ) -> Result<(), Failure> {
        if !self.race && !self.agree {
            for solver in solvers {
                report.attempt(prepared, solver, |on_board| {
                    session.attempt(solver, prepared, cancel, on_board)
                })?;
            }
            return Ok(());
        }
        let runners = solvers.iter().map(|solver| {
            let runner: Runner<'_, Collected> = Box::new(move |cancel: &Cancel| {
                let mut boards = Vec::new();
                let attempt = session.attempt(solver, prepared, cancel, &mut |board| {
                    boards.push(board);
                    std::ops::ControlFlow::Continue(())
                });
                (attempt, boards)
            });
            runner
        });
        let runners = runners.collect();
        if self.race {
            let wins = |(attempt, _): &Collected| {
                attempt
                    .as_ref()
                    .is_ok_and(|done| portfolio::is_verdict(&done.outcome))
            };
            let (results, winner) = portfolio::race(runners, cancel, wins);
            return self.report_race(solvers, prepared, results, winner, report);
        }
        let results = portfolio::all(runners, cancel);
        let difference = disagreement(solvers, &results);
        for (solver, (attempt, boards)) in solvers.iter().zip(results) {
            report.collected(prepared, solver, attempt, boards)?;
        }
        match difference {
            Some(what) => report.failed(prepared.name.as_ref(), Failure::Disagreement(what)),
            None => Ok(()),
        }
    }

    /// Reports the winner. The others were stopped; only their faults are worth a word.
    fn report_race(
        &self,
        solvers: &[Solver<'_>],
        prepared: &Prepared,
        results: Vec<Collected>,
        winner: Option<usize>,
        report: &mut Report<'_>,
    ) -> Result<(), Failure> {
        let first_good = results.iter().position(|(attempt, _)| attempt.is_ok());
        let shown = winner.or(first_good).unwrap_or(0);
        for (index, (solver, (attempt, boards))) in solvers.iter().zip(results).enumerate() {
            match attempt {
                attempt if index == shown => {
                    report.collected(prepared, solver, attempt, boards)?;
                }
                Err(failure) => say::warning(&failure),
                Ok(_) => {}
            }
        }
        Ok(())
    }
}

/// What one of several solvers came to, with its boards.
type Collected = (Result<Attempt, Failure>, Vec<crate::puzzle::Board>);

/// In what two solvers contradict each other, or fail to confirm each other.
fn disagreement(solvers: &[Solver<'_>], results: &[Collected]) -> Option<String> {
    let mut verdicts = Vec::new();
    for (solver, (attempt, boards)) in solvers.iter().zip(results) {
        if let Ok(attempt) = attempt {
            let mut boards = boards.clone();
            boards.sort_unstable();
            verdicts.push((solver, attempt.outcome.found, boards));
        }
    }
    for (index, (one, found, boards)) in verdicts.iter().enumerate() {
        for (other, found_too, boards_too) in &verdicts[index + 1..] {
            if !portfolio::compatible(*found, *found_too) {
                return Some(format!(
                    "{} finds {}, {} finds {}",
                    one.name(),
                    amount(*found),
                    other.name(),
                    amount(*found_too)
                ));
            }
            let complete = |found: &Found| matches!(found, Found::Exactly(_));
            if complete(found) && complete(found_too) && boards != boards_too {
                return Some(format!(
                    "{} and {} find as many solutions, but not the same",
                    one.name(),
                    other.name()
                ));
            }
        }
    }
    None
}

fn amount(found: Found) -> String {
    match found {
        Found::Exactly(0) => "no solution".into(),
        Found::Exactly(1) => "one solution".into(),
        Found::Exactly(count) => format!("{count} solutions"),
        Found::AtLeast(count) => format!("at least {count}"),
    }
}
