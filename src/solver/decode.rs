//! Decoding: from an answer in a solver's names to a board, which the checker has accepted.

use std::collections::BTreeMap;

use crate::backend::{NameMap, NameMapError};
use crate::puzzle::{Board, Fault, Placed, Puzzle, Seen, check};

use crate::backend::reply::Answer;

/// Why an answer is not a solution.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The name map does not fit the puzzle.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// The board that the answer describes is not a solution.
    #[error("the solver's board is not a solution: {}", list(.0))]
    Rejected(Vec<Fault>),
}

fn list(faults: &[Fault]) -> String {
    let shown: Vec<String> = faults.iter().take(5).map(Fault::to_string).collect();
    let more = match faults.len().saturating_sub(5) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    shown.join("; ") + &more
}

/// Turns answers into boards, for any number of answers.
///
/// Names that stand for no placement are auxiliary variables of the encoding and say nothing; an
/// answer that misses a placement leaves a cell uncovered, which the checker sees.
#[derive(Debug)]
pub struct Decoder<'a> {
    placements: BTreeMap<&'a str, Placed>,
}

impl<'a> Decoder<'a> {
    /// Prepares to decode answers in the names of a map.
    pub fn new(puzzle: &Puzzle, names: &'a NameMap) -> Result<Self, NameMapError> {
        let placements = names.resolve(puzzle)?;
        Ok(Decoder { placements })
    }

    /// The board that an answer describes. Nobody has checked it.
    pub fn board(&self, answer: &Answer) -> Board {
        let names = answer.true_names.iter();
        names
            .filter_map(|name| self.placements.get(name.as_str()).copied())
            .collect()
    }

    /// The names of the placements in an answer.
    pub fn placements(&self, answer: &Answer) -> Vec<String> {
        let names = answer.true_names.iter();
        names
            .filter(|name| self.placements.contains_key(name.as_str()))
            .cloned()
            .collect()
    }
}

/// The board that an answer describes, if the checker accepts it.
pub fn decode(puzzle: &Puzzle, names: &NameMap, answer: &Answer) -> Result<Board, DecodeError> {
    let board = Decoder::new(puzzle, names)?.board(answer);
    match check(puzzle, &board) {
        faults if faults.is_empty() => Ok(board),
        faults => Err(DecodeError::Rejected(faults)),
    }
}

/// The boards that answers describe, each solution once, if the checker accepts all of them.
pub fn decode_all(
    puzzle: &Puzzle,
    names: &NameMap,
    answers: &[Answer],
) -> Result<Vec<Board>, DecodeError> {
    let decoder = Decoder::new(puzzle, names)?;
    let mut seen = Seen::default();
    let mut boards = Vec::new();
    for answer in answers {
        let board = decoder.board(answer);
        let faults = check(puzzle, &board);
        if !faults.is_empty() {
            return Err(DecodeError::Rejected(faults));
        }
        if seen.before(&board).is_none() {
            boards.push(board);
        }
    }
    Ok(boards)
}
