//! The symbols of a model's variables, made once. None of them can be a word of SMT-LIB or each
//! other: the cells' own symbols have no `_`.

use super::numbers::Sort;
use crate::model::{CellId, Model, Pips, PlacementId};

/// The symbols of placements and edges, and the terms for what cells show.
pub(super) struct Names<'m> {
    pub(super) model: &'m Model,
    /// `p_4_1_r0c2_r1c2`: by placement. The name map uses the same.
    pub(super) placements: Vec<String>,
    /// `t_r0c2_r1c2`: by edge.
    pub(super) edges: Vec<String>,
    /// `x_r0c2_4` or, where cells have numbers, `(= v_r0c2 4)`: by cell and place in the cell's domain.
    pub(super) values: Vec<Vec<String>>,
}

impl<'m> Names<'m> {
    /// The names in a model whose cells have numbers, or a Boolean for each value.
    pub(super) fn new(model: &'m Model, numbers: Option<Sort>) -> Self {
        let symbol = |cell: CellId| &model.cell(cell).symbol;
        Names {
            model,
            placements: placements(model),
            edges: model
                .edges
                .iter()
                .map(|edge| format!("t_{}_{}", symbol(edge.a), symbol(edge.b)))
                .collect(),
            values: model
                .cells
                .iter()
                .map(|cell| {
                    let shows = |&value: &Pips| match numbers {
                        None => format!("x_{}_{value}", cell.symbol),
                        Some(sort) => sort.shows(&cell.symbol, value),
                    };
                    cell.domain.iter().map(shows).collect()
                })
                .collect(),
        }
    }

    /// The term for a cell having a value, if the value is in its domain.
    pub(super) fn value(&self, cell: CellId, value: Pips) -> Option<&str> {
        let at = self.model.cell(cell).domain.binary_search(&value).ok()?;
        Some(&self.values[cell.index()][at])
    }

    /// What a cell can show, with the terms.
    pub(super) fn options(&self, cell: CellId) -> impl Iterator<Item = (Pips, &str)> {
        let symbols = self.values[cell.index()].iter().map(String::as_str);
        self.model.cell(cell).domain.iter().copied().zip(symbols)
    }
}

/// The symbols of the placements alone.
pub(super) fn placements(model: &Model) -> Vec<String> {
    (0..model.placements.len())
        .map(|index| model.placement_symbol(PlacementId(index as u32)))
        .collect()
}
