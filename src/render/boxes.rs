//! A picture as text: a board of boxes for a grid, a list where there is none.
//!
//! ```text
//! ┏━━━━━━━━━━━┳━━━━━┓
//! ┃4          ┃14   ┃
//! ┃  0     4 ─╂─ 8  ┃
//! ┣━━┿━━┳━━━━━┫     ┃
//! ┃9 │  ┃=    ┃     ┃
//! ┃  9  ┃ 11 ─╂─ 6  ┃
//! ┗━━━━━┻━━━━━┻━━━━━┛
//! ```
//!
//! Heavy lines go around regions, light ones around dominoes, and a bar joins the two halves of a
//! domino. The rule of a region stands in its first cell. Lines are never broken, however long.

mod canvas;
mod list;

use std::collections::{BTreeMap, BTreeSet};

use anstyle::{AnsiColor, Style};

use self::canvas::{Canvas, Weight};
use super::layout::Layout;
use super::{Picture, palette, words};
use crate::puzzle::{CellId, Domino, RegionId};

/// What text is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// Box drawing characters.
    #[default]
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

/// How text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// The characters.
    pub characters: Characters,
    /// Colours regions with ANSI escape sequences.
    pub colour: bool,
}

/// Where there is room, a board is drawn with wide cells. Wider boards are not broken, but their
/// cells are narrower.
const COLUMNS: usize = 80;

/// Two lines in a cell: the rule, and the pips.
const HEIGHT: usize = 2;

/// Above this many characters a board is listed. Only a few cells far apart get there.
const MOST_CHARACTERS: usize = 4_000_000;

impl Picture<'_> {
    /// The picture as text, for people; [`crate::formats::write_board`] writes one that can be read back.
    pub fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        if let Some(title) = self.puzzle.title() {
            let title: String = title.to_string();
            text += &plain(&title, style);
            text += "\n\n";
        }
        text += &match Boxes::new(self, &Layout::of(self.puzzle), style) {
            Some(boxes) => boxes.draw(),
            None => list::list(self),
        };
        let tray: Vec<String> = self.tray().iter().map(Domino::to_string).collect();
        if !tray.is_empty() {
            text.push('\n');
            text += &wrapped("dominoes:", &tray);
        }
        plain(&text, style)
    }
}

/// Without anything but ASCII, if that is asked for: a title or a name can hold anything.
fn plain(text: &str, style: TextStyle) -> String {
    match style.characters {
        Characters::Unicode => text.to_owned(),
        Characters::Ascii => text
            .replace('≠', "!=")
            .chars()
            .map(|char| if char.is_ascii() { char } else { '?' })
            .collect(),
    }
}

/// Words behind a heading, on lines of at most 80 columns.
fn wrapped(heading: &str, words: &[String]) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.len();
    for word in words {
        if column + 1 + word.len() > COLUMNS {
            text += "\n";
            text += &" ".repeat(heading.len());
            column = heading.len();
        }
        text.push(' ');
        text += word;
        column += 1 + word.len();
    }
    text.push('\n');
    text
}

/// A board of boxes about to be drawn.
struct Boxes<'a> {
    picture: &'a Picture<'a>,
    style: TextStyle,
    /// The columns inside a cell.
    width: usize,
    rows: usize,
    columns: usize,
    cell_at: BTreeMap<(usize, usize), CellId>,
    /// Each covered cell with the other half of its domino.
    partner: BTreeMap<CellId, CellId>,
    colours: BTreeMap<RegionId, usize>,
}

