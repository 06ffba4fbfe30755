//! Exactly k of n literals: the sequential counter (Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
//! Constraints", CP 2005), in both directions and with weights: at most k(n-k) auxiliary variables and 4k(n-k) + 2n clauses.
//!
//! Without weights unit propagation is generalised arc consistent: as soon as k literals are true the others become false,
//! and the other way round. An auxiliary says that the literals so far have a sum of at least so much, and follows
//! from them, so that each solution stays one assignment. Sums that cannot be, or from which k can no longer be reached, have
//! no variable.
//!
//! A literal may count more than once, as the shared value of an `equal` region does for each of its
//! cells: it is one step of the counter then, and sums between are left out. On the 105 hard newspaper
//! puzzles, which solvers settle by propagation where they can, that decides: with the supply of
//! values counted cell by cell kissat settles 65 so, with the shared ones counted at once 77.
//!
//! Written here because the encoders of libraries are for at most or at least k with free auxiliaries,
//! or know no weights.

use super::{CnfSink, Lit, contradiction};

/// A count that may be known.
#[derive(Debug, Clone, Copy)]
enum TruthValue {
    True,
    False,
    Lit(Lit),
}

/// The sums that the literals so far can have, ascending, each with whether it is as much or more. The
/// least of them always is.
struct PartialSums(Vec<(usize, TruthValue)>);

impl PartialSums {
    fn at_least(&self, sum: usize) -> TruthValue {
        let at = self.0.partition_point(|&(possible, _)| possible < sum);
        self.0
            .get(at)
            .map_or(TruthValue::False, |&(_, count)| count)
    }
}

/// Exactly `k` of the literals are true.
pub(super) fn exactly(formula: &mut dyn CnfSink, literals: &[Lit], k: usize) {
    let once: Vec<(Lit, usize)> = literals.iter().map(|&lit| (lit, 1)).collect();
    exactly_weighted(formula, &once, k);
}

/// The literals that are true have weights that sum to `k`.
pub(super) fn exactly_weighted(formula: &mut dyn CnfSink, literals: &[(Lit, usize)], k: usize) {
    let mut rest: usize = literals.iter().map(|(_, weight)| weight).sum();
    if rest < k {
        return contradiction(formula);
    }
    let mut before = PartialSums(vec![(0, TruthValue::True)]);
    for &(lit, weight) in literals {
        rest -= weight;
        let mut sums: Vec<usize> = before
            .0
            .iter()
            .flat_map(|&(sum, _)| [sum, sum + weight])
            .filter(|&sum| sum <= k && sum + rest >= k)
            .collect();
        sums.sort_unstable();
        sums.dedup();
        if sums.is_empty() {
            return contradiction(formula);
        }
        let after = PartialSums(
            sums.into_iter()
                .enumerate()
                .map(|(index, sum)| match index {
                    0 => (sum, TruthValue::True),
                    _ => (sum, TruthValue::Lit(formula.new_lit())),
                })
                .collect(),
        );
        let less = |sum: usize| before.at_least(sum.saturating_sub(weight));
        for &(sum, count) in &after.0 {
            step(formula, lit, before.at_least(sum), less(sum), count);
        }
        step(
            formula,
            lit,
            TruthValue::False,
            less(k + 1),
            TruthValue::False,
        );
        before = after;
    }
}

/// How many clauses it takes to say that so many of some literals are true, rather too many.
pub(super) fn clauses(literals: u64, times: u32) -> u64 {
    let sums = u64::from(times).min(literals.saturating_sub(u64::from(times)));
    literals.saturating_mul(4 * sums + 2)
}

/// `after` is `same`, or `less` and the literal.
fn step(
    formula: &mut dyn CnfSink,
    lit: Lit,
    same: TruthValue,
    less: TruthValue,
    after: TruthValue,
) {
    imply(formula, same, None, after);
    imply(formula, less, Some(lit), after);
    imply(formula, after, None, less);
    imply(formula, after, Some(!lit), same);
}

/// `when`, and the literal if there is one, imply `then`.
fn imply(formula: &mut dyn CnfSink, when: TruthValue, and: Option<Lit>, then: TruthValue) {
    let mut clause = [None, and.map(|lit| !lit), None];
    match when {
        TruthValue::False => return,
        TruthValue::True => {}
        TruthValue::Lit(lit) => clause[0] = Some(!lit),
    }
    match then {
        TruthValue::True => return,
        TruthValue::False => {}
        TruthValue::Lit(lit) => clause[2] = Some(lit),
    }
    let mut literals = [Lit::positive(0); 3];
    let mut length = 0;
    for lit in clause.into_iter().flatten() {
        literals[length] = lit;
        length += 1;
    }
    formula.clause(&literals[..length]);
}
