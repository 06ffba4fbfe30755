//! The rules of regions over the values' Booleans.
//!
//! Equal and unequal cells are the same in all compact encodings: `(= x_a_4 x_b_4 ...)` for each
//! value, and at most one cell for each value. Sums are what the encodings differ in.

use std::io;

use super::count::{Arithmetic, Count, Spaced};
use super::layers::Layers;
use super::names::Names;
use super::script::{Script, Tree, plus};
use crate::model::{Body, CellId, Model, Pips, Relation, Rule};
use crate::puzzle::Bounds;

/// Writes rules of regions.
pub(super) struct Rules<'m> {
    pub(super) model: &'m Model,
    pub(super) arithmetic: Arithmetic,
    pub(super) names: &'m Names,
}

impl<'m> Rules<'m> {
    /// The cells keep the rule.
    pub(super) fn state(
        &self,
        cells: &[CellId],
        rule: Rule,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        match rule {
            Rule::Sum(relation, target) => self.sum(cells, relation, target, name, script),
            Rule::Equal => self.equal(cells, name, script),
            Rule::Unequal => self.different(cells, name, script),
            Rule::Empty => Ok(()),
        }
    }

    /// All cells show the same.
    fn equal(&self, cells: &[CellId], name: String, script: &mut Script<'_>) -> io::Result<()> {
        let mut rule = script.rule(name);
        for (_, symbols) in self.by_value(cells) {
            if symbols.len() == cells.len() {
                rule.add(format_args!("(={})", Spaced(&symbols)))?;
            } else {
                for symbol in symbols {
                    rule.add(format_args!("(not {symbol})"))?;
                }
            }
        }
        rule.end()
    }

    /// No two cells show the same. More cells than values is said outright: solvers need
    /// exponential time to find that out by themselves.
    fn different(&self, cells: &[CellId], name: String, script: &mut Script<'_>) -> io::Result<()> {
        let by_value = self.by_value(cells);
        if by_value.len() < cells.len() {
            return plainly(false, name, script);
        }
        let counts: Vec<Count<'_>> = by_value
            .into_iter()
            .map(|(value, symbols)| {
                let prefix = || format!("only_{name}_{value}");
                Count::at_most_one(self.arithmetic, symbols, prefix)
            })
            .collect();
        counts.iter().try_for_each(|count| count.define(script))?;
        let mut rule = script.rule(name);
        counts.iter().try_for_each(|count| count.state(&mut rule))?;
        rule.end()
    }

    /// The values of some cells, sorted, each with the symbols of the cells that can show it.
    fn by_value(&self, cells: &[CellId]) -> Vec<(Pips, Vec<&'m str>)> {
        let mut all: Vec<(Pips, &str)> =
            cells.iter().flat_map(|&cell| self.options(cell)).collect();
        all.sort_by_key(|(value, _)| *value);
        all.chunk_by(|one, other| one.0 == other.0)
            .map(|same| (same[0].0, same.iter().map(|(_, symbol)| *symbol).collect()))
            .collect()
    }

