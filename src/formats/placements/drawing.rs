//! The drawing of a grid:
//!
//! ```text
//! 4-2 .
//! 4 5-3
//! | |
//! 1 1 1
//! ```
//!
//! A place is its pips, `.` for no cell, or `?` for an unknown value. `-` joins the halves of a domino in
//! a row, and `|` joins those in two rows, below the last digit. On an unfinished board, a value need not be
//! joined, and a join may have `?` at its ends.

use std::collections::HashSet;
use std::ops::Range;

use super::ReadBoard;
use crate::formats::lines::TextLine;
use crate::formats::place::CellIndex;
use crate::parse::{PartError, offset};
use crate::puzzle::{CellId, Edge, MAX_PIPS, PartialBoard, Pips, PlacedDomino, Puzzle};

/// One place of a row.
#[derive(Debug)]
struct DrawnPlace {
    cell: Option<CellId>,
    shows: Option<Pips>,
    /// The columns of its characters in the line.
    columns: Range<usize>,
}

/// Reads a drawing. `most` is the highest value of the dominoes, if known.
pub(super) fn read<'t>(
    lines: &[TextLine<'t>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
) -> Result<ReadBoard<PartError<'t>>, PartError<'t>> {
    let mut reader = DrawingReader {
        index,
        most: most.unwrap_or(MAX_PIPS),
        partial: PartialBoard::default(),
        values: Vec::new(),
    };
    let mut rows: u32 = 0;
    let mut upper: Vec<DrawnPlace> = Vec::new();
    let mut joins: Option<&TextLine<'t>> = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if is_joins(line) {
            if rows == 0 || joins.is_some() {
                return Err(line.error("expected a row of the board above this line of joins"));
            }
            joins = Some(line);
            continue;
        }
        let lower = reader.row(line, rows)?;
        if let Some(joins) = joins.take() {
            reader.join_rows(joins, rows, &upper, &lower)?;
        }
        upper = lower;
        rows += 1;
    }
    match joins {
        Some(line) => Err(line.error("expected a row of the board below this line of joins")),
        None => Ok(reader.finish()),
    }
}

/// Whether a line has only joins between two rows.
pub(super) fn is_joins(line: &TextLine<'_>) -> bool {
    let mut chars = line.text.chars();
    chars.all(|char| char == '|' || char.is_whitespace())
}

