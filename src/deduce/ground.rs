//! The ground that reasoning stands on: a puzzle's board and dominoes, numbered.

use crate::puzzle::{
    CellId, Domino, Edge, EdgeId, Graph, Label, Pips, PlacedDomino, Puzzle, RegionId,
};

/// The most values that are told apart: one bit each.
const MOST_VALUES: usize = 128;

/// The most placements that a person, or this room, looks through.
const MOST_PLACEMENTS: usize = 60_000;

/// The place of a kind of domino among all kinds, sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KindId(pub(super) usize);

/// The place of a value among all that the dominoes show, sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ValueId(pub(super) usize);

/// The place of a placement among all that there are, sorted by edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlacementId(pub(super) usize);

/// A set of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ValueSet(u128);

impl ValueSet {
    /// The first so many values.
    fn first(count: usize) -> Self {
        (0..count).map(ValueId).collect()
    }

    /// One value alone.
    pub(super) fn of(value: ValueId) -> Self {
        ValueSet(1 << value.0)
    }

    /// Whether a value is in it.
    pub(super) fn contains(self, value: ValueId) -> bool {
        self.0 >> value.0 & 1 == 1
    }

    /// What is in both sets.
    pub(super) fn and(self, other: Self) -> Self {
        ValueSet(self.0 & other.0)
    }

    /// What is in either set.
    pub(super) fn or(self, other: Self) -> Self {
        ValueSet(self.0 | other.0)
    }

    /// What is not in the other set.
    pub(super) fn without(self, other: Self) -> Self {
        ValueSet(self.0 & !other.0)
    }

    /// How many values there are.
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The value, if there is only one.
    pub(super) fn only(self) -> Option<ValueId> {
        self.least().filter(|_| self.len() == 1)
    }

    /// The least value.
    pub(super) fn least(self) -> Option<ValueId> {
        (!self.is_empty()).then(|| ValueId(self.0.trailing_zeros() as usize))
    }

    /// The greatest value.
    pub(super) fn greatest(self) -> Option<ValueId> {
        (!self.is_empty()).then(|| ValueId(MOST_VALUES - 1 - self.0.leading_zeros() as usize))
    }

    /// The values, the least first.
    pub(super) fn iter(self) -> impl Iterator<Item = ValueId> {
        let mut left = self;
        std::iter::from_fn(move || {
            let least = left.least()?;
            left = ValueSet(left.0 & (left.0 - 1));
            Some(least)
        })
    }

    /// The set as a number.
    pub(super) fn bits(self) -> u128 {
        self.0
    }
}

impl FromIterator<ValueId> for ValueSet {
    fn from_iter<I: IntoIterator<Item = ValueId>>(values: I) -> Self {
        let sets = values.into_iter().map(ValueSet::of);
        sets.fold(ValueSet::default(), ValueSet::or)
    }
}

/// A domino on an edge, one way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) edge: EdgeId,
    pub(super) kind: KindId,
    /// The values on the edge's cells `a` and `b`.
    pub(super) values: [ValueId; 2],
}

/// A puzzle laid out for reasoning.
#[derive(Debug)]
pub(super) struct Ground<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) graph: Graph,
    /// Every value on a domino, sorted, and how many halves show it.
    values: Vec<(Pips, usize)>,
    /// The kinds of dominoes, sorted, with their copies.
    kinds: Vec<(Domino, usize)>,
    /// Every way to lay a domino, edge by edge: as many on each.
    pub(super) placements: Vec<Placement>,
}

impl<'p> Ground<'p> {
    /// Lays a puzzle out; nothing if it is too large to be reasoned about in steps.
    pub(super) fn new(puzzle: &'p Puzzle) -> Option<Self> {
        let mut dominoes = puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        let kinds = counted(&dominoes);
        let values = counted(&puzzle.halves());
        if values.len() > MOST_VALUES || puzzle.edges().len() * kinds.len() * 2 > MOST_PLACEMENTS {
            return None;
        }
        let mut ground = Ground {
            puzzle,
            graph: puzzle.graph(),
            values,
            kinds,
            placements: Vec::new(),
        };
        for edge in ground.edge_ids() {
            for kind in ground.kind_ids() {
                let (domino, _) = ground.kind(kind);
                let (low, high) = (ground.value(domino.low())?, ground.value(domino.high())?);
                let turned = (!domino.is_double()).then_some([high, low]);
                let ways = [[low, high]].into_iter().chain(turned);
                let placements = ways.map(|values| Placement { edge, kind, values });
                ground.placements.extend(placements);
            }
        }
        Some(ground)
    }

