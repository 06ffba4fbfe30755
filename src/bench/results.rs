//! Results in a file: one JSON object a line, a `machine` or a `run`.
//!
//! A bench that is interrupted leaves whole lines and at most one broken one at the end, which is
//! passed over. Several files are merged by reading them all.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::json::{self, Mistake, Style};
use crate::puzzle::Label;
use crate::reading::{self, ReadingError};
use crate::visible;

use super::record::{Column, Machine, Record};

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Machine(Machine),
    Run(Box<Record>),
}

/// Everything that one or several files hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Results {
    /// The machines, each once.
    pub machines: Vec<Machine>,
    /// The runs, in the order of the files; the same line twice is one run.
    pub records: Vec<Record>,
    seen: HashSet<(u64, u32, String, Column)>,
}

/// A file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ResultsError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// A line is not what we write.
    #[error(
        "{}:{line}: {problem}; expected a result of `pipsc bench --out`",
        visible::path(.path)
    )]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// What a line is.
#[derive(Deserialize)]
struct Kind {
    kind: Label,
}

/// Reads a line, or says what is wrong with it; the message has the line's number already.
fn read_line(line: &[u8]) -> Result<Line, String> {
    let text = std::str::from_utf8(line).map_err(|_| "this is not text in UTF-8".to_owned())?;
    let words = |mistake: Mistake| match (mistake.path.as_str(), mistake.position) {
        ("", Some((_, column))) => format!("column {column}: {}", mistake.message),
        ("", None) => mistake.message,
        (path, _) => format!("{path}: {}", mistake.message),
    };
    let Kind { kind } = json::read(text).map_err(words)?;
    match kind.raw() {
        "machine" => {
            let machine: Machine = json::read(text).map_err(words)?;
            machine.fault().map_or(Ok(Line::Machine(machine)), Err)
        }
        "run" => {
            let record: Record = json::read(text).map_err(words)?;
            record.fault().map_or(Ok(Line::Run(Box::new(record))), Err)
        }
        _ => Err(format!(
            "kind: found \"{kind}\", expected \"machine\" or \"run\""
        )),
    }
}

impl Results {
    /// Adds what a file holds. Gives the length of the file without a broken last line.
    pub(crate) fn read(&mut self, path: &Path) -> Result<u64, ResultsError> {
        let bytes = reading::file(path)?;
        let mut whole = 0;
        for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            // A line without an end is one that an interrupt cut off.
            if line.last() != Some(&b'\n') {
                break;
            }
            whole += line.len() as u64;
            if line.trim_ascii().is_empty() {
                continue;
            }
            match read_line(line) {
                Ok(Line::Machine(machine)) => self.add_machine(machine),
                Ok(Line::Run(record)) => self.add(*record),
                Err(problem) => {
                    return Err(ResultsError::BadLine {
                        path: path.to_owned(),
                        line: number + 1,
                        problem,
                    });
                }
            }
        }
        Ok(whole)
    }

    /// Adds a run, unless it is there.
    pub(crate) fn add(&mut self, record: Record) {
        let key = (
            record.started,
            record.repeat,
            record.digest.clone(),
            record.column.clone(),
        );
        if self.seen.insert(key) {
            self.records.push(record);
        }
    }

    /// Adds a machine, unless it is there.
    pub(crate) fn add_machine(&mut self, machine: Machine) {
        if !self.machines.contains(&machine) {
            self.machines.push(machine);
        }
    }
}

/// A run as a line, with its end.
pub(crate) fn run_line(record: &Record) -> String {
    line(&Line::Run(Box::new(record.clone())))
}

/// A machine as a line, with its end.
pub(crate) fn machine_line(machine: &Machine) -> String {
    line(&Line::Machine(machine.clone()))
}

fn line(line: &Line) -> String {
    let mut text = Vec::new();
    // Numbers, strings and lists of them always have a form in JSON, and memory takes it.
    let _ = json::write(&mut text, Style::Compact, line);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}
