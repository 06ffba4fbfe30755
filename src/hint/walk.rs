//! The walk: hint after hint, as far as anything is forced.

use super::{Guide, Hint, HintError, Impossible};
use crate::puzzle::{Board, Partial, Puzzle};
use crate::solver::task::Limits;

/// A walk from a board on.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The hints, each of which takes those before it for granted.
    pub hints: Vec<Hint>,
    /// The dominoes that lie for certain at the end.
    pub board: Board,
    /// Are these all of them? Otherwise there are several solutions, and nothing more is forced.
    pub solved: bool,
}

/// Walks from a partial board to the solution, or as far as anything is forced; or says why the
/// board cannot be completed.
pub fn walk(
    puzzle: &Puzzle,
    partial: &Partial,
    limits: &Limits,
) -> Result<Result<Walk, Impossible>, HintError> {
    let mut guide = match Guide::new(puzzle, partial, limits)? {
        Ok(guide) => guide,
        Err(impossible) => return Ok(Err(impossible)),
    };
    let mut hints = Vec::new();
    while let Some(hint) = guide.hint()? {
        guide.learn(hint.fact);
        hints.push(hint);
    }
    let board = guide.laid();
    Ok(Ok(Walk {
        hints,
        solved: board.placements().len() == puzzle.dominoes().len(),
        board,
    }))
}
