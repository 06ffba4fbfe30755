//! A board of boxes: where its lines are, what stands in it, and how it is cut where it is too wide.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anstyle::{Ansi256Color, AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::canvas::{Canvas, Weight};
use super::signs::{Sign, legend, mark, marked, signs};
use super::{Characters, TextStyle};
use crate::puzzle::{CellId, RegionId};
use crate::render::layout::{Axes, Layout};
use crate::render::{Mark, Picture, palette};

/// The line of a cell that its value is on, below its region's sign.
const VALUE_LINE: usize = 2;

/// Above this many characters a board is listed. Only a few cells far apart get there.
const MOST_CHARACTERS: usize = 4_000_000;

/// The longest name of a node that a labelled picture makes its boxes wide enough for.
const LONGEST_NAME: usize = 16;

/// A board of boxes about to be drawn.
pub(super) struct Boxes<'a> {
    picture: &'a Picture<'a>,
    style: TextStyle,
    /// The columns inside a cell.
    width: usize,
    /// The lines inside a cell.
    height: usize,
    rows: usize,
    columns: usize,
    cell_at: BTreeMap<(usize, usize), CellId>,
    /// Each covered cell with the other half of its domino.
    partner: BTreeMap<CellId, CellId>,
    colours: BTreeMap<RegionId, usize>,
    axes: Option<Axes>,
    /// What stands to the left of the board: the numbers of rows.
    gutter: usize,
    signs: Vec<Sign>,
    legend: String,
}

impl<'a> Boxes<'a> {
    /// The board, unless it is no grid or far too large.
    pub(super) fn new(picture: &'a Picture<'a>, layout: &Layout, style: TextStyle) -> Option<Self> {
        let Layout::Grid(places) = layout else {
            return None;
        };
        let end = |last: Option<u32>| last.map_or(0, |last| last as usize + 1);
        let rows = end(places.iter().map(|place| place.0).max());
        let columns = end(places.iter().map(|place| place.1).max());
        let axes = layout.axes(picture.puzzle);
        let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
        let (mut gutter, mut heading) = (0, 0);
        if let (Some(axes), true) = (&axes, picture.labels) {
            let row = |row: &u32| axes.row(*row).map_or(0, |name| name.len());
            gutter = longest(&mut axes.rows.keys().map(row)) + 1;
            let column = |column: &u32| axes.column(*column).map_or(0, |name| name.len());
            heading = longest(&mut axes.columns.keys().map(column));
        }
        let named = picture.labels && !picture.puzzle.is_grid();
        if named {
            let cells = picture.puzzle.cells().iter();
            let names = longest(&mut cells.map(|cell| cell.name.to_string().width()));
            heading = names.min(LONGEST_NAME);
        }
        let digits = picture
            .shown()
            .iter()
            .flatten()
            .max()
            .map_or(1, |pips| pips.to_string().len());
        let room = style.room().saturating_sub(gutter);
        // Cells are narrow only where that saves a cut.
        let parts = |width: usize| columns.div_ceil((room.saturating_sub(1) / (width + 1)).max(1));
        let cut_anyway = style.columns.is_some() && parts(3) == parts(5);
        let least = if columns * 6 < room || cut_anyway {
            5
        } else {
            3
        };
        let (signs, width, legend) = signs(picture, style, (digits + 2).max(least).max(heading));
        let height = if named { VALUE_LINE + 1 } else { VALUE_LINE };
        let characters = (gutter + (width + 1) * columns + 1).checked_mul((height + 1) * rows + 2);
        if characters.is_none_or(|characters| characters > MOST_CHARACTERS) {
            return None;
        }
        let cell_at: BTreeMap<(usize, usize), CellId> = picture
            .puzzle
            .cell_ids()
            .map(|cell| {
                let (row, column) = places[cell.index()];
                ((row as usize, column as usize), cell)
            })
            .collect();
        let tiles = picture.tiles();
        let laid = tiles.iter().map(|placed| placed.edge());
        let partner = laid
            .chain(picture.blanks())
            .flat_map(|edge| [(edge.a, edge.b), (edge.b, edge.a)])
            .collect();
        Some(Boxes {
            picture,
            style,
            width,
            height,
            rows,
            columns,
            cell_at,
            partner,
            colours: palette::colours(picture, layout),
            axes,
            gutter,
            signs,
            legend,
        })
    }

    fn cell(&self, row: usize, column: usize) -> Option<CellId> {
        self.cell_at.get(&(row, column)).copied()
    }

