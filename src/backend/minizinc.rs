//! MiniZinc, from the templates in `templates/minizinc`.
//!
//! `edges` has a variable for the domino on each edge and for the value of each cell, linked by a table
//! constraint: E + C variables for E edges and C cells. Two encodings are published baselines:
//! `placement` has a Boolean for each domino, edge and orientation and states exactly-one pairwise;
//! `coordinates` has the row and the column of each half.
//!
//! A model to run contains the puzzle and only the rules that it uses. In a submission the model is
//! the same for every puzzle, and a data file contains the puzzle.

mod data;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use tera::Context;

use super::{Emission, ModelWriter, PlacementNames, Profile, render};
use crate::model::{Model, Rule};
use data::{PuzzleData, grid};

macro_rules! templates {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../templates/minizinc/", $name)))),*]
    };
}

/// The templates, by the names under which they include each other.
const TEMPLATES: [(&str, &str); 5] = templates!(
    "edges.mzn",
    "placement.mzn",
    "coordinates.mzn",
    "puzzle.mzn",
    "rules.mzn"
);

/// The domino on each edge and the pips of each cell, linked by table constraints.
pub(super) fn edges(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, "edges.mzn", out)
}

/// A Boolean for each placement, exactly-one pairwise.
pub(super) fn placement(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, "placement.mzn", out)
}

/// Row and column of each half of a domino. For grids only.
pub(super) fn coordinates(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, "coordinates.mzn", out)
}

/// Writes the model, or the data file of a submission.
fn write(emission: &Emission<'_>, template: &str, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    let data = PuzzleData::of(emission);
    let is_submitted = emission.profile == Profile::Submit;
    if is_submitted {
        let licence = "This file may be used, changed and passed on under the MIT licence.";
        out.comments("%", [licence, "SPDX-License-Identifier: MIT"])?;
    }
    if out.file == 1 {
        out.comments("%", emission.head())?;
        return data.write(out);
    }
    out.comments(
        "%",
        match is_submitted {
            true => emission.provenance.shared_head(emission.encoding),
            false => emission.head(),
        },
    )?;
    let is_edges = template == "edges.mzn";
    let uses = |rule: Rule| is_submitted || data.rules.iter().any(|region| region.rule == rule);
    let globals = [
        ("table", is_edges),
        ("global_cardinality", is_edges || model.has_value_counts()),
        ("all_equal", uses(Rule::Equal)),
        ("all_different", uses(Rule::Unequal)),
    ];
    let used = globals.into_iter().filter(|(_, is_used)| *is_used);
    let includes: Vec<String> = used
        .map(|(name, _)| format!("include \"{name}.mzn\";"))
        .collect();
    writeln!(
        out,
        "{}",
        includes.join(if is_submitted { "\n" } else { " " })
    )?;
    let mut context = Context::new();
    context.insert("submit", &is_submitted);
    context.insert("table", &is_edges);
    context.insert("board", &(template == "coordinates.mzn"));
    context.insert("open", data.shown[0]);
    context.insert("close", data.shown[1]);
    context.insert("symmetry", &model.breaks_symmetry());
    context.insert("supply", &model.has_value_counts());
    context.insert("can_show", &data.can_show.is_some());
    context.insert("can_lie", &data.can_lie.is_some());
    let text = render(template, &TEMPLATES, &context)?;
    for line in text.split_inclusive('\n') {
        match line.trim_end() {
            "@puzzle" => data.write_puzzle(out)?,
            "@regions" => data.write_regions(out)?,
            "@can_show" => data.write_can_show(out)?,
            "@can_lie" => data.write_can_lie(out)?,
            _ => out.write_all(line.as_bytes())?,
        }
    }
    Ok(())
}

/// `tile[3]=4-1`: on edge 3 lies a domino with 4 pips on its first cell and 1 on its second.
pub(super) fn edge_names(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| {
        let placement = model.placements[id.index()];
        let [(_, a), (_, b)] = model.halves(placement);
        format!("tile[{}]={a}-{b}", placement.edge.0 + 1).into()
    })
}

/// `place[kind, edge, orientation]`, orientation 2 for flipped.
pub(super) fn placement_names(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| {
        let placement = model.placements[id.index()];
        let (kind, edge) = (placement.kind.0 + 1, placement.edge.0 + 1);
        let way = if placement.flipped { 2 } else { 1 };
        format!("place[{kind},{edge},{way}]").into()
    })
}

/// `place(kind, row, column, row, column)`, those of the low half first.
pub(super) fn coordinate_names(model: &Model) -> PlacementNames<'_> {
    let grid = grid(model);
    Box::new(move |id| {
        let placement = model.placements[id.index()];
        let ends = model.edges[placement.edge.index()].ends();
        let [mut low, mut high] = ends.map(|cell| grid[cell.index()]);
        if placement.flipped {
            (low, high) = (high, low);
        }
        let kind = placement.kind.0 + 1;
        format!("place({kind},{},{},{},{})", low.0, low.1, high.0, high.1).into()
    })
}

/// Writes a constraint that excludes a board.
pub(super) fn block(out: &mut dyn Write, _: usize, names: &[String]) -> io::Result<()> {
    let differs = |name: &String| {
        let (edge, pips) = name.strip_prefix("tile[")?.split_once("]=")?;
        let (a, b) = pips.split_once('-')?;
        Some(format!(
            "tile[{edge}] = 0, pips[edge[{edge}, 1]] != {a}, pips[edge[{edge}, 2]] != {b}"
        ))
    };
    let differs = match names.iter().map(differs).collect::<Option<Vec<_>>>() {
        Some(terms) => format!("exists([{}])", terms.join(", ")),
        None => format!("sum([{}]) < {}", names.join(", "), names.len()),
    };
    writeln!(out, "constraint {differs};  % this board does not count")
}
