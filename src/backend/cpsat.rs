//! OR-Tools CP-SAT: a `CpModelProto` in protocol buffers' text form.
//!
//! A 0/1 variable per placement and an integer per cell, numbered in this order: P + C variables.
//! Exactly one of the placements of a cell, exactly one (or as many as there are copies) of a
//! kind's, and a cell's value as the sum of what its placements show there: 2C + K constraints
//! besides the rules. Value counts are not stated: they are sums of the constraints on the kinds.
//!
//! There is no `edges` encoding: a `CpModelProto` has no cardinality constraint and no wildcard in tables, so it would
//! need a Boolean per edge and domino (the placements again) and tables of V^2 + 2K rows. A prototype was twice as large,
//! as fast on 12 hard NYT puzzles (9 ms), and 1.7 times as slow on three double-6 boards (1.1 s against 0.65 s).

use std::io::{self, Write};

use super::text::heading;
use super::{Emission, ModelWriter, PlacementNames};
use crate::model::{CellId, ConstraintKind, Model, Origin, Pips, PlacementId, Rule};
use crate::puzzle::{Label, SumBounds};

/// The numbers of the placements, as `scripts/cpsat.py` prints them.
pub(super) fn numbers(_: &Model) -> PlacementNames<'_> {
    Box::new(|id| (id.0 + 1).to_string().into())
}

/// Writes a clause that excludes a board. Indices begin at 0 and `not v` is `-v - 1`, the negative of the number that
/// `scripts/cpsat.py` prints.
pub(super) fn block(out: &mut dyn Write, _: usize, numbers: &[String]) -> io::Result<()> {
    let literals = numbers.join(" literals: -");
    writeln!(out, "constraints {{ bool_or {{ literals: -{literals} }} }}")
}

/// The IR in CP-SAT's constraints.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    out.comments("#", emission.head())?;
    writeln!(out, "name: {}", quoted(&emission.provenance.instance))?;
    out.comments("#", ["Decided: p_4_1_a_b is 1 if a domino lies on cells a and b with 4 pips on a and 1 on b; pips_a is what cell a shows."])?;
    for id in model.placement_ids() {
        let symbol = model.placement_symbol(id);
        out.set_origins(&model.placement_origins(id));
        writeln!(
            out,
            "variables {{ name: \"{symbol}\" domain: 0 domain: 1 }}"
        )?;
    }
    for (id, cell) in model.cell_ids().zip(&model.cells) {
        out.set_origins(&[Origin::Cell(id)]);
        write!(out, "variables {{ name: \"pips_{}\"", cell.symbol)?;
        for (low, high) in intervals(&cell.domain) {
            write!(out, " domain: {low} domain: {high}")?;
        }
        writeln!(out, " }}")?;
    }

    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    let at_cell = |cell: CellId| by_cell[cell.index()].iter().copied();
    let value = |cell: CellId| model.placements.len() + cell.index();
    let mut section = "";
    for constraint in model.in_sections() {
        let is_stated = !matches!(
            constraint.body,
            ConstraintKind::NeverFlipped(_)
                | ConstraintKind::ValueCount { .. }
                | ConstraintKind::Excluded(_)
        );
        if is_stated && section != heading(&constraint.body) {
            section = heading(&constraint.body);
            out.comments("#", [section])?;
        }
        let name = model.origin_symbol(constraint.origin);
        out.set_origins(&[constraint.origin]);
        match &constraint.body {
            ConstraintKind::Covered(cell) => {
                exactly_one(out, &name, &mut at_cell(*cell).map(|(id, _)| id))?
            }
            ConstraintKind::Used { kind, times: 1 } => {
                exactly_one(out, &name, &mut by_kind[kind.index()].iter().copied())?;
            }
            ConstraintKind::Used { kind, times } => {
                let terms = by_kind[kind.index()].iter().map(|id| (id.index(), 1));
                let times = i64::from(*times);
                linear(out, &name, terms, times, times)?;
            }
            // The value is the sum of what the cell's placements show, of which exactly one is chosen.
            ConstraintKind::Shows(cell) => {
                let terms = at_cell(*cell).map(|(id, pips)| (id.index(), i64::from(pips)));
                let terms = terms.chain([(value(*cell), -1)]);
                linear(out, &name, terms, 0, 0)?;
            }
            ConstraintKind::Rule { cells, rule } => {
                let values: Vec<usize> = cells.iter().map(|&cell| value(cell)).collect();
                write_rule(out, &name, &values, *rule)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes the rule of some values.
fn write_rule(out: &mut dyn Write, name: &str, values: &[usize], rule: Rule) -> io::Result<()> {
    match rule {
        Rule::Sum(relation, target) => {
            let SumBounds { least, greatest } = SumBounds::keeping(relation, target);
            let terms = values.iter().map(|&value| (value, 1));
            linear(out, name, terms, least, greatest)
        }
        Rule::Equal => values.windows(2).try_for_each(|pair| {
            let terms = [(pair[0], 1), (pair[1], -1)];
            linear(out, name, terms.into_iter(), 0, 0)
        }),
        Rule::Unequal => {
            write!(out, "constraints {{ name: \"{name}\" all_diff {{")?;
            for value in values {
                write!(out, " exprs {{ vars: {value} coeffs: 1 }}")?;
            }
            writeln!(out, " }} }}")
        }
        Rule::Empty => Ok(()),
    }
}

fn exactly_one(
    out: &mut dyn Write,
    name: &str,
    placements: &mut dyn Iterator<Item = PlacementId>,
) -> io::Result<()> {
    let mut placements = placements.peekable();
    // Without literals the constraint is false, which is an empty disjunction.
    let kind = match placements.peek() {
        Some(_) => "exactly_one",
        None => "bool_or",
    };
    write!(out, "constraints {{ name: \"{name}\" {kind} {{")?;
    for id in placements {
        write!(out, " literals: {}", id.0)?;
    }
    writeln!(out, " }} }}")
}

/// Writes a linear constraint with a lower and an upper bound.
fn linear(
    out: &mut dyn Write,
    name: &str,
    terms: impl Iterator<Item = (usize, i64)>,
    low: i64,
    high: i64,
) -> io::Result<()> {
    write!(out, "constraints {{ name: \"{name}\" linear {{")?;
    for (variable, coefficient) in terms {
        write!(out, " vars: {variable} coeffs: {coefficient}")?;
    }
    writeln!(out, " domain: {low} domain: {high} }} }}")
}

/// A sorted domain as maximal intervals.
fn intervals(domain: &[Pips]) -> impl Iterator<Item = (Pips, Pips)> + '_ {
    domain
        .chunk_by(|one, next| one + 1 == *next)
        .map(|chunk| (chunk[0], chunk[chunk.len() - 1]))
}

/// A string literal of the text form.
fn quoted(text: &Label) -> String {
    format!("\"{}\"", text.to_string().replace(['"', '\\'], "_"))
}
