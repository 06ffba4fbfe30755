//! VeriPB proof over the OPB model that dominoes cannot cover the board (Tutte 1947).
//!
//! Without the cells *between*, the odd *parts* are disconnected. Each part needs a domino that covers a
//! cell in `between`, and there are more parts than such cells. Resolution needs exponentially many steps;
//! cutting planes need one sum per part.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::backend::opb::ConstraintIds;
use crate::deduce::Untileable;
use crate::encode::linear::{LinearVariable, RowStatement};
use crate::limits::Budget;
use crate::model::{CellId, EdgeId, Model};

/// Writes the proof.
pub(super) fn write(
    model: &Model,
    reason: &Untileable,
    budget: &Budget,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ids = ConstraintIds::new(model, budget)?;
    let at_most = |cells: &[CellId]| {
        let ids = cells
            .iter()
            .map(|&cell| ids.at_most(RowStatement::Covered(cell)));
        ids.collect::<io::Result<Vec<u64>>>()
    };
    writeln!(out, "pseudo-Boolean proof version 3.0")?;
    writeln!(out, "f {};", ids.constraints)?;
    let mut last = ids.constraints;
    let mut needs = Vec::new();
    for part in &reason.parts {
        budget.check().map_err(io::Error::other)?;
        let cells: BTreeSet<CellId> = part.iter().copied().collect();
        let least = part
            .iter()
            .map(|&cell| ids.at_least(RowStatement::Covered(cell)));
        let least: Vec<u64> = least.collect::<io::Result<_>>()?;
        if part.len() == 1 {
            needs.extend(least);
            continue;
        }
        // Twice the dominoes inside are at most the odd number of cells: divide by two and round.
        let leaving = (0..model.edges.len()).map(EdgeId::at).filter(|edge| {
            let ends = model.edges[edge.index()].ends();
            ends.iter().filter(|end| cells.contains(end)).count() == 1
        });
        write!(out, "pol {}", sum(&at_most(part)?))?;
        for edge in leaving {
            if let Some(variable) = ids.names.get(&LinearVariable::Edge(edge)) {
                write!(out, " {variable} w")?;
            }
        }
        writeln!(out, " 2 d;")?;
        last += 1;
        // So at least one domino leaves the part.
        writeln!(out, "pol {last} 2 * {};", added(&least))?;
        last += 1;
        needs.push(last);
    }
    // Each of these dominoes covers a cell in `between`, which has fewer cells.
    needs.extend(at_most(&reason.between)?);
    writeln!(out, "pol {};", sum(&needs))?;
    last += 1;
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion UNSAT : {last};")?;
    writeln!(out, "end pseudo-Boolean proof;")
}

/// Formats a sum of constraints at the start of a line.
fn sum(numbers: &[u64]) -> String {
    match numbers.split_first() {
        Some((first, [])) => first.to_string(),
        Some((first, others)) => format!("{first} {}", added(others)),
        None => String::new(),
    }
}

/// Formats constraints that are added to a preceding sum.
fn added(numbers: &[u64]) -> String {
    let added: Vec<String> = numbers.iter().map(|number| format!("{number} +")).collect();
    added.join(" ")
}
