//! The plain encoding: the IR word for word, to read and to compare with.
//!
//! A Boolean per placement, an integer per cell; exactly-one by pairs, which is quadratic: a cell
//! with `m` placements takes `m(m - 1)/2` of them, a domino with `n` as many again. On hard
//! newspaper puzzles that are not pruned it takes five times as long as `lia` in z3.

use std::io;

use super::count::pairs;
use super::names::placements;
use super::rules::{heading, rule_by_number, tally};
use super::script::{Script, or};
use crate::model::{Body, CellId, Model, Rule};

/// Writes declarations and assertions; returns the symbols of the placements.
pub(super) fn write(model: &Model, script: &mut Script<'_>) -> io::Result<Vec<String>> {
    let names = placements(model);
    script.comment("p_4_1_a_b: a domino lies on cells a and b, with 4 pips on a and 1 on b.")?;
    for symbol in &names {
        script.declare(symbol, "Bool")?;
    }
    script.comment("v_a: the pips of cell a.")?;
    for cell in &model.cells {
        script.declare(format_args!("v_{}", cell.symbol), "Int")?;
    }
    constraints(model, &names, script)?;
    Ok(names)
}

fn constraints(model: &Model, names: &[String], script: &mut Script<'_>) -> io::Result<()> {
    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    let value = |cell: CellId| format!("v_{}", model.cell(cell).symbol);
    let mut said = "";
    for constraint in &model.constraints {
        let next = heading(&constraint.body);
        if next != said {
            said = next;
            script.comment(said)?;
        }
        let named = |script: &mut Script<'_>| script.fresh(model.origin_symbol(constraint.origin));
        match &constraint.body {
            Body::Covered(cell) => {
                let at_cell = by_cell[cell.index()].iter();
                let symbols: Vec<&str> =
                    at_cell.map(|(id, _)| names[id.index()].as_str()).collect();
                let name = named(script);
                let mut rule = script.rule(name);
                rule.add(or(&symbols))?;
                pairs(&symbols, &mut rule)?;
                rule.end()?;
            }
            Body::Shows(cell) => {
                let variable = value(*cell);
                for (id, pips) in &by_cell[cell.index()] {
                    let symbol = &names[id.index()];
                    script.assert(format_args!("(=> {symbol} (= {variable} {pips}))"))?;
                }
            }
            Body::Used { kind, times } => {
                let symbols: Vec<&str> = by_kind[kind.index()]
                    .iter()
                    .map(|id| names[id.index()].as_str())
                    .collect();
                let name = named(script);
                let mut rule = script.rule(name);
                if *times == 1 {
                    rule.add(or(&symbols))?;
                    pairs(&symbols, &mut rule)?;
                } else {
                    rule.add(tally(symbols.iter().map(|s| (*s).to_owned()), *times))?;
                }
                rule.end()?;
            }
            Body::Rule { cells, rule } => {
                rule_by_number(model, cells, *rule, named(script), script)?;
            }
            Body::Pinned { cell, pips } => {
                rule_by_number(model, &[*cell], Rule::pin(*pips), named(script), script)?;
            }
            Body::Supply {
                value: pips,
                cells: times,
            } => {
                let shows = model
                    .cells
                    .iter()
                    .filter(|cell| cell.domain.binary_search(pips).is_ok())
                    .map(|cell| format!("(= v_{} {pips})", cell.symbol));
                script.assert(tally(shows, *times))?;
            }
            // Already true of the placements.
            Body::NeverFlipped(_) => {}
        }
    }
    Ok(())
}
