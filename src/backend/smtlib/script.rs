//! Declarations, assertions and terms of SMT-LIB.

use std::collections::HashMap;
use std::fmt::Display;
use std::io;

use crate::backend::{ModelSink, Profile};
use crate::model::{CellId, Constraint, ConstraintKind, Model, Origin, Pips, Rule};

/// Writes an SMT-LIB script.
pub(super) struct ScriptWriter<'a> {
    out: &'a mut dyn ModelSink,
    profile: Profile,
    /// By name, the number of assertions with it.
    names: HashMap<String, u32>,
}

impl<'a> ScriptWriter<'a> {
    pub(super) fn new(profile: Profile, out: &'a mut dyn ModelSink) -> Self {
        ScriptWriter {
            out,
            profile,
            names: HashMap::new(),
        }
    }

    /// Writes text.
    pub(super) fn text(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Sets the origins of the lines up to the next call.
    pub(super) fn set_origins(&mut self, origins: &[Origin]) {
        self.out.set_origins(origins);
    }

    /// Begins a section with a comment, which submissions do not have.
    pub(super) fn comment(&mut self, text: &str) -> io::Result<()> {
        self.set_origins(&[]);
        match self.profile {
            Profile::Run => writeln!(self.out, "\n; {text}"),
            Profile::Submit | Profile::Count => Ok(()),
        }
    }

    pub(super) fn declare(&mut self, symbol: impl Display, sort: &str) -> io::Result<()> {
        writeln!(self.out, "(declare-const {symbol} {sort})")
    }

    /// Writes an assertion without a name.
    pub(super) fn assert(&mut self, term: impl Display) -> io::Result<()> {
        writeln!(self.out, "(assert {term})")
    }

    /// A unique name. Several constraints can have the same origin.
    fn fresh(&mut self, name: String) -> String {
        let times = self.names.entry(name.clone()).or_insert(0);
        *times += 1;
        match *times {
            1 => name,
            times => format!("{name}_{times}"),
        }
    }

    /// Writes the constraints of a model by section. `parts` returns the conjuncts of a constraint that is not a rule,
    /// which depend on the encoding.
    pub(super) fn constraints(
        &mut self,
        model: &Model,
        parts: impl Fn(&ConstraintKind) -> Vec<String>,
    ) -> io::Result<()> {
        let mut constraints: Vec<&Constraint> = model.constraints.iter().collect();
        let section = |one: &Constraint| section(&one.body);
        constraints.sort_by_key(|one| section(one).0);
        for block in constraints.chunk_by(|one, other| section(one) == section(other)) {
            let mut heading = Some(section(block[0]).1);
            for Constraint { origin, body } in block {
                let parts = match body {
                    ConstraintKind::Rule { cells, rule } => vec![rule_term(model, cells, *rule)],
                    ConstraintKind::Pinned { cell, pips } => {
                        vec![rule_term(model, &[*cell], Rule::pin(*pips))]
                    }
                    body => parts(body),
                };
                if let Some(heading) = heading.take_if(|_| !parts.is_empty()) {
                    self.comment(heading)?;
                }
                self.set_origins(&[*origin]);
                let is_named = matches!(
                    body,
                    ConstraintKind::Covered(_)
                        | ConstraintKind::Used { .. }
                        | ConstraintKind::Rule { .. }
                        | ConstraintKind::Pinned { .. }
                );
                if is_named && self.profile == Profile::Run {
                    let name = self.fresh(model.origin_symbol(*origin));
                    self.named(&name, &parts)?;
                } else {
                    parts.iter().try_for_each(|part| self.assert(part))?;
                }
            }
        }
        Ok(())
    }

    /// Asserts all parts under one name.
    fn named(&mut self, name: &str, parts: &[String]) -> io::Result<()> {
        match parts {
            [only] => writeln!(self.out, "(assert (! {only} :named {name}))"),
            parts => {
                let parts = parts.join("\n  ");
                writeln!(self.out, "(assert (! (and\n  {parts}) :named {name}))")
            }
        }
    }
}

/// The section of a constraint, and its heading.
fn section(body: &ConstraintKind) -> (usize, &'static str) {
    match body {
        ConstraintKind::Covered(_) => (0, "Exactly one domino covers each cell."),
        ConstraintKind::Shows(_) => (1, "Each cell shows what covers it."),
        ConstraintKind::Used { .. } => (2, "Every domino is used as often as there are copies."),
        ConstraintKind::NeverFlipped(_) => (3, "A double lies one way."),
        ConstraintKind::ValueCount { .. } => (
            4,
            "Redundant: the cells show each value as often as the dominoes do.",
        ),
        ConstraintKind::Rule { .. } | ConstraintKind::Pinned { .. } => (5, "The regions."),
        // Blocked before the query.
        ConstraintKind::Excluded(_) => (6, ""),
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
    let ones: Vec<String> = (terms.iter())
        .map(|term| format!("(ite {term} 1 0)"))
        .collect();
    format!("(= {} {times})", apply("+", &ones, "0"))
}

/// The term that exactly `times` cells show a value.
pub(super) fn value_count(model: &Model, value: Pips, times: u32) -> String {
    let can_show = |cell: &CellId| model.cell(*cell).domain.contains(&value);
    let cells = model.cell_ids().filter(can_show);
    let shown: Vec<String> = cells
        .map(|cell| format!("(= {} {value})", pips(model, cell)))
        .collect();
    count_is(&shown, times)
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
