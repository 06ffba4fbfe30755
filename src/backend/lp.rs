//! LP and MPS: a 0/1 linear program for solvers of mixed integer programs.
//!
//! CPLEX's LP format to run, and free MPS to submit, as MIPLIB requires. The variables are the placements
//! ([`LinearForm::Placements`]): one row per cell, kind and sum, and a few for cells that are equal or
//! different. Nothing is minimized. Measured on hard NYT puzzles and full double-six boards, this is at
//! least as fast as with variables for values and edges, which presolving removes.

use std::io::{self, Write};

use super::{
    BlockingSyntax, Emission, EmissionPlan, Encoding, Language, ModelSink, Profile, SolverProtocol,
    fill,
};
use crate::backend::reply::lp::LP;
use crate::encode::linear::{
    LinearForm, LinearModel, LinearRow, LinearVariable, RowRelation, RowStatement,
};
use crate::model::{Model, PlacementId};

/// The LP and MPS formats of MIP solvers.
pub static LANGUAGE: Language = Language {
    name: "lp",
    title: "LP",
    about: "CPLEX LP, or MPS to submit, for solvers of mixed integer programs",
    encodings: &[NATIVE],
    run_extensions: &["lp"],
    submit_extensions: &["mps"],
    protocol: Some(SolverProtocol {
        replies: &[LP],
        blocking: BlockingSyntax {
            before: Some(BINARY),
            header: None,
            write: |out, number, variables| {
                let terms = variables.iter().map(|variable| format!("+ {variable}"));
                let bound = format!("<= {}", variables.len() as i64 - 1);
                write_row(out, &format!("answer_{number}"), terms.chain([bound]))
            },
        },
    }),
    ..Language::DEFAULT
};

/// Variables for placements only.
pub const NATIVE: Encoding = Encoding::new(
    || &LANGUAGE,
    "native",
    |emission, _, out| {
        let Emission {
            model,
            plan,
            budget,
        } = *emission;
        let linear = LinearModel::new(model, LinearForm::Placements, budget)?;
        match plan.profile {
            Profile::Run | Profile::Count => write_lp(model, plan, &linear, out),
            Profile::Submit => write_mps(model, plan, linear, out),
        }
    },
    |model| {
        Box::new(|id| {
            let symbol = LinearVariable::Placement(id).symbol(model);
            short(symbol, 'p', id.index()).into()
        })
    },
);

/// Maximal length of a name in CBC, which renames all variables if one is longer.
const LONGEST_NAME: usize = 100;

/// The name, or a number if it is too long.
fn short(name: String, prefix: char, index: usize) -> String {
    if name.len() <= LONGEST_NAME {
        name
    } else {
        format!("{prefix}{}", index + 1)
    }
}

/// The names of all variables and of all rows.
fn names(model: &Model, linear: &LinearModel) -> (Vec<String>, Vec<String>) {
    let variables = linear.variables.iter().enumerate();
    let variables = variables.map(|(i, variable)| short(variable.symbol(model), 'p', i));
    let rows = linear.rows.iter().enumerate();
    let rows = rows.map(|(i, row)| short(row.statement.symbol(model), 'c', i));
    (variables.collect(), rows.collect())
}

/// The section after the rows.
const BINARY: &str = "Binary";

