//! Explanations: conflicts of a puzzle without a solution, or the solution space of one with several.
//!
//! The demands are the rule of each region, each pin and everything on the board already. A conflict is a
//! minimal unsatisfiable subset (MUS) of them. Cells and dominoes are given; if they have no tiling, the
//! conflict has no demands. `docs/hints.md` describes the output.

mod mus;
mod repair;
mod solution_space;

use crate::deduce::{Engine, ProofTree, Untileable};
use crate::limits::{Budget, Limits, StopReason};
use crate::puzzle::{Board, CellId, Fact, PartialBoard, Puzzle, RegionId, Rule};
use crate::report::{Report, ReportVerdict};
use crate::solver::SolverError;
use crate::solver::embedded::{IncrementalSolver, QueryReply};

pub(crate) use mus::shrink;
use mus::{MusEnumerator, NextMus};
pub use repair::{Repair, repairs};
pub use solution_space::SolutionSpace;

/// The largest number of queries for a smallest conflict after the first conflict.
const MAX_QUERIES: u64 = 4_000;

/// The largest number of smallest conflicts compared by the weights of their proofs.
const MAX_COMPARED: usize = 6;

/// The demands of a puzzle: the rules of its regions and its pins.
pub fn demands(puzzle: &Puzzle) -> Vec<Fact> {
    let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
    let rules = puzzle.region_ids().filter(ruled).map(Fact::Rule);
    let pins = puzzle.pins().iter();
    let pins = pins.map(|(&cell, &pips)| Fact::Shows(cell, pips));
    rules.chain(pins).collect()
}

/// Options of an explanation.
#[derive(Debug, Clone, Default)]
pub struct ExplainOptions {
    /// The partial board.
    pub board: PartialBoard,
    /// The largest number of conflicts; by default one.
    pub conflicts: Option<usize>,
    /// The limits of the work.
    pub limits: Limits,
}

/// A minimal set of demands that conflict.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The demands; they are satisfiable without any one of them.
    pub demands: Vec<Fact>,
    /// The reason.
    pub why: ConflictReason,
}

/// The reason of a conflict.
#[derive(Debug, Clone, PartialEq)]
pub enum ConflictReason {
    /// The board has no domino tiling.
    Untileable(Untileable),
    /// A proof.
    Proof(ProofTree),
    /// The board is too large for a proof.
    TooLarge,
}

impl Conflict {
    /// Difficulty of the reason.
    fn weight(&self) -> f64 {
        match &self.why {
            ConflictReason::Untileable(_) | ConflictReason::TooLarge => 0.0,
            ConflictReason::Proof(proof) => proof.weight(),
        }
    }

    /// The regions whose rules conflict.
    pub fn regions(&self) -> Vec<RegionId> {
        let demands = self.demands.iter();
        demands.filter_map(|demand| demand.region()).collect()
    }

    /// The demands other than rules: pins, and facts on the board.
    pub fn known(&self) -> Vec<Fact> {
        let known = self.demands.iter().copied();
        let known = known.filter(|fact| !matches!(fact, Fact::Rule(_)));
        known.collect()
    }

