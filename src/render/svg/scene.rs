//! The layers of a picture, from the ground up: cells and regions, dominoes, marks, badges.

use std::fmt::Write;

use super::outline::{self, Shape};
use super::tile::{self, Lie};
use super::{CELL, Lettering, escape, glyphs, labels, num};
use crate::puzzle::{CellId, Pips, PlacedDomino, Puzzle, RegionId};
use crate::render::layout::{Axes, Layout};
use crate::render::{Picture, palette, words};
use std::collections::{BTreeMap, BTreeSet};

/// Cells without a rule, and what shows between regions.
const BASE: Shape = Shape {
    inset: -1.0,
    outer: 14.0,
    inner: 8.0,
};

const REGION: Shape = Shape {
    inset: 2.5,
    outer: 11.0,
    inner: 7.0,
};

/// How long a link of a free layout is, about.
const LINK: f64 = 112.0;

/// The radius of a node of a free layout.
const NODE: f64 = 34.0;

/// The side of the square that shows where a half will lie.
const SLOT: f64 = 52.0;

const BADGE_HEIGHT: f64 = 22.0;

/// How far a badge reaches over the right edge of its cell.
const BADGE_OVER: f64 = 7.0;

const SIGN: f64 = 10.5;

/// The height of the small numbers that say what a cell can still show, and the most of them.
const NOTE: f64 = 10.0;
const MAX_NOTED: usize = 8;

/// A puzzle with a place for everything.
pub(in crate::render) struct Scene<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The puzzle with nothing on it.
    bare: Picture<'a>,
    pub(super) layout: Layout,
    pub(super) colours: BTreeMap<RegionId, usize>,
    /// Shows how things are called.
    labels: bool,
    /// The numbers of rows and columns, where they are shown.
    axes: Option<Axes>,
    pub(super) lettering: Lettering,
}

impl<'a> Scene<'a> {
    /// The scene of a picture's puzzle, for this and other pictures of the same puzzle.
    pub(in crate::render) fn new(picture: &Picture<'a>) -> Self {
        let layout = Layout::of(picture.puzzle);
        let axes = layout.axes(picture.puzzle);
        Scene {
            axes: axes.filter(|_| picture.labels),
            labels: picture.labels,
            lettering: Lettering::Font,
            colours: palette::colours(picture, &layout),
            puzzle: picture.puzzle,
            bare: Picture::new(picture.puzzle),
            layout,
        }
    }

    /// Width and height of the board.
    pub(in crate::render) fn size(&self) -> (f64, f64) {
        match &self.layout {
            Layout::Grid(places) => {
                let end =
                    |last: Option<u32>| last.map_or(0.0, |last| (f64::from(last) + 1.0) * CELL);
                (
                    end(places.iter().map(|place| place.1).max()),
                    end(places.iter().map(|place| place.0).max()),
                )
            }
            Layout::Free(points) => {
                let most =
                    |part: fn(&(f64, f64)) -> f64| points.iter().map(part).fold(0.0, f64::max);
                let reach = |most: f64| most * LINK + 2.0 * NODE;
                (reach(most(|point| point.0)), reach(most(|point| point.1)))
            }
        }
    }

    /// The same for a viewer with or without fonts.
    pub(super) fn with_lettering(mut self, lettering: Lettering) -> Self {
        self.lettering = lettering;
        self
    }

    /// The room that coordinates take to the left of the board and above it.
    pub(in crate::render) fn room(&self) -> (f64, f64) {
        labels::room(self.axes.as_ref())
    }

    /// What things are called, where that is shown.
    pub(in crate::render) fn labels(&self) -> String {
        match (&self.axes, self.labels) {
            (Some(axes), _) => labels::coordinates(axes),
            (None, true) => labels::names(self),
            (None, false) => String::new(),
        }
    }

