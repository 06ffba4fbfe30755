//! Days, written as `2025-08-24`, `today` or `yesterday`, and addresses of the NYT.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::OnceLock;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::Server;
use crate::formats::NytLevel;
use crate::puzzle::Label;
use crate::visible;

/// A calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

/// An invalid day, or an address without puzzles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DayError {
    /// The day does not exist.
    #[error("there is no day {0} in the calendar")]
    NotInCalendar(Label),
    /// The day is not written as YYYY-MM-DD.
    #[error("`{0}` is not a day, expected YYYY-MM-DD, such as 2025-08-24, or today or yesterday")]
    Form(Label),
    /// The URL is of another page.
    #[error(
        "{0} is not the address of a puzzle; pipsc reads \
         https://www.nytimes.com/games/pips, the same with /easy, /medium or /hard behind it, and \
         {data}", data = Server::nyt().url(Day::first())
    )]
    OtherPage(Label),
    /// The URL contains a user name or a password, which the message does not repeat.
    #[error("an address with a user name or a password is not accepted")]
    UserInfo,
}

impl Day {
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

    /// The day of the first published puzzles.
    pub fn first() -> Self {
        Day(date(2025, 8, 18))
    }

    /// The UTC day of a Unix time in seconds; `None` if it is out of range.
    pub fn of_epoch(seconds: i64) -> Option<Self> {
        let moment = Timestamp::from_second(seconds).ok()?;
        Some(Day(moment.to_zoned(TimeZone::UTC).date()))
    }

    /// Parses a day; `None` if the word does not have the form of a day.
    fn read(word: &str) -> Option<Result<Self, DayError>> {
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
        if parts.iter().map(|part| part.len()).ne([4, 2, 2]) {
            return Some(Err(DayError::Form(word.into())));
        }
        let found = word.parse().map(Day);
        Some(found.map_err(|_| DayError::NotInCalendar(word.into())))
    }
}

/// `2025-08-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(word: &str) -> Result<Self, DayError> {
        Day::read(word)
            .unwrap_or_else(|| Err(DayError::Form(visible::path(Path::new(word)).into())))
    }
}

/// The puzzles of a day, or one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleAddress {
    /// The day.
    pub day: Day,
    /// The level, if the address has one.
    pub level: Option<NytLevel>,
}

impl PuzzleAddress {
    /// Parses a day, or a URL of the NYT: the page of the puzzles, which is about today unless it has a
    /// day, or their data. `None` if the text does not have the form of either.
    pub fn read(text: &str) -> Option<Result<Self, DayError>> {
        if let Some(day) = Day::read(text) {
            return Some(day.map(|day| PuzzleAddress { day, level: None }));
        }
        let is_scheme =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let rest = match text.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => rest,
            None if text.starts_with("www.nytimes.com/") => text,
            _ => return None,
        };
        if rest
            .split('/')
            .next()
            .is_some_and(|host| host.contains('@'))
        {
            return Some(Err(DayError::UserInfo));
        }
        let place = rest.split(['?', '#']).next().unwrap_or_default();
        let place = place.strip_prefix("www.").unwrap_or(place);
        let page = place.strip_prefix("nytimes.com/games/pips");
        let data = || {
            place
                .strip_prefix("nytimes.com/svc/pips/v1")?
                .strip_suffix(".json")
        };
        let words = match page.or_else(data) {
            // `/games/pipsqueak` is another page.
            Some(words) if words.is_empty() || words.starts_with('/') => words,
            _ => return Some(Err(DayError::OtherPage(text.into()))),
        };
        let (mut day, mut level) = (None, None);
        for word in words.split('/').filter(|word| !word.is_empty()) {
            match (word.parse::<NytLevel>(), Day::read(word)) {
                (Ok(found), _) => level = Some(found),
                (Err(_), Some(Ok(found))) => day = Some(found),
                (Err(_), Some(Err(problem))) => return Some(Err(problem)),
                (Err(_), None) => return Some(Err(DayError::OtherPage(text.into()))),
            }
        }
        let day = day.unwrap_or_else(Day::today);
        Some(Ok(PuzzleAddress { day, level }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unix_times_are_converted_to_days() {
        assert_eq!(Day::of_epoch(86_399), Some(Day(date(1970, 1, 1))));
        assert_eq!(Day::of_epoch(1_763_251_200), Some(Day(date(2025, 11, 16))));
        assert_eq!(Day::of_epoch(i64::MAX), None);
    }

    #[test]
    fn days_are_read_strictly() {
        assert_eq!("2025-08-24".parse(), Ok(Day(date(2025, 8, 24))));
        assert_eq!(Day(date(2025, 8, 4)).to_string(), "2025-08-04");
        for word in ["2025-02-30", "2026-02-29", "2025-13-01", "2025-00-10"] {
            let problem = DayError::NotInCalendar(word.into());
            assert_eq!(word.parse::<Day>(), Err(problem));
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
        ] {
            assert_eq!(Day::read(word), None, "{word}");
        }
    }

    #[test]
    fn addresses_of_the_nyt_are_read() {
        let level = "hard".parse().ok();
        let other = "2025-10-14".parse().expect("a day");
        for (text, day, level) in [
            ("yesterday", Day::yesterday(), None),
            ("https://www.nytimes.com/games/pips/", Day::today(), None),
            ("www.nytimes.com/games/pips/hard", Day::today(), level),
            (
                "http://nytimes.com/games/pips/hard?smid=url#top",
                Day::today(),
                level,
            ),
            (
                "https://www.nytimes.com/games/pips/2025-10-14/hard",
                other,
                level,
            ),
            (
                "https://www.nytimes.com/svc/pips/v1/2025-10-14.json",
                other,
                None,
            ),
        ] {
            let address = PuzzleAddress { day, level };
            assert_eq!(PuzzleAddress::read(text), Some(Ok(address)), "{text}");
        }
        for text in [
            "https://www.nytimes.com/games/wordle",
            "https://www.nytimes.com/games/pipsqueak",
            "https://www.nytimes.com/games/pips/archive",
            "https://www.nytimes.com.example.org/games/pips",
            "ftp://x",
        ] {
            let problem = DayError::OtherPage(text.into());
            assert_eq!(PuzzleAddress::read(text), Some(Err(problem)));
        }
        for text in ["puzzle.txt", "a/b:hard", "nytimes.com", "-", "://x", ""] {
            assert_eq!(PuzzleAddress::read(text), None, "{text}");
        }
    }
}
