//! `pipsc bench`: solvers and encodings measured against each other.

mod choices;
mod contest;
mod contestant;
mod done;
mod entrant;
mod measure;
mod merge;
mod pin;
mod programme;
mod reported;
mod store;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::ArgPredicate;

use super::encoding::StepArguments;
use super::input::PuzzlesArguments;
use super::quantity::{duration, size, whole};
use super::registry::RegistryArguments;
use super::search::{checks, strategy, unheeded};
use super::{Failure, say};
use crate::backend::Language;
use crate::bench::plan::Shard;
use crate::bench::report;
use crate::bench::results::ResultsError;
use crate::bench::{Clock, Question, Tally};
use crate::exit::Exit;
use crate::lower::{AS_IT_STANDS, STEPS, Step};
use crate::solver::search::{Checks, Search, Strategy};
use crate::visible;

use choices::{BenchFormat, Terms};
use reported::Results;

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
}

/// A file of results that cannot be used, as the command line says it.
fn unusable(problem: ResultsError) -> Failure {
    match problem {
        ResultsError::Unreadable(problem) => problem.into(),
        bad @ (ResultsError::BadLine { .. } | ResultsError::NoPlan { .. }) => {
            Failure::Usage(bad.to_string())
        }
    }
}
