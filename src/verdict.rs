//! Common tasks, one call each: solve, count, list, emit.

use std::io;
use std::ops::ControlFlow;

use crate::backend::{Emission, Encoding, Inexpressible, Profile, Provenance};
use crate::limits::Limits;
use crate::lower::{AS_IT_STANDS, LowerError, lower};
use crate::puzzle::{Board, Puzzle};
use crate::solver::embedded;
use crate::solver::{Goal, SolutionCount, SolverError, StopReason};

/// The answer to [`solve`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// A solution, which the checker has accepted.
    Solved(Board),
    /// The puzzle provably has no solution.
    NoSolution,
    /// The limits ended the search first.
    Stopped(StopReason),
}

/// Solves a puzzle with the embedded solver.
///
/// ```
/// use pipsc::{Verdict, formats, solver::Limits};
///
/// let document = formats::read(&std::fs::read("puzzles/dozen.txt")?, None)?;
/// let puzzle = document.pick(None)?;
/// match pipsc::solve(puzzle, &Limits::default())? {
///     Verdict::Solved(board) => print!("{}", formats::write_board(puzzle, &board)),
///     Verdict::NoSolution => println!("no solution"),
///     other => println!("no verdict: {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the puzzle is too large.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Verdict, SolverError> {
    let mut solution = None;
    let outcome = embedded::solve(puzzle, Goal::One, limits, &mut |board| {
        solution = Some(board);
        ControlFlow::Break(())
    })?;
    Ok(match (solution, outcome.stopped) {
        (Some(board), _) => Verdict::Solved(board),
        (None, None) => Verdict::NoSolution,
        (None, Some(why)) => Verdict::Stopped(why),
    })
}

/// Counts the solutions of a puzzle with the embedded solver, as far as the limits allow.
///
/// ```
/// use pipsc::{formats, solver::{SolutionCount, Limits}};
///
/// let document = formats::read(&std::fs::read("puzzles/loose.txt")?, None)?;
/// let count = pipsc::count(document.pick(None)?, &Limits::default())?;
/// assert_eq!(count, SolutionCount::Exactly(256));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the puzzle is too large.
pub fn count(puzzle: &Puzzle, limits: &Limits) -> Result<SolutionCount, SolverError> {
    let goal = Goal::Count { limit: None };
    let outcome = embedded::solve(puzzle, goal, limits, &mut |_| ControlFlow::Continue(()))?;
    Ok(outcome.found)
}

/// Returns an iterator over the solutions of a puzzle. A thread searches in the background and ends
/// when the iterator is dropped. [`embedded::solve`] does the same with a callback.
///
/// ```
/// use pipsc::{formats, solver::Limits};
///
/// let document = formats::read(&std::fs::read("puzzles/loose.txt")?, None)?;
/// let puzzle = document.pick(None)?;
/// for board in pipsc::boards(puzzle, &Limits::default()).take(3) {
///     print!("{}", formats::write_board(puzzle, &board?));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn boards(
    puzzle: &Puzzle,
    limits: &Limits,
) -> impl Iterator<Item = Result<Board, SolverError>> + use<> {
    let (puzzle, limits) = (puzzle.clone(), limits.clone());
    let (sender, receiver) = std::sync::mpsc::sync_channel(64);
    let _ = std::thread::spawn(move || {
        let goal = Goal::All { limit: None };
        let solved = embedded::solve(&puzzle, goal, &limits, &mut |board| {
            match sender.send(Ok(board)) {
                Ok(()) => ControlFlow::Continue(()),
                // The iterator was dropped.
                Err(_) => ControlFlow::Break(()),
            }
        });
        if let Err(problem) = solved {
            let _ = sender.send(Err(problem));
        }
    });
    receiver.into_iter()
}

/// Why a puzzle was not emitted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// The puzzle could not be lowered.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The encoding cannot express the puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// The model could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Returns the model of an unpruned puzzle in an encoding. The files of a model with several files
/// are concatenated.
///
/// ```
/// use pipsc::{backend::Language, formats};
///
/// let document = formats::read(&std::fs::read("puzzles/dozen.txt")?, None)?;
/// let dimacs = Language::named("dimacs").expect("a language");
/// let model = pipsc::emit(document.pick(None)?, dimacs.encodings()[0])?;
/// assert!(model.contains("p cnf "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the puzzle is too large, or the encoding cannot express it.
pub fn emit(puzzle: &Puzzle, encoding: Encoding) -> Result<String, EmitError> {
    let lowered = lower(puzzle, &AS_IT_STANDS)?;
    let name = puzzle.title().map(ToString::to_string).unwrap_or_default();
    let provenance = Provenance::of(puzzle, &name, &lowered);
    let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance)?;
    Ok(emission.texts()?.concat())
}
