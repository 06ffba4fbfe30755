//! 0/1 linear models: linear rows over 0/1 variables, for [`opb`](crate::backend::opb),
//! [`lp`](crate::backend::lp) and SMT-LIB's `pb`.
//!
//! Placements are the first variables. A row defines every other variable as a sum of placements,
//! so each solution has one assignment if symmetry is broken.

mod words;

use std::io;

use crate::limits::Budget;
use crate::model::{
    CellId, ConstraintKind, EdgeId, KindId, Model, Origin, Pips, PlacementId, Relation, Rule,
};

/// The choice of variables of a linear model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// The sum of a region.
    Sum(Origin, Rule),
    /// The two cells of a region of equal cells agree on this value.
    Same(Origin, Pips, [CellId; 2]),
    /// A region of different cells shows this value at most once.
    Different(Origin, Pips),
    /// The cell is pinned.
    Pinned(CellId, Pips),
    /// The number of cells that show the value.
    ValueCount(Pips),
    /// Not all placements of an excluded board are chosen.
    Excluded(Origin),
    /// The puzzle cannot be solved.
    Impossible,
    /// The puzzle can be solved.
    Possible,
}

impl RowStatement {
    /// The parts of the puzzle that the row comes from.
    pub(crate) fn origins(self, model: &Model) -> Vec<Origin> {
        match self {
            RowStatement::DefinesEdge(edge) => {
                model.edges[edge.index()].ends().map(Origin::Cell).to_vec()
            }
            RowStatement::DefinesValue(cell, _)
            | RowStatement::Covered(cell)
            | RowStatement::OneValue(cell)
            | RowStatement::Pinned(cell, _) => vec![Origin::Cell(cell)],
            RowStatement::Used(kind) => vec![Origin::Domino(kind)],
            RowStatement::Sum(origin, _)
            | RowStatement::Same(origin, ..)
            | RowStatement::Different(origin, _)
            | RowStatement::Excluded(origin) => vec![origin],
            RowStatement::ValueCount(_) => vec![Origin::Redundant],
            RowStatement::Impossible | RowStatement::Possible => Vec::new(),
        }
    }
}

impl LinearVariable {
    /// The parts of the puzzle that the variable describes.
    pub(crate) fn origins(self, model: &Model) -> Vec<Origin> {
        match self {
            LinearVariable::Placement(id) => model.placement_origins(id).to_vec(),
            LinearVariable::Value(cell, _) => vec![Origin::Cell(cell)],
            LinearVariable::Edge(edge) => {
                model.edges[edge.index()].ends().map(Origin::Cell).to_vec()
            }
            LinearVariable::Impossible => Vec::new(),
        }
    }
}

/// The relation of a sum to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowRelation {
    AtMost,
    Exactly,
    AtLeast,
}

impl RowRelation {
    fn holds(self, sum: i64, bound: i64) -> bool {
        match self {
            RowRelation::AtMost => sum <= bound,
            RowRelation::Exactly => sum == bound,
            RowRelation::AtLeast => sum >= bound,
        }
    }
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
    pub(crate) fn new(
        model: &Model,
        form: LinearForm,
        budget: Option<&Budget>,
    ) -> io::Result<Self> {
        let shown: Vec<Vec<(u32, Pips)>> = (model.placements_by_cell().iter())
            .map(|placements| placements.iter().map(|&(id, pips)| (id.0, pips)).collect())
            .collect();
        let variables = |shown: &Vec<(u32, Pips)>| shown.iter().map(|&(id, _)| id).collect();
        let mut encoder = LinearEncoder {
            model,
            budget,
            covering: shown.iter().map(variables).collect(),
            shown,
            linear: LinearModel {
                variables: model
                    .placement_ids()
                    .map(LinearVariable::Placement)
                    .collect(),
                rows: Vec::new(),
            },
        };
        if form == LinearForm::Values {
            encoder.define_values_and_edges()?;
        }
        encoder.constraints(form)?;
        Ok(encoder.linear)
    }
}

struct LinearEncoder<'a> {
    model: &'a Model,
    budget: Option<&'a Budget>,
    /// For each cell, variables of which exactly one is 1, with the value that the cell then shows.
    shown: Vec<Vec<(u32, Pips)>>,
    /// For each cell, the variables that cover it.
    covering: Vec<Vec<u32>>,
    linear: LinearModel,
}

