//! Removes values from the domains of cells: by placements, by rules, and by value counts.

use super::{Contradiction, PruneEnd, Pruner};
use crate::model::{CellId, Pips, Relation, Rule};
use crate::puzzle::{SumBounds, values_in_sum};
use std::collections::BTreeMap;

impl Pruner<'_> {
    /// Removes values that no placement shows.
    pub(super) fn drop_values(&mut self) -> Result<(), Contradiction> {
        let mut shown: Vec<Vec<bool>> = self
            .domains
            .iter()
            .map(|domain| vec![false; domain.len()])
            .collect();
        for &placement in &self.placements {
            for (cell, value) in self.model.halves(placement) {
                if let Ok(at) = self.domains[cell.index()].binary_search(&value) {
                    shown[cell.index()][at] = true;
                }
            }
        }
        let mut cells = self.model.cell_ids().zip(&shown);
        cells.try_for_each(|(cell, shown)| self.filter(cell, shown))
    }

    /// Keeps the marked values of a cell.
    fn filter(&mut self, cell: CellId, keep: &[bool]) -> Result<(), Contradiction> {
        let mut marks = keep.iter();
        self.retain(cell, |_| marks.next() == Some(&true))
    }

    /// Keeps the values of a cell that satisfy a predicate.
    fn retain(
        &mut self,
        cell: CellId,
        keep: impl FnMut(&Pips) -> bool,
    ) -> Result<(), Contradiction> {
        let domain = &mut self.domains[cell.index()];
        let kept: Vec<Pips> = domain.iter().copied().filter(keep).collect();
        if kept.is_empty() {
            return Err(Contradiction::NoValue(self.model.cell(cell).name.clone()));
        }
        if kept.len() < domain.len() {
            *domain = kept.into();
        }
        Ok(())
    }

    /// Removes values that the rule of a region excludes.
    pub(super) fn keep_rules(&mut self) -> Result<(), PruneEnd> {
        for (cells, rule) in self.rules.clone() {
            self.budget.check()?;
            match rule {
                Rule::Sum(relation, target) => self.keep_sum(cells, relation, target)?,
                Rule::Equal => self.keep_equal(cells)?,
                Rule::Unequal => self.keep_different(cells)?,
                Rule::Empty => {}
            }
        }
        Ok(())
    }

    fn keep_sum(
        &mut self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
    ) -> Result<(), Contradiction> {
        let domains: Vec<&[Pips]> = cells
            .iter()
            .map(|cell| &*self.domains[cell.index()])
            .collect();
        let mut keep = values_in_sum(&domains, relation, target);
        let mut supplied: BTreeMap<Pips, bool> = BTreeMap::new();
        for (domain, keep) in domains.iter().zip(&mut keep) {
            for (&value, keep) in domain.iter().zip(keep) {
                *keep &= *supplied.entry(value).or_insert_with(|| {
                    let others = SumBounds::of_others(&self.pips, value, cells.len() - 1);
                    let here = SumBounds::exactly(i64::from(value));
                    (here + others).can_keep(relation, target)
                });
            }
        }
        for (&cell, keep) in cells.iter().zip(&keep) {
            self.filter(cell, keep)?;
        }
        Ok(())
    }

    fn keep_equal(&mut self, cells: &[CellId]) -> Result<(), Contradiction> {
        let enough = |value: Pips| {
            let from = self.pips.partition_point(|&pips| pips < value);
            let to = self.pips.partition_point(|&pips| pips <= value);
            to - from >= cells.len()
        };
        let common: Vec<Pips> = self.domains[cells[0].index()]
            .iter()
            .copied()
            .filter(|&value| enough(value) && cells.iter().all(|&cell| self.has_value(cell, value)))
            .collect();
        let mut cells = cells.iter();
        cells.try_for_each(|&cell| self.retain(cell, |value| common.contains(value)))
    }

    fn keep_different(&mut self, cells: &[CellId]) -> Result<(), Contradiction> {
        for &fixed in cells {
            let &[value] = &*self.domains[fixed.index()] else {
                continue;
            };
            for &cell in cells.iter().filter(|&&cell| cell != fixed) {
                self.retain(cell, |&other| other != value)?;
            }
        }
        Ok(())
    }

    /// Propagates value counts: each value occurs on the board as often as on the dominoes (global
    /// cardinality).
    pub(super) fn count_values(&mut self) -> Result<(), PruneEnd> {
        let halves = std::mem::take(&mut self.pips);
        for chunk in halves.chunk_by(|one, other| one == other) {
            self.budget.check()?;
            let (value, there) = (chunk[0], chunk.len());
            let cells = self.model.cell_ids();
            let holders: Vec<CellId> = cells.filter(|&cell| self.has_value(cell, value)).collect();
            let fixed = |cell: &CellId| self.domains[cell.index()].len() == 1;
            let must = holders.iter().filter(|cell| fixed(cell)).count();
            if must > there {
                return Err(Contradiction::ValueShort(value).into());
            }
            if holders.len() < there {
                return Err(Contradiction::ValueLeftOver(value).into());
            }
            if must == there {
                let others: Vec<CellId> = holders.into_iter().filter(|c| !fixed(c)).collect();
                for cell in others {
                    self.retain(cell, |&other| other != value)?;
                }
            } else if holders.len() == there {
                for cell in holders {
                    self.retain(cell, |&other| other == value)?;
                }
            }
        }
        self.pips = halves;
        Ok(())
    }
}
