//! `pipsc trace`: records plain searches.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::args::{duration, whole};
use super::format::{OutputFormat, among};
use super::input::{LoadedPuzzle, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::search::checks;
use super::{CliError, output};
use crate::exit::Exit;
use crate::limits::Budget;
use crate::lower::{AS_IT_STANDS, LowerError, Lowered, lower_until};
use crate::solver::search::{Checks, Observer, Strategy, TreeSearch, TreeSearchResult};
use crate::solver::{Goal, StopReason};
use crate::trace::{NodeLimited, TraceHeader, TraceLines, TracedSearch, TreeRecorder, page};

/// Record a plain search: decisions, propagation and failures
///
/// The trace is JSON Lines, or a page that plays the search beside the board. Several strategies
/// are shown side by side.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc trace puzzle.txt -o search.html                # a page that plays the search
  pipsc trace puzzle.txt --strategy first-empty,exact-cover -o both.html
  pipsc trace puzzle.txt --strategy most-constrained --all -o tree.html
  pipsc trace puzzle.txt --checks broken,bounds,parity | less

A trace that exceeds --nodes or the time limit leaves no file, unless --cut is given. On standard
output, the last line gives the reason. The exit code is 3.")]
pub(super) struct Trace {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Strategies, shown side by side
    ///
    /// Some of first-empty, most-constrained and exact-cover, separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "first-empty",
        value_parser = str::parse::<Strategy>)]
    strategy: Vec<Strategy>,

    /// Checks that reject partial boards
    ///
    /// Some of broken, bounds, supply, parity and tiling, separated by commas, or `all` or `none`.
    /// Each strategy has its default.
    #[arg(long, value_name = "LIST", value_parser = checks)]
    checks: Option<Checks>,

    /// Shuffle the branches of each node with this random seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Continue after the first solution, until the search is complete
    #[arg(long)]
    all: bool,

    /// Maximum number of nodes of the trace
    #[arg(long, value_name = "N", default_value = "1000000",
        value_parser = whole(1..=100_000_000_u64))]
    nodes: u64,

    /// Keep the beginning of a search that exceeds a limit
    #[arg(long)]
    cut: bool,

    /// Maximum number of nodes of each search on a page
    ///
    /// The page shows a sample of a larger search.
    #[arg(long, value_name = "N", default_value = "5000",
        value_parser = whole(100..=100_000_u32))]
    shown: u32,

    /// Time limit: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Format of the trace
    ///
    /// The default is the format of the output file's extension, else lines of JSON.
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    /// Output file, or `-`, the default
    #[arg(
        long,
        short,
        value_name = "FILE|-",
        default_value = "-",
        hide_default_value = true
    )]
    output: PathBuf,
}

/// The output formats of `trace`.
const FORMATS: &[OutputFormat] = &[OutputFormat::Jsonl, OutputFormat::Html];

/// A puzzle and its search limits.
struct TraceJob<'a> {
    trace: &'a Trace,
    /// Whether the beginning of an incomplete search is kept: with `--cut`, or because it was
    /// already printed.
    is_kept: bool,
    chosen: &'a LoadedPuzzle,
    lowered: &'a Lowered,
    budget: &'a Budget,
}

/// Why a trace ends before its search.
#[derive(Debug, Clone, Copy)]
enum Cutoff {
    /// The search exceeded the maximum number of nodes.
    Nodes,
    /// A limit was reached, or the output was closed.
    Stopped(StopReason),
}

impl Trace {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let format = OutputFormat::choose(self.format, &self.output, FORMATS, OutputFormat::Jsonl)?;
        let chosen = self.puzzle.read()?;
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let budget = Budget::new(&guard.limits(self.time_limit));
        let is_printed = format == OutputFormat::Jsonl && self.output == Path::new("-");
        let is_kept = self.cut || is_printed;
        let lowered = match lower_until(&chosen.puzzle, &AS_IT_STANDS, &budget) {
            Ok(lowered) => lowered,
            Err(LowerError::TooLarge(size)) => return Err(size.into()),
            Err(LowerError::Stopped(stop)) => return self.cut_off(Cutoff::Stopped(stop), is_kept),
        };
        let job = TraceJob {
            trace: &self,
            is_kept,
            chosen: &chosen,
            lowered: &lowered,
            budget: &budget,
        };
        let searches = self.searches();
        let cutoff = match format {
            OutputFormat::Html => job.page(&searches)?,
            _ => job.lines(&searches)?,
        };
        cutoff.map_or(Ok(Exit::Done), |cutoff| self.cut_off(cutoff, is_kept))
    }

    /// The searches, one per strategy.
    fn searches(&self) -> Vec<TreeSearch> {
        let mut searches: Vec<TreeSearch> = Vec::new();
        for &strategy in &self.strategy {
            let usual = TreeSearch::new(strategy);
            let search = TreeSearch {
                checks: self.checks.unwrap_or(usual.checks),
                seed: self.seed,
                ..usual
            };
            if !searches.contains(&search) {
                searches.push(search);
            }
        }
        searches
    }

    /// Reports why the trace ends before its search.
    fn cut_off(&self, cutoff: Cutoff, is_kept: bool) -> Result<Exit, CliError> {
        let why = match cutoff {
            Cutoff::Nodes => format!(
                "the search has more than {} nodes, the maximum of --nodes",
                self.nodes
            ),
            Cutoff::Stopped(StopReason::Cancelled) => return Ok(Exit::Interrupted),
            Cutoff::Stopped(StopReason::TimeLimit) => {
                "the time limit was reached before the end of the search".to_owned()
            }
            Cutoff::Stopped(StopReason::MemoryLimit | StopReason::Enough | StopReason::GaveUp) => {
                "the search ended early".to_owned()
            }
        };
        let next = match (is_kept, cutoff) {
            (true, _) => "; the trace contains its beginning",
            (false, Cutoff::Nodes) => "; raise --nodes, or keep the beginning with --cut",
            (false, Cutoff::Stopped(_)) => "; --cut keeps the beginning",
        };
        Err(CliError::new(Exit::NoVerdict, why + next))
    }
}

