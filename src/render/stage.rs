//! A board for a page whose script says what lies on it: everything that can ever be seen is drawn,
//! and what lies there now gets the class `on`.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::page::embed;
use super::svg::{Drawn, Scene};
use super::{Picture, words};
use crate::puzzle::{Board, CellId, PlacedDomino, Puzzle, RegionId};

/// What can be seen on a stage.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// Dominoes, with the numbers that the script calls their placements by.
    pub(crate) laid: Vec<(usize, PlacedDomino)>,
    /// The same for dominoes that nobody chose to lay.
    pub(crate) forced: Vec<(usize, PlacedDomino)>,
    /// Regions that can be lit.
    pub(crate) regions: BTreeSet<RegionId>,
    /// Cells that can be lit.
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
        for region in &self.regions {
            let picture = Picture::new(puzzle).marking_regions([*region]);
            let _ = writeln!(
                board,
                "<g class=\"lit\" data-region-mark=\"{}\">{}</g>",
                region.index(),
                scene.marks(&picture)
            );
        }
        for cell in &self.cells {
            let picture = Picture::new(puzzle).marking_cells([*cell]);
            let _ = writeln!(
                board,
                "<g class=\"lit\" data-cell-mark=\"{}\">{}</g>",
                cell.index(),
                scene.marks(&picture)
            );
        }
        board += &scene.badges();
        board += &scene.labels();
        let drawn = Drawn::with_tray(&scene, &board, &bare.tray());
        embed(None, &drawn, &words::title(&bare), "")
    }
}
