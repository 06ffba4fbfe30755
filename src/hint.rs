//! Hints: the next step by the easiest technique that applies, with its proof.
//!
//! A session propagates from the board to the first new fact (pips of a cell, a joined edge, a placement)
//! and slices the inferences backwards to the steps that lead to it. Where propagation ends it probes, and
//! where probing fails it queries the solver for the backbone.
//! `docs/hints.md` describes the techniques and the score.

mod rating;

pub use rating::{Level, Score, score};
pub(crate) use rating::{compare_score, depth};

use std::ops::Range;

use crate::deduce::{Engine, ProofTree, Propagation};
use crate::explain::{self, Conflict};
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Fact, PartialBoard, PlacedDomino, Puzzle, RegionId, Rule};
use crate::report::{Report, ReportVerdict};
use crate::solver::SolverError;
use crate::solver::embedded::{IncrementalSolver, QueryReply};

/// The next facts with their proof.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The conclusions of one inference.
    pub facts: Vec<Fact>,
    /// Their proof.
    pub proof: ProofTree,
}

impl Hint {
    /// The regions whose rules the proof uses.
    pub fn regions(&self) -> Vec<RegionId> {
        self.proof.regions()
    }

    /// Difficulty; `docs/hints.md` explains the scale.
    pub fn weight(&self) -> f64 {
        self.proof.weight()
    }
}

/// Hints from a board on, as long as a fact is forced.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The hints; each takes the earlier hints as given.
    pub hints: Vec<Hint>,
    /// The board at the end.
    pub board: PartialBoard,
    /// Whether that board is complete. Otherwise there are several solutions.
    pub is_solved: bool,
}

/// The extent of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintExtent {
    /// The regions of the next step only.
    Where,
    /// The next step.
    Step,
    /// Every step to the end.
    Walk,
}

/// Hints for a partial board.
pub fn hint(
    puzzle: &Puzzle,
    partial: &PartialBoard,
    extent: HintExtent,
    limits: &Limits,
) -> Result<Report, SolverError> {
    let budget = Budget::new(limits);
    let found = with_session(puzzle, partial, &budget, |session| {
        if extent == HintExtent::Walk {
            return Ok(ReportVerdict::Walk(session.walk()?));
        }
        Ok(match session.next()? {
            Some(hint) if extent == HintExtent::Where => ReportVerdict::Where(hint),
            Some(hint) => ReportVerdict::Hint(hint),
            None if session.is_solved() => ReportVerdict::Complete,
            None => ReportVerdict::NothingForced,
        })
    })?;
    Ok(Report {
        known: partial.known(puzzle),
        verdict: found.unwrap_or_else(|conflict| ReportVerdict::NoSolution {
            conflicts: vec![conflict],
            complete: false,
            smallest: false,
        }),
    })
}

/// The known facts of a board, and the propagation from them.
struct HintSession<'e> {
    puzzle: &'e Puzzle,
    /// `None` if the puzzle is too large for propagation.
    propagation: Option<Propagation<'e>>,
    solver: IncrementalSolver,
    rules: Vec<Fact>,
    known: Vec<Fact>,
    /// Solutions of which all known facts hold.
    solutions: Vec<Board>,
}

