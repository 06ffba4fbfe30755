//! Progress on standard error: only on a terminal, and only once a second has passed.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What takes less than this needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far something is.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Of so many steps, none is done.
    pub(super) fn of(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(
            "{bar:24} {pos}/{len} {wide_msg} {elapsed} of about {duration}",
        );
        // The template is the line above: it is a good one.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar }
    }

    /// Says what is being done.
    pub(super) fn say(&self, what: impl Into<String>) {
        self.bar.set_message(what.into());
        self.appear();
    }

    /// One more step is done.
    pub(super) fn step(&self) {
        self.bar.inc(1);
        self.appear();
    }

    /// Gets out of the way.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows itself when it is time to. A bar on what is no terminal stays hidden by itself.
    fn appear(&self) {
        if self.bar.is_hidden() && self.bar.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
