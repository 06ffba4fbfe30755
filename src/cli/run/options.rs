//! What people type for times, sizes and pins.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;

use crate::cli::Failure;
use crate::nearest::did_you_mean;
use crate::puzzle::{MAX_PIPS, Pips, Puzzle};

/// `10s`, `500ms`, `2m`, `1.5h`; a bare number is in seconds.
pub(in crate::cli) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit `{unit}`, expected ms, s, m or h")),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a time above 0".into()),
    }
}

/// `2GB`, `512MB`, `1GiB`; a bare number is in bytes.
pub(in crate::cli) fn size(text: &str) -> Result<u64, String> {
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
                "unknown unit `{unit}`, expected MB, MiB, GB or GiB"
            ));
        }
    };
    let bytes = number * factor as f64;
    match bytes >= 1.0 && bytes < u64::MAX as f64 {
        true => Ok(bytes as u64),
        false => Err("expected a size above 0".into()),
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

/// A cell as it was typed, with its pips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Pin {
    cell: String,
    pips: Pips,
}

impl FromStr for Pin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cell, pips) = text
            .rsplit_once('=')
            .ok_or("expected r,c=v or NAME=v, such as 0,2=4")?;
        let pips = pips
            .trim()
            .parse()
            .ok()
            .filter(|&pips| pips <= MAX_PIPS)
            .ok_or_else(|| format!("`{}` is not a number of pips", pips.trim()))?;
        Ok(Pin {
            cell: cell.trim().to_owned(),
            pips,
        })
    }
}

/// Pins cells of a puzzle.
pub(in crate::cli) fn pin(puzzle: Puzzle, pins: &[Pin]) -> Result<Puzzle, Failure> {
    let mut found = BTreeMap::new();
    for Pin { cell, pips } in pins {
        let by_place = || {
            let (row, column) = cell.split_once(',')?;
            let at = Some((row.trim().parse().ok()?, column.trim().parse().ok()?));
            puzzle.cell_ids().find(|&id| puzzle.cell(id).at == at)
        };
        let Some(id) = puzzle.find_cell(cell).or_else(by_place) else {
            let names = puzzle.cells().iter().map(|cell| cell.name.as_str());
            return Err(Failure::Usage(format!(
                "--fix: there is no cell {cell}{}",
                did_you_mean(cell, names)
            )));
        };
        if let Some(before) = found.insert(id, *pips)
            && before != *pips
        {
            return Err(Failure::Usage(format!(
                "--fix: cell {cell} cannot show both {before} and {pips}"
            )));
        }
    }
    Ok(puzzle.pinned(found))
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

    #[test]
    fn pins() {
        let pin = |text: &str| text.parse::<Pin>().map(|pin| (pin.cell, pin.pips));
        assert_eq!(pin("0,2=4"), Ok(("0,2".into(), 4)));
        assert_eq!(pin("a=b=0"), Ok(("a=b".into(), 0)));
        assert!(pin("0,2").is_err());
        assert!(pin("0,2=x").is_err());
    }
}
