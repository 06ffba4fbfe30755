//! A board for a page whose script plays a search: everything that can appear is drawn, and the script
//! gives the class `on` to what is shown now.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::page::embed;
use super::svg::{Drawn, Scene};
use super::{Picture, words};
use crate::puzzle::{Board, CellId, PlacedDomino, Puzzle, RegionId};

/// Everything that can appear on the board.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// The placements that the search decides on, by their number in the script.
    pub(crate) laid: BTreeMap<usize, PlacedDomino>,
    /// The placements that propagation lays.
    pub(crate) forced: BTreeMap<usize, PlacedDomino>,
    /// The regions that can be marked.
    pub(crate) regions: BTreeSet<RegionId>,
    /// The cells that can be marked.
    pub(crate) cells: BTreeSet<CellId>,
}

impl Stage {
    /// The stage as an element of a page, with all dominoes of the puzzle in the tray.
    pub(crate) fn svg(&self, puzzle: &Puzzle) -> String {
        let bare = Picture::new(puzzle).with_labels(true);
        let scene = Scene::new(&bare);
        let mut board = scene.ground();
        for (class, placements) in [("laid", &self.laid), ("forced", &self.forced)] {
            for (number, placed) in placements {
                let alone: Board = std::iter::once(*placed).collect();
                let picture = Picture::new(puzzle).with_board(&alone);
                let _ = writeln!(
                    board,
                    "<g class=\"{class}\" data-placement=\"{number}\">{}</g>",
                    scene.dominoes(&picture)
                );
            }
        }
        let regions = self.regions.iter().map(|&region| {
            let picture = Picture::new(puzzle).marking_regions([region]);
            ("region", region.index(), picture)
        });
        let cells = self.cells.iter().map(|&cell| {
            let picture = Picture::new(puzzle).marking_cells([cell]);
            ("cell", cell.index(), picture)
        });
        for (kind, index, picture) in regions.chain(cells) {
            let _ = writeln!(
                board,
                "<g class=\"lit\" data-{kind}-mark=\"{index}\">{}</g>",
                scene.marks(&picture)
            );
        }
        board += &scene.badges();
        board += &scene.labels();
        let drawn = Drawn::with_tray(&scene, &board, &bare.tray());
        embed(None, &drawn, &words::title(&bare), "")
    }
}
