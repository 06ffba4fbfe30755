//! Checks the boards that an in-process solver finds, and returns each solution once.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::error::SolverError;
use super::task::{Goal, Outcome};
use crate::limits::StopReason;
use crate::model::Model;
use crate::puzzle::{Board, Puzzle, Verifier, Violation, check};

/// Maximum number of boards that a method may find before it gives up and the next one continues.
pub(super) const MAX_KNOWN: usize = 4096;

/// Result of [`BoardSink::take`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TakeResult {
    /// A new solution.
    Solution,
    /// The last solution of the goal, or a board that the checker rejects.
    Last,
    /// An excluded board, or one that was returned before.
    Skipped,
}

/// Checks boards and passes new solutions to the caller.
pub(super) struct BoardSink<'a> {
    puzzle: &'a Puzzle,
    verifier: Verifier<'a>,
    excluded: HashSet<&'a Board>,
    limit: Option<u64>,
    /// `None` if the goal is a count.
    on_board: Option<&'a mut dyn FnMut(Board) -> ControlFlow<()>>,
    pub(super) found: u64,
    /// The first boards found, at most `2 * MAX_KNOWN`.
    pub(super) known: Vec<Board>,
    /// Boards of earlier methods, which later methods find again.
    skipped: HashSet<Board>,
    /// Violations of a rejected board, which is a bug in pipsc.
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

    /// Skips the known boards from now on.
    pub(super) fn skip_known(&mut self) {
        self.skipped = self.known.iter().cloned().collect();
    }

    /// Number of excluded boards that satisfy all rules.
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
        // Two methods can give up, each after at most `MAX_KNOWN` boards.
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

    /// Takes a board and returns whether to continue.
    pub(super) fn offer(&mut self, board: Board) -> ControlFlow<()> {
        match self.take(board) {
            TakeResult::Solution | TakeResult::Skipped => ControlFlow::Continue(()),
            TakeResult::Last => ControlFlow::Break(()),
        }
    }

    /// Returns the outcome of a search with this end.
    ///
    /// # Errors
    /// If a board was rejected.
    pub(super) fn outcome(
        &mut self,
        ended: Result<(), StopReason>,
    ) -> Result<Outcome, SolverError> {
        match (self.fault.take(), ended) {
            (Some(faults), _) => Err(SolverError::wrong_board(&faults)),
            (None, Ok(())) => Ok(Outcome::complete(self.found.into())),
            (None, Err(why)) => Ok(Outcome::open(self.found.into(), why)),
        }
    }
}