struct DrawingReader<'a, 't> {
    index: &'a CellIndex<'a>,
    most: Pips,
    partial: PartialBoard,
    /// All values with their places in the text.
    values: Vec<(&'t str, CellId, Pips)>,
}

impl<'t> DrawingReader<'_, 't> {
    /// The board. Halves of placed dominoes are not listed as values.
    fn finish(self) -> ReadBoard<PartError<'t>> {
        let (mut board, mut values) = (self.partial, self.values);
        let laid = board.placements.iter().flat_map(|placed| placed.halves());
        let laid: HashSet<CellId> = laid.map(|(cell, _)| cell).collect();
        values.retain(|(_, cell, _)| !laid.contains(cell));
        board.values = values.iter().map(|&(_, cell, pips)| (cell, pips)).collect();
        let message = match board.placements.is_empty() {
            true => {
                "this drawing shows values but no dominoes: join the two halves of each, with `-` in a row \
                 or `|` between two rows"
            }
            false => {
                "this value is joined to no other: expected `-` beside it, or `|` above or below it"
            }
        };
        let incomplete = values.first();
        let incomplete = incomplete.map(|(token, ..)| PartError::new(token, message));
        ReadBoard { board, incomplete }
    }

    fn row(&mut self, line: &TextLine<'t>, row: u32) -> Result<Vec<DrawnPlace>, PartError<'t>> {
        let mut places: Vec<DrawnPlace> = Vec::new();
        let mut dash: Option<&'t str> = None;
        let joins_nothing = |dash: &'t str| {
            let message = "this `-` joins nothing: expected a value or `?` on both sides";
            Err(PartError::new(dash, message))
        };
        for token in self.tokens(line) {
            let at = (row, places.len() as u32);
            let (cell, shows) = match token {
                "-" => match dash.replace(token) {
                    Some(first) => return joins_nothing(first),
                    None => continue,
                },
                "." => (None, None),
                "?" => (self.index.at(at), None),
                "|" => {
                    let message =
                        "`|` belongs on a separate line, between the two rows that it joins";
                    return Err(PartError::new(token, message));
                }
                digits if digits.starts_with(|first: char| first.is_ascii_digit()) => {
                    let (cell, pips) = self.value(token, at)?;
                    (Some(cell), Some(pips))
                }
                other => {
                    let message = format!(
                        "expected pips, `.` for no cell, `?` for nothing there or `-` between two halves, \
                         found `{other}`"
                    );
                    return Err(PartError::new(token, message));
                }
            };
            let before = &line.text[..offset(line.text, token)];
            let column = before.chars().count();
            let place = DrawnPlace {
                cell,
                shows,
                columns: column..column + token.len(),
            };
            if let Some(dash) = dash.take()
                && !places.last().is_some_and(|left| self.join(left, &place))
            {
                return joins_nothing(dash);
            }
            places.push(place);
        }
        dash.map_or(Ok(places), joins_nothing)
    }

    /// The numbers and signs of a row. In a row without white space, each digit is a place if no value is above 9
    /// and there are enough columns.
    fn tokens(&self, line: &TextLine<'t>) -> Vec<&'t str> {
        let text = line.text.trim();
        let is_apart = self.most <= 9
            && !text.contains(char::is_whitespace)
            && text.chars().filter(|&char| char != '-').count() <= self.index.columns();
        let mut tokens = Vec::new();
        for mut word in line.words() {
            while let Some(first) = word.chars().next() {
                let digits = word.find(|char: char| !char.is_ascii_digit());
                let end = match digits.unwrap_or(word.len()) {
                    digits if digits > 1 && !is_apart => digits,
                    _ => first.len_utf8(),
                };
                let (token, rest) = word.split_at(end);
                tokens.push(token);
                word = rest;
            }
        }
        tokens
    }

    /// Reads the pips of a place. Returns the cell and the pips.
    fn value(&mut self, token: &'t str, at: (u32, u32)) -> Result<(CellId, Pips), PartError<'t>> {
        let error = |message| PartError::new(token, message);
        let pips = token.parse().ok().filter(|&pips| pips <= MAX_PIPS);
        let too_many = || format!("too many pips: expected a number from 0 to {MAX_PIPS}");
        let pips = pips.ok_or_else(|| error(too_many()))?;
        if pips > self.most && token.len() > 1 {
            return Err(error(format!(
                "no domino has {pips} pips, the most are {}: put blanks between the places of a row",
                self.most
            )));
        }
        let cell = self.index.at(at).ok_or_else(|| {
            let (row, column) = at;
            error(format!(
                "there is no cell r{row}c{column} on the board: expected `.` here"
            ))
        })?;
        self.values.push((token, cell, pips));
        Ok((cell, pips))
    }

    /// Joins two places. Returns false if one of them has no cell.
    fn join(&mut self, one: &DrawnPlace, other: &DrawnPlace) -> bool {
        let (Some(a), Some(b)) = (one.cell, other.cell) else {
            return false;
        };
        if let (Some(at_a), Some(at_b)) = (one.shows, other.shows) {
            let placed = PlacedDomino::new((a, at_a), (b, at_b));
            self.partial.placements.push(placed);
        } else {
            self.partial.joined.push(Edge::between(a, b));
        }
        true
    }

    /// Joins places of two rows at each `|` of the line between them.
    fn join_rows(
        &mut self,
        line: &TextLine<'t>,
        row: u32,
        upper: &[DrawnPlace],
        lower: &[DrawnPlace],
    ) -> Result<(), PartError<'t>> {
        for (column, (at, _)) in (0..)
            .zip(line.text.char_indices())
            .filter(|(_, (_, char))| *char == '|')
        {
            let error = |message| Err(PartError::new(&line.text[at..=at], message));
            let touched =
                |row: &[DrawnPlace]| row.iter().position(|place| place.columns.contains(&column));
            let (above, below) = (touched(upper), touched(lower));
            if let (Some(above), Some(below)) = (above, below)
                && above != below
            {
                return error(format!(
                    "this `|` stands under r{}c{above} and above r{row}c{below}: put blanks between \
                     the places of a row, so that each stands below its neighbour",
                    row - 1
                ));
            }
            let pair = above.or(below);
            let pair = pair.and_then(|at| upper.get(at).zip(lower.get(at)));
            if !pair.is_some_and(|(one, other)| self.join(one, other)) {
                let message =
                    "this `|` joins nothing: expected a value or `?` above it and below it";
                return error(message.into());
            }
        }
        Ok(())
    }
}

