//! Knowledge: what is known, and what that leaves possible.
//!
//! What is known is a list of [`Item`]s in the order in which they became known, each with its
//! [`Source`]: what a cell can show, which cells share a domino or do not, which domino lies
//! somewhere, which do not. What is possible follows from them by what the words mean, and by
//! nothing else: a domino shows its halves, a cell is under one domino, and a domino that lies
//! somewhere lies nowhere else. Whatever takes a thought is a technique's.

use std::rc::Rc;

use super::ground::{Ground, KindId, Placement, PlacementId, ValueId, ValueSet};
use crate::puzzle::{CellId, EdgeId, Fact, Pips};

/// Something that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// A cell shows one of these.
    Values(CellId, ValueSet),
    /// One domino lies on these two cells.
    Joined(EdgeId),
    /// No domino lies on these two cells.
    Apart(EdgeId),
    /// This domino lies there, one way round or the other.
    On(EdgeId, KindId),
    /// These do not lie there.
    Barred(EdgeId, Rc<[PlacementId]>),
}

/// Where something is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It was known before: from the board as it is, from a pin or from an earlier hint.
    Given,
    /// It is supposed, to see where that leads.
    Supposed,
    /// The step with this number has shown it.
    Step(usize),
}

/// What is known, and what that leaves possible.
#[derive(Debug, Clone)]
pub struct Knowledge<'g> {
    pub(super) ground: &'g Ground<'g>,
    /// What is known, in order.
    trail: Vec<(Item, Source)>,
    values: Vec<ValueSet>,
    joined: Vec<bool>,
    apart: Vec<bool>,
    laid: Vec<Option<KindId>>,
    barred: Vec<bool>,
    /// By kind: how many are known to lie somewhere.
    used: Vec<usize>,
    /// By edge: whether a domino may lie there.
    open: Vec<bool>,
    /// By placement: whether it may lie so.
    live: Vec<bool>,
}

/// What a look has found out.
#[derive(Debug, Default)]
pub(super) struct Excluded {
    /// Values that cells cannot show.
    pub(super) values: Vec<(CellId, ValueSet)>,
    /// Edges on which no domino lies.
    pub(super) edges: Vec<EdgeId>,
    /// Edges on which one domino lies.
    pub(super) joined: Vec<EdgeId>,
    /// Dominoes that lie somewhere, whichever way round.
    pub(super) laid: Vec<(EdgeId, KindId)>,
    /// Ways in which dominoes do not lie, edge by edge.
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

    pub(super) fn is_nothing(&self) -> bool {
        !self.everything
            && self.values.is_empty()
            && self.edges.is_empty()
            && self.joined.is_empty()
            && self.laid.is_empty()
            && self.placements.is_empty()
    }

    /// What is known by it, beside what was known before.
    pub(super) fn items(&self, before: &Knowledge<'_>) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        items.extend(self.joined.iter().copied().map(Item::Joined));
        items.extend(self.laid.iter().map(|&(edge, kind)| Item::On(edge, kind)));
        let values = self.values.iter();
        items.extend(values.map(|&(cell, gone)| {
            let left = before.values(cell).without(gone);
            Item::Values(cell, left)
        }));
        items.extend(self.edges.iter().copied().map(Item::Apart));
        let edge = |one: &PlacementId| before.ground.placement(*one).edge;
        let by_edge = self.placements.chunk_by(|a, b| edge(a) == edge(b));
        items.extend(by_edge.map(|there| Item::Barred(edge(&there[0]), there.into())));
        items
    }
}

impl<'g> Knowledge<'g> {
    /// Nothing is known yet.
    pub(super) fn new(ground: &'g Ground<'g>) -> Self {
        let edges = ground.edge_ids().count();
        Knowledge {
            ground,
            trail: Vec::new(),
            values: vec![ground.all_values(); ground.puzzle.cells().len()],
            joined: vec![false; edges],
            apart: vec![false; edges],
            laid: vec![None; edges],
            barred: vec![false; ground.placements.len()],
            used: vec![0; ground.kind_ids().count()],
            open: vec![true; edges],
            live: vec![true; ground.placements.len()],
        }
    }

