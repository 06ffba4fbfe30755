//! 0/1 linear programs: a model as sums of 0/1 variables, which the languages [`opb`](crate::backend::opb)
//! and [`lp`](crate::backend::lp) write down.
//!
//! [`encode`] hands variables and rows to a [`Program`] one after the other, so that a language may
//! count them first and write them later without keeping any. Placements are the first variables.
//! Every other variable has a row that makes it a sum of placements, so that there is one
//! assignment for each solution (as long as symmetry is broken).

#[cfg(test)]
mod tests;
mod words;

use std::io;

use crate::model::{
    CellId, ConstraintKind, EdgeId, KindId, Model, Origin, Pips, PlacementId, Relation, Rule,
};

/// How a model is made linear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// P variables, one for each placement. A cell and a kind take a row each, a sum one, n equal
    /// cells d(n-1) and n different ones d, where d is the number of values. Supply facts are left
    /// out: they are sums of the kinds' rows, so that no linear relaxation gains from them.
    Placements,
    /// A variable more for each value of a cell and for each edge: P + Cd + E, and as many rows
    /// that define them. The rules speak of values alone, in rows of a few terms.
    Values,
}

/// What a variable says if it is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    /// The placement is there.
    Placement(PlacementId),
    /// The cell shows this.
    Value(CellId, Pips),
    /// Some domino lies on the edge.
    Edge(EdgeId),
    /// The puzzle cannot be solved.
    Impossible,
}

/// What a row says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statement {
    /// The definition of a value: it is shown where one of its placements lies.
    Shows(CellId, Pips),
    /// The definition of an edge: it is taken where one of its placements lies.
    Taken(EdgeId),
    /// The cell is covered once.
    Covered(CellId),
    /// The cell shows one value.
    OneValue(CellId),
    /// So many placements are of the kind.
    Used(KindId),
    /// The sum of a region.
    Sum(Origin, Rule),
    /// The two cells of a region of equal cells agree on this value.
    Same(Origin, Pips, [CellId; 2]),
    /// A region of different cells shows this value once at most.
    Different(Origin, Pips),
    /// The cell is pinned.
    Pinned(CellId, Pips),
    /// So many cells show the value.
    Supply(Pips),
    /// Not all dominoes of a board that does not count lie as they do there.
    Excluded(Origin),
    /// The puzzle cannot be solved.
    Impossible,
    /// The puzzle can be solved.
    Possible,
}

impl Statement {
    /// The parts of the puzzle that the row is about.
    pub(crate) fn origins(self, model: &Model) -> Vec<Origin> {
        match self {
            Statement::Taken(edge) => model.edges[edge.index()].ends().map(Origin::Cell).to_vec(),
            Statement::Shows(cell, _)
            | Statement::Covered(cell)
            | Statement::OneValue(cell)
            | Statement::Pinned(cell, _) => vec![Origin::Cell(cell)],
            Statement::Used(kind) => vec![Origin::Domino(kind)],
            Statement::Sum(origin, _)
            | Statement::Same(origin, ..)
            | Statement::Different(origin, _)
            | Statement::Excluded(origin) => vec![origin],
            Statement::Supply(_) => vec![Origin::Redundant],
            Statement::Impossible | Statement::Possible => Vec::new(),
        }
    }
}

impl Variable {
    /// The parts of the puzzle that it stands for.
    pub(crate) fn origins(self, model: &Model) -> Vec<Origin> {
        match self {
            Variable::Placement(id) => model.placement_origins(id).to_vec(),
            Variable::Value(cell, _) => vec![Origin::Cell(cell)],
            Variable::Edge(edge) => model.edges[edge.index()].ends().map(Origin::Cell).to_vec(),
            Variable::Impossible => Vec::new(),
        }
    }
}

/// How a sum stands to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    AtMost,
    Exactly,
    AtLeast,
}

impl Sign {
    fn holds(self, sum: i64, bound: i64) -> bool {
        match self {
            Sign::AtMost => sum <= bound,
            Sign::Exactly => sum == bound,
            Sign::AtLeast => sum >= bound,
        }
    }
}

/// The number of a variable, counted from 0, with what it is multiplied by: not 0.
pub(crate) type Term = (u32, i64);

/// A sum of terms, at least one and no two of the same variable, with its bound.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) statement: Statement,
    pub(crate) terms: &'a [Term],
    pub(crate) sign: Sign,
    pub(crate) bound: i64,
}

/// Where variables and rows go.
pub(crate) trait Program {
    /// The next variable.
    fn variable(&mut self, variable: Variable) -> io::Result<()>;

