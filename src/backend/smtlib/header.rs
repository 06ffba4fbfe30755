//! The lines before the first declaration.

use std::io;

use tera::{Context, Tera};

use crate::backend::{Encoding, Plan, Profile};
use crate::model::Model;

const RUN: &str = include_str!("../../../templates/smtlib/run.smt2");
const SUBMIT: &str = include_str!("../../../templates/smtlib/submit.smt2");

/// The most characters of a title or an instance's name that a header shows.
const SHOWN: usize = 120;

/// The header that a plan asks for.
pub(super) fn header(model: &Model, plan: &Plan) -> io::Result<String> {
    let mut context = Context::new();
    context.insert("version", env!("CARGO_PKG_VERSION"));
    context.insert("logic", logic(plan.encoding));
    context.insert("encoding", plan.encoding.name());
    context.insert("instance", &harmless(&plan.provenance.instance));
    context.insert("title", &model.title.as_deref().map(harmless));
    context.insert("seed", &plan.provenance.seed.map(|seed| seed.to_string()));
    context.insert(
        "status",
        match plan.provenance.satisfiable {
            Some(true) => "sat",
            Some(false) => "unsat",
            None => "unknown",
        },
    );
    let template = match plan.profile {
        Profile::Run => RUN,
        Profile::Submit => SUBMIT,
    };
    Tera::one_off(template, &context, false).map_err(io::Error::other)
}

/// The logic that an encoding's terms belong to. No logic of the standard has z3's
/// pseudo-Boolean operators.
fn logic(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Bv => "QF_BV",
        Encoding::Pb => "ALL",
        Encoding::Lia
        | Encoding::Placement
        | Encoding::Native
        | Encoding::Compact
        | Encoding::Links
        | Encoding::Halves
        | Encoding::Coordinates => "QF_LIA",
    }
}

/// Any text as one line that neither ends a comment nor a quoted symbol: `|` and `\` may not
/// stand inside `|...|`, and benchmarks are ASCII.
fn harmless(text: &str) -> String {
    text.chars()
        .take(SHOWN)
        .map(|c| match c {
            '|' | '\\' => '/',
            ' '..='~' => c,
            c if c.is_whitespace() || c.is_control() => ' ',
            _ => '?',
        })
        .collect::<String>()
        .trim()
        .to_owned()
}
