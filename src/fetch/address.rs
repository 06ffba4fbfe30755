//! URLs of puzzles: the NYT page of a puzzle, or its data.

use super::{Day, DayError, Server};
use crate::formats::NytLevel;
use crate::puzzle::Label;

/// The hosts of the NYT.
const HOSTS: [&str; 3] = ["www.nytimes.com", "nytimes.com", "m.nytimes.com"];

/// The path prefix of puzzle pages.
const PAGE: &str = "/games/pips";

/// A URL of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleAddress {
    /// The day; today if the URL has no date.
    pub day: Day,
    /// The level, if the URL has one.
    pub level: Option<NytLevel>,
}

/// A URL that does not identify a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The URL is of another page.
    #[error(
        "{0} is not the address of a puzzle; pipsc reads \
         https://www.nytimes.com/games/pips, the same with /easy, /medium or /hard behind it, and \
         {data}", data = Server::nyt().url(Day::first())
    )]
    Unknown(Label),
    /// The URL contains a user name or a password, which the message does not repeat.
    #[error("an address with a user name or a password is not accepted")]
    UserInfo,
    /// The day is invalid.
    #[error("{address}: {problem}")]
    Day {
        /// The URL.
        address: Label,
        /// The error of the day.
        problem: DayError,
    },
}

impl PuzzleAddress {
    /// Parses a URL; `None` if the text does not have the form of a URL. URLs on `server` are
    /// parsed like those of the NYT.
    pub fn read(text: &str, server: &Server) -> Option<Result<Self, AddressError>> {
        let rest = match text.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => rest,
            None if HOSTS.iter().any(|host| starts_with_host(text, host)) => text,
            _ => return None,
        };
        let address = rest.split('#').next().unwrap_or_default();
        if address
            .split('/')
            .next()
            .is_some_and(|host| host.contains('@'))
        {
            return Some(Err(AddressError::UserInfo));
        }
        let (place, query) = address.split_once('?').unwrap_or((address, ""));
        let place = place.trim_end_matches('/');
        let words = below(place, server)
            .map(|file| vec![file.strip_suffix(".json").unwrap_or(file)])
            .or_else(|| {
                let path = HOSTS.iter().find_map(|host| place.strip_prefix(host))?;
                let words = path.strip_prefix(PAGE)?;
                // `/games/pipsqueak` is another page.
                (words.is_empty() || words.starts_with('/'))
                    .then(|| words.split('/').filter(|word| !word.is_empty()).collect())
            });
        let Some(mut words): Option<Vec<&str>> = words else {
            return Some(Err(AddressError::Unknown(text.into())));
        };
        words.extend(query.split('&').filter_map(asked_for));
        Some(PuzzleAddress::of_words(&words, text))
    }

    /// Parses the words of a URL as a day and a level.
    fn of_words(words: &[&str], text: &str) -> Result<Self, AddressError> {
        let (mut day, mut level) = (None, None);
        for word in words {
            if let Ok(found) = word.parse::<NytLevel>() {
                level = Some(found);
                continue;
            }
            let read = Day::read(word).ok_or_else(|| AddressError::Unknown(text.into()))?;
            day = Some(read.map_err(|problem| AddressError::Day {
                address: text.into(),
                problem,
            })?);
        }
        let day = day.unwrap_or_else(Day::today);
        Ok(PuzzleAddress { day, level })
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

fn starts_with_host(text: &str, host: &str) -> bool {
    text.strip_prefix(host)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// The path of a URL below the base URL of `server` or of the NYT.
fn below<'t>(place: &'t str, server: &Server) -> Option<&'t str> {
    [server, &Server::nyt()].into_iter().find_map(|server| {
        let base = server.base();
        let (_, base) = base.split_once("://")?;
        let file = place.strip_prefix(base)?.strip_prefix('/')?;
        file.ends_with(".json").then_some(file)
    })
}

/// The value of a query parameter that selects a puzzle.
fn asked_for(parameter: &str) -> Option<&str> {
    match parameter.split_once('=')? {
        ("date" | "day" | "level" | "difficulty", value) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Result<PuzzleAddress, AddressError>> {
        let server = "http://localhost:8000/pips".parse().expect("a server");
        PuzzleAddress::read(text, &server)
    }

    #[test]
    fn pages_and_data_are_understood() {
        let today = Day::today();
        let day = "2025-10-14".parse().expect("a day");
        for (text, day, level) in [
            ("https://www.nytimes.com/games/pips", today, None),
            ("https://www.nytimes.com/games/pips/", today, None),
            (
                "http://nytimes.com/games/pips/easy",
                today,
                Some(NytLevel::Easy),
            ),
            (
                "www.nytimes.com/games/pips/hard",
                today,
                Some(NytLevel::Hard),
            ),
            (
                "https://www.nytimes.com/games/pips/medium?utm_source=app&smid=url#top",
                today,
                Some(NytLevel::Medium),
            ),
            (
                "https://www.nytimes.com/games/pips?difficulty=hard&date=2025-10-14",
                day,
                Some(NytLevel::Hard),
            ),
            (
                "https://www.nytimes.com/svc/pips/v1/2025-10-14.json",
                day,
                None,
            ),
            ("http://localhost:8000/pips/2025-10-14.json", day, None),
        ] {
            assert_eq!(read(text), Some(Ok(PuzzleAddress { day, level })), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_refused_and_files_are_none() {
        for text in [
            "https://www.nytimes.com/games/wordle",
            "https://www.nytimes.com/games/pipsqueak",
            "https://www.nytimes.com/games/pips/archive",
            "https://www.nytimes.com/svc/pips/v1/index.json",
            "https://example.org/2025-10-14.json",
            "https://www.nytimes.com.example.org/games/pips",
            "ftp://x",
        ] {
            assert_eq!(read(text), Some(Err(AddressError::Unknown(text.into()))));
        }
        let wrong = "https://www.nytimes.com/svc/pips/v1/2025-02-30.json";
        assert!(matches!(read(wrong), Some(Err(AddressError::Day { .. }))));
        for text in [
            "puzzle.txt",
            "today",
            "a/b:hard",
            "nytimes.com",
            "-",
            "://x",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
