//! A sum in binary, of Booleans alone: for a region with too many partial sums for
//! [`layers`](super::layers).
//!
//! Two numbers are added bit by bit, with a Boolean for the sum and one for the carry of each place;
//! the numbers of the cells are added in pairs, and the results again. For `n` cells of `w` bits that
//! is less than `2n(w + 2)` Booleans, each defined by one equality, so that what the cells show
//! decides them.

use std::io;

use super::script::{Script, or};
use crate::model::Relation;
use crate::puzzle::Pips;

/// A sum in the making.
pub(super) struct Adder<'s, 'a> {
    script: &'s mut Script<'a>,
    /// What the Booleans are called, and how many there are.
    prefix: String,
    made: usize,
}

/// A number as the symbols of its bits, the lowest first.
type Number = Vec<String>;

/// The bit that is never set.
const NEVER: &str = "false";

impl<'s, 'a> Adder<'s, 'a> {
    /// Defines the sum of some cells, which are given by what each can show, and says as a term how
    /// it is related to a target.
    pub(super) fn compare(
        options: &[Vec<(Pips, &str)>],
        relation: Relation,
        target: i64,
        name: &str,
        script: &'s mut Script<'a>,
    ) -> io::Result<String> {
        let mut adder = Adder {
            script,
            prefix: format!("sum_{name}"),
            made: 0,
        };
        let sum = adder.sum(options)?;
        Ok(match relation {
            Relation::Equal => equal(&sum, target),
            Relation::Less => less(&sum, target),
            Relation::Greater => greater(&sum, target),
        })
    }

    fn sum(&mut self, options: &[Vec<(Pips, &str)>]) -> io::Result<Number> {
        match options {
            [] => Ok(Number::new()),
            [cell] => self.number(cell),
            cells => {
                let (left, right) = cells.split_at(cells.len() / 2);
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                self.add(&left, &right)
            }
        }
    }

    /// What a cell shows: a bit is set if one of the values is shown that have it.
    fn number(&mut self, cell: &[(Pips, &str)]) -> io::Result<Number> {
        let all = cell.iter().fold(0, |all, (value, _)| all | value);
        (0..Pips::BITS - all.leading_zeros())
            .map(|place| {
                let with = cell.iter().filter(|(value, _)| value >> place & 1 == 1);
                let with: Vec<&str> = with.map(|(_, shows)| *shows).collect();
                match &*with {
                    [] => Ok(NEVER.to_owned()),
                    [only] => Ok((*only).to_owned()),
                    some => self.define(or(some).to_string()),
                }
            })
            .collect()
    }

    fn add(&mut self, one: &Number, other: &Number) -> io::Result<Number> {
        let mut sum = Number::new();
        let mut carry = NEVER.to_owned();
        for place in 0..one.len().max(other.len()) {
            let bits = [one.get(place), other.get(place), Some(&carry)];
            let bits = bits.into_iter().flatten().filter(|bit| *bit != NEVER);
            let bits: Vec<String> = bits.cloned().collect();
            let (here, next) = match &*bits {
                [] => (NEVER.to_owned(), NEVER.to_owned()),
                [a] => (a.clone(), NEVER.to_owned()),
                [a, b] => (
                    self.define(format!("(xor {a} {b})"))?,
                    self.define(format!("(and {a} {b})"))?,
                ),
                [a, b, rest @ ..] => {
                    let c = &rest[0];
                    (
                        self.define(format!("(xor {a} {b} {c})"))?,
                        self.define(format!("(or (and {a} {b}) (and {a} {c}) (and {b} {c}))"))?,
                    )
                }
            };
            sum.push(here);
            carry = next;
        }
        sum.push(carry);
        Ok(sum)
    }

    fn define(&mut self, term: String) -> io::Result<String> {
        self.made += 1;
        let symbol = format!("{}_bit{}", self.prefix, self.made);
        self.script.declare(&symbol, "Bool")?;
        self.script.assert(format_args!("(= {symbol} {term})"))?;
        Ok(symbol)
    }
}

/// The bits of a sum, each with that of the target. The target is one that the sum can be near, so
/// it has no more bits.
fn beside(sum: &Number, target: i64) -> impl Iterator<Item = (&String, bool)> {
    let wanted = move |place: usize| target >> place & 1 == 1;
    sum.iter()
        .enumerate()
        .map(move |(place, bit)| (bit, wanted(place)))
}

fn equal(sum: &Number, target: i64) -> String {
    let bits = beside(sum, target).map(|(bit, wanted)| {
        if wanted {
            bit.clone()
        } else {
            format!("(not {bit})")
        }
    });
    format!("(and true {})", bits.collect::<Vec<_>>().join(" "))
}

/// From the lowest bit upwards: a lower bit is less, and equal bits leave it to those below.
fn less(sum: &Number, target: i64) -> String {
    let compare = |below: String, (bit, wanted): (&String, bool)| {
        if wanted {
            format!("(or (not {bit}) {below})")
        } else {
            format!("(and (not {bit}) {below})")
        }
    };
    beside(sum, target).fold("false".to_owned(), compare)
}

fn greater(sum: &Number, target: i64) -> String {
    let compare = |below: String, (bit, wanted): (&String, bool)| {
        if wanted {
            format!("(and {bit} {below})")
        } else {
            format!("(or {bit} {below})")
        }
    };
    beside(sum, target).fold("false".to_owned(), compare)
}
