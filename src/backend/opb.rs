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
    model::{CellId, EdgeId, Pips},
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
            let words = variable.words(model);
            out.set_origins(&words.origins);
            writeln!(out, "* x{number}: {}", words.meaning)?;
        }
    }
    for row in &linear.rows {
        let words = row.statement.words(model);
        out.set_origins(&words.origins);
        if is_commented {
            writeln!(out, "* {}", words.meaning)?;
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

/// The ids of the constraints of an OPB file in a proof: in the order of the file, from 1, and two for an
/// equation, first `>=`, then `<=`.
#[cfg(feature = "external")]
#[derive(Debug, Default)]
pub(crate) struct ConstraintIds {
    pub(crate) rows: Vec<RowIds>,
    /// By edge, the name of its variable.
    pub(crate) edges: BTreeMap<EdgeId, String>,
    /// By cell and value, the name of the variable.
    pub(crate) values: BTreeMap<(CellId, Pips), String>,
    /// Number of constraints.
    pub(crate) constraints: u64,
}

/// The ids of the constraints that bound the sum of a row from below and from above.
#[cfg(feature = "external")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowIds {
    pub(crate) statement: RowStatement,
    pub(crate) at_least: Option<u64>,
    pub(crate) at_most: Option<u64>,
}

#[cfg(feature = "external")]
impl ConstraintIds {
    /// The ids in the file of the profile `run`.
    pub(crate) fn new(model: &Model, budget: &Budget) -> io::Result<ConstraintIds> {
        let linear = LinearModel::new(model, LinearForm::Values, budget)?;
        let mut ids = ConstraintIds::default();
        for (index, variable) in linear.variables.iter().enumerate() {
            let name = format!("x{}", index + 1);
            match *variable {
                LinearVariable::Edge(edge) => drop(ids.edges.insert(edge, name)),
                LinearVariable::Value(cell, pips) => drop(ids.values.insert((cell, pips), name)),
                LinearVariable::Placement(_) | LinearVariable::Impossible => {}
            }
        }
        for row in &linear.rows {
            let mut id_unless = |without: RowRelation| {
                (row.relation != without).then(|| {
                    ids.constraints += 1;
                    ids.constraints
                })
            };
            let (at_least, at_most) = (
                id_unless(RowRelation::AtMost),
                id_unless(RowRelation::AtLeast),
            );
            ids.rows.push(RowIds {
                statement: row.statement,
                at_least,
                at_most,
            });
        }
        Ok(ids)
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