    /// What a cell can show, with the symbols.
    fn options(&self, cell: CellId) -> impl Iterator<Item = (Pips, &'m str)> + use<'m> {
        let symbols = self.names.values[cell.index()].iter().map(String::as_str);
        self.model.cell(cell).domain.iter().copied().zip(symbols)
    }

    /// The pips of the cells stand in a relation to a target.
    fn sum(
        &self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        if let Some(verdict) = bounds(self.model, cells).settle(relation, target) {
            return plainly(verdict, name, script);
        }
        match self.arithmetic {
            Arithmetic::PseudoBooleans => self.weighed(cells, relation, target, name, script),
            Arithmetic::BitVectors => {
                let options = cells
                    .iter()
                    .map(|&cell| self.options(cell).collect())
                    .collect();
                match Layers::new(options, Bounds::keeping(relation, target), &name) {
                    Some(layers) => {
                        layers.define(script)?;
                        let mut rule = script.rule(name);
                        layers.state(&mut rule)?;
                        rule.end()
                    }
                    None => self.added(cells, relation, target, name, script),
                }
            }
            Arithmetic::Integers => {
                let mut rule = script.rule(name);
                rule.add(integer_sum(self.model, cells, relation, target))?;
                rule.end()
            }
        }
    }

    /// The sum as z3's weighted Booleans.
    fn weighed(
        &self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        let (weights, symbols): (Vec<Pips>, Vec<&str>) = cells
            .iter()
            .flat_map(|&cell| self.options(cell))
            .filter(|(value, _)| *value != 0)
            .unzip();
        let (operator, bound) = match relation {
            Relation::Equal => ("pbeq", target),
            Relation::Less => ("pble", target - 1),
            Relation::Greater => ("pbge", target + 1),
        };
        let mut rule = script.rule(name);
        rule.add(format_args!(
            "((_ {operator} {bound}{}){})",
            Spaced(&weights),
            Spaced(&symbols)
        ))?;
        rule.end()
    }

    /// The sum of bit-vectors, for a region with too many partial sums.
    fn added(
        &self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        let width = i64::BITS - bounds(self.model, cells).greatest.leading_zeros();
        let values: Vec<String> = cells
            .iter()
            .map(|&cell| {
                let terms: Vec<String> = self
                    .options(cell)
                    .map(|(value, symbol)| {
                        format!("(ite {symbol} (_ bv{value} {width}) (_ bv0 {width}))")
                    })
                    .collect();
                Tree("bvor", &terms).to_string()
            })
            .collect();
        let sign = match relation {
            Relation::Equal => "=",
            Relation::Less => "bvult",
            Relation::Greater => "bvugt",
        };
        let mut rule = script.rule(name);
        rule.add(format_args!(
            "({sign} {} (_ bv{target} {width}))",
            Tree("bvadd", &values)
        ))?;
        rule.end()
    }
}

/// A rule that holds, or fails, whatever the cells show.
fn plainly(verdict: bool, name: String, script: &mut Script<'_>) -> io::Result<()> {
    let mut rule = script.rule(name);
    rule.add(verdict)?;
    rule.end()
}

/// The least and the greatest sum of the cells. Where these alone do not settle a rule, the target
/// lies between them, and is a number that every encoding can write.
fn bounds(model: &Model, cells: &[CellId]) -> Bounds {
    let values = |cell: &CellId| model.cell(*cell).domain.iter().copied();
    cells.iter().map(|cell| Bounds::of(values(cell))).sum()
}

/// A region's rule over the integers `v_a` of its cells.
pub(super) fn rule_by_number(
    model: &Model,
    cells: &[CellId],
    rule: Rule,
    name: String,
    script: &mut Script<'_>,
) -> io::Result<()> {
    let list = |operator: &str| {
        let values: Vec<String> = cells
            .iter()
            .map(|&cell| format!("v_{}", model.cell(cell).symbol))
            .collect();
        format!("({operator} {})", values.join(" "))
    };
    let term = match rule {
        Rule::Sum(relation, target) => match bounds(model, cells).settle(relation, target) {
            Some(verdict) => verdict.to_string(),
            None => integer_sum(model, cells, relation, target),
        },
        Rule::Equal => list("="),
        Rule::Unequal => list("distinct"),
        Rule::Empty => return Ok(()),
    };
    let mut rule = script.rule(name);
    rule.add(term)?;
    rule.end()
}

/// What a block of constraints states, where cells are integers.
pub(super) fn heading(body: &Body) -> &'static str {
    match body {
        Body::Covered(_) | Body::Shows(_) => {
            "One domino covers each cell, and the cell shows that domino's pips."
        }
        Body::Used { .. } => "Every domino is used as often as there are copies.",
        Body::Rule { .. } | Body::Pinned { .. } => "The rules of the regions.",
        Body::NeverFlipped(_) => "A double has one orientation: there are no others to exclude.",
        Body::Supply { .. } => {
            "Every value is on the board as often as on the dominoes (this follows)."
        }
    }
}

/// So many of the terms are true, as a sum of integers.
pub(super) fn tally(terms: impl Iterator<Item = String>, times: u32) -> String {
    let ones: Vec<String> = terms.map(|term| format!("(ite {term} 1 0)")).collect();
    format!("(= {} {times})", plus(&ones))
}

/// `(= (+ v_a v_b) 8)`.
fn integer_sum(model: &Model, cells: &[CellId], relation: Relation, target: i64) -> String {
    let values: Vec<String> = cells
        .iter()
        .map(|&cell| format!("v_{}", model.cell(cell).symbol))
        .collect();
    format!("({} {} {target})", relation.sign(), plus(&values))
}
