//! What is seen of a line at a glance: that it is whole JSON, its key, and of its long texts, which many
//! lines have in common, only a hash.

mod lines;
mod scan;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

pub(super) use self::lines::Lines;
use self::scan::Scanner;
use crate::bench::blocks::{Block, Place};
use crate::bench::index::PackedKey;
use crate::bench::key::Key;
use crate::bench::record::{FORM, Record, Verdict};
use crate::puzzle::Label;

/// What a line of a run says, as far as a merge asks. Text that holds escapes is read in another way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Glance<'l> {
    kind: Option<&'l str>,
    form: Option<u64>,
    key: Option<&'l str>,
    pub(super) puzzle: Option<&'l str>,
    digest: Option<&'l str>,
    pub(super) solver: Option<&'l str>,
    pub(super) version: Option<&'l str>,
    pub(super) pipsc: Option<&'l str>,
    pub(super) program_sha256: Option<&'l str>,
    verdict: Option<Verdict>,
    started: Option<u64>,
    #[serde(default)]
    start_up: bool,
    /// As it is spelled.
    #[serde(borrow, default, deserialize_with = "spelling")]
    pub(super) machine: Option<&'l str>,
}

fn spelling<'l, D: Deserializer<'l>>(value: D) -> Result<Option<&'l str>, D::Error> {
    let value: Option<&'l RawValue> = Deserialize::deserialize(value)?;
    Ok(value.map(RawValue::get))
}

impl<'l> Glance<'l> {
    /// A line of a run of this form, if it is no more than that. What the line before says may help.
    pub(super) fn at(line: &'l [u8], lines: &mut Lines<'l>) -> Option<Self> {
        let glance = lines.next(line).or_else(|| Glance::read(line))?;
        let is_run = glance.kind == Some("run") && glance.form == Some(FORM.into());
        (is_run && glance.key.is_some()).then_some(glance)
    }

    /// Any line that is right.
    fn read(line: &'l [u8]) -> Option<Self> {
        // Checked as a whole, the text needs no check for each of its words.
        serde_json::from_str(std::str::from_utf8(line).ok()?).ok()
    }

    /// Takes what a field says.
    fn take(&mut self, field: Field, value: &mut Scanner<'l>) -> Option<()> {
        let text = Scanner::text;
        match field {
            Field::Kind => self.kind = value.optional(text)?,
            Field::Form => self.form = value.optional(Scanner::count)?,
            Field::Key => self.key = value.optional(text)?,
            Field::Puzzle => self.puzzle = value.optional(text)?,
            Field::Digest => self.digest = value.optional(text)?,
            Field::Solver => self.solver = value.optional(text)?,
            Field::Version => self.version = value.optional(text)?,
            Field::Pipsc => self.pipsc = value.optional(text)?,
            Field::ProgramSha256 => self.program_sha256 = value.optional(text)?,
            Field::Verdict => self.verdict = value.optional(usual_verdict)?,
            Field::Started => self.started = value.optional(Scanner::count)?,
            Field::StartUp => self.start_up = value.flag()?,
            Field::Machine => self.machine = value.optional(Scanner::raw)?,
        }
        Some(())
    }

    /// Forgets what a field said.
    fn forget(&mut self, field: Field) -> Option<()> {
        let nothing: &[u8] = if field == Field::StartUp {
            b"false"
        } else {
            b"null"
        };
        self.take(field, &mut Scanner::new(nothing))
    }

    /// A run that was read whole. Its key and its machine are spelled by whoever calls.
    pub(super) fn of(record: &'l Record, key: &'l str, machine: Option<&'l str>) -> Self {
        Glance {
            kind: Some("run"),
            form: None,
            key: Some(key),
            puzzle: Some(record.puzzle.raw()),
            digest: Some(&record.digest),
            solver: Some(record.column.solver.raw()),
            version: record.version.as_ref().map(Label::raw),
            pipsc: record.pipsc.as_ref().map(Label::raw),
            program_sha256: record.program_sha256.as_deref(),
            verdict: Some(record.verdict),
            started: Some(record.started),
            start_up: record.start_up,
            machine,
        }
    }
}

