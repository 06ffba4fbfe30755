//! The plain encoding: the IR word for word, to read and to compare with.
//!
//! A Boolean per placement, an integer per cell; exactly-one by pairs, which is quadratic: a cell
//! with `m` placements takes `m(m - 1)/2` of them, a domino with `n` as many again.

use std::io;

use super::numbers::{rule_term, tally};
use super::script::{Script, or, placements};
use crate::model::{ConstraintKind, Model, PlacementId, Rule};

/// Writes declarations and assertions; returns the symbols of the placements.
pub(super) fn write(model: &Model, script: &mut Script<'_>) -> io::Result<Vec<String>> {
    let names = placements(model);
    script.comment("p_4_1_a_b: a domino lies on cells a and b, with 4 pips on a and 1 on b.")?;
    for (id, symbol) in model.placement_ids().zip(&names) {
        script.about(&model.placement_origins(id));
        script.declare(symbol, "Bool")?;
    }
    script.comment("pips_a: what cell a shows.")?;
    for cell in &model.cells {
        script.declare(format_args!("pips_{}", cell.symbol), "Int")?;
    }
    constraints(model, &names, script)?;
    Ok(names)
}

fn constraints(model: &Model, names: &[String], script: &mut Script<'_>) -> io::Result<()> {
    let symbol = |id: &PlacementId| names[id.index()].as_str();
    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    for constraint in &model.constraints {
        script.heading(heading(&constraint.body))?;
        script.about(&[constraint.origin]);
        let named = |script: &mut Script<'_>| script.fresh(model.origin_symbol(constraint.origin));
        match &constraint.body {
            ConstraintKind::Covered(cell) => {
                let placements = by_cell[cell.index()].iter();
                let symbols: Vec<&str> = placements.map(|(id, _)| symbol(id)).collect();
                one_by_pairs(&symbols, named(script), script)?;
            }
            ConstraintKind::Shows(cell) => {
                let variable = &model.cell(*cell).symbol;
                for (id, pips) in &by_cell[cell.index()] {
                    let symbol = symbol(id);
                    script.assert(format_args!("(=> {symbol} (= pips_{variable} {pips}))"))?;
                }
            }
            ConstraintKind::Used { kind, times } => {
                let symbols: Vec<&str> = by_kind[kind.index()].iter().map(symbol).collect();
                let name = named(script);
                if *times == 1 {
                    one_by_pairs(&symbols, name, script)?;
                } else {
                    script.state(name, tally(&symbols, *times as usize))?;
                }
            }
            ConstraintKind::Rule { cells, rule } => {
                let name = named(script);
                script.state(name, rule_term(model, cells, *rule))?;
            }
            ConstraintKind::Pinned { cell, pips } => {
                let name = named(script);
                script.state(name, rule_term(model, &[*cell], Rule::pin(*pips)))?;
            }
            ConstraintKind::Supply {
                value: pips,
                cells: times,
            } => {
                let cells = model.cells.iter();
                let shows: Vec<String> = cells
                    .filter(|cell| cell.domain.binary_search(pips).is_ok())
                    .map(|cell| format!("(= pips_{} {pips})", cell.symbol))
                    .collect();
                script.assert(tally(&shows, *times as usize))?;
            }
            // Already true of the placements.
            ConstraintKind::NeverFlipped(_) | ConstraintKind::Excluded(_) => {}
        }
    }
    Ok(())
}

fn one_by_pairs(symbols: &[&str], name: String, script: &mut Script<'_>) -> io::Result<()> {
    let mut rule = script.rule(name);
    rule.add(or(symbols))?;
    for (index, one) in symbols.iter().enumerate() {
        for other in &symbols[index + 1..] {
            rule.add(format_args!("(not (and {one} {other}))"))?;
        }
    }
    rule.end()
}

/// What a block of constraints states.
fn heading(body: &ConstraintKind) -> &'static str {
    match body {
        ConstraintKind::Covered(_) | ConstraintKind::Shows(_) => {
            "One domino covers each cell, and the cell shows that domino's pips."
        }
        ConstraintKind::Used { .. } => "Every domino is used as often as there are copies.",
        ConstraintKind::Rule { .. } | ConstraintKind::Pinned { .. } => "The rules of the regions.",
        ConstraintKind::NeverFlipped(_) => {
            "A double has one orientation: there are no others to exclude."
        }
        ConstraintKind::Excluded(_) => "",
        ConstraintKind::Supply { .. } => {
            "Every value is on the board as often as on the dominoes (this follows)."
        }
    }
}
