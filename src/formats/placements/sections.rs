//! Boards in text with other words around them, as `pipsc` prints them: each board is a block of
//! lines, which a blank line ends as soon as all of it is there, or a line of words.

use super::compact;
use super::drawing::is_joins;
use crate::formats::FormatError;
use crate::formats::lines::{Line, Token, each_line};
use crate::formats::place::CellIndex;

/// What to say to somebody who gives a picture of a board.
pub(super) const PICTURE: &str = "this is a picture, which is there to be looked at: expected a \
                                  board such as `pipsc run PUZZLE -o board.txt` writes, or JSON";

/// What a line is in such a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'t> {
    Blank,
    /// `== puzzle, solver`: whose boards follow.
    Label(&'t str),
    /// A sentence; one with a colon at its end has the lines below it for itself.
    Words {
        introduces: bool,
    },
    /// A whole board on one line.
    Compact,
    /// A part of a board.
    Board,
}

/// How large a board is when all of it is there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The rows of a drawing, where there is a grid to draw.
    pub(super) rows: Option<u64>,
    /// The lines of a list.
    pub(super) dominoes: usize,
}

/// The lines of one board, and whose it is.
#[derive(Debug)]
pub(super) struct Block<'t> {
    pub(super) label: Option<&'t str>,
    pub(super) lines: Vec<Line<'t>>,
}

/// Cuts a text into the blocks of its boards.
pub(super) struct Blocks<'t> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = Line<'t>> + 't>>,
    extent: Extent,
    label: Option<&'t str>,
    /// The board stands in the text of a puzzle.
    in_puzzle: bool,
    /// The first words that stand around the boards.
    pub(super) words: Option<&'t str>,
    /// Whether there is a picture drawn in ASCII, whose lines are like comments.
    pub(super) has_picture: bool,
    /// How many blocks there were.
    pub(super) blocks: usize,
}

impl std::fmt::Debug for Blocks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blocks").finish_non_exhaustive()
    }
}

impl<'t> Blocks<'t> {
    pub(super) fn new(text: &'t str, extent: Extent) -> Self {
        // In the text of a puzzle the board is what stands below `solution:`.
        let is_head = |line: &Line<'_>| line.text.trim() == "solution:";
        let head = each_line(text).find(is_head).map_or(0, |line| line.number);
        let lines: Box<dyn Iterator<Item = Line<'t>> + 't> =
            Box::new(each_line(text).filter(move |line| line.number > head));
        let is_border = |line: &str| line.starts_with("#=") && line.trim_end().ends_with("=#");
        Blocks {
            has_picture: text.lines().any(is_border),
            lines: lines.peekable(),
            extent,
            label: None,
            in_puzzle: head > 0,
            words: None,
            blocks: 0,
        }
    }

    /// Whether there was nothing but boards so far.
    pub(super) fn is_bare(&self) -> bool {
        !self.in_puzzle && self.label.is_none() && self.words.is_none()
    }

    /// Whether boards can be drawn.
    pub(super) fn is_grid(&self) -> bool {
        self.extent.rows.is_some()
    }

