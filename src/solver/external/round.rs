//! One run of a solver: arguments, reply, verdict.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::call::Call;
use super::work::{Work, failed, write};
use crate::backend::reply::{Answer, Dialect, ReplyError, ReplyReader, Status};
use crate::reading::{self, ReadingError};
use crate::shell;
use crate::solver::error::SolverError;
use crate::solver::launchers;
use crate::solver::misbehaviour::{Excerpt, Misbehaviour};
use crate::solver::process::{
    self, ProcessCommand, ProcessLimits, ProcessResult, ProcessStop, Stream, Usage,
};
use crate::solver::registry::{Entry, Placeholder, Tally, Template};
use crate::solver::statistics::Statistics;
use crate::solver::task::{Event, Options, Stats, Stopped};

/// More than this without an answer is a flood. The largest models have replies of a few MB.
const FLOOD: usize = reading::MOST_BYTES as usize;

/// As much of a reply is kept for messages.
const HEAD: usize = 4 << 10;

/// What the solver is asked in a run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Question<'a> {
    /// A solution that is none of these answers.
    One { excluded: &'a [Vec<String>] },
    /// All solutions, by itself.
    All,
    /// How many solutions there are.
    Count,
    /// The core of a contradiction.
    Core,
}

/// A run about to be.
pub(super) struct Round<'a> {
    pub(super) call: Call<'a>,
    pub(super) work: &'a Work,
    /// Counted from 1.
    pub(super) number: u64,
    /// The processor time of the runs before.
    pub(super) spent: Duration,
    pub(super) question: Question<'a>,
}

/// What a run took, whatever came of it.
#[derive(Debug, Default)]
pub(super) struct Toll {
    usage: Usage,
    wall: Duration,
    /// What the solver counted, as far as it told.
    statistics: Statistics,
}

impl Toll {
    /// Adds it to what others took.
    pub(super) fn add_to(&self, stats: &mut Stats) {
        stats.solve += self.wall;
        stats.cpu += self.usage.cpu;
        stats.peak_memory = stats.peak_memory.max(self.usage.peak_memory);
        stats.statistics.join(&self.statistics);
    }
}

/// The verdict, or why there was no waiting for one.
type Verdict = Result<Status, Stopped>;

type TakeAnswer<'a> = dyn FnMut(&Answer) -> Result<ControlFlow<()>, SolverError> + 'a;

