//! The board form: a matrix of cell numbers, with `-1` where there is no cell, and regions that
//! name cells by number. The fields `title`, `placements`, a solution, and `excluded`, boards
//! that do not count, are ours.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use super::detect::{Description, Marks, Read};
use super::json::{
    self, Halves, NoCellOrNumber, Object, ObjectWriter, Target, Vocabulary, Word, Words,
};
use super::placements::{self, Placement};
use super::recipe::RecipeText;
use super::{CannotExpress, Entry, Format, FormatError, Location, grid, place};
use crate::puzzle::{Cell, Place, Puzzle, PuzzleDraft};

pub(super) const DESCRIPTION: Description = Description {
    name: "board",
    read: Read::Json {
        marks: Marks {
            whole: &[&["dominos", "board"]],
            own: &["board"],
            expected: &["board, regions and dominos (board)"],
        },
        read,
    },
    write,
};

struct Matrix;

impl Vocabulary for Matrix {
    const FORMAT: Format = Format::Board;
    const WORDS: Words = Words {
        sum: &["sum_eq"],
        less: &["sum_lt"],
        greater: &["sum_gt"],
        equal: &["all_eq"],
        unequal: &["all_diff"],
        empty: &["empty"],
    };
}

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct BoardText {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    recipe: Option<RecipeText>,
    board: Vec<Vec<NoCellOrNumber>>,
    dominos: Vec<Halves>,
    regions: Vec<RegionText>,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
    #[serde(default)]
    excluded: Vec<Vec<Placement>>,
}

/// `[[2, 4, 6], "all_eq", null]`: the cells, the rule, the target, which may be left out.
struct RegionText {
    cells: Vec<NoCellOrNumber>,
    word: Word<Matrix>,
    target: Option<Target>,
}

impl<'de> Deserialize<'de> for RegionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RegionVisitor)
    }
}

struct RegionVisitor;

impl<'de> Visitor<'de> for RegionVisitor {
    type Value = RegionText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a region, its cells, rule and target such as [[3, 5], \"sum_lt\", 3]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RegionText, A::Error> {
        let short = |length| A::Error::invalid_length(length, &self);
        let cells = seq.next_element()?.ok_or_else(|| short(0))?;
        let word = seq.next_element()?.ok_or_else(|| short(1))?;
        let target = seq.next_element::<Option<Target>>()?.flatten();
        let mut length = 3;
        while let Some(IgnoredAny) = seq.next_element()? {
            length += 1;
        }
        match length {
            3 => Ok(RegionText {
                cells,
                word,
                target,
            }),
            _ => Err(short(length)),
        }
    }
}

/// The puzzle of a matrix.
fn read(object: &Object<'_>) -> Result<Vec<Entry>, FormatError> {
    let given: BoardText = object.read()?;
    let mut cells = Vec::new();
    let mut number: HashMap<i64, usize> = HashMap::new();
    for (row, numbers) in (0u32..).zip(&given.board) {
        for (column, &NoCellOrNumber(name)) in (0u32..).zip(numbers) {
            if name == -1 {
                continue;
            }
            if let Some(first) = number.insert(name, cells.len()) {
                let first: &Cell = &cells[first];
                return Err(FormatError::at_path(
                    format!("board[{row}][{column}]"),
                    format!("cell number {name} is already at {}", first.name),
                ));
            }
            cells.push(Cell::on_grid(row, column));
        }
    }
    let regions = given.regions.iter();
    let regions = regions.map(|region| (&region.word, region.target, &region.cells[..]));
    let regions = json::regions("regions", "[0]", regions, |NoCellOrNumber(name)| {
        let number = number.get(name).copied();
        number.ok_or_else(|| format!("there is no cell number {name} on the board"))
    })?;
    let boards = placements::boards(given.placements, given.excluded, &cells);
    let recipe = json::recipe(given.recipe, "recipe")?;
    let draft = PuzzleDraft {
        title: json::clean_title(given.title),
        cells,
        dominoes: json::dominoes(&given.dominos),
        regions,
        recipe,
        ..PuzzleDraft::default()
    };
    let puzzle = place::build(draft, boards, |place| {
        Location::path(match place {
            Place::Board | Place::Cell(_) | Place::Link(_) => "board".to_string(),
            Place::Dominoes => "dominos".to_string(),
            Place::Region(region) => format!("regions[{region}][0]"),
            Place::RegionCell(region, cell) => format!("regions[{region}][0][{cell}]"),
            Place::Solution => "placements".to_string(),
            Place::Excluded(board) => format!("excluded[{board}]"),
        })
    })?;
    Ok(Entry::alone(puzzle))
}

/// A grid in the board form, its cells numbered row by row. Regions without a rule are left out:
/// their cells are free.
fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let (span, places) = grid::written_out(puzzle, Format::Board)?;
    let mut matrix = span.places(-1);
    for (number, &(row, column)) in (0i64..).zip(&places) {
        matrix[row as usize][column as usize] = number;
    }
    let regions = json::ruled(puzzle).map(|region| {
        let cells: Vec<u32> = region.cells.iter().map(|cell| cell.0).collect();
        let (word, target) = Word::<Matrix>::of(region.rule)?;
        Ok((cells, word, target))
    });
    let regions = regions.collect::<Result<Vec<_>, _>>()?;

    let mut object = ObjectWriter::of(puzzle);
    object.list("board", &matrix);
    object.dominoes("dominos", puzzle);
    object.list("regions", regions);
    placements::write_boards(&mut object, puzzle);
    Ok(object.finish())
}
