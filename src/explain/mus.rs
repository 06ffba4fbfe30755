//! Minimal unsatisfiable subsets (MUSes) of a puzzle's demands: conflicts.
//!
//! [`shrink`] finds one by deletion. `MusEnumerator` finds all, the smallest first, by implicit hitting sets
//! as in MARCO (Liffiton, Previti, Malik and Marques-Silva 2016) and FORQES (Ignatiev, Previti, Liffiton and
//! Marques-Silva 2015). A satisfiable set of demands is grown to a maximal one (MSS), whose complement is a
//! minimal correction set (MCS). Every MUS hits every MCS, so the smallest hitting sets of the known MCSes
//! are the only candidates for a smallest MUS.

use fixedbitset::FixedBitSet;

use crate::limits::Budget;
use crate::puzzle::{Board, Fact, Puzzle};
use crate::solver::SolverError;
use crate::solver::embedded::{IncrementalSolver, QueryReply};

/// The largest number of hitting sets tried for one MUS.
const MAX_TRIALS: u64 = 2_000_000;

/// Shrinks an unsatisfiable core to a MUS by deletion, with core refinement.
pub(crate) fn shrink(
    solver: &mut IncrementalSolver,
    conflict: Vec<Fact>,
) -> Result<Vec<Fact>, SolverError> {
    let mut needed: Vec<Fact> = Vec::new();
    let mut open = conflict;
    while let Some(candidate) = open.pop() {
        match solver.query(&[&needed[..], &open].concat())? {
            QueryReply::Board(_) => needed.push(candidate),
            QueryReply::Conflict(core) => open.retain(|demand| core.contains(demand)),
        }
    }
    needed.sort_unstable();
    Ok(needed)
}

/// The next result of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NextMus {
    /// A MUS; no other MUS left is smaller.
    Found(Vec<Fact>),
    /// There are no others up to this size.
    Complete,
    /// The limit of trials or queries was reached.
    GaveUp,
}

/// Enumerates MUSes, the smallest first.
#[derive(Debug)]
pub(super) struct MusEnumerator<'a> {
    solver: &'a mut IncrementalSolver,
    demands: &'a [Fact],
    correction_sets: Vec<FixedBitSet>,
    found: Vec<FixedBitSet>,
    size: usize,
    /// The greatest number of queries to the solver.
    max_asked: Option<u64>,
}

impl<'a> MusEnumerator<'a> {
    /// Enumerates the MUSes of these demands with a maximum number of queries.
    pub(super) fn new(
        solver: &'a mut IncrementalSolver,
        demands: &'a [Fact],
        queries: Option<u64>,
    ) -> Self {
        MusEnumerator {
            max_asked: queries.map(|queries| solver.queries() + queries),
            solver,
            demands,
            correction_sets: Vec::new(),
            found: Vec::new(),
            size: 0,
        }
    }

    /// The next MUS of at most `most` demands.
    pub(super) fn next(&mut self, most: usize) -> Result<NextMus, SolverError> {
        let mut trials = MAX_TRIALS;
        loop {
            if self
                .max_asked
                .is_some_and(|most| self.solver.queries() > most)
            {
                return Ok(NextMus::GaveUp);
            }
            let budget = self.solver.budget();
            let sets = &self.correction_sets;
            let Some(candidate) = hitting_set(sets, &self.found, self.size, &mut trials, budget)
            else {
                self.solver.budget().check()?;
                if trials == 0 {
                    return Ok(NextMus::GaveUp);
                }
                if self.size >= most {
                    return Ok(NextMus::Complete);
                }
                self.size += 1;
                continue;
            };
            match self.solver.query(&self.chosen(&candidate))? {
                QueryReply::Board(board) => {
                    let mut rest = self.grow(&board)?;
                    rest.toggle_range(..);
                    self.correction_sets.push(rest);
                }
                QueryReply::Conflict(core) => {
                    // Every smaller set has been tried, so the candidate is minimal.
                    self.found.push(self.those(|demand| core.contains(&demand)));
                    return Ok(NextMus::Found(core));
                }
            }
        }
    }

    fn chosen(&self, set: &FixedBitSet) -> Vec<Fact> {
        set.ones().map(|number| self.demands[number]).collect()
    }

