//! `pipsc run`: a puzzle to a solver, and the answer back as checked boards.

mod format;
mod jobs;
mod report;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::boards::BoardSource;
use super::draw::DrawArguments;
use super::encoding::{StepArguments, check_known, encoding};
use super::exclude::ExcludeArguments;
use super::input::{Chosen, PuzzlesArguments};
use super::interrupt::Ongoing;
use super::pins::{Pin, pin};
use super::progress::Progress;
use super::quantity::{duration, size, whole};
use super::registry::{RegistryArguments, places, warn_of_version};
use super::search::SearchArguments;
use super::stream::{Stdout, Stream};
use super::{Failure, output, say};
use crate::exit::Exit;
use crate::puzzle::{Label, Partial, Puzzle, doubts};
use crate::solver::{
    Cancel, Comparison, Finished, Goal, Keep, Limits, Missing, Options, Proof, Race, Registry,
    SearchPath, Solver, SolverError, Stats, Task, compare, embedded, race, search,
};
use crate::visible;

use format::{Medium, RunFormat};
use jobs::Workers;
use report::{Asked, Report};

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
  pipsc run puzzle.txt --solver search --strategy first-empty --check broken,parity --no-prune --verbose
  pipsc run puzzle.txt --solver chuffed,z3,cadical --race
  pipsc run puzzle.txt --solver gecode,kissat --count --agree
  pipsc run puzzle.txt --fix 0,2=4 --fix 1,1=0
  pipsc run puzzle.txt --board mine.txt --count
  pipsc run puzzle.txt --format picture
  pipsc run puzzle.txt -o solved.txt && pipsc check puzzle.txt solved.txt
  pipsc run puzzle.txt --all --format jsonl
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

    #[command(flatten)]
    search: SearchArguments,

    /// How the puzzle is expressed; `pipsc emit --help` lists the encodings. Each solver has its default
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Every solution, each once
    #[arg(long, conflicts_with_all = ["count", "unique"])]
    all: bool,

    /// At most this many solutions
    #[arg(long, value_name = "N", conflicts_with = "unique",
        value_parser = whole(1..=u64::MAX))]
    limit: Option<u64>,

    /// Only the number of solutions
    #[arg(long, conflicts_with = "unique")]
    count: bool,

    /// Is there exactly one solution? If not, show two and where they differ
    #[arg(long)]
    unique: bool,

    /// Stop each solver after this time, of which preparing its model is a part, but not reading the
    /// puzzle: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Stop each solver that takes more memory than this: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// The solver's seed
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = whole(0..=0x7fff_ffff_u64))]
    seed: Option<u64>,

    /// How many threads the solver may use
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u32))]
    threads: Option<u32>,

    /// Solve so many puzzles at a time; results come in their order. Without it as many as there are
    /// processors if the embedded solver is asked about eight or more, for a few boards of each
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u32),
        conflicts_with_all = ["all", "race", "agree", "proof", "board"])]
    jobs: Option<u32>,

    /// Start all solvers at once and take the first verdict
    #[arg(long, conflicts_with = "agree")]
    race: bool,

    /// Run all solvers and fail if their answers differ
    #[arg(long)]
    agree: bool,

    /// Pin a cell: row and column, counted from 0, or a node's name
    #[arg(long, value_name = "r,c=v")]
    fix: Vec<Pin>,

    /// Only solutions that have what is on this board: a file, or `-` for standard input; FILE:2 is
    /// the second board there
    #[arg(long, value_name = "FILE|-", allow_hyphen_values = true,
        value_parser = clap::value_parser!(BoardSource))]
    board: Option<BoardSource>,

    #[command(flatten)]
    exclude: ExcludeArguments,

    /// Leave the model, its name map, the raw reply and the command line in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Write the proof that there is no solution here, and check it if `rate` is installed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["race", "agree"])]
    proof: Option<PathBuf>,

    #[command(flatten)]
    registry: RegistryArguments,

    /// How to answer; without it, what the name of the output file asks for, else a picture on a
    /// terminal and text anywhere else
    #[arg(long)]
    format: Option<RunFormat>,

    /// Pictures: show how things are called, rows and columns, a graph's nodes, the letters of regions
    #[arg(long)]
    labels: bool,

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

