//! Incremental SAT under assumptions: many queries about one puzzle, each with its own premises.
//!
//! The puzzle is encoded once, with a selector literal for each region's rule. A query calls the same SAT
//! solver under assumptions, so learnt clauses are kept. The reply is a board, checked against the
//! premises, or an unsatisfiable core of the premises.
//!
//! Large sums are hard for clauses and easy for frontier search. So a query of more than
//! [`MAX_DECISIONS`] decisions moves to frontier search, and back to SAT if that gives up.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::frontier;
use super::sat::SatSolver;
use crate::encode::cnf::switched::{self, Switches};
use crate::encode::cnf::{self, CnfSink, Lit};
use crate::limits::{Budget, Limits, StopReason};
use crate::lower::{LowerError, STEPS, lower_until, prune, rules};
use crate::model::{
    Constraint, ConstraintKind, Model, Origin, Placement, PlacementId, Relation, Rule,
};
use crate::puzzle::{
    Board, CellId, Edge, Fact, Pips, PlacedDomino, Puzzle, Verifier, check, infeasible_regions,
};
use crate::solver::error::SolverError;
use std::collections::BTreeSet;

/// The reply to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryReply {
    /// A board of which all premises are true.
    Board(Board),
    /// There is none: these premises are an unsatisfiable core, not necessarily minimal.
    Conflict(Vec<Fact>),
}

/// Decisions of the SAT solver before frontier search runs.
const MAX_DECISIONS: u32 = 5_000;

/// The literal of a premise.
enum PremiseLit {
    Always,
    Never,
    If(Lit),
}

/// Incremental solver of queries about one puzzle. Pins hold only if a premise states them.
pub struct IncrementalSolver {
    /// The puzzle without any rule, for the checker.
    bare: Puzzle,
    puzzle: Puzzle,
    budget: Budget,
    /// For each region, whether no arrangement of the dominoes can satisfy its rule.
    infeasible: Vec<bool>,
    can_cover: OnceCell<bool>,
    /// Created by the first query that needs it. The inner value is `None` if dominoes cannot cover the
    /// board.
    formula: Option<Option<Box<EncodedPuzzle>>>,
    queries: u64,
}

struct EncodedPuzzle {
    model: Model,
    engine: SatSolver,
    switches: Switches,
    edges: FxHashMap<Edge, usize>,
    placements: FxHashMap<PlacedDomino, PlacementId>,
}

impl std::fmt::Debug for IncrementalSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IncrementalSolver")
            .field("queries", &self.queries)
            .finish_non_exhaustive()
    }
}

impl IncrementalSolver {
    /// Creates a solver. The limits hold for all queries together.
    pub fn new(puzzle: &Puzzle, limits: &Limits) -> IncrementalSolver {
        IncrementalSolver::until(puzzle, Budget::new(limits))
    }

    /// Creates a solver whose queries share a budget.
    pub fn until(puzzle: &Puzzle, budget: Budget) -> IncrementalSolver {
        let puzzle = puzzle.unpinned();
        IncrementalSolver {
            budget,
            infeasible: infeasible_regions(&puzzle),
            can_cover: OnceCell::new(),
            bare: puzzle.with_rules_of(|_| false),
            puzzle,
            formula: None,
            queries: 0,
        }
    }

    /// Returns the formula, if dominoes can cover the board.
    fn formula(&mut self) -> Result<Option<&mut EncodedPuzzle>, SolverError> {
        if self.formula.is_none() {
            // Pruning must not depend on the rules, which are switchable.
            let lowered = match lower_until(&self.bare, &STEPS, &self.budget) {
                Ok(lowered) => Some(lowered).filter(|lowered| lowered.contradiction.is_none()),
                Err(LowerError::TooLarge(size)) if size.contradiction.is_some() => None,
                Err(problem) => return Err(problem.into()),
            };
            let encoded = lowered.map(|lowered| {
                let mut model = lowered.model;
                // An infeasible rule is answered without a formula.
                model.constraints.extend(rules(&self.puzzle).filter(|rule| {
                    !matches!(rule.origin, Origin::Region(region) if self.infeasible[region.index()])
                }));
                EncodedPuzzle::new(model, &self.budget).map(Box::new)
            });
            self.formula = Some(encoded.transpose()?);
        }
        Ok(self.formula.as_mut().and_then(Option::as_deref_mut))
    }

