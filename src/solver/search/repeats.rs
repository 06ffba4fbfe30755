//! Exact cover that remembers: what is left of a board after different beginnings is often the same.
//!
//! What can still be laid depends on the cells that are left, the dominoes that are left, and what the
//! regions still need. So each such rest is searched once: its count is kept, and, where boards are
//! wanted, how it goes on, as a diagram with an arc for each choice. The next time the search comes
//! upon it, the boards are read off the diagram. On a full double-six set nine of ten rests with twelve
//! cells have been seen before.
//!
//! What is kept takes a bounded amount of memory: when that is used up, it is all forgotten, and the
//! search goes on.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::check::{Check, Checks};
use super::counts::Counts;
use super::cover::Cover;
use super::drive::{Engine, Halt, Told};
use super::observer::Nobody;
use super::table::{CandidateId, Table};
use super::{Search, Strategy};
use crate::limits::{Stop, Watch};
use crate::model::Model;
use crate::puzzle::Board;

/// The bytes that may be kept when boards are listed.
const LIST_MEMORY: usize = 64 << 20;

/// The same when they are counted, where no limit says less.
const COUNT_MEMORY: usize = 1 << 30;

/// How many nodes or boards there are before the watch is asked again.
const BETWEEN_ASKS: u64 = 256;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Ended {
    /// Everything was searched.
    Complete,
    /// Whoever takes the boards has enough.
    Enough,
    /// More nodes led nowhere than it has patience for.
    Impatient,
    /// The watch said stop.
    Stopped(Stop),
}

/// How many solutions were counted, and how that ended. The number is a lower bound unless it is
/// complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) struct Counted {
    pub(in crate::solver) solutions: u128,
    pub(in crate::solver) ended: Ended,
}

/// Calls `take` with each solution, and with the boards that the model excludes. It gives up when, since
/// the last solution, more nodes have led nowhere than `patience` says for so many solutions.
pub(in crate::solver) fn list(
    model: &Model,
    watch: &Watch,
    patience: &dyn Fn(u64) -> u64,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Ended {
    let table = Table::new(model);
    let memory = bounded(LIST_MEMORY, watch);
    let mut memory = Memory::new(memory, true);
    let mut walk = Walk::new(model, &table, watch);
    let goal = Goal::List { patience, take };
    walk.run(&mut memory, goal).ended
}

/// Counts the solutions, and the boards that the model excludes. It gives up when so many nodes have led
/// nowhere and there is no solution yet.
pub(in crate::solver) fn count(model: &Model, watch: &Watch, patience: u64) -> Counted {
    let table = Table::new(model);
    let mut memory = Memory::new(bounded(COUNT_MEMORY, watch), false);
    Walk::new(model, &table, watch).run(&mut memory, Goal::Count { patience })
}

/// At most half of what may be used is kept.
fn bounded(most: usize, watch: &Watch) -> usize {
    match watch.memory() {
        Some(bytes) => most.min(usize::try_from(bytes / 2).unwrap_or(most)),
        None => most,
    }
}

/// What is wanted.
enum Goal<'l> {
    /// Every board, for somebody who takes it.
    List {
        patience: &'l dyn Fn(u64) -> u64,
        take: &'l mut dyn FnMut(Board) -> ControlFlow<()>,
    },
    /// Their number.
    Count { patience: u64 },
}

impl Goal<'_> {
    /// How many nodes may lead nowhere after so many boards.
    fn patience(&self, found: u64) -> u64 {
        match self {
            Goal::List { patience, .. } => patience(found),
            Goal::Count { patience } if found == 0 => *patience,
            Goal::Count { .. } => u64::MAX,
        }
    }
}

/// The place of a rest in [`Memory::rests`].
type RestId = u32;

/// The rest of a board where every cell is covered.
const FULL: RestId = 0;

/// What is known of a rest.
#[derive(Debug, Clone, Copy)]
struct Rest {
    solutions: u128,
    /// Its arcs, where they are kept.
    first: u32,
    end: u32,
}

/// A way on: what is laid, and what is left then.
#[derive(Debug, Clone, Copy)]
struct Arc {
    first: u32,
    end: u32,
    to: RestId,
}

/// The rests that have been searched.
#[derive(Debug)]
struct Memory {
    known: HashMap<Box<[u64]>, RestId, FxBuildHasher>,
    rests: Vec<Rest>,
    arcs: Vec<Arc>,
    laid: Vec<CandidateId>,
    keeps_arcs: bool,
    bytes: usize,
    most: usize,
    /// How often everything was forgotten.
    age: u32,
}

impl Memory {
    fn new(most: usize, keeps_arcs: bool) -> Memory {
        let mut memory = Memory {
            known: HashMap::default(),
            rests: Vec::new(),
            arcs: Vec::new(),
            laid: Vec::new(),
            keeps_arcs,
            bytes: 0,
            most,
            age: 0,
        };
        memory.forget();
        memory
    }

