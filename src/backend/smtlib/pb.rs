//! The `pb` encoding: the rows of the 0/1 linear program ([`Form::Values`]) as pseudo-Boolean constraints, `pbeq`, `pble` and
//! `pbge`, which are z3's own operators.
//!
//! On full double-6 boards z3 is two to five times as fast with them as with `edges`; on newspaper puzzles there is no
//! difference.

use std::io;

use super::script::{Script, Spaced, placements};
use crate::encode::linear::{self, Form, Program, Row, Sign, Variable};
use crate::model::Model;

/// Writes declarations and assertions; returns the symbols of the placements.
pub(super) fn write(model: &Model, script: &mut Script<'_>) -> io::Result<Vec<String>> {
    script.comment("p_4_1_a_b: a domino lies on cells a and b, with 4 pips on a and 1 on b; x_a_4: cell a shows 4; t_a_b: a domino lies on a and b.")?;
    let mut rows = Rows {
        model,
        names: Vec::new(),
        script,
    };
    linear::encode(model, Form::Values, &mut rows)?;
    Ok(placements(model))
}

struct Rows<'a, 'w> {
    model: &'a Model,
    names: Vec<String>,
    script: &'a mut Script<'w>,
}

impl Program for Rows<'_, '_> {
    fn variable(&mut self, variable: Variable) -> io::Result<()> {
        let name = variable.symbol(self.model);
        self.script.about(&variable.origins(self.model));
        self.script.declare(&name, "Bool")?;
        self.names.push(name);
        Ok(())
    }

    /// Weights are positive: a negative one counts what is false.
    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        self.script.about(&row.statement.origins(self.model));
        let (mut weights, mut terms, mut bound) = (Vec::new(), Vec::new(), row.bound);
        for &(variable, times) in row.terms {
            let name = &self.names[variable as usize];
            weights.push(times.abs());
            if times < 0 {
                bound -= times;
                terms.push(format!("(not {name})"));
            } else {
                terms.push(name.clone());
            }
        }
        let operator = match row.sign {
            Sign::AtLeast if bound <= 0 => return Ok(()),
            Sign::AtMost | Sign::Exactly if bound < 0 => return self.script.assert(false),
            Sign::AtMost => "pble",
            Sign::Exactly => "pbeq",
            Sign::AtLeast => "pbge",
        };
        let (weights, terms) = (Spaced(&weights), Spaced(&terms));
        self.script
            .assert(format_args!("((_ {operator} {bound}{weights}){terms})"))
    }
}
