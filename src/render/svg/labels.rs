//! What things are called: the numbers of rows and columns beside a grid, the names of a graph's
//! nodes in its cells, and what the marks mean.

use std::fmt::Write;

use super::scene::Scene;
use super::{CELL, Drawn, Lettering, escape, glyphs, num};
use crate::render::layout::{Axes, Layout};
use crate::render::{Mark, Picture};

/// The height of coordinates and of words.
const LETTERS: f64 = 11.0;

/// The room between coordinates and the board.
const ASIDE: f64 = 10.0;

/// The height of the plate with a node's name, and of the letters on it.
const PLATE: (f64, f64) = (15.0, 8.0);

/// The height of a line of a legend, and the side of the mark in it.
const LINE: (f64, f64) = (26.0, 16.0);

/// The room that coordinates take to the left of a board and above it.
pub(super) fn room(axes: Option<&Axes>) -> (f64, f64) {
    let Some(axes) = axes else {
        return (0.0, 0.0);
    };
    let names = axes.rows.keys().filter_map(|&row| axes.row(row));
    let widths = names.map(|name| glyphs::width(&glyphs::text(&name), LETTERS));
    (widths.fold(0.0, f64::max) + ASIDE, LETTERS + ASIDE)
}

/// The numbers of rows and columns, to the left of the board and above it.
pub(super) fn coordinates(axes: &Axes) -> String {
    let mut drawn = String::from("<g class=\"coordinates\">\n");
    let middle = |place: u32| (f64::from(place) + 0.5) * CELL;
    let mut write = |name: &str, x: f64, y: f64| {
        let signs = glyphs::draw(&glyphs::text(name), (x, y), LETTERS);
        let _ = writeln!(drawn, "<g data-name=\"{name}\">{signs}</g>");
    };
    for &column in axes.columns.keys() {
        if let Some(name) = axes.column(column) {
            write(&name, middle(column), -ASIDE - LETTERS / 2.0 + 2.0);
        }
    }
    for &row in axes.rows.keys() {
        if let Some(name) = axes.row(row) {
            let width = glyphs::width(&glyphs::text(&name), LETTERS);
            write(&name, -ASIDE + 1.0 - width / 2.0, middle(row));
        }
    }
    drawn += "</g>\n";
    drawn
}

/// The names of a graph's nodes, each in the upper left of its cell.
pub(super) fn names(scene: &Scene<'_>) -> String {
    let mut drawn = String::from("<g class=\"names\">\n");
    let (plate, letters) = PLATE;
    // To the right of where the badge of another cell can reach.
    let (right, down) = match scene.layout {
        Layout::Grid(_) => (8.0 - CELL / 2.0, -4.0 - CELL / 2.0),
        Layout::Free(_) => (-2.0 - CELL / 2.0, -2.0 - CELL / 2.0),
    };
    for cell in scene.puzzle.cell_ids() {
        let name = &scene.puzzle.cell(cell).name;
        let text = name.to_string();
        let signs = glyphs::text(&text);
        let height = (letters * CELL * 0.8 / glyphs::width(&signs, letters)).min(letters);
        let width = (glyphs::width(&signs, height) + 9.0).max(plate);
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
            written(
                &text,
                (left + width / 2.0, top + plate / 2.0),
                height,
                scene.lettering
            )
        );
    }
    drawn += "</g>\n";
    drawn
}

/// A name around a point: in strokes of our own if we have them, else in the viewer's font, which
/// gets as much room.
pub(super) fn written(name: &str, (x, y): (f64, f64), height: f64, lettering: Lettering) -> String {
    let signs = glyphs::text(name);
    if name.is_ascii() || lettering == Lettering::Strokes {
        return glyphs::draw(&signs, (x, y), height);
    }
    format!(
        "<text class=\"font\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\" text-anchor=\"middle\">{}</text>",
        num(x),
        num(y + height / 2.0),
        num(height * 1.4),
        num(glyphs::width(&signs, height)),
        escape(name)
    )
}

/// What the marks of a picture mean, a line for each.
pub(super) fn legend(picture: &Picture<'_>) -> Drawn {
    let (line, side) = LINE;
    let mut drawn = Drawn {
        body: String::new(),
        width: 0.0,
        height: 0.0,
    };
    for mark in Mark::ALL {
        let cells = picture.marks.cells_with(mark).next().is_some();
        if !cells && picture.marks.regions_with(mark).next().is_none() {
            continue;
        }
        let signs = glyphs::text(mark.meaning());
        let (words, y) = (glyphs::width(&signs, LETTERS), drawn.height + line / 2.0);
        let from = side + 11.0;
        let _ = writeln!(
            drawn.body,
            "<g data-mark=\"{}\"><rect class=\"{}\" x=\"1\" y=\"{}\" width=\"{side}\" \
             height=\"{side}\" rx=\"5\"/>{}</g>",
            mark.name(),
            class(mark),
            num(y - side / 2.0),
            glyphs::draw(&signs, (from + words / 2.0, y), LETTERS)
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
