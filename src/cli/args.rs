//! Arguments that several commands share: limits, solver files and the format of reports.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::format::{OutputFormat, REPORTS, among};
use super::interrupt::TaskGuard;
use super::output;
use super::{CliError, log};
use crate::json::document;
use crate::solver::{CancelFlag, Limits, Registry, SearchPath, Solver};

/// Limits of a computation.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Time limit: 10s, 500ms, 2m
    ///
    /// It applies to each puzzle, and to each solver.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    /// Memory limit: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) memory_limit: Option<u64>,
}

impl LimitArguments {
    pub(super) fn limits(&self, cancel: &CancelFlag) -> Limits {
        Limits {
            time: self.time_limit,
            memory: self.memory_limit,
            cancel: cancel.clone(),
        }
    }
}

/// The registry of solvers.
#[derive(Debug, Default, Args)]
pub(super) struct RegistryArguments {
    /// A file with additional solvers, besides the one that PIPSC_SOLVERS names
    #[arg(long, value_name = "FILE")]
    solver_file: Option<PathBuf>,
}

impl RegistryArguments {
    /// Loads the built-in registry and the files that the environment and the options name.
    pub(super) fn load(&self) -> Result<Registry, CliError> {
        let named = env::var_os("PIPSC_SOLVERS").filter(|file| !file.is_empty());
        let named = named.map(PathBuf::from).into_iter();
        let files: Vec<PathBuf> = named.chain(self.solver_file.clone()).collect();
        Ok(Registry::load(&files)?)
    }
}

/// The search path for programs. An interrupt cancels the search.
pub(super) fn search_path(guard: &TaskGuard) -> SearchPath {
    let mut search_path = SearchPath::from_environment();
    search_path.cancel = guard.cancel.clone();
    search_path
}

/// Warns if the version of a solver is not known to work.
pub(super) fn warn_of_version(solver: &Solver) {
    if let Solver::External(installed) = solver
        && let Some(doubt) = installed.version_warning()
    {
        log::warning(&doubt);
    }
}

/// The format of a report.
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// Format of the report
    #[arg(long, default_value = "text", value_parser = among(REPORTS))]
    format: OutputFormat,
}

impl ReportArguments {
    /// Prints a report to standard output: one JSON document, or text.
    pub(super) fn print(
        &self,
        json: impl FnOnce() -> Value,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CliError> {
        output::to_stdout(|out| match self.format {
            OutputFormat::Json => writeln!(out, "{}", document(&json())),
            _ => text(out),
        })
    }
}

/// `10s`, `500ms`, `2m`, `1.5h`; a bare number is in seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("there is no unit `{unit}`, expected ms, s, m or h")),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("the time must be above 0".into()),
    }
}

/// `2GB`, `512MB`, `1GiB`; a bare number is in bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "kib" => 1024.0,
        "m" | "mb" => 1e6,
        "mib" => 1024.0 * 1024.0,
        "g" | "gb" => 1e9,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => {
            return Err(format!(
                "there is no unit `{unit}`, expected MB, MiB, GB or GiB"
            ));
        }
    };
    match number * factor {
        bytes if (1.0..1e19).contains(&bytes) => Ok(bytes as u64),
        _ => Err("the size must be above 0".into()),
    }
}

/// Parses a whole number in a range. Replaces the messages of the standard library, which are
/// written for programmers.
pub(super) fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + PartialOrd + FromStr + Display + Into<u128>,
{
    move |text| {
        let number = text.parse().ok();
        let (least, most) = (*range.start(), *range.end());
        let message = || match (least.into(), most.into() >= u32::MAX.into()) {
            (0, true) => format!("`{text}` is not a whole number"),
            (_, true) => format!("expected a whole number that is at least {least}"),
            (_, false) => format!("expected a whole number from {least} to {most}"),
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(message)
    }
}

/// Splits a number from its unit.
fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let number = number.parse();
    let number = number.map_err(|_| format!("`{text}` does not begin with a number"))?;
    Ok((number, unit.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(duration("0").is_err());
        assert!(duration("s").is_err());
        assert!(duration("3 days").is_err());
        assert_eq!(size("2GB"), Ok(2_000_000_000));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert!(size("-1").is_err());
    }
}
