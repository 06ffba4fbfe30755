//! One run of a solver: its command line, its reply, its verdict.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Call;
use super::work_dir::{WorkDir, failed, write};
use crate::backend::reply::{Answer, ReplyError, ReplyFormat, ReplyReader, Status};
use crate::limits::StopReason;
use crate::reading::{self, ReadingError};
use crate::shell;
use crate::solver::error::SolverError;
use crate::solver::fault::{Excerpt, SolverFault};
use crate::solver::launchers;
use crate::solver::process::{
    self, ProcessCommand, ProcessLimits, ProcessResult, ProcessStop, Stream,
};
use crate::solver::registry::{Placeholder, StatisticsReader};
use crate::solver::task::{Event, Options, Stats};

/// More than this without an answer is a flood. The largest models have replies of a few MB.
const FLOOD: usize = reading::MAX_BYTES as usize;

/// How much of a reply is kept for messages.
const HEAD: usize = 4 << 10;

/// What a solver is asked in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// One solution.
    One,
    /// All solutions, enumerated by the solver.
    All,
    /// The number of solutions.
    Count,
    /// An unsatisfiable core.
    Core,
}

/// A run of a solver on a model.
pub(super) struct SolverRun<'a> {
    pub(super) call: Call<'a>,
    pub(super) work: &'a WorkDir,
    pub(super) model: &'a Path,
    pub(super) question: Question,
}

/// The verdict, or why the run was stopped before there was one.
type Verdict = Result<Status, StopReason>;

type OnAnswer<'a> = dyn FnMut(&Answer) -> Result<ControlFlow<()>, SolverError> + 'a;

