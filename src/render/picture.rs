//! What is to be seen in a picture, whatever it is drawn with.

use std::borrow::Cow;

use super::{Mark, Marks};
use crate::puzzle::{
    Board, CellId, Domino, Edge, Fact, Label, Pips, PlacedDomino, Puzzle, RegionId, Rule, Violation,
};
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle to look at. Everything beside the puzzle may be missing: a board can be full, partial
/// or wrong, and single cells can show a value without a domino.
///
/// ```
/// # use pipsc::{formats, render::{Picture, TextStyle}};
/// # let document = formats::read(b"AA\n\nA 7\n\n3-4\n", None)?;
/// # let puzzle = document.pick(None)?;
/// let picture = Picture::new(puzzle)
///     .with_values([(puzzle.cell_ids().next().unwrap(), 3)])
///     .marking_regions(puzzle.region_of(puzzle.cell_ids().next().unwrap()));
/// assert!(picture.text(TextStyle::default()).contains("7*"));
/// assert!(picture.svg().contains("Region A: sum = 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The dominoes that lie on it.
    pub board: Option<Cow<'a, Board>>,
    /// What cells show without a domino, such as what is known already. Where a domino of the
    /// board lies, its pips are shown instead.
    pub values: BTreeMap<CellId, Pips>,
    /// Cells that one domino covers, it is not said which.
    pub joined: BTreeSet<Edge>,
    /// What cells can still show, where that is not one value. Drawings note it in small numbers.
    pub candidates: BTreeMap<CellId, Vec<Pips>>,
    /// What to point at.
    pub marks: Marks,
    /// Shows how things are called: the numbers of rows and columns, or the names of a graph's
    /// nodes, and the letters of regions.
    pub labels: bool,
}

