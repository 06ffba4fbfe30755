//! A summary as text, as Markdown, as JSON, as CSV, as a web page and as plots: one file each.

mod counted;
mod csv;
mod html;
mod json;
mod markdown;
mod plot;
mod text;

pub(crate) use csv::{csv, csv_field, csv_heading};
pub(crate) use html::html;
pub(crate) use json::json;
pub(crate) use markdown::markdown;
pub(crate) use plot::{cactus, growth, scatter};
pub(crate) use text::text;

/// A time for people: three digits and a unit.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{} µs", digits(s * 1e6)),
        s if s < 0.999_5 => format!("{} ms", digits(s * 1e3)),
        s => format!("{} s", digits(s)),
    }
}

/// A size for people.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "-".into(),
        b if b < 1000 => format!("{b} B"),
        b if b < 1_000_000 => format!("{} kB", digits(b as f64 / 1e3)),
        b => format!("{} MB", digits(b as f64 / 1e6)),
    }
}

/// How many times faster, to two or three digits.
fn factor(ratio: f64) -> String {
    format!("{}x", digits(ratio))
}

/// Two digits, three above 10.
fn digits(number: f64) -> String {
    match number {
        n if n < 0.995 => format!("{n:.2}"),
        n if n < 9.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(time(0.000_012), "12 µs");
        assert_eq!(time(0.001_23), "1.2 ms");
        assert_eq!(time(0.999_9), "1.0 s");
        assert_eq!(time(20.0), "20 s");
        assert_eq!(size(0), "-");
        assert_eq!(size(1_234), "1.2 kB");
        assert_eq!(size(31_000_000), "31 MB");
        assert_eq!(factor(0.5), "0.50x");
        assert_eq!(factor(23.4), "23x");
    }
}
