//! SMT-LIB 2.6, for SMT solvers.
//!
//! [`edges`] has an integer for what each cell shows and a Boolean for each edge, [`pb`] the rows of the 0/1 linear program in
//! z3's operators. To compare with, [`plain`]
//! has a Boolean for each placement, and [`halves`] speaks of the halves of dominoes, in the operators
//! of z3 with which it was published, and in standard ones.
//!
//! In every encoding a solution has one assignment (as long as symmetry is broken).

mod edges;
mod halves;
mod header;
mod numbers;
mod pb;
mod plain;
mod script;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use super::{
    DeclaredSize, Emission, Encoding, Language, ModelSink, ModelText, Names, Profile, Provenance,
    Redundant, SolverProtocol, published,
};
use crate::backend::reply::smtlib::SMTLIB;
use crate::encode::cnf::placement;
use crate::model::Model;
use halves::Counting;
use script::Script;

/// What is known of SMT-LIB.
pub static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    about: "SMT-LIB 2.6, for SMT solvers",
    encodings: &[EDGES, PB, PLACEMENT, HALVES, HALVES_STANDARD],
    run_extensions: &["smt2"],
    submit_extensions: &["smt2"],
    count_extensions: &[],
    // Comments, and the fields of `:source`, each of which is a line that begins with a word.
    is_remark: |line| !line.starts_with(['(', ' ', ')']) || line.starts_with("(set-info"),
    declared: |line| {
        if line.starts_with("(declare-") {
            DeclaredSize::VARIABLE
        } else if line.starts_with("(assert ") {
            DeclaredSize::CONSTRAINT
        } else {
            DeclaredSize::default()
        }
    },
    states_status: true,
    most_bytes: Some(50_000_000),
    exchange: Some(EXCHANGE),
};

/// How its solvers are spoken to.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[SMTLIB],
    exclude,
    core: Some(|model, provenance, out| ask_core(model, provenance, out)),
};

/// An integer for each cell, a Boolean for each edge.
pub const EDGES: Encoding = Encoding {
    redundant: Redundant::AsAsked,
    terms: |model| Box::new(|id| vec![edges::parts(model, id).to_vec()]),
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        |emission, _, out| write(emission, edges::write, out),
        |model| Box::new(|id| edges::term(model, id)),
    )
};

/// The rows of the linear program, in z3's pseudo-Boolean operators.
pub const PB: Encoding = Encoding {
    redundant: Redundant::AsAsked,
    is_standard: false,
    limitation: Some("z3 only"),
    only_for: Some("z3"),
    ..Encoding::new(
        || &LANGUAGE,
        "pb",
        |emission, _, out| write(emission, pb::write, out),
        symbols,
    )
};

/// The IR plainly, exactly-one by pairs.
pub const PLACEMENT: Encoding = Encoding {
    published: Some(&published::PLACEMENT),
    redundant: Redundant::AsAsked,
    statements: placement::pairs,
    ..Encoding::new(
        || &LANGUAGE,
        "placement",
        |emission, _, out| write(emission, plain::write, out),
        symbols,
    )
};

/// The half of a domino on each cell, as an integer, exactly-one in z3's operators.
pub const HALVES: Encoding = Encoding {
    keeps_symmetry: true,
    published: Some(&published::HALVES),
    is_standard: false,
    limitation: Some("z3 only"),
    only_for: Some("z3"),
    terms: halves::terms,
    ..Encoding::new(
        || &LANGUAGE,
        "halves",
        |emission, _, out| {
            let state = |model: &Model, script: &mut Script<'_>| {
                halves::write(model, Counting::PseudoBooleans, script)
            };
            write(emission, state, out)
        },
        halves::names,
    )
};

/// The same in standard operators.
pub const HALVES_STANDARD: Encoding = Encoding {
    keeps_symmetry: true,
    published: Some(&published::HALVES),
    terms: halves::terms,
    ..Encoding::new(
        || &LANGUAGE,
        "halves-standard",
        |emission, _, out| {
            let state = |model: &Model, script: &mut Script<'_>| {
                halves::write(model, Counting::Integers, script)
            };
            write(emission, state, out)
        },
        halves::names,
    )
};

/// The symbols of the placements, where these are variables or defined terms.
fn symbols(model: &Model) -> Names<'_> {
    Box::new(|id| model.placement_symbol(id))
}

/// The smallest logic that has what a file is made of. Integers are compared with numerals, which integer
/// difference logic does not have, so they are linear arithmetic even where nothing is added. No logic
/// of the standard has z3's pseudo-Boolean operators.
fn logic(encoding: Encoding) -> &'static str {
    match encoding.is_standard() {
        true => "QF_LIA",
        false => "ALL",
    }
}

/// Writes a script. What writes everything before the question returns the symbols whose values are
/// asked for.
fn write(
    emission: &Emission<'_>,
    state: impl FnOnce(&Model, &mut Script<'_>) -> io::Result<Vec<String>>,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    let Emission { model, plan, .. } = *emission;
    let mut script = Script::new(plan.profile, out);
    script.text(header::header(
        plan.encoding,
        plan.profile,
        model,
        &plan.provenance,
    )?)?;
    let asked = state(model, &mut script)?;
    script.about(&[]);
    script.comment("Is there a solution?")?;
    script.text("(check-sat)\n")?;
    match plan.profile {
        Profile::Submit | Profile::Count => script.text("(exit)\n"),
        // There is no value to ask for where nothing can be placed.
        Profile::Run if asked.is_empty() => Ok(()),
        Profile::Run => {
            script.comment("The board.")?;
            script.text("(get-value (")?;
            script.wrapped(&asked)?;
            script.text("))\n")
        }
    }
}

/// Writes a script that asks which of the named assertions exclude each other.
fn ask_core(model: &Model, provenance: &Provenance, out: &mut dyn Write) -> io::Result<()> {
    let mut text = ModelText::new(out);
    let mut script = Script::new(Profile::Run, &mut text);
    script.text("(set-option :produce-unsat-cores true)\n")?;
    script.text(header::header(EDGES, Profile::Run, model, provenance)?)?;
    let _ = edges::write(model, &mut script)?;
    script.comment("There is no solution; because of what?")?;
    script.text("(check-sat)\n(get-unsat-core)\n")
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
