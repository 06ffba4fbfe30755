//! The compact encoding with a switch for each region, a literal under which its rule holds.
//!
//! The board and the dominoes are stated as in [`super::compact`]; every clause of a region's rule
//! has one literal more, the complement of the region's switch. With a switch off, the auxiliary
//! variables of that rule are free, so this is for asking whether there is a solution and not for
//! counting. Supply facts hold whatever the switches: that a value runs out is what most questions about
//! rules come down to. It has no more clauses than [`compact::clauses`].

use super::board::BoardLiterals;
use super::{CnfSink, Lit, VariableBlock, compact};
use crate::model::{ConstraintKind, Model, Origin, Pips};

/// The literals by which questions are asked.
#[derive(Debug)]
pub(crate) struct Switches {
    /// By edge: some domino lies there.
    pub edges: Vec<Lit>,
    /// By cell: each value of its domain, sorted, with the literal for the cell showing it.
    pub values: Vec<Vec<(Pips, Lit)>>,
    /// By region: its rule holds. Nothing for a region without one.
    pub rules: Vec<Option<Lit>>,
}

/// Encodes a model in which nothing but rules can be switched off. Pins, which are
/// questions of their own, are left out.
pub(crate) fn encode(model: &Model, formula: &mut dyn CnfSink) -> Switches {
    let board = BoardLiterals::declare(model, formula, |_| None);
    compact::link_placements(&board, formula);
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            break;
        }
        match &constraint.body {
            ConstraintKind::Covered(_)
            | ConstraintKind::Shows(_)
            | ConstraintKind::Supply { .. } => {
                board.encode_constraint(formula, &constraint.body);
            }
            ConstraintKind::Used { kind, times } => {
                compact::encode_copies(&board, formula, *kind, *times)
            }
            // Rules come below.
            _ => {}
        }
    }
    let mut rules = vec![None; model.regions.len()];
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            break;
        }
        // What follows from the rules of regions has no switch of its own.
        let (ConstraintKind::Rule { cells, rule }, Origin::Region(region)) =
            (&constraint.body, &constraint.origin)
        else {
            continue;
        };
        let switch = formula.new_lit();
        rules[region.index()] = Some(switch);
        let mut switched = SwitchedSink {
            formula,
            switch,
            clause: Vec::new(),
        };
        board.values.encode_rule(&mut switched, cells, *rule);
    }
    Switches {
        values: (model.cell_ids())
            .map(|cell| board.values.one_hot(cell))
            .collect(),
        edges: board.edges,
        rules,
    }
}

/// A formula in which every clause holds only if the switch is on.
struct SwitchedSink<'f> {
    formula: &'f mut dyn CnfSink,
    switch: Lit,
    clause: Vec<Lit>,
}

impl CnfSink for SwitchedSink<'_> {
    fn new_lit(&mut self) -> Lit {
        self.formula.new_lit()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clause.clear();
        self.clause.push(!self.switch);
        self.clause.extend_from_slice(literals);
        self.formula.clause(&self.clause);
    }

    fn block(&mut self, block: VariableBlock) {
        self.formula.block(block);
    }

    fn is_cancelled(&self) -> bool {
        self.formula.is_cancelled()
    }
}
