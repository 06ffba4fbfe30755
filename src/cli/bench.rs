//! `pipsc bench`: solvers and encodings measured against each other.

mod competitors;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

use super::args::{RegistryArguments, duration, search_path, size, whole};
use super::format::{OutputFormat, among};
use super::input::PuzzlesArguments;
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::search::{check_used, checks};
use super::{CliError, log, output};
use crate::bench::report;
use crate::bench::{
    BenchGoal, BenchInstance, BenchSummary, Clock, Machine, ResultStore, RunKey, RunLimits,
    RunRecord, Runner, Schedule, Shard, find_column, merge, write,
};
use crate::exit::Exit;
use crate::folders::parent;
use crate::json;
use crate::solver::embedded;
use crate::solver::search::{Checks, Strategy};
use crate::visible;

/// Measure solvers and encodings against each other
///
/// Every solver runs on every puzzle. Runs are interleaved, so that noise affects all solvers
/// alike. Every board is checked, and the answers of the solvers are compared.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc bench puzzles/ --solver kissat --encoding compact,links --baseline kissat/links
  pipsc bench today.json:hard --solver embedded,z3,gecode --seeds 5
  pipsc bench puzzles/ --solver embedded --goal one,unique,count
  pipsc bench puzzles/ --solver search --strategy first-empty --checks broken --checks broken,bounds
  pipsc bench boards/ --solver cadical --out results.jsonl --resume -o report.html
  pipsc bench puzzles/ --solver all --encoding all --terms whole,pruned --format markdown
  pipsc bench puzzles/ --solver kissat --shard 3/8 --out shard-3.jsonl --resume
  pipsc bench --merge shard-*.jsonl --format csv

A column is a solver with an encoding: z3/pb, kissat/compact, embedded; `kissat/compact whole` reads
unpruned models. The time of a column on a puzzle is the median of its repeats. Medians and means
are over the puzzles that all columns solved. PAR-2 is over all puzzles: a run without an answer
counts with twice the limit.

Exit codes: 5 if an answer is wrong or contradicts another, 4 if a run could not be made.")]
pub(super) struct Bench {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The solvers, separated by commas
    ///
    /// `all` is every installed solver except plain search.
    #[arg(
        long,
        short,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = embedded::NAME
    )]
    solver: Vec<String>,

    /// The encodings, each for the solvers that support it
    ///
    /// `default` is each solver's default encoding, and `all` every encoding of its language.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    encoding: Vec<String>,

    /// The strategies of `search`, one column each
    ///
    /// Some of first-empty, most-constrained and exact-cover; the default is all three.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = str::parse::<Strategy>)]
    strategy: Vec<Strategy>,

    /// The checks of `search`
    ///
    /// Separated by commas, or `all` or `none`; each strategy has its default. Repeating the option
    /// adds a column.
    #[arg(long, value_name = "LIST", value_parser = checks)]
    checks: Vec<Checks>,

    /// Whether the models are pruned or whole, or both in separate columns
    #[arg(
        long,
        value_name = "TERMS",
        value_delimiter = ',',
        default_value = "pruned"
    )]
    terms: Vec<LoweringChoice>,

    /// The goals, one column each
    #[arg(
        long,
        value_name = "GOAL",
        value_delimiter = ',',
        default_value = "one"
    )]
    goal: Vec<BenchGoal>,

    /// Number of repeats of each run
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1..=1000_u32))]
    repeat: u32,

    /// Run with each of the seeds 1 to N, for solvers with a seed
    #[arg(long, value_name = "N", conflicts_with = "repeat", value_parser = whole(1..=1000_u32))]
    seeds: Option<u32>,

    /// Time limit of each run: 10s, 500ms, 2m
    ///
    /// With --cpu-limit alone, the default is an hour.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s",
        default_value_if("cpu_limit", ArgPredicate::IsPresent, "1h"))]
    time_limit: Duration,

    /// Processor time limit of each run, summed over its processes; fair on a busy machine
    #[arg(long, value_name = "TIME", value_parser = duration)]
    cpu_limit: Option<Duration>,

    /// Memory limit of each run: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// Number of runs at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1..=1024_u16))]
    jobs: u16,

    /// Clock of the report
    #[arg(long, default_value = "wall")]
    clock: Clock,

    /// Compare every column with this one
    #[arg(long, value_name = "COLUMN")]
    baseline: Option<String>,

    /// Format of the report
    ///
    /// The default is the format of the output file's extension, else text.
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    /// Output file of the report, or `-`, the default
    #[arg(
        long,
        short,
        value_name = "FILE|-",
        default_value = "-",
        hide_default_value = true
    )]
    output: PathBuf,

    /// List every puzzle in the text report, however many there are
    #[arg(long)]
    each: bool,

    /// Append each run to this file as soon as it ends
    ///
    /// Each line is a JSON object. With --merge, the file is new and contains the merged runs.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Skip the runs that are in the --out file
    #[arg(long, requires = "out")]
    resume: bool,

    /// Make only the runs of shard K of N, without a report
    ///
    /// Processes with the same puzzles and options split the same list of runs.
    #[arg(long, value_name = "K/N", conflicts_with = "merge", requires = "out")]
    shard: Option<Shard>,

    /// Report the runs of the results files given in place of puzzles
    ///
    /// --out writes results files.
    #[arg(long, conflicts_with_all = ["solver", "encoding", "strategy", "checks", "resume", "seeds"])]
    merge: bool,

    /// Compare times of different kinds of machines instead of reporting them separately
    #[arg(long)]
    mix_machines: bool,

    #[command(flatten)]
    registry: RegistryArguments,
}

