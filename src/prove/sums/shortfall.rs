//! VeriPB proof over the OPB model that the rules need more than the dominoes have.
//!
//! [`Shortfall`] selects the rows of the sum. Resolution would have to enumerate the exponentially many
//! distributions of the halves.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::backend::RowStatement;
use crate::backend::opb::ConstraintIds;
use crate::deduce::{PipTotal, Shortfall};
use crate::limits::Budget;
use crate::model::{CellId, Model, Origin, Pips, RegionId};
use crate::puzzle::Puzzle;

/// The constraint IDs of a row's lower and upper bound.
type RowBounds = (Option<u64>, Option<u64>);

/// The rows of the sum.
struct SumRows {
    sums: BTreeMap<RegionId, RowBounds>,
    cells: BTreeMap<CellId, RowBounds>,
    supplies: BTreeMap<Pips, RowBounds>,
    same: BTreeMap<(CellId, CellId, Pips), RowBounds>,
}

impl SumRows {
    fn of(ids: &ConstraintIds) -> SumRows {
        let mut rows = SumRows {
            sums: BTreeMap::new(),
            cells: BTreeMap::new(),
            supplies: BTreeMap::new(),
            same: BTreeMap::new(),
        };
        for row in &ids.rows {
            let (low, high) = (row.at_least, row.at_most);
            match row.statement {
                RowStatement::Sum(Origin::Region(region), _) => {
                    // An equation can be two rows.
                    let bounds = rows.sums.entry(region).or_default();
                    *bounds = (bounds.0.or(low), bounds.1.or(high));
                }
                RowStatement::OneValue(cell) => {
                    let _ = rows.cells.insert(cell, (low, high));
                }
                RowStatement::ValueCount(value) => {
                    let _ = rows.supplies.insert(value, (low, high));
                }
                RowStatement::Same(_, value, [one, other]) => {
                    let _ = rows.same.insert((one, other, value), (low, high));
                }
                RowStatement::Sum(..)
                | RowStatement::DefinesValue(..)
                | RowStatement::DefinesEdge(_)
                | RowStatement::Covered(_)
                | RowStatement::Used(_)
                | RowStatement::Different(..)
                | RowStatement::Pinned(..)
                | RowStatement::Excluded(_)
                | RowStatement::Impossible(_) => {}
            }
        }
        rows
    }
}

/// Returns a constraint ID that the model must have.
fn stated(number: Option<u64>) -> io::Result<u64> {
    number.ok_or_else(|| io::Error::other("the model does not state a row that the proof adds"))
}

/// Writes the proof.
pub(super) fn write(
    puzzle: &Puzzle,
    model: &Model,
    reason: &Shortfall,
    budget: &Budget,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ids = ConstraintIds::new(model, budget)?;
    let rows = SumRows::of(&ids);
    writeln!(out, "pseudo-Boolean proof version 3.0")?;
    writeln!(out, "f {};", ids.constraints)?;
    let mut last = ids.constraints;
    match reason {
        Shortfall::TooManyPips(total) => writeln!(out, "pol {};", pips(&rows, total, true)?)?,
        Shortfall::TooFewPips(total) => writeln!(out, "pol {};", pips(&rows, total, false)?)?,
        Shortfall::TooManyAlike { regions, cells, .. } => {
            // The first cells of each region, in the order in which its rule joins them.
            let first: Vec<&[CellId]> = regions
                .iter()
                .map(|&region| &puzzle.region(region).cells[..*cells])
                .collect();
            let mut needs = Vec::new();
            for (&value, bounds) in &rows.supplies {
                budget.check().map_err(io::Error::other)?;
                write!(out, "pol {}", stated(bounds.1)?)?;
                for cell in puzzle.cell_ids() {
                    let counts = first.iter().any(|first| first.contains(&cell));
                    if let Some(variable) = ids.values.get(&(cell, value))
                        && !counts
                    {
                        write!(out, " {variable} w")?;
                    }
                }
                for first in &first {
                    for (at, pair) in first.windows(2).enumerate() {
                        let row = rows.same.get(&(pair[0], pair[1], value));
                        let row = stated(row.and_then(|bounds| bounds.1))?;
                        write!(out, " {row} {} * +", cells - 1 - at)?;
                    }
                }
                writeln!(out, " {cells} d;")?;
                last += 1;
                needs.push((last, 1));
            }
            for first in &first {
                let row = rows.cells.get(&first[0]);
                needs.push((stated(row.and_then(|bounds| bounds.0))?, 1));
            }
            writeln!(out, "pol {};", added(&needs))?;
        }
    }
    last += 1;
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion UNSAT : {last};")?;
    writeln!(out, "end pseudo-Boolean proof;")
}

/// Formats the sum of the bounds of the regions and the other cells on one side, and of the value counts
/// on the other side.
fn pips(rows: &SumRows, total: &PipTotal, from_below: bool) -> io::Result<String> {
    let (asked, there) = if from_below {
        (
            low as fn(RowBounds) -> Option<u64>,
            high as fn(RowBounds) -> Option<u64>,
        )
    } else {
        (
            high as fn(RowBounds) -> Option<u64>,
            low as fn(RowBounds) -> Option<u64>,
        )
    };
    let mut terms = Vec::new();
    for region in &total.regions {
        let row = rows.sums.get(region).copied();
        terms.push((stated(row.and_then(asked))?, 1));
    }
    for cell in total.others.iter().filter(|_| total.each > 0) {
        let row = rows.cells.get(cell).copied();
        terms.push((stated(row.and_then(asked))?, total.each));
    }
    for (&value, &bounds) in rows.supplies.iter().filter(|(value, _)| **value > 0) {
        terms.push((stated(there(bounds))?, value));
    }
    Ok(added(&terms))
}

fn low(bounds: RowBounds) -> Option<u64> {
    bounds.0
}

fn high(bounds: RowBounds) -> Option<u64> {
    bounds.1
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
