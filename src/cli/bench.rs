//! `pipsc bench`: solvers and encodings measured against each other.

mod contest;
mod contestant;
mod entrant;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::encoding::StepArguments;
use super::input::PuzzlesArguments;
use super::interrupt::Ongoing;
use super::quantity::{duration, size, whole};
use super::registry::{RegistryArguments, places};
use super::{Failure, output};
use crate::backend::Language;
use crate::bench::report;
use crate::bench::results::{self, Results, ResultsError};
use crate::bench::{Clock, Column, Machine, Question, Summary};
use crate::exit::Exit;
use crate::folders;
use crate::json;
use crate::lower::{AS_IT_STANDS, STEPS, Step};
use crate::solver::SolverError;
use crate::visible;

use contest::Contest;
use contestant::Contestant;

/// Measure solvers and encodings against each other
///
/// Every solver is run on every puzzle, as a whole process, in turns, so that a noisy minute hits
/// all alike. Every answer is checked, and the answers are checked against each other.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc bench puzzles/ --solver kissat,cadical --encoding compact,placement --baseline kissat/placement
  pipsc bench today.json:hard --solver embedded,z3,gecode --repeat 5
  pipsc bench puzzles/ --solver embedded --goal one,unique,count --yardstick
  pipsc bench puzzles/ --emit minizinc,smtlib,dimacs --yardstick --baseline 'pipsc --version'
  pipsc bench boards/ --solver cadical --out results.jsonl --resume --html report.html
  pipsc bench puzzles/ --solver all --encoding all --terms whole,pruned --format markdown
  pipsc bench --merge monday.jsonl tuesday.jsonl --format csv

A column is a solver with an encoding: z3/pb, kissat/compact, embedded; `kissat/compact whole` is
given the puzzle as it stands. All columns of the same terms are given the same steps, and only they
are compared with each other. The time of a column on a puzzle is the
median of its repeats; a run without an answer counts with the time limit, in PAR-2 with twice that.

Exit codes: 5 if an answer is wrong or contradicts another, 4 if a run could not be made.")]
pub(super) struct Bench {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The solvers; `embedded` is measured as a whole `pipsc run` process, and `all` is every solver
    /// that is installed [default: embedded]
    #[arg(long, short, value_name = "NAME", value_delimiter = ',')]
    solver: Vec<String>,

    /// The encodings, each for the solvers that can be given it; `default` is each solver's own, and
    /// `all` is every one of its language
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    encoding: Vec<String>,

    /// What the encodings are given: the puzzle pruned, whole as it stands, or both side by side
    /// [default: pruned]
    #[arg(long, value_name = "TERMS", value_delimiter = ',',
        conflicts_with_all = ["prune", "no_prune"])]
    terms: Vec<Terms>,

    /// What is asked
    #[arg(
        long,
        value_name = "GOAL",
        value_delimiter = ',',
        default_value = "one"
    )]
    goal: Vec<Question>,

    /// Measure `pipsc emit` for these targets too
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    emit: Vec<&'static Language>,

    /// Measure `true`, a program that does nothing, and `pipsc --version` too: the least that a process
    /// takes, and the least that one of ours does
    #[arg(long)]
    yardstick: bool,

    /// How often each run is made
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = whole(1..=1000_u32))]
    repeat: u32,

    /// Stop each run after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    time_limit: Duration,

    /// Stop each run that takes more memory than this: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// How many runs are made at a time
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = whole(1..=1024_u16))]
    jobs: u16,

    /// Which clock counts
    #[arg(long, default_value = "wall")]
    clock: Clock,

    /// Compare every column with this one
    #[arg(long, value_name = "COLUMN")]
    baseline: Option<String>,

    /// How to report
    #[arg(long, default_value = "text")]
    format: BenchFormat,

    /// List every puzzle in the text, however many there are
    #[arg(long)]
    each: bool,

    /// Write every run to this file as soon as it is made, one JSON object a line
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    out: Option<PathBuf>,

    /// Go on with the runs that are not in the --out file yet
    #[arg(long, requires = "out")]
    resume: bool,

    /// Measure nothing: the arguments are files that --out made, to be reported together
    #[arg(long, conflicts_with_all = ["solver", "encoding", "emit", "yardstick", "resume"])]
    merge: bool,

    /// Write a report with plots to this file: a web page that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the plots to this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    #[command(flatten)]
    registry: RegistryArguments,

    #[command(flatten)]
    steps: StepArguments,
}

