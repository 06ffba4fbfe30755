//! What a picture points at, and why.

use serde_json::{Value, json};

use crate::puzzle::{CellId, Label, Puzzle, RegionId};
use std::collections::BTreeMap;

/// Why something is marked. Where a cell or a region has several reasons, the last of these counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Something rests on it.
    Premise,
    /// It is what the picture is about: a fault, a contradiction, a difference.
    Conflict,
    /// It is what follows.
    Conclusion,
}

impl Mark {
    /// Every mark, in the order in which a legend lists them.
    pub const ALL: [Mark; 3] = [Mark::Conflict, Mark::Conclusion, Mark::Premise];

    /// What it is called in data.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Premise => "premise",
            Mark::Conflict => "conflict",
            Mark::Conclusion => "conclusion",
        }
    }

    /// What it means, in a legend.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Mark::Premise => "what it rests on",
            Mark::Conflict => "what this is about",
            Mark::Conclusion => "what follows",
        }
    }
}

/// The cells and regions that a picture points at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    cells: BTreeMap<CellId, Mark>,
    regions: BTreeMap<RegionId, Mark>,
}

impl Marks {
    /// Nothing is marked.
    pub fn new() -> Self {
        Marks::default()
    }

    /// The same with some more cells.
    pub fn with_cells(mut self, mark: Mark, cells: impl IntoIterator<Item = CellId>) -> Self {
        for cell in cells {
            strongest(&mut self.cells, cell, mark);
        }
        self
    }

    /// The same with some more regions.
    pub fn with_regions(mut self, mark: Mark, regions: impl IntoIterator<Item = RegionId>) -> Self {
        for region in regions {
            strongest(&mut self.regions, region, mark);
        }
        self
    }

    /// The same with everything that others mark.
    pub fn and(mut self, others: &Marks) -> Self {
        for (&cell, &mark) in &others.cells {
            strongest(&mut self.cells, cell, mark);
        }
        for (&region, &mark) in &others.regions {
            strongest(&mut self.regions, region, mark);
        }
        self
    }

    /// The mark of a cell.
    pub fn cell(&self, cell: CellId) -> Option<Mark> {
        self.cells.get(&cell).copied()
    }

    /// The mark of a region.
    pub fn region(&self, region: RegionId) -> Option<Mark> {
        self.regions.get(&region).copied()
    }

    /// The marked cells, in board order.
    pub fn cells(&self) -> impl Iterator<Item = (CellId, Mark)> {
        self.cells.iter().map(|(&cell, &mark)| (cell, mark))
    }

    /// The marked regions, in the puzzle's order.
    pub fn regions(&self) -> impl Iterator<Item = (RegionId, Mark)> {
        self.regions.iter().map(|(&region, &mark)| (region, mark))
    }

    /// The cells with one mark.
    pub fn cells_with(&self, mark: Mark) -> impl Iterator<Item = CellId> {
        let wanted = self.cells().filter(move |(_, other)| *other == mark);
        wanted.map(|(cell, _)| cell)
    }

    /// The regions with one mark.
    pub fn regions_with(&self, mark: Mark) -> impl Iterator<Item = RegionId> {
        let wanted = self.regions().filter(move |(_, other)| *other == mark);
        wanted.map(|(region, _)| region)
    }

    /// Tells whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.regions.is_empty()
    }

    /// The marks for programs: for each kind that there is, its cells and regions by name.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let of_kind = |mark: Mark| {
            let cells = self.cells_with(mark).map(|cell| &puzzle.cell(cell).name);
            let cells: Vec<&Label> = cells.collect();
            let regions = self.regions_with(mark);
            let regions: Vec<&Label> = regions.map(|one| &puzzle.region(one).name).collect();
            let none = cells.is_empty() && regions.is_empty();
            (!none).then(|| json!({"kind": mark.name(), "cells": cells, "regions": regions}))
        };
        Mark::ALL.into_iter().filter_map(of_kind).collect()
    }
}

fn strongest<K: Ord>(marks: &mut BTreeMap<K, Mark>, key: K, mark: Mark) {
    let there = marks.entry(key).or_insert_with(|| mark);
    *there = mark.max(*there);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_outshines_what_it_rests_on() {
        let cell = CellId(3);
        let premise = Marks::new().with_cells(Mark::Premise, [cell]);
        let both = premise.clone().with_cells(Mark::Conclusion, [cell]);
        assert_eq!(both.cell(cell), Some(Mark::Conclusion));
        assert_eq!(both.clone().and(&premise), both);
        assert_eq!(premise.and(&both), both);
    }
}
