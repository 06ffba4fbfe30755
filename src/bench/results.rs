//! Results in a file: one JSON object a line, a `plan` or a `run`.
//!
//! A bench that is interrupted leaves whole lines and at most one broken one at the end, which is
//! passed over. Files are read line by line, whatever their size.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::blocks::{self, Fault};
use super::faults::{wrong_count, wrong_name};
use super::key::Key;
use super::machine::Machine;
use super::record::{FORM, Flat, Record};
use crate::json::{self, Mistake, Style};
use crate::puzzle::Label;
use crate::reading::ReadingError;
use crate::visible;

/// Which part of which plan a file was begun for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The digest of the keys of all runs.
    pub plan: String,
    /// How many runs the plan has.
    pub runs: u64,
    /// Counted from 1.
    pub shard: u32,
    /// How many shards there are.
    pub shards: u32,
    /// How many runs this shard has.
    pub due: u64,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Line {
    /// What the file was begun for.
    Part(Part),
    /// A run.
    Run(Box<Record>),
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
    /// A line is not one of a plan.
    #[error(
        "{}:{line}: {problem}; expected a line of `pipsc bench --plan`",
        visible::path(.path)
    )]
    NoPlan {
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
    /// Nothing in files of form 1.
    form: Option<u64>,
    pipsc: Option<Label>,
    key: Option<Label>,
}

/// In files of form 1: where the runs that follow were made.
#[derive(Debug, Clone, Deserialize)]
struct Place {
    pipsc: Label,
    system: Label,
    cores: u32,
    jobs: u32,
}

impl Place {
    fn fault(&self) -> Option<String> {
        let names = [
            ("pipsc", Some(self.pipsc.raw())),
            ("system", Some(self.system.raw())),
        ];
        let counts = [
            ("cores", self.cores.into(), 1, 1 << 20),
            ("jobs", self.jobs.into(), 1, 1 << 20),
        ];
        names
            .iter()
            .find_map(wrong_name)
            .or_else(|| counts.iter().find_map(wrong_count))
    }
}

/// Reads the lines of one file after the other.
#[derive(Debug, Default)]
pub(super) struct Reader {
    place: Option<Place>,
}

impl Reader {
    /// Reads a line of a file. Nothing if it has nothing to say.
    pub(super) fn located(
        &mut self,
        path: &Path,
        number: usize,
        line: &[u8],
    ) -> Result<Option<Line>, ResultsError> {
        self.line(line)
            .map_err(|problem| bad_line(path, number, problem))
    }

    /// Reads a line, or says what is wrong with it.
    pub(super) fn line(&mut self, line: &[u8]) -> Result<Option<Line>, String> {
        let text = std::str::from_utf8(line).map_err(|_| "this is not text in UTF-8".to_owned())?;
        if let Some((record, key)) = whole_run(text) {
            record.fault().map_or(Ok(()), Err)?;
            return fitting(record, key).map(Some);
        }
        let Kind {
            kind,
            form,
            pipsc,
            key,
        } = read(text)?;
        let form = form.unwrap_or(1);
        if form == 0 || form > FORM.into() {
            let by = pipsc.map_or(String::new(), |version| format!(" of pipsc {version}"));
            return Err(format!(
                "form: found {form}{by}, and this version of pipsc ({}) reads up to {FORM}",
                env!("CARGO_PKG_VERSION")
            ));
        }
        match kind.raw() {
            "machine" => {
                let place: Place = read(text)?;
                place.fault().map_or(Ok(()), Err)?;
                self.place = Some(place);
                Ok(None)
            }
            "plan" => Ok(Some(Line::Part(read(text)?))),
            "run" => {
                let mut record: Record = read(text)?;
                record.fault().map_or(Ok(()), Err)?;
                if let (1, Some(place)) = (form, &self.place) {
                    record.pipsc = Some(place.pipsc.clone());
                    record.jobs = place.jobs;
                    record.machine = Some(Machine {
                        system: place.system.clone(),
                        cpu: "unknown".into(),
                        cores: place.cores,
                        memory: 0,
                        kernel: "unknown".into(),
                    });
                }
                fitting(record, key).map(Some)
            }
            _ => Err(format!(
                "kind: found \"{kind}\", expected \"plan\" or \"run\""
            )),
        }
    }
}

/// A line of a file that is not what we write.
pub(super) fn bad_line(path: &Path, line: usize, problem: String) -> ResultsError {
    ResultsError::BadLine {
        path: path.to_owned(),
        line,
        problem,
    }
}

