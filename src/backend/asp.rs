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

use std::io::{self, BufRead, Write};

use tera::Context;

use super::{
    DeclaredSize, Emission, Encoding, Language, ModelSink, Names, Profile, Redundant,
    SolverProtocol, render,
};
use crate::backend::reply::clingo::CLINGO;
use crate::model::Model;
use facts::{Facts, Symbols};

/// What is known of answer set programming.
pub static LANGUAGE: Language = Language {
    name: "asp",
    title: "ASP",
    about: "Answer set programming: facts and rules, for clingo",
    encodings: &[EDGES],
    // Not `lp`, which is the name of another language here; clingo takes any.
    run_extensions: &["asp"],
    submit_extensions: &["asp", "facts.asp"],
    count_extensions: &[],
    is_remark: |line| line.starts_with('%'),
    declared: |_| DeclaredSize::default(),
    states_status: false,
    most_bytes: None,
    exchange: Some(EXCHANGE),
};

/// How its solvers are spoken to.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[CLINGO],
    exclude,
    core: None,
};

/// A tiling and values are chosen; the dominoes follow.
pub const EDGES: Encoding = Encoding {
    redundant: Redundant::AsAsked,
    shared: Some("pips.asp"),
    ..Encoding::new(|| &LANGUAGE, "edges", write, names)
};

const RULES: (&str, &str) = ("edges.asp", include_str!("../../templates/asp/edges.asp"));

fn write(emission: &Emission<'_>, file: usize, out: &mut dyn ModelSink) -> io::Result<()> {
    let submit = emission.plan.profile == Profile::Submit;
    let facts = Facts::of(emission);
    if !submit || file == 1 {
        facts.write(out)?;
    }
    if !submit {
        writeln!(out)?;
    }
    if !submit || file == 0 {
        let mut context = Context::new();
        context.insert("submit", &submit);
        for (name, is_used) in facts.uses() {
            context.insert(name, &(submit || is_used));
        }
        out.write_all(render(RULES.0, &[RULES], &context)?.as_bytes())?;
    }
    Ok(())
}

/// The atom `tile(d1_4,r0c2,r1c2)`: the half with fewer pips on the first cell.
fn names(model: &Model) -> Names<'_> {
    let names = Symbols::of(model);
    Box::new(move |id| names.tile(id))
}

/// An integrity constraint for each answer.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let _ = io::copy(model, out)?;
    let mut answers = answers.iter();
    answers.try_for_each(|atoms| writeln!(out, ":- {}.", atoms.join(", ")))
}
