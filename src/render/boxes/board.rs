//! A board of boxes: where its lines are, and how it is cut where it is too wide.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::TextStyle;
use super::canvas::Weight;
use super::signs::{Sign, signs};
use crate::puzzle::{CellId, RegionId};
use crate::render::layout::{Axes, Layout};
use crate::render::{Picture, palette};

/// The line of a cell that its value is on, below its region's sign.
pub(super) const VALUE_LINE: usize = 2;

/// Above this many characters a board is listed. Only a few cells far apart get there.
const MAX_CHARACTERS: usize = 4_000_000;

/// The longest name of a node that a labelled picture makes its boxes wide enough for.
const LONGEST_NAME: usize = 16;

/// A board of boxes about to be drawn.
pub(super) struct Boxes<'a> {
    pub(super) picture: &'a Picture<'a>,
    pub(super) style: TextStyle,
    /// The columns inside a cell.
    pub(super) width: usize,
    /// The lines inside a cell.
    pub(super) height: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cell_at: BTreeMap<(usize, usize), CellId>,
    /// Each covered cell with the other half of its domino.
    pub(super) partner: BTreeMap<CellId, CellId>,
    pub(super) colours: BTreeMap<RegionId, usize>,
    pub(super) axes: Option<Axes>,
    /// What stands to the left of the board: the numbers of rows.
    pub(super) gutter: usize,
    pub(super) signs: Vec<Sign>,
    pub(super) legend: String,
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
        if characters.is_none_or(|characters| characters > MAX_CHARACTERS) {
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

    pub(super) fn cell(&self, row: usize, column: usize) -> Option<CellId> {
        self.cell_at.get(&(row, column)).copied()
    }

    pub(super) fn joined(&self, one: Option<CellId>, other: Option<CellId>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if self.partner.get(&one) == Some(&other))
    }

    /// The line between two neighbouring places.
    pub(super) fn line(&self, one: Option<CellId>, other: Option<CellId>) -> Weight {
        match (one, other) {
            (None, None) => Weight::None,
            (Some(_), None) | (None, Some(_)) => Weight::Heavy,
            (Some(a), Some(b)) if self.picture.area(a) != self.picture.area(b) => Weight::Heavy,
            _ if self.joined(one, other) => Weight::None,
            _ => Weight::Light,
        }
    }

    pub(super) fn above(&self, row: usize, column: usize) -> Option<CellId> {
        row.checked_sub(1).and_then(|row| self.cell(row, column))
    }

    pub(super) fn left_of(&self, row: usize, column: usize) -> Option<CellId> {
        column
            .checked_sub(1)
            .and_then(|column| self.cell(row, column))
    }

    /// The columns that are drawn beside each other: all of them, or as many as fit into a line.
    pub(super) fn parts(&self) -> Vec<Range<usize>> {
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
    pub(super) fn part_heading(&self, number: usize, of: usize, part: &Range<usize>) -> String {
        let Some(axes) = &self.axes else {
            return format!("part {number} of {of}\n");
        };
        let here = part.start as u32..part.end as u32;
        let all = axes.columns.iter();
        let columns = all.clone().filter(|(drawn, _)| here.contains(drawn));
        let mut columns = columns.map(|(_, column)| column);
        let (first, last) = (columns.next(), columns.next_back());
        let mut all = all.map(|(_, column)| column);
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

    /// The places without a cell that have cells all around, which would look like cells.
    pub(super) fn holes(&self) -> BTreeSet<(usize, usize)> {
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
    pub(super) fn fill(&self, cell: Option<CellId>) -> Option<Style> {
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
