//! OPB: pseudo-Boolean constraints as text, in the form of the Pseudo-Boolean Competition.
//!
//! Linear and without an objective: sums of 0/1 variables `x1`, `x2`, ... with integer coefficients,
//! `>=` or `=` a number.
//!
//! `native` has variables for placements, values and edges ([`Form::Values`]). Measured on hard
//! newspaper puzzles and full double-six boards against placements alone, clasp is twice as fast
//! and minisat+ three times, because the rules are short rows.

#[cfg(feature = "external")]
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use super::{
    DeclaredSize, Emission, Encoding, Language, ModelSink, Profile, Redundant, SolverProtocol,
};
use crate::backend::reply::sat::OPB;
use crate::encode::linear::{Form, LinearModel, Row, Sign};
#[cfg(feature = "external")]
use crate::{
    encode::linear::{Statement, Variable},
    limits::Budget,
    model::{CellId, EdgeId, Model, Pips},
};

/// The OPB format of pseudo-Boolean solvers.
pub static LANGUAGE: Language = Language {
    name: "opb",
    title: "OPB",
    about: "OPB, for pseudo-Boolean solvers",
    encodings: &[NATIVE],
    run_extensions: &["opb"],
    submit_extensions: &["opb"],
    count_extensions: &[],
    is_remark: |line| line.starts_with('*'),
    declared: |line| {
        let counts = line.strip_prefix("* #variable=").unwrap_or_default();
        let words = counts.split_whitespace();
        DeclaredSize::of_header(words.filter(|word| !word.starts_with('#')))
    },
    states_status: false,
    most_bytes: None,
    exchange: Some(EXCHANGE),
};

/// Reply formats and blocking constraints.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[OPB],
    exclude,
    core: None,
};

/// Placements, values and edges.
pub const NATIVE: Encoding = Encoding {
    redundant: Redundant::AsAsked,
    ..Encoding::new(
        || &LANGUAGE,
        "native",
        write,
        |_| Box::new(|id| format!("x{}", id.0 + 1)),
    )
};

fn write(emission: &Emission<'_>, _: usize, out: &mut dyn ModelSink) -> io::Result<()> {
    let Emission {
        model,
        plan,
        budget,
    } = *emission;
    let linear = LinearModel::new(model, Form::Values, budget)?;
    let is_commented = plan.profile != Profile::Submit;
    header(plan.profile, &linear, out)?;
    for line in plan.head(model, "pseudo-Boolean constraints") {
        writeln!(out, "* {line}")?;
    }
    for (index, variable) in linear.variables.iter().enumerate() {
        out.about(&variable.origins(model));
        if is_commented {
            writeln!(out, "* x{}: {}", index + 1, variable.meaning(model))?;
        }
    }
    for row in &linear.rows {
        out.about(&row.statement.origins(model));
        if is_commented {
            writeln!(out, "* {}", row.statement.sentence(model))?;
        }
        for sign in signs(row, plan.profile) {
            // OPB has no `<=`.
            let (turn, relation) = match sign {
                Sign::AtMost => (-1, ">="),
                Sign::Exactly => (1, "="),
                Sign::AtLeast => (1, ">="),
            };
            for (variable, times) in &row.terms {
                write!(out, "{:+} x{} ", turn * times, variable + 1)?;
            }
            writeln!(out, "{relation} {} ;", turn * row.bound)?;
        }
    }
    Ok(())
}

/// Introduces the number of constraints in the header.
const CONSTRAINTS: &str = " #constraint= ";

/// Appends a constraint per answer and counts them in the header.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let damaged = || io::Error::other("the header of the OPB file is damaged");
    let mut header = String::new();
    let _ = model.read_line(&mut header)?;
    let (before, after) = header.split_once(CONSTRAINTS).ok_or_else(damaged)?;
    let end = after
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(after.len());
    let (number, rest) = after.split_at(end);
    let number: usize = number.parse().map_err(|_| damaged())?;
    write!(out, "{before}{CONSTRAINTS}{}{rest}", number + answers.len())?;
    let _ = io::copy(model, out)?;
    for answer in answers {
        for variable in answer {
            write!(out, "-1 {variable} ")?;
        }
        writeln!(out, ">= {} ;", 1 - answer.len() as i64)?;
    }
    Ok(())
}

