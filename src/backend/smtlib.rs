//! SMT-LIB 2.6, for SMT solvers.
//!
//! [`compact`] holds what four encodings share: Booleans for placements and edges, and what each cell
//! shows, all of linear size. They differ in how they say that, and how they add. `lia` (QF_LIA) has an
//! integer a cell, `bv` (QF_BV) a bit-vector; `layers` (QF_UF) is of Booleans alone; `pb` has z3's
//! pseudo-Boolean operators, which are not standard. To compare with, [`plain`] is the IR word for word,
//! and [`halves`] speaks of the halves of dominoes rather than of placements, in the operators of z3
//! with which it was published, and in standard ones.
//!
//! The logic in the header is the smallest that has what the file is made of: see [`Encoding::logic`].
//!
//! In every encoding the placements decide all other variables, so that a model has as many
//! assignments as the IR has.

mod adder;
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
    Declared, Emission, Exchange, Features, Language, Profile, Provenance, Redundant, Scheme,
    Submission, published,
};
use crate::encode::cnf::compact::clauses_for_copies;
use crate::model::{Model, PlacementId};
use compact::Arithmetic;
use halves::Counting;
use script::Script;

#[cfg(test)]
pub(super) use header::TEMPLATES;

/// What is known of SMT-LIB.
pub static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    about: "SMT-LIB 2.6, for SMT solvers",
    encodings: &[
        super::Encoding::SmtLib(Encoding::Lia),
        super::Encoding::SmtLib(Encoding::Bv),
        super::Encoding::SmtLib(Encoding::Layers),
        super::Encoding::SmtLib(Encoding::Pb),
        super::Encoding::SmtLib(Encoding::Placement),
        super::Encoding::SmtLib(Encoding::Halves),
        super::Encoding::SmtLib(Encoding::HalvesStandard),
    ],
    run_extensions: &["smt2"],
    submit_extensions: &["smt2"],
    count_extensions: &[],
    // Comments, and the fields of `:source`, each of which is a line that begins with a word.
    is_remark: |line| !line.starts_with(['(', ' ', ')']) || line.starts_with("(set-info"),
};

/// How its solvers are spoken to.
pub(super) const EXCHANGE: Exchange = Exchange {
    replies: &[reply::DIALECT],
    exclude,
    core: Some(|model, provenance, out| Encoding::Lia.ask_core(model, provenance, out)),
};

/// The encodings of SMT-LIB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// An integer for each cell, sums of integers.
    Lia,
    /// A bit-vector for each cell, sums of bit-vectors.
    Bv,
    /// Booleans alone, sums as layers of partial sums.
    Layers,
    /// Booleans, sums in z3's pseudo-Boolean operators.
    Pb,
    /// The IR plainly, exactly-one by pairs. A baseline.
    Placement,
    /// The half of a domino on each cell, as an integer, exactly-one in z3's operators. A baseline.
    Halves,
    /// The same in standard operators. A baseline.
    HalvesStandard,
}

impl Scheme for Encoding {
    fn features(&self) -> Features {
        match self {
            Encoding::Lia => Features::of("lia"),
            Encoding::Bv => Features::of("bv"),
            Encoding::Layers => Features::of("layers"),
            Encoding::Pb => Features {
                is_standard: false,
                limitation: Some("z3 only"),
                only_for: Some("z3"),
                ..Features::of("pb")
            },
            Encoding::Placement => Features {
                redundant: Redundant::AsAsked,
                ..Features::of_baseline("placement", &published::PLACEMENT)
            },
            Encoding::Halves => Features {
                is_standard: false,
                limitation: Some("z3 only"),
                ..Features::of_baseline("halves", &published::HALVES)
            },
            Encoding::HalvesStandard => {
                Features::of_baseline("halves-standard", &published::HALVES)
            }
        }
    }

    fn declared(&self, line: &str) -> Declared {
        if line.starts_with("(declare-") {
            Declared::VARIABLE
        } else if line.starts_with("(assert ") {
            Declared::CONSTRAINT
        } else {
            Declared::default()
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
            Encoding::Pb | Encoding::Halves | Encoding::HalvesStandard => 0,
            Encoding::Lia | Encoding::Bv | Encoding::Layers | Encoding::Placement => {
                clauses_for_copies(model)
            }
        }
    }

    fn write(&self, emission: &Emission<'_>, _: usize, out: &mut dyn Write) -> io::Result<()> {
        let plan = emission.plan;
        let mut script = Script::new(plan.profile, out);
        let placements = self.state(emission.model, &plan.provenance, &mut script)?;
        script.comment("Is there a solution?")?;
        script.text("(check-sat)\n")?;
        match plan.profile {
            Profile::Submit | Profile::Count => script.text("(exit)\n"),
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

    fn terms<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> Vec<[String; 2]> + 'm> {
        match self {
            Encoding::Halves | Encoding::HalvesStandard => halves::terms(model),
            Encoding::Lia
            | Encoding::Bv
            | Encoding::Layers
            | Encoding::Pb
            | Encoding::Placement => Box::new(|_| Vec::new()),
        }
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
            Encoding::Layers => compact::write(model, Arithmetic::Layers, script),
            Encoding::Pb => compact::write(model, Arithmetic::PseudoBooleans, script),
            Encoding::Placement => plain::write(model, script),
            Encoding::Halves => halves::write(model, Counting::PseudoBooleans, script),
            Encoding::HalvesStandard => halves::write(model, Counting::Integers, script),
        }
    }

    /// The smallest logic that has what a file is made of. Booleans alone are the least that the
    /// standard has a logic for, QF_UF. Integers are compared with numerals, which integer difference
    /// logic does not have, so they are linear arithmetic even where nothing is added. No logic of the
    /// standard has z3's pseudo-Boolean operators.
    fn logic(self) -> &'static str {
        match self {
            Encoding::Lia | Encoding::Placement | Encoding::HalvesStandard => "QF_LIA",
            Encoding::Bv => "QF_BV",
            Encoding::Layers => "QF_UF",
            Encoding::Pb | Encoding::Halves => "ALL",
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
                writeln!(out, "(assert {})", script::not_all(answer))?;
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