    /// Returns a rule among the premises that no arrangement of the dominoes can satisfy.
    pub fn infeasible(&self, premises: &[Fact]) -> Option<Fact> {
        let infeasible = |premise: &Fact| {
            let region = premise.region();
            region.is_some_and(|region| self.infeasible[region.index()])
        };
        premises.iter().copied().find(infeasible)
    }

    /// Whether dominoes can cover the board.
    pub fn can_cover(&self) -> bool {
        let has_tiling = || self.puzzle.graph().has_tiling();
        *self.can_cover.get_or_init(has_tiling)
    }

    /// Returns the budget of all queries.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the puzzle of the queries.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Number of queries so far.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// Finds a board on which all premises are true, or premises that exclude each other.
    ///
    /// # Errors
    /// If the limits are reached, or the puzzle is too large.
    pub fn query(&mut self, premises: &[Fact]) -> Result<QueryReply, SolverError> {
        self.query_other(premises, &[])
    }

    /// Like [`IncrementalSolver::query`], for boards other than `others`.
    ///
    /// # Errors
    /// As for [`IncrementalSolver::query`].
    pub fn query_other(
        &mut self,
        premises: &[Fact],
        others: &[Board],
    ) -> Result<QueryReply, SolverError> {
        self.queries += 1;
        self.budget.check()?;
        if let Some(rule) = self.infeasible(premises)
            && self.can_cover()
        {
            return Ok(QueryReply::Conflict(vec![rule]));
        }
        let budget = self.budget.clone();
        let Some(formula) = self.formula()? else {
            return Ok(QueryReply::Conflict(Vec::new()));
        };
        let mut literals = Vec::with_capacity(premises.len() + 1);
        for &premise in premises {
            match formula.assumed(premise) {
                PremiseLit::Always => {}
                PremiseLit::Never => return Ok(QueryReply::Conflict(vec![premise])),
                PremiseLit::If(lit) => literals.push((lit, premise)),
            }
        }
        let mut assumptions: Vec<Lit> = literals.iter().map(|(lit, _)| *lit).collect();
        if !others.is_empty() {
            assumptions.push(formula.other_than(others));
        }
        let mut verdict = formula.engine.solve(&assumptions, MAX_DECISIONS)?;
        let mut board = None;
        if verdict.is_none() {
            match formula.search_frontier(premises, others, &budget) {
                Ok(None) => return Ok(QueryReply::Conflict(premises.to_vec())),
                Ok(found) => board = found,
                Err(StopReason::GaveUp) => {
                    verdict = formula.engine.solve(&assumptions, u32::MAX)?
                }
                Err(stop) => return Err(stop.into()),
            }
        }
        if verdict == Some(true) {
            board = Some(formula.engine.board(&formula.model));
        }
        if verdict == Some(false) {
            let engine = &formula.engine;
            let core = literals.iter().filter(|(lit, _)| engine.is_in_core(*lit));
            return Ok(QueryReply::Conflict(
                core.map(|(_, premise)| *premise).collect(),
            ));
        }
        let board = board.ok_or(StopReason::GaveUp)?;
        if !Verifier::new(&self.bare).accepts(&board) {
            return Err(SolverError::wrong_board(&check(&self.bare, &board)));
        }
        let mut kept = premises.iter();
        if !kept.all(|premise| premise.holds(&self.puzzle, &board)) || others.contains(&board) {
            return Err(SolverError::WrongBoard("the premises exclude it".into()));
        }
        Ok(QueryReply::Board(board))
    }
}

impl EncodedPuzzle {
    fn new(model: Model, budget: &Budget) -> Result<EncodedPuzzle, SolverError> {
        let mut engine = SatSolver::new(&model, budget)?;
        let switches = switched::encode(&model, &mut engine);
        budget.check()?;
        let edges = model.edges.iter().copied().zip(0..).collect();
        let placed = model.placements.iter().map(|&one| model.placed(one));
        Ok(EncodedPuzzle {
            edges,
            placements: placed.zip(model.placement_ids()).collect(),
            model,
            engine,
            switches,
        })
    }

