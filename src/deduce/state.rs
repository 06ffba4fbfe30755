//! The propagation state: the known statements, and the domains that follow from them by definition.
//!
//! The trail holds every [`Premise`] in the order of inference, the rules first. Domains and placements
//! follow from it by definition alone: a domino shows its halves, a cell is under one domino, and a copy
//! lies on one edge. Everything else is inferred by a technique.

use fixedbitset::FixedBitSet;

use super::index::{KindId, PlacementId, PuzzleIndex, ValueId, ValueSet};
use super::statement::{Premise, PremiseSource, Statement};
use crate::puzzle::{CellId, Domino, EdgeId, Fact, Pips, RegionId};

/// The trail with the domains and placements that it leaves.
#[derive(Debug, Clone)]
pub(super) struct State<'g> {
    pub(super) index: &'g PuzzleIndex<'g>,
    /// The regions whose rules are known.
    pub(super) rules: Vec<RegionId>,
    trail: Vec<Premise>,
    values: Vec<ValueSet>,
    /// By value: number of cells known to show it.
    shown: Vec<usize>,
    joined: Vec<bool>,
    kinds_on: Vec<Option<KindId>>,
    /// By kind: number of copies on known edges.
    used: Vec<usize>,
    /// By edge: whether a domino may lie there.
    open: Vec<bool>,
    /// By edge: the possible placements.
    possible: Vec<FixedBitSet>,
    /// By cell: the length of the trail at its last change.
    changed: Vec<usize>,
    /// The same for the numbers of halves and copies left.
    supply_changed: usize,
    /// The length of the trail at the last [`State::update_placements`].
    updated: usize,
    /// The kinds of which the last copy was placed since then.
    exhausted: Vec<KindId>,
}

impl<'g> State<'g> {
    pub(super) fn new(index: &'g PuzzleIndex<'g>) -> Self {
        let edges = index.puzzle.edges().len();
        let cells = index.puzzle.cells().len();
        let mut all = FixedBitSet::with_capacity(index.placement_count());
        all.insert_range(..);
        let mut shown = vec![0; index.all_values().len()];
        if let Some(only) = index.all_values().only() {
            shown[only.0] = cells;
        }
        State {
            index,
            rules: Vec::new(),
            trail: Vec::new(),
            values: vec![index.all_values(); cells],
            shown,
            joined: vec![false; edges],
            kinds_on: vec![None; edges],
            used: vec![0; index.kind_ids().count()],
            open: vec![true; edges],
            possible: vec![all; edges],
            changed: vec![0; cells],
            supply_changed: 0,
            updated: 0,
            exhausted: Vec::new(),
        }
    }

