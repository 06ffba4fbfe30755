//! The tree of a search, kept as it grows.
//!
//! Nodes are numbered as they are entered, so that a subtree is a run of numbers. A node takes a few
//! bytes: a million of them fit into a small machine.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::words;
use crate::puzzle::{CellId, PlacedDomino, Puzzle, RegionId};
use crate::solver::search::{Effect, Event, Observer};

/// How a node ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It has children, or it was left before they were tried.
    Open,
    /// It cannot lead to a solution, for a reason with this number.
    Failed(u32),
    /// It is a solution.
    Solved,
}

/// A node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Its parent's number; the root is its own.
    pub(super) parent: u32,
    /// The number of the placement that was tried; the root has none.
    pub(super) placed: Option<u32>,
    pub(super) state: State,
}

/// Why nodes fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reason {
    /// In a sentence without its stop.
    pub(super) words: String,
    pub(super) regions: Vec<RegionId>,
    pub(super) cells: Vec<CellId>,
}

/// The tree of a search.
#[derive(Debug)]
pub struct Recording {
    puzzle: Puzzle,
    pub(super) nodes: Vec<Node>,
    /// Every placement that is spoken of.
    pub(super) placements: Vec<PlacedDomino>,
    numbers: BTreeMap<PlacedDomino, u32>,
    pub(super) reasons: Vec<Reason>,
    said: BTreeMap<String, u32>,
    /// What had to lie where at each node, by node.
    implied: Vec<(u32, u32)>,
    /// How many placements were ruled out at each node, by node.
    removed: Vec<(u32, u32)>,
}

impl Recording {
    /// An empty tree of a search of this puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        Recording {
            puzzle: puzzle.clone(),
            nodes: Vec::new(),
            placements: Vec::new(),
            numbers: BTreeMap::new(),
            reasons: Vec::new(),
            said: BTreeMap::new(),
            implied: Vec::new(),
            removed: Vec::new(),
        }
    }

    fn number(&mut self, placed: PlacedDomino) -> u32 {
        let next = self.placements.len() as u32;
        let number = *self.numbers.entry(placed).or_insert(next);
        if number == next {
            self.placements.push(placed);
        }
        number
    }

    /// What had to lie where at a node.
    pub(super) fn implied(&self, node: u32) -> impl Iterator<Item = u32> {
        let start = self.implied.partition_point(|(other, _)| *other < node);
        let from = self.implied[start..].iter();
        from.take_while(move |(other, _)| *other == node)
            .map(|(_, placement)| *placement)
    }

    /// How many placements were ruled out at a node.
    pub(super) fn removed(&self, node: u32) -> u32 {
        match self
            .removed
            .binary_search_by_key(&node, |(other, _)| *other)
        {
            Ok(at) => self.removed[at].1,
            Err(_) => 0,
        }
    }

    /// For each node how many nodes its subtree has, itself included.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![1; self.nodes.len()];
        for node in (1..self.nodes.len()).rev() {
            sizes[self.nodes[node].parent as usize] += sizes[node];
        }
        sizes
    }

    /// The children of a node, for who knows the sizes of all subtrees.
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
            } => {
                let placed = decision.map(|decision| self.number(decision.placed));
                self.nodes.push(Node {
                    parent: parent.unwrap_or(*id) as u32,
                    placed,
                    state: State::Open,
                });
            }
            Event::Propagated { node, effect, .. } => {
                let node = *node as u32;
                match effect {
                    Effect::Laid(placed) => {
                        let number = self.number(*placed);
                        self.implied.push((node, number));
                    }
                    Effect::Removed(list) => match self.removed.last_mut() {
                        Some((last, count)) if *last == node => *count += list.len() as u32,
                        Some(_) | None => self.removed.push((node, list.len() as u32)),
                    },
                }
            }
            Event::Failed { node, cause, place } => {
                let words = words::reason(&self.puzzle, *cause, place);
                let next = self.reasons.len() as u32;
                let reason = *self.said.entry(words.clone()).or_insert(next);
                if reason == next {
                    let (regions, cells) = words::marks(place);
                    self.reasons.push(Reason {
                        words,
                        regions,
                        cells,
                    });
                }
                self.nodes[*node as usize].state = State::Failed(reason);
            }
            Event::Solution { node, .. } => self.nodes[*node as usize].state = State::Solved,
            Event::Exhausted { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