    /// The cells of its demands, or those that cannot be covered.
    pub fn cells(&self, puzzle: &Puzzle) -> Vec<CellId> {
        let demands = self.demands.iter();
        let mut cells: Vec<CellId> = demands.flat_map(|one| one.cells(puzzle)).collect();
        if let ConflictReason::Untileable(untileable) = &self.why {
            cells.extend(untileable.parts.iter().flatten());
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Explains a puzzle.
pub fn explain(puzzle: &Puzzle, options: &ExplainOptions) -> Result<Report, SolverError> {
    let mut solver = IncrementalSolver::new(puzzle, &options.limits);
    let verdict = explain_by(puzzle, options, &mut solver)?;
    Ok(Report {
        known: options.board.known(puzzle),
        verdict,
    })
}

fn explain_by(
    puzzle: &Puzzle,
    options: &ExplainOptions,
    solver: &mut IncrementalSolver,
) -> Result<ReportVerdict, SolverError> {
    let demanded = demands(puzzle);
    let known = options.board.facts();
    let premises: Vec<Fact> = demanded.iter().copied().chain(known).collect();
    // A rule that is infeasible alone needs no search.
    if options.conflicts.is_none()
        && let Some(rule) = solver.infeasible(&premises)
        && solver.can_cover()
    {
        return Ok(ReportVerdict::NoSolution {
            conflicts: vec![describe(puzzle, vec![rule], solver.budget())?],
            complete: false,
            smallest: true,
        });
    }
    match solver.query(&premises)? {
        QueryReply::Conflict(core) => conflicting(puzzle, &premises, core, options, solver),
        QueryReply::Board(board) => {
            match solver.query_other(&premises, std::slice::from_ref(&board))? {
                QueryReply::Conflict(_) => one_solution(&premises, &demanded, board, solver),
                QueryReply::Board(other) => {
                    // A solution extends the board, so the board is one of this puzzle.
                    let rest = puzzle.clone().extending(&options.board);
                    let rest = rest.unwrap_or_else(|_| puzzle.clone());
                    let boards = vec![board, other];
                    let space = solution_space::explore(&rest, &premises, boards, solver)?;
                    Ok(ReportVerdict::ManySolutions(space))
                }
            }
        }
    }
}

/// Finds conflicts, starting from a core.
fn conflicting(
    puzzle: &Puzzle,
    premises: &[Fact],
    core: Vec<Fact>,
    options: &ExplainOptions,
    solver: &mut IncrementalSolver,
) -> Result<ReportVerdict, SolverError> {
    let known = shrink(solver, core)?;
    // Without a number, the result is the smallest conflict with the easiest proof.
    let (questions, most) = match options.conflicts {
        Some(most) => (None, most),
        None => (Some(MAX_QUERIES), MAX_COMPARED),
    };
    let mut enumerator = MusEnumerator::new(solver, premises, questions);
    let mut found: Vec<Vec<Fact>> = Vec::new();
    let complete = loop {
        let size = match (options.conflicts, found.first()) {
            (Some(_), _) => premises.len(),
            (None, Some(first)) => first.len(),
            (None, None) => known.len(),
        };
        match enumerator.next(size) {
            Ok(NextMus::Found(mus)) if found.len() < most => found.push(mus),
            Ok(NextMus::Found(_) | NextMus::GaveUp) | Err(SolverError::Stopped(_)) => break false,
            Ok(NextMus::Complete) => break options.conflicts.is_some(),
            Err(fault) => return Err(fault),
        }
    };
    let smallest = !found.is_empty();
    // The enumeration may have given up before it found the known conflict.
    let is_missing = match options.conflicts {
        Some(_) => !complete && found.len() < most && !found.contains(&known),
        None => found.is_empty(),
    };
    found.extend(is_missing.then_some(known));
    let mut conflicts = Vec::new();
    for demands in found {
        conflicts.push(describe(puzzle, demands, solver.budget())?);
    }
    if options.conflicts.is_none() {
        let least = |one: &Conflict, other: &Conflict| one.weight().total_cmp(&other.weight());
        conflicts = conflicts.into_iter().min_by(least).into_iter().collect();
    }
    Ok(ReportVerdict::NoSolution {
        conflicts,
        complete,
        smallest,
    })
}

/// A conflict with its reason.
pub(crate) fn describe(
    puzzle: &Puzzle,
    demands: Vec<Fact>,
    budget: &Budget,
) -> Result<Conflict, SolverError> {
    let why = match Untileable::of(puzzle, budget) {
        Ok(Some(untileable)) => ConflictReason::Untileable(untileable),
        Err(stop @ StopReason::Cancelled) => return Err(stop.into()),
        // Past the limits, the conflict is known and its reason is the solver's search.
        Err(_) => ConflictReason::Proof(ProofTree::by_search(&demands, &[])),
        Ok(None) => {
            prove(puzzle, &demands, budget).map_or(ConflictReason::TooLarge, ConflictReason::Proof)
        }
    };
    Ok(Conflict { demands, why })
}

/// Proves a conflict by propagation and probing; `None` if the puzzle is too large. The
/// rules come first among the demands.
fn prove(puzzle: &Puzzle, demands: &[Fact], budget: &Budget) -> Option<ProofTree> {
    let engine = Engine::new(puzzle, budget)?;
    let mut propagation = engine.start(demands);
    while propagation.infer() || propagation.probe(&[]) {}
    let is_shown = propagation.is_contradictory() && budget.stopped().is_none();
    Some(if is_shown {
        propagation.proof(&[])
    } else {
        ProofTree::by_search(demands, &[])
    })
}

/// Finds the demands that are redundant for uniqueness.
fn one_solution(
    premises: &[Fact],
    demanded: &[Fact],
    board: Board,
    solver: &mut IncrementalSolver,
) -> Result<ReportVerdict, SolverError> {
    let mut spare = Vec::new();
    for &demand in demanded {
        let others = premises.iter().copied().filter(|&other| other != demand);
        let others: Vec<Fact> = others.collect();
        match solver.query_other(&others, std::slice::from_ref(&board))? {
            QueryReply::Conflict(_) => spare.push(demand),
            QueryReply::Board(_) => {}
        }
    }
    Ok(ReportVerdict::OneSolution { board, spare })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{SolutionCount, StopReason};

    fn puzzle(text: &str) -> Puzzle {
        let document = crate::formats::read(text.as_bytes(), None).expect("a puzzle");
        document.pick(None).expect("one puzzle").clone()
    }

    #[test]
    fn a_cancelled_explanation_ends_soon() {
        let many = "AAB\nACB\n\nA 3\nB > 2\nC < 5\n\n12 13 04\n";
        let none = "AAB\nACB\n\nA 3\nB > 7\nC < 1\n\n12 13 04\n";
        let uncoverable = "AA..\n.AAA\n.A..\n\nA > 3\n\n12 13 04\n";
        for text in [many, none, uncoverable] {
            let puzzle = puzzle(text);
            let options = ExplainOptions {
                conflicts: Some(9),
                ..ExplainOptions::default()
            };
            let (budget, asks) = Budget::stopping_at(u64::MAX);
            let mut solver = IncrementalSolver::until(&puzzle, budget);
            let _ = explain_by(&puzzle, &options, &mut solver).expect("no stop");
            let whole = asks.count();
            assert!(whole > 10, "{whole}: {text}");
            for ask in (1..whole).step_by(1 + whole as usize / 50) {
                let (budget, asks) = Budget::stopping_at(ask);
                let mut solver = IncrementalSolver::until(&puzzle, budget);
                match explain_by(&puzzle, &options, &mut solver) {
                    Err(SolverError::Stopped(StopReason::Cancelled)) => {}
                    // Conflicts that are known, or how many solutions there are at least.
                    Ok(
                        ReportVerdict::NoSolution { .. }
                        | ReportVerdict::ManySolutions(SolutionSpace {
                            solutions: SolutionCount::AtLeast(2..),
                            ..
                        }),
                    ) => {}
                    other => panic!("stopped at {ask} of {whole}, it says {other:?}"),
                }
                let after = asks.after_the_stop();
                assert!(
                    after < 10,
                    "stopped at {ask} of {whole}, checks {after} more times"
                );
            }
        }
    }

    #[test]
    fn an_infeasible_sum_needs_no_query() {
        let text = format!("{}\n\nA 5000\n\n{}\n", "A".repeat(200), "12 ".repeat(100));
        let puzzle = puzzle(&text);
        let mut solver = IncrementalSolver::new(&puzzle, &Limits::default());
        let explained =
            explain_by(&puzzle, &ExplainOptions::default(), &mut solver).expect("no limit");
        let ReportVerdict::NoSolution { conflicts, .. } = explained else {
            panic!("{explained:?}");
        };
        assert_eq!(conflicts[0].demands, [Fact::Rule(RegionId(0))]);
        assert!(!matches!(conflicts[0].why, ConflictReason::TooLarge));
        assert_eq!(solver.queries(), 0);
    }
}
