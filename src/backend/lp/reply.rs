//! The solution files of solvers of mixed integer programs: one reply_format a solver.
//!
//! All give a status and the values of variables, which here are 0 or 1 but for a rounding error.
//! That there is no solution is believed where the file says that this was proved. A time limit is
//! no verdict, unless there is a solution by then: with nothing to minimize it is as good as any.

mod cbc;
mod highs;
mod scip;

pub use cbc::DIALECT as CBC;
pub use highs::DIALECT as HIGHS;
pub use scip::DIALECT as SCIP;

use std::collections::BTreeSet;

use crate::backend::reply::{Answer, Refusal};

/// How far from 0 or 1 a value may be: what the solvers call integral.
const TOLERANCE: f64 = 1e-6;

/// The variables of an answer on its way in.
#[derive(Debug, Default)]
struct Values {
    seen: BTreeSet<String>,
    true_names: BTreeSet<String>,
}

impl Values {
    /// Takes a variable with its value.
    fn take(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let value: f64 = value.parse().map_err(|_| "expected a number")?;
        if !self.seen.insert(name.to_owned()) {
            return Err("a variable that the answer has already".into());
        }
        if (value - 1.0).abs() <= TOLERANCE {
            let _ = self.true_names.insert(name.to_owned());
            Ok(())
        } else if value.abs() <= TOLERANCE {
            Ok(())
        } else {
            Err("a value that is neither 0 nor 1".into())
        }
    }

    fn answer(&mut self) -> Answer {
        Answer {
            true_names: std::mem::take(self).true_names,
        }
    }
}

#[cfg(test)]
mod tests;
