//! The techniques, one file each: where it looks, what it sees, how that is said, how hard it is.
//! A new technique is a file and a line in [`all`].

mod fit;
mod no_domino;
mod only_neighbour;
mod only_place;
mod remainder;
mod rule;
mod share;
mod supply;
mod tiling;
mod together;

use super::ground::Ground;
use super::look::Technique;
use crate::puzzle::RegionId;

/// Every technique wherever it can look, by the rules of some regions, from the easiest to the
/// hardest.
pub(super) fn all(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Box<dyn Technique>> {
    let techniques = [
        only_neighbour::everywhere,
        rule::everywhere,
        fit::everywhere,
        no_domino::everywhere,
        supply::everywhere,
        only_place::everywhere,
        tiling::everywhere,
        remainder::everywhere,
        together::everywhere,
        share::everywhere,
    ];
    let each = techniques.iter();
    each.flat_map(|everywhere| everywhere(ground, rules))
        .collect()
}
