//! The lines before the first declaration: comments, or what the SMT-LIB benchmark library asks for.

use std::io;

use tera::Context;

use crate::backend::{EmissionPlan, Profile, render};
use crate::model::Model;
use crate::puzzle::recipe::Family;

/// The header of a submission.
const SUBMIT: (&str, &str) = (
    "submit.smt2",
    include_str!("../../../templates/smtlib/submit.smt2"),
);

/// The most characters of a title or an instance's name that a header shows.
const SHOWN: usize = 200;

/// The header of a model.
pub(super) fn header(plan: &EmissionPlan, model: &Model) -> io::Result<String> {
    let (encoding, provenance) = (plan.encoding, &plan.provenance);
    // The smallest logic that has the terms of the model. No logic of the standard has z3's pseudo-Boolean operators.
    let logic = match encoding.is_standard() {
        true => "QF_LIA",
        false => "ALL",
    };
    if plan.profile == Profile::Run {
        let head = plan.head(model).into_iter();
        let head = head.map(|line| format!("; {}\n", harmless(&line)));
        let options = "(set-option :produce-models true)\n";
        return Ok(head.collect::<String>() + options + &format!("(set-logic {logic})\n"));
    }
    let mut words = Context::new();
    words.insert("version", env!("CARGO_PKG_VERSION"));
    words.insert("logic", logic);
    words.insert("encoding", encoding.name());
    words.insert("instance", &harmless(provenance.instance.raw()));
    let title = model.title.as_ref();
    words.insert("title", &title.map(|title| harmless(title.raw())));
    words.insert("terms", &provenance.terms(encoding));
    words.insert("published", &encoding.published().map(harmless));
    // The library takes puzzles of random families as random, all others as crafted.
    let category = match provenance.family {
        Some(Family::Full | Family::Supply | Family::Threshold) => "random",
        Some(Family::Newspaper | Family::Mutilated | Family::Counting) | None => "crafted",
    };
    words.insert("category", category);
    words.insert(
        "hardness",
        &provenance.family.map(|family| family.info().about),
    );
    words.insert("seed", &provenance.seed.map(|seed| seed.to_string()));
    let status = match provenance.satisfiable {
        Some(true) => "sat",
        Some(false) => "unsat",
        None => "unknown",
    };
    words.insert("status", status);
    let unsettled = provenance.satisfiable.is_none() && provenance.sought.is_some();
    let is_explained = unsettled || provenance.construction.is_some();
    words.insert("explained", &is_explained.then(|| provenance.status()));
    let author = one_line(provenance.signature.author(), char::is_alphanumeric);
    words.insert("author", &author);
    words.insert("day", &harmless(provenance.signature.day()));
    render(SUBMIT.0, &[SUBMIT], &words)
}

/// Any text as one line of ASCII.
fn harmless(text: &str) -> String {
    one_line(text, |_| false)
}

/// Any text as one line that neither ends a comment nor a quoted symbol: `|` and `\` may not stand
/// inside `|...|`. Benchmarks are ASCII, apart from what is kept: people have names.
fn one_line(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    text.chars()
        .take(SHOWN)
        .map(|c| match c {
            '|' | '\\' => '/',
            ' '..='~' => c,
            c if c.is_whitespace() || c.is_control() => ' ',
            c if is_kept(c) => c,
            _ => '?',
        })
        .collect::<String>()
        .trim()
        .to_owned()
}
