//! The fewest rules from which facts follow, exactly.
//!
//! A board that does not have a fact shows that the fact does not follow from the rules that the
//! board keeps. So the rules from which it does follow have something in common with what each such
//! board breaks. Boards are kept from question to question and from hint to hint: one board speaks
//! against many facts.

use super::HintError;
use crate::explain::{Subset, hit};
use crate::puzzle::{Board, Puzzle, RegionId};
use crate::solver::embedded::{Oracle, Premise, Reply};

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
    board: Board,
    kept: Subset,
}

impl Fewest {
    pub(super) fn new(rules: Vec<RegionId>) -> Self {
        Fewest {
            rules,
            seen: Vec::new(),
        }
    }

    /// Forgets the boards that do not have a fact.
    pub(super) fn learn(&mut self, puzzle: &Puzzle, fact: Premise) {
        self.seen.retain(|seen| fact.holds(puzzle, &seen.board));
    }

    fn premises(&self, known: &[Premise], rules: &Subset) -> Vec<Premise> {
        let rules = rules.iter().map(|number| Premise::Rule(self.rules[number]));
        known.iter().copied().chain(rules).collect()
    }

    /// Of some facts, those that follow from all rules.
    pub(super) fn forced(
        &mut self,
        oracle: &mut Oracle,
        known: &[Premise],
        facts: Vec<Premise>,
    ) -> Result<Vec<Premise>, HintError> {
        let all: Subset = (0..self.rules.len()).collect();
        let mut forced = Vec::new();
        for fact in facts {
            let Some(opposite) = fact.opposite() else {
                continue;
            };
            let against =
                |seen: &Seen| seen.kept == all && !fact.holds(oracle.puzzle(), &seen.board);
            if self.seen.iter().any(against) {
                continue;
            }
            let mut premises = self.premises(known, &all);
            premises.push(opposite);
            match oracle.ask(&premises)? {
                Reply::Conflict(_) => forced.push(fact),
                Reply::Board(board) => {
                    let kept = all.clone();
                    self.seen.push(Seen { board, kept });
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
        known: &[Premise],
        facts: &[Premise],
    ) -> Result<Vec<(Premise, Vec<RegionId>)>, HintError> {
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
        known: &[Premise],
        fact: Premise,
        size: usize,
    ) -> Result<Vec<Subset>, HintError> {
        let Some(opposite) = fact.opposite() else {
            return Ok(Vec::new());
        };
        let count = self.rules.len();
        let mut rests: Vec<Subset> = self
            .seen
            .iter()
            .filter(|seen| !fact.holds(oracle.puzzle(), &seen.board))
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
                    let numbers = (0..count)
                        .filter(|&number| core.contains(&Premise::Rule(self.rules[number])));
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
        known: &[Premise],
        opposite: Premise,
        board: Board,
    ) -> Result<Seen, HintError> {
        let kept = |oracle: &Oracle, board: &Board| -> Subset {
            let holds =
                |number: &usize| Premise::Rule(self.rules[*number]).holds(oracle.puzzle(), board);
            (0..self.rules.len()).filter(holds).collect()
        };
        let mut seen = Seen {
            kept: kept(oracle, &board),
            board,
        };
        for number in 0..self.rules.len() {
            if seen.kept.contains(number) {
                continue;
            }
            let mut premises = self.premises(known, &seen.kept);
            premises.extend([opposite, Premise::Rule(self.rules[number])]);
            match oracle.ask(&premises)? {
                Reply::Board(board) => {
                    seen = Seen {
                        kept: kept(oracle, &board),
                        board,
                    };
                }
                Reply::Conflict(_) => {}
                Reply::Stopped(why) => return Err(HintError::Stopped(why)),
            }
        }
        Ok(seen)
    }
}
