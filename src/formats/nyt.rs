//! The NYT's JSON: a day with its levels, or one level's object alone.
//!
//! The board consists of the cells of the regions. Cells without a rule are in regions of type `empty`.
//! Unknown fields are ignored. The fields `title` and `recipe` are extensions.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::json::{self, DominoHalves, Fields, GridCell, JsonNames, ObjectWriter};
use super::place::CellIndex;
use super::{CannotExpress, DocumentEntry, Format, NytLevel, grid};
use crate::parse::ParseError;
use crate::puzzle::{Board, Cell, CellId, PlacedDomino, Puzzle, PuzzleDraft, Rule};

pub(super) const NAMES: JsonNames = JsonNames {
    board: "regions",
    dominoes: "dominoes",
    regions: "regions",
    solution: "solution",
    rule: ".type",
    cells: ".indices",
    rules: ["sum", "less", "greater", "equals", "unequal", "empty"],
};

#[derive(Deserialize)]
#[serde(expecting = "a level, an object with dominoes and regions")]
struct LevelText {
    title: Option<String>,
    recipe: Option<String>,
    dominoes: Option<Vec<DominoHalves>>,
    regions: Option<Vec<RegionText>>,
    solution: Option<Vec<[GridCell; 2]>>,
}

#[derive(Deserialize, Serialize)]
#[serde(expecting = "a region, an object with indices, type and target")]
struct RegionText {
    indices: Vec<GridCell>,
    #[serde(rename = "type")]
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<i64>,
}

/// Reads all levels, the easiest first, or the single puzzle of an object without levels.
pub(super) fn read(text: &str, fields: &Fields<'_>) -> Result<Vec<DocumentEntry>, ParseError> {
    let mut entries = Vec::new();
    let mut is_day = fields.has("printDate");
    for level in NytLevel::ALL {
        let Some(text) = fields.get(level.name()) else {
            continue;
        };
        is_day = true;
        let found: Result<Option<LevelText>, _> = json::read(text);
        let puzzle = match found.map_err(|error| error.under(level.name())) {
            // Files of some days have `null` fields in place of a missing level.
            Ok(None) => continue,
            Ok(Some(found)) if found.dominoes.is_none() && found.regions.is_none() => continue,
            Ok(Some(found)) => puzzle(found, &format!("{level}.")),
            Err(error) => Err(error),
        };
        entries.push(DocumentEntry {
            level: Some(level),
            puzzle,
        });
    }
    if entries.is_empty() && is_day {
        let problem = "there is no puzzle in this day: expected a level under easy, medium or hard";
        return Err(ParseError::whole(problem));
    }
    if entries.is_empty() {
        entries = DocumentEntry::alone(puzzle(json::read(text)?, "")?);
    }
    Ok(entries)
}

/// The puzzle of a level; `under` is the path to it.
fn puzzle(level: LevelText, under: &str) -> Result<Puzzle, ParseError> {
    let missing = |key: &str| {
        ParseError::at_path(
            under.trim_end_matches('.'),
            format!("missing field `{key}`"),
        )
    };
    let halves = level.dominoes.ok_or_else(|| missing("dominoes"))?;
    let given = level.regions.ok_or_else(|| missing("regions"))?;

    let mut cells = Vec::new();
    let mut known: HashMap<GridCell, usize> = HashMap::new();
    let given = given.iter();
    let given = given.map(|region| (&region.rule[..], region.target, &region.indices[..]));
    let regions = NAMES.regions(under, given, |&place| {
        Ok(*known.entry(place).or_insert_with(|| {
            cells.push(Cell::on_grid(place.0, place.1));
            cells.len() - 1
        }))
    })?;
    // An empty list means that no solution is given.
    let pairs = level.solution.filter(|pairs| !pairs.is_empty());
    let solution = pairs
        .map(|pairs| solution(&halves, &pairs, &CellIndex::new(&cells), under))
        .transpose();
    let draft = PuzzleDraft {
        title: level.title.map(Into::into),
        recipe: level.recipe,
        cells,
        dominoes: NAMES.dominoes(under, &halves)?,
        regions,
        ..PuzzleDraft::default()
    };
    NAMES.build(under, draft, solution, |_| None)
}

