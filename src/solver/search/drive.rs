//! The walk over the tree: enters nodes, goes back, counts, and tells the observer.
//!
//! What is chosen from at a node, and what follows from a choice, is the business of an [`Engine`].
//! The path is a list and not the program's stack, so that a board may be as large as it likes.

use std::ops::ControlFlow;

use super::Searched;
use super::counts::Counts;
use super::observer::{Cause, Decision, Effect, Event, Nobody, Observer, Place};
use super::state::Failure;
use super::table::{CandidateId, Table};
use crate::limits::{Stop, Watch};
use crate::puzzle::{Board, PlacedDomino};
use crate::solver::task::{Outcome, Stopped};

/// Why a node has no children.
#[derive(Debug)]
pub(super) enum Halt {
    /// It cannot lead to a solution.
    Failed(Failure),
    /// The search is to stop.
    Stopped(Stop),
    /// The observer has seen enough.
    Unwatched,
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

/// What there is to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Branch {
    /// Nothing: every cell is covered.
    Full,
    /// The candidates that were added to the list. Each solution from here on has exactly one of them.
    Open,
}

/// A way to search.
pub(super) trait Engine {
    /// What follows before anything is chosen.
    fn begin<O: Observer + ?Sized>(&mut self, told: &mut Told<'_, O>) -> Result<(), Halt>;

    /// Makes a choice. Whatever comes of it, [`Engine::lift`] takes it back.
    fn lay<O: Observer + ?Sized>(
        &mut self,
        choice: CandidateId,
        told: &mut Told<'_, O>,
    ) -> Result<(), Halt>;

    /// Takes the last choice back, with all that followed.
    fn lift(&mut self);

    /// What can be chosen next.
    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<Branch, Halt>;

    /// What lies.
    fn board(&self) -> Board;

    fn table(&self) -> &Table;
}

/// Who is told of what follows at a node.
pub(super) struct Told<'o, O: ?Sized> {
    observer: &'o mut O,
    node: u64,
    counts: &'o mut Counts,
}

impl<'o> Told<'o, Nobody> {
    /// Nobody is told.
    pub(super) fn nobody(nobody: &'o mut Nobody, counts: &'o mut Counts) -> Self {
        Told {
            observer: nobody,
            node: 0,
            counts,
        }
    }
}

impl<O: Observer + ?Sized> Told<'_, O> {
    /// Whether placements that are removed need be listed.
    pub(super) fn looks(&self) -> bool {
        self.observer.looks()
    }

    /// A domino must lie here.
    pub(super) fn laid(
        &mut self,
        placed: impl FnOnce() -> PlacedDomino,
        place: impl FnOnce() -> Place,
    ) -> Result<(), Halt> {
        self.counts.propagations += 1;
        if !self.observer.looks() {
            return Ok(());
        }
        self.see(Effect::Laid(placed()), Cause::Stuck, &place())
    }

    /// So many placements are removed. They are listed if [`Told::looks`].
    pub(super) fn removed(
        &mut self,
        count: usize,
        list: &[PlacedDomino],
        cause: Cause,
        place: impl FnOnce() -> Place,
    ) -> Result<(), Halt> {
        self.counts.propagations += count as u64;
        if !self.observer.looks() || list.is_empty() {
            return Ok(());
        }
        self.see(Effect::Removed(list), cause, &place())
    }

    fn see(&mut self, effect: Effect<'_>, cause: Cause, place: &Place) -> Result<(), Halt> {
        let event = Event::Propagated {
            node: self.node,
            effect,
            cause,
            place,
        };
        match self.observer.see(&event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Unwatched),
        }
    }
}

/// What became of a full board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is a solution.
    Counted,
    /// It is a solution, and nobody wants another one.
    Last,
    /// The puzzle excludes it.
    Excluded,
    /// The checker does not accept it, which is a fault of this program.
    Rejected,
}

/// How many nodes are entered before the watch is asked again.
const BETWEEN_ASKS: u64 = 64;

/// Beyond so many cells it is asked at each node.
const LARGE: usize = 2_000;

/// A walk.
pub(super) struct Drive<'a, O: ?Sized> {
    /// Stop after so many solutions.
    pub(super) limit: Option<u64>,
    pub(super) watch: &'a Watch,
    pub(super) observer: &'a mut O,
    /// Given every full board.
    pub(super) take: &'a mut dyn FnMut(Board) -> Taken,
}

/// A node on the path, with the choices that are left there.
#[derive(Debug)]
struct Frame {
    node: u64,
    /// Where its choices begin and end in the list, and which is next.
    first: usize,
    next: usize,
    end: usize,
}

/// How a walk ends.
enum End {
    Complete,
    Stopped(Stopped),
}

