//! LP and MPS: a 0/1 linear program for solvers of mixed integer programs.
//!
//! CPLEX's LP format to run, in which a row reads like a formula, and free MPS to submit, as MIPLIB
//! asks for. The variables are the placements alone ([`Form::Placements`]): a row for each cell and
//! each kind, one for a sum, and a few for cells that are equal or different. Nothing is minimized.
//! Measured on hard newspaper puzzles and full double-six boards, this is as fast as with variables
//! for values and edges or faster, because presolving takes those out again.

mod mps;

use std::io::{self, BufRead, Write};

use super::{DeclaredSize, Emission, Encoding, Language, ModelSink, Plan, Profile, SolverProtocol};
use crate::backend::reply::lp::LP;
use crate::encode::linear::{self, Form, Program, Row, Sign, Statement, Variable};
use crate::model::{Model, PlacementId};

/// What is known of LP and MPS.
pub static LANGUAGE: Language = Language {
    name: "lp",
    title: "LP",
    about: "CPLEX LP, or MPS to submit, for solvers of mixed integer programs",
    encodings: &[NATIVE],
    run_extensions: &["lp"],
    submit_extensions: &["mps"],
    count_extensions: &[],
    // Comments, and the name of MPS.
    is_remark: |line| line.starts_with(['\\', '*']) || line.starts_with("NAME"),
    declared: |_| DeclaredSize::default(),
    states_status: false,
    most_bytes: None,
    exchange: Some(EXCHANGE),
};

/// How its solvers are spoken to.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[LP],
    exclude,
    core: None,
};

/// Placements alone.
pub const NATIVE: Encoding = Encoding::new(
    || &LANGUAGE,
    "native",
    |emission, _, out| {
        let Emission { model, plan, .. } = *emission;
        match plan.profile {
            Profile::Run | Profile::Count => write(model, plan, out),
            Profile::Submit => mps::write(model, plan, out),
        }
    },
    |model| Box::new(|id| variable_name(model, Variable::Placement(id), id.index())),
);

/// CBC's limit for names; if one is longer, it renames them all.
const LONGEST_NAME: usize = 100;

/// The name of a variable, or its number where the name would be too long.
fn variable_name(model: &Model, variable: Variable, index: usize) -> String {
    let name = variable.symbol(model);
    if name.len() <= LONGEST_NAME {
        name
    } else {
        format!("p{}", index + 1)
    }
}

/// The name of a row, or its number where the name would be too long.
fn row_name(model: &Model, statement: Statement, index: usize) -> String {
    let name = statement.symbol(model);
    if name.len() <= LONGEST_NAME {
        name
    } else {
        format!("c{}", index + 1)
    }
}

/// How the names of rows begin that exclude answers.
const ANSWER: &str = "answer_";

/// The line that ends the rows.
const BINARY: &str = "Binary";

/// A row for each answer, behind the others.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let mut line = String::new();
    // The model of an earlier run has rows of this kind already; names are given once.
    let mut before = 0;
    loop {
        line.clear();
        if model.read_line(&mut line)? == 0 {
            return Err(io::Error::other(
                "the LP file has no list of binary variables",
            ));
        }
        if line.trim_end() == BINARY {
            break;
        }
        before += usize::from(line.trim_start().starts_with(ANSWER));
        out.write_all(line.as_bytes())?;
    }
    for (index, answer) in answers.iter().enumerate() {
        let mut row = Wrapped::new(out, &format!("{ANSWER}{}", before + index + 1))?;
        for variable in answer {
            row.word(&format!("+ {variable}"))?;
        }
        row.end(&format!("<= {}", answer.len() as i64 - 1))?;
    }
    out.write_all(line.as_bytes())?;
    let _ = io::copy(model, out)?;
    Ok(())
}

