//! The layers of a picture, from the ground up: cells and regions, dominoes, marks, badges, labels.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::outline::{self, OutlineShape};
use super::tile::{self, TilePose};
use super::{CELL, SvgFragment, escape, glyphs, labels, num};
use crate::nearest::either;
use crate::puzzle::{CellId, Domino, Pips, PlacedDomino, Puzzle, RegionId};
use crate::render::layout::{Axes, Layout};
use crate::render::{Picture, palette, words};

/// The shape of the board below the regions, visible for cells without a rule and between regions.
const BASE: OutlineShape = OutlineShape {
    inset: -1.0,
    outer: 14.0,
    inner: 8.0,
};

const REGION: OutlineShape = OutlineShape {
    inset: 2.5,
    outer: 11.0,
    inner: 7.0,
};

/// The approximate length of a link in a free layout.
const LINK: f64 = 112.0;

/// The radius of a node of a free layout.
const NODE: f64 = 34.0;

/// The side of the square that marks the place of a half.
const SLOT: f64 = 52.0;

const BADGE_HEIGHT: f64 = 22.0;

/// How far a badge reaches over the right edge of its cell.
const BADGE_OVER: f64 = 7.0;

/// The height of a rule in its badge.
const SIGN: f64 = 10.5;

/// The height of candidates, and the maximum number of candidates that are drawn in a cell.
const NOTE: f64 = 10.0;
const MAX_NOTED: usize = 8;

/// The drawing of a puzzle, for this and other pictures of it.
pub(in crate::render) struct Scene<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The puzzle without a board.
    bare: Picture<'a>,
    pub(super) layout: Layout,
    pub(super) colours: BTreeMap<RegionId, usize>,
    /// Shows names of rows and columns or of nodes, and letters of regions.
    labels: bool,
    /// The names of rows and columns, where they are shown.
    axes: Option<Axes>,
}

impl<'a> Scene<'a> {
    /// The scene of a picture's puzzle, with labels if the picture has them.
    pub(in crate::render) fn new(picture: &Picture<'a>) -> Self {
        let layout = Layout::of(picture.puzzle);
        let axes = layout.axes(picture.puzzle);
        Scene {
            axes: axes.filter(|_| picture.labels),
            labels: picture.labels,
            colours: palette::colours(picture, &layout),
            puzzle: picture.puzzle,
            bare: Picture::new(picture.puzzle),
            layout,
        }
    }

    /// Width and height of the board.
    pub(super) fn size(&self) -> (f64, f64) {
        let middles = self.puzzle.cell_ids().map(|cell| self.middle(cell));
        let (x, y) = middles.fold((0.0, 0.0), |(x, y): (f64, f64), at| {
            (x.max(at.0), y.max(at.1))
        });
        let reach = match &self.layout {
            Layout::Grid(_) => CELL / 2.0,
            Layout::Free(_) => NODE,
        };
        (x + reach, y + reach)
    }

    /// The room that coordinates take to the left of the board and above it.
    pub(super) fn room(&self) -> (f64, f64) {
        self.axes.as_ref().map_or((0.0, 0.0), labels::room)
    }

    /// Dominoes in rows, about as wide as the board.
    pub(in crate::render) fn tray(&self, dominoes: &[Domino]) -> SvgFragment {
        tile::tray(dominoes, self.size().0)
    }

    /// All layers of a picture of this puzzle.
    pub(super) fn layers(&self, picture: &Picture<'_>) -> String {
        self.ground() + &self.dominoes(picture) + &self.marks(picture) + &self.signs()
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: CellId) -> (f64, f64) {
        match &self.layout {
            Layout::Grid(places) => {
                let (row, column) = places[cell.index()];
                let middle = |place: u32| (f64::from(place) + 0.5) * CELL;
                (middle(column), middle(row))
            }
            Layout::Free(points) => {
                let (x, y) = points[cell.index()];
                (x * LINK + NODE, y * LINK + NODE)
            }
        }
    }

    /// Cells and regions.
    pub(in crate::render) fn ground(&self) -> String {
        let mut drawn = String::from("<g class=\"cells\">\n");
        let all: Vec<CellId> = self.puzzle.cell_ids().collect();
        match &self.layout {
            Layout::Grid(places) => {
                let outline = outline(&all, places, BASE);
                let _ = writeln!(drawn, "<path class=\"base\" d=\"{outline}\"/>");
            }
            Layout::Free(_) => {
                for edge in self.puzzle.edges() {
                    drawn += &self.line((edge.a, edge.b), "link");
                }
                let free = all.iter().filter(|&&cell| self.bare.area(cell).is_none());
                drawn.extend(free.map(|&cell| self.node(cell, "base", NODE)));
            }
        }
        drawn += "</g>\n";
        for id in self.bare.areas() {
            let region = self.puzzle.region(id);
            let _ = writeln!(
                drawn,
                "<g class=\"region c{}\" data-region=\"{}\"><title>{}</title>{}</g>",
                self.colours.get(&id).copied().unwrap_or(0),
                escape(region.name.raw()),
                escape(&format!("Region {}: {}", region.name, region.rule)),
                self.shape(id, "area")
            );
        }
        drawn += "<g class=\"slots\">\n";
        for cell in all {
            drawn += &match &self.layout {
                Layout::Grid(_) => self.square(cell, "class=\"slot\"", SLOT, 9.0),
                Layout::Free(_) => self.node(cell, "slot", NODE - 7.0),
            };
        }
        drawn += "</g>\n";
        drawn
    }

