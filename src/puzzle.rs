//! Puzzles and boards: the data types, their validation, and the checker.
//!
//! A [`Puzzle`] is always valid: the only constructor is [`Puzzle::new`], which refuses a
//! [`PuzzleDraft`] with a [`PuzzleError`]. This module depends on no format, model or solver.

use std::borrow::Cow;
use std::collections::BTreeMap;

mod board;
mod bounds;
mod build;
mod check;
mod dedup;
mod digest;
mod domino;
mod fact;
mod graph;
mod partial;
pub(crate) mod recipe;
mod rule;
mod span;
mod verify;
mod violation;
mod warning;

pub use board::{Board, PlacedDomino};
pub(crate) use bounds::{SumBounds, values_in_sum};
pub use build::{DraftLinks, DraftPlace, DraftRegion, PuzzleDraft, PuzzleError, PuzzleErrorKind};
pub use check::{BoardStatus, board_status, check};
pub use dedup::Dedup;
pub use domino::{Domino, DoubleSet, MAX_PIPS, Pips};
pub use fact::Fact;
pub(crate) use graph::Graph;
pub use partial::PartialBoard;
pub(crate) use recipe::Recipe;
pub(crate) use rule::total;
pub use rule::{Relation, Rule};
pub(crate) use span::{GridSpan, close_gaps};
pub use verify::Verifier;
pub use violation::Violation;
pub(crate) use warning::infeasible_regions;
pub use warning::{Warning, warnings};

pub use crate::visible::Label;

/// Declares index types. The lists that they index are far shorter than `u32::MAX` (see [`build`]).
macro_rules! index_types {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the list.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The element at a position.
            pub(crate) fn at(index: usize) -> Self {
                $name(index as u32)
            }
        }
    )*};
}
pub(crate) use index_types;

index_types! {
    /// Index of a cell in [`Puzzle::cells`].
    CellId,
    /// Index of a region in [`Puzzle::regions`].
    RegionId,
    /// Index of an edge in [`Puzzle::edges`], or in the edges of a graph.
    EdgeId,
}

/// A square of the board, or a node when the puzzle is given as a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// `r0c2` on a grid, the label of the node in a graph.
    pub name: Label,
    /// Row and column, counted from 0 at the top left. A node of a graph need not have them.
    pub at: Option<(u32, u32)>,
}

impl Cell {
    /// The cell of a grid at a row and a column.
    pub fn on_grid(row: u32, column: u32) -> Self {
        Cell {
            name: format!("r{row}c{column}").into(),
            at: Some((row, column)),
        }
    }
}

/// Two cells that one domino can cover. The lower cell comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The cell with the lower number.
    pub a: CellId,
    /// The cell with the higher number.
    pub b: CellId,
}

impl Edge {
    /// The edge between two cells, in either order.
    pub fn between(one: CellId, other: CellId) -> Self {
        Edge {
            a: one.min(other),
            b: one.max(other),
        }
    }

    /// Its two cells.
    pub fn ends(self) -> [CellId; 2] {
        [self.a, self.b]
    }

    /// The other end.
    pub fn other(self, end: CellId) -> CellId {
        if end == self.a { self.b } else { self.a }
    }
}

/// Cells that share one rule. Regions do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// `A`, `B`, ..., or the name in the puzzle's text.
    pub name: Label,
    /// Its rule.
    pub rule: Rule,
    /// Its cells, in board order.
    pub cells: Vec<CellId>,
}

/// A valid puzzle: an even number of distinct cells, half as many dominoes as cells, and regions
/// that do not overlap. It need not have a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    title: Option<Label>,
    cells: Vec<Cell>,
    edges: Vec<Edge>,
    dominoes: Vec<Domino>,
    regions: Vec<Region>,
    region_of: Vec<Option<RegionId>>,
    solution: Option<Board>,
    pins: BTreeMap<CellId, Pips>,
    recipe: Option<Recipe>,
}

impl Puzzle {
    /// The title, if the puzzle has one.
    pub fn title(&self) -> Option<&Label> {
        self.title.as_ref()
    }

