//! Labels of a picture: names of rows and columns beside a grid, names of nodes in cells, and the
//! legend of the marks.

use std::fmt::Write;

use super::scene::Scene;
use super::{CELL, SvgFragment, escape, glyphs, num};
use crate::render::layout::{Axes, Layout};
use crate::render::{Mark, Picture};

/// The height of the letters of coordinates and legends.
const LETTERS: f64 = 11.0;

/// The space between coordinates and the board.
const ASIDE: f64 = 10.0;

/// The height of the plate with a node's name, and of the letters on it.
const PLATE: (f64, f64) = (15.0, 8.0);

/// The height of a line of a legend, and the side of the mark in it.
const LINE: (f64, f64) = (26.0, 16.0);

/// The room that coordinates take to the left of a board and above it.
pub(super) fn room(axes: &Axes) -> (f64, f64) {
    let widths = axes.rows.values().map(|name| glyphs::width(name, LETTERS));
    (widths.fold(0.0, f64::max) + ASIDE, LETTERS + ASIDE)
}

/// The names of rows and columns, to the left of the board and above it.
pub(super) fn coordinates(axes: &Axes) -> String {
    let mut drawn = String::from("<g class=\"coordinates\">\n");
    let middle = |place: u32| (f64::from(place) + 0.5) * CELL;
    let columns = axes.columns.iter().map(|(&column, name)| {
        let y = -ASIDE - LETTERS / 2.0 + 2.0;
        (name, (middle(column), y))
    });
    let rows = axes.rows.iter().map(|(&row, name)| {
        let x = -ASIDE + 1.0 - glyphs::width(name, LETTERS) / 2.0;
        (name, (x, middle(row)))
    });
    for (name, at) in columns.chain(rows) {
        let signs = glyphs::draw(name, at, LETTERS);
        let _ = writeln!(drawn, "<g data-name=\"{name}\">{signs}</g>");
    }
    drawn += "</g>\n";
    drawn
}

/// The names of a graph's nodes, each in the upper left of its cell.
pub(super) fn names(scene: &Scene<'_>) -> String {
    let mut drawn = String::from("<g class=\"names\">\n");
    let (plate, letters) = PLATE;
    // To the right of the badge of a neighbouring cell.
    let (right, down) = match scene.layout {
        Layout::Grid(_) => (8.0 - CELL / 2.0, -4.0 - CELL / 2.0),
        Layout::Free(_) => (-2.0 - CELL / 2.0, -2.0 - CELL / 2.0),
    };
    for cell in scene.puzzle.cell_ids() {
        let name = &scene.puzzle.cell(cell).name;
        let text = name.to_string();
        let height = glyphs::fit(&text, letters, CELL * 0.8);
        let width = (glyphs::width(&text, height) + 9.0).max(plate);
        let (x, y) = scene.middle(cell);
        let (left, top) = (x + right, y + down);
        let _ = writeln!(
            drawn,
            "<g class=\"name\" data-name=\"{0}\"><title>{0}</title>\
             <rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{plate}\" rx=\"5\"/>{4}</g>",
            escape(name.raw()),
            num(left),
            num(top),
            num(width),
            written(&text, (left + width / 2.0, top + plate / 2.0), height)
        );
    }
    drawn += "</g>\n";
    drawn
}

/// A name centred at a point: as strokes if it is ASCII, else in the viewer's font with the same
/// width. PNG omits the latter.
pub(super) fn written(name: &str, (x, y): (f64, f64), height: f64) -> String {
    if name.is_ascii() {
        return glyphs::draw(name, (x, y), height);
    }
    format!(
        "<text class=\"font\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\" text-anchor=\"middle\">{}</text>",
        num(x),
        num(y + height / 2.0),
        num(height * 1.4),
        num(glyphs::width(name, height)),
        escape(name)
    )
}

/// The meaning of each mark of a picture, one per line.
pub(super) fn legend(picture: &Picture<'_>) -> SvgFragment {
    let (line, side) = LINE;
    let from = side + 11.0;
    let mut drawn = SvgFragment::default();
    for mark in picture.marks.kinds() {
        let words = glyphs::width(mark.meaning(), LETTERS);
        let y = drawn.height + line / 2.0;
        let _ = writeln!(
            drawn.body,
            "<g data-mark=\"{}\"><rect class=\"{}\" x=\"1\" y=\"{}\" width=\"{side}\" \
             height=\"{side}\" rx=\"5\"/>{}</g>",
            mark.name(),
            class(mark),
            num(y - side / 2.0),
            glyphs::draw(mark.meaning(), (from + words / 2.0, y), LETTERS)
        );
        drawn.width = drawn.width.max(from + words);
        drawn.height += line;
    }
    drawn
}

/// The class of a mark.
pub(super) fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Conflict => "mark",
        Mark::Conclusion => "mark conclusion",
        Mark::Premise => "mark premise",
    }
}
