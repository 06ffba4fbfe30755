//! Dominoes: a round white tile, a line between its halves, and pips.

use std::fmt::Write;

use super::{CELL, SvgFragment, escape, glyphs, num, pips};
use crate::puzzle::{Domino, Pips};

/// The side of a half.
pub(super) const HALF: f64 = 48.0;

const ROUND: f64 = 10.0;

/// Dominoes in the tray are drawn smaller.
const TRAY_SCALE: f64 = 0.76;

const TRAY_GAP: f64 = 13.0;

/// The minimum width of a tray, in dominoes.
const TRAY_LEAST: usize = 4;

/// The position of a tile: its middle, the direction from its first half to its second, and the distance between the
/// middles of the halves.
#[derive(Debug, Clone, Copy)]
pub(super) struct TilePose {
    middle: (f64, f64),
    along: (f64, f64),
    apart: f64,
}

impl TilePose {
    pub(super) fn between(one: (f64, f64), other: (f64, f64)) -> TilePose {
        let (x, y) = (other.0 - one.0, other.1 - one.1);
        let apart = (x * x + y * y).sqrt();
        TilePose {
            middle: ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0),
            along: (x / apart, y / apart),
            apart,
        }
    }

    fn transform(&self, down: f64) -> String {
        let (x, y) = (num(self.middle.0), num(self.middle.1 + down));
        match self.along {
            (1.0, 0.0) => format!("translate({x} {y})"),
            (0.0, 1.0) => format!("translate({x} {y}) rotate(90)"),
            (ux, uy) => {
                let (cos, sin) = (exact(ux), exact(uy));
                format!("matrix({cos} {sin} {} {cos} {x} {y})", exact(-uy))
            }
        }
    }
}

/// A part of a direction, to four decimals.
fn exact(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0 + 0.0
}

/// A domino of the board, its halves in the order of its direction.
pub(super) fn placed(pose: TilePose, halves: [Pips; 2], title: &str) -> String {
    let mut drawn = format!(
        "<rect class=\"shadow\" transform=\"{}\" {}/>",
        pose.transform(2.5),
        rectangle(pose.apart)
    );
    let domino = Domino::new(halves[0], halves[1]);
    let _ = write!(
        drawn,
        "<g class=\"tile\" data-domino=\"{domino}\" transform=\"{}\"><title>{}</title>",
        pose.transform(0.0),
        escape(title)
    );
    drawn += &inside(pose.apart, halves, pose.along);
    drawn += "</g>\n";
    drawn
}

/// A domino whose pips are not known.
pub(super) fn blank(pose: TilePose, title: &str) -> String {
    format!(
        "<g class=\"blank\" transform=\"{}\"><title>{}</title><rect class=\"face\" {}/></g>\n",
        pose.transform(0.0),
        escape(title),
        rectangle(pose.apart)
    )
}

/// The rectangle of a tile around its own middle, lying level.
fn rectangle(apart: f64) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{ROUND}\"",
        num(-(apart + HALF) / 2.0),
        num(-HALF / 2.0),
        num(apart + HALF),
        num(HALF)
    )
}

/// A tile around its own middle, lying level.
fn inside(apart: f64, halves: [Pips; 2], along: (f64, f64)) -> String {
    let mut drawn = format!("<rect class=\"face\" {}/>", rectangle(apart));
    let reach = HALF / 2.0 - 7.0;
    let _ = write!(
        drawn,
        "<path class=\"divider\" d=\"M0 {}V{}\"/>",
        num(-reach),
        num(reach)
    );
    for (pips, x) in halves.into_iter().zip([-apart / 2.0, apart / 2.0]) {
        drawn += &half(pips, x, along);
    }
    drawn
}

/// The pips of a half whose middle is at `x`, or a numeral, which stays upright.
fn half(pips: Pips, x: f64, along: (f64, f64)) -> String {
    let mut drawn = format!("<g class=\"half\" data-pips=\"{pips}\">");
    if pips >= pips::NUMERALS_FROM {
        let number = pips.to_string();
        let height = glyphs::fit(&number, 20.0, 40.0);
        let _ = write!(
            drawn,
            "<g class=\"numeral\" transform=\"matrix({0} {1} {2} {0} {3} 0)\">{4}</g>",
            exact(along.0),
            exact(-along.1),
            exact(along.1),
            num(x),
            glyphs::draw(&number, (0.0, 0.0), height)
        );
    }
    let (places, radius) = pips::places(pips);
    for (dx, dy) in places {
        let _ = write!(
            drawn,
            "<circle class=\"pip\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            num(x + dx),
            num(dy),
            num(radius)
        );
    }
    drawn += "</g>";
    drawn
}

/// A value without a domino: half a tile, with a broken edge.
pub(super) fn loose((x, y): (f64, f64), pips: Pips, title: &str) -> String {
    format!(
        "<g class=\"loose\" transform=\"translate({} {})\"><title>{}</title>\
         <rect class=\"face\" {}/>{}</g>\n",
        num(x),
        num(y),
        escape(title),
        rectangle(0.0),
        half(pips, 0.0, (1.0, 0.0)),
    )
}

/// A tray below a board of this width.
pub(super) fn tray(dominoes: &[Domino], board: f64) -> SvgFragment {
    if dominoes.is_empty() {
        return SvgFragment::default();
    }
    let (wide, high) = ((CELL + HALF) * TRAY_SCALE, HALF * TRAY_SCALE);
    let along = |count: usize, size: f64| count as f64 * (size + TRAY_GAP) - TRAY_GAP;
    let fitting = ((board + TRAY_GAP) / (wide + TRAY_GAP)) as usize;
    let most = fitting.max(TRAY_LEAST).min(dominoes.len());
    // Rows of about the same length.
    let rows = dominoes.len().div_ceil(most);
    let columns = dominoes.len().div_ceil(rows);
    let mut drawn = String::new();
    for (index, domino) in dominoes.iter().enumerate() {
        let x = (index % columns) as f64 * (wide + TRAY_GAP) + wide / 2.0;
        let y = (index / columns) as f64 * (high + TRAY_GAP) + high / 2.0;
        let _ = writeln!(
            drawn,
            "<g class=\"tile\" data-domino=\"{domino}\" transform=\"translate({} {}) \
             scale({TRAY_SCALE})\"><title>{domino}</title>\
             <rect class=\"shadow\" transform=\"translate(0 3)\" {}/>{}</g>",
            num(x),
            num(y),
            rectangle(CELL),
            inside(CELL, [domino.low(), domino.high()], (1.0, 0.0))
        );
    }
    SvgFragment {
        body: drawn,
        width: along(columns, wide),
        height: along(rows, high),
    }
}
