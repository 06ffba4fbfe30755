//! One run of a solver: arguments, reply, verdict.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::work::{Work, command_line, failed, write};
use super::{Excerpt, Request, SolverError};
use crate::backend::reply::{Answer, ReplyError, ReplyReader, Status};
use crate::solver::launchers;
use crate::solver::process::{self, Bounds, Ending, Halt, Job, Run, RunError, Stream, Usage};
use crate::solver::registry::{Placeholder, Template};

/// More than this without an answer is a flood. The largest models have replies of a few MB.
const FLOOD: usize = 256 << 20;

/// As much of a reply is kept for messages.
const HEAD: usize = 4 << 10;

/// The signal of the processor time limit.
const SIGXCPU: i32 = signal_hook::consts::SIGXCPU;

/// A run about to be.
pub(super) struct Round<'a> {
    pub(super) request: &'a Request<'a>,
    pub(super) work: &'a Work,
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) deadline: Option<Instant>,
    /// All solutions are asked for.
    pub(super) native: bool,
    /// The question is for the core of a contradiction.
    pub(super) core: bool,
    /// The answers that the model must not have.
    pub(super) excluded: &'a [Vec<String>],
}

/// What came of it.
pub(super) struct Ended {
    /// The verdict, or why there was no waiting for one.
    pub(super) verdict: Result<Status, Halt>,
    pub(super) usage: Usage,
    pub(super) wall: Duration,
}

type TakeAnswer<'a> = dyn FnMut(&Answer) -> Result<ControlFlow<()>, SolverError> + 'a;

