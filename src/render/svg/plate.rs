//! Pictures for a page that draws over them, with the place of each cell.

use super::{Drawn, Scene};
use crate::puzzle::{CellId, RegionId};
use crate::render::{Picture, words};

/// A picture as an element of a page, whose style sheet has `templates/picture.css`.
#[derive(Debug, Clone, PartialEq)]
pub struct Plate {
    /// The element.
    pub svg: String,
    /// Its width and height, in its own units.
    pub size: (f64, f64),
    /// The middle of each cell, by cell number.
    pub middles: Vec<(f64, f64)>,
    /// The colour of each region, by its number: `c0` to `c5` of the style sheet. Regions without a rule have none.
    pub colours: Vec<Option<usize>>,
    /// The picture in words.
    pub words: String,
}

impl Plate {
    /// The side of a cell, in the units of the picture.
    pub const CELL: f64 = super::CELL;
}

impl Picture<'_> {
    /// The picture as an element of a page, with or without its tray and legend.
    pub fn plate(&self, with_tray: bool) -> Plate {
        let scene = Scene::new(self);
        let drawn = match with_tray {
            true => Drawn::new(self),
            false => scene.framed(&scene.layers(self), &[]),
        };
        let (left, top) = drawn.corner;
        let middle = |cell: CellId| {
            let (x, y) = scene.middle(cell);
            (x + left, y + top)
        };
        let colour = |region: RegionId| scene.colours.get(&region).copied();
        Plate {
            svg: drawn.element(&words::title(self)),
            size: (drawn.width, drawn.height),
            middles: self.puzzle.cell_ids().map(middle).collect(),
            colours: self.puzzle.region_ids().map(colour).collect(),
            words: words::description(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    #[test]
    fn a_plate_has_no_style_and_says_where_cells_are() {
        let document = formats::read(b"AA\nB*\n\nA 7\nB *\n\n34 55\n", None).expect("a puzzle");
        let puzzle = document.pick(None).expect("one");
        let plate = Picture::new(puzzle).plate(false);
        assert!(plate.svg.starts_with("<svg class=\"pips\""));
        assert!(!plate.svg.contains("<style") && !plate.svg.contains("style="));
        assert!(!plate.svg.contains("class=\"tray\""));
        assert_eq!(plate.colours, [Some(0), None]);
        let side = Plate::CELL;
        let [(x, y), right, below, _] = plate.middles[..] else {
            panic!("four cells")
        };
        assert_eq!((right, below), ((x + side, y), (x, y + side)));
        let with_tray = Picture::new(puzzle).plate(true);
        assert!(with_tray.svg.contains("class=\"tray\""));
        assert!(with_tray.size.1 > plate.size.1);
    }
}