impl Round<'_> {
    /// Makes the run. What it took is noted in `toll` even if the solver cannot be believed.
    pub(super) fn run(
        &self,
        toll: &mut Toll,
        take: &mut TakeAnswer<'_>,
    ) -> Result<Verdict, SolverError> {
        let model = self.model()?;
        let result = self.work.path(self.number, "result");
        let _ = fs::remove_file(&result);
        let job = self.job(&model, &result)?;
        let program = std::iter::once(job.program.as_os_str());
        let arguments = job.arguments.iter().map(OsString::as_os_str);
        let command = shell::command_line(program.chain(arguments));
        (self.call.task.observer)(&Event::Starting(&command));
        if self.work.is_kept() {
            let path = self.work.path(self.number, "command");
            write(&path, |out| writeln!(out, "{command}"))?;
        }
        let in_file = {
            let arguments = &self.call.solver.via.arguments;
            arguments.iter().any(|a| a.mentions(Placeholder::Result))
        };
        let mut reading = Reading {
            reader: self.reader()?,
            take,
            kept: self.kept_reply()?,
            head: Vec::new(),
            since_answer: 0,
            problem: None,
            tally: self.call.solver.via.statistics.tally(),
        };
        let run = process::run(&job, &self.bounds(), &mut |line| {
            if in_file {
                reading.skip(line)
            } else {
                reading.line(line)
            }
        })
        .map_err(|problem| self.call.not_run(problem))?;
        (toll.usage, toll.wall) = (run.usage, run.wall);
        if self.work.is_kept() {
            let path = self.work.path(self.number, "stderr");
            fs::write(&path, &run.stderr).map_err(|problem| failed(&path, problem))?;
        }
        if in_file && run.stop.is_none() {
            reading.file(&result);
        }
        if run.stop.is_none() && reading.problem.is_none() {
            reading.rest();
        }
        for line in String::from_utf8_lossy(&run.stderr).lines() {
            reading.tally.line(line);
        }
        reading.tally.add_to(&mut toll.statistics);
        let verdict = self.judge(reading, &run);
        // The model of a later run is as large as the first one and differs by a line.
        if !self.work.is_kept() && self.number > 1 {
            let _ = fs::remove_file(&model);
        }
        verdict
    }

    fn reader(&self) -> Result<ReplyReader, SolverError> {
        let Entry {
            reply, exchange, ..
        } = self.call.solver.entry;
        match self.question {
            Question::One { .. } | Question::All => Ok(reply.reader()),
            Question::Count => {
                let dialects = [reply].into_iter();
                let mut dialects = dialects.chain(exchange.replies.iter().copied());
                let counting = dialects.find(|dialect| dialect.counts);
                let reader = counting.map(Dialect::reader);
                reader.ok_or_else(|| self.call.unsupported("it does not count"))
            }
            Question::Core => reply.core_reader().ok_or_else(|| {
                let problem = "it does not say which rules contradict each other";
                self.call.unsupported(problem)
            }),
        }
    }

    /// The verdict: read from the text, and vetoed by the exit code.
    fn judge(
        &self,
        mut reading: Reading<'_, '_>,
        run: &ProcessResult,
    ) -> Result<Verdict, SolverError> {
        let excerpt = Excerpt {
            ending: run.stop.is_none().then_some(run.ending),
            reply: std::mem::take(&mut reading.head),
            stderr: run.stderr.clone(),
        };
        let blame = |problem| Err(self.call.blame(problem));
        // What a driver says of a solver that we have stopped is no fault of theirs.
        let is_stopped = matches!(run.stop, Some(ProcessStop::Limit(_)));
        match reading.problem.take() {
            Some(Problem::Reply(_)) if is_stopped => {}
            Some(Problem::Reply(problem)) => {
                return blame(Misbehaviour::Reply { problem, excerpt });
            }
            Some(Problem::Flood) => {
                let stream = Stream::Out;
                return blame(Misbehaviour::Flood { stream, excerpt });
            }
            Some(Problem::Answer(error)) => return Err(*error),
            None => {}
        }
        match run.stop {
            Some(ProcessStop::Flood(stream)) => {
                return blame(Misbehaviour::Flood { stream, excerpt });
            }
            Some(ProcessStop::Limit(stop)) => return Ok(Err(stop.into())),
            Some(ProcessStop::Enough) => return Ok(Err(Stopped::Enough)),
            None => {}
        }
        let status = match reading.reader.finish() {
            Ok(status) => status,
            Err(problem) => return blame(Misbehaviour::Reply { problem, excerpt }),
        };
        match self.call.solver.entry.exit.confirm(status, run.ending) {
            Some(status) => Ok(Ok(status)),
            None => blame(Misbehaviour::Veto {
                status,
                ending: run.ending,
                excerpt,
            }),
        }
    }

    /// The model's file for this run.
    fn model(&self) -> Result<PathBuf, SolverError> {
        let first = self.work.model();
        let excluded = match self.question {
            Question::One { excluded } => excluded,
            Question::All | Question::Count | Question::Core => &[],
        };
        if excluded.is_empty() {
            return Ok(first.to_owned());
        }
        let name = first.file_name().unwrap_or_default().to_string_lossy();
        let path = self.work.path(self.number, &name);
        let exclude = self.call.solver.entry.exchange.exclude;
        let file = File::open(first).map_err(|problem| failed(first, problem))?;
        write(&path, |out| {
            exclude(&mut BufReader::new(file), out, excluded)
        })?;
        Ok(path)
    }

    fn kept_reply(&self) -> Result<Option<BufWriter<File>>, SolverError> {
        if !self.work.is_kept() {
            return Ok(None);
        }
        let path = self.work.path(self.number, "reply");
        let file = File::create(&path).map_err(|problem| failed(&path, problem))?;
        Ok(Some(BufWriter::new(file)))
    }

    fn bounds(&self) -> ProcessLimits {
        let limits = &self.call.task.limits;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let threads = self.call.task.options.threads.unwrap_or(1).max(cores);
        ProcessLimits {
            deadline: self.call.watch.deadline(),
            cpu: match self.call.task.options.cpu {
                Some(cpu) => Some(cpu.saturating_sub(self.spent).max(Duration::from_millis(1))),
                // A second line of defence, for what escapes us; the wall clock comes first.
                None => limits.time.map(|time| {
                    time.saturating_mul(threads)
                        .saturating_add(Duration::from_secs(5))
                }),
            },
            memory: limits.memory,
            cancel: self.call.watch.cancel().clone(),
        }
    }

    fn job(&self, model: &Path, result: &Path) -> Result<ProcessCommand, SolverError> {
        let folder = self.work.folder();
        let launcher = self.call.solver.via.launcher.as_ref().map(|name| {
            launchers::place(name, &self.call.solver.entry.file, folder)
                .map_err(|problem| self.call.unsupported(problem))
        });
        let launcher = launcher.transpose()?;
        let time = self
            .call
            .watch
            .deadline()
            .map(|end| end.saturating_duration_since(Instant::now()));
        let arguments = self.arguments(&Filling {
            model,
            data: self.work.data(),
            result,
            launcher: launcher.as_deref(),
            proof: &folder.join(super::proof::FILE),
            time,
        });
        Ok(ProcessCommand {
            program: self.call.solver.program.clone(),
            arguments,
            folder: folder.to_owned(),
        })
    }

    /// The command line as others can repeat it, and the same every time: with the names of files in
    /// place of paths of ours, and the whole time limit in place of what is left of it.
    pub(super) fn command(&self) -> String {
        let name = |path: &Path| PathBuf::from(path.file_name().unwrap_or_default());
        let arguments = self.arguments(&Filling {
            model: &name(self.work.model()),
            data: self.work.data().map(name).as_deref(),
            result: Path::new("result"),
            launcher: self.call.solver.via.launcher.as_deref().map(Path::new),
            proof: Path::new(super::proof::FILE),
            time: self.call.task.limits.time,
        });
        let program = std::iter::once(self.call.solver.program.as_os_str());
        shell::command_line(program.chain(arguments.iter().map(OsString::as_os_str)))
    }

    /// The arguments of the program.
    fn arguments(&self, with: &Filling<'_>) -> Vec<OsString> {
        let Options {
            seed,
            threads,
            arguments: own,
            proof,
            ..
        } = &self.call.task.options;
        let via = &self.call.solver.via;
        // At least a moment: a limit of 0 means "none" to many solvers.
        let time = with.time.map(|time| time.max(Duration::from_millis(1)));
        let path = |path: &Path| path.as_os_str().to_owned();
        let filling = |hole| match hole {
            Placeholder::Model => Some(path(with.model)),
            Placeholder::Data => with.data.map(path),
            Placeholder::Result => Some(path(with.result)),
            Placeholder::Launcher => with.launcher.map(path),
            Placeholder::TimeMs => time.map(|time| time.as_millis().to_string().into()),
            Placeholder::TimeS => time.map(|time| time.as_secs_f64().ceil().to_string().into()),
            Placeholder::Seed => seed.map(|seed| seed.to_string().into()),
            Placeholder::Threads => threads.map(|threads| threads.to_string().into()),
            Placeholder::Proof => Some(path(with.proof)),
            Placeholder::Options => None,
        };
        let count = via.count.as_deref().unwrap_or_default();
        let wishes = [
            (matches!(self.question, Question::All), &via.all[..]),
            (matches!(self.question, Question::Count), count),
            (time.is_some(), &via.time),
            (seed.is_some(), &via.seed),
            (threads.is_some(), &via.threads),
            (proof.is_some(), &via.proof),
        ];
        let mut options: Vec<OsString> = wishes
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .flat_map(|(_, templates)| templates)
            .map(|template| template.fill(&filling))
            .collect();
        options.extend_from_slice(own);
        let mut arguments = Vec::new();
        for template in &via.arguments {
            if template.is(Placeholder::Options) {
                arguments.append(&mut options);
            } else {
                arguments.push(Template::fill(template, &filling));
            }
        }
        // Without a place of their own they come last.
        arguments.append(&mut options);
        arguments
    }
}

