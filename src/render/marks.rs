//! Marked cells and regions of a picture.

use serde_json::{Value, json};

use crate::puzzle::{CellId, Puzzle, RegionId};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a mark on a cell or a region. The last of these variants takes precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A premise of a conclusion.
    Premise,
    /// A fault, a conflict, or a difference.
    Conflict,
    /// A conclusion.
    Conclusion,
}

impl Mark {
    /// Every mark, in the order in which a legend lists them.
    pub const ALL: [Mark; 3] = [Mark::Conflict, Mark::Conclusion, Mark::Premise];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Premise => "premise",
            Mark::Conflict => "conflict",
            Mark::Conclusion => "conclusion",
        }
    }

    /// Its meaning, for a legend.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Mark::Premise => "premise",
            Mark::Conflict => "involved",
            Mark::Conclusion => "conclusion",
        }
    }
}

/// The marked cells and regions of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    cells: BTreeMap<CellId, Mark>,
    regions: BTreeMap<RegionId, Mark>,
}

impl Marks {
    /// No marks.
    pub fn new() -> Self {
        Marks::default()
    }

    /// Adds cells.
    pub fn with_cells(mut self, mark: Mark, cells: impl IntoIterator<Item = CellId>) -> Self {
        for cell in cells {
            strongest(&mut self.cells, cell, mark);
        }
        self
    }

    /// Adds regions.
    pub fn with_regions(mut self, mark: Mark, regions: impl IntoIterator<Item = RegionId>) -> Self {
        for region in regions {
            strongest(&mut self.regions, region, mark);
        }
        self
    }

    /// Merges two sets of marks.
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
        let marked = self.cells().filter(move |(_, other)| *other == mark);
        marked.map(|(cell, _)| cell)
    }

    /// The regions with one mark.
    pub fn regions_with(&self, mark: Mark) -> impl Iterator<Item = RegionId> {
        let marked = self.regions().filter(move |(_, other)| *other == mark);
        marked.map(|(region, _)| region)
    }

    /// The kinds of marks that occur, in the order of a legend.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Mark> {
        let all = self.cells.values().chain(self.regions.values());
        let used: BTreeSet<Mark> = all.copied().collect();
        Mark::ALL
            .into_iter()
            .filter(move |mark| used.contains(mark))
    }

    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.regions.is_empty()
    }

    /// The marks as JSON: for each kind of mark, its cells and regions by name.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        let of_kind = |mark: Mark| {
            let cells = self.cells_with(mark).map(|cell| &puzzle.cell(cell).name);
            let regions = self.regions_with(mark);
            let regions = regions.map(|region| &puzzle.region(region).name);
            json!({
                "kind": mark.name(),
                "cells": cells.collect::<Vec<_>>(),
                "regions": regions.collect::<Vec<_>>(),
            })
        };
        self.kinds().map(of_kind).collect()
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
    fn conclusions_take_precedence_over_premises() {
        let cell = CellId(3);
        let premise = Marks::new().with_cells(Mark::Premise, [cell]);
        let both = premise.clone().with_cells(Mark::Conclusion, [cell]);
        assert_eq!(both.cell(cell), Some(Mark::Conclusion));
        assert_eq!(both.clone().and(&premise), both);
        assert_eq!(premise.and(&both), both);
    }
}
