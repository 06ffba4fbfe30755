//! Names of variables and rows, and their meaning in words.

use super::{Statement, Variable};
use crate::model::{EdgeId, KindId, Model, Origin};

impl Variable {
    /// A unique name of letters, digits and `_`.
    pub(crate) fn symbol(self, model: &Model) -> String {
        match self {
            Variable::Placement(id) => model.placement_symbol(id),
            Variable::Value(cell, pips) => format!("x_{}_{pips}", model.cell(cell).symbol),
            Variable::Edge(edge) => format!("t_{}", edge_symbol(model, edge)),
            Variable::Impossible => "impossible".into(),
        }
    }

    /// The meaning of the value 1.
    pub(crate) fn meaning(self, model: &Model) -> String {
        match self {
            Variable::Placement(id) => {
                let [(a, at_a), (b, at_b)] = model.halves(model.placements[id.index()]);
                let [a, b] = [a, b].map(|cell| &model.cell(cell).name);
                format!("{at_a}-{at_b} on {a} {b}")
            }
            Variable::Value(cell, pips) => format!("{} shows {pips}", model.cell(cell).name),
            Variable::Edge(edge) => format!("a domino lies on {}", edge_name(model, edge)),
            Variable::Impossible => "the puzzle cannot be solved".into(),
        }
    }
}

impl Statement {
    /// A unique name of letters, digits and `_`.
    pub(crate) fn symbol(self, model: &Model) -> String {
        let symbol = |cell| &model.cell(cell).symbol;
        match self {
            Statement::Shows(cell, pips) => format!("shows_{}_{pips}", symbol(cell)),
            Statement::Taken(edge) => format!("taken_{}", edge_symbol(model, edge)),
            Statement::Covered(cell) => format!("cell_{}", symbol(cell)),
            Statement::OneValue(cell) => format!("value_{}", symbol(cell)),
            Statement::Used(kind) => model.origin_symbol(Origin::Domino(kind)),
            Statement::Sum(origin, _) => model.origin_symbol(origin),
            Statement::Same(origin, pips, [a, b]) => {
                let region = model.origin_symbol(origin);
                format!("{region}_pips{pips}_{}_{}", symbol(a), symbol(b))
            }
            Statement::Different(origin, pips) => {
                format!("{}_pips{pips}", model.origin_symbol(origin))
            }
            Statement::Pinned(cell, _) => format!("pin_{}", symbol(cell)),
            Statement::ValueCount(pips) => format!("supply_{pips}"),
            Statement::Excluded(origin) => model.origin_symbol(origin),
            Statement::Impossible => "impossible_1".into(),
            Statement::Possible => "impossible_0".into(),
        }
    }

    /// The statement in words.
    pub(crate) fn sentence(self, model: &Model) -> String {
        let name = |cell| &model.cell(cell).name;
        match self {
            Statement::Shows(cell, pips) => {
                format!("{} shows {pips} if a placement does", name(cell))
            }
            Statement::Taken(edge) => {
                let edge = edge_name(model, edge);
                format!("a domino lies on {edge} if a placement does")
            }
            Statement::Covered(cell) => format!("{} is covered once", name(cell)),
            Statement::OneValue(cell) => format!("{} shows one value", name(cell)),
            Statement::Used(kind) => used(model, kind),
            Statement::Sum(origin, rule) => format!("{}: {rule}", of(model, origin)),
            Statement::Same(origin, pips, [a, b]) => {
                let (a, b) = (name(a), name(b));
                format!(
                    "{}, all equal: {a} and {b} show {pips} together",
                    of(model, origin)
                )
            }
            Statement::Different(origin, pips) => {
                format!("{}, all different: one {pips} at most", of(model, origin))
            }
            Statement::Pinned(cell, pips) => format!("{} is pinned to {pips}", name(cell)),
            Statement::ValueCount(pips) => {
                format!("as many cells show {pips} as dominoes do, which follows from the rest")
            }
            Statement::Excluded(_) => "a board that does not count as a solution".into(),
            Statement::Impossible => "the puzzle cannot be solved: no placement is left".into(),
            Statement::Possible => "and that must not be".into(),
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

/// The part of the puzzle that a rule belongs to.
fn of(model: &Model, origin: Origin) -> String {
    match origin {
        Origin::Region(region) => format!("region {}", model.regions[region.index()]),
        _ => model.origin_symbol(origin),
    }
}
