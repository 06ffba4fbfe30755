//! Break symmetry: one assignment for each solution.
//!
//! Copies of a domino are interchangeable, so they become one kind that is used as often as there
//! are copies: n copies no longer give n! assignments. A double looks the same both ways round, so
//! it keeps one orientation. What is left has exactly one assignment for each solution.

use crate::model::{Body, Constraint, Kind, KindId, Model, Origin};

/// Merges copies and fixes the orientation of doubles.
pub fn break_symmetry(mut model: Model) -> Model {
    let mut merged: Vec<Kind> = Vec::new();
    let mut new_id = Vec::with_capacity(model.kinds.len());
    // Kinds are sorted by domino, so copies are neighbours.
    for kind in &model.kinds {
        match merged.last_mut() {
            Some(last) if last.domino == kind.domino => last.copies += kind.copies,
            _ => merged.push(*kind),
        }
        new_id.push(KindId(merged.len() as u32 - 1));
    }

    model.placements.retain_mut(|placement| {
        let first_copy = placement.kind.index() == 0
            || new_id[placement.kind.index() - 1] != new_id[placement.kind.index()];
        placement.kind = new_id[placement.kind.index()];
        let domino = merged[placement.kind.index()].domino;
        first_copy && !(domino.is_double() && placement.flipped)
    });
    model
        .constraints
        .retain(|constraint| !matches!(constraint.origin, Origin::Domino(_)));
    for (index, kind) in merged.iter().enumerate() {
        let id = KindId::at(index);
        model.constraints.push(Constraint {
            origin: Origin::Domino(id),
            body: Body::Used {
                kind: id,
                times: kind.copies,
            },
        });
    }
    for (index, kind) in merged.iter().enumerate() {
        if kind.domino.is_double() {
            model.constraints.push(Constraint {
                origin: Origin::Symmetry,
                body: Body::NeverFlipped(KindId::at(index)),
            });
        }
    }
    model.kinds = merged;
    model
}
