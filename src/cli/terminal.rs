//! The terminal: width, character set, colours, and the progress bar. Code that may print while the
//! bar is shown uses [`suspend_progress`].

use std::ffi::OsString;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::GLOBAL_OPTIONS;
use clap::{Args, ColorChoice, ValueEnum};
use indicatif::ProgressBar;
use terminal_size::{Height, Width, terminal_size_of};

/// The options for colours.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Colours {
    /// When to use colours. `auto` uses colours on a terminal unless NO_COLOR is set, and
    /// everywhere if CLICOLOR_FORCE is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_short_help = true,
        help_heading = GLOBAL_OPTIONS)]
    color: ColorChoice,
}

impl Colours {
    /// Reads the option from arguments that are not parsed yet.
    pub(super) fn find(arguments: &[OsString]) -> Self {
        let words = arguments.iter().map(|word| word.to_string_lossy());
        let mut words = words.take_while(|word| word != "--");
        let mut color = ColorChoice::Auto;
        while let Some(word) = words.next() {
            let value = match word.strip_prefix("--color") {
                Some("") => words.next(),
                Some(more) => more.strip_prefix('=').map(|value| value.to_owned().into()),
                None => None,
            };
            let choice = value.and_then(|value| ColorChoice::from_str(&value, false).ok());
            color = choice.unwrap_or(color);
        }
        Colours { color }
    }

    /// Sets the choice for all output of the program.
    pub(super) fn apply(self) {
        let choice = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The width of the terminal on standard output, if any.
pub(super) fn columns() -> Option<usize> {
    width(terminal_size_of(io::stdout()))
}

/// The width of the terminal on standard error, if any.
pub(super) fn error_columns() -> Option<usize> {
    width(terminal_size_of(io::stderr()))
}

fn width(size: Option<(Width, Height)>) -> Option<usize> {
    let (Width(columns), _) = size?;
    // Some terminals report no width.
    (columns > 0).then_some(usize::from(columns))
}

/// Whether the locale is UTF-8. An unset locale counts as UTF-8.
pub(super) fn is_utf8() -> bool {
    has_utf8(|name| std::env::var_os(name))
}

fn has_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    // The first variable that is set decides, as in the C library.
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let mut set = names.into_iter().filter_map(variable);
    let Some(locale) = set.find(|value| !value.is_empty()) else {
        return true;
    };
    let locale = locale.to_string_lossy().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the current bar.
pub(super) fn show(bar: &ProgressBar) {
    *shown() = Some(bar.clone());
}

/// Hides the progress bar while `print` runs.
pub(super) fn suspend_progress<T>(print: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Removes the current bar.
pub(super) fn clear() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_locale_that_is_set_decides() {
        let utf8 = |set: &[(&str, &str)]| {
            has_utf8(|name| {
                let found = set.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        assert!(utf8(&[]));
        assert!(utf8(&[("LC_ALL", ""), ("LANG", "en_GB.UTF-8")]));
        assert!(utf8(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!utf8(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(!utf8(&[("LC_ALL", "POSIX")]));
        assert!(!utf8(&[
            ("LC_CTYPE", "de_DE.ISO-8859-1"),
            ("LANG", "C.UTF-8")
        ]));
        assert!(!utf8(&[("LANG", "C")]));
    }
}
