//! Progress on standard error: only on a terminal, and only once a second has passed.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::say;

/// What takes less than this needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the clock on it moves.
const TICK: Duration = Duration::from_millis(200);

/// There is one terminal, so there is one bar. Whoever prints steps [`aside`] from it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// How far something is. Nothing is drawn where nobody would see it.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of so many steps, none is done.
    pub(super) fn of(steps: usize) -> Self {
        if say::is_quiet() || !io::stderr().is_terminal() {
            return Progress { bar: None };
        }
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let template = match steps {
            0 | 1 => "{spinner} {wide_msg} {elapsed}",
            _ => "{bar:24} {pos}/{len} {wide_msg} {elapsed} of about {duration}",
        };
        // The templates are the lines above: they are good ones.
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        *shown() = Some(bar.clone());
        let later = bar.clone();
        let _ = std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !later.is_finished() {
                later.set_draw_target(ProgressDrawTarget::stderr());
                later.enable_steady_tick(TICK);
            }
        });
        Progress { bar: Some(bar) }
    }

    /// Says what is being done.
    pub(super) fn say(&self, what: impl Into<String>) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.into());
        }
    }

    /// One more step is done.
    pub(super) fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            *shown() = None;
            bar.finish_and_clear();
        }
    }
}

/// Prints something while the bar is out of the way.
pub(super) fn aside<T>(print: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Takes the bar away for good, as the program is about to end.
pub(super) fn away() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

fn shown() -> std::sync::MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
