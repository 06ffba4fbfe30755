//! The IR as JSON: the input of every other language.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Emission, ModelWriter};
use crate::json::{LineStyle, ObjectWriter};
use crate::model::{CellId, Constraint, ConstraintKind, KindId, Label, Model, Origin, Rule};

/// Writes a model as JSON, one variable or constraint per line. `docs/json.md` describes the format.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    let provenance = &emission.provenance;
    let steps = provenance.steps.iter().map(|step| step.name());
    let mut lines = ObjectWriter::new(LineStyle::Compact);
    lines.field("pipsc_ir", &1);
    lines.field("terms", &provenance.terms(emission.encoding, model));
    lines.field("steps", &steps.collect::<Vec<_>>());
    lines.field("title", &model.title);
    lines.field("regions", &model.regions);
    let cells = model.cells.iter().map(
        |cell| json!({"name": cell.name, "symbol": cell.symbol, "at": cell.at, "domain": *cell.domain}),
    );
    lines.list("cells", cells);
    let kinds = model
        .kinds
        .iter()
        .map(|kind| json!({"domino": kind.domino.halves(), "copies": kind.copies}));
    lines.list("kinds", kinds);
    let edges = model.edges.iter();
    let edges = edges.map(|edge| edge.ends().map(|cell| &model.cell(cell).name));
    lines.list("edges", edges);
    let placements = model.placement_ids().zip(&model.placements);
    let placements = placements.map(|(id, placement)| {
        let halves = model.halves(*placement);
        json!({
            "symbol": model.placement_symbol(id),
            "kind": placement.kind.0,
            "edge": placement.edge.0,
            "flipped": placement.flipped,
            "pips": halves.map(|(_, pips)| pips),
            "cells": halves.map(|(cell, _)| &model.cell(cell).name),
        })
    });
    lines.list("placements", placements);
    let constraints = model.in_sections().into_iter();
    lines.list(
        "constraints",
        constraints.map(|one| constraint_json(model, one)),
    );
    let text = lines.end();
    // A brace and six lines precede the cells. Between two lists are a closing and an opening line.
    let kinds = (0..model.kinds.len()).map(KindId::at);
    let edges = model.edges.iter();
    let placements = model.placement_ids();
    let constraints = model.in_sections().into_iter();
    let lists: [Vec<Vec<Origin>>; 5] = [
        (model.cell_ids().map(|cell| vec![Origin::Cell(cell)])).collect(),
        kinds.map(|kind| vec![Origin::Domino(kind)]).collect(),
        (edges.map(|edge| edge.ends().map(Origin::Cell).to_vec())).collect(),
        (placements.map(|id| model.placement_origins(id).to_vec())).collect(),
        constraints.map(|one| vec![one.origin]).collect(),
    ];
    let none = |lines| std::iter::repeat_n(Vec::new(), lines);
    let lists = lists.into_iter();
    let origins = none(7).chain(lists.flat_map(|list| list.into_iter().chain(none(2))));
    for (line, origins) in text.split_inclusive('\n').zip(origins) {
        out.set_origins(&origins);
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

fn constraint_json(model: &Model, constraint: &Constraint) -> Value {
    let name = |cell: &CellId| model.cell(*cell).name.clone();
    let names = |cells: &[CellId]| cells.iter().map(name).collect::<Vec<_>>();
    let origin = match constraint.origin {
        Origin::Domino(kind) => json!({"domino": kind.0}),
        Origin::Cell(cell) => json!({"cell": name(&cell)}),
        Origin::Region(region) => json!({"region": model.regions[region.index()]}),
        Origin::Pin(cell) => json!({"pin": name(&cell)}),
        Origin::Excluded(number) => json!({"excluded": number}),
        Origin::Symmetry => json!("symmetry"),
        Origin::Redundant => json!("redundant"),
    };
    let body = match &constraint.body {
        ConstraintKind::Covered(cell) => json!({"covered": name(cell)}),
        ConstraintKind::Shows(cell) => json!({"shows": name(cell)}),
        ConstraintKind::Used { kind, times } => json!({"used": {"kind": kind.0, "times": times}}),
        ConstraintKind::Rule { cells, rule } => rule_json(names(cells), *rule),
        ConstraintKind::NeverFlipped(kind) => json!({"never_flipped": kind.0}),
        ConstraintKind::ValueCount { value, cells } => {
            json!({"supply": {"value": value, "cells": cells}})
        }
        ConstraintKind::Excluded(board) => {
            let placements = board.placements().iter();
            let halves = placements.map(|placed| {
                let halves = placed.halves();
                json!({
                    "pips": halves.map(|(_, pips)| pips),
                    "cells": halves.map(|(cell, _)| name(&cell)),
                })
            });
            json!({"not_all_of": halves.collect::<Vec<_>>()})
        }
    };
    json!({"origin": origin, "constraint": body})
}

fn rule_json(cells: Vec<Label>, rule: Rule) -> Value {
    match rule {
        Rule::Sum(relation, target) => {
            json!({"sum": {"cells": cells, "relation": relation.sign(), "target": target}})
        }
        Rule::Equal => json!({"all_equal": cells}),
        Rule::Unequal => json!({"all_different": cells}),
        Rule::Empty => json!({"anything": cells}),
    }
}