    /// A state with exactly these premises.
    pub(super) fn of<'i>(
        index: &'g PuzzleIndex<'g>,
        known: impl IntoIterator<Item = &'i Premise>,
    ) -> Self {
        let mut state = State::new(index);
        for premise in known {
            state.push(premise.statement.clone(), premise.source);
        }
        state.update_placements();
        state
    }

    /// The premises in the order of inference.
    pub(super) fn trail(&self) -> &[Premise] {
        &self.trail
    }

    /// Marks a premise of the trail as given.
    pub(super) fn mark_given(&mut self, position: usize) {
        self.trail[position].source = PremiseSource::Given;
    }

    /// Adds statements.
    pub(super) fn learn(&mut self, statements: &[Statement], source: PremiseSource) {
        for statement in statements {
            self.push(statement.clone(), source);
        }
        self.update_placements();
    }

    /// Adds facts.
    pub(super) fn assume(&mut self, facts: &[Fact], source: PremiseSource) {
        for &fact in facts {
            for statement in self.statements(fact) {
                if !self.entails(&statement) {
                    self.push(statement, source);
                }
            }
        }
        // Two cells that share a domino and show something determine the domino. Where that is not
        // given, it is a step.
        for edge in self
            .index
            .edge_ids()
            .filter(|_| source == PremiseSource::Given)
        {
            let shown = self.index.ends(edge).map(|cell| self.shown(cell));
            if self.is_joined(edge)
                && self.kind_on(edge).is_none()
                && let [Some(a), Some(b)] = shown
            {
                let [a, b] = [a, b].map(|value| self.index.pips(value));
                let domino = Domino::new(a, b);
                if self.index.kind_of(domino).is_some() {
                    self.push(Statement::On(self.index.edge(edge), domino), source);
                }
            }
        }
        self.update_placements();
    }

    /// The statements of a fact, restricted to the current domains.
    fn statements(&self, fact: Fact) -> Vec<Statement> {
        let shows = |cell: CellId, pips: &[Pips]| {
            self.index
                .shows(cell, self.values(cell).and(self.index.set(pips)))
        };
        match fact {
            Fact::Rule(region) => vec![Statement::Rule(region)],
            Fact::Shows(cell, pips) => vec![shows(cell, &[pips])],
            Fact::ShowsNot(cell, pips) => {
                let values = self.values(cell).without(self.index.set(&[pips]));
                vec![self.index.shows(cell, values)]
            }
            Fact::Joined(edge) => vec![Statement::Joined(edge)],
            Fact::Apart(edge) => vec![Statement::Apart(edge)],
            Fact::Lies(placed) => {
                let on = Statement::On(placed.edge(), placed.domino());
                let halves = placed.halves().map(|(cell, pips)| shows(cell, &[pips]));
                [on].into_iter().chain(halves).collect()
            }
            Fact::LiesNot(placed) => vec![Statement::Not(vec![placed])],
        }
    }

    /// Adds a statement to the trail; [`State::update_placements`] updates the placements.
    fn push(&mut self, statement: Statement, source: PremiseSource) {
        let index = self.index;
        let now = self.trail.len() + 1;
        for cell in statement.cells() {
            self.changed[cell.index()] = now;
        }
        match &statement {
            Statement::Rule(region) => self.rules.push(*region),
            Statement::Shows(cell, pips) => {
                let before = self.values(*cell);
                let values = before.and(index.set(pips));
                self.values[cell.index()] = values;
                if let Some(value) = before.only() {
                    self.shown[value.0] -= 1;
                }
                if let Some(value) = values.only() {
                    self.shown[value.0] += 1;
                }
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
                    let before = std::mem::replace(&mut self.kinds_on[edge.index()], kind);
                    if let Some(kind) = kind.filter(|_| before != kind) {
                        self.used[kind.0] += 1;
                        self.exhausted
                            .extend((self.copies_left(kind) == 0).then_some(kind));
                    }
                    self.supply_changed = now;
                }
            }
            Statement::Not(placed) => {
                let excluded = placed.iter().filter_map(|&one| index.placement_id(one));
                for PlacementId(edge, at) in excluded {
                    self.possible[edge.index()].remove(at);
                }
            }
            Statement::Impossible => {}
        }
        self.trail.push(Premise { statement, source });
    }

    /// Marks an edge as joined and closes the other edges at its cells.
    fn join(&mut self, edge: EdgeId, now: usize) {
        self.joined[edge.index()] = true;
        let index = self.index;
        for cell in index.ends(edge) {
            let edges = index.graph.edges_at(cell).iter();
            for &other in edges.filter(|&&other| other != edge) {
                self.close(other, now);
            }
        }
    }

    /// Marks an edge as apart.
    fn close(&mut self, edge: EdgeId, now: usize) {
        if std::mem::replace(&mut self.open[edge.index()], false) {
            self.possible[edge.index()].clear();
            for cell in self.index.ends(edge) {
                self.changed[cell.index()] = now;
            }
        }
    }

    /// Removes the placements that have become impossible.
    fn update_placements(&mut self) {
        let index = self.index;
        let exhausted = std::mem::take(&mut self.exhausted);
        for edge in index.edge_ids().filter(|edge| self.open[edge.index()]) {
            let ends = index.ends(edge);
            let [a, b] = ends.map(|cell| self.values(cell));
            let known = self.kind_on(edge);
            let is_affected = self.has_changed(&ends, false, self.updated)
                || known.is_some_and(|kind| exhausted.contains(&kind));
            let mut possible = std::mem::take(&mut self.possible[edge.index()]);
            let mut is_changed = false;
            for kind in index.kind_ids() {
                if !is_affected && !exhausted.contains(&kind) {
                    continue;
                }
                let is_left = match known {
                    Some(other) => other == kind && self.used[kind.0] <= index.kind(kind).1,
                    None => self.copies_left(kind) > 0,
                };
                for at in index.placements_of_kind(kind) {
                    let values = index.placement(PlacementId(edge, at)).values;
                    let is_possible = is_left && a.contains(values[0]) && b.contains(values[1]);
                    if !is_possible && possible.contains(at) {
                        possible.remove(at);
                        is_changed = true;
                    }
                }
            }
            self.possible[edge.index()] = possible;
            if is_changed {
                for cell in ends {
                    self.changed[cell.index()] = self.trail.len();
                }
            }
        }
        self.updated = self.trail.len();
    }

    /// Whether one of these cells changed since the trail had this length; with `supply` also whether
    /// fewer halves or copies are left.
    pub(super) fn has_changed(&self, cells: &[CellId], supply: bool, since: usize) -> bool {
        (supply && self.supply_changed > since)
            || cells.iter().any(|cell| self.changed[cell.index()] > since)
    }

    /// The domain of a cell.
    pub(super) fn values(&self, cell: CellId) -> ValueSet {
        self.values[cell.index()]
    }

    /// The known value of a cell.
    pub(super) fn shown(&self, cell: CellId) -> Option<ValueId> {
        self.values(cell).only()
    }

    /// Number of halves with a value that are left for some cells: those that no other cell is known to
    /// show.
    pub(super) fn stock(&self, cells: &[CellId], value: ValueId) -> usize {
        let inside = cells
            .iter()
            .filter(|&&cell| self.shown(cell) == Some(value));
        let taken = self.shown[value.0] - inside.count();
        self.index.supply(value).saturating_sub(taken)
    }

    /// Whether a domino may lie on an edge.
    pub(super) fn is_open(&self, edge: EdgeId) -> bool {
        self.open[edge.index()]
    }

    /// The edges on which a domino may lie.
    pub(super) fn open_edges(&self) -> impl Iterator<Item = EdgeId> {
        self.index.edge_ids().filter(|&edge| self.is_open(edge))
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
    pub(super) fn kind_on(&self, edge: EdgeId) -> Option<KindId> {
        self.kinds_on[edge.index()]
    }

    /// Number of copies of a domino that are not yet on a known edge.
    pub(super) fn copies_left(&self, kind: KindId) -> usize {
        let (_, copies) = self.index.kind(kind);
        copies.saturating_sub(self.used[kind.0])
    }

    /// The values at a cell over its possible placements.
    pub(super) fn fitting(&self, cell: CellId) -> ValueSet {
        let shown = |edge: EdgeId| {
            let end = usize::from(self.index.edge(edge).b == cell);
            let placements = self.placements_on(edge);
            placements.map(move |one| self.index.placement(one).values[end])
        };
        self.open_at(cell).flat_map(shown).collect()
    }

    /// The possible placements on an edge.
    pub(super) fn placements_on(&self, edge: EdgeId) -> impl Iterator<Item = PlacementId> {
        let possible = self.possible[edge.index()].ones();
        possible.map(move |at| PlacementId(edge, at))
    }

    /// The same for one kind of domino.
    pub(super) fn placements_of(
        &self,
        edge: EdgeId,
        kind: KindId,
    ) -> impl Iterator<Item = PlacementId> {
        let all = self.index.placements_of_kind(kind);
        let possible = all.filter(move |&at| self.possible[edge.index()].contains(at));
        possible.map(move |at| PlacementId(edge, at))
    }

    /// Whether a fact is known to be true.
    pub(super) fn is_known(&self, fact: Fact) -> bool {
        let has_value = |pips| self.index.value(pips).is_some();
        match fact {
            Fact::Shows(_, pips) if !has_value(pips) => false,
            // The halves determine the domino.
            Fact::Lies(placed) => {
                let halves = placed.halves();
                let mut halves = halves.iter().map(|&(cell, pips)| Fact::Shows(cell, pips));
                self.is_known(Fact::Joined(placed.edge())) && halves.all(|half| self.is_known(half))
            }
            _ => self.statements(fact).iter().all(|one| self.entails(one)),
        }
    }

    /// Whether a statement follows from the trail by definition.
    pub(super) fn entails(&self, statement: &Statement) -> bool {
        let index = self.index;
        match statement {
            Statement::Rule(region) => self.rules.contains(region),
            Statement::Shows(cell, pips) => self.values(*cell).without(index.set(pips)).is_empty(),
            Statement::Joined(edge) => {
                let edge = index.edge_id(*edge);
                edge.is_some_and(|edge| self.is_joined(edge))
            }
            Statement::Apart(edge) => {
                let edge = index.edge_id(*edge);
                edge.is_none_or(|edge| !self.is_open(edge))
            }
            Statement::On(edge, domino) => {
                let kind = index.edge_id(*edge).and_then(|edge| self.kind_on(edge));
                kind.is_some() && kind == index.kind_of(*domino)
            }
            Statement::Not(placed) => {
                let mut excluded = placed.iter().filter_map(|&one| index.placement_id(one));
                excluded.all(|PlacementId(edge, at)| !self.possible[edge.index()].contains(at))
            }
            Statement::Impossible => self.values.iter().any(|values| values.is_empty()),
        }
    }

    /// The trail positions that together state a known fact.
    pub(super) fn positions(&self, fact: Fact) -> Vec<usize> {
        let trail = || self.trail.iter().map(|premise| &premise.statement);
        let position = match fact {
            Fact::Shows(cell, _) => {
                let shows = |one: &Statement| matches!(one, Statement::Shows(at, _) if *at == cell);
                trail().rposition(shows)
            }
            Fact::Joined(edge) => trail().position(|one| one.joins(edge)),
            Fact::Lies(placed) => {
                let edge = placed.edge();
                let is_on = |one: &Statement| matches!(one, Statement::On(on, _) if *on == edge);
                let on = trail().rposition(is_on);
                let on = on.or_else(|| trail().position(|one| one.joins(edge)));
                let halves = placed.halves().into_iter();
                let shown = halves.flat_map(|(cell, pips)| self.positions(Fact::Shows(cell, pips)));
                return shown.chain(on).collect();
            }
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => None,
        };
        position.into_iter().collect()
    }
}
