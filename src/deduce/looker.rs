//! Somebody who looks at a puzzle, and remembers what was seen.
//!
//! To leave steps out of a chain, and to compare chains, the same looks are taken again and again;
//! and the same look at the same things shows the same.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ground::Ground;
use super::knowledge::{Knowledge, Source};
use super::look::{Finding, Given, Key, Technique, View};
use super::technique;
use crate::limits::Watch;
use crate::puzzle::{Fact, Puzzle, RegionId};

/// The most looks that are remembered.
const MOST_REMEMBERED: usize = 100_000;

/// What was seen before, by the name of the technique and all that the look depends on.
type Memory = FxHashMap<(&'static str, Key), Option<Rc<Finding>>>;

/// Somebody who looks at a puzzle.
#[derive(Debug)]
pub struct Looker<'p> {
    ground: Ground<'p>,
    /// All that is given with the board and the dominoes.
    given: Given,
    /// How much has been looked at so far.
    effort: Cell<u64>,
    memory: RefCell<Memory>,
    watch: Watch,
    /// The watch has said stop.
    is_stopped: Cell<bool>,
}

impl<'p> Looker<'p> {
    /// Looks at a puzzle; nothing if it is too large to be reasoned about in steps.
    pub fn new(puzzle: &'p Puzzle) -> Option<Self> {
        let ground = Ground::new(puzzle)?;
        Some(Looker {
            given: Given::all(&ground),
            ground,
            effort: Cell::default(),
            memory: RefCell::default(),
            watch: Watch::default(),
            is_stopped: Cell::default(),
        })
    }

    /// The same until a watch says stop: from then on nothing more is seen, so that whoever looks
    /// comes to an end, and to nothing that can be relied on.
    pub fn until(self, watch: &Watch) -> Self {
        Looker {
            watch: watch.clone(),
            ..self
        }
    }

    fn is_stopped(&self) -> bool {
        if !self.is_stopped.get() {
            self.is_stopped.set(self.watch.stopped().is_some());
        }
        self.is_stopped.get()
    }

    /// What is possible if some facts are taken for granted.
    pub fn knowing(&self, facts: &[Fact]) -> Knowledge<'_> {
        let mut known = Knowledge::new(&self.ground);
        known.assume(facts, Source::Given);
        known
    }

    /// Somebody who reasons by the rules of some regions.
    pub fn with_rules<'a>(&'a self, rules: &'a [RegionId]) -> Reasoner<'a> {
        Reasoner {
            looker: self,
            rules,
            techniques: technique::all(&self.ground, rules),
        }
    }
}

/// Somebody who reasons by the rules of some regions.
#[derive(Debug)]
pub struct Reasoner<'a> {
    looker: &'a Looker<'a>,
    pub(super) rules: &'a [RegionId],
    /// All of them, the easiest first.
    pub(super) techniques: Vec<Technique>,
}

impl Reasoner<'_> {
    pub(super) fn ground(&self) -> &Ground<'_> {
        &self.looker.ground
    }

    /// How much has been looked at so far.
    pub(super) fn effort(&self) -> u64 {
        self.looker.effort.get()
    }

    /// Whether the watch says stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.looker.is_stopped()
    }

    /// Whether it is enough: so much has been looked at, or the watch says stop.
    pub(super) fn is_enough(&self, until: u64) -> bool {
        self.effort() > until || self.looker.is_stopped()
    }

    /// What is before the eyes, with what is known.
    pub(super) fn view<'v>(&'v self, knowledge: &'v Knowledge<'_>) -> View<'v> {
        View {
            ground: &self.looker.ground,
            knowledge,
            rules: self.rules,
            given: &self.looker.given,
            patient: false,
            effort: &self.looker.effort,
        }
    }

    /// What a technique sees, from memory or by looking.
    pub(super) fn look(&self, technique: &Technique, known: &Knowledge<'_>) -> Option<Rc<Finding>> {
        if self.looker.is_stopped() {
            return None;
        }
        let view = self.view(known);
        let look = || (technique.look)(view).map(Rc::new);
        view.effort.set(view.effort.get() + 1);
        let Some(key) = &technique.key else {
            return look();
        };
        let key = (technique.name, key(view));
        let mut memory = self.looker.memory.borrow_mut();
        if memory.len() >= MOST_REMEMBERED && !memory.contains_key(&key) {
            memory.clear();
        }
        memory.entry(key).or_insert_with(look).clone()
    }
}
