//! Checks the boards that a solver in process finds, and hands out each solution once.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::embedded::EmbeddedError;
use super::task::{Goal, Outcome};
use crate::limits::StopReason;
use crate::model::Model;
use crate::puzzle::{Board, Puzzle, Verifier, Violation, check};

/// The most boards that a method may find before it gives up and another one goes on.
pub(super) const MAX_KNOWN: usize = 4096;

/// The result of taking a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TakeResult {
    /// A solution.
    Solution,
    /// The last solution that is wanted, or a board that the checker rejects.
    Last,
    /// A board that is excluded or was handed out before.
    Skipped,
}

/// Checks boards and hands them out.
pub(super) struct BoardSink<'a> {
    puzzle: &'a Puzzle,
    verifier: Verifier<'a>,
    excluded: HashSet<&'a Board>,
    limit: Option<u64>,
    /// Nothing where only a count is asked for.
    on_board: Option<&'a mut dyn FnMut(Board) -> ControlFlow<()>>,
    pub(super) found: u64,
    /// The first boards, as far as a method can give up after them.
    pub(super) known: Vec<Board>,
    /// The boards of earlier methods.
    skipped: HashSet<Board>,
    /// The violations of a rejected board, which is a fault of the program.
    fault: Option<Vec<Violation>>,
}

impl<'a> BoardSink<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        model: &'a Model,
        goal: Goal,
        on_board: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Self {
        BoardSink {
            puzzle,
            verifier: Verifier::new(puzzle),
            excluded: model.excluded_boards().collect(),
            limit: goal.limit(),
            on_board: (!matches!(goal, Goal::Count { .. })).then_some(on_board),
            found: 0,
            known: Vec::new(),
            skipped: HashSet::new(),
            fault: None,
        }
    }

    /// Skips the boards that are known by now.
    pub(super) fn skip_known(&mut self) {
        self.skipped = self.known.iter().cloned().collect();
    }

    /// How many excluded boards satisfy all rules.
    pub(super) fn excluded_solutions(&mut self) -> usize {
        let excluded = self.excluded.iter();
        excluded
            .filter(|board| self.verifier.accepts(board))
            .count()
    }

    pub(super) fn take(&mut self, board: Board) -> TakeResult {
        if self.excluded.contains(&board) || !self.skipped.is_empty() && self.skipped.remove(&board)
        {
            return TakeResult::Skipped;
        }
        if !self.verifier.accepts(&board) {
            self.fault = Some(check(self.puzzle, &board));
            return TakeResult::Last;
        }
        self.found += 1;
        // Two methods can give up, each after at most so many.
        if self.known.len() < 2 * MAX_KNOWN {
            self.known.push(board.clone());
        }
        let goes_on = match &mut self.on_board {
            Some(on_board) => on_board(board).is_continue(),
            None => true,
        };
        match goes_on && self.limit.is_none_or(|limit| self.found < limit) {
            true => TakeResult::Solution,
            false => TakeResult::Last,
        }
    }

    /// Takes a board; whether to go on.
    pub(super) fn offer(&mut self, board: Board) -> ControlFlow<()> {
        match self.take(board) {
            TakeResult::Solution | TakeResult::Skipped => ControlFlow::Continue(()),
            TakeResult::Last => ControlFlow::Break(()),
        }
    }

    /// The outcome after a search that ended like this.
    ///
    /// # Errors
    /// If a board was rejected.
    pub(super) fn outcome(
        &mut self,
        ended: Result<(), StopReason>,
    ) -> Result<Outcome, EmbeddedError> {
        match (self.fault.take(), ended) {
            (Some(faults), _) => Err(EmbeddedError::Rejected(faults)),
            (None, Ok(())) => Ok(Outcome::complete(self.found.into())),
            (None, Err(why)) => Ok(Outcome::open(self.found.into(), why)),
        }
    }
}
