//! The family `full`: full double-n sets on one board, from loose to tight.
//!
//! Every domino of the set is there once. With tightness 0 there is no rule at all; with 100, every cell
//! is under a rule, most of them alone or in pairs with an exact sum. In between, so many cells of a
//! hundred are under a rule, and regions shrink from six cells to one or two.

use super::chance::Chance;
use super::laid::lay;
use super::regions::{Mix, RegionKind, Share};
use super::{Effort, Unmade};
use crate::puzzle::Puzzle;
use crate::puzzle::recipe::{Knob, Knobs, Shape};
use crate::puzzle::set::DoubleSet;

/// A full set of double-`size`.
pub(super) fn make(
    knobs: &Knobs,
    size: u32,
    chance: &mut Chance,
    effort: &Effort<'_>,
) -> Result<Puzzle, Unmade> {
    effort.watch.check()?;
    let Some(set) = DoubleSet::new(size) else {
        return Err(Unmade::Impossible(format!("there is no set double-{size}")));
    };
    let shape = knobs.choice(Knob::Shape, &Shape::ALL);
    if set.size() < shape.least_dominoes() {
        return Err(Unmade::Impossible(format!(
            "{shape} need at least {} dominoes, and {set} has one",
            shape.least_dominoes()
        )));
    }
    let tightness = knobs.number(Knob::Tightness);
    Ok(lay(set, set.size(), shape, &mix(tightness), chance))
}

/// What regions there are at a tightness from 0 to 100.
fn mix(tightness: u32) -> Mix {
    let share = |kind, cards, loose: [u32; 6], tight: [u32; 6]| Share {
        kind,
        cards,
        sizes: (1..)
            .zip(loose.into_iter().zip(tight))
            .map(|(size, (loose, tight))| (size, loose * (100 - tightness) + tight * tightness))
            .collect(),
    };
    Mix {
        free: 100 - tightness as usize,
        deck: vec![
            share(RegionKind::Sum, 14, [0, 0, 1, 2, 3, 4], [6, 4, 0, 0, 0, 0]),
            share(RegionKind::Equal, 3, [0, 2, 4, 4, 0, 0], [0, 8, 2, 0, 0, 0]),
            share(
                RegionKind::Unequal,
                1,
                [0, 0, 1, 3, 3, 3],
                [0, 0, 2, 3, 3, 2],
            ),
            share(RegionKind::Less, 1, [0, 0, 5, 5, 0, 0], [5, 5, 0, 0, 0, 0]),
            share(
                RegionKind::Greater,
                1,
                [0, 0, 5, 5, 0, 0],
                [5, 5, 0, 0, 0, 0],
            ),
        ],
    }
}
