//! Depth-first search: enters nodes, backtracks, counts, and notifies the observer.
//!
//! The path is a list and not the program's stack, so the size of a board is not limited.

use super::counts::Counts;
use super::observer::{Cause, Decision, Effect, Event, Observer, Place};
use super::state::{Failure, State};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{Board, PlacedDomino};
use crate::solver::index::CandidateId;

/// Why a node has no children.
#[derive(Debug)]
pub(super) enum Halt {
    /// It cannot lead to a solution.
    Failed(Failure),
    /// The search ends.
    Stopped(StopReason),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Self {
        Halt::Stopped(stop)
    }
}

/// A rule for branching, with what follows from a choice.
pub(super) trait Brancher {
    /// Propagates before anything is chosen.
    fn begin(&mut self, notifier: &mut Notifier<'_>) -> Result<(), Halt>;

    /// Makes a choice. Whatever comes of it, [`Brancher::undo`] takes it back.
    fn place(&mut self, choice: CandidateId, notifier: &mut Notifier<'_>) -> Result<(), Halt>;

    /// Takes the last choice back, with all that followed.
    fn undo(&mut self);

    /// Adds what can be chosen next, at least one candidate. Each solution from here on has exactly
    /// one of them.
    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), Halt>;

    /// What lies.
    fn state(&self) -> &State<'_>;
}

/// Counts events and passes them to the observer.
pub(super) struct Notifier<'a> {
    observer: &'a mut dyn Observer,
    /// Whether the observer looks at events; if not, none is made.
    pub(super) is_observed: bool,
    node: u64,
    pub(super) counts: Counts,
}

impl<'a> Notifier<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer) -> Self {
        Notifier {
            is_observed: observer.looks(),
            observer,
            node: 0,
            counts: Counts::default(),
        }
    }

    fn see(&mut self, event: &Event<'_>) -> Result<(), StopReason> {
        if self.is_observed && self.observer.see(event).is_break() {
            return Err(StopReason::Enough);
        }
        Ok(())
    }

    /// A domino must lie here.
    pub(super) fn forced(
        &mut self,
        placed: impl FnOnce() -> PlacedDomino,
        place: impl FnOnce() -> Place,
    ) -> Result<(), Halt> {
        self.counts.propagations += 1;
        if !self.is_observed {
            return Ok(());
        }
        self.propagated(Effect::Laid(placed()), Cause::Stuck, &place())
    }

    /// So many placements are removed. They are listed if the search is observed.
    pub(super) fn removed(
        &mut self,
        count: usize,
        list: &[PlacedDomino],
        cause: Cause,
        place: &Place,
    ) -> Result<(), Halt> {
        self.counts.propagations += count as u64;
        if list.is_empty() {
            return Ok(());
        }
        self.propagated(Effect::Removed(list), cause, place)
    }

    fn propagated(&mut self, effect: Effect<'_>, cause: Cause, place: &Place) -> Result<(), Halt> {
        let node = self.node;
        let event = Event::Propagated {
            node,
            effect,
            cause,
            place,
        };
        self.see(&event).map_err(Halt::Stopped)
    }

    fn failed(&mut self, failure: &Failure) -> Result<(), StopReason> {
        self.counts.fail(failure.cause);
        self.see(&Event::Failed {
            node: self.node,
            cause: failure.cause,
            place: &failure.place,
        })
    }
}

/// What became of a full board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is a solution.
    Counted,
    /// It is a solution, and the last one that is asked for.
    Last,
    /// It does not count.
    Excluded,
    /// The checker rejects it, which is a fault of the program.
    Rejected,
}

/// The nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 64;

/// Beyond so many cells they are checked at each node.
const MANY_CELLS: usize = 2_000;

/// How far a search goes.
pub(super) struct DepthFirst<'a> {
    pub(super) notifier: Notifier<'a>,
    pub(super) budget: &'a Budget,
    /// Stop after so many solutions.
    pub(super) limit: Option<u64>,
    /// Give up after so many failures since the last solution, as long as there are at most
    /// `most_before` solutions.
    pub(super) most_failures: u64,
    pub(super) most_before: u64,
    /// Given every full board.
    pub(super) take: &'a mut dyn FnMut(Board) -> Taken,
}

