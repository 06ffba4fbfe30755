//! Depth-first search: branches, propagates, backtracks, counts, and notifies the observer.
//!
//! `first-empty` branches on the first empty cell, `most-constrained` on the cell with the fewest possible
//! placements (minimum remaining values). Exact cover (Knuth's Algorithm X) covers every cell once, and
//! uses every domino as often as there are copies: it branches on the cell, or the domino without other
//! copies, that has the fewest candidates. There a placement removes the candidates that conflict with it,
//! rules remove the candidates that they forbid, and an item with one candidate is propagated without a
//! node.
//!
//! The path is a list instead of the call stack, so the size of a board is not limited.

use super::global_checks::GlobalChecks;
use super::lists::{CandidateLists, CoverItem};
use super::observer::{
    Decision, EventCause, EventPlace, Observer, PropagationEffect, SearchCounts, SearchEvent,
};
use super::options::{Check, Strategy};
use super::state::{SearchFailure, SearchState};
use super::{MAX_KNOWN, TreeSearch};
use crate::limits::{Budget, StopReason};
use crate::model::Model;
use crate::puzzle::CellId;
use crate::rng::Rng;
use crate::solver::boards::{BoardSink, TakeResult};
use crate::solver::index::{CandidateId, ModelIndex};

/// Candidates looked at or removed between two checks of the budget. A node counts as eight for each cell.
const WORK_PER_CHECK: u64 = 1 << 14;

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

