//! Conflicts: sets of demands that exclude each other, of which none can be left out.
//!
//! One by deletion, quickly; or all of them, the smallest first, by hitting sets. Demands are
//! premises that can be left out; others, the `given` ones, always hold.

use super::ExplainError;
use super::hitting::{Subset, hit};
use crate::puzzle::{Board, Fact};
use crate::solver::embedded::{Oracle, Reply};

/// How many hitting sets are tried for one conflict before the search gives up.
const TRIALS: u64 = 2_000_000;

/// Leaves demands out of a conflict as long as it stays one. The conflict that is left is minimal.
pub fn minimise(
    oracle: &mut Oracle,
    given: &[Fact],
    conflict: Vec<Fact>,
) -> Result<Vec<Fact>, ExplainError> {
    let mut needed: Vec<Fact> = Vec::new();
    let mut open = conflict;
    while let Some(candidate) = open.pop() {
        let premises: Vec<Fact> = [given, &needed, &open].concat();
        match oracle.ask(&premises)? {
            Reply::Board(_) => needed.push(candidate),
            Reply::Conflict(core) => open.retain(|demand| core.contains(demand)),
            Reply::Stopped(why) => return Err(ExplainError::Stopped(why)),
        }
    }
    needed.sort_unstable();
    Ok(needed)
}

/// What the next look for a conflict came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A conflict; no other that has not been found yet is smaller.
    Conflict(Vec<Fact>),
    /// There are no others.
    Complete,
    /// There were too many possibilities, or too little time.
    GaveUp,
}

/// Finds all minimal conflicts, the smallest first.
#[derive(Debug)]
pub struct Conflicts<'o> {
    oracle: &'o mut Oracle,
    demands: Vec<Fact>,
    /// By demand sets that can be satisfied together and not extended: what they leave out.
    rests: Vec<Subset>,
    found: Vec<Subset>,
    size: usize,
    /// How many questions may be asked.
    patience: Option<u64>,
}

impl<'o> Conflicts<'o> {
    /// Prepares to look for conflicts among demands, with so many questions at most.
    pub fn new(oracle: &'o mut Oracle, demands: Vec<Fact>, patience: Option<u64>) -> Self {
        let patience = patience.map(|patience| oracle.asked() + patience);
        Conflicts {
            oracle,
            demands,
            rests: Vec::new(),
            found: Vec::new(),
            size: 0,
            patience,
        }
    }

    /// The next conflict.
    pub fn find(&mut self) -> Result<Next, ExplainError> {
        let mut trials = TRIALS;
        loop {
            if self.patience.is_some_and(|most| self.oracle.asked() > most) {
                return Ok(Next::GaveUp);
            }
            let Some(candidate) = hit(&self.rests, &self.found, self.size, &mut trials) else {
                if trials == 0 {
                    return Ok(Next::GaveUp);
                }
                if self.size >= self.demands.len() {
                    return Ok(Next::Complete);
                }
                self.size += 1;
                continue;
            };
            match self.oracle.ask(&self.premises(&candidate))? {
                Reply::Board(board) => {
                    let satisfied = self.extended(&board)?;
                    self.rests.push(satisfied.rest(self.demands.len()));
                }
                Reply::Conflict(core) => {
                    // Every smaller set has been dealt with, so the candidate is minimal; a core
                    // that leaves something out would have been found before.
                    self.found.push(self.numbers(&core));
                    return Ok(Next::Conflict(core));
                }
                Reply::Stopped(_) => return Ok(Next::GaveUp),
            }
        }
    }

    fn premises(&self, set: &Subset) -> Vec<Fact> {
        set.iter().map(|number| self.demands[number]).collect()
    }

    fn numbers(&self, premises: &[Fact]) -> Subset {
        let numbered = self.demands.iter().enumerate();
        numbered
            .filter(|(_, demand)| premises.contains(demand))
            .map(|(number, _)| number)
            .collect()
    }

    /// The demands that a board satisfies.
    fn kept(&self, board: &Board) -> Subset {
        let numbered = self.demands.iter().enumerate();
        numbered
            .filter(|(_, demand)| demand.holds(self.oracle.puzzle(), board))
            .map(|(number, _)| number)
            .collect()
    }

    /// The demands that a board satisfies, and as many more as can be satisfied with these.
    fn extended(&mut self, board: &Board) -> Result<Subset, ExplainError> {
        let mut satisfied = self.kept(board);
        for number in 0..self.demands.len() {
            if satisfied.contains(number) {
                continue;
            }
            let mut premises = self.premises(&satisfied);
            premises.push(self.demands[number]);
            match self.oracle.ask(&premises)? {
                Reply::Board(board) => satisfied = self.kept(&board),
                Reply::Conflict(_) => {}
                Reply::Stopped(why) => return Err(ExplainError::Stopped(why)),
            }
        }
        Ok(satisfied)
    }
}
