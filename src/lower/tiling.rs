//! Which edges can be part of a tiling at all.
//!
//! On a two-coloured board (every grid) this is exact and linear once one tiling is known: an edge
//! outside that tiling is in another one iff it lies on an alternating cycle, that is, within one
//! strongly connected component when the tiling's edges point one way and all others back. A graph
//! with odd cycles has no such shortcut; there each edge is tried, on small graphs only.

use petgraph::algo::{kosaraju_scc, maximum_matching};
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};

use crate::model::Edge;

/// The most `cells * edges` for which the edges of a graph with odd cycles are tried one by one.
const TRIAL_LIMIT: usize = 20_000;

/// The most cells for which a tiling is looked for: beyond, matching costs more than it helps.
const CELL_LIMIT: usize = 5_000;

/// For each edge, can some tiling use it? Nothing if there is no tiling.
pub(crate) fn tileable(cells: usize, edges: &[Edge]) -> Option<Vec<bool>> {
    if cells > CELL_LIMIT {
        return Some(vec![true; edges.len()]);
    }
    let mate = perfect_matching(cells, edges)?;
    let in_tiling = |edge: &Edge| mate[edge.a.index()] == edge.b.index();
    match two_colours(cells, edges) {
        Some(dark) => {
            let component = components(cells, edges, &dark, &mate);
            Some(
                edges
                    .iter()
                    .map(|edge| {
                        in_tiling(edge) || component[edge.a.index()] == component[edge.b.index()]
                    })
                    .collect(),
            )
        }
        None if cells * edges.len() <= TRIAL_LIMIT => Some(
            edges
                .iter()
                .map(|&edge| in_tiling(&edge) || tiles_with(cells, edges, edge))
                .collect(),
        ),
        None => Some(vec![true; edges.len()]),
    }
}

fn graph(cells: usize, edges: impl Iterator<Item = Edge>) -> UnGraph<(), ()> {
    let mut graph = UnGraph::new_undirected();
    for _ in 0..cells {
        let _ = graph.add_node(());
    }
    for edge in edges {
        let _ = graph.add_edge(
            NodeIndex::new(edge.a.index()),
            NodeIndex::new(edge.b.index()),
            (),
        );
    }
    graph
}

/// The partner of each cell in some tiling.
fn perfect_matching(cells: usize, edges: &[Edge]) -> Option<Vec<usize>> {
    let graph = graph(cells, edges.iter().copied());
    let matching = maximum_matching(&graph);
    (0..cells)
        .map(|cell| matching.mate(NodeIndex::new(cell)).map(NodeIndex::index))
        .collect()
}

/// Is there a tiling that uses `edge`? There is iff the other cells can be tiled.
fn tiles_with(cells: usize, edges: &[Edge], edge: Edge) -> bool {
    let ends = [edge.a, edge.b];
    let rest = edges
        .iter()
        .copied()
        .filter(|other| !ends.contains(&other.a) && !ends.contains(&other.b));
    maximum_matching(&graph(cells, rest)).len() * 2 == cells - 2
}

/// A colour for each cell such that neighbours differ, if there is such a colouring.
fn two_colours(cells: usize, edges: &[Edge]) -> Option<Vec<bool>> {
    let mut neighbours = vec![Vec::new(); cells];
    for edge in edges {
        neighbours[edge.a.index()].push(edge.b.index());
        neighbours[edge.b.index()].push(edge.a.index());
    }
    let mut colour: Vec<Option<bool>> = vec![None; cells];
    for start in 0..cells {
        if colour[start].is_some() {
            continue;
        }
        colour[start] = Some(false);
        let mut open = vec![(start, false)];
        while let Some((cell, shade)) = open.pop() {
            for &next in &neighbours[cell] {
                match colour[next] {
                    None => {
                        colour[next] = Some(!shade);
                        open.push((next, !shade));
                    }
                    Some(other) if other == shade => return None,
                    Some(_) => {}
                }
            }
        }
    }
    colour.into_iter().collect()
}

/// The strongly connected component of each cell, the tiling's edges pointing from dark to light
/// and all others from light to dark.
fn components(cells: usize, edges: &[Edge], dark: &[bool], mate: &[usize]) -> Vec<usize> {
    let mut directed = DiGraph::<(), ()>::new();
    for _ in 0..cells {
        let _ = directed.add_node(());
    }
    for edge in edges {
        let (a, b) = (edge.a.index(), edge.b.index());
        let (from, to) = if dark[a] == (mate[a] == b) {
            (a, b)
        } else {
            (b, a)
        };
        let _ = directed.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    let mut component = vec![0; cells];
    for (index, members) in kosaraju_scc(&directed).iter().enumerate() {
        for node in members {
            component[node.index()] = index;
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::tileable;
    use crate::model::{CellId, Edge};

    fn edges(pairs: &[(u32, u32)]) -> Vec<Edge> {
        pairs
            .iter()
            .map(|&(a, b)| Edge::between(CellId(a), CellId(b)))
            .collect()
    }

    #[test]
    fn a_path_has_one_tiling() {
        let path = edges(&[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(tileable(4, &path), Some(vec![true, false, true]));
    }

    #[test]
    fn a_square_can_use_all_its_edges() {
        let square = edges(&[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(tileable(4, &square), Some(vec![true; 4]));
    }

    #[test]
    fn a_star_has_no_tiling() {
        assert_eq!(tileable(4, &edges(&[(0, 1), (0, 2), (0, 3)])), None);
    }

    #[test]
    fn a_triangle_with_a_tail_is_forced() {
        let graph = edges(&[(0, 1), (0, 2), (1, 2), (2, 3)]);
        assert_eq!(tileable(4, &graph), Some(vec![true, false, false, true]));
    }
}
