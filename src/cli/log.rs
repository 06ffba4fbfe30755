//! Messages to standard error: errors, warnings, notes and details, filtered by verbosity.
//! Invisible characters of all messages are escaped here.

use std::fmt::Display;
use std::sync::atomic::{AtomicI8, Ordering};

use anstream::eprintln;
use anstyle::{AnsiColor, Style};
use clap::Args;

use super::terminal::suspend_progress;
use super::{CliError, GLOBAL_OPTIONS};
use crate::exit::Exit;
use crate::solver::SolverError;
use crate::visible::message;

/// The options for the verbosity.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Verbosity {
    /// Print only results and errors: no warnings, no progress
    #[arg(long, short, global = true, conflicts_with = "verbose", hide_short_help = true, help_heading = GLOBAL_OPTIONS)]
    quiet: bool,

    /// Print details: files, steps, the solver's program and its command line, times
    #[arg(long, short, global = true, hide_short_help = true, help_heading = GLOBAL_OPTIONS)]
    verbose: bool,
}

/// -1 with `--quiet`, 1 with `--verbose`. Global, because standard error is.
static VERBOSITY: AtomicI8 = AtomicI8::new(0);

impl Verbosity {
    /// Sets the verbosity of the program.
    pub(super) fn apply(self) {
        let level = i8::from(self.verbose) - i8::from(self.quiet);
        VERBOSITY.store(level, Ordering::Relaxed);
    }
}

/// Whether only results and errors are printed.
pub(super) fn is_quiet() -> bool {
    VERBOSITY.load(Ordering::Relaxed) < 0
}

/// Prints an error.
pub(super) fn error(failure: &dyn Display) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    suspend_progress(|| eprintln!("{style}error:{style:#} {}", message(failure)));
}

/// Prints the error of a command and its excerpt of the input file.
pub(super) fn failure(failure: &CliError) {
    error(failure);
    if let Some(excerpt) = &failure.excerpt {
        suspend_progress(|| eprintln!("{excerpt}"));
    }
}

/// Prints a warning, which does not stop the command.
pub(super) fn warning(text: &dyn Display) {
    if !is_quiet() {
        let style = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
        suspend_progress(|| eprintln!("{style}warning:{style:#} {}", message(text)));
    }
}

/// Prints information that is not a result.
pub(super) fn note(text: &dyn Display) {
    if !is_quiet() {
        suspend_progress(|| eprintln!("{}", message(text)));
    }
}

/// Prints a detail, with `--verbose`.
pub(super) fn detail(text: &dyn Display) {
    if VERBOSITY.load(Ordering::Relaxed) > 0 {
        let style = Style::new().dimmed();
        suspend_progress(|| eprintln!("{style}{}{style:#}", message(text)));
    }
}

/// Warns that a query has no verdict. `about` is the prefix of the message. A fault of the embedded
/// solver is an error.
pub(super) fn unanswered(about: &str, problem: SolverError) -> Result<Exit, CliError> {
    match problem {
        SolverError::Stopped(why) => {
            warning(&format!("{about}there is no verdict: {why}"));
            Ok(Exit::NoVerdict)
        }
        problem => Err(problem.into()),
    }
}
