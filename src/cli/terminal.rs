//! The terminal: there is one, so there is one bar on it. Whoever prints steps [`aside`] from it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

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