/// Starts from a partial board; returns a conflict if it cannot be completed.
fn with_session<T>(
    puzzle: &Puzzle,
    partial: &PartialBoard,
    budget: &Budget,
    work: impl FnOnce(&mut HintSession<'_>) -> Result<T, SolverError>,
) -> Result<Result<T, Conflict>, SolverError> {
    let mut solver = IncrementalSolver::until(puzzle, budget.clone());
    let known = partial.known(puzzle);
    let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
    let rules: Vec<Fact> = puzzle.region_ids().filter(ruled).map(Fact::Rule).collect();
    let solution = match solver.query(&[&known[..], &rules].concat())? {
        QueryReply::Board(board) => board,
        QueryReply::Conflict(core) => {
            let demands = explain::shrink(&mut solver, core)?;
            return explain::describe(puzzle, demands, budget).map(Err);
        }
    };
    let engine = Engine::new(puzzle, budget);
    let given = [&rules[..], &known].concat();
    let mut session = HintSession {
        puzzle,
        propagation: engine.as_ref().map(|engine| engine.start(&given)),
        solver,
        rules,
        known,
        solutions: vec![solution],
    };
    work(&mut session).map(Ok)
}

/// New facts, and the indices of the inferences that led to them.
type NewFacts = (Vec<Fact>, Range<usize>);

impl HintSession<'_> {
    /// The next hint; `None` if nothing more is forced.
    fn next(&mut self) -> Result<Option<Hint>, SolverError> {
        let Some((facts, _)) = self.advance()? else {
            return Ok(None);
        };
        let proof = match &mut self.propagation {
            Some(propagation) => {
                let proof = propagation.proof(&facts);
                propagation.mark_given(&facts);
                proof
            }
            None => ProofTree::by_search(&self.rules, &facts),
        };
        self.learn(&facts);
        self.solver.budget().check()?;
        Ok(Some(Hint { facts, proof }))
    }

    /// Infers up to the next new facts.
    fn advance(&mut self) -> Result<Option<NewFacts>, SolverError> {
        let first = self.propagation.as_ref().map_or(0, Propagation::inferences);
        loop {
            let mut has_inferred = self.propagation.as_mut().is_some_and(Propagation::infer);
            if !has_inferred {
                self.solver.budget().check()?;
                let Some((fact, core)) = self.forced()? else {
                    return Ok(None);
                };
                let Some(propagation) = &mut self.propagation else {
                    return Ok(Some((vec![fact], 0..0)));
                };
                has_inferred = propagation.probe(&self.solutions);
                self.solver.budget().check()?;
                if !has_inferred {
                    propagation.add_from_search(fact, &core);
                }
            }
            if let Some(propagation) = &self.propagation {
                let mut facts = propagation.new_facts();
                facts.retain(|&fact| !self.is_known(fact));
                if !facts.is_empty() {
                    return Ok(Some((facts, first..propagation.inferences())));
                }
            }
        }
    }

    fn walk(&mut self) -> Result<Walk, SolverError> {
        let mut hints = Vec::new();
        while let Some(hint) = self.next()? {
            hints.push(hint);
        }
        let mut board = PartialBoard::default();
        let placed = self.placements().filter(|&fact| self.is_known(fact));
        for fact in placed.chain(self.known.iter().copied()) {
            board.learn(fact);
        }
        Ok(Walk {
            hints,
            board,
            is_solved: self.is_solved(),
        })
    }

    /// The placements of one of the solutions.
    fn placements(&self) -> impl Iterator<Item = Fact> {
        let placements = self.solutions[0].placements().iter();
        placements.map(|&placed| Fact::Lies(placed))
    }

    fn is_solved(&self) -> bool {
        self.placements().all(|fact| self.is_known(fact))
    }

    fn learn(&mut self, facts: &[Fact]) {
        self.known.extend(facts);
        let puzzle = self.puzzle;
        self.solutions
            .retain(|board| facts.iter().all(|fact| fact.holds(puzzle, board)));
    }

    /// Places a domino of one of the solutions where nothing is forced.
    fn choose(&mut self) -> Option<Fact> {
        let open = self.placements().find(|&fact| !self.is_known(fact))?;
        if let Some(propagation) = &mut self.propagation {
            propagation.assume(open);
        }
        self.learn(&[open]);
        Some(open)
    }

    /// A fact that all solutions have in common (part of their backbone) and that is not known; `None`
    /// if there is none. With the demands from which it follows.
    fn forced(&mut self) -> Result<Option<(Fact, Vec<Fact>)>, SolverError> {
        let mut facts = Vec::new();
        for &placed in self.solutions[0].placements() {
            facts.extend(placed.halves().map(|(cell, pips)| Fact::Shows(cell, pips)));
            facts.push(Fact::Joined(placed.edge()));
        }
        for fact in facts {
            let holds = |board: &Board| fact.holds(self.puzzle, board);
            let Some(opposite) = fact.opposite() else {
                continue;
            };
            if self.is_known(fact) || !self.solutions.iter().all(holds) {
                continue;
            }
            let premises = [&self.known[..], &self.rules, &[opposite]].concat();
            match self.solver.query(&premises)? {
                QueryReply::Conflict(core) => return Ok(Some((fact, core))),
                QueryReply::Board(board) => self.solutions.push(board),
            }
        }
        Ok(None)
    }

    /// Whether a fact is known from the board or from earlier hints.
    fn is_known(&self, fact: Fact) -> bool {
        let lies = |test: &dyn Fn(PlacedDomino) -> bool| {
            let mut known = self.known.iter();
            known.any(|known| matches!(known, Fact::Lies(placed) if test(*placed)))
        };
        let by_domino = match fact {
            Fact::Shows(cell, pips) => lies(&|placed| placed.halves().contains(&(cell, pips))),
            Fact::Joined(edge) => lies(&|placed| placed.edge() == edge),
            Fact::Lies(placed) => {
                let mut halves = placed.halves().into_iter();
                self.is_known(Fact::Joined(placed.edge()))
                    && halves.all(|(cell, pips)| self.is_known(Fact::Shows(cell, pips)))
            }
            _ => false,
        };
        by_domino || self.known.contains(&fact)
    }
}
