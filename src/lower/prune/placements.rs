//! Removes placements that no solution has, and generates the remaining ones.

use super::{Contradiction, PruneEnd, Pruner};
use crate::limits::StopReason;
use crate::lower::{LowerError, build};
use crate::model::{CellId, DominoKind, Edge, EdgeId, Pips, Placement, Rule};
use crate::puzzle::{Graph, SumBounds};

/// Placements between two checks of the budget.
const PLACEMENTS_PER_CHECK: usize = 1 << 12;

impl Pruner<'_> {
    /// Returns the edges that some tiling of the board uses, in order.
    pub(super) fn usable_edges(&self) -> Result<Vec<EdgeId>, PruneEnd> {
        self.budget.check()?;
        let usable = self.model.graph().tileable_edges();
        let usable = usable.ok_or(Contradiction::NoTiling)?;
        let edges = (0..usable.len()).filter(|&edge| usable[edge]);
        Ok(edges.map(EdgeId::at).collect())
    }

    /// Generates the possible placements on some edges. Fails if there are more than `most`.
    pub(super) fn placements_on(
        &self,
        edges: &[EdgeId],
        most: u64,
    ) -> Result<Vec<Placement>, LowerError> {
        let bounds = self.rule_bounds();
        build::generate(self.model, edges, &self.domains, most, self.budget, |one| {
            self.is_possible(one, &bounds)
        })
    }

    /// Returns the bounds of the sum of each rule's cells.
    fn rule_bounds(&self) -> Vec<SumBounds> {
        let all_cells = |(cells, _): &(&[CellId], Rule)| {
            let bounds = cells.iter().map(|&cell| self.bounds(cell));
            bounds.sum()
        };
        self.rules.iter().map(all_cells).collect()
    }

    /// Removes placements with a value outside a cell's domain, or with two values that the rule of their
    /// common region excludes.
    pub(super) fn drop_placements(&mut self) -> Result<(), StopReason> {
        let bounds = self.rule_bounds();
        let mut placements = std::mem::take(&mut self.placements);
        let mut checked = 0_usize;
        let mut stopped = Ok(());
        placements.retain(|&placement| {
            checked += 1;
            if checked.is_multiple_of(PLACEMENTS_PER_CHECK) && stopped.is_ok() {
                stopped = self.budget.check();
            }
            stopped.is_err() || self.is_possible(placement, &bounds)
        });
        self.placements = placements;
        stopped
    }

    fn is_possible(&self, placement: Placement, bounds: &[SumBounds]) -> bool {
        let [(a, at_a), (b, at_b)] = self.model.halves(placement);
        self.has_value(a, at_a)
            && self.has_value(b, at_b)
            && match (self.rule_of[a.index()], self.rule_of[b.index()]) {
                (Some(one), Some(other)) if one == other => {
                    let others = bounds[one] - self.bounds(a) - self.bounds(b);
                    agree(self.rules[one].1, [at_a, at_b], others)
                }
                _ => true,
            }
    }

    /// Removes placements by required dominoes: if all placements of a domino cover a cell, no other
    /// domino can cover it.
    pub(super) fn place_dominoes(&mut self) -> Result<(), PruneEnd> {
        self.budget.check()?;
        let mut by_kind: Vec<Vec<Edge>> = vec![Vec::new(); self.model.kinds.len()];
        for placement in &self.placements {
            let edges = &mut by_kind[placement.kind.index()];
            let edge = self.model.edges[placement.edge.index()];
            // Both orientations on one edge are adjacent.
            if edges.last() != Some(&edge) {
                edges.push(edge);
            }
        }
        let mut owner: Vec<Option<usize>> = vec![None; self.model.cells.len()];
        for (kind, (&DominoKind { domino, copies }, edges)) in
            self.model.kinds.iter().zip(&by_kind).enumerate()
        {
            if edges.len() < copies as usize {
                return Err(Contradiction::NoPlace(domino).into());
            }
            let mut claim = |cell: CellId| match owner[cell.index()].replace(kind) {
                Some(other) if other != kind => Err(Contradiction::NoPlace(domino)),
                _ => Ok(()),
            };
            if edges.len() == copies as usize {
                edges
                    .iter()
                    .flat_map(|edge| edge.ends())
                    .try_for_each(claim)?;
            } else if copies == 1 {
                let first = edges[0];
                for cell in first.ends() {
                    if edges.iter().all(|edge| edge.ends().contains(&cell)) {
                        claim(cell)?;
                    }
                }
            }
        }
        let model = self.model;
        self.placements.retain(|placement| {
            let mut ends = model.edges[placement.edge.index()].ends().into_iter();
            ends.all(|cell| owner[cell.index()].is_none_or(|owner| owner == placement.kind.index()))
        });
        Ok(())
    }

    /// Removes the placements on edges that no tiling uses.
    pub(super) fn keep_tilings(&mut self) -> Result<(), PruneEnd> {
        self.budget.check()?;
        let carrying = self.carrying();
        if carrying.len() == self.tiled_edges {
            return Ok(());
        }
        let edges: Vec<Edge> = carrying
            .iter()
            .map(|edge| self.model.edges[edge.index()])
            .collect();
        let graph = Graph::new(self.model.cells.len(), edges);
        let usable = graph.tileable_edges().ok_or(Contradiction::NoTiling)?;
        let mut keep = vec![false; self.model.edges.len()];
        for (edge, usable) in carrying.iter().zip(usable) {
            keep[edge.index()] = usable;
        }
        self.placements
            .retain(|placement| keep[placement.edge.index()]);
        self.tiled_edges = self.carrying().len();
        Ok(())
    }
}

/// Whether two cells of a region can show these values together, given the sum of the others.
fn agree(rule: Rule, [one, other]: [Pips; 2], others: SumBounds) -> bool {
    match rule {
        Rule::Equal => one == other,
        Rule::Unequal => one != other,
        Rule::Sum(relation, target) => {
            let here = SumBounds::exactly(i64::from(one) + i64::from(other));
            (here + others).can_keep(relation, target)
        }
        Rule::Empty => true,
    }
}
