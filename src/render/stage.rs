//! A board for a page whose script plays a search. Everything that can appear is drawn, and the
//! script sets the class `on` of the visible elements.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::svg::Scene;
use super::{Picture, words};
use crate::puzzle::{Board, CellId, PlacedDomino, Puzzle, RegionId};

/// Everything that can appear on the board.
#[derive(Debug, Default)]
pub(crate) struct SearchStage {
    /// The placements of decisions, by their number in the script.
    pub(crate) laid: BTreeMap<usize, PlacedDomino>,
    /// The placements of propagation.
    pub(crate) forced: BTreeMap<usize, PlacedDomino>,
    /// The regions that can be marked.
    pub(crate) regions: BTreeSet<RegionId>,
    /// The cells that can be marked.
    pub(crate) cells: BTreeSet<CellId>,
}

impl SearchStage {
    /// The stage as an element of a page, with all dominoes of the puzzle in the tray.
    pub(crate) fn svg(&self, puzzle: &Puzzle) -> String {
        let bare = Picture::new(puzzle).with_labels(true);
        let scene = Scene::new(&bare);
        let mut board = scene.ground();
        let mut add = |class: &str, key: &str, number: usize, layer: String| {
            let _ = writeln!(
                board,
                "<g class=\"{class}\" data-{key}=\"{number}\">{layer}</g>"
            );
        };
        for (class, placements) in [("laid", &self.laid), ("forced", &self.forced)] {
            for (&number, placed) in placements {
                let alone: Board = std::iter::once(*placed).collect();
                let picture = Picture::new(puzzle).with_board(&alone);
                add(class, "placement", number, scene.dominoes(&picture));
            }
        }
        for &region in &self.regions {
            let picture = Picture::new(puzzle).marking_regions([region]);
            add("lit", "region-mark", region.index(), scene.marks(&picture));
        }
        for &cell in &self.cells {
            let picture = Picture::new(puzzle).marking_cells([cell]);
            add("lit", "cell-mark", cell.index(), scene.marks(&picture));
        }
        board += &scene.signs();
        let drawn = scene.framed(&board, &[("tray", scene.tray(&bare.tray()))]);
        drawn.element(&words::title(&bare))
    }
}