impl TraceJob<'_> {
    /// Searches with an observer. The second value is the reason if the trace ends before the
    /// search.
    fn search<O: Observer>(
        &self,
        search: &TreeSearch,
        observer: O,
    ) -> Result<(TreeSearchResult, Option<Cutoff>, O), CliError> {
        let mut limited = NodeLimited::new(observer, self.trace.nodes);
        let goal = match self.trace.all {
            true => Goal::All { limit: None },
            false => Goal::One,
        };
        let mut on_board = |_| ControlFlow::Continue(());
        let (puzzle, lowered) = (&self.chosen.puzzle, self.lowered);
        let searched = search.run(
            puzzle,
            lowered,
            goal,
            self.budget,
            Some(&mut limited),
            &mut on_board,
        );
        let mut searched = searched?;
        let cutoff = match searched.outcome.stopped {
            _ if limited.is_cut() => {
                // The node that exceeds the maximum was entered, but is not part of the trace.
                searched.counts.nodes -= 1;
                Some(Cutoff::Nodes)
            }
            None | Some(StopReason::Enough) => None,
            Some(why) => Some(Cutoff::Stopped(why)),
        };
        Ok((searched, cutoff, limited.observer))
    }

    /// Writes one event per line. The last line contains the result of the search.
    fn lines(&self, searches: &[TreeSearch]) -> Result<Option<Cutoff>, CliError> {
        let mut cutoff = None;
        let written = output::to_path(&self.trace.output, |out| {
            for search in searches {
                let head = TraceHeader {
                    name: &self.chosen.name,
                    search,
                    all: self.trace.all,
                    nodes: self.trace.nodes,
                };
                let lines = TraceLines::new(&self.chosen.puzzle, &mut *out, &head)?;
                let searched = self.search(search, lines).map_err(io::Error::other);
                let (searched, cut, lines) = searched?;
                lines.end(&searched, matches!(cut, Some(Cutoff::Nodes)))?;
                cutoff = cut;
                if cutoff.is_some() && !self.is_kept {
                    // Makes `to_path` discard the file.
                    return Err(io::Error::other("the trace is cut off"));
                } else if cutoff.is_some() {
                    break;
                }
            }
            Ok(())
        });
        match cutoff {
            Some(_) if !self.is_kept => Ok(cutoff),
            _ => written.map(|()| cutoff),
        }
    }

    /// Writes a page that plays the searches.
    fn page(&self, searches: &[TreeSearch]) -> Result<Option<Cutoff>, CliError> {
        let progress = Progress::of(searches.len());
        let mut traced: Vec<TracedSearch> = Vec::new();
        let mut cutoff = None;
        for search in searches {
            progress.message(format!("{}, {}", self.chosen.name, search.strategy));
            let (searched, cut, tree) = self.search(search, TreeRecorder::default())?;
            progress.step();
            cutoff = cutoff.or(cut);
            if cutoff.is_some() && !self.is_kept {
                return Ok(cutoff);
            }
            traced.push(TracedSearch {
                search: *search,
                tree,
                is_cut: cut.is_some(),
                searched,
            });
        }
        drop(progress);
        let (puzzle, shown) = (&self.chosen.puzzle, self.trace.shown as usize);
        let text =
            page(puzzle, &traced, self.chosen.name.raw(), shown).map_err(CliError::internal)?;
        output::to_path(&self.trace.output, |out| out.write_all(text.as_bytes()))?;
        Ok(cutoff)
    }
}
