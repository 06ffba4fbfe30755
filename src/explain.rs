//! Explanations: why a puzzle has no solution, or what its solutions have in common.
//!
//! The demands that can be blamed are the rule of each region, each pin and
//! everything that is on the board already. A conflict is a minimal unsatisfiable subset (MUS) of
//! them. The board and the dominoes are given; if they allow no board at all, the conflict has no
//! demands. `docs/hints.md` describes the output.

mod mus;
mod repair;
mod solution_space;

use crate::deduce::{Engine, ProofTree, Untileable};
use crate::limits::{Budget, Limits, StopReason};
use crate::puzzle::{Board, CellId, Fact, PartialBoard, Puzzle, RegionId, Rule};
use crate::report::{Report, Verdict};
use crate::solver::embedded::{IncrementalSolver, QueryError, QueryReply};

pub(crate) use mus::shrink;
use mus::{MusEnumerator, Next};
pub use repair::{Repair, repairs};
pub use solution_space::SolutionSpace;

/// How many questions the search for a smallest conflict may take where one is known already.
const MAX_QUESTIONS: u64 = 4_000;

/// How many conflicts of the same size are compared by the weights of their proofs.
const MAX_COMPARED: usize = 6;

/// Everything that can be left out of a puzzle.
pub fn demands(puzzle: &Puzzle) -> Vec<Fact> {
    let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
    let rules = puzzle.region_ids().filter(ruled).map(Fact::Rule);
    let pins = puzzle.pins().iter();
    let pins = pins.map(|(&cell, &pips)| Fact::Shows(cell, pips));
    rules.chain(pins).collect()
}

/// Whether these demands conflict.
pub fn contradict(puzzle: &Puzzle, demands: &[Fact], limits: &Limits) -> Result<bool, QueryError> {
    match IncrementalSolver::new(puzzle, limits).ask(demands)? {
        QueryReply::Board(_) => Ok(false),
        QueryReply::Conflict(_) => Ok(true),
    }
}

/// What is to be explained, and how far.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What is on the board already.
    pub board: PartialBoard,
    /// At most so many conflicts; by default one.
    pub conflicts: Option<usize>,
    /// Demands known to conflict, to start from: another solver's core.
    pub core: Option<Vec<Fact>>,
    /// Take that core as it is, minimal or not.
    pub raw: bool,
    /// How long it may take.
    pub limits: Limits,
}

/// Demands that conflict.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The demands; without any one of them there is a board, if the conflict is minimal.
    pub demands: Vec<Fact>,
    /// It is known that none can be left out.
    pub is_minimal: bool,
    /// Why they conflict.
    pub why: Why,
}

/// Why demands conflict.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// Dominoes cannot cover the board, whatever the rules.
    Untileable(Untileable),
    /// Step by step.
    Proof(ProofTree),
    /// The board is too large for a proof.
    TooLarge,
}

impl Conflict {
    /// How hard it is to see.
    fn weight(&self) -> f64 {
        match &self.why {
            Why::Untileable(_) | Why::TooLarge => 0.0,
            Why::Proof(proof) => proof.weight(),
        }
    }

    /// The regions whose rules conflict.
    pub fn regions(&self) -> Vec<RegionId> {
        let demands = self.demands.iter();
        demands.filter_map(|demand| demand.region()).collect()
    }

    /// What conflicts with them that is known of cells: pins, and what is on the board.
    pub fn known(&self) -> Vec<Fact> {
        let known = self.demands.iter().copied();
        let known = known.filter(|fact| !matches!(fact, Fact::Rule(_)));
        known.collect()
    }

