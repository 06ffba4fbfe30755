//! The cells form: a list of cells, regions over them, and a count per domino.
//!
//! A domino may be spelled either way round, and two spellings of one domino add up; the same
//! spelling twice is a mistake. The field `placements`, a solution, is ours.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::detect::{Description, Marks, Read};
use super::json::{self, At, CellsRule, Object, Target, Whole};
use super::placements::{self, Placement};
use super::{Entry, FormatError, Location, place};
use crate::puzzle::{Cell, Domino, MAX_PIPS, Place, PuzzleDraft, PuzzleErrorKind};

pub(super) const DESCRIPTION: Description = Description {
    read: Read::Json {
        marks: Marks {
            whole: &[&["dominos", "cells"]],
            own: &["cells"],
            expected: &["cells, regions and dominos (cells)"],
        },
        read,
    },
    write: None,
};

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct CellsText {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    recipe: Option<String>,
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
    rule: CellsRule,
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
        const COUNT: Whole = Whole {
            least: 0,
            most: i64::MAX,
            expected: "how many copies there are, a whole number from 0 up",
        };
        let mut seen = HashSet::new();
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
            counts.push((domino, map.next_value_seed(COUNT)?.unsigned_abs()));
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
fn read(object: &Object<'_>) -> Result<Vec<Entry>, FormatError> {
    let given: CellsText = object.read()?;
    let on_grid = |at: &At| Cell::on_grid(at.0, at.1);
    let cells: Vec<Cell> = given.cells.iter().map(on_grid).collect();

    // Before the copies are written out: a count is one number, however large.
    let copies = given.dominos.0.iter().map(|(_, count)| *count);
    let total = copies.fold(0, u64::saturating_add);
    if total > cells.len() as u64 {
        let kind = PuzzleErrorKind::DominoCount {
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
    let regions = given.regions.iter();
    let regions = regions.map(|region| (region.rule, region.target, &region.cells[..]));
    let regions = json::regions("regions", ".cells", regions, |place| {
        let number = number.get(place).copied();
        number.ok_or_else(|| format!("cell {place} is not in the list of cells"))
    })?;
    let solution = placements::solution(given.placements, &cells);
    let recipe = json::read_recipe(given.recipe, "recipe")?;
    let draft = PuzzleDraft {
        title: json::clean_title(given.title),
        cells,
        dominoes,
        regions,
        recipe,
        ..PuzzleDraft::default()
    };
    let puzzle = place::build(draft, solution, |place| {
        Location::path(match place {
            Place::Board | Place::Link(_) => "cells".to_string(),
            Place::Cell(cell) => format!("cells[{cell}]"),
            Place::Dominoes => "dominos".to_string(),
            Place::Region(region) => format!("regions[{region}].cells"),
            Place::RegionCell(region, cell) => format!("regions[{region}].cells[{cell}]"),
            Place::Solution => "placements".to_string(),
        })
    })?;
    Ok(Entry::alone(puzzle))
}
