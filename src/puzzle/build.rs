//! Validation: builds a puzzle from a draft. All formats and all puzzles built in code are validated here.
//!
//! A [`PuzzleError`] has a [`DraftPlace`], such as the third cell of the second region. A reader maps it to
//! a location in its text.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    Board, Cell, CellId, Domino, Edge, Label, MAX_PIPS, Pips, PlacedDomino, Puzzle, Recipe, Region,
    RegionId, Rule, Violation, check,
};

/// The parts of a puzzle before they are validated by [`Puzzle::new`].
///
/// ```
/// use pipsc::puzzle::{Puzzle, PuzzleDraft, Rule};
///
/// let draft = PuzzleDraft::grid([(0, 0), (0, 1), (1, 0), (1, 1)])
///     .domino(1, 2)
///     .domino(3, 3)
///     .region(Rule::sum(6), [(0, 0), (0, 1)])
///     .region(Rule::Unequal, [(1, 0), (1, 1)]);
/// let puzzle = Puzzle::new(draft)?;
/// assert_eq!(puzzle.cell_at(1, 0).map(|cell| cell.index()), Some(2));
/// # Ok::<(), pipsc::puzzle::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PuzzleDraft {
    /// See [`Puzzle::title`].
    pub title: Option<Label>,
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// Which cells are neighbours.
    pub links: DraftLinks,
    /// See [`Puzzle::dominoes`].
    pub dominoes: Vec<Domino>,
    /// See [`Puzzle::regions`].
    pub regions: Vec<DraftRegion>,
    /// The claimed solution. Its cells are indices into [`PuzzleDraft::cells`].
    pub solution: Option<Board>,
    /// The claimed recipe of a generated puzzle, in one line with its checksum; see [`Puzzle::recipe`].
    pub recipe: Option<String>,
}

impl PuzzleDraft {
    /// A draft of a grid with cells at these rows and columns.
    pub fn grid(cells: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let cells = cells.into_iter();
        PuzzleDraft {
            cells: cells
                .map(|(row, column)| Cell::on_grid(row, column))
                .collect(),
            ..PuzzleDraft::default()
        }
    }

    /// Adds a domino.
    pub fn domino(mut self, one: Pips, other: Pips) -> Self {
        self.dominoes.push(Domino::new(one, other));
        self
    }

    /// Adds a region with the cells at these rows and columns. Its name is the next free letter.
    pub fn region(mut self, rule: Rule, cells: impl IntoIterator<Item = (u32, u32)>) -> Self {
        // A place without a cell becomes an index out of range, which `Puzzle::new` rejects.
        let find = |at| self.cells.iter().position(|cell| cell.at == Some(at));
        let cells = cells.into_iter().map(|at| find(at).unwrap_or(usize::MAX));
        let cells = cells.collect();
        self.regions.push(DraftRegion {
            name: None,
            rule,
            cells,
        });
        self
    }

    /// The draft of an existing puzzle, without its solution and its recipe.
    pub fn of(puzzle: &Puzzle) -> PuzzleDraft {
        let links = match puzzle.is_grid() {
            true => DraftLinks::Grid,
            false => {
                let pairs = puzzle.edges().iter();
                DraftLinks::Given(pairs.map(|edge| (edge.a.index(), edge.b.index())).collect())
            }
        };
        let regions = puzzle.regions().iter().map(|region| DraftRegion {
            name: Some(region.name.clone()),
            rule: region.rule,
            cells: region.cells.iter().map(|cell| cell.index()).collect(),
        });
        PuzzleDraft {
            title: puzzle.title().cloned(),
            cells: puzzle.cells().to_vec(),
            links,
            dominoes: puzzle.dominoes().to_vec(),
            regions: regions.collect(),
            solution: None,
            recipe: None,
        }
    }
}

