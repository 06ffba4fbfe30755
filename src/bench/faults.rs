//! Numbers and names in files that cannot be true, whoever wrote them.

/// The longest time that is believed, in seconds: about thirty years.
const LONGEST: f64 = 1e9;

/// The most bytes that are believed, an exbibyte.
pub(super) const MOST_BYTES: u64 = 1 << 60;

/// The most characters of a name that is believed: files' names and versions have far fewer.
const LONGEST_NAME: usize = 1000;

/// The most characters of a command line that is believed.
const LONGEST_LINE: usize = 100_000;

pub(super) fn wrong_name(&(field, name): &(&str, Option<&str>)) -> Option<String> {
    wrong_text(field, name?, LONGEST_NAME)
}

pub(super) fn wrong_line(field: &str, line: Option<&str>) -> Option<String> {
    wrong_text(field, line?, LONGEST_LINE)
}

fn wrong_text(field: &str, text: &str, longest: usize) -> Option<String> {
    match text.chars().count() {
        0 => Some(format!("{field}: found nothing, expected a name")),
        length if length <= longest => None,
        length => Some(format!(
            "{field}: found a name of {length} characters, expected at most {longest}"
        )),
    }
}

pub(super) fn wrong_time(&(field, time): &(&str, f64)) -> Option<String> {
    // Not a number is in no range, and the zero below zero is in this one.
    let is_good = (0.0..=LONGEST).contains(&time) && time.is_sign_positive();
    (!is_good).then(|| format!("{field}: found {time:?}, expected seconds from 0 to {LONGEST}"))
}

pub(super) fn wrong_count(&(field, count, least, most): &(&str, u64, u64, u64)) -> Option<String> {
    let is_good = (least..=most).contains(&count);
    (!is_good).then(|| format!("{field}: found {count}, expected a number from {least} to {most}"))
}

/// A SHA-256 in hex.
pub(super) fn wrong_hash(&(field, hash): &(&str, Option<&str>)) -> Option<String> {
    let hash = hash?;
    let is_good = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (!is_good).then(|| {
        format!("{field}: found a text of another form, expected a SHA-256 of 64 digits in hex")
    })
}
