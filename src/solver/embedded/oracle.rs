//! The oracle: many questions about one puzzle, each with its own premises.
//!
//! "Is there a board that keeps these rules, with a 4 here and no domino there?" The puzzle is
//! encoded once, with a switch for each region's rule; a question is a call of the same SAT solver
//! under assumptions, which keeps what it has learnt. The answer is a board, checked against the
//! premises, or those of the premises that contradict each other on the board with the dominoes
//! there are.
//!
//! Large sums are hard for clauses and easy for a sweep over the board, so a question on which the
//! SAT solver does not come to an end soon goes to the frontier search, and back if that gives up.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use batsat::{SolverInterface, lbool};
use rustc_hash::FxHashMap;

use super::sat::{Engine, literal};
use super::watch::Watch;
use super::{EmbeddedError, End, frontier};
use crate::backend::dimacs::cnf::switched::{self, Switches};
use crate::backend::dimacs::cnf::{self, Formula, Lit};
use crate::lower::{add_redundant, break_symmetry, build, prune};
use crate::model::{Body, Constraint, Model, Origin, Placement, PlacementId, Relation, Rule};
use crate::puzzle::{Board, CellId, Edge, Fact, Judge, Pips, Placed, Puzzle, check};
use crate::solver::task::{Limits, Stopped};

/// What the oracle answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A board of which all premises are true.
    Board(Board),
    /// There is none: already these premises exclude each other. They need not be the fewest.
    Conflict(Vec<Fact>),
}

/// Why the oracle has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// A fault of the program itself.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// The limits ended the search.
    #[error("no answer within the limits")]
    Stopped(Stopped),
}

/// How many decisions the SAT solver may take before the frontier has its turn.
const MOST_CONFLICTS: u32 = 5_000;

/// What a sweep over the board came to.
enum Swept {
    Board(Board),
    Nothing,
    GaveUp,
}

/// How a premise reads in the formula.
enum Assumed {
    Always,
    Never,
    If(Lit),
}

/// Answers questions about one puzzle. Its pins are no premises unless they are named.
pub struct Oracle {
    /// The puzzle without any rule, for the checker.
    bare: Puzzle,
    puzzle: Puzzle,
    watch: Watch,
    /// Nothing if the board cannot be covered with the dominoes whatever the rules.
    formula: Option<Encoded>,
    asked: u64,
}

struct Encoded {
    model: Model,
    engine: Engine,
    switches: Switches,
    edges: FxHashMap<Edge, usize>,
    placements: FxHashMap<Placed, PlacementId>,
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

impl Oracle {
    /// Prepares to answer questions, all of them together within the limits.
    pub fn new(puzzle: &Puzzle, limits: &Limits) -> Oracle {
        let watch = Watch::new(limits);
        let puzzle = puzzle.unpinned();
        let bare = puzzle.with_rules_of(|_| false);
        // Only what follows from board and dominoes alone may be pruned.
        let formula = prune(&break_symmetry(build(&bare))).ok().map(|pruned| {
            let ruled = build(&puzzle).constraints.into_iter();
            let mut model = add_redundant(pruned);
            model
                .constraints
                .extend(ruled.filter(|c| matches!(c.origin, Origin::Region(_))));
            Encoded::new(model, &watch)
        });
        Oracle {
            bare,
            puzzle,
            watch,
            formula,
            asked: 0,
        }
    }

    /// The puzzle that is asked about.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How many questions have been asked.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// Tells whether the time has come to stop.
    pub fn stopped(&self) -> Option<Stopped> {
        self.watch.stopped()
    }

    /// Tells whether there is a board of which all premises are true.
    pub fn ask(&mut self, premises: &[Fact]) -> Result<Reply, Unanswered> {
        self.ask_other(premises, &[])
    }

    /// Tells whether there is a board of which all premises are true, other than these boards.
    pub fn ask_other(&mut self, premises: &[Fact], others: &[Board]) -> Result<Reply, Unanswered> {
        self.asked += 1;
        if let Some(why) = self.watch.stopped() {
            return Err(Unanswered::Stopped(why));
        }
        let Some(formula) = &mut self.formula else {
            return Ok(Reply::Conflict(Vec::new()));
        };
        let mut literals = Vec::with_capacity(premises.len() + 1);
        for &premise in premises {
            match formula.assumed(premise) {
                Assumed::Always => {}
                Assumed::Never => return Ok(Reply::Conflict(vec![premise])),
                Assumed::If(lit) => literals.push((lit, premise)),
            }
        }
        let mut assumptions: Vec<batsat::Lit> =
            literals.iter().map(|(lit, _)| literal(*lit)).collect();
        if !others.is_empty() {
            assumptions.push(literal(formula.other_than(others)));
        }
        let mut verdict = formula.engine.solve(&assumptions, MOST_CONFLICTS);
        let mut board = None;
        if verdict == lbool::UNDEF && self.watch.stopped().is_none() {
            match formula.sweep(premises, others, &self.watch) {
                Swept::Board(found) => board = Some(found),
                Swept::Nothing => return Ok(Reply::Conflict(premises.to_vec())),
                Swept::GaveUp => verdict = formula.engine.solve(&assumptions, u32::MAX),
            }
        }
        if verdict == lbool::TRUE {
            board = Some(formula.board());
        }
        if let Some(board) = board {
            let kept = premises
                .iter()
                .all(|premise| premise.holds(&self.puzzle, &board));
            if !Judge::new(&self.bare).accepts(&board) {
                return Err(EmbeddedError::Rejected(check(&self.bare, &board)).into());
            }
            if !kept || others.contains(&board) {
                return Err(EmbeddedError::Unasked.into());
            }
            return Ok(Reply::Board(board));
        }
        if verdict != lbool::FALSE {
            let why = self.watch.stopped().unwrap_or(Stopped::GaveUp);
            return Err(Unanswered::Stopped(why));
        }
        let core = formula.engine.solver.unsat_core();
        let guilty = |lit: Lit| core.iter().any(|one| one.var() == literal(lit).var());
        let premises = literals.into_iter().filter(|(lit, _)| guilty(*lit));
        Ok(Reply::Conflict(
            premises.map(|(_, premise)| premise).collect(),
        ))
    }
}

impl Encoded {
    fn new(model: Model, watch: &Watch) -> Encoded {
        let mut engine = Engine::new(watch.clone());
        let switches = switched::encode(&model, &mut engine);
        let edges = model.edges.iter().copied().zip(0..).collect();
        let placed = model.placements.iter().map(|&one| model.placed(one));
        Encoded {
            edges,
            placements: placed.zip(model.placement_ids()).collect(),
            model,
            engine,
            switches,
        }
    }