/// From so many puzzles on it pays to start threads for them.
const MANY: usize = 8;

/// As many are given to the workers before others are: what they found is kept until it is their turn.
const TOGETHER: usize = 64;

/// The most boards of a puzzle that are kept, unless somebody asks for it.
const FEW: u64 = 100;

/// A puzzle as it was read: where from, how long it took, and what came of it.
type Read = (String, Duration, Result<Chosen, Failure>);

/// How many things one call is about: what there is one of need not be named.
#[derive(Debug, Clone, Copy)]
struct Scope {
    one_puzzle: bool,
    one_solver: bool,
}

impl Run {
    /// How to answer. People who look at a terminal see what `show --solve` shows; what is piped can
    /// be given to `check`.
    fn format(&self) -> RunFormat {
        let of_file = || RunFormat::of_file(&self.draw.output);
        let usual = if self.draw.is_terminal() {
            RunFormat::Picture
        } else {
            RunFormat::Text
        };
        self.format.or_else(of_file).unwrap_or(usual)
    }

    pub(super) fn run(self) -> Result<Exit, Failure> {
        let registry = self.registry.load()?;
        // Held until the end: an interrupt waits for it.
        let is_own = |name: &String| [embedded::NAME, search::NAME].contains(&name.as_str());
        let ongoing = if self.solver.iter().all(is_own) {
            Ongoing::begin_in_process()
        } else {
            Ongoing::begin()
        };
        let places = places(&ongoing);
        let solvers = self.find(&registry, &places)?;
        let mut puzzles = Vec::new();
        for source in self.puzzles.sources()? {
            let started = Instant::now();
            let chosen = self.puzzles.read(&source);
            let read = started.elapsed();
            let chosen = chosen.unwrap_or_else(|failure| vec![Err(failure)]);
            puzzles.extend(chosen.into_iter().map(|one| (source.raw(), read, one)));
        }
        let scope = Scope {
            one_puzzle: puzzles.len() == 1,
            one_solver: solvers.len() == 1,
        };
        if self.board.is_some() && !scope.one_puzzle {
            return Err(Failure::Usage(
                "--board is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        self.exclude.check(puzzles.len(), self.puzzles.is_stdin())?;
        let attempts = if self.race { 1 } else { solvers.len() };
        self.check_drawing(puzzles.len() * attempts)?;
        let proof = self.proof.clone().map(|file| Proof {
            file,
            checker: places.program("rate", "".as_ref()).ok(),
        });
        let path = self.draw.output.as_path();
        let is_stream = !matches!(self.format().medium(), Medium::Drawing(_));
        if !is_stream || self.draw.is_stdout() {
            let out = Stream::Stdout(Stdout::new());
            return self.answer_all(puzzles, &solvers, scope, proof, &ongoing, out);
        }
        let mut answered = Ok(Exit::Done);
        let written = output::to_path(path, |out| {
            let out = Stream::Into(out, path);
            answered = self.answer_all(puzzles, &solvers, scope, proof, &ongoing, out);
            // What failed leaves nothing behind.
            match &answered {
                Ok(_) => Ok(()),
                Err(failure) => Err(io::Error::other(failure.to_string())),
            }
        });
        answered.and_then(|exit| written.map(|()| exit))
    }

    /// Asks the solvers about each puzzle, and reports what they say.
    fn answer_all<'o>(
        &'o self,
        puzzles: Vec<Read>,
        solvers: &[Solver],
        scope: Scope,
        proof: Option<Proof>,
        ongoing: &Ongoing,
        out: Stream<'o>,
    ) -> Result<Exit, Failure> {
        let mut report = Report::new(self, scope, out);
        let progress = Progress::of(puzzles.len());
        let workers = Workers {
            count: self.workers(puzzles.len(), solvers),
            stop: ongoing.cancel.below(),
        };
        if workers.count > 1 {
            self.answer_beside(puzzles, solvers, &workers, scope, &mut report, &progress)?;
            drop(progress);
            return report.finish();
        }
        for (source, read, chosen) in puzzles {
            if let Ok(chosen) = &chosen {
                let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
                progress.say(format!("{}: {}", chosen.name, names.join(", ")));
            }
            match chosen.and_then(|chosen| self.pinned(chosen)) {
                Ok((puzzle, board, name)) => {
                    let asked = puzzle.clone().extending(&board);
                    let mut task = self.task(&asked, name, scope, &ongoing.cancel);
                    task.options.proof = proof.clone();
                    let (task, puzzle) = (&task, &puzzle);
                    self.solve(&Asked { task, puzzle, read }, solvers, &mut report)?;
                }
                Err(failure) => report.failed(&source, failure)?,
            }
            progress.step();
        }
        drop(progress);
        report.finish()
    }

    /// The same with several puzzles at a time.
    fn answer_beside(
        &self,
        puzzles: Vec<Read>,
        solvers: &[Solver],
        workers: &Workers,
        scope: Scope,
        report: &mut Report<'_>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let mut puzzles = puzzles.into_iter().peekable();
        while puzzles.peek().is_some() {
            let mut some = Vec::new();
            let mut failed = Vec::new();
            for (source, read, chosen) in puzzles.by_ref().take(TOGETHER) {
                let pinned = chosen.and_then(|chosen| {
                    let Chosen { puzzle, name, .. } = self.exclude.apply(chosen)?;
                    let pinned = pin(puzzle.clone(), &self.fix)?;
                    Ok((puzzle, pinned, name))
                });
                let (puzzle, failure) = match pinned {
                    Ok(pinned) => (Some((pinned, read)), None),
                    Err(failure) => (None, Some((source, failure))),
                };
                some.push(puzzle);
                failed.push(failure);
            }
            let tasks: Vec<Option<Task<'_>>> = some
                .iter()
                .map(|one| {
                    let ((_, pinned, name), _) = one.as_ref()?;
                    Some(self.task(pinned, name.clone(), scope, &workers.stop))
                })
                .collect();
            jobs::solve::<Failure>(&tasks, solvers, workers, &mut |at, finished| {
                if let (Some(((unpinned, puzzle, _), read)), Some(task)) = (&some[at], &tasks[at]) {
                    for doubt in doubts(unpinned) {
                        say::warning(&doubt);
                    }
                    progress.say(task.name.to_string());
                    let read = *read;
                    let asked = Asked { task, puzzle, read };
                    for (solver, finished) in solvers.iter().zip(finished) {
                        report_finished(&asked, solver, finished, report)?;
                    }
                }
                if let Some((source, failure)) = failed[at].take() {
                    report.failed(&source, failure)?;
                }
                progress.step();
                Ok(())
            })?;
        }
        Ok(())
    }

    /// How many puzzles are solved at a time. Unless that is said, one where others would share what
    /// is measured or said of it, where boards would have to be kept, and where it would not pay.
    fn workers(&self, puzzles: usize, solvers: &[Solver]) -> usize {
        if let Some(jobs) = self.jobs {
            return jobs as usize;
        }
        let is_embedded = |solver: &Solver| matches!(solver, Solver::Embedded);
        let keeps_few = match self.goal() {
            Goal::One | Goal::Count { .. } => true,
            Goal::All { limit } => limit.is_some_and(|limit| limit <= FEW),
        };
        let is_alone = self.race || self.agree || self.memory_limit.is_some() || say::is_verbose();
        if puzzles < MANY || !keeps_few || is_alone || !solvers.iter().all(is_embedded) {
            return 1;
        }
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// What solvers are asked about a puzzle.
    fn task<'p>(&self, puzzle: &'p Puzzle, name: Label, scope: Scope, cancel: &Cancel) -> Task<'p> {
        let mut task = Task::new(puzzle);
        task.goal = self.goal();
        task.limits = self.limits(cancel);
        task.options = self.options(scope, name.raw());
        task.name = name;
        task.observer = |event| say::detail(event);
        task
    }

    /// Refuses pictures that cannot work before any solver is asked.
    fn check_drawing(&self, attempts: usize) -> Result<(), Failure> {
        let usage = |text: &str| Err(Failure::Usage(text.into()));
        let Medium::Drawing(drawing) = self.format().medium() else {
            if self.draw.is_folder() {
                return usage(
                    "a folder is for pictures (--format svg, html or png): name a file with -o, \
                     such as `-o boards.txt`",
                );
            }
            return Ok(());
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

    fn limits(&self, cancel: &Cancel) -> Limits {
        Limits {
            time: self.time_limit,
            memory: self.memory_limit,
            cancel: cancel.clone(),
        }
    }

    fn options(&self, scope: Scope, puzzle: &str) -> Options {
        let plain = |c: char| match c {
            c if c.is_alphanumeric() || "-_.".contains(c) => c,
            _ => '_',
        };
        let keep = self.keep.clone().map(|folder| {
            let folder = if scope.one_puzzle {
                folder
            } else {
                folder.join(puzzle.chars().map(plain).collect::<String>())
            };
            if scope.one_solver {
                Keep::In(folder)
            } else {
                Keep::BySolver(folder)
            }
        });
        Options {
            seed: self.seed,
            threads: self.threads,
            cpu: None,
            arguments: self.extra.clone(),
            without: self.steps.without(),
            keep,
            proof: None,
            model_hash: false,
        }
    }

    fn find(&self, registry: &Registry, places: &SearchPath) -> Result<Vec<Solver>, Failure> {
        self.search.check(&self.solver)?;
        let mut solvers = Vec::new();
        let mut missing = Vec::new();
        for name in &self.solver {
            match self.find_one(name, registry, places) {
                Ok(solver) => solvers.push(solver),
                // A race can be run without one of the runners, but not without a place to run.
                Err(Failure::Solver(problem))
                    if self.race
                        && matches!(*problem, SolverError::Missing(_))
                        && !matches!(*problem, SolverError::Missing(Missing::NoFolder(_))) =>
                {
                    missing.push(Failure::Solver(problem));
                }
                Err(failure) => return Err(failure),
            }
        }
        let error = missing.pop_if(|_| solvers.is_empty());
        for failure in &missing {
            say::warning(failure);
        }
        error.map_or(Ok(solvers), Err)
    }

    fn find_one(
        &self,
        name: &str,
        registry: &Registry,
        places: &SearchPath,
    ) -> Result<Solver, Failure> {
        // A name that is none is better found out before programs are tried out.
        let chosen = match (registry.get(name), &self.encoding) {
            (Some(entry), Some(name)) => Some(encoding(entry.encoding.language(), Some(name))?),
            (None, Some(name)) => {
                check_known(name)?;
                None
            }
            (Some(_) | None, None) => None,
        };
        let mut solver = match Solver::find_in(name, registry, places)? {
            Solver::Search(_) => Solver::Search(self.search.search()),
            other @ (Solver::Embedded | Solver::External(_)) => other,
        };
        if let Some(encoding) = chosen {
            solver = solver.with_encoding(encoding)?;
        }
        warn_of_version(&solver);
        if !solver.shows_boards() && !self.count && !self.unique {
            return Err(Failure::Usage(format!(
                "{name} says how many solutions there are and shows none: ask it with --count or \
                 --unique"
            )));
        }
        let ignored: &[(bool, &str)] = match &solver {
            Solver::Embedded | Solver::Search(_) if self.proof.is_some() => {
                return Err(Failure::Usage(format!("{name} writes no proof")));
            }
            Solver::Embedded => &[
                (self.encoding.is_some(), "does not have an encoding"),
                (self.seed.is_some(), "does not have a seed"),
                (self.threads.is_some(), "does not have a number of threads"),
                (self.keep.is_some(), "does not have files to keep"),
                (!self.extra.is_empty(), "does not have arguments of its own"),
            ],
            Solver::Search(_) => &[
                (self.encoding.is_some(), "does not have an encoding"),
                (self.threads.is_some(), "does not have a number of threads"),
                (self.keep.is_some(), "does not have files to keep"),
                (!self.extra.is_empty(), "does not have arguments of its own"),
            ],
            Solver::External(installed) => {
                let via = &installed.via;
                &[
                    (self.seed.is_some() && via.seed.is_empty(), "takes no seed"),
                    (
                        self.threads.is_some() && via.threads.is_empty(),
                        "takes no number of threads",
                    ),
                ]
            }
        };
        for (_, what) in ignored.iter().filter(|(asked, _)| *asked) {
            say::warning(&format!("{name} {what}"));
        }
        if let Solver::Search(search) = &solver {
            say::detail(&format_args!(
                "{name}: {}; checks: {}",
                search.strategy, search.checks
            ));
        }
        if let Solver::External(installed) = &solver {
            let version = installed.version.as_ref();
            say::detail(&format_args!(
                "{name}: {}{}, encoding {}",
                visible::path(&installed.program),
                version.map_or_else(String::new, |version| format!(" {version}")),
                installed.encoding()
            ));
        }
        Ok(solver)
    }

    /// The puzzle with its pins, and what is on its board.
    fn pinned(&self, chosen: Chosen) -> Result<(Puzzle, Partial, Label), Failure> {
        let board = match &self.board {
            Some(source) => source.beginning(&chosen)?,
            None => Partial::default(),
        };
        let Chosen { puzzle, name, .. } = self.exclude.apply(chosen)?;
        for doubt in doubts(&puzzle) {
            say::warning(&doubt);
        }
        Ok((pin(puzzle, &self.fix)?, board, name))
    }

    fn solve(
        &self,
        asked: &Asked<'_>,
        solvers: &[Solver],
        report: &mut Report<'_>,
    ) -> Result<(), Failure> {
        let task = asked.task;
        if self.race {
            let Race { finished, winner } = race(solvers, task);
            let first_good = finished.iter().position(|one| one.result.is_ok());
            let shown = winner.or(first_good).unwrap_or(0);
            for (index, (solver, finished)) in solvers.iter().zip(finished).enumerate() {
                // The others were stopped; only their faults are worth a word.
                match &finished.result {
                    _ if index == shown => report_finished(asked, solver, finished, report)?,
                    Err(problem) => say::warning(problem),
                    Ok(solved) => say_times(task, solver, &solved.stats),
                }
            }
            return Ok(());
        }
        if self.agree {
            let Comparison {
                finished,
                disagreement,
            } = compare(solvers, task);
            for (solver, finished) in solvers.iter().zip(finished) {
                report_finished(asked, solver, finished, report)?;
            }
            return match disagreement {
                Some(what) => report.failed(task.name.raw(), Failure::Disagreement(what.into())),
                None => Ok(()),
            };
        }
        for solver in solvers {
            let mut answer = report.answer(asked, solver)?;
            let result = solver.solve(task, &mut |board| answer.take(board));
            if let Ok(solved) = &result {
                say_times(task, solver, &solved.stats);
            }
            answer.end(result)?;
        }
        Ok(())
    }
}

/// Reports what a solver came to that ran beside others.
fn report_finished(
    asked: &Asked<'_>,
    solver: &Solver,
    finished: Finished,
    report: &mut Report<'_>,
) -> Result<(), Failure> {
    if let Ok(solved) = &finished.result {
        say_times(asked.task, solver, &solved.stats);
    }
    let mut answer = report.answer(asked, solver)?;
    for board in finished.boards {
        if answer.take(board).is_break() {
            break;
        }
    }
    answer.end(finished.result)
}

/// Says how long everything took.
fn say_times(task: &Task<'_>, solver: &Solver, stats: &Stats) {
    let (name, solve) = (&task.name, stats.solve);
    match solver {
        Solver::Embedded => say::detail(&format_args!("{name}: solved in {solve:.1?}")),
        Solver::Search(_) => {
            let counted = stats.statistics.iter();
            let counted: Vec<String> = counted
                .map(|(what, number)| format!("{what} {number}"))
                .collect();
            say::detail(&format_args!(
                "{name}: searched for {solve:.1?}; {}",
                counted.join(", ")
            ));
        }
        Solver::External(_) => say::detail(&format_args!(
            "{name}: wrote {} bytes in {:.1?}, {} took {solve:.1?} in {} run{}, read back in \
             {:.1?}, checked in {:.1?}",
            stats.model_bytes,
            stats.emit,
            solver.name(),
            stats.runs,
            if stats.runs == 1 { "" } else { "s" },
            stats.decode,
            stats.check
        )),
    }
}
