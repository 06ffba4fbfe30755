//! The solution space of a puzzle: its backbone, and the facts that would leave one solution.
//!
//! The backbone (what all solutions have in common) and the values of each cell come from queries for a
//! solution that differs from the known ones, as in iterative backbone computation (Janota, Lynce and
//! Marques-Silva 2015), not from a list of all solutions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::puzzle::{Board, CellId, Fact, Pips, PlacedDomino, Puzzle};
use crate::solver::embedded::{self, IncrementalSolver, Method, QueryReply};
use crate::solver::{Goal, SolutionCount, SolverError, StopReason};

/// The number of solutions listed first, which answer queries without the solver.
const REMEMBERED: usize = 400;

/// What several solutions have in common, and where they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionSpace {
    /// Number of solutions.
    pub solutions: SolutionCount,
    /// The reason if the exploration stopped early: `values` are those of the solutions found by then,
    /// and the fields below it are empty.
    pub stopped: Option<StopReason>,
    /// By cell: its values over all solutions, sorted.
    pub values: Vec<Vec<Pips>>,
    /// The placements common to all solutions.
    pub fixed: Vec<PlacedDomino>,
    /// The pips of cells each of which leaves one solution, the cells with the fewest values first.
    pub facts: Vec<Fact>,
    /// Without such pips: a minimal set of facts that leave one solution together.
    pub together: Vec<Fact>,
}

impl SolutionSpace {
    /// The cells that show the same in every solution.
    pub fn forced(&self) -> Vec<(CellId, Pips)> {
        if self.stopped.is_some() {
            return Vec::new();
        }
        let cells = (0..).map(CellId).zip(&self.values);
        cells
            .filter_map(|(cell, values)| match values[..] {
                [only] => Some((cell, only)),
                _ => None,
            })
            .collect()
    }

    /// The cells that show different values.
    pub fn varying(&self) -> Vec<CellId> {
        let cells = (0..).map(CellId).zip(&self.values);
        let varying = cells.filter(|(_, values)| values.len() > 1);
        varying.map(|(cell, _)| cell).collect()
    }
}

/// Explores the solutions of a puzzle with more than one, of which some are known.
pub(super) fn explore(
    puzzle: &Puzzle,
    premises: &[Fact],
    boards: Vec<Board>,
    solver: &mut IncrementalSolver,
) -> Result<SolutionSpace, SolverError> {
    let mut known: BTreeSet<Board> = boards.into_iter().collect();
    let goal = Goal::All {
        limit: Some(REMEMBERED as u64),
    };
    let budget = solver.budget().clone();
    let _ = embedded::solve_until(Method::Best, puzzle, goal, &budget, &mut |board| {
        let _ = known.insert(board);
        ControlFlow::Continue(())
    })?;
    let mut explorer = Exploration {
        puzzle,
        premises,
        solver,
        known: known.into_iter().collect(),
    };
    match explorer.space() {
        Err(SolverError::Stopped(why)) => Ok(SolutionSpace {
            solutions: SolutionCount::AtLeast(explorer.known.len() as u128),
            stopped: Some(why),
            values: sorted(explorer.values_found()),
            fixed: Vec::new(),
            facts: Vec::new(),
            together: Vec::new(),
        }),
        answered => answered,
    }
}

struct Exploration<'a> {
    puzzle: &'a Puzzle,
    premises: &'a [Fact],
    solver: &'a mut IncrementalSolver,
    /// Solutions.
    known: Vec<Board>,
}

