//! Failures of a search in words, and what to mark for them.

use crate::puzzle::{CellId, Puzzle, RegionId};
use crate::solver::search::{Cause, Check, Place};
use crate::visible::spaced;

/// The most cells that are named.
const MAX_NAMED: usize = 8;

/// Why a node fails, in a sentence without its full stop.
pub(super) fn reason(puzzle: &Puzzle, cause: Cause, place: &Place) -> String {
    let there = name(puzzle, place);
    match (cause, place) {
        (Cause::Check(Check::Broken), _) => format!("{there} is broken"),
        (Cause::Check(Check::Bounds), _) => {
            format!("the dominoes left cannot make up what {there} still needs")
        }
        (Cause::Check(Check::Supply), _) => format!(
            "all regions together need other halves than the dominoes left have: see {there}"
        ),
        (Cause::Check(Check::Parity), _) => {
            format!("an odd number of cells is cut off: {there}")
        }
        (Cause::Check(Check::Tiling), _) => {
            format!("no dominoes can cover the cells that are left: see {there}")
        }
        (Cause::Stuck, Place::Domino(domino)) => format!("{domino} fits nowhere any more"),
        (Cause::Stuck, _) => format!("nothing can cover {there} any more"),
        (Cause::Wrong, _) => format!("the board is full, and {there} is broken"),
        (Cause::Excluded, _) => "this board is excluded".into(),
    }
}

fn name(puzzle: &Puzzle, place: &Place) -> String {
    match place {
        Place::Region(id) => {
            let region = puzzle.region(*id);
            format!("region {} ({})", region.name, region.rule)
        }
        Place::Domino(domino) => format!("the domino {domino}"),
        Place::Cell(cell) => puzzle.cell(*cell).name.to_string(),
        Place::Halves(pips) => format!("the halves that show {pips}"),
        Place::Part(cells) => {
            let names = cells.iter().take(MAX_NAMED);
            let named = spaced(names.map(|&cell| &puzzle.cell(cell).name));
            match cells.len() {
                0..=MAX_NAMED => named,
                more => format!("{named} and {} more", more - MAX_NAMED),
            }
        }
        Place::Board => "the board".into(),
    }
}

/// The regions and cells to mark for a place.
pub(super) fn marks(place: &Place) -> (Vec<RegionId>, Vec<CellId>) {
    match place {
        Place::Region(region) => (vec![*region], Vec::new()),
        Place::Cell(cell) => (Vec::new(), vec![*cell]),
        Place::Part(cells) => (Vec::new(), cells.clone()),
        Place::Domino(_) | Place::Halves(_) | Place::Board => (Vec::new(), Vec::new()),
    }
}
