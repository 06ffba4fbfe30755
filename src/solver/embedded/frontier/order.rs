//! Orders of the cells for frontier search.
//!
//! The number of states, and so the time, depends mostly on the order. Orders are compared by an estimate
//! of the bits in a state at each step: cells ahead that may be covered, partly covered rules, and kinds
//! that may have been used.

use super::plan::{StepSpans, positions, rule_bits};
use crate::puzzle::{CellId, Edge, Graph};
use crate::solver::index::{ModelIndex, NONE};

/// An order of the cells with its estimated logarithm of the number of states.
#[derive(Debug)]
pub(super) struct RatedOrder {
    pub(super) effort: f64,
    pub(super) order: Vec<usize>,
}

/// Maximum number of start cells of breadth-first orders.
const STARTS: usize = 64;

/// Returns the better of two quickly computed orders.
pub(super) fn quick(index: &ModelIndex) -> Option<RatedOrder> {
    let natural = (0..index.rule_of.len()).collect();
    rated(index, vec![greedy(index, &graph(index)), natural])
        .into_iter()
        .next()
}

/// Returns many orders, the best estimate first: breadth first from every cell, with the other connected
/// components after it, and with the smaller ones before it.
pub(super) fn many(index: &ModelIndex) -> Vec<RatedOrder> {
    let graph = graph(index);
    // Each component breadth first from its first cell, the smallest component first.
    let parts = graph.parts(|_| true).into_iter();
    let mut islands: Vec<Vec<usize>> = parts
        .map(|part| outwards(&graph, part[0].index()))
        .collect();
    islands.sort_by_key(Vec::len);
    let mut orders = Vec::new();
    let cells = index.rule_of.len();
    let stride = cells.div_ceil(STARTS).max(1);
    for start in (0..cells).step_by(stride) {
        let own = islands.iter().position(|island| island.contains(&start));
        let others = || {
            let others = islands.iter().enumerate();
            others
                .filter(|(nth, _)| Some(*nth) != own)
                .flat_map(|(_, island)| island)
        };
        let from_here = outwards(&graph, start);
        orders.push(from_here.iter().chain(others()).copied().collect());
        if islands.len() > 1 {
            orders.push(others().chain(&from_here).copied().collect());
        }
    }
    rated(index, orders)
}

fn rated(index: &ModelIndex, orders: Vec<Vec<usize>>) -> Vec<RatedOrder> {
    let mut rated: Vec<RatedOrder> = orders
        .into_iter()
        .map(|order| RatedOrder {
            effort: effort(index, &order),
            order,
        })
        .collect();
    rated.sort_by(|one, other| one.effort.total_cmp(&other.effort));
    rated.dedup_by(|one, other| one.order == other.order);
    rated
}

/// Returns the graph of cells that can share a domino.
fn graph(index: &ModelIndex) -> Graph {
    let mut edges = Vec::new();
    for (cell, neighbours) in (0..).zip(&index.neighbours) {
        for (other, candidates) in neighbours {
            if cell < *other && !candidates.is_empty() {
                edges.push(Edge::between(CellId(cell), CellId(*other)));
            }
        }
    }
    edges.sort_unstable();
    Graph::new(index.rule_of.len(), edges)
}

/// Returns the connected component of a cell in breadth-first order.
fn outwards(graph: &Graph, start: usize) -> Vec<usize> {
    let order = graph.outwards(CellId::at(start), |_| true).into_iter();
    order.map(CellId::index).collect()
}

