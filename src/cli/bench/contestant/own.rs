//! This program as a contestant: whole processes, whose answers are checked once more.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::{Conditions, Contestant, Measured, verdict};
use crate::bench::{Question, Verdict};
use crate::cli::bench::entrant::Entrant;
use crate::cli::settings;
use crate::exit::Exit;
use crate::formats;
use crate::limits::Stop;
use crate::lower::{STEPS, Step};
use crate::puzzle::{Dedup, check};
use crate::shell;
use crate::solver::process::{self, Ending, ProcessCommand, ProcessLimits, ProcessStop};
use crate::solver::search::{self, Search};
use crate::solver::{Outcome, Statistics, Stats, Stopped, embedded};

impl Contestant {
    /// The embedded solver, or plain search, as people run it: a process that reads a file and prints a
    /// board. What it prints is checked here once more.
    pub(super) fn in_process(
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
        let mut seen = Dedup::default();
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
pub(super) fn switches(steps: &[Step]) -> impl Iterator<Item = &'static str> {
    let switch = |step: Step| match (step, steps.contains(&step)) {
        (Step::Prune, true) => Some("--prune"),
        (Step::Prune, false) => Some("--no-prune"),
        (Step::Symmetry, false) => Some("--no-symmetry"),
        (Step::Redundant, false) => Some("--no-redundant"),
        (Step::Symmetry | Step::Redundant, true) => None,
    };
    STEPS.into_iter().filter_map(switch)
}

/// Runs this program. Nothing if it was cancelled.
pub(super) fn own(arguments: Vec<OsString>, with: &Conditions<'_>) -> Option<(Measured, Vec<u8>)> {
    // What is measured is what was asked for, not what the user likes best.
    let mut arguments = arguments;
    arguments.insert(0, settings::IGNORED.into());
    whole(with.program, arguments, with)
}

/// Runs a program and measures it as a whole. Nothing if it was cancelled.
pub(super) fn whole(
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
    let command = ProcessCommand {
        program: program.to_owned(),
        arguments,
        folder: folder.path().to_owned(),
    };
    // It keeps the time limit by itself; this is for the case that it does not.
    let deadline = Instant::now() + with.bench.time_limit + Duration::from_secs(5);
    let limits = ProcessLimits {
        deadline: Some(deadline),
        cpu: with.bench.cpu_limit,
        memory: with.bench.memory_limit,
        cancel: with.cancel.clone(),
    };
    let (run, printed) = match process::output(&command, &limits, usize::MAX) {
        Ok(done) => done,
        Err(problem) => {
            let failed = Measured::not(Verdict::Failed, problem.to_string(), stats);
            return Some((failed, Vec::new()));
        }
    };
    let no_verdict = Ending::Exit(Exit::NoVerdict.code().into());
    let (verdict, problem) = match (run.stop, run.ending) {
        (Some(ProcessStop::Limit(Stop::Cancelled)), _) => return None,
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
