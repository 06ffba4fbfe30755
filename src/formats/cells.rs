//! The cells form: a list of cells, regions over them, and a count per domino.
//!
//! A domino may be spelled either way round, and two spellings of one domino add up; the same
//! spelling twice is a mistake. The field `placements`, a solution, is ours.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::json::{self, At, Count, Object, Placement, Target, Word, Words};
use super::place::{self, CellIndex};
use super::{CannotExpress, Format, FormatError, grid};
use crate::puzzle::{
    Cell, Domino, Draft, DraftRegion, FlawKind, MAX_PIPS, Place, Puzzle, Relation, Rule,
};

struct Spelling;

impl Words for Spelling {
    const WORDS: &'static [(&'static str, Rule)] = &[
        ("sum", Rule::Sum(Relation::Equal, 0)),
        ("less", Rule::Sum(Relation::Less, 0)),
        ("greater", Rule::Sum(Relation::Greater, 0)),
        ("equal", Rule::Equal),
        ("nequal", Rule::Unequal),
        ("empty", Rule::Empty),
    ];
}

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct CellsText {
    #[serde(default)]
    title: Option<String>,
    cells: Vec<At>,
    regions: Vec<RegionText>,
    dominos: Counts,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a region, an object with kind, target and cells")]
struct RegionText {
    #[serde(rename = "kind")]
    word: Word<Spelling>,
    #[serde(default)]
    target: Option<Target>,
    cells: Vec<At>,
}

/// How many copies there are of each domino, in the order of the text.
struct Counts(Vec<(Domino, u64)>);

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CountsVisitor)
    }
}

struct CountsVisitor;

impl<'de> Visitor<'de> for CountsVisitor {
    type Value = Counts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a count per domino, such as {\"5|5\": 1, \"2|6\": 2}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
        let mut seen = std::collections::HashSet::new();
        let mut counts = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let Some(domino) = domino(&key) else {
                return Err(A::Error::custom(format!(
                    "`{key}` is not a domino, expected two pip counts from 0 to {MAX_PIPS} such \
                     as `2|6`"
                )));
            };
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("domino `{key}` is there twice")));
            }
            counts.push((domino, map.next_value::<Count>()?.0));
        }
        Ok(Counts(counts))
    }
}

fn domino(key: &str) -> Option<Domino> {
    let (one, other) = key.split_once('|')?;
    let half = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let pips = digits.then(|| text.parse().ok()).flatten();
        pips.filter(|&pips| pips <= MAX_PIPS)
    };
    Some(Domino::new(half(one.trim())?, half(other.trim())?))
}

/// The puzzle of a list of cells.
pub(super) fn read(text: &str) -> Result<Puzzle, FormatError> {
    let _ = json::keys(text)?;
    let given: CellsText = json::read(text)?;
    let on_grid = |at: &At| Cell::on_grid(at.0, at.1);
    let cells: Vec<Cell> = given.cells.iter().map(on_grid).collect();

    // Before the copies are written out: a count is one number, however large.
    let copies = given.dominos.0.iter().map(|(_, count)| *count);
    let total = copies.fold(0, u64::saturating_add);
    if total > cells.len() as u64 {
        let kind = FlawKind::DominoCount {
            dominoes: usize::try_from(total).unwrap_or(usize::MAX),
            cells: cells.len(),
        };
        return Err(FormatError::at_path("dominos", kind.to_string()));
    }
    let dominoes = given.dominos.0.iter();
    let dominoes = dominoes
        .flat_map(|&(domino, count)| (0..count).map(move |_| domino))
        .collect();

    let number: HashMap<At, usize> = given.cells.iter().copied().zip(0..).collect();
    let mut regions = Vec::with_capacity(given.regions.len());
    for (at, region) in given.regions.iter().enumerate() {
        let rule = json::rule(&region.word, region.target, || format!("regions[{at}]"))?;
        let find = |(cell, place): (usize, &At)| {
            number.get(place).copied().ok_or_else(|| {
                FormatError::at_path(
                    format!("regions[{at}].cells[{cell}]"),
                    format!("cell {place} is not in the list of cells"),
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
        dominoes,
        regions,
        ..Draft::default()
    };
    place::build(draft, solution, |place| {
        place::path(match place {
            Place::Board | Place::Link(_) => "cells".to_string(),
            Place::Cell(cell) => format!("cells[{cell}]"),
            Place::Dominoes => "dominos".to_string(),
            Place::Region(region) => format!("regions[{region}].cells"),
            Place::RegionCell(region, cell) => format!("regions[{region}].cells[{cell}]"),
            Place::Solution => "placements".to_string(),
        })
    })
}

#[derive(Serialize)]
struct RegionWritten {
    #[serde(rename = "kind")]
    word: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<i64>,
    cells: Vec<At>,
}

/// A grid in the cells form. Regions without a rule are left out: their cells are free.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let places = grid::places(puzzle, Format::Cells)?;
    let places: Vec<At> = places
        .iter()
        .map(|&(row, column)| At(row, column))
        .collect();
    let mut object = Object::default();
    if let Some(title) = puzzle.title() {
        object.field("title", &title);
    }
    object.field("cells", &places);
    let ruled = puzzle
        .regions()
        .iter()
        .filter(|region| region.rule != Rule::Empty);
    object.list(
        "regions",
        ruled.map(|region| RegionWritten {
            word: Word::<Spelling>::spelling(region.rule).unwrap_or_default(),
            target: json::target(region.rule),
            cells: region
                .cells
                .iter()
                .map(|cell| places[cell.index()])
                .collect(),
        }),
    );
    let mut order: Vec<Domino> = Vec::new();
    let mut counts: HashMap<Domino, u64> = HashMap::new();
    for &domino in puzzle.dominoes() {
        let count = counts.entry(domino).or_default();
        if *count == 0 {
            order.push(domino);
        }
        *count += 1;
    }
    let key = |domino: Domino| format!("{}|{}", domino.low(), domino.high());
    object.map(
        "dominos",
        order
            .into_iter()
            .map(|domino| (key(domino), counts[&domino])),
    );
    if let Some(board) = puzzle.solution() {
        object.list("placements", json::placements_of(puzzle, board));
    }
    Ok(object.finish())
}
