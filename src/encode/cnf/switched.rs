//! The compact encoding with an assumption literal (switch) for each region, which implies its rule.
//!
//! The board and the dominoes are stated as in [`super::compact`]. Every clause of a region's rule
//! also has the complement of the region's switch. Without the switch the auxiliary
//! variables of that rule are undetermined, so the encoding suits satisfiability and not
//! counting. Value counts hold without any switch. There are no more clauses than [`compact::clauses`].

use super::board::BoardLiterals;
use super::{CnfSink, Lit, VariableBlock, compact};
use crate::model::{ConstraintKind, Model, Origin, Pips};

/// The literals for assumptions.
#[derive(Debug)]
pub(crate) struct Switches {
    /// By edge: some domino lies on it.
    pub edges: Vec<Lit>,
    /// By cell: each value of its sorted domain with its literal.
    pub values: Vec<Vec<(Pips, Lit)>>,
    /// By region: its rule holds. `None` for a region without a rule.
    pub rules: Vec<Option<Lit>>,
}

/// Writes the clauses with a switch for each region. Pins are not stated: callers assume value literals.
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
            | ConstraintKind::ValueCount { .. } => {
                board.encode_constraint(formula, &constraint.body);
            }
            ConstraintKind::Used { kind, times } => {
                compact::encode_copies(&board, formula, *kind, *times)
            }
            // Rules follow below; pins and excluded boards are not stated.
            _ => {}
        }
    }
    let mut rules = vec![None; model.regions.len()];
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            break;
        }
        // Rules without a region are pins.
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

/// Adds the complement of the switch to every clause.
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
