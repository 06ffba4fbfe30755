//! New puzzles: of a size, a level and a seed, and one for every day.

use pipsc::formats::{self, Format};
use pipsc::generate::{Effort, Family, FamilyRecipe, GenerateError, Recipe, TRIES};
use pipsc::hint::Level;
use pipsc::limits::Budget;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::host;
use crate::opened::opened;
use crate::request::Request;

/// The level and the size of the puzzle of a weekday, from Monday on: the harder the later, as in other
/// puzzles of newspapers.
const WEEK: [(Level, u32); 7] = [
    (Level::Easy, 5),
    (Level::Easy, 6),
    (Level::Medium, 8),
    (Level::Medium, 9),
    (Level::Hard, 11),
    (Level::Hard, 13),
    (Level::Hard, 14),
];

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The numbers of dominoes with which puzzles of a level are found, and what a page offers first.
pub(crate) const LEVEL_SIZES: [(Level, u32, u32, u32); 4] = [
    (Level::Easy, 3, 7, 5),
    (Level::Medium, 4, 11, 8),
    (Level::Hard, 6, 20, 12),
    (Level::Expert, 11, 28, 16),
];

/// A puzzle with exactly one solution.
pub(crate) fn generate(request: &Request) -> Result<Value, Failure> {
    let size = request.size.ok_or_else(|| request.missing("size"))?;
    let seed = request.seed.ok_or_else(|| request.missing("seed"))?;
    let word = request.level().ok_or_else(|| request.missing("level"))?;
    let mut levels = Level::ALL.into_iter();
    let Some(level) = levels.find(|level| level.name() == word) else {
        return Err(Failure::Request(format!("there is no level `{word}`")));
    };
    let mut reply = make(request, size, level, seed)?;
    reply["title"] = json!(sentence_case(&format!("{level} puzzle {seed}")));
    Ok(reply)
}

/// A phrase with a capital letter.
fn sentence_case(phrase: &str) -> String {
    let mut phrase = phrase.to_owned();
    if let Some(first) = phrase.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    phrase
}

/// The puzzle of a day.
pub(crate) fn daily(request: &Request) -> Result<Value, Failure> {
    let date = request
        .date
        .as_deref()
        .ok_or_else(|| request.missing("date"))?;
    let Some((year, month, day)) = date_of(date) else {
        return Err(Failure::Request(format!(
            "`{date}` is no day: expected one such as 2026-11-17"
        )));
    };
    let weekday = weekday(year, month, day);
    let (level, size) = WEEK[weekday];
    let seed = u64::from(year * 10_000 + month * 100 + day);
    let mut reply = make(request, size, level, seed)?;
    reply["title"] = json!(format!(
        "{}, {day} {}",
        WEEKDAYS[weekday],
        MONTHS[month as usize - 1]
    ));
    Ok(reply)
}

fn make(request: &Request, size: u32, level: Level, seed: u64) -> Result<Value, Failure> {
    let budget = Budget::new(&request.limits());
    let on_try = |number: u32| host::tell(&json!({"try": number, "of": TRIES}));
    let effort = Effort {
        on_try: &on_try,
        ..Effort::until(&budget)
    };
    let recipe = FamilyRecipe::new(Family::Newspaper, size, seed, [level.param()])
        .map_err(|problem| GenerateError::Impossible(problem.to_string()))?;
    let puzzle = Recipe::Family(recipe).make(&effort)?;
    let mut reply = opened(&puzzle)?;
    reply["level"] = json!(level.name());
    reply["command"] = json!(format!(
        "pipsc gen --family newspaper --size {size} --level {level} --seed {seed}"
    ));
    if request.print {
        reply["printed"] = json!(formats::write(&puzzle, Format::Text)?);
    }
    Ok(reply)
}

/// Year, month and day of a date as `2026-11-17`.
fn date_of(date: &str) -> Option<(u32, u32, u32)> {
    let mut parts = date.split('-');
    let mut next = |length: usize| -> Option<u32> {
        let part = parts.next()?;
        let digits = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| digits)
    };
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    let is_day = year > 0 && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    (is_day && parts.next().is_none()).then_some((year, month, day))
}

/// The number of days of a month in the Gregorian calendar.
fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The weekday of a date of the Gregorian calendar, Monday being 0: Sakamoto's way.
fn weekday(year: u32, month: u32, day: u32) -> usize {
    const SHIFTS: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let sunday_is_0 = year + year / 4 - year / 100 + year / 400 + SHIFTS[month as usize - 1] + day;
    ((sunday_is_0 + 6) % 7) as usize
}