/// A region of a draft; its cells are indices into [`PuzzleDraft::cells`].
#[derive(Debug, Clone)]
pub struct DraftRegion {
    /// The name; `None` means the next free letter.
    pub name: Option<Label>,
    /// Its rule.
    pub rule: Rule,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// Which cells of a draft are neighbours.
#[derive(Debug, Clone, Default)]
pub enum DraftLinks {
    /// The orthogonal neighbours; every cell has a row and a column.
    #[default]
    Grid,
    /// Pairs of indices into [`PuzzleDraft::cells`]. Repeated pairs are ignored.
    Given(Vec<(usize, usize)>),
}

/// A part of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftPlace {
    /// The board as a whole.
    Board,
    /// The cell with this index in [`PuzzleDraft::cells`].
    Cell(usize),
    /// The dominoes as a whole.
    Dominoes,
    /// A region, by its position in the list.
    Region(usize),
    /// A cell, by its position in the region's list.
    RegionCell(usize, usize),
    /// A link, by its position in the list.
    Link(usize),
    /// The claimed solution.
    Solution,
    /// The claimed recipe.
    Recipe,
}

/// Why a draft is not a puzzle, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct PuzzleError {
    /// The place in the draft.
    pub place: DraftPlace,
    /// The reason.
    pub kind: PuzzleErrorKind,
}

impl PuzzleError {
    pub(super) fn new(place: DraftPlace, kind: PuzzleErrorKind) -> Self {
        PuzzleError { place, kind }
    }
}

/// The ways in which a draft can fail to be a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleErrorKind {
    /// There are no cells at all.
    #[error("the board has no cells")]
    EmptyBoard,
    /// A domino covers two cells, so an odd board cannot be covered.
    #[error("the board has {}, an odd number: dominoes cannot cover it", many(*.0, "cell"))]
    OddBoard(usize),
    /// Too few or too many dominoes for the board.
    #[error(
        "{} need {}, not {dominoes}",
        many(*.cells, "cell"), many(.cells / 2, "domino")
    )]
    DominoCount {
        /// Number of dominoes.
        dominoes: usize,
        /// Number of cells.
        cells: usize,
    },
    /// A half of a domino shows more than [`MAX_PIPS`].
    #[error("the domino {0} has too many pips: a half shows {MAX_PIPS} at most")]
    TooManyPips(Domino),
    /// The list of cells has a cell twice.
    #[error("cell {0} is listed twice")]
    RepeatedCell(Label),
    /// Two cells have the same row and column.
    #[error("cells {0} and {1} have the same row and column")]
    SharedPlace(Label, Label),
    /// A cell of a grid has no row and column.
    #[error("cell {0} of the grid has no row and column")]
    NoPlace(Label),
    /// A region, a link or a board names a cell that is not on the board.
    #[error("there is no such cell on the board")]
    UnknownCell,
    /// A board has a domino on two cells that are not neighbours.
    #[error("no domino can lie on {0} and {1}, which are not neighbours")]
    NotNeighbours(Label, Label),
    /// A region has a cell twice.
    #[error("cell {0} is listed twice in this region")]
    RepeatedInRegion(Label),
    /// A cell belongs to two regions.
    #[error("cell {cell} already belongs to region {region}")]
    TwoRegions {
        /// The cell.
        cell: Label,
        /// The region that has it already.
        region: Label,
    },
    /// Two regions have the same name.
    #[error("there are two regions {0}")]
    RepeatedRegion(Label),
    /// A region without cells.
    #[error("the region has no cells")]
    EmptyRegion,
    /// A node linked to itself.
    #[error("cell {0} is linked to itself")]
    SelfLink(Label),
    /// The solution that the text gives breaks the rules.
    #[error("the solution given is not one: {0}")]
    WrongSolution(String),
    /// The recipe cannot be read.
    #[error("not a recipe: {0}")]
    NotARecipe(String),
}