impl SolverRun<'_> {
    /// Runs the solver and passes its answers on. What the run took is added to `stats` even if the
    /// reply is wrong.
    pub(super) fn run(
        &self,
        stats: &mut Stats,
        on_answer: &mut OnAnswer<'_>,
    ) -> Result<Verdict, SolverError> {
        stats.runs += 1;
        let file = |name| self.work.path(stats.runs, name);
        let result = file("result");
        let _ = fs::remove_file(&result);
        let deadline = self.call.budget.deadline();
        let time = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let command = ProcessCommand {
            program: self.call.solver.program.clone(),
            arguments: self.arguments(&result, time, |path| path.as_os_str())?,
            folder: self.work.folder().to_owned(),
        };
        let line = self.command_line(&command.arguments);
        (self.call.task.observer)(&Event::Starting(&line));
        let mut kept = None;
        if self.work.is_kept() {
            write(&file("command"), |out| writeln!(out, "{line}"))?;
            let path = file("reply");
            let file = File::create(&path).map_err(|problem| failed(&path, problem))?;
            kept = Some(BufWriter::new(file));
        }
        let command_data = &self.call.solver.command;
        let is_in_file = command_data
            .arguments
            .iter()
            .any(|a| a.mentions(Placeholder::Result));
        let mut reply = ReplyCollector {
            reader: self.reader()?,
            on_answer,
            kept,
            head: Vec::new(),
            since_answer: 0,
            problem: None,
            statistics: StatisticsReader::new(&command_data.statistics),
        };
        let run = process::run(&command, &self.limits(stats.cpu), &mut |line| {
            if is_in_file {
                reply.note(line)
            } else {
                reply.line(line)
            }
        })
        .map_err(|problem| self.call.not_run(problem))?;
        stats.solve += run.wall;
        stats.cpu += run.usage.cpu;
        stats.peak_memory = stats.peak_memory.max(run.usage.peak_memory);
        if self.work.is_kept() {
            write(&file("stderr"), |out| out.write_all(&run.stderr))?;
        }
        if run.stop.is_none() {
            if is_in_file {
                reply.file(&result);
            }
            reply.end();
        }
        for line in String::from_utf8_lossy(&run.stderr).lines() {
            reply.statistics.line(line);
        }
        let ReplyCollector {
            reader,
            head,
            problem,
            statistics,
            ..
        } = reply;
        stats.statistics.join(&statistics.finish());
        self.verdict(reader, problem, head, &run)
    }

    fn reader(&self) -> Result<ReplyReader, SolverError> {
        let entry = &self.call.solver.entry;
        match self.question {
            Question::One | Question::All => Ok(entry.reply.reader()),
            Question::Count => {
                let mut all = [entry.reply]
                    .into_iter()
                    .chain(entry.protocol.replies.iter().copied());
                let counting = all
                    .find(|reply_format| reply_format.counts)
                    .map(ReplyFormat::reader);
                counting.ok_or_else(|| self.call.unsupported("it does not count"))
            }
            Question::Core => entry.reply.core_reader().ok_or_else(|| {
                let problem = "it does not say which rules contradict each other";
                self.call.unsupported(problem)
            }),
        }
    }

    /// The verdict: read from the text, and confirmed by the exit code.
    fn verdict(
        &self,
        mut reader: ReplyReader,
        problem: Option<Problem>,
        head: Vec<u8>,
        run: &ProcessResult,
    ) -> Result<Verdict, SolverError> {
        let excerpt = Excerpt {
            ending: run.stop.is_none().then_some(run.ending),
            reply: head,
            stderr: run.stderr.clone(),
        };
        let blame = |problem| Err(self.call.blame(problem));
        match (problem, run.stop) {
            (Some(Problem::Answer(error)), _) => return Err(*error),
            (Some(Problem::Flood), _) => {
                let stream = Stream::Out;
                return blame(SolverFault::Flood { stream, excerpt });
            }
            (_, Some(ProcessStop::Flood(stream))) => {
                return blame(SolverFault::Flood { stream, excerpt });
            }
            // What a driver prints about a solver that was stopped is no fault.
            (_, Some(ProcessStop::Limit(stop))) => return Ok(Err(stop)),
            (Some(Problem::Reply(problem)), _) => {
                return blame(SolverFault::Reply { problem, excerpt });
            }
            (None, Some(ProcessStop::Enough)) => return Ok(Err(StopReason::Enough)),
            (None, None) => {}
        }
        let status = match reader.finish() {
            Ok(status) => status,
            Err(problem) => return blame(SolverFault::Reply { problem, excerpt }),
        };
        match self.call.solver.command.exit.confirm(status, run.ending) {
            Some(status) => Ok(Ok(status)),
            None => blame(SolverFault::Veto {
                status,
                ending: run.ending,
                excerpt,
            }),
        }
    }

    /// The limits of this run, after runs that took some processor time.
    fn limits(&self, spent: Duration) -> ProcessLimits {
        let limits = &self.call.task.limits;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let threads = self.call.task.options.threads.unwrap_or(1).max(cores);
        ProcessLimits {
            deadline: self.call.budget.deadline(),
            cpu: match self.call.task.options.cpu {
                Some(cpu) => Some(cpu.saturating_sub(spent).max(Duration::from_millis(1))),
                // A backstop for processes that escape; the wall clock comes first.
                None => limits.time.map(|time| {
                    let all = time.saturating_mul(threads);
                    all.saturating_add(Duration::from_secs(5))
                }),
            },
            memory: limits.memory,
            cancel: self.call.budget.cancel().clone(),
            is_driver: self.call.solver.command.driver,
        }
    }

    /// The command line for reports, the same every time: with file names in place of temporary paths,
    /// and the whole time limit in place of what is left of it.
    pub(super) fn shown_command(&self) -> Result<String, SolverError> {
        let time = self.call.task.limits.time;
        let arguments = self.arguments(Path::new("result"), time, |path| {
            path.file_name().unwrap_or_default()
        })?;
        Ok(self.command_line(&arguments))
    }

    fn command_line(&self, arguments: &[OsString]) -> String {
        let program = std::iter::once(self.call.solver.program.as_os_str());
        shell::command_line(program.chain(arguments.iter().map(OsString::as_os_str)))
    }

    /// The arguments of the program, with files by their paths or by their names.
    fn arguments(
        &self,
        result: &Path,
        time: Option<Duration>,
        show: impl Fn(&Path) -> &OsStr,
    ) -> Result<Vec<OsString>, SolverError> {
        let Call { solver, task, .. } = self.call;
        let Options {
            seed,
            threads,
            arguments: own,
            proof,
            ..
        } = &task.options;
        let command = &solver.command;
        let launcher = command.launcher.as_ref().map(|name| {
            launchers::place(name, &solver.entry.file, self.work.folder())
                .map_err(|problem| self.call.unsupported(problem))
        });
        let launcher = launcher.transpose()?;
        let proof_file = self.work.proof();
        // At least a moment: a limit of 0 means "none" to many solvers.
        let time = time.map(|time| time.max(Duration::from_millis(1)));
        let path = |path: &Path| show(path).to_owned();
        let values = |hole| match hole {
            Placeholder::Model => Some(path(self.model)),
            Placeholder::Data => self.work.data().map(path),
            Placeholder::Result => Some(path(result)),
            Placeholder::Launcher => launcher.as_deref().map(path),
            Placeholder::TimeMs => time.map(|time| time.as_millis().to_string().into()),
            Placeholder::TimeS => time.map(|time| time.as_secs_f64().ceil().to_string().into()),
            Placeholder::Seed => seed.map(|seed| seed.to_string().into()),
            Placeholder::Threads => threads.map(|threads| threads.to_string().into()),
            Placeholder::Proof => Some(path(&proof_file)),
            Placeholder::Options => None,
        };
        let takes = &command.options;
        let wishes = [
            (self.question == Question::All, &takes.all),
            (self.question == Question::Count, &takes.count),
            (time.is_some(), &takes.time),
            (seed.is_some(), &takes.seed),
            (threads.is_some(), &takes.threads),
            (proof.is_some(), &takes.proof),
        ];
        let wanted = wishes.into_iter().filter(|(is_wanted, _)| *is_wanted);
        let templates = wanted.flat_map(|(_, templates)| templates);
        let mut options: Vec<OsString> = templates.map(|one| one.fill(&values)).collect();
        options.extend_from_slice(own);
        let mut arguments = Vec::new();
        for template in &command.arguments {
            if template.is(Placeholder::Options) {
                arguments.append(&mut options);
            } else {
                arguments.push(template.fill(&values));
            }
        }
        // Without a place of their own they come last.
        arguments.append(&mut options);
        Ok(arguments)
    }
}