/// Returns the greedy order: always the cell that leaves the fewest neighbours and rules open.
fn greedy(index: &ModelIndex, graph: &Graph) -> Vec<usize> {
    let neighbours = |cell: usize| graph.neighbours(CellId::at(cell)).map(CellId::index);
    let rule_at = |cell: usize| match index.rule_of[cell] {
        NONE => None,
        rule => Some(rule as usize),
    };
    let mut done = vec![false; index.rule_of.len()];
    let mut touched = vec![false; index.rule_of.len()];
    let mut shown = vec![0; index.rules.len()];
    let mut order = Vec::with_capacity(index.rule_of.len());
    while order.len() < index.rule_of.len() {
        let cost = |cell: usize| {
            let opened = neighbours(cell)
                .filter(|&other| !done[other] && !touched[other])
                .count() as i64;
            let closed = i64::from(touched[cell]);
            let rule = rule_at(cell).map_or(0, |rule| {
                let size = index.rules[rule].cells.len();
                let opens = i64::from(shown[rule] == 0 && size > 1);
                let closes = i64::from(shown[rule] + 1 == size && size > 1);
                3 * (opens - closes) - i64::from(shown[rule] > 0)
            });
            (opened - closed + rule, cell)
        };
        let Some(cell) = (0..index.rule_of.len())
            .filter(|&cell| !done[cell])
            .min_by_key(|&c| cost(c))
        else {
            break;
        };
        done[cell] = true;
        for other in neighbours(cell) {
            touched[other] = true;
        }
        if let Some(rule) = rule_at(cell) {
            shown[rule] += 1;
        }
        order.push(cell);
    }
    order
}

/// Estimates the logarithm of the number of states of an order.
fn effort(index: &ModelIndex, order: &[usize]) -> f64 {
    let position = positions(order);
    let spans = StepSpans::new(index, &position);
    let mut knowledge = vec![0.0; order.len() + 1];
    let mut add = |span: Option<(usize, usize)>, bits: f64| {
        if let Some((first, last)) = span {
            for known in &mut knowledge[first..last] {
                *known += bits;
            }
        }
    };
    for &span in &spans.cells {
        add(span, 0.7);
    }
    for (&span, rule) in spans.rules.iter().zip(&index.rules) {
        add(span, 0.6 * f64::from(rule_bits(index, rule.rule)));
    }
    // The entropy of a kind is largest when half of its placements are behind.
    let mut behind: Vec<Vec<f64>> = vec![Vec::new(); index.copies.len()];
    for candidate in &index.candidates {
        let [one, other] = candidate.cells.map(|cell| position[cell as usize]);
        behind[candidate.kind as usize].push(one.min(other) as f64);
    }
    for list in &mut behind {
        list.sort_by(f64::total_cmp);
        let all = list.len() as f64;
        for (index, pair) in list.windows(2).enumerate() {
            let share = (index + 1) as f64 / all;
            let bits = -(share * share.log2() + (1.0 - share) * (1.0 - share).log2());
            add(Some((pair[0] as usize, pair[1] as usize)), 0.5 * bits);
        }
    }
    knowledge.into_iter().map(f64::exp2).sum::<f64>().log2()
}

#[cfg(test)]
mod tests {
    use super::{many, quick};
    use crate::lower::tests::open;
    use crate::lower::{STEPS, lower};
    use crate::puzzle::Domino;
    use crate::solver::index::ModelIndex;

    /// Two separate squares, with dominoes that fit everywhere.
    fn two_islands() -> ModelIndex {
        let square = |at: u32| [(at, at), (at, at + 1), (at + 1, at), (at + 1, at + 1)];
        let dominoes = (0..4).map(|pips| Domino::new(pips, pips + 1)).collect();
        let puzzle = open(&[square(0), square(5)].concat(), dominoes);
        ModelIndex::new(&lower(&puzzle, &STEPS).expect("a small puzzle").model)
    }

    #[test]
    fn every_order_has_every_cell_once() {
        let index = two_islands();
        let orders: Vec<_> = quick(&index).into_iter().chain(many(&index)).collect();
        assert!(orders.len() > 8);
        for mut rated in orders {
            rated.order.sort_unstable();
            assert_eq!(rated.order, (0..index.rule_of.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_estimate_prefers_one_component_after_the_other() {
        let index = two_islands();
        let zigzag = [0, 4, 1, 5, 2, 6, 3, 7];
        let best = many(&index).remove(0);
        assert!(best.effort < super::effort(&index, &zigzag));
    }
}
