//! Depth-first search: enters nodes, backtracks, counts, and notifies the observer.
//!
//! The path is a list and not the program's stack, so the size of a board is not limited.

use super::observer::{
    Decision, EventCause, EventPlace, Observer, PropagationEffect, SearchCounts, SearchEvent,
};
use super::state::{SearchFailure, SearchState};
use crate::limits::{Budget, StopReason};
use crate::puzzle::Board;
use crate::solver::boards::{BoardSink, TakeResult};
use crate::solver::index::CandidateId;

/// The nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 64;

/// Beyond so many cells they are checked at each node.
const MANY_CELLS: usize = 2_000;

/// Why a node has no children.
#[derive(Debug)]
pub(super) enum NodeHalt {
    /// It cannot lead to a solution.
    Failed(SearchFailure),
    /// The search ends.
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

/// A rule for branching, with what follows from a choice.
pub(super) trait Brancher {
    /// Propagates before anything is chosen.
    fn begin(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt>;

    /// Makes a choice. Whatever comes of it, [`Brancher::undo`] takes it back.
    fn place(
        &mut self,
        choice: CandidateId,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt>;

    /// Takes the last choice back, with all that followed.
    fn undo(&mut self);

    /// Adds what can be chosen next, at least one candidate. Each solution from here on has exactly
    /// one of them.
    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), NodeHalt>;

    /// The partial board.
    fn state(&self) -> &SearchState<'_>;
}

/// A search on its way.
pub(super) struct DepthFirst<'a, 's> {
    observer: Option<&'a mut dyn Observer>,
    /// Whether there is an observer; if not, no event is made.
    pub(super) is_observed: bool,
    budget: &'a Budget,
    boards: &'a mut BoardSink<'s>,
    /// The number of the current node.
    node: u64,
    pub(super) counts: SearchCounts,
    /// Give up after so many failures since the last solution, as long as there are at most
    /// `most_before` solutions.
    pub(super) most_failures: u64,
    pub(super) most_before: u64,
}

/// A node on the path, with its choices at the end of a list that all share.
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

    /// Enters every node, until everything has been searched.
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
            // The next choice, here or further up.
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

    /// Something follows at the current node. `propagations` counts dominoes or placements; the effect
    /// is made only if the search is observed.
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

    /// A node at which every cell is covered.
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
