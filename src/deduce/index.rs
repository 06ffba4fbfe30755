//! Dense indices of a puzzle's values, domino kinds and placements.

use super::statement::Statement;
use crate::puzzle::{
    CellId, Domino, Edge, EdgeId, Graph, Label, Pips, PlacedDomino, Puzzle, RegionId,
};

/// The largest number of distinct values: the bits of a [`ValueSet`].
const MAX_VALUES: usize = 128;

/// The largest number of placements for propagation.
const MAX_PLACEMENTS: usize = 60_000;

/// A kind of domino: its index in sorted order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KindId(pub(super) usize);

/// A value: its index in sorted order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ValueId(pub(super) usize);

/// A placement: its edge, and its index among the placements on an edge, which are the same on
/// every edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlacementId(pub(super) EdgeId, pub(super) usize);

/// A set of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ValueSet(u128);

impl ValueSet {
    pub(super) fn of(value: ValueId) -> Self {
        ValueSet(1 << value.0)
    }

    pub(super) fn contains(self, value: ValueId) -> bool {
        self.0 >> value.0 & 1 == 1
    }

    pub(super) fn and(self, other: Self) -> Self {
        ValueSet(self.0 & other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        ValueSet(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        ValueSet(self.0 & !other.0)
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The value of a set of one.
    pub(super) fn only(self) -> Option<ValueId> {
        self.least().filter(|_| self.len() == 1)
    }

    pub(super) fn least(self) -> Option<ValueId> {
        (!self.is_empty()).then(|| ValueId(self.0.trailing_zeros() as usize))
    }

    pub(super) fn greatest(self) -> Option<ValueId> {
        (!self.is_empty()).then(|| ValueId(MAX_VALUES - 1 - self.0.leading_zeros() as usize))
    }

    /// The values in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = ValueId> {
        let mut left = self;
        std::iter::from_fn(move || {
            let least = left.least()?;
            left = ValueSet(left.0 & (left.0 - 1));
            Some(least)
        })
    }
}

impl FromIterator<ValueId> for ValueSet {
    fn from_iter<I: IntoIterator<Item = ValueId>>(values: I) -> Self {
        let sets = values.into_iter().map(ValueSet::of);
        sets.fold(ValueSet::default(), ValueSet::or)
    }
}

/// A domino with an orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) kind: KindId,
    /// The values on the edge's cells `a` and `b`.
    pub(super) values: [ValueId; 2],
}

/// The indices of a puzzle.
#[derive(Debug)]
pub(super) struct PuzzleIndex<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) graph: Graph,
    /// The values, sorted, with their number of halves.
    values: Vec<(Pips, usize)>,
    all_values: ValueSet,
    /// The kinds of dominoes, sorted, with their number of copies.
    kinds: Vec<(Domino, usize)>,
    /// The placements on an edge, grouped by kind.
    placements: Vec<Placement>,
    /// By kind: the index of its first placement; at the end the number of placements.
    offsets: Vec<usize>,
}

impl<'p> PuzzleIndex<'p> {
    /// Indexes a puzzle; `None` if it is too large for propagation.
    pub(super) fn new(puzzle: &'p Puzzle) -> Option<Self> {
        let mut dominoes = puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        let kinds = counted(&dominoes);
        let values = counted(&puzzle.halves());
        if values.len() > MAX_VALUES || puzzle.edges().len() * kinds.len() * 2 > MAX_PLACEMENTS {
            return None;
        }
        let mut index = PuzzleIndex {
            puzzle,
            graph: puzzle.graph(),
            all_values: (0..values.len()).map(ValueId).collect(),
            values,
            kinds,
            placements: Vec::new(),
            offsets: vec![0],
        };
        for kind in index.kind_ids() {
            let (domino, _) = index.kind(kind);
            let (low, high) = (index.value(domino.low())?, index.value(domino.high())?);
            let turned = (!domino.is_double()).then_some([high, low]);
            let orientations = [[low, high]].into_iter().chain(turned);
            let placements = orientations.map(|values| Placement { kind, values });
            index.placements.extend(placements);
            index.offsets.push(index.placements.len());
        }
        Some(index)
    }