/// A count with its noun: `1 cell`, `2 cells`, `2 dominoes`.
fn many(count: usize, noun: &str) -> String {
    let plural = match (count, noun.ends_with('o')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {noun}{plural}")
}

impl Puzzle {
    /// Builds the puzzle of a draft, or returns the first error. White space around the title is removed.
    pub fn new(draft: PuzzleDraft) -> Result<Puzzle, PuzzleError> {
        check_cells(&draft.cells, &draft.links)?;
        let mut cells: Vec<(usize, Cell)> = draft.cells.into_iter().enumerate().collect();
        // Row by row if all cells have a place, else in draft order.
        if cells.iter().all(|(_, cell)| cell.at.is_some()) {
            cells.sort_by_key(|(_, cell)| cell.at);
        }
        // The index of each draft cell in the puzzle.
        let mut new_id = vec![CellId(0); cells.len()];
        for (new, &(old, _)) in cells.iter().enumerate() {
            new_id[old] = CellId::at(new);
        }
        let cells: Vec<Cell> = cells.into_iter().map(|(_, cell)| cell).collect();
        let (regions, region_of) = assign_regions(draft.regions, &cells, &new_id)?;
        check_dominoes(&draft.dominoes, cells.len())?;
        let edges = match draft.links {
            DraftLinks::Grid => grid_edges(&cells).unwrap_or_default(),
            DraftLinks::Given(pairs) => {
                let pairs = pairs.iter();
                let mut edges: Vec<Edge> = pairs
                    .map(|&(one, other)| Edge::between(new_id[one], new_id[other]))
                    .collect();
                edges.sort_unstable();
                edges.dedup();
                edges
            }
        };
        let title = draft.title.as_ref().map(|title| title.raw().trim());
        let mut puzzle = Puzzle {
            title: title.filter(|title| !title.is_empty()).map(Label::from),
            cells,
            edges,
            dominoes: draft.dominoes,
            regions,
            region_of,
            solution: None,
            pins: BTreeMap::new(),
            recipe: None,
        };
        if let Some(board) = draft.solution {
            let wrong = |kind| PuzzleError::new(DraftPlace::Solution, kind);
            let half = |(cell, pips): (CellId, Pips)| Some((*new_id.get(cell.index())?, pips));
            let placements = board.placements().iter().map(|placed| {
                let [one, other] = placed.halves();
                Some(PlacedDomino::new(half(one)?, half(other)?))
            });
            let board: Option<Board> = placements.collect();
            let board = board.ok_or_else(|| wrong(PuzzleErrorKind::UnknownCell))?;
            let violations = check(&puzzle, &board);
            if !violations.is_empty() {
                let first = violations.iter().take(3).map(Violation::to_string);
                let list = first.collect::<Vec<_>>().join("; ");
                return Err(wrong(PuzzleErrorKind::WrongSolution(list)));
            }
            puzzle.solution = Some(board);
        }
        if let Some(line) = draft.recipe {
            puzzle.recipe = Recipe::checked(&line, &puzzle).map_err(|problem| {
                PuzzleError::new(DraftPlace::Recipe, PuzzleErrorKind::NotARecipe(problem))
            })?;
        }
        Ok(puzzle)
    }
}

/// Checks that names and places of cells are unique, and that links join two different cells.
fn check_cells(cells: &[Cell], links: &DraftLinks) -> Result<(), PuzzleError> {
    if cells.is_empty() {
        return Err(PuzzleError::new(
            DraftPlace::Board,
            PuzzleErrorKind::EmptyBoard,
        ));
    }
    let mut names = HashSet::with_capacity(cells.len());
    let mut places: HashMap<(u32, u32), &Label> = HashMap::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let name = &cell.name;
        let wrong = |kind| Err(PuzzleError::new(DraftPlace::Cell(index), kind));
        if !names.insert(name.raw()) {
            return wrong(PuzzleErrorKind::RepeatedCell(name.clone()));
        }
        match (cell.at, links) {
            (Some(at), _) => {
                if let Some(other) = places.insert(at, name) {
                    return wrong(PuzzleErrorKind::SharedPlace(other.clone(), name.clone()));
                }
            }
            (None, DraftLinks::Grid) => return wrong(PuzzleErrorKind::NoPlace(name.clone())),
            (None, DraftLinks::Given(_)) => {}
        }
    }
    if let DraftLinks::Given(pairs) = links {
        for (index, &(one, other)) in pairs.iter().enumerate() {
            let kind = match (cells.get(one), cells.get(other)) {
                (Some(cell), Some(_)) if one == other => {
                    PuzzleErrorKind::SelfLink(cell.name.clone())
                }
                (Some(_), Some(_)) => continue,
                (None, _) | (_, None) => PuzzleErrorKind::UnknownCell,
            };
            return Err(PuzzleError::new(DraftPlace::Link(index), kind));
        }
    }
    Ok(())
}

