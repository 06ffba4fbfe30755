//! The board as a graph: connected components, bipartition, maximum matchings and the edges of tilings.
//!
//! A tiling by dominoes is a perfect matching. The edges are those of a puzzle, or those on which a domino is
//! still possible.

use petgraph::algo::{kosaraju_scc, maximum_matching};
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};

use super::{CellId, Edge, EdgeId, Puzzle};

/// Limit of `cells * edges` up to which the edges of a non-bipartite graph are tested one by one.
const TRIAL_LIMIT: usize = 20_000;

/// Limit of cells up to which matchings are computed. Beyond it, they cost more time than they save.
const CELL_LIMIT: usize = 5_000;

/// Cells and edges.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    edges: Vec<Edge>,
    /// The edges at each cell, in order.
    edges_at: Vec<Vec<EdgeId>>,
}

impl Puzzle {
    /// The whole board as a graph.
    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.cells.len(), self.edges.clone())
    }
}

impl Graph {
    /// A graph with this number of cells and these edges.
    pub(crate) fn new(cells: usize, edges: Vec<Edge>) -> Graph {
        let mut edges_at = vec![Vec::new(); cells];
        for (id, edge) in (0..).map(EdgeId).zip(&edges) {
            edges_at[edge.a.index()].push(id);
            edges_at[edge.b.index()].push(id);
        }
        Graph { edges, edges_at }
    }

