//! Names and descriptions of variables and rows.

use super::{LinearVariable, RowStatement};
use crate::model::{EdgeId, KindId, Model, Origin};

impl LinearVariable {
    /// A unique name of letters, digits and `_`.
    pub(crate) fn symbol(self, model: &Model) -> String {
        match self {
            LinearVariable::Placement(id) => model.placement_symbol(id),
            LinearVariable::Value(cell, pips) => format!("x_{}_{pips}", model.cell(cell).symbol),
            LinearVariable::Edge(edge) => format!("t_{}", edge_symbol(model, edge)),
            LinearVariable::Impossible => "impossible".into(),
        }
    }

    /// The meaning of the value 1, for comments.
    pub(crate) fn meaning(self, model: &Model) -> String {
        match self {
            LinearVariable::Placement(id) => {
                let [(a, at_a), (b, at_b)] = model.halves(model.placements[id.index()]);
                let [a, b] = [a, b].map(|cell| &model.cell(cell).name);
                format!("{at_a}-{at_b} on {a} {b}")
            }
            LinearVariable::Value(cell, pips) => format!("{} shows {pips}", model.cell(cell).name),
            LinearVariable::Edge(edge) => format!("a domino lies on {}", edge_name(model, edge)),
            LinearVariable::Impossible => "the puzzle cannot be solved".into(),
        }
    }
}

impl RowStatement {
    /// A unique name of letters, digits and `_`.
    pub(crate) fn symbol(self, model: &Model) -> String {
        let symbol = |cell| &model.cell(cell).symbol;
        match self {
            RowStatement::DefinesValue(cell, pips) => format!("shows_{}_{pips}", symbol(cell)),
            RowStatement::DefinesEdge(edge) => format!("taken_{}", edge_symbol(model, edge)),
            RowStatement::Covered(cell) => format!("cell_{}", symbol(cell)),
            RowStatement::OneValue(cell) => format!("value_{}", symbol(cell)),
            RowStatement::Used(kind) => model.origin_symbol(Origin::Domino(kind)),
            RowStatement::Sum(origin, _) => model.origin_symbol(origin),
            RowStatement::Same(origin, pips, [a, b]) => {
                let region = model.origin_symbol(origin);
                format!("{region}_pips{pips}_{}_{}", symbol(a), symbol(b))
            }
            RowStatement::Different(origin, pips) => {
                format!("{}_pips{pips}", model.origin_symbol(origin))
            }
            RowStatement::Pinned(cell, _) => format!("pin_{}", symbol(cell)),
            RowStatement::ValueCount(pips) => format!("supply_{pips}"),
            RowStatement::Excluded(origin) => model.origin_symbol(origin),
            RowStatement::Impossible => "impossible_1".into(),
            RowStatement::Possible => "impossible_0".into(),
        }
    }

    /// The statement in words, for comments.
    pub(crate) fn description(self, model: &Model) -> String {
        let name = |cell| &model.cell(cell).name;
        match self {
            RowStatement::DefinesValue(cell, pips) => {
                format!("{} shows {pips} if a placement does", name(cell))
            }
            RowStatement::DefinesEdge(edge) => {
                let edge = edge_name(model, edge);
                format!("a domino lies on {edge} if a placement does")
            }
            RowStatement::Covered(cell) => format!("{} is covered once", name(cell)),
            RowStatement::OneValue(cell) => format!("{} shows one value", name(cell)),
            RowStatement::Used(kind) => used(model, kind),
            RowStatement::Sum(origin, rule) => format!("{}: {rule}", of(model, origin)),
            RowStatement::Same(origin, pips, [a, b]) => {
                let (a, b) = (name(a), name(b));
                format!(
                    "{}, all equal: {a} and {b} show {pips} together",
                    of(model, origin)
                )
            }
            RowStatement::Different(origin, pips) => {
                format!("{}, all different: one {pips} at most", of(model, origin))
            }
            RowStatement::Pinned(cell, pips) => format!("{} is pinned to {pips}", name(cell)),
            RowStatement::ValueCount(pips) => {
                format!("as many cells show {pips} as dominoes do, which follows from the rest")
            }
            RowStatement::Excluded(_) => "a board that does not count as a solution".into(),
            RowStatement::Impossible => "the puzzle cannot be solved: no placement is left".into(),
            RowStatement::Possible => "contradicts the row above".into(),
        }
    }
}

fn edge_symbol(model: &Model, edge: EdgeId) -> String {
    let ends = model.edges[edge.index()].ends();
    ends.map(|cell| model.cell(cell).symbol.as_str()).join("_")
}

fn edge_name(model: &Model, edge: EdgeId) -> String {
    let edge = model.edges[edge.index()];
    format!("{} {}", model.cell(edge.a).name, model.cell(edge.b).name)
}

fn used(model: &Model, kind: KindId) -> String {
    let kind = model.kinds[kind.index()];
    let domino = format!("{}-{}", kind.domino.low(), kind.domino.high());
    match kind.copies {
        1 => format!("{domino} lies on the board once"),
        copies => format!("{domino} lies on the board {copies} times"),
    }
}

/// The region of a rule, or the symbol of its origin.
fn of(model: &Model, origin: Origin) -> String {
    match origin {
        Origin::Region(region) => format!("region {}", model.regions[region.index()]),
        _ => model.origin_symbol(origin),
    }
}
