//! The compact encoding with a switch for each region: a literal under which its rule holds.
//!
//! The board and the dominoes are stated as in [`super::compact`]; every clause of a region's rule
//! has one literal more, the complement of the region's switch. With a switch off, the auxiliary
//! variables of that rule are free, so this is for asking whether there is a solution and not for
//! counting. Supply facts are stated too, whatever the switches: that a value runs out is what most
//! questions about rules come down to, and without counters the solver has to find it out by search.

use super::layers::OneHot;
use super::{Block, Formula, Lit, Values, compact, counter};
use crate::model::{Body, Model, Origin, Pips, RegionId};

/// The literals by which questions are asked.
#[derive(Debug)]
pub struct Switches {
    /// By edge: some domino lies there.
    pub edges: Vec<Lit>,
    /// By cell: each value of its domain, sorted, with the literal for the cell showing it.
    pub values: Vec<Vec<(Pips, Lit)>>,
    /// By region: its rule holds. Nothing for a region without one.
    pub rules: Vec<Option<Lit>>,
}

/// Encodes a model in which nothing but the rules of regions can be switched off. Pins, which are
/// questions of their own, are left out.
pub fn encode(model: &Model, formula: &mut impl Formula) -> Switches {
    let given = Model {
        constraints: model
            .constraints
            .iter()
            .filter(|constraint| match constraint.body {
                Body::Covered(_) | Body::Shows(_) | Body::Used { .. } => true,
                Body::Rule { .. } | Body::Pinned { .. } => false,
                Body::NeverFlipped(_) | Body::Supply { .. } => false,
            })
            .cloned()
            .collect(),
        ..model.clone()
    };
    compact::encode(&given, formula);

    // The order in which the compact encoding numbers its variables.
    let first_edge = model.placements.len() as u32;
    let edges = (first_edge..).take(model.edges.len()).map(Lit::positive);
    let mut next = first_edge + model.edges.len() as u32;
    let mut first = Vec::with_capacity(model.cells.len());
    for cell in &model.cells {
        first.push(Lit::positive(next));
        next += cell.domain.len() as u32;
    }
    let values = Values { model, first };
    let one_hot: Vec<OneHot> = (0..model.cells.len() as u32)
        .map(|cell| compact::one_hot(&values, crate::model::CellId(cell)))
        .collect();

    let mut rules = vec![None; model.regions.len()];
    for constraint in &model.constraints {
        if let Body::Supply { value, cells } = constraint.body {
            let holders: Vec<Lit> = one_hot
                .iter()
                .flatten()
                .filter(|(shown, _)| *shown == value)
                .map(|(_, lit)| *lit)
                .collect();
            counter::exactly(formula, &holders, cells as usize);
        }
        let Origin::Region(RegionId(region)) = constraint.origin else {
            continue;
        };
        let switch = formula.new_lit();
        rules[region as usize] = Some(switch);
        let mut switched = Switched {
            formula,
            switch,
            clause: Vec::new(),
        };
        if let Body::Rule { cells, rule } = &constraint.body {
            compact::state(&mut switched, &values, cells, *rule);
        }
    }
    Switches {
        edges: edges.collect(),
        values: one_hot,
        rules,
    }
}

/// A formula in which every clause holds only if the switch is on.
struct Switched<'f, F> {
    formula: &'f mut F,
    switch: Lit,
    clause: Vec<Lit>,
}

impl<F: Formula> Formula for Switched<'_, F> {
    fn new_lit(&mut self) -> Lit {
        self.formula.new_lit()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clause.clear();
        self.clause.push(!self.switch);
        self.clause.extend_from_slice(literals);
        self.formula.clause(&self.clause);
    }

    fn block(&mut self, block: Block) {
        self.formula.block(block);
    }
}