    fn forget(&mut self) {
        self.known = HashMap::default();
        self.rests = vec![Rest {
            solutions: 1,
            first: 0,
            end: 0,
        }];
        self.arcs = Vec::new();
        self.laid = Vec::new();
        self.bytes = 0;
        self.age += 1;
    }

    /// Keeps what is known of a rest: its count and its arcs.
    fn keep(
        &mut self,
        key: Box<[u64]>,
        solutions: u128,
        arcs: &[Arc],
        laid: &[CandidateId],
    ) -> RestId {
        let id = self.rests.len() as RestId;
        let first = self.arcs.len() as u32;
        if self.keeps_arcs {
            for arc in arcs {
                let start = self.laid.len() as u32;
                self.laid
                    .extend_from_slice(&laid[arc.first as usize..arc.end as usize]);
                self.arcs.push(Arc {
                    first: start,
                    end: self.laid.len() as u32,
                    to: arc.to,
                });
            }
        }
        self.rests.push(Rest {
            solutions,
            first,
            end: self.arcs.len() as u32,
        });
        self.bytes += size_of_val(&*key) + size_of::<(Box<[u64]>, Rest, u64)>();
        self.bytes += (self.arcs.len() - first as usize) * size_of::<(Arc, [u32; 4])>();
        let _ = self.known.insert(key, id);
        id
    }

    fn is_full(&self) -> bool {
        self.bytes > self.most || self.laid.len() > u32::MAX as usize / 2
    }
}

/// A rest that is being searched.
#[derive(Debug)]
struct Frame {
    key: Box<[u64]>,
    /// How old the memory was: what it has forgotten since, this cannot point to.
    age: u32,
    solutions: u128,
    /// Its choices, and which is next.
    first: usize,
    next: usize,
    end: usize,
    /// How many dominoes lay, and where its arcs and what they lay begin.
    laid: usize,
    arcs: usize,
    labels: usize,
}

/// A search that remembers.
struct Walk<'a> {
    engine: Cover<'a>,
    watch: &'a Watch,
    frames: Vec<Frame>,
    choices: Vec<CandidateId>,
    arcs: Vec<Arc>,
    labels: Vec<CandidateId>,
    counts: Counts,
    found: u64,
    wasted: u64,
    asked: u64,
    /// What lies on each cell of a board that is read off.
    lies: Vec<CandidateId>,
    /// The arcs to follow, and where those of each rest on the way end.
    way: Vec<(u32, u32)>,
}

impl<'a> Walk<'a> {
    fn new(model: &Model, table: &'a Table, watch: &'a Watch) -> Self {
        let checks: Checks = [Check::Broken, Check::Bounds, Check::Tiling]
            .into_iter()
            .collect();
        let search = Search {
            strategy: Strategy::ExactCover,
            checks,
            seed: None,
        };
        Walk {
            engine: Cover::new(&search, model, table, watch),
            watch,
            frames: Vec::new(),
            choices: Vec::new(),
            arcs: Vec::new(),
            labels: Vec::new(),
            counts: Counts::default(),
            found: 0,
            wasted: 0,
            asked: 0,
            lies: Vec::new(),
            way: Vec::new(),
        }
    }

    fn run(&mut self, memory: &mut Memory, mut goal: Goal<'_>) -> Counted {
        let ended = self.walk(memory, &mut goal);
        // What is not finished has its part on the path.
        let open = self.frames.iter().map(|frame| frame.solutions);
        let solutions = open.fold(self.counts.solutions, u128::saturating_add);
        Counted { solutions, ended }
    }

