//! The graph format: labelled nodes with links, so that a board need not be a grid.
//!
//! The nodes are the keys of `links`, in the order of the file. Links are undirected and may be listed at one end
//! or at both. Extensions: `title`, `recipe`, `placements`, a solution, and `positions`, the rows and columns of
//! nodes, with which a grid remains a grid.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::DocumentEntry;
use super::json::{self, DominoHalves, GridCell, JsonNames, JsonObject, ObjectWriter};
use super::placements::{self, PlacementText};
use crate::nearest::did_you_mean;
use crate::parse::ParseError;
use crate::puzzle::{Cell, DraftLinks, DraftPlace, Puzzle, PuzzleDraft, Rule};

pub(super) const NAMES: JsonNames = JsonNames {
    board: "links",
    dominoes: "dominoes",
    regions: "constraints",
    solution: "placements",
    rule: ".type",
    cells: ".cells",
    rules: ["sum", "less", "greater", "equal", "unequal", "empty"],
};

#[derive(Deserialize)]
struct GraphText {
    title: Option<String>,
    recipe: Option<String>,
    dominoes: Vec<DominoHalves>,
    #[serde(default)]
    constraints: Vec<ConstraintText>,
    links: JsonObject<Vec<String>>,
    positions: Option<JsonObject<GridCell>>,
    placements: Option<Vec<PlacementText>>,
}

#[derive(Deserialize, Serialize)]
#[serde(expecting = "a constraint, an object with type, cells and target")]
struct ConstraintText {
    #[serde(rename = "type")]
    rule: String,
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<i64>,
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Vec<DocumentEntry>, ParseError> {
    let graph: GraphText = json::read(text)?;
    let nodes = &graph.links.0;
    let labels = nodes.iter().map(|(label, _)| label.as_str());
    let index: HashMap<&str, usize> = labels.clone().zip(0..).collect();
    let find = |label: &str| {
        index.get(label).copied().ok_or_else(|| {
            let meant = did_you_mean(label, index.keys().copied());
            format!("unknown node `{label}`: the nodes are the keys of `links`{meant}")
        })
    };

    let mut pairs = Vec::new();
    let mut pair_paths = Vec::new();
    for (from, (label, others)) in nodes.iter().enumerate() {
        for (at, other) in others.iter().enumerate() {
            let path = format!("links.{label}[{at}]");
            let other = find(other);
            pairs.push((
                from,
                other.map_err(|problem| ParseError::at_path(&path, problem))?,
            ));
            pair_paths.push(path);
        }
    }
    let regions = graph.constraints.iter().map(|given| {
        // Files in this format use both names.
        let rule = given.rule.as_str();
        let rule = if rule == "equals" { "equal" } else { rule };
        (rule, given.target, &given.cells[..])
    });
    let regions = NAMES.regions("", regions, |label| find(label))?;
    let cells = labels.map(|label| Cell {
        name: label.into(),
        at: None,
    });
    let mut cells: Vec<Cell> = cells.collect();
    let mut taken: HashMap<GridCell, &str> = HashMap::new();
    for (label, at) in graph.positions.iter().flat_map(|positions| &positions.0) {
        let wrong = |problem| ParseError::at_path(format!("positions.{label}"), problem);
        cells[find(label).map_err(wrong)?].at = Some((at.0, at.1));
        if let Some(other) = taken.insert(*at, label) {
            let GridCell(row, column) = at;
            let problem = format!("node `{other}` is already at row {row} and column {column}");
            return Err(wrong(problem));
        }
    }
    let solution = placements::solution(graph.placements, &cells);
    let draft = PuzzleDraft {
        title: graph.title.map(Into::into),
        recipe: graph.recipe,
        cells,
        links: DraftLinks::Given(pairs),
        dominoes: NAMES.dominoes("", &graph.dominoes)?,
        regions,
        ..PuzzleDraft::default()
    };
    let puzzle = NAMES.build("", draft, solution, |place| match place {
        DraftPlace::Cell(cell) => Some(format!("links.{}", nodes[cell].0)),
        DraftPlace::Link(link) => Some(pair_paths[link].clone()),
        _ => None,
    })?;
    Ok(DocumentEntry::alone(puzzle))
}

/// Writes any puzzle. Each link is listed at both ends. Regions without a rule are left out, since other programs
/// do not support them.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let name = |cell| puzzle.cell(cell).name.raw();
    let ruled = puzzle.regions().iter();
    let ruled = ruled.filter(|region| region.rule != Rule::Empty);
    let constraints = ruled.map(|region| {
        let (rule, target) = NAMES.name(region.rule);
        ConstraintText {
            rule,
            cells: region.cells.iter().map(|&cell| name(cell).into()).collect(),
            target,
        }
    });
    let mut links: Vec<Vec<&str>> = vec![Vec::new(); puzzle.cells().len()];
    for edge in puzzle.edges() {
        links[edge.a.index()].push(name(edge.b));
        links[edge.b.index()].push(name(edge.a));
    }
    let cells = puzzle.cells().iter();
    let positions = cells
        .clone()
        .filter_map(|cell| Some((cell.name.raw(), cell.at?)));

    let mut object = ObjectWriter::of(puzzle);
    object.list("constraints", constraints);
    object.map("links", cells.map(|cell| cell.name.raw()).zip(links));
    if positions.clone().next().is_some() {
        object.map("positions", positions);
    }
    placements::write_solution(&mut object, puzzle);
    object.end()
}
