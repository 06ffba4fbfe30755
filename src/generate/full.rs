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
    // From 0 to 50 more and more cells are under a rule; from 50 to 100 regions shrink.
    let covered = (2 * tightness).min(100);
    let tight = (2 * tightness).saturating_sub(100);
    let loose = 100 - tight;
    let share = |kind, cards: u32, sizes: [u32; 6], shrunk: [u32; 6]| Share {
        kind,
        cards: cards as usize,
        sizes: (1..)
            .zip(sizes.into_iter().zip(shrunk))
            .map(|(size, (many, few))| (size, many * loose + few * tight))
            .collect(),
    };
    let single = [1, 0, 0, 0, 0, 0];
    Mix {
        free: 100 - covered as usize,
        deck: vec![
            share(
                RegionKind::Sum,
                100,
                [0, 2, 3, 2, 1, 1].map(|w| w),
                single.map(|w| w * 9),
            ),
            share(
                RegionKind::Equal,
                loose * 24 / 100,
                [0, 3, 3, 2, 1, 0],
                [0; 6],
            ),
            share(
                RegionKind::Unequal,
                loose * 8 / 100,
                [0, 0, 3, 3, 2, 1],
                [0; 6],
            ),
            share(
                RegionKind::Less,
                loose * 4 / 100,
                [0, 4, 3, 2, 0, 0],
                [0; 6],
            ),
            share(
                RegionKind::Greater,
                loose * 4 / 100,
                [0, 4, 3, 2, 0, 0],
                [0; 6],
            ),
        ],
    }
}
