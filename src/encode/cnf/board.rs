//! Constraints that the encodings with a literal per edge share: exactly one of the edges of a cell is
//! covered, a cell shows exactly one value, the value counts, and the rules.
//!
//! With P placements, E edges, C cells, d values and at most g edges at a cell: P + E + C d variables
//! and C(d^2 + g^2)/2 clauses, besides the [`counter`] of each value count and the rules of [`ValueLiterals`].

use super::values::ValueLiterals;
use super::{CnfSink, Lit, VariableBlock, counter, declare_placements, exactly_one, placement_lit};
use crate::model::{CellId, ConstraintKind, KindId, Model, PlacementId};
use crate::puzzle::Graph;

/// The literals of placements, edges and values.
#[derive(Debug)]
pub(super) struct BoardLiterals<'a> {
    pub(super) model: &'a Model,
    /// By edge: some domino lies on it.
    pub(super) edges: Vec<Lit>,
    pub(super) values: ValueLiterals<'a>,
    graph: Graph,
    placements_by_kind: Vec<Vec<PlacementId>>,
}

impl<'a> BoardLiterals<'a> {
    /// Creates the variables of placements, edges and values. A cell for which `same` returns an earlier
    /// cell shares the value literals of that cell.
    pub(super) fn declare(
        model: &'a Model,
        formula: &mut dyn CnfSink,
        same: impl Fn(CellId) -> Option<CellId>,
    ) -> Self {
        declare_placements(model, formula);
        formula.block(VariableBlock::Edges);
        let edges = model.edges.iter().map(|_| formula.new_lit()).collect();
        let values = ValueLiterals::declare(model, formula, same);
        formula.block(VariableBlock::Auxiliary);
        BoardLiterals {
            model,
            edges,
            values,
            graph: model.graph(),
            placements_by_kind: model.placements_by_kind(),
        }
    }

    /// The literals of a kind's placements.
    pub(super) fn of_kind(&self, kind: KindId) -> Vec<Lit> {
        let placements = self.placements_by_kind[kind.index()].iter();
        placements.map(|&id| placement_lit(id)).collect()
    }

    /// Adds the clauses of a constraint. Does nothing for [`ConstraintKind::Used`], which the encodings
    /// state differently, and for excluded boards, which the backends block.
    pub(super) fn encode_constraint(&self, formula: &mut dyn CnfSink, body: &ConstraintKind) {
        match body {
            ConstraintKind::Covered(cell) => {
                let at_cell: Vec<Lit> = self
                    .graph
                    .edges_at(*cell)
                    .iter()
                    .map(|edge| self.edges[edge.index()])
                    .collect();
                exactly_one(formula, &at_cell);
            }
            ConstraintKind::Shows(cell) => exactly_one(formula, &self.values.lits(*cell)),
            ConstraintKind::Rule { cells, rule } => self.values.encode_rule(formula, cells, *rule),
            ConstraintKind::ValueCount { value, cells } => {
                let holders = self.values.lits_of_value(*value);
                counter::exactly_weighted(formula, &holders, *cells as usize);
            }
            ConstraintKind::Used { .. }
            | ConstraintKind::NeverFlipped(_)
            | ConstraintKind::Excluded(_) => {}
        }
    }
}
