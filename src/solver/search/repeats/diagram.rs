//! Boards by exact cover, each rest searched once: what is kept of a rest is how it goes on, as a diagram
//! with an arc for each choice. The next time the search comes upon it, the boards are read off the
//! diagram. On a full double-six set nine of ten rests with twelve cells have been seen before.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::{BETWEEN_ASKS, Ended};
use crate::limits::Watch;
use crate::puzzle::Board;
use crate::solver::search::counts::Counts;
use crate::solver::search::cover::Cover;
use crate::solver::search::drive::{Engine, Halt, Told};
use crate::solver::search::observer::Nobody;
use crate::solver::search::part::Part;
use crate::solver::search::table::CandidateId;

/// Calls `take` with each solution; see [`super::list`]. At most so many bytes are kept.
pub(super) fn list(
    engine: Cover<'_>,
    watch: &Watch,
    most: usize,
    patience: &dyn Fn(u64) -> u64,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Ended {
    let mut memory = Memory::new(most);
    let mut walk = Walk::new(engine, watch, patience);
    walk.run(&mut memory, take)
}

/// The place of a rest in [`Memory::rests`].
type RestId = u32;

/// The rest of a board where every cell is covered.
const FULL: RestId = 0;

/// What is known of a rest.
#[derive(Debug, Clone, Copy)]
struct Rest {
    has_solutions: bool,
    /// Its arcs.
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
    bytes: usize,
    most: usize,
    /// How often everything was forgotten.
    age: u32,
}

impl Memory {
    fn new(most: usize) -> Memory {
        let mut memory = Memory {
            known: HashMap::default(),
            rests: Vec::new(),
            arcs: Vec::new(),
            laid: Vec::new(),
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
            has_solutions: true,
            first: 0,
            end: 0,
        }];
        self.arcs = Vec::new();
        self.laid = Vec::new();
        self.bytes = 0;
        self.age += 1;
    }

    /// Keeps what is known of a rest.
    fn keep(
        &mut self,
        key: Box<[u64]>,
        has_solutions: bool,
        arcs: &[Arc],
        laid: &[CandidateId],
    ) -> RestId {
        let id = self.rests.len() as RestId;
        let first = self.arcs.len() as u32;
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
        self.rests.push(Rest {
            has_solutions,
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
    has_solutions: bool,
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
    whole: Part,
    watch: &'a Watch,
    patience: &'a dyn Fn(u64) -> u64,
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
    fn new(engine: Cover<'a>, watch: &'a Watch, patience: &'a dyn Fn(u64) -> u64) -> Self {
        Walk {
            whole: Part::whole(engine.table()),
            engine,
            watch,
            patience,
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

    fn run(
        &mut self,
        memory: &mut Memory,
        take: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Ended {
        let begun = self
            .engine
            .begin(&mut Told::nobody(&mut Nobody, &mut self.counts));
        let root = match begun {
            Ok(()) => self.enter(memory, take),
            Err(Halt::Failed(_)) => return Ended::Complete,
            Err(Halt::Stopped(stop)) => return Ended::Stopped(stop),
            Err(Halt::Unwatched) => return Ended::Enough,
        };
        match root {
            Ok(None) => {}
            // Nothing was left to choose.
            Ok(Some(_)) => return Ended::Complete,
            Err(ended) => return ended,
        }
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ended::Complete;
            };
            if frame.next == frame.end {
                let rest = self.leave(memory);
                if self.frames.is_empty() {
                    return Ended::Complete;
                }
                self.link(rest);
                self.engine.lift();
                if self.wasted > (self.patience)(self.found) {
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
                Ok(()) => match self.enter(memory, take) {
                    Ok(Some(rest)) => {
                        let has_solutions = memory.rests[rest as usize].has_solutions;
                        self.link((Some(rest), has_solutions));
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
    fn enter(
        &mut self,
        memory: &mut Memory,
        take: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Option<RestId>, Ended> {
        if self.engine.state().empty == 0 {
            self.read_off(memory, FULL, take)?;
            return Ok(Some(FULL));
        }
        let key = self.engine.write_key(&self.whole);
        if let Some(&rest) = memory.known.get(key) {
            if memory.rests[rest as usize].has_solutions {
                self.read_off(memory, rest, take)?;
            }
            return Ok(Some(rest));
        }
        let key = key.into();
        let first = self.choices.len();
        self.engine.branch_in(&self.whole, &mut self.choices);
        self.frames.push(Frame {
            key,
            age: memory.age,
            has_solutions: false,
            first,
            next: first,
            end: self.choices.len(),
            laid: self.engine.state().laid.len(),
            arcs: self.arcs.len(),
            labels: self.labels.len(),
        });
        Ok(None)
    }

    /// Is done with the rest that was searched last. Tells its place, if it is kept, and whether it has
    /// solutions.
    fn leave(&mut self, memory: &mut Memory) -> (Option<RestId>, bool) {
        let Some(frame) = self.frames.pop() else {
            return (None, false);
        };
        self.choices.truncate(frame.first);
        let has_solutions = frame.has_solutions;
        if !has_solutions {
            self.wasted += 1;
        }
        if memory.is_full() {
            memory.forget();
        }
        // Its arcs may lead to what has been forgotten.
        let is_whole = frame.age == memory.age;
        let kept = is_whole.then(|| {
            let arcs = &self.arcs[frame.arcs..];
            memory.keep(frame.key, has_solutions, arcs, &self.labels)
        });
        self.arcs.truncate(frame.arcs);
        self.labels.truncate(frame.labels);
        (kept, has_solutions)
    }

    /// Notes where the last choice leads.
    fn link(&mut self, (rest, has_solutions): (Option<RestId>, bool)) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.has_solutions |= has_solutions;
        match rest {
            _ if !has_solutions => {}
            Some(to) => {
                let first = self.labels.len() as u32;
                self.labels
                    .extend_from_slice(&self.engine.state().laid[frame.laid..]);
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
        self.wasted = 0;
        self.lies.clear();
        self.lies.extend_from_slice(&self.engine.state().lies);
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
