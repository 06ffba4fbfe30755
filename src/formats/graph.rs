//! The graph form: labelled nodes with links, so that a board need not be a grid.
//!
//! The nodes are the keys of `links`, in the order of the file; a link holds in both directions,
//! whichever of them are named. Two fields are ours: `positions` gives nodes a row and a column,
//! so that a grid survives the way through this form, and `placements` gives a solution.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::FormatError;
use super::json::{self, At, Halves, Object, Placement, Target, Word, Words};
use super::place::{self, CellIndex};
use crate::nearest::did_you_mean;
use crate::puzzle::{Cell, Domino, Draft, DraftRegion, Links, Place, Puzzle, Relation, Rule};

struct Spelling;

impl Words for Spelling {
    const WORDS: &'static [(&'static str, Rule)] = &[
        ("sum", Rule::Sum(Relation::Equal, 0)),
        ("less", Rule::Sum(Relation::Less, 0)),
        ("greater", Rule::Sum(Relation::Greater, 0)),
        ("equal", Rule::Equal),
        ("equals", Rule::Equal),
        ("unequal", Rule::Unequal),
        ("empty", Rule::Empty),
    ];
}

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct GraphText {
    #[serde(default)]
    title: Option<String>,
    dominoes: Vec<Halves>,
    #[serde(default)]
    constraints: Vec<ConstraintText>,
    links: InOrder<Vec<String>>,
    #[serde(default)]
    positions: Option<InOrder<At>>,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a constraint, an object with type, cells and target")]
struct ConstraintText {
    #[serde(rename = "type")]
    word: Word<Spelling>,
    cells: Vec<String>,
    #[serde(default)]
    target: Option<Target>,
}

/// An object by labels, in the order of the text and without repeated labels. A hash map would
/// lose both the order and the repetition.
struct InOrder<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for InOrder<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrderVisitor(PhantomData))
    }
}

struct InOrderVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrderVisitor<T> {
    type Value = InOrder<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with one entry per node")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder<T>, A::Error> {
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        while let Some((label, value)) = map.next_entry::<String, T>()? {
            if !seen.insert(label.clone()) {
                return Err(A::Error::custom(format!("node `{label}` is there twice")));
            }
            entries.push((label, value));
        }
        Ok(InOrder(entries))
    }
}

/// The puzzle of a graph.
pub(super) fn read(text: &str) -> Result<Puzzle, FormatError> {
    let _ = json::keys(text)?;
    let graph: GraphText = json::read(text)?;
    let nodes = &graph.links.0;
    let number: HashMap<&str, usize> = nodes
        .iter()
        .enumerate()
        .map(|(index, (label, _))| (label.as_str(), index))
        .collect();
    let find = |label: &str, path: &dyn Fn() -> String| {
        number.get(label).copied().ok_or_else(|| {
            FormatError::at_path(
                path(),
                format!(
                    "unknown node `{label}`: the nodes are the keys of `links`{}",
                    did_you_mean(label, number.keys().copied())
                ),
            )
        })
    };

    let mut pairs = Vec::new();
    let mut pair_places = Vec::new();
    for (from, (label, others)) in nodes.iter().enumerate() {
        for (at, other) in others.iter().enumerate() {
            pairs.push((from, find(other, &|| format!("links.{label}[{at}]"))?));
            pair_places.push((from, at));
        }
    }
    let mut regions = Vec::with_capacity(graph.constraints.len());
    for (at, constraint) in graph.constraints.iter().enumerate() {
        let rule = json::rule(&constraint.word, constraint.target, || {
            format!("constraints[{at}]")
        })?;
        let cells = constraint.cells.iter().enumerate();
        let cells =
            cells.map(|(cell, label)| find(label, &|| format!("constraints[{at}].cells[{cell}]")));
        regions.push(DraftRegion {
            name: None,
            rule,
            cells: cells.collect::<Result<_, _>>()?,
        });
    }
    let mut places = vec![None; nodes.len()];
    let mut taken: HashMap<At, &str> = HashMap::new();
    for (label, at) in graph.positions.iter().flat_map(|positions| &positions.0) {
        let path = || format!("positions.{label}");
        places[find(label, &path)?] = Some((at.0, at.1));
        if let Some(other) = taken.insert(*at, label) {
            return Err(FormatError::at_path(
                path(),
                format!(
                    "node `{other}` is already at row {} and column {}",
                    at.0, at.1
                ),
            ));
        }
    }
    let cells: Vec<Cell> = nodes
        .iter()
        .zip(places)
        .map(|((label, _), at)| Cell {
            name: label.clone(),
            at,
        })
        .collect();
    let solution = graph.placements.as_deref();
    let solution = solution
        .map(|placements| json::place_all(placements, &CellIndex::new(&cells)))
        .transpose();
    let draft = Draft {
        title: json::clean_title(graph.title),
        cells,
        links: Links::Given(pairs),
        dominoes: graph
            .dominoes
            .iter()
            .map(|&Halves([a, b])| Domino::new(a, b))
            .collect(),
        regions,
        solution: None,
    };
    place::build(draft, solution, |place| {
        place::path(match place {
            Place::Board => "links".to_string(),
            Place::Cell(cell) => format!("links.{}", nodes[cell].0),
            Place::Dominoes => "dominoes".to_string(),
            Place::Region(region) => format!("constraints[{region}].cells"),
            Place::RegionCell(region, cell) => format!("constraints[{region}].cells[{cell}]"),
            Place::Link(link) => {
                let (from, at) = pair_places[link];
                format!("links.{}[{at}]", nodes[from].0)
            }
            Place::Solution => "placements".to_string(),
        })
    })
}

#[derive(Serialize)]
struct ConstraintWritten<'p> {
    #[serde(rename = "type")]
    word: &'static str,
    cells: Vec<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<i64>,
}

/// Any puzzle as a graph; each link stands at both of its ends. Regions without a rule are left
/// out, since other programs do not know them.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let name = |cell| puzzle.cell(cell).name.as_str();
    let mut object = Object::default();
    if let Some(title) = puzzle.title() {
        object.field("title", &title);
    }
    let halves = |domino: &Domino| [domino.low(), domino.high()];
    let dominoes: Vec<[u32; 2]> = puzzle.dominoes().iter().map(halves).collect();
    object.field("dominoes", &dominoes);
    let ruled = puzzle
        .regions()
        .iter()
        .filter(|region| region.rule != Rule::Empty);
    object.list(
        "constraints",
        ruled.map(|region| ConstraintWritten {
            word: Word::<Spelling>::spelling(region.rule).unwrap_or_default(),
            cells: region.cells.iter().map(|&cell| name(cell)).collect(),
            target: json::target(region.rule),
        }),
    );
    let mut links: Vec<Vec<&str>> = vec![Vec::new(); puzzle.cells().len()];
    for edge in puzzle.edges() {
        links[edge.a.index()].push(name(edge.b));
        links[edge.b.index()].push(name(edge.a));
    }
    let labels = puzzle.cells().iter().map(|cell| cell.name.as_str());
    object.map("links", labels.zip(links));
    if puzzle.cells().iter().any(|cell| cell.at.is_some()) {
        let placed = puzzle.cells().iter();
        let placed = placed.filter_map(|cell| {
            let (row, column) = cell.at?;
            Some((cell.name.as_str(), At(row, column)))
        });
        object.map("positions", placed);
    }
    if let Some(board) = puzzle.solution() {
        object.list("placements", json::placements_of(puzzle, board));
    }
    object.finish()
}
