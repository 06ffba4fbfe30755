//! Failures of a search in words, with the cells and regions to mark.

use crate::puzzle::{CellId, Puzzle, RegionId};
use crate::solver::search::{Check, EventCause, EventPlace};
use crate::visible::spaced;

/// The maximum number of cells that are named.
const MAX_NAMED: usize = 8;

/// Why a node fails, in a sentence without its full stop.
pub(super) fn reason(puzzle: &Puzzle, cause: EventCause, place: &EventPlace) -> String {
    let there = name(puzzle, place);
    match (cause, place) {
        (EventCause::Check(Check::Broken), _) => format!("{there} is broken"),
        (EventCause::Check(Check::Bounds), _) => {
            format!("the remaining dominoes cannot complete {there}")
        }
        (EventCause::Check(Check::Supply), EventPlace::Halves(pips)) => {
            format!("the regions need more halves with {pips} pips than remain")
        }
        (EventCause::Check(Check::Supply), _) => {
            "the pips of the remaining dominoes do not fit the sums of all regions".into()
        }
        (EventCause::Check(Check::Parity), _) => {
            format!("a part with an odd number of cells remains: {there}")
        }
        (EventCause::Check(Check::Tiling), _) => {
            format!("no dominoes can cover the remaining cells: see {there}")
        }
        (EventCause::Stuck, EventPlace::Domino(domino)) => {
            format!("{domino} fits nowhere")
        }
        (EventCause::Stuck, _) => format!("no domino can cover {there}"),
        (EventCause::Wrong, _) => format!("the board is complete, and {there} is broken"),
        (EventCause::Excluded, _) => "this board is excluded".into(),
    }
}

fn name(puzzle: &Puzzle, place: &EventPlace) -> String {
    match place {
        EventPlace::Region(id) => {
            let region = puzzle.region(*id);
            format!("region {} ({})", region.name, region.rule)
        }
        EventPlace::Domino(domino) => format!("the domino {domino}"),
        EventPlace::Cell(cell) => puzzle.cell(*cell).name.to_string(),
        EventPlace::Halves(pips) => format!("the halves that show {pips}"),
        EventPlace::Part(cells) => {
            let names = cells.iter().take(MAX_NAMED);
            let named = spaced(names.map(|&cell| &puzzle.cell(cell).name));
            match cells.len() {
                0..=MAX_NAMED => named,
                more => format!("{named} and {} more", more - MAX_NAMED),
            }
        }
        EventPlace::Board => "the board".into(),
    }
}

/// The regions and cells to mark for a place.
pub(super) fn marks(place: &EventPlace) -> (Vec<RegionId>, Vec<CellId>) {
    match place {
        EventPlace::Region(region) => (vec![*region], Vec::new()),
        EventPlace::Cell(cell) => (Vec::new(), vec![*cell]),
        EventPlace::Part(cells) => (Vec::new(), cells.clone()),
        EventPlace::Domino(_) | EventPlace::Halves(_) | EventPlace::Board => {
            (Vec::new(), Vec::new())
        }
    }
}
