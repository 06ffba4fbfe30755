//! Searches as one picture: the tree of each beside its board, with the first solution if there is one.

use super::Traced;
use super::page::grouped;
use super::recording::State;
use super::sample::Sample;
use crate::puzzle::{Board, PlacedDomino};
use crate::render::{Leaning, Picture, Tree, Twig, tree_sheet};

/// A picture of searches below each other as SVG, each with at most so many nodes.
pub fn still(searches: &[Traced<'_>], most: usize) -> String {
    let boards: Vec<Option<Board>> = searches.iter().map(Traced::first_solution).collect();
    let trees: Vec<Tree<'_>> = searches
        .iter()
        .zip(&boards)
        .map(|(traced, board)| traced.drawn(board.as_ref(), most))
        .collect();
    tree_sheet(&trees)
}

impl Traced<'_> {
    /// The board of the first node that is a solution.
    fn first_solution(&self) -> Option<Board> {
        let mut nodes = self.tree.nodes.iter();
        let mut node = nodes.position(|node| node.state == State::Solved)? as u32;
        let mut laid: Vec<PlacedDomino> = Vec::new();
        loop {
            let here = &self.tree.nodes[node as usize];
            let numbers = self.tree.implied(node).chain(here.placed);
            laid.extend(numbers.map(|number| self.tree.placements[number as usize]));
            if here.parent == node {
                return Some(laid.into_iter().collect());
            }
            node = here.parent;
        }
    }

    fn drawn<'a>(&'a self, board: Option<&'a Board>, most: usize) -> Tree<'a> {
        let sample = Sample::of(&self.tree, most);
        let counts = &self.searched.counts;
        let mut heading = vec![
            format!(
                "{}: {}",
                self.search.strategy.name(),
                self.search.strategy.summary()
            ),
            format!(
                "checks: {}; nodes: {}; failures: {}; solutions: {}",
                self.search.checks.to_string().replace(',', ", "),
                grouped(counts.nodes),
                grouped(counts.failures()),
                counts.solutions
            ),
        ];
        heading.extend(self.sampled(&sample));
        let twigs = sample.nodes.iter().zip(&sample.hidden);
        let twigs = twigs.map(|(&number, &hidden)| {
            let node = &self.tree.nodes[number as usize];
            let parent = sample.nodes.binary_search(&node.parent);
            Twig {
                parent: parent.unwrap_or(0),
                leaning: match node.state {
                    State::Failed(_) => Leaning::Failed,
                    State::Solved => Leaning::Solved,
                    State::Open if hidden > 0 => Leaning::Hiding,
                    State::Open => Leaning::Branch,
                },
            }
        });
        let bare = Picture::new(self.puzzle);
        Tree {
            heading,
            twigs: twigs.collect(),
            picture: match board {
                Some(board) => bare.with_board(board),
                None => bare,
            },
        }
    }
}