    /// All cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.edges_at.len()).map(CellId::at)
    }

    /// The edges at a cell, in order.
    pub(crate) fn edges_at(&self, cell: CellId) -> &[EdgeId] {
        &self.edges_at[cell.index()]
    }

    /// The neighbours of a cell, in the order of its edges; in board order if the edges are sorted.
    pub(crate) fn neighbours(&self, cell: CellId) -> impl Iterator<Item = CellId> {
        let edges = self.edges_at(cell).iter();
        edges.map(move |edge| self.edges[edge.index()].other(cell))
    }

    /// The cells reachable from `start` through cells `within`, in breadth-first order.
    pub(crate) fn outwards(&self, start: CellId, within: impl Fn(CellId) -> bool) -> Vec<CellId> {
        self.reach(start, &within, &mut vec![false; self.edges_at.len()])
    }

    /// As [`Graph::outwards`], skipping and marking the cells in `seen`.
    fn reach(
        &self,
        start: CellId,
        within: &impl Fn(CellId) -> bool,
        seen: &mut [bool],
    ) -> Vec<CellId> {
        seen[start.index()] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for other in self.neighbours(cell).filter(|&other| within(other)) {
                if !std::mem::replace(&mut seen[other.index()], true) {
                    reached.push(other);
                }
            }
        }
        reached
    }

    /// The connected components of the cells `within`, each in board order, sorted by their first cells.
    pub(crate) fn parts(&self, within: impl Fn(CellId) -> bool) -> Vec<Vec<CellId>> {
        let mut seen = vec![false; self.edges_at.len()];
        let mut parts = Vec::new();
        for first in (0..self.edges_at.len()).map(CellId::at) {
            if within(first) && !seen[first.index()] {
                let mut part = self.reach(first, &within, &mut seen);
                part.sort_unstable();
                parts.push(part);
            }
        }
        parts
    }

    /// A 2-colouring of the cells, if the graph is bipartite, as every grid is.
    pub(crate) fn two_colours(&self) -> Option<Vec<bool>> {
        let mut colours: Vec<Option<bool>> = vec![None; self.edges_at.len()];
        for part in self.parts(|_| true) {
            // In breadth-first order, every cell but the first has a coloured neighbour.
            for cell in self.outwards(part[0], |_| true) {
                let beside = self
                    .neighbours(cell)
                    .find_map(|other| colours[other.index()]);
                colours[cell.index()] = Some(beside.is_some_and(|shade| !shade));
            }
        }
        let colours: Vec<bool> = colours.into_iter().flatten().collect();
        let differ = |edge: &Edge| colours[edge.a.index()] != colours[edge.b.index()];
        self.edges.iter().all(differ).then_some(colours)
    }

    /// The size of a maximum matching of the cells `within`: the most dominoes that fit.
    pub(crate) fn most_dominoes(&self, within: impl Fn(CellId) -> bool) -> usize {
        let edges = self.edges.iter();
        let edges = edges.filter(|edge| edge.ends().into_iter().all(&within));
        maximum_matching(&matchable(edges)).len()
    }

    /// The cells `within` that some maximum matching leaves uncovered, in board order: the set D of the
    /// Gallai-Edmonds decomposition, for bipartite graphs the Dulmage-Mendelsohn decomposition. `None` if
    /// the graph is not bipartite, where the search would need blossoms.
    ///
    /// A cell is in the set iff an alternating path of even length leads to it from a cell that one maximum
    /// matching leaves uncovered. In a bipartite graph no two of these cells are neighbours, and the cells of
    /// each colour, if any, outnumber their neighbours: they violate Hall's condition.
    pub(crate) fn sometimes_uncovered(
        &self,
        within: impl Fn(CellId) -> bool,
    ) -> Option<Vec<CellId>> {
        let _ = self.two_colours()?;
        let edges = self.edges.iter();
        let edges = edges.filter(|edge| edge.ends().into_iter().all(&within));
        let graph = matchable(edges);
        let matching = maximum_matching(&graph);
        let mate = |cell: CellId| matching.mate(NodeIndex::new(cell.index()));
        let mut reached: Vec<CellId> = self.cells().collect();
        reached.retain(|&cell| within(cell) && mate(cell).is_none());
        let mut seen = vec![false; self.edges_at.len()];
        for cell in &reached {
            seen[cell.index()] = true;
        }
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for beside in self.neighbours(cell).filter(|&beside| within(beside)) {
                if let Some(beyond) = mate(beside).map(|node| CellId::at(node.index()))
                    && !std::mem::replace(&mut seen[beyond.index()], true)
                {
                    reached.push(beyond);
                }
            }
        }
        reached.sort_unstable();
        Some(reached)
    }

    /// Whether a perfect matching exists. Beyond [`CELL_LIMIT`] this is assumed.
    pub(crate) fn has_tiling(&self) -> bool {
        let cells = self.edges_at.len();
        cells > CELL_LIMIT || self.most_dominoes(|_| true) * 2 == cells
    }

    /// For each edge, whether some tiling uses it; `None` if there is no tiling. Beyond [`CELL_LIMIT`],
    /// only the edges excluded by [`Graph::unforced_edges`] are left out.
    ///
    /// In a bipartite graph this is exact and linear once one tiling is known, as in the filtering of
    /// `alldifferent` (Régin 1994): an edge outside the tiling is in another one iff it lies on an
    /// alternating cycle, that is, within one strongly connected component of the graph whose tiling edges
    /// are directed one way and all others the other way. In small non-bipartite graphs each edge is
    /// tested; in large ones all edges are kept.
    pub(crate) fn tileable_edges(&self) -> Option<Vec<bool>> {
        let cells = self.edges_at.len();
        if cells > CELL_LIMIT {
            return self.unforced_edges();
        }
        let mate = self.tiling()?;
        let in_tiling = |edge: &Edge| mate[edge.a.index()] == edge.b.index();
        let usable: Vec<bool> = match self.two_colours() {
            Some(dark) => {
                let component = self.alternating_components(&dark, in_tiling);
                let edges = self.edges.iter();
                let within = |edge: &Edge| component[edge.a.index()] == component[edge.b.index()];
                edges.map(|edge| in_tiling(edge) || within(edge)).collect()
            }
            None if cells * self.edges.len() <= TRIAL_LIMIT => {
                let fits = |edge: &Edge| {
                    let others = |cell: CellId| !edge.ends().contains(&cell);
                    self.most_dominoes(others) * 2 == cells - 2
                };
                let edges = self.edges.iter();
                edges.map(|edge| in_tiling(edge) || fits(edge)).collect()
            }
            None => vec![true; self.edges.len()],
        };
        Some(usable)
    }

    /// Unit propagation on degrees: a cell with a single open edge takes it, which closes the other edges
    /// of its neighbour. Returns whether each edge stays open; `None` if a cell has no open edge.
    fn unforced_edges(&self) -> Option<Vec<bool>> {
        let mut open = vec![true; self.edges.len()];
        let mut degree: Vec<usize> = self.edges_at.iter().map(Vec::len).collect();
        let mut settled = vec![false; degree.len()];
        let cells = (0..degree.len()).map(CellId::at);
        let mut leaves: Vec<CellId> = cells.filter(|cell| degree[cell.index()] <= 1).collect();
        while let Some(cell) = leaves.pop() {
            if std::mem::replace(&mut settled[cell.index()], true) {
                continue;
            }
            let mut edges = self.edges_at(cell).iter();
            let only = *edges.find(|edge| open[edge.index()])?;
            let partner = self.edges[only.index()].other(cell);
            settled[partner.index()] = true;
            for &edge in self.edges_at(partner) {
                if edge != only && std::mem::replace(&mut open[edge.index()], false) {
                    let beyond = self.edges[edge.index()].other(partner);
                    degree[beyond.index()] -= 1;
                    if degree[beyond.index()] <= 1 {
                        leaves.push(beyond);
                    }
                }
            }
        }
        Some(open)
    }

    /// The partner of each cell in one tiling, if there is one.
    pub(crate) fn tiling(&self) -> Option<Vec<usize>> {
        let graph = matchable(self.edges.iter());
        let matching = maximum_matching(&graph);
        (0..self.edges_at.len())
            .map(|cell| matching.mate(NodeIndex::new(cell)).map(NodeIndex::index))
            .collect()
    }

    /// The strongly connected component of each cell, with the edges of the tiling directed from dark to
    /// light and all others from light to dark.
    fn alternating_components(
        &self,
        dark: &[bool],
        in_tiling: impl Fn(&Edge) -> bool,
    ) -> Vec<usize> {
        let directed = DiGraph::<(), ()>::from_edges(self.edges.iter().map(|edge| {
            if dark[edge.a.index()] == in_tiling(edge) {
                (edge.a.0, edge.b.0)
            } else {
                (edge.b.0, edge.a.0)
            }
        }));
        let mut component = vec![0; self.edges_at.len()];
        for (index, members) in kosaraju_scc(&directed).iter().enumerate() {
            for node in members {
                component[node.index()] = index;
            }
        }
        component
    }
}