/// A running search.
pub(super) struct DepthFirst<'a, 's> {
    pub(super) search: TreeSearch,
    pub(super) state: SearchState<'a>,
    /// The remaining candidates, which only exact cover keeps up to date.
    pub(super) lists: CandidateLists<'a>,
    global: GlobalChecks,
    rng: Option<Rng>,
    pub(super) observer: Option<&'a mut dyn Observer>,
    budget: &'a Budget,
    /// Work since the last check of the budget.
    work: u64,
    boards: &'a mut BoardSink<'s>,
    /// Number of the current node.
    node: u64,
    pub(super) counts: SearchCounts,
    /// Number of placements and length of the trail of the lists before each decision on the path.
    marks: Vec<(usize, usize)>,
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
        search: TreeSearch,
        model: &Model,
        index: &'a ModelIndex,
        observer: Option<&'a mut dyn Observer>,
        budget: &'a Budget,
        boards: &'a mut BoardSink<'s>,
    ) -> Self {
        DepthFirst {
            state: SearchState::new(index),
            lists: CandidateLists::new(index),
            global: GlobalChecks::new(search.checks, model),
            rng: search.seed.map(Rng::new),
            search,
            observer,
            budget,
            work: 0,
            boards,
            node: 0,
            counts: SearchCounts::default(),
            marks: Vec::new(),
        }
    }

    /// Searches the whole tree. Gives up after `most_failures` since the last solution, while it has found
    /// at most `MAX_KNOWN` solutions.
    pub(super) fn run(&mut self, most_failures: u64) -> Result<(), StopReason> {
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
        let mut entered = self.begin();
        loop {
            let first = choices.len();
            let branched = entered.and_then(|()| match self.state.empty {
                0 => self.state.check_full_board().map_err(NodeHalt::Failed),
                _ => self.branch(&mut choices),
            });
            match branched {
                Ok(()) if choices.len() > first => frames.push(NodeFrame {
                    node: self.node,
                    first,
                    next: first,
                }),
                Ok(()) => {
                    failures = 0;
                    self.full_board()?;
                }
                Err(NodeHalt::Failed(failure)) => {
                    failures += 1;
                    self.failed(&failure)?;
                    if failures > most_failures && self.counts.solutions <= MAX_KNOWN as u128 {
                        return Err(StopReason::GaveUp);
                    }
                }
                Err(NodeHalt::Stopped(why)) => return Err(why),
            }
            if choices.len() == first && !frames.is_empty() {
                self.undo();
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
                    self.notify(&SearchEvent::Node {
                        id: self.node,
                        parent: Some(frame.node),
                        depth: depth as u32,
                        decision: Some(Decision {
                            placed: self.state.index.placed(choice),
                            choice: (frame.next - frame.first) as u32,
                            choices: (choices.len() - frame.first) as u32,
                        }),
                    })?;
                    self.spend(8 * self.state.shown.len() as u64)?;
                    self.marks.push((self.state.laid.len(), self.lists.mark()));
                    self.lay(choice);
                    entered = self.settle();
                    break;
                }
                let exhausted = SearchEvent::Exhausted { node: frame.node };
                choices.truncate(frame.first);
                let _ = frames.pop();
                self.notify(&exhausted)?;
                if !frames.is_empty() {
                    self.undo();
                }
            }
        }
    }

    /// Checks the budget after enough work.
    fn spend(&mut self, work: u64) -> Result<(), StopReason> {
        self.work += work;
        if self.work < WORK_PER_CHECK {
            return Ok(());
        }
        self.work = 0;
        self.budget.check()
    }

    /// Propagates at the root.
    fn begin(&mut self) -> Result<(), NodeHalt> {
        if self.search.strategy == Strategy::ExactCover {
            if self.search.checks.contain(Check::Broken) {
                self.remove_broken()?;
            }
            self.lists.begin();
        }
        self.settle()
    }

    /// Places a domino.
    fn lay(&mut self, id: CandidateId) {
        self.state.lay(id);
        if self.search.strategy == Strategy::ExactCover {
            self.lists.cover(self.state.index.candidate(id));
        }
    }

    /// Undoes the last decision and its propagations.
    fn undo(&mut self) {
        let Some((laid, mark)) = self.marks.pop() else {
            return;
        };
        self.lists.restore(mark);
        while self.state.laid.len() > laid
            && let Some(id) = self.state.lift()
        {
            if self.search.strategy == Strategy::ExactCover {
                self.lists.uncover(self.state.index.candidate(id));
            }
        }
    }

    /// Propagates, and applies the checks.
    fn settle(&mut self) -> Result<(), NodeHalt> {
        if self.search.strategy == Strategy::ExactCover {
            self.propagate()?;
        } else {
            let mut rules = 0..self.state.tallies.len();
            let checks = self.search.checks;
            if let Some(failure) = rules.find_map(|rule| self.state.fault_of(rule, checks)) {
                return Err(failure.into());
            }
        }
        let since = self.marks.last().map_or(0, |&(laid, _)| laid);
        Ok(self.global.check(&self.state, since)?)
    }

    /// Applies rules and lays forced dominoes to a fixpoint.
    fn propagate(&mut self) -> Result<(), NodeHalt> {
        loop {
            let moved = std::mem::take(&mut self.lists.work);
            self.spend(moved)?;
            if let Some(item) = self.lists.pending.stuck {
                return Err(NodeHalt::Failed(SearchFailure {
                    cause: EventCause::Stuck,
                    place: self.place_of(item),
                }));
            }
            if let Some(rule) = self.lists.pending.next_rule() {
                self.apply(rule)?;
            } else if let Some(item) = self.lists.pending.forced.pop() {
                let left = self.lists.of(item);
                let needed = self.lists.needed[item as usize];
                if needed > 0 && left.len() == needed as usize {
                    let id = left[0];
                    let effect = PropagationEffect::Laid(self.state.index.placed(id));
                    let place = self.place_of(item);
                    self.propagated(1, effect, EventCause::Stuck, &place)?;
                    self.lay(id);
                    // The other copies.
                    self.lists.pending.forced.push(item);
                }
            } else {
                return Ok(());
            }
        }
    }

    fn place_of(&self, item: CoverItem) -> EventPlace {
        match self.lists.kind_of(item) {
            None => EventPlace::Cell(CellId(item)),
            Some(kind) => EventPlace::Domino(self.state.index.dominoes[kind as usize]),
        }
    }

    /// Adds the next choices, at least one candidate. Each solution below the node has exactly one of them.
    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), NodeHalt> {
        let first = choices.len();
        if self.search.strategy == Strategy::ExactCover {
            // The candidates of a kind with several copies left are not exclusive.
            let open = self.lists.all();
            let open = open.filter(|&item| self.lists.needed[item as usize] == 1);
            if let Some(best) = open.min_by_key(|&item| self.lists.of(item).len()) {
                choices.extend_from_slice(self.lists.of(best));
            }
            choices[first..].sort_unstable();
        } else {
            choices.extend(self.candidates_of_a_cell()?);
        }
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut choices[first..]);
        }
        Ok(())
    }

    /// Returns the candidates at the first empty cell, or at the one with the fewest.
    fn candidates_of_a_cell(&mut self) -> Result<Vec<CandidateId>, NodeHalt> {
        let mut best: Option<(usize, Vec<CandidateId>)> = None;
        for cell in 0..self.state.shown.len() {
            let most = match &best {
                Some((_, found)) => found.len() - 1,
                None => usize::MAX,
            };
            if !self.state.is_empty(CellId::at(cell)) {
                continue;
            }
            if let Some(found) = self.candidates_at(cell, most)? {
                let is_last = self.search.strategy == Strategy::FirstEmpty || found.len() < 2;
                best = Some((cell, found));
                if is_last {
                    break;
                }
            }
        }
        match best {
            Some((_, found)) if !found.is_empty() => Ok(found),
            best => Err(NodeHalt::Failed(SearchFailure {
                cause: EventCause::Stuck,
                place: EventPlace::Cell(CellId::at(best.map_or(0, |(cell, _)| cell))),
            })),
        }
    }

    /// Returns the candidates at a cell that fit and, for `most-constrained`, break no rule; `None` if
    /// there are more than `most`.
    fn candidates_at(
        &mut self,
        cell: usize,
        most: usize,
    ) -> Result<Option<Vec<CandidateId>>, StopReason> {
        let mut found = Vec::new();
        let index = self.state.index;
        for (other, range) in &index.neighbours[cell] {
            if !self.state.is_empty(CellId(*other)) {
                continue;
            }
            self.spend(range.len() as u64)?;
            for id in range.clone() {
                let is_left = self.state.left[index.candidate(id).kind as usize] > 0;
                if is_left && (self.search.strategy == Strategy::FirstEmpty || self.is_possible(id))
                {
                    if found.len() == most {
                        return Ok(None);
                    }
                    found.push(id);
                }
            }
        }
        Ok(Some(found))
    }

    /// Whether the rules of a candidate's cells allow it.
    fn is_possible(&mut self, id: CandidateId) -> bool {
        self.state.lay(id);
        let checks = self.search.checks;
        let mut rules = self.state.rules_of(id);
        let is_possible = rules.all(|rule| self.state.fault_of(rule, checks).is_none());
        let _ = self.state.lift();
        is_possible
    }

    fn notify(&mut self, event: &SearchEvent<'_>) -> Result<(), StopReason> {
        let observer = self.observer.as_mut();
        match observer.is_some_and(|observer| observer.on_event(event).is_break()) {
            true => Err(StopReason::Enough),
            false => Ok(()),
        }
    }

    /// Records a propagation of some dominoes or placements at the current node.
    pub(super) fn propagated(
        &mut self,
        propagations: u64,
        effect: PropagationEffect<'_>,
        cause: EventCause,
        place: &EventPlace,
    ) -> Result<(), StopReason> {
        self.counts.propagations += propagations;
        self.notify(&SearchEvent::Propagated {
            node: self.node,
            effect,
            cause,
            place,
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
    fn full_board(&mut self) -> Result<(), StopReason> {
        let board = self.state.board();
        let seen = self.observer.is_some().then(|| board.clone());
        let taken = self.boards.take(board);
        if taken == TakeResult::Skipped {
            return self.failed(&SearchFailure {
                cause: EventCause::Excluded,
                place: EventPlace::Board,
            });
        }
        self.counts.solutions += 1;
        if let Some(board) = &seen {
            let node = self.node;
            self.notify(&SearchEvent::Solution { node, board })?;
        }
        match taken {
            TakeResult::Last => Err(StopReason::Enough),
            TakeResult::Solution | TakeResult::Skipped => Ok(()),
        }
    }
}
