//! OPB: pseudo-Boolean constraints, in the format of the Pseudo-Boolean Competition.
//!
//! Linear and without an objective: sums of 0/1 variables `x1`, `x2`, ... with integer coefficients,
//! `>=` or `=` a number.
//!
//! `native` has variables for placements, values and edges ([`LinearForm::Values`]). Measured on hard
//! NYT puzzles and full double-six boards against placements only, clasp is twice as fast and
//! minisat+ three times, because the rules are short rows.

#[cfg(feature = "external")]
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Emission, ModelWriter, PlacementNames, Profile};
use crate::encode::linear::{LinearForm, LinearModel, LinearRow, RowRelation};
use crate::model::Model;
#[cfg(feature = "external")]
use crate::{
    encode::linear::{LinearVariable, RowStatement},
    limits::Budget,
};

/// The prefix of the first line.
pub(super) const HEADER: &str = "* #variable= ";

/// The numbers of the placements' variables.
pub(super) fn numbers(_: &Model) -> PlacementNames<'_> {
    Box::new(|id| format!("x{}", id.0 + 1).into())
}

/// Writes a row that excludes a board.
pub(super) fn block(out: &mut dyn Write, _: usize, variables: &[String]) -> io::Result<()> {
    let bound = 1 - variables.len() as i64;
    writeln!(out, "-1 {} >= {bound} ;", variables.join(" -1 "))
}

/// Placements, values and edges.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let Emission { model, profile, .. } = *emission;
    let linear = LinearModel::new(model, LinearForm::Values, &emission.budget)?;
    let is_commented = profile != Profile::Submit;
    header(profile, &linear, out)?;
    out.comments("*", emission.head())?;
    if is_commented {
        let about = "Decided: x is 1 if the statement beside it holds.";
        out.comments("*", [about])?;
        for (number, variable) in (1..).zip(&linear.variables) {
            let description = variable.describe(model);
            out.set_origins(&description.origins);
            writeln!(out, "* x{number}: {}", description.meaning)?;
        }
    }
    for row in &linear.rows {
        let description = row.statement.describe(model);
        out.set_origins(&description.origins);
        if is_commented {
            writeln!(out, "* {}", description.meaning)?;
        }
        for sign in signs(row, profile) {
            // OPB has no `<=`.
            let (turn, relation) = match sign {
                RowRelation::AtMost => (-1, ">="),
                RowRelation::Exactly => (1, "="),
                RowRelation::AtLeast => (1, ">="),
            };
            for (variable, times) in &row.terms {
                write!(out, "{:+} x{} ", turn * times, variable + 1)?;
            }
            writeln!(out, "{relation} {} ;", turn * row.bound)?;
        }
    }
    Ok(())
}

/// Writes the first line. clasp accepts two counts only; the competition requires four.
fn header(profile: Profile, linear: &LinearModel, out: &mut dyn Write) -> io::Result<()> {
    let constraints = || linear.rows.iter().flat_map(|row| signs(row, profile));
    let (variables, rows) = (linear.variables.len(), constraints().count());
    write!(out, "{HEADER}{variables} #constraint= {rows}")?;
    if profile == Profile::Submit {
        let equations = constraints()
            .filter(|sign| **sign == RowRelation::Exactly)
            .count();
        let magnitudes = linear.rows.iter().map(|row| {
            let terms = row.terms.iter().map(|(_, times)| times.unsigned_abs());
            terms.fold(row.bound.unsigned_abs(), u64::saturating_add)
        });
        let bits = u64::BITS - magnitudes.max().unwrap_or(0).leading_zeros();
        write!(out, " #equal= {equations} intsize= {bits}")?;
    }
    writeln!(out)
}

/// The constraints that a row is written as. clasp 3.3 accepts wrong solutions of equations with weights
/// (`+2 x1 +4 x2 = 3` and `+5 x1 +6 x2 = 1` are unsatisfiable). Inequalities and equations without weights
/// are correct, so files to run state an equation with weights as two inequalities.
fn signs(row: &LinearRow, profile: Profile) -> &'static [RowRelation] {
    match (row.relation, profile) {
        (RowRelation::AtMost, _) => &[RowRelation::AtMost],
        (RowRelation::AtLeast, _) => &[RowRelation::AtLeast],
        (RowRelation::Exactly, Profile::Run)
            if row.terms.iter().any(|(_, times)| times.abs() > 1) =>
        {
            &[RowRelation::AtLeast, RowRelation::AtMost]
        }
        (RowRelation::Exactly, Profile::Run | Profile::Submit | Profile::Count) => {
            &[RowRelation::Exactly]
        }
    }
}

/// The constraint ids of an OPB file in a proof: in the order of the file, from 1, and two for an equation, first `>=`,
/// then `<=`.
#[cfg(feature = "external")]
#[derive(Debug, Default)]
pub(crate) struct ConstraintIds {
    /// The ids of the constraints that bound the sum of a row from below and from above.
    pub(crate) rows: BTreeMap<RowStatement, [Option<u64>; 2]>,
    /// The names of the variables.
    pub(crate) names: BTreeMap<LinearVariable, String>,
    /// Number of constraints.
    pub(crate) constraints: u64,
}

#[cfg(feature = "external")]
impl ConstraintIds {
    /// The ids in the file of the profile `run`.
    pub(crate) fn new(model: &Model, budget: &Budget) -> io::Result<ConstraintIds> {
        let linear = LinearModel::new(model, LinearForm::Values, budget)?;
        let names = (1..).map(|number: u64| format!("x{number}"));
        let mut ids = ConstraintIds {
            names: linear.variables.into_iter().zip(names).collect(),
            ..ConstraintIds::default()
        };
        for row in &linear.rows {
            let bounds = [RowRelation::AtMost, RowRelation::AtLeast].map(|other| {
                (row.relation != other).then(|| {
                    ids.constraints += 1;
                    ids.constraints
                })
            });
            let _ = ids.rows.insert(row.statement, bounds);
        }
        Ok(ids)
    }

    /// The id of the lower bound of a row, which the model must state.
    pub(crate) fn at_least(&self, statement: RowStatement) -> io::Result<u64> {
        self.bound(statement, 0)
    }

    /// The id of the upper bound of a row, which the model must state.
    pub(crate) fn at_most(&self, statement: RowStatement) -> io::Result<u64> {
        self.bound(statement, 1)
    }

    fn bound(&self, statement: RowStatement, side: usize) -> io::Result<u64> {
        let bounds = self.rows.get(&statement);
        let missing = || io::Error::other("the model does not state a row that the proof adds");
        bounds.and_then(|bounds| bounds[side]).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::linear::RowStatement;

    #[test]
    fn weighted_equations_are_two_inequalities_in_files_to_run() {
        let signs = |terms: &[(u32, i64)], profile| {
            let row = LinearRow {
                statement: RowStatement::Impossible(0),
                terms: terms.to_vec(),
                relation: RowRelation::Exactly,
                bound: 3,
            };
            signs(&row, profile)
        };
        let weighted = [(0, 2), (1, 4)];
        let both = [RowRelation::AtLeast, RowRelation::AtMost];
        assert_eq!(signs(&weighted, Profile::Run), both);
        assert_eq!(signs(&weighted, Profile::Submit), [RowRelation::Exactly]);
        assert_eq!(
            signs(&[(0, 1), (1, -1)], Profile::Run),
            [RowRelation::Exactly]
        );
    }
}
