//! The ledger of an OPB file: the number that a proof checker gives to each of its constraints.
//!
//! A checker counts constraints in the order of the file, from 1 on, and an equation twice: first as
//! `>=`, then as `<=`. A proof refers to them by these numbers.

use std::collections::BTreeMap;
use std::io;

use super::signs;
use crate::backend::Profile;
use crate::encode::linear::{self, Form, Program, Row, Sign, Statement, Variable};
use crate::limits::Budget;
use crate::model::{CellId, EdgeId, Model, Pips};

/// The numbers of a file's constraints and variables.
#[derive(Debug)]
pub(crate) struct Ledger<'a> {
    /// What each row says, with the number of the constraint that bounds its sum from below and of the
    /// one that bounds it from above, where there is such a one.
    pub(crate) rows: Vec<Numbered>,
    /// The variable of each edge, as the file calls it.
    pub(crate) edges: BTreeMap<EdgeId, String>,
    /// The variable of each value of a cell.
    pub(crate) values: BTreeMap<(CellId, Pips), String>,
    /// How many constraints there are.
    pub(crate) constraints: u64,
    variables: u32,
    budget: &'a Budget,
}

/// A row with its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) statement: Statement,
    pub(crate) at_least: Option<u64>,
    pub(crate) at_most: Option<u64>,
}

impl<'a> Ledger<'a> {
    /// The ledger of the file that is written to be run, with variables for edges and values; until a
    /// budget is exhausted.
    pub(crate) fn of(model: &Model, budget: &'a Budget) -> io::Result<Ledger<'a>> {
        let mut ledger = Ledger {
            rows: Vec::new(),
            edges: BTreeMap::new(),
            values: BTreeMap::new(),
            constraints: 0,
            variables: 0,
            budget,
        };
        linear::encode(model, Form::Values, &mut ledger)?;
        Ok(ledger)
    }
}

impl Program for Ledger<'_> {
    fn variable(&mut self, variable: Variable) -> io::Result<()> {
        self.variables += 1;
        let name = format!("x{}", self.variables);
        match variable {
            Variable::Edge(edge) => drop(self.edges.insert(edge, name)),
            Variable::Value(cell, pips) => drop(self.values.insert((cell, pips), name)),
            Variable::Placement(_) | Variable::Impossible => {}
        }
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        self.budget.check().map_err(io::Error::other)?;
        let mut numbered = Numbered {
            statement: row.statement,
            at_least: None,
            at_most: None,
        };
        for sign in signs(row, Profile::Run) {
            let (below, above) = match sign {
                Sign::AtLeast => (true, false),
                Sign::AtMost => (false, true),
                Sign::Exactly => (true, true),
            };
            for (bound, there) in [
                (&mut numbered.at_least, below),
                (&mut numbered.at_most, above),
            ] {
                if there {
                    self.constraints += 1;
                    *bound = Some(self.constraints);
                }
            }
        }
        self.rows.push(numbered);
        Ok(())
    }
}
