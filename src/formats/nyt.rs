//! The newspaper's JSON: a day with its levels, or one level's object alone.
//!
//! Its cells are exactly the cells of its regions; where there is no rule, a region of type
//! `empty` holds them. Unknown fields are passed over.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::detect::{Description, Marks, Read};
use super::json::{self, At, Halves, NytRule, Object, ObjectWriter, Target};
use super::place::{self, CellIndex};
use super::{CannotExpress, Entry, Format, FormatError, Level, Location, grid};
use crate::puzzle::{Board, Cell, CellId, Domino, Place, PlacedDomino, Puzzle, PuzzleDraft, Rule};

pub(super) const DESCRIPTION: Description = Description {
    read: Read::Json {
        marks: Marks {
            whole: &[&["easy"], &["medium"], &["hard"], &["dominoes", "regions"]],
            own: &["printDate"],
            expected: &[
                "easy, medium or hard (nyt, a day)",
                "dominoes and regions (nyt, one level)",
            ],
        },
        read,
    },
    write: Some(write),
};

#[derive(Deserialize)]
#[serde(expecting = "a level, an object with dominoes and regions")]
struct LevelText {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    recipe: Option<String>,
    dominoes: Option<Vec<Halves>>,
    regions: Option<Vec<RegionText>>,
    #[serde(default)]
    solution: Option<Vec<[At; 2]>>,
}

#[derive(Deserialize, Serialize)]
#[serde(expecting = "a region, an object with indices, type and target")]
struct RegionText {
    indices: Vec<At>,
    #[serde(rename = "type")]
    rule: NytRule,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<Target>,
}

/// Every level that is there, the easiest first, or the one puzzle of an object without levels.
fn read(object: &Object<'_>) -> Result<Vec<Entry>, FormatError> {
    let mut entries = Vec::new();
    let mut is_day = object.has("printDate");
    for level in Level::ALL {
        let Some(found) = object.field::<Option<LevelText>>(level.name()) else {
            continue;
        };
        is_day = true;
        let puzzle = match found {
            Ok(found) => match found.filter(|level| !level.is_absent()) {
                Some(found) => understand(found, &format!("{level}.")),
                None => continue,
            },
            Err(error) => Err(error),
        };
        entries.push(Entry {
            level: Some(level),
            puzzle,
        });
    }
    if entries.is_empty() {
        if is_day {
            return Err(FormatError::new(
                Location::Whole,
                "there is no puzzle in this day: expected a level under easy, medium or hard",
            ));
        }
        entries = Entry::alone(understand(object.read()?, "")?);
    }
    Ok(entries)
}

impl LevelText {
    /// On some days the newspaper leaves a level out by setting its parts to `null`.
    fn is_absent(&self) -> bool {
        self.dominoes.is_none() && self.regions.is_none()
    }
}

/// The puzzle of a level; `under` is the path to it.
fn understand(level: LevelText, under: &str) -> Result<Puzzle, FormatError> {
    let missing = |key: &str| {
        let object = match under.strip_suffix('.') {
            Some(level) => Location::path(level),
            None => Location::Whole,
        };
        FormatError::new(object, format!("missing field `{key}`"))
    };
    let halves = level.dominoes.ok_or_else(|| missing("dominoes"))?;
    let given = level.regions.ok_or_else(|| missing("regions"))?;

    let mut cells = Vec::new();
    let mut known: HashMap<At, usize> = HashMap::new();
    let given = given
        .iter()
        .map(|region| (region.rule, region.target, &region.indices[..]));
    let regions = json::regions(&format!("{under}regions"), ".indices", given, |&place| {
        Ok(*known.entry(place).or_insert_with(|| {
            cells.push(Cell::on_grid(place.0, place.1));
            cells.len() - 1
        }))
    })?;
    // An empty list stands for an unknown solution; no board is covered by nothing.
    let pairs = level.solution.filter(|pairs| !pairs.is_empty());
    let solution = pairs
        .map(|pairs| lay(&halves, &pairs, &CellIndex::new(&cells), under))
        .transpose();
    let recipe = json::read_recipe(level.recipe, &format!("{under}recipe"))?;
    let draft = PuzzleDraft {
        title: json::clean_title(level.title),
        cells,
        dominoes: json::dominoes(&halves),
        regions,
        recipe,
        ..PuzzleDraft::default()
    };
    place::build(draft, solution, |place| {
        Location::path(match place {
            Place::Board | Place::Cell(_) | Place::Link(_) => format!("{under}regions"),
            Place::Dominoes => format!("{under}dominoes"),
            Place::Region(region) => format!("{under}regions[{region}]"),
            Place::RegionCell(region, cell) => format!("{under}regions[{region}].indices[{cell}]"),
            Place::Solution => format!("{under}solution"),
        })
    })
}

