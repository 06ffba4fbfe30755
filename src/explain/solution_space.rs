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

/// The largest number of queries for a pair of facts.
const MAX_QUESTIONS: u64 = 3_000;

/// What several solutions have in common, and where they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionSpace {
    /// Number of solutions.
    pub solutions: SolutionCount,
    /// The reason if the exploration stopped early; the fields below are empty then.
    pub stopped: Option<StopReason>,
    /// By cell: its values over all solutions, sorted.
    pub values: Vec<Vec<Pips>>,
    /// The placements common to all solutions.
    pub fixed: Vec<PlacedDomino>,
    /// The single facts each of which leaves one solution: pips of cells, the cells with the fewest
    /// values first; then placements of which neither half suffices.
    pub facts: Vec<Fact>,
    /// Without such a fact: a minimal set of facts that leave one solution together.
    pub together: Vec<Fact>,
}

impl SolutionSpace {
    /// The cells that show the same in every solution.
    pub fn forced(&self) -> Vec<(CellId, Pips)> {
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
            values: Vec::new(),
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
        let placements = self.placements(&values)?;
        let options = |cell: &CellId| values[cell.index()].len();
        let mut varying: Vec<CellId> = self
            .puzzle
            .cell_ids()
            .filter(|cell| options(cell) > 1)
            .collect();
        let shows = |cells: &[CellId]| -> Vec<Fact> {
            let of_cell = |&cell: &CellId| {
                let values = values[cell.index()].iter();
                values.map(move |&pips| Fact::Shows(cell, pips))
            };
            cells.iter().flat_map(of_cell).collect()
        };
        let all_shows = shows(&varying);
        varying.sort_by_key(options);
        let mut facts = self.leaving_one(shows(&varying))?;
        let mut lies: Vec<Fact> = Vec::new();
        for placed in placements {
            let mut halves = placed.halves().into_iter();
            if !halves.any(|(cell, pips)| facts.contains(&Fact::Shows(cell, pips))) {
                lies.push(Fact::Lies(placed));
            }
        }
        facts.extend(self.leaving_one(lies)?);
        let together = if facts.is_empty() {
            self.together(&all_shows)?
        } else {
            Vec::new()
        };
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

    /// A solution with these facts, other than some boards.
    fn find(&mut self, facts: &[Fact], others: &[Board]) -> Result<Option<Board>, SolverError> {
        let premises = [self.premises, facts].concat();
        match self.solver.ask_other(&premises, others)? {
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

    /// Of some facts, those each of which leaves exactly one solution.
    fn leaving_one(&mut self, facts: Vec<Fact>) -> Result<Vec<Fact>, SolverError> {
        let mut leaving = Vec::new();
        for fact in facts {
            if self.leaves_one(&[fact])? {
                leaving.push(fact);
            }
        }
        Ok(leaving)
    }

    /// By cell: its values over all solutions, sorted.
    fn values(&mut self) -> Result<Vec<Vec<Pips>>, SolverError> {
        let mut all = self.puzzle.halves();
        all.dedup();
        let mut values: Vec<BTreeSet<Pips>> = vec![BTreeSet::new(); self.puzzle.cells().len()];
        let note = |values: &mut Vec<BTreeSet<Pips>>, board: &Board| {
            for (cell, pips) in board.placements().iter().flat_map(|placed| placed.halves()) {
                let _ = values[cell.index()].insert(pips);
            }
        };
        for board in &self.known {
            note(&mut values, board);
        }
        for cell in self.puzzle.cell_ids() {
            for &pips in &all {
                if !values[cell.index()].contains(&pips)
                    && let Some(board) = self.find(&[Fact::Shows(cell, pips)], &[])?
                {
                    note(&mut values, &board);
                }
            }
        }
        Ok(values
            .into_iter()
            .map(|set| set.into_iter().collect())
            .collect())
    }

    /// Every placement of some solution.
    fn placements(&mut self, values: &[Vec<Pips>]) -> Result<Vec<PlacedDomino>, SolverError> {
        let mut seen: BTreeSet<PlacedDomino> = BTreeSet::new();
        for board in &self.known {
            seen.extend(board.placements().iter().copied());
        }
        let can = |cell: CellId, pips: Pips| values[cell.index()].binary_search(&pips).is_ok();
        let mut dominoes = self.puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        dominoes.dedup();
        for edge in self.puzzle.edges() {
            for domino in &dominoes {
                for (at_a, at_b) in [(domino.low(), domino.high()), (domino.high(), domino.low())] {
                    let placed = PlacedDomino::new((edge.a, at_a), (edge.b, at_b));
                    if can(edge.a, at_a)
                        && can(edge.b, at_b)
                        && !seen.contains(&placed)
                        && let Some(board) = self.find(&[Fact::Lies(placed)], &[])?
                    {
                        seen.extend(board.placements().iter().copied());
                    }
                }
            }
        }
        Ok(seen.into_iter().collect())
    }

    /// A minimal set of facts that leave one solution together: a pair of pips of cells if one is
    /// found.
    fn together(&mut self, shows: &[Fact]) -> Result<Vec<Fact>, SolverError> {
        let most = self.solver.asked() + MAX_QUESTIONS;
        'pairs: for (index, &one) in shows.iter().enumerate() {
            for &other in &shows[index + 1..] {
                if self.solver.asked() > most {
                    break 'pairs;
                }
                if self.leaves_one(&[one, other])? {
                    return Ok(vec![one, other]);
                }
            }
        }
        // All placements of a solution leave that one; drop each that is not needed.
        let mut needed: Vec<Fact> = self.known[0]
            .placements()
            .iter()
            .map(|&placed| Fact::Lies(placed))
            .collect();
        for fact in needed.clone() {
            let fewer: Vec<Fact> = needed.iter().copied().filter(|&f| f != fact).collect();
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
