//! Pins: cells whose pips are given beforehand, to ask "what if?".
//!
//! A pin is no region: regions do not overlap, and a pinned cell keeps the rule it is under.

use std::collections::BTreeMap;

use super::{CellId, Pips, Puzzle};

impl Puzzle {
    /// The same puzzle with some cells pinned, besides those that are already. The solution that
    /// its text gives stays only if it has these pips, and no recipe makes a puzzle with pins.
    pub fn pinned(mut self, pins: impl IntoIterator<Item = (CellId, Pips)>) -> Puzzle {
        self.pins.extend(pins);
        self.recipe = self.recipe.filter(|_| self.pins.is_empty());
        let solution = self.solution.take();
        self.solution = solution.filter(|board| super::check(&self, board).is_empty());
        self
    }

    /// The pinned cells with their pips.
    pub fn pins(&self) -> &BTreeMap<CellId, Pips> {
        &self.pins
    }
}
