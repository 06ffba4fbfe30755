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

use super::detect::{Description, Marks, Read};
use super::json::{self, At, GraphRule, Halves, Object, ObjectWriter, Target};
use super::placements::{self, Placement};
use super::{CannotExpress, Entry, FormatError, Location, place};
use crate::nearest::did_you_mean;
use crate::puzzle::{Cell, Links, Place, Puzzle, PuzzleDraft, Rule};

pub(super) const DESCRIPTION: Description = Description {
    read: Read::Json {
        marks: Marks {
            whole: &[&["dominoes", "links"]],
            own: &["links", "constraints"],
            expected: &["dominoes, constraints and links (graph)"],
        },
        read,
    },
    write: Some(write),
};

#[derive(Deserialize)]
#[serde(expecting = "a puzzle, which is a JSON object")]
struct GraphText {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    recipe: Option<String>,
    dominoes: Vec<Halves>,
    #[serde(default)]
    constraints: Vec<ConstraintText<String>>,
    links: InOrder<Vec<String>>,
    #[serde(default)]
    positions: Option<InOrder<At>>,
    #[serde(default)]
    placements: Option<Vec<Placement>>,
}

#[derive(Deserialize, Serialize)]
#[serde(expecting = "a constraint, an object with type, cells and target")]
struct ConstraintText<C> {
    #[serde(rename = "type")]
    rule: GraphRule,
    cells: Vec<C>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
fn read(object: &Object<'_>) -> Result<Vec<Entry>, FormatError> {
    let graph: GraphText = object.read()?;
    let nodes = &graph.links.0;
    let number: HashMap<&str, usize> = nodes
        .iter()
        .enumerate()
        .map(|(index, (label, _))| (label.as_str(), index))
        .collect();
    let find = |label: &str| {
        number.get(label).copied().ok_or_else(|| {
            format!(
                "unknown node `{label}`: the nodes are the keys of `links`{}",
                did_you_mean(label, number.keys().copied())
            )
        })
    };

    let mut pairs = Vec::new();
    let mut pair_places = Vec::new();
    for (from, (label, others)) in nodes.iter().enumerate() {
        for (at, other) in others.iter().enumerate() {
            let wrong = |problem| FormatError::at_path(format!("links.{label}[{at}]"), problem);
            pairs.push((from, find(other).map_err(wrong)?));
            pair_places.push((from, at));
        }
    }
    let regions = graph.constraints.iter();
    let regions = regions.map(|given| (given.rule, given.target, &given.cells[..]));
    let regions = json::regions("constraints", ".cells", regions, |label| find(label))?;
    let mut places = vec![None; nodes.len()];
    let mut taken: HashMap<At, &str> = HashMap::new();
    for (label, at) in graph.positions.iter().flat_map(|positions| &positions.0) {
        let wrong = |problem| FormatError::at_path(format!("positions.{label}"), problem);
        places[find(label).map_err(wrong)?] = Some((at.0, at.1));
        if let Some(other) = taken.insert(*at, label) {
            return Err(wrong(format!(
                "node `{other}` is already at row {} and column {}",
                at.0, at.1
            )));
        }
    }
    let labels = nodes.iter().map(|(label, _)| label);
    let cells: Vec<Cell> = labels
        .zip(places)
        .map(|(label, at)| Cell {
            name: label.as_str().into(),
            at,
        })
        .collect();
    let solution = placements::solution(graph.placements, &cells);
    let recipe = json::read_recipe(graph.recipe, "recipe")?;
    let draft = PuzzleDraft {
        title: json::clean_title(graph.title),
        cells,
        links: Links::Given(pairs),
        dominoes: json::dominoes(&graph.dominoes),
        regions,
        recipe,
        ..PuzzleDraft::default()
    };
    let puzzle = place::build(draft, solution, |place| {
        Location::path(match place {
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
    })?;
    Ok(Entry::alone(puzzle))
}

/// Any puzzle as a graph; each link stands at both of its ends. Regions without a rule are left
/// out, since other programs do not know them.
fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let name = |cell| puzzle.cell(cell).name.raw();
    let ruled = puzzle.regions().iter();
    let ruled = ruled.filter(|region| region.rule != Rule::Empty);
    let constraints = ruled.map(|region| ConstraintText {
        rule: region.rule.into(),
        cells: region.cells.iter().map(|&cell| name(cell)).collect(),
        target: Target::of(region.rule),
    });
    let mut links: Vec<Vec<&str>> = vec![Vec::new(); puzzle.cells().len()];
    for edge in puzzle.edges() {
        links[edge.a.index()].push(name(edge.b));
        links[edge.b.index()].push(name(edge.a));
    }
    let placed = |cell: &'_ Cell| {
        let (row, column) = cell.at?;
        Some((cell.name.raw().to_owned(), At(row, column)))
    };

    let mut object = ObjectWriter::of(puzzle);
    object.dominoes("dominoes", puzzle);
    object.list("constraints", constraints);
    let labels = puzzle.cells().iter().map(|cell| cell.name.raw());
    object.map("links", labels.zip(links));
    if puzzle.cells().iter().any(|cell| cell.at.is_some()) {
        object.map("positions", puzzle.cells().iter().filter_map(placed));
    }
    placements::write_solution(&mut object, puzzle);
    Ok(object.finish())
}
