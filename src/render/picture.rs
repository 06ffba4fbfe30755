//! The content of a picture, independent of the form in which it is drawn.

use std::borrow::Cow;

use super::{Mark, Marks};
use crate::puzzle::{
    Board, CellId, Domino, Edge, Fact, Label, Pips, PlacedDomino, Puzzle, RegionId, Rule, Violation,
};
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle with optional additions: a full, partial or wrong board, values without a domino, candidates, marks, labels.
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
    /// The placed dominoes.
    pub board: Option<Cow<'a, Board>>,
    /// The values of cells without a domino. The pips of a placed domino take precedence.
    pub values: BTreeMap<CellId, Pips>,
    /// Pairs of cells that one domino covers, with unknown pips.
    pub joined: BTreeSet<Edge>,
    /// The candidates of cells, drawn as small numbers.
    pub candidates: BTreeMap<CellId, Vec<Pips>>,
    /// The marked cells and regions.
    pub marks: Marks,
    /// Shows the names of rows and columns, or of a graph's nodes, and the letters of regions.
    pub labels: bool,
}

impl<'a> Picture<'a> {
    /// The puzzle alone.
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

    /// Sets the dominoes of a board, which may be partial or wrong.
    pub fn with_board(mut self, board: &'a Board) -> Self {
        self.board = Some(Cow::Borrowed(board));
        self
    }

    /// Adds values without a domino.
    pub fn with_values(mut self, values: impl IntoIterator<Item = (CellId, Pips)>) -> Self {
        self.values.extend(values);
        self
    }

    /// Adds facts: placements, values, and pairs of cells that share a domino. A shared domino is
    /// placed once both of its halves are known. Negative facts are not drawn.
    pub fn with_facts(mut self, facts: impl IntoIterator<Item = Fact>) -> Self {
        let mut placed: BTreeSet<PlacedDomino> = self.placements().iter().copied().collect();
        for fact in facts {
            match fact {
                Fact::Lies(domino) => {
                    let _ = placed.insert(domino);
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
                let _ = placed.insert(PlacedDomino::new(one, other));
            }
        }
        if !placed.is_empty() {
            self.board = Some(Cow::Owned(placed.into_iter().collect()));
        }
        self
    }

    /// Sets the candidates of cells.
    pub fn with_candidates(
        mut self,
        candidates: impl IntoIterator<Item = (CellId, Vec<Pips>)>,
    ) -> Self {
        self.candidates.extend(candidates);
        self
    }

    /// Adds marks.
    pub fn marking(mut self, marks: &Marks) -> Self {
        self.marks = self.marks.and(marks);
        self
    }

    /// Marks cells as conflicts.
    pub fn marking_cells(mut self, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.marks = self.marks.with_cells(Mark::Conflict, cells);
        self
    }

    /// Marks regions as conflicts.
    pub fn marking_regions(mut self, regions: impl IntoIterator<Item = RegionId>) -> Self {
        self.marks = self.marks.with_regions(Mark::Conflict, regions);
        self
    }

    /// Shows or hides labels.
    pub fn with_labels(mut self, labels: bool) -> Self {
        self.labels = labels;
        self
    }

    /// Marks the cells and regions of violations.
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
                Violation::TooFewHalves { cells: wrong, .. } => {
                    cells.extend(wrong.iter().filter_map(cell));
                }
                Violation::Uncovered { cell: name }
                | Violation::CoveredTwice { cell: name, .. }
                | Violation::TwoValues { cell: name, .. }
                | Violation::Stranded { cell: name }
                | Violation::Unpinned { cell: name, .. } => cells.extend(cell(name)),
                // An unused domino is in the tray.
                Violation::WrongUse {
                    domino,
                    used,
                    copies,
                } if used > copies => {
                    let wrong = self.placements().iter();
                    let wrong = wrong.filter(|placed| placed.domino() == *domino);
                    let wrong = wrong.flat_map(|placed| placed.halves());
                    cells.extend(wrong.map(|(cell, _)| cell));
                }
                Violation::WrongUse { .. } => {}
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

    /// The region of a cell, unless it has no rule: such regions are drawn as free cells.
    pub(super) fn area(&self, cell: CellId) -> Option<RegionId> {
        let region = self.puzzle.region_of(cell)?;
        (self.puzzle.region(region).rule != Rule::Empty).then_some(region)
    }

    /// The regions with a rule.
    pub(super) fn areas(&self) -> impl Iterator<Item = RegionId> {
        let ruled = |region: &RegionId| self.puzzle.region(*region).rule != Rule::Empty;
        self.puzzle.region_ids().filter(ruled)
    }

    /// The regions with a rule, each with its connected parts in board order.
    pub(super) fn areas_in_parts(&self) -> impl Iterator<Item = (RegionId, Vec<Vec<CellId>>)> {
        let graph = self.puzzle.graph();
        self.areas().map(move |region| {
            let parts = graph.parts(|cell| self.puzzle.region_of(cell) == Some(region));
            (region, parts)
        })
    }

    /// The placed dominoes that can be drawn: on adjacent cells, without overlaps.
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

    /// The pairs of cells that share a domino whose pips are not known.
    pub(super) fn blanks(&self) -> Vec<Edge> {
        let tiles = self.tiles().into_iter().flat_map(PlacedDomino::halves);
        let covered: BTreeSet<CellId> = tiles.map(|(cell, _)| cell).collect();
        let is_blank = |edge: &&Edge| {
            self.puzzle.edges().binary_search(edge).is_ok()
                && edge.ends().iter().all(|cell| !covered.contains(cell))
        };
        self.joined.iter().filter(is_blank).copied().collect()
    }

    /// The value of each cell, by cell number.
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
        // A tile is drawn with its own pips, even if others overlap it.
        for (cell, pips) in self.tiles().into_iter().flat_map(PlacedDomino::halves) {
            shown[cell.index()] = Some(pips);
        }
        shown
    }

    /// The candidates of cells without a value.
    pub(super) fn notes(&self) -> impl Iterator<Item = (CellId, &[Pips])> {
        let shown = self.shown();
        let is_open = move |cell: CellId| shown.get(cell.index()).is_some_and(Option::is_none);
        let candidates = self
            .candidates
            .iter()
            .map(|(&cell, pips)| (cell, &pips[..]));
        candidates.filter(move |(cell, _)| is_open(*cell))
    }

    /// The dominoes that are not placed, in the puzzle's order.
    pub(super) fn tray(&self) -> Vec<Domino> {
        let mut placed: BTreeMap<Domino, usize> = BTreeMap::new();
        for domino in self.placements().iter().map(|placed| placed.domino()) {
            *placed.entry(domino).or_default() += 1;
        }
        let mut dominoes = self.puzzle.dominoes().to_vec();
        dominoes.retain(|domino| match placed.get_mut(domino) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        dominoes
    }
}
