//! Exactly one of n: the product encoding (Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010): about
//! 2 sqrt(n) auxiliary variables and 3n + 4 sqrt(n) clauses, 3n of them binary.
//!
//! The literals form a table. An auxiliary variable states that a row or a column contains the true literal. Exactly one of
//! the rows and exactly one of the columns is true, pairwise if there are few of them. Chen states one direction and at most
//! one; here auxiliary variables are defined in both directions, so the literals determine them. Unit propagation is
//! generalised arc consistent, as with pairs.
//!
//! The clauses of a literal are adjacent and precede those of the lines: kissat is faster with this order on large boards.
//!
//! Own code, because the two-product encoding of `rustsat` leaves auxiliary variables undetermined when no literal is true,
//! and has no at-least-one. Sequential counters, the commander encoding and pairs measured slower.

use super::{CnfSink, Lit, exactly_one as by_pairs};

/// Maximal number of literals that are stated pairwise: a table would have no fewer clauses.
const MAX_PAIRWISE: usize = 8;

/// Maximal number of rows or columns that are stated pairwise.
const MAX_PAIRWISE_LINES: usize = 24;

/// States that exactly one of the literals is true.
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
        line.at_least_one(formula);
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

/// Upper bound on the number of clauses of [`exactly_one`].
pub(super) fn clauses(literals: u64) -> u64 {
    4 * literals + 2 * MAX_PAIRWISE as u64
}

/// A row or a column of the table.
struct TableLine {
    literals: Vec<Lit>,
    /// True iff one of the literals is. A single literal is its own line.
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

    /// Adds the clause: line -> one of its literals.
    fn at_least_one(&self, formula: &mut dyn CnfSink) {
        if self.literals.len() > 1 {
            let mut clause = vec![!self.lit];
            clause.extend(&self.literals);
            formula.clause(&clause);
        }
    }
}
