//! The embedded solver: solutions and counts in process, with nothing installed.
//!
//! A puzzle is lowered like for every other solver. What pruning leaves open is swept by a
//! [`frontier`] search, which is at its best on boards of the newspaper's size and the only one
//! that counts millions of solutions at once. On a wider board, a first solution is looked for by trial
//! in [`local`]; many are listed, and counted as far as that gets, by exact cover that
//! [remembers](crate::solver::search::repeats); everything else goes to the SAT solver in [`sat`], in the
//! same encoding as DIMACS. None of them depends on anything but the puzzle, so the same puzzle gives
//! the same boards in the same order.

mod boards;
mod frontier;
mod local;
mod oracle;
mod rivals;
mod sat;

use std::fmt;
use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::limits::Watch;
use crate::lower::{Lowered, STEPS, TooLarge, Unlowered, lower_until};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle, Violation};
use crate::solver::search::repeats::{self, Ended};
use crate::solver::task::{Found, Goal, Outcome, Stopped};

use boards::Boards;
#[cfg(feature = "external")]
pub(crate) use frontier::Diagram;
pub use oracle::{Oracle, Reply, Unanswered};
pub(crate) use rivals::{Rivals, Unsought, rivals};

/// What people type for it.
pub const NAME: &str = "embedded";

/// How many nodes of exact cover may lead nowhere before SAT goes on.
const PATIENCE: u64 = 20_000;

/// The estimate of a sweep, as a logarithm, beyond which it is left out where there is a limit of time:
/// ten times as many states as a sweep may go through, because estimates err by as much.
const MOST_EFFORT_IN_TIME: f64 = 27.0;

/// The most placements for which exact cover is tried.
const COVER_LIMIT: usize = 100_000;

/// Why the embedded solver has no outcome: the puzzle is too large, or a fault of the program
/// itself, which no puzzle and no limit should ever cause.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// The puzzle is too large to be tried.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The checker rejected a board. It has been given to nobody.
    #[error("internal fault: the embedded solver made a board that is not a solution ({})", list(.0))]
    Rejected(Vec<Violation>),
    /// The oracle's board is not what was asked for. It has been given to nobody.
    #[error("internal fault: the oracle made a board that its premises exclude")]
    Unasked,
}

fn list(faults: &[Violation]) -> String {
    let shown: Vec<String> = faults.iter().map(Violation::to_string).collect();
    shown.join("; ")
}

/// How to search. All ways find the same solutions, though not in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The frontier first; trial and SAT for what is too wide for it.
    #[default]
    Best,
    /// The frontier alone; it gives up on what is too wide for it.
    Frontier,
    /// Exact cover alone, which remembers the rests of boards that it has searched.
    Cover,
    /// SAT alone.
    Sat,
}

/// A way that is tried. Its text is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Pruning has found that there is no solution.
    Pruned,
    /// A sweep over the board, which counts.
    Sweep,
    /// No sweep, because it would not finish in time: this power of ten is how many states are expected.
    NoSweep {
        /// The power.
        digits: u32,
    },
    /// Along the steps of a sweep, depth first.
    Depth,
    /// By trial, for a first solution.
    Trial,
    /// Exact cover that remembers.
    Cover,
    /// SAT.
    Sat,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Way::NoSweep { digits } => {
                return write!(
                    f,
                    "leaves out the sweep over the board, which would take some 10^{digits} states"
                );
            }
            Way::Pruned => "pruning shows that there is no solution",
            Way::Sweep => "counts by a sweep over the board, cell by cell",
            Way::Depth => "searches along a sweep over the board, depth first",
            Way::Trial => "looks for a first solution by trial",
            Way::Cover => "searches by exact cover, each rest of a board once",
            Way::Sat => "searches by SAT",
        };
        f.write_str(text)
    }
}

