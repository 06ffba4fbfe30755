//! DIMACS CNF: clauses as text, for SAT solvers.
//!
//! The header has the numbers of variables and clauses. The model is encoded twice, to count and to write, so clauses
//! are not kept in memory.

use std::io::{self, Write};

use super::{Emission, ModelWriter, PlacementNames, Profile};
use crate::encode::cnf::{self, CnfSink, Lit, VariableBlock};
use crate::encode::linear::LinearVariable;
use crate::limits::Budget;
use crate::model::{Model, Origin};

/// The prefix of the header.
pub(super) const HEADER: &str = "p cnf ";

/// The numbers of the placements' variables.
pub(super) fn numbers(_: &Model) -> PlacementNames<'_> {
    Box::new(|id| cnf::placement_lit(id).to_string().into())
}

/// Writes a clause that excludes a board.
pub(super) fn block(out: &mut dyn Write, _: usize, variables: &[String]) -> io::Result<()> {
    writeln!(out, "-{} 0", variables.join(" -"))
}

/// One-hot values, a literal per edge, support clauses, sums as decision diagrams.
pub(super) fn compact(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, cnf::compact::encode, out)
}

/// The IR directly, exactly-one pairwise.
pub(super) fn placement(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, cnf::placement::encode, out)
}

/// A tiling and values, joined by the values of available dominoes.
pub(super) fn links(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, cnf::links::encode, out)
}

fn write(
    emission: &Emission<'_>,
    encode: fn(&Model, &mut dyn CnfSink),
    out: &mut ModelWriter<'_>,
) -> io::Result<()> {
    let Emission { model, profile, .. } = *emission;
    let mut count = CnfWriter::new(&emission.budget, None);
    encode(model, &mut count);
    emission.budget.check().map_err(io::Error::other)?;
    // The placements determine all auxiliary variables: models and solutions correspond one to one.
    if profile == Profile::Count {
        writeln!(out, "c t mc")?;
    }
    // All comments precede the header, where every solver allows them.
    out.comments("c", emission.head())?;
    for (index, &(block, first)) in count.blocks.iter().enumerate() {
        let next = count.blocks.get(index + 1).map_or(count.variables, |b| b.1);
        if next > first {
            let (name, meaning) = block.name_and_meaning();
            let first = first + 1;
            out.comments(
                "c",
                [format!("variables {first} to {next}: {name}, {meaning}")],
            )?;
        }
    }
    if profile == Profile::Run {
        for id in model.placement_ids() {
            let description = LinearVariable::Placement(id).describe(model);
            out.set_origins(&description.origins);
            writeln!(out, "c {}: {}", id.0 + 1, description.meaning)?;
        }
        out.set_origins(&[]);
    }
    writeln!(out, "{HEADER}{} {}", count.variables, count.clauses)?;
    let mut text = CnfWriter::new(&emission.budget, Some(out));
    encode(model, &mut text);
    text.written
}

/// Counts variables and clauses, records where each block of variables begins, and writes the clauses.
struct CnfWriter<'a, 'w> {
    budget: &'a Budget,
    out: Option<&'a mut ModelWriter<'w>>,
    variables: u32,
    clauses: u64,
    blocks: Vec<(VariableBlock, u32)>,
    written: io::Result<()>,
}

impl<'a, 'w> CnfWriter<'a, 'w> {
    fn new(budget: &'a Budget, out: Option<&'a mut ModelWriter<'w>>) -> Self {
        CnfWriter {
            budget,
            out,
            variables: 0,
            clauses: 0,
            blocks: Vec::new(),
            written: Ok(()),
        }
    }
}

impl CnfSink for CnfWriter<'_, '_> {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        if let (Some(out), Ok(())) = (&mut self.out, &self.written) {
            let words = literals.iter().map(|lit| format!("{lit} "));
            self.written = out.write_all((words.collect::<String>() + "0\n").as_bytes());
        }
    }

    fn block(&mut self, block: VariableBlock) {
        self.blocks.push((block, self.variables));
    }

    fn set_origins(&mut self, origins: &[Origin]) {
        if let Some(out) = &mut self.out {
            out.set_origins(origins);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.written.is_err() || self.out.is_none() && self.budget.stopped().is_some()
    }
}
