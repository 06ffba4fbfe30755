//! SMT-LIB 2.6, for SMT solvers.
//!
//! [`edges`] has an integer for the value of each cell and a Boolean for each edge, [`pb`] the rows of the 0/1 linear
//! model in z3's operators. Two are published baselines: [`placement`](self::plain) has a Boolean for each placement,
//! and [`halves`] the half of a domino on each cell, in z3's operators as published, and in standard operators.
//!
//! In every encoding a solution has one assignment if symmetry is broken.

mod edges;
mod halves;
mod header;
mod pb;
mod plain;
mod script;
#[cfg(test)]
mod tests;

use std::io;

use super::{
    BlockingSyntax, Emission, Encoding, Language, ModelSink, PlacementName, PlacementNames,
    Profile, RedundantFacts, SolverProtocol, fill, published,
};
use crate::backend::reply::smtlib::SMTLIB;
use crate::encode::cnf::placement;
use crate::model::{Model, PlacementId};
use halves::ExactlyOneForm;
use script::{ScriptWriter, apply};

/// SMT-LIB.
pub static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    about: "SMT-LIB 2.6, for SMT solvers",
    encodings: &[EDGES, PB, PLACEMENT, HALVES, HALVES_STANDARD],
    run_extensions: &["smt2"],
    submit_extensions: &["smt2"],
    declarations: Some(["(declare-", "(assert "]),
    states_status: true,
    max_bytes: Some(50_000_000),
    protocol: Some(SolverProtocol {
        replies: &[SMTLIB],
        blocking: BlockingSyntax {
            before: Some("(check-sat"),
            header: None,
            write: |out, _, terms| writeln!(out, "(assert (not {}))", apply("and", terms, "true")),
        },
    }),
    ..Language::DEFAULT
};

/// An integer for each cell, a Boolean for each edge.
pub const EDGES: Encoding = Encoding {
    redundant: RedundantFacts::IfRequested,
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        |emission, _, out| write(emission, edges::write, out),
        |model| {
            Box::new(|id| PlacementName {
                name: edges::term(model, id),
                terms: vec![edges::parts(model, id).to_vec()],
            })
        },
    )
};

/// The rows of the 0/1 linear model, in z3's pseudo-Boolean operators.
pub const PB: Encoding = Encoding {
    redundant: RedundantFacts::IfRequested,
    only_for: Some("z3"),
    ..Encoding::new(
        || &LANGUAGE,
        "pb",
        |emission, _, out| write(emission, pb::write, out),
        symbols,
    )
};

/// The IR directly, exactly-one pairwise.
pub const PLACEMENT: Encoding = Encoding {
    published: Some(published::PLACEMENT),
    redundant: RedundantFacts::IfRequested,
    statements: placement::pairs,
    ..Encoding::new(
        || &LANGUAGE,
        "placement",
        |emission, _, out| write(emission, plain::write, out),
        symbols,
    )
};

/// The half of a domino on each cell as an integer, exactly-one in z3's operators.
pub const HALVES: Encoding = Encoding {
    only_for: Some("z3"),
    write: |emission, _, out| {
        let state = |model: &Model, script: &mut ScriptWriter<'_>| {
            halves::write(model, ExactlyOneForm::PseudoBooleans, script)
        };
        write(emission, state, out)
    },
    name: "halves",
    ..HALVES_STANDARD
};

/// [`HALVES`] in standard operators.
pub const HALVES_STANDARD: Encoding = Encoding {
    keeps_symmetry: true,
    published: Some(published::HALVES),
    ..Encoding::new(
        || &LANGUAGE,
        "halves-standard",
        |emission, _, out| {
            let state = |model: &Model, script: &mut ScriptWriter<'_>| {
                halves::write(model, ExactlyOneForm::Integers, script)
            };
            write(emission, state, out)
        },
        halves::names,
    )
};

/// The symbols of the placements in encodings in which they are variables.
fn symbols(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| model.placement_symbol(id).into())
}

/// Declares the placements; returns their symbols.
fn declare_placements(model: &Model, script: &mut ScriptWriter<'_>) -> io::Result<Vec<String>> {
    let ids = model.placement_ids();
    let symbols: Vec<String> = ids.map(|id| model.placement_symbol(id)).collect();
    for (index, symbol) in symbols.iter().enumerate() {
        script.set_origins(&model.placement_origins(PlacementId::at(index)));
        script.declare(symbol, "Bool")?;
    }
    Ok(symbols)
}

/// Maximal length of a line of the list of symbols, unless a symbol is longer.
const WIDTH: usize = 109;

/// Writes declarations and assertions. Returns the symbols whose values determine a board.
type WriteScript = fn(&Model, &mut ScriptWriter<'_>) -> io::Result<Vec<String>>;

fn write(
    emission: &Emission<'_>,
    write_model: WriteScript,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    let Emission { model, plan, .. } = *emission;
    let mut script = ScriptWriter::new(plan.profile, out);
    script.text(header::header(plan, model)?)?;
    let symbols = write_model(model, &mut script)?;
    script.comment("Is there a solution?")?;
    script.text("(check-sat)\n")?;
    match plan.profile {
        Profile::Submit | Profile::Count => script.text("(exit)\n"),
        // `get-value` needs at least one term.
        Profile::Run if symbols.is_empty() => Ok(()),
        Profile::Run => {
            script.comment("The board.")?;
            let lines = fill(symbols, " ", [1, 1, WIDTH]);
            script.text(format_args!("(get-value (\n  {}))\n", lines.join("\n  ")))
        }
    }
}