    fn those(&self, test: impl Fn(Fact) -> bool) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(self.demands.len());
        set.extend((0..self.demands.len()).filter(|&number| test(self.demands[number])));
        set
    }

    fn satisfied(&self, puzzle: &Puzzle, board: &Board) -> FixedBitSet {
        self.those(|demand| demand.holds(puzzle, board))
    }

    /// Grows the demands that a board satisfies to a maximal satisfiable subset (MSS).
    fn grow(&mut self, board: &Board) -> Result<FixedBitSet, SolverError> {
        let mut satisfied = self.satisfied(self.solver.puzzle(), board);
        for (number, &demand) in self.demands.iter().enumerate() {
            if satisfied.contains(number) {
                continue;
            }
            let mut premises = self.chosen(&satisfied);
            premises.push(demand);
            if let QueryReply::Board(better) = self.solver.query(&premises)? {
                satisfied = self.satisfied(self.solver.puzzle(), &better);
            }
        }
        Ok(satisfied)
    }
}

/// A set of at most `most` numbers that hits each of some sets and contains none of the excluded ones;
/// `None` if there is none. Counts `trials` down and gives up at 0; sets them to 0 when the budget is
/// exhausted.
fn hitting_set(
    sets: &[FixedBitSet],
    excluded: &[FixedBitSet],
    most: usize,
    trials: &mut u64,
    budget: &Budget,
) -> Option<FixedBitSet> {
    let mut all = sets.iter().chain(excluded);
    let bound = all.next().map_or(0, FixedBitSet::len);
    let mut chosen = FixedBitSet::with_capacity(bound);
    extend(sets, excluded, most, &mut chosen, trials, budget).then_some(chosen)
}

/// The number of trials between two checks of the budget.
const TRIALS_PER_CHECK: u64 = 64;

fn extend(
    sets: &[FixedBitSet],
    excluded: &[FixedBitSet],
    left: usize,
    chosen: &mut FixedBitSet,
    trials: &mut u64,
    budget: &Budget,
) -> bool {
    if *trials == 0 {
        return false;
    }
    if trials.is_multiple_of(TRIALS_PER_CHECK) && budget.stopped().is_some() {
        *trials = 0;
        return false;
    }
    *trials -= 1;
    if excluded.iter().any(|set| set.is_subset(chosen)) {
        return false;
    }
    // The smallest set not hit leaves the fewest branches.
    let missed = sets.iter().filter(|set| set.is_disjoint(chosen));
    let Some(set) = missed.min_by_key(|set| set.count_ones(..)) else {
        return true;
    };
    left > 0
        && set.ones().any(|number| {
            chosen.insert(number);
            let hits = extend(sets, excluded, left - 1, chosen, trials, budget);
            chosen.set(number, hits);
            hits
        })
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::hitting_set;
    use crate::limits::Budget;

    fn set(numbers: &[usize]) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(5);
        set.extend(numbers.iter().copied());
        set
    }

    #[test]
    fn cancellation_ends_the_trials() {
        // Disjoint pairs: refuting a small hitting set takes many trials.
        let pairs = (0..60).map(|one| {
            let mut set = FixedBitSet::with_capacity(120);
            set.extend([2 * one, 2 * one + 1]);
            set
        });
        let pairs: Vec<FixedBitSet> = pairs.collect();
        for ask in [1, 2, 10, 100] {
            let (budget, asks) = Budget::stopping_at(ask);
            let mut trials = 1_000_000;
            assert_eq!(hitting_set(&pairs, &[], 30, &mut trials, &budget), None);
            assert_eq!(trials, 0);
            assert_eq!(asks.after_the_stop(), 0);
        }
    }

    #[test]
    fn hitting_sets_have_a_size_limit() {
        let sets = [set(&[0, 1]), set(&[1, 2]), set(&[3, 4])];
        let hit = |excluded: &[FixedBitSet], most| {
            hitting_set(&sets, excluded, most, &mut 1000, &Budget::default())
        };
        assert_eq!(hit(&[], 1), None);
        assert_eq!(hit(&[], 2), Some(set(&[1, 3])));
        assert_eq!(hit(&[set(&[1, 3])], 2), Some(set(&[1, 4])));
        assert_eq!(hit(&[set(&[1])], 3), Some(set(&[0, 2, 3])));
    }
}
