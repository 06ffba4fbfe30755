//! The layout of the cells of a puzzle.
//!
//! A grid is drawn unchanged. A graph with a grid embedding, in which exactly the linked cells are
//! adjacent, is drawn as a grid; any other graph is drawn as nodes with lines for its links.

mod embed;
mod free;

use crate::puzzle::{Cell, CellId, Puzzle, close_gaps};
use std::collections::BTreeMap;

/// The maximum number of consecutive empty rows or columns. Wider gaps between islands are closed.
const WIDEST_GAP: u32 = 2;

/// The position of each cell, by cell number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Layout {
    /// Rows and columns from 0.
    Grid(Vec<(u32, u32)>),
    /// Points, with links of length about 1.
    Free(Vec<(f64, f64)>),
}

/// The names of the rows and columns with cells, by their position in the drawing, in which gaps
/// are closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axes {
    pub(super) rows: BTreeMap<u32, String>,
    pub(super) columns: BTreeMap<u32, String>,
}

impl Layout {
    /// The names of rows and columns; `None` for a graph, whose cells have names.
    pub(super) fn axes(&self, puzzle: &Puzzle) -> Option<Axes> {
        let (Layout::Grid(places), true) = (self, puzzle.is_grid()) else {
            return None;
        };
        let pairs = || puzzle.cells().iter().zip(places);
        let row = |(cell, drawn): (&Cell, &(u32, u32))| Some((drawn.0, format!("r{}", cell.at?.0)));
        let column =
            |(cell, drawn): (&Cell, &(u32, u32))| Some((drawn.1, format!("c{}", cell.at?.1)));
        Some(Axes {
            rows: pairs().filter_map(row).collect(),
            columns: pairs().filter_map(column).collect(),
        })
    }

    pub(super) fn of(puzzle: &Puzzle) -> Layout {
        if puzzle.is_grid() {
            let cells = puzzle.cells().iter();
            let mut places: Vec<_> = cells.map(|cell| cell.at.unwrap_or_default()).collect();
            close_gaps(&mut places, WIDEST_GAP);
            return Layout::Grid(places);
        }
        let graph = puzzle.graph();
        let parts = graph.parts(|_| true);
        match embed::embed(&graph, &parts) {
            Some(places) => Layout::Grid(places),
            None => Layout::Free(free::lay_out(&graph, &parts)),
        }
    }

    /// The pairs of cells that are close to each other: adjacent or diagonal on a grid, linked in
    /// other layouts.
    pub(super) fn close(&self, puzzle: &Puzzle) -> Vec<(CellId, CellId)> {
        let Layout::Grid(places) = self else {
            return puzzle.edges().iter().map(|edge| (edge.a, edge.b)).collect();
        };
        let at: BTreeMap<(u32, u32), CellId> =
            places.iter().copied().zip(puzzle.cell_ids()).collect();
        let mut close = Vec::new();
        for (&(row, column), &cell) in &at {
            let left = column.checked_sub(1).map(|left| (row + 1, left));
            let ahead = [(row, column + 1), (row + 1, column), (row + 1, column + 1)];
            let beside = ahead
                .into_iter()
                .chain(left)
                .filter_map(|place| at.get(&place));
            close.extend(beside.map(|&other| (cell, other)));
        }
        close
    }
}