    /// What a cell is called.
    pub(super) fn name(&self, cell: CellId) -> &'p Label {
        &self.puzzle.cell(cell).name
    }

    /// Every value that there is.
    pub(super) fn all_values(&self) -> ValueSet {
        ValueSet::first(self.values.len())
    }

    /// The pips of a value.
    pub(super) fn pips(&self, value: ValueId) -> Pips {
        self.values[value.0].0
    }

    /// How many halves show a value.
    pub(super) fn supply(&self, value: ValueId) -> usize {
        self.values[value.0].1
    }

    /// What some values sum to.
    pub(super) fn sum(&self, values: &[ValueId]) -> i64 {
        let pips = values.iter().map(|&value| i64::from(self.pips(value)));
        pips.sum()
    }

    /// The pips of every half, the least first.
    pub(super) fn halves(&self) -> impl DoubleEndedIterator<Item = i64> {
        let each = self.values.iter();
        each.flat_map(|&(pips, supply)| std::iter::repeat_n(i64::from(pips), supply))
    }

    /// The value with these pips, if some domino shows them.
    pub(super) fn value(&self, pips: Pips) -> Option<ValueId> {
        let place = self.values.binary_search_by_key(&pips, |(pips, _)| *pips);
        place.ok().map(ValueId)
    }

    pub(super) fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len()).map(KindId)
    }

    /// A domino, and how many copies of it there are.
    pub(super) fn kind(&self, kind: KindId) -> (Domino, usize) {
        self.kinds[kind.0]
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

    /// The two cells of an edge.
    pub(super) fn ends(&self, edge: EdgeId) -> [CellId; 2] {
        self.edge(edge).ends()
    }

    /// The edges between cells, which are in board order, with the places of their ends among them.
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

    pub(super) fn placement(&self, placement: PlacementId) -> Placement {
        self.placements[placement.0]
    }

    /// The placements on an edge.
    pub(super) fn on_edge(&self, edge: EdgeId) -> impl Iterator<Item = PlacementId> + use<> {
        let ways = self.placements.len() / self.puzzle.edges().len();
        let first = edge.index() * ways;
        (first..first + ways).map(PlacementId)
    }

    /// The two cells under a domino, with what it shows there.
    pub(super) fn under(&self, placement: Placement) -> [(CellId, ValueId); 2] {
        let [a, b] = self.ends(placement.edge);
        [(a, placement.values[0]), (b, placement.values[1])]
    }

    pub(super) fn placed(&self, placement: PlacementId) -> PlacedDomino {
        let halves = self.under(self.placement(placement));
        let [one, other] = halves.map(|(cell, value)| (cell, self.pips(value)));
        PlacedDomino::new(one, other)
    }

    /// The placement that is a domino as it lies.
    pub(super) fn placement_of(&self, placed: PlacedDomino) -> Option<PlacementId> {
        let mut there = self.on_edge(self.edge_id(placed.edge())?);
        there.find(|&placement| self.placed(placement) == placed)
    }

    pub(super) fn cells_of(&self, region: RegionId) -> &'p [CellId] {
        &self.puzzle.region(region).cells
    }
}

/// Different things of a sorted list, with how often each stands there.
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
        assert_eq!(
            set.least().zip(set.greatest()),
            Some((ValueId(0), ValueId(127)))
        );
        assert_eq!(set.and(ValueSet::of(ValueId(3))).only(), Some(ValueId(3)));
        assert_eq!(ValueSet::first(128).without(set).len(), 125);
        assert!(set.without(set).is_empty() && set.without(set).iter().next().is_none());
    }
}
