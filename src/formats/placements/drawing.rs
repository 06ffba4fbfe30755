//! The drawing of a grid:
//!
//! ```text
//! 4-2 .
//! 4 5-3
//! | |
//! 1 1 1
//! ```
//!
//! Each place shows its pips, `.` where there is no cell, or `?` where nothing lies; `-` joins a
//! domino in a row and `|` joins one between two rows, under the last digit.

use crate::formats::FormatError;
use crate::formats::lines::Line;
use crate::formats::place::CellIndex;
use crate::puzzle::{Board, CellId, MAX_PIPS, Partial, Pips, Placed, Puzzle};

/// One place of a row.
struct Drawn {
    /// What it shows, on which cell.
    value: Option<(CellId, Pips)>,
    columns: std::ops::RangeInclusive<usize>,
    line: usize,
    joined: bool,
}

/// Reads a drawing; `above` is the line to blame when there is nothing.
pub(super) fn read(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<Board, FormatError> {
    let (placements, rows) = places(lines, index, above)?;
    let places = rows.iter().flatten();
    let mut alone = places.filter(|place| place.value.is_some() && !place.joined);
    match alone.next() {
        None => Ok(placements.into_iter().collect()),
        Some(place) => {
            let message = if placements.is_empty() {
                "this drawing shows values but no dominoes: join the two halves of each, with `-` \
                 in a row or `|` between two rows"
            } else {
                "this value is joined to no other: expected `-` beside it, or `|` above or below it"
            };
            Err(FormatError::at_line(
                place.line,
                *place.columns.start(),
                message,
            ))
        }
    }
}

/// Reads a drawing in which a value may also stand alone.
pub(super) fn read_partial(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
) -> Result<Partial, FormatError> {
    let (placements, rows) = places(lines, index, 1)?;
    let places = rows.into_iter().flatten();
    let alone = places.filter(|place| !place.joined);
    Ok(Partial {
        placements,
        values: alone.filter_map(|place| place.value).collect(),
    })
}

/// The dominoes of a drawing, and what stands in each of its places.
fn places(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<(Vec<Placed>, Vec<Vec<Drawn>>), FormatError> {
    let mut placements = Vec::new();
    let mut rows: Vec<Vec<Drawn>> = Vec::new();
    let mut pending: Option<&Line<'_>> = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if line
            .text
            .chars()
            .all(|char| char == '|' || char.is_whitespace())
        {
            if rows.is_empty() || pending.is_some() {
                let message = "expected a row of the board above this line of joins";
                return Err(FormatError::at_line(line.number, line.indent(), message));
            }
            pending = Some(line);
            continue;
        }
        let mut row = read_row(line, rows.len() as u32, index, &mut placements)?;
        if let (Some(joins), Some(upper)) = (pending.take(), rows.last_mut()) {
            join_rows(joins, upper, &mut row, &mut placements)?;
        }
        rows.push(row);
    }
    if let Some(line) = pending {
        let message = "expected a row of the board below this line of joins";
        return Err(FormatError::at_line(line.number, line.indent(), message));
    }
    if rows.is_empty() {
        return Err(FormatError::at_line(above, 1, "there is no board here"));
    }
    Ok((placements, rows))
}

fn read_row(
    line: &Line<'_>,
    row: u32,
    index: &CellIndex<'_>,
    placements: &mut Vec<Placed>,
) -> Result<Vec<Drawn>, FormatError> {
    let mut places: Vec<Drawn> = Vec::new();
    let mut join: Option<usize> = None;
    let joins_nothing = |column| {
        let message = "this `-` joins nothing: expected a value on both sides";
        Err(FormatError::at_line(line.number, column, message))
    };
    let mut chars = line.chars().peekable();
    while let Some((start, char)) = chars.next() {
        let mut end = start;
        let pips = match char {
            char if char.is_whitespace() => continue,
            '-' => {
                let left = places.last().is_some_and(|place| place.value.is_some());
                if join.is_some() || !left {
                    return joins_nothing(start);
                }
                join = Some(start);
                continue;
            }
            '.' | '?' => None,
            '0'..='9' => {
                let mut pips = char.to_digit(10);
                while let Some((column, digit)) = chars.next_if(|(_, next)| next.is_ascii_digit()) {
                    end = column;
                    let digit = digit.to_digit(10);
                    pips = pips.and_then(|pips| pips.checked_mul(10)?.checked_add(digit?));
                }
                let pips = pips.filter(|&pips| pips <= MAX_PIPS).ok_or_else(|| {
                    let message = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
                    FormatError::at_line(line.number, start, message)
                })?;
                Some(pips)
            }
            other => {
                let message = format!(
                    "expected pips, `.` for no cell, `?` for nothing there or `-` between two \
                     halves, found `{other}`"
                );
                return Err(FormatError::at_line(line.number, start, message));
            }
        };
        let column = places.len() as u32;
        let value = match pips {
            None => None,
            Some(pips) => {
                let cell = index.at(row, column).ok_or_else(|| {
                    let message =
                        format!("there is no cell r{row}c{column} on the board: expected `.` here");
                    FormatError::at_line(line.number, start, message)
                })?;
                Some((cell, pips))
            }
        };
        let mut joined = false;
        if let Some(dash) = join.take() {
            let left = places.last_mut();
            match (left, value) {
                (Some(left), Some(right)) => {
                    placements.extend(left.value.map(|left| Placed::new(left, right)));
                    (left.joined, joined) = (true, true);
                }
                _ => return joins_nothing(dash),
            }
        }
        places.push(Drawn {
            value,
            columns: start..=end,
            line: line.number,
            joined,
        });
    }
    match join {
        Some(dash) => joins_nothing(dash),
        None => Ok(places),
    }
}

/// Joins two rows where a `|` stands between them.
fn join_rows(
    line: &Line<'_>,
    upper: &mut [Drawn],
    lower: &mut [Drawn],
    placements: &mut Vec<Placed>,
) -> Result<(), FormatError> {
    for (column, _) in line.chars().filter(|(_, char)| *char == '|') {
        let at = upper.partition_point(|place| *place.columns.end() < column);
        let pair = upper.get_mut(at).zip(lower.get_mut(at));
        let pair = pair.filter(|(above, below)| {
            above.columns.contains(&column) || below.columns.contains(&column)
        });
        match pair.map(|(above, below)| (above.value, below.value, above, below)) {
            Some((Some(one), Some(other), above, below)) => {
                placements.push(Placed::new(one, other));
                (above.joined, below.joined) = (true, true);
            }
            _ => {
                let message = "this `|` joins nothing: expected a value above it and below it";
                return Err(FormatError::at_line(line.number, column, message));
            }
        }
    }
    Ok(())
}

/// The drawing of a board, if the puzzle is a grid of sensible size and no cell is covered twice.
pub(super) fn write(puzzle: &Puzzle, board: &Board) -> Option<String> {
    let span = puzzle.span();
    if !puzzle.is_grid() || !span.is_writable() || board.placements().is_empty() {
        return None;
    }
    let place = |cell: CellId| {
        let (row, column) = puzzle.cells().get(cell.index())?.at?;
        Some((row as usize, column as usize))
    };
    let mut shown = span.places(".".to_string());
    for (row, column) in puzzle.cell_ids().filter_map(place) {
        shown[row][column] = "?".to_string();
    }
    let mut right = span.places(false);
    let mut down = span.places(false);
    for placed in board.placements() {
        let _ = puzzle.edges().binary_search(&placed.edge()).ok()?;
        let [(a, at_a), (b, at_b)] = placed.halves();
        // Cells are in board order, so the second half lies to the right of the first or below.
        let ((row, column), (row_b, column_b)) = (place(a)?, place(b)?);
        for (row, column, pips) in [(row, column, at_a), (row_b, column_b, at_b)] {
            if shown[row][column] != "?" {
                return None;
            }
            shown[row][column] = pips.to_string();
        }
        let joins = if row == row_b { &mut right } else { &mut down };
        joins[row][column] = true;
    }
    let width = shown.iter().flatten().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (row, shown) in shown.iter().enumerate() {
        let mut line = String::new();
        let mut below = String::new();
        for (column, shown) in shown.iter().enumerate() {
            line += &format!("{shown:>width$}");
            line.push(if right[row][column] { '-' } else { ' ' });
            below += &format!("{:>width$} ", if down[row][column] { "|" } else { "" });
        }
        for line in [line.trim_end(), below.trim_end()] {
            if !line.is_empty() {
                text += line;
                text.push('\n');
            }
        }
    }
    Some(text)
}
