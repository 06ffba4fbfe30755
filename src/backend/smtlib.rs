//! SMT-LIB 2.6, for SMT solvers.
//!
//! Five encodings. [`compact`] holds what three of them share: Booleans for placements, edges and
//! values, of linear size; they differ in how they add and count. `lia` (QF_LIA) adds with integers,
//! `bv` (QF_BV) with layers of partial sums, `pb` with z3's pseudo-Boolean operators, which are not
//! standard. To compare with, [`plain`] is the IR word for word, and [`halves`] speaks of the halves of
//! dominoes rather than of placements.
//!
//! In every encoding the placements decide all other variables, so that a model has as many
//! assignments as the IR has.

mod compact;
mod count;
mod halves;
mod header;
mod layers;
mod names;
mod numbers;
mod plain;
pub mod reply;
mod script;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use super::{
    Emission, Exchange, Features, Language, Profile, Provenance, Redundant, Scheme, Submission,
    published,
};
use crate::backend::dimacs::cnf::compact::clauses_for_copies;
use crate::model::{Model, PlacementId};
use count::Arithmetic;
use script::Script;

/// What is known of SMT-LIB.
pub static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    about: "SMT-LIB 2.6, for SMT solvers",
    encodings: &[
        super::Encoding::SmtLib(Encoding::Lia),
        super::Encoding::SmtLib(Encoding::Bv),
        super::Encoding::SmtLib(Encoding::Pb),
        super::Encoding::SmtLib(Encoding::Placement),
        super::Encoding::SmtLib(Encoding::Halves),
    ],
    run_extensions: &["smt2"],
    submit_extensions: &["smt2"],
    // Comments, and the fields of `:source`, each of which is a line that begins with a word.
    is_remark: |line| !line.starts_with(['(', ' ', ')']) || line.starts_with("(set-info"),
    exchange: Some(Exchange {
        replies: &[reply::DIALECT],
        exclude,
        core: Some(|model, provenance, out| Encoding::Lia.ask_core(model, provenance, out)),
    }),
};

/// The encodings of SMT-LIB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// Booleans for edges and values, linear integer arithmetic for sums.
    Lia,
    /// The same, sums as layers of partial sums, bit-vectors for large regions.
    Bv,
    /// The same with z3's pseudo-Boolean operators.
    Pb,
    /// The IR plainly, exactly-one by pairs. A baseline.
    Placement,
    /// The half of a domino on each cell, as an integer. A baseline.
    Halves,
}

impl Scheme for Encoding {
    fn features(&self) -> Features {
        match self {
            Encoding::Lia => Features::of("lia"),
            Encoding::Bv => Features::of("bv"),
            Encoding::Pb => Features {
                limitation: Some("z3 only"),
                only_for: Some("z3"),
                ..Features::of("pb")
            },
            Encoding::Placement => Features {
                redundant: Redundant::AsAsked,
                ..Features::of_baseline("placement", &published::PLACEMENT)
            },
            Encoding::Halves => Features::of_baseline("halves", &published::HALVES),
        }
    }

    fn submission(&self) -> Submission {
        Submission {
            states_status: true,
            most_bytes: Some(50_000_000),
        }
    }

    /// Copies are counted as in CNF, unless an operator does that.
    fn statements(&self, model: &Model) -> u64 {
        match self {
            Encoding::Pb | Encoding::Halves => 0,
            Encoding::Lia | Encoding::Bv | Encoding::Placement => clauses_for_copies(model),
        }
    }

    fn write(&self, emission: &Emission<'_>, _: usize, out: &mut dyn Write) -> io::Result<()> {
        let plan = emission.plan;
        let mut script = Script::new(plan.profile, out);
        let placements = self.state(emission.model, &plan.provenance, &mut script)?;
        script.comment("Is there a solution?")?;
        script.text("(check-sat)\n")?;
        match plan.profile {
            Profile::Submit => script.text("(exit)\n"),
            // There is no value to ask for where nothing can be placed.
            Profile::Run if placements.is_empty() => Ok(()),
            Profile::Run => {
                script
                    .comment("The dominoes that lie on the board are those with the value true.")?;
                script.text("(get-value (")?;
                for symbol in &placements {
                    script.text(format_args!("\n  {symbol}"))?;
                }
                script.text("))\n")
            }
        }
    }

    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm> {
        Box::new(|id| model.placement_symbol(id))
    }
}

impl Encoding {
    /// Writes a script that asks which of the named assertions exclude each other.
    fn ask_core(
        self,
        model: &Model,
        provenance: &Provenance,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut script = Script::new(Profile::Run, out);
        script.text("(set-option :produce-unsat-cores true)\n")?;
        let _ = self.state(model, provenance, &mut script)?;
        script.comment("There is no solution; because of what?")?;
        script.text("(check-sat)\n(get-unsat-core)\n")
    }

    /// Writes everything before the question; returns the symbols of the placements.
    fn state(
        self,
        model: &Model,
        provenance: &Provenance,
        script: &mut Script<'_>,
    ) -> io::Result<Vec<String>> {
        script.text(header::header(self, script.profile(), model, provenance)?)?;
        match self {
            Encoding::Lia => compact::write(model, Arithmetic::Integers, script),
            Encoding::Bv => compact::write(model, Arithmetic::BitVectors, script),
            Encoding::Pb => compact::write(model, Arithmetic::PseudoBooleans, script),
            Encoding::Placement => plain::write(model, script),
            Encoding::Halves => halves::write(model, script),
        }
    }

    /// The logic that the terms belong to. No logic of the standard has z3's pseudo-Boolean
    /// operators.
    fn logic(self) -> &'static str {
        match self {
            Encoding::Lia | Encoding::Placement | Encoding::Halves => "QF_LIA",
            Encoding::Bv => "QF_BV",
            Encoding::Pb => "ALL",
        }
    }
}

/// An assertion for each answer, before the question.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let mut asked = false;
    for line in model.lines() {
        let line = line?;
        if line.starts_with("(check-sat") && !asked {
            asked = true;
            for answer in answers {
                writeln!(out, "(assert (not (and true {})))", answer.join(" "))?;
            }
        }
        writeln!(out, "{line}")?;
    }
    if asked {
        Ok(())
    } else {
        Err(io::Error::other("the script asks no question"))
    }
}
