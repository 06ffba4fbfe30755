//! The example puzzles that ship in `puzzles/`.

/// The number of solutions of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// The exact number, small enough to list all solutions.
    Exactly(usize),
    /// At least one, which the file contains.
    Some,
}

/// Every example: file, name, solutions.
pub(crate) const EXAMPLES: [(&str, Count); 12] = [
    ("2025-09-16-easy.graph.json", Count::Exactly(1)),
    ("2025-09-21-hard.graph.json", Count::Exactly(1)),
    ("2025-10-05-easy.nyt.json", Count::Exactly(1)),
    ("2025-10-16-easy.cells.json", Count::Exactly(1)),
    ("double-nine.txt", Count::Some),
    ("double-six.txt", Count::Some),
    ("dozen.txt", Count::Exactly(1)),
    ("impossible.txt", Count::Exactly(0)),
    ("islands.txt", Count::Exactly(1)),
    ("loose.txt", Count::Exactly(256)),
    ("small.board.json", Count::Exactly(1)),
    ("triplets.txt", Count::Exactly(1)),
];
