//! A progress bar on standard error, shown only on a terminal and after a second.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{log, terminal};
use crate::visible::Visible;

/// Work that takes less than this shows no progress.
const SHORT_WORK: Duration = Duration::from_secs(1);

/// Terminals with fewer columns show a shorter bar with less text.
const NARROW: usize = 72;

/// The interval between two updates of the clock.
const TICK: Duration = Duration::from_millis(200);

/// A progress bar. Nothing is drawn unless standard error is a terminal.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Starts a bar with a number of steps.
    pub(super) fn of(steps: usize) -> Self {
        if log::is_quiet() || !io::stderr().is_terminal() {
            return Progress { bar: None };
        }
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let columns = terminal::error_columns().unwrap_or(usize::MAX);
        let template = match (steps, columns) {
            (0 | 1, _) => "{spinner} {wide_msg} {elapsed}",
            (_, ..NARROW) => "{bar:8} {pos}/{len} {wide_msg} {elapsed}",
            _ => "{bar:24} {pos}/{len} {wide_msg} {elapsed} of about {duration}",
        };
        // The templates above are valid.
        let style = ProgressStyle::with_template(template);
        let mut style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        if !terminal::is_utf8() {
            style = style.progress_chars("=> ").tick_chars("-\\|/ ");
        }
        bar.set_style(style);
        terminal::show(&bar);
        let later = bar.clone();
        let _ = std::thread::spawn(move || {
            std::thread::sleep(SHORT_WORK);
            if !later.is_finished() {
                later.set_draw_target(ProgressDrawTarget::stderr());
                later.enable_steady_tick(TICK);
            }
        });
        Progress { bar: Some(bar) }
    }

    /// Shows the current step.
    pub(super) fn message(&self, what: impl Into<String>) {
        if let Some(bar) = &self.bar {
            bar.set_message(Visible(&what.into()).to_string());
        }
    }

    /// Advances by one step.
    pub(super) fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.bar.is_some() {
            terminal::clear();
        }
    }
}