impl LinearEncoder<'_> {
    /// Adds the variables of [`LinearForm::Values`] with the rows that define them.
    fn define_values_and_edges(&mut self) -> io::Result<()> {
        let model = self.model;
        let placements = std::mem::take(&mut self.shown);
        for cell in model.cell_ids() {
            let domain = model.cell(cell).domain.iter();
            let values =
                domain.map(|&pips| (self.variable(LinearVariable::Value(cell, pips)), pips));
            let values = values.collect();
            self.shown.push(values);
        }
        let first_edge = self.linear.variables.len() as u32;
        for edge in (0..model.edges.len()).map(EdgeId::at) {
            let _ = self.variable(LinearVariable::Edge(edge));
        }
        let graph = model.graph();
        let edges_at = |cell| graph.edges_at(cell).iter().map(|edge| first_edge + edge.0);
        self.covering = model
            .cell_ids()
            .map(|cell| edges_at(cell).collect())
            .collect();
        for cell in model.cell_ids() {
            for (value, pips) in self.shown[cell.index()].clone() {
                let mut terms = showing(&placements[cell.index()], pips);
                terms.push((value, -1));
                self.row(
                    RowStatement::DefinesValue(cell, pips),
                    terms,
                    RowRelation::Exactly,
                    0,
                )?;
            }
        }
        for (edge, placements) in model.placements_by_edge().into_iter().enumerate() {
            let mut terms: Vec<LinearTerm> = placements.map(|placement| (placement, 1)).collect();
            terms.push((first_edge + edge as u32, -1));
            self.row(
                RowStatement::DefinesEdge(EdgeId::at(edge)),
                terms,
                RowRelation::Exactly,
                0,
            )?;
        }
        Ok(())
    }

    fn constraints(&mut self, form: LinearForm) -> io::Result<()> {
        let by_kind = self.model.placements_by_kind();
        for constraint in &self.model.constraints {
            let (statement, terms, bound) = match &constraint.body {
                ConstraintKind::Covered(cell) => {
                    let covering = self.covering[cell.index()].iter();
                    let terms = covering.map(|&variable| (variable, 1)).collect();
                    (RowStatement::Covered(*cell), terms, 1)
                }
                ConstraintKind::Shows(cell) if form == LinearForm::Values => {
                    let values = self.shown[cell.index()].iter();
                    let terms = values.map(|&(value, _)| (value, 1)).collect();
                    (RowStatement::OneValue(*cell), terms, 1)
                }
                ConstraintKind::Used { kind, times } => {
                    let terms = by_kind[kind.index()].iter().map(|id| (id.0, 1)).collect();
                    (RowStatement::Used(*kind), terms, i64::from(*times))
                }
                ConstraintKind::Pinned { cell, pips } => {
                    let terms = self.showing(&[*cell], *pips);
                    (RowStatement::Pinned(*cell, *pips), terms, 1)
                }
                ConstraintKind::ValueCount { value, cells } if form == LinearForm::Values => {
                    let every: Vec<CellId> = self.model.cell_ids().collect();
                    let terms = self.showing(&every, *value);
                    (RowStatement::ValueCount(*value), terms, i64::from(*cells))
                }
                ConstraintKind::Rule { cells, rule } => {
                    self.rule(constraint.origin, cells, *rule)?;
                    continue;
                }
                // Placements alone determine values; boards are blocked in the written model.
                ConstraintKind::Shows(_)
                | ConstraintKind::ValueCount { .. }
                | ConstraintKind::NeverFlipped(_)
                | ConstraintKind::Excluded(_) => continue,
            };
            self.row(statement, terms, RowRelation::Exactly, bound)?;
        }
        Ok(())
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
                self.row(
                    RowStatement::Sum(origin, rule),
                    terms.collect(),
                    relation,
                    bound,
                )?;
            }
            Rule::Equal => {
                let values = self.values_on(cells);
                for pair in cells.windows(2) {
                    for &pips in &values {
                        let mut terms = self.showing(&pair[..1], pips);
                        let other = self.showing(&pair[1..], pips).into_iter();
                        terms.extend(other.map(|(variable, times)| (variable, -times)));
                        let statement = RowStatement::Same(origin, pips, [pair[0], pair[1]]);
                        self.row(statement, terms, RowRelation::Exactly, 0)?;
                    }
                }
            }
            Rule::Unequal => {
                for pips in self.values_on(cells) {
                    let terms = self.showing(cells, pips);
                    if terms.len() > 1 {
                        self.row(
                            RowStatement::Different(origin, pips),
                            terms,
                            RowRelation::AtMost,
                            1,
                        )?;
                    }
                }
            }
            Rule::Empty => {}
        }
        Ok(())
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

    fn variable(&mut self, variable: LinearVariable) -> u32 {
        self.linear.variables.push(variable);
        self.linear.variables.len() as u32 - 1
    }

    /// Adds a row after merging the terms of each variable. A row without terms is dropped if it holds,
    /// and otherwise makes the model infeasible.
    fn row(
        &mut self,
        statement: RowStatement,
        mut terms: Vec<LinearTerm>,
        relation: RowRelation,
        bound: i64,
    ) -> io::Result<()> {
        let within = self.budget.map_or(Ok(()), Budget::check);
        within.map_err(io::Error::other)?;
        terms.sort_unstable_by_key(|&(variable, _)| variable);
        terms.dedup_by(|next, term| {
            let same = next.0 == term.0;
            if same {
                term.1 += next.1;
            }
            same
        });
        terms.retain(|&(_, times)| times != 0);
        let rows = &mut self.linear.rows;
        if !terms.is_empty() {
            rows.push(LinearRow {
                statement,
                terms,
                relation,
                bound,
            });
        } else if !relation.holds(0, bound)
            && self.linear.variables.last() != Some(&LinearVariable::Impossible)
        {
            // Not every solver reads a row without terms.
            let impossible = self.linear.variables.len() as u32;
            rows.extend(
                [(RowStatement::Impossible, 1), (RowStatement::Possible, 0)].map(
                    |(statement, bound)| LinearRow {
                        statement,
                        terms: vec![(impossible, 1)],
                        relation: RowRelation::Exactly,
                        bound,
                    },
                ),
            );
            self.linear.variables.push(LinearVariable::Impossible);
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
        assert_eq!(model.placements, []);
        let linear = LinearModel::new(&model, LinearForm::Placements, None).expect("no budget");
        assert_eq!(linear.variables, [LinearVariable::Impossible]);
        let bounds = linear
            .rows
            .iter()
            .map(|row| (row.terms.clone(), row.relation, row.bound));
        let expected = [1, 0].map(|bound| (vec![(0, 1)], RowRelation::Exactly, bound));
        assert_eq!(bounds.collect::<Vec<_>>(), expected);
    }
}
