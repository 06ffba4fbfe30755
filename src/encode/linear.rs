//! 0/1 linear models: linear rows over 0/1 variables, for OPB, LP, MPS and SMT-LIB's `pb`.
//!
//! Placements are the first variables. A row defines every other variable as a sum of placements,
//! so each solution has one assignment if symmetry is broken.

mod description;

use std::collections::BTreeMap;
use std::io;

use crate::limits::Budget;
use crate::model::{
    CellId, Constraint, ConstraintKind, EdgeId, KindId, Model, Origin, Pips, PlacementId, Relation,
    Rule,
};
pub(crate) use description::Description;

/// The choice of variables of a linear model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinearForm {
    /// P variables, one per placement. A cell, a kind and a sum take one row each, n equal cells d(n-1)
    /// and n different cells d, where d is the number of values. Value counts are not stated: they are
    /// sums of the rows of the kinds and do not tighten the linear relaxation.
    Placements,
    /// Placements, values of cells and edges: P + Cd + E variables, and Cd + E rows that define the
    /// latter two. The rules are short rows over values.
    Values,
}

/// The meaning of a variable that is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LinearVariable {
    /// The placement is part of the board.
    Placement(PlacementId),
    /// The cell shows the value.
    Value(CellId, Pips),
    /// A domino lies on the edge.
    Edge(EdgeId),
    /// The puzzle cannot be solved.
    Impossible,
}

/// The statement of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowStatement {
    /// Defines a value as the sum of the placements that show it.
    DefinesValue(CellId, Pips),
    /// Defines an edge as the sum of its placements.
    DefinesEdge(EdgeId),
    /// The cell is covered once.
    Covered(CellId),
    /// The cell shows one value.
    OneValue(CellId),
    /// The kind is placed as often as there are copies.
    Used(KindId),
    /// The sum of a region or a pinned cell.
    Sum(Origin, Rule),
    /// The two cells of a region of equal cells agree on this value.
    Same(Origin, Pips, [CellId; 2]),
    /// A region of different cells shows this value at most once.
    Different(Origin, Pips),
    /// The number of cells that show the value.
    ValueCount(Pips),
    /// Not all placements of an excluded board are chosen.
    Excluded(Origin),
    /// One of two rows that contradict each other, because the puzzle cannot be solved.
    Impossible(i64),
}

/// The relation of a sum to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowRelation {
    AtMost,
    Exactly,
    AtLeast,
}

/// The index of a variable and its coefficient, which is not 0.
pub(crate) type LinearTerm = (u32, i64);

/// A sum of at least one term, sorted by variable without duplicates, and its bound.
#[derive(Debug, Clone)]
pub(crate) struct LinearRow {
    pub(crate) statement: RowStatement,
    pub(crate) terms: Vec<LinearTerm>,
    pub(crate) relation: RowRelation,
    pub(crate) bound: i64,
}

/// A puzzle as 0/1 linear rows.
#[derive(Debug)]
pub(crate) struct LinearModel {
    pub(crate) variables: Vec<LinearVariable>,
    pub(crate) rows: Vec<LinearRow>,
}

impl LinearModel {
    /// Encodes a model. Fails when the budget is exhausted. Excluded boards are not stated: the emission
    /// blocks them.
    pub(crate) fn new(model: &Model, form: LinearForm, budget: &Budget) -> io::Result<Self> {
        let shown: Vec<Vec<(u32, Pips)>> = (model.placements_by_cell().iter())
            .map(|placements| placements.iter().map(|&(id, pips)| (id.0, pips)).collect())
            .collect();
        let ids = |shown: &Vec<(u32, Pips)>| shown.iter().map(|&(id, _)| id).collect();
        let variables = model.placement_ids().map(LinearVariable::Placement);
        let mut encoder = LinearEncoder {
            model,
            budget,
            form,
            covering: shown.iter().map(ids).collect(),
            shown,
            by_kind: model.placements_by_kind(),
            variables: variables.collect(),
            rows: Vec::new(),
        };
        if form == LinearForm::Values {
            encoder.define_values_and_edges()?;
        }
        for constraint in model.in_sections() {
            encoder.constraint(constraint)?;
        }
        Ok(LinearModel {
            variables: encoder.variables,
            rows: encoder.rows,
        })
    }
}

