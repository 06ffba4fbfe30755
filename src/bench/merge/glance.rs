//! What is seen of a line at a glance: that it is whole JSON, its key, and of its long texts, which many
//! lines have in common, only a hash.

mod scan;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

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
    /// A line of a run of this form, if it is no more than that.
    pub(super) fn at(line: &'l [u8]) -> Option<Self> {
        let glance = Glance::scanned(line).or_else(|| Glance::read(line))?;
        let is_run = glance.kind == Some("run") && glance.form == Some(FORM.into());
        (is_run && glance.key.is_some()).then_some(glance)
    }

    /// Any line that is right.
    fn read(line: &'l [u8]) -> Option<Self> {
        // Checked as a whole, the text needs no check for each of its words.
        serde_json::from_str(std::str::from_utf8(line).ok()?).ok()
    }

    /// The same of a line that is spelled as this program spells it, and faster; nothing where somebody
    /// else has to be asked.
    fn scanned(line: &'l [u8]) -> Option<Self> {
        let mut glance = Glance::default();
        let mut met = Met(0);
        let text = Scanner::string;
        scan::object(line, |name, value| match name {
            "kind" => met.once(0, &mut glance.kind, value.optional(text)?),
            "form" => met.once(1, &mut glance.form, value.optional(Scanner::count)?),
            "key" => met.once(2, &mut glance.key, value.optional(text)?),
            "puzzle" => met.once(3, &mut glance.puzzle, value.optional(text)?),
            "digest" => met.once(4, &mut glance.digest, value.optional(text)?),
            "solver" => met.once(5, &mut glance.solver, value.optional(text)?),
            "version" => met.once(6, &mut glance.version, value.optional(text)?),
            "pipsc" => met.once(7, &mut glance.pipsc, value.optional(text)?),
            "program_sha256" => met.once(8, &mut glance.program_sha256, value.optional(text)?),
            "verdict" => met.once(9, &mut glance.verdict, value.optional(usual_verdict)?),
            "started" => met.once(10, &mut glance.started, value.optional(Scanner::count)?),
            "machine" => met.once(11, &mut glance.machine, value.optional(Scanner::raw)?),
            "start_up" => met.once(12, &mut glance.start_up, value.flag()?),
            _ => value.skip(),
        })?;
        Some(glance)
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

/// The fields of a line that were met, by numbers.
struct Met(u16);

impl Met {
    /// Takes the value of a field. That it comes again is for others to judge.
    fn once<T>(&mut self, number: u32, field: &mut T, value: T) -> Option<()> {
        let is_new = self.0 >> number & 1 == 0;
        self.0 |= 1 << number;
        *field = value;
        is_new.then_some(())
    }
}

fn usual_verdict(value: &mut Scanner<'_>) -> Option<Verdict> {
    match value.string()? {
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
    let sight = |place| match Glance::at(block.line(place)) {
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
