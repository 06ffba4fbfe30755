//! A board of boxes. The whole board is drawn on one canvas; where it is too wide, the canvas is cut.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anstyle::{Ansi256Color, AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::canvas::{Canvas, Weight};
use super::signs::{Sign, mark, marked, signs};
use super::{Characters, TextStyle};
use crate::puzzle::CellId;
use crate::render::layout::{Axes, Layout};
use crate::render::{Mark, Picture, palette};

/// The line of a box with the cell's value, below its region's sign and above its name.
const VALUE_LINE: usize = 2;

/// Boards with more characters are listed: a few cells far apart, or thousands of cells.
const MAX_CHARACTERS: usize = 4_000_000;

/// The longest cell name that a labelled picture widens its boxes for.
const MAX_NAME: usize = 16;

/// The board and the legend of its regions; nothing for a board that is no grid or too large.
pub(super) fn draw(picture: &Picture<'_>, style: TextStyle) -> Option<(String, String)> {
    let layout = Layout::of(picture.puzzle);
    let (mut board, signs, legend) = Boxes::new(picture, &layout, style)?;
    let parts = board.parts();
    board.draw_lines(&layout);
    board.shade_holes();
    board.write_values();
    board.write_names();
    let mut text = String::new();
    for (number, part) in (1..).zip(&parts) {
        board.write_signs(&signs, part);
        board.cut(part);
        if number > 1 {
            text.push('\n');
        }
        if parts.len() > 1 {
            text += &board.part_heading(number, parts.len(), part);
        }
        let sides = board.corner(0, part.start).0..=board.corner(0, part.end).0;
        let columns = (0..board.gutter).chain(sides);
        text += &board.canvas.text(columns, style.characters);
    }
    Some((text, legend))
}

struct Boxes<'a> {
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
    axes: Option<Axes>,
    /// The columns to the left of the board, for the names of rows, and the lines above it, for
    /// the names of columns.
    gutter: usize,
    top: usize,
    canvas: Canvas,
}

impl<'a> Boxes<'a> {
    fn new(
        picture: &'a Picture<'a>,
        layout: &Layout,
        style: TextStyle,
    ) -> Option<(Self, Vec<Sign>, String)> {
        let Layout::Grid(places) = layout else {
            return None;
        };
        let places = places
            .iter()
            .map(|at| (at.0 as usize + 1, at.1 as usize + 1));
        let cell_at: BTreeMap<_, _> = places.zip(picture.puzzle.cell_ids()).collect();
        let rows = cell_at.keys().map(|at| at.0).max().unwrap_or(0);
        let columns = cell_at.keys().map(|at| at.1).max().unwrap_or(0);
        let axes = layout.axes(picture.puzzle);
        let named = picture.labels && !picture.puzzle.is_grid();
        let (mut gutter, mut heading) = (0, 0);
        if let (Some(axes), true) = (&axes, picture.labels) {
            let longest = |names: &BTreeMap<u32, String>| names.values().map(String::len).max();
            gutter = longest(&axes.rows).unwrap_or(0) + 1;
            heading = longest(&axes.columns).unwrap_or(0);
        } else if named {
            let names = picture.puzzle.cells().iter();
            let longest = names.map(|cell| cell.name.to_string().width()).max();
            heading = longest.unwrap_or(0).min(MAX_NAME);
        }
        let highest = picture.shown().into_iter().flatten().max();
        let digits = highest.map_or(1, |pips| pips.to_string().len());
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
        let height = VALUE_LINE + usize::from(named);
        let top = usize::from(picture.labels && axes.is_some());
        let size = (
            gutter + (width + 1) * columns + 1,
            top + (height + 1) * rows + 1,
        );
        let characters = size.0.checked_mul(size.1);
        if characters.is_none_or(|characters| characters > MAX_CHARACTERS) {
            return None;
        }
        let tiles = picture.tiles();
        let tiles = tiles.iter().map(|placed| placed.edge());
        let partner = tiles
            .chain(picture.blanks())
            .flat_map(|edge| [(edge.a, edge.b), (edge.b, edge.a)])
            .collect();
        let boxes = Boxes {
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
            canvas: Canvas::new(size.0, size.1),
        };
        Some((boxes, signs, legend))
    }

    /// The upper left corner of the box after so many rows and columns.
    fn corner(&self, row: usize, column: usize) -> (usize, usize) {
        let x = self.gutter + column * (self.width + 1);
        (x, self.top + row * (self.height + 1))
    }

