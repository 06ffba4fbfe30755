//! OPB: pseudo-Boolean constraints as text, in the form of the Pseudo-Boolean Competition.
//!
//! Linear and without an objective: sums of 0/1 variables `x1`, `x2`, ... with integer coefficients,
//! `>=` or `=` a number. The header counts variables and constraints before the first is written,
//! so the model is encoded twice: once to count, once to write.
//!
//! `native` has variables for placements, values and edges ([`Form::Values`]). Measured on hard
//! newspaper puzzles and full double-six boards against placements alone, clasp is twice as fast
//! and minisat+ three times, because the rules are short rows.

#[cfg(feature = "external")]
pub(crate) mod ledger;

use std::io::{self, BufRead, Write};

use super::{
    DeclaredSize, Emission, Encoding, Language, ModelSink, Plan, Profile, Redundant, SolverProtocol,
};
use crate::backend::reply::sat::OPB;
use crate::encode::linear::{self, Form, Program, Row, Sign, Variable};
use crate::limits::Budget;
use crate::model::Model;

/// What is known of OPB.
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

/// How its solvers are spoken to.
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
    let mut count = Count {
        variables: 0,
        rows: 0,
        equations: 0,
        greatest: 0,
        profile: plan.profile,
        budget,
    };
    linear::encode(model, Form::Values, &mut count)?;
    header(plan.profile, &count, out)?;
    comments(model, plan, out)?;
    let mut text = Text {
        model,
        profile: plan.profile,
        variables: 0,
        out,
    };
    linear::encode(model, Form::Values, &mut text)
}

/// Where the number of constraints stands in the header.
const CONSTRAINTS: &str = " #constraint= ";

/// A constraint for each answer, and a header that counts them.
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

/// The first line. clasp reads it with two counts alone; the competition asks for all four.
fn header(profile: Profile, count: &Count<'_>, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "* #variable= {}{CONSTRAINTS}{}",
        count.variables, count.rows
    )?;
    match profile {
        Profile::Run | Profile::Count => writeln!(out),
        Profile::Submit => {
            let bits = u64::BITS - count.greatest.leading_zeros();
            writeln!(out, " #equal= {} intsize= {bits}", count.equations)
        }
    }
}

fn comments(model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let generator = concat!("pipsc ", env!("CARGO_PKG_VERSION"));
    writeln!(
        out,
        "* A Pips puzzle as pseudo-Boolean constraints, made by {generator}"
    )?;
    writeln!(out, "* Instance: {}", plan.provenance.instance)?;
    if let Some(title) = &model.title {
        writeln!(out, "* Title: {title}")?;
    }
    writeln!(out, "* Encoding: {}", plan.encoding)?;
    writeln!(out, "* {}", plan.provenance.terms(plan.encoding))?;
    if let Some(seed) = plan.provenance.seed {
        writeln!(out, "* Seed: {seed}")?;
    }
    Ok(())
}

/// The constraints that a row takes. clasp 3.3 is wrong about equations with weights: it finds that
/// `+2 x1 +4 x2 = 3` and `+5 x1 +6 x2 = 1` have solutions. It is right about inequalities and about
/// equations without weights, so that to run, an equation with weights is two inequalities.
fn signs(row: Row<'_>, profile: Profile) -> &'static [Sign] {
    match (row.sign, profile) {
        (Sign::AtMost, _) => &[Sign::AtMost],
        (Sign::AtLeast, _) => &[Sign::AtLeast],
        (Sign::Exactly, Profile::Run) if row.terms.iter().any(|(_, times)| times.abs() > 1) => {
            &[Sign::AtLeast, Sign::AtMost]
        }
        (Sign::Exactly, Profile::Run | Profile::Submit | Profile::Count) => &[Sign::Exactly],
    }
}

/// Counts.
#[derive(Debug)]
struct Count<'a> {
    variables: u32,
    rows: u64,
    equations: u64,
    /// The greatest sum of what a row's numbers are without their signs.
    greatest: u64,
    profile: Profile,
    budget: Option<&'a Budget>,
}

impl Count<'_> {
    fn ask(&self) -> io::Result<()> {
        let asked = self.budget.map_or(Ok(()), Budget::check);
        asked.map_err(io::Error::other)
    }
}

/// After how many variables it is asked whether the rest is wanted.
const BETWEEN_ASKS: u32 = 1 << 10;

impl Program for Count<'_> {
    fn variable(&mut self, _: Variable) -> io::Result<()> {
        if self.variables.is_multiple_of(BETWEEN_ASKS) {
            self.ask()?;
        }
        self.variables += 1;
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        self.ask()?;
        let signs = signs(row, self.profile);
        self.rows += signs.len() as u64;
        self.equations += u64::from(*signs == [Sign::Exactly]);
        let terms = row.terms.iter().map(|(_, times)| times.unsigned_abs());
        let sum = terms.fold(row.bound.unsigned_abs(), u64::saturating_add);
        self.greatest = self.greatest.max(sum);
        Ok(())
    }
}

/// Writes variables as comments, for people, and rows.
struct Text<'a> {
    model: &'a Model,
    profile: Profile,
    variables: u32,
    out: &'a mut dyn ModelSink,
}

impl Program for Text<'_> {
    fn variable(&mut self, variable: Variable) -> io::Result<()> {
        self.variables += 1;
        self.out.about(&variable.origins(self.model));
        match self.profile {
            Profile::Run | Profile::Count => {
                let meaning = variable.meaning(self.model);
                writeln!(self.out, "* x{}: {meaning}", self.variables)
            }
            Profile::Submit => Ok(()),
        }
    }

    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        self.out.about(&row.statement.origins(self.model));
        match self.profile {
            Profile::Run | Profile::Count => {
                writeln!(self.out, "* {}", row.statement.sentence(self.model))?
            }
            Profile::Submit => {}
        }
        for sign in signs(row, self.profile) {
            // There is no `<=`.
            let (turn, relation) = match sign {
                Sign::AtMost => (-1, ">="),
                Sign::Exactly => (1, "="),
                Sign::AtLeast => (1, ">="),
            };
            for (variable, times) in row.terms {
                write!(self.out, "{:+} x{} ", turn * times, variable + 1)?;
            }
            writeln!(self.out, "{relation} {} ;", turn * row.bound)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::linear::Statement;

    #[test]
    fn an_equation_with_weights_is_two_inequalities_to_run() {
        let signs = |terms: &[(u32, i64)], profile| {
            let row = Row {
                statement: Statement::Possible,
                terms,
                sign: Sign::Exactly,
                bound: 3,
            };
            signs(row, profile)
        };
        let weighted = [(0, 2), (1, 4)];
        let both = [Sign::AtLeast, Sign::AtMost];
        assert_eq!(signs(&weighted, Profile::Run), both);
        assert_eq!(signs(&weighted, Profile::Submit), [Sign::Exactly]);
        assert_eq!(signs(&[(0, 1), (1, -1)], Profile::Run), [Sign::Exactly]);
    }

    #[test]
    fn a_constraint_each_and_a_header_that_counts_them() {
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
