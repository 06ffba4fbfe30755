//! The lines before the first declaration: comments, or the header of the SMT-LIB benchmark library.

use std::io;

use tera::Context;

use crate::backend::{EmissionPlan, Profile, render};
use crate::model::Model;
use crate::puzzle::recipe::Family;

/// The template of the header of a submission.
const SUBMIT: (&str, &str) = (
    "submit.smt2",
    include_str!("../../../templates/smtlib/submit.smt2"),
);

/// Maximal number of characters of a title or an instance's name in a header.
const SHOWN: usize = 200;

/// The header of a model.
pub(super) fn header(plan: &EmissionPlan, model: &Model) -> io::Result<String> {
    let (encoding, provenance) = (plan.encoding, &plan.provenance);
    // The smallest logic with the terms of the model. No standard logic has z3's pseudo-Boolean operators.
    let logic = match encoding.is_standard() {
        true => "QF_LIA",
        false => "ALL",
    };
    if plan.profile == Profile::Run {
        let head = plan.head(model).into_iter();
        let head = head.map(|line| format!("; {}\n", ascii_line(&line)));
        let options = "(set-option :produce-models true)\n";
        return Ok(head.collect::<String>() + options + &format!("(set-logic {logic})\n"));
    }
    let mut words = Context::new();
    words.insert("version", env!("CARGO_PKG_VERSION"));
    words.insert("logic", logic);
    words.insert("encoding", encoding.name());
    words.insert("instance", &ascii_line(provenance.instance.raw()));
    let title = model.title.as_ref();
    words.insert("title", &title.map(|title| ascii_line(title.raw())));
    words.insert("terms", &provenance.terms(encoding));
    words.insert("published", &encoding.published().map(ascii_line));
    // Instances of random families are in the category random, all others in crafted.
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
    words.insert("day", &ascii_line(provenance.signature.day()));
    render(SUBMIT.0, &[SUBMIT], &words)
}

/// Any text as one line of ASCII.
fn ascii_line(text: &str) -> String {
    one_line(text, |_| false)
}

/// Any text as one line without `|` and `\`, which are not allowed inside `|...|`. Characters outside
/// ASCII are replaced, except for kept ones, such as letters in the names of authors.
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
