//! The boards of a puzzle, one way after the other until there are enough, each checked before it is handed out.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{COVER_LIMIT, End, GaveUp, Method, PATIENCE, Way, frontier, local, sat, unfinished};
use crate::limits::Watch;
use crate::lower::TooLarge;
use crate::model::{Model, PlacementId};
use crate::puzzle::{Board, Puzzle, Verifier, Violation, check};
use crate::solver::search::repeats::{self, Ended};
use crate::solver::task::{Outcome, Stopped};

/// The most boards that are kept in mind in case the SAT solver has to go on after them.
const REMEMBERED: usize = 4096;

/// So many boards are quicker to have from the SAT solver than by exact cover on a wide board.
const FEW: u64 = 16;

/// Turns solutions into checked boards and hands them out.
pub(super) struct Boards<'a> {
    puzzle: &'a Puzzle,
    judge: Verifier<'a>,
    model: &'a Model,
    limit: Option<u64>,
    on_board: Option<&'a mut dyn FnMut(Board) -> ControlFlow<()>>,
    given: u64,
    remembered: Vec<Board>,
    /// What is wrong with a board that was found, which is a fault of the program.
    pub(super) fault: Option<Vec<Violation>>,
}

impl<'a> Boards<'a> {
    /// None so far, of at most so many. Whoever only counts takes none.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        model: &'a Model,
        limit: Option<u64>,
        on_board: Option<&'a mut dyn FnMut(Board) -> ControlFlow<()>>,
    ) -> Self {
        Boards {
            puzzle,
            judge: Verifier::new(puzzle),
            model,
            limit,
            on_board,
            given: 0,
            remembered: Vec::new(),
            fault: None,
        }
    }

    /// Searches until there are enough boards, no others, or no time.
    pub(super) fn find(
        &mut self,
        method: Method,
        watch: &Watch,
        tell: &mut dyn FnMut(Way),
    ) -> Result<Outcome, TooLarge> {
        if self.limit == Some(0) {
            return Ok(self.enough());
        }
        let model = self.model;
        // Somebody who only counts comes here because the frontier is too wide.
        if matches!(method, Method::Best | Method::Frontier) && self.on_board.is_some() {
            tell(Way::Depth);
            let mut take = |solution: &[PlacementId]| self.take(solution);
            match frontier::search(model, REMEMBERED, watch, &mut take) {
                End::Complete => return Ok(Outcome::complete(self.given.into())),
                End::Enough => return Ok(self.enough()),
                End::GaveUp(GaveUp::TooMany) if method == Method::Best => {}
                End::GaveUp(why) => return Ok(unfinished(self.given, why)),
            }
        }
        // Trial finds only one, and does not know that it is the only one.
        if method == Method::Best && self.on_board.is_some() && self.given == 0 {
            tell(Way::Trial);
            let mut take = |solution: &[PlacementId]| self.take(solution);
            match local::search(model, watch, &mut take) {
                End::Complete => return Ok(Outcome::complete(self.given.into())),
                End::Enough => return Ok(self.enough()),
                End::GaveUp(GaveUp::TooMany) => {}
                End::GaveUp(why) => return Ok(unfinished(self.given, why)),
            }
        }
        let is_many = self.limit.is_none_or(|limit| limit > FEW);
        let is_small = model.placements.len() <= COVER_LIMIT;
        if method == Method::Cover || method == Method::Best && is_many && is_small {
            tell(Way::Cover);
            match self.cover(method, watch) {
                Ended::Complete => return Ok(Outcome::complete(self.given.into())),
                Ended::Enough => return Ok(self.enough()),
                Ended::Stopped(stop) => {
                    return Ok(unfinished(self.given, GaveUp::Stopped(stop.into())));
                }
                Ended::Impatient => {}
            }
        }
        tell(Way::Sat);
        let remembered = std::mem::take(&mut self.remembered);
        let known = remembered.iter().map(|board| {
            let placements = board.placements().iter();
            placements
                .flat_map(|&placed| model.placements_of(placed))
                .collect()
        });
        let known: Vec<Vec<PlacementId>> = known.collect();
        let mut take = |solution: &[PlacementId]| self.take(solution);
        Ok(match sat::search(model, &known, watch, &mut take)? {
            End::Complete => Outcome::complete(self.given.into()),
            End::Enough => self.enough(),
            End::GaveUp(why) => unfinished(self.given, why),
        })
    }

    /// Lists by exact cover, but for the boards that have been handed out. It gives up only while all
    /// boards are remembered, so that SAT can go on from there.
    fn cover(&mut self, method: Method, watch: &Watch) -> Ended {
        let mut known: HashSet<Board> = self.remembered.iter().cloned().collect();
        let patience = |found: u64| match method {
            Method::Best if found <= REMEMBERED as u64 => PATIENCE,
            Method::Best | Method::Cover | Method::Frontier | Method::Sat => u64::MAX,
        };
        repeats::list(self.model, watch, &patience, &mut |board| {
            if !known.is_empty() && known.remove(&board) {
                return ControlFlow::Continue(());
            }
            self.hand_out(board)
        })
    }

    fn enough(&self) -> Outcome {
        Outcome::open(self.given.into(), Stopped::Enough)
    }

    /// Hands out a solution, unless the checker rejects it. The methods that know nothing of excluded
    /// boards go on after one.
    fn take(&mut self, solution: &[PlacementId]) -> ControlFlow<()> {
        self.hand_out(self.model.board(solution.iter().copied()))
    }

    /// The same for a board.
    fn hand_out(&mut self, board: Board) -> ControlFlow<()> {
        if self.puzzle.excludes(&board) {
            return ControlFlow::Continue(());
        }
        if !self.judge.accepts(&board) {
            self.fault = Some(check(self.puzzle, &board));
            return ControlFlow::Break(());
        }
        self.given += 1;
        if self.remembered.len() < REMEMBERED {
            self.remembered.push(board.clone());
        }
        if let Some(on_board) = &mut self.on_board {
            on_board(board)?;
        }
        match self.limit {
            Some(limit) if self.given >= limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