fn matchable<'e>(edges: impl Iterator<Item = &'e Edge>) -> UnGraph<(), ()> {
    UnGraph::from_edges(edges.map(|edge| (edge.a.0, edge.b.0)))
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use crate::puzzle::{CellId, Edge};

    fn graph(cells: usize, pairs: &[(u32, u32)]) -> Graph {
        let edges = pairs.iter();
        let edges = edges.map(|&(a, b)| Edge::between(CellId(a), CellId(b)));
        Graph::new(cells, edges.collect())
    }

    fn numbers(cells: impl IntoIterator<Item = CellId>) -> Vec<u32> {
        cells.into_iter().map(|cell| cell.0).collect()
    }

    #[test]
    fn a_path_has_one_tiling() {
        let path = graph(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(path.tileable_edges(), Some(vec![true, false, true]));
        assert!(path.has_tiling());
    }

    #[test]
    fn cells_with_one_neighbour_force_their_edges() {
        let path = graph(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(path.unforced_edges(), Some(vec![true, false, true]));
        let tail = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 5)]);
        let left = Some(vec![true, true, true, true, false, true]);
        assert_eq!(tail.unforced_edges(), left);
        assert_eq!(graph(3, &[(0, 1), (1, 2)]).unforced_edges(), None);
        assert_eq!(graph(1, &[]).unforced_edges(), None);
    }

    #[test]
    fn a_square_can_use_all_its_edges() {
        let square = graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(square.tileable_edges(), Some(vec![true; 4]));
        let colours = square.two_colours();
        assert_eq!(colours, Some(vec![false, true, true, false]));
    }

    #[test]
    fn a_star_has_no_tiling() {
        let star = graph(4, &[(0, 1), (0, 2), (0, 3)]);
        assert_eq!(star.tileable_edges(), None);
        assert!(!star.has_tiling());
        assert_eq!(star.most_dominoes(|_| true), 1);
        assert_eq!(star.most_dominoes(|cell| cell.0 != 0), 0);
    }

    #[test]
    fn a_triangle_with_a_tail_is_forced() {
        let graph = graph(4, &[(0, 1), (0, 2), (1, 2), (2, 3)]);
        let usable = graph.tileable_edges();
        assert_eq!(usable, Some(vec![true, false, false, true]));
        assert_eq!(graph.two_colours(), None);
    }

    #[test]
    fn sometimes_uncovered_cells_violate_halls_condition() {
        let star = graph(4, &[(0, 1), (0, 2), (0, 3)]);
        let spared = star.sometimes_uncovered(|_| true).expect("two colours");
        assert_eq!(numbers(spared), [1, 2, 3]);
        let spared = star.sometimes_uncovered(|cell| cell.0 != 3);
        assert_eq!(spared.map(numbers), Some(vec![1, 2]));
        // A path of five and one of two: the ends of the first and its middle.
        let paths = graph(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (5, 6)]);
        let spared = paths.sometimes_uncovered(|_| true);
        assert_eq!(spared.map(numbers), Some(vec![0, 2, 4]));
        let square = graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(square.sometimes_uncovered(|_| true), Some(vec![]));
        let triangle = graph(3, &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(triangle.sometimes_uncovered(|_| true), None);
        // One by one, by the definition.
        for seed in 0..64_u32 {
            let cells = |cell: &CellId| cell.0 * 7 % 64 != seed;
            let edges = (0..36_u32).flat_map(|cell| [(cell, cell + 1), (cell, cell + 6)]);
            let edges = edges.filter(|&(a, b)| b < 36 && (b == a + 6 || b % 6 != 0));
            let grid = graph(36, &edges.collect::<Vec<_>>());
            let within = |cell: CellId| cells(&cell) && cell.0 % 11 != seed % 11;
            let most = grid.most_dominoes(within);
            let one_by_one = grid.cells().filter(|&cell| {
                within(cell) && grid.most_dominoes(|other| other != cell && within(other)) == most
            });
            let spared = grid.sometimes_uncovered(within).expect("two colours");
            assert_eq!(numbers(spared), numbers(one_by_one), "{seed}");
        }
    }

    #[test]
    fn a_cell_without_neighbours_cannot_be_covered() {
        let graph = graph(4, &[(0, 1)]);
        assert!(!graph.has_tiling());
        assert_eq!(graph.tileable_edges(), None);
        let colours = graph.two_colours();
        assert_eq!(colours, Some(vec![false, true, false, false]));
    }

    #[test]
    fn components_stay_within_the_cells() {
        let ring = graph(6, &[(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (4, 5)]);
        assert_eq!(numbers(ring.neighbours(CellId(5))), [0, 4]);
        assert_eq!(
            numbers(ring.outwards(CellId(3), |_| true)),
            [3, 2, 4, 1, 5, 0]
        );
        let without = |cell: CellId| ![0, 3].contains(&cell.0);
        assert_eq!(numbers(ring.outwards(CellId(1), without)), [1, 2]);
        let parts = ring.parts(without).into_iter();
        assert_eq!(parts.map(numbers).collect::<Vec<_>>(), [[1, 2], [4, 5]]);
        assert_eq!(ring.parts(|_| true).len(), 1);
    }
}
