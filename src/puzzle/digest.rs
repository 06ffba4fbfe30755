//! Digests: identifiers of puzzles by their definition, independent of names and order.
//!
//! Result files of measurements use them as keys and recipes as checksums: neither the canonical text nor the
//! hash may ever change.

use std::fmt::Write;
use std::hash::Hasher;

use fnv::FnvHasher;

use super::{Puzzle, Relation, Rule};

impl Puzzle {
    /// A digest of the cells, edges, dominoes and rules. Formats differ in names, in the order of dominoes and
    /// regions, in regions without a rule and in the solution, so the digest ignores these.
    pub fn digest(&self) -> String {
        digest(&canonical_text(self))
    }
}

/// 64 bits of FNV-1a, in hex.
pub(super) fn digest(text: &str) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish())
}

/// The canonical text of a puzzle that digests are computed from: a line for the number of cells, for each
/// edge, each domino in ascending order, and each region with a rule, by its cells.
pub(super) fn canonical_text(puzzle: &Puzzle) -> String {
    let mut text = format!("cells {}", puzzle.cells().len());
    for edge in puzzle.edges() {
        let _ = write!(text, "\nedge {} {}", edge.a.index(), edge.b.index());
    }
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    for domino in dominoes {
        let _ = write!(text, "\ndomino {} {}", domino.low(), domino.high());
    }
    let mut regions: Vec<_> = puzzle.regions().iter().collect();
    regions.sort_unstable_by_key(|region| &region.cells);
    for region in regions {
        let _ = match region.rule {
            Rule::Sum(Relation::Equal, target) => write!(text, "\nregion sum = {target}:"),
            Rule::Sum(Relation::Less, target) => write!(text, "\nregion sum < {target}:"),
            Rule::Sum(Relation::Greater, target) => write!(text, "\nregion sum > {target}:"),
            Rule::Equal => write!(text, "\nregion equal:"),
            Rule::Unequal => write!(text, "\nregion unequal:"),
            Rule::Empty => continue,
        };
        for cell in &region.cells {
            let _ = write!(text, " {}", cell.index());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::PuzzleDraft;

    #[test]
    fn digests_are_stable() {
        let mut draft = PuzzleDraft::grid((0..8).map(|at| (at / 4, at % 4)))
            .domino(6, 1)
            .domino(2, 2)
            .domino(0, 4)
            .domino(1, 3)
            .region(Rule::sum(7), [(0, 0), (0, 1)])
            .region(Rule::less(5), [(0, 2)])
            .region(Rule::greater(0), [(0, 3)])
            .region(Rule::Equal, [(1, 0), (1, 1)])
            .region(Rule::Unequal, [(1, 2)])
            .region(Rule::Empty, [(1, 3)]);
        draft.title = Some("not part of the key".into());
        let puzzle = Puzzle::new(draft).expect("a puzzle");
        let expected = "\
cells 8
edge 0 1
edge 0 4
edge 1 2
edge 1 5
edge 2 3
edge 2 6
edge 3 7
edge 4 5
edge 5 6
edge 6 7
domino 0 4
domino 1 3
domino 1 6
domino 2 2
region sum = 7: 0 1
region sum < 5: 2
region sum > 0: 3
region equal: 4 5
region unequal: 6";
        assert_eq!(canonical_text(&puzzle), expected);
        assert_eq!(puzzle.digest(), "7b4202ea547119b3");
    }
}
