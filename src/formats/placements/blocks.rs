//! Splits a text with several boards, such as the output of `pipsc run`, into one block of lines per board.
//!
//! A blank line ends a board that has its full number of lines. A line `== NAME` is the label of the boards that
//! follow, and `#` begins a comment. All other lines belong to boards: words are an error.

use super::drawing::is_joins;
use crate::formats::lines::{TextLine, lines};
use crate::parse::{ParseError, PartError};

/// The message for a picture in place of a board.
const PICTURE: &str = "this is a picture, which cannot be read: expected a board such as `pipsc run PUZZLE -o \
                       board.txt` writes, or JSON";

/// The number of lines of a complete board.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardExtent {
    /// Number of rows of a drawing; `None` if the puzzle is not a grid.
    pub(super) rows: Option<u64>,
    /// Number of lines of a list.
    pub(super) dominoes: usize,
}

impl BoardExtent {
    fn is_reached(self, block: &[TextLine<'_>]) -> bool {
        let lines = block.iter().filter(|line| !is_joins(line)).count();
        match (block.first(), self.rows) {
            (None, _) => false,
            (Some(first), Some(rows)) if !names_cells(first) => lines as u64 >= rows,
            (Some(_), _) => lines >= self.dominoes,
        }
    }
}

/// The lines of one board, with its label.
#[derive(Debug)]
pub(super) struct BoardBlock<'t> {
    pub(super) label: Option<&'t str>,
    pub(super) lines: Vec<TextLine<'t>>,
}

/// The blocks of a text. In the text of a puzzle, only the lines below `solution:` are a board.
pub(super) fn blocks(text: &str, extent: BoardExtent) -> Result<Vec<BoardBlock<'_>>, ParseError> {
    if has_picture(text) {
        return Err(ParseError::whole(PICTURE));
    }
    let is_head = |line: &TextLine<'_>| line.trimmed() == "solution:";
    let head = lines(text).find(is_head).map_or(0, |line| line.number);
    let mut blocks: Vec<BoardBlock<'_>> = Vec::new();
    let mut label = None;
    let mut block = Vec::new();
    for line in lines(text).filter(|line| line.number > head) {
        let named = label_of(&line);
        let ends = named.is_some() || (line.is_blank() && extent.is_reached(&block));
        if ends && !block.is_empty() {
            let lines = std::mem::take(&mut block);
            blocks.push(BoardBlock { label, lines });
        }
        label = named.or(label);
        if named.is_none() && !line.is_blank() {
            refuse_picture(&line).map_err(|error| error.in_text(text))?;
            block.push(line);
        }
    }
    if !block.is_empty() {
        let lines = block;
        blocks.push(BoardBlock { label, lines });
    }
    // The output of `pipsc run --count` would be read as the first row of a board.
    if let [BoardBlock { lines, .. }] = &blocks[..]
        && let [line] = &lines[..]
        && line.trimmed().bytes().all(|byte| byte.is_ascii_digit())
    {
        let message = format!("there is no board here, only the number {}", line.trimmed());
        return Err(line.error(message).in_text(text));
    }
    Ok(blocks)
}

/// Whether a text has neither labels nor a head `solution:`.
pub(super) fn is_bare(text: &str) -> bool {
    !lines(text).any(|line| label_of(&line).is_some() || line.trimmed() == "solution:")
}

/// Whether the text has an ASCII picture, whose lines would be read as comments.
fn has_picture(text: &str) -> bool {
    let is_border = |line: &str| line.starts_with("#=") && line.trim_end().ends_with("=#");
    text.lines().any(is_border)
}

/// Rejects lines of pictures: box-drawing characters, SVG and HTML.
fn refuse_picture<'t>(line: &TextLine<'t>) -> Result<(), PartError<'t>> {
    let boxes = |char: char| ('\u{2500}'..='\u{259f}').contains(&char);
    let begins = ["+-", "+=", "<svg", "<?xml", "<!"];
    let start = line.text.trim_start();
    let is_list = start.starts_with(|first: char| first.is_ascii_digit() || first == '?');
    if (line.text.contains(boxes) && !is_list)
        || begins.iter().any(|begin| start.starts_with(begin))
    {
        return Err(line.error(PICTURE));
    }
    Ok(())
}

/// Whether a line of a board names cells, as in a list.
pub(super) fn names_cells(line: &TextLine<'_>) -> bool {
    line.text
        .contains(|char: char| char.is_alphabetic() || char == '"')
}

fn label_of<'t>(line: &TextLine<'t>) -> Option<&'t str> {
    line.raw.strip_prefix("== ").map(str::trim)
}
