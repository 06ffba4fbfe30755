//! The compact form, a board on one line: `1 6|- -|1 0`, or `a=1 b=6` where there is no grid. It says
//! what the cells show, and not how the dominoes lie.

use super::Read;
use crate::formats::FormatError;
use crate::formats::lines::{Line, Token};
use crate::formats::place::CellIndex;
use crate::puzzle::{CellId, MAX_PIPS, Partial, Pips};

/// Whether a line is a board in this form. A line of joins has no digits, and a row no `|`.
pub(super) fn is_compact(line: &Line<'_>) -> bool {
    let places = |char: char| char.is_ascii_digit() || "-?| \t".contains(char);
    let is_grid = line.text.contains('|')
        && line.text.chars().all(places)
        && line
            .text
            .contains(|char: char| char.is_ascii_digit() || char == '?');
    let words = line.words();
    is_grid || (!words.is_empty() && words.iter().all(|word| named(word).is_some()))
}

/// A cell's name and its pips: `a=1`.
fn named<'t>(word: &Token<'t>) -> Option<(&'t str, Option<Pips>)> {
    let (name, shown) = word.text.rsplit_once('=')?;
    match shown {
        "?" => Some((name, None)),
        pips => Some((name, Some(pips.parse().ok()?))),
    }
}

/// Reads a board.
pub(super) fn read(line: &Line<'_>, index: &CellIndex<'_>) -> Result<Read, FormatError> {
    let error = |column, message: String| FormatError::at_line(line.number, column, message);
    let mut values: Vec<(CellId, Pips)> = Vec::new();
    let mut put = |column, name: String, cell: Option<CellId>, pips: Pips| {
        let cell = cell.ok_or_else(|| {
            let meant = index.meant(&name);
            error(
                column,
                format!("there is no cell {name} on the board{meant}"),
            )
        })?;
        if pips > MAX_PIPS {
            let message = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
            return Err(error(column, message));
        }
        values.push((cell, pips));
        Ok(())
    };
    if line.text.contains('|') {
        let mut start = 0;
        for (row, text) in (0..).zip(line.text.split('|')) {
            let cut = Line { text, ..*line };
            for (place, word) in (0..).zip(cut.words()) {
                let column = start + word.column;
                match word.text {
                    "-" | "?" => {}
                    pips => {
                        let pips = pips.parse().map_err(|_| {
                            let message = format!("expected pips, `-` or `?`, found `{pips}`");
                            error(column, message)
                        })?;
                        let name = format!("r{row}c{place}");
                        put(column, name, index.at(row, place), pips)?;
                    }
                }
            }
            start += text.chars().count() + 1;
        }
    } else {
        for word in line.words() {
            if let Some((name, Some(pips))) = named(&word) {
                put(word.column, name.to_owned(), index.named(name), pips)?;
            }
        }
    }
    let problem = "this form does not say how the dominoes lie: expected a drawing, a list or JSON";
    Ok(Read {
        partial: Partial {
            values,
            ..Partial::default()
        },
        loose: Some(error(line.indent(), problem.into())),
    })
}
