//! Rivals: solutions beside one that is known.
//!
//! The puzzle is pruned and given to the SAT solver with the known solution excluded. Whether there are
//! others is a verdict; which of them are found first is up to the solver, and nobody should build
//! on it.

use batsat::{SolverInterface, lbool};

use super::EmbeddedError;
use super::sat::{self, Engine, literal};
use crate::encode::cnf::{self, Formula, Lit, compact};
use crate::limits::{Stop, Watch};
use crate::lower::{Measure, STEPS, TooLarge, Unlowered, lower_until};
use crate::model::PlacementId;
use crate::puzzle::{Board, Puzzle, Verifier, check};

/// What there is beside a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rivals {
    /// Nothing: it is the only one.
    Nobody,
    /// These solutions, and perhaps others.
    Some(Vec<Board>),
}

/// Why that is not known.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unsought {
    /// The watch said stop.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The puzzle is too large, or a fault of the program itself.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
}

/// Looks for at most so many solutions, one at least, beside a known one.
pub(crate) fn rivals(
    puzzle: &Puzzle,
    known: &Board,
    most: usize,
    watch: &Watch,
) -> Result<Rivals, Unsought> {
    let lowered = match lower_until(puzzle, &STEPS, watch) {
        Ok(lowered) => lowered,
        Err(Unlowered::TooLarge(size)) => return Err(EmbeddedError::from(size).into()),
        Err(Unlowered::Stopped(stop)) => return Err(stop.into()),
    };
    let model = lowered.model;
    let clauses = compact::clauses(&model);
    TooLarge::refuse(&model, Measure::Clauses, clauses, sat::MOST_CLAUSES)
        .map_err(EmbeddedError::from)?;
    let mut engine = Engine::new(watch.clone());
    compact::encode(&model, &mut engine);
    watch.check()?;
    let exclude = |engine: &mut Engine, ids: &[PlacementId]| {
        let clause: Vec<Lit> = ids.iter().map(|&id| !cnf::placement_lit(id)).collect();
        engine.clause(&clause);
    };
    let known_ids = model.placement_ids().zip(&model.placements);
    let known_ids: Vec<PlacementId> = known_ids
        .filter(|(_, placement)| known.placements().contains(&model.placed(**placement)))
        .map(|(id, _)| id)
        .collect();
    exclude(&mut engine, &known_ids);
    let mut judge = Verifier::new(puzzle);
    let mut found = Vec::new();
    loop {
        let verdict = engine.solve(&[], u32::MAX);
        watch.check()?;
        if verdict == lbool::UNDEF {
            return Err(Stop::Cancelled.into());
        }
        if verdict == lbool::FALSE {
            return Ok(match found.is_empty() {
                true => Rivals::Nobody,
                false => Rivals::Some(found),
            });
        }
        let is_laid = |id: &PlacementId| {
            engine.solver.value_lit(literal(cnf::placement_lit(*id))) == lbool::TRUE
        };
        let ids: Vec<PlacementId> = model.placement_ids().filter(is_laid).collect();
        let board = model.board(ids.iter().copied());
        if !judge.accepts(&board) || board == *known {
            return Err(EmbeddedError::Rejected(check(puzzle, &board)).into());
        }
        found.push(board);
        if found.len() >= most {
            return Ok(Rivals::Some(found));
        }
        exclude(&mut engine, &ids);
    }
}
