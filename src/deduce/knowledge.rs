//! Knowledge: what is still possible.
//!
//! Per cell its values, per edge whether a domino may lie there, per placement whether it may lie
//! so. [`Knowledge::settle`] keeps the three in step where nobody needs words for it: what does
//! not fit the values is no longer possible, two dominoes do not share a cell, and a domino that
//! lies somewhere for good lies nowhere else.

use super::ground::{Ground, Placement, PlacementId, ValueId, ValueSet};
use crate::puzzle::{CellId, Domino, EdgeId, Fact, Pips};

/// What is still possible.
#[derive(Debug, Clone)]
pub struct Knowledge<'g> {
    pub(super) ground: &'g Ground<'g>,
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

    /// What cells cannot show, where each shows one of the values that are kept for it.
    pub(super) fn all_but(
        knowledge: &Knowledge<'_>,
        kept: impl IntoIterator<Item = (CellId, ValueSet)>,
    ) -> Self {
        let mut excluded = Excluded::default();
        for (cell, kept) in kept {
            excluded.keep(knowledge, cell, kept);
        }
        excluded
    }

    /// Notes what a cell cannot show, of what it could.
    pub(super) fn keep(&mut self, knowledge: &Knowledge<'_>, cell: CellId, kept: ValueSet) {
        let gone = knowledge.values(cell).without(kept);
        if !gone.is_empty() {
            self.values.push((cell, gone));
        }
        self.everything |= gone == knowledge.values(cell);
    }

    /// The cells that this is about, in board order.
    pub(super) fn cells(&self, ground: &Ground<'_>) -> Vec<CellId> {
        let shown = self.values.iter().map(|(cell, _)| *cell);
        let placements = self.placements.iter();
        let lying = placements.map(|&one| ground.placement(one).edge);
        let edges = self.edges.iter().copied().chain(lying);
        let mut cells: Vec<CellId> = shown
            .chain(edges.flat_map(|edge| ground.ends(edge)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    pub(super) fn is_nothing(&self) -> bool {
        !self.everything
            && self.values.is_empty()
            && self.edges.is_empty()
            && self.placements.is_empty()
    }
}

impl<'g> Knowledge<'g> {
    /// Nothing is excluded yet.
    pub(super) fn new(ground: &'g Ground<'g>) -> Self {
        Knowledge {
            ground,
            values: vec![ground.all_values(); ground.puzzle.cells().len()],
            open: vec![true; ground.edge_ids().count()],
            live: vec![true; ground.placements.len()],
        }
    }

    /// Takes something for granted. Rules are not knowledge: they are looked at.
    pub(super) fn assume(&mut self, fact: Fact) {
        let ground = self.ground;
        let alone = |pips: Pips| ground.value(pips).map(ValueSet::of).unwrap_or_default();
        match fact {
            Fact::Rule(_) => {}
            Fact::Shows(cell, pips) => self.keep(cell, alone(pips)),
            Fact::ShowsNot(cell, pips) => self.keep(cell, self.values(cell).without(alone(pips))),
            Fact::Joined(edge) => match ground.edge_id(edge) {
                Some(edge) => self.join(edge),
                None => self.open.fill(false),
            },
            Fact::Apart(edge) => {
                if let Some(edge) = ground.edge_id(edge) {
                    self.open[edge.index()] = false;
                }
            }
            Fact::Lies(placed) => {
                self.assume(Fact::Joined(placed.edge()));
                for (cell, pips) in placed.halves() {
                    self.assume(Fact::Shows(cell, pips));
                }
            }
            Fact::LiesNot(placed) => {
                if let Some(placement) = ground.placement_of(placed) {
                    self.live[placement.0] = false;
                }
            }
        }
    }

    /// Leaves a cell no values but these.
    fn keep(&mut self, cell: CellId, kept: ValueSet) {
        let values = &mut self.values[cell.index()];
        *values = values.and(kept);
    }

    /// Closes the other edges at the two cells of an edge.
    fn join(&mut self, edge: EdgeId) {
        for cell in self.ground.ends(edge) {
            for &other in self.ground.graph.edges_at(cell) {
                self.open[other.index()] &= other == edge;
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
    pub(super) fn open_at(&self, cell: CellId) -> impl Iterator<Item = EdgeId> {
        let edges = self.ground.graph.edges_at(cell).iter().copied();
        edges.filter(|&edge| self.is_open(edge))
    }

    /// Whether a domino lies on the edge for certain.
    pub(super) fn is_joined(&self, edge: EdgeId) -> bool {
        let alone = |cell: CellId| self.open_at(cell).count() == 1;
        self.is_open(edge) && self.ground.ends(edge).into_iter().any(alone)
    }

    /// The live placements on an edge.
    pub(super) fn live_on(&self, edge: EdgeId) -> impl Iterator<Item = PlacementId> {
        let placements = self.ground.on_edge(edge);
        placements.filter(|&placement| self.is_live(placement))
    }

    /// Every live placement, edge by edge.
    pub(super) fn live(&self) -> impl Iterator<Item = Placement> {
        let placements = self.ground.placements.iter().zip(&self.live);
        placements.filter_map(|(placement, live)| live.then_some(*placement))
    }

    /// Whether it is known to be true.
    pub(super) fn knows(&self, fact: Fact) -> bool {
        let ground = self.ground;
        match fact {
            Fact::Rule(_) => false,
            Fact::Shows(cell, pips) => {
                let value = ground.value(pips);
                value.is_some() && self.shown(cell) == value
            }
            Fact::ShowsNot(cell, pips) => {
                let value = ground.value(pips);
                value.is_none_or(|value| !self.values(cell).contains(value))
            }
            Fact::Joined(edge) => ground
                .edge_id(edge)
                .is_some_and(|edge| self.is_joined(edge)),
            Fact::Apart(edge) => ground.edge_id(edge).is_none_or(|edge| !self.is_open(edge)),
            Fact::Lies(placed) => {
                let mut halves = placed.halves().into_iter();
                self.knows(Fact::Joined(placed.edge()))
                    && halves.all(|(cell, pips)| self.knows(Fact::Shows(cell, pips)))
            }
            Fact::LiesNot(placed) => {
                let placement = ground.placement_of(placed);
                placement.is_none_or(|placement| !self.is_live(placement))
            }
        }
    }

    /// Takes something out of what is possible.
    pub(super) fn exclude(&mut self, excluded: &Excluded) -> Result<(), DeadEnd> {
        for &(cell, gone) in &excluded.values {
            self.keep(cell, self.values(cell).without(gone));
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
        self.settle()
    }

    /// Brings values, edges and dominoes in step.
    pub(super) fn settle(&mut self) -> Result<(), DeadEnd> {
        let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
        let ground = self.ground;
        loop {
            let before = (count(&self.live), count(&self.open));
            let placements = ground.placements.iter().copied();
            for (live, placement) in self.live.iter_mut().zip(placements) {
                let mut halves = ground.under(placement).into_iter();
                *live = *live
                    && self.open[placement.edge.index()]
                    && halves.all(|(cell, value)| self.values[cell.index()].contains(value));
            }
            self.lay_down()?;
            for cell in ground.puzzle.cell_ids() {
                if self.values(cell).is_empty() {
                    return Err(DeadEnd::NoValue(cell));
                }
                if self.open_at(cell).next().is_none() {
                    return Err(DeadEnd::Uncovered(cell));
                }
            }
            if before == (count(&self.live), count(&self.open)) {
                return Ok(());
            }
        }
    }

    /// Dominoes that lie somewhere for good are used up, and show what they show.
    fn lay_down(&mut self) -> Result<(), DeadEnd> {
        let ground = self.ground;
        let mut laid: Vec<Vec<EdgeId>> = vec![Vec::new(); ground.kind_ids().count()];
        for edge in ground.edge_ids() {
            if !self.is_joined(edge) {
                continue;
            }
            self.join(edge);
            let live = self.live_on(edge).map(|one| ground.placement(one));
            let live: Vec<Placement> = live.collect();
            let Some(first) = live.first() else {
                continue;
            };
            if live.iter().all(|other| other.kind == first.kind) {
                laid[first.kind.0].push(edge);
            }
            if let [only] = live[..] {
                for (cell, value) in ground.under(only) {
                    self.keep(cell, ValueSet::of(value));
                }
            }
        }
        for (kind, edges) in ground.kind_ids().zip(&laid) {
            let (domino, copies) = ground.kind(kind);
            if edges.len() > copies {
                return Err(DeadEnd::TooFew(domino));
            }
        }
        for (live, placement) in self.live.iter_mut().zip(&ground.placements) {
            let edges = &laid[placement.kind.0];
            if *live && edges.len() == ground.kind(placement.kind).1 {
                *live = edges.contains(&placement.edge);
            }
        }
        Ok(())
    }
}
