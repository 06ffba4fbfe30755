//! What is to be seen in a picture, whatever it is drawn with.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::{Board, CellId, Domino, Fault, Label, Pips, Placed, Puzzle, RegionId, Rule};

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
    pub board: Option<&'a Board>,
    /// What cells show without a domino, such as what is known already. Where a domino of the
    /// board lies, its pips are shown instead.
    pub values: BTreeMap<CellId, Pips>,
    /// Cells to point at.
    pub marked_cells: BTreeSet<CellId>,
    /// Regions to point at.
    pub marked_regions: BTreeSet<RegionId>,
}

impl<'a> Picture<'a> {
    /// The puzzle with nothing on it.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Picture {
            puzzle,
            board: None,
            values: BTreeMap::new(),
            marked_cells: BTreeSet::new(),
            marked_regions: BTreeSet::new(),
        }
    }

    /// The same with the dominoes of a board, which may be partial or wrong.
    pub fn with_board(mut self, board: &'a Board) -> Self {
        self.board = Some(board);
        self
    }

    /// The same with some more values that no domino gives.
    pub fn with_values(mut self, values: impl IntoIterator<Item = (CellId, Pips)>) -> Self {
        self.values.extend(values);
        self
    }

    /// The same with some more cells marked.
    pub fn marking_cells(mut self, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.marked_cells.extend(cells);
        self
    }

    /// The same with some more regions marked.
    pub fn marking_regions(mut self, regions: impl IntoIterator<Item = RegionId>) -> Self {
        self.marked_regions.extend(regions);
        self
    }

    /// The same with the cells and regions marked that faults of its board are about.
    pub fn marking_faults(mut self, faults: &[Fault]) -> Self {
        let puzzle = self.puzzle;
        let cell = |name: &Label| puzzle.find_cell(name.raw());
        for fault in faults {
            match fault {
                Fault::NotAnEdge { cells, .. } => {
                    self.marked_cells.extend(cells.iter().filter_map(cell));
                }
                Fault::Uncovered { cell: name }
                | Fault::CoveredTwice { cell: name, .. }
                | Fault::Unpinned { cell: name, .. } => self.marked_cells.extend(cell(name)),
                // A domino that is not used is seen in the tray.
                Fault::WrongUse {
                    domino,
                    used,
                    there,
                } if used > there => {
                    let placements = self.board.map_or(&[][..], Board::placements);
                    let wrong = placements
                        .iter()
                        .filter(|placed| placed.domino() == *domino);
                    let cells = wrong.flat_map(|placed| placed.halves());
                    self.marked_cells.extend(cells.map(|(cell, _)| cell));
                }
                Fault::WrongUse { .. } => {}
                Fault::RuleBroken { region, .. } => {
                    let broken = puzzle
                        .region_ids()
                        .filter(|&id| puzzle.region(id).name == *region);
                    self.marked_regions.extend(broken);
                }
            }
        }
        self
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
    pub(super) fn tiles(&self) -> Vec<Placed> {
        let mut covered = BTreeSet::new();
        let placements = self.board.map_or(&[][..], Board::placements);
        let is_tile = |placed: &&Placed| {
            let cells = placed.halves().map(|(cell, _)| cell);
            self.puzzle.edges().binary_search(&placed.edge()).is_ok()
                && cells.iter().all(|cell| !covered.contains(cell))
                && cells.iter().all(|&cell| covered.insert(cell))
        };
        placements.iter().filter(is_tile).copied().collect()
    }

    /// What each cell shows, by cell number.
    pub(super) fn shown(&self) -> Vec<Option<Pips>> {
        let cells = self.puzzle.cells().len();
        let mut shown = self
            .board
            .map_or_else(|| vec![None; cells], |board| board.values(cells));
        for (cell, &pips) in &self.values {
            if let Some(value) = shown.get_mut(cell.index()) {
                let _ = value.get_or_insert(pips);
            }
        }
        // A tile is drawn with its own pips, whatever else claims to lie there.
        for (cell, pips) in self.tiles().into_iter().flat_map(Placed::halves) {
            shown[cell.index()] = Some(pips);
        }
        shown
    }

    /// The dominoes that do not lie on the board, in the puzzle's order.
    pub(super) fn tray(&self) -> Vec<Domino> {
        let mut laid: BTreeMap<Domino, usize> = BTreeMap::new();
        for placed in self.board.map_or(&[][..], Board::placements) {
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
