//! Levels: how hard a puzzle is, in a word.
//!
//! The limits of the score were fitted on the NYT's own levels, of 105 days: they put the most puzzles
//! into the level that these were printed under. An expert puzzle needs what no hard one does:
//! assumptions within assumptions. `docs/hints.md` has the tables.

use crate::deduce::Depth;
pub use crate::puzzle::recipe::Level;

/// The lowest score of a medium puzzle, in tenths.
const MEDIUM: i64 = 180;

/// The lowest score of a hard one.
const HARD: i64 = 280;

impl Level {
    /// The level of a score, rounded to tenths, and a depth.
    pub fn of(score: f64, depth: Depth) -> Level {
        let tenths = (score * 10.0).round() as i64;
        match depth {
            Depth::Search => Level::Expert,
            Depth::Propagation | Depth::Probing if tenths < MEDIUM => Level::Easy,
            Depth::Propagation | Depth::Probing if tenths < HARD => Level::Medium,
            Depth::Propagation | Depth::Probing => Level::Hard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_the_level_that_its_tenths_say() {
        let [easy, medium, hard, expert] = Level::ALL;
        for depth in [Depth::Propagation, Depth::Probing] {
            let levels = [0.0, 17.94, 17.96, 27.94, 27.96, 1e9].map(|one| Level::of(one, depth));
            assert_eq!(levels, [easy, easy, medium, medium, hard, hard]);
        }
        assert_eq!(
            [0.0, 30.0].map(|one| Level::of(one, Depth::Search)),
            [expert; 2]
        );
    }
}
