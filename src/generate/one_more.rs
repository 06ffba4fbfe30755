//! The family `one-more`: a puzzle with exactly one solution, and that solution excluded.
//!
//! There is none left, and nothing on the board tells: its shape can be covered, every rule and every
//! two of them can be kept, and the only board that keeps all is the one that does not count.

use super::chance::Chance;
use super::{Effort, Unmade, of_family};
use crate::puzzle::Puzzle;
use crate::puzzle::recipe::{Family, FamilyRecipe, Knob, Knobs};

/// The families that the puzzle can be of, in the order of the knob's words.
const OF: [Family; 2] = [Family::Newspaper, Family::Full];

/// A unique puzzle of another family, as large as that family counts, without its solution.
pub(super) fn make(
    knobs: &Knobs,
    size: u32,
    chance: &mut Chance,
    effort: &Effort<'_>,
) -> Result<Puzzle, Unmade> {
    let family = knobs.choice(Knob::Of, &OF);
    let unique = FamilyRecipe::new(family, size, [(Knob::Unique, 1)], 0)
        .map_err(|problem| Unmade::Impossible(problem.to_string()))?;
    let puzzle = of_family(unique.knobs(), size, chance, effort)?;
    let Some(board) = puzzle.solution().cloned() else {
        unreachable!("a puzzle of {family} comes with its solution")
    };
    match puzzle.excluding(board) {
        Ok(puzzle) => Ok(puzzle),
        Err(flaw) => unreachable!("a solution is a board: {flaw}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::recipe::Choices;

    #[test]
    fn words_name_the_families() {
        let Choices::Words(words) = Knob::Of.choices() else {
            panic!("families are words");
        };
        assert_eq!(words, OF.map(Family::name));
    }
}