    /// Exactly these items are known.
    pub(super) fn of<'i>(
        ground: &'g Ground<'g>,
        items: impl IntoIterator<Item = &'i (Item, Source)>,
    ) -> Self {
        let mut knowledge = Knowledge::new(ground);
        for (item, source) in items {
            knowledge.note(item.clone(), *source);
        }
        knowledge.settle();
        knowledge
    }

    /// What is known, in the order in which it became known.
    pub(super) fn trail(&self) -> &[(Item, Source)] {
        &self.trail
    }

    /// Takes note of something; what that leaves possible is not looked at yet.
    fn note(&mut self, item: Item, source: Source) {
        match &item {
            Item::Values(cell, kept) => {
                let values = &mut self.values[cell.index()];
                *values = values.and(*kept);
            }
            Item::Joined(edge) => self.joined[edge.index()] = true,
            Item::Apart(edge) => self.apart[edge.index()] = true,
            Item::On(edge, kind) => {
                self.joined[edge.index()] = true;
                self.laid[edge.index()] = Some(*kind);
            }
            Item::Barred(_, placements) => {
                for placement in placements.iter() {
                    self.barred[placement.0] = true;
                }
            }
        }
        self.trail.push((item, source));
    }

    /// Takes facts for granted. Rules are not knowledge: they are looked at.
    pub(super) fn assume(&mut self, facts: &[Fact], source: Source) {
        for &fact in facts {
            self.assume_one(fact, source);
        }
        // Two cells that share a domino and show something: it is the domino with these halves.
        // Where that is not all given, to see it is a step.
        let is_given = source == Source::Given && self.ground.all_values().len() > 1;
        for edge in self.ground.edge_ids().filter(|_| is_given) {
            if self.joined[edge.index()] && self.laid[edge.index()].is_none() {
                let shown = self.ground.ends(edge).map(|cell| self.shown(cell));
                let [Some(a), Some(b)] = shown else {
                    continue;
                };
                let mut there = self.ground.on_edge(edge).map(|p| self.ground.placement(p));
                if let Some(lies) = there.find(|one| one.values == [a, b]) {
                    self.note(Item::On(edge, lies.kind), source);
                }
            }
        }
        self.settle();
    }

    fn assume_one(&mut self, fact: Fact, source: Source) {
        let ground = self.ground;
        let alone = |pips: Pips| ground.value(pips).map(ValueSet::of).unwrap_or_default();
        match fact {
            // No look rests on the exclusion of whole boards.
            Fact::Rule(_) | Fact::NotExcluded => {}
            Fact::Shows(cell, pips) => {
                let values = self.values(cell).and(alone(pips));
                if values != self.values(cell) {
                    self.note(Item::Values(cell, values), source);
                }
            }
            Fact::ShowsNot(cell, pips) => {
                let values = self.values(cell).without(alone(pips));
                self.note(Item::Values(cell, values), source);
            }
            Fact::Joined(edge) => match ground.edge_id(edge) {
                Some(edge) if self.joined[edge.index()] => {}
                Some(edge) => self.note(Item::Joined(edge), source),
                None => {
                    for edge in ground.edge_ids() {
                        self.note(Item::Apart(edge), source);
                    }
                }
            },
            Fact::Apart(edge) => {
                if let Some(edge) = ground.edge_id(edge) {
                    self.note(Item::Apart(edge), source);
                }
            }
            Fact::Lies(placed) => {
                if let Some(placement) = ground.placement_of(placed) {
                    let Placement { edge, kind, .. } = ground.placement(placement);
                    self.note(Item::On(edge, kind), source);
                }
                for (cell, pips) in placed.halves() {
                    self.assume_one(Fact::Shows(cell, pips), source);
                }
            }
            Fact::LiesNot(placed) => {
                if let Some(placement) = ground.placement_of(placed) {
                    let edge = ground.placement(placement).edge;
                    self.note(Item::Barred(edge, Rc::new([placement])), source);
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
    pub(super) fn open_at(&self, cell: CellId) -> impl Iterator<Item = EdgeId> {
        let edges = self.ground.graph.edges_at(cell).iter().copied();
        edges.filter(|&edge| self.is_open(edge))
    }

    /// Whether a domino is known to lie on the edge.
    pub(super) fn is_joined(&self, edge: EdgeId) -> bool {
        self.joined[edge.index()]
    }

    /// Which domino is known to lie on the edge.
    pub(super) fn laid(&self, edge: EdgeId) -> Option<KindId> {
        self.laid[edge.index()]
    }

    /// How many copies of a domino may lie where none is known to lie.
    pub(super) fn left(&self, kind: KindId) -> usize {
        let (_, copies) = self.ground.kind(kind);
        copies.saturating_sub(self.used[kind.0])
    }

    /// Whether it is known which domino lies on a cell.
    pub(super) fn is_under_laid(&self, cell: CellId) -> bool {
        self.open_at(cell).any(|edge| self.laid(edge).is_some())
    }

    /// What the dominoes that may lie on a cell show there.
    pub(super) fn fitting(&self, cell: CellId) -> ValueSet {
        let shown = |edge: EdgeId| {
            let end = usize::from(self.ground.edge(edge).b == cell);
            let there = self.live_on(edge);
            there.map(move |one| self.ground.placement(one).values[end])
        };
        self.open_at(cell).flat_map(shown).collect()
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
            Fact::Rule(_) | Fact::NotExcluded => false,
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
                let edge = ground.edge_id(placed.edge());
                let mut halves = placed.halves().into_iter();
                edge.is_some_and(|edge| self.laid(edge).is_some())
                    && halves.all(|(cell, pips)| self.knows(Fact::Shows(cell, pips)))
            }
            Fact::LiesNot(placed) => {
                let placement = ground.placement_of(placed);
                placement.is_none_or(|placement| !self.is_live(placement))
            }
        }
    }

    /// Learns what a look has found out.
    pub(super) fn learn(&mut self, excluded: &Excluded, source: Source) {
        for item in excluded.items(self) {
            self.note(item, source);
        }
        self.settle();
    }

    /// Finds out what is possible by what is known.
    fn settle(&mut self) {
        let ground = self.ground;
        self.open.fill(true);
        self.used.fill(0);
        for edge in ground.edge_ids() {
            if self.joined[edge.index()] {
                for cell in ground.ends(edge) {
                    for &other in ground.graph.edges_at(cell) {
                        self.open[other.index()] &= other == edge;
                    }
                }
            }
            if let Some(kind) = self.laid[edge.index()] {
                self.used[kind.0] += 1;
            }
        }
        for (open, apart) in self.open.iter_mut().zip(&self.apart) {
            *open &= !apart;
        }
        for edge in ground.edge_ids() {
            let [a, b] = ground.ends(edge).map(|cell| self.values(cell));
            let (open, laid) = (self.is_open(edge), self.laid(edge));
            for id in ground.on_edge(edge) {
                let Placement { kind, values, .. } = ground.placement(id);
                self.live[id.0] = open
                    && !self.barred[id.0]
                    && a.contains(values[0])
                    && b.contains(values[1])
                    && match laid {
                        Some(other) => other == kind && self.used[kind.0] <= ground.kind(kind).1,
                        None => self.left(kind) > 0,
                    };
            }
        }
    }
}
