//! Decodes an answer in a solver's variable names to a board, and checks the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::backend::{NameMap, NameMapError};
use crate::puzzle::{Board, Dedup, PlacedDomino, Puzzle, Violation, check};

use crate::backend::reply::Answer;

/// Reason why an answer is not a solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The name map does not fit the puzzle.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// The board that the answer describes is not a solution.
    #[error("the solver's board is not a solution: {}", list(.0))]
    Rejected(Vec<Violation>),
    /// The board is excluded from the solutions.
    #[error("the solver's board is excluded by --exclude")]
    Excluded,
}

fn list(faults: &[Violation]) -> String {
    let shown: Vec<String> = faults.iter().take(5).map(Violation::to_string).collect();
    let more = match faults.len().saturating_sub(5) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    shown.join("; ") + &more
}

/// Decodes any number of answers to boards.
///
/// Names without a placement are auxiliary variables of the encoding. An answer without a necessary
/// placement leaves a cell uncovered, so the checker rejects its board.
#[derive(Debug)]
pub struct Decoder<'a> {
    placements: BTreeMap<&'a str, PlacedDomino>,
    /// Placements without a variable, with the terms that define each.
    defined: Vec<(&'a str, &'a [String])>,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder for the names of a map.
    ///
    /// # Errors
    /// If the map belongs to another puzzle.
    pub fn new(puzzle: &Puzzle, names: &'a NameMap) -> Result<Self, NameMapError> {
        let placements = names.resolve(puzzle)?;
        let defined = names.defined().collect();
        Ok(Decoder {
            placements,
            defined,
        })
    }

    /// Returns the board of an answer, unchecked.
    pub fn board(&self, answer: &Answer) -> Board {
        let names = self.placements(answer).into_iter();
        names
            .filter_map(|name| self.placements.get(name).copied())
            .collect()
    }

    /// Returns the names of the placements in an answer: those that it contains, or, if there are none,
    /// those that are defined by its variables.
    pub fn placements<'s>(&'s self, answer: &'s Answer) -> Vec<&'s str> {
        let names = answer.true_names.iter().map(String::as_str);
        let named: Vec<&str> = names
            .filter(|name| self.placements.contains_key(name))
            .collect();
        if !named.is_empty() {
            return named;
        }
        let is_true = |terms: &[String]| terms.iter().all(|one| answer.true_names.contains(one));
        let defined = self.defined.iter().filter(|(_, terms)| is_true(terms));
        defined.map(|(name, _)| *name).collect()
    }
}

/// Returns the checked board of an answer.
///
/// # Errors
/// If the name map belongs to another puzzle, or the checker rejects the board.
pub fn decode(puzzle: &Puzzle, names: &NameMap, answer: &Answer) -> Result<Board, DecodeError> {
    let board = Decoder::new(puzzle, names)?.board(answer);
    match check(puzzle, &board) {
        faults if faults.is_empty() => Ok(board),
        faults => Err(DecodeError::Rejected(faults)),
    }
}

/// Returns the checked boards of answers, each solution once.
///
/// # Errors
/// As for [`decode`], or if a board is excluded. The first wrong board is the error.
pub fn decode_all(
    puzzle: &Puzzle,
    names: &NameMap,
    answers: &[Answer],
    exclude: &BTreeSet<Board>,
) -> Result<Vec<Board>, DecodeError> {
    let decoder = Decoder::new(puzzle, names)?;
    let mut seen = Dedup::default();
    let mut boards = Vec::new();
    for answer in answers {
        let board = decoder.board(answer);
        let faults = check(puzzle, &board);
        if !faults.is_empty() {
            return Err(DecodeError::Rejected(faults));
        }
        if exclude.contains(&board) {
            return Err(DecodeError::Excluded);
        }
        if seen.insert(&board).is_none() {
            boards.push(board);
        }
    }
    Ok(boards)
}