impl ValueEnum for Question {
    fn value_variants<'a>() -> &'a [Self] {
        &[Question::One, Question::Unique, Question::Count]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Question::One => ("one", "A solution, or the proof that there is none"),
            Question::Unique => ("unique", "Is there exactly one solution?"),
            Question::Count => ("count", "How many solutions are there?"),
            Question::Nothing => return None,
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl ValueEnum for Clock {
    fn value_variants<'a>() -> &'a [Self] {
        &[Clock::Wall, Clock::Cpu]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Clock::Wall => ("wall", "From the start to the end of the process"),
            Clock::Cpu => ("cpu", "The processor time of the process"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// Tables
    Text,
    /// A table for a page, the terms side by side
    Markdown,
    /// The summary
    Json,
    /// Every run
    Csv,
}

/// What the encodings are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Terms {
    /// Without what no solution uses, as `pipsc run` gives it
    Pruned,
    /// As it stands, as `pipsc emit` writes it
    Whole,
}

impl Bench {
    /// The steps before what the encodings are given, for each of the terms.
    fn terms(&self) -> Vec<Vec<Step>> {
        if self.terms.is_empty() {
            return vec![self.steps.of(&STEPS)];
        }
        let steps = |terms: &Terms| match terms {
            Terms::Pruned => self.steps.of(&STEPS),
            Terms::Whole => self.steps.of(&AS_IT_STANDS),
        };
        self.terms.iter().map(steps).collect()
    }

    pub(super) fn run(self) -> Result<Exit, Failure> {
        let mut results = Results::default();
        let mut columns = Vec::new();
        if self.merge {
            for path in self.puzzles.typed() {
                let _ = results.read(path).map_err(unusable)?;
            }
        } else {
            self.writable()?;
            self.measure(&mut results, &mut columns)?;
        }
        if results.records.is_empty() {
            return Err(Failure::Usage("there is nothing to report".into()));
        }
        self.report(&results, &columns)
    }

    /// Refuses output that could not be written, before hours are spent on it.
    fn writable(&self) -> Result<(), Failure> {
        if let (Some(out), false) = (&self.out, self.resume)
            && out.exists()
        {
            return Err(Failure::Usage(format!(
                "{} is there already; go on with it by --resume, or name another file",
                visible::path(out)
            )));
        }
        for path in [&self.out, &self.html].into_iter().flatten() {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(Failure::Usage(format!(
                    "cannot write {}: there is no folder for it",
                    visible::path(path)
                )));
            }
        }
        Ok(())
    }

    fn measure(&self, results: &mut Results, columns: &mut Vec<Column>) -> Result<(), Failure> {
        let registry = self.registry.load()?;
        let program = std::env::current_exe()
            .map_err(|problem| Failure::Internal(format!("cannot find this program: {problem}")))?;
        // Held until the end: an interrupt waits for it.
        let ongoing = Ongoing::begin();
        let contestants = Contestant::all(self, &registry, &places(&ongoing))?;
        columns.extend(contestants.iter().map(|one| one.column.clone()));
        // A name that nobody has is better found out before the runs than after them.
        if let Some(name) = &self.baseline {
            let _ = baseline(&Summary::new(results, columns, Clock::Wall), name)?;
        }
        let folder = folders::temporary("pipsc-bench-").map_err(SolverError::from)?;
        let entrants = entrant::read(&self.puzzles, folder.path())?;
        let contest = Contest {
            bench: self,
            contestants: &contestants,
            entrants: &entrants,
            program: &program,
            folder: folder.path(),
            cancel: &ongoing.cancel,
        };
        let mut out = self.open(results)?;
        let machine = Machine {
            pipsc: env!("CARGO_PKG_VERSION").into(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into(),
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            jobs: self.jobs.into(),
        };
        if !results.machines.contains(&machine) {
            append(&mut out, &results::machine_line(&machine))?;
        }
        results.add_machine(machine);
        contest.hold(results, &mut |record| {
            append(&mut out, &results::run_line(record))
        })
    }

    /// The file for the runs, with those that are in it already.
    fn open(&self, results: &mut Results) -> Result<Option<(PathBuf, fs::File)>, Failure> {
        let Some(path) = &self.out else {
            return Ok(None);
        };
        let failed = |problem| Failure::writing(path, problem);
        let whole = if path.exists() {
            results.read(path).map_err(unusable)?
        } else {
            0
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        // A line that an interrupt cut off makes room for a whole one.
        if file.metadata().is_ok_and(|there| there.len() > whole) {
            file.set_len(whole).map_err(failed)?;
        }
        Ok(Some((path.clone(), file)))
    }

    fn report(&self, results: &Results, columns: &[Column]) -> Result<Exit, Failure> {
        let mut summary = Summary::new(results, columns, self.clock);
        if let Some(name) = &self.baseline {
            summary.against(baseline(&summary, name)?);
        }
        if let Some(path) = &self.html {
            let page = report::html(&summary).map_err(|problem| {
                Failure::Internal(format!("the report cannot be made: {problem}"))
            })?;
            output::to_path(path, |out| out.write_all(page.as_bytes()))?;
        }
        if let Some(folder) = &self.plots {
            self.plot(&summary, folder)?;
        }
        let text = match self.format {
            BenchFormat::Text => report::text(&summary, self.each),
            BenchFormat::Markdown => report::markdown(&summary),
            BenchFormat::Json => json::document(&report::json(&summary)) + "\n",
            BenchFormat::Csv => report::csv(results),
        };
        anstream::stdout()
            .write_all(text.as_bytes())
            .map_err(|problem| Failure::writing(Path::new("standard output"), problem))?;
        Ok(match (summary.is_wrong(), summary.problems.is_empty()) {
            (true, _) => Exit::Rejected,
            (false, false) => Exit::NoSolver,
            (false, true) => Exit::Done,
        })
    }

    fn plot(&self, summary: &Summary, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|problem| Failure::writing(folder, problem))?;
        let mut plots = vec![
            ("cactus.svg", report::cactus(summary)),
            ("growth.svg", report::growth(summary)),
        ];
        if let Some(baseline) = summary.baseline {
            let other = usize::from(baseline == 0).min(summary.columns.len() - 1);
            plots.push(("scatter.svg", report::scatter(summary, other, baseline)));
        }
        for (name, svg) in plots {
            output::to_path(&folder.join(name), |out| out.write_all(svg.as_bytes()))?;
        }
        Ok(())
    }
}

/// The number of the column that is to be compared with.
fn baseline(summary: &Summary, name: &str) -> Result<usize, Failure> {
    summary.find(name).ok_or_else(|| {
        let names: Vec<String> = summary
            .columns
            .iter()
            .map(|column| column.column.to_string())
            .collect();
        Failure::Usage(format!(
            "--baseline: no single column is called `{name}`; the columns are {}",
            names.join(", ")
        ))
    })
}

/// Adds a line to the file, if there is one; it is there when this returns.
fn append(out: &mut Option<(PathBuf, fs::File)>, line: &str) -> Result<(), Failure> {
    match out {
        None => Ok(()),
        Some((path, file)) => file
            .write_all(line.as_bytes())
            .map_err(|problem| Failure::writing(path, problem)),
    }
}

fn unusable(problem: ResultsError) -> Failure {
    match problem {
        ResultsError::Unreadable(problem) => problem.into(),
        bad @ ResultsError::BadLine { .. } => Failure::Usage(bad.to_string()),
    }
}
