//! XML elements, comments and notes of an XCSP3 file.

use std::fmt::Display;
use std::io;

use crate::backend::{Emission, ModelSink, Profile, fill};
use crate::model::{CellId, Model, Origin};

/// Maximal number of characters on a line of a list.
const WIDTH: usize = 90;

/// Writes an XCSP3 file.
pub(super) struct XmlWriter<'a> {
    pub(super) model: &'a Model,
    emission: &'a Emission<'a>,
    out: &'a mut dyn ModelSink,
    depth: usize,
}

impl<'a> XmlWriter<'a> {
    pub(super) fn new(emission: &'a Emission<'a>, out: &'a mut dyn ModelSink) -> Self {
        XmlWriter {
            model: emission.model,
            emission,
            out,
            depth: 0,
        }
    }

    /// Writes the whole instance: head, variables and constraints.
    pub(super) fn instance(
        &mut self,
        variables: impl FnOnce(&mut Self) -> io::Result<()>,
        constraints: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.line(r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        for line in self.emission.plan.head(self.model) {
            self.comment(line)?;
        }
        self.within(r#"instance format="XCSP3" type="CSP""#, |page| {
            page.within("variables", variables)?;
            page.within("constraints", constraints)
        })
    }

    /// Writes a comment on its own line.
    pub(super) fn comment(&mut self, text: impl Display) -> io::Result<()> {
        self.line(format_args!("<!-- {} -->", in_comment(&text)))
    }

    /// Sets the origins of the lines up to the next call.
    pub(super) fn set_origins(&mut self, origins: &[Origin]) {
        self.out.set_origins(origins);
    }

