//! The number of solutions by exact cover, each rest counted once. A rest that falls into parts has as many
//! solutions as the product of theirs.
//!
//! The number of a part depends on its own cells, dominoes and rules alone, so that parts are kept and found
//! again like rests, whatever is left beside them. That holds for what the search does without, too: a
//! candidate is removed because of a rule that lies in one part, or because the cells that hang together
//! with it cannot be covered, and these are of one part as well.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{BETWEEN_ASKS, Counted, Ended};
use crate::limits::Watch;
use crate::solver::search::counts::Counts;
use crate::solver::search::cover::Cover;
use crate::solver::search::drive::{Engine, Halt, Told};
use crate::solver::search::observer::Nobody;
use crate::solver::search::part::{Part, Parts};
use crate::solver::search::table::CandidateId;

/// Counts; see [`super::count`]. At most so many bytes are kept.
pub(super) fn count(engine: Cover<'_>, watch: &Watch, most: usize, patience: u64) -> Counted {
    let mut walk = Walk {
        parts: Parts::new(engine.table()),
        scopes: vec![Scope {
            part: Part::whole(engine.table()),
            outside: 0,
        }],
        engine,
        watch,
        patience,
        known: Known {
            counts: HashMap::default(),
            bytes: 0,
            most,
        },
        frames: Vec::new(),
        splits: Vec::new(),
        choices: Vec::new(),
        counts: Counts::default(),
        has_found: false,
        wasted: 0,
        asked: 0,
    };
    match walk.run() {
        Ok(solutions) => Counted {
            solutions,
            ended: Ended::Complete,
        },
        Err(ended) => Counted {
            solutions: walk.at_least(),
            ended,
        },
    }
}

/// The counts of rests.
struct Known {
    counts: HashMap<Box<[u64]>, u128, FxBuildHasher>,
    bytes: usize,
    most: usize,
}

impl Known {
    fn keep(&mut self, key: Box<[u64]>, solutions: u128) {
        if self.bytes > self.most {
            self.counts = HashMap::default();
            self.bytes = 0;
        }
        self.bytes += size_of_val(&*key) + size_of::<(Box<[u64]>, u128, [u64; 3])>();
        let _ = self.counts.insert(key, solutions);
    }
}

/// What is being counted: the board, or a part of it.
struct Scope {
    part: Part,
    /// How many cells are empty beside it.
    outside: usize,
}

enum Frame {
    Choice(Choice),
    Split(Split),
}

/// A rest that is being searched.
struct Choice {
    key: Box<[u64]>,
    /// As many as its choices had so far.
    solutions: u128,
    /// Its choices, and which is next.
    first: usize,
    next: usize,
    end: usize,
}

/// A rest that falls into parts.
struct Split {
    key: Box<[u64]>,
    parts: Vec<Share>,
    /// The part that is being counted.
    at: usize,
    /// It is only asked whether each part has a solution. As long as no solution of the whole board is
    /// known that comes first, so that a limit does not end a count that has nothing to say.
    probes: bool,
}

/// A part, and what is known of it.
struct Share {
    part: Part,
    least: u128,
    is_exact: bool,
}

