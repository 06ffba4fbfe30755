//! Knowledge: what is still possible.
//!
//! Per cell its values, per edge whether a domino may lie there, per placement whether it may lie
//! so. [`Knowledge::settle`] keeps the three in step where nobody needs words for it: what does
//! not fit the values is no longer possible, two dominoes do not share a cell, and a domino that
//! lies somewhere for good lies nowhere else.

use super::ground::{Ground, Placement, PlacementId, ValueId, ValueSet};
use crate::puzzle::{CellId, Domino, Edge, EdgeId, Fact, Pips, Placed};

/// What is still possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    values: Vec<ValueSet>,
    /// By edge: whether a domino may lie there.
    open: Vec<bool>,
    /// By placement: whether it may lie so.
    live: Vec<bool>,
}

/// The point at which nothing is possible any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeadEnd {
    /// A cell can show nothing.
    NoValue(CellId),
    /// No domino can cover a cell.
    Uncovered(CellId),
    /// A domino is needed more often than there are copies.
    TooFew(Domino),
    /// A step has seen that nothing is possible, and says why.
    Seen,
}

/// What is taken out of what is possible.
#[derive(Debug, Default)]
pub(super) struct Excluded {
    /// Values that cells cannot show.
    pub(super) values: Vec<(CellId, ValueSet)>,
    /// Edges on which no domino lies.
    pub(super) edges: Vec<EdgeId>,
    /// Ways in which dominoes do not lie.
    pub(super) placements: Vec<PlacementId>,
    /// Whether nothing is possible any more.
    pub(super) everything: bool,
}

impl Excluded {
    pub(super) fn everything() -> Self {
        Excluded {
            everything: true,
            ..Excluded::default()
        }
    }

    pub(super) fn edges(edges: Vec<EdgeId>) -> Self {
        Excluded {
            edges,
            ..Excluded::default()
        }
    }

    /// What cells cannot show, where each shows one of the values that are kept for it.
    pub(super) fn all_but(
        knowledge: &Knowledge,
        kept: impl IntoIterator<Item = (CellId, ValueSet)>,
    ) -> Self {
        let mut excluded = Excluded::default();
        for (cell, kept) in kept {
            excluded.keep(knowledge, cell, kept);
        }
        excluded
    }

    /// Notes what a cell cannot show, of what it could.
    pub(super) fn keep(&mut self, knowledge: &Knowledge, cell: CellId, kept: ValueSet) {
        let gone = knowledge.values(cell).without(kept);
        if !gone.is_empty() {
            self.values.push((cell, gone));
        }
        self.everything |= gone == knowledge.values(cell);
    }

    pub(super) fn is_nothing(&self) -> bool {
        !self.everything
            && self.values.is_empty()
            && self.edges.is_empty()
            && self.placements.is_empty()
    }
}

impl Knowledge {
    /// Nothing is excluded yet.
    pub(super) fn new(ground: &Ground<'_>) -> Self {
        Knowledge {
            values: vec![ground.all_values(); ground.puzzle().cells().len()],
            open: vec![true; ground.edge_ids().count()],
            live: vec![true; ground.placements().count()],
        }
    }

    /// Takes something for granted. Rules are not knowledge: they are looked at.
    pub(super) fn assume(&mut self, ground: &Ground<'_>, premise: Fact) {
        let alone = |pips: Pips| ground.value(pips).map(ValueSet::of).unwrap_or_default();
        match premise {
            Fact::Rule(_) => {}
            Fact::Shows(cell, pips) => {
                let values = &mut self.values[cell.index()];
                *values = values.and(alone(pips));
            }
            Fact::ShowsNot(cell, pips) => {
                let values = &mut self.values[cell.index()];
                *values = values.without(alone(pips));
            }
            Fact::Joined(edge) => match ground.edge_id(edge) {
                Some(edge) => self.join(ground, edge),
                None => self.open.fill(false),
            },
            Fact::Apart(edge) => {
                if let Some(edge) = ground.edge_id(edge) {
                    self.open[edge.index()] = false;
                }
            }
            Fact::Lies(placed) => {
                self.assume(ground, Fact::Joined(placed.edge()));
                for (cell, pips) in placed.halves() {
                    self.assume(ground, Fact::Shows(cell, pips));
                }
            }
            Fact::LiesNot(placed) => {
                for placement in placements_of(ground, placed) {
                    self.live[placement.0] = false;
                }
            }
        }
    }

    /// Closes the other edges at the two cells of an edge.
    fn join(&mut self, ground: &Ground<'_>, edge: EdgeId) {
        for cell in ground.ends(edge) {
            for &other in ground.edges_at(cell) {
                if other != edge {
                    self.open[other.index()] = false;
                }
            }
        }
    }

    /// What a cell can show.
    pub(super) fn values(&self, cell: CellId) -> ValueSet {
        self.values[cell.index()]
    }

    /// What a cell shows for certain.
    pub(super) fn shown(&self, cell: CellId) -> Option<ValueId> {
        self.values(cell).only()
    }

    /// Whether a domino may lie on an edge.
    pub(super) fn is_open(&self, edge: EdgeId) -> bool {
        self.open[edge.index()]
    }

    /// Whether a domino may lie so.
    pub(super) fn is_live(&self, placement: PlacementId) -> bool {
        self.live[placement.0]
    }