    /// The cells with the upper left corner of their box, in reading order.
    fn corners(&self) -> impl Iterator<Item = (usize, usize, CellId)> {
        let cells = self.cell_at.iter();
        cells.map(|(&(row, column), &cell)| {
            let (x, y) = self.corner(row - 1, column - 1);
            (x, y, cell)
        })
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

    fn draw_lines(&mut self, layout: &Layout) {
        let (width, height) = (self.width, self.height);
        let colours = palette::colours(self.picture, layout);
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                let [corner, above, left, here] = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .map(|(down, right)| self.cell_at.get(&(row + down, column + right)).copied());
                let (x, y) = self.corner(row, column);
                let (top, side) = (self.line(above, here), self.line(left, here));
                let lines = [self.line(corner, above), top, side, self.line(corner, left)];
                let joined = (self.joined(above, here), self.joined(left, here));
                let canvas = &mut self.canvas;
                canvas.junction((x, y), lines);
                canvas.lines((x + 1, y), (width, 1), (Weight::None, top));
                canvas.lines((x, y + 1), (1, height), (side, Weight::None));
                // A bar joins the halves of a domino.
                if joined.0 {
                    let middle = x + 1 + (width - 1) / 2;
                    canvas.lines((middle, y), (1, 1), (Weight::Light, top));
                    canvas.lines((middle, y + 1), (1, 1), (Weight::Light, Weight::None));
                }
                if joined.1 {
                    let bar = y + VALUE_LINE;
                    canvas.lines((x - 1, bar), (3, 1), (Weight::None, Weight::Light));
                    canvas.lines((x, bar), (1, 1), (side, Weight::Light));
                }
                if !self.style.colour {
                    continue;
                }
                let fill = |cell: Option<CellId>| {
                    let colour = self.picture.area(cell?).and_then(|id| colours.get(&id));
                    let style = colour.map(|&colour| {
                        Style::new()
                            .bg_color(Some(palette::TERMINAL[colour].into()))
                            .fg_color(Some(AnsiColor::Black.into()))
                    });
                    Some(style.unwrap_or_default())
                };
                let Some(own) = fill(here) else {
                    continue;
                };
                // Lines take the colour of a region that they are inside of.
                canvas.restyle((x + 1, y + 1), (width, height), |_| own);
                if top != Weight::Heavy {
                    canvas.restyle((x + 1, y), (width, 1), |_| own);
                }
                if side != Weight::Heavy {
                    canvas.restyle((x, y + 1), (1, height), |_| own);
                }
                if [above, left, corner].map(fill) == [Some(own); 3] {
                    canvas.restyle((x, y), (1, 1), |_| own);
                }
            }
        }
    }

    /// Cuts the board to some columns: where it continues, the side is a broken line, and the bar of
    /// a domino reaches over it.
    fn cut(&mut self, part: &Range<usize>) {
        for row in 0..self.rows {
            let cell = |column| self.cell_at.get(&(row + 1, column)).copied();
            let joined = self.joined(cell(part.start), cell(part.start + 1));
            let (x, y) = self.corner(row, part.end);
            if cell(part.end).is_some() && cell(part.end + 1).is_some() {
                self.canvas.break_lines((x, y + 1), (1, self.height));
            }
            if let Some(left) = self.gutter.checked_sub(1) {
                let bar = if joined { '─' } else { ' ' };
                self.canvas.fill((left, y + VALUE_LINE), (1, 1), bar);
            }
        }
    }

    /// Shades the places without a cell that have cells all around, which would look like cells.
    fn shade_holes(&mut self) {
        // Flood fill from outside, along a margin of one place.
        let mut outside = BTreeSet::from([(0, 0)]);
        let mut border = vec![(0usize, 0usize)];
        while let Some((row, column)) = border.pop() {
            let around = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            for (row, column) in around {
                if row <= self.rows + 1
                    && column <= self.columns + 1
                    && !self.cell_at.contains_key(&(row, column))
                    && outside.insert((row, column))
                {
                    border.push((row, column));
                }
            }
        }
        let is_hole = |row, column| {
            !self.cell_at.contains_key(&(row, column)) && !outside.contains(&(row, column))
        };
        for row in 1..=self.rows {
            for column in (1..=self.columns).filter(|&column| is_hole(row, column)) {
                // Over the gap to the next holes, too.
                let (right, below) = (is_hole(row, column + 1), is_hole(row + 1, column));
                let beyond = right && below && is_hole(row + 1, column + 1);
                let (x, y) = self.corner(row - 1, column - 1);
                let (width, height) = (self.width, self.height);
                let (at, size) = ((x + 1, y + 1), (width + usize::from(right), height));
                self.canvas.fill(at, size, '░');
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
        let graph = !picture.puzzle.is_grid();
        for (x, y, cell) in self.corners().collect::<Vec<_>>() {
            let name = picture.puzzle.cell(cell).name.to_string();
            // Without labels, a name takes the place of a value in a graph.
            let value = match shown[cell.index()] {
                Some(pips) => pips.to_string(),
                None if graph && !picture.labels && name.width() + 2 <= self.width => name.clone(),
                None => " ".into(),
            };
            if graph && picture.labels {
                let name = shortened(&name, self.width, self.style);
                let x = x + 1 + self.width - name.width();
                self.canvas.write((x, y + VALUE_LINE + 1), &name);
            }
            let mark = mark(picture, cell);
            let text = marked(&value, mark);
            // The value stays in the middle with a mark around it.
            let left = (self.width - value.width()) / 2 - usize::from(mark.is_some());
            let at = (x + 1 + left, y + VALUE_LINE);
            self.canvas.write(at, &text);
            if let (Some(mark), true) = (mark, self.style.colour) {
                let style = |style| highlighted(style, mark);
                self.canvas.restyle(at, (text.width(), 1), style);
            }
        }
    }

    /// Writes signs into the first cell of each piece of a region within some columns.
    fn write_signs(&mut self, signs: &[Sign], columns: &Range<usize>) {
        for sign in signs {
            for piece in &sign.pieces {
                let mut cells = self.cell_at.iter();
                let first = cells.find(|((_, column), cell)| {
                    columns.contains(&(column - 1)) && piece.contains(cell)
                });
                let Some((&(row, column), _)) = first else {
                    continue;
                };
                let (x, y) = self.corner(row - 1, column - 1);
                self.canvas.write((x + 1, y + 1), &sign.text);
                if self.style.colour {
                    let size = (sign.text.width(), 1);
                    let style = |style: Style| match sign.mark {
                        Some(mark) => highlighted(style, mark),
                        None if style.get_bg_color().is_some() => style.bold(),
                        None => style,
                    };
                    self.canvas.restyle((x + 1, y + 1), size, style);
                }
            }
        }
    }

    /// Writes the names of rows to the left of the board and those of columns above it.
    fn write_names(&mut self) {
        let (Some(axes), true) = (&self.axes, self.picture.labels) else {
            return;
        };
        for (&row, name) in &axes.rows {
            let (_, y) = self.corner(row as usize, 0);
            let x = self.gutter - 1 - name.len();
            self.canvas.write((x, y + 1), name);
        }
        for (&column, name) in &axes.columns {
            let (x, _) = self.corner(0, column as usize);
            let x = x + 1 + (self.width - name.len()) / 2;
            self.canvas.write((x, 0), name);
        }
    }

    /// The columns that are drawn beside each other: all of them, or as many as fit into a line.
    fn parts(&self) -> Vec<Range<usize>> {
        let room = self.style.columns.unwrap_or(usize::MAX);
        let most = (room.saturating_sub(self.gutter + 1) / (self.width + 1)).max(1);
        // Parts of about the same width.
        let each = self.columns.div_ceil(self.columns.div_ceil(most).max(1));
        let starts = (0..self.columns).step_by(each.max(1));
        let part = |start: usize| start..(start + each).min(self.columns);
        let has_cells = |part: &Range<usize>| {
            let mut cells = self.cell_at.keys();
            cells.any(|(_, column)| part.contains(&(column - 1)))
        };
        starts.map(part).filter(has_cells).collect()
    }

    /// A line that says which columns a part shows.
    fn part_heading(&self, number: usize, of: usize, part: &Range<usize>) -> String {
        let ends = |columns: Range<u32>| {
            let mut columns = self.axes.as_ref()?.columns.range(columns);
            let (_, first) = columns.next()?;
            Some((first, columns.next_back().map(|(_, last)| last)))
        };
        let part = part.start as u32..part.end as u32;
        match (ends(part), ends(0..u32::MAX)) {
            (Some((first, Some(last))), Some((from, Some(to)))) => {
                format!("columns {first} to {last} of {from} to {to}\n")
            }
            (Some((only, None)), Some((from, Some(to)))) => {
                format!("column {only} of {from} to {to}\n")
            }
            _ => format!("part {number} of {of}\n"),
        }
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
