//! Answer set programming: the puzzle as facts, and the rules that it uses.
//!
//! `edges` chooses a tiling and what each cell shows: E + CV atoms for E edges, C cells and V values. Which
//! domino lies on which edge follows, in 2KE rules for K kinds. To be run, the rules that the puzzle uses
//! follow its facts; in a submission the rules are a file of their own, the same for every puzzle, beside an
//! instance of facts, as the ASP Competition has it. But for what is shown they are ASP-Core-2.
//!
//! Measured with clingo on full boards: the kind on an edge as a choice instead of a consequence and a choice
//! among the placements of each kind are both slower from double-9 on; the value counts pay from double-9 on.

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
    // Not `lp`, which is the name of another language here; clingo takes any.
    run_extensions: &["asp"],
    submit_extensions: &["asp", "facts.asp"],
    protocol: Some(SolverProtocol {
        replies: &[CLINGO],
        blocking: BlockingSyntax {
            before: None,
            header: None,
            write: |out, _, atoms| writeln!(out, ":- {}.", atoms.join(", ")),
        },
        core: None,
    }),
    ..Language::DEFAULT
};

/// A tiling and values are chosen; the dominoes follow.
pub const EDGES: Encoding = Encoding {
    redundant: RedundantFacts::AsAsked,
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

/// The facts that some rules are for.
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
