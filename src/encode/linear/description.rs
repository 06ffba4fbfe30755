//! Origins, names and descriptions of variables and rows.

use super::{LinearVariable, RowStatement};
use crate::model::{CellId, Edge, Model, Origin};

/// The description of a variable or a row.
pub(crate) struct Description {
    /// The parts of the puzzle that it comes from.
    pub(crate) origins: Vec<Origin>,
    /// A unique name of letters, digits and `_`.
    pub(crate) symbol: String,
    /// The meaning of the value 1, or of the row.
    pub(crate) meaning: String,
}

impl LinearVariable {
    pub(crate) fn describe(self, model: &Model) -> Description {
        let (origins, symbol, meaning) = match self {
            LinearVariable::Placement(id) => {
                let [(a, at_a), (b, at_b)] = model.halves(model.placements[id.index()]);
                let [a, b] = [a, b].map(|cell| &model.cell(cell).name);
                let meaning = format!("{at_a}-{at_b} on {a} {b}");
                let origins = model.placement_origins(id).to_vec();
                (origins, model.placement_symbol(id), meaning)
            }
            LinearVariable::Value(cell, pips) => {
                let var = model.cell(cell);
                let meaning = format!("{} shows {pips}", var.name);
                let symbol = format!("x_{}_{pips}", var.symbol);
                (vec![Origin::Cell(cell)], symbol, meaning)
            }
            LinearVariable::Edge(edge) => {
                let (origins, symbol, name) = of_edge(model, model.edges[edge.index()]);
                let meaning = format!("a domino lies on {name}");
                (origins, format!("t_{symbol}"), meaning)
            }
            LinearVariable::Impossible => {
                let meaning = "the puzzle cannot be solved";
                (Vec::new(), "impossible".into(), meaning.into())
            }
        };
        Description {
            origins,
            symbol,
            meaning,
        }
    }
}

impl RowStatement {
    pub(crate) fn describe(self, model: &Model) -> Description {
        let of_cell = |cell: CellId, prefix: &str| {
            let cell_name = model.cell(cell).name.to_string();
            let symbol = format!("{prefix}_{}", model.cell(cell).symbol);
            (vec![Origin::Cell(cell)], symbol, cell_name)
        };
        // The region or the cell of a rule, or the symbol of its origin.
        let of_rule = |origin: Origin| {
            let symbol = model.origin_symbol(origin);
            let name = match origin {
                Origin::Region(region) => format!("region {}", model.regions[region.index()]),
                Origin::Pin(cell) => model.cell(cell).name.to_string(),
                _ => symbol.clone(),
            };
            (vec![origin], symbol, name)
        };
        let (origins, symbol, meaning) = match self {
            RowStatement::DefinesValue(cell, pips) => {
                let (origins, symbol, name) = of_cell(cell, "shows");
                let meaning = format!("{name} shows {pips} if a placement does");
                (origins, format!("{symbol}_{pips}"), meaning)
            }
            RowStatement::DefinesEdge(edge) => {
                let (origins, symbol, name) = of_edge(model, model.edges[edge.index()]);
                let meaning = format!("a domino lies on {name} if a placement does");
                (origins, format!("taken_{symbol}"), meaning)
            }
            RowStatement::Covered(cell) => {
                let (origins, symbol, name) = of_cell(cell, "cell");
                (origins, symbol, format!("{name} is covered once"))
            }
            RowStatement::OneValue(cell) => {
                let (origins, symbol, name) = of_cell(cell, "value");
                (origins, symbol, format!("{name} shows one value"))
            }
            RowStatement::Used(kind) => {
                let origin = Origin::Domino(kind);
                let kind = model.kinds[kind.index()];
                let [low, high] = kind.domino.halves();
                let times = match kind.copies {
                    1 => "once".into(),
                    copies => format!("{copies} times"),
                };
                let meaning = format!("{low}-{high} lies on the board {times}");
                (vec![origin], model.origin_symbol(origin), meaning)
            }
            RowStatement::Sum(origin, rule) => {
                let (origins, symbol, name) = of_rule(origin);
                (origins, symbol, format!("{name}: {rule}"))
            }
            RowStatement::Same(origin, pips, [a, b]) => {
                let (origins, symbol, name) = of_rule(origin);
                let [a, b] = [a, b].map(|cell| model.cell(cell));
                let symbol = format!("{symbol}_pips{pips}_{}_{}", a.symbol, b.symbol);
                let both = format!("{} and {} show {pips} together", a.name, b.name);
                (origins, symbol, format!("{name}: all equal, {both}"))
            }
            RowStatement::Different(origin, pips) => {
                let (origins, symbol, name) = of_rule(origin);
                let meaning = format!("{name}: all different, one {pips} at most");
                (origins, format!("{symbol}_pips{pips}"), meaning)
            }
            RowStatement::ValueCount(pips) => {
                let meaning = format!("redundant: as many cells show {pips} as dominoes do");
                (vec![Origin::Redundant], format!("supply_{pips}"), meaning)
            }
            RowStatement::Excluded(origin) => {
                let meaning = "a board that does not count as a solution";
                (vec![origin], model.origin_symbol(origin), meaning.into())
            }
            RowStatement::Impossible(bound) => {
                let meaning = "the puzzle cannot be solved: no placement is left";
                (Vec::new(), format!("impossible_{bound}"), meaning.into())
            }
        };
        Description {
            origins,
            symbol,
            meaning,
        }
    }
}

/// The origins, the symbol and the name of an edge.
fn of_edge(model: &Model, edge: Edge) -> (Vec<Origin>, String, String) {
    let [a, b] = edge.ends().map(|cell| model.cell(cell));
    (
        edge.ends().map(Origin::Cell).to_vec(),
        format!("{}_{}", a.symbol, b.symbol),
        format!("{} {}", a.name, b.name),
    )
}
