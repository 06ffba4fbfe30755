//! From a draft to a puzzle: everything that makes a puzzle invalid is refused here, once, for
//! all formats.
//!
//! A flaw names its [`Place`] in the draft ("the third cell of the second region"); the reader
//! that made the draft knows where that stands in its text and says so.

use std::collections::HashMap;
use std::sync::Arc;

use crate::sorted::Map;

use super::{
    Board, Cell, CellId, Domino, Edge, Label, Puzzle, Region, RegionId, Rule, SealedRecipe,
    Violation, check,
};

/// What a reader has understood of a puzzle's text.
#[derive(Debug, Clone, Default)]
pub struct PuzzleDraft {
    /// See [`Puzzle::title`].
    pub title: Option<Label>,
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// Which cells are neighbours.
    pub links: Links,
    /// See [`Puzzle::dominoes`].
    pub dominoes: Vec<Domino>,
    /// See [`Puzzle::regions`].
    pub regions: Vec<DraftRegion>,
    /// A board that the text claims to be a solution, in terms of [`PuzzleDraft::cells`].
    pub solution: Option<Board>,
    /// The boards that do not count as solutions, in terms of [`PuzzleDraft::cells`]; see
    /// [`Puzzle::excluded`].
    pub excluded: Vec<Board>,
    /// Where the text says that a generated puzzle comes from; see [`Puzzle::recipe`].
    pub recipe: Option<SealedRecipe>,
}

impl PuzzleDraft {
    /// The draft of a puzzle, to make another one of it: without the solution and the recipe, which
    /// would not be its own.
    pub fn of(puzzle: &Puzzle) -> PuzzleDraft {
        let links = match puzzle.is_grid() {
            true => Links::Grid,
            false => {
                let pairs = puzzle.edges().iter();
                Links::Given(pairs.map(|edge| (edge.a.index(), edge.b.index())).collect())
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
            excluded: puzzle.excluded().iter().cloned().collect(),
            recipe: None,
        }
    }
}

/// A region as a reader understood it; its cells are indices into [`PuzzleDraft::cells`].
#[derive(Debug, Clone)]
pub struct DraftRegion {
    /// Its name; without one it is called by the next free letter.
    pub name: Option<Label>,
    /// Its rule.
    pub rule: Rule,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// Which cells of a draft are neighbours.
#[derive(Debug, Clone, Default)]
pub enum Links {
    /// The orthogonal neighbours; every cell has a row and a column.
    #[default]
    Grid,
    /// These pairs of indices into [`PuzzleDraft::cells`]; naming a pair twice changes nothing.
    Given(Vec<(usize, usize)>),
}

/// A part of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The board as a whole.
    Board,
    /// The cell with this index in [`PuzzleDraft::cells`].
    Cell(usize),
    /// The dominoes as a whole.
    Dominoes,
    /// A region.
    Region(usize),
    /// A cell, by its position in the region's list.
    RegionCell(usize, usize),
    /// A link, by its position in the list.
    Link(usize),
    /// The claimed solution.
    Solution,
    /// An excluded board, by its position in the list.
    Excluded(usize),
}

/// Why a draft is not a puzzle, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct PuzzleError {
    /// Where it stands in the draft.
    pub place: Place,
    /// What it is.
    pub kind: PuzzleErrorKind,
}

impl PuzzleError {
    /// What is wrong with a board, as far as that helps.
    pub(super) fn list(faults: &[Violation]) -> String {
        let faults = faults.iter().take(3).map(Violation::to_string);
        faults.collect::<Vec<_>>().join("; ")
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
        /// How many dominoes there are.
        dominoes: usize,
        /// How many cells there are.
        cells: usize,
    },
    /// A cell stands in the list of cells twice.
    #[error("cell {0} is there twice")]
    RepeatedCell(Label),
    /// A cell stands in one region twice.
    #[error("cell {0} stands twice in this region")]
    RepeatedInRegion(Label),
    /// A cell belongs to two regions.
    #[error("cell {cell} already belongs to region {region}")]
    TwoRegions {
        /// The cell.
        cell: Label,
        /// The region that has it already.
        region: Label,
    },
    /// A region without cells.
    #[error("the region has no cells")]
    EmptyRegion,
    /// A node linked to itself.
    #[error("cell {0} is linked to itself")]
    SelfLink(Label),
    /// The solution that the text gives breaks the rules.
    #[error("the solution given is not one: {0}")]
    WrongSolution(String),
    /// A board to exclude does not cover the cells with the dominoes.
    #[error("the excluded board is none of this puzzle: {0}")]
    NotABoard(String),
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
    /// Builds the puzzle that a draft describes, or says what is wrong with it.
    pub fn new(draft: PuzzleDraft) -> Result<Puzzle, PuzzleError> {
        let flaw = |place, kind| Err(PuzzleError { place, kind });
        let PuzzleDraft {
            title,
            cells,
            links,
            dominoes,
            regions,
            solution,
            excluded,
            recipe,
        } = draft;

        if cells.is_empty() {
            return flaw(Place::Board, PuzzleErrorKind::EmptyBoard);
        }
        let mut seen = HashMap::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            if seen.insert(cell.name.raw(), index).is_some() {
                return flaw(
                    Place::Cell(index),
                    PuzzleErrorKind::RepeatedCell(cell.name.clone()),
                );
            }
        }
        if let Links::Given(pairs) = &links
            && let Some(at) = pairs.iter().position(|(one, other)| one == other)
        {
            let name = cells[pairs[at].0].name.clone();
            return flaw(Place::Link(at), PuzzleErrorKind::SelfLink(name));
        }

