//! What is known, and what that leaves possible.
//!
//! The trail has every [`Statement`] in the order in which it became known, with its [`Source`]. What is
//! possible follows from it by definition alone: a domino shows its halves, a cell is under one domino,
//! and a copy that lies on an edge lies on no other. Everything else is inferred by a technique.

use fixedbitset::FixedBitSet;

use super::index::{KindId, Placement, PlacementId, PuzzleIndex, ValueId, ValueSet};
use super::statement::{Source, Statement};
use crate::puzzle::{CellId, EdgeId, Fact};

/// What is known, and what that leaves possible.
#[derive(Debug, Clone)]
pub(super) struct State<'g> {
    pub(super) index: &'g PuzzleIndex<'g>,
    trail: Vec<(Statement, Source)>,
    values: Vec<ValueSet>,
    joined: Vec<bool>,
    laid: Vec<Option<KindId>>,
    /// By kind: how many copies lie on known edges.
    used: Vec<usize>,
    /// By edge: whether a domino may lie there.
    open: Vec<bool>,
    /// The placements that are possible, all of them on open edges.
    live: FixedBitSet,
    /// By cell: the length of the trail when something last changed at it.
    changed: Vec<usize>,
    /// The same for how many halves or copies are left.
    supply_changed: usize,
}

impl<'g> State<'g> {
    pub(super) fn new(index: &'g PuzzleIndex<'g>) -> Self {
        let edges = index.puzzle.edges().len();
        let cells = index.puzzle.cells().len();
        let mut live = FixedBitSet::with_capacity(index.placements.len());
        live.insert_range(..);
        State {
            index,
            trail: Vec::new(),
            values: vec![index.all_values(); cells],
            joined: vec![false; edges],
            laid: vec![None; edges],
            used: vec![0; index.kind_ids().count()],
            open: vec![true; edges],
            live,
            changed: vec![0; cells],
            supply_changed: 0,
        }
    }

