//! The numbers `v_a` that cells show, integers or bit-vectors, and the rules over them: a sum is one
//! term with as many summands as cells, equal and different cells are one term as well.
//!
//! Integers make QF_LIA of every file, also of one without a sum: integer difference logic knows
//! `(= x y)` and `(= (- x y) 4)`, but not `(= x 4)`.

use std::fmt::{self, Display};
use std::io;

use super::script::{Script, Spaced, Tree, plus};
use crate::model::{CellId, Model, Pips, Relation, Rule};
use crate::puzzle::Bounds;

/// What kind of numbers they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Integers.
    Integer,
    /// Bit-vectors without a sign, all of one width.
    BitVector {
        /// How many bits each has.
        width: u32,
    },
}

/// `Int`, `(_ BitVec 3)`.
impl Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Integer => f.write_str("Int"),
            Sort::BitVector { width } => write!(f, "(_ BitVec {width})"),
        }
    }
}

impl Sort {
    /// Bit-vectors that hold the pips of any cell.
    pub(super) fn bit_vectors(model: &Model) -> Self {
        let pips = model.cells.iter().flat_map(|cell| cell.domain.iter());
        let width = bits(i64::from(pips.copied().max().unwrap_or(0)));
        Sort::BitVector { width }
    }

    /// `4`, `(_ bv4 3)`.
    pub(super) fn literal(self, pips: Pips) -> String {
        match self {
            Sort::Integer => pips.to_string(),
            Sort::BitVector { width } => format!("(_ bv{pips} {width})"),
        }
    }

    /// `(= v_a 4)`: the cell shows these pips.
    pub(super) fn shows(self, symbol: &str, pips: Pips) -> String {
        format!("(= v_{symbol} {})", self.literal(pips))
    }

    /// The cells keep the rule.
    pub(super) fn state(
        self,
        model: &Model,
        cells: &[CellId],
        rule: Rule,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        let list = |operator: &str| format!("({operator}{})", Spaced(&values(model, cells)));
        let term = match rule {
            Rule::Sum(relation, target) => match bounds(model, cells).settle(relation, target) {
                Some(verdict) => return script.settle(name, verdict),
                None => self.sum(model, cells, relation, target),
            },
            Rule::Equal => list("="),
            Rule::Unequal => list("distinct"),
            Rule::Empty => return Ok(()),
        };
        script.state(name, term)
    }

    /// `(= (+ v_a v_b) 8)`. Bit-vectors are made so wide before they are added that no sum of what
    /// the cells can show overflows.
    fn sum(self, model: &Model, cells: &[CellId], relation: Relation, target: i64) -> String {
        let values = values(model, cells);
        match self {
            Sort::Integer => format!("({} {} {target})", relation.sign(), plus(&values)),
            Sort::BitVector { width } => {
                let greatest = bounds(model, cells).greatest;
                let wide = bits(greatest).max(width);
                let widened = values.iter().map(|value| match wide - width {
                    0 => value.clone(),
                    more => format!("((_ zero_extend {more}) {value})"),
                });
                let widened: Vec<String> = widened.collect();
                let operator = match relation {
                    Relation::Equal => "=",
                    Relation::Less => "bvult",
                    Relation::Greater => "bvugt",
                };
                let sum = Tree("bvadd", &widened);
                format!("({operator} {sum} (_ bv{target} {wide}))")
            }
        }
    }
}

/// How many bits it takes to write a number, at least one.
fn bits(number: i64) -> u32 {
    (i64::BITS - number.leading_zeros()).max(1)
}

/// The least and the greatest sum of the cells. Where these alone do not settle a rule, the target
/// lies between them, and is a number that every encoding can write.
pub(super) fn bounds(model: &Model, cells: &[CellId]) -> Bounds {
    let values = |cell: &CellId| model.cell(*cell).domain.iter().copied();
    cells.iter().map(|cell| Bounds::of(values(cell))).sum()
}

fn values(model: &Model, cells: &[CellId]) -> Vec<String> {
    let symbols = cells.iter().map(|&cell| &model.cell(cell).symbol);
    symbols.map(|symbol| format!("v_{symbol}")).collect()
}

/// So many of the terms are true, as a sum of integers.
pub(super) fn tally(terms: &[impl Display], times: usize) -> String {
    let ones = terms.iter().map(|term| format!("(ite {term} 1 0)"));
    format!("(= {} {times})", plus(&ones.collect::<Vec<_>>()))
}
