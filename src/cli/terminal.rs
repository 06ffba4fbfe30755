//! The terminal: how wide it is, what characters it knows, and the one bar on it. Whoever prints
//! steps [`aside`] from that.

use std::ffi::OsString;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use terminal_size::{Width, terminal_size_of};

/// How wide the terminal is that standard output goes to, if it goes to one.
pub(super) fn columns() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(io::stdout())?;
    // Some terminals do not know how wide they are.
    (columns > 0).then_some(usize::from(columns))
}

/// Tells whether the locale has more characters than ASCII. Without a locale it is taken for one
/// that has.
pub(super) fn is_utf8() -> bool {
    has_utf8(|name| std::env::var_os(name))
}

fn has_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    // The first that says something counts, as everywhere.
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

/// Shows this bar from now on.
pub(super) fn show(bar: &ProgressBar) {
    *shown() = Some(bar.clone());
}

/// Prints something while the bar is out of the way.
pub(super) fn aside<T>(print: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Takes the bar away for good.
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
