//! The list: one placement a line, `4-1 r0c2 r1c2` for 4 pips on r0c2 and 1 on r1c2. It suits
//! every board. A name with white space or signs in it stands as a JSON string.
//!
//! Where a board is not finished, `4 r0c2` gives the pips of one cell, and `?` stands for a half that
//! is not known: `4-? r0c2 r1c2`.

use std::borrow::Cow;

use super::ReadBoard;
use crate::formats::FormatError;
use crate::formats::dominoes::halves;
use crate::formats::lines::{Line, Token};
use crate::formats::place::CellIndex;
use crate::json;
use crate::puzzle::{CellId, Edge, MAX_PIPS, PartialBoard, Pips, PlacedDomino, Puzzle};
use crate::visible::is_invisible;

/// Reads a list.
pub(super) fn read(lines: &[Line<'_>], index: &CellIndex<'_>) -> Result<ReadBoard, FormatError> {
    let mut partial = PartialBoard::default();
    let mut incomplete = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let mut note_incomplete = |column| {
            let message = "expected a domino and two cells, such as `4-1 r0c2 r1c2`";
            let _ = incomplete
                .get_or_insert_with(|| FormatError::at_line(line.number, column, message));
        };
        let wrong = |column, message| Err(FormatError::at_line(line.number, column, message));
        match words(line)?.as_slice() {
            [domino, one, other]
                if may_be_domino(domino.text) || index.named(one.text).is_some() =>
            {
                let cells = [find(line, index, one)?, find(line, index, other)?];
                if domino.text.contains('?') {
                    let edge = Edge::between(cells[0], cells[1]);
                    for (half, cell) in open_halves(line, domino)?.into_iter().zip(cells) {
                        partial.values.extend(half.map(|pips| (cell, pips)));
                    }
                    partial.joined.push(edge);
                    note_incomplete(domino.column);
                } else {
                    let [first, second] = halves(line, domino)?;
                    let placed = PlacedDomino::new((cells[0], first), (cells[1], second));
                    partial.placements.push(placed);
                }
            }
            [pips, cell] => {
                let Some(number) = pips_of(pips.text) else {
                    if pips.text.contains('-') {
                        let message = format!(
                            "expected two cells behind the domino, such as `{} r0c2 r1c2`",
                            pips.text
                        );
                        return wrong(line.indent(), message);
                    }
                    let message = format!(
                        "expected pips from 0 to {MAX_PIPS} before the cell, found `{}`",
                        pips.text
                    );
                    return wrong(pips.column, message);
                };
                partial.values.push((find(line, index, cell)?, number));
                note_incomplete(pips.column);
            }
            other => {
                let found = match other.len() {
                    1 => "one word".to_string(),
                    words => format!("{words} words"),
                };
                let message = format!(
                    "expected a domino and two cells, such as `4-1 r0c2 r1c2`, or pips and a cell, \
                     such as `4 r0c2`, found {found}"
                );
                return wrong(line.indent(), message);
            }
        }
    }
    Ok(ReadBoard {
        board: partial,
        incomplete,
    })
}

/// Whether a word begins as a domino does, with pips or `?`.
fn may_be_domino(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '?')
}

fn pips_of(text: &str) -> Option<Pips> {
    text.parse().ok().filter(|&pips| pips <= MAX_PIPS)
}

/// The halves of a domino of which one or both are not known: `4-?`, `?-?`, `??`.
fn open_halves(line: &Line<'_>, token: &Token<'_>) -> Result<[Option<Pips>; 2], FormatError> {
    let half = |text: &str| match text {
        "?" => Some(None),
        number => pips_of(number).map(Some),
    };
    let parts = match token.text.split_once('-') {
        Some(parts) => Some(parts),
        None if token.text.len() == 2 => Some(token.text.split_at(1)),
        None => None,
    };
    let halves = parts.and_then(|(one, other)| Some([half(one)?, half(other)?]));
    halves.ok_or_else(|| {
        let message = format!(
            "`{}` is not a domino: expected two halves such as 4-1, or 4-? where one is open",
            token.text
        );
        FormatError::at_line(line.number, token.column, message)
    })
}

/// The cell that a word names.
fn find(line: &Line<'_>, index: &CellIndex<'_>, token: &Token<'_>) -> Result<CellId, FormatError> {
    let found = if token.text.starts_with('"') {
        serde_json::from_str::<String>(token.text).ok()
    } else {
        Some(token.text.to_string())
    };
    let cell = found.as_deref().and_then(|name| index.named(name));
    cell.ok_or_else(|| {
        let meant = index.meant(found.as_deref().unwrap_or_default());
        let message = format!("there is no cell {} on the board{meant}", token.text);
        FormatError::at_line(line.number, token.column, message)
    })
}

/// The words of a line, of which some may be JSON strings.
fn words<'t>(line: &Line<'t>) -> Result<Vec<Token<'t>>, FormatError> {
    let mut tokens = Vec::new();
    let mut chars = (1..).zip(line.text.char_indices()).peekable();
    while let Some(&(column, (start, first))) = chars.peek() {
        if first.is_whitespace() {
            let _ = chars.next();
            continue;
        }
        let quoted = first == '"';
        let (mut closed, mut escaped) = (false, false);
        let mut end = line.text.len();
        for (_, (at, char)) in chars.by_ref() {
            if !quoted {
                if char.is_whitespace() {
                    end = at;
                    break;
                }
            } else if at > start && char == '"' && !escaped {
                (end, closed) = (at + 1, true);
                break;
            }
            escaped = char == '\\' && !escaped;
        }
        if quoted && !closed {
            let message = "this name has no closing quotation mark";
            return Err(FormatError::at_line(line.number, column, message));
        }
        let text = &line.text[start..end];
        tokens.push(Token { column, text });
    }
    Ok(tokens)
}

/// Writes boards of one puzzle as lists, by cell.
#[derive(Debug)]
pub(super) struct ListWriter {
    /// The name of each cell, quoted where it has to be.
    names: Vec<String>,
}

impl ListWriter {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let plain = |char: char| !char.is_whitespace() && !is_invisible(char) && char != '#';
        let names = puzzle.cells().iter().map(|cell| {
            let name = cell.name.raw();
            if !name.is_empty() && !name.starts_with('"') && name.chars().all(plain) {
                name.to_string()
            } else {
                // A `#` would begin a comment.
                json::string(name).replace('#', "\\u0023")
            }
        });
        ListWriter {
            names: names.collect(),
        }
    }

    pub(super) fn list(&self, board: &PartialBoard) -> String {
        let name = |cell: CellId| match self.names.get(cell.index()) {
            Some(name) => Cow::Borrowed(name.as_str()),
            None => Cow::Owned(format!("\"number {}\"", cell.0)),
        };
        let mut list = String::new();
        for placed in &board.placements {
            let [(a, at_a), (b, at_b)] = placed.halves();
            list += &format!("{at_a}-{at_b} {} {}\n", name(a), name(b));
        }
        let half = |cell: CellId| {
            let mut values = board.values.iter();
            let known = values.find(|(at, _)| *at == cell);
            known.map_or("?".to_string(), |(_, pips)| pips.to_string())
        };
        for [a, b] in board.joined.iter().map(|edge| edge.ends()) {
            list += &format!("{}-{} {} {}\n", half(a), half(b), name(a), name(b));
        }
        let is_joined = |cell| board.joined.iter().any(|edge| edge.ends().contains(&cell));
        for &(cell, pips) in board.values.iter().filter(|(cell, _)| !is_joined(*cell)) {
            list += &format!("{pips} {}\n", name(cell));
        }
        list
    }
}
