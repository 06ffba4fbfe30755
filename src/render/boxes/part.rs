//! Drawing a board in parts, mostly one: lines, and what stands in boxes.

use std::ops::Range;

use anstyle::{Ansi256Color, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::board::{Boxes, VALUE_LINE};
use super::canvas::{Canvas, Weight};
use super::signs::{legend, mark, marked};
use super::{Characters, TextStyle};
use crate::render::Mark;

/// Draws a board, part for part.
pub(super) fn draw(boxes: &Boxes<'_>) -> String {
    let mut text = String::new();
    let parts = boxes.parts();
    for (number, part) in (1..).zip(&parts) {
        if parts.len() > 1 {
            text += if number > 1 { "\n" } else { "" };
            text += &boxes.part_heading(number, parts.len(), part);
        }
        text += &Part::new(boxes, part.clone()).draw();
    }
    let legend = format!("{}{}", boxes.legend, legend(boxes.picture));
    if legend.is_empty() {
        text
    } else {
        format!("{text}\n{legend}")
    }
}

/// Some columns of a board.
struct Part<'b> {
    boxes: &'b Boxes<'b>,
    columns: Range<usize>,
    canvas: Canvas,
}

impl<'b> Part<'b> {
    fn new(boxes: &'b Boxes<'b>, columns: Range<usize>) -> Self {
        let width = boxes.gutter + columns.len() * (boxes.width + 1) + 1;
        let height = boxes.rows * (boxes.height + 1) + 1;
        Part {
            boxes,
            columns,
            canvas: Canvas::new(width, height),
        }
    }

    /// The upper left corner of a place.
    fn corner(&self, row: usize, column: usize) -> (usize, usize) {
        let right = (column - self.columns.start) * (self.boxes.width + 1);
        (self.boxes.gutter + right, row * (self.boxes.height + 1))
    }

    fn draw(mut self) -> String {
        self.draw_lines();
        self.shade_holes();
        self.write_values();
        self.write_signs();
        self.write_rows();
        let heading = self.column_names();
        heading + &self.canvas.finish(self.boxes.style.characters)
    }

    fn draw_lines(&mut self) {
        let boxes = self.boxes;
        let (width, height) = (boxes.width, boxes.height);
        for row in 0..=boxes.rows {
            for column in self.columns.start..=self.columns.end {
                let here = boxes.cell(row, column);
                let (above, left) = (boxes.above(row, column), boxes.left_of(row, column));
                let corner = match row.checked_sub(1) {
                    Some(above) => boxes.left_of(above, column),
                    None => None,
                };
                let (x, y) = self.corner(row, column);
                let canvas = &mut self.canvas;
                let top = boxes.line(above, here);
                let inside = column < self.columns.end;
                if inside {
                    canvas.across(x, y, width, top, boxes.joined(above, here));
                }
                let side = boxes.line(left, here);
                canvas.down(x, y, height, side, boxes.joined(left, here), VALUE_LINE);
                canvas.junction(
                    x,
                    y,
                    [
                        boxes.line(corner, above),
                        top,
                        side,
                        boxes.line(corner, left),
                    ],
                );
                // The board goes on behind the edge of a part.
                let cut = (column == self.columns.start && column > 0)
                    || (!inside && column < boxes.columns);
                if cut && here.is_some() && left.is_some() {
                    canvas.open_side(x, y, height, side);
                }
                if boxes.style.colour {
                    let whole = boxes.fill(here);
                    if inside {
                        canvas.colour(x + 1, y + 1, width, height, whole);
                        if top != Weight::Heavy {
                            canvas.colour(x + 1, y, width, 1, whole);
                        }
                    }
                    if side != Weight::Heavy {
                        canvas.colour(x, y + 1, 1, height, whole);
                    }
                    let around = [above, left, corner];
                    if around.iter().all(|&other| boxes.fill(other) == whole) {
                        canvas.colour(x, y, 1, 1, whole);
                    }
                }
            }
        }
    }

    fn shade_holes(&mut self) {
        let holes = self.boxes.holes();
        let (width, height) = (self.boxes.width, self.boxes.height);
        for &(row, column) in &holes {
            if !self.columns.contains(&column) {
                continue;
            }
            let is_hole = |down, right| holes.contains(&(row + down, column + right));
            // Over the gap to the next holes, too.
            let (right, below) = (is_hole(0, 1), is_hole(1, 0));
            let (x, y) = self.corner(row, column);
            self.canvas
                .fill(x + 1, y + 1, width + usize::from(right), height);
            if below {
                let corner = right && is_hole(1, 1);
                let width = width + usize::from(corner);
                self.canvas.fill(x + 1, y + 1 + height, width, 1);
            }
        }
    }