struct Walk<'a> {
    engine: Cover<'a>,
    watch: &'a Watch,
    patience: u64,
    known: Known,
    parts: Parts,
    /// The whole board, and behind it the part of each split that is being counted.
    scopes: Vec<Scope>,
    frames: Vec<Frame>,
    /// Which frames are splits.
    splits: Vec<usize>,
    choices: Vec<CandidateId>,
    counts: Counts,
    /// A solution of the whole board is known.
    has_found: bool,
    /// How many nodes led nowhere since something was found.
    wasted: u64,
    asked: u64,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<u128, Ended> {
        let begun = self
            .engine
            .begin(&mut Told::nobody(&mut Nobody, &mut self.counts));
        match begun {
            Ok(()) => {}
            Err(Halt::Failed(_)) => return Ok(0),
            Err(halt) => return Err(ended(&halt)),
        }
        let mut counted = self.enter();
        loop {
            // What the topmost frame has asked for.
            if let Some(solutions) = counted {
                match self.frames.last_mut() {
                    None => return Ok(solutions),
                    Some(Frame::Choice(choice)) => {
                        choice.solutions = choice.solutions.saturating_add(solutions);
                        if solutions > 0 && self.probes() {
                            self.found();
                        } else {
                            self.engine.lift();
                        }
                    }
                    Some(Frame::Split(split)) => {
                        let share = &mut split.parts[split.at];
                        (share.least, share.is_exact) = (solutions, true);
                        split.at += 1;
                        let _ = self.scopes.pop();
                    }
                }
            }
            counted = match self.frames.last() {
                Some(Frame::Choice(_)) => self.choose()?,
                Some(Frame::Split(_)) => self.next_part(),
                None => return Ok(0),
            };
            if self.wasted > self.patience && !self.has_found {
                return Err(Ended::Impatient);
            }
        }
    }

    /// Comes upon what is left now. Tells how many solutions it has, if that is known, and begins to
    /// count them otherwise.
    fn enter(&mut self) -> Option<u128> {
        let scope = self.scopes.last()?;
        let empty = self.engine.state().empty - scope.outside;
        if empty == 0 {
            self.note();
            return Some(1);
        }
        let key = self.engine.write_key(&scope.part);
        if let Some(&solutions) = self.known.counts.get(key) {
            if solutions > 0 {
                self.note();
            }
            return Some(solutions);
        }
        let key = key.into();
        let (state, left) = (self.engine.state(), self.engine.left());
        if let Some(parts) = self.parts.find(state, left, &scope.part, empty) {
            // The dominoes of a part have no other place.
            if !parts.iter().all(|part| part.is_balanced(state)) {
                self.known.keep(key, 0);
                self.wasted += 1;
                return Some(0);
            }
            let share = |part| Share {
                part,
                least: 0,
                is_exact: false,
            };
            self.splits.push(self.frames.len());
            self.frames.push(Frame::Split(Split {
                key,
                parts: parts.into_iter().map(share).collect(),
                at: 0,
                probes: !self.has_found,
            }));
            return None;
        }
        let first = self.choices.len();
        self.engine.branch_in(&scope.part, &mut self.choices);
        self.frames.push(Frame::Choice(Choice {
            key,
            solutions: 0,
            first,
            next: first,
            end: self.choices.len(),
        }));
        None
    }

    /// Something was found, in the whole board or in a part.
    fn note(&mut self) {
        self.wasted = 0;
        self.has_found |= self.splits.is_empty();
    }

    /// Makes the next choice of the rest on top, or is done with it.
    fn choose(&mut self) -> Result<Option<u128>, Ended> {
        let Some(Frame::Choice(top)) = self.frames.last_mut() else {
            return Ok(None);
        };
        if top.next == top.end {
            let Some(Frame::Choice(done)) = self.frames.pop() else {
                return Ok(None);
            };
            self.choices.truncate(done.first);
            self.wasted += u64::from(done.solutions == 0);
            self.known.keep(done.key, done.solutions);
            return Ok(Some(done.solutions));
        }
        let choice = self.choices[top.next];
        top.next += 1;
        self.asked += 1;
        if self.asked >= BETWEEN_ASKS {
            self.asked = 0;
            if let Some(stop) = self.watch.stopped() {
                return Err(Ended::Stopped(stop));
            }
        }
        let laid = self
            .engine
            .lay(choice, &mut Told::nobody(&mut Nobody, &mut self.counts));
        match laid {
            Ok(()) => Ok(self.enter()),
            Err(Halt::Failed(_)) => {
                self.wasted += 1;
                Ok(Some(0))
            }
            Err(halt) => Err(ended(&halt)),
        }
    }

    /// Begins the next part of the split on top, or is done with it.
    fn next_part(&mut self) -> Option<u128> {
        let Some(Frame::Split(split)) = self.frames.last_mut() else {
            return None;
        };
        let is_none = |share: &Share| share.is_exact && share.least == 0;
        let is_over = split.parts.iter().any(is_none);
        while !is_over && let Some(share) = split.parts.get(split.at) {
            if share.is_exact || split.probes && share.least > 0 {
                split.at += 1;
                continue;
            }
            let part = share.part.clone();
            let outside = self.engine.state().empty - part.cells.len();
            self.scopes.push(Scope { part, outside });
            return self.enter();
        }
        if !is_over && split.probes {
            split.probes = false;
            split.at = 0;
            self.found_in_all();
            return None;
        }
        let _ = self.splits.pop();
        let Some(Frame::Split(done)) = self.frames.pop() else {
            return None;
        };
        let solutions = done.product(None);
        self.known.keep(done.key, solutions);
        Some(solutions)
    }

    /// Whether it is only asked if what is being searched has a solution.
    fn probes(&self) -> bool {
        let split = self.splits.last().map(|&index| &self.frames[index]);
        matches!(split, Some(Frame::Split(split)) if split.probes)
    }

    /// The part that is being searched has a solution, which is all that was asked: leaves it.
    fn found(&mut self) {
        let Some(&index) = self.splits.last() else {
            return;
        };
        while self.frames.len() > index + 1
            && let Some(frame) = self.frames.pop()
        {
            if let Frame::Choice(choice) = frame {
                self.choices.truncate(choice.first);
                self.engine.lift();
            }
        }
        let _ = self.scopes.pop();
        if let Some(Frame::Split(split)) = self.frames.last_mut() {
            let share = &mut split.parts[split.at];
            share.least = share.least.max(1);
            split.at += 1;
        }
    }

    /// Every part of the split on top has a solution, and so has what it is a part of, if there are splits
    /// further down; these, too, may have asked for no more.
    fn found_in_all(&mut self) {
        let Some(own) = self.splits.pop() else {
            return;
        };
        if self.probes() {
            let _ = self.frames.pop();
            self.found();
            return;
        }
        self.splits.push(own);
        self.has_found = true;
    }

    /// What is certain before everything has been counted.
    fn at_least(&self) -> u128 {
        let frames = self.frames.iter().rev();
        frames.fold(0, |above, frame| match frame {
            Frame::Choice(choice) => choice.solutions.saturating_add(above),
            Frame::Split(split) => split.product(Some(above)),
        })
    }
}

