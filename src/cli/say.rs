//! What goes to standard error: errors and warnings, in colour where the terminal wants it.

use anstream::eprintln;
use anstyle::{AnsiColor, Style};

use super::Failure;
use super::progress::aside;

/// The last words of a command that failed.
pub(super) fn error(failure: &Failure) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    aside(|| eprintln!("{style}error:{style:#} {failure}"));
}

/// Something that the user should know, and that does not stop the command.
pub(super) fn warning(text: &dyn std::fmt::Display) {
    let style = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
    aside(|| eprintln!("{style}warning:{style:#} {text}"));
}

/// Something that the user asked to know, and that is no result.
pub(super) fn note(text: &dyn std::fmt::Display) {
    aside(|| eprintln!("{text}"));
}
