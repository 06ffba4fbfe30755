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
mod grid;
#[cfg(test)]
mod tests;

use std::io;

use self::grid::CellTable;
use super::{
    BlockingSyntax, Emission, Encoding, Language, ModelSink, OriginMarks, PlacementNames,
    RedundantFacts, SolverProtocol, published, render,
};
use crate::backend::reply::minizinc::MINIZINC;
use crate::model::Model;

macro_rules! templates {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../templates/minizinc/", $name)))),*]
    };
}

/// MiniZinc.
pub static LANGUAGE: Language = Language {
    name: "minizinc",
    title: "MiniZinc",
    about: "MiniZinc, a constraint modelling language",
    encodings: &[EDGES, PLACEMENT, COORDINATES],
    run_extensions: &["mzn"],
    submit_extensions: &["mzn", "dzn"],
    protocol: Some(SolverProtocol {
        replies: &[MINIZINC],
        blocking: BlockingSyntax {
            before: None,
            header: None,
            write: |out, _, names| {
                let differs = differs(names);
                writeln!(out, "constraint {differs};  % this board does not count")
            },
        },
    }),
    ..Language::DEFAULT
};

/// The domino on each edge and the pips of each cell, linked by table constraints.
pub const EDGES: Encoding = Encoding {
    keeps_symmetry: true,
    redundant: RedundantFacts::IfRequested,
    shared: Some("pips.mzn"),
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        |emission, file, out| write(emission, "edges.mzn", file, out),
        edge_names,
    )
};

/// A Boolean for each placement, exactly-one pairwise.
pub const PLACEMENT: Encoding = Encoding {
    keeps_symmetry: true,
    published: Some(published::PLACEMENT),
    redundant: RedundantFacts::IfRequested,
    shared: Some("pips-placement.mzn"),
    ..Encoding::new(
        || &LANGUAGE,
        "placement",
        |emission, file, out| write(emission, "placement.mzn", file, out),
        placement_names,
    )
};

/// Row and column of each half of a domino. For grids only.
pub const COORDINATES: Encoding = Encoding {
    keeps_symmetry: true,
    published: Some(published::COORDINATES),
    redundant: RedundantFacts::IfRequested,
    needs_grid: true,
    shared: Some("pips-coordinates.mzn"),
    ..Encoding::new(
        || &LANGUAGE,
        "coordinates",
        |emission, file, out| write(emission, "coordinates.mzn", file, out),
        coordinate_names,
    )
};

/// The templates, by the names under which they include each other.
const TEMPLATES: [(&str, &str); 7] = templates!(
    "edges.mzn",
    "placement.mzn",
    "coordinates.mzn",
    "head.mzn",
    "puzzle.mzn",
    "rules.mzn",
    "puzzle.dzn"
);

/// Writes the model, or the data file of a submission.
fn write(
    emission: &Emission<'_>,
    template: &str,
    file: usize,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    let template = if file == 1 { "puzzle.dzn" } else { template };
    let mut marks = OriginMarks::default();
    let context = data::context(emission, file, &mut marks);
    marks.write(&render(template, &TEMPLATES, &context)?, out)
}

/// `tile[3]=4-1`: on edge 3 lies a domino with 4 pips on its first cell and 1 on its second.
fn edge_names(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| {
        let placement = model.placements[id.index()];
        let [(_, a), (_, b)] = model.halves(placement);
        format!("tile[{}]={a}-{b}", placement.edge.0 + 1).into()
    })
}

/// `place[kind, edge, orientation]`, orientation 2 for flipped.
fn placement_names(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| {
        let placement = model.placements[id.index()];
        let (kind, edge) = (placement.kind.0 + 1, placement.edge.0 + 1);
        let way = if placement.flipped { 2 } else { 1 };
        format!("place[{kind},{edge},{way}]").into()
    })
}

/// `place(kind, row, column, row, column)`, those of the low half first.
fn coordinate_names(model: &Model) -> PlacementNames<'_> {
    let grid = CellTable::of(model);
    Box::new(move |id| {
        let placement = model.placements[id.index()];
        let edge = model.edges[placement.edge.index()];
        let (mut low, mut high) = (grid.place(edge.a), grid.place(edge.b));
        if placement.flipped {
            (low, high) = (high, low);
        }
        let kind = placement.kind.0 + 1;
        format!("place({kind},{},{},{},{})", low.0, low.1, high.0, high.1).into()
    })
}

/// The constraint that not all of these placements are chosen.
fn differs(names: &[String]) -> String {
    let differs = |name: &String| {
        let (edge, pips) = name.strip_prefix("tile[")?.split_once("]=")?;
        let (a, b) = pips.split_once('-')?;
        Some(format!(
            "tile[{edge}] = 0, pips[edge[{edge}, 1]] != {a}, pips[edge[{edge}, 2]] != {b}"
        ))
    };
    match names.iter().map(differs).collect::<Option<Vec<_>>>() {
        Some(terms) => format!("exists([{}])", terms.join(", ")),
        None => format!("sum([{}]) < {}", names.join(", "), names.len()),
    }
}
