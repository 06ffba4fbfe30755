//! Add redundant facts: what follows from the rest, but only through reasoning that solvers do
//! not do by themselves.
//!
//! Every half of every domino lies on some cell, so each value is on the board exactly as often as
//! the dominoes show it.

use std::collections::BTreeMap;

use crate::model::{Body, Constraint, Model, Origin, Pips};

/// States how many cells show each value.
pub fn add_redundant(mut model: Model) -> Model {
    let supply = supply(&model);
    model
        .constraints
        .extend(supply.into_iter().map(|(value, cells)| Constraint {
            origin: Origin::Redundant,
            body: Body::Supply { value, cells },
        }));
    model
}

/// How often the dominoes show each value.
pub(super) fn supply(model: &Model) -> BTreeMap<Pips, u32> {
    let mut supply = BTreeMap::new();
    for kind in &model.kinds {
        for value in [kind.domino.low(), kind.domino.high()] {
            *supply.entry(value).or_insert(0) += kind.copies;
        }
    }
    supply
}
