//! Which nodes of a large tree are shown: some that tell what it looks like as a whole.
//!
//! The beginning of the search is shown as it went, and so is the way to the first solution; then, as
//! long as there is room, the largest subtree that is hidden is opened by a level. With a node its
//! parent is always shown. What is hidden below a node is counted there.

use std::collections::BinaryHeap;

use super::recording::{NodeState, Recording};

/// What part of what is shown is the beginning of the search: one in so many.
const BEGINNING: usize = 5;

/// Some nodes of a tree.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// Their numbers, in order.
    pub(super) nodes: Vec<u32>,
    /// For each of them the number of nodes below it of which it is the nearest that is shown.
    pub(super) hidden: Vec<u32>,
}

impl Sample {
    /// Takes at most so many nodes of a tree, and all if there are no more.
    pub(super) fn of(tree: &Recording, most: usize) -> Self {
        let count = tree.nodes.len();
        if count <= most {
            return Sample {
                nodes: (0..count as u32).collect(),
                hidden: vec![0; count],
            };
        }
        let sizes = tree.sizes();
        let mut choice = Choice {
            tree,
            sizes: &sizes,
            most,
            is_shown: vec![false; count],
            shown: 0,
        };
        (0..(most / BEGINNING).max(1) as u32).for_each(|node| choice.show(node));
        let mut nodes = tree.nodes.iter();
        let solved = nodes.position(|node| node.state == NodeState::Solved);
        if let Some(solved) = solved {
            choice.open_path(solved as u32);
        }
        choice.open_largest();
        let is_shown = choice.is_shown;
        let nodes: Vec<u32> = (0..count as u32)
            .filter(|&node| is_shown[node as usize])
            .collect();
        let hidden = nodes.iter().map(|&node| {
            let children = tree.children(node, &sizes);
            let shown = children.filter(|&child| is_shown[child as usize]);
            let shown: u32 = shown.map(|child| sizes[child as usize]).sum();
            sizes[node as usize] - 1 - shown
        });
        let hidden = hidden.collect();
        Sample { nodes, hidden }
    }
}

struct Choice<'a> {
    tree: &'a Recording,
    sizes: &'a [u32],
    most: usize,
    is_shown: Vec<bool>,
    shown: usize,
}

impl Choice<'_> {
    fn show(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_shown[node as usize], true) {
            self.shown += 1;
        }
    }

    /// Shows the children of a node, if there is room for all of them.
    fn open(&mut self, node: u32) -> bool {
        let hidden = |child: &u32| !self.is_shown[*child as usize];
        let children: Vec<u32> = self
            .tree
            .children(node, self.sizes)
            .filter(hidden)
            .collect();
        let fits = self.shown + children.len() <= self.most;
        if fits {
            children.into_iter().for_each(|child| self.show(child));
        }
        fits
    }

    /// Shows the way to a node, unless that is all that there is room for, and as far as there is room what else
    /// was tried on the way.
    fn open_path(&mut self, node: u32) {
        let mut path = vec![node];
        while let Some(&last) = path.last()
            && last > 0
        {
            path.push(self.tree.nodes[last as usize].parent);
        }
        if path.len() > self.most / 2 {
            return;
        }
        path.iter().for_each(|&node| self.show(node));
        for &above in path.iter().skip(1).rev() {
            if !self.open(above) {
                break;
            }
        }
    }

    fn open_largest(&mut self) {
        let closed = |choice: &Self, node: u32| {
            let mut children = choice.tree.children(node, choice.sizes);
            children.any(|child| !choice.is_shown[child as usize])
        };
        let all = 0..self.sizes.len() as u32;
        let shown = all.filter(|&node| self.is_shown[node as usize]);
        // Of subtrees of the same size the first is opened first.
        let rank = |node: u32| (self.sizes[node as usize], u32::MAX - node);
        let mut heap: BinaryHeap<(u32, u32)> =
            shown.filter(|&node| closed(self, node)).map(rank).collect();
        while let Some((_, behind)) = heap.pop() {
            if self.shown == self.most {
                break;
            }
            let node = u32::MAX - behind;
            if self.open(node) {
                let children = self.tree.children(node, self.sizes);
                let sizes = self.sizes;
                let large = children.filter(|&child| sizes[child as usize] > 1);
                let large = large.filter(|&child| closed(self, child));
                heap.extend(large.map(|child| (sizes[child as usize], u32::MAX - child)));
            }
        }
    }
}