/// The comments at the head of the file.
fn comments(model: &Model, plan: &EmissionPlan) -> Vec<String> {
    let mut lines = plan.head(model);
    if let Some(first) = model.placement_ids().next() {
        let placement = LinearVariable::Placement(first);
        lines.push(format!(
            "{} is 1 if the domino lies there: {}",
            short(placement.symbol(model), 'p', 0),
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

fn write_lp(
    model: &Model,
    plan: &EmissionPlan,
    linear: &LinearModel,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    let (variables, row_names) = names(model, linear);
    for line in comments(model, plan) {
        writeln!(out, "\\ {line}")?;
    }
    writeln!(
        out,
        "\n\\ Any solution will do.\nMinimize\n obj:\nSubject To"
    )?;
    for (row, name) in linear.rows.iter().zip(&row_names) {
        out.set_origins(&row.statement.origins(model));
        writeln!(out, "\\ {}", row.statement.description(model))?;
        let terms = row.terms.iter().map(|&(variable, times)| {
            let name = &variables[variable as usize];
            let sign = if times < 0 { '-' } else { '+' };
            match times.unsigned_abs() {
                1 => format!("{sign} {name}"),
                times => format!("{sign} {times} {name}"),
            }
        });
        let relation = match row.relation {
            RowRelation::AtMost => "<=",
            RowRelation::Exactly => "=",
            RowRelation::AtLeast => ">=",
        };
        let bound = format!("{relation} {}", row.bound);
        write_row(out, name, terms.chain([bound]))?;
    }
    out.set_origins(&[]);
    writeln!(out, "{BINARY}")?;
    for (index, name) in variables.iter().enumerate() {
        if index < model.placements.len() {
            out.set_origins(&model.placement_origins(PlacementId::at(index)));
        }
        writeln!(out, " {name}")?;
    }
    out.set_origins(&[]);
    writeln!(out, "End")
}

/// Maximal length of a line, unless a name is longer.
const WIDTH: usize = 100;

/// Writes a row, wrapped between its terms.
fn write_row(
    out: &mut dyn Write,
    name: &str,
    terms: impl Iterator<Item = String>,
) -> io::Result<()> {
    let lines = fill(terms, " ", [name.len() + 3, 3, WIDTH]);
    writeln!(out, " {name}: {}", lines.join("\n   "))
}

/// The name of the empty objective of an MPS file.
const OBJECTIVE: &str = "obj";

/// The lines around the integer variables of an MPS file.
const MARKER: &str = "    MARKER                 'MARKER'                 ";

/// Writes free MPS, column by column.
///
/// Fields are in the columns of fixed MPS where names are short enough, because CBC guesses which format
/// a file has, and reads ` BV BND p1` as fixed MPS.
fn write_mps(
    model: &Model,
    plan: &EmissionPlan,
    mut linear: LinearModel,
    out: &mut dyn Write,
) -> io::Result<()> {
    // Columns come before all bounds, so no row can be appended to the file.
    linear
        .rows
        .extend(model.excluded().map(|(origin, board)| LinearRow {
            statement: RowStatement::Excluded(origin),
            terms: board.iter().flatten().map(|id| (id.0, 1)).collect(),
            relation: RowRelation::AtMost,
            bound: board.len() as i64 - 1,
        }));
    let (variables, row_names) = names(model, &linear);
    let mut columns = vec![Vec::new(); variables.len()];
    for (row, name) in linear.rows.iter().zip(&row_names) {
        for &(variable, times) in &row.terms {
            columns[variable as usize].push((name, times));
        }
    }
    for line in comments(model, plan) {
        writeln!(out, "* {line}")?;
    }
    let instance = one_word(&plan.provenance.instance.to_string());
    writeln!(out, "NAME          {instance}")?;
    writeln!(out, "ROWS\n N  {OBJECTIVE}")?;
    for (row, name) in linear.rows.iter().zip(&row_names) {
        let sign = match row.relation {
            RowRelation::AtMost => 'L',
            RowRelation::Exactly => 'E',
            RowRelation::AtLeast => 'G',
        };
        writeln!(out, " {sign}  {name}")?;
    }
    writeln!(out, "COLUMNS\n{MARKER}'INTORG'")?;
    for (name, entries) in variables.iter().zip(&columns) {
        // A variable in no row would be undeclared.
        if entries.is_empty() {
            writeln!(out, "    {name:<8}  {OBJECTIVE:<8}  0")?;
        }
        for (row, times) in entries {
            writeln!(out, "    {name:<8}  {row:<8}  {times}")?;
        }
    }
    writeln!(out, "{MARKER}'INTEND'\nRHS")?;
    for (row, name) in linear.rows.iter().zip(&row_names) {
        if row.bound != 0 {
            writeln!(out, "    RHS       {name:<8}  {}", row.bound)?;
        }
    }
    writeln!(out, "BOUNDS")?;
    for name in &variables {
        writeln!(out, " BV BND       {name}")?;
    }
    writeln!(out, "ENDATA")
}

/// A name of one word: all characters but visible ASCII are replaced.
fn one_word(name: &str) -> String {
    match name {
        "" => "pips".into(),
        name => name.replace(|c: char| !c.is_ascii_graphic(), "_"),
    }
}
