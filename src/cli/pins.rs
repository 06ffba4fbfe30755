//! Cells that are pinned on the command line.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::CliError;
use crate::nearest::did_you_mean;
use crate::puzzle::{MAX_PIPS, Pips, Puzzle};
use crate::visible::Visible;

/// A cell as it was typed, with its pips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pin {
    cell: String,
    pips: Pips,
}

impl FromStr for Pin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cell, pips) = text
            .rsplit_once('=')
            .ok_or("a pin is written r,c=v or NAME=v, such as 0,2=4")?;
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
pub(super) fn pin(puzzle: Puzzle, pins: &[Pin]) -> Result<Puzzle, CliError> {
    let mut found = BTreeMap::new();
    for Pin { cell, pips } in pins {
        let by_place = || {
            let (row, column) = cell.split_once(',')?;
            let at = Some((row.trim().parse().ok()?, column.trim().parse().ok()?));
            puzzle.cell_ids().find(|&id| puzzle.cell(id).at == at)
        };
        let Some(id) = puzzle.find_cell(cell).or_else(by_place) else {
            let names = puzzle.cells().iter().map(|cell| cell.name.raw());
            return Err(CliError::usage(format!(
                "--fix: there is no cell {}{}",
                Visible(cell),
                did_you_mean(cell, names)
            )));
        };
        if let Some(before) = found.insert(id, *pips)
            && before != *pips
        {
            return Err(CliError::usage(format!(
                "--fix: cell {} cannot show both {before} and {pips}",
                Visible(cell)
            )));
        }
    }
    let pinned = puzzle.pinned(found);
    pinned.map_err(|error| CliError::usage(format!("--fix: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins() {
        let pin = |text: &str| text.parse::<Pin>().map(|pin| (pin.cell, pin.pips));
        assert_eq!(pin("0,2=4"), Ok(("0,2".into(), 4)));
        assert_eq!(pin("a=b=0"), Ok(("a=b".into(), 0)));
        assert!(pin("0,2").is_err());
        assert!(pin("0,2=x").is_err());
    }
}
