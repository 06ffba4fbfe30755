//! The lines before the first declaration.

use std::io;

use super::Encoding;
use crate::backend::template::{Words, render};
use crate::backend::{self, Profile, Provenance, Scheme};
use crate::model::Model;

/// The templates, by what a model is for.
pub(in crate::backend) const TEMPLATES: [(&str, &str); 2] = [
    (RUN, include_str!("../../../templates/smtlib/run.smt2")),
    (
        SUBMIT,
        include_str!("../../../templates/smtlib/submit.smt2"),
    ),
];

const RUN: &str = "run.smt2";
const SUBMIT: &str = "submit.smt2";

/// The most characters of a title or an instance's name that a header shows.
const SHOWN: usize = 160;

/// The header of a model.
pub(super) fn header(
    encoding: Encoding,
    profile: Profile,
    model: &Model,
    provenance: &Provenance,
) -> io::Result<String> {
    let mut words = Words::default();
    words.text("version", env!("CARGO_PKG_VERSION"));
    words.text("logic", encoding.logic());
    words.text("encoding", encoding.features().name);
    words.text("instance", harmless(provenance.instance.raw()));
    let title = model.title.as_ref();
    words.optional("title", title.map(|title| harmless(title.raw())));
    let terms = provenance.terms(backend::Encoding::SmtLib(encoding));
    words.text("terms", terms);
    let published = encoding.features().published.map(ToString::to_string);
    words.optional("published", published.map(|text| harmless(&text)));
    words.optional("seed", provenance.seed.map(|seed| seed.to_string()));
    let status = match provenance.satisfiable {
        Some(true) => "sat",
        Some(false) => "unsat",
        None => "unknown",
    };
    words.text("status", status);
    let unsettled = provenance.satisfiable.is_none() && provenance.sought.is_some();
    let is_explained = unsettled || provenance.construction.is_some();
    words.optional("explained", is_explained.then(|| provenance.status()));
    let author = one_line(provenance.signature.author(), char::is_alphanumeric);
    words.text("author", author);
    words.text("day", harmless(provenance.signature.day()));
    let template = match profile {
        Profile::Run => RUN,
        Profile::Submit | Profile::Count => SUBMIT,
    };
    render(template, &TEMPLATES, &words)
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