/// A line that is a run of this form, with its key, if nothing is wrong with its JSON.
fn whole_run(text: &str) -> Option<(Record, Option<Label>)> {
    let mut flat: Flat = serde_json::from_str(text).ok()?;
    let is_run = flat.kind.as_ref().is_some_and(|kind| kind == "run");
    let key = flat.key.take();
    (is_run && flat.form == Some(FORM.into())).then(|| (flat.into(), key))
}

/// A run, if it fits its key.
fn fitting(record: Record, key: Option<Label>) -> Result<Line, String> {
    if let Some(key) = key {
        let expected = Key::of(&record).to_string();
        if key != expected {
            return Err(format!(
                "key: found {key}, expected {expected} for what the record says: it was changed after it \
                 was written"
            ));
        }
    }
    Ok(Line::Run(Box::new(record)))
}

/// Reads a value; the message has the line's number already. Good lines are read fast, and only for bad
/// ones it is found out what is wrong with them.
fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, String> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    json::read(text).map_err(
        |mistake: Mistake| match (mistake.path.as_str(), mistake.position) {
            ("", Some((_, column))) => format!("column {column}: {}", mistake.message),
            ("", None) => mistake.message,
            (path, _) => format!("{path}: {}", mistake.message),
        },
    )
}

/// Goes through the whole lines of a file, each with its number from 1 and its bytes, until somebody has
/// had enough. Gives the length of the file without a broken last line.
pub(crate) fn raw_lines(
    path: &Path,
    mut each: impl FnMut(usize, &[u8]) -> Result<ControlFlow<()>, ResultsError>,
) -> Result<u64, ResultsError> {
    let unreadable = |problem| Fault::Unreadable(problem).located(path, 0);
    let file = File::open(path).map_err(unreadable)?;
    let mut file = BufReader::with_capacity(blocks::USUAL, file);
    let (mut whole, mut number) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        // One byte more, which no line may have.
        let part = &mut (&mut file).take(blocks::LONGEST as u64 + 1);
        let read = part.read_until(b'\n', &mut line).map_err(unreadable)?;
        if read > blocks::LONGEST {
            return Err(Fault::TooLong.located(path, number));
        }
        if !line.ends_with(b"\n") {
            return Ok(whole);
        }
        whole += read as u64;
        if !line.trim_ascii().is_empty() && each(number, &line)?.is_break() {
            return Ok(whole);
        }
    }
}

/// Goes through what a file says. Gives the length of the file without a broken last line.
pub(crate) fn lines(path: &Path, mut each: impl FnMut(Line)) -> Result<u64, ResultsError> {
    let mut reader = Reader::default();
    raw_lines(path, |number, line| {
        let said = reader.located(path, number, line)?;
        if let Some(said) = said {
            each(said);
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// The key of a line of a plan.
pub(crate) fn plan_key(path: &Path, number: usize, line: &[u8]) -> Result<String, ResultsError> {
    planned(line).map_err(|problem| no_plan(path, number, &problem))
}

/// The same, wherever the line is.
pub(super) fn planned(line: &[u8]) -> serde_json::Result<String> {
    #[derive(Deserialize)]
    struct Planned {
        key: String,
    }
    serde_json::from_slice(line).map(|planned: Planned| planned.key)
}

/// A line of a file that is none of a plan.
pub(super) fn no_plan(path: &Path, line: usize, problem: &serde_json::Error) -> ResultsError {
    ResultsError::NoPlan {
        path: path.to_owned(),
        line,
        problem: problem.to_string(),
    }
}

/// The runs that a file holds.
pub(crate) fn records(path: &Path) -> Result<Vec<Record>, ResultsError> {
    let mut records = Vec::new();
    let _ = lines(path, |line| match line {
        Line::Run(record) => records.push(*record),
        Line::Part(_) => {}
    })?;
    Ok(records)
}

/// A run as a line, with its end.
pub(crate) fn run_line(record: &Record) -> String {
    #[derive(Serialize)]
    struct Run<'a> {
        kind: &'static str,
        form: u32,
        key: String,
        #[serde(flatten)]
        record: &'a Record,
    }
    text(&Run {
        kind: "run",
        form: FORM,
        key: Key::of(record).to_string(),
        record,
    })
}

/// What a file is begun for as a line, with its end.
pub(crate) fn part_line(part: &Part) -> String {
    #[derive(Serialize)]
    struct Plan<'a> {
        kind: &'static str,
        form: u32,
        pipsc: &'static str,
        #[serde(flatten)]
        part: &'a Part,
    }
    text(&Plan {
        kind: "plan",
        form: FORM,
        pipsc: env!("CARGO_PKG_VERSION"),
        part,
    })
}

/// A value as a line.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    // Numbers, strings and lists of them always have a form in JSON, and memory takes it.
    let _ = json::write(&mut text, Style::Compact, value);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}
