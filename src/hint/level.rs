//! Levels: how hard a puzzle is, in a word.
//!
//! The bands of the score were fitted on the newspaper's own levels, of 105 days: these two limits
//! put the most puzzles, 256 of 315, into the level that they were printed under. No puzzle of the
//! newspaper reaches the last band: its hardest scores 78.9. `docs/hints.md` has the table.

use std::fmt;

/// How hard a puzzle is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As the newspaper's small ones.
    Easy,
    /// As those between.
    Medium,
    /// As its large ones.
    Hard,
    /// Beyond all of the newspaper's.
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

    /// The lowest score of the level, in tenths.
    fn lowest_tenths(self) -> i64 {
        match self {
            Level::Easy => 0,
            Level::Medium => 180,
            Level::Hard => 280,
            Level::Expert => 800,
        }
    }

    /// The level of a score, as it is shown: in tenths.
    pub fn of(score: f64) -> Level {
        let tenths = (score * 10.0).round() as i64;
        let reached = |level: &Level| tenths >= level.lowest_tenths();
        let mut levels = Level::ALL.into_iter().rev();
        levels.find(reached).unwrap_or(Level::Easy)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn a_score_has_the_level_that_its_tenths_say() {
        let levels = [0.0, 17.94, 17.96, 27.94, 27.96, 79.94, 79.96, 1e9].map(Level::of);
        let [easy, medium, hard, expert] = Level::ALL;
        let expected = [easy, easy, medium, medium, hard, hard, expert, expert];
        assert_eq!(levels, expected);
    }
}