    fn joined(&self, one: Option<CellId>, other: Option<CellId>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if self.partner.get(&one) == Some(&other))
    }

    /// The line between two neighbouring places.
    fn line(&self, one: Option<CellId>, other: Option<CellId>) -> Weight {
        match (one, other) {
            (None, None) => Weight::None,
            (Some(_), None) | (None, Some(_)) => Weight::Heavy,
            (Some(a), Some(b)) if self.picture.area(a) != self.picture.area(b) => Weight::Heavy,
            _ if self.joined(one, other) => Weight::None,
            _ => Weight::Light,
        }
    }

    fn above(&self, row: usize, column: usize) -> Option<CellId> {
        row.checked_sub(1).and_then(|row| self.cell(row, column))
    }

    fn left_of(&self, row: usize, column: usize) -> Option<CellId> {
        column
            .checked_sub(1)
            .and_then(|column| self.cell(row, column))
    }

    /// The columns that are drawn beside each other: all of them, or as many as fit into a line.
    fn parts(&self) -> Vec<Range<usize>> {
        let room = self.style.columns.unwrap_or(usize::MAX);
        let most = (room.saturating_sub(self.gutter + 1) / (self.width + 1)).max(1);
        if most >= self.columns {
            return std::iter::once(0..self.columns).collect();
        }
        // Parts of about the same width.
        let each = self.columns.div_ceil(self.columns.div_ceil(most));
        let starts = (0..self.columns).step_by(each);
        let part = |start: usize| start..(start + each).min(self.columns);
        let has_cells = |part: &Range<usize>| {
            let mut cells = self.cell_at.keys();
            cells.any(|(_, column)| part.contains(column))
        };
        starts.map(part).filter(has_cells).collect()
    }

    /// Which columns a part shows.
    fn part_heading(&self, number: usize, of: usize, part: &Range<usize>) -> String {
        let Some(axes) = &self.axes else {
            return format!("part {number} of {of}\n");
        };
        let here = part.start as u32..part.end as u32;
        let mut columns = axes.columns.range(here).map(|(_, column)| column);
        let (first, last) = (columns.next(), columns.next_back());
        let mut all = axes.columns.values();
        let (from, to) = (all.next(), all.next_back());
        match (first, last, from, to) {
            (Some(first), Some(last), Some(from), Some(to)) => {
                format!("columns c{first} to c{last} of c{from} to c{to}\n")
            }
            (Some(only), None, Some(from), Some(to)) => {
                format!("column c{only} of c{from} to c{to}\n")
            }
            _ => format!("part {number} of {of}\n"),
        }
    }

    pub(super) fn draw(&self) -> String {
        let mut text = String::new();
        let parts = self.parts();
        for (number, part) in (1..).zip(&parts) {
            if parts.len() > 1 {
                text += if number > 1 { "\n" } else { "" };
                text += &self.part_heading(number, parts.len(), part);
            }
            text += &Part::new(self, part.clone()).draw();
        }
        let legend = format!("{}{}", self.legend, legend(self.picture));
        if legend.is_empty() {
            text
        } else {
            format!("{text}\n{legend}")
        }
    }

    /// The places without a cell that have cells all around, which would look like cells.
    fn holes(&self) -> BTreeSet<(usize, usize)> {
        // From outside through everything that is no cell, with a margin to walk along.
        let (rows, columns) = (self.rows + 2, self.columns + 2);
        let is_cell = |row: usize, column: usize| {
            row > 0 && column > 0 && self.cell_at.contains_key(&(row - 1, column - 1))
        };
        let mut outside = vec![false; rows * columns];
        let mut border: Vec<(usize, usize)> = vec![(0, 0)];
        outside[0] = true;
        while let Some((row, column)) = border.pop() {
            let around = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            for (row, column) in around {
                if row < rows
                    && column < columns
                    && !is_cell(row, column)
                    && !std::mem::replace(&mut outside[row * columns + column], true)
                {
                    border.push((row, column));
                }
            }
        }
        let places =
            (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |column| (row, column)));
        places
            .filter(|&(row, column)| !is_cell(row, column) && !outside[row * columns + column])
            .map(|(row, column)| (row - 1, column - 1))
            .collect()
    }

    /// The style of a cell's inside.
    fn fill(&self, cell: Option<CellId>) -> Option<Style> {
        let region = self.picture.area(cell?);
        let colour = region.and_then(|region| self.colours.get(&region));
        let style = colour.map(|&colour| {
            Style::new()
                .bg_color(Some(palette::TERMINAL[colour].into()))
                .fg_color(Some(AnsiColor::Black.into()))
        });
        Some(style.unwrap_or_default())
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
