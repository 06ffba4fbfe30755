//! Prune: drop the values, placements and edges that no solution uses.
//!
//! Each rule below removes only what it can show to be impossible, so together they keep the set
//! of solutions whatever their order. They run until none finds anything more.
//!
//! [`prune`] takes the placements of a model, [`lay_out`] makes those that are left in the end without
//! ever making all: values go first, as far as rules and dominoes exclude them, then edges, and only
//! then placements are looked at.

use std::collections::BTreeMap;
use std::slice::from_ref;
use std::sync::Arc;

use super::Unlowered;
use super::size::{MOST_PLACEMENTS, Measure, TooLarge, flippable, orientations};
use crate::limits::{Stop, Watch};
use crate::model::{
    Body, CellId, Domino, Edge, EdgeId, Kind, KindId, Label, Model, Pips, Placement, Relation, Rule,
};
use crate::puzzle::{Bounds, Graph, values_in_sum};

/// Pruning left nothing: the puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A cell, by name, has no value left.
    #[error("the puzzle has no solution: no value is possible in cell {0}")]
    NoValue(Label),
    /// A domino does not fit anywhere, or not often enough.
    #[error("the puzzle has no solution: domino {0} does not fit as often as it must")]
    NoPlace(Domino),
    /// What is left of the board cannot be tiled.
    #[error("the puzzle has no solution: no tiling is left that the dominoes and rules allow")]
    NoTiling,
    /// Too few cells can show a value.
    #[error("the puzzle has no solution: too few cells can show {0} for the dominoes there are")]
    ValueLeftOver(Pips),
    /// More cells must show a value than there are.
    #[error("the puzzle has no solution: more cells must show {0} than the dominoes do")]
    ValueShort(Pips),
}

/// Prunes a model, or shows that it has no solution, until a watch says stop.
pub fn prune(model: &Model, watch: &Watch) -> Result<Result<Model, Contradiction>, Stop> {
    let mut pruner = Pruner::new(model, watch);
    pruner.placements = model.placements.clone();
    match pruner.settle() {
        Ok(()) => Ok(Ok(pruner.finish())),
        Err(End::Contradiction(found)) => Ok(Err(found)),
        Err(End::Stopped(stop)) => Err(stop),
    }
}

/// The same for a model whose placements have not been laid out: it gets those that are left.
pub(super) fn lay_out(
    model: &Model,
    watch: &Watch,
) -> Result<Result<Model, Contradiction>, Unlowered> {
    lay_out_at_most(MOST_PLACEMENTS, model, watch)
}

fn lay_out_at_most(
    most: u64,
    model: &Model,
    watch: &Watch,
) -> Result<Result<Model, Contradiction>, Unlowered> {
    let mut pruner = Pruner::new(model, watch);
    let laid = pruner.settle_values().and_then(|()| pruner.usable_edges());
    let settled = match laid {
        Ok(edges) => {
            pruner.placements = pruner.placements_on(&edges, most)?;
            pruner.settle()
        }
        Err(end) => Err(end),
    };
    match settled {
        Ok(()) => Ok(Ok(pruner.finish())),
        Err(End::Contradiction(found)) => Ok(Err(found)),
        Err(End::Stopped(stop)) => Err(stop.into()),
    }
}

/// Why pruning ends early.
enum End {
    Contradiction(Contradiction),
    Stopped(Stop),
}

impl From<Contradiction> for End {
    fn from(found: Contradiction) -> Self {
        End::Contradiction(found)
    }
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stopped(stop)
    }
}

/// How many placements are looked at before the watch is asked again.
const BETWEEN_ASKS: usize = 1 << 12;

struct Pruner<'a> {
    model: &'a Model,
    watch: &'a Watch,
    /// The rules of regions and what pins ask for, and the region's rule that a cell is under.
    rules: Vec<(&'a [CellId], Rule)>,
    rule_of: Vec<Option<usize>>,
    /// Every half of every domino, sorted.
    pips: Vec<Pips>,
    domains: Vec<Arc<[Pips]>>,
    placements: Vec<Placement>,
    /// How many edges carried a placement when tilings were last looked at.
    tiled_edges: usize,
}

impl<'a> Pruner<'a> {
    /// Everything of a model but its placements.
    fn new(model: &'a Model, watch: &'a Watch) -> Self {
        let mut rules = Vec::new();
        let mut rule_of = vec![None; model.cells.len()];
        for constraint in &model.constraints {
            match &constraint.body {
                Body::Rule { cells, rule } => {
                    for cell in cells {
                        rule_of[cell.index()] = Some(rules.len());
                    }
                    rules.push((cells.as_slice(), *rule));
                }
                // A pinned cell stays under its region's rule.
                Body::Pinned { cell, pips } => rules.push((from_ref(cell), Rule::pin(*pips))),
                Body::Covered(_)
                | Body::Shows(_)
                | Body::Used { .. }
                | Body::NeverFlipped(_)
                | Body::Supply { .. }
                | Body::Excluded(_) => {}
            }
        }
        let pips = model
            .supply()
            .into_iter()
            .flat_map(|(value, cells)| std::iter::repeat_n(value, cells as usize))
            .collect();
        Pruner {
            model,
            watch,
            rules,
            rule_of,
            pips,
            domains: model.cells.iter().map(|cell| cell.domain.clone()).collect(),
            placements: Vec::new(),
            tiled_edges: usize::MAX,
        }
    }

    /// Runs until nothing more is found.
    fn settle(&mut self) -> Result<(), End> {
        loop {
            let before = self.size();
            self.drop_placements()?;
            self.drop_values()?;
            self.keep_rules()?;
            self.count_values()?;
            self.place_dominoes()?;
            self.keep_tilings()?;
            if self.size() == before {
                return Ok(());
            }
        }
    }

