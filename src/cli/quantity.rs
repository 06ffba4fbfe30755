//! Times and sizes as people type them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// `10s`, `500ms`, `2m`, `1.5h`; a bare number is in seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("there is no unit `{unit}`, expected ms, s, m or h")),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("the time must be above 0".into()),
    }
}

/// `2GB`, `512MB`, `1GiB`; a bare number is in bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1000,
        "kib" => 1 << 10,
        "m" | "mb" => 1_000_000,
        "mib" => 1 << 20,
        "g" | "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        "t" | "tb" => 1_000_000_000_000,
        _ => {
            return Err(format!(
                "there is no unit `{unit}`, expected MB, MiB, GB or GiB"
            ));
        }
    };
    let bytes = number * factor as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err("the size must be above 0".into())
    }
}

/// A whole number in a range.
pub(super) fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + PartialOrd + FromStr + Display + Into<u128>,
{
    move |text| {
        let number = text.parse().ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                if (*least).into() == 0 && (*most).into() >= u32::MAX.into() {
                    return format!("`{text}` is not a whole number");
                }
                // Nobody wants to read the greatest number of a machine.
                if (*most).into() >= u32::MAX.into() {
                    format!("expected a whole number that is at least {least}")
                } else {
                    format!("expected a whole number from {least} to {most}")
                }
            })
    }
}

/// A number and what follows it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let number = text[..end]
        .parse()
        .map_err(|_| format!("`{text}` does not begin with a number"))?;
    Ok((number, text[end..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(duration("0").is_err());
        assert!(duration("s").is_err());
        assert!(duration("3 days").is_err());
        assert_eq!(size("2GB"), Ok(2_000_000_000));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert!(size("-1").is_err());
    }
}