impl Exploration<'_> {
    /// Computes the solution space.
    fn space(&mut self) -> Result<SolutionSpace, SolverError> {
        let values = self.values()?;
        let fixed = self.fixed()?;
        let options = |cell: &CellId| values[cell.index()].len();
        let mut varying: Vec<CellId> = self.puzzle.cell_ids().collect();
        varying.retain(|cell| options(cell) > 1);
        varying.sort_by_key(options);
        let mut facts = Vec::new();
        for cell in varying {
            for &pips in &values[cell.index()] {
                let fact = Fact::Shows(cell, pips);
                if self.leaves_one(&[fact])? {
                    facts.push(fact);
                }
            }
        }
        let together = if facts.is_empty() {
            self.together()?
        } else {
            Vec::new()
        };
        // A board too wide for the frontier would be counted one by one, and rarely to the end.
        let count = Goal::Count { limit: None };
        let ignore = &mut |_| ControlFlow::Continue(());
        let budget = self.solver.budget().clone();
        let outcome = embedded::solve_until(Method::Frontier, self.puzzle, count, &budget, ignore)?;
        Ok(SolutionSpace {
            solutions: match outcome.found {
                // Two are known, however the count ended.
                SolutionCount::AtLeast(some) => {
                    SolutionCount::AtLeast(some.max(self.known.len() as u128))
                }
                exactly => exactly,
            },
            stopped: None,
            values,
            fixed,
            facts,
            together,
        })
    }

    /// The placements common to all solutions.
    fn fixed(&mut self) -> Result<Vec<PlacedDomino>, SolverError> {
        let mut everywhere = self.known[0].placements().to_vec();
        for board in &self.known {
            everywhere.retain(|placed| board.placements().binary_search(placed).is_ok());
        }
        let mut fixed = Vec::new();
        for placed in everywhere {
            if self.find(&[Fact::LiesNot(placed)], &[])?.is_none() {
                fixed.push(placed);
            }
        }
        Ok(fixed)
    }

    /// A solution with these facts, other than some boards.
    fn find(&mut self, facts: &[Fact], others: &[Board]) -> Result<Option<Board>, SolverError> {
        let premises = [self.premises, facts].concat();
        match self.solver.query_other(&premises, others)? {
            QueryReply::Board(board) => {
                if self.known.len() < 4 * REMEMBERED {
                    self.known.push(board.clone());
                }
                Ok(Some(board))
            }
            QueryReply::Conflict(_) => Ok(None),
        }
    }

    /// Whether these facts leave exactly one solution.
    fn leaves_one(&mut self, facts: &[Fact]) -> Result<bool, SolverError> {
        let fits = |board: &&Board| facts.iter().all(|fact| fact.holds(self.puzzle, board));
        let mut with: Vec<Board> = self.known.iter().filter(fits).take(2).cloned().collect();
        while with.len() < 2
            && let Some(board) = self.find(facts, &with)?
        {
            with.push(board);
        }
        Ok(with.len() == 1)
    }

    /// By cell: its values over the known solutions.
    fn values_found(&self) -> Vec<BTreeSet<Pips>> {
        let mut values = vec![BTreeSet::new(); self.puzzle.cells().len()];
        let placements = self.known.iter().flat_map(|board| board.placements());
        for (cell, pips) in placements.flat_map(|placed| placed.halves()) {
            let _ = values[cell.index()].insert(pips);
        }
        values
    }

    /// By cell: its values over all solutions, sorted.
    fn values(&mut self) -> Result<Vec<Vec<Pips>>, SolverError> {
        let mut all = self.puzzle.halves();
        all.dedup();
        let mut values = self.values_found();
        for cell in self.puzzle.cell_ids() {
            for &pips in &all {
                if !values[cell.index()].contains(&pips)
                    && let Some(board) = self.find(&[Fact::Shows(cell, pips)], &[])?
                {
                    for (cell, pips) in board.placements().iter().flat_map(|one| one.halves()) {
                        let _ = values[cell.index()].insert(pips);
                    }
                }
            }
        }
        Ok(sorted(values))
    }

    /// A minimal set of facts that leave one solution together, by deletion from the placements of a
    /// solution. Those that many solutions share are dropped first.
    fn together(&mut self) -> Result<Vec<Fact>, SolverError> {
        let shared = |placed: &PlacedDomino| {
            let boards = self.known.iter();
            boards
                .filter(|board| board.placements().binary_search(placed).is_ok())
                .count()
        };
        let mut placements = self.known[0].placements().to_vec();
        placements.sort_by_cached_key(shared);
        let mut needed: Vec<Fact> = placements.into_iter().map(Fact::Lies).collect();
        for at in (0..needed.len()).rev() {
            let mut fewer = needed.clone();
            let _ = fewer.remove(at);
            if self.leaves_one(&fewer)? {
                needed = fewer;
            }
        }
        // One half of a domino may suffice.
        for at in 0..needed.len() {
            let Fact::Lies(placed) = needed[at] else {
                continue;
            };
            for (cell, pips) in placed.halves() {
                let mut weaker = needed.clone();
                weaker[at] = Fact::Shows(cell, pips);
                if self.leaves_one(&weaker)? {
                    needed = weaker;
                    break;
                }
            }
        }
        Ok(needed)
    }
}

fn sorted(sets: Vec<BTreeSet<Pips>>) -> Vec<Vec<Pips>> {
    let sets = sets.into_iter();
    sets.map(|set| set.into_iter().collect()).collect()
}