/// What stands in the places of a command line.
struct Filling<'a> {
    model: &'a Path,
    data: Option<&'a Path>,
    result: &'a Path,
    launcher: Option<&'a Path>,
    proof: &'a Path,
    /// How long it may take.
    time: Option<Duration>,
}

/// Why reading stopped.
enum Problem {
    Reply(ReplyError),
    Answer(Box<SolverError>),
    Flood,
}

/// A reply on its way in.
struct Reading<'a, 'b> {
    reader: ReplyReader,
    take: &'a mut TakeAnswer<'b>,
    kept: Option<BufWriter<File>>,
    head: Vec<u8>,
    since_answer: usize,
    problem: Option<Problem>,
    tally: Tally<'a>,
}

impl Reading<'_, '_> {
    /// Takes a line of the reply.
    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.skip(line)?;
        let answer = match self.reader.line(&String::from_utf8_lossy(line)) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(answer)) => answer,
            Err(problem) => {
                self.problem = Some(Problem::Reply(problem));
                return ControlFlow::Break(());
            }
        };
        self.since_answer = 0;
        self.answer(&answer)
    }

    /// Hands on an answer.
    fn answer(&mut self, answer: &Answer) -> ControlFlow<()> {
        match (self.take)(answer) {
            Ok(flow) => flow,
            Err(error) => {
                self.problem = Some(Problem::Answer(Box::new(error)));
                ControlFlow::Break(())
            }
        }
    }

    /// Takes the answers that only the end of the reply completes, as far as they are wanted.
    fn rest(&mut self) {
        match self.reader.rest() {
            Ok(answers) => {
                let _ = (answers.iter()).try_for_each(|answer| self.answer(answer));
            }
            Err(problem) => self.problem = Some(Problem::Reply(problem)),
        }
    }

    /// Takes a line that is no part of the reply, because that is in a file.
    fn skip(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.note(line);
        self.tally.line(&String::from_utf8_lossy(line));
        self.since_answer += line.len() + 1;
        if self.since_answer > FLOOD {
            self.problem = Some(Problem::Flood);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, line: &[u8]) {
        if self.head.len() < HEAD {
            self.head.extend_from_slice(&line[..line.len().min(HEAD)]);
            self.head.push(b'\n');
        }
        if let Some(kept) = &mut self.kept {
            // A full disk spoils the copy that was asked for, not the answer.
            let _ = kept.write_all(line).and_then(|()| kept.write_all(b"\n"));
        }
    }

    /// Takes the reply that the solver wrote to a file. One that is not there is an empty reply.
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
        for line in text.split(|&byte| byte == b'\n') {
            if self.line(line).is_break() {
                break;
            }
        }
    }
}