    fn walk(&mut self, memory: &mut Memory, goal: &mut Goal<'_>) -> Ended {
        let begun = self
            .engine
            .begin(&mut Told::nobody(&mut Nobody, &mut self.counts));
        let root = match begun {
            Ok(()) => self.enter(memory, goal),
            Err(Halt::Failed(_)) => return Ended::Complete,
            Err(Halt::Stopped(stop)) => return Ended::Stopped(stop),
            Err(Halt::Unwatched) => return Ended::Enough,
        };
        match root {
            Ok(None) => {}
            // Nothing was left to choose.
            Ok(Some(rest)) => {
                self.counts.solutions = memory.rests[rest as usize].solutions;
                return Ended::Complete;
            }
            Err(ended) => return ended,
        }
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ended::Complete;
            };
            if frame.next == frame.end {
                let rest = self.leave(memory);
                if self.frames.is_empty() {
                    self.counts.solutions = rest.1;
                    return Ended::Complete;
                }
                self.link(rest);
                self.engine.lift();
                if self.wasted > goal.patience(self.found) {
                    return Ended::Impatient;
                }
                continue;
            }
            let choice = self.choices[frame.next];
            frame.next += 1;
            self.asked += 1;
            if self.asked >= BETWEEN_ASKS {
                self.asked = 0;
                if let Some(stop) = self.watch.stopped() {
                    return Ended::Stopped(stop);
                }
            }
            let laid = self
                .engine
                .lay(choice, &mut Told::nobody(&mut Nobody, &mut self.counts));
            match laid {
                Ok(()) => match self.enter(memory, goal) {
                    Ok(Some(rest)) => {
                        let solutions = memory.rests[rest as usize].solutions;
                        self.link((Some(rest), solutions));
                        self.engine.lift();
                    }
                    Ok(None) => {}
                    Err(ended) => return ended,
                },
                Err(Halt::Failed(_)) => {
                    self.wasted += 1;
                    self.engine.lift();
                }
                Err(Halt::Stopped(stop)) => return Ended::Stopped(stop),
                Err(Halt::Unwatched) => return Ended::Enough,
            }
        }
    }

    /// Comes upon what is left now. Tells which rest it is, if it is known, and begins to search it
    /// otherwise.
    fn enter(&mut self, memory: &mut Memory, goal: &mut Goal<'_>) -> Result<Option<RestId>, Ended> {
        let key = if self.engine.is_full() {
            Some(FULL)
        } else {
            self.engine.write_key();
            memory.known.get(self.engine.key()).copied()
        };
        if let Some(rest) = key {
            if memory.rests[rest as usize].solutions > 0 {
                self.wasted = 0;
                match goal {
                    Goal::List { take, .. } => self.read_off(memory, rest, take)?,
                    Goal::Count { .. } => self.found += 1,
                }
            }
            return Ok(Some(rest));
        }
        let first = self.choices.len();
        match self.engine.branch(&mut self.choices) {
            // A rest without a choice has no solution.
            Ok(_) | Err(Halt::Failed(_) | Halt::Unwatched) => {}
            Err(Halt::Stopped(stop)) => return Err(Ended::Stopped(stop)),
        }
        self.frames.push(Frame {
            key: self.engine.key().into(),
            age: memory.age,
            solutions: 0,
            first,
            next: first,
            end: self.choices.len(),
            laid: self.engine.laid().len(),
            arcs: self.arcs.len(),
            labels: self.labels.len(),
        });
        Ok(None)
    }

    /// Is done with the rest that was searched last. Tells its place, if it is kept, and its solutions.
    fn leave(&mut self, memory: &mut Memory) -> (Option<RestId>, u128) {
        let Some(frame) = self.frames.pop() else {
            return (None, 0);
        };
        self.choices.truncate(frame.first);
        let solutions = frame.solutions;
        if solutions == 0 {
            self.wasted += 1;
        }
        if memory.is_full() {
            memory.forget();
        }
        // Its arcs may lead to what has been forgotten.
        let is_whole = frame.age == memory.age || !memory.keeps_arcs;
        let kept = is_whole.then(|| {
            let arcs = &self.arcs[frame.arcs..];
            memory.keep(frame.key, solutions, arcs, &self.labels)
        });
        self.arcs.truncate(frame.arcs);
        self.labels.truncate(frame.labels);
        (kept, solutions)
    }

    /// Notes where the last choice leads.
    fn link(&mut self, (rest, solutions): (Option<RestId>, u128)) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.solutions = frame.solutions.saturating_add(solutions);
        match rest {
            _ if solutions == 0 => {}
            Some(to) => {
                let first = self.labels.len() as u32;
                self.labels
                    .extend_from_slice(&self.engine.laid()[frame.laid..]);
                self.arcs.push(Arc {
                    first,
                    end: self.labels.len() as u32,
                    to,
                });
            }
            // It is not kept, so this one cannot be either.
            None => frame.age = 0,
        }
    }

    /// Hands out every board that begins with what lies and goes on with a rest.
    fn read_off(
        &mut self,
        memory: &Memory,
        rest: RestId,
        take: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<(), Ended> {
        self.lies.clear();
        self.lies.extend_from_slice(self.engine.lies());
        if rest == FULL {
            return self.hand_out(take);
        }
        self.way.clear();
        let start = memory.rests[rest as usize];
        self.way.push((start.first, start.end));
        while let Some((next, end)) = self.way.last_mut() {
            if next == end {
                let _ = self.way.pop();
                continue;
            }
            let arc = memory.arcs[*next as usize];
            *next += 1;
            for &id in &memory.laid[arc.first as usize..arc.end as usize] {
                for cell in self.engine.table().candidates[id as usize].cells {
                    self.lies[cell as usize] = id;
                }
            }
            if arc.to != FULL {
                let rest = memory.rests[arc.to as usize];
                self.way.push((rest.first, rest.end));
                continue;
            }
            self.hand_out(take)?;
        }
        Ok(())
    }

    /// Hands out the board that has been read off.
    fn hand_out(&mut self, take: &mut dyn FnMut(Board) -> ControlFlow<()>) -> Result<(), Ended> {
        self.found += 1;
        if take(self.engine.table().board(&self.lies)).is_break() {
            return Err(Ended::Enough);
        }
        self.asked += 1;
        if self.asked >= BETWEEN_ASKS {
            self.asked = 0;
            if let Some(stop) = self.watch.stopped() {
                return Err(Ended::Stopped(stop));
            }
        }
        Ok(())
    }
}
