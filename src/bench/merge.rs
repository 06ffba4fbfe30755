//! Many files of results as one, in memory of a fixed size.
//!
//! The files are read twice. The first time every line is glanced at: it is whole JSON, and its key goes
//! to an [`Index`], which tells what is there more than once and, next to a plan, what is missing. The
//! second time the lines that count are handed on. Nothing is decided by clocks, or by the order in which
//! shards were run: of the same run on the same kind of machine a wrong answer goes before all others, one
//! that could not be made comes last, and otherwise the first in the order of the files counts.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fnv::FnvHasher;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::index::{Entry, Index, PackedKey};
use super::key::Key;
use super::machine::Machine;
use super::record::{FORM, Record, Verdict};
use super::results::{self, Line, Part, Reader, ResultsError};
use crate::puzzle::Label;

/// What is seen of a line at a glance. Text that holds escapes is read in another way.
#[derive(Deserialize)]
struct Glance<'l> {
    kind: &'l str,
    form: Option<u64>,
    key: Option<&'l str>,
    puzzle: Option<&'l str>,
    digest: Option<&'l str>,
    solver: Option<&'l str>,
    version: Option<&'l str>,
    pipsc: Option<&'l str>,
    program_sha256: Option<&'l str>,
    verdict: Option<Verdict>,
    started: Option<u64>,
    #[serde(default)]
    start_up: bool,
    #[serde(borrow)]
    machine: Option<&'l RawValue>,
}

/// A set of numbers, a bit each.
#[derive(Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Tells whether a number is in it.
    pub(crate) fn has(&self, number: u64) -> bool {
        let word = self.0.get((number / 64) as usize).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }
}

/// A puzzle that is not the same in all files.
#[derive(Debug)]
pub(crate) struct Changed {
    /// Its name.
    pub puzzle: Label,
    /// The file where it was first met.
    pub first: PathBuf,
    /// The file where it was another one.
    pub then: PathBuf,
}

/// Times that no right clock can have told.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    /// How many runs began in the future.
    pub future: u64,
    /// How many began before there was this program.
    pub past: u64,
    /// Where a run began long before the one that was written before it.
    pub backwards: Option<(PathBuf, usize)>,
}

/// What files hold together.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// How many lines are runs.
    pub runs: u64,
    /// How many of them are left when each is taken once.
    pub different: u64,
    /// How many runs that are no start-ups are there again.
    pub twice: u64,
    /// What the files were begun for, with the files.
    pub parts: Vec<(Part, PathBuf)>,
    /// The versions of pipsc, with how many runs each made.
    pub pipsc: BTreeMap<String, u64>,
    /// The programs of each solver, as version and hash, with how many runs each made.
    pub programs: BTreeMap<String, BTreeMap<(String, String), u64>>,
    /// Puzzles that have changed.
    pub changed: Vec<Changed>,
    /// Clocks that were wrong.
    pub clocks: Clocks,
    /// How many runs of the plan are missing, if there is a plan.
    pub missing: Option<u64>,
    /// How many runs are in no plan, if there is one.
    pub unplanned: u64,
    /// The runs that do not count, by their number over all files.
    dropped: Bits,
    /// The runs of the plan that are missing, by the number of their line.
    missing_lines: Bits,
    /// How far each file was read.
    lengths: Vec<u64>,
}

/// Why files cannot be merged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// One of them cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// There is no place for what does not fit into memory.
    #[error("cannot put aside what does not fit into memory: {0}")]
    Aside(#[source] io::Error),
}

/// The first second of 2025, in milliseconds since 1970.
const NOT_BEFORE: u64 = 1_735_689_600_000;

/// Clocks may differ by so many milliseconds.
const LEEWAY: u64 = 60_000;

/// As many changed puzzles are named.
const MOST_CHANGED: usize = 10;

/// As many names of puzzles are remembered.
const MOST_NAMES: usize = 1 << 20;

impl Survey {
    /// Looks through files, and at a plan if there is one. What does not fit into memory goes to a folder;
    /// `now` is in milliseconds since 1970.
    pub(crate) fn of(
        files: &[PathBuf],
        plan: Option<&Path>,
        folder: &Path,
        now: u64,
    ) -> Result<Self, MergeError> {
        let mut surveyor = Surveyor {
            survey: Survey::default(),
            index: Index::new(folder.to_owned()),
            kinds: Kinds::default(),
            names: HashMap::new(),
            now,
        };
        for (number, file) in files.iter().enumerate() {
            let length = surveyor.file(files, number, file)?;
            surveyor.survey.lengths.push(length);
        }
        let planned = match plan {
            Some(path) => Some(index_of_plan(path, folder)?),
            None => None,
        };
        let Surveyor {
            mut survey, index, ..
        } = surveyor;
        survey.compare(index, planned).map_err(MergeError::Aside)?;
        Ok(survey)
    }

