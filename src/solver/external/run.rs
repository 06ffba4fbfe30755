//! One run of an external solver: command line, reply, verdict, proof.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::work_dir::{WorkDir, failed, write};
use crate::backend::reply::{Answer, ReplyReader, ReplyStatus};
use crate::limits::{Budget, StopReason};
use crate::reading::{self, ReadingError};
use crate::shell;
use crate::solver::error::SolverError;
use crate::solver::fault::{FaultExcerpt, SolverFault};
use crate::solver::process::{self, ProcessCommand, ProcessResult, STDOUT};
use crate::solver::registry::{InstalledSolver, OPTIONS, RESULT, StatisticsReader};
use crate::solver::task::{Outcome, ProofState, RunStats, Task};

/// Maximum bytes of a reply between two answers. The largest models have replies of a few MB.
const MAX_UNANSWERED: usize = reading::MAX_BYTES as usize;

/// Bytes of a reply that are kept for messages.
const KEPT_REPLY: usize = 4 << 10;

/// The query of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunQuestion {
    /// One solution.
    One,
    /// All solutions, enumerated by the solver.
    All,
    /// The number of solutions.
    Count,
}

/// A solver with its task, its query and its files. It can run several times.
pub(super) struct SolverRun<'a> {
    pub(super) solver: &'a InstalledSolver,
    pub(super) task: &'a Task<'a>,
    /// Budget of the task, with the caller's cancellation.
    pub(super) budget: &'a Budget,
    pub(super) question: RunQuestion,
    pub(super) work: WorkDir,
}

/// The verdict, or the reason why the run was stopped before it.
pub(super) type RunVerdict = Result<ReplyStatus, StopReason>;

