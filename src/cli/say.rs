//! What goes to standard error: errors, warnings and details, in colour where the terminal wants
//! it, and as much of it as the user wants. What a message quotes from outside is made visible
//! here, once for all of them.

use std::fmt::Display;
use std::sync::atomic::{AtomicU8, Ordering};

use anstream::eprintln;
use anstyle::{AnsiColor, Style};
use clap::Args;

use super::terminal::aside;
use super::{CliError, FOR_ALL};
use crate::exit::Exit;
use crate::solver::embedded::QueryError;
use crate::visible::message;

/// How much is said beside results and errors.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Verbosity {
    /// Print only results and errors: no warnings, no progress
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = FOR_ALL)]
    quiet: bool,

    /// Print what is done: files, steps, the solver's program and its command line, times
    #[arg(long, short, global = true, help_heading = FOR_ALL)]
    verbose: bool,
}

const QUIET: u8 = 0;
const USUAL: u8 = 1;
const VERBOSE: u8 = 2;

/// The choice holds for the whole program, as its standard error does.
static LOUDNESS: AtomicU8 = AtomicU8::new(USUAL);

impl Verbosity {
    /// From now on.
    pub(super) fn choose(self) {
        let chosen = match self {
            Verbosity { quiet: true, .. } => QUIET,
            Verbosity { verbose: true, .. } => VERBOSE,
            _ => USUAL,
        };
        LOUDNESS.store(chosen, Ordering::Relaxed);
    }
}

/// Tells whether the user wants nothing but results and errors.
pub(super) fn is_quiet() -> bool {
    LOUDNESS.load(Ordering::Relaxed) == QUIET
}

/// Tells whether the user wants to know what is done.
pub(super) fn is_verbose() -> bool {
    LOUDNESS.load(Ordering::Relaxed) == VERBOSE
}

/// The last words of a command that failed.
pub(super) fn error(failure: &dyn Display) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    aside(|| eprintln!("{style}error:{style:#} {}", message(failure)));
}

/// The error of a command, and the line of the file that it is about.
pub(super) fn failure(failure: &CliError) {
    error(failure);
    if let Some(excerpt) = &failure.excerpt {
        aside(|| eprintln!("{excerpt}"));
    }
}

/// Something that the user should know, and that does not stop the command.
pub(super) fn warning(text: &dyn Display) {
    if !is_quiet() {
        let style = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
        aside(|| eprintln!("{style}warning:{style:#} {}", message(text)));
    }
}

/// Something that the user asked to know, and that is no result.
pub(super) fn note(text: &dyn Display) {
    if !is_quiet() {
        aside(|| eprintln!("{}", message(text)));
    }
}

/// Something for users who want to know what is done.
pub(super) fn detail(text: &dyn Display) {
    if is_verbose() {
        let style = Style::new().dimmed();
        aside(|| eprintln!("{style}{}{style:#}", message(text)));
    }
}

/// Reports why a question about something, whose name comes first, has no answer; a fault of the program is
/// an error.
pub(super) fn unanswered(about: &str, problem: QueryError) -> Result<Exit, CliError> {
    match problem {
        QueryError::Stopped(why) => {
            warning(&format!("{about}there is no verdict: {why}"));
            Ok(Exit::NoVerdict)
        }
        QueryError::TooLarge(size) => Err(size.into()),
        QueryError::Embedded(fault) => Err(CliError::internal(fault)),
    }
}