    /// Finds what is there again, and what a plan has that is not there.
    fn compare(&mut self, index: Index, planned: Option<Index>) -> io::Result<()> {
        let mut runs = index.sorted()?;
        let mut plan = planned.map(Index::sorted).transpose()?;
        let mut due = match &mut plan {
            Some(plan) => plan.next()?,
            None => None,
        };
        let mut missing = 0;
        let mut before: Option<Entry> = None;
        while let Some(run) = runs.next()? {
            if before.is_some_and(|before| (before.key, before.kind) == (run.key, run.kind)) {
                self.dropped.insert(run.line);
                self.twice += u64::from(run.rank < START_UP);
                continue;
            }
            self.different += 1;
            let is_new = before.is_none_or(|before| before.key != run.key);
            if let (Some(plan), true) = (&mut plan, is_new) {
                while let Some(entry) = due.filter(|entry| entry.key < run.key) {
                    self.missing_lines.insert(entry.line);
                    missing += 1;
                    due = plan.next()?;
                }
                match due {
                    Some(entry) if entry.key == run.key => due = plan.next()?,
                    Some(_) | None => self.unplanned += 1,
                }
            }
            before = Some(run);
        }
        if let Some(plan) = &mut plan {
            while let Some(entry) = due {
                self.missing_lines.insert(entry.line);
                missing += 1;
                due = plan.next()?;
            }
            self.missing = Some(missing);
        }
        Ok(())
    }

    /// Tells whether a line of the plan, counted from 1, is missing.
    pub(crate) fn is_missing(&self, line: usize) -> bool {
        self.missing_lines.has(line as u64)
    }

    /// Hands on every run that counts, as the line that it is and, where it is to be `read`, as a record.
    pub(crate) fn each(
        &self,
        files: &[PathBuf],
        read: bool,
        mut take: impl FnMut(&[u8], Option<&Record>) -> ControlFlow<()>,
    ) -> Result<(), ResultsError> {
        let mut number = 0;
        for (path, &length) in files.iter().zip(&self.lengths) {
            let mut reader = Reader::default();
            let mut at = 0;
            let _ = results::raw_lines(path, |line_number, line| {
                // What somebody adds meanwhile is not looked at.
                at += line.len() as u64;
                if at > length {
                    return Ok(ControlFlow::Break(()));
                }
                let is_ours = line.starts_with(OURS);
                if is_ours && !read {
                    let counts = !self.dropped.has(number);
                    number += 1;
                    return Ok(match counts {
                        true => take(line, None),
                        false => ControlFlow::Continue(()),
                    });
                }
                match reader.located(path, line_number, line)? {
                    Some(Line::Run(record)) => {
                        let counts = !self.dropped.has(number);
                        number += 1;
                        Ok(match (counts, is_ours) {
                            (false, _) => ControlFlow::Continue(()),
                            (true, true) => take(line, Some(&record)),
                            // Of another form, or written by others.
                            (true, false) => {
                                take(results::run_line(&record).as_bytes(), Some(&record))
                            }
                        })
                    }
                    Some(Line::Part(_)) | None => Ok(ControlFlow::Continue(())),
                }
            })?;
        }
        Ok(())
    }
}

/// How a run of this form begins that this program has written.
const OURS: &[u8] = br#"{"kind":"run","form":2,"key":""#;

/// Start-ups have ranks from this on.
const START_UP: u8 = 8;

/// How willingly a run gives way to another of the same key.
fn rank(verdict: Verdict, start_up: bool) -> u8 {
    let rank = match verdict {
        Verdict::Wrong => 0,
        Verdict::Answered | Verdict::Unanswered => 1,
        Verdict::Failed => 2,
    };
    rank + if start_up { START_UP } else { 0 }
}

fn index_of_plan(path: &Path, folder: &Path) -> Result<Index, MergeError> {
    let mut index = Index::new(folder.to_owned());
    let mut aside = Ok(());
    let _ = results::raw_lines(path, |number, line| {
        let key = results::plan_key(path, number, line)?;
        let entry = Entry {
            key: PackedKey::of(&key),
            kind: 0,
            rank: 0,
            line: number as u64,
        };
        aside = index.add(entry);
        Ok(match aside {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        })
    })?;
    aside.map_err(MergeError::Aside)?;
    Ok(index)
}

/// Kinds of machines, by their texts.
#[derive(Default)]
struct Kinds {
    machines: Vec<Option<Machine>>,
    texts: HashMap<String, u16>,
}

impl Kinds {
    fn of(&mut self, text: Option<&str>) -> u16 {
        let text = text.unwrap_or_default();
        if let Some(&kind) = self.texts.get(text) {
            return kind;
        }
        let machine: Option<Machine> = serde_json::from_str(text).ok();
        let known = self
            .machines
            .iter()
            .position(|kind| match (kind, &machine) {
                (Some(kind), Some(machine)) => kind.is_like(machine),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            });
        let kind = known.unwrap_or_else(|| {
            self.machines.push(machine);
            self.machines.len() - 1
        });
        let kind = u16::try_from(kind).unwrap_or(u16::MAX);
        // A file of nonsense has as many machines as lines.
        if self.texts.len() < MOST_NAMES {
            let _ = self.texts.insert(text.to_owned(), kind);
        }
        kind
    }
}

