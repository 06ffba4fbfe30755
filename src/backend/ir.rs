//! The IR as JSON, for people and programs that want to see what a target is given.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Emission, Features, Language, Scheme};
use crate::model::{Body, CellId, Constraint, Model, Origin, PlacementId, Rule};

/// What is known of the IR. No solver reads it.
pub static LANGUAGE: Language = Language {
    name: "ir",
    title: "IR",
    about: "The constraint IR, as JSON",
    encodings: &[super::Encoding::Ir(Encoding::Native)],
    run_extensions: &["json"],
    submit_extensions: &["json"],
    exchange: None,
};

/// The IR as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The only one.
    Native,
}

impl Scheme for Encoding {
    fn features(&self) -> Features {
        Features::of("native")
    }

    fn write(&self, emission: &Emission<'_>, _: usize, out: &mut dyn Write) -> io::Result<()> {
        write(emission.model, out)
    }

    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm> {
        Box::new(|id| model.placement_symbol(id))
    }
}

/// Writes a model as JSON, a variable or a constraint a line. `docs/schema/ir.schema.json`
/// describes the form.
fn write(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    let title = json!(model.title);
    let regions = json!(model.regions);
    writeln!(
        out,
        "{{\n  \"pipsc_ir\": 1,\n  \"title\": {title},\n  \"regions\": {regions},"
    )?;
    list(
        out,
        "cells",
        model.cells.iter(),
        |cell| json!({"name": cell.name, "symbol": cell.symbol, "at": cell.at, "domain": cell.domain}),
    )?;
    writeln!(out, ",")?;
    list(
        out,
        "kinds",
        model.kinds.iter(),
        |kind| json!({"domino": [kind.domino.low(), kind.domino.high()], "copies": kind.copies}),
    )?;
    writeln!(out, ",")?;
    list(out, "edges", model.edges.iter(), |edge| {
        json!([model.cell(edge.a).name, model.cell(edge.b).name])
    })?;
    writeln!(out, ",")?;
    let placements = model.placements.iter().enumerate();
    list(out, "placements", placements, |(index, placement)| {
        let halves = model.halves(*placement);
        json!({
            "symbol": model.placement_symbol(PlacementId(index as u32)),
            "kind": placement.kind.0,
            "edge": placement.edge.0,
            "flipped": placement.flipped,
            "pips": halves.map(|(_, pips)| pips),
            "cells": halves.map(|(cell, _)| &model.cell(cell).name),
        })
    })?;
    writeln!(out, ",")?;
    list(out, "constraints", model.constraints.iter(), |constraint| {
        constraint_json(model, constraint)
    })?;
    writeln!(out, "\n}}")
}

fn list<T>(
    out: &mut dyn Write,
    name: &str,
    items: impl Iterator<Item = T>,
    value: impl Fn(T) -> Value,
) -> io::Result<()> {
    write!(out, "  \"{name}\": [")?;
    for (index, item) in items.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\n    {}", value(item))?;
    }
    write!(out, "\n  ]")
}

fn constraint_json(model: &Model, constraint: &Constraint) -> Value {
    let name = |cell: &CellId| model.cell(*cell).name.clone();
    let names = |cells: &[CellId]| cells.iter().map(name).collect::<Vec<_>>();
    let origin = match constraint.origin {
        Origin::Domino(kind) => json!({"domino": kind.0}),
        Origin::Cell(cell) => json!({"cell": name(&cell)}),
        Origin::Region(region) => json!({"region": model.regions[region.index()]}),
        Origin::Pin(cell) => json!({"pin": name(&cell)}),
        Origin::Symmetry => json!("symmetry"),
        Origin::Redundant => json!("redundant"),
    };
    let body = match &constraint.body {
        Body::Covered(cell) => json!({"covered": name(cell)}),
        Body::Shows(cell) => json!({"shows": name(cell)}),
        Body::Used { kind, times } => json!({"used": {"kind": kind.0, "times": times}}),
        Body::Rule { cells, rule } => rule_json(names(cells), *rule),
        Body::Pinned { cell, pips } => rule_json(vec![name(cell)], Rule::pin(*pips)),
        Body::NeverFlipped(kind) => json!({"never_flipped": kind.0}),
        Body::Supply { value, cells } => json!({"supply": {"value": value, "cells": cells}}),
    };
    json!({"origin": origin, "constraint": body})
}

fn rule_json(cells: Vec<String>, rule: Rule) -> Value {
    match rule {
        Rule::Sum(relation, target) => {
            json!({"sum": {"cells": cells, "relation": relation.sign(), "target": target}})
        }
        Rule::Equal => json!({"all_equal": cells}),
        Rule::Unequal => json!({"all_different": cells}),
        Rule::Empty => json!({"anything": cells}),
    }
}