    fn assumed(&self, premise: Fact) -> PremiseLit {
        let positive = |lit: Option<Lit>| lit.map_or(PremiseLit::Never, PremiseLit::If);
        let negative =
            |lit: Option<Lit>| lit.map_or(PremiseLit::Always, |lit| PremiseLit::If(!lit));
        let value = |cell: CellId, pips: Pips| {
            let values = &self.switches.values[cell.index()];
            let at = values.binary_search_by_key(&pips, |(value, _)| *value);
            at.ok().map(|at| values[at].1)
        };
        let edge = |edge: Edge| self.edges.get(&edge).map(|&at| self.switches.edges[at]);
        let placement = |placed: PlacedDomino| {
            let id = self.placements.get(&placed);
            id.map(|&id| cnf::placement_lit(id))
        };
        match premise {
            // A region without a rule restricts nothing.
            Fact::Rule(region) => match self.switches.rules[region.index()] {
                Some(lit) => PremiseLit::If(lit),
                None => PremiseLit::Always,
            },
            Fact::Shows(cell, pips) => positive(value(cell, pips)),
            Fact::ShowsNot(cell, pips) => negative(value(cell, pips)),
            Fact::Joined(at) => positive(edge(at)),
            Fact::Apart(at) => negative(edge(at)),
            Fact::Lies(placed) => positive(placement(placed)),
            Fact::LiesNot(placed) => negative(placement(placed)),
        }
    }

    /// Returns the model with the premises built in and pruned by them; `None` if pruning finds a
    /// contradiction.
    fn with(&self, premises: &[Fact], budget: &Budget) -> Result<Option<Model>, StopReason> {
        let model = &self.model;
        let ruled = |constraint: &Constraint| match constraint.origin {
            Origin::Region(region) => premises.contains(&Fact::Rule(region)),
            Origin::Domino(_)
            | Origin::Cell(_)
            | Origin::Pin(_)
            | Origin::Excluded(_)
            | Origin::Symmetry
            | Origin::Redundant => true,
        };
        let allowed = |placement: &Placement| {
            let halves = model.halves(*placement);
            let edge = model.edges[placement.edge.index()];
            let placed = model.placed(*placement);
            let touches = |other: Edge| edge.ends().iter().any(|end| other.ends().contains(end));
            premises.iter().all(|&premise| match premise {
                Fact::Rule(_) => true,
                Fact::Shows(cell, pips) => {
                    halves.iter().all(|half| half.0 != cell || half.1 == pips)
                }
                Fact::ShowsNot(cell, pips) => !halves.contains(&(cell, pips)),
                Fact::Joined(other) => edge == other || !touches(other),
                Fact::Apart(other) => edge != other,
                Fact::Lies(other) => placed == other || !touches(other.edge()),
                Fact::LiesNot(other) => placed != other,
            })
        };
        let mut restricted = model.clone();
        restricted.constraints.retain(ruled);
        restricted.placements.retain(allowed);
        // The remainder is a second rule for some cells, which only pruning supports.
        let given = restricted.constraints.len();
        restricted.constraints.extend(remainder(&restricted));
        let Ok(mut pruned) = prune(&restricted, budget)? else {
            return Ok(None);
        };
        pruned.constraints.truncate(given);
        Ok(Some(pruned))
    }

    /// Answers a query by frontier search.
    fn search_frontier(
        &self,
        premises: &[Fact],
        others: &[Board],
        budget: &Budget,
    ) -> Result<Option<Board>, StopReason> {
        let Some(model) = self.with(premises, budget)? else {
            return Ok(None);
        };
        let mut found = None;
        let ended = frontier::list(&model, usize::MAX, budget, &mut |board| {
            if others.contains(&board) {
                return ControlFlow::Continue(());
            }
            found = Some(board);
            ControlFlow::Break(())
        });
        match found {
            Some(board) => Ok(Some(board)),
            None => ended.map(|()| None),
        }
    }

    /// Returns a literal that implies that the board is none of `boards`.
    fn other_than(&mut self, boards: &[Board]) -> Lit {
        let switch = self.engine.new_lit();
        for board in boards {
            self.engine.block(&self.model, board, &[!switch]);
        }
        switch
    }
}

/// Returns the implied sum of the cells outside of `sum =` regions: all halves are used.
fn remainder(model: &Model) -> Option<Constraint> {
    let halves = model.value_counts().into_iter();
    let mut left: i64 = halves
        .map(|(value, count)| i64::from(value) * i64::from(count))
        .sum();
    let all = model.cells.len();
    let mut cells: BTreeSet<CellId> = model.cell_ids().collect();
    for constraint in &model.constraints {
        if let ConstraintKind::Rule {
            cells: summed,
            rule: Rule::Sum(Relation::Equal, target),
        } = &constraint.body
        {
            left -= target;
            cells.retain(|cell| !summed.contains(cell));
        }
    }
    (!cells.is_empty() && cells.len() < all).then(|| Constraint {
        origin: Origin::Redundant,
        body: ConstraintKind::Rule {
            cells: cells.into_iter().collect(),
            rule: Rule::Sum(Relation::Equal, left),
        },
    })
}
