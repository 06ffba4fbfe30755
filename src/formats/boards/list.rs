//! The list: one placement a line, `4-1 r0c2 r1c2` for 4 pips on r0c2 and 1 on r1c2. It suits
//! every board. A name with white space or signs in it stands as a JSON string.

use crate::formats::lines::{Line, Token};
use crate::formats::place::CellIndex;
use crate::formats::text::halves;
use crate::formats::{FormatError, json};
use crate::puzzle::{Board, Placed, Puzzle};

/// Reads a list; `above` is the line to blame when there is nothing.
pub(super) fn read(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<Board, FormatError> {
    let mut placements = Vec::new();
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let tokens = words(line)?;
        let [domino, one, other] = tokens.as_slice() else {
            return Err(FormatError::at_line(
                line.number,
                line.indent(),
                format!(
                    "expected a domino and two cells, such as `4-1 r0c2 r1c2`, found {} words",
                    tokens.len()
                ),
            ));
        };
        let [first, second] = halves(line, domino)?;
        let find = |token: &Token<'_>| {
            let found = match token.text.starts_with('"') {
                true => serde_json::from_str::<String>(token.text).ok(),
                false => Some(token.text.to_string()),
            };
            let cell = found.as_deref().and_then(|name| index.named(name));
            cell.ok_or_else(|| {
                let message = format!("there is no cell {} on the board", token.text);
                FormatError::at_line(line.number, token.column, message)
            })
        };
        placements.push(Placed::new((find(one)?, first), (find(other)?, second)));
    }
    match placements.is_empty() {
        true => Err(FormatError::at_line(above, 1, "there is no board here")),
        false => Ok(placements.into_iter().collect()),
    }
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
        let name = puzzle.cell(cell).name.as_str();
        let plain = |char: char| !char.is_whitespace() && !char.is_control() && char != '#';
        match !name.is_empty() && !name.starts_with('"') && name.chars().all(plain) {
            true => name.to_string(),
            // A `#` would begin a comment.
            false => json::line(name).replace('#', "\\u0023"),
        }
    };
    let line = |placed: &Placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        format!("{at_a}-{at_b} {} {}\n", name(a), name(b))
    };
    board.placements().iter().map(line).collect()
}
