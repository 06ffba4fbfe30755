//! The fewest rules from which facts follow, exactly.
//!
//! A board that does not have a fact shows that the fact does not follow from the rules that the
//! board keeps. So the rules from which it does follow have something in common with what each such
//! board breaks. Boards are kept from question to question and from hint to hint: one board speaks
//! against many facts.

use super::HintError;
use crate::explain::{Subset, hit};
use crate::puzzle::{Board, CellId, Edge, Fact, Pips, Placed, RegionId};
use crate::solver::embedded::{Oracle, Reply};

/// How many sets of rules are kept for one fact, to choose the one that is easiest to see.
const SETS: usize = 3;

/// How many sets of rules are tried for one fact and size.
const TRIALS: u64 = 300_000;

/// Boards with the rules that they keep.
#[derive(Debug)]
pub(super) struct Fewest {
    rules: Vec<RegionId>,
    seen: Vec<Seen>,
}

/// A board that has all that is known.
#[derive(Debug)]
struct Seen {
    /// What each cell shows, and which cell it shares its domino with.
    cells: Vec<(Pips, CellId)>,
    kept: Subset,
}

impl Seen {
    fn new(board: &Board, kept: Subset) -> Self {
        let mut cells = vec![(0, CellId(0)); 2 * board.placements().len()];
        for placed in board.placements() {
            let [(a, at_a), (b, at_b)] = placed.halves();
            cells[a.index()] = (at_a, b);
            cells[b.index()] = (at_b, a);
        }
        Seen { cells, kept }
    }

    /// Does the board have the fact?
    fn has(&self, fact: Fact) -> bool {
        let shows = |cell: CellId, pips: Pips| self.cells[cell.index()].0 == pips;
        let joined = |edge: Edge| self.cells[edge.a.index()].1 == edge.b;
        let lies = |placed: Placed| {
            let halves = placed.halves().into_iter();
            joined(placed.edge()) && halves.into_iter().all(|(cell, pips)| shows(cell, pips))
        };
        match fact {
            Fact::Rule(_) => true,
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
    pub(super) fn new(rules: Vec<RegionId>) -> Self {
        Fewest {
            rules,
            seen: Vec::new(),
        }
    }

    /// Forgets the boards that do not have a fact.
    pub(super) fn learn(&mut self, fact: Fact) {
        self.seen.retain(|seen| seen.has(fact));
    }

    fn premises(&self, known: &[Fact], rules: &Subset) -> Vec<Fact> {
        let rules = rules.iter().map(|number| Fact::Rule(self.rules[number]));
        known.iter().copied().chain(rules).collect()
    }

    /// Of some facts, those that follow from all rules.
    pub(super) fn forced(
        &mut self,
        oracle: &mut Oracle,
        known: &[Fact],
        facts: Vec<Fact>,
    ) -> Result<Vec<Fact>, HintError> {
        let all: Subset = (0..self.rules.len()).collect();
        let mut forced = Vec::new();
        for fact in facts {
            let Some(opposite) = fact.opposite() else {
                continue;
            };
            let against = |seen: &Seen| seen.kept == all && !seen.has(fact);
            if self.seen.iter().any(against) {
                continue;
            }
            let mut premises = self.premises(known, &all);
            premises.push(opposite);
            match oracle.ask(&premises)? {
                Reply::Conflict(_) => forced.push(fact),
                Reply::Board(board) => {
                    self.seen.push(Seen::new(&board, all.clone()));
                }
                Reply::Stopped(why) => return Err(HintError::Stopped(why)),
            }
        }
        Ok(forced)
    }

    /// The facts that follow from the fewest rules, each with such rules. All of the facts follow
    /// from all rules.
    pub(super) fn candidates(
        &mut self,
        oracle: &mut Oracle,
        known: &[Fact],
        facts: &[Fact],
    ) -> Result<Vec<(Fact, Vec<RegionId>)>, HintError> {
        for size in 0..=self.rules.len() {
            let mut candidates = Vec::new();
            for &fact in facts {
                for set in self.sets(oracle, known, fact, size)? {
                    let rules = set.iter().map(|number| self.rules[number]).collect();
                    candidates.push((fact, rules));
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
    ) -> Result<Vec<Subset>, HintError> {
        let Some(opposite) = fact.opposite() else {
            return Ok(Vec::new());
        };
        let count = self.rules.len();
        let mut rests: Vec<Subset> = self
            .seen
            .iter()
            .filter(|seen| !seen.has(fact))
            .map(|seen| seen.kept.rest(count))
            .collect();
        let mut found: Vec<Subset> = Vec::new();
        let mut trials = TRIALS;
        while let Some(set) = hit(&rests, &found, size, &mut trials) {
            let mut premises = self.premises(known, &set);
            premises.push(opposite);
            match oracle.ask(&premises)? {
                Reply::Stopped(why) => return Err(HintError::Stopped(why)),
                Reply::Conflict(core) => {
                    let numbers =
                        (0..count).filter(|&number| core.contains(&Fact::Rule(self.rules[number])));
                    found.push(numbers.collect());
                    if found.len() == SETS {
                        break;
                    }
                }
                Reply::Board(board) => {
                    let seen = self.extended(oracle, known, opposite, board)?;
                    rests.push(seen.kept.rest(count));
                    self.seen.push(seen);
                }
            }
        }
        Ok(found)
    }

    /// A board without the fact that keeps as many rules as this one and more, if there is one.
    fn extended(
        &self,
        oracle: &mut Oracle,
        known: &[Fact],
        opposite: Fact,
        board: Board,
    ) -> Result<Seen, HintError> {
        let kept = |oracle: &Oracle, board: &Board| -> Subset {
            let holds =
                |number: &usize| Fact::Rule(self.rules[*number]).holds(oracle.puzzle(), board);
            (0..self.rules.len()).filter(holds).collect()
        };
        let mut seen = Seen::new(&board, kept(oracle, &board));
        for number in 0..self.rules.len() {
            if seen.kept.contains(number) {
                continue;
            }
            let mut premises = self.premises(known, &seen.kept);
            premises.extend([opposite, Fact::Rule(self.rules[number])]);
            match oracle.ask(&premises)? {
                Reply::Board(board) => seen = Seen::new(&board, kept(oracle, &board)),
                Reply::Conflict(_) => {}
                Reply::Stopped(why) => return Err(HintError::Stopped(why)),
            }
        }
        Ok(seen)
    }
}
