//! The fewest rules from which facts follow, exactly.
//!
//! A board that does not have a fact shows that the fact does not follow from the rules that the
//! board keeps. So the rules from which it does follow have something in common with what each such
//! board breaks. Boards are kept from question to question and from hint to hint: one board speaks
//! against many facts.

use fixedbitset::FixedBitSet;

use crate::explain::{Question, hit, rest};
use crate::puzzle::{Board, CellId, Edge, Fact, Pips, PlacedDomino};
use crate::solver::embedded::{Oracle, Reply, Unanswered};

/// How many sets of rules are kept for one fact, to choose the one that is easiest to see.
const SETS: usize = 3;

/// How many sets of rules are tried for one fact and size.
const TRIALS: u64 = 300_000;

/// Boards with the rules that they keep.
#[derive(Debug)]
pub(super) struct Fewest {
    rules: Vec<Fact>,
    seen: Vec<Seen>,
}

/// A board that has all that is known.
#[derive(Debug)]
struct Seen {
    /// What each cell shows, and which cell it shares its domino with.
    cells: Vec<(Pips, CellId)>,
    kept: FixedBitSet,
}

impl Seen {
    fn new(board: &Board, kept: FixedBitSet) -> Self {
        let mut cells = vec![(0, CellId(0)); 2 * board.placements().len()];
        for placed in board.placements() {
            let [(a, at_a), (b, at_b)] = placed.halves();
            cells[a.index()] = (at_a, b);
            cells[b.index()] = (at_b, a);
        }
        Seen { cells, kept }
    }

    /// Tells whether the board has the fact.
    fn has(&self, fact: Fact) -> bool {
        let shows = |cell: CellId, pips: Pips| self.cells[cell.index()].0 == pips;
        let joined = |edge: Edge| self.cells[edge.a.index()].1 == edge.b;
        let lies = |placed: PlacedDomino| {
            let halves = placed.halves().into_iter();
            joined(placed.edge()) && halves.into_iter().all(|(cell, pips)| shows(cell, pips))
        };
        match fact {
            Fact::Rule(_) | Fact::NotExcluded => true,
            Fact::Shows(cell, pips) => shows(cell, pips),
            Fact::ShowsNot(cell, pips) => !shows(cell, pips),
            Fact::Joined(edge) => joined(edge),
            Fact::Apart(edge) => !joined(edge),
            Fact::Lies(placed) => lies(placed),
            Fact::LiesNot(placed) => !lies(placed),
        }
    }
}

impl Fewest {
    /// For the rules of a puzzle, to which the exclusion of boards belongs.
    pub(super) fn new(rules: Vec<Fact>) -> Self {
        Fewest {
            rules,
            seen: Vec::new(),
        }
    }

    /// Forgets the boards that do not have a fact.
    pub(super) fn learn(&mut self, fact: Fact) {
        self.seen.retain(|seen| seen.has(fact));
    }

    /// Of some facts, those that follow from all rules.
    pub(super) fn forced(
        &mut self,
        oracle: &mut Oracle,
        known: &[Fact],
        facts: Vec<Fact>,
    ) -> Result<Vec<Fact>, Unanswered> {
        let mut all = FixedBitSet::with_capacity(self.rules.len());
        all.insert_range(..);
        let mut forced = Vec::new();
        for fact in facts {
            let against = |seen: &Seen| seen.kept == all && !seen.has(fact);
            let Some(opposite) = fact.opposite() else {
                continue;
            };
            if self.seen.iter().any(against) {
                continue;
            }
            match oracle.ask(&[known, &self.rules, &[opposite]].concat())? {
                Reply::Conflict(_) => forced.push(fact),
                Reply::Board(board) => self.seen.push(Seen::new(&board, all.clone())),
            }
        }
        Ok(forced)
    }

    /// The facts that follow from the fewest rules, each with such rules. All of the facts follow from
    /// all rules.
    pub(super) fn candidates(
        &mut self,
        oracle: &mut Oracle,
        known: &[Fact],
        facts: &[Fact],
    ) -> Result<Vec<(Fact, Vec<Fact>)>, Unanswered> {
        for size in 0..=self.rules.len() {
            let mut candidates = Vec::new();
            for &fact in facts {
                for set in self.sets(oracle, known, fact, size)? {
                    let rules = set.ones().map(|number| self.rules[number]);
                    candidates.push((fact, rules.collect()));
                }
            }
            if !candidates.is_empty() {
                return Ok(candidates);
            }
        }
        Ok(Vec::new())
    }

    /// Some sets of at most `size` rules from which a fact follows. That it does not follow from
    /// fewer must be known.
    fn sets(
        &mut self,
        oracle: &mut Oracle,
        known: &[Fact],
        fact: Fact,
        size: usize,
    ) -> Result<Vec<FixedBitSet>, Unanswered> {
        let Some(opposite) = fact.opposite() else {
            return Ok(Vec::new());
        };
        let question = Question {
            given: [known, &[opposite]],
            demands: &self.rules,
        };
        let against = self.seen.iter().filter(|seen| !seen.has(fact));
        let mut rests: Vec<FixedBitSet> = against.map(|seen| rest(&seen.kept)).collect();
        let mut found: Vec<FixedBitSet> = Vec::new();
        let mut trials = TRIALS;
        while found.len() < SETS
            && let Some(set) = hit(&rests, &found, size, &mut trials, oracle.watch())
        {
            match oracle.ask(&question.with(&set))? {
                Reply::Conflict(core) => found.push(question.among(&core)),
                Reply::Board(board) => {
                    let (board, kept) = question.extended(oracle, board)?;
                    rests.push(rest(&kept));
                    self.seen.push(Seen::new(&board, kept));
                }
            }
        }
        oracle.watch().check()?;
        Ok(found)
    }
}