impl SolverRun<'_> {
    pub(super) fn blame(&self, fault: SolverFault) -> SolverError {
        SolverError::misbehaved(&self.solver.entry.name, fault)
    }

    pub(super) fn inconsistent(&self, problem: impl Into<String>) -> SolverError {
        self.blame(SolverFault::Inconsistent(problem.into()))
    }

    /// Returns the outcome of the verdict "unknown". A solver with its own time limit ends shortly before
    /// that of the task.
    pub(super) fn unknown(&self, count: u128) -> Outcome {
        let nearly = Instant::now() + Duration::from_millis(200);
        let is_late = self.budget.deadline.is_some_and(|end| nearly >= end);
        let why = match is_late {
            true => StopReason::TimeLimit,
            false => StopReason::GaveUp,
        };
        Outcome::open(count, why)
    }

    /// Runs the solver on a model and calls `on_answer` with its answers. Adds the resources of the run to
    /// `stats` even if the reply is wrong.
    pub(super) fn run(
        &self,
        model: &Path,
        stats: &mut RunStats,
        on_answer: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<RunVerdict, SolverError> {
        stats.runs += 1;
        let file = |name| self.work.path(stats.runs, name);
        let result = file("result");
        let _ = fs::remove_file(&result);
        let time = self
            .budget
            .deadline
            .map(|end| end.saturating_duration_since(Instant::now()));
        let arguments = self.arguments(model, &result, time, |path| path.as_os_str())?;
        let line = self.command_line(&arguments);
        (self.task.log)(format_args!("{line}"));
        let mut kept = None;
        if self.work.is_kept() {
            write(&file("command"), |out| writeln!(out, "{line}"))?;
            let path = file("reply");
            let file = File::create(&path).map_err(|problem| failed(&path, problem))?;
            kept = Some(BufWriter::new(file));
        }
        let command = &self.solver.command;
        let mut reply = ReplyCollector {
            reader: self.reader()?,
            on_answer,
            kept,
            head: Vec::new(),
            since_answer: 0,
            fault: None,
            statistics: StatisticsReader::new(&command.statistics),
        };
        let is_in_file = command.arguments.mention(RESULT);
        let process = ProcessCommand {
            program: self.solver.program.clone(),
            arguments,
            folder: self.work.folder().to_owned(),
            cpu: self
                .task
                .options
                .cpu
                .map(|cpu| cpu.saturating_sub(stats.cpu)),
            is_driver: command.driver,
        };
        let run = self.start(&process, &mut |line| match is_in_file {
            true => reply.note(line),
            false => reply.line(line),
        })?;
        stats.solve += run.wall;
        stats.cpu += run.usage.cpu;
        stats.peak_memory = stats.peak_memory.max(run.usage.peak_memory);
        if self.work.is_kept() {
            write(&file("stderr"), |out| out.write_all(&run.stderr))?;
        }
        let mut flow = ControlFlow::Continue(());
        if run.stop.is_none() {
            if is_in_file {
                flow = reply.file(&result);
            }
            if flow.is_continue() {
                flow = reply.end();
            }
        }
        for line in String::from_utf8_lossy(&run.stderr).lines() {
            reply.statistics.line(line);
        }
        stats.statistics.join(&reply.statistics.finish());

        // The verdict is read from the text, and confirmed by the exit code.
        let status = match (reply.fault, run.flood, run.stop) {
            (_, Some(stream), _) => Err(SolverFault::Flood(stream)),
            (Some(fault), None, None | Some(StopReason::Enough)) => Err(fault),
            // The messages of a driver about a stopped solver are not a fault.
            (_, None, Some(stop)) => return Ok(Err(stop)),
            (None, None, None) if flow.is_break() => return Ok(Err(StopReason::Enough)),
            (None, None, None) => match reply.reader.finish() {
                Err(problem) => Err(SolverFault::Reply(problem)),
                Ok(status) => {
                    let ending = run.ending;
                    let confirmed = command.exit.confirm(status, ending);
                    confirmed.ok_or(SolverFault::Veto { status, ending })
                }
            },
        };
        status.map(Ok).map_err(|fault| SolverError::Misbehaved {
            solver: self.solver.entry.name.clone(),
            problem: Box::new(fault),
            excerpt: Some(Box::new(FaultExcerpt {
                ending: run.stop.is_none().then_some(run.ending),
                reply: reply.head,
                stderr: run.stderr,
            })),
        })
    }

    fn start(
        &self,
        command: &ProcessCommand,
        on_line: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<ProcessResult, SolverError> {
        process::run(command, self.budget, on_line).map_err(|problem| SolverError::Run {
            solver: self.solver.entry.name.clone(),
            problem,
        })
    }

    fn reader(&self) -> Result<ReplyReader, SolverError> {
        let entry = &self.solver.entry;
        if self.question != RunQuestion::Count {
            return Ok(entry.reply.reader());
        }
        let mut formats = std::iter::once(&entry.reply).chain(entry.protocol.replies);
        let counting = formats.find(|format| format.counts);
        let reader = counting.map(|format| format.reader());
        reader.ok_or_else(|| SolverError::unsupported(&entry.name, "it does not count"))
    }

    /// Returns the reproducible command line for reports: with file names instead of temporary paths, and
    /// the whole time limit instead of the remaining time.
    pub(super) fn shown_command(&self) -> Result<String, SolverError> {
        let (model, result) = (self.work.model(), Path::new("result"));
        let arguments = self.arguments(model, result, self.task.limits.time, |path| {
            path.file_name().unwrap_or_default()
        })?;
        Ok(self.command_line(&arguments))
    }

    fn command_line(&self, arguments: &[OsString]) -> String {
        let program = std::iter::once(self.solver.program.as_os_str());
        shell::command_line(program.chain(arguments.iter().map(OsString::as_os_str)))
    }

    /// Returns the arguments of the program, with paths or names of files.
    fn arguments(
        &self,
        model: &Path,
        result: &Path,
        time: Option<Duration>,
        show: impl Fn(&Path) -> &OsStr,
    ) -> Result<Vec<OsString>, SolverError> {
        let command = &self.solver.command;
        let wanted = &self.task.options;
        let (seed, threads) = (wanted.seed, wanted.threads);
        let launcher = command.place_launcher(&self.solver.entry.file, self.work.folder());
        let unplaced = |problem| SolverError::unsupported(&self.solver.entry.name, problem);
        let launcher = launcher.map_err(unplaced)?;
        // Many solvers take 0 as "no limit".
        let time = time.map(|time| time.max(Duration::from_millis(1)));
        let path = |path: &Path| show(path).to_owned();
        let values = |placeholder: &str| match placeholder {
            "model" => Some(path(model)),
            "data" => self.work.data().map(path),
            "result" => Some(path(result)),
            "launcher" => launcher.as_deref().map(path),
            "time_ms" => time.map(|time| time.as_millis().to_string().into()),
            "time_s" => time.map(|time| time.as_secs_f64().ceil().to_string().into()),
            "seed" => seed.map(|seed| seed.to_string().into()),
            "threads" => threads.map(|threads| threads.to_string().into()),
            "proof" => Some(path(&self.work.proof())),
            _ => None,
        };
        let takes = &command.options;
        let choices = [
            (self.question == RunQuestion::All, &takes.all),
            (self.question == RunQuestion::Count, &takes.count),
            (time.is_some(), &takes.time),
            (seed.is_some(), &takes.seed),
            (threads.is_some(), &takes.threads),
            (wanted.proof.is_some(), &takes.proof),
        ];
        let chosen = choices.into_iter().filter(|(is_chosen, _)| *is_chosen);
        let mut options: Vec<OsString> = chosen.flat_map(|(_, one)| one.fill(&values)).collect();
        options.extend_from_slice(&wanted.arguments);
        let mut arguments: Vec<OsString> = command.arguments.fill(&values).collect();
        // Without a placeholder, options come last.
        let place = command.arguments.iter().position(|one| one == OPTIONS);
        let place = place.map_or(arguments.len()..arguments.len(), |at| at..at + 1);
        drop(arguments.splice(place, options));
        Ok(arguments)
    }

    /// Copies the proof of the last run to the file of the task, and checks it within the limits of the
    /// task.
    pub(super) fn deliver_proof(&self) -> Result<Option<ProofState>, SolverError> {
        let Some(wanted) = &self.task.options.proof else {
            return Ok(None);
        };
        let proof = self.work.proof();
        let _ = fs::copy(&proof, &wanted.file).map_err(|problem| failed(&wanted.file, problem))?;
        let Some(checker) = &wanted.checker else {
            return Ok(Some(ProofState::NoChecker));
        };
        let command = ProcessCommand {
            program: checker.clone(),
            arguments: vec![self.work.model().into(), proof.into()],
            folder: self.work.folder().to_owned(),
            ..ProcessCommand::default()
        };
        let mut verdict = None;
        let run = self.start(&command, &mut |line| {
            if let Some(word) = line.strip_prefix(b"s ") {
                verdict = Some(String::from_utf8_lossy(word).trim().to_owned());
            }
            ControlFlow::Continue(())
        })?;
        match (run.stop, verdict.as_deref()) {
            (Some(_), _) if run.flood.is_none() => Ok(Some(ProofState::Unfinished)),
            (None, Some("VERIFIED")) => Ok(Some(ProofState::Verified)),
            (_, word) => {
                let verdict = word.unwrap_or("it gives no verdict").to_owned();
                Err(self.blame(SolverFault::Proof(verdict)))
            }
        }
    }
}

/// Reads a reply as it is printed.
struct ReplyCollector<'a> {
    reader: ReplyReader,
    on_answer: &'a mut dyn FnMut(&Answer) -> ControlFlow<()>,
    kept: Option<BufWriter<File>>,
    head: Vec<u8>,
    since_answer: usize,
    /// The fault that stopped reading.
    fault: Option<SolverFault>,
    statistics: StatisticsReader<'a>,
}