/// The output formats of `bench`.
const FORMATS: &[OutputFormat] = &[
    OutputFormat::Text,
    OutputFormat::Markdown,
    OutputFormat::Json,
    OutputFormat::Csv,
    OutputFormat::Html,
];

/// The lowering steps before the encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LoweringChoice {
    /// Without values and placements that no solution uses, as in `pipsc run`
    Pruned,
    /// Unpruned, as in `pipsc emit`
    Whole,
}

impl Bench {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let format = OutputFormat::choose(self.format, &self.output, FORMATS, OutputFormat::Text)?;
        let is_searched = !self.strategy.is_empty() || !self.checks.is_empty();
        check_used(is_searched, &self.solver)?;
        self.writable()?;
        let records = if self.merge {
            self.merged()?
        } else {
            self.measured()?
        };
        if let Some(shard) = self.shard {
            log::note(&format_args!(
                "shard {shard}: {} runs are in {}",
                records.len(),
                self.out.as_deref().map_or(String::new(), visible::path)
            ));
            return Ok(Exit::Done);
        }
        if records.is_empty() {
            return Err(CliError::usage("there is nothing to report".into()));
        }
        self.report(format, &records)
    }

    /// Rejects output paths that cannot be written before any run is made.
    fn writable(&self) -> Result<(), CliError> {
        if let (Some(out), false) = (&self.out, self.resume)
            && out.exists()
        {
            let next = if self.merge {
                "name another file"
            } else {
                "continue it with --resume, or name another file"
            };
            return Err(CliError::usage(format!(
                "{} exists; {next}",
                visible::path(out)
            )));
        }
        for path in self.out.iter().chain([&self.output]) {
            if !parent(path).is_dir() {
                return Err(CliError::usage(format!(
                    "cannot write {}: its folder does not exist",
                    visible::path(path)
                )));
            }
        }
        Ok(())
    }

    /// Merges the records of files.
    fn merged(&self) -> Result<Vec<RunRecord>, CliError> {
        let merged = merge(self.puzzles.typed())?;
        for warning in &merged.warnings {
            log::warning(warning);
        }
        if let Some(path) = &self.out {
            output::to_path(path, |out| write(&merged.records, out))?;
        }
        Ok(merged.records)
    }

    /// Makes the runs and returns their records, together with earlier records under the same
    /// limits.
    fn measured(&self) -> Result<Vec<RunRecord>, CliError> {
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let registry = self.registry.load()?;
        let competitors = self.competitors(&registry, &search_path(&guard))?;
        if let Some(name) = &self.baseline {
            // An unknown baseline is reported before the runs.
            let columns = competitors.iter().map(|one| one.configuration.to_string());
            let _ = baseline(name, &columns.collect::<Vec<_>>())?;
        }
        let mut instances: Vec<BenchInstance> = BenchInstance::smallest().into_iter().collect();
        for chosen in self.puzzles.load()? {
            let chosen = chosen?;
            instances.push(BenchInstance::new(
                chosen.name,
                chosen.puzzle,
                &guard.cancel,
            ));
        }
        let schedule = Schedule {
            repeats: self.seeds.unwrap_or(self.repeat),
            seeds: self.seeds.is_some(),
            limits: RunLimits {
                time_limit: self.time_limit.as_secs_f64(),
                cpu_limit: self.cpu_limit.map(|limit| limit.as_secs_f64()),
                memory_limit: self.memory_limit,
            },
            shard: self.shard,
            jobs: self.jobs,
        };
        let mut store = None;
        let mut records = Vec::new();
        if let Some(path) = &self.out {
            let (opened, before, is_cut) = ResultStore::open(path)?;
            if is_cut {
                log::warning(&format_args!(
                    "the last line of {} was cut off; its run is made again",
                    visible::path(path)
                ));
            }
            let all = before.len();
            records = before;
            records.retain(|record| record.limits == schedule.limits);
            if records.len() < all {
                log::warning(&format_args!(
                    "{} runs of {} have other limits and are not reported",
                    all - records.len(),
                    visible::path(path)
                ));
            }
            store = Some(opened);
        }
        let done: HashSet<RunKey> = records.iter().map(RunKey::of).collect();
        let machine = Machine::current();
        let runner = Runner {
            competitors: &competitors,
            instances: &instances,
            schedule: &schedule,
            cancel: &guard.cancel,
            machine: &machine,
            log: |line| log::detail(&line),
        };
        let progress = Progress::of(runner.due(&done));
        runner.run(&done, &|what| progress.message(what), &mut |record| {
            progress.step();
            if let Some(store) = &mut store {
                store.add(&record)?;
            }
            records.push(record);
            Ok::<(), CliError>(())
        })?;
        Ok(records)
    }

    /// Writes the report and returns the exit status.
    fn report(&self, format: OutputFormat, records: &[RunRecord]) -> Result<Exit, CliError> {
        let mut summaries = BenchSummary::all(records, self.clock, self.mix_machines);
        if let Some(name) = &self.baseline {
            for summary in &mut summaries {
                let baseline = baseline(name, &summary.names())?;
                summary.against(baseline);
            }
        }
        if summaries.len() > 1 {
            let machines = summaries.iter().flat_map(|summary| &summary.machines);
            let machines: Vec<String> = machines.map(|machine| format!("  {machine}")).collect();
            let machines = machines.join("\n");
            if format == OutputFormat::Html {
                return Err(CliError::usage(format!(
                    "a page compares times of one kind of machine, but these differ:\n{machines}\n\
                     --mix-machines compares them nevertheless"
                )));
            }
            log::warning(&format_args!(
                "the runs were made on {} kinds of machines, whose times are not compared:\n{machines}\n\
                 --mix-machines compares them nevertheless",
                summaries.len()
            ));
        }
        let each = |form: &dyn Fn(&BenchSummary) -> String| {
            let texts: Vec<String> = summaries.iter().map(form).collect();
            texts.join("\n")
        };
        let text = match (format, &summaries[..]) {
            (OutputFormat::Markdown, _) => each(&report::markdown),
            (OutputFormat::Json, _) => json::document(&report::json(&summaries)) + "\n",
            (OutputFormat::Csv, _) => report::csv(records),
            (OutputFormat::Html, [summary]) => report::html(summary).map_err(|problem| {
                CliError::internal(format!("cannot write the report: {problem}"))
            })?,
            _ => each(&|summary| report::text(summary, self.each)),
        };
        if self.output == Path::new("-") {
            anstream::stdout()
                .write_all(text.as_bytes())
                .map_err(|problem| CliError::writing(Path::new("standard output"), problem))?;
        } else {
            let text = anstream::adapter::strip_str(&text).to_string();
            output::to_path(&self.output, |out| out.write_all(text.as_bytes()))?;
        }
        let is_wrong = summaries.iter().any(BenchSummary::is_wrong);
        let is_good = summaries.iter().all(|summary| summary.problems.is_empty());
        Ok(match (is_wrong, is_good) {
            (true, _) => Exit::Rejected,
            (false, false) => Exit::NoSolver,
            (false, true) => Exit::Done,
        })
    }
}

/// The index of the baseline column.
fn baseline(name: &str, columns: &[String]) -> Result<usize, CliError> {
    find_column(columns, name).ok_or_else(|| {
        CliError::usage(format!(
            "--baseline: no single column is called `{name}`; the columns are {}",
            columns.join(", ")
        ))
    })
}