    /// A row over variables that are there.
    fn row(&mut self, row: Row<'_>) -> io::Result<()>;
}

/// States a model.
pub(crate) fn encode(model: &Model, form: Form, program: &mut dyn Program) -> io::Result<()> {
    for id in model.placement_ids() {
        program.variable(Variable::Placement(id))?;
    }
    let mut encoder = Encoder {
        model,
        form,
        at_cell: model.placements_by_cell(),
        first_values: Vec::new(),
        first_edge: 0,
        variables: model.placements.len() as u32,
        is_impossible: false,
        program,
    };
    match form {
        Form::Placements => {}
        Form::Values => encoder.define()?,
    }
    encoder.constraints()
}

struct Encoder<'a> {
    model: &'a Model,
    form: Form,
    /// The placements on each cell, with what they show there.
    at_cell: Vec<Vec<(PlacementId, Pips)>>,
    /// Where the variables of each cell's values start, in the order of its domain.
    first_values: Vec<u32>,
    /// Where the variables of the edges start.
    first_edge: u32,
    /// How many variables there are.
    variables: u32,
    is_impossible: bool,
    program: &'a mut dyn Program,
}

impl Encoder<'_> {
    /// The variables beside the placements, and what they are.
    fn define(&mut self) -> io::Result<()> {
        let model = self.model;
        for cell in model.cell_ids() {
            self.first_values.push(self.variables);
            for &pips in model.cell(cell).domain.iter() {
                let _ = self.variable(Variable::Value(cell, pips))?;
            }
        }
        self.first_edge = self.variables;
        for edge in (0..model.edges.len()).map(EdgeId::at) {
            let _ = self.variable(Variable::Edge(edge))?;
        }
        for cell in model.cell_ids() {
            for (&pips, value) in model
                .cell(cell)
                .domain
                .iter()
                .zip(self.first_values[cell.index()]..)
            {
                let mut terms = self.placements_showing(cell, pips);
                terms.push((value, -1));
                self.row(Statement::Shows(cell, pips), terms, Sign::Exactly, 0)?;
            }
        }
        for (edge, placements) in model.placements_by_edge().into_iter().enumerate() {
            let mut terms: Vec<Term> = placements.map(|placement| (placement, 1)).collect();
            terms.push((self.first_edge + edge as u32, -1));
            self.row(Statement::Taken(EdgeId::at(edge)), terms, Sign::Exactly, 0)?;
        }
        Ok(())
    }

    fn constraints(&mut self) -> io::Result<()> {
        let model = self.model;
        let by_kind = model.placements_by_kind();
        let graph = model.graph();
        for constraint in &model.constraints {
            let origin = constraint.origin;
            match &constraint.body {
                ConstraintKind::Covered(cell) => {
                    let terms: Vec<Term> = match self.form {
                        Form::Placements => {
                            let placements = self.at_cell[cell.index()].iter();
                            placements.map(|(id, _)| (id.0, 1)).collect()
                        }
                        Form::Values => {
                            let edges = graph.edges_at(*cell).iter();
                            edges.map(|edge| (self.first_edge + edge.0, 1)).collect()
                        }
                    };
                    self.row(Statement::Covered(*cell), terms, Sign::Exactly, 1)?;
                }
                ConstraintKind::Shows(cell) => match self.form {
                    // What is shown is a sum of placements wherever it is spoken of.
                    Form::Placements => {}
                    Form::Values => {
                        let values = self.values(*cell).map(|(_, value)| (value, 1)).collect();
                        self.row(Statement::OneValue(*cell), values, Sign::Exactly, 1)?;
                    }
                },
                ConstraintKind::Used { kind, times } => {
                    let terms = by_kind[kind.index()].iter().map(|id| (id.0, 1)).collect();
                    let times = i64::from(*times);
                    self.row(Statement::Used(*kind), terms, Sign::Exactly, times)?;
                }
                ConstraintKind::Rule { cells, rule } => self.rule(origin, cells, *rule)?,
                ConstraintKind::Pinned { cell, pips } => {
                    let terms = self.showing(*cell, *pips);
                    self.row(Statement::Pinned(*cell, *pips), terms, Sign::Exactly, 1)?;
                }
                ConstraintKind::Supply { value, cells } => match self.form {
                    Form::Placements => {}
                    Form::Values => {
                        let on = model.cell_ids().flat_map(|cell| self.showing(cell, *value));
                        let (terms, cells) = (on.collect(), i64::from(*cells));
                        self.row(Statement::Supply(*value), terms, Sign::Exactly, cells)?;
                    }
                },
                // Excluded boards are blocked in the written model.
                ConstraintKind::NeverFlipped(_) | ConstraintKind::Excluded(_) => {}
            }
        }
        Ok(())
    }

    fn rule(&mut self, origin: Origin, cells: &[CellId], rule: Rule) -> io::Result<()> {
        match rule {
            Rule::Sum(relation, target) => {
                let (sign, bound) = match relation {
                    Relation::Equal => (Sign::Exactly, target),
                    Relation::Less => (Sign::AtMost, target - 1),
                    Relation::Greater => (Sign::AtLeast, target + 1),
                };
                let mut terms = Vec::new();
                for &cell in cells {
                    match self.form {
                        Form::Placements => terms.extend(
                            (self.at_cell[cell.index()].iter())
                                .map(|(id, pips)| (id.0, i64::from(*pips))),
                        ),
                        Form::Values => terms.extend(
                            self.values(cell)
                                .map(|(pips, value)| (value, i64::from(pips))),
                        ),
                    }
                }
                self.row(Statement::Sum(origin, rule), terms, sign, bound)
            }
            Rule::Equal => {
                let values = self.values_on(cells);
                for pair in cells.windows(2) {
                    for &pips in &values {
                        let mut terms = self.showing(pair[0], pips);
                        let other = self.showing(pair[1], pips).into_iter();
                        terms.extend(other.map(|(variable, times)| (variable, -times)));
                        let statement = Statement::Same(origin, pips, [pair[0], pair[1]]);
                        self.row(statement, terms, Sign::Exactly, 0)?;
                    }
                }
                Ok(())
            }
            Rule::Unequal => {
                for pips in self.values_on(cells) {
                    let on = cells.iter().flat_map(|&cell| self.showing(cell, pips));
                    let terms: Vec<Term> = on.collect();
                    if terms.len() > 1 {
                        self.row(Statement::Different(origin, pips), terms, Sign::AtMost, 1)?;
                    }
                }
                Ok(())
            }
            Rule::Empty => Ok(()),
        }
    }

    /// The values that some of the cells can show, sorted.
    fn values_on(&self, cells: &[CellId]) -> Vec<Pips> {
        let domains = cells.iter().map(|&cell| &self.model.cell(cell).domain);
        let mut values: Vec<Pips> = domains.flat_map(|domain| domain.iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The values of a cell with their variables.
    fn values(&self, cell: CellId) -> impl Iterator<Item = (Pips, u32)> + '_ {
        let domain = self.model.cell(cell).domain.iter().copied();
        domain.zip(self.first_values[cell.index()]..)
    }

    /// A sum that is 1 if the cell shows this, and 0 if not.
    fn showing(&self, cell: CellId, pips: Pips) -> Vec<Term> {
        match self.form {
            Form::Placements => self.placements_showing(cell, pips),
            Form::Values => {
                let values = self.values(cell);
                let value = values.filter(|(other, _)| *other == pips);
                value.map(|(_, variable)| (variable, 1)).collect()
            }
        }
    }

    fn placements_showing(&self, cell: CellId, pips: Pips) -> Vec<Term> {
        let placements = self.at_cell[cell.index()].iter();
        let showing = placements.filter(|(_, shown)| *shown == pips);
        showing.map(|(id, _)| (id.0, 1)).collect()
    }

    fn variable(&mut self, variable: Variable) -> io::Result<u32> {
        self.variables += 1;
        self.program.variable(variable)?;
        Ok(self.variables - 1)
    }

    /// A row, of which terms of one variable are added up. What is left may say nothing, and then
    /// it is left out; or be false whatever the variables are.
    fn row(
        &mut self,
        statement: Statement,
        mut terms: Vec<Term>,
        sign: Sign,
        bound: i64,
    ) -> io::Result<()> {
        terms.sort_unstable_by_key(|&(variable, _)| variable);
        terms.dedup_by(|next, term| {
            let same = next.0 == term.0;
            if same {
                term.1 += next.1;
            }
            same
        });
        terms.retain(|&(_, times)| times != 0);
        if !terms.is_empty() {
            return self.program.row(Row {
                statement,
                terms: &terms,
                sign,
                bound,
            });
        }
        if sign.holds(0, bound) || self.is_impossible {
            return Ok(());
        }
        // A row without terms would say the same, but not every solver reads one.
        self.is_impossible = true;
        let impossible = self.variable(Variable::Impossible)?;
        for (statement, bound) in [(Statement::Impossible, 1), (Statement::Possible, 0)] {
            self.program.row(Row {
                statement,
                terms: &[(impossible, 1)],
                sign: Sign::Exactly,
                bound,
            })?;
        }
        Ok(())
    }
}
