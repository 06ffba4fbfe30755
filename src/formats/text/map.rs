//! The map: rows of region letters, or of longer labels with white space between them.

use std::collections::HashMap;

use crate::formats::FormatError;
use crate::formats::lines::{Line, Token};
use crate::puzzle::Cell;

/// How the places of a row are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// The header does not say: white space inside any row means spaced.
    Guessed,
    /// Every character is a place.
    Compact,
    /// Every word is a place.
    Spaced,
}

/// What the map says.
#[derive(Debug)]
pub(super) struct Map<'t> {
    /// Line and column of its first place.
    pub(super) start: (usize, usize),
    /// Its cells, row by row.
    pub(super) cells: Vec<Cell>,
    /// Its regions by label.
    pub(super) regions: HashMap<&'t str, MapRegion>,
    guessed_spaced: Option<usize>,
}

/// The cells of one label.
#[derive(Debug)]
pub(super) struct MapRegion {
    /// Line and column of the first.
    pub(super) start: (usize, usize),
    /// Their indices in the map's cells.
    pub(super) cells: Vec<usize>,
}

impl Map<'_> {
    /// Helps where a stray space has turned rows of letters into labels.
    pub(super) fn style_hint(&self) -> String {
        match self.guessed_spaced {
            Some(line) => {
                format!(" (with the white space in line {line}, each word of the map is one cell)")
            }
            None => String::new(),
        }
    }
}

/// Reads the rows of the map, of which there is at least one.
pub(super) fn read<'t>(rows: &[Line<'t>], style: Style) -> Result<Map<'t>, FormatError> {
    let broken = match style {
        Style::Guessed => rows.iter().find(|row| row.words().len() > 1),
        Style::Compact | Style::Spaced => None,
    };
    let spaced = style == Style::Spaced || broken.is_some();
    let mut map = Map {
        start: rows
            .first()
            .map_or((1, 1), |row| (row.number, row.indent())),
        cells: Vec::new(),
        regions: HashMap::new(),
        guessed_spaced: broken.map(|row| row.number),
    };
    let mut width = None;
    for (row, line) in (0u32..).zip(rows) {
        let places = if spaced {
            line.words()
        } else {
            characters(line)
        };
        for (column, place) in (0u32..).zip(&places) {
            map.place(row, column, line, place)?;
        }
        let &mut (first, expected) = width.get_or_insert((line.number, places.len()));
        if places.len() != expected {
            return Err(FormatError::at_line(
                line.number,
                line.indent(),
                format!(
                    "this row of the map has {} places and line {first} has {expected}: write `.` \
                     where there is no cell{}",
                    places.len(),
                    map.style_hint()
                ),
            ));
        }
    }
    Ok(map)
}

/// The places of a compact row: its characters, without the indentation.
fn characters<'t>(line: &Line<'t>) -> Vec<Token<'t>> {
    let columns = (1..).zip(line.text.char_indices());
    columns
        .skip_while(|(_, (_, char))| char.is_whitespace())
        .map(|(column, (at, char))| Token {
            column,
            text: &line.text[at..at + char.len_utf8()],
        })
        .collect()
}

impl<'t> Map<'t> {
    fn place(
        &mut self,
        row: u32,
        column: u32,
        line: &Line<'_>,
        place: &Token<'t>,
    ) -> Result<(), FormatError> {
        let label = match place.text {
            "." => return Ok(()),
            "*" => None,
            label if is_label(label) => Some(label),
            other => {
                let like_a_rule = |first: char| first.is_ascii_digit() || "=<>!-".contains(first);
                let hint = if other.starts_with(like_a_rule) {
                    "; is a blank line missing after the map?"
                } else {
                    ""
                };
                return Err(FormatError::at_line(
                    line.number,
                    place.column,
                    format!(
                        "expected a region's letter, `.` for no cell or `*` for a free cell, \
                         found `{other}`{hint}"
                    ),
                ));
            }
        };
        if let Some(label) = label {
            let region = self.regions.entry(label).or_insert_with(|| MapRegion {
                start: (line.number, place.column),
                cells: Vec::new(),
            });
            region.cells.push(self.cells.len());
        }
        self.cells.push(Cell::on_grid(row, column));
        Ok(())
    }
}

/// A label is a letter, then letters and digits.
pub(super) fn is_label(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