    /// The next block, or nothing after the last one.
    pub(super) fn next(&mut self, index: &CellIndex<'_>) -> Result<Option<Block<'t>>, FormatError> {
        let mut block: Vec<Line<'t>> = Vec::new();
        while let Some(line) = self.lines.peek() {
            let line = *line;
            match kind(&line, index)? {
                Kind::Blank if self.is_whole(&block) => break,
                Kind::Label(_) | Kind::Words { .. } | Kind::Compact if !block.is_empty() => break,
                Kind::Blank => {}
                Kind::Label(label) => self.label = Some(label),
                Kind::Words { introduces } => {
                    let _ = self.words.get_or_insert(line.text.trim());
                    if introduces {
                        let belongs = |line: &Line<'_>| !line.is_blank();
                        while self.lines.next_if(belongs).is_some() {}
                        continue;
                    }
                }
                Kind::Compact => {
                    block.push(line);
                    let _ = self.lines.next();
                    break;
                }
                Kind::Board => block.push(line),
            }
            let _ = self.lines.next();
        }
        if block.is_empty() {
            return Ok(None);
        }
        if let ([line], None) = (block.as_slice(), self.lines.peek())
            && self.blocks == 0
            && line.text.trim().bytes().all(|byte| byte.is_ascii_digit())
        {
            let message = format!(
                "there is no board here, only the number {}",
                line.text.trim()
            );
            return Err(FormatError::at_line(line.number, line.indent(), message));
        }
        self.blocks += 1;
        Ok(Some(Block {
            label: self.label,
            lines: block,
        }))
    }

    fn is_whole(&self, block: &[Line<'_>]) -> bool {
        let lines = block.iter().filter(|line| !is_joins(line)).count();
        match (block.first(), self.extent.rows) {
            (None, _) => false,
            (Some(first), Some(rows)) if !names_cells(first) => lines as u64 >= rows,
            (Some(_), _) => lines >= self.extent.dominoes,
        }
    }
}

/// What a line is.
fn kind<'t>(line: &Line<'t>, index: &CellIndex<'_>) -> Result<Kind<'t>, FormatError> {
    if line.is_blank() {
        return Ok(Kind::Blank);
    }
    if let Some(label) = label(line) {
        return Ok(Kind::Label(label));
    }
    // A line of a list begins with a domino, and may name cells in any characters.
    let boxes = |char: char| ('\u{2500}'..='\u{259f}').contains(&char);
    let start = line.text.trim_start();
    let is_list = start.starts_with(|char: char| char.is_ascii_digit() || char == '?');
    // ASCII, and the elements of SVG and of pages.
    let begins = ["+-", "+=", "<svg", "<?xml", "<!"];
    let begins = begins.iter().any(|begin| start.starts_with(begin));
    if !is_list && (line.text.contains(boxes) || begins) {
        return Err(FormatError::at_line(line.number, line.indent(), PICTURE));
    }
    Ok(if compact::is_compact(line) {
        Kind::Compact
    } else if speaks(line, index) {
        let introduces = line.text.ends_with(':');
        Kind::Words { introduces }
    } else {
        Kind::Board
    })
}

/// Whether a line is a sentence and no part of a board, however mistyped.
fn speaks(line: &Line<'_>, index: &CellIndex<'_>) -> bool {
    let words = line.words();
    let Some(first) = words.first() else {
        return false;
    };
    let spoken = words.iter().filter(|word| is_spoken(word, index)).count();
    let begins = |word: &Token<'_>| word.text.starts_with(char::is_alphabetic);
    if begins(first) {
        // `dozen: 16` is the count of a puzzle.
        let is_count = match words.as_slice() {
            [.., name, count] => name.text.ends_with(':') && is_number(count.text),
            _ => false,
        };
        return is_count || (spoken > 0 && !is_like_a_placement(&words, index));
    }
    let step = first.text.strip_suffix('.');
    let numbered = step.is_some_and(is_number) && words.get(1).is_some_and(begins);
    (numbered || line.indent() > 1) && spoken > 1 && words.len() > 3
}

/// Whether it is a word of the language rather than a name or a number.
fn is_spoken(word: &Token<'_>, index: &CellIndex<'_>) -> bool {
    let text = word
        .text
        .trim_matches(|char: char| char.is_ascii_punctuation());
    text.len() > 2 && text.chars().all(char::is_alphabetic) && index.named(text).is_none()
}

/// Whether it names cells as a placement does, if not in the right order.
fn is_like_a_placement(words: &[Token<'_>], index: &CellIndex<'_>) -> bool {
    let cells = words.iter().filter(|word| index.named(word.text).is_some());
    let pips = words.iter().filter(|word| {
        let signs = |char: char| char.is_ascii_digit() || "-?|".contains(char);
        word.text.chars().all(signs)
    });
    let (cells, pips) = (cells.count(), pips.count());
    words.len() <= 3 && (cells > 1 || (cells > 0 && pips > 0))
}

/// The labels of a text.
pub(super) fn labels(text: &str) -> impl Iterator<Item = &str> {
    each_line(text).filter_map(|line| label(&line))
}

/// Whether a line of a board names cells, as in a list.
pub(super) fn names_cells(line: &Line<'_>) -> bool {
    line.text
        .contains(|char: char| char.is_alphabetic() || char == '"')
}

fn label<'t>(line: &Line<'t>) -> Option<&'t str> {
    line.raw.strip_prefix("== ").map(str::trim)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