impl<'a> Boxes<'a> {
    /// The board, unless it is no grid or far too large.
    fn new(picture: &'a Picture<'a>, layout: &Layout, style: TextStyle) -> Option<Self> {
        let Layout::Grid(places) = layout else {
            return None;
        };
        let end = |last: Option<u32>| last.map_or(0, |last| last as usize + 1);
        let rows = end(places.iter().map(|place| place.0).max());
        let columns = end(places.iter().map(|place| place.1).max());
        let longest = picture
            .shown()
            .iter()
            .flatten()
            .max()
            .map_or(1, |pips| pips.to_string().len());
        let least = if columns * 6 < COLUMNS { 5 } else { 3 };
        let width = (longest + 2).max(least);
        let characters = ((width + 1) * columns + 1).checked_mul((HEIGHT + 1) * rows + 1);
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
        let partner = picture
            .tiles()
            .into_iter()
            .flat_map(|placed| {
                let [(a, _), (b, _)] = placed.halves();
                [(a, b), (b, a)]
            })
            .collect();
        Some(Boxes {
            picture,
            style,
            width,
            rows,
            columns,
            cell_at,
            partner,
            colours: palette::colours(picture, layout),
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

    fn draw(&self) -> String {
        let (wide, high) = (self.width + 1, HEIGHT + 1);
        let mut canvas = Canvas::new(self.columns * wide + 1, self.rows * high + 1);
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                let here = self.cell(row, column);
                let (above, left) = (self.above(row, column), self.left_of(row, column));
                let corner = match row.checked_sub(1) {
                    Some(above) => self.left_of(above, column),
                    None => None,
                };
                let (x, y) = (column * wide, row * high);
                let top = self.line(above, here);
                canvas.across(x, y, self.width, top, self.joined(above, here));
                let side = self.line(left, here);
                canvas.down(x, y, HEIGHT, side, self.joined(left, here));
                canvas.junction(
                    x,
                    y,
                    [self.line(corner, above), top, side, self.line(corner, left)],
                );
                if self.style.colour {
                    let fill = |cell: Option<CellId>| self.fill(cell);
                    let whole = fill(here);
                    canvas.colour(x + 1, y + 1, self.width, HEIGHT, whole);
                    if top != Weight::Heavy {
                        canvas.colour(x + 1, y, self.width, 1, whole);
                    }
                    if side != Weight::Heavy {
                        canvas.colour(x, y + 1, 1, HEIGHT, whole);
                    }
                    if [above, left, corner]
                        .iter()
                        .all(|&other| fill(other) == whole)
                    {
                        canvas.colour(x, y, 1, 1, whole);
                    }
                }
            }
        }
        let holes = self.holes();
        for &(row, column) in &holes {
            let is_hole = |down, right| holes.contains(&(row + down, column + right));
            // Over the gap to the next holes, too.
            let (right, below) = (is_hole(0, 1), is_hole(1, 0));
            let (x, y) = (column * wide + 1, row * high + 1);
            canvas.fill(x, y, self.width + usize::from(right), HEIGHT);
            if below {
                let corner = right && is_hole(1, 1);
                canvas.fill(x, y + HEIGHT, self.width + usize::from(corner), 1);
            }
        }
        self.write_values(&mut canvas);
        let legend = self.write_rules(&mut canvas);
        let text = canvas.finish(self.style.characters);
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

    fn write_values(&self, canvas: &mut Canvas) {
        let shown = self.picture.shown();
        let named = !self.picture.puzzle.is_grid();
        for (&(row, column), &cell) in &self.cell_at {
            // A graph's cells are known by name alone.
            let name = self.picture.puzzle.cell(cell).name.to_string();
            let value = match shown[cell.index()] {
                Some(pips) => pips.to_string(),
                None if named && name.chars().count() + 2 <= self.width => name,
                None => " ".into(),
            };
            let left = (self.width - value.chars().count()) / 2;
            let (x, y) = (column * (self.width + 1) + 1, row * (HEIGHT + 1) + HEIGHT);
            if self.picture.marked_cells.contains(&cell) {
                canvas.write(x + left - 1, y, &format!("[{value}]"));
            } else {
                canvas.write(x + left, y, &value);
            }
        }
    }

    /// Writes the rules into the cells; gives those that need more words.
    fn write_rules(&self, canvas: &mut Canvas) -> String {
        let mut legend = String::new();
        let mut numbers = 1..;
        for (region, parts) in self.picture.areas_in_parts() {
            let named = self.picture.puzzle.region(region);
            let marked = self.picture.marked_regions.contains(&region);
            let star = if marked { "*" } else { "" };
            let mut sign = plain(&words::sign(named.rule), self.style);
            if parts.len() > 1 || sign.chars().count() + star.len() > self.width {
                let whole = named.name.to_string();
                let name = if whole.chars().count() + star.len() <= self.width {
                    whole.clone()
                } else {
                    format!("#{}", numbers.next().unwrap_or(0))
                };
                legend += &format!("{name}: {}", named.rule);
                if name != whole {
                    legend += &format!(" (region {})", named.name);
                }
                if parts.len() > 1 {
                    legend += &format!(", over {} places", parts.len());
                }
                legend.push('\n');
                sign = name;
            }
            for part in &parts {
                let places = self.cell_at.iter().filter(|(_, cell)| part.contains(cell));
                let Some((&(row, column), _)) = places.min_by_key(|(at, _)| **at) else {
                    continue;
                };
                let (x, y) = (column * (self.width + 1) + 1, row * (HEIGHT + 1) + 1);
                canvas.write(x, y, &format!("{sign}{star}"));
                canvas.embolden(x, y, sign.chars().count() + star.len());
            }
        }
        if !self.picture.marked_regions.is_empty() {
            legend += "*: the regions that this is about\n";
        }
        if !self.picture.marked_cells.is_empty() {
            legend += "[ ]: the cells that this is about\n";
        }
        legend
    }
}
