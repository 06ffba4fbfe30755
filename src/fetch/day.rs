//! Days, written as `2025-08-24`, `today` or `yesterday`.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::puzzle::Label;
use crate::visible;

/// The day of the first published puzzles.
const FIRST: Date = date(2025, 8, 18);

/// A calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

/// An invalid day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DayError {
    /// The day does not exist.
    #[error("there is no day {0} in the calendar")]
    NotInCalendar(Label),
    /// The day is not written as YYYY-MM-DD.
    #[error("`{0}` is not a day, expected YYYY-MM-DD, such as 2025-08-24, or today or yesterday")]
    Form(Label),
}

impl Day {
    /// The words for relative days.
    pub const WORDS: [&'static str; 2] = ["today", "yesterday"];

    /// Today in the local time zone. It does not change while the program runs.
    pub fn today() -> Self {
        static TODAY: OnceLock<Date> = OnceLock::new();
        Day(*TODAY.get_or_init(|| Zoned::now().date()))
    }

    /// The day before today.
    pub fn yesterday() -> Self {
        let Day(today) = Day::today();
        // Only the first day of the calendar has no predecessor.
        Day(today.yesterday().unwrap_or(today))
    }

    /// The UTC day of a Unix time in seconds; `None` if it is out of range.
    pub fn of_epoch(seconds: i64) -> Option<Self> {
        let moment = Timestamp::from_second(seconds).ok()?;
        Some(Day(moment.to_zoned(TimeZone::UTC).date()))
    }

    /// Parses a day; `None` if the word does not have the form of a day.
    pub fn read(word: &str) -> Option<Result<Self, DayError>> {
        match word {
            "today" => return Some(Ok(Day::today())),
            "yesterday" => return Some(Ok(Day::yesterday())),
            _ => {}
        }
        let parts: Vec<&str> = word.split('-').collect();
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if parts.len() != 3 || !parts.iter().all(is_number) {
            return None;
        }
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        if lengths != [4, 2, 2] {
            return Some(Err(DayError::Form(word.into())));
        }
        let found = word.parse().map(Day);
        Some(found.map_err(|_| DayError::NotInCalendar(word.into())))
    }

    /// Whether the day is before the first published puzzles.
    pub fn is_before_the_first(self) -> bool {
        self.0 < FIRST
    }

    /// The day of the first published puzzles.
    pub fn first() -> Self {
        Day(FIRST)
    }
}

/// `2025-08-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for Day {
    type Err = DayError;

    fn from_str(word: &str) -> Result<Self, DayError> {
        Day::read(word)
            .unwrap_or_else(|| Err(DayError::Form(visible::path(Path::new(word)).into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_on_a_day() {
        assert_eq!(Day::of_epoch(86_399), Some(Day(date(1970, 1, 1))));
        assert_eq!(Day::of_epoch(1_763_251_200), Some(Day(date(2025, 11, 16))));
        assert_eq!(Day::of_epoch(i64::MAX), None);
    }

    #[test]
    fn days_are_read_strictly() {
        assert_eq!("2025-08-24".parse(), Ok(Day(date(2025, 8, 24))));
        assert_eq!(Day(date(2025, 8, 4)).to_string(), "2025-08-04");
        assert_eq!("2028-02-29".parse(), Ok(Day(date(2028, 2, 29))));
        for word in [
            "2025-02-30",
            "2026-02-29",
            "2025-13-01",
            "2025-00-10",
            "2025-01-00",
        ] {
            assert_eq!(
                word.parse::<Day>(),
                Err(DayError::NotInCalendar(word.into()))
            );
        }
        for word in ["2025-8-24", "25-08-24", "02025-08-24"] {
            assert_eq!(Day::read(word), Some(Err(DayError::Form(word.into()))));
        }
        for word in [
            "",
            "puzzle.txt",
            "Today",
            "2025-08",
            "2025-08-24.json",
            "-1-2-3",
            "2025-08-+4",
        ] {
            assert_eq!(Day::read(word), None, "{word}");
        }
    }

    #[test]
    fn words_mean_days() {
        let days = Day::WORDS.map(|word| word.parse::<Day>().expect("a day"));
        assert_eq!(days, [Day::today(), Day::yesterday()]);
        assert_eq!(days[1].0.tomorrow().ok(), Some(days[0].0));
    }

    #[test]
    fn the_first_day_is_known() {
        let before = |word: &str| word.parse::<Day>().expect("a day").is_before_the_first();
        assert!(before("2025-08-17") && !before("2025-08-18"));
        assert!(!Day::today().is_before_the_first());
    }
}