/// The board of a solution: one pair of cells per domino, the first pip on the first cell.
fn lay(
    dominoes: &[Halves],
    pairs: &[[At; 2]],
    index: &CellIndex<'_>,
    under: &str,
) -> Result<Board, FormatError> {
    if pairs.len() != dominoes.len() {
        return Err(FormatError::at_path(
            format!("{under}solution"),
            format!(
                "{} pairs of cells for {} dominoes",
                pairs.len(),
                dominoes.len()
            ),
        ));
    }
    let lay_one = |(at, (halves, pair)): (usize, (&Halves, &[At; 2]))| {
        let find = |half: usize| {
            let place = pair[half];
            index.at(place.0, place.1).ok_or_else(|| {
                FormatError::at_path(
                    format!("{under}solution[{at}][{half}]"),
                    format!("there is no cell {place} on the board"),
                )
            })
        };
        let Halves([first, second]) = *halves;
        Ok(PlacedDomino::new((find(0)?, first), (find(1)?, second)))
    };
    let laid = dominoes.iter().zip(pairs);
    laid.enumerate().map(lay_one).collect()
}

/// The board that a level's object gives as its solution, over the cells of a known puzzle.
pub(super) fn read_solution(
    object: &Object<'_>,
    index: &CellIndex<'_>,
) -> Result<Board, FormatError> {
    let level: LevelText = object.read()?;
    match (level.dominoes, level.solution) {
        (Some(dominoes), Some(pairs)) => lay(&dominoes, &pairs, index, ""),
        _ => Err(FormatError::new(
            Location::Whole,
            "a board of the nyt form needs both `dominoes` and `solution`",
        )),
    }
}

/// One level's object. Free cells become regions of type `empty`, since the newspaper has no
/// other way to say that they are there.
fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let places = grid::places(puzzle, Format::Nyt)?;
    let place = |cell: CellId| At(places[cell.index()].0, places[cell.index()].1);
    let region = |cells: &[CellId], rule: Rule| RegionText {
        indices: cells.iter().map(|&cell| place(cell)).collect(),
        rule: rule.into(),
        target: Target::of(rule),
    };
    let regions = puzzle.regions().iter();
    let free = puzzle
        .cell_ids()
        .filter(|&cell| puzzle.region_of(cell).is_none());
    let regions = regions
        .map(|given| region(&given.cells, given.rule))
        .chain(free.map(|cell| region(&[cell], Rule::Empty)));

    let mut object = ObjectWriter::of(puzzle);
    object.dominoes("dominoes", puzzle);
    object.list("regions", regions);
    if let Some(board) = puzzle.solution() {
        let pairs: Vec<[At; 2]> = in_domino_order(puzzle, board)
            .map(|placed| {
                let [(a, at_a), (b, at_b)] = placed.halves();
                let cells = if at_a <= at_b { [a, b] } else { [b, a] };
                cells.map(place)
            })
            .collect();
        object.field("solution", &pairs);
    }
    Ok(object.finish())
}

/// The placements of a solution, one for each domino of the puzzle's list.
fn in_domino_order<'p>(
    puzzle: &'p Puzzle,
    board: &Board,
) -> impl Iterator<Item = PlacedDomino> + use<'p> {
    let mut by_domino: HashMap<Domino, VecDeque<PlacedDomino>> = HashMap::new();
    for &placed in board.placements() {
        by_domino
            .entry(placed.domino())
            .or_default()
            .push_back(placed);
    }
    puzzle
        .dominoes()
        .iter()
        .filter_map(move |domino| by_domino.get_mut(domino)?.pop_front())
}