/// The highest value that a drawing of a puzzle can have, since reading rejects higher ones; `None` if the
/// puzzle is no grid or too large to be drawn.
pub(super) fn most_pips(puzzle: &Puzzle) -> Option<Pips> {
    let most = puzzle.dominoes().iter().map(|domino| domino.high()).max();
    let can_draw = puzzle.is_grid() && puzzle.span().is_writable();
    most.filter(|_| can_draw).map(|most| most.max(9))
}

/// The drawing of a board with values up to `most`; `None` if the board has two values on a cell, joins cells that
/// are not neighbours, or has higher values.
pub(super) fn write(puzzle: &Puzzle, board: &PartialBoard, most: Pips) -> Option<String> {
    let place = |cell: CellId| {
        let (row, column) = puzzle.cells().get(cell.index())?.at?;
        Some((row as usize, column as usize))
    };
    let mut shown: Vec<Option<Pips>> = vec![None; puzzle.cells().len()];
    for (cell, pips) in board.shown() {
        if pips > most || shown.get_mut(cell.index())?.replace(pips).is_some() {
            return None;
        }
    }
    let widest = shown.iter().flatten().max().copied().unwrap_or(0);
    let width = widest.checked_ilog10().unwrap_or(0) as usize + 1;
    let span = puzzle.span();
    let (rows, columns) = (span.rows as usize, span.columns as usize);
    let length = columns * (width + 1);
    // Each row has a line of places and a line of joins below it.
    let mut canvas = vec![b' '; 2 * rows * length];
    let last_digit = |row, column| 2 * row * length + column * (width + 1) + width - 1;
    for row in 0..rows {
        for column in 0..columns {
            canvas[last_digit(row, column)] = b'.';
        }
    }
    for (cell, shown) in puzzle.cell_ids().zip(shown) {
        let (row, column) = place(cell)?;
        let end = last_digit(row, column) + 1;
        let text = shown.map_or_else(|| "?".to_owned(), |pips| pips.to_string());
        canvas[end - text.len()..end].copy_from_slice(text.as_bytes());
    }
    let laid = board.placements.iter().map(|placed| placed.edge());
    for edge in laid.chain(board.joined.iter().copied()) {
        // Cells are in board order, so the second half is to the right of the first or below it.
        let ((row, column), second) = (place(edge.a)?, place(edge.b)?);
        let first = last_digit(row, column);
        if second == (row, column + 1) {
            canvas[first + 1] = b'-';
        } else if second == (row + 1, column) {
            canvas[first + length] = b'|';
        } else {
            return None;
        }
    }
    let lines = canvas.chunks_exact(length).map(<[u8]>::trim_ascii_end);
    let lines = lines.filter(|line| !line.is_empty());
    Some(
        lines
            .map(|line| String::from_utf8_lossy(line) + "\n")
            .collect(),
    )
}