    /// As far as that goes without looking at placements.
    fn settle_values(&mut self) -> Result<(), End> {
        loop {
            let before = self.size();
            self.keep_rules()?;
            self.count_values()?;
            if self.size() == before {
                return Ok(());
            }
        }
    }

    /// Shrinks with every removal.
    fn size(&self) -> usize {
        self.placements.len()
            + self
                .domains
                .iter()
                .map(|domain| domain.len())
                .sum::<usize>()
    }

    /// The edges that some tiling of the board uses, in order.
    fn usable_edges(&self) -> Result<Vec<EdgeId>, End> {
        self.watch.check()?;
        let usable = self.model.graph().tileable_edges();
        let usable = usable.ok_or(Contradiction::NoTiling)?;
        let edges = (0..usable.len()).filter(|&edge| usable[edge]);
        Ok(edges.map(EdgeId::at).collect())
    }

    /// The placements on some edges that the values left to their cells allow, refused if they are
    /// too many.
    fn placements_on(&self, edges: &[EdgeId], most: u64) -> Result<Vec<Placement>, Unlowered> {
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
    fn drop_placements(&mut self) -> Result<(), Stop> {
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

    fn has_value(&self, cell: CellId, value: Pips) -> bool {
        self.domains[cell.index()].binary_search(&value).is_ok()
    }

    fn bounds(&self, cell: CellId) -> Bounds {
        Bounds::of(self.domains[cell.index()].iter().copied())
    }

    /// Drops values that no placement shows.
    fn drop_values(&mut self) -> Result<(), Contradiction> {
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

    /// Keeps the values of a cell that are marked.
    fn filter(&mut self, cell: CellId, keep: &[bool]) -> Result<(), Contradiction> {
        if keep.contains(&false) {
            let values = self.domains[cell.index()].iter().copied();
            let kept = values.zip(keep).filter(|(_, keep)| **keep);
            self.domains[cell.index()] = kept.map(|(value, _)| value).collect();
        }
        if self.domains[cell.index()].is_empty() {
            return Err(Contradiction::NoValue(self.model.cell(cell).name.clone()));
        }
        Ok(())
    }

    fn keep_values(&mut self, cell: CellId, keep: impl Fn(Pips) -> bool) {
        let values = self.domains[cell.index()].iter().copied();
        self.domains[cell.index()] = values.filter(|&value| keep(value)).collect();
    }

    /// Drops values that a region's rule does not allow.
    fn keep_rules(&mut self) -> Result<(), End> {
        for (cells, rule) in self.rules.clone() {
            self.watch.check()?;
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
                    let others = Bounds::of_others(&self.pips, value, cells.len() - 1);
                    let here = Bounds::exactly(i64::from(value));
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
        for &cell in cells {
            let keep: Vec<bool> = self.domains[cell.index()]
                .iter()
                .map(|value| common.binary_search(value).is_ok())
                .collect();
            self.filter(cell, &keep)?;
        }
        Ok(())
    }

    fn keep_different(&mut self, cells: &[CellId]) -> Result<(), Contradiction> {
        for &fixed in cells {
            let &[value] = &*self.domains[fixed.index()] else {
                continue;
            };
            for &cell in cells.iter().filter(|&&cell| cell != fixed) {
                let keep: Vec<bool> = self.domains[cell.index()]
                    .iter()
                    .map(|&other| other != value)
                    .collect();
                self.filter(cell, &keep)?;
            }
        }
        Ok(())
    }

    /// Every value is on the board as often as the dominoes show it.
    fn count_values(&mut self) -> Result<(), End> {
        let halves = std::mem::take(&mut self.pips);
        for chunk in halves.chunk_by(|one, other| one == other) {
            self.watch.check()?;
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
                    self.keep_values(cell, |other| other != value);
                }
            } else if holders.len() == there {
                for cell in holders {
                    self.keep_values(cell, |other| other == value);
                }
            }
        }
        self.pips = halves;
        Ok(())
    }

    /// Every domino lies somewhere: a domino that covers a cell wherever it lies keeps the others
    /// off that cell.
    fn place_dominoes(&mut self) -> Result<(), End> {
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
    fn keep_tilings(&mut self) -> Result<(), End> {
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

    /// The edges that some placement lies on, in order.
    fn carrying(&self) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self.placements.iter().map(|p| p.edge).collect();
        edges.dedup();
        edges
    }

    /// The model with what is left.
    fn finish(self) -> Model {
        let carrying = self.carrying();
        let mut new_id = vec![EdgeId(0); self.model.edges.len()];
        for (new, old) in carrying.iter().enumerate() {
            new_id[old.index()] = EdgeId::at(new);
        }
        let mut model = Model {
            edges: carrying
                .iter()
                .map(|edge| self.model.edges[edge.index()])
                .collect(),
            placements: self
                .placements
                .into_iter()
                .map(|placement| Placement {
                    edge: new_id[placement.edge.index()],
                    ..placement
                })
                .collect(),
            title: self.model.title.clone(),
            cells: self.model.cells.clone(),
            kinds: self.model.kinds.clone(),
            regions: self.model.regions.clone(),
            constraints: self.model.constraints.clone(),
        };
        for (cell, domain) in model.cells.iter_mut().zip(self.domains) {
            cell.domain = domain;
        }
        // A board with a placement that is gone cannot come up, and need not be excluded.
        let mut constraints = std::mem::take(&mut model.constraints);
        constraints.retain(|constraint| {
            let board = constraint.body.excluded().into_iter();
            let mut placements = board.flat_map(|board| board.placements());
            placements.all(|&placed| model.placements_of(placed).next().is_some())
        });
        model.constraints = constraints;
        model
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
