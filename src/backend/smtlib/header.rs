//! The lines before the first declaration.

use std::io;

use tera::{Context, Tera};

use super::Encoding;
use crate::backend::{self, Profile, Provenance, Scheme};
use crate::model::Model;

const RUN: &str = include_str!("../../../templates/smtlib/run.smt2");
const SUBMIT: &str = include_str!("../../../templates/smtlib/submit.smt2");

/// The most characters of a title or an instance's name that a header shows.
const SHOWN: usize = 160;

/// The header of a model.
pub(super) fn header(
    encoding: Encoding,
    profile: Profile,
    model: &Model,
    provenance: &Provenance,
) -> io::Result<String> {
    let mut context = Context::new();
    context.insert("version", env!("CARGO_PKG_VERSION"));
    context.insert("logic", encoding.logic());
    context.insert("encoding", encoding.features().name);
    context.insert("instance", &harmless(provenance.instance.raw()));
    context.insert(
        "title",
        &model.title.as_ref().map(|title| harmless(title.raw())),
    );
    let terms = provenance.terms(backend::Encoding::SmtLib(encoding));
    context.insert("terms", &terms);
    let published = encoding.features().published.map(ToString::to_string);
    context.insert("published", &published.map(|text| harmless(&text)));
    context.insert("seed", &provenance.seed.map(|seed| seed.to_string()));
    context.insert(
        "status",
        match provenance.satisfiable {
            Some(true) => "sat",
            Some(false) => "unsat",
            None => "unknown",
        },
    );
    let unsettled = provenance.satisfiable.is_none() && provenance.sought.is_some();
    let is_explained = unsettled || provenance.construction.is_some();
    context.insert("explained", &is_explained.then(|| provenance.status()));
    context.insert(
        "author",
        &one_line(provenance.signature.author(), char::is_alphanumeric),
    );
    context.insert("day", &harmless(provenance.signature.day()));
    let template = match profile {
        Profile::Run => RUN,
        Profile::Submit | Profile::Count => SUBMIT,
    };
    Tera::one_off(template, &context, false).map_err(io::Error::other)
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
