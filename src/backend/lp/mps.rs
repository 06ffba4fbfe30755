//! Free MPS: the same rows, written variable by variable, so that they are kept until all are there.
//!
//! Fields stand where fixed MPS has them, as far as names are short enough: CBC guesses which of the
//! two a file is, and takes ` BV BND p1` for fixed.

use std::io::{self, Write};

use super::{comments, row_name, variable_name};
use crate::backend::Plan;
use crate::encode::linear::{self, Form, Program, Row, Sign, Statement, Variable};
use crate::model::Model;

/// The name of the objective, which is empty.
const OBJECTIVE: &str = "obj";

/// What stands before and behind the integer variables.
const MARKER: &str = "    MARKER                 'MARKER'                 ";

pub(super) fn write(model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let mut columns = Columns {
        model,
        names: Vec::new(),
        entries: Vec::new(),
        rows: Vec::new(),
    };
    linear::encode(model, Form::Placements, &mut columns)?;
    // Its columns come before all bounds, so that no row can be added at the end.
    for (origin, board) in model.excluded() {
        let terms: Vec<(u32, i64)> = board.iter().flatten().map(|id| (id.0, 1)).collect();
        columns.row(Row {
            statement: Statement::Excluded(origin),
            terms: &terms,
            sign: Sign::AtMost,
            bound: board.len() as i64 - 1,
        })?;
    }
    for line in comments(model, plan) {
        writeln!(out, "* {line}")?;
    }
    writeln!(
        out,
        "NAME          {}",
        one_word(&plan.provenance.instance.to_string())
    )?;
    writeln!(out, "ROWS\n N  {OBJECTIVE}")?;
    for row in &columns.rows {
        let sign = match row.sign {
            Sign::AtMost => 'L',
            Sign::Exactly => 'E',
            Sign::AtLeast => 'G',
        };
        writeln!(out, " {sign}  {}", row.name)?;
    }
    writeln!(out, "COLUMNS\n{MARKER}'INTORG'")?;
    for (name, entries) in columns.names.iter().zip(&columns.entries) {
        // A variable in no row would be unknown.
        if entries.is_empty() {
            writeln!(out, "    {name:<8}  {OBJECTIVE:<8}  0")?;
        }
        for &(row, times) in entries {
            let row = &columns.rows[row as usize].name;
            writeln!(out, "    {name:<8}  {row:<8}  {times}")?;
        }
    }
    writeln!(out, "{MARKER}'INTEND'\nRHS")?;
    for row in columns.rows.iter().filter(|row| row.bound != 0) {
        writeln!(out, "    RHS       {:<8}  {}", row.name, row.bound)?;
    }
    writeln!(out, "BOUNDS")?;
    for name in &columns.names {
        writeln!(out, " BV BND       {name}")?;
    }
    writeln!(out, "ENDATA")
}

/// A name may not have blanks.
fn one_word(name: &str) -> String {
    let word: String = name
        .chars()
        .map(|c| match c {
            c if c.is_ascii_graphic() => c,
            _ => '_',
        })
        .collect();
    if word.is_empty() { "pips".into() } else { word }
}

/// The rows by their variables.
struct Columns<'a> {
    model: &'a Model,
    names: Vec<String>,
    /// The rows that each variable is in, with what it is multiplied by there.
    entries: Vec<Vec<(u32, i64)>>,
    rows: Vec<Named>,
}

/// A row without its terms.
struct Named {
    name: String,
    sign: Sign,
    bound: i64,
}

impl Program for Columns<'_> {
    fn variable(&mut self, variable: Variable) -> io::Result<()> {
        let name = variable_name(self.model, variable, self.names.len());
        self.names.push(name);
        self.entries.push(Vec::new());
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        let number = self.rows.len();
        for &(variable, times) in row.terms {
            self.entries[variable as usize].push((number as u32, times));
        }
        self.rows.push(Named {
            name: row_name(self.model, row.statement, number),
            sign: row.sign,
            bound: row.bound,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_is_one_word() {
        assert_eq!(super::one_word("two words\u{e9}"), "two_words_");
        assert_eq!(super::one_word(""), "pips");
    }
}