    fn line(&self, (a, b): (CellId, CellId), class: &str) -> String {
        let (from, to) = (self.middle(a), self.middle(b));
        format!(
            "<path class=\"{class}\" d=\"M{} {}L{} {}\"/>\n",
            num(from.0),
            num(from.1),
            num(to.0),
            num(to.1)
        )
    }

    fn node(&self, cell: CellId, class: &str, radius: f64) -> String {
        let (x, y) = self.middle(cell);
        format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
            num(x),
            num(y),
            num(radius)
        )
    }

    fn square(&self, cell: CellId, attributes: &str, side: f64, round: f64) -> String {
        let (x, y) = self.middle(cell);
        format!(
            "<rect {attributes} x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"{round}\"/>\n",
            num(x - side / 2.0),
            num(y - side / 2.0),
        )
    }

    /// A region's shape: its outline on a grid, otherwise its nodes and broad bands along the links between them.
    fn shape(&self, id: RegionId, class: &str) -> String {
        let cells = &self.puzzle.region(id).cells;
        if let Layout::Grid(places) = &self.layout {
            let outline = outline(cells, places, REGION);
            return format!("<path class=\"{class}\" d=\"{outline}\"/>");
        }
        let inside: BTreeSet<CellId> = cells.iter().copied().collect();
        let edges = self.puzzle.edges().iter();
        let edges = edges.filter(|edge| edge.ends().iter().all(|end| inside.contains(end)));
        let bands = edges.map(|edge| self.line((edge.a, edge.b), "band"));
        let nodes = cells.iter().map(|&cell| self.node(cell, class, NODE));
        bands.chain(nodes).collect()
    }

    /// The dominoes of a picture of this puzzle, and values without a domino.
    pub(in crate::render) fn dominoes(&self, picture: &Picture<'_>) -> String {
        let mut covered = BTreeSet::new();
        let mut drawn = String::from("<g class=\"dominoes\">\n");
        for placed in picture.tiles() {
            covered.extend(placed.halves().map(|(cell, _)| cell));
            drawn += &self.domino(placed);
        }
        for edge in picture.blanks() {
            let pose = TilePose::between(self.middle(edge.a), self.middle(edge.b));
            let names = edge.ends().map(|cell| &self.puzzle.cell(cell).name);
            let title = format!("One domino lies on {} and {}", names[0], names[1]);
            drawn += &tile::blank(pose, &title);
        }
        for (cell, value) in self.puzzle.cell_ids().zip(picture.shown()) {
            if let Some(pips) = value.filter(|_| !covered.contains(&cell)) {
                let title = format!("{pips} on {}", self.puzzle.cell(cell).name);
                drawn += &tile::loose(self.middle(cell), pips, &title);
            }
        }
        for (cell, pips) in picture.notes() {
            drawn += &self.note(cell, pips);
        }
        drawn += "</g>\n";
        drawn
    }

    fn domino(&self, placed: PlacedDomino) -> String {
        let mut halves = placed
            .halves()
            .map(|(cell, pips)| (self.middle(cell), pips));
        // The first half is left of or above the second, so that a tile is never upside down.
        if halves[1].0 < halves[0].0 {
            halves.reverse();
        }
        let pose = TilePose::between(halves[0].0, halves[1].0);
        let title = words::tile(self.puzzle, placed);
        tile::placed(pose, halves.map(|(_, pips)| pips), &title)
    }

    /// The candidates of a cell in small numbers; empty if there are too many.
    fn note(&self, cell: CellId, pips: &[Pips]) -> String {
        if pips.is_empty() || pips.len() > MAX_NOTED {
            return String::new();
        }
        let numbers: Vec<String> = pips.iter().map(Pips::to_string).collect();
        let (x, y) = self.middle(cell);
        // Up to three candidates are on one line, more on two.
        let each = match numbers.len() {
            few @ 0..=3 => few,
            many => many.div_ceil(2),
        };
        let lines: Vec<String> = numbers.chunks(each).map(|line| line.join(" ")).collect();
        let name = &self.puzzle.cell(cell).name;
        let title = format!("{name} shows {}", either(&numbers));
        let mut drawn = format!("<g class=\"note\"><title>{}</title>", escape(&title));
        for (number, line) in lines.iter().enumerate() {
            let down = (number as f64 - (lines.len() - 1) as f64 / 2.0) * (NOTE + 7.0);
            let height = glyphs::fit(line, NOTE, SLOT - 8.0);
            drawn += &glyphs::draw(line, (x, y + down), height);
        }
        drawn += "</g>\n";
        drawn
    }

    /// The layer above dominoes and marks: badges and, with labels, names.
    pub(in crate::render) fn signs(&self) -> String {
        let names = match (&self.axes, self.labels) {
            (Some(axes), _) => labels::coordinates(axes),
            (None, true) => labels::names(self),
            (None, false) => String::new(),
        };
        self.badges() + &names
    }

    /// The rule of each region, at the lower right of each of its parts.
    fn badges(&self) -> String {
        let mut drawn = String::from("<g class=\"badges\">\n");
        for (id, parts) in self.bare.areas_in_parts() {
            let region = self.puzzle.region(id);
            let sign = words::sign(region.rule);
            for (right, middle) in parts.iter().filter_map(|part| self.badge_corner(part)) {
                let height = glyphs::fit(&sign, SIGN, CELL - 20.0);
                let width = (glyphs::width(&sign, height) + 13.0).max(BADGE_HEIGHT + 2.0);
                let left = right - width;
                let (letter_width, letter) = match self.labels {
                    true => letter(&region.name.to_string(), (left, middle)),
                    false => (0.0, String::new()),
                };
                let _ = writeln!(
                    drawn,
                    "<g class=\"badge c{}\" data-region=\"{}\" data-rule=\"{}\">\
                     <title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" \
                     height=\"{BADGE_HEIGHT}\" rx=\"8\"/>{letter}{}</g>",
                    self.colours.get(&id).copied().unwrap_or(0),
                    escape(region.name.raw()),
                    escape(&sign),
                    escape(&format!("Region {}: {}", region.name, region.rule)),
                    num(left - letter_width),
                    num(middle - BADGE_HEIGHT / 2.0),
                    num(width + letter_width),
                    glyphs::draw(&sign, (left + width / 2.0, middle), height)
                );
            }
        }
        drawn += "</g>\n";
        drawn
    }

    /// The centre of the right edge of a badge.
    fn badge_corner(&self, part: &[CellId]) -> Option<(f64, f64)> {
        let lowest = part.iter().map(|&cell| self.middle(cell));
        let (x, y) = lowest.max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)))?;
        Some(match &self.layout {
            Layout::Grid(_) => (x + CELL / 2.0 + BADGE_OVER, y + CELL / 2.0 - 1.0),
            Layout::Free(_) => (x + NODE + 2.0, y + NODE - 8.0),
        })
    }

    /// The marks of a picture of this puzzle.
    pub(in crate::render) fn marks(&self, picture: &Picture<'_>) -> String {
        if picture.marks.is_empty() {
            return String::new();
        }
        let mut drawn = String::from("<g class=\"marks\">\n");
        for (region, mark) in picture.marks.regions() {
            for class in ["halo", labels::class(mark)] {
                let _ = writeln!(drawn, "{}", self.shape(region, class));
            }
        }
        for (cell, mark) in picture.marks.cells() {
            let name = escape(self.puzzle.cell(cell).name.raw());
            for class in ["halo", labels::class(mark)] {
                let attributes = format!("class=\"{class}\" data-cell=\"{name}\"");
                drawn += &self.square(cell, &attributes, CELL - 7.0, 11.0);
            }
        }
        drawn += "</g>\n";
        drawn
    }
}

/// The data of a path around cells of a grid.
fn outline(cells: &[CellId], places: &[(u32, u32)], shape: OutlineShape) -> String {
    let place = |cell: &CellId| {
        let (row, column) = places[cell.index()];
        (i64::from(row), i64::from(column))
    };
    outline::path(&cells.iter().map(place).collect(), CELL, shape)
}

/// A region's letter on a plate to the left of its rule, and the width of the plate.
fn letter(name: &str, (right, y): (f64, f64)) -> (f64, String) {
    let height = glyphs::fit(name, SIGN, CELL);
    let width = glyphs::width(name, height) + 11.0;
    // Inside the badge, with the same corners.
    let (left, high) = (right - width, BADGE_HEIGHT - 3.0);
    let drawn = format!(
        "<g class=\"letter\"><path d=\"M{} {}h-{2}a6.5 6.5 0 0 0 -6.5 6.5v{3}a6.5 6.5 0 0 0 6.5 6.5h{2}z\"/>{4}</g>",
        num(right),
        num(y - high / 2.0),
        num(width - 8.0),
        num(high - 13.0),
        labels::written(name, (left + width / 2.0 + 1.0, y), height)
    );
    (width, drawn)
}
