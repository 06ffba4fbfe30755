//! The list: one placement a line, `4-1 r0c2 r1c2` for 4 pips on r0c2 and 1 on r1c2. It suits
//! every board. A name with white space or signs in it stands as a JSON string.

use crate::formats::dominoes::halves;
use crate::formats::lines::{Line, Token};
use crate::formats::place::CellIndex;
use crate::formats::{FormatError, json};
use crate::puzzle::{Board, CellId, MAX_PIPS, Partial, Placed, Puzzle};
use crate::visible::is_invisible;

/// Reads a list; `above` is the line to blame when there is nothing.
pub(super) fn read(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<Board, FormatError> {
    let expected = "a domino and two cells, such as `4-1 r0c2 r1c2`";
    let Partial { placements, .. } = read_each(lines, index, false, expected)?;
    if placements.is_empty() {
        return Err(FormatError::at_line(above, 1, "there is no board here"));
    }
    Ok(placements.into_iter().collect())
}

/// Reads a list in which a line may also give the pips of one cell: `4 r0c2`.
pub(super) fn read_partial(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
) -> Result<Partial, FormatError> {
    let expected = "a domino and two cells, such as `4-1 r0c2 r1c2`, or pips and a cell, such as \
                    `4 r0c2`";
    read_each(lines, index, true, expected)
}

fn read_each(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    may_be_partial: bool,
    expected: &str,
) -> Result<Partial, FormatError> {
    let mut partial = Partial::default();
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let wrong = |column, message| Err(FormatError::at_line(line.number, column, message));
        match words(line)?.as_slice() {
            [domino, one, other] => {
                let placed = placed(line, index, domino, [one, other])?;
                partial.placements.push(placed);
            }
            [pips, cell] if may_be_partial => {
                let number = pips.text.parse().ok().filter(|&pips| pips <= MAX_PIPS);
                let Some(number) = number else {
                    let message = format!(
                        "expected pips from 0 to {MAX_PIPS} before the cell, found `{}`",
                        pips.text
                    );
                    return wrong(pips.column, message);
                };
                partial.values.push((find(line, index, cell)?, number));
            }
            other => {
                let message = format!("expected {expected}, found {} words", other.len());
                return wrong(line.indent(), message);
            }
        }
    }
    Ok(partial)
}

/// A domino on two cells.
fn placed(
    line: &Line<'_>,
    index: &CellIndex<'_>,
    domino: &Token<'_>,
    [one, other]: [&Token<'_>; 2],
) -> Result<Placed, FormatError> {
    let [first, second] = halves(line, domino)?;
    let (one, other) = (find(line, index, one)?, find(line, index, other)?);
    Ok(Placed::new((one, first), (other, second)))
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

/// Any board as a list, by cell.
pub(super) fn write(puzzle: &Puzzle, board: &Board) -> String {
    let name = |cell| {
        let name = puzzle.cell(cell).name.raw();
        let plain = |char: char| !char.is_whitespace() && !is_invisible(char) && char != '#';
        if !name.is_empty() && !name.starts_with('"') && name.chars().all(plain) {
            name.to_string()
        } else {
            // A `#` would begin a comment.
            json::line(name).replace('#', "\\u0023")
        }
    };
    let line = |placed: &Placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        format!("{at_a}-{at_b} {} {}\n", name(a), name(b))
    };
    board.placements().iter().map(line).collect()
}
