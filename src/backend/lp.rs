//! LP and MPS: a 0/1 linear program for solvers of mixed integer programs.
//!
//! CPLEX's LP format to run, and free MPS to submit, as MIPLIB requires. The variables are the placements
//! ([`LinearForm::Placements`]): one row per cell, kind and sum, and a few for cells that are equal or
//! different. Nothing is minimized. Measured on hard NYT puzzles and full double-six boards, this is at
//! least as fast as with variables for values and edges, which presolving removes.

use std::io::{self, Write};

use super::{Emission, ModelWriter, PlacementNames, Profile};
use crate::encode::linear::{
    Description, LinearForm, LinearModel, LinearRow, RowRelation, RowStatement,
};
use crate::model::{Model, Origin};

/// The section after the rows.
pub(super) const BINARY: &str = "Binary";

/// Maximal length of a name in CBC, which renames all variables if one is longer.
const LONGEST_NAME: usize = 100;

/// Maximal length of a line, unless a name is longer.
const WIDTH: usize = 100;

/// The symbols of the placements.
pub(super) fn symbols(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| short(model.placement_symbol(id), 'p', id.index()).into())
}

/// The name, or a number if it is too long.
fn short(name: String, prefix: char, index: usize) -> String {
    match name.len() {
        ..=LONGEST_NAME => name,
        _ => format!("{prefix}{}", index + 1),
    }
}

/// Writes a row that excludes a board.
pub(super) fn block(out: &mut dyn Write, number: usize, variables: &[String]) -> io::Result<()> {
    let bound = variables.len() as i64 - 1;
    let terms = variables.iter().map(|variable| format!("+ {variable}"));
    let terms = terms.chain([format!("<= {bound}")]);
    write_row(
        &mut ModelWriter::new(out, 0),
        &format!("answer_{number}"),
        terms,
        &[],
    )
}

/// Variables for placements only.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    let linear = LinearModel::new(model, LinearForm::Placements, &emission.budget)?;
    match emission.profile {
        Profile::Run | Profile::Count => write_lp(emission, &linear, out),
        Profile::Submit => write_mps(emission, linear, out),
    }
}

/// The descriptions of all variables and of all rows, with short names.
fn describe(model: &Model, linear: &LinearModel) -> (Vec<Description>, Vec<Description>) {
    let short = |prefix| {
        move |(index, description): (usize, Description)| Description {
            symbol: short(description.symbol, prefix, index),
            ..description
        }
    };
    let variables = linear.variables.iter().map(|one| one.describe(model));
    let rows = linear.rows.iter().map(|row| row.statement.describe(model));
    (
        variables.enumerate().map(short('p')).collect(),
        rows.enumerate().map(short('c')).collect(),
    )
}

/// The comments at the head of the file.
fn comments(emission: &Emission<'_>, variables: &[Description]) -> Vec<String> {
    let mut lines = emission.head();
    if let Some(Description {
        symbol, meaning, ..
    }) = variables.first()
    {
        lines.push(format!(
            "Decided: {symbol} is 1 if this domino lies there: {meaning}"
        ));
    }
    for cell in &emission.model.cells {
        if cell.name.raw() != cell.symbol {
            lines.push(format!("{} is the cell {}", cell.symbol, cell.name));
        }
    }
    lines
}

fn write_lp(
    emission: &Emission<'_>,
    linear: &LinearModel,
    out: &mut ModelWriter<'_>,
) -> io::Result<()> {
    let (variables, rows) = describe(emission.model, linear);
    out.comments("\\", comments(emission, &variables))?;
    writeln!(
        out,
        "\n\\ Nothing is minimized.\nMinimize\n obj:\nSubject To"
    )?;
    for (row, description) in linear.rows.iter().zip(&rows) {
        out.set_origins(&description.origins);
        writeln!(out, "\\ {}", description.meaning)?;
        let terms = row.terms.iter().map(|&(variable, times)| {
            let name = &variables[variable as usize].symbol;
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
        let terms = terms.chain([format!("{relation} {}", row.bound)]);
        write_row(out, &description.symbol, terms, &description.origins)?;
    }
    out.set_origins(&[]);
    writeln!(out, "{BINARY}")?;
    for description in &variables {
        out.set_origins(&description.origins);
        writeln!(out, " {}", description.symbol)?;
    }
    out.set_origins(&[]);
    writeln!(out, "End")
}

/// Writes a row, wrapped between its terms.
fn write_row(
    out: &mut ModelWriter<'_>,
    name: &str,
    terms: impl Iterator<Item = String>,
    origins: &[Origin],
) -> io::Result<()> {
    let terms = terms.map(|term| (term, origins.to_vec()));
    out.items([&format!(" {name}: "), " ", ""], "   ", WIDTH, terms)
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
    emission: &Emission<'_>,
    mut linear: LinearModel,
    out: &mut ModelWriter<'_>,
) -> io::Result<()> {
    // Columns come before all bounds, so no row can be appended to the file.
    let excluded = emission.model.excluded();
    linear
        .rows
        .extend(excluded.map(|(origin, board)| LinearRow {
            statement: RowStatement::Excluded(origin),
            terms: board.iter().flatten().map(|id| (id.0, 1)).collect(),
            relation: RowRelation::AtMost,
            bound: board.len() as i64 - 1,
        }));
    let (variables, rows) = describe(emission.model, &linear);
    let mut columns = vec![Vec::new(); variables.len()];
    for (row, description) in linear.rows.iter().zip(&rows) {
        for &(variable, times) in &row.terms {
            columns[variable as usize].push((&description.symbol, times));
        }
    }
    out.comments("*", comments(emission, &variables))?;
    let instance = one_word(&emission.provenance.instance.to_string());
    writeln!(out, "NAME          {instance}\nROWS\n N  {OBJECTIVE}")?;
    for (row, description) in linear.rows.iter().zip(&rows) {
        let sign = match row.relation {
            RowRelation::AtMost => 'L',
            RowRelation::Exactly => 'E',
            RowRelation::AtLeast => 'G',
        };
        writeln!(out, " {sign}  {}", description.symbol)?;
    }
    writeln!(out, "COLUMNS\n{MARKER}'INTORG'")?;
    for (Description { symbol, .. }, entries) in variables.iter().zip(&columns) {
        // A variable in no row would be undeclared.
        if entries.is_empty() {
            writeln!(out, "    {symbol:<8}  {OBJECTIVE:<8}  0")?;
        }
        for (row, times) in entries {
            writeln!(out, "    {symbol:<8}  {row:<8}  {times}")?;
        }
    }
    writeln!(out, "{MARKER}'INTEND'\nRHS")?;
    for (row, description) in linear.rows.iter().zip(&rows) {
        if row.bound != 0 {
            writeln!(
                out,
                "    RHS       {:<8}  {}",
                description.symbol, row.bound
            )?;
        }
    }
    writeln!(out, "BOUNDS")?;
    for Description { symbol, .. } in &variables {
        writeln!(out, " BV BND       {symbol}")?;
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
