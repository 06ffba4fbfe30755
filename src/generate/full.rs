//! The family `full`: full double-n sets on one board, from loose to tight.
//!
//! Every domino of the set is used once. At tightness 0 there are no rules. Up to 50, the number of cells with a
//! rule increases, in regions of two to six cells, until all cells have one. Beyond 50, regions shrink to single
//! cells and rules other than sums become rarer. At 100 all values are given and only the tiling is unknown, which
//! is the puzzle Dominosa.

use super::layout::random_set;
use super::partition::{GREATER, LESS, RegionMix, RuleShare, SUM};
use super::rng::Rng;
use super::{Effort, GenerateError, Param, Recipe, Shape, shape, unique};
use crate::puzzle::{DoubleSet, Puzzle, Rule};

/// Generates a puzzle with the full double-`size` set.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let (size, shape, tightness) = (recipe.size, recipe.shape(), recipe.get(Param::Tightness));
    effort.budget.check()?;
    // A recipe has no greater size.
    let set = DoubleSet::new(size).unwrap_or(DoubleSet::LARGEST);
    if size == 0 && shape == Shape::Islands {
        return Err(GenerateError::Impossible(format!(
            "islands need at least 2 dominoes, and {set} has one"
        )));
    }
    if !recipe.is(Param::Unique) {
        let tiling = shape::tiling(shape, set.size(), rng);
        let (layout, regions) = random_set(tiling, set, &mix(tightness), rng);
        return Ok(layout.puzzle(&regions));
    }
    if tightness == 0 && size > 0 {
        return Err(GenerateError::Impossible(format!(
            "with tightness 0 there are no rules, and without rules {set} has more than one solution: \
             its 0-1 can always be turned; choose a tightness of 1 or more"
        )));
    }
    let mix = mix(tightness);
    effort.attempt(
        || format!("a board for {set} with exactly one solution"),
        || {
            let tiling = shape::tiling(shape, set.size(), rng);
            let (mut layout, regions) = random_set(tiling, set, &mix, rng);
            let trail = unique::trail(&mut layout, regions, rng, effort)?;
            let last = trail.as_ref().and_then(|trail| trail.last());
            Ok(last.map(|regions| layout.puzzle(regions)))
        },
    )
}

/// The mix of regions of a tightness from 0 to 100.
fn mix(tightness: u32) -> RegionMix {
    let covered = (2 * tightness).min(100);
    let shrunk = (2 * tightness).saturating_sub(100);
    let left = 100 - shrunk;
    // The weights of sizes from one to six. As regions shrink, the weight of single cells increases.
    let share = |rule, cards: u32, single: u32, sizes: [u32; 5]| RuleShare {
        rule,
        cards: cards as usize,
        sizes: std::iter::once((1, single * shrunk))
            .chain((2..).zip(sizes.map(|weight| weight * left)))
            .collect(),
    };
    RegionMix {
        free: 100 - covered as usize,
        deck: vec![
            share(SUM, 100, 9, [2, 3, 2, 1, 1]),
            share(Rule::Equal, left * 24 / 100, 0, [3, 3, 2, 1, 0]),
            share(Rule::Unequal, left * 8 / 100, 0, [0, 3, 3, 2, 1]),
            share(LESS, left * 4 / 100, 0, [4, 3, 2, 0, 0]),
            share(GREATER, left * 4 / 100, 0, [4, 3, 2, 0, 0]),
        ],
    }
}
