//! The map: rows of region letters, or of longer labels separated by white space.

use std::collections::HashMap;

use super::rules;
use crate::formats::dominoes;
use crate::formats::lines::TextLine;
use crate::nearest::did_you_mean;
use crate::parse::PartError;
use crate::puzzle::Cell;

/// Separation of the places of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MapStyle {
    /// Not given: spaced if any row contains white space, else compact.
    #[default]
    Guessed,
    /// Every character is a place.
    Compact,
    /// Every word is a place.
    Spaced,
}

/// A map that was read.
#[derive(Debug)]
pub(super) struct RegionMap<'t> {
    /// Its first row.
    pub(super) first: &'t str,
    /// Its cells, row by row.
    pub(super) cells: Vec<Cell>,
    /// Its regions by label.
    pub(super) regions: HashMap<&'t str, MapRegion<'t>>,
    /// The line whose white space made the style spaced, if the style is not given.
    guessed_spaced: Option<usize>,
    /// The first line, below the first row, that could also be a rule.
    like_a_rule: Option<usize>,
}

/// The cells of one label.
#[derive(Debug)]
pub(super) struct MapRegion<'t> {
    /// The place of the first cell.
    pub(super) first: &'t str,
    /// Their indices in the map's cells.
    pub(super) cells: Vec<usize>,
}

/// Maximum number of regions in a message.
const LISTED: usize = 12;

impl RegionMap<'_> {
    /// The end of a message about a label that is not on the map.
    pub(super) fn has(&self, label: &str) -> String {
        let mut labels: Vec<&str> = self.regions.keys().copied().collect();
        labels.sort_unstable();
        let same = |other: &&&str| other.eq_ignore_ascii_case(label);
        if let Some(meant) = labels.iter().find(same) {
            return format!("; did you mean `{meant}`?");
        }
        let hint = match labels.iter().any(|other| other.contains(label)) {
            true => self.style_hint(),
            false => String::new(),
        };
        match labels.as_slice() {
            [] => ", which has no regions".into(),
            [only] => format!(", which has region {only} alone{hint}"),
            [most @ .., last] if labels.len() <= LISTED => {
                format!(", which has regions {} and {last}{hint}", most.join(", "))
            }
            _ => did_you_mean(label, labels),
        }
    }

    /// A hint for a rule such as `A *` that was read as a row of two cells.
    pub(super) fn rule_hint(&self) -> String {
        let hint = |line| format!(" (if line {line} is a rule, a blank line is missing above it)");
        self.like_a_rule.map(hint).unwrap_or_default()
    }

    /// A hint for a stray space that turned rows of letters into labels.
    pub(super) fn style_hint(&self) -> String {
        let hint = |line| {
            format!(" (with the white space in line {line}, each word of the map is one cell)")
        };
        self.guessed_spaced.map(hint).unwrap_or_default()
    }
}

/// The number of lines of the map at the start of some lines: those above the first blank line. If the blank line
/// is missing, the map ends above the first line that is not a row but a rule, a line of dominoes or a head such
/// as `solution:`.
pub(super) fn height(lines: &[TextLine<'_>]) -> usize {
    let Some((first, below)) = lines.split_first() else {
        return 0;
    };
    let is_compact = first.words().len() == 1;
    let is_row = |line: &TextLine<'_>| {
        let places = if is_compact {
            characters(line)
        } else {
            line.words()
        };
        let is_place = |text: &str| text == "." || text == "*" || is_label(text);
        places.into_iter().all(is_place)
    };
    let ends = |line: &&TextLine<'_>| {
        line.is_blank()
            || (!is_row(line)
                && (dominoes::are_all(line) || rules::is_rule(line) || line.text.contains(':')))
    };
    1 + below.iter().take_while(|line| !ends(line)).count()
}

/// Reads the rows of the map, of which there is at least one.
pub(super) fn read<'t>(
    rows: &[TextLine<'t>],
    style: MapStyle,
) -> Result<RegionMap<'t>, PartError<'t>> {
    let broken = match style {
        MapStyle::Guessed => rows.iter().find(|row| row.words().len() > 1),
        MapStyle::Compact | MapStyle::Spaced => None,
    };
    let spaced = style == MapStyle::Spaced || broken.is_some();
    let like_a_rule = rows.iter().skip(1).find(|row| is_bare_rule(row));
    let mut map = RegionMap {
        first: rows.first().map_or("", |row| row.trimmed()),
        cells: Vec::new(),
        regions: HashMap::new(),
        guessed_spaced: broken.map(|row| row.number),
        like_a_rule: like_a_rule.map(|row| row.number),
    };
    let mut width = None;
    for (row, line) in (0u32..).zip(rows) {
        let places = if spaced {
            line.words()
        } else {
            characters(line)
        };
        for (column, &place) in (0u32..).zip(&places) {
            map.place(Cell::on_grid(row, column), place)?;
        }
        let &mut (first, expected) = width.get_or_insert((line.number, places.len()));
        if places.len() != expected {
            let count = match places.len() {
                1 => "1 place".into(),
                many => format!("{many} places"),
            };
            return Err(line.error(format!(
                "this row of the map has {count} and line {first} has {expected}: write `.` where there \
                 is no cell{}",
                map.style_hint()
            )));
        }
    }
    Ok(map)
}

/// Whether a row could also be a rule line `A *`.
fn is_bare_rule(row: &TextLine<'_>) -> bool {
    matches!(row.words().as_slice(), [label, "*"] if is_label(label))
}

/// The places of a compact row: its characters, without the indentation.
fn characters<'t>(line: &TextLine<'t>) -> Vec<&'t str> {
    let text = line.trimmed();
    let chars = text.char_indices();
    let places = chars.map(|(at, char)| &text[at..at + char.len_utf8()]);
    places.collect()
}

impl<'t> RegionMap<'t> {
    fn place(&mut self, cell: Cell, place: &'t str) -> Result<(), PartError<'t>> {
        match place {
            "." => return Ok(()),
            "*" => {}
            label if is_label(label) => {
                let region = self.regions.entry(label).or_insert_with(|| MapRegion {
                    first: place,
                    cells: Vec::new(),
                });
                region.cells.push(self.cells.len());
            }
            other => {
                let like_a_rule = |first: char| first.is_ascii_digit() || "=<>!-".contains(first);
                let hint = match other {
                    "0" => "; is the letter O meant?",
                    "1" => "; is the letter I or l meant?",
                    other if other.starts_with(like_a_rule) => {
                        "; is a blank line missing after the map?"
                    }
                    _ => "",
                };
                let message = format!(
                    "expected a region's letter, `.` for no cell or `*` for a free cell, \
                     found `{other}`{hint}"
                );
                return Err(PartError::new(place, message));
            }
        }
        self.cells.push(cell);
        Ok(())
    }
}

/// Whether a text is a label: a letter, followed by letters and digits.
pub(super) fn is_label(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
