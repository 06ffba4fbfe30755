//! Descriptions of the forms of puzzles and boards: sections of `docs/formats.md`, which is compiled in.

use std::str::FromStr;

use super::Format;
use crate::nearest::{UnknownName, choose};

/// The text of `docs/formats.md`.
const PAGE: &str = include_str!("../../docs/formats.md");

/// The headings of the forms of boards.
const BOARDS: [&str; 4] = ["drawing", "list", "json", "unfinished"];

/// The contents of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormKind {
    /// Puzzles.
    Puzzle,
    /// Boards, finished or not.
    Board,
}

/// The description of a form of puzzles or boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormInfo {
    /// Its name.
    pub name: &'static str,
    /// Its contents.
    pub kind: FormKind,
    /// Its description in Markdown. The first paragraph is one sentence.
    pub text: &'static str,
}

impl FormInfo {
    /// All forms: those of puzzles, then those of boards.
    pub fn all() -> Vec<FormInfo> {
        let puzzles = Format::ALL.map(|format| (format.name(), FormKind::Puzzle));
        let boards = BOARDS.map(|name| (name, FormKind::Board));
        let forms = puzzles.into_iter().chain(boards);
        forms
            .map(|(name, kind)| FormInfo {
                name,
                kind,
                text: section(name),
            })
            .collect()
    }

    /// The first sentence of the description.
    pub fn about(&self) -> &'static str {
        self.text.split("\n\n").next().unwrap_or_default()
    }

    /// The example: the same small puzzle in all forms of puzzles, and its solution in the forms of boards.
    pub fn example(&self) -> &'static str {
        let (_, fenced) = self.text.split_once("\n```").unwrap_or_default();
        let (_, lines) = fenced.split_once('\n').unwrap_or_default();
        lines.split_once("```").map_or("", |(example, _)| example)
    }
}

impl FromStr for FormInfo {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        choose("form", FormInfo::all(), |form| form.name, word)
    }
}

/// The section below a heading, with its subsections.
fn section(heading: &str) -> &'static str {
    let mut begin = None;
    let mut at = 0;
    let mut is_example = false;
    for line in PAGE.split_inclusive('\n') {
        if line.starts_with("```") {
            is_example = !is_example;
        }
        let marks = line.bytes().take_while(|&byte| byte == b'#').count();
        if !is_example && marks > 1 {
            match begin {
                None if line[marks..].trim() == heading => begin = Some((marks, at + line.len())),
                Some((level, from)) if marks <= level => return PAGE[from..at].trim(),
                None | Some(_) => {}
            }
        }
        at += line.len();
    }
    begin.map_or("", |(_, from)| PAGE[from..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{read, read_board, read_partial};
    use crate::puzzle::{Puzzle, check};

    fn puzzle(format: Format) -> Puzzle {
        let form = format.name().parse::<FormInfo>().expect("a form");
        let document = read(form.example().as_bytes(), Some(format)).expect("an example");
        // Detection finds the same format.
        let found = read(form.example().as_bytes(), None).expect("an example");
        assert_eq!(found.format, format);
        document.pick(None).expect("one puzzle").clone()
    }

    #[test]
    fn every_example_is_the_same_puzzle() {
        let first = puzzle(Format::Nyt).digest();
        for format in Format::ALL {
            assert_eq!(puzzle(format).digest(), first, "{format}");
        }
    }

    #[test]
    fn examples_of_boards_fit_the_example() {
        let puzzle = puzzle(Format::Nyt);
        let boards = FormInfo::all();
        let mut boards = boards.iter().filter(|form| form.kind == FormKind::Board);
        let solution = puzzle.solution().expect("the newspaper's");
        for name in ["drawing", "list", "json"] {
            let form = boards.next().expect("a form");
            assert_eq!(form.name, name);
            let board = read_board(form.example().as_bytes(), &puzzle).expect(name);
            assert_eq!(&board, solution, "{name}");
            assert_eq!(check(&puzzle, &board), []);
        }
        for form in boards {
            let partial = read_partial(form.example().as_bytes(), &puzzle).expect(form.name);
            assert_ne!(partial.cells_to_go(&puzzle), 0, "{}", form.name);
            let solved = || {
                solution
                    .placements()
                    .iter()
                    .flat_map(|placed| placed.halves())
            };
            for shown in partial.shown() {
                assert!(solved().any(|other| other == shown), "{}", form.name);
            }
        }
    }

    #[test]
    fn every_form_has_a_description() {
        for form in FormInfo::all() {
            let about = form.about();
            assert!(about.ends_with('.') && about.len() <= 100, "{}", form.name);
            assert!(!form.example().is_empty(), "{}", form.name);
        }
        assert!("garph".parse::<FormInfo>().is_err());
    }
}
