//! Why a search turns back, in words and as what to point at.

use crate::puzzle::{CellId, PlacedDomino, Puzzle, RegionId};
use crate::solver::search::{Cause, Check, Place};
use crate::visible::spaced;

/// As many cells are named one by one.
const FEW: usize = 8;

/// A domino where it lies: `4-1 on r0c2 r1c2`, the first number on the first cell.
pub(super) fn placement(puzzle: &Puzzle, placed: PlacedDomino) -> String {
    let [(one, at_one), (other, at_other)] = placed.halves();
    let (one, other) = (&puzzle.cell(one).name, &puzzle.cell(other).name);
    format!("{at_one}-{at_other} on {one} {other}")
}

/// Why a node fails, in a sentence without its stop.
pub(super) fn reason(puzzle: &Puzzle, cause: Cause, place: &Place) -> String {
    let there = called(puzzle, place);
    match cause {
        Cause::Check(Check::Broken) => format!("{there} is broken"),
        Cause::Check(Check::Bounds) => {
            format!("the dominoes left cannot make up what {there} still needs")
        }
        Cause::Check(Check::Supply) => format!(
            "all regions together need other halves than the dominoes left have: see {there}"
        ),
        Cause::Check(Check::Parity) => {
            format!("an odd number of cells is cut off: {there}")
        }
        Cause::Check(Check::Tiling) => {
            format!("no dominoes can cover the cells that are left: see {there}")
        }
        Cause::Stuck => match place {
            Place::Domino(domino) => format!("{domino} fits nowhere any more"),
            Place::Region(_)
            | Place::Cell(_)
            | Place::Halves(_)
            | Place::Part(_)
            | Place::Board => {
                format!("nothing can cover {there} any more")
            }
        },
        Cause::Wrong => format!("the board is full, and {there} is broken"),
        Cause::Excluded => "this board is excluded".into(),
    }
}

/// What a place is called.
fn called(puzzle: &Puzzle, place: &Place) -> String {
    match place {
        Place::Region(id) => {
            let region = puzzle.region(*id);
            format!("region {} ({})", region.name, region.rule)
        }
        Place::Domino(domino) => format!("the domino {domino}"),
        Place::Cell(cell) => puzzle.cell(*cell).name.to_string(),
        Place::Halves(pips) => format!("the halves that show {pips}"),
        Place::Part(cells) => {
            let names = cells.iter().take(FEW).map(|&cell| &puzzle.cell(cell).name);
            let named = spaced(names);
            match cells.len() {
                0..=FEW => named,
                more => format!("{named} and {} more", more - FEW),
            }
        }
        Place::Board => "the board".into(),
    }
}

/// The regions and cells that a place is.
pub(super) fn marks(place: &Place) -> (Vec<RegionId>, Vec<CellId>) {
    match place {
        Place::Region(region) => (vec![*region], Vec::new()),
        Place::Cell(cell) => (Vec::new(), vec![*cell]),
        Place::Part(cells) => (Vec::new(), cells.clone()),
        Place::Domino(_) | Place::Halves(_) | Place::Board => (Vec::new(), Vec::new()),
    }
}
