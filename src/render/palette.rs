//! Which colour each region gets: neighbours differ, and all colours are used about equally.
//!
//! The colours themselves are in `templates/picture.css`, and here for terminals. They differ in
//! lightness as much as in hue, so that people who do not see some hues still tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::Ansi256Color;

use super::Picture;
use crate::puzzle::RegionId;

/// How many colours there are.
pub(super) const COLOURS: usize = 6;

/// The background of each colour in a terminal: violet, orange, mint, pink, blue, lemon.
pub(super) const TERMINAL: [Ansi256Color; COLOURS] = [
    Ansi256Color(146),
    Ansi256Color(215),
    Ansi256Color(158),
    Ansi256Color(211),
    Ansi256Color(117),
    Ansi256Color(229),
];

/// The colour of every region that can be seen. `close` are the pairs of cells that lie side by
/// side or corner to corner.
pub(super) fn colours(
    picture: &Picture<'_>,
    close: &[(crate::puzzle::CellId, crate::puzzle::CellId)],
) -> BTreeMap<RegionId, usize> {
    let mut beside: BTreeMap<RegionId, BTreeSet<RegionId>> = BTreeMap::new();
    for &(one, other) in close {
        if let (Some(one), Some(other)) = (picture.area(one), picture.area(other))
            && one != other
        {
            let _ = beside.entry(one).or_default().insert(other);
            let _ = beside.entry(other).or_default().insert(one);
        }
    }
    let mut colours: BTreeMap<RegionId, usize> = BTreeMap::new();
    let mut used = [0; COLOURS];
    for region in picture.areas() {
        let mut taken = [0; COLOURS];
        for neighbour in beside.get(&region).into_iter().flatten() {
            if let Some(&colour) = colours.get(neighbour) {
                taken[colour] += 1;
            }
        }
        let colour = (0..COLOURS)
            .min_by_key(|&colour| (taken[colour], used[colour], colour))
            .unwrap_or(0);
        used[colour] += 1;
        let _ = colours.insert(region, colour);
    }
    colours
}