    /// All layers of a picture of this puzzle.
    pub(super) fn layers(&self, picture: &Picture<'_>) -> String {
        let layers = [
            self.ground(),
            self.dominoes(picture),
            self.marks(picture),
            self.badges(),
            self.labels(),
        ];
        layers.concat()
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
            Layout::Grid(_) => {
                let _ = writeln!(
                    drawn,
                    "<path class=\"base\" d=\"{}\"/>",
                    self.outline(&all, BASE)
                );
            }
            Layout::Free(_) => drawn += &self.links(),
        }
        drawn += "</g>\n";
        for region in self.bare.areas() {
            drawn += &self.region(region);
        }
        drawn += "<g class=\"slots\">\n";
        for cell in all {
            let (x, y) = self.middle(cell);
            drawn += &match &self.layout {
                Layout::Grid(_) => format!(
                    "<rect class=\"slot\" x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"9\"/>\n",
                    num(x - SLOT / 2.0),
                    num(y - SLOT / 2.0),
                    num(SLOT)
                ),
                Layout::Free(_) => format!(
                    "<circle class=\"slot\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
                    num(x),
                    num(y),
                    num(NODE - 7.0)
                ),
            };
        }
        drawn += "</g>\n";
        drawn
    }

    /// The lines between nodes, and nodes without a rule.
    fn links(&self) -> String {
        let mut drawn = String::new();
        for edge in self.puzzle.edges() {
            let _ = writeln!(
                drawn,
                "<path class=\"link\" d=\"{}\"/>",
                self.line(edge.a, edge.b)
            );
        }
        let free = self
            .puzzle
            .cell_ids()
            .filter(|&cell| self.bare.area(cell).is_none());
        for cell in free {
            drawn += &self.node(cell, "base");
        }
        drawn
    }

    fn line(&self, a: CellId, b: CellId) -> String {
        let (from, to) = (self.middle(a), self.middle(b));
        format!(
            "M{} {}L{} {}",
            num(from.0),
            num(from.1),
            num(to.0),
            num(to.1)
        )
    }

    fn node(&self, cell: CellId, class: &str) -> String {
        let (x, y) = self.middle(cell);
        format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
            num(x),
            num(y),
            num(NODE)
        )
    }

    fn region(&self, id: RegionId) -> String {
        let region = self.puzzle.region(id);
        let colour = self.colours.get(&id).copied().unwrap_or(0);
        let mut drawn = format!(
            "<g class=\"region c{colour}\" data-region=\"{}\"><title>{}</title>",
            escape(region.name.raw()),
            escape(&format!("Region {}: {}", region.name, region.rule))
        );
        drawn += &self.shape(id, "area");
        drawn += "</g>\n";
        drawn
    }

    /// A region's shape.
    fn shape(&self, id: RegionId, class: &str) -> String {
        let cells = &self.puzzle.region(id).cells;
        let Layout::Free(_) = &self.layout else {
            return format!(
                "<path class=\"{class}\" d=\"{}\"/>",
                self.outline(cells, REGION)
            );
        };
        // Nodes, and broad bands along the links between them.
        let inside: BTreeSet<CellId> = cells.iter().copied().collect();
        let mut drawn = String::new();
        for edge in self.puzzle.edges() {
            if inside.contains(&edge.a) && inside.contains(&edge.b) {
                let _ = write!(
                    drawn,
                    "<path class=\"band\" d=\"{}\"/>",
                    self.line(edge.a, edge.b)
                );
            }
        }
        for &cell in cells {
            drawn += self.node(cell, class).trim_end();
        }
        drawn
    }

    fn outline(&self, cells: &[CellId], shape: Shape) -> String {
        let Layout::Grid(places) = &self.layout else {
            return String::new();
        };
        let cells = cells.iter().map(|cell| {
            let (row, column) = places[cell.index()];
            (i64::from(row), i64::from(column))
        });
        outline::path(&cells.collect(), CELL, shape)
    }

    /// The dominoes of a picture of this puzzle, and values without a domino.
    pub(in crate::render) fn dominoes(&self, picture: &Picture<'_>) -> String {
        let tiles = picture.tiles();
        let covered: BTreeSet<CellId> = tiles
            .iter()
            .flat_map(|placed| placed.halves())
            .map(|(cell, _)| cell)
            .collect();
        let mut drawn = String::from("<g class=\"dominoes\">\n");
        for placed in tiles {
            drawn += &self.domino(picture, placed);
        }
        for edge in picture.blanks() {
            let (one, other) = (self.middle(edge.a), self.middle(edge.b));
            let names = edge.ends().map(|cell| &picture.puzzle.cell(cell).name);
            let title = format!("One domino lies on {} and {}", names[0], names[1]);
            drawn += &tile::blank(Lie::between(one, other), &title);
        }
        for (cell, value) in picture.puzzle.cell_ids().zip(picture.shown()) {
            if let Some(pips) = value.filter(|_| !covered.contains(&cell)) {
                let title = format!("{pips} on {}", picture.puzzle.cell(cell).name);
                drawn += &tile::loose(self.middle(cell), pips, &title);
            }
        }
        for (cell, pips) in picture.notes() {
            drawn += &self.note(cell, pips);
        }
        drawn += "</g>\n";
        drawn
    }

    /// What a cell can still show, in small numbers; nothing if they are too many.
    fn note(&self, cell: CellId, pips: &[Pips]) -> String {
        if pips.is_empty() || pips.len() > MAX_NOTED {
            return String::new();
        }
        let numbers: Vec<String> = pips.iter().map(Pips::to_string).collect();
        let (half, (x, y)) = (numbers.len().div_ceil(2), self.middle(cell));
        // Up to three stand on one line, more on two.
        let lines: Vec<&[String]> = match numbers.len() {
            0..=3 => vec![&numbers[..]],
            _ => numbers.chunks(half).collect(),
        };
        let title = format!(
            "{} shows {}",
            self.puzzle.cell(cell).name,
            words::either(&numbers)
        );
        let mut drawn = format!("<g class=\"note\"><title>{}</title>", escape(&title));
        for (line, numbers) in lines.iter().enumerate() {
            let signs = glyphs::text(&numbers.join(" "));
            let height = (NOTE * (SLOT - 8.0) / glyphs::width(&signs, NOTE)).min(NOTE);
            let down = (line as f64 - (lines.len() - 1) as f64 / 2.0) * (NOTE + 7.0);
            drawn += &glyphs::draw(&signs, (x, y + down), height);
        }
        drawn += "</g>\n";
        drawn
    }

    fn domino(&self, picture: &Picture<'_>, placed: PlacedDomino) -> String {
        let [(a, at_a), (b, at_b)] = placed.halves();
        let (mut one, mut other) = ((self.middle(a), at_a), (self.middle(b), at_b));
        // From left to right or downwards, so that a tile is never upside down.
        if (other.0.0, other.0.1) < (one.0.0, one.0.1) {
            (one, other) = (other, one);
        }
        let title = words::tile(picture.puzzle, placed);
        tile::laid(Lie::between(one.0, other.0), [one.1, other.1], &title)
    }

    /// The rule of each region, at the lower right of each of its parts.
    pub(in crate::render) fn badges(&self) -> String {
        let mut drawn = String::from("<g class=\"badges\">\n");
        for (region, parts) in self.bare.areas_in_parts() {
            let named = self.puzzle.region(region);
            let (sign, signs) = (words::sign(named.rule), glyphs::rule(named.rule));
            let colour = self.colours.get(&region).copied().unwrap_or(0);
            for part in parts {
                let Some(corner) = self.badge_corner(&part) else {
                    continue;
                };
                let height = (SIGN * (CELL - 20.0) / glyphs::width(&signs, SIGN)).min(SIGN);
                let width = (glyphs::width(&signs, height) + 13.0).max(BADGE_HEIGHT + 2.0);
                let (left, top) = (corner.0 - width, corner.1 - BADGE_HEIGHT / 2.0);
                let letter = match self.labels {
                    true => named.name.to_string(),
                    false => String::new(),
                };
                let letter = self.letter(&letter, (left, corner.1));
                let _ = writeln!(
                    drawn,
                    "<g class=\"badge c{colour}\" data-region=\"{}\" data-rule=\"{}\">\
                     <title>{}</title>\
                     <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{BADGE_HEIGHT}\" rx=\"8\"/>{}{}</g>",
                    escape(named.name.raw()),
                    escape(&sign),
                    escape(&format!("Region {}: {}", named.name, named.rule)),
                    num(left - letter.0),
                    num(top),
                    num(width + letter.0),
                    letter.1,
                    glyphs::draw(&signs, (left + width / 2.0, corner.1), height)
                );
            }
        }
        drawn += "</g>\n";
        drawn
    }

    /// A region's letter to the left of its rule, on a ground of its own, and how far it reaches.
    fn letter(&self, letter: &str, (right, y): (f64, f64)) -> (f64, String) {
        if letter.is_empty() {
            return (0.0, String::new());
        }
        let signs = glyphs::text(letter);
        let height = (SIGN * CELL / glyphs::width(&signs, SIGN)).min(SIGN);
        let width = glyphs::width(&signs, height) + 11.0;
        // Inside of the badge, whose corners it follows.
        let (left, high) = (right - width, BADGE_HEIGHT - 3.0);
        let drawn = format!(
            "<g class=\"letter\"><path d=\"M{}h-{1}a6.5 6.5 0 0 0 -6.5 6.5v{2}a6.5 6.5 0 0 0 6.5 6.5h{1}z\"/>{3}</g>",
            format_args!("{} {}", num(right), num(y - high / 2.0)),
            num(width - 8.0),
            num(high - 13.0),
            labels::written(
                letter,
                (left + width / 2.0 + 1.0, y),
                height,
                self.lettering
            )
        );
        (width, drawn)
    }

    /// The middle of the right end of a part's badge.
    fn badge_corner(&self, part: &[CellId]) -> Option<(f64, f64)> {
        match &self.layout {
            Layout::Grid(places) => {
                let last = part.iter().map(|cell| places[cell.index()]).max()?;
                let (bottom, right) = (f64::from(last.0 + 1) * CELL, f64::from(last.1 + 1) * CELL);
                Some((right + BADGE_OVER, bottom - 1.0))
            }
            Layout::Free(_) => {
                let lowest = |one: &CellId, other: &CellId| {
                    let (one, other) = (self.middle(*one), self.middle(*other));
                    (one.1, one.0)
                        .partial_cmp(&(other.1, other.0))
                        .unwrap_or(std::cmp::Ordering::Equal)
                };
                let (x, y) = self.middle(*part.iter().max_by(|a, b| lowest(a, b))?);
                Some((x + NODE + 2.0, y + NODE - 8.0))
            }
        }
    }

    /// What a picture points at.
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
            for class in ["halo", labels::class(mark)] {
                let (x, y) = self.middle(cell);
                let _ = writeln!(
                    drawn,
                    "<rect class=\"{class}\" data-cell=\"{}\" x=\"{}\" y=\"{}\" width=\"{3}\" \
                     height=\"{3}\" rx=\"11\"/>",
                    escape(picture.puzzle.cell(cell).name.raw()),
                    num(x - CELL / 2.0 + 3.5),
                    num(y - CELL / 2.0 + 3.5),
                    num(CELL - 7.0),
                );
            }
        }
        drawn += "</g>\n";
        drawn
    }
}
