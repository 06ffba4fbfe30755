//! The board form: a matrix of cell numbers, with `-1` where there is no cell, and regions that
//! name cells by number. The fields `title` and `placements`, a solution, are
//! ours.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use super::detect::{Description, Marks, Read};
use super::json::{self, BoardRule, Halves, NoCellOrNumber, Object, Target};
use super::placements::{self, Placement};
use super::{Entry, FormatError, Location, place};
use crate::puzzle::{Cell, Place, PuzzleDraft};

pub(super) const DESCRIPTION: Description = Description {
    read: Read::Json {
        marks: Marks {
            whole: &[&["dominos", "board"]],
            own: &["board"],
            expected: &["board, regions and dominos (board)"],
        },
        read,
    },
    write: None,
};

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct BoardText {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    recipe: Option<String>,
    board: Vec<Vec<NoCellOrNumber>>,
    dominos: Vec<Halves>,
    regions: Vec<RegionText>,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
}

/// `[[2, 4, 6], "all_eq", null]`: the cells, the rule, the target, which may be left out.
struct RegionText {
    cells: Vec<NoCellOrNumber>,
    rule: BoardRule,
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
        let rule = seq.next_element()?.ok_or_else(|| short(1))?;
        let target = seq.next_element::<Option<Target>>()?.flatten();
        let mut length = 3;
        while let Some(IgnoredAny) = seq.next_element()? {
            length += 1;
        }
        match length {
            3 => Ok(RegionText {
                cells,
                rule,
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
    let regions = regions.map(|region| (region.rule, region.target, &region.cells[..]));
    let regions = json::regions("regions", "[0]", regions, |NoCellOrNumber(name)| {
        let number = number.get(name).copied();
        number.ok_or_else(|| format!("there is no cell number {name} on the board"))
    })?;
    let solution = placements::solution(given.placements, &cells);
    let recipe = json::read_recipe(given.recipe, "recipe")?;
    let draft = PuzzleDraft {
        title: json::clean_title(given.title),
        cells,
        dominoes: json::dominoes(&given.dominos),
        regions,
        recipe,
        ..PuzzleDraft::default()
    };
    let puzzle = place::build(draft, solution, |place| {
        Location::path(match place {
            Place::Board | Place::Cell(_) | Place::Link(_) => "board".to_string(),
            Place::Dominoes => "dominos".to_string(),
            Place::Region(region) => format!("regions[{region}][0]"),
            Place::RegionCell(region, cell) => format!("regions[{region}][0][{cell}]"),
            Place::Solution => "placements".to_string(),
        })
    })?;
    Ok(Entry::alone(puzzle))
}
