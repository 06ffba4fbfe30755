//! The tree of a search, recorded as it grows, and samples of large trees.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::puzzle::PlacedDomino;
use crate::solver::search::{EventCause, EventPlace, Observer, PropagationEffect, SearchEvent};

/// One in so many nodes of a sample is from the beginning of the search.
const BEGINNING: usize = 5;

/// How a node ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NodeState {
    /// It has children, or the search ended before they were tried.
    Open,
    /// It cannot lead to a solution.
    Failed(EventCause, EventPlace),
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
    /// The placements that propagation made.
    pub(super) implied: Vec<PlacedDomino>,
    /// The number of placements that propagation removed.
    pub(super) removed: u32,
}

/// The tree of a search. Nodes are numbered in the order in which they are entered.
#[derive(Debug, Default)]
pub struct TreeRecorder {
    pub(super) nodes: Vec<TreeNode>,
}

/// Some nodes of a tree; with each node also its parent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TreeSample {
    /// Their numbers, in order.
    pub(super) nodes: Vec<u32>,
    /// For each of them the number of nodes that are not in the sample and of which it is the nearest ancestor there.
    pub(super) hidden: Vec<u32>,
}

impl TreeRecorder {
    /// At most so many nodes: the beginning of the search, the path to its first solution, and the roots of the largest
    /// subtrees.
    pub(super) fn sample(&self, most: usize) -> TreeSample {
        let count = self.nodes.len();
        let parent = |node: u32| self.nodes[node as usize].parent;
        let mut sizes = vec![1; count];
        for node in (1..count).rev() {
            sizes[self.nodes[node].parent as usize] += sizes[node];
        }
        let mut is_first: Vec<bool> = (0..count).map(|node| node < most / BEGINNING).collect();
        let mut nodes = self.nodes.iter();
        let mut on_path = nodes.position(|node| node.state == NodeState::Solved);
        while let Some(node) = on_path {
            is_first[node] = true;
            on_path = (node > 0).then(|| parent(node as u32) as usize);
        }
        // In this order every node comes behind its parent, whose subtree is larger.
        let mut nodes: Vec<u32> = (0..count as u32).collect();
        nodes.sort_unstable_by_key(|&node| {
            let at = node as usize;
            (!is_first[at], Reverse(sizes[at]), node)
        });
        nodes.truncate(most);
        nodes.sort_unstable();
        let mut hidden: Vec<u32> = nodes.iter().map(|&node| sizes[node as usize] - 1).collect();
        for &node in nodes.iter().filter(|&&node| node > 0) {
            if let Ok(above) = nodes.binary_search(&parent(node)) {
                hidden[above] -= sizes[node as usize];
            }
        }
        TreeSample { nodes, hidden }
    }
}

impl Observer for TreeRecorder {
    fn see(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        match event {
            SearchEvent::Node {
                id,
                parent,
                decision,
                ..
            } => self.nodes.push(TreeNode {
                parent: parent.unwrap_or(*id) as u32,
                placed: decision.map(|decision| decision.placed),
                state: NodeState::Open,
                implied: Vec::new(),
                removed: 0,
            }),
            SearchEvent::Propagated { node, effect, .. } => {
                let node = &mut self.nodes[*node as usize];
                match effect {
                    PropagationEffect::Laid(placed) => node.implied.push(*placed),
                    PropagationEffect::Removed(list) => node.removed += list.len() as u32,
                }
            }
            SearchEvent::Failed { node, cause, place } => {
                self.nodes[*node as usize].state = NodeState::Failed(*cause, (*place).clone());
            }
            SearchEvent::Solution { node, .. } => {
                self.nodes[*node as usize].state = NodeState::Solved
            }
            SearchEvent::Exhausted { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