    fn assumed(&self, premise: Fact) -> Assumed {
        let positive = |lit: Option<Lit>| lit.map_or(Assumed::Never, Assumed::If);
        let negative = |lit: Option<Lit>| lit.map_or(Assumed::Always, |lit| Assumed::If(!lit));
        let value = |cell: CellId, pips: Pips| {
            let values = &self.switches.values[cell.index()];
            let at = values.binary_search_by_key(&pips, |(value, _)| *value);
            at.ok().map(|at| values[at].1)
        };
        let edge = |edge: Edge| self.edges.get(&edge).map(|&at| self.switches.edges[at]);
        let placement = |placed: Placed| {
            let id = self.placements.get(&placed);
            id.map(|&id| cnf::placement_lit(id))
        };
        match premise {
            // A region without a rule asks for nothing.
            Fact::Rule(region) => match self.switches.rules[region.index()] {
                Some(lit) => Assumed::If(lit),
                None => Assumed::Always,
            },
            Fact::Shows(cell, pips) => positive(value(cell, pips)),
            Fact::ShowsNot(cell, pips) => negative(value(cell, pips)),
            Fact::Joined(at) => positive(edge(at)),
            Fact::Apart(at) => negative(edge(at)),
            Fact::Lies(placed) => positive(placement(placed)),
            Fact::LiesNot(placed) => negative(placement(placed)),
        }
    }

    /// The model with the premises built in, and everything pruned that they exclude; nothing if
    /// that leaves nothing.
    fn with(&self, premises: &[Fact]) -> Option<Model> {
        let model = &self.model;
        let ruled = |constraint: &Constraint| match constraint.origin {
            Origin::Region(region) => premises.contains(&Fact::Rule(region)),
            Origin::Domino(_)
            | Origin::Cell(_)
            | Origin::Pin(_)
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
        // A second rule for cells that have one is a help for pruning, and for pruning alone.
        let given = restricted.constraints.len();
        restricted.constraints.extend(remainder(&restricted));
        let mut pruned = prune(&restricted).ok()?;
        pruned.constraints.truncate(given);
        Some(pruned)
    }

    /// Answers a question by going over the board cell by cell.
    fn sweep(&self, premises: &[Fact], others: &[Board], watch: &Watch) -> Swept {
        let Some(model) = self.with(premises) else {
            return Swept::Nothing;
        };
        let mut found = None;
        let end = frontier::search(
            &model,
            usize::MAX,
            watch,
            &mut |solution: &[PlacementId]| {
                let board = model.board(solution.iter().copied());
                if others.contains(&board) {
                    return ControlFlow::Continue(());
                }
                found = Some(board);
                ControlFlow::Break(())
            },
        );
        match (found, end) {
            (Some(board), _) => Swept::Board(board),
            (None, End::Complete) => Swept::Nothing,
            (None, End::Enough | End::GaveUp(_)) => Swept::GaveUp,
        }
    }

    /// A literal under which the board is none of these.
    fn other_than(&mut self, boards: &[Board]) -> Lit {
        let switch = self.engine.new_lit();
        for board in boards {
            let mut clause = vec![!switch];
            clause.extend(board.placements().iter().filter_map(|placed| {
                let id = self.placements.get(placed)?;
                Some(!cnf::placement_lit(*id))
            }));
            self.engine.clause(&clause);
        }
        switch
    }

    /// The board of the solver's last answer.
    fn board(&self) -> Board {
        let laid = |id: &PlacementId| {
            let lit = literal(cnf::placement_lit(*id));
            self.engine.solver.value_lit(lit) == lbool::TRUE
        };
        self.model.board(self.model.placement_ids().filter(laid))
    }
}

/// All halves are used, so what the regions with given sums leave is the sum of the other cells.
fn remainder(model: &Model) -> Option<Constraint> {
    let mut left: i64 = model
        .kinds
        .iter()
        .map(|kind| i64::from(kind.copies) * i64::from(kind.domino.low() + kind.domino.high()))
        .sum();
    let all = model.cells.len();
    let mut cells: BTreeSet<CellId> = model.cell_ids().collect();
    for constraint in &model.constraints {
        if let Body::Rule {
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
        body: Body::Rule {
            cells: cells.into_iter().collect(),
            rule: Rule::Sum(Relation::Equal, left),
        },
    })
}
