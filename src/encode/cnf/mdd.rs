//! Sums over one-hot values, as multi-valued decision diagrams (Abio and Stuckey, "Encoding Linear Constraints into SAT",
//! CP 2014): for a sum of n cells with d values each and at most s undecided partial sums, (n-2)s auxiliary variables and
//! about 2nsd clauses of three literals.
//!
//! The diagram has one layer per cell. A node is a partial sum that decides neither that the rule holds
//! nor that it fails; all partial sums with which the rule holds are one node. A node of the first layer that has one
//! incoming arc is the literal of that value, and no node follows the last cell, so a sum of two cells has no auxiliary
//! variable.
//!
//! Nodes are defined in both directions, so the values determine them. Unit propagation excludes a value when no path of
//! the diagram contains it. Whether it detects this early depends on the order of the cells.

use super::{CnfSink, Lit, at_least_one, contradiction};
use crate::puzzle::{Pips, Relation, SumBounds};
use std::collections::BTreeMap;

/// The sorted values of a cell with their literals, of which exactly one is true.
pub(super) type OneHot = Vec<(Pips, Lit)>;

/// The least and the greatest value of a cell.
pub(super) fn bounds(cell: &OneHot) -> SumBounds {
    SumBounds::of(cell.iter().map(|(value, _)| *value))
}

/// A node of the diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MddNode {
    /// The sum of the cells so far; the rule is undecided.
    Open(i64),
    /// The rule holds whatever the remaining values are.
    Kept,
}

/// The rule with the sums of the cells from each position on.
#[derive(Debug)]
struct SumMdd {
    relation: Relation,
    target: i64,
    /// The least and the greatest sum of the cells from each position on.
    rest: Vec<SumBounds>,
    /// For `=`: the sorted possible sums of the cells from each position on.
    reach: Vec<Vec<i64>>,
}

impl SumMdd {
    fn new(cells: &[OneHot], relation: Relation, target: i64) -> Self {
        let mut rest = vec![SumBounds::exactly(0)];
        let mut reach = vec![vec![0]];
        for cell in cells.iter().rev() {
            rest.push(rest[rest.len() - 1] + bounds(cell));
            if relation == Relation::Equal {
                let mut sums: Vec<i64> = reach[reach.len() - 1]
                    .iter()
                    .flat_map(|sum| cell.iter().map(move |(value, _)| sum + i64::from(*value)))
                    .filter(|&sum| sum <= target)
                    .collect();
                sums.sort_unstable();
                sums.dedup();
                reach.push(sums);
            }
        }
        rest.reverse();
        reach.reverse();
        SumMdd {
            relation,
            target,
            rest,
            reach,
        }
    }

    /// The node of a partial sum of the cells before `position`; none if the rule cannot hold.
    fn node(&self, sum: i64, position: usize) -> Option<MddNode> {
        match self.relation {
            Relation::Equal => self.reach[position]
                .binary_search(&(self.target - sum))
                .ok()
                .map(|_| MddNode::Open(sum)),
            Relation::Less | Relation::Greater => {
                let bounds = SumBounds::exactly(sum) + self.rest[position];
                match bounds.settle(self.relation, self.target) {
                    Some(true) => Some(MddNode::Kept),
                    Some(false) => None,
                    None => Some(MddNode::Open(sum)),
                }
            }
        }
    }

    /// The successor of a node at `position` by a value of the cell there.
    fn next(&self, node: MddNode, value: Pips, position: usize) -> Option<MddNode> {
        match node {
            MddNode::Kept => Some(MddNode::Kept),
            MddNode::Open(sum) => self.node(sum + i64::from(value), position + 1),
        }
    }
}

/// States a relation between the sum of the cells and the target.
pub(super) fn sum(formula: &mut dyn CnfSink, cells: &[OneHot], relation: Relation, target: i64) {
    let diagram = SumMdd::new(cells, relation, target);
    match diagram.node(0, 0) {
        None => return contradiction(formula),
        Some(MddNode::Kept) => return,
        Some(MddNode::Open(_)) => {}
    }
    // The nodes before a cell, each with its literal. The root has none.
    let mut layer: Vec<(MddNode, Option<Lit>)> = vec![(MddNode::Open(0), None)];
    for (position, cell) in cells.iter().enumerate() {
        let last = position + 1 == cells.len();
        let mut arcs: BTreeMap<MddNode, Vec<MddArc>> = BTreeMap::new();
        for &(node, from) in &layer {
            let mut allowed: Vec<Lit> = from.map(|lit| !lit).into_iter().collect();
            for &(value, lit) in cell {
                match diagram.next(node, value, position) {
                    // node -> not value
                    None => clause(formula, [from.map(|from| !from), Some(!lit), None]),
                    Some(to) => {
                        allowed.push(lit);
                        arcs.entry(to)
                            .or_default()
                            .push(MddArc { from, value: lit });
                    }
                }
            }
            if last && node != MddNode::Kept {
                // node -> one of the values with which the rule holds
                at_least_one(formula, &allowed);
            }
        }
        if last {
            return;
        }
        let root = position == 0;
        layer = arcs
            .into_iter()
            .map(|(node, arcs)| {
                let lit = match arcs.as_slice() {
                    [arc] if root => arc.value,
                    arcs => define(formula, arcs, cell),
                };
                (node, Some(lit))
            })
            .collect();
    }
}

/// An arc into a node: the literal of its origin, if that is not the root, and of the value.
#[derive(Debug, Clone, Copy)]
struct MddArc {
    from: Option<Lit>,
    value: Lit,
}

/// Creates the literal of a node, which is true iff both literals of one of its incoming arcs are.
fn define(formula: &mut dyn CnfSink, arcs: &[MddArc], cell: &OneHot) -> Lit {
    let node = formula.new_lit();
    for arc in arcs {
        // from and value -> node
        clause(
            formula,
            [arc.from.map(|from| !from), Some(!arc.value), Some(node)],
        );
    }
    for &(_, value) in cell {
        // node and value -> one of its predecessors by the value
        let mut literals = vec![!node, !value];
        literals.extend(
            arcs.iter()
                .filter(|arc| arc.value == value)
                .filter_map(|arc| arc.from),
        );
        let from_root = arcs
            .iter()
            .any(|arc| arc.value == value && arc.from.is_none());
        if !from_root {
            formula.clause(&literals);
        }
    }
    node
}

/// Adds the clause of those literals that are present.
fn clause(formula: &mut dyn CnfSink, literals: [Option<Lit>; 3]) {
    let literals: Vec<Lit> = literals.into_iter().flatten().collect();
    formula.clause(&literals);
}
