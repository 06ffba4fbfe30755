//! `pipsc bench`: solvers and encodings measured against each other.

mod contest;
mod contestant;
mod done;
mod entrant;
mod merge;
mod pin;
mod programme;
mod store;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{ArgPredicate, PossibleValue};
use clap::{Args, ValueEnum};

use super::encoding::StepArguments;
use super::input::PuzzlesArguments;
use super::interrupt::Ongoing;
use super::quantity::{duration, size, whole};
use super::registry::{RegistryArguments, places};
use super::search::{checks, strategy, unheeded};
use super::{Failure, output, say};
use crate::backend::Language;
use crate::bench::plan::Shard;
use crate::bench::report;
use crate::bench::results::{Line, ResultsError};
use crate::bench::{Clock, Machine, Question, Record, Summary, Tally};
use crate::exit::Exit;
use crate::folders;
use crate::json;
use crate::lower::{AS_IT_STANDS, STEPS, Step};
use crate::solver::SolverError;
use crate::solver::search::{Checks, Search, Strategy};
use crate::visible;

use contest::Contest;
use contestant::Contestant;
use done::Done;
use entrant::Entrant;
use programme::Programme;
use store::Store;

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
  pipsc bench puzzles/ --solver search --strategy first-empty --check broken --check broken,bounds
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

    /// The solvers; `embedded` and `search` are measured as whole `pipsc run` processes, and `all` is
    /// every solver that is installed, but for plain search [default: embedded]
    #[arg(long, short, value_name = "NAME", value_delimiter = ',')]
    solver: Vec<String>,

    /// The encodings, each for the solvers that can be given it; `default` is each solver's own, and
    /// `all` is every one of its language
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    encoding: Vec<String>,

    /// The strategies of `search`, each in a column of its own: first-empty, most-constrained, exact-cover
    /// [default: all three]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = strategy)]
    strategy: Vec<Strategy>,

    /// The checks of `search`, with commas between them, `all` or `none`; once more for another column.
    /// Each strategy has its default
    #[arg(long = "check", value_name = "LIST", value_parser = checks)]
    checks: Vec<Checks>,

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

    /// Stop each run after this time: 10s, 500ms, 2m; with --cpu-limit alone after an hour
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s",
        default_value_if("cpu_limit", ArgPredicate::IsPresent, "1h"))]
    time_limit: Duration,

    /// Stop each run after so much processor time of all its processes together, whatever the clock on the
    /// wall says by then: on a machine that has other work to do, a fair limit
    #[arg(long, value_name = "TIME", value_parser = duration)]
    cpu_limit: Option<Duration>,

    /// Stop each run that takes more memory than this: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// How many runs are made at a time
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = whole(1..=1024_u16))]
    jobs: u16,

    /// Give each run this many cores, which no other run of this bench uses, where the system allows that;
    /// solvers that take a number of threads are told
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u32))]
    cores: Option<u32>,

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

    /// Write every run to this file as soon as it is made, one JSON object a line; with --merge, every run
    /// of the files once
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Go on with the runs that are not in the --out file yet
    #[arg(long, requires = "out")]
    resume: bool,

    /// Make only the runs of this shard, the K-th of N: every node that is given the same puzzles and
    /// options cuts the same list
    #[arg(long, value_name = "K/N", conflicts_with = "merge")]
    shard: Option<Shard>,

    /// Print the list of runs, one JSON object a line with its key and its shard, and make none
    #[arg(long, conflicts_with_all = ["merge", "out", "html", "plots"])]
    plan: bool,

    /// How many shards the list of --plan is cut into
    #[arg(long, value_name = "N", requires = "plan", conflicts_with = "shard",
        value_parser = whole(1..=1_000_000_u32))]
    shards: Option<u32>,

    /// Make only the runs of this file, which --plan or --missing wrote
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    runs: Option<PathBuf>,

    /// Balance shards by the times of these results of --out, instead of by the size of puzzles
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    costs: Vec<PathBuf>,

    /// Measure nothing: the arguments are files that --out made, to be reported together
    #[arg(long, conflicts_with_all = ["solver", "encoding", "strategy", "checks", "emit", "yardstick", "resume"])]
    merge: bool,

    /// With --merge: the plan that --plan printed, to see what is missing
    #[arg(long, value_name = "FILE", requires = "merge")]
    planned: Option<PathBuf>,

    /// With --planned: write the plan of the runs that are missing to this file, for --runs
    #[arg(long, value_name = "FILE", requires = "planned")]
    missing: Option<PathBuf>,

    /// Compare the times of runs on different kinds of machines, which are reported apart otherwise
    #[arg(long)]
    mix_machines: bool,

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
    /// Nothing, where --out or --missing is all that is wanted
    None,
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

    /// The ways in which plain search is measured.
    fn searches(&self) -> Vec<Search> {
        let strategies = match self.strategy.as_slice() {
            [] => &Strategy::ALL[..],
            some => some,
        };
        let each = strategies.iter().map(|&strategy| Search::new(strategy));
        each.flat_map(|usual| match self.checks.as_slice() {
            [] => vec![usual],
            some => some
                .iter()
                .map(|&checks| Search { checks, ..usual })
                .collect(),
        })
        .collect()
    }

    pub(super) fn run(self) -> Result<Exit, Failure> {
        let is_asked = !self.strategy.is_empty() || !self.checks.is_empty();
        unheeded(is_asked, &self.solver)?;
        let mut results = Results {
            tally: Tally::new(self.clock),
            csv: (self.format == BenchFormat::Csv).then(report::csv_heading),
            is_wanted: self.format != BenchFormat::None
                || self.html.is_some()
                || self.plots.is_some(),
        };
        let mut is_incomplete = false;
        if self.merge {
            self.writable()?;
            let merged = self.merged(&mut results)?;
            is_incomplete = merged.is_incomplete;
        } else {
            self.writable()?;
            self.measure(&mut results)?;
            if self.plan {
                return Ok(Exit::Done);
            }
        }
        let exit = match (results.is_wanted(), results.tally.is_empty()) {
            (false, _) => Exit::Done,
            (true, true) => return self.nothing(is_incomplete),
            (true, false) => self.report(&results)?,
        };
        Ok(match (exit, is_incomplete) {
            (Exit::Done, true) => Exit::NoVerdict,
            (exit, _) => exit,
        })
    }

    /// There is no run: a shard can have none, and so can the files of a campaign that has just begun.
    fn nothing(&self, is_incomplete: bool) -> Result<Exit, Failure> {
        if is_incomplete {
            return Ok(Exit::NoVerdict);
        }
        if self.shard.is_some() || self.runs.is_some() {
            say::note(&"there is nothing to do");
            return Ok(Exit::Done);
        }
        Err(Failure::Usage("there is nothing to report".into()))
    }

    /// Refuses output that could not be written, before hours are spent on it.
    fn writable(&self) -> Result<(), Failure> {
        if let (Some(out), false) = (&self.out, self.resume)
            && out.exists()
        {
            let next = if self.merge {
                "name another file"
            } else {
                "go on with it by --resume, or name another file"
            };
            return Err(Failure::Usage(format!(
                "{} is there already; {next}",
                visible::path(out)
            )));
        }
        for path in [&self.out, &self.html, &self.missing].into_iter().flatten() {
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

    fn measure(&self, results: &mut Results) -> Result<(), Failure> {
        let registry = self.registry.load()?;
        let program = std::env::current_exe()
            .map_err(|problem| Failure::Internal(format!("cannot find this program: {problem}")))?;
        // Held until the end: an interrupt waits for it.
        let ongoing = Ongoing::begin();
        let contestants = Contestant::all(self, &registry, &places(&ongoing), &program)?;
        for contestant in &contestants {
            results.tally.enter(&contestant.column);
        }
        // A name that nobody has is better found out before the runs than after them.
        if let Some(name) = &self.baseline {
            let _ = baseline(&results.tally.summary(), name)?;
        }
        let folder = folders::temporary("pipsc-bench-").map_err(SolverError::from)?;
        let entrants = entrant::read(&self.puzzles, folder.path())?;
        let smallest = Entrant::smallest(folder.path())?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let shards = self.shards.unwrap_or(shard.of);
        let mut programme = Programme::new(self, &contestants, &smallest, &entrants, shards)?;
        if self.plan {
            if self.shard.is_some() {
                let _ = programme.take(shard);
            }
            return programme.print();
        }
        let part = programme.take(shard);
        let machine = Machine::here();
        let contest = Contest {
            bench: self,
            program: &program,
            folder: folder.path(),
            cancel: &ongoing.cancel,
            machine: &machine,
        };
        let mut done = Done::default();
        let mut store = None;
        if let Some(path) = &self.out {
            let mut parts = Vec::new();
            let mut opened = Store::open(path, |line| match line {
                Line::Run(record) => {
                    done.add(&record);
                    results.add(&record);
                }
                Line::Part(before) => parts.push(before),
            })?;
            if !parts.contains(&part) {
                opened.begin(&part)?;
            }
            store = Some(opened);
        }
        contest.hold(programme, &done, &mut |record| {
            if let Some(store) = &mut store {
                store.add(&record)?;
            }
            results.add(&record);
            Ok(())
        })
    }

    fn report(&self, results: &Results) -> Result<Exit, Failure> {
        let tally = &results.tally;
        let kinds = tally.kinds();
        let is_apart = kinds.len() > 1 && !self.mix_machines;
        let mut summaries = if is_apart {
            tally.by_machine()
        } else {
            vec![tally.summary()]
        };
        if let Some(name) = &self.baseline {
            for summary in &mut summaries {
                summary.against(baseline(summary, name)?);
            }
        }
        if is_apart {
            let kinds = kinds.iter().map(|(machine, runs)| {
                let name = machine.map_or("an unknown machine".to_owned(), Machine::to_string);
                format!("  {name}: {runs} runs")
            });
            let kinds: Vec<String> = kinds.collect();
            if self.html.is_some() || self.plots.is_some() {
                return Err(Failure::Usage(format!(
                    "--html and --plots would compare times of different kinds of machines:\n{}\n\
                     --mix-machines does so all the same",
                    kinds.join("\n")
                )));
            }
            say::warning(&format_args!(
                "the runs were made on {} kinds of machines, whose times are not compared:\n{}\n\
                 --mix-machines compares them all the same",
                kinds.len(),
                kinds.join("\n")
            ));
        }
        if let (Some(path), [summary]) = (&self.html, &summaries[..]) {
            let page = report::html(summary).map_err(|problem| {
                Failure::Internal(format!("the report cannot be made: {problem}"))
            })?;
            output::to_path(path, |out| out.write_all(page.as_bytes()))?;
        }
        if let (Some(folder), [summary]) = (&self.plots, &summaries[..]) {
            self.plot(summary, folder)?;
        }
        let one_by_one = |form: &dyn Fn(&Summary) -> String| {
            let texts: Vec<String> = summaries.iter().map(form).collect();
            texts.join("\n")
        };
        let text = match self.format {
            BenchFormat::Text => one_by_one(&|summary| report::text(summary, self.each)),
            BenchFormat::Markdown => one_by_one(&report::markdown),
            BenchFormat::Json => json::document(&report::json(&summaries)) + "\n",
            BenchFormat::Csv => results.csv.clone().unwrap_or_default(),
            BenchFormat::None => String::new(),
        };
        anstream::stdout()
            .write_all(text.as_bytes())
            .map_err(|problem| Failure::writing(Path::new("standard output"), problem))?;
        let is_wrong = summaries.iter().any(Summary::is_wrong);
        let is_good = summaries.iter().all(|summary| summary.problems.is_empty());
        Ok(match (is_wrong, is_good) {
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

/// What was measured, for the report.
#[derive(Debug)]
struct Results {
    tally: Tally,
    /// Every run as a line, if that is the report.
    csv: Option<String>,
    /// There is to be a report.
    is_wanted: bool,
}

impl Results {
    fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    fn add(&mut self, record: &Record) {
        self.tally.add(record);
        if let Some(csv) = &mut self.csv {
            csv.push_str(&report::csv(record));
        }
    }
}

fn unusable(problem: ResultsError) -> Failure {
    match problem {
        ResultsError::Unreadable(problem) => problem.into(),
        bad @ (ResultsError::BadLine { .. } | ResultsError::NoPlan { .. }) => {
            Failure::Usage(bad.to_string())
        }
    }
}