impl Round<'_> {
    pub(super) fn run(&self, take: &mut TakeAnswer<'_>) -> Result<Ended, SolverError> {
        let model = self.model()?;
        let result = self.work.path(self.number, "result");
        let _ = fs::remove_file(&result);
        let job = self.job(&model, &result)?;
        let command = command_line(&job.program, &job.arguments);
        (self.request.announce)(&command);
        if self.work.is_kept() {
            self.work.note_command(self.number, &command)?;
        }
        let in_file = {
            let arguments = &self.request.solver.via.arguments;
            arguments.iter().any(|a| a.mentions(Placeholder::Result))
        };
        let mut reading = Reading {
            reader: self.reader()?,
            take,
            kept: self.kept_reply()?,
            head: Vec::new(),
            since_answer: 0,
            problem: None,
        };
        let run = process::run(&job, &self.bounds(), &mut |line| match in_file {
            true => reading.skip(line),
            false => reading.line(line),
        })
        .map_err(|problem| self.not_run(problem))?;
        if self.work.is_kept() {
            let path = self.work.path(self.number, "stderr");
            fs::write(&path, &run.stderr).map_err(|problem| failed(&path, problem))?;
        }
        if in_file && run.halt.is_none() {
            reading.file(&result);
        }
        let ended = self.judge(reading, &run);
        // The model of a later run is as large as the first one and differs by a line.
        if !self.work.is_kept() && self.number > 1 {
            let _ = fs::remove_file(&model);
        }
        ended
    }

    fn reader(&self) -> Result<Box<dyn ReplyReader>, SolverError> {
        let entry = &self.request.solver.entry;
        let reply = entry.exchange.reply;
        match self.core {
            false => Ok((reply.reader)()),
            true => {
                reply
                    .core_reader
                    .map(|reader| reader())
                    .ok_or_else(|| SolverError::Unsupported {
                        solver: entry.name.clone(),
                        problem: "it does not say which rules contradict each other".into(),
                    })
            }
        }
    }

    /// The verdict: read from the text, and vetoed by the exit code.
    fn judge(&self, mut reading: Reading<'_, '_>, run: &Run) -> Result<Ended, SolverError> {
        let solver = || self.request.solver.entry.name.clone();
        let ended = |verdict| Ended {
            verdict,
            usage: run.usage,
            wall: run.wall,
        };
        let excerpt = |reading: &Reading<'_, '_>| {
            Box::new(Excerpt {
                ending: run.halt.is_none().then_some(run.ending),
                reply: reading.head.clone(),
                stderr: run.stderr.clone(),
            })
        };
        let flood = |stream, excerpt| SolverError::Flood {
            solver: solver(),
            stream,
            excerpt,
        };
        match reading.problem.take() {
            Some(Problem::Reply(problem)) => {
                return Err(SolverError::Reply {
                    solver: solver(),
                    problem,
                    excerpt: excerpt(&reading),
                });
            }
            Some(Problem::Flood) => return Err(flood(Stream::Out, excerpt(&reading))),
            Some(Problem::Answer(error)) => return Err(*error),
            None => {}
        }
        match run.halt {
            Some(Halt::Flood(stream)) => return Err(flood(stream, excerpt(&reading))),
            Some(halt) => return Ok(ended(Err(halt))),
            None if run.ending == Ending::Signal(SIGXCPU) => return Ok(ended(Err(Halt::Time))),
            None => {}
        }
        let status = reading
            .reader
            .finish()
            .map_err(|problem| SolverError::Reply {
                solver: solver(),
                problem,
                excerpt: excerpt(&reading),
            })?;
        match self.request.solver.entry.exit.confirm(status, run.ending) {
            Some(status) => Ok(ended(Ok(status))),
            None => Err(SolverError::Veto {
                solver: solver(),
                status,
                ending: run.ending,
                excerpt: excerpt(&reading),
            }),
        }
    }

    /// The model's file for this run.
    fn model(&self) -> Result<PathBuf, SolverError> {
        let first = self.work.model();
        if self.excluded.is_empty() {
            return Ok(first.to_owned());
        }
        let name = first.file_name().unwrap_or_default().to_string_lossy();
        let path = self.work.path(self.number, &name);
        let exclude = self.request.solver.entry.exchange.exclude;
        let mut model =
            BufReader::new(File::open(first).map_err(|problem| failed(&path, problem))?);
        write(&path, |out| exclude(&mut model, out, self.excluded))?;
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

    fn bounds(&self) -> Bounds {
        let limits = self.request.limits;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let threads = self.request.threads.unwrap_or(1).max(cores);
        Bounds {
            deadline: self.deadline,
            // A second line of defence, for what escapes us; the wall clock comes first.
            cpu: limits.time.map(|time| {
                time.saturating_mul(threads)
                    .saturating_add(Duration::from_secs(5))
            }),
            memory: limits.memory,
            cancel: limits.cancel.clone(),
        }
    }

    fn job(&self, model: &Path, result: &Path) -> Result<Job, SolverError> {
        let Request {
            solver,
            seed,
            threads,
            extra,
            proof,
            guard,
            ..
        } = *self.request;
        let via = solver.via;
        let folder = self.work.folder();
        let launcher = match &via.launcher {
            None => None,
            Some(name) => Some(launchers::place(name, &solver.entry.file, folder).map_err(
                |problem| SolverError::Unsupported {
                    solver: solver.entry.name.clone(),
                    problem,
                },
            )?),
        };
        // At least a moment: a limit of 0 means "none" to many solvers.
        let time = self
            .deadline
            .map(|end| end.saturating_duration_since(Instant::now()))
            .map(|time| time.max(Duration::from_millis(1)));
        let filling = |hole| match hole {
            Placeholder::Model => Some(model.as_os_str().to_owned()),
            Placeholder::Data => self.work.data().map(|data| data.as_os_str().to_owned()),
            Placeholder::Result => Some(result.as_os_str().to_owned()),
            Placeholder::Launcher => launcher.as_ref().map(|path| path.as_os_str().to_owned()),
            Placeholder::TimeMs => time.map(|time| time.as_millis().to_string().into()),
            Placeholder::TimeS => time.map(|time| whole_seconds(time).to_string().into()),
            Placeholder::Seed => seed.map(|seed| seed.to_string().into()),
            Placeholder::Threads => threads.map(|threads| threads.to_string().into()),
            Placeholder::Proof => Some(folder.join(super::proof::FILE).into_os_string()),
            Placeholder::Options => None,
        };
        let wishes = [
            (self.native, &via.all),
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
        options.extend_from_slice(extra);
        let mut arguments = Vec::new();
        for template in &via.arguments {
            match template.is(Placeholder::Options) {
                true => arguments.append(&mut options),
                false => arguments.push(Template::fill(template, &filling)),
            }
        }
        // Without a place of their own they come last.
        arguments.append(&mut options);
        Ok(Job {
            guard: guard.to_owned(),
            program: solver.program.clone(),
            arguments,
            folder: folder.to_owned(),
            disposable: !self.work.is_kept(),
        })
    }

    fn not_run(&self, problem: RunError) -> SolverError {
        SolverError::Run {
            solver: self.request.solver.entry.name.clone(),
            problem,
        }
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Why reading stopped.
enum Problem {
    Reply(ReplyError),
    Answer(Box<SolverError>),
    Flood,
}

/// A reply on its way in.
struct Reading<'a, 'b> {
    reader: Box<dyn ReplyReader>,
    take: &'a mut TakeAnswer<'b>,
    kept: Option<BufWriter<File>>,
    head: Vec<u8>,
    since_answer: usize,
    problem: Option<Problem>,
}

impl Reading<'_, '_> {
    /// Takes a line of the reply.
    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.note(line);
        self.since_answer += line.len() + 1;
        if self.since_answer > FLOOD {
            self.problem = Some(Problem::Flood);
            return ControlFlow::Break(());
        }
        let answer = match self.reader.line(&String::from_utf8_lossy(line)) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(answer)) => answer,
            Err(problem) => {
                self.problem = Some(Problem::Reply(problem));
                return ControlFlow::Break(());
            }
        };
        self.since_answer = 0;
        match (self.take)(&answer) {
            Ok(flow) => flow,
            Err(error) => {
                self.problem = Some(Problem::Answer(Box::new(error)));
                ControlFlow::Break(())
            }
        }
    }

    /// Takes a line that is no part of the reply, because that is in a file.
    fn skip(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.note(line);
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
        let mut text = Vec::new();
        if let Ok(file) = File::open(path) {
            let _ = file.take(FLOOD as u64).read_to_end(&mut text);
        }
        self.since_answer = 0;
        for line in text.split(|&byte| byte == b'\n') {
            if self.line(line).is_break() {
                break;
            }
        }
    }
}
