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
const MAX_PAIRWISE: usize = 8;

/// So many rows or columns are stated by pairs.
const MAX_PAIRWISE_LINES: usize = 24;

/// Exactly one of the literals is true.
pub(super) fn exactly_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    if literals.len() <= MAX_PAIRWISE {
        return by_pairs(formula, literals);
    }
    let width = literals.len().isqrt().max(1);
    let width = width + usize::from(width * width < literals.len());
    let rows = literals.chunks(width).map(<[Lit]>::to_vec);
    let rows: Vec<TableLine> = rows.map(|line| TableLine::new(formula, line)).collect();
    let columns =
        (0..width).map(|column| literals[column..].iter().copied().step_by(width).collect());
    let columns: Vec<TableLine> = columns.map(|line| TableLine::new(formula, line)).collect();
    for (index, &lit) in literals.iter().enumerate() {
        // literal -> its row, literal -> its column
        for line in [&rows[index / width], &columns[index % width]] {
            if line.lit != lit {
                formula.clause(&[!lit, line.lit]);
            }
        }
    }
    for line in rows.iter().chain(&columns) {
        line.encode_constraint(formula);
    }
    for lines in [rows, columns] {
        let lines: Vec<Lit> = lines.iter().map(|line| line.lit).collect();
        if lines.len() <= MAX_PAIRWISE_LINES {
            by_pairs(formula, &lines);
        } else {
            exactly_one(formula, &lines);
        }
    }
}

/// How many clauses that takes, rather too many.
pub(super) fn clauses(literals: u64) -> u64 {
    4 * literals + 2 * MAX_PAIRWISE as u64
}

/// A row or a column of the table.
struct TableLine {
    literals: Vec<Lit>,
    /// True iff one of the literals is; a literal that is alone stands for its line.
    lit: Lit,
}

impl TableLine {
    fn new(formula: &mut dyn CnfSink, literals: Vec<Lit>) -> Self {
        let lit = match literals[..] {
            [only] => only,
            _ => formula.new_lit(),
        };
        TableLine { literals, lit }
    }

    /// line -> one of its literals
    fn encode_constraint(&self, formula: &mut dyn CnfSink) {
        if self.literals.len() > 1 {
            let mut clause = vec![!self.lit];
            clause.extend(&self.literals);
            formula.clause(&clause);
        }
    }
}
