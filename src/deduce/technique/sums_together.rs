//! Regions whose sums together exceed, or fall short of, the sums that the halves allow.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::{Phrases, and, count, number, region_names};
use crate::deduce::state::State;
use crate::puzzle::{Rule, SumBounds};

pub(super) const KIND: TechniqueKind<()> = TechniqueKind::new("sums together", 4.0, infer, explain);

fn infer(state: &State<'_>, _: ()) -> Option<Inference> {
    contradiction(state).and_then(|_| Inference::impossible())
}

fn explain(phrases: &Phrases<'_>, _: ()) -> String {
    phrases.so(&contradiction(phrases.state).unwrap_or_default())
}

/// The clause that the sums contradict the halves.
fn contradiction(state: &State<'_>) -> Option<String> {
    let puzzle = state.index.puzzle;
    let (mut regions, mut cells) = (Vec::new(), 0);
    let mut needed = SumBounds::exactly(0);
    for &id in &state.rules {
        let region = puzzle.region(id);
        if let Rule::Sum(relation, target) = region.rule {
            let sum = SumBounds::keeping(relation, target);
            regions.push(id);
            cells += region.cells.len();
            needed.least = needed.least.saturating_add(sum.least.max(0));
            needed.greatest = needed.greatest.saturating_add(sum.greatest);
        }
    }
    let there = SumBounds::of_some(&puzzle.halves(), cells);
    let (bound, need, which, sum) = if needed.least > there.greatest {
        ("least", needed.least, "largest", there.greatest)
    } else if needed.greatest < there.least {
        ("most", needed.greatest, "smallest", there.least)
    } else {
        return None;
    };
    let names = and(&region_names(puzzle, &regions));
    let (from, halves) = (count(cells, "cell", "cells"), number(cells));
    Some(format!(
        "regions {names} together need at {bound} {need} from {from}, but the {halves} {which} \
         halves sum to {sum}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn sums_above_the_largest_halves() {
        let sentences = sentences("sums together", "AABB\n\nA 10\nB 10\n\n66 11\n", &[]);
        assert_eq!(
            sentences,
            [
                "Regions A and B together need at least 20 from four cells, but the four largest halves sum to 14."
            ]
        );
    }
}