    fn write_values(&mut self) {
        let boxes = self.boxes;
        let picture = boxes.picture;
        let shown = picture.shown();
        let graph = !picture.puzzle.is_grid();
        for (&(row, column), &cell) in &boxes.cell_at {
            if !self.columns.contains(&column) {
                continue;
            }
            let (x, y) = self.corner(row, column);
            let name = picture.puzzle.cell(cell).name.to_string();
            let length = name.width();
            // A graph's cells are known by name alone.
            let value = match shown[cell.index()] {
                Some(pips) => pips.to_string(),
                None if graph && !picture.labels && length + 2 <= boxes.width => name.clone(),
                None => " ".into(),
            };
            if graph && picture.labels {
                let name = shortened(&name, boxes.width, boxes.style);
                let left = boxes.width - name.width();
                self.canvas.write(x + 1 + left, y + VALUE_LINE + 1, &name);
            }
            let mark = mark(picture, cell);
            let text = marked(&value, mark);
            // The value stays in the middle, whatever stands around it.
            let left = (boxes.width - value.width()) / 2 - usize::from(mark.is_some());
            self.canvas.write(x + 1 + left, y + VALUE_LINE, &text);
            if let (Some(mark), true) = (mark, boxes.style.colour) {
                let length = text.width();
                self.canvas
                    .restyle(x + 1 + left, y + VALUE_LINE, length, |style| {
                        highlighted(style, mark)
                    });
            }
        }
    }

    /// Writes the signs into the first cell of each part of a region that can be seen here.
    fn write_signs(&mut self) {
        let boxes = self.boxes;
        for sign in &boxes.signs {
            for part in &sign.parts {
                let places = boxes.cell_at.iter();
                let here = places
                    .filter(|((_, column), _)| self.columns.contains(column))
                    .filter(|(_, cell)| part.contains(cell));
                let Some((&(row, column), _)) = here.min_by_key(|(at, _)| **at) else {
                    continue;
                };
                let (x, y) = self.corner(row, column);
                self.canvas.write(x + 1, y + 1, &sign.text);
                let length = sign.text.width();
                if boxes.style.colour {
                    self.canvas
                        .restyle(x + 1, y + 1, length, |style| match sign.mark {
                            Some(mark) => highlighted(style, mark),
                            None if style.get_bg_color().is_some() => style.bold(),
                            None => style,
                        });
                }
            }
        }
    }

    /// Writes the numbers of rows to the left.
    fn write_rows(&mut self) {
        let (Some(axes), true) = (&self.boxes.axes, self.boxes.picture.labels) else {
            return;
        };
        for row in 0..self.boxes.rows {
            if let Some(name) = axes.row(row as u32) {
                let left = self.boxes.gutter - 1 - name.len();
                let (_, y) = self.corner(row, self.columns.start);
                self.canvas.write(left, y + 1, &name);
            }
        }
    }

    /// A line with the numbers of columns above them.
    fn column_names(&self) -> String {
        let (Some(axes), true) = (&self.boxes.axes, self.boxes.picture.labels) else {
            return String::new();
        };
        let mut line = String::new();
        for column in self.columns.clone() {
            let Some(name) = axes.column(column as u32) else {
                continue;
            };
            let (x, _) = self.corner(0, column);
            let middle = x + 1 + (self.boxes.width.saturating_sub(name.len())) / 2;
            line += &" ".repeat(middle.saturating_sub(line.len()));
            line += &name;
        }
        line + "\n"
    }
}

/// A name that fits, cut if need be.
fn shortened(name: &str, width: usize, style: TextStyle) -> String {
    if name.width() <= width {
        return name.to_owned();
    }
    let end = match style.characters {
        Characters::Unicode => "…",
        Characters::Ascii => "~",
    };
    let mut room = width.saturating_sub(1);
    let fits = |char: &char| {
        let left = room.checked_sub(char.width().unwrap_or(0));
        left.inspect(|left| room = *left).is_some()
    };
    let kept: String = name.chars().take_while(fits).collect();
    kept + end
}

/// A mark in colour: white on red, white on blue, or underlined.
fn highlighted(style: Style, mark: Mark) -> Style {
    let white_on = |colour: u8| {
        Style::new()
            .bg_color(Some(Ansi256Color(colour).into()))
            .fg_color(Some(Ansi256Color(231).into()))
            .bold()
    };
    match mark {
        Mark::Conflict => white_on(160),
        Mark::Conclusion => white_on(25),
        Mark::Premise => style.bold().underline(),
    }
}
