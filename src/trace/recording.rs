//! The tree of a search, recorded as it grows.
//!
//! Nodes are numbered in the order in which they are entered, so that a subtree is a range of numbers.

use std::ops::{ControlFlow, Range};

use crate::puzzle::PlacedDomino;
use crate::solver::search::{Cause, Effect, Event, Observer, Place};

/// How a node ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NodeState {
    /// It has children, or the search ended before they were tried.
    Open,
    /// It cannot lead to a solution.
    Failed(Cause, Place),
    /// It is a solution.
    Solved,
}

#[derive(Debug, Clone)]
pub(super) struct TreeNode {
    /// Its parent's number; the root is its own.
    pub(super) parent: u32,
    /// The placement that was tried; the root has none.
    pub(super) placed: Option<PlacedDomino>,
    pub(super) state: NodeState,
    /// The number of placements that propagation removed.
    pub(super) removed: u32,
}

/// The tree of a search.
#[derive(Debug, Default)]
pub struct Recording {
    pub(super) nodes: Vec<TreeNode>,
    /// The placements that propagation laid, each with its node, in the order of nodes.
    implied: Vec<(u32, PlacedDomino)>,
}

impl Recording {
    /// The placements that propagation laid at a node.
    pub(super) fn implied(&self, node: u32) -> impl Iterator<Item = PlacedDomino> {
        let start = self.implied.partition_point(|(other, _)| *other < node);
        let from = self.implied[start..].iter();
        from.take_while(move |(other, _)| *other == node)
            .map(|(_, placed)| *placed)
    }

    /// The number of nodes in the subtree of each node, itself included.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![1; self.nodes.len()];
        for node in (1..self.nodes.len()).rev() {
            sizes[self.nodes[node].parent as usize] += sizes[node];
        }
        sizes
    }

    /// The children of a node, given the sizes of all subtrees.
    pub(super) fn children(&self, node: u32, sizes: &[u32]) -> impl Iterator<Item = u32> {
        let Range { start, end } = node + 1..node + sizes[node as usize];
        let first = (start < end).then_some(start);
        std::iter::successors(first, move |child| {
            let next = child + sizes[*child as usize];
            (next < end).then_some(next)
        })
    }
}

impl Observer for Recording {
    fn see(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Node {
                id,
                parent,
                decision,
                ..
            } => self.nodes.push(TreeNode {
                parent: parent.unwrap_or(*id) as u32,
                placed: decision.map(|decision| decision.placed),
                state: NodeState::Open,
                removed: 0,
            }),
            Event::Propagated { node, effect, .. } => match effect {
                Effect::Laid(placed) => self.implied.push((*node as u32, *placed)),
                Effect::Removed(list) => {
                    self.nodes[*node as usize].removed += list.len() as u32;
                }
            },
            Event::Failed { node, cause, place } => {
                self.nodes[*node as usize].state = NodeState::Failed(*cause, (*place).clone());
            }
            Event::Solution { node, .. } => self.nodes[*node as usize].state = NodeState::Solved,
            Event::Exhausted { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
