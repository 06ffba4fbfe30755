//! A tree drawn as SVG, beside the board that it is about: the root above, each node above the middle
//! of its children.
//!
//! All nodes of a kind are one path, so that a picture of thousands is still small.

use std::fmt::Write;

use super::svg::{self, Drawn};
use super::{Picture, words};

/// The style of trees.
const STYLE: &str = include_str!("../../templates/tree.css");

/// The most that leaves are apart, and levels.
const APART: f64 = 26.0;
const LEVEL: f64 = 34.0;

/// A tree is at least and at most so wide, if it has many leaves.
const NARROW: f64 = 320.0;
const WIDE: f64 = 1200.0;

/// The largest radius of a node, and the smallest.
const LARGE: f64 = 5.0;
const SMALL: f64 = 1.1;

/// The room around a tree, and between things.
const MARGIN: f64 = 18.0;

/// The height of a heading's letters, and of the line it stands on.
const LETTERS: f64 = 11.0;
const LINE: f64 = 24.0;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaning {
    /// It has children, or may have.
    Branch,
    /// It has nodes below that are not drawn.
    Hiding,
    /// It leads nowhere.
    Failed,
    /// It is what is looked for.
    Solved,
}

/// A node, after its parent and after everything below an earlier child of that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Twig {
    /// The place of its parent in the list; the root's is its own.
    pub(crate) parent: usize,
    /// What it is.
    pub(crate) leaning: Leaning,
}

/// A tree with what is said of it.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    /// Lines above it.
    pub(crate) heading: Vec<String>,
    /// Its nodes.
    pub(crate) twigs: Vec<Twig>,
    /// The board beside it.
    pub(crate) picture: Picture<'a>,
}

/// Trees below each other, each with its board, as an SVG document.
pub(crate) fn sheet(trees: &[Tree<'_>]) -> String {
    let mut body = String::new();
    let (mut width, mut height) = (0.0_f64, 0.0);
    for tree in trees {
        let drawn = tree.drawn();
        let _ = write!(
            body,
            "<g transform=\"translate(0 {})\">\n{}</g>\n",
            svg::num(height),
            drawn.body
        );
        width = width.max(drawn.width);
        height += drawn.height;
    }
    let title = trees.first().map_or_else(String::new, |tree| {
        format!("{}: a search", words::name(tree.picture.puzzle))
    });
    let said: Vec<String> = trees
        .iter()
        .map(|tree| tree.heading.join(". ") + ".")
        .collect();
    let style = format!("{}{STYLE}", svg::page_style());
    let mut document = svg::head(
        &style,
        width.max(1.0),
        height.max(1.0),
        &title,
        &said.join(" "),
    );
    document += &body;
    document += "</svg>\n";
    document
}

impl Tree<'_> {
    /// The heading, and below it the board with the tree to its right.
    fn drawn(&self) -> Drawn {
        let mut body = String::new();
        let mut top = MARGIN;
        let mut widest = 0.0_f64;
        for (number, line) in self.heading.iter().enumerate() {
            let class = if number == 0 { "heading" } else { "saying" };
            let wide = svg::written_width(line, LETTERS);
            widest = widest.max(wide);
            let _ = writeln!(
                body,
                "<g class=\"{class}\">{}</g>",
                svg::written(line, (MARGIN + wide / 2.0, top + LINE / 2.0), LETTERS)
            );
            top += LINE;
        }
        let board = Drawn::new(&self.picture);
        let _ = write!(
            body,
            "<g transform=\"translate(0 {})\">\n{}</g>\n",
            svg::num(top),
            board.body
        );
        let tree = self.tree();
        let _ = write!(
            body,
            "<g class=\"tree\" transform=\"translate({} {})\">\n{}</g>\n",
            svg::num(board.width + MARGIN),
            svg::num(top + MARGIN),
            tree.body
        );
        Drawn {
            body,
            width: (board.width + tree.width + 2.0 * MARGIN).max(widest + 2.0 * MARGIN),
            height: top + board.height.max(tree.height + 2.0 * MARGIN),
        }
    }

    fn tree(&self) -> Drawn {
        let places = self.places();
        let leaves = 1.0 + places.iter().map(|place| place.0).fold(0.0, f64::max);
        let depth = places.iter().map(|place| place.1).fold(0.0, f64::max);
        let width = (leaves * APART).clamp(NARROW.min(leaves * APART), WIDE);
        let across = width / leaves;
        let radius = (across * 0.4).clamp(SMALL, LARGE);
        let point = |place: &(f64, f64)| {
            let (x, y) = ((place.0 + 0.5) * across, place.1 * LEVEL + LARGE);
            (svg::num(x), svg::num(y))
        };
        let mut links = String::new();
        let mut spots = [const { String::new() }; 4];
        for (twig, place) in self.twigs.iter().zip(&places) {
            let (x, y) = point(place);
            if !std::ptr::eq(twig, &self.twigs[0]) {
                let (above_x, above_y) = point(&places[twig.parent]);
                let _ = write!(links, "M{above_x} {above_y}L{x} {y}");
            }
            let size = match twig.leaning {
                Leaning::Branch | Leaning::Hiding => radius * 0.8,
                Leaning::Failed => radius * 0.75,
                Leaning::Solved => radius.max(3.0) * 1.5,
            };
            let (size, twice) = (svg::num(size), svg::num(2.0 * size));
            let spot = &mut spots[twig.leaning as usize];
            let _ = match twig.leaning {
                Leaning::Branch | Leaning::Solved => {
                    write!(
                        spot,
                        "M{x} {y}m-{size} 0a{size} {size} 0 1 0 {twice} 0a{size} {size} 0 1 0 -{twice} 0z"
                    )
                }
                Leaning::Failed => {
                    write!(spot, "M{x} {y}m-{size} -{size}h{twice}v{twice}h-{twice}z")
                }
                Leaning::Hiding => write!(spot, "M{x} {y}m0 -{size}l{size} {twice}h-{twice}z"),
            };
        }
        let mut body = format!("<path class=\"links\" d=\"{links}\"/>\n");
        for (class, spot) in ["branch", "hiding", "failed", "solved"].iter().zip(spots) {
            if !spot.is_empty() {
                let _ = writeln!(body, "<path class=\"{class}\" d=\"{spot}\"/>");
            }
        }
        Drawn {
            body,
            width,
            height: depth * LEVEL + 2.0 * LARGE,
        }
    }

    /// Where every node is: across in leaves, and down in levels.
    fn places(&self) -> Vec<(f64, f64)> {
        let count = self.twigs.len();
        let mut depths = vec![0.0; count];
        let mut is_leaf = vec![true; count];
        for (node, twig) in self.twigs.iter().enumerate().skip(1) {
            depths[node] = depths[twig.parent] + 1.0;
            is_leaf[twig.parent] = false;
        }
        let mut leaves = 0.0;
        let mut spans = vec![(f64::INFINITY, f64::NEG_INFINITY); count];
        for (span, is_leaf) in spans.iter_mut().zip(is_leaf) {
            if is_leaf {
                *span = (leaves, leaves);
                leaves += 1.0;
            }
        }
        for node in (1..count).rev() {
            let middle = (spans[node].0 + spans[node].1) / 2.0;
            let above = &mut spans[self.twigs[node].parent];
            *above = (above.0.min(middle), above.1.max(middle));
        }
        let middles = spans.iter().map(|(low, high)| (low + high) / 2.0);
        middles.zip(depths).collect()
    }
}
