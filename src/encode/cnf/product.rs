//! Exactly one of n: the product encoding (Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010): about
//! 2 sqrt(n) auxiliary variables and 3n + 4 sqrt(n) clauses, 3n of them binary.
//!
//! The literals are laid out as a table. An auxiliary says that a row, or a column, holds the true literal; then exactly one
//! of the rows and exactly one of the columns, by pairs as long as they are few. Chen has one direction and at most one; here
//! auxiliaries are defined in both directions, so that they follow from the literals. Unit propagation is generalised arc
//! consistent, as with pairs.
//!
//! The clauses of a literal stand side by side, and the lines come after all of them: kissat is quicker
//! with that order on large boards.
//!
//! Written here because the two-product encoding of `rustsat` leaves the auxiliaries free when nothing
//! is true and does not say that something is. Counters, commanders and pairs
//! in its place measured slower.

use super::{CnfSink, Lit, exactly_one as by_pairs};

/// So many literals are stated by pairs: a table would have no fewer clauses.
const FEW: usize = 8;

/// So many rows or columns are stated by pairs.
const FEW_LINES: usize = 24;

/// Exactly one of the literals is true.
pub(super) fn exactly_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    if literals.len() <= FEW {
        return by_pairs(formula, literals);
    }
    let width = literals.len().isqrt().max(1);
    let width = width + usize::from(width * width < literals.len());
    let rows = literals.chunks(width).map(<[Lit]>::to_vec);
    let rows: Vec<Line> = rows.map(|line| Line::new(formula, line)).collect();
    let columns =
        (0..width).map(|column| literals[column..].iter().copied().step_by(width).collect());
    let columns: Vec<Line> = columns.map(|line| Line::new(formula, line)).collect();
    for (index, &lit) in literals.iter().enumerate() {
        // literal -> its row, literal -> its column
        for line in [&rows[index / width], &columns[index % width]] {
            if line.held != lit {
                formula.clause(&[!lit, line.held]);
            }
        }
    }
    for line in rows.iter().chain(&columns) {
        line.state(formula);
    }
    for lines in [rows, columns] {
        let lines: Vec<Lit> = lines.iter().map(|line| line.held).collect();
        if lines.len() <= FEW_LINES {
            by_pairs(formula, &lines);
        } else {
            exactly_one(formula, &lines);
        }
    }
}

/// How many clauses that takes, rather too many.
pub(super) fn clauses(literals: u64) -> u64 {
    4 * literals + 2 * FEW as u64
}

/// A row or a column of the table.
struct Line {
    literals: Vec<Lit>,
    /// True iff one of the literals is; a literal that is alone stands for its line.
    held: Lit,
}

impl Line {
    fn new(formula: &mut dyn CnfSink, literals: Vec<Lit>) -> Self {
        let held = match literals[..] {
            [only] => only,
            _ => formula.new_lit(),
        };
        Line { literals, held }
    }

    /// line -> one of its literals
    fn state(&self, formula: &mut dyn CnfSink) {
        if self.literals.len() > 1 {
            let mut clause = vec![!self.held];
            clause.extend(&self.literals);
            formula.clause(&clause);
        }
    }
}