/// Solves a puzzle in process, by the best method. See [`solve_by`].
pub fn solve(
    puzzle: &Puzzle,
    goal: Goal,
    limits: &Limits,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, EmbeddedError> {
    solve_by(Method::Best, puzzle, goal, limits, on_board)
}

/// Solves a puzzle in process. Every board goes to `on_board` as soon as it is found and checked;
/// nothing goes there when only a count is asked for.
pub fn solve_by(
    method: Method,
    puzzle: &Puzzle,
    goal: Goal,
    limits: &Limits,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, EmbeddedError> {
    solve_until(method, puzzle, goal, &Watch::new(limits), on_board)
}

/// The same, until a watch says stop.
pub fn solve_until(
    method: Method,
    puzzle: &Puzzle,
    goal: Goal,
    watch: &Watch,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, EmbeddedError> {
    match lower_until(puzzle, &STEPS, watch) {
        Ok(lowered) => solve_lowered(method, puzzle, &lowered, goal, watch, on_board),
        Err(problem) => unlowered(problem),
    }
}

/// The diagram of a puzzle's solutions; nothing if it is too wide for one. Boards that it excludes are in
/// it all the same.
#[cfg(feature = "external")]
pub(crate) fn diagram(puzzle: &Puzzle, watch: &Watch) -> Result<Option<Diagram>, Unlowered> {
    let lowered = lower_until(puzzle, &STEPS, watch)?;
    if lowered.contradiction.is_some() {
        return Ok(None);
    }
    match frontier::diagram(&lowered.model, watch) {
        Ok(diagram) => Ok(Some(diagram)),
        Err(GaveUp::TooMany) => Ok(None),
        Err(GaveUp::Stopped(_)) => {
            watch.check()?;
            Ok(None)
        }
    }
}

/// Finds out whether a puzzle has a solution, unless a watch says stop before, or it is too large.
pub fn is_satisfiable(puzzle: &Puzzle, lowered: &Lowered, watch: &Watch) -> Option<bool> {
    let take = &mut |_| ControlFlow::Break(());
    let outcome = solve_lowered(Method::Best, puzzle, lowered, Goal::One, watch, take).ok()?;
    match outcome.found {
        Found::Exactly(count) => Some(count > 0),
        Found::AtLeast(count) => (count > 0).then_some(true),
    }
}

/// What follows where a puzzle has no model.
fn unlowered(problem: Unlowered) -> Result<Outcome, EmbeddedError> {
    match problem {
        // It need not be searched.
        Unlowered::TooLarge(size) if size.contradiction.is_some() => Ok(Outcome::complete(0)),
        Unlowered::TooLarge(size) => Err(size.into()),
        Unlowered::Stopped(stop) => Ok(Outcome::open(0, stop.into())),
    }
}

/// The same for a puzzle that has been lowered; steps that were left out are made up for.
pub fn solve_lowered(
    method: Method,
    puzzle: &Puzzle,
    lowered: &Lowered,
    goal: Goal,
    watch: &Watch,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, EmbeddedError> {
    solve_telling(method, puzzle, lowered, goal, watch, &mut |_| {}, on_board)
}

/// The same, and tells each way that is tried.
pub fn solve_telling(
    method: Method,
    puzzle: &Puzzle,
    lowered: &Lowered,
    goal: Goal,
    watch: &Watch,
    tell: &mut dyn FnMut(Way),
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, EmbeddedError> {
    let lowered = match lowered.completed(puzzle, watch) {
        Ok(lowered) => lowered,
        Err(problem) => return unlowered(problem),
    };
    if lowered.contradiction.is_some() {
        tell(Way::Pruned);
        return Ok(Outcome::complete(0));
    }
    let model = &lowered.model;
    if let Goal::Count { limit } = goal
        && matches!(method, Method::Best | Method::Frontier)
    {
        // A sweep that is not finished is worth nothing. Where time is short it is left out if it is not
        // expected to finish, and otherwise half of the time is kept for those who can at least say that
        // there are some.
        let is_short = method == Method::Best && watch.deadline().is_some();
        let too_wide = match is_short {
            true => frontier::estimate(model).filter(|&effort| effort > MOST_EFFORT_IN_TIME),
            false => None,
        };
        if let Some(effort) = too_wide {
            tell(Way::NoSweep {
                digits: (effort * std::f64::consts::LOG10_2) as u32,
            });
        } else {
            tell(Way::Sweep);
            let share = if is_short {
                watch.halved()
            } else {
                watch.clone()
            };
            match frontier::count(model, &share) {
                Ok(boards) => return Ok(counted(boards, puzzle.excluded_solutions(), limit)),
                Err(why) => match watch.stopped() {
                    Some(stop) => return Ok(Outcome::open(0, stop.into())),
                    None if method == Method::Best => {}
                    None => return Ok(unfinished(0, why)),
                },
            }
        }
    }
    if goal == (Goal::Count { limit: None })
        && let Some(outcome) = count_by_cover(method, puzzle, model, watch, tell)
    {
        return Ok(outcome);
    }
    let limit = match goal {
        Goal::One => Some(1),
        Goal::All { limit } | Goal::Count { limit } => limit,
    };
    let on_board: Option<&mut dyn FnMut(Board) -> ControlFlow<()>> = match goal {
        Goal::One | Goal::All { .. } => Some(&mut *on_board),
        Goal::Count { .. } => None,
    };
    let mut boards = Boards::new(puzzle, model, limit, on_board);
    let outcome = boards.find(method, watch, tell)?;
    match boards.fault {
        Some(faults) => Err(EmbeddedError::Rejected(faults)),
        None => Ok(outcome),
    }
}

/// Counts by exact cover, if that is what to do, and as far as the watch lets it. Nothing if another
/// method may do better.
fn count_by_cover(
    method: Method,
    puzzle: &Puzzle,
    model: &Model,
    watch: &Watch,
    tell: &mut dyn FnMut(Way),
) -> Option<Outcome> {
    let patience = match method {
        Method::Best if model.placements.len() > COVER_LIMIT => return None,
        Method::Best => PATIENCE,
        Method::Cover => u64::MAX,
        Method::Frontier | Method::Sat => return None,
    };
    tell(Way::Cover);
    let counted = repeats::count(model, watch, patience);
    let excluded = puzzle.excluded_solutions() as u128;
    match counted.ended {
        Ended::Complete => Some(self::counted(counted.solutions, excluded as usize, None)),
        Ended::Stopped(stop) => {
            let solutions = counted.solutions.saturating_sub(excluded);
            Some(Outcome::open(solutions, stop.into()))
        }
        Ended::Enough | Ended::Impatient => None,
    }
}

/// Why a search or a count stopped without going through everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GaveUp {
    /// It would take more states than it may. Another method may do better.
    TooMany,
    /// The watch says stop, and why.
    Stopped(Stopped),
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// There is nothing more to find.
    Complete,
    /// Whoever takes the solutions has enough.
    Enough,
    /// It stopped on its own.
    GaveUp(GaveUp),
}

/// What a count of boards means, some of which do not count, when at most `limit` solutions were asked
/// for.
fn counted(boards: u128, excluded: usize, limit: Option<u64>) -> Outcome {
    let solutions = match boards {
        // At least as many.
        u128::MAX => boards,
        _ => boards.saturating_sub(excluded as u128),
    };
    match limit.map(u128::from) {
        Some(limit) if solutions > limit => Outcome::open(limit, Stopped::Enough),
        _ if solutions == u128::MAX => Outcome::open(solutions, Stopped::GaveUp),
        _ => Outcome::complete(solutions),
    }
}

/// The search ended before it had gone through everything.
fn unfinished(given: u64, why: GaveUp) -> Outcome {
    let why = match why {
        GaveUp::TooMany => Stopped::GaveUp,
        GaveUp::Stopped(why) => why,
    };
    Outcome::open(given.into(), why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{DoubleSet, SetRecipe, Shape, check};

    /// Solves until the watch says stop, however often that has to be asked before.
    #[test]
    fn solving_asks_often_and_ends_when_it_is_told_to() {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = SetRecipe::new(set, Some(10), Shape::Blob, 3).expect("a recipe");
        let puzzle = recipe.puzzle();
        let goals = [
            (Method::Sat, Goal::All { limit: Some(20) }),
            (Method::Frontier, Goal::All { limit: None }),
            (Method::Best, Goal::Count { limit: None }),
        ];
        for (method, goal) in goals {
            let solve = |watch: &Watch| {
                let nobody = &mut |_| ControlFlow::Continue(());
                solve_until(method, &puzzle, goal, watch, nobody).expect("no fault")
            };
            let (watch, asks) = Watch::stopping_at(u64::MAX);
            let _ = solve(&watch);
            let whole = asks.count();
            for ask in (1..whole).step_by(1 + whole as usize / 50) {
                let (watch, asks) = Watch::stopping_at(ask);
                let outcome = solve(&watch);
                assert_eq!(
                    outcome.stopped,
                    Some(Stopped::Cancelled),
                    "{method:?} at {ask}"
                );
                // The SAT solver asks twice, and whoever called it once more.
                let after = asks.after_the_stop();
                assert!(
                    after < 5,
                    "{method:?}, stopped at {ask} of {whole}, asks {after} times more"
                );
            }
        }
    }

    /// Boards found by trial are solutions, the same whenever they are looked for, and SAT goes on after
    /// them.
    #[test]
    fn a_board_by_trial_is_a_solution_and_the_same_again() {
        for seed in 1..4 {
            let set = DoubleSet::new(9).expect("a set");
            let recipe = SetRecipe::new(set, None, Shape::Blob, seed).expect("a recipe");
            let puzzle = recipe.puzzle();
            let lowered = lower_until(&puzzle, &STEPS, &Watch::default()).expect("a model");
            let by_trial = || {
                let mut found = Vec::new();
                let end = local::search(&lowered.model, &Watch::default(), &mut |solution| {
                    found.push(lowered.model.board(solution.iter().copied()));
                    ControlFlow::Break(())
                });
                assert_eq!(end, End::Enough, "seed {seed}");
                found
            };
            let found = by_trial();
            assert_eq!(check(&puzzle, &found[0]), []);
            assert_eq!(found, by_trial());
            let mut boards = Vec::new();
            let goal = Goal::All { limit: Some(3) };
            let take = &mut |board| {
                boards.push(board);
                ControlFlow::Continue(())
            };
            let outcome = solve(&puzzle, goal, &Limits::default(), take).expect("no fault");
            assert_eq!(outcome.found.count(), 3);
            assert_eq!(boards[0], found[0]);
            // Where that board does not count another one is found.
            let less = puzzle.excluding(found[0].clone()).expect("a board");
            let mut other = Vec::new();
            let take = &mut |board| {
                other.push(board);
                ControlFlow::Continue(())
            };
            let _ = solve(&less, Goal::One, &Limits::default(), take).expect("no fault");
            assert_eq!(other.len(), 1);
            assert_eq!(check(&less, &other[0]), []);
            assert!(boards[1] != boards[0] && boards[2] != boards[0] && boards[1] != boards[2]);
        }
    }

    #[test]
    fn a_formula_that_is_too_large_is_refused() {
        // Six kinds with very many copies: few placements, and a counter for each kind that is not.
        let set = DoubleSet::new(2).expect("a set");
        let dominoes: Vec<_> = (0..1_000).flat_map(|_| set.dominoes()).collect();
        let cells = (0..2).flat_map(|row| (0..6_000).map(move |column| (row, column)));
        let puzzle = Puzzle::new(crate::puzzle::PuzzleDraft {
            cells: cells
                .map(|(row, column)| crate::puzzle::Cell::on_grid(row, column))
                .collect(),
            dominoes,
            ..Default::default()
        })
        .expect("a valid puzzle");
        let nobody = &mut |_| ControlFlow::Continue(());
        let by_sat = solve_by(Method::Sat, &puzzle, Goal::One, &Limits::default(), nobody);
        match by_sat {
            Err(EmbeddedError::TooLarge(size)) => {
                assert_eq!(size.measure, crate::lower::Measure::Clauses);
                assert!(size.size > size.most, "{size}");
            }
            other => panic!("it is not refused: {other:?}"),
        }
        // By trial it is solved nevertheless: without rules everything is a solution.
        let mut found = 0;
        let take = &mut |board: Board| {
            found += usize::from(check(&puzzle, &board).is_empty());
            ControlFlow::Continue(())
        };
        let solved = solve(&puzzle, Goal::One, &Limits::default(), take).expect("no fault");
        assert_eq!((solved.is_verdict(), found), (true, 1));
    }
}
