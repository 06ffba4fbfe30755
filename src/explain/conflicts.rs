//! Conflicts: sets of demands that exclude each other, of which none can be left out.
//!
//! One by deletion, quickly; or all of them, the smallest first, by hitting sets.

use fixedbitset::FixedBitSet;

use super::hitting::hit;
use crate::puzzle::{Board, Fact, Puzzle};
use crate::solver::embedded::{Oracle, Reply, Unanswered};

/// How many hitting sets are tried for one conflict before the search gives up.
const TRIALS: u64 = 2_000_000;

/// Leaves demands out of a conflict as long as it stays one. The conflict that is left is minimal.
pub(crate) fn minimise(oracle: &mut Oracle, conflict: Vec<Fact>) -> Result<Vec<Fact>, Unanswered> {
    let mut needed: Vec<Fact> = Vec::new();
    let mut open = conflict;
    while let Some(candidate) = open.pop() {
        match oracle.ask(&[&needed[..], &open].concat())? {
            Reply::Board(_) => needed.push(candidate),
            Reply::Conflict(core) => open.retain(|demand| core.contains(demand)),
        }
    }
    needed.sort_unstable();
    Ok(needed)
}

/// Which of some demands can be kept together, where other facts are given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'a> {
    /// What the oracle is asked before and after the demands. The order decides which of many
    /// boards it finds.
    pub(crate) given: [&'a [Fact]; 2],
    pub(crate) demands: &'a [Fact],
}

impl Question<'_> {
    /// Some of the demands, with what is given.
    pub(crate) fn with(self, set: &FixedBitSet) -> Vec<Fact> {
        let [before, after] = self.given;
        let demands: Vec<Fact> = set.ones().map(|number| self.demands[number]).collect();
        [before, &demands, after].concat()
    }

    /// The demands that are among some facts.
    pub(crate) fn among(self, facts: &[Fact]) -> FixedBitSet {
        self.those(|demand| facts.contains(&demand))
    }

    /// The demands that a board satisfies.
    fn kept(self, puzzle: &Puzzle, board: &Board) -> FixedBitSet {
        self.those(|demand| demand.holds(puzzle, board))
    }

    fn those(self, test: impl Fn(Fact) -> bool) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(self.demands.len());
        set.extend((0..self.demands.len()).filter(|&number| test(self.demands[number])));
        set
    }

    /// A board that satisfies what this one does and as much more as can be, with all of that.
    pub(crate) fn extended(
        self,
        oracle: &mut Oracle,
        mut board: Board,
    ) -> Result<(Board, FixedBitSet), Unanswered> {
        let mut kept = self.kept(oracle.puzzle(), &board);
        for (number, &demand) in self.demands.iter().enumerate() {
            if kept.contains(number) {
                continue;
            }
            let mut premises = self.with(&kept);
            premises.push(demand);
            if let Reply::Board(better) = oracle.ask(&premises)? {
                kept = self.kept(oracle.puzzle(), &better);
                board = better;
            }
        }
        Ok((board, kept))
    }
}

/// What is not in a set.
pub(crate) fn rest(set: &FixedBitSet) -> FixedBitSet {
    let mut rest = set.clone();
    rest.toggle_range(..);
    rest
}

/// What the next look for a conflict came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// A conflict; no other that has not been found yet is smaller.
    Conflict(Vec<Fact>),
    /// There are no others of the size that was asked for.
    Complete,
    /// There were too many possibilities.
    GaveUp,
}

/// Finds all minimal conflicts, the smallest first.
#[derive(Debug)]
pub(super) struct Conflicts<'a> {
    oracle: &'a mut Oracle,
    question: Question<'a>,
    /// By demands that can be satisfied together, and no more with them: what they leave out.
    rests: Vec<FixedBitSet>,
    found: Vec<FixedBitSet>,
    size: usize,
    /// How many questions the oracle may have been asked in the end.
    most_asked: Option<u64>,
}

impl<'a> Conflicts<'a> {
    /// Prepares to look for conflicts among demands, with so many questions at most.
    pub(super) fn new(oracle: &'a mut Oracle, demands: &'a [Fact], questions: Option<u64>) -> Self {
        Conflicts {
            most_asked: questions.map(|questions| oracle.asked() + questions),
            oracle,
            question: Question {
                given: [&[], &[]],
                demands,
            },
            rests: Vec::new(),
            found: Vec::new(),
            size: 0,
        }
    }

    /// The next conflict.
    pub(super) fn find(&mut self) -> Result<Next, Unanswered> {
        self.find_of(self.question.demands.len())
    }

    /// The next conflict of at most so many demands.
    pub(super) fn find_of(&mut self, most: usize) -> Result<Next, Unanswered> {
        let mut trials = TRIALS;
        loop {
            if self
                .most_asked
                .is_some_and(|most| self.oracle.asked() > most)
            {
                return Ok(Next::GaveUp);
            }
            let watch = self.oracle.watch();
            let Some(candidate) = hit(&self.rests, &self.found, self.size, &mut trials, watch)
            else {
                self.oracle.watch().check()?;
                if trials == 0 {
                    return Ok(Next::GaveUp);
                }
                if self.size >= most {
                    return Ok(Next::Complete);
                }
                self.size += 1;
                continue;
            };
            match self.oracle.ask(&self.question.with(&candidate))? {
                Reply::Board(board) => {
                    let (_, kept) = self.question.extended(self.oracle, board)?;
                    self.rests.push(rest(&kept));
                }
                Reply::Conflict(core) => {
                    // Every smaller set has been dealt with, so the candidate is minimal; a core
                    // that leaves something out would have been found before.
                    self.found.push(self.question.among(&core));
                    return Ok(Next::Conflict(core));
                }
            }
        }
    }
}
