//! Depth-first search: enters nodes, backtracks, counts, and notifies the observer.
//!
//! The path is a list instead of the call stack, so the size of a board is not limited.

use super::observer::{
    Decision, EventCause, EventPlace, Observer, PropagationEffect, SearchCounts, SearchEvent,
};
use super::state::{SearchFailure, SearchState};
use crate::limits::{Budget, StopReason};
use crate::puzzle::Board;
use crate::solver::boards::{BoardSink, TakeResult};
use crate::solver::index::CandidateId;

/// Nodes between two checks of the budget.
const NODES_PER_CHECK: u64 = 64;

/// Above this number of cells, the budget is checked at each node.
const MANY_CELLS: usize = 2_000;

/// Reason why a node has no children.
#[derive(Debug)]
pub(super) enum NodeHalt {
    /// The node cannot lead to a solution.
    Failed(SearchFailure),
    /// The search is stopped.
    Stopped(StopReason),
}

impl From<SearchFailure> for NodeHalt {
    fn from(failure: SearchFailure) -> Self {
        NodeHalt::Failed(failure)
    }
}

impl From<StopReason> for NodeHalt {
    fn from(stop: StopReason) -> Self {
        NodeHalt::Stopped(stop)
    }
}

/// A branching rule with its propagation.
pub(super) trait Brancher {
    /// Propagates at the root.
    fn begin(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt>;

    /// Makes a choice and propagates. [`Brancher::undo`] undoes it, also after an error.
    fn place(
        &mut self,
        choice: CandidateId,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt>;

    /// Undoes the last choice and its propagations.
    fn undo(&mut self);

    /// Adds the next choices, at least one candidate. Each solution below the node has exactly one of
    /// them.
    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), NodeHalt>;

    /// Returns the partial board.
    fn state(&self) -> &SearchState<'_>;
}

/// A running search.
pub(super) struct DepthFirst<'a, 's> {
    observer: Option<&'a mut dyn Observer>,
    /// Whether there is an observer. Without one, no events are built.
    pub(super) is_observed: bool,
    budget: &'a Budget,
    boards: &'a mut BoardSink<'s>,
    /// Number of the current node.
    node: u64,
    pub(super) counts: SearchCounts,
    /// Maximum number of failures since the last solution, while there are at most `most_before`
    /// solutions.
    pub(super) most_failures: u64,
    pub(super) most_before: u64,
}

/// A node on the path. The choices of all nodes share one list.
#[derive(Debug)]
struct NodeFrame {
    node: u64,
    first: usize,
    next: usize,
}

impl<'a, 's> DepthFirst<'a, 's> {
    pub(super) fn new(
        observer: Option<&'a mut dyn Observer>,
        budget: &'a Budget,
        boards: &'a mut BoardSink<'s>,
    ) -> Self {
        DepthFirst {
            is_observed: observer.is_some(),
            observer,
            budget,
            boards,
            node: 0,
            counts: SearchCounts::default(),
            most_failures: u64::MAX,
            most_before: 0,
        }
    }

    /// Searches the whole tree.
    pub(super) fn run(&mut self, tree: &mut dyn Brancher) -> Result<(), StopReason> {
        let nodes_per_check = match tree.state().shown.len() {
            MANY_CELLS.. => 1,
            _ => NODES_PER_CHECK,
        };
        let mut frames: Vec<NodeFrame> = Vec::new();
        let mut choices: Vec<CandidateId> = Vec::new();
        let mut failures = 0;
        self.counts.nodes = 1;
        self.notify(&SearchEvent::Node {
            id: 0,
            parent: None,
            depth: 0,
            decision: None,
        })?;
        let mut entered = tree.begin(self);
        loop {
            let first = choices.len();
            let branched = entered.and_then(|()| match tree.state().empty {
                0 => tree.state().check_full_board().map_err(NodeHalt::Failed),
                _ => tree.branch(&mut choices),
            });
            match branched {
                Ok(()) if choices.len() > first => frames.push(NodeFrame {
                    node: self.node,
                    first,
                    next: first,
                }),
                Ok(()) => {
                    failures = 0;
                    self.full_board(tree.state().board())?;
                }
                Err(NodeHalt::Failed(failure)) => {
                    failures += 1;
                    self.failed(&failure)?;
                    let is_early = self.counts.solutions <= u128::from(self.most_before);
                    if failures > self.most_failures && is_early {
                        return Err(StopReason::GaveUp);
                    }
                }
                Err(NodeHalt::Stopped(why)) => return Err(why),
            }
            if choices.len() == first && !frames.is_empty() {
                tree.undo();
            }
            // The next choice at this node or an ancestor.
            loop {
                let depth = frames.len() as u64;
                let Some(frame) = frames.last_mut() else {
                    return Ok(());
                };
                if let Some(&choice) = choices.get(frame.next) {
                    frame.next += 1;
                    self.node = self.counts.nodes;
                    self.counts.nodes += 1;
                    self.counts.depth = self.counts.depth.max(depth);
                    if self.is_observed {
                        self.notify(&SearchEvent::Node {
                            id: self.node,
                            parent: Some(frame.node),
                            depth: depth as u32,
                            decision: Some(Decision {
                                placed: tree.state().index.placed(choice),
                                choice: (frame.next - frame.first) as u32,
                                choices: (choices.len() - frame.first) as u32,
                            }),
                        })?;
                    }
                    if self.node.is_multiple_of(nodes_per_check) {
                        self.budget.check()?;
                    }
                    entered = tree.place(choice, self);
                    break;
                }
                let exhausted = SearchEvent::Exhausted { node: frame.node };
                choices.truncate(frame.first);
                let _ = frames.pop();
                self.notify(&exhausted)?;
                if !frames.is_empty() {
                    tree.undo();
                }
            }
        }
    }

    fn notify(&mut self, event: &SearchEvent<'_>) -> Result<(), StopReason> {
        let observer = self.observer.as_mut();
        match observer.is_some_and(|observer| observer.see(event).is_break()) {
            true => Err(StopReason::Enough),
            false => Ok(()),
        }
    }

    /// Records a propagation at the current node. `propagations` counts dominoes or placements. The
    /// effect is built only for an observer.
    pub(super) fn propagated<'e>(
        &mut self,
        propagations: usize,
        effect: impl FnOnce() -> (PropagationEffect<'e>, EventCause, EventPlace),
    ) -> Result<(), StopReason> {
        self.counts.propagations += propagations as u64;
        if !self.is_observed {
            return Ok(());
        }
        let (effect, cause, place) = effect();
        self.notify(&SearchEvent::Propagated {
            node: self.node,
            effect,
            cause,
            place: &place,
        })
    }

    fn failed(&mut self, failure: &SearchFailure) -> Result<(), StopReason> {
        self.counts.fail(failure.cause);
        self.notify(&SearchEvent::Failed {
            node: self.node,
            cause: failure.cause,
            place: &failure.place,
        })
    }

    /// Handles a node with a full board.
    fn full_board(&mut self, board: Board) -> Result<(), StopReason> {
        let node = self.node;
        let seen = self.is_observed.then(|| board.clone());
        let taken = self.boards.take(board);
        if taken == TakeResult::Skipped {
            return self.failed(&SearchFailure {
                cause: EventCause::Excluded,
                place: EventPlace::Board,
            });
        }
        self.counts.solutions += 1;
        if let Some(board) = &seen {
            self.notify(&SearchEvent::Solution { node, board })?;
        }
        match taken {
            TakeResult::Last => Err(StopReason::Enough),
            TakeResult::Solution | TakeResult::Skipped => Ok(()),
        }
    }
}
