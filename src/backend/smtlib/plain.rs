//! The `placement` encoding: the IR stated directly. A baseline.
//!
//! A Boolean per placement, an integer per cell, exactly-one pairwise: `m(m - 1)/2` pairs for a cell or a
//! domino with `m` placements.

use std::io;

use super::declare_placements;
use super::script::{ScriptWriter, count_is, exactly_one, pips, value_count};
use crate::model::{ConstraintKind, Model, PlacementId};

/// Writes declarations and assertions. Returns the symbols of the placements.
pub(super) fn write(model: &Model, script: &mut ScriptWriter<'_>) -> io::Result<Vec<String>> {
    script.comment("p_4_1_a_b: a domino lies on cells a and b, with 4 pips on a and 1 on b.")?;
    let names = declare_placements(model, script)?;
    script.comment("pips_a: what cell a shows.")?;
    for cell in model.cell_ids() {
        script.declare(pips(model, cell), "Int")?;
    }
    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    let name = |id: &PlacementId| names[id.index()].clone();
    script.constraints(model, |body| match body {
        ConstraintKind::Covered(cell) => {
            let placements = by_cell[cell.index()].iter();
            let placements: Vec<String> = placements.map(|(id, _)| name(id)).collect();
            exactly_one(&placements)
        }
        ConstraintKind::Shows(cell) => (by_cell[cell.index()].iter())
            .map(|(id, shown)| format!("(=> {} (= {} {shown}))", name(id), pips(model, *cell)))
            .collect(),
        ConstraintKind::Used { kind, times } => {
            let placements: Vec<String> = by_kind[kind.index()].iter().map(name).collect();
            match times {
                1 => exactly_one(&placements),
                _ => vec![count_is(&placements, *times)],
            }
        }
        ConstraintKind::ValueCount { value, cells } => vec![value_count(model, *value, *cells)],
        // Implied by the placements of the model.
        _ => Vec::new(),
    })?;
    Ok(names)
}