/// Packs boxes of given widths and heights into rows (shelf packing) with a gap of `gap`, in a
/// roughly square area, and returns the corner of each box.
fn shelve(boxes: &[(f64, f64)], gap: f64) -> Vec<(f64, f64)> {
    let area: f64 = boxes.iter().map(|(w, h)| (w + gap) * (h + gap)).sum();
    let widest = boxes.iter().fold(0.0, |most: f64, (w, _)| most.max(*w));
    let room = (area * 1.6).sqrt().max(widest);
    let (mut x, mut y, mut shelf) = (0.0, 0.0, 0.0f64);
    boxes
        .iter()
        .map(|&(w, h)| {
            if x > 0.0 && x + w > room {
                (x, y) = (0.0, y + shelf + gap);
                shelf = 0.0;
            }
            let corner = (x, y);
            x += w + gap;
            shelf = shelf.max(h);
            corner
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Domino, DraftLinks, Edge, PuzzleDraft};

    /// A puzzle without rules, with a number of nodes and these links.
    fn graph(nodes: usize, links: &[(usize, usize)]) -> Puzzle {
        let cells = (0..nodes).map(|node| Cell {
            name: format!("n{node}").into(),
            at: None,
        });
        Puzzle::new(PuzzleDraft {
            cells: cells.collect(),
            links: DraftLinks::Given(links.to_vec()),
            dominoes: vec![Domino::new(0, 0); nodes / 2],
            ..PuzzleDraft::default()
        })
        .expect("a puzzle")
    }

    fn ring(nodes: usize) -> Puzzle {
        let links: Vec<_> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
        graph(nodes, &links)
    }

    /// Whether exactly the linked cells are adjacent, and no two cells overlap.
    fn is_faithful(puzzle: &Puzzle, places: &[(u32, u32)]) -> bool {
        let ids: Vec<CellId> = puzzle.cell_ids().collect();
        ids.iter().all(|&a| {
            ids.iter().filter(|&&b| a < b).all(|&b| {
                let (one, other) = (places[a.index()], places[b.index()]);
                let apart = one.0.abs_diff(other.0) + one.1.abs_diff(other.1);
                let linked = puzzle.edges().contains(&Edge::between(a, b));
                apart > 0 && (apart == 1) == linked
            })
        })
    }

    #[test]
    fn graphs_with_a_grid_embedding_are_drawn_as_grids() {
        let rows: Vec<(usize, usize)> = (0..3)
            .flat_map(|row| (0..3).map(move |column| (row * 4 + column, row * 4 + column + 1)))
            .collect();
        let columns: Vec<(usize, usize)> = (0..8).map(|cell| (cell, cell + 4)).collect();
        let three_by_four = graph(12, &[rows, columns].concat());
        let chain = graph(
            40,
            &(0..39).map(|cell| (cell, cell + 1)).collect::<Vec<_>>(),
        );
        match Layout::of(&chain) {
            Layout::Grid(places) => {
                assert!(is_faithful(&chain, &places));
                // The path is folded.
                assert!(places.iter().all(|&(row, column)| row < 10 && column < 10));
            }
            free => panic!("{free:?}"),
        }
        for puzzle in [
            ring(8),
            ring(12),
            three_by_four.clone(),
            graph(4, &[(0, 1), (2, 3)]),
        ] {
            match Layout::of(&puzzle) {
                Layout::Grid(places) => assert!(is_faithful(&puzzle, &places), "{places:?}"),
                free => panic!("{free:?}"),
            }
        }
        // Where there is a choice the cells come in reading order.
        let expected: Vec<(u32, u32)> = (0..12).map(|cell| (cell / 4, cell % 4)).collect();
        assert_eq!(Layout::of(&three_by_four), Layout::Grid(expected));
    }

    #[test]
    fn nodes_of_other_graphs_do_not_overlap() {
        let complete: Vec<_> = (0..6).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let star: Vec<_> = (1..10).map(|leaf| (0, leaf)).collect();
        // A ring of 10 does not fit with a chord across it.
        let chord: Vec<_> = (0..10).map(|n| (n, (n + 1) % 10)).chain([(0, 4)]).collect();
        let puzzles = [
            ring(5 + 1),
            graph(6, &complete),
            graph(10, &star),
            graph(10, &chord),
        ];
        for puzzle in puzzles {
            let Layout::Free(points) = Layout::of(&puzzle) else {
                continue;
            };
            for (index, one) in points.iter().enumerate() {
                for other in &points[..index] {
                    let apart = (one.0 - other.0).powi(2) + (one.1 - other.1).powi(2);
                    assert!(apart.sqrt() > 0.6, "{points:?}");
                }
            }
        }
        assert!(matches!(Layout::of(&graph(6, &complete)), Layout::Free(_)));
        assert!(matches!(Layout::of(&graph(10, &star)), Layout::Free(_)));
    }

    #[test]
    fn layouts_are_deterministic() {
        let complete: Vec<_> = (0..8).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let puzzle = graph(8, &complete);
        assert_eq!(Layout::of(&puzzle), Layout::of(&puzzle));
    }

    #[test]
    fn distant_islands_come_closer() {
        let mut places = [(5, 900), (5, 901), (4_000_000_000, 7)];
        close_gaps(&mut places, WIDEST_GAP);
        assert_eq!(places, [(0, 3), (0, 4), (3, 0)]);
    }
}