impl<'a> Picture<'a> {
    /// The puzzle with nothing on it.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Picture {
            puzzle,
            board: None,
            values: BTreeMap::new(),
            joined: BTreeSet::new(),
            candidates: BTreeMap::new(),
            marks: Marks::new(),
            labels: false,
        }
    }

    /// The same with the dominoes of a board, which may be partial or wrong.
    pub fn with_board(mut self, board: &'a Board) -> Self {
        self.board = Some(Cow::Borrowed(board));
        self
    }

    /// The same with some more values that no domino gives.
    pub fn with_values(mut self, values: impl IntoIterator<Item = (CellId, Pips)>) -> Self {
        self.values.extend(values);
        self
    }

    /// The same with everything that is known: how dominoes lie, what cells show, and which two
    /// cells share a domino, which lies there for good once both of its halves are known. What is
    /// only known not to be cannot be seen.
    pub fn knowing(mut self, facts: impl IntoIterator<Item = Fact>) -> Self {
        let mut laid: BTreeSet<PlacedDomino> = self.placements().iter().copied().collect();
        for fact in facts {
            match fact {
                Fact::Lies(placed) => {
                    let _ = laid.insert(placed);
                }
                Fact::Shows(cell, pips) => {
                    let _ = self.values.insert(cell, pips);
                }
                Fact::Joined(edge) => {
                    let _ = self.joined.insert(edge);
                }
                Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {}
            }
        }
        for edge in &self.joined {
            let [one, other] = edge
                .ends()
                .map(|cell| Some((cell, *self.values.get(&cell)?)));
            if let (Some(one), Some(other)) = (one, other) {
                let _ = laid.insert(PlacedDomino::new(one, other));
            }
        }
        if !laid.is_empty() {
            self.board = Some(Cow::Owned(laid.into_iter().collect()));
        }
        self
    }

    /// The same with what cells can still show.
    pub fn with_candidates(
        mut self,
        candidates: impl IntoIterator<Item = (CellId, Vec<Pips>)>,
    ) -> Self {
        self.candidates.extend(candidates);
        self
    }

    /// The same with these marks added.
    pub fn marking(mut self, marks: &Marks) -> Self {
        self.marks = self.marks.and(marks);
        self
    }

    /// The same with some more cells marked as what it is about.
    pub fn marking_cells(mut self, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.marks = self.marks.with_cells(Mark::Conflict, cells);
        self
    }

    /// The same with some more regions marked as what it is about.
    pub fn marking_regions(mut self, regions: impl IntoIterator<Item = RegionId>) -> Self {
        self.marks = self.marks.with_regions(Mark::Conflict, regions);
        self
    }

    /// The same with names: the numbers of rows and columns, or the names of a graph's nodes, and
    /// the letters of regions.
    pub fn with_labels(mut self, labels: bool) -> Self {
        self.labels = labels;
        self
    }

    /// The same with the cells and regions marked that faults of its board are about.
    pub fn marking_faults(self, faults: &[Violation]) -> Self {
        let puzzle = self.puzzle;
        let cell = |name: &Label| puzzle.find_cell(name.raw());
        let mut cells: Vec<CellId> = Vec::new();
        let mut regions: Vec<RegionId> = Vec::new();
        for fault in faults {
            match fault {
                Violation::NotAnEdge { cells: wrong, .. }
                | Violation::NotNeighbours { cells: wrong } => {
                    cells.extend(wrong.iter().filter_map(cell));
                }
                Violation::Uncovered { cell: name }
                | Violation::CoveredTwice { cell: name, .. }
                | Violation::TwoValues { cell: name, .. }
                | Violation::Stranded { cell: name }
                | Violation::Unpinned { cell: name, .. } => cells.extend(cell(name)),
                // A domino that is not used is seen in the tray.
                Violation::WrongUse {
                    domino,
                    used,
                    there,
                } if used > there => {
                    let wrong = self.placements().iter();
                    let wrong = wrong.filter(|placed| placed.domino() == *domino);
                    let wrong = wrong.flat_map(|placed| placed.halves());
                    cells.extend(wrong.map(|(cell, _)| cell));
                }
                Violation::WrongUse { .. } => {}
                Violation::TooFewHalves { cells: wrong, .. } => {
                    cells.extend(wrong.iter().filter_map(cell));
                }
                Violation::RuleBroken { region, .. } | Violation::OutOfReach { region, .. } => {
                    let ids = puzzle.region_ids();
                    regions.extend(ids.filter(|&id| puzzle.region(id).name == *region));
                }
            }
        }
        self.marking_cells(cells).marking_regions(regions)
    }

    fn placements(&self) -> &[PlacedDomino] {
        self.board.as_ref().map_or(&[], |board| board.placements())
    }

    /// The region of a cell as far as it can be seen: one without a rule looks like free cells.
    pub(super) fn area(&self, cell: CellId) -> Option<RegionId> {
        let region = self.puzzle.region_of(cell)?;
        (self.puzzle.region(region).rule != Rule::Empty).then_some(region)
    }

    /// The regions that can be seen.
    pub(super) fn areas(&self) -> impl Iterator<Item = RegionId> {
        let ruled = |region: &RegionId| self.puzzle.region(*region).rule != Rule::Empty;
        self.puzzle.region_ids().filter(ruled)
    }

    /// The same, each with its connected parts, mostly one, in board order.
    pub(super) fn areas_in_parts(&self) -> impl Iterator<Item = (RegionId, Vec<Vec<CellId>>)> {
        let graph = self.puzzle.graph();
        self.areas().map(move |region| {
            let parts = graph.parts(|cell| self.puzzle.region_of(cell) == Some(region));
            (region, parts)
        })
    }

    /// The dominoes that can be drawn as such: on neighbours, and no two on one cell.
    pub(super) fn tiles(&self) -> Vec<PlacedDomino> {
        let mut covered = BTreeSet::new();
        let is_tile = |placed: &&PlacedDomino| {
            let cells = placed.halves().map(|(cell, _)| cell);
            self.puzzle.edges().binary_search(&placed.edge()).is_ok()
                && cells.iter().all(|cell| !covered.contains(cell))
                && cells.iter().all(|&cell| covered.insert(cell))
        };
        self.placements().iter().filter(is_tile).copied().collect()
    }

    /// The pairs of cells that share a domino of which no more is known.
    pub(super) fn blanks(&self) -> Vec<Edge> {
        let laid = self.tiles();
        let free = |cell: CellId| {
            let mut halves = laid.iter().flat_map(|placed| placed.halves());
            halves.all(|(covered, _)| covered != cell)
        };
        let edges = self.puzzle.edges();
        let open = self
            .joined
            .iter()
            .filter(|edge| edges.binary_search(edge).is_ok() && edge.ends().into_iter().all(free));
        open.copied().collect()
    }

    /// What each cell shows, by cell number.
    pub(super) fn shown(&self) -> Vec<Option<Pips>> {
        let cells = self.puzzle.cells().len();
        let mut shown = match &self.board {
            Some(board) => board.values(cells),
            None => vec![None; cells],
        };
        for (cell, &pips) in &self.values {
            if let Some(value) = shown.get_mut(cell.index()) {
                let _ = value.get_or_insert(pips);
            }
        }
        // A tile is drawn with its own pips, whatever else claims to lie there.
        for (cell, pips) in self.tiles().into_iter().flat_map(PlacedDomino::halves) {
            shown[cell.index()] = Some(pips);
        }
        shown
    }

    /// What cells can still show of which no value is known.
    pub(super) fn notes(&self) -> impl Iterator<Item = (CellId, &[Pips])> {
        let shown = self.shown();
        let open = move |cell: CellId| shown.get(cell.index()).is_some_and(Option::is_none);
        let candidates = self.candidates.iter();
        candidates
            .filter(move |(cell, _)| open(**cell))
            .map(|(&cell, pips)| (cell, &pips[..]))
    }

    /// The dominoes that do not lie on the board, in the puzzle's order.
    pub(super) fn tray(&self) -> Vec<Domino> {
        let mut laid: BTreeMap<Domino, usize> = BTreeMap::new();
        for placed in self.placements() {
            *laid.entry(placed.domino()).or_default() += 1;
        }
        let is_left = |domino: &&Domino| match laid.get_mut(domino) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        self.puzzle
            .dominoes()
            .iter()
            .filter(is_left)
            .copied()
            .collect()
    }
}