/// A field that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Kind,
    Form,
    Key,
    Puzzle,
    Digest,
    Solver,
    Version,
    Pipsc,
    ProgramSha256,
    Verdict,
    Started,
    StartUp,
    Machine,
}

impl Field {
    fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"kind" => Some(Field::Kind),
            b"form" => Some(Field::Form),
            b"key" => Some(Field::Key),
            b"puzzle" => Some(Field::Puzzle),
            b"digest" => Some(Field::Digest),
            b"solver" => Some(Field::Solver),
            b"version" => Some(Field::Version),
            b"pipsc" => Some(Field::Pipsc),
            b"program_sha256" => Some(Field::ProgramSha256),
            b"verdict" => Some(Field::Verdict),
            b"started" => Some(Field::Started),
            b"start_up" => Some(Field::StartUp),
            b"machine" => Some(Field::Machine),
            _ => None,
        }
    }
}

fn usual_verdict(value: &mut Scanner<'_>) -> Option<Verdict> {
    match value.text()? {
        "answered" => Some(Verdict::Answered),
        "unanswered" => Some(Verdict::Unanswered),
        "failed" => Some(Verdict::Failed),
        "wrong" => Some(Verdict::Wrong),
        _ => None,
    }
}

/// A run, as it is remembered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) key: PackedKey,
    /// How willingly it gives way to another of the same key.
    pub(super) rank: u8,
    /// In milliseconds since 1970.
    pub(super) started: u64,
    /// The hashes of the puzzle's name and of its digest.
    pub(super) puzzle: Option<(u64, u64)>,
    /// The hash of the solver with its program, and of the version of pipsc.
    pub(super) program: u64,
    /// The hash of the machine's text.
    pub(super) machine: u64,
}

impl Seen {
    pub(super) fn of(glance: &Glance<'_>) -> Self {
        let names = (glance.puzzle, glance.digest);
        let program = (
            (glance.solver, glance.version),
            (glance.program_sha256, glance.pipsc),
        );
        Seen {
            key: PackedKey::of(glance.key.unwrap_or_default()),
            rank: rank(glance.verdict.unwrap_or(Verdict::Failed), glance.start_up),
            started: glance.started.unwrap_or(0),
            puzzle: match names {
                (Some(name), Some(digest)) => Some((hash(name), hash(digest))),
                (None, _) | (_, None) => None,
            },
            program: FxBuildHasher.hash_one(program),
            machine: hash(glance.machine.unwrap_or_default()),
        }
    }

    /// Tells whether it measures the start of a solver.
    pub(super) fn is_start_up(rank: u8) -> bool {
        rank >= START_UP
    }
}

/// The same in every thread, and for as long as the process runs.
fn hash(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

/// Start-ups have ranks from this on.
const START_UP: u8 = 8;

fn rank(verdict: Verdict, start_up: bool) -> u8 {
    let rank = match verdict {
        Verdict::Wrong => 0,
        Verdict::Answered | Verdict::Unanswered => 1,
        Verdict::Failed => 2,
    };
    rank + if start_up { START_UP } else { 0 }
}

/// What a line is.
#[derive(Debug)]
pub(super) enum Sight {
    /// A run of this form.
    Run(Seen),
    /// Anything else, right or wrong, which may depend on the lines before it.
    Other,
}

/// What the lines of a block are.
pub(super) fn sights(block: &Block) -> Vec<(Place, Sight)> {
    let mut lines = Lines::default();
    let sight = |place| match Glance::at(block.line(place), &mut lines) {
        Some(glance) => (place, Sight::Run(Seen::of(&glance))),
        None => (place, Sight::Other),
    };
    block.places().map(sight).collect()
}

/// The spellings that a [`Glance`] of a record needs.
pub(super) fn spelled(record: &Record) -> (String, Option<String>) {
    let machine = record.machine.as_ref();
    let machine = machine.and_then(|machine| serde_json::to_string(machine).ok());
    (Key::of(record).to_string(), machine)
}
