//! The drawing of a grid:
//!
//! ```text
//! 4-2 .
//! 4 5-3
//! | |
//! 1 1 1
//! ```
//!
//! Each place shows its pips, `.` where there is no cell, or `?` where nothing is known; `-` joins a
//! domino in a row and `|` joins one between two rows, under the last digit. Where the board is not
//! finished, a value may stand alone, and a join may have a `?` at its ends.

use std::collections::HashSet;

use super::ReadBoard;
use crate::formats::FormatError;
use crate::formats::lines::{Line, Token};
use crate::formats::place::CellIndex;
use crate::puzzle::{CellId, Edge, MAX_PIPS, PartialBoard, Pips, PlacedDomino, Puzzle, Span};

/// One place of a row.
#[derive(Debug)]
struct Drawn {
    shows: Shows,
    columns: std::ops::RangeInclusive<usize>,
}

/// What stands in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// `.`
    NoCell,
    /// `?`, where there may be a cell.
    Open(Option<CellId>),
    /// Pips on a cell.
    Pips(CellId, Pips),
}

impl Shows {
    fn cell(self) -> Option<CellId> {
        match self {
            Shows::NoCell => None,
            Shows::Open(cell) => cell,
            Shows::Pips(cell, _) => Some(cell),
        }
    }
}

/// Reads a drawing. `most` is the largest number of pips that a domino has, where that is known.
pub(super) fn read(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
) -> Result<ReadBoard, FormatError> {
    let mut reader = Reader {
        index,
        most,
        partial: PartialBoard::default(),
        written: Vec::new(),
    };
    let mut rows: u32 = 0;
    let mut upper: Vec<Drawn> = Vec::new();
    let mut pending: Option<&Line<'_>> = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if is_joins(line) {
            if rows == 0 || pending.is_some() {
                let message = "expected a row of the board above this line of joins";
                return Err(FormatError::at_line(line.number, line.indent(), message));
            }
            pending = Some(line);
            continue;
        }
        let row = reader.row(line, rows)?;
        if let Some(joins) = pending.take() {
            reader.join_rows(joins, rows, &upper, &row)?;
        }
        upper = row;
        rows += 1;
    }
    if let Some(line) = pending {
        let message = "expected a row of the board below this line of joins";
        return Err(FormatError::at_line(line.number, line.indent(), message));
    }
    Ok(reader.finish())
}

/// Whether a line joins the rows around it.
pub(super) fn is_joins(line: &Line<'_>) -> bool {
    line.text
        .chars()
        .all(|char| char == '|' || char.is_whitespace())
}

struct Reader<'a> {
    index: &'a CellIndex<'a>,
    most: Option<Pips>,
    partial: PartialBoard,
    /// Every value with its line and its column.
    written: Vec<(CellId, Pips, usize, usize)>,
}