/// The board of a solution: one pair of cells per domino, with the first half on the first cell.
fn solution(
    dominoes: &[DominoHalves],
    pairs: &[[GridCell; 2]],
    index: &CellIndex<'_>,
    under: &str,
) -> Result<Board, ParseError> {
    if pairs.len() != dominoes.len() {
        let (pairs, dominoes) = (pairs.len(), dominoes.len());
        let problem = format!("{pairs} pairs of cells for {dominoes} dominoes");
        return Err(ParseError::at_path(format!("{under}solution"), problem));
    }
    let placed =
        |(at, (&DominoHalves(first, second), pair)): (usize, (&DominoHalves, &[GridCell; 2]))| {
            let find = |half: usize| {
                let place = pair[half];
                index.at((place.0, place.1)).ok_or_else(|| {
                    let problem = format!("there is no cell {place} on the board");
                    ParseError::at_path(format!("{under}solution[{at}][{half}]"), problem)
                })
            };
            Ok(PlacedDomino::new((find(0)?, first), (find(1)?, second)))
        };
    let placements = dominoes.iter().zip(pairs);
    placements.enumerate().map(placed).collect()
}

/// Reads the solution of a level's object as a board of a known puzzle.
pub(super) fn read_solution(text: &str, index: &CellIndex<'_>) -> Result<Board, ParseError> {
    let level: LevelText = json::read(text)?;
    match (level.dominoes, level.solution) {
        (Some(dominoes), Some(pairs)) => solution(&dominoes, &pairs, index, ""),
        _ => Err(ParseError::whole(
            "a board of the nyt form needs both `dominoes` and `solution`",
        )),
    }
}

/// Writes one level's object. Free cells become regions of type `empty`, as the format requires.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let places = grid::places(puzzle, Format::Nyt)?;
    let place = |cell: CellId| GridCell(places[cell.index()].0, places[cell.index()].1);
    let region = |cells: &[CellId], rule: Rule| {
        let (rule, target) = NAMES.name(rule);
        RegionText {
            indices: cells.iter().map(|&cell| place(cell)).collect(),
            rule,
            target,
        }
    };
    let regions = puzzle.regions().iter();
    let free = puzzle
        .cell_ids()
        .filter(|&cell| puzzle.region_of(cell).is_none());
    let regions = regions
        .map(|given| region(&given.cells, given.rule))
        .chain(free.map(|cell| region(&[cell], Rule::Empty)));

    let mut object = ObjectWriter::of(puzzle);
    object.list("regions", regions);
    if let Some(board) = puzzle.solution() {
        let pairs: Vec<[GridCell; 2]> = in_domino_order(puzzle, board)
            .into_iter()
            .map(|placed| {
                let [(a, at_a), (b, at_b)] = placed.halves();
                let cells = if at_a <= at_b { [a, b] } else { [b, a] };
                cells.map(place)
            })
            .collect();
        object.field("solution", &pairs);
    }
    Ok(object.end())
}

/// The placements of a solution, in the order of the puzzle's dominoes.
fn in_domino_order(puzzle: &Puzzle, board: &Board) -> Vec<PlacedDomino> {
    let dominoes = puzzle.dominoes();
    let mut order: Vec<usize> = (0..dominoes.len()).collect();
    order.sort_by_key(|&at| dominoes[at]);
    let mut placements = board.placements().to_vec();
    placements.sort_by_key(|placed| placed.domino());
    let mut ordered: Vec<(usize, PlacedDomino)> = order.into_iter().zip(placements).collect();
    ordered.sort_by_key(|(at, _)| *at);
    ordered.into_iter().map(|(_, placed)| placed).collect()
}
