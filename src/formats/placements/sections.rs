//! Boards in text with words around them, as `pipsc` prints them. A paragraph whose first line does not begin
//! with pips, `.`, `?` or `|` is words, and is passed over. Any other is a board, which a blank line ends as
//! soon as all of it is there.

use super::drawing::is_joins;
use crate::formats::FormatError;
use crate::formats::lines::{Line, each_line};

/// What to say to somebody who gives a picture of a board.
pub(super) const PICTURE: &str = "this is a picture, which is there to be looked at: expected a \
                                  board such as `pipsc run PUZZLE -o board.txt` writes, or JSON";

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
    /// Whether the line before was blank.
    after_blank: bool,
    /// The board stands in the text of a puzzle.
    in_puzzle: bool,
    /// The first words that stand around the boards.
    pub(super) words: Option<Line<'t>>,
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
            after_blank: true,
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
    pub(super) fn next(&mut self) -> Result<Option<Block<'t>>, FormatError> {
        let mut block: Vec<Line<'t>> = Vec::new();
        while let Some(&line) = self.lines.peek() {
            if let Some(label) = label(&line) {
                if !block.is_empty() {
                    break;
                }
                self.label = Some(label);
            } else if line.is_blank() {
                if self.is_whole(&block) {
                    break;
                }
            } else if is_board(&line)?
                || !(block.is_empty() || self.after_blank || self.is_whole(&block))
            {
                block.push(line);
            } else if block.is_empty() {
                self.skip_words(&line)?;
                continue;
            } else {
                break;
            }
            self.after_blank = line.is_blank();
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

    /// Passes over a paragraph that begins with words. A row of a board in it is a mistake: the first line may
    /// be a mistyped row.
    fn skip_words(&mut self, first: &Line<'t>) -> Result<(), FormatError> {
        let _ = self.words.get_or_insert(*first);
        let belongs = |line: &Line<'_>| !line.is_blank() && label(line).is_none();
        while let Some(line) = self.lines.next_if(belongs) {
            let shows = |char: char| char.is_ascii_digit() || char == '?';
            if is_board(&line)? && line.text.contains(shows) {
                let message = format!(
                    "expected a board, which begins with pips, `.` or `?`, found `{}`; a blank line \
                     separates words from a board",
                    first.text.trim()
                );
                return Err(FormatError::at_line(first.number, first.indent(), message));
            }
        }
        Ok(())
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

/// Whether a line begins as those of a board do: with pips, or with what stands in their place. A picture is
/// a mistake of its own.
fn is_board(line: &Line<'_>) -> Result<bool, FormatError> {
    let start = line.text.trim_start();
    let behind = start.trim_start_matches(|char: char| char.is_ascii_digit());
    // `1. ` begins a step of a hint.
    let is_step = behind.len() < start.len() && behind.starts_with(". ");
    let pips = |char: char| char.is_ascii_digit() || ".?|".contains(char);
    let is_row = start.starts_with(pips);
    let is_joined = start
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(pips));
    if (is_row && !is_step) || is_joined {
        return Ok(true);
    }
    // ASCII, and the elements of SVG and of pages.
    let boxes = |char: char| ('\u{2500}'..='\u{259f}').contains(&char);
    let begins = ["+-", "+=", "<svg", "<?xml", "<!"];
    if line.text.contains(boxes) || begins.iter().any(|begin| start.starts_with(begin)) {
        return Err(FormatError::at_line(line.number, line.indent(), PICTURE));
    }
    Ok(false)
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