/// Checks the number of dominoes and their pips.
fn check_dominoes(dominoes: &[Domino], cells: usize) -> Result<(), PuzzleError> {
    if cells % 2 == 1 {
        return Err(PuzzleError::new(
            DraftPlace::Board,
            PuzzleErrorKind::OddBoard(cells),
        ));
    }
    let kind = if let Some(&domino) = dominoes.iter().find(|domino| domino.high() > MAX_PIPS) {
        PuzzleErrorKind::TooManyPips(domino)
    } else if dominoes.len() * 2 != cells {
        let dominoes = dominoes.len();
        PuzzleErrorKind::DominoCount { dominoes, cells }
    } else {
        return Ok(());
    };
    Err(PuzzleError::new(DraftPlace::Dominoes, kind))
}

/// The edges between orthogonal neighbours, sorted; `None` if a cell has no place.
pub(super) fn grid_edges(cells: &[Cell]) -> Option<Vec<Edge>> {
    let mut at = HashMap::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let _ = at.insert(cell.at?, CellId::at(index));
    }
    let mut edges = Vec::with_capacity(cells.len() * 2);
    for (index, cell) in cells.iter().enumerate() {
        let (row, column) = cell.at?;
        let ahead = [
            (Some(row), column.checked_add(1)),
            (row.checked_add(1), Some(column)),
        ];
        for next in ahead {
            if let (Some(row), Some(column)) = next
                && let Some(&other) = at.get(&(row, column))
            {
                edges.push(Edge::between(CellId::at(index), other));
            }
        }
    }
    edges.sort_unstable();
    Some(edges)
}

/// Names every region: its own name, else the next free of A, B, ..., Z, AA, ...
fn name_regions(regions: &[DraftRegion]) -> Result<Vec<Label>, PuzzleError> {
    let mut taken: HashSet<&Label> = HashSet::new();
    for (index, region) in regions.iter().enumerate() {
        if let Some(name) = &region.name
            && !taken.insert(name)
        {
            let kind = PuzzleErrorKind::RepeatedRegion(name.clone());
            return Err(PuzzleError::new(DraftPlace::Region(index), kind));
        }
    }
    let mut letters = (0..)
        .map(|index| Label::from(letters(index)))
        .filter(|name| !taken.contains(name));
    let names = regions.iter().map(|region| {
        let name = region.name.clone().or_else(|| letters.next());
        name.unwrap_or_default()
    });
    Ok(names.collect())
}

/// The name of a region by its index, as spreadsheet columns are named.
fn letters(mut index: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(b'A' + (index % 26) as u8));
        index /= 26;
        if index == 0 {
            break;
        }
        index -= 1;
    }
    name.iter().rev().collect()
}

/// The regions, and the region of each cell.
fn assign_regions(
    drafts: Vec<DraftRegion>,
    cells: &[Cell],
    new_id: &[CellId],
) -> Result<(Vec<Region>, Vec<Option<RegionId>>), PuzzleError> {
    let names = name_regions(&drafts)?;
    let mut regions: Vec<Region> = Vec::with_capacity(drafts.len());
    let mut region_of: Vec<Option<RegionId>> = vec![None; cells.len()];
    for (index, (draft, name)) in drafts.into_iter().zip(names).enumerate() {
        if draft.cells.is_empty() {
            let kind = PuzzleErrorKind::EmptyRegion;
            return Err(PuzzleError::new(DraftPlace::Region(index), kind));
        }
        let id = RegionId::at(index);
        let mut own = Vec::with_capacity(draft.cells.len());
        for (position, &old) in draft.cells.iter().enumerate() {
            let wrong = |kind| {
                let place = DraftPlace::RegionCell(index, position);
                Err(PuzzleError::new(place, kind))
            };
            let Some(&new) = new_id.get(old) else {
                return wrong(PuzzleErrorKind::UnknownCell);
            };
            let cell = cells[new.index()].name.clone();
            match region_of[new.index()].replace(id) {
                None => own.push(new),
                Some(same) if same == id => return wrong(PuzzleErrorKind::RepeatedInRegion(cell)),
                Some(other) => {
                    let region = regions[other.index()].name.clone();
                    return wrong(PuzzleErrorKind::TwoRegions { cell, region });
                }
            }
        }
        own.sort_unstable();
        regions.push(Region {
            name,
            rule: draft.rule,
            cells: own,
        });
    }
    Ok((regions, region_of))
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn region_letters_continue_after_z() {
        assert_eq!(letters(0), "A");
        assert_eq!(letters(25), "Z");
        assert_eq!(letters(26), "AA");
        assert_eq!(letters(27 * 26), "AAA");
    }
}
