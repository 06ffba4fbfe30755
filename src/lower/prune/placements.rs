//! Placements that no solution has, and those that are left where none have been laid out yet.

use super::{Contradiction, End, Pruner};
use crate::limits::Stop;
use crate::lower::Unlowered;
use crate::lower::size::{Measure, TooLarge, flippable, orientations};
use crate::model::{CellId, Domino, Edge, EdgeId, Kind, KindId, Pips, Placement, Rule};
use crate::puzzle::{Bounds, Graph};

/// How many placements are looked at before the watch is asked again.
const BETWEEN_ASKS: usize = 1 << 12;

impl Pruner<'_> {
    /// The edges that some tiling of the board uses, in order.
    pub(super) fn usable_edges(&self) -> Result<Vec<EdgeId>, End> {
        self.watch.check()?;
        let usable = self.model.graph().tileable_edges();
        let usable = usable.ok_or(Contradiction::NoTiling)?;
        let edges = (0..usable.len()).filter(|&edge| usable[edge]);
        Ok(edges.map(EdgeId::at).collect())
    }

    /// The placements on some edges that the values left to their cells allow, refused if they are
    /// too many.
    pub(super) fn placements_on(
        &self,
        edges: &[EdgeId],
        most: u64,
    ) -> Result<Vec<Placement>, Unlowered> {
        let bounds = self.rule_bounds();
        let flippable = flippable(self.model);
        let everywhere = orientations(&flippable);
        let ends = |edge: EdgeId| self.model.edges[edge.index()].ends();
        let pairs = |edge: EdgeId| -> u64 {
            let values = ends(edge).map(|cell| self.domains[cell.index()].len() as u64);
            values.iter().product()
        };
        let estimate: u64 = edges
            .iter()
            .map(|&edge| everywhere.min(2 * pairs(edge)))
            .sum();
        let each = |take: &mut dyn FnMut(Placement) -> bool| -> Result<(), Stop> {
            let mut here: Vec<(KindId, bool)> = Vec::new();
            for &edge in edges {
                self.watch.check()?;
                let [a, b] = ends(edge);
                let mut add = |kind: usize, flipped: bool| {
                    let kind = KindId::at(kind);
                    let placement = Placement {
                        edge,
                        kind,
                        flipped,
                    };
                    if self.is_possible(placement, &bounds) {
                        here.push((kind, flipped));
                    }
                };
                // There are fewer pairs of values than kinds, or the other way round.
                if pairs(edge) < everywhere {
                    for &at_a in self.domains[a.index()].iter() {
                        for &at_b in self.domains[b.index()].iter() {
                            for kind in self.kinds_of(Domino::new(at_a, at_b)) {
                                if at_a <= at_b {
                                    add(kind, false);
                                }
                                if at_a > at_b || at_a == at_b && flippable[kind] {
                                    add(kind, true);
                                }
                            }
                        }
                    }
                } else {
                    for (kind, &both) in flippable.iter().enumerate() {
                        add(kind, false);
                        if both {
                            add(kind, true);
                        }
                    }
                }
                here.sort_unstable();
                for (kind, flipped) in here.drain(..) {
                    if !take(Placement {
                        edge,
                        kind,
                        flipped,
                    }) {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        if estimate > most {
            let mut count = self.unconstrained(edges) * everywhere;
            TooLarge::refuse(self.model, Measure::Placements, count, most).map_err(|size| {
                TooLarge {
                    size: estimate,
                    ..size
                }
            })?;
            count = 0;
            each(&mut |_| {
                count += 1;
                count <= most
            })?;
            if count > most {
                TooLarge::refuse(self.model, Measure::Placements, estimate, most)?;
            }
        }
        let mut placements = Vec::new();
        each(&mut |placement| {
            placements.push(placement);
            true
        })?;
        Ok(placements)
    }

    /// How many of some edges can carry every domino, because their cells can show everything and are
    /// under no rule together.
    fn unconstrained(&self, edges: &[EdgeId]) -> u64 {
        let all = self.pips.chunk_by(|one, other| one == other).count();
        let is_free = |cell: CellId| self.domains[cell.index()].len() == all;
        let free = edges.iter().filter(|edge| {
            let [a, b] = self.model.edges[edge.index()].ends();
            let (one, other) = (self.rule_of[a.index()], self.rule_of[b.index()]);
            is_free(a) && is_free(b) && (one.is_none() || one != other)
        });
        free.count() as u64
    }

    /// The kinds that are copies of a domino.
    fn kinds_of(&self, domino: Domino) -> std::ops::Range<usize> {
        let kinds = &self.model.kinds;
        let first = kinds.partition_point(|kind| kind.domino < domino);
        let copies = kinds[first..].iter();
        first..first + copies.take_while(|kind| kind.domino == domino).count()
    }

    /// What the cells of each rule add up to.
    fn rule_bounds(&self) -> Vec<Bounds> {
        let all_cells = |(cells, _): &(&[CellId], Rule)| {
            let bounds = cells.iter().map(|&cell| self.bounds(cell));
            bounds.sum()
        };
        self.rules.iter().map(all_cells).collect()
    }

    /// Drops placements that show a value outside a cell's domain, or two values that the rule of
    /// the one region they lie in does not allow together.
    pub(super) fn drop_placements(&mut self) -> Result<(), Stop> {
        let bounds = self.rule_bounds();
        let mut placements = std::mem::take(&mut self.placements);
        let mut looked = 0_usize;
        let mut stopped = Ok(());
        placements.retain(|&placement| {
            looked += 1;
            if looked.is_multiple_of(BETWEEN_ASKS) && stopped.is_ok() {
                stopped = self.watch.check();
            }
            stopped.is_err() || self.is_possible(placement, &bounds)
        });
        self.placements = placements;
        stopped
    }

    fn is_possible(&self, placement: Placement, bounds: &[Bounds]) -> bool {
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

    /// Every domino lies somewhere: a domino that covers a cell wherever it lies keeps the others
    /// off that cell.
    pub(super) fn place_dominoes(&mut self) -> Result<(), End> {
        self.watch.check()?;
        let mut by_kind: Vec<Vec<Edge>> = vec![Vec::new(); self.model.kinds.len()];
        for placement in &self.placements {
            let edges = &mut by_kind[placement.kind.index()];
            let edge = self.model.edges[placement.edge.index()];
            // Both orientations on one edge stand side by side.
            if edges.last() != Some(&edge) {
                edges.push(edge);
            }
        }
        let mut owner: Vec<Option<usize>> = vec![None; self.model.cells.len()];
        for (kind, (&Kind { domino, copies }, edges)) in
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

    /// Drops the placements on edges that no tiling uses.
    pub(super) fn keep_tilings(&mut self) -> Result<(), End> {
        self.watch.check()?;
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
fn agree(rule: Rule, [one, other]: [Pips; 2], others: Bounds) -> bool {
    match rule {
        Rule::Equal => one == other,
        Rule::Unequal => one != other,
        Rule::Sum(relation, target) => {
            let here = Bounds::exactly(i64::from(one) + i64::from(other));
            (here + others).can_keep(relation, target)
        }
        Rule::Empty => true,
    }
}
