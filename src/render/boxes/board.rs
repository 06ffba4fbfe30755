//! A board of boxes.

use std::collections::BTreeMap;

use anstyle::{Ansi256Color, AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::TextStyle;
use super::canvas::{LineWeight, TextCanvas};
use super::signs::{RegionSign, mark, marked, signs};
use crate::puzzle::{CellId, RegionId};
use crate::render::layout::{Axes, Layout};
use crate::render::{Mark, Picture, palette};

/// The line of a box with the cell's value, below its region's sign and above its name.
const VALUE_LINE: usize = 2;

/// Larger boards are listed: a few cells far apart, or thousands of cells.
const MAX_CHARACTERS: usize = 4_000_000;

/// The longest cell name that a labelled picture widens its boxes for.
const MAX_NAME: usize = 16;

/// The board and the legend of its regions; nothing for a board that is no grid or too wide.
pub(super) fn draw(picture: &Picture<'_>, style: TextStyle) -> Option<(String, String)> {
    let layout = Layout::of(picture.puzzle);
    let (mut board, signs, legend) = BoxDrawing::new(picture, &layout, style)?;
    board.draw_lines();
    if style.colour {
        board.fill_regions(&palette::colours(picture, &layout));
    }
    board.shade_holes();
    board.write_values();
    board.write_axes();
    board.write_signs(&signs);
    Some((board.canvas.text(style.characters), legend))
}

/// A crossing of lines and the cells around it: upper left, upper right, lower left, lower right.
type LineCrossing = ((usize, usize), [Option<CellId>; 4]);

struct BoxDrawing<'a> {
    picture: &'a Picture<'a>,
    style: TextStyle,
    /// The columns and lines inside a box.
    width: usize,
    height: usize,
    rows: usize,
    columns: usize,
    /// The cells by row and column, both from 1, so that every box has a place above and to the left.
    cell_at: BTreeMap<(usize, usize), CellId>,
    /// Each covered cell with the other half of its domino.
    partner: BTreeMap<CellId, CellId>,
    /// The names of rows and columns, if they are shown.
    axes: Option<Axes>,
    /// The columns to the left of the board for the names of rows, and the lines above it for those of columns.
    gutter: usize,
    top: usize,
    canvas: TextCanvas,
}

impl<'a> BoxDrawing<'a> {
    fn new(
        picture: &'a Picture<'a>,
        layout: &Layout,
        style: TextStyle,
    ) -> Option<(Self, Vec<RegionSign>, String)> {
        let Layout::Grid(places) = layout else {
            return None;
        };
        let places = places
            .iter()
            .map(|at| (at.0 as usize + 1, at.1 as usize + 1));
        let cell_at: BTreeMap<_, _> = places.zip(picture.puzzle.cell_ids()).collect();
        let rows = cell_at.keys().map(|at| at.0).max().unwrap_or(0);
        let columns = cell_at.keys().map(|at| at.1).max().unwrap_or(0);
        let axes = layout.axes(picture.puzzle).filter(|_| picture.labels);
        let has_names = picture.labels && axes.is_none();
        let (mut gutter, mut least) = (0, 0);
        if let Some(axes) = &axes {
            let longest = |names: &BTreeMap<u32, String>| names.values().map(String::len).max();
            gutter = longest(&axes.rows).unwrap_or(0) + 1;
            least = longest(&axes.columns).unwrap_or(0);
        } else if has_names {
            let names = picture.puzzle.cells().iter();
            let longest = names.map(|cell| cell.name.to_string().width()).max();
            least = longest.unwrap_or(0).min(MAX_NAME);
        }
        let highest = picture.shown().into_iter().flatten().max();
        let digits = highest.map_or(1, |pips| pips.to_string().len());
        // Boxes of wide boards are narrow.
        let usual = if columns * 6 + gutter < style.room() {
            5
        } else {
            3
        };
        let least = least.max(usual).max(digits + 2);
        let most = style.columns.map_or(usize::MAX, |room| {
            (room.saturating_sub(gutter + 1) / columns.max(1)).saturating_sub(1)
        });
        let (signs, width, legend) = signs(picture, style, least..=most);
        let height = VALUE_LINE + usize::from(has_names);
        let top = usize::from(axes.is_some());
        let size = (
            gutter + (width + 1) * columns + 1,
            top + (height + 1) * rows + 1,
        );
        let characters = size.0.checked_mul(size.1);
        let is_too_wide = style.columns.is_some_and(|columns| size.0 > columns);
        if is_too_wide || characters.is_none_or(|characters| characters > MAX_CHARACTERS) {
            return None;
        }
        let tiles = picture.tiles().into_iter().map(|placed| placed.edge());
        let partner = tiles
            .chain(picture.blanks())
            .flat_map(|edge| [(edge.a, edge.b), (edge.b, edge.a)])
            .collect();
        let boxes = BoxDrawing {
            picture,
            style,
            width,
            height,
            rows,
            columns,
            cell_at,
            partner,
            axes,
            gutter,
            top,
            canvas: TextCanvas::new(size.0, size.1),
        };
        Some((boxes, signs, legend))
    }

