//! Answer set programming: the puzzle as facts, and rules.
//!
//! `edges` has choice rules for the tiling and the value of each cell: E + CV atoms for E edges, C cells and V
//! values. The placements are derived, in 2KE ground rules for K kinds. A file to run has the facts and the rules
//! that the puzzle uses. A submission has two files, as in the ASP Competition: rules that are the same for every
//! puzzle, and an instance of facts. Except for `#show` and `#defined` the rules are ASP-Core-2.
//!
//! Measured with clingo on full sets: choice rules for the kind on an edge, and for the placement of each kind,
//! are both slower from double-9 on; value counts are faster from double-9 on.

mod facts;

use std::io;

use tera::Context;

use super::{
    BlockingSyntax, Emission, Encoding, Language, ModelSink, Profile, RedundantFacts,
    SolverProtocol, render,
};
use crate::backend::reply::clingo::CLINGO;
use facts::AspSymbols;

/// Answer set programming.
pub static LANGUAGE: Language = Language {
    name: "asp",
    title: "ASP",
    about: "Answer set programming: facts and rules, for clingo",
    encodings: &[EDGES],
    // Not `lp`, which is the extension of linear programs; clingo accepts any.
    run_extensions: &["asp"],
    submit_extensions: &["asp", "facts.asp"],
    protocol: Some(SolverProtocol {
        replies: &[CLINGO],
        blocking: BlockingSyntax {
            before: None,
            header: None,
            write: |out, _, atoms| writeln!(out, ":- {}.", atoms.join(", ")),
        },
    }),
    ..Language::DEFAULT
};

/// Choice rules for the tiling and the values; the placements are derived.
pub const EDGES: Encoding = Encoding {
    redundant: RedundantFacts::IfRequested,
    shared: Some("pips.asp"),
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        write,
        |model| {
            let symbols = AspSymbols::of(model);
            Box::new(move |id| symbols.tile(id).into())
        },
    )
};

const RULES: (&str, &str) = ("edges.asp", include_str!("../../templates/asp/edges.asp"));

/// The optional predicates of facts; each has rules of its own in the template.
const PREDICATES: [&str; 9] = [
    "in",
    "sum_is",
    "sum_below",
    "sum_above",
    "all_equal",
    "all_different",
    "pinned",
    "never",
    "supply",
];

fn write(emission: &Emission<'_>, file: usize, out: &mut dyn ModelSink) -> io::Result<()> {
    let submit = emission.plan.profile == Profile::Submit;
    let mut context = Context::new();
    context.insert("submit", &submit);
    let used = match (submit, file) {
        (true, 0) => PREDICATES.map(String::from).into(),
        _ => facts::write(emission, out)?,
    };
    if submit && file == 1 {
        return Ok(());
    }
    if !submit {
        writeln!(out)?;
    }
    for predicate in PREDICATES {
        context.insert(predicate, &used.contains(predicate));
    }
    let has_regions = used.contains("in") || used.contains("pinned");
    context.insert("regions", &has_regions);
    out.write_all(render(RULES.0, &[RULES], &context)?.as_bytes())
}
