//! The board form: a matrix of cell numbers, with `-1` where there is no cell, and regions that
//! name cells by number. The fields `title` and `placements`, a solution, are ours.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use super::json::{self, Halves, NoCellOrNumber, Object, Placement, Target, Word, Words};
use super::place::{self, CellIndex};
use super::{CannotExpress, Format, FormatError, grid};
use crate::puzzle::{Cell, Domino, Draft, DraftRegion, Place, Puzzle, Relation, Rule};

struct Spelling;

impl Words for Spelling {
    const WORDS: &'static [(&'static str, Rule)] = &[
        ("sum_eq", Rule::Sum(Relation::Equal, 0)),
        ("sum_lt", Rule::Sum(Relation::Less, 0)),
        ("sum_gt", Rule::Sum(Relation::Greater, 0)),
        ("all_eq", Rule::Equal),
        ("all_diff", Rule::Unequal),
        ("empty", Rule::Empty),
    ];
}

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct BoardText {
    #[serde(default)]
    title: Option<String>,
    board: Vec<Vec<NoCellOrNumber>>,
    dominos: Vec<Halves>,
    regions: Vec<RegionText>,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
}

/// `[[2, 4, 6], "all_eq", null]`: the cells, the rule, the target, which may be left out.
struct RegionText {
    cells: Vec<NoCellOrNumber>,
    word: Word<Spelling>,
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
pub(super) fn read(text: &str) -> Result<Puzzle, FormatError> {
    let _ = json::keys(text)?;
    let given: BoardText = json::read(text)?;
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
    let mut regions = Vec::with_capacity(given.regions.len());
    for (at, region) in given.regions.iter().enumerate() {
        let rule = json::rule(&region.word, region.target, || format!("regions[{at}]"))?;
        let find = |(cell, NoCellOrNumber(name)): (usize, &NoCellOrNumber)| {
            number.get(name).copied().ok_or_else(|| {
                FormatError::at_path(
                    format!("regions[{at}][0][{cell}]"),
                    format!("there is no cell number {name} on the board"),
                )
            })
        };
        let cells: Result<Vec<usize>, FormatError> =
            region.cells.iter().enumerate().map(find).collect();
        regions.push(DraftRegion {
            name: None,
            rule,
            cells: cells?,
        });
    }
    let solution = given.placements.as_deref();
    let solution = solution
        .map(|placements| json::place_all(placements, &CellIndex::new(&cells)))
        .transpose();
    let draft = Draft {
        title: json::clean_title(given.title),
        cells,
        dominoes: given
            .dominos
            .iter()
            .map(|&Halves([a, b])| Domino::new(a, b))
            .collect(),
        regions,
        ..Draft::default()
    };
    place::build(draft, solution, |place| {
        place::path(match place {
            Place::Board | Place::Cell(_) | Place::Link(_) => "board".to_string(),
            Place::Dominoes => "dominos".to_string(),
            Place::Region(region) => format!("regions[{region}][0]"),
            Place::RegionCell(region, cell) => format!("regions[{region}][0][{cell}]"),
            Place::Solution => "placements".to_string(),
        })
    })
}

/// A grid in the board form, its cells numbered row by row. Regions without a rule are left out:
/// their cells are free.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let (span, places) = grid::written_out(puzzle, Format::Board)?;
    let mut matrix = vec![vec![-1; span.columns as usize]; span.rows as usize];
    for (number, &(row, column)) in (0i64..).zip(&places) {
        matrix[row as usize][column as usize] = number;
    }
    let mut object = Object::default();
    if let Some(title) = puzzle.title() {
        object.field("title", &title);
    }
    object.list("board", &matrix);
    let halves = |domino: &Domino| [domino.low(), domino.high()];
    let dominoes: Vec<[u32; 2]> = puzzle.dominoes().iter().map(halves).collect();
    object.field("dominos", &dominoes);
    let ruled = puzzle
        .regions()
        .iter()
        .filter(|region| region.rule != Rule::Empty);
    object.list(
        "regions",
        ruled.map(|region| {
            let cells: Vec<u32> = region.cells.iter().map(|cell| cell.0).collect();
            let word = Word::<Spelling>::spelling(region.rule).unwrap_or_default();
            let target = json::target(region.rule);
            (cells, word, target)
        }),
    );
    if let Some(board) = puzzle.solution() {
        object.list("placements", json::placements_of(puzzle, board));
    }
    Ok(object.finish())
}