struct LinearEncoder<'a> {
    model: &'a Model,
    budget: &'a Budget,
    form: LinearForm,
    /// For each cell, variables of which exactly one is 1, with the value that the cell then shows.
    shown: Vec<Vec<(u32, Pips)>>,
    /// For each cell, the variables that cover it.
    covering: Vec<Vec<u32>>,
    by_kind: Vec<Vec<PlacementId>>,
    variables: Vec<LinearVariable>,
    rows: Vec<LinearRow>,
}

impl LinearEncoder<'_> {
    /// Adds the variables of [`LinearForm::Values`] with the rows that define them.
    fn define_values_and_edges(&mut self) -> io::Result<()> {
        let model = self.model;
        let mut values = Vec::new();
        for (cell, var) in model.cell_ids().zip(&model.cells) {
            let first = self.variables.len() as u32;
            let domain = var.domain.iter().copied();
            values.push((first..).zip(domain.clone()).collect());
            self.variables
                .extend(domain.map(|pips| LinearVariable::Value(cell, pips)));
        }
        let placements = std::mem::replace(&mut self.shown, values);
        let first_edge = self.variables.len() as u32;
        let edges = (0..model.edges.len()).map(EdgeId::at);
        self.variables.extend(edges.map(LinearVariable::Edge));
        let graph = model.graph();
        for (cell, covering) in model.cell_ids().zip(&mut self.covering) {
            let edges = graph.edges_at(cell).iter();
            *covering = edges.map(|edge| first_edge + edge.0).collect();
        }
        for (cell, placements) in model.cell_ids().zip(&placements) {
            for (value, pips) in self.shown[cell.index()].clone() {
                let mut terms = showing(placements, pips);
                terms.push((value, -1));
                self.equation(RowStatement::DefinesValue(cell, pips), terms, 0)?;
            }
        }
        for (edge, placements) in model.placements_by_edge().into_iter().enumerate() {
            let mut terms: Vec<LinearTerm> = placements.map(|placement| (placement, 1)).collect();
            terms.push((first_edge + edge as u32, -1));
            self.equation(RowStatement::DefinesEdge(EdgeId::at(edge)), terms, 0)?;
        }
        Ok(())
    }

    fn constraint(&mut self, Constraint { origin, body }: &Constraint) -> io::Result<()> {
        let states_values = self.form == LinearForm::Values;
        match body {
            ConstraintKind::Covered(cell) => {
                let covering = self.covering[cell.index()].iter();
                let terms = covering.map(|&variable| (variable, 1)).collect();
                self.equation(RowStatement::Covered(*cell), terms, 1)
            }
            ConstraintKind::Shows(cell) if states_values => {
                let values = self.shown[cell.index()].iter();
                let terms = values.map(|&(value, _)| (value, 1)).collect();
                self.equation(RowStatement::OneValue(*cell), terms, 1)
            }
            ConstraintKind::Used { kind, times } => {
                let placements = self.by_kind[kind.index()].iter();
                let terms = placements.map(|id| (id.0, 1)).collect();
                self.equation(RowStatement::Used(*kind), terms, i64::from(*times))
            }
            ConstraintKind::ValueCount { value, cells } if states_values => {
                let every: Vec<CellId> = self.model.cell_ids().collect();
                let terms = self.showing(&every, *value);
                self.equation(RowStatement::ValueCount(*value), terms, i64::from(*cells))
            }
            ConstraintKind::Rule { cells, rule } => self.rule(*origin, cells, *rule),
            // Placements alone determine values; boards are blocked in the written model.
            ConstraintKind::Shows(_)
            | ConstraintKind::ValueCount { .. }
            | ConstraintKind::NeverFlipped(_)
            | ConstraintKind::Excluded(_) => Ok(()),
        }
    }

    fn rule(&mut self, origin: Origin, cells: &[CellId], rule: Rule) -> io::Result<()> {
        match rule {
            Rule::Sum(relation, target) => {
                let (relation, bound) = match relation {
                    Relation::Equal => (RowRelation::Exactly, target),
                    Relation::Less => (RowRelation::AtMost, target - 1),
                    Relation::Greater => (RowRelation::AtLeast, target + 1),
                };
                let shown = cells.iter().flat_map(|cell| &self.shown[cell.index()]);
                let terms = shown.map(|&(variable, pips)| (variable, i64::from(pips)));
                let terms = terms.collect();
                self.row(RowStatement::Sum(origin, rule), terms, relation, bound)
            }
            Rule::Equal => {
                let values = self.values_on(cells);
                for pair in cells.windows(2) {
                    for &pips in &values {
                        let mut terms = self.showing(&pair[..1], pips);
                        let other = self.showing(&pair[1..], pips).into_iter();
                        terms.extend(other.map(|(variable, times)| (variable, -times)));
                        let statement = RowStatement::Same(origin, pips, [pair[0], pair[1]]);
                        self.equation(statement, terms, 0)?;
                    }
                }
                Ok(())
            }
            Rule::Unequal => {
                for pips in self.values_on(cells) {
                    let terms = self.showing(cells, pips);
                    let statement = RowStatement::Different(origin, pips);
                    if terms.len() > 1 {
                        self.row(statement, terms, RowRelation::AtMost, 1)?;
                    }
                }
                Ok(())
            }
            Rule::Empty => Ok(()),
        }
    }

    /// The values that at least one of the cells can show, sorted.
    fn values_on(&self, cells: &[CellId]) -> Vec<Pips> {
        let domains = cells.iter().map(|&cell| &self.model.cell(cell).domain);
        let mut values: Vec<Pips> = domains.flat_map(|domain| domain.iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// A sum that counts the cells that show the value.
    fn showing(&self, cells: &[CellId], pips: Pips) -> Vec<LinearTerm> {
        let shown = cells.iter().map(|cell| &self.shown[cell.index()]);
        shown.flat_map(|shown| showing(shown, pips)).collect()
    }

    fn equation(
        &mut self,
        statement: RowStatement,
        terms: Vec<LinearTerm>,
        bound: i64,
    ) -> io::Result<()> {
        self.row(statement, terms, RowRelation::Exactly, bound)
    }

    /// Adds a row after merging the terms of each variable. A row without terms is dropped if it holds,
    /// and otherwise makes the model infeasible.
    fn row(
        &mut self,
        statement: RowStatement,
        terms: Vec<LinearTerm>,
        relation: RowRelation,
        bound: i64,
    ) -> io::Result<()> {
        self.budget.check().map_err(io::Error::other)?;
        let mut merged: BTreeMap<u32, i64> = BTreeMap::new();
        for (variable, times) in terms {
            *merged.entry(variable).or_default() += times;
        }
        merged.retain(|_, times| *times != 0);
        let row = |statement, terms, relation, bound| LinearRow {
            statement,
            terms,
            relation,
            bound,
        };
        let holds = match relation {
            RowRelation::AtMost => 0 <= bound,
            RowRelation::Exactly => 0 == bound,
            RowRelation::AtLeast => 0 >= bound,
        };
        if !merged.is_empty() {
            let terms = merged.into_iter().collect();
            self.rows.push(row(statement, terms, relation, bound));
        } else if !holds && self.variables.last() != Some(&LinearVariable::Impossible) {
            // Not every solver reads a row without terms.
            let terms = vec![(self.variables.len() as u32, 1)];
            self.variables.push(LinearVariable::Impossible);
            self.rows.extend([1, 0].map(|bound| {
                let statement = RowStatement::Impossible(bound);
                row(statement, terms.clone(), RowRelation::Exactly, bound)
            }));
        }
        Ok(())
    }
}

/// A sum that is 1 if the cell with these variables shows the value, and 0 if not.
fn showing(shown: &[(u32, Pips)], pips: Pips) -> Vec<LinearTerm> {
    let showing = shown.iter().filter(|(_, value)| *value == pips);
    showing.map(|&(variable, _)| (variable, 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::lower;
    use crate::puzzle::{Cell, Domino, Puzzle, PuzzleDraft};

    #[test]
    fn infeasible_rows_without_terms_become_a_contradiction() {
        let apart = Puzzle::new(PuzzleDraft {
            cells: [0, 2].map(|column| Cell::on_grid(0, column)).into(),
            dominoes: vec![Domino::new(1, 2)],
            ..PuzzleDraft::default()
        })
        .expect("a puzzle");
        let model = lower(&apart, &[]).expect("a small puzzle").model;
        let budget = Budget::default();
        let linear = LinearModel::new(&model, LinearForm::Placements, &budget).expect("no limit");
        assert_eq!(linear.variables, [LinearVariable::Impossible]);
        let bounds = linear
            .rows
            .iter()
            .map(|row| (row.terms.clone(), row.relation, row.bound));
        let expected = [1, 0].map(|bound| (vec![(0, 1)], RowRelation::Exactly, bound));
        assert_eq!(bounds.collect::<Vec<_>>(), expected);
    }
}