/// What the file is, a line an entry.
fn comments(model: &Model, plan: &Plan) -> Vec<String> {
    let generator = concat!("pipsc ", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![
        format!("A Pips puzzle as a 0/1 linear program, made by {generator}"),
        format!("Instance: {}", plan.provenance.instance),
    ];
    lines.extend(model.title.as_ref().map(|title| format!("Title: {title}")));
    lines.push(format!("Encoding: {}", plan.encoding));
    lines.push(plan.provenance.terms(plan.encoding));
    lines.extend(plan.provenance.seed.map(|seed| format!("Seed: {seed}")));
    if let Some(first) = model.placement_ids().next() {
        let placement = Variable::Placement(first);
        lines.push(format!(
            "{} is 1 if the domino lies there: {}",
            variable_name(model, placement, 0),
            placement.meaning(model)
        ));
    }
    for cell in &model.cells {
        if cell.name.raw() != cell.symbol {
            lines.push(format!("{} is the cell {}", cell.symbol, cell.name));
        }
    }
    lines
}

fn write(model: &Model, plan: &Plan, out: &mut dyn ModelSink) -> io::Result<()> {
    for line in comments(model, plan) {
        writeln!(out, "\\ {line}")?;
    }
    writeln!(
        out,
        "\n\\ Any solution will do.\nMinimize\n obj:\nSubject To"
    )?;
    let mut text = Text {
        model,
        names: Vec::new(),
        rows: 0,
        out,
    };
    linear::encode(model, Form::Placements, &mut text)?;
    let Text { names, .. } = text;
    out.about(&[]);
    writeln!(out, "{BINARY}")?;
    for (index, name) in names.iter().enumerate() {
        if index < model.placements.len() {
            out.about(&model.placement_origins(PlacementId::at(index)));
        }
        writeln!(out, " {name}")?;
    }
    out.about(&[]);
    writeln!(out, "End")
}

/// Writes rows as they come, and keeps the names of the variables.
struct Text<'a> {
    model: &'a Model,
    names: Vec<String>,
    rows: usize,
    out: &'a mut dyn ModelSink,
}

impl Program for Text<'_> {
    fn variable(&mut self, variable: Variable) -> io::Result<()> {
        let name = variable_name(self.model, variable, self.names.len());
        self.names.push(name);
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        self.out.about(&row.statement.origins(self.model));
        writeln!(self.out, "\\ {}", row.statement.sentence(self.model))?;
        let name = row_name(self.model, row.statement, self.rows);
        self.rows += 1;
        let mut text = Wrapped::new(self.out, &name)?;
        for &(variable, times) in row.terms {
            let name = &self.names[variable as usize];
            let sign = if times < 0 { '-' } else { '+' };
            text.word(&match times.unsigned_abs() {
                1 => format!("{sign} {name}"),
                times => format!("{sign} {times} {name}"),
            })?;
        }
        let relation = match row.sign {
            Sign::AtMost => "<=",
            Sign::Exactly => "=",
            Sign::AtLeast => ">=",
        };
        text.end(&format!("{relation} {}", row.bound))
    }
}

/// No line is longer, unless a name is.
const WIDTH: usize = 100;

/// A row on as many lines as it takes.
struct Wrapped<'a> {
    out: &'a mut dyn Write,
    width: usize,
}

impl<'a> Wrapped<'a> {
    fn new(out: &'a mut dyn Write, name: &str) -> io::Result<Self> {
        write!(out, " {name}:")?;
        Ok(Wrapped {
            out,
            width: name.len() + 2,
        })
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.width + 1 + word.len() > WIDTH {
            write!(self.out, "\n  ")?;
            self.width = 2;
        }
        self.width += 1 + word.len();
        write!(self.out, " {word}")
    }

    fn end(mut self, words: &str) -> io::Result<()> {
        self.word(words)?;
        writeln!(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str =
        "\\ name\nMinimize\n obj:\nSubject To\n cell_a: + p_1 + p_2 = 1\nBinary\n p_1\n p_2\nEnd\n";

    #[test]
    fn an_answer_is_excluded_by_a_row_behind_the_others() {
        let long: Vec<String> = (0..30).map(|number| format!("p_{number}")).collect();
        let answers = [vec!["p_1".into(), "p_2".into()], vec!["p_2".into()], long];
        let mut out = Vec::new();
        exclude(&mut MODEL.as_bytes(), &mut out, &answers).expect("written");
        let text = String::from_utf8(out).expect("text");
        let (before, after) = text
            .split_once(" answer_1: + p_1 + p_2 <= 1\n")
            .expect("a row");
        assert_eq!(before.to_owned() + "Binary\n p_1\n p_2\nEnd\n", MODEL);
        let (row, rest) = after.split_once(" answer_2: + p_2 <= 0\n").expect("a row");
        assert_eq!(row, "");
        assert!(rest.starts_with(" answer_3: + p_0 + p_1 "), "{rest}");
        assert!(
            rest.ends_with(" + p_29 <= 29\nBinary\n p_1\n p_2\nEnd\n"),
            "{rest}"
        );
        assert!(rest.lines().all(|line| line.len() <= WIDTH), "{rest}");
    }

    #[test]
    fn a_model_without_variables_excludes_nothing() {
        let damaged = exclude(&mut "\\ name\n".as_bytes(), &mut Vec::new(), &[]);
        let problem = damaged.expect_err("no section").to_string();
        assert_eq!(problem, "the LP file has no list of binary variables");
    }
}