    /// The cells in board order: row by row on a grid, as first named in a graph.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// One cell.
    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    /// The name of a cell. An index out of range, such as on a board of another puzzle, is named `number 9`.
    pub(crate) fn cell_name(&self, id: CellId) -> Cow<'_, Label> {
        match self.cells.get(id.index()) {
            Some(cell) => Cow::Borrowed(&cell.name),
            None => Cow::Owned(format!("number {}", id.0).into()),
        }
    }

    /// The indices of all cells.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len()).map(CellId::at)
    }

    /// Every pair of cells that a domino can cover, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The dominoes in the order of the text. Every copy of a domino is listed.
    pub fn dominoes(&self) -> &[Domino] {
        &self.dominoes
    }

    /// The pips of all halves of the dominoes, sorted.
    pub fn halves(&self) -> Vec<Pips> {
        let mut halves: Vec<Pips> = self.dominoes.iter().flat_map(|d| d.halves()).collect();
        halves.sort_unstable();
        halves
    }

    /// The regions in the order of the text.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The region of a cell. A free cell has none.
    pub fn region_of(&self, cell: CellId) -> Option<RegionId> {
        self.region_of[cell.index()]
    }

    /// One region.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.index()]
    }

    /// The indices of all regions.
    pub fn region_ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.regions.len()).map(RegionId::at)
    }

    /// The solution given with the puzzle. [`Puzzle::new`] has checked it.
    pub fn solution(&self) -> Option<&Board> {
        self.solution.as_ref()
    }

    /// Whether every cell has a row and a column, and exactly the orthogonal neighbours are linked.
    pub fn is_grid(&self) -> bool {
        self.grid_edges().is_some_and(|edges| edges == self.edges)
    }

    /// The edges between orthogonal neighbours, sorted, if every cell has a row and a column.
    pub(crate) fn grid_edges(&self) -> Option<Vec<Edge>> {
        build::grid_edges(&self.cells)
    }

    /// The cell with this name.
    pub fn find_cell(&self, name: &str) -> Option<CellId> {
        self.cells
            .iter()
            .position(|cell| cell.name == name)
            .map(CellId::at)
    }

    /// The pinned cells with their pips. A pinned cell also stays in its region.
    pub fn pins(&self) -> &BTreeMap<CellId, Pips> {
        &self.pins
    }

    /// The cell at a row and a column.
    pub fn cell_at(&self, row: u32, column: u32) -> Option<CellId> {
        let mut cells = self.cells.iter();
        let found = cells.position(|cell| cell.at == Some((row, column)));
        found.map(CellId::at)
    }

    /// The puzzle with additional pinned cells. The given solution is dropped unless it has these
    /// pips, and the recipe is dropped because it describes the puzzle without pins.
    pub fn pinned(
        mut self,
        pins: impl IntoIterator<Item = (CellId, Pips)>,
    ) -> Result<Puzzle, PuzzleError> {
        for (cell, pips) in pins {
            if cell.index() >= self.cells.len() {
                let place = DraftPlace::Cell(cell.index());
                return Err(PuzzleError::new(place, PuzzleErrorKind::UnknownCell));
            }
            let _ = self.pins.insert(cell, pips);
        }
        self.recipe = self.recipe.filter(|_| self.pins.is_empty());
        let solution = self.solution.take();
        self.solution = solution.filter(|board| check(&self, board).is_empty());
        Ok(self)
    }

    /// The puzzle restricted to the solutions that extend a board. Cells that share a domino keep no
    /// other edge.
    pub fn extending(mut self, board: &PartialBoard) -> Result<Puzzle, PuzzleError> {
        let laid = board.placements.iter().map(|placed| placed.edge());
        let laid = laid.chain(board.joined.iter().copied());
        let mut edge_of: BTreeMap<CellId, Edge> = BTreeMap::new();
        for edge in laid {
            if self.edges.binary_search(&edge).is_err() {
                let name = |cell: CellId| Some(self.cells.get(cell.index())?.name.clone());
                let kind = match (name(edge.a), name(edge.b)) {
                    (Some(a), Some(b)) => PuzzleErrorKind::NotNeighbours(a, b),
                    (None, _) | (_, None) => PuzzleErrorKind::UnknownCell,
                };
                return Err(PuzzleError::new(DraftPlace::Board, kind));
            }
            edge_of.extend(edge.ends().map(|end| (end, edge)));
        }
        if !edge_of.is_empty() {
            self.recipe = None;
        }
        let is_free = |end: CellId, edge: Edge| edge_of.get(&end).is_none_or(|own| *own == edge);
        self.edges
            .retain(|&edge| edge.ends().into_iter().all(|end| is_free(end, edge)));
        self.pinned(board.shown())
    }

    /// The puzzle without its pins.
    pub fn unpinned(&self) -> Puzzle {
        Puzzle {
            pins: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// The puzzle without its given solution.
    pub fn without_solution(&self) -> Puzzle {
        Puzzle {
            solution: None,
            ..self.clone()
        }
    }

    /// The puzzle with only the rules of these regions; the other regions become [`Rule::Empty`].
    /// Pins and the given solution stay: a solution also satisfies a subset of the rules.
    pub fn with_rules_of(&self, mut keep: impl FnMut(RegionId) -> bool) -> Puzzle {
        let mut relaxed = self.clone();
        for (id, region) in self.region_ids().zip(&mut relaxed.regions) {
            if !keep(id) {
                region.rule = Rule::Empty;
                relaxed.recipe = None;
            }
        }
        relaxed
    }
}