    /// The open edges at a cell.
    pub(super) fn open_at(
        &self,
        ground: &Ground<'_>,
        cell: CellId,
    ) -> impl Iterator<Item = EdgeId> {
        let edges = ground.edges_at(cell).iter().copied();
        edges.filter(|&edge| self.is_open(edge))
    }

    /// Whether a domino lies on the edge for certain.
    pub(super) fn is_joined(&self, ground: &Ground<'_>, edge: EdgeId) -> bool {
        let alone = |cell: CellId| self.open_at(ground, cell).count() == 1;
        self.is_open(edge) && ground.ends(edge).into_iter().any(alone)
    }

    /// The live placements on an edge.
    pub(super) fn live_on(
        &self,
        ground: &Ground<'_>,
        edge: EdgeId,
    ) -> impl Iterator<Item = PlacementId> {
        let placements = ground.on_edge(edge);
        placements.filter(|&placement| self.is_live(placement))
    }

    /// Whether it is known to be true.
    pub(super) fn knows(&self, ground: &Ground<'_>, fact: Fact) -> bool {
        let shows = |cell: CellId, pips: Pips| {
            let value = ground.value(pips);
            value.is_some() && self.shown(cell) == value
        };
        let joined = |edge: Edge| {
            let edge = ground.edge_id(edge);
            edge.is_some_and(|edge| self.is_joined(ground, edge))
        };
        match fact {
            Fact::Rule(_) => false,
            Fact::Shows(cell, pips) => shows(cell, pips),
            Fact::ShowsNot(cell, pips) => {
                let value = ground.value(pips);
                value.is_none_or(|value| !self.values(cell).contains(value))
            }
            Fact::Joined(edge) => joined(edge),
            Fact::Apart(edge) => {
                let edge = ground.edge_id(edge);
                edge.is_none_or(|edge| !self.is_open(edge))
            }
            Fact::Lies(placed) => {
                let mut halves = placed.halves().into_iter();
                joined(placed.edge()) && halves.all(|(cell, pips)| shows(cell, pips))
            }
            Fact::LiesNot(placed) => {
                !placements_of(ground, placed).any(|placement| self.is_live(placement))
            }
        }
    }

    /// Takes something out of what is possible.
    pub(super) fn exclude(
        &mut self,
        ground: &Ground<'_>,
        excluded: &Excluded,
    ) -> Result<(), DeadEnd> {
        for &(cell, gone) in &excluded.values {
            self.values[cell.index()] = self.values(cell).without(gone);
        }
        for edge in &excluded.edges {
            self.open[edge.index()] = false;
        }
        for placement in &excluded.placements {
            self.live[placement.0] = false;
        }
        if excluded.everything {
            return Err(DeadEnd::Seen);
        }
        self.settle(ground)
    }

    /// Brings values, edges and dominoes in step.
    pub(super) fn settle(&mut self, ground: &Ground<'_>) -> Result<(), DeadEnd> {
        let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
        loop {
            let before = (count(&self.live), count(&self.open));
            for (number, placement) in ground.placements() {
                self.live[number.0] = self.is_live(number)
                    && self.is_open(placement.edge)
                    && ground
                        .under(placement)
                        .into_iter()
                        .all(|(cell, value)| self.values(cell).contains(value));
            }
            self.lay_down(ground)?;
            for cell in ground.puzzle().cell_ids() {
                if self.values(cell).is_empty() {
                    return Err(DeadEnd::NoValue(cell));
                }
                if self.open_at(ground, cell).next().is_none() {
                    return Err(DeadEnd::Uncovered(cell));
                }
            }
            if before == (count(&self.live), count(&self.open)) {
                return Ok(());
            }
        }
    }

    /// Dominoes that lie somewhere for good are used up, and show what they show.
    fn lay_down(&mut self, ground: &Ground<'_>) -> Result<(), DeadEnd> {
        let mut laid: Vec<Vec<EdgeId>> = vec![Vec::new(); ground.kind_ids().count()];
        for edge in ground.edge_ids() {
            if !self.is_joined(ground, edge) {
                continue;
            }
            self.join(ground, edge);
            let live = self.live_on(ground, edge);
            let live: Vec<Placement> = live.map(|one| ground.placement(one)).collect();
            let Some(first) = live.first() else {
                continue;
            };
            if live.iter().all(|other| other.kind == first.kind) {
                laid[first.kind.0].push(edge);
            }
            if let [only] = live[..] {
                for (cell, value) in ground.under(only) {
                    let values = &mut self.values[cell.index()];
                    *values = values.and(ValueSet::of(value));
                }
            }
        }
        for (kind, edges) in ground.kind_ids().zip(&laid) {
            let (domino, copies) = ground.kind(kind);
            if edges.len() > copies {
                return Err(DeadEnd::TooFew(domino));
            }
            if edges.len() == copies {
                for (number, placement) in ground.placements() {
                    if placement.kind == kind && !edges.contains(&placement.edge) {
                        self.live[number.0] = false;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The placements that are a domino as it lies: one at most.
fn placements_of(ground: &Ground<'_>, placed: Placed) -> impl Iterator<Item = PlacementId> {
    let edge = ground.edge_id(placed.edge()).into_iter();
    let there = edge.flat_map(|edge| ground.on_edge(edge));
    there.filter(move |&placement| ground.placed(placement) == placed)
}
