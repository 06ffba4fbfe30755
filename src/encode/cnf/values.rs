//! One-hot (direct) encoding of the values of cells, and the rules of regions over them.
//!
//! A literal for each of the d values of a cell. Two equal cells take 2d binary clauses, n
//! different cells at most d n^2/2, and sums are [`mdd`]s.

use std::cmp::Reverse;

use super::mdd::{self, OneHot};
use super::{CnfSink, Lit, VariableBlock, at_least_one, at_most_one};
use crate::model::{CellId, Model, Pips, Rule};
use std::collections::BTreeMap;

/// The literals of the values of cells.
#[derive(Debug)]
pub(super) struct ValueLiterals<'a> {
    model: &'a Model,
    /// By cell: the literal of the first value; the others follow in the order of its domain.
    first: Vec<Lit>,
}

impl<'a> ValueLiterals<'a> {
    /// Creates the variables of the values. A cell for which `same` returns an earlier cell shares the
    /// literals of that cell.
    pub(super) fn declare(
        model: &'a Model,
        formula: &mut dyn CnfSink,
        same: impl Fn(CellId) -> Option<CellId>,
    ) -> Self {
        formula.block(VariableBlock::Values);
        let mut first: Vec<Lit> = Vec::with_capacity(model.cells.len());
        for (index, cell) in model.cells.iter().enumerate() {
            let lit = match same(CellId::at(index)) {
                Some(earlier) => first[earlier.index()],
                None => {
                    let lit = formula.new_lit();
                    for _ in 1..cell.domain.len() {
                        let _ = formula.new_lit();
                    }
                    lit
                }
            };
            first.push(lit);
        }
        ValueLiterals { model, first }
    }

    /// The literal of a value of a cell, if it is in the domain.
    pub(super) fn lit(&self, cell: CellId, value: Pips) -> Option<Lit> {
        let at = self.model.cell(cell).domain.binary_search(&value).ok()?;
        let first = self.first[cell.index()].variable();
        Some(Lit::positive(first + at as u32))
    }

    /// The values of a cell with their literals, in the order of its domain.
    pub(super) fn one_hot(&self, cell: CellId) -> OneHot {
        let first = self.first[cell.index()].variable();
        let domain = self.model.cell(cell).domain.iter().copied();
        domain.zip((first..).map(Lit::positive)).collect()
    }

    /// The literals of a cell's values, in the order of its domain.
    pub(super) fn lits(&self, cell: CellId) -> Vec<Lit> {
        self.one_hot(cell).into_iter().map(|(_, lit)| lit).collect()
    }

    /// The literals of a value in all cells, each with the number of cells that share it, in descending
    /// order of that number.
    pub(super) fn lits_of_value(&self, value: Pips) -> Vec<(Lit, usize)> {
        let mut cells: BTreeMap<Lit, usize> = BTreeMap::new();
        for cell in (0..self.first.len()).map(CellId::at) {
            if let Some(lit) = self.lit(cell, value) {
                *cells.entry(lit).or_default() += 1;
            }
        }
        let mut holders: Vec<(Lit, usize)> = cells.into_iter().collect();
        holders.sort_by_key(|&(_, cells)| Reverse(cells));
        holders
    }

    /// States the rule of some cells.
    pub(super) fn encode_rule(&self, formula: &mut dyn CnfSink, cells: &[CellId], rule: Rule) {
        match rule {
            Rule::Sum(relation, target) => {
                let cells: Vec<OneHot> = cells.iter().map(|&cell| self.one_hot(cell)).collect();
                mdd::sum(formula, &cells, relation, target);
            }
            Rule::Equal => {
                for pair in cells.windows(2) {
                    self.same(formula, pair[0], pair[1]);
                }
            }
            Rule::Unequal => self.different(formula, cells),
            Rule::Empty => {}
        }
    }

    /// States that two cells have the same value, unless they share their literals.
    fn same(&self, formula: &mut dyn CnfSink, one: CellId, other: CellId) {
        if self.first[one.index()] == self.first[other.index()] {
            return;
        }
        for (from, to) in [(one, other), (other, one)] {
            for (value, lit) in self.one_hot(from) {
                // from has the value -> to has the value
                match self.lit(to, value) {
                    Some(same) => formula.clause(&[!lit, same]),
                    None => formula.clause(&[!lit]),
                }
            }
        }
    }

    /// States that the cells have pairwise different values.
    fn different(&self, formula: &mut dyn CnfSink, cells: &[CellId]) {
        let mut all: Vec<Pips> = cells
            .iter()
            .flat_map(|&cell| self.model.cell(cell).domain.iter().copied())
            .collect();
        all.sort_unstable();
        all.dedup();
        for &value in &all {
            let holders: Vec<Lit> = cells
                .iter()
                .filter_map(|&cell| self.lit(cell, value))
                .collect();
            at_most_one(formula, &holders);
            if all.len() == cells.len() {
                // As many values as cells: each value is used (redundant).
                at_least_one(formula, &holders);
            }
        }
    }
}