/// Whoever looks through files.
struct Surveyor {
    survey: Survey,
    index: Index,
    kinds: Kinds,
    /// By the hash of a puzzle's name: that of its digest, and the number of the file.
    names: HashMap<u64, (u64, usize)>,
    now: u64,
}

impl Surveyor {
    fn file(&mut self, files: &[PathBuf], number: usize, path: &Path) -> Result<u64, MergeError> {
        let mut reader = Reader::default();
        let mut aside = Ok(());
        let mut last_started = 0;
        let length = results::raw_lines(path, |line_number, line| {
            let glance: Option<Glance<'_>> = serde_json::from_slice(line).ok();
            let glance = glance.filter(|glance| {
                glance.kind == "run" && glance.form == Some(FORM.into()) && glance.key.is_some()
            });
            let started;
            match glance {
                Some(glance) => {
                    started = glance.started.unwrap_or(0);
                    aside = self.run(files, number, &glance);
                }
                None => match reader.located(path, line_number, line)? {
                    Some(Line::Part(part)) => {
                        self.survey.parts.push((part, path.to_owned()));
                        return Ok(ControlFlow::Continue(()));
                    }
                    Some(Line::Run(record)) => {
                        started = record.started;
                        aside = self.record(files, number, &record);
                    }
                    None => return Ok(ControlFlow::Continue(())),
                },
            }
            if started + LEEWAY < last_started && self.survey.clocks.backwards.is_none() {
                self.survey.clocks.backwards = Some((path.to_owned(), line_number));
            }
            last_started = started;
            Ok(match aside {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        })?;
        aside.map_err(MergeError::Aside)?;
        Ok(length)
    }

    /// A run that was read whole.
    fn record(&mut self, files: &[PathBuf], file: usize, record: &Record) -> io::Result<()> {
        let machine = record.machine.as_ref();
        let machine = machine.and_then(|machine| serde_json::value::to_raw_value(machine).ok());
        let glance = Glance {
            kind: "run",
            form: None,
            key: Some(&Key::of(record).to_string()),
            puzzle: Some(record.puzzle.raw()),
            digest: Some(&record.digest),
            solver: Some(record.column.solver.raw()),
            version: record.version.as_ref().map(Label::raw),
            pipsc: record.pipsc.as_ref().map(Label::raw),
            program_sha256: record.program_sha256.as_deref(),
            verdict: Some(record.verdict),
            started: Some(record.started),
            start_up: record.start_up,
            machine: machine.as_deref(),
        };
        self.run(files, file, &glance)
    }

    fn run(&mut self, files: &[PathBuf], file: usize, glance: &Glance<'_>) -> io::Result<()> {
        let survey = &mut self.survey;
        let entry = Entry {
            key: PackedKey::of(glance.key.unwrap_or_default()),
            kind: self.kinds.of(glance.machine.map(RawValue::get)),
            rank: rank(glance.verdict.unwrap_or(Verdict::Failed), glance.start_up),
            line: survey.runs,
        };
        survey.runs += 1;
        count(&mut survey.pipsc, glance.pipsc.unwrap_or("unknown"));
        if let Some(solver) = glance.solver {
            let hash = glance.program_sha256.unwrap_or_default();
            let program = (glance.version.unwrap_or_default(), hash);
            count_program(&mut survey.programs, solver, program);
        }
        let started = glance.started.unwrap_or(0);
        survey.clocks.future += u64::from(started > self.now + LEEWAY);
        survey.clocks.past += u64::from(started < NOT_BEFORE);
        if let (Some(name), Some(digest)) = (glance.puzzle, glance.digest) {
            let seen = self.names.get(&hash(name)).copied();
            match seen {
                Some((known, first)) if known != hash(digest) && first != file => {
                    let changed = &mut survey.changed;
                    let is_new = changed.iter().all(|one| one.puzzle != name);
                    if is_new && changed.len() < MOST_CHANGED {
                        changed.push(Changed {
                            puzzle: name.into(),
                            first: files[first].clone(),
                            then: files[file].clone(),
                        });
                    }
                }
                Some(_) => {}
                None if self.names.len() < MOST_NAMES => {
                    let _ = self.names.insert(hash(name), (hash(digest), file));
                }
                None => {}
            }
        }
        self.index.add(entry)
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Counts a name, which is mostly there already.
fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            let _ = counts.insert(name.to_owned(), 1);
        }
    }
}

fn count_program(
    programs: &mut BTreeMap<String, BTreeMap<(String, String), u64>>,
    solver: &str,
    (version, hash): (&str, &str),
) {
    if !programs.contains_key(solver) {
        let _ = programs.insert(solver.to_owned(), BTreeMap::new());
    }
    if let Some(programs) = programs.get_mut(solver) {
        let known = programs
            .iter_mut()
            .find(|((a, b), _)| a == version && b == hash);
        match known {
            Some((_, count)) => *count += 1,
            None => {
                let _ = programs.insert((version.to_owned(), hash.to_owned()), 1);
            }
        }
    }
}