impl Reader<'_> {
    /// What was read: a half of a domino is no value that stands alone.
    fn finish(self) -> ReadBoard {
        let Reader {
            mut partial,
            mut written,
            ..
        } = self;
        let laid = partial.placements.iter().flat_map(|placed| placed.halves());
        let laid: HashSet<CellId> = laid.map(|(cell, _)| cell).collect();
        written.retain(|(cell, ..)| !laid.contains(cell));
        let values = written.iter().map(|&(cell, pips, ..)| (cell, pips));
        partial.values = values.collect();
        ReadBoard {
            incomplete: written.first().map(|&(_, _, line, column)| {
                let message = if partial.placements.is_empty() {
                    "this drawing shows values but no dominoes: join the two halves of each, with \
                     `-` in a row or `|` between two rows"
                } else {
                    "this value is joined to no other: expected `-` beside it, or `|` above or \
                     below it"
                };
                FormatError::at_line(line, column, message)
            }),
            board: partial,
        }
    }

    fn row(&mut self, line: &Line<'_>, row: u32) -> Result<Vec<Drawn>, FormatError> {
        let mut places: Vec<Drawn> = Vec::new();
        let mut join: Option<usize> = None;
        let joins_nothing = |column| {
            let message = "this `-` joins nothing: expected a value or `?` on both sides";
            Err(FormatError::at_line(line.number, column, message))
        };
        let is_apart = self.is_apart(line)?;
        let mut chars = line.chars().peekable();
        while let Some((start, char)) = chars.next() {
            let mut end = start;
            let (row, column) = (row, places.len() as u32);
            let shows = match char {
                char if char.is_whitespace() => continue,
                '-' => {
                    let left = places.last().and_then(|place| place.shows.cell());
                    if join.is_some() || left.is_none() {
                        return joins_nothing(start);
                    }
                    join = Some(start);
                    continue;
                }
                '.' => Shows::NoCell,
                '?' => Shows::Open(self.index.at(row, column)),
                '0'..='9' => {
                    let mut digits = String::from(char);
                    while let Some((column, digit)) =
                        chars.next_if(|(_, next)| next.is_ascii_digit() && !is_apart)
                    {
                        end = column;
                        digits.push(digit);
                    }
                    let pips = self.pips(line, start, &digits)?;
                    let cell = self.index.at(row, column).ok_or_else(|| {
                        let message = format!(
                            "there is no cell r{row}c{column} on the board: expected `.` here"
                        );
                        FormatError::at_line(line.number, start, message)
                    })?;
                    Shows::Pips(cell, pips)
                }
                '|' => {
                    let message = "`|` stands on a line of its own, between the two rows that it \
                                   joins";
                    return Err(FormatError::at_line(line.number, start, message));
                }
                other => {
                    let message = format!(
                        "expected pips, `.` for no cell, `?` for nothing there or `-` between two \
                         halves, found `{other}`"
                    );
                    return Err(FormatError::at_line(line.number, start, message));
                }
            };
            if let Some(dash) = join.take() {
                let left = places.last().map_or(Shows::NoCell, |left| left.shows);
                if !self.join(left, shows) {
                    return joins_nothing(dash);
                }
            }
            if let Shows::Pips(cell, pips) = shows {
                self.written.push((cell, pips, line.number, start));
            }
            places.push(Drawn {
                shows,
                columns: start..=end,
            });
        }
        match join {
            Some(dash) => joins_nothing(dash),
            None => Ok(places),
        }
    }

    /// Whether every digit is a place of its own, because the row was typed without blanks: it has
    /// a number that no domino has, and fewer places than the board has columns. Where that could
    /// mean more than one thing, blanks are asked for.
    fn is_apart(&self, line: &Line<'_>) -> Result<bool, FormatError> {
        let numbers = line.split(|char| !char.is_ascii_digit());
        let is_too_large = |number: &&Token<'_>| {
            number
                .text
                .parse()
                .map_or(true, |pips: Pips| Some(pips) > self.most)
        };
        let Some((number, most)) = numbers.iter().find(is_too_large).zip(self.most) else {
            return Ok(false);
        };
        let signs = line.text.chars().filter(|char| ".?".contains(*char));
        let pieces = numbers.iter().map(|number| apart(number.text, most).len());
        let signs = signs.count();
        let columns = self.index.columns() as usize;
        if number.text.len() < 2
            || signs + numbers.len() >= columns
            || signs + pieces.sum::<usize>() > columns
        {
            return Ok(false);
        }
        if most <= 9 && !line.text.trim().contains(char::is_whitespace) {
            return Ok(true);
        }
        let message = format!(
            "no domino has {} pips, the most are {most}: put blanks between the places of a row, \
             such as `{}`",
            number.text,
            apart(number.text, most).join(" ")
        );
        Err(FormatError::at_line(line.number, number.column, message))
    }

    fn pips(&self, line: &Line<'_>, start: usize, digits: &str) -> Result<Pips, FormatError> {
        let number = digits.parse().ok().filter(|&pips| pips <= MAX_PIPS);
        number.ok_or_else(|| {
            let message = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
            FormatError::at_line(line.number, start, message)
        })
    }

    /// Joins two places, if there is a cell in both.
    fn join(&mut self, one: Shows, other: Shows) -> bool {
        match (one, other) {
            (Shows::Pips(a, at_a), Shows::Pips(b, at_b)) => {
                let placed = PlacedDomino::new((a, at_a), (b, at_b));
                self.partial.placements.push(placed);
                true
            }
            (one, other) => match (one.cell(), other.cell()) {
                (Some(a), Some(b)) => {
                    self.partial.joined.push(Edge::between(a, b));
                    true
                }
                _ => false,
            },
        }
    }

    /// Joins two rows where a `|` stands between them.
    fn join_rows(
        &mut self,
        line: &Line<'_>,
        row: u32,
        upper: &[Drawn],
        lower: &[Drawn],
    ) -> Result<(), FormatError> {
        for (column, _) in line.chars().filter(|(_, char)| *char == '|') {
            let error = |message| Err(FormatError::at_line(line.number, column, message));
            let touched = |row: &[Drawn]| {
                let mut places = row.iter();
                places.position(|place| place.columns.contains(&column))
            };
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
            let shows = |row: &[Drawn], at: usize| row.get(at).map(|place| place.shows);
            let pair = above.or(below);
            let pair = pair.and_then(|at| Some((shows(upper, at)?, shows(lower, at)?)));
            if !pair.is_some_and(|(one, other)| self.join(one, other)) {
                return error(
                    "this `|` joins nothing: expected a value or `?` above it and below it".into(),
                );
            }
        }
        Ok(())
    }
}

