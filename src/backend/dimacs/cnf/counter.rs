//! Exactly k of n, as a sequential counter: about k(n-k) auxiliary variables and 4k(n-k) + n
//! clauses, most of them binary for k = 1.
//!
//! The auxiliary `at_least[i][j]` says that j or more of the first i literals are true, in both
//! directions, so that it follows from the literals.
//!
//! Written here because it measures better than the at-most-one encodings of `rustsat` (ladder,
//! bimander, two-product, commander, bitwise) with kissat: a mean of 6 ms against 10 to 16 ms over
//! 105 hard newspaper puzzles, 0.4 s against 0.5 to 1.5 s on full double-nine boards. It also
//! counts to more than one, for copies.

use super::{Formula, Lit, contradiction};

/// A count that may be known.
#[derive(Debug, Clone, Copy)]
enum Count {
    Always,
    Never,
    When(Lit),
}

/// Exactly `k` of the literals are true.
pub(super) fn exactly(formula: &mut impl Formula, literals: &[Lit], k: usize) {
    let n = literals.len();
    if k > n {
        contradiction(formula);
        return;
    }
    // at_least[j] for the literals before the current one; j from 0 to k + 1.
    let mut before = vec![Count::Never; k + 2];
    before[0] = Count::Always;
    for (i, &lit) in literals.iter().enumerate() {
        if formula.is_unwanted() {
            return;
        }
        let mut after = vec![Count::Never; k + 2];
        after[0] = Count::Always;
        for j in 1..=k + 1 {
            // Of i + 1 literals j can be true only if j <= i + 1; and as k of n must be, at least
            // k - (n - i - 1) of them are. More than k never are.
            after[j] = if j > i + 1 || j == k + 1 {
                Count::Never
            } else if j + n < k + i + 2 {
                Count::Always
            } else {
                Count::When(formula.new_lit())
            };
            step(formula, lit, before[j], before[j - 1], after[j]);
        }
        before = after;
    }
}

/// How many clauses it takes to say that so many of some literals are true, rather too many.
pub(super) fn clauses(literals: u64, times: u32) -> u64 {
    literals.saturating_mul(4 * u64::from(times))
}

/// `after` is `same`, or `less` and the literal.
fn step(formula: &mut impl Formula, lit: Lit, same: Count, less: Count, after: Count) {
    imply(formula, same, None, after);
    imply(formula, less, Some(lit), after);
    imply(formula, after, None, less);
    imply(formula, after, Some(!lit), same);
}

/// `when`, and the literal if there is one, imply `then`.
fn imply(formula: &mut impl Formula, when: Count, and: Option<Lit>, then: Count) {
    let mut clause = [None, and.map(|lit| !lit), None];
    match when {
        Count::Never => return,
        Count::Always => {}
        Count::When(lit) => clause[0] = Some(!lit),
    }
    match then {
        Count::Always => return,
        Count::Never => {}
        Count::When(lit) => clause[2] = Some(lit),
    }
    let mut literals = [Lit::positive(0); 3];
    let mut length = 0;
    for lit in clause.into_iter().flatten() {
        literals[length] = lit;
        length += 1;
    }
    formula.clause(&literals[..length]);
}
