//! VeriPB proof over the OPB model that the rules need more than the dominoes have.
//!
//! [`Shortfall`] selects the rows of the sum. Resolution would have to enumerate the exponentially many
//! distributions of the halves.

use std::io::{self, Write};

use crate::backend::opb::ConstraintIds;
use crate::deduce::{PipTotal, Shortfall};
use crate::encode::linear::{LinearVariable, RowStatement};
use crate::limits::Budget;
use crate::model::{CellId, Model, Origin, Pips, RegionId};
use crate::puzzle::Puzzle;

/// Writes the proof.
pub(super) fn write(
    puzzle: &Puzzle,
    model: &Model,
    reason: &Shortfall,
    budget: &Budget,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ids = ConstraintIds::new(model, budget)?;
    writeln!(out, "pseudo-Boolean proof version 3.0")?;
    writeln!(out, "f {};", ids.constraints)?;
    let mut last = ids.constraints;
    let values = || model.value_counts().into_iter().map(|(value, _)| value);
    match reason {
        Shortfall::TooManyPips(total) => {
            let (needed, available) = (ConstraintIds::at_least, ConstraintIds::at_most);
            writeln!(
                out,
                "pol {};",
                pips(puzzle, &ids, total, values(), needed, available)?
            )?;
        }
        Shortfall::TooFewPips(total) => {
            let (needed, available) = (ConstraintIds::at_most, ConstraintIds::at_least);
            writeln!(
                out,
                "pol {};",
                pips(puzzle, &ids, total, values(), needed, available)?
            )?;
        }
        Shortfall::TooManyAlike { regions, cells, .. } => {
            // The first cells of each region, in the order in which its rule joins them.
            let first = |&region: &RegionId| (region, &puzzle.region(region).cells[..*cells]);
            let first: Vec<(RegionId, &[CellId])> = regions.iter().map(first).collect();
            let mut needs = Vec::new();
            for value in values() {
                budget.check().map_err(io::Error::other)?;
                write!(out, "pol {}", ids.at_most(RowStatement::ValueCount(value))?)?;
                for cell in puzzle.cell_ids() {
                    let counts = first.iter().any(|(_, first)| first.contains(&cell));
                    if let Some(variable) = ids.names.get(&LinearVariable::Value(cell, value))
                        && !counts
                    {
                        write!(out, " {variable} w")?;
                    }
                }
                for (region, first) in &first {
                    for (at, pair) in first.windows(2).enumerate() {
                        let (origin, pair) = (Origin::Region(*region), [pair[0], pair[1]]);
                        let row = ids.at_most(RowStatement::Same(origin, value, pair))?;
                        write!(out, " {row} {} * +", cells - 1 - at)?;
                    }
                }
                writeln!(out, " {cells} d;")?;
                last += 1;
                needs.push((last, 1));
            }
            for (_, first) in &first {
                needs.push((ids.at_least(RowStatement::OneValue(first[0]))?, 1));
            }
            writeln!(out, "pol {};", added(&needs))?;
        }
    }
    last += 1;
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion UNSAT : {last};")?;
    writeln!(out, "end pseudo-Boolean proof;")
}

/// The id of a bound of a row.
type Bound = fn(&ConstraintIds, RowStatement) -> io::Result<u64>;

/// Formats the sum of the bounds of the regions and the other cells on one side, and of the value counts
/// on the other side.
fn pips(
    puzzle: &Puzzle,
    ids: &ConstraintIds,
    total: &PipTotal,
    values: impl Iterator<Item = Pips>,
    needed: Bound,
    available: Bound,
) -> io::Result<String> {
    let mut terms = Vec::new();
    for &region in &total.regions {
        let row = RowStatement::Sum(Origin::Region(region), puzzle.region(region).rule);
        terms.push((needed(ids, row)?, 1));
    }
    for &cell in total.others.iter().filter(|_| total.each > 0) {
        terms.push((needed(ids, RowStatement::OneValue(cell))?, total.each));
    }
    for value in values.filter(|&value| value > 0) {
        terms.push((available(ids, RowStatement::ValueCount(value))?, value));
    }
    Ok(added(&terms))
}

/// Formats a weighted sum of constraints for a `pol` line.
fn added(terms: &[(u64, Pips)]) -> String {
    let mut sum = String::new();
    for (at, (number, times)) in terms.iter().enumerate() {
        if at > 0 {
            sum.push(' ');
        }
        sum += &number.to_string();
        if *times > 1 {
            sum += &format!(" {times} *");
        }
        if at > 0 {
            sum += " +";
        }
    }
    sum
}