/// Digits as numbers that are at most `most`, as long ones as can be.
fn apart(digits: &str, most: Pips) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    for digit in digits.chars() {
        let longer = numbers.last().map(|last| format!("{last}{digit}"));
        let fits =
            |text: &String| !text.starts_with('0') && text.parse().is_ok_and(|n: Pips| n <= most);
        match (longer.filter(fits), numbers.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => numbers.push(digit.into()),
        }
    }
    numbers
}

/// Draws boards of one grid.
#[derive(Debug)]
pub(super) struct DrawingWriter {
    span: Span,
    /// Row and column of each cell.
    places: Vec<(usize, usize)>,
}

impl DrawingWriter {
    /// A writer for a puzzle that is a grid small enough to write out.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let span = puzzle.span();
        if !puzzle.is_grid() || !span.is_writable() || puzzle.cells().is_empty() {
            return None;
        }
        let place = |(row, column): (u32, u32)| (row as usize, column as usize);
        let cells = puzzle.cells().iter();
        let places = cells
            .map(|cell| cell.at.map(place))
            .collect::<Option<_>>()?;
        Some(DrawingWriter { span, places })
    }

    /// The drawing of a board. A board that shows a cell twice or joins cells that are not neighbours has none.
    pub(super) fn draw(&self, board: &PartialBoard) -> Option<Vec<u8>> {
        let mut shown: Vec<Option<Pips>> = vec![None; self.places.len()];
        for (cell, pips) in board.shown() {
            if shown.get_mut(cell.index())?.replace(pips).is_some() {
                return None;
            }
        }
        let most = shown.iter().flatten().max().copied().unwrap_or(0);
        let width = most.checked_ilog10().unwrap_or(0) as usize + 1;
        let (rows, columns) = (self.span.rows as usize, self.span.columns as usize);
        let length = columns * (width + 1);
        // Every row has a line for its places and one for the joins below it.
        let mut canvas = vec![b' '; 2 * rows * length];
        let last_digit = |row, column| 2 * row * length + column * (width + 1) + width - 1;
        for row in 0..rows {
            for column in 0..columns {
                canvas[last_digit(row, column)] = b'.';
            }
        }
        for (&(row, column), shown) in self.places.iter().zip(shown) {
            let end = last_digit(row, column) + 1;
            let text = shown.map_or_else(|| "?".to_owned(), |pips| pips.to_string());
            canvas[end - text.len()..end].copy_from_slice(text.as_bytes());
        }
        let laid = board.placements.iter().map(|placed| placed.edge());
        for edge in laid.chain(board.joined.iter().copied()) {
            // Cells are in board order, so the second half lies to the right of the first or below it.
            let &(row, column) = self.places.get(edge.a.index())?;
            let second = *self.places.get(edge.b.index())?;
            let first = last_digit(row, column);
            if second == (row, column + 1) {
                canvas[first + 1] = b'-';
            } else if second == (row + 1, column) {
                canvas[first + length] = b'|';
            } else {
                return None;
            }
        }
        let mut drawing = Vec::with_capacity(canvas.len());
        for line in canvas.chunks_exact(length).map(<[u8]>::trim_ascii_end) {
            if !line.is_empty() {
                drawing.extend_from_slice(line);
                drawing.push(b'\n');
            }
        }
        Some(drawing)
    }
}