impl Split {
    /// How many solutions all parts have together, as far as that is known; the part that is being counted
    /// may have more than is noted.
    fn product(&self, current: Option<u128>) -> u128 {
        let shares = self.parts.iter().enumerate();
        let each = shares.map(|(index, share)| match current {
            Some(current) if index == self.at => share.least.max(current),
            _ => share.least,
        });
        each.fold(1, u128::saturating_mul)
    }
}

fn ended(halt: &Halt) -> Ended {
    match halt {
        Halt::Stopped(stop) => Ended::Stopped(*stop),
        // Nobody watches.
        Halt::Failed(_) | Halt::Unwatched => Ended::Enough,
    }
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;
    use crate::lower::{STEPS, lower};
    use crate::puzzle::{Cell, Domino, DraftRegion, Pips, Puzzle, PuzzleDraft, Relation, Rule};

    /// Islands of three by four cells, each with six dominoes that fit nowhere else.
    fn islands(count: u32) -> Puzzle {
        let places = (0..12).map(|cell| (cell / 4, cell % 4));
        let cells = (0..count).flat_map(|island| {
            let places = places.clone();
            places.map(move |(row, column)| Cell::on_grid(row, column + 5 * island))
        });
        // Sums of powers tell whose dominoes they are of.
        let pips = |island: u32, half: u32| -> Pips { 100 * (1 << (6 * island)) + half };
        let dominoes = (0..count).flat_map(|island| {
            (0..6).map(move |n| Domino::new(pips(island, 2 * n), pips(island, 2 * n + 1)))
        });
        let regions = (0..count).map(|island| DraftRegion {
            name: None,
            rule: Rule::Sum(
                Relation::Equal,
                (0..12).map(|half| i64::from(pips(island, half))).sum(),
            ),
            cells: (12 * island as usize..).take(12).collect(),
        });
        Puzzle::new(PuzzleDraft {
            cells: cells.collect(),
            dominoes: dominoes.collect(),
            regions: regions.collect(),
            ..PuzzleDraft::default()
        })
        .expect("a valid puzzle")
    }

    #[test]
    fn a_count_that_is_stopped_says_what_is_certain() {
        let lowered = lower(&islands(2), &STEPS).expect("a small puzzle");
        let solve = |watch: &Watch| count(&lowered.model, watch, u64::MAX);
        let (watch, asks) = Watch::stopping_at(u64::MAX);
        // Eleven tilings, in each of which six dominoes can be dealt out and turned.
        let each: u128 = 11 * 720 * 64;
        let whole = solve(&watch);
        assert_eq!(
            (whole.solutions, whole.ended),
            (each * each, Ended::Complete)
        );
        let asked = asks.count();
        assert!(asked > 8, "only {asked}");
        for ask in 1..asked {
            let (watch, _) = Watch::stopping_at(ask);
            let part = solve(&watch);
            assert!(
                matches!(part.ended, Ended::Stopped(_)),
                "at {ask}: {part:?}"
            );
            assert!(part.solutions < each * each, "at {ask}: {part:?}");
            assert!(part.solutions > 0 || ask < 3, "at {ask}: {part:?}");
        }
    }
}