/// The first line. clasp reads it with two counts only; the competition asks for four.
fn header(profile: Profile, linear: &LinearModel, out: &mut dyn Write) -> io::Result<()> {
    let constraints = || linear.rows.iter().flat_map(|row| signs(row, profile));
    let (variables, rows) = (linear.variables.len(), constraints().count());
    write!(out, "* #variable= {variables}{CONSTRAINTS}{rows}")?;
    if profile == Profile::Submit {
        let equations = constraints().filter(|sign| **sign == Sign::Exactly).count();
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
fn signs(row: &Row, profile: Profile) -> &'static [Sign] {
    match (row.sign, profile) {
        (Sign::AtMost, _) => &[Sign::AtMost],
        (Sign::AtLeast, _) => &[Sign::AtLeast],
        (Sign::Exactly, Profile::Run) if row.terms.iter().any(|(_, times)| times.abs() > 1) => {
            &[Sign::AtLeast, Sign::AtMost]
        }
        (Sign::Exactly, Profile::Run | Profile::Submit | Profile::Count) => &[Sign::Exactly],
    }
}

/// The numbers that a proof checker gives to the constraints of an OPB file: in the order of the file,
/// from 1 on, and two for an equation, first `>=`, then `<=`.
#[cfg(feature = "external")]
#[derive(Debug, Default)]
pub(crate) struct ConstraintIds {
    pub(crate) rows: Vec<RowIds>,
    /// The name of each edge's variable.
    pub(crate) edges: BTreeMap<EdgeId, String>,
    /// The name of the variable of each value of a cell.
    pub(crate) values: BTreeMap<(CellId, Pips), String>,
    /// The number of constraints.
    pub(crate) constraints: u64,
}

/// The constraints that bound the sum of a row from below and from above.
#[cfg(feature = "external")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowIds {
    pub(crate) statement: Statement,
    pub(crate) at_least: Option<u64>,
    pub(crate) at_most: Option<u64>,
}

#[cfg(feature = "external")]
impl ConstraintIds {
    /// The numbers in the file of the profile `run`.
    pub(crate) fn new(model: &Model, budget: &Budget) -> io::Result<ConstraintIds> {
        let linear = LinearModel::new(model, Form::Values, Some(budget))?;
        let mut ids = ConstraintIds::default();
        for (index, variable) in linear.variables.iter().enumerate() {
            let name = format!("x{}", index + 1);
            match *variable {
                Variable::Edge(edge) => drop(ids.edges.insert(edge, name)),
                Variable::Value(cell, pips) => drop(ids.values.insert((cell, pips), name)),
                Variable::Placement(_) | Variable::Impossible => {}
            }
        }
        for row in &linear.rows {
            let mut id_unless = |without: Sign| {
                (row.sign != without).then(|| {
                    ids.constraints += 1;
                    ids.constraints
                })
            };
            let (at_least, at_most) = (id_unless(Sign::AtMost), id_unless(Sign::AtLeast));
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
    use crate::encode::linear::Statement;

    #[test]
    fn weighted_equations_are_two_inequalities_in_files_to_run() {
        let signs = |terms: &[(u32, i64)], profile| {
            let row = Row {
                statement: Statement::Possible,
                terms: terms.to_vec(),
                sign: Sign::Exactly,
                bound: 3,
            };
            signs(&row, profile)
        };
        let weighted = [(0, 2), (1, 4)];
        let both = [Sign::AtLeast, Sign::AtMost];
        assert_eq!(signs(&weighted, Profile::Run), both);
        assert_eq!(signs(&weighted, Profile::Submit), [Sign::Exactly]);
        assert_eq!(signs(&[(0, 1), (1, -1)], Profile::Run), [Sign::Exactly]);
    }

    #[test]
    fn exclude_appends_constraints_and_updates_the_header() {
        let answers = [vec!["x1".into(), "x3".into()], vec!["x2".into()]];
        let excluded = |header: &str| {
            let mut out = Vec::new();
            let model = format!("{header}\n* name\n+1 x1 +1 x2 +1 x3 >= 1 ;\n");
            exclude(&mut model.as_bytes(), &mut out, &answers).map(|()| out)
        };
        let text = |header| String::from_utf8(excluded(header).expect("written")).expect("text");
        let rest = "* name\n+1 x1 +1 x2 +1 x3 >= 1 ;\n-1 x1 -1 x3 >= -1 ;\n-1 x2 >= 0 ;\n";
        assert_eq!(
            text("* #variable= 3 #constraint= 1"),
            format!("* #variable= 3 #constraint= 3\n{rest}")
        );
        assert_eq!(
            text("* #variable= 3 #constraint= 9 #equal= 0 intsize= 3"),
            format!("* #variable= 3 #constraint= 11 #equal= 0 intsize= 3\n{rest}")
        );
        let damaged = excluded("* #variable= 3 #constraint= many").expect_err("no number");
        assert_eq!(damaged.to_string(), "the header of the OPB file is damaged");
    }
}