impl<O: Observer + ?Sized> Drive<'_, O> {
    /// Walks.
    pub(super) fn run<E: Engine>(mut self, mut engine: E) -> Searched {
        let mut counts = Counts::default();
        let end = if self.limit == Some(0) {
            End::Stopped(Stopped::Enough)
        } else {
            self.walk(&mut engine, &mut counts)
        };
        let outcome = match end {
            End::Complete => Outcome::complete(counts.solutions),
            End::Stopped(why) => Outcome::open(counts.solutions, why),
        };
        Searched { outcome, counts }
    }

    fn walk<E: Engine>(&mut self, engine: &mut E, counts: &mut Counts) -> End {
        let between = match engine.table().rule_of.len() {
            LARGE.. => 1,
            _ => BETWEEN_ASKS,
        };
        let mut frames: Vec<Frame> = Vec::new();
        let mut choices: Vec<CandidateId> = Vec::new();
        let mut node = 0;
        counts.nodes = 1;
        let root = Event::Node {
            id: 0,
            parent: None,
            depth: 0,
            decision: None,
        };
        if self.tell(&root).is_break() {
            return End::Stopped(Stopped::Enough);
        }
        let mut entered = engine.begin(&mut self.told(node, counts));
        loop {
            let first = choices.len();
            let branch = entered.and_then(|()| engine.branch(&mut choices));
            let is_open = matches!(branch, Ok(Branch::Open));
            let ended = match branch {
                Ok(Branch::Open) => {
                    frames.push(Frame {
                        node,
                        first,
                        next: first,
                        end: choices.len(),
                    });
                    ControlFlow::Continue(())
                }
                Ok(Branch::Full) => self.full(node, engine, counts),
                Err(Halt::Failed(failure)) => self.fail(node, &failure, counts),
                Err(Halt::Stopped(stop)) => return End::Stopped(stop.into()),
                Err(Halt::Unwatched) => return End::Stopped(Stopped::Enough),
            };
            if ended.is_break() {
                return End::Stopped(Stopped::Enough);
            }
            if !is_open && !frames.is_empty() {
                engine.lift();
            }
            // The next choice, here or further up.
            loop {
                let depth = frames.len() as u64;
                let Some(frame) = frames.last_mut() else {
                    return End::Complete;
                };
                if frame.next < frame.end {
                    let choice = choices[frame.next];
                    frame.next += 1;
                    node = counts.nodes;
                    counts.nodes += 1;
                    counts.depth = counts.depth.max(depth);
                    if self.observer.looks() {
                        let event = Event::Node {
                            id: node,
                            parent: Some(frame.node),
                            depth: depth as u32,
                            decision: Some(Decision {
                                placed: engine.table().placed(choice),
                                choice: (frame.next - frame.first) as u32,
                                choices: (frame.end - frame.first) as u32,
                            }),
                        };
                        if self.observer.see(&event).is_break() {
                            return End::Stopped(Stopped::Enough);
                        }
                    }
                    if node.is_multiple_of(between)
                        && let Some(stop) = self.watch.stopped()
                    {
                        return End::Stopped(stop.into());
                    }
                    entered = engine.lay(choice, &mut self.told(node, counts));
                    break;
                }
                let exhausted = Event::Exhausted { node: frame.node };
                choices.truncate(frame.first);
                let _ = frames.pop();
                if self.tell(&exhausted).is_break() {
                    return End::Stopped(Stopped::Enough);
                }
                if !frames.is_empty() {
                    engine.lift();
                }
            }
        }
    }

    fn told<'o>(&'o mut self, node: u64, counts: &'o mut Counts) -> Told<'o, O> {
        Told {
            observer: self.observer,
            node,
            counts,
        }
    }

    fn tell(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if self.observer.looks() {
            self.observer.see(event)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn fail(&mut self, node: u64, failure: &Failure, counts: &mut Counts) -> ControlFlow<()> {
        counts.fail(failure.cause);
        self.tell(&Event::Failed {
            node,
            cause: failure.cause,
            place: &failure.place,
        })
    }

    /// A node at which every cell is covered.
    fn full<E: Engine>(&mut self, node: u64, engine: &E, counts: &mut Counts) -> ControlFlow<()> {
        let board = engine.board();
        let seen = self.observer.looks().then(|| board.clone());
        let is_last = match (self.take)(board) {
            Taken::Counted => false,
            Taken::Last => true,
            Taken::Rejected => return ControlFlow::Break(()),
            Taken::Excluded => {
                let failure = Failure {
                    cause: Cause::Excluded,
                    place: Place::Board,
                };
                return self.fail(node, &failure, counts);
            }
        };
        counts.solutions += 1;
        if let Some(board) = &seen {
            self.observer.see(&Event::Solution { node, board })?;
        }
        let limit = self.limit.map(u128::from);
        if is_last || limit.is_some_and(|limit| counts.solutions >= limit) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