    /// Writes an indented line.
    pub(super) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{:1$}{text}", "", 2 * self.depth)
    }

    /// Writes an element around others. `opening` is its name with attributes.
    pub(super) fn within(
        &mut self,
        opening: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = opening.split(' ').next().unwrap_or(opening);
        self.line(format_args!("<{opening}>"))?;
        self.depth += 1;
        inside(self)?;
        self.depth -= 1;
        self.line(format_args!("</{name}>"))
    }

    /// Writes an element on one line.
    pub(super) fn element(&mut self, opening: &str, text: impl Display) -> io::Result<()> {
        let name = opening.split(' ').next().unwrap_or(opening);
        self.line(format_args!("<{opening}> {text} </{name}>"))
    }

    /// Writes an element with a list of words, wrapped.
    pub(super) fn list(
        &mut self,
        opening: &str,
        words: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        let lines = fill(words, " ", [0, 0, WIDTH]);
        match lines.as_slice() {
            [line] => self.element(opening, line),
            lines => self.within(opening, |page| {
                lines.iter().try_for_each(|line| page.line(line))
            }),
        }
    }

    /// Writes a block of constraints. `class` is empty or an attribute with a leading space.
    pub(super) fn block(
        &mut self,
        class: &str,
        note: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let opening = format!("block{class}{}", self.note(note));
        self.within(&opening, inside)
    }

    /// A note as an attribute with a leading space; empty in a submission.
    pub(super) fn note(&self, text: &str) -> String {
        match self.emission.plan.profile {
            Profile::Run | Profile::Count => format!(r#" note="{}""#, in_attribute(text)),
            Profile::Submit => String::new(),
        }
    }

    /// Writes a group: a template of a constraint and lists of arguments.
    pub(super) fn group(
        &mut self,
        note: &str,
        template: impl FnOnce(&mut Self) -> io::Result<()>,
        arguments: impl IntoIterator<Item = (Vec<Origin>, String)>,
    ) -> io::Result<()> {
        let opening = format!("group{}", self.note(note));
        self.within(&opening, |page| {
            template(page)?;
            for (origins, words) in arguments {
                page.set_origins(&origins);
                page.element("args", words)?;
            }
            page.set_origins(&[]);
            Ok(())
        })
    }

    /// Writes a `count` constraint.
    pub(super) fn count(&mut self, list: &str, values: &str, times: &str) -> io::Result<()> {
        self.within("count", |page| {
            page.element("list", list)?;
            page.element("values", values)?;
            page.element("condition", format_args!("(eq,{times})"))
        })
    }

    /// Writes a contradiction: a cell shows more pips than any half has. Not all solvers accept constraints without
    /// variables or without supports, but all accept this one.
    pub(super) fn impossible(&mut self, cell: CellId, note: &str) -> io::Result<()> {
        let most = self
            .model
            .value_counts()
            .last()
            .map_or(0, |(most, _)| most + 1);
        let opening = format!("intension{}", self.note(note));
        self.element(&opening, format_args!("eq(pips[{}],{most})", cell.0))
    }

    /// Writes comments with the names of an array's elements, which submissions do not have.
    pub(super) fn legend(
        &mut self,
        array: &str,
        names: impl Iterator<Item = String>,
    ) -> io::Result<()> {
        if self.emission.plan.profile == Profile::Submit {
            return Ok(());
        }
        let names: Vec<String> = names.collect();
        let longest = names.iter().map(|name| name.len() + 2).max().unwrap_or(1);
        for (row, names) in names.chunks((WIDTH / longest).max(1)).enumerate() {
            let first = row * (WIDTH / longest).max(1);
            let last = first + names.len() - 1;
            let names = names.join(", ");
            self.comment(format_args!("{array}[{first}..{last}]: {names}"))?;
        }
        Ok(())
    }

    /// Writes an array of variables with their domains.
    pub(super) fn array(&mut self, name: &str, domains: &[String]) -> io::Result<()> {
        let opening = format!(r#"array id="{name}" size="[{}]""#, domains.len());
        let mut alike: Vec<(&String, Vec<String>)> = Vec::new();
        for (index, domain) in domains.iter().enumerate() {
            let element = format!("{name}[{index}]");
            match alike.iter_mut().find(|(other, _)| *other == domain) {
                Some((_, elements)) => elements.push(element),
                None => alike.push((domain, vec![element])),
            }
        }
        match alike.as_slice() {
            [(domain, _)] => self.list(&opening, domain.split(' ').map(String::from)),
            alike => self.within(&opening, |page| {
                alike.iter().try_for_each(|(domain, elements)| {
                    let opening = format!(r#"domain for="{}""#, elements.join(" "));
                    page.list(&opening, domain.split(' ').map(String::from))
                })
            }),
        }
    }
}

/// A row of a table. A single value has no parentheses.
pub(super) fn row(values: &[impl AsRef<str>]) -> String {
    match values {
        [value] => value.as_ref().to_owned(),
        values => {
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            format!("({})", values.join(","))
        }
    }
}

/// Sorted values as maximal intervals.
pub(super) fn intervals(values: impl IntoIterator<Item = i64>) -> String {
    let values: Vec<i64> = values.into_iter().collect();
    let mut words = Vec::new();
    for run in values.chunk_by(|one, next| one + 1 == *next) {
        match run {
            [first, .., last] => words.push(format!("{first}..{last}")),
            run => words.extend(run.iter().map(i64::to_string)),
        }
    }
    words.join(" ")
}

/// Untrusted text in a comment, where XML does not allow two consecutive hyphens.
fn in_comment(text: &impl Display) -> String {
    let mut safe = String::new();
    for char in text.to_string().chars().map(in_xml) {
        if char == '-' && safe.ends_with('-') {
            safe.push(' ');
        }
        safe.push(char);
    }
    if safe.ends_with('-') {
        safe.push(' ');
    }
    safe
}

/// Untrusted text in an attribute value.
fn in_attribute(text: &str) -> String {
    let safe: String = text.chars().map(in_xml).collect();
    let escapes = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ("\"", "&quot;"),
    ];
    escapes
        .iter()
        .fold(safe, |safe, (from, to)| safe.replace(from, to))
}

/// The character, or a question mark if XML does not allow it.
fn in_xml(char: char) -> char {
    match char {
        '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '?',
        char => char,
    }
}

#[cfg(test)]
mod tests;
