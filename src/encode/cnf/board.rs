//! What the encodings with a literal per edge state alike: every cell lies on one edge with a domino
//! and shows one value, every value is shown as often as the dominoes have it, every rule is kept.
//!
//! With P placements, E edges, C cells, d values and at most g edges a cell: P + E + C d variables
//! and C(d^2 + g^2)/2 clauses, beside the [`counter`] of a value's supply and the rules of [`ValueLiterals`].

use super::values::ValueLiterals;
use super::{CnfSink, Lit, VariableBlock, counter, declare_placements, exactly_one, placement_lit};
use crate::model::{CellId, ConstraintKind, KindId, Model, PlacementId, Rule};
use crate::puzzle::Graph;

/// The literals of a board.
#[derive(Debug)]
pub(super) struct BoardLiterals<'a> {
    pub(super) model: &'a Model,
    /// By edge: some domino lies there.
    pub(super) edges: Vec<Lit>,
    pub(super) values: ValueLiterals<'a>,
    graph: Graph,
    placements_by_kind: Vec<Vec<PlacementId>>,
}

impl<'a> BoardLiterals<'a> {
    /// Numbers placements, edges and values. A cell that is the `same` as an earlier one shares its
    /// value literals.
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

    /// States a constraint of the model. How often a kind is used is left to the encodings,
    /// and which boards are excluded to whatever blocks them.
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
            ConstraintKind::Pinned { cell, pips } => {
                self.values.encode_rule(formula, &[*cell], Rule::pin(*pips));
            }
            ConstraintKind::Supply { value, cells } => {
                let holders = self.values.lits_of_value(*value);
                counter::exactly_weighted(formula, &holders, *cells as usize);
            }
            ConstraintKind::Used { .. }
            | ConstraintKind::NeverFlipped(_)
            | ConstraintKind::Excluded(_) => {}
        }
    }
}