    /// The cells that it is about: those of its demands, or those that cannot be covered.
    pub fn cells(&self, puzzle: &Puzzle) -> Vec<CellId> {
        let demands = self.demands.iter();
        let mut cells: Vec<CellId> = demands.flat_map(|one| one.cells(puzzle)).collect();
        if let Why::Untileable(untileable) = &self.why {
            cells.extend(untileable.parts.iter().flatten());
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Explains a puzzle.
pub fn explain(puzzle: &Puzzle, options: &Options) -> Result<Report, QueryError> {
    let mut solver = IncrementalSolver::new(puzzle, &options.limits);
    let verdict = explain_by(puzzle, options, &mut solver)?;
    Ok(Report {
        known: crate::hint::on_board(puzzle, &options.board),
        verdict,
    })
}

fn explain_by(
    puzzle: &Puzzle,
    options: &Options,
    solver: &mut IncrementalSolver,
) -> Result<Verdict, QueryError> {
    if let Some(core) = &options.core {
        return of_core(puzzle, core.clone(), options, solver);
    }
    let demanded = demands(puzzle);
    let known = options.board.facts();
    let premises: Vec<Fact> = demanded.iter().copied().chain(known).collect();
    // A rule that cannot be satisfied by itself needs no search.
    if options.conflicts.is_none()
        && let Some(rule) = solver.infeasible(&premises)
        && solver.can_cover()
    {
        return Ok(Verdict::NoSolution {
            conflicts: vec![describe(puzzle, vec![rule], true, solver.budget())?],
            complete: false,
            smallest: true,
        });
    }
    match solver.ask(&premises)? {
        QueryReply::Conflict(core) => conflicting(puzzle, &premises, core, options, solver),
        QueryReply::Board(board) => {
            match solver.ask_other(&premises, std::slice::from_ref(&board))? {
                QueryReply::Conflict(_) => one_solution(&premises, &demanded, board, solver),
                QueryReply::Board(other) => {
                    // A solution extends the board, so the board is one of this puzzle.
                    let rest = puzzle.clone().extending(&options.board);
                    let rest = rest.unwrap_or_else(|_| puzzle.clone());
                    let boards = vec![board, other];
                    let space = solution_space::explore(&rest, &premises, boards, solver)?;
                    Ok(Verdict::ManySolutions(space))
                }
            }
        }
    }
}

/// No solution: conflicts, starting from one that is known.
fn conflicting(
    puzzle: &Puzzle,
    premises: &[Fact],
    core: Vec<Fact>,
    options: &Options,
    solver: &mut IncrementalSolver,
) -> Result<Verdict, QueryError> {
    let known = shrink(solver, core)?;
    // Without a number, the result is the one of the smallest conflicts with the easiest proof.
    let (questions, most) = match options.conflicts {
        Some(most) => (None, most),
        None => (Some(MAX_QUESTIONS), MAX_COMPARED),
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
            Ok(Next::Mus(mus)) if found.len() < most => found.push(mus),
            Ok(Next::Mus(_) | Next::GaveUp) | Err(QueryError::Stopped(_)) => break false,
            Ok(Next::Complete) => break options.conflicts.is_some(),
            Err(fault) => return Err(fault),
        }
    };
    let smallest = !found.is_empty();
    // The enumeration may have given up before it came to the conflict that is known.
    let is_missing = match options.conflicts {
        Some(_) => !complete && found.len() < most && !found.contains(&known),
        None => found.is_empty(),
    };
    found.extend(is_missing.then_some(known));
    let mut conflicts = Vec::new();
    for demands in found {
        conflicts.push(describe(puzzle, demands, true, solver.budget())?);
    }
    if options.conflicts.is_none() {
        let least = |one: &Conflict, other: &Conflict| one.weight().total_cmp(&other.weight());
        conflicts = conflicts.into_iter().min_by(least).into_iter().collect();
    }
    Ok(Verdict::NoSolution {
        conflicts,
        complete,
        smallest,
    })
}

/// No solution, by another solver's core.
fn of_core(
    puzzle: &Puzzle,
    core: Vec<Fact>,
    options: &Options,
    solver: &mut IncrementalSolver,
) -> Result<Verdict, QueryError> {
    let mut demands = if options.raw {
        core
    } else {
        shrink(solver, core)?
    };
    demands.sort_unstable();
    demands.dedup();
    Ok(Verdict::NoSolution {
        conflicts: vec![describe(puzzle, demands, !options.raw, solver.budget())?],
        complete: false,
        smallest: false,
    })
}

/// A conflict with the reason why it is one.
pub(crate) fn describe(
    puzzle: &Puzzle,
    demands: Vec<Fact>,
    is_minimal: bool,
    budget: &Budget,
) -> Result<Conflict, QueryError> {
    let why = match Untileable::of(puzzle, budget) {
        Ok(Some(untileable)) => Why::Untileable(untileable),
        Err(stop @ StopReason::Cancelled) => return Err(stop.into()),
        // Where the time is up, the conflict is known and the reason is left to the solver.
        Err(_) => Why::Proof(ProofTree::by_search(&demands, &[])),
        Ok(None) => prove(puzzle, &demands, budget).map_or(Why::TooLarge, Why::Proof),
    };
    Ok(Conflict {
        demands,
        is_minimal,
        why,
    })
}

/// Why demands conflict, by propagation and probing; `None` if the puzzle is too large.
fn prove(puzzle: &Puzzle, demands: &[Fact], budget: &Budget) -> Option<ProofTree> {
    let rules: Vec<RegionId> = demands.iter().filter_map(|one| one.region()).collect();
    let known: Vec<Fact> = demands
        .iter()
        .copied()
        .filter(|one| one.region().is_none())
        .collect();
    let engine = Engine::new(puzzle, budget)?;
    let mut propagation = engine.start(&rules, &known);
    while propagation.infer() || propagation.probe() {}
    let is_shown = propagation.is_contradictory() && budget.stopped().is_none();
    Some(if is_shown {
        propagation.proof_of_contradiction()
    } else {
        ProofTree::by_search(demands, &[])
    })
}

/// One solution: what could be left out.
fn one_solution(
    premises: &[Fact],
    demanded: &[Fact],
    board: Board,
    solver: &mut IncrementalSolver,
) -> Result<Verdict, QueryError> {
    let mut spare = Vec::new();
    for &demand in demanded {
        let others = premises.iter().copied().filter(|&other| other != demand);
        let others: Vec<Fact> = others.collect();
        match solver.ask_other(&others, std::slice::from_ref(&board))? {
            QueryReply::Conflict(_) => spare.push(demand),
            QueryReply::Board(_) => {}
        }
    }
    Ok(Verdict::OneSolution { board, spare })
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
    fn explaining_checks_the_watch_often_and_ends_when_it_says_stop() {
        let many = "AAB\nACB\n\nA 3\nB > 2\nC < 5\n\n12 13 04\n";
        let none = "AAB\nACB\n\nA 3\nB > 7\nC < 1\n\n12 13 04\n";
        let uncoverable = "AA..\n.AAA\n.A..\n\nA > 3\n\n12 13 04\n";
        for text in [many, none, uncoverable] {
            let puzzle = puzzle(text);
            let options = Options {
                conflicts: Some(9),
                ..Options::default()
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
                    Err(QueryError::Stopped(StopReason::Cancelled)) => {}
                    // Conflicts that are known, or how many solutions there are at least.
                    Ok(
                        Verdict::NoSolution { .. }
                        | Verdict::ManySolutions(SolutionSpace {
                            solutions: SolutionCount::AtLeast(2..),
                            ..
                        }),
                    ) => {}
                    other => panic!("stopped at {ask} of {whole}, it says {other:?}"),
                }
                let after = asks.after_the_stop();
                assert!(
                    after < 10,
                    "stopped at {ask} of {whole}, asks {after} times more"
                );
            }
        }
    }

    #[test]
    fn a_sum_out_of_reach_needs_no_question() {
        let text = format!("{}\n\nA 5000\n\n{}\n", "A".repeat(200), "12 ".repeat(100));
        let puzzle = puzzle(&text);
        let mut solver = IncrementalSolver::new(&puzzle, &Limits::default());
        let explained = explain_by(&puzzle, &Options::default(), &mut solver).expect("no limit");
        let Verdict::NoSolution { conflicts, .. } = explained else {
            panic!("{explained:?}");
        };
        assert_eq!(conflicts[0].demands, [Fact::Rule(RegionId(0))]);
        assert!(conflicts[0].is_minimal && !matches!(conflicts[0].why, Why::TooLarge));
        assert_eq!(solver.asked(), 0);
    }
}
