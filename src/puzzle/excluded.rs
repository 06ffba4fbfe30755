//! Excluded boards: boards that do not count as solutions, whatever rules they keep.
//!
//! "A solution other than these" is a puzzle of its own: with its only solution excluded it has none,
//! with all that are known excluded it asks for one more. A board is excluded as what it is, a set
//! of placements: under whichever names copies of a domino or the ends of a double are given.

use std::sync::Arc;

use super::check::misplaced;
use super::{Board, Place, Puzzle, PuzzleError, PuzzleErrorKind, Verifier};

impl Puzzle {
    /// The same puzzle with one board less that can be a solution. A board that is excluded already
    /// changes nothing, and one that breaks a rule excludes nothing; but it must cover the cells with
    /// the dominoes, or it is no board of this puzzle. No recipe makes a puzzle with a board taken away
    /// from it.
    pub fn excluding(mut self, board: Board) -> Result<Puzzle, PuzzleError> {
        let place = Place::Excluded(self.excluded.len());
        self.exclude(board, place)?;
        Ok(self)
    }

    /// Excludes a board that is found at a place of a draft.
    pub(super) fn exclude(&mut self, board: Board, place: Place) -> Result<(), PuzzleError> {
        let faults = misplaced(self, &board);
        if !faults.is_empty() {
            return Err(PuzzleError {
                place,
                kind: PuzzleErrorKind::NotABoard(PuzzleError::list(&faults)),
            });
        }
        if !self.excludes(&board) {
            self.solution = self.solution.take().filter(|solution| *solution != board);
            // A title that speaks of the recipe would go on promising what that gave.
            if let Some(recipe) = self.recipe.take()
                && self.title() == Some(&recipe.to_string().into())
            {
                self.title = Some(format!("{recipe}; without some boards").into());
            }
            let _ = Arc::make_mut(&mut self.excluded).insert(board);
        }
        Ok(())
    }

    /// How many of the excluded boards would be solutions: those that keep every rule and pin.
    pub fn excluded_solutions(&self) -> usize {
        let all = self.with_all_boards();
        let mut judge = Verifier::new(&all);
        let excluded = self.excluded.iter();
        excluded.filter(|board| judge.accepts(board)).count()
    }
}

/// How many boards are excluded, in a sentence; nothing if none is.
pub(crate) fn in_words(excluded: usize) -> Option<String> {
    match excluded {
        0 => None,
        1 => Some("One board does not count as a solution.".into()),
        many => Some(format!("{many} boards do not count as solutions.")),
    }
}

/// How many boards are excluded, by a text that says so [in words](in_words).
pub(crate) fn said(text: &str) -> usize {
    const ONE: &str = "One board does not count as a solution.";
    const MANY: &str = " boards do not count as solutions.";
    if text.contains(ONE) {
        return 1;
    }
    let before = text.split_once(MANY).map(|(before, _)| before);
    let number = before.and_then(|before| before.split_whitespace().next_back());
    number.and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, CellId, Domino, PlacedDomino, PuzzleDraft, Violation, check};

    /// Four cells in a square.
    fn square(dominoes: [Domino; 2]) -> Puzzle {
        Puzzle::new(PuzzleDraft {
            cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
            dominoes: dominoes.to_vec(),
            ..PuzzleDraft::default()
        })
        .expect("a puzzle")
    }

    fn board(placed: [(u32, u32, u32, u32); 2]) -> Board {
        let placed = placed
            .map(|(one, at_one, other, at_other)| {
                PlacedDomino::new((CellId(one), at_one), (CellId(other), at_other))
            })
            .into_iter();
        placed.collect()
    }

    #[test]
    fn an_excluded_board_is_no_solution_and_the_others_are() {
        let puzzle = square([Domino::new(1, 2), Domino::new(3, 3)]);
        let upright = board([(0, 1, 2, 2), (1, 3, 3, 3)]);
        let across = board([(0, 1, 1, 2), (2, 3, 3, 3)]);
        assert_eq!(check(&puzzle, &upright), []);
        let less = puzzle.clone().excluding(upright.clone()).expect("a board");
        assert_eq!(check(&less, &upright), [Violation::Excluded]);
        assert_eq!(check(&less, &across), []);
        let mut judge = Verifier::new(&less);
        assert!(!judge.accepts(&upright) && judge.accepts(&across));
        // Twice is once, whichever half of a double is named first.
        let again = board([(3, 3, 1, 3), (2, 2, 0, 1)]);
        let twice = less.clone().excluding(again).expect("a board");
        assert_eq!(twice, less);
        assert_eq!(twice.excluded().len(), 1);
        assert_eq!(less.with_all_boards(), puzzle);
        assert_ne!(less.digest(), puzzle.digest());
    }

    #[test]
    fn what_does_not_cover_the_board_with_the_dominoes_is_refused() {
        let puzzle = square([Domino::new(1, 2), Domino::new(3, 3)]);
        for (wrong, why) in [
            (
                board([(0, 1, 2, 2), (1, 3, 3, 4)]),
                "domino 3-3 is not used, but there is 1 copy",
            ),
            (board([(0, 1, 3, 2), (1, 3, 2, 3)]), "not neighbours"),
            (
                board([(0, 1, 2, 2), (0, 3, 1, 3)]),
                "cell r0c0 is covered by 2",
            ),
            (Board::default(), "cell r0c0 is not covered"),
        ] {
            let flaw = puzzle.clone().excluding(wrong).expect_err(why);
            assert_eq!(flaw.place, Place::Excluded(0));
            assert!(flaw.to_string().contains(why), "{flaw}");
        }
    }

    #[test]
    fn a_solution_that_is_excluded_is_none_any_more() {
        let solution = board([(0, 1, 2, 2), (1, 3, 3, 3)]);
        let draft = PuzzleDraft {
            cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
            dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
            solution: Some(solution.clone()),
            ..PuzzleDraft::default()
        };
        let puzzle = Puzzle::new(draft.clone()).expect("a puzzle");
        let other = board([(0, 2, 2, 1), (1, 3, 3, 3)]);
        let kept = puzzle.clone().excluding(other).expect("a board");
        assert_eq!(kept.solution(), Some(&solution));
        let dropped = puzzle.excluding(solution.clone()).expect("a board");
        assert_eq!(dropped.solution(), None);
        let claimed = Puzzle::new(PuzzleDraft {
            excluded: vec![solution],
            ..draft
        });
        let flaw = claimed.expect_err("it claims what it excludes");
        assert_eq!(
            flaw.to_string(),
            "the solution given is not one: the puzzle excludes this board"
        );
    }

    #[test]
    fn what_is_said_of_excluded_boards_can_be_read_again() {
        for count in [0, 1, 2, 12_345] {
            let text = format!("c A head. {}\n1 2 0\n", in_words(count).unwrap_or_default());
            assert_eq!(said(&text), count);
        }
    }
}
