//! Levels: how hard a puzzle is, in a word.
//!
//! The bands of the score were fitted on the newspaper's own levels, of 105 days: these two limits
//! put the most puzzles into the level that they were printed under. An expert's puzzle needs what no
//! hard one does: something has to be supposed within what is supposed already. None of the newspaper's
//! puzzles with one solution is like that. `docs/hints.md` has the tables.

use std::fmt;

use crate::deduce::Depth;

/// The lowest score of a medium puzzle, in tenths.
const MEDIUM: i64 = 180;

/// The lowest score of a hard one.
const HARD: i64 = 280;

/// How hard a puzzle is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As the newspaper's small ones.
    Easy,
    /// As those between.
    Medium,
    /// As its large ones.
    Hard,
    /// Beyond all of the newspaper's that have one solution.
    Expert,
}

impl Level {
    /// Every level, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// The level of a score, as it is shown, in tenths, for which one has to think ahead so far.
    pub fn of(score: f64, depth: Depth) -> Level {
        let tenths = (score * 10.0).round() as i64;
        match depth {
            Depth::Nested => Level::Expert,
            Depth::Looking | Depth::Supposing if tenths < MEDIUM => Level::Easy,
            Depth::Looking | Depth::Supposing if tenths < HARD => Level::Medium,
            Depth::Looking | Depth::Supposing => Level::Hard,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_the_level_that_its_tenths_say() {
        let [easy, medium, hard, expert] = Level::ALL;
        for depth in [Depth::Looking, Depth::Supposing] {
            let levels = [0.0, 17.94, 17.96, 27.94, 27.96, 1e9].map(|one| Level::of(one, depth));
            assert_eq!(levels, [easy, easy, medium, medium, hard, hard]);
        }
        assert_eq!(
            [0.0, 30.0].map(|one| Level::of(one, Depth::Nested)),
            [expert; 2]
        );
    }
}
