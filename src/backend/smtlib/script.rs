//! Declarations, assertions and terms of SMT-LIB.

use std::fmt::Display;
use std::io::{self, Write};

use crate::backend::ModelWriter;
use crate::backend::text::heading;
use crate::model::{CellId, Constraint, ConstraintKind, Model, Origin, Pips, Rule};

/// Writes an SMT-LIB script.
pub(super) struct ScriptWriter<'a, 'w> {
    out: &'a mut ModelWriter<'w>,
    is_commented: bool,
}

impl<'a, 'w> ScriptWriter<'a, 'w> {
    pub(super) fn new(out: &'a mut ModelWriter<'w>, is_commented: bool) -> Self {
        ScriptWriter { out, is_commented }
    }

    /// Sets the origins of the lines up to the next call.
    pub(super) fn set_origins(&mut self, origins: &[Origin]) {
        self.out.set_origins(origins);
    }

    /// Begins a section with a comment, which submissions do not have.
    pub(super) fn comment(&mut self, text: &str) -> io::Result<()> {
        self.set_origins(&[]);
        match self.is_commented {
            true => writeln!(self.out, "\n; {text}"),
            false => Ok(()),
        }
    }

    pub(super) fn declare(&mut self, symbol: &str, sort: &str) -> io::Result<()> {
        writeln!(self.out, "(declare-const {symbol} {sort})")
    }

    /// Defines a function.
    pub(super) fn define(&mut self, signature: impl Display, term: impl Display) -> io::Result<()> {
        writeln!(self.out, "(define-fun {signature} {term})")
    }

    /// Writes an assertion with a comment, which may be empty.
    pub(super) fn assert(&mut self, term: &str, comment: &str) -> io::Result<()> {
        match self.is_commented && !comment.is_empty() {
            true => writeln!(self.out, "(assert {term}) ; {}", super::ascii_line(comment)),
            false => writeln!(self.out, "(assert {term})"),
        }
    }

    /// Writes the constraints of a model by section. `terms` returns the terms of a constraint that is not a rule,
    /// which depend on the encoding.
    pub(super) fn constraints(
        &mut self,
        model: &Model,
        terms: impl Fn(&ConstraintKind) -> Vec<String>,
    ) -> io::Result<()> {
        let mut section = "";
        for Constraint { origin, body } in model.in_sections() {
            let (terms, comment) = match body {
                ConstraintKind::Rule { cells, rule } => {
                    let comment = model.rule_note(*origin, *rule);
                    (vec![rule_term(model, cells, *rule)], comment)
                }
                body => (terms(body), String::new()),
            };
            if !terms.is_empty() && section != heading(body) {
                section = heading(body);
                self.comment(section)?;
            }
            self.set_origins(&[*origin]);
            for term in &terms {
                self.assert(term, &comment)?;
            }
        }
        Ok(())
    }
}

/// The term of a rule, such as `(= (+ pips_a pips_b) 8)`. The logic is QF_LIA even without sums: integer difference
/// logic has `(= x y)` and `(= (- x y) 4)`, but not `(= x 4)`.
fn rule_term(model: &Model, cells: &[CellId], rule: Rule) -> String {
    let shown: Vec<String> = cells.iter().map(|&cell| pips(model, cell)).collect();
    match rule {
        Rule::Sum(relation, target) => {
            let target = match target {
                0.. => target.to_string(),
                _ => format!("(- {})", target.unsigned_abs()),
            };
            format!("({} {} {target})", relation.sign(), apply("+", &shown, "0"))
        }
        Rule::Equal => format!("(= {})", shown.join(" ")),
        Rule::Unequal => format!("(distinct {})", shown.join(" ")),
        Rule::Empty => "true".into(),
    }
}

/// The variable of a cell's value, `pips_r0c2`.
pub(super) fn pips(model: &Model, cell: CellId) -> String {
    format!("pips_{}", model.cell(cell).symbol)
}

/// The term that exactly `times` of the terms are true, as a sum of integers.
pub(super) fn count_is(terms: &[String], times: u32) -> String {
    let ones = terms.iter().map(|term| format!("(ite {term} 1 0)"));
    let ones: Vec<String> = ones.collect();
    format!("(= {} {times})", apply("+", &ones, "0"))
}

/// The term that exactly `times` cells show a value.
pub(super) fn value_count(model: &Model, value: Pips, times: u32) -> String {
    let can_show = |cell: &CellId| model.cell(*cell).domain.contains(&value);
    let cells = model.cell_ids().filter(can_show);
    let shown = cells.map(|cell| format!("(= {} {value})", pips(model, cell)));
    count_is(&shown.collect::<Vec<_>>(), times)
}

/// The conjuncts of exactly-one over the terms, pairwise.
pub(super) fn exactly_one(terms: &[String]) -> Vec<String> {
    let mut parts = vec![apply("or", terms, "false")];
    for (index, one) in terms.iter().enumerate() {
        let others = terms[index + 1..].iter();
        parts.extend(others.map(|other| format!("(not (and {one} {other}))")));
    }
    parts
}

/// An operator applied to any number of terms: the term itself for one, the neutral element for none.
pub(super) fn apply(operator: &str, terms: &[String], neutral: &str) -> String {
    match terms {
        [] => neutral.into(),
        [only] => only.clone(),
        terms => format!("({operator} {})", terms.join(" ")),
    }
}