/// A node on the path, with its choices at the end of a list that all share.
#[derive(Debug)]
struct Frame {
    node: u64,
    first: usize,
    next: usize,
}

impl DepthFirst<'_> {
    /// Searches the whole tree, or until something stops it.
    pub(super) fn run(&mut self, tree: &mut dyn Brancher) -> Result<(), StopReason> {
        if self.limit == Some(0) {
            return Err(StopReason::Enough);
        }
        let nodes_per_check = match tree.state().shown.len() {
            MANY_CELLS.. => 1,
            _ => NODES_PER_CHECK,
        };
        let mut frames: Vec<Frame> = Vec::new();
        let mut choices: Vec<CandidateId> = Vec::new();
        let mut failures = 0;
        self.notifier.counts.nodes = 1;
        self.notifier.see(&Event::Node {
            id: 0,
            parent: None,
            depth: 0,
            decision: None,
        })?;
        let mut entered = tree.begin(&mut self.notifier);
        loop {
            let first = choices.len();
            let branched = entered.and_then(|()| match tree.state().empty {
                0 => tree
                    .state()
                    .wrong()
                    .map_or(Ok(()), |wrong| Err(wrong.into())),
                _ => tree.branch(&mut choices),
            });
            match branched {
                Ok(()) if choices.len() > first => frames.push(Frame {
                    node: self.notifier.node,
                    first,
                    next: first,
                }),
                Ok(()) => {
                    failures = 0;
                    self.solution(tree.state().board())?;
                }
                Err(Halt::Failed(failure)) => {
                    failures += 1;
                    self.notifier.failed(&failure)?;
                    let is_early = self.notifier.counts.solutions <= u128::from(self.most_before);
                    if failures > self.most_failures && is_early {
                        return Err(StopReason::GaveUp);
                    }
                }
                Err(Halt::Stopped(why)) => return Err(why),
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
                    let counts = &mut self.notifier.counts;
                    let node = counts.nodes;
                    counts.nodes += 1;
                    counts.depth = counts.depth.max(depth);
                    self.notifier.node = node;
                    if self.notifier.is_observed {
                        self.notifier.see(&Event::Node {
                            id: node,
                            parent: Some(frame.node),
                            depth: depth as u32,
                            decision: Some(Decision {
                                placed: tree.state().index.placed(choice),
                                choice: (frame.next - frame.first) as u32,
                                choices: (choices.len() - frame.first) as u32,
                            }),
                        })?;
                    }
                    if node.is_multiple_of(nodes_per_check) {
                        self.budget.check()?;
                    }
                    entered = tree.place(choice, &mut self.notifier);
                    break;
                }
                let exhausted = Event::Exhausted { node: frame.node };
                choices.truncate(frame.first);
                let _ = frames.pop();
                self.notifier.see(&exhausted)?;
                if !frames.is_empty() {
                    tree.undo();
                }
            }
        }
    }

    /// A node at which every cell is covered.
    fn solution(&mut self, board: Board) -> Result<(), StopReason> {
        let node = self.notifier.node;
        let seen = self.notifier.is_observed.then(|| board.clone());
        let is_last = match (self.take)(board) {
            Taken::Counted => false,
            Taken::Last => true,
            Taken::Rejected => return Err(StopReason::Enough),
            Taken::Excluded => {
                return self.notifier.failed(&Failure {
                    cause: Cause::Excluded,
                    place: Place::Board,
                });
            }
        };
        let counts = &mut self.notifier.counts;
        counts.solutions += 1;
        let limit = self.limit.map(u128::from);
        let is_last = is_last || limit.is_some_and(|limit| counts.solutions >= limit);
        if let Some(board) = &seen {
            self.notifier.see(&Event::Solution { node, board })?;
        }
        if is_last {
            Err(StopReason::Enough)
        } else {
            Ok(())
        }
    }
}
