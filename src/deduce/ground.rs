//! The ground that reasoning stands on: a puzzle's board and dominoes, numbered.

use std::cell::Cell;
use std::ops::Range;

use super::memory::Memory;
use crate::puzzle::{CellId, Domino, Edge, Pips, Placed, Puzzle, RegionId};

/// The most values that are told apart: one bit each.
const MOST_VALUES: usize = 128;

/// The most placements that a person, or this room, looks through.
const MOST_PLACEMENTS: usize = 60_000;

/// A set of values, a bit each, by their place in [`Ground::values`].
pub(super) type Values = u128;

/// A domino on an edge, one way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lying {
    pub(super) edge: usize,
    pub(super) kind: usize,
    /// The places of the values on the edge's cells `a` and `b`.
    pub(super) at: [usize; 2],
}

/// A puzzle laid out for reasoning.
#[derive(Debug)]
pub struct Ground<'p> {
    pub(super) puzzle: &'p Puzzle,
    /// Every value on a domino, sorted.
    pub(super) values: Vec<Pips>,
    /// How many halves show each value.
    pub(super) supply: Vec<usize>,
    /// The kinds of dominoes, sorted, with their copies.
    pub(super) kinds: Vec<(Domino, usize)>,
    /// The edges at each cell.
    pub(super) edges_at: Vec<Vec<usize>>,
    /// Every way to lay a domino, sorted by edge.
    pub(super) lyings: Vec<Lying>,
    /// Those on each edge.
    pub(super) on_edge: Vec<Range<usize>>,
    /// How often somebody has looked.
    pub(super) looks: Cell<u64>,
    /// What was seen before, from the angles that take longest.
    pub(super) memory: Memory,
}

impl<'p> Ground<'p> {
    /// Lays a puzzle out; nothing if it is too large to be reasoned about in steps.
    pub fn new(puzzle: &'p Puzzle) -> Option<Self> {
        let mut halves: Vec<Pips> = puzzle
            .dominoes()
            .iter()
            .flat_map(|domino| [domino.low(), domino.high()])
            .collect();
        halves.sort_unstable();
        let groups = || halves.chunk_by(|one, other| one == other);
        let values: Vec<Pips> = groups().map(|group| group[0]).collect();
        let supply = groups().map(<[Pips]>::len).collect();
        let mut dominoes = puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        let kinds: Vec<(Domino, usize)> = dominoes
            .chunk_by(|one, other| one == other)
            .map(|copies| (copies[0], copies.len()))
            .collect();
        if values.len() > MOST_VALUES || puzzle.edges().len() * kinds.len() * 2 > MOST_PLACEMENTS {
            return None;
        }
        let place = |pips: Pips| values.partition_point(|&value| value < pips);
        let mut edges_at = vec![Vec::new(); puzzle.cells().len()];
        let mut lyings = Vec::new();
        let mut on_edge = Vec::new();
        for (edge, ends) in puzzle.edges().iter().enumerate() {
            edges_at[ends.a.index()].push(edge);
            edges_at[ends.b.index()].push(edge);
            let first = lyings.len();
            for (kind, (domino, _)) in kinds.iter().enumerate() {
                let (low, high) = (place(domino.low()), place(domino.high()));
                let at = [low, high];
                lyings.push(Lying { edge, kind, at });
                if !domino.is_double() {
                    let at = [high, low];
                    lyings.push(Lying { edge, kind, at });
                }
            }
            on_edge.push(first..lyings.len());
        }
        Some(Ground {
            puzzle,
            values,
            supply,
            kinds,
            edges_at,
            lyings,
            on_edge,
            looks: Cell::new(0),
            memory: Memory::default(),
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    pub(super) fn edge(&self, index: usize) -> Edge {
        self.puzzle.edges()[index]
    }

    /// The two cells under a domino, with what it shows there.
    pub(super) fn halves(&self, lying: Lying) -> [(CellId, usize); 2] {
        let edge = self.edge(lying.edge);
        [(edge.a, lying.at[0]), (edge.b, lying.at[1])]
    }

    pub(super) fn placed(&self, lying: Lying) -> Placed {
        let [one, other] = self.halves(lying).map(|(cell, at)| (cell, self.values[at]));
        Placed::new(one, other)
    }

    /// The place of a value, if some domino shows it.
    pub(super) fn value(&self, pips: Pips) -> Option<usize> {
        self.values.binary_search(&pips).ok()
    }

    pub(super) fn edge_number(&self, edge: Edge) -> Option<usize> {
        self.puzzle.edges().binary_search(&edge).ok()
    }

    pub(super) fn cells_of(&self, region: RegionId) -> &'p [CellId] {
        &self.puzzle.region(region).cells
    }
}

/// The members of a set of values.
pub(super) fn members(values: Values) -> impl Iterator<Item = usize> {
    (0..MOST_VALUES).filter(move |at| values >> at & 1 == 1)
}

/// The only member of a set of values.
pub(super) fn only(values: Values) -> Option<usize> {
    (values.count_ones() == 1).then(|| values.trailing_zeros() as usize)
}
