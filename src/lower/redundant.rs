//! Add redundant facts: what follows from the rest, but only through reasoning that solvers do
//! not do by themselves.
//!
//! Every half of every domino lies on some cell, so each value is on the board exactly as often as
//! the dominoes show it.

use crate::model::{Body, Constraint, Model, Origin};

/// States how many cells show each value.
pub fn add_redundant(mut model: Model) -> Model {
    let supply = model.supply();
    model
        .constraints
        .extend(supply.into_iter().map(|(value, cells)| Constraint {
            origin: Origin::Redundant,
            body: Body::Supply { value, cells },
        }));
    model
}
