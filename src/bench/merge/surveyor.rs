//! Whoever looks through files: takes down what was seen of every line, in the order of the files.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::glance::{Glance, Lines, Seen, Sight, spelled};
use super::{Changed, MergeError, Survey};
use crate::bench::blocks::{Block, Place};
use crate::bench::index::{Entry, Index};
use crate::bench::machine::Machine;
use crate::bench::results::{Line, Reader};

/// The first second of 2025, in milliseconds since 1970.
const NOT_BEFORE: u64 = 1_735_689_600_000;

/// Clocks may differ by so many milliseconds.
const LEEWAY: u64 = 60_000;

/// As many changed puzzles are named.
const MOST_CHANGED: usize = 10;

/// As many names of puzzles are remembered.
const MOST_NAMES: usize = 1 << 20;

/// Whoever looks through files. What many lines have in common is known by its hash, and its text is read
/// only when it is met for the first time.
#[derive(Debug)]
pub(super) struct Surveyor<'f> {
    files: &'f [PathBuf],
    survey: Survey,
    index: Index,
    kinds: Kinds,
    programs: Programs,
    /// By the hash of a puzzle's name: that of its digest, and the number of the file.
    names: FxHashMap<u64, (u64, usize)>,
    now: u64,
    /// The number of the file that is looked through, and what is known of it so far.
    file: usize,
    reader: Reader,
    last_started: u64,
}

impl<'f> Surveyor<'f> {
    pub(super) fn new(files: &'f [PathBuf], folder: &Path, now: u64) -> Self {
        let survey = Survey {
            lengths: vec![0; files.len()],
            ..Survey::default()
        };
        Surveyor {
            files,
            survey,
            index: Index::new(folder.to_owned()),
            kinds: Kinds::default(),
            programs: Programs::default(),
            names: FxHashMap::default(),
            now,
            file: 0,
            reader: Reader::default(),
            last_started: 0,
        }
    }

    /// Takes down what was seen of a block.
    pub(super) fn block(
        &mut self,
        block: &Block,
        sights: Vec<(Place, Sight)>,
    ) -> Result<(), MergeError> {
        if block.file != self.file {
            self.file = block.file;
            self.reader = Reader::default();
            self.last_started = 0;
        }
        self.survey.lengths[block.file] += block.length();
        for (place, sight) in sights {
            let (number, line) = (block.number(place), block.line(place));
            match sight {
                Sight::Run(seen) => {
                    self.run(number, &seen, || Glance::at(line, &mut Lines::default()))?;
                }
                Sight::Other => self.other(number, line)?,
            }
        }
        Ok(())
    }

    /// What the files hold, but for what is there again, which the index tells.
    pub(super) fn done(self) -> (Survey, Index) {
        let mut survey = self.survey;
        for (program, runs) in self.programs.list {
            *survey.pipsc.entry(program.pipsc).or_default() += runs;
            if let Some(solver) = program.solver {
                let programs = survey.programs.entry(solver).or_default();
                *programs.entry((program.version, program.hash)).or_default() += runs;
            }
        }
        (survey, self.index)
    }

    /// A line that a glance does not tell everything of.
    fn other(&mut self, number: usize, line: &[u8]) -> Result<(), MergeError> {
        let path = &self.files[self.file];
        match self.reader.located(path, number, line)? {
            Some(Line::Part(part)) => self.survey.parts.push((part, path.clone())),
            Some(Line::Run(record)) => {
                let (key, machine) = spelled(&record);
                let glance = Glance::of(&record, &key, machine.as_deref());
                self.run(number, &Seen::of(&glance), || Some(glance))?;
            }
            None => {}
        }
        Ok(())
    }

    /// A run. What is new about it is looked for in the line `again`.
    fn run<'l>(
        &mut self,
        number: usize,
        seen: &Seen,
        again: impl Fn() -> Option<Glance<'l>>,
    ) -> Result<(), MergeError> {
        let survey = &mut self.survey;
        let entry = Entry {
            key: seen.key,
            kind: self.kinds.of(seen.machine, &again),
            rank: seen.rank,
            line: survey.runs,
        };
        survey.runs += 1;
        self.programs.count(seen.program, &again);
        let clocks = &mut survey.clocks;
        clocks.future += u64::from(seen.started > self.now + LEEWAY);
        clocks.past += u64::from(seen.started < NOT_BEFORE);
        if seen.started + LEEWAY < self.last_started && clocks.backwards.is_none() {
            clocks.backwards = Some((self.files[self.file].clone(), number));
        }
        self.last_started = seen.started;
        if let Some((name, digest)) = seen.puzzle {
            self.puzzle(name, digest, &again);
        }
        self.index.add(entry).map_err(MergeError::Aside)
    }

    /// Finds puzzles of the same name that are not the same.
    fn puzzle<'l>(&mut self, name: u64, digest: u64, again: &impl Fn() -> Option<Glance<'l>>) {
        match self.names.get(&name) {
            Some(&(known, first)) if known != digest && first != self.file => {
                let changed = &mut self.survey.changed;
                if changed.len() == MOST_CHANGED {
                    return;
                }
                let Some(name) = again().and_then(|glance| glance.puzzle) else {
                    return;
                };
                if changed.iter().all(|one| one.puzzle != name) {
                    changed.push(Changed {
                        puzzle: name.into(),
                        first: self.files[first].clone(),
                        then: self.files[self.file].clone(),
                    });
                }
            }
            Some(_) => {}
            None if self.names.len() < MOST_NAMES => {
                let _ = self.names.insert(name, (digest, self.file));
            }
            None => {}
        }
    }
}

/// Kinds of machines, by the hashes of their texts.
#[derive(Debug, Default)]
struct Kinds {
    machines: Vec<Option<Machine>>,
    numbers: FxHashMap<u64, u16>,
}

impl Kinds {
    fn of<'l>(&mut self, hash: u64, again: &impl Fn() -> Option<Glance<'l>>) -> u16 {
        if let Some(&kind) = self.numbers.get(&hash) {
            return kind;
        }
        let text = again().and_then(|glance| glance.machine);
        let machine: Option<Machine> = serde_json::from_str(text.unwrap_or_default()).ok();
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
        if self.numbers.len() < MOST_NAMES {
            let _ = self.numbers.insert(hash, kind);
        }
        kind
    }
}

/// Who made runs.
#[derive(Debug, Default)]
struct Program {
    solver: Option<String>,
    version: String,
    hash: String,
    pipsc: String,
}

impl Program {
    fn of(glance: &Glance<'_>) -> Self {
        Program {
            solver: glance.solver.map(str::to_owned),
            version: glance.version.unwrap_or_default().to_owned(),
            hash: glance.program_sha256.unwrap_or_default().to_owned(),
            pipsc: glance.pipsc.unwrap_or("unknown").to_owned(),
        }
    }
}

/// Programs, with how many runs each made, by the hashes of their texts.
#[derive(Debug, Default)]
struct Programs {
    list: Vec<(Program, u64)>,
    numbers: FxHashMap<u64, usize>,
}

impl Programs {
    fn count<'l>(&mut self, hash: u64, again: &impl Fn() -> Option<Glance<'l>>) {
        let number = *self.numbers.entry(hash).or_insert_with(|| {
            let program = again().map(|glance| Program::of(&glance));
            self.list.push((program.unwrap_or_default(), 0));
            self.list.len() - 1
        });
        self.list[number].1 += 1;
    }
}