impl ReplyCollector<'_> {
    /// Reads a line of the reply.
    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.note(line)?;
        match self.reader.line(&String::from_utf8_lossy(line)) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(answer)) => {
                self.since_answer = 0;
                (self.on_answer)(&answer)
            }
            Err(problem) => self.stop(SolverFault::Reply(problem)),
        }
    }

    fn stop(&mut self, fault: SolverFault) -> ControlFlow<()> {
        self.fault = Some(fault);
        ControlFlow::Break(())
    }

    /// Reads a line of standard output: statistics, and the reply unless that is in a file.
    fn note(&mut self, line: &[u8]) -> ControlFlow<()> {
        if self.head.len() < KEPT_REPLY {
            self.head
                .extend_from_slice(&line[..line.len().min(KEPT_REPLY)]);
            self.head.push(b'\n');
        }
        if let Some(kept) = &mut self.kept {
            // A full disk invalidates only the kept copy.
            let _ = kept.write_all(line).and_then(|()| kept.write_all(b"\n"));
        }
        self.statistics.line(&String::from_utf8_lossy(line));
        self.since_answer += line.len() + 1;
        if self.since_answer > MAX_UNANSWERED {
            return self.stop(SolverFault::Flood(STDOUT));
        }
        ControlFlow::Continue(())
    }

    /// Reads the reply file of the solver. A missing file is an empty reply.
    fn file(&mut self, path: &Path) -> ControlFlow<()> {
        let text = match reading::kept_file(path) {
            Ok(text) => text,
            Err(ReadingError::TooLarge { .. }) => {
                return self.stop(SolverFault::Flood(STDOUT));
            }
            Err(ReadingError::Unreadable { .. }) => Vec::new(),
        };
        self.since_answer = 0;
        let mut lines = text.split(|&byte| byte == b'\n');
        lines.try_for_each(|line| self.line(line))
    }

    /// Reads the answers that are completed by the end of the reply.
    fn end(&mut self) -> ControlFlow<()> {
        match self.reader.rest() {
            Ok(answers) => answers
                .iter()
                .try_for_each(|answer| (self.on_answer)(answer)),
            Err(problem) => self.stop(SolverFault::Reply(problem)),
        }
    }
}