    pub(super) fn name(&self, cell: CellId) -> &'p Label {
        &self.puzzle.cell(cell).name
    }

    pub(super) fn all_values(&self) -> ValueSet {
        self.all_values
    }

    pub(super) fn pips(&self, value: ValueId) -> Pips {
        self.values[value.0].0
    }

    /// Number of halves with a value.
    pub(super) fn supply(&self, value: ValueId) -> usize {
        self.values[value.0].1
    }

    /// The sum of some values.
    pub(super) fn sum(&self, values: &[ValueId]) -> i64 {
        let pips = values.iter().map(|&value| i64::from(self.pips(value)));
        pips.sum()
    }

    /// The sum of all halves.
    pub(super) fn total(&self) -> i64 {
        let each = self.values.iter();
        each.map(|&(pips, supply)| i64::from(pips) * supply as i64)
            .sum()
    }

    /// The value with these pips, if a domino has them.
    pub(super) fn value(&self, pips: Pips) -> Option<ValueId> {
        let place = self.values.binary_search_by_key(&pips, |(pips, _)| *pips);
        place.ok().map(ValueId)
    }

    /// The values with these pips.
    pub(super) fn set(&self, pips: &[Pips]) -> ValueSet {
        pips.iter().filter_map(|&pips| self.value(pips)).collect()
    }

    pub(super) fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len()).map(KindId)
    }

    /// A domino and its number of copies.
    pub(super) fn kind(&self, kind: KindId) -> (Domino, usize) {
        self.kinds[kind.0]
    }

    pub(super) fn kind_of(&self, domino: Domino) -> Option<KindId> {
        let place = self.kinds.binary_search_by_key(&domino, |(one, _)| *one);
        place.ok().map(KindId)
    }

    pub(super) fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.puzzle.edges().len() as u32).map(EdgeId)
    }

    pub(super) fn edge(&self, edge: EdgeId) -> Edge {
        self.puzzle.edges()[edge.index()]
    }

    pub(super) fn edge_id(&self, edge: Edge) -> Option<EdgeId> {
        let place = self.puzzle.edges().binary_search(&edge).ok()?;
        Some(EdgeId(place as u32))
    }

    pub(super) fn ends(&self, edge: EdgeId) -> [CellId; 2] {
        self.edge(edge).ends()
    }

    /// The edges between cells, with the positions of their ends among these.
    pub(super) fn edges_within(
        &self,
        cells: &[CellId],
    ) -> impl Iterator<Item = (EdgeId, [usize; 2])> {
        cells.iter().enumerate().flat_map(move |(one, &cell)| {
            self.graph.edges_at(cell).iter().filter_map(move |&edge| {
                let [a, b] = self.ends(edge);
                let other = cells.iter().position(|&other| other == b)?;
                (a == cell).then_some((edge, [one, other]))
            })
        })
    }

    pub(super) fn placement(&self, PlacementId(_, at): PlacementId) -> Placement {
        self.placements[at]
    }

    /// Number of placements on an edge.
    pub(super) fn placement_count(&self) -> usize {
        self.placements.len()
    }

    /// The placements of a kind, by their indices among those on an edge.
    pub(super) fn placements_of_kind(&self, kind: KindId) -> std::ops::Range<usize> {
        self.offsets[kind.0]..self.offsets[kind.0 + 1]
    }

    /// The two cells under a placement, with their values.
    pub(super) fn halves(&self, placement: PlacementId) -> [(CellId, ValueId); 2] {
        let ([a, b], values) = (self.ends(placement.0), self.placement(placement).values);
        [(a, values[0]), (b, values[1])]
    }

    pub(super) fn placed(&self, placement: PlacementId) -> PlacedDomino {
        let halves = self.halves(placement);
        let [one, other] = halves.map(|(cell, value)| (cell, self.pips(value)));
        PlacedDomino::new(one, other)
    }

    /// The index of a placement; `None` if the puzzle does not have its edge or its domino.
    pub(super) fn placement_id(&self, placed: PlacedDomino) -> Option<PlacementId> {
        let edge = self.edge_id(placed.edge())?;
        let kind = self.kind_of(placed.domino())?;
        let is_turned = placed.halves()[0].1 != placed.domino().low();
        let at = self.placements_of_kind(kind).start + usize::from(is_turned);
        Some(PlacementId(edge, at))
    }

    pub(super) fn cells_of(&self, region: RegionId) -> &'p [CellId] {
        &self.puzzle.region(region).cells
    }

    /// The statement that a cell shows one of these values.
    pub(super) fn shows(&self, cell: CellId, values: ValueSet) -> Statement {
        Statement::Shows(cell, values.iter().map(|value| self.pips(value)).collect())
    }
}

/// The distinct items of a sorted list with their counts.
fn counted<T: Copy + PartialEq>(sorted: &[T]) -> Vec<(T, usize)> {
    let groups = sorted.chunk_by(|one, other| one == other);
    groups.map(|group| (group[0], group.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::{ValueId, ValueSet};

    #[test]
    fn sets_of_values() {
        let set: ValueSet = [3, 127, 0].into_iter().map(ValueId).collect();
        assert!(set.iter().eq([0, 3, 127].map(ValueId)));
        assert_eq!((set.len(), set.only()), (3, None));
        let ends = set.least().zip(set.greatest());
        assert_eq!(ends, Some((ValueId(0), ValueId(127))));
        assert_eq!(set.and(ValueSet::of(ValueId(3))).only(), Some(ValueId(3)));
        assert!(set.without(set).is_empty() && set.without(set).iter().next().is_none());
    }
}
