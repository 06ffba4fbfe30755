//! The colours of regions: neighbours differ, and all colours are used about equally often.
//!
//! The colours themselves are in `templates/picture.css`, and here for terminals. They differ in lightness as much as in
//! hue, for people who do not see some hues.

use anstyle::Ansi256Color;

use super::Picture;
use super::layout::Layout;
use crate::puzzle::RegionId;
use std::collections::{BTreeMap, BTreeSet};

/// The number of colours.
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

/// The colour of every region that has a rule.
pub(super) fn colours(picture: &Picture<'_>, layout: &Layout) -> BTreeMap<RegionId, usize> {
    let mut beside: BTreeMap<RegionId, BTreeSet<RegionId>> = BTreeMap::new();
    for (one, other) in layout.close(picture.puzzle) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::svg::STYLE;

    type Colour = [f64; 3];

    /// A colour as linear light.
    fn linear(hex: &str) -> Colour {
        [0, 2, 4].map(|at| {
            let byte = u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// The fills of the regions, in light or in dark colours, as linear light.
    fn fills(css: &str) -> Vec<Colour> {
        let fill = |colour: usize| {
            let start = format!(".c{colour} .area {{ fill: #");
            let hex = css.split(&start).nth(1).expect("a colour").get(..6);
            linear(hex.expect("six digits"))
        };
        (0..COLOURS).map(fill).collect()
    }

    /// Colour vision deficiency as linear maps (Machado, Oliveira and Fernandes 2009).
    const EYES: [[Colour; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn times(matrix: [Colour; 3], colour: Colour) -> Colour {
        matrix.map(|row| (0..3).map(|at| row[at] * colour[at]).sum())
    }

    fn lab(colour: Colour) -> Colour {
        let [x, y, z] = times(
            [
                [0.4124, 0.3576, 0.1805],
                [0.2126, 0.7152, 0.0722],
                [0.0193, 0.1192, 0.9505],
            ],
            colour.map(|part| part.clamp(0.0, 1.0)),
        );
        let root = |part: f64| {
            if part > 0.008856 {
                part.cbrt()
            } else {
                7.787 * part + 16.0 / 116.0
            }
        };
        let (x, y, z) = (root(x / 0.95047), root(y), root(z / 1.08883));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The stroke of a mark.
    fn stroke(css: &str, class: &str) -> Colour {
        let rule = css.split(&format!("{class} {{")).nth(1).expect("a mark");
        let rule = rule.split('}').next().expect("its end");
        let hex = rule.split("stroke: #").nth(1).expect("a colour").get(..6);
        linear(hex.expect("six digits"))
    }

    #[test]
    fn marks_differ_for_every_colour_vision() {
        let (light, dark) = STYLE.split_once("@media").expect("both modes");
        for css in [light, dark] {
            let marks = [".mark", ".mark.conclusion", ".mark.premise"];
            let marks = marks.map(|class| stroke(css, class));
            for (kind, eyes) in EYES.into_iter().enumerate() {
                let seen = marks.map(|colour| lab(times(eyes, colour)));
                for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                    let apart: f64 = (0..3)
                        .map(|at| (seen[one][at] - seen[other][at]).powi(2))
                        .sum();
                    assert!(apart.sqrt() > 20.0, "eyes {kind}: {one} {other} {apart}");
                }
            }
        }
        // The marks differ in more than colour: one has a tint, one is dotted.
        let rule = |class: &str| {
            let rule = STYLE.split(&format!("{class} {{")).nth(1);
            rule.and_then(|rule| rule.split('}').next())
                .expect("a rule")
        };
        assert!(rule(".mark.conclusion").contains("fill-opacity"));
        assert!(rule(".mark.premise").contains("stroke-dasharray"));
    }

    #[test]
    fn region_colours_differ_for_every_colour_vision() {
        let (light, dark) = STYLE.split_once("@media").expect("both modes");
        for (mode, css) in [("light", light), ("dark", dark)] {
            for (kind, eyes) in EYES.into_iter().enumerate() {
                let seen: Vec<Colour> = fills(css)
                    .into_iter()
                    .map(|colour| lab(times(eyes, colour)))
                    .collect();
                for (index, one) in seen.iter().enumerate() {
                    for (other, two) in seen[..index].iter().enumerate() {
                        let apart: f64 = (0..3).map(|at| (one[at] - two[at]).powi(2)).sum();
                        let apart = apart.sqrt();
                        assert!(apart > 7.0, "{mode}, eyes {kind}: {other} {index} {apart}");
                    }
                }
            }
        }
    }
}