    /// The upper left corner of the box at a row and column.
    fn corner(&self, row: usize, column: usize) -> (usize, usize) {
        let x = self.gutter + column * (self.width + 1);
        (x, self.top + row * (self.height + 1))
    }

    fn crossings(&self) -> Vec<LineCrossing> {
        let rows = 0..=self.rows;
        let places = rows.flat_map(|row| (0..=self.columns).map(move |column| (row, column)));
        let crossing = |(row, column)| {
            let around = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let cells = around
                .map(|(down, right)| self.cell_at.get(&(row + down, column + right)).copied());
            (self.corner(row, column), cells)
        };
        places.map(crossing).collect()
    }

    fn is_joined(&self, one: Option<CellId>, other: Option<CellId>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if self.partner.get(&one) == Some(&other))
    }

    /// The line between two neighbouring places.
    fn line(&self, one: Option<CellId>, other: Option<CellId>) -> LineWeight {
        match (one, other) {
            (None, None) => LineWeight::None,
            (Some(_), None) | (None, Some(_)) => LineWeight::Heavy,
            (Some(a), Some(b)) if self.picture.area(a) != self.picture.area(b) => LineWeight::Heavy,
            _ if self.is_joined(one, other) => LineWeight::None,
            _ => LineWeight::Light,
        }
    }

    fn draw_lines(&mut self) {
        use LineWeight::{Light, None};
        let (width, height) = (self.width, self.height);
        for ((x, y), [corner, above, left, here]) in self.crossings() {
            let (top, side) = (self.line(above, here), self.line(left, here));
            let lines = [self.line(corner, above), top, side, self.line(corner, left)];
            let (joins_above, joins_left) =
                (self.is_joined(above, here), self.is_joined(left, here));
            let canvas = &mut self.canvas;
            canvas.lines((x, y), (1, 1), lines);
            canvas.lines((x + 1, y), (width, 1), [None, top, None, top]);
            canvas.lines((x, y + 1), (1, height), [side, None, side, None]);
            // A bar joins the halves of a domino.
            if joins_above {
                let middle = x + 1 + (width - 1) / 2;
                canvas.lines((middle, y), (1, 1), [Light, top, Light, top]);
                canvas.lines((middle, y + 1), (1, 1), [Light, None, Light, None]);
            }
            if joins_left {
                let bar = y + VALUE_LINE;
                canvas.lines((x - 1, bar), (3, 1), [None, Light, None, Light]);
                canvas.lines((x, bar), (1, 1), [side, Light, side, Light]);
            }
        }
    }

    /// Colours boxes, and the lines and crossings inside of a region.
    fn fill_regions(&mut self, colours: &BTreeMap<RegionId, usize>) {
        let (width, height) = (self.width, self.height);
        let black = Style::new().fg_color(Some(AnsiColor::Black.into()));
        for ((x, y), [corner, above, left, here]) in self.crossings() {
            let region = here.and_then(|cell| self.picture.area(cell));
            let Some(&colour) = region.and_then(|region| colours.get(&region)) else {
                continue;
            };
            let style = black.bg_color(Some(palette::TERMINAL[colour].into()));
            let is_same =
                |cell: &Option<CellId>| cell.and_then(|cell| self.picture.area(cell)) == region;
            let blocks = [
                ((x + 1, y + 1), (width, height), &[][..]),
                ((x + 1, y), (width, 1), &[above]),
                ((x, y + 1), (1, height), &[left]),
                ((x, y), (1, 1), &[above, left, corner]),
            ];
            for (at, size, others) in blocks {
                if others.iter().all(is_same) {
                    self.canvas.restyle(at, size, |_| style);
                }
            }
        }
    }

    /// Shades the places without a cell that have cells on all four sides, which would look like cells.
    fn shade_holes(&mut self) {
        let mut in_row: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let mut in_column = in_row.clone();
        for &(row, column) in self.cell_at.keys() {
            for (ends, line, at) in [(&mut in_row, row, column), (&mut in_column, column, row)] {
                let ends = ends.entry(line).or_insert((at, at));
                *ends = (ends.0.min(at), ends.1.max(at));
            }
        }
        let is_between = |ends: Option<&(usize, usize)>, at: usize| {
            ends.is_some_and(|&(first, last)| first < at && at < last)
        };
        let is_hole = |row: usize, column: usize| {
            !self.cell_at.contains_key(&(row, column))
                && is_between(in_row.get(&row), column)
                && is_between(in_column.get(&column), row)
        };
        for row in 1..=self.rows {
            for column in (1..=self.columns).filter(|&column| is_hole(row, column)) {
                // Over the lines to the next holes, too.
                let (right, below) = (is_hole(row, column + 1), is_hole(row + 1, column));
                let beyond = right && below && is_hole(row + 1, column + 1);
                let (x, y) = self.corner(row - 1, column - 1);
                let (width, height) = (self.width, self.height);
                let size = (width + usize::from(right), height);
                self.canvas.fill((x + 1, y + 1), size, '░');
                if below {
                    let size = (width + usize::from(beyond), 1);
                    self.canvas.fill((x + 1, y + 1 + height), size, '░');
                }
            }
        }
    }

    fn write_values(&mut self) {
        let picture = self.picture;
        let shown = picture.shown();
        let is_graph = !picture.puzzle.is_grid();
        for (&(row, column), &cell) in &self.cell_at {
            let (x, y) = self.corner(row - 1, column - 1);
            let name = picture.puzzle.cell(cell).name.to_string();
            let value = match shown[cell.index()] {
                Some(pips) => pips.to_string(),
                // Without labels, a node's name takes the place of its value.
                None if is_graph && !picture.labels && name.width() + 2 <= self.width => {
                    name.clone()
                }
                None => " ".into(),
            };
            if is_graph && picture.labels {
                let name = shortened(name, self.width);
                let x = x + 1 + self.width - name.width();
                self.canvas.write((x, y + VALUE_LINE + 1), &name);
            }
            let mark = mark(picture, cell);
            let text = marked(&value, mark);
            // A mark does not move the value from the centre.
            let left = (self.width - value.width()) / 2 - usize::from(mark.is_some());
            let at = (x + 1 + left, y + VALUE_LINE);
            self.canvas.write(at, &text);
            if let (Some(mark), true) = (mark, self.style.colour) {
                let style = |style| highlighted(style, mark);
                self.canvas.restyle(at, (text.width(), 1), style);
            }
        }
    }

    /// Writes each sign into the first cell of each piece of its region.
    fn write_signs(&mut self, signs: &[RegionSign]) {
        let place_of = self.cell_at.iter().map(|(&place, &cell)| (cell, place));
        let place_of: BTreeMap<CellId, (usize, usize)> = place_of.collect();
        for sign in signs {
            for piece in &sign.pieces {
                let places = piece.iter().filter_map(|cell| place_of.get(cell));
                let Some(&(row, column)) = places.min() else {
                    continue;
                };
                self.write_sign(sign, self.corner(row - 1, column - 1));
            }
        }
    }

    fn write_sign(&mut self, sign: &RegionSign, (x, y): (usize, usize)) {
        self.canvas.write((x + 1, y + 1), &sign.text);
        if self.style.colour {
            let style = |style: Style| match sign.mark {
                Some(mark) => highlighted(style, mark),
                None if style.get_bg_color().is_some() => style.bold(),
                None => style,
            };
            let size = (sign.text.width(), 1);
            self.canvas.restyle((x + 1, y + 1), size, style);
        }
    }

    /// Writes the names of rows to the left of the board and those of columns above it.
    fn write_axes(&mut self) {
        let Some(axes) = &self.axes else {
            return;
        };
        for (&row, name) in &axes.rows {
            let (_, y) = self.corner(row as usize, 0);
            self.canvas
                .write((self.gutter - 1 - name.len(), y + 1), name);
        }
        for (&column, name) in &axes.columns {
            let (x, _) = self.corner(0, column as usize);
            let aside = (self.width - name.len()) / 2;
            self.canvas.write((x + 1 + aside, 0), name);
        }
    }
}

/// A name, cut to a width if need be.
fn shortened(name: String, width: usize) -> String {
    if name.width() <= width {
        return name;
    }
    let mut kept: String = name.chars().take(width).collect();
    while kept.width() >= width && kept.pop().is_some() {}
    kept + "…"
}

/// A mark in colour: white on red, white on blue, or underlined.
fn highlighted(style: Style, mark: Mark) -> Style {
    let white_on = |colour: u8| {
        let (ground, white) = (Ansi256Color(colour), Ansi256Color(231));
        white.on(ground).bold()
    };
    match mark {
        Mark::Conflict => white_on(160),
        Mark::Conclusion => white_on(25),
        Mark::Premise => style.bold().underline(),
    }
}