        let new_id = board_order(&cells);
        let regions = name_regions(regions);
        let region_of = assign_regions(&cells, &regions)?;
        if cells.len() % 2 == 1 {
            return flaw(Place::Board, PuzzleErrorKind::OddBoard(cells.len()));
        }
        if dominoes.len() * 2 != cells.len() {
            let kind = PuzzleErrorKind::DominoCount {
                dominoes: dominoes.len(),
                cells: cells.len(),
            };
            return flaw(Place::Dominoes, kind);
        }

        let mut puzzle = Puzzle {
            title,
            edges: Vec::new(),
            dominoes,
            regions: regions
                .into_iter()
                .map(|(name, region)| {
                    let mut cells: Vec<CellId> =
                        region.cells.iter().map(|&old| new_id[old]).collect();
                    cells.sort_unstable();
                    Region {
                        name,
                        rule: region.rule,
                        cells,
                    }
                })
                .collect(),
            region_of: reorder(region_of, &new_id),
            cells: reorder(cells, &new_id),
            solution: None,
            pins: Map::new(),
            excluded: Arc::default(),
            recipe: None,
        };
        puzzle.edges = match links {
            Links::Grid => grid_edges(&puzzle.cells).unwrap_or_default(),
            Links::Given(pairs) => {
                let mut edges: Vec<Edge> = pairs
                    .iter()
                    .map(|&(one, other)| Edge::between(new_id[one], new_id[other]))
                    .collect();
                edges.sort_unstable();
                edges.dedup();
                edges
            }
        };
        let in_board_order = |board: &Board| -> Board {
            let placements = board.placements().iter();
            let placements = placements.map(|placed| {
                let halves = placed.halves();
                let [one, other] = halves.map(|(cell, pips)| (new_id[cell.index()], pips));
                super::PlacedDomino::new(one, other)
            });
            placements.collect()
        };
        for (index, board) in excluded.iter().enumerate() {
            puzzle.exclude(in_board_order(board), Place::Excluded(index))?;
        }
        if let Some(board) = solution {
            puzzle.solution = Some(puzzle.checked_solution(in_board_order(&board))?);
        }
        puzzle.recipe = recipe
            .filter(|given| given.seal == given.recipe.seal(&puzzle))
            .map(|given| given.recipe);
        Ok(puzzle)
    }

    fn checked_solution(&self, board: Board) -> Result<Board, PuzzleError> {
        let faults = check(self, &board);
        match faults.as_slice() {
            [] => Ok(board),
            faults => Err(PuzzleError {
                place: Place::Solution,
                kind: PuzzleErrorKind::WrongSolution(PuzzleError::list(faults)),
            }),
        }
    }
}

/// The orthogonal neighbours among cells in board order, or nothing if a cell has no place.
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

/// Where each draft cell goes: row by row if all have a place, else as they come.
fn board_order(cells: &[Cell]) -> Vec<CellId> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    if cells.iter().all(|cell| cell.at.is_some()) {
        order.sort_by_key(|&index| cells[index].at);
    }
    let mut new_id = vec![CellId(0); cells.len()];
    for (new, &old) in order.iter().enumerate() {
        new_id[old] = CellId::at(new);
    }
    new_id
}

fn reorder<T>(items: Vec<T>, new_id: &[CellId]) -> Vec<T> {
    let mut placed: Vec<(CellId, T)> = new_id.iter().copied().zip(items).collect();
    placed.sort_by_key(|(id, _)| *id);
    placed.into_iter().map(|(_, item)| item).collect()
}

/// Gives every region a name of its own: the text's, else the next free of A, B, ..., Z, AA, ...
fn name_regions(regions: Vec<DraftRegion>) -> Vec<(Label, DraftRegion)> {
    let taken: std::collections::HashSet<Label> = regions
        .iter()
        .filter_map(|region| region.name.clone())
        .collect();
    let mut letters = (0..)
        .map(letters)
        .filter(|name| !taken.contains(name.as_str()));
    regions
        .into_iter()
        .map(|region| {
            let name = region
                .name
                .clone()
                .or_else(|| letters.next().map(Label::from))
                .unwrap_or_default();
            (name, region)
        })
        .collect()
}

/// The name of the `index`th region in the manner of spreadsheet columns.
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

fn assign_regions(
    cells: &[Cell],
    regions: &[(Label, DraftRegion)],
) -> Result<Vec<Option<RegionId>>, PuzzleError> {
    let mut region_of: Vec<Option<RegionId>> = vec![None; cells.len()];
    for (index, (_, region)) in regions.iter().enumerate() {
        if region.cells.is_empty() {
            return Err(PuzzleError {
                place: Place::Region(index),
                kind: PuzzleErrorKind::EmptyRegion,
            });
        }
        let id = RegionId::at(index);
        for (position, &cell) in region.cells.iter().enumerate() {
            let name = cells[cell].name.clone();
            let kind = match region_of[cell] {
                None => {
                    region_of[cell] = Some(id);
                    continue;
                }
                Some(same) if same == id => PuzzleErrorKind::RepeatedInRegion(name),
                Some(other) => PuzzleErrorKind::TwoRegions {
                    cell: name,
                    region: regions[other.index()].0.clone(),
                },
            };
            return Err(PuzzleError {
                place: Place::RegionCell(index, position),
                kind,
            });
        }
    }
    Ok(region_of)
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_go_on_past_z() {
        assert_eq!(letters(0), "A");
        assert_eq!(letters(25), "Z");
        assert_eq!(letters(26), "AA");
        assert_eq!(letters(27 * 26), "AAA");
    }
}
