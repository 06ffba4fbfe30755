//! Records the tree of a search, and samples large trees.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::puzzle::PlacedDomino;
use crate::solver::search::{EventCause, EventPlace, Observer, PropagationEffect, SearchEvent};

/// The share of a sample that is taken from the beginning of the search, as 1 / `BEGINNING`.
const BEGINNING: usize = 5;

/// The state of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NodeState {
    /// The node has children, or the search ended before they were tried.
    Open,
    /// The node fails.
    Failed(EventCause, EventPlace),
    /// The node is a solution.
    Solved,
}

#[derive(Debug, Clone)]
pub(super) struct TreeNode {
    /// The number of the parent; the root is its own parent.
    pub(super) parent: u32,
    /// The decision; none for the root.
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

/// A sample of the nodes of a tree, closed under parents.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TreeSample {
    /// The numbers of the nodes, in order.
    pub(super) nodes: Vec<u32>,
    /// For each node, the number of nodes outside the sample whose nearest ancestor in the sample
    /// it is.
    pub(super) hidden: Vec<u32>,
}

impl TreeRecorder {
    /// A sample of at most `most` nodes: the beginning of the search, the path to its first
    /// solution, and the roots of the largest subtrees.
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
        // In this order every node follows its parent, whose subtree is larger.
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
    fn on_event(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
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
