//! A solver under a guard: the guard as a child of this process, told what to do through its pipe.

use std::fs;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

use super::family::Mark;
use super::guard;
use super::job::{Allowance, Job};
use super::oversee::{GRACE, TICK};
use super::report::{self, Report};
use super::streams::Streams;
use crate::visible;

/// A guard at work.
pub(super) struct Guarded {
    child: Child,
    report: PathBuf,
    mark: Mark,
}

impl Guarded {
    pub(super) fn start(
        program: &Path,
        job: &Job,
        bounds: &Allowance,
    ) -> io::Result<(Self, Streams)> {
        let report = job.folder.join(report::FILE);
        let _ = fs::remove_file(&report);
        let mark = Mark::new();
        let mut command = Command::new(program);
        let child = guard::Orders {
            folder: job.folder.clone(),
            disposable: job.disposable,
            memory: bounds.memory,
            cpu: bounds.cpu,
        }
        .give(mark.put(&mut command))
        .arg(&job.program)
        .args(&job.arguments)
        .env("TMPDIR", &job.folder)
        // An interrupt at the terminal reaches us alone; we pass it on in good order.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
        let mut guarded = Guarded {
            child,
            report,
            mark,
        };
        let streams = Streams::of(&mut guarded.child)?;
        Ok((guarded, streams))
    }

    pub(super) fn stop(&mut self) {
        if let Some(pipe) = &mut self.child.stdin {
            // If it cannot be written to, the guard has ended already.
            let _ = pipe.write_all(guard::STOP);
        }
    }

    /// Tells whether the guard has ended without a report, as it does when somebody kills it: then it may not have
    /// ended the solver.
    pub(super) fn is_over(&mut self) -> bool {
        let status = self.child.try_wait().ok().flatten();
        status.is_some_and(|status| !status.success())
    }

    /// Waits with the pipe open: one that closes early means to the guard that we crashed.
    fn wait(&mut self) -> io::Result<ExitStatus> {
        let pipe = self.child.stdin.take();
        let status = self.child.wait();
        drop(pipe);
        status
    }

    pub(super) fn finish(mut self) -> io::Result<Report> {
        let _ = self.wait()?;
        let text = fs::read_to_string(&self.report).map_err(|problem| match problem.kind() {
            io::ErrorKind::NotFound => io::Error::other(
                "its guard ended without a report, as it does when somebody ends it",
            ),
            _ => problem,
        })?;
        let _ = fs::remove_file(&self.report);
        Report::parse(&text).ok_or_else(|| {
            let folder = self.report.parent().unwrap_or(Path::new(""));
            io::Error::other(format!(
                "the report in {} is damaged",
                visible::path(folder)
            ))
        })
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
        if self.is_over() {
            let began = Instant::now();
            while self.mark.kill() && began.elapsed() < GRACE {
                thread::sleep(TICK);
            }
        }
    }
}
