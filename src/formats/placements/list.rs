//! The list: one placement per line, `4-1 r0c2 r1c2` for 4 pips on r0c2 and 1 on r1c2. It can express
//! every board. Names with white space or special characters are JSON strings.
//!
//! On an unfinished board, `4 r0c2` is the value of one cell, and `?` an unknown half: `4-? r0c2 r1c2`.

use super::ReadBoard;
use crate::formats::dominoes;
use crate::formats::lines::TextLine;
use crate::formats::place::CellIndex;
use crate::json;
use crate::parse::PartError;
use crate::puzzle::{CellId, Edge, MAX_PIPS, PartialBoard, Pips, PlacedDomino, Puzzle};
use crate::visible::is_invisible;

/// Reads a list.
pub(super) fn read<'t>(
    lines: &[TextLine<'t>],
    index: &CellIndex<'_>,
) -> Result<ReadBoard<PartError<'t>>, PartError<'t>> {
    let mut board = PartialBoard::default();
    let mut incomplete = None;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        match words(line)?.as_slice() {
            // Other lines of three words get the general message below.
            [domino, one, other]
                if domino.starts_with(|first: char| first.is_ascii_digit() || first == '?')
                    || index.named(one).is_some() =>
            {
                let halves = halves(domino)?;
                let [one, other] = [find(index, one)?, find(index, other)?];
                if let [Some(first), Some(second)] = halves {
                    let placed = PlacedDomino::new((one, first), (other, second));
                    board.placements.push(placed);
                    continue;
                }
                let known = halves.into_iter().zip([one, other]);
                let known = known.filter_map(|(half, cell)| Some((cell, half?)));
                board.values.extend(known);
                board.joined.push(Edge::between(one, other));
            }
            [pips, cell] => match pips_of(pips) {
                Some(number) => board.values.push((find(index, cell)?, number)),
                None => {
                    let message = match pips.contains('-') {
                        true => format!(
                            "expected two cells behind the domino, such as `{pips} r0c2 r1c2`"
                        ),
                        false => format!(
                            "expected pips from 0 to {MAX_PIPS} before the cell, found `{pips}`"
                        ),
                    };
                    return Err(PartError::new(pips, message));
                }
            },
            other => {
                let found = match other.len() {
                    1 => "one word".to_string(),
                    words => format!("{words} words"),
                };
                return Err(line.error(format!(
                    "expected a domino and two cells, such as `4-1 r0c2 r1c2`, or pips and a cell, \
                     such as `4 r0c2`, found {found}"
                )));
            }
        }
        let _ = incomplete.get_or_insert_with(|| {
            line.error("expected a domino and two cells, such as `4-1 r0c2 r1c2`")
        });
    }
    Ok(ReadBoard { board, incomplete })
}

fn pips_of(text: &str) -> Option<Pips> {
    text.parse().ok().filter(|&pips| pips <= MAX_PIPS)
}

/// The halves of a domino, of which one or both may be unknown: `4-1`, `4-?`, `?-?`, `??`.
fn halves(domino: &str) -> Result<[Option<Pips>; 2], PartError<'_>> {
    if !domino.contains('?') {
        return Ok(dominoes::halves(domino)?.map(Some));
    }
    let half = |text: &str| match text {
        "?" => Some(None),
        number => pips_of(number).map(Some),
    };
    let parts = dominoes::parts(domino);
    let halves = parts.and_then(|(one, other)| Some([half(one)?, half(other)?]));
    halves.ok_or_else(|| {
        let message = format!(
            "`{domino}` is not a domino: expected two halves such as 4-1, or 4-? where one is open"
        );
        PartError::new(domino, message)
    })
}

/// The cell with a name, which may be quoted.
fn find<'t>(index: &CellIndex<'_>, word: &'t str) -> Result<CellId, PartError<'t>> {
    let name = match word.starts_with('"') {
        true => serde_json::from_str(word).unwrap_or_default(),
        false => word.to_string(),
    };
    index.named(&name).ok_or_else(|| {
        let meant = index.meant(&name);
        PartError::new(word, format!("there is no cell {word} on the board{meant}"))
    })
}

/// The words of a line. A word may be a JSON string.
fn words<'t>(line: &TextLine<'t>) -> Result<Vec<&'t str>, PartError<'t>> {
    let mut words = Vec::new();
    let mut rest = line.trimmed();
    while !rest.is_empty() {
        let end = if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            match strings.next() {
                Some(Ok(_)) => strings.byte_offset(),
                _ => {
                    let message = "this name has no closing quotation mark";
                    return Err(PartError::new(rest, message));
                }
            }
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after.trim();
    }
    Ok(words)
}

/// The name of a cell, quoted if necessary.
fn spelled(puzzle: &Puzzle, cell: CellId) -> String {
    let label = puzzle.cell_name(cell);
    let name = label.raw();
    let plain = |char: char| !char.is_whitespace() && !is_invisible(char) && char != '#';
    if !name.is_empty() && !name.starts_with('"') && name.chars().all(plain) {
        name.to_owned()
    } else {
        // A `#` would begin a comment.
        json::string(name).replace('#', "\\u0023")
    }
}

/// A board as a list.
pub(super) fn write(puzzle: &Puzzle, board: &PartialBoard) -> String {
    let name = |cell| spelled(puzzle, cell);
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