/// Why reading a reply stopped.
enum Problem {
    Reply(ReplyError),
    Answer(Box<SolverError>),
    Flood,
}

/// Reads a reply as it is printed.
struct ReplyCollector<'a, 'b> {
    reader: ReplyReader,
    on_answer: &'a mut OnAnswer<'b>,
    kept: Option<BufWriter<File>>,
    head: Vec<u8>,
    since_answer: usize,
    problem: Option<Problem>,
    statistics: StatisticsReader<'a>,
}

impl ReplyCollector<'_, '_> {
    /// Takes a line of the reply.
    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.note(line)?;
        match self.reader.line(&String::from_utf8_lossy(line)) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(answer)) => self.answer(&answer),
            Err(problem) => self.stop(Problem::Reply(problem)),
        }
    }

    fn answer(&mut self, answer: &Answer) -> ControlFlow<()> {
        self.since_answer = 0;
        match (self.on_answer)(answer) {
            Ok(flow) => flow,
            Err(error) => self.stop(Problem::Answer(Box::new(error))),
        }
    }

    fn stop(&mut self, problem: Problem) -> ControlFlow<()> {
        self.problem = Some(problem);
        ControlFlow::Break(())
    }

    /// Takes a line that can hold statistics, and is part of the reply unless that is in a file.
    fn note(&mut self, line: &[u8]) -> ControlFlow<()> {
        if self.head.len() < HEAD {
            self.head.extend_from_slice(&line[..line.len().min(HEAD)]);
            self.head.push(b'\n');
        }
        if let Some(kept) = &mut self.kept {
            // A full disk spoils the copy, not the answer.
            let _ = kept.write_all(line).and_then(|()| kept.write_all(b"\n"));
        }
        self.statistics.line(&String::from_utf8_lossy(line));
        self.since_answer += line.len() + 1;
        if self.since_answer > FLOOD {
            return self.stop(Problem::Flood);
        }
        ControlFlow::Continue(())
    }

    /// Takes the reply that the solver wrote to a file. A missing file is an empty reply.
    fn file(&mut self, path: &Path) {
        let text = match reading::kept_file(path) {
            Ok(text) => text,
            Err(ReadingError::TooLarge { .. }) => {
                self.problem = Some(Problem::Flood);
                return;
            }
            Err(ReadingError::Unreadable { .. } | ReadingError::NotAFile { .. }) => Vec::new(),
        };
        self.since_answer = 0;
        let mut lines = text.split(|&byte| byte == b'\n');
        let _ = lines.try_for_each(|line| self.line(line));
    }

    /// Takes the answers that only the end of the reply completes.
    fn end(&mut self) {
        if self.problem.is_some() {
            return;
        }
        match self.reader.rest() {
            Ok(answers) => {
                let _ = answers.iter().try_for_each(|answer| self.answer(answer));
            }
            Err(problem) => self.problem = Some(Problem::Reply(problem)),
        }
    }
}
