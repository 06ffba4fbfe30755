//! Decoding: from an answer in a solver's names to a board, which the checker has accepted.

use crate::puzzle::{Board, Fault, Puzzle, check};
use crate::target::{NameMap, NameMapError};

use super::reply::Answer;

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

/// The board that an answer describes, if the checker accepts it.
///
/// Names that stand for no placement are auxiliary variables of the encoding and say nothing; an
/// answer that misses a placement leaves a cell uncovered, which the checker sees.
pub fn decode(puzzle: &Puzzle, names: &NameMap, answer: &Answer) -> Result<Board, DecodeError> {
    let placements = names.resolve(puzzle)?;
    let board: Board = answer
        .true_names
        .iter()
        .filter_map(|name| placements.get(name.as_str()).copied())
        .collect();
    match check(puzzle, &board) {
        faults if faults.is_empty() => Ok(board),
        faults => Err(DecodeError::Rejected(faults)),
    }
}
