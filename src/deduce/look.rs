//! What a technique is: it looks at the board, and what it finds can be said in words.

use std::cell::Cell;
use std::fmt;

use super::ground::{Ground, ValueId};
use super::knowledge::{Excluded, Knowledge};
use crate::puzzle::RegionId;

/// A technique, at the cell, the region or whatever else it looks at.
pub(super) trait Technique: fmt::Debug {
    /// What the technique is called.
    fn name(&self) -> &'static str;

    /// How hard it is to see something so; the scale is explained in `docs/hints.md`.
    fn weight(&self, ground: &Ground<'_>) -> f64;

    /// What is seen; nothing if that was known.
    fn look(&self, view: View<'_>) -> Option<Finding>;

    /// Everything that the look depends on, if it takes so long that it is worth remembering.
    fn key(&self, _view: View<'_>) -> Option<Key> {
        None
    }
}

/// A technique wherever it can look.
pub(super) fn everywhere<T: Technique + 'static>(
    techniques: impl Iterator<Item = T>,
) -> Vec<Box<dyn Technique>> {
    let boxed = techniques.map(|one| Box::new(one) as Box<dyn Technique>);
    boxed.collect()
}

/// What somebody who looks has before the eyes.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) knowledge: &'a Knowledge,
    /// The regions whose rules may be used.
    pub(super) rules: &'a [RegionId],
    pub(super) effort: &'a Effort,
}

/// How much has been looked at so far.
#[derive(Debug, Default)]
pub(super) struct Effort(Cell<u64>);

impl Effort {
    pub(super) fn add(&self, looks: u64) {
        self.0.set(self.0.get() + looks);
    }

    pub(super) fn so_far(&self) -> u64 {
        self.0.get()
    }
}

/// What a look came to.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) excluded: Excluded,
    /// The regions whose rules were used.
    pub(super) rules: Vec<RegionId>,
    words: Box<dyn Words>,
}

/// What was seen, as far as it is needed for words.
pub(super) trait Words: fmt::Debug {
    /// The finding in words. The view is the one in which it was made.
    fn say(&self, view: View<'_>, finding: &Finding) -> String;

    /// Whether the words say which cells share a domino.
    fn say_joined(&self) -> bool {
        false
    }
}

impl Finding {
    /// What was seen by the rules of some regions; nothing if nothing is excluded.
    pub(super) fn new(
        rules: Vec<RegionId>,
        excluded: Excluded,
        words: impl Words + 'static,
    ) -> Option<Finding> {
        (!excluded.is_nothing()).then(|| Finding {
            excluded,
            rules,
            words: Box::new(words),
        })
    }

    /// The finding in words, in the view in which it was made.
    pub(super) fn say(&self, view: View<'_>) -> String {
        self.words.say(view, self)
    }

    /// Whether the words say which cells share a domino.
    pub(super) fn says_joined(&self) -> bool {
        self.words.say_joined()
    }
}

/// Everything that a look depends on, whole and not as a hash.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Key(Vec<u128>);

impl Key {
    pub(super) fn number(&mut self, number: usize) {
        self.0.push(number as u128);
    }

    pub(super) fn flags(&mut self, flags: impl Iterator<Item = bool>) {
        let (mut word, mut count) = (0, 0);
        for flag in flags {
            word = word << 1 | u128::from(flag);
            count += 1;
            if count % u128::BITS == 0 {
                self.0.push(std::mem::take(&mut word));
            }
        }
        self.0.push(word);
    }

    /// What every cell can show.
    pub(super) fn every_value(&mut self, view: View<'_>) {
        let cells = view.ground.puzzle().cell_ids();
        self.0
            .extend(cells.map(|cell| view.knowledge.values(cell).bits()));
    }

    /// A region: what its cells can show, and what can lie inside.
    pub(super) fn region(&mut self, view: View<'_>, region: RegionId) {
        let View {
            ground, knowledge, ..
        } = view;
        self.number(region.index());
        let cells = ground.cells_of(region);
        let values = cells.iter().map(|&cell| knowledge.values(cell).bits());
        self.0.extend(values);
        for (edge, _) in ground.edges_within(cells) {
            let joined = knowledge.is_joined(ground, edge);
            let edge_flags = [joined, knowledge.is_open(edge)].into_iter();
            let live = ground.on_edge(edge).map(|one| knowledge.is_live(one));
            self.flags(edge_flags.chain(live));
        }
    }

    /// How many halves cells show for certain, by value.
    pub(super) fn shown(&mut self, view: View<'_>) {
        let mut shown = vec![0_usize; view.ground.all_values().len()];
        for cell in view.ground.puzzle().cell_ids() {
            if let Some(ValueId(value)) = view.knowledge.shown(cell) {
                shown[value] += 1;
            }
        }
        shown.into_iter().for_each(|count| self.number(count));
    }
}