    /// Exactly these statements are known.
    pub(super) fn of<'i>(
        index: &'g PuzzleIndex<'g>,
        known: impl IntoIterator<Item = &'i (Statement, Source)>,
    ) -> Self {
        let mut state = State::new(index);
        for (statement, source) in known {
            state.note(statement.clone(), *source);
        }
        state.settle();
        state
    }

    /// What is known, in the order in which it became known.
    pub(super) fn trail(&self) -> &[(Statement, Source)] {
        &self.trail
    }

    /// Takes a statement of the trail for given.
    pub(super) fn give(&mut self, position: usize) {
        self.trail[position].1 = Source::Given;
    }

    /// Adds statements.
    pub(super) fn learn(&mut self, statements: &[Statement], source: Source) {
        for statement in statements {
            self.note(statement.clone(), source);
        }
        self.settle();
    }

    /// Adds facts. Rules are premises of techniques and are not part of the state.
    pub(super) fn assume(&mut self, facts: &[Fact], source: Source) {
        for &fact in facts {
            self.assume_one(fact, source);
        }
        // Two cells that share a domino and show something determine the domino. Where that is not
        // given, it is a step.
        for edge in self.index.edge_ids().filter(|_| source == Source::Given) {
            let shown = self.index.ends(edge).map(|cell| self.shown(cell));
            if self.is_joined(edge)
                && self.laid(edge).is_none()
                && let [Some(a), Some(b)] = shown
            {
                let mut there = self.index.on_edge(edge).map(|p| self.index.placement(p));
                if let Some(lies) = there.find(|one| one.values == [a, b]) {
                    let domino = self.index.kind(lies.kind).0;
                    self.note(Statement::On(self.index.edge(edge), domino), source);
                }
            }
        }
        self.settle();
    }

    fn assume_one(&mut self, fact: Fact, source: Source) {
        let index = self.index;
        match fact {
            Fact::Rule(_) => {}
            Fact::Shows(cell, pips) => {
                let values = self.values(cell).and(index.set(&[pips]));
                if values != self.values(cell) {
                    self.note(index.shows(cell, values), source);
                }
            }
            Fact::ShowsNot(cell, pips) => {
                let values = self.values(cell).without(index.set(&[pips]));
                self.note(index.shows(cell, values), source);
            }
            Fact::Joined(edge) if index.edge_id(edge).is_some_and(|one| self.is_joined(one)) => {}
            Fact::Joined(edge) => self.note(Statement::Joined(edge), source),
            Fact::Apart(edge) => self.note(Statement::Apart(edge), source),
            Fact::Lies(placed) => {
                self.note(Statement::On(placed.edge(), placed.domino()), source);
                for (cell, pips) in placed.halves() {
                    self.assume_one(Fact::Shows(cell, pips), source);
                }
            }
            Fact::LiesNot(placed) => self.note(Statement::Not(vec![placed]), source),
        }
    }

    /// Adds a statement to the trail; [`State::settle`] works out which placements it leaves possible.
    fn note(&mut self, statement: Statement, source: Source) {
        let index = self.index;
        let now = self.trail.len() + 1;
        for cell in statement.cells() {
            self.changed[cell.index()] = now;
        }
        match &statement {
            Statement::Shows(cell, pips) => {
                let values = &mut self.values[cell.index()];
                *values = values.and(index.set(pips));
                if values.len() <= 1 {
                    self.supply_changed = now;
                }
            }
            Statement::Joined(edge) => {
                if let Some(edge) = index.edge_id(*edge) {
                    self.join(edge, now);
                }
            }
            Statement::Apart(edge) => {
                if let Some(edge) = index.edge_id(*edge) {
                    self.close(edge, now);
                }
            }
            Statement::On(edge, domino) => {
                if let Some(edge) = index.edge_id(*edge) {
                    self.join(edge, now);
                    let kind = index.kind_of(*domino);
                    let before = std::mem::replace(&mut self.laid[edge.index()], kind);
                    if let Some(kind) = kind.filter(|_| before != kind) {
                        self.used[kind.0] += 1;
                    }
                    self.supply_changed = now;
                }
            }
            Statement::Not(placed) => {
                for placement in placed.iter().filter_map(|&one| index.placement_of(one)) {
                    self.live.remove(placement.0);
                }
            }
            Statement::Impossible => {}
        }
        self.trail.push((statement, source));
    }

    /// A domino lies on an edge, and so on no other edge at its cells.
    fn join(&mut self, edge: EdgeId, now: usize) {
        self.joined[edge.index()] = true;
        let index = self.index;
        for cell in index.ends(edge) {
            for &other in index
                .graph
                .edges_at(cell)
                .iter()
                .filter(|&&one| one != edge)
            {
                self.close(other, now);
            }
        }
    }

    /// No domino lies on an edge.
    fn close(&mut self, edge: EdgeId, now: usize) {
        if std::mem::replace(&mut self.open[edge.index()], false) {
            for placement in self.index.on_edge(edge) {
                self.live.remove(placement.0);
            }
            for cell in self.index.ends(edge) {
                self.changed[cell.index()] = now;
            }
        }
    }

    /// Removes the placements that are no longer possible by what is known. None ever comes back.
    fn settle(&mut self) {
        let index = self.index;
        for edge in index.edge_ids().filter(|edge| self.open[edge.index()]) {
            let [a, b] = index.ends(edge).map(|cell| self.values(cell));
            let laid = self.laid(edge);
            let mut has_changed = false;
            for id in index.on_edge(edge) {
                if !self.live.contains(id.0) {
                    continue;
                }
                let Placement { kind, values, .. } = index.placement(id);
                let is_left = match laid {
                    Some(other) => other == kind && self.used[kind.0] <= index.kind(kind).1,
                    None => self.left(kind) > 0,
                };
                if !is_left || !a.contains(values[0]) || !b.contains(values[1]) {
                    self.live.remove(id.0);
                    has_changed = true;
                }
            }
            if has_changed {
                for cell in index.ends(edge) {
                    self.changed[cell.index()] = self.trail.len();
                }
            }
        }
    }

    /// Whether something changed at one of these cells since the trail had this length; with `supply`
    /// also whether fewer halves or copies are left.
    pub(super) fn has_changed(&self, cells: &[CellId], supply: bool, since: usize) -> bool {
        (supply && self.supply_changed > since)
            || cells.iter().any(|cell| self.changed[cell.index()] > since)
    }

    /// What a cell can show.
    pub(super) fn values(&self, cell: CellId) -> ValueSet {
        self.values[cell.index()]
    }

    /// What a cell is known to show.
    pub(super) fn shown(&self, cell: CellId) -> Option<ValueId> {
        self.values(cell).only()
    }

    /// Whether a domino may lie on an edge.
    pub(super) fn is_open(&self, edge: EdgeId) -> bool {
        self.open[edge.index()]
    }

    pub(super) fn is_live(&self, placement: PlacementId) -> bool {
        self.live.contains(placement.0)
    }

    /// The open edges at a cell.
    pub(super) fn open_at(&self, cell: CellId) -> impl Iterator<Item = EdgeId> {
        let edges = self.index.graph.edges_at(cell).iter().copied();
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
        let (_, copies) = self.index.kind(kind);
        copies.saturating_sub(self.used[kind.0])
    }

    /// What the placements that are possible on a cell show there.
    pub(super) fn fitting(&self, cell: CellId) -> ValueSet {
        let shown = |edge: EdgeId| {
            let end = usize::from(self.index.edge(edge).b == cell);
            let there = self.live_on(edge);
            there.map(move |one| self.index.placement(one).values[end])
        };
        self.open_at(cell).flat_map(shown).collect()
    }

    /// The live placements on an edge.
    pub(super) fn live_on(&self, edge: EdgeId) -> impl Iterator<Item = PlacementId> {
        let placements = self.index.on_edge(edge);
        placements.filter(|&placement| self.is_live(placement))
    }

    /// Whether a fact is known to be true.
    pub(super) fn knows(&self, fact: Fact) -> bool {
        let index = self.index;
        match fact {
            Fact::Rule(_) => false,
            Fact::Shows(cell, pips) => {
                let value = index.value(pips);
                value.is_some() && self.shown(cell) == value
            }
            Fact::ShowsNot(cell, pips) => {
                let value = index.value(pips);
                value.is_none_or(|value| !self.values(cell).contains(value))
            }
            Fact::Joined(edge) => index.edge_id(edge).is_some_and(|edge| self.is_joined(edge)),
            Fact::Apart(edge) => index.edge_id(edge).is_none_or(|edge| !self.is_open(edge)),
            Fact::Lies(placed) => {
                let edge = index.edge_id(placed.edge());
                let mut halves = placed.halves().into_iter();
                edge.is_some_and(|edge| self.is_joined(edge))
                    && halves.all(|(cell, pips)| self.knows(Fact::Shows(cell, pips)))
            }
            Fact::LiesNot(placed) => {
                let placement = index.placement_of(placed);
                placement.is_none_or(|placement| !self.is_live(placement))
            }
        }
    }

    /// Whether a statement follows by definition from what is known.
    pub(super) fn states(&self, statement: &Statement) -> bool {
        let index = self.index;
        match statement {
            Statement::Shows(cell, pips) => self.values(*cell).without(index.set(pips)).is_empty(),
            Statement::Joined(edge) => self.knows(Fact::Joined(*edge)),
            Statement::Apart(edge) => self.knows(Fact::Apart(*edge)),
            Statement::On(edge, domino) => {
                let laid = index.edge_id(*edge).and_then(|edge| self.laid(edge));
                laid.is_some() && laid == index.kind_of(*domino)
            }
            Statement::Not(placed) => placed.iter().all(|&one| self.knows(Fact::LiesNot(one))),
            Statement::Impossible => self.values.iter().any(|values| values.is_empty()),
        }
    }

    /// The trail positions that together state a fact that is known.
    pub(super) fn positions(&self, fact: Fact) -> Vec<usize> {
        let last = |test: &dyn Fn(&Statement) -> bool| {
            let position = self.trail.iter().rposition(|(one, _)| test(one));
            position.into_iter().collect::<Vec<_>>()
        };
        match fact {
            Fact::Shows(cell, _) => {
                last(&|one| matches!(one, Statement::Shows(other, _) if *other == cell))
            }
            Fact::Joined(edge) => {
                let states = |one: &Statement| match one {
                    Statement::Joined(other) | Statement::On(other, _) => *other == edge,
                    _ => false,
                };
                let first = self.trail.iter().position(|(one, _)| states(one));
                first.into_iter().collect()
            }
            Fact::Lies(placed) => {
                let halves = placed.halves().into_iter();
                let mut all: Vec<usize> = halves
                    .flat_map(|(cell, pips)| self.positions(Fact::Shows(cell, pips)))
                    .collect();
                let edge = placed.edge();
                let on = last(&|one| matches!(one, Statement::On(other, _) if *other == edge));
                all.extend(if on.is_empty() {
                    self.positions(Fact::Joined(edge))
                } else {
                    on
                });
                all
            }
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => Vec::new(),
        }
    }
}
