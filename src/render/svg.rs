//! A picture as SVG, in the style of the NYT: coloured regions with their rule in a badge, dominoes with pips, and the
//! dominoes that are left in a tray below.
//!
//! The colours are in `templates/picture.css`. Text is drawn as strokes, so that it looks the same
//! everywhere; only names beyond ASCII use the viewer's fonts. The title and the description of the
//! picture contain all information in words.

mod glyphs;
mod labels;
mod outline;
mod pips;
mod scene;
mod tile;

use std::fmt::Write;

pub(super) use self::scene::Scene;
use super::{Picture, words};
use crate::puzzle::RegionId;
use crate::visible::is_invisible;

/// The side of a cell, in the units of the picture.
const CELL: f64 = 64.0;

/// The margin around a picture.
const MARGIN: f64 = 18.0;

/// The space above a tray and a legend.
const TRAY_BELOW: f64 = 30.0;

/// The space between the pictures of a sheet.
const BETWEEN: f64 = 24.0;

/// The style of pictures, for a `style` element.
pub(super) const STYLE: &str = include_str!("../../templates/picture.css");

/// A picture as an element of a page, whose style sheet has `templates/picture.css`.
#[derive(Debug, Clone, PartialEq)]
pub struct Plate {
    /// The element.
    pub svg: String,
    /// Its width and height, in its own units.
    pub size: (f64, f64),
    /// The colour of each region, by its number: `c0` to `c5` of the style sheet. Regions without a rule have none.
    pub colours: Vec<Option<usize>>,
}

impl Picture<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let (title, description) = (words::title(self), words::description(self));
        document(&SvgFragment::new(self), &title, &description)
    }

    /// The picture as an element of a page, with or without its tray and legend.
    pub fn plate(&self, with_tray: bool) -> Plate {
        let scene = Scene::new(self);
        let drawn = match with_tray {
            true => SvgFragment::new(self),
            false => scene.framed(&scene.layers(self), &[]),
        };
        let colour = |region: RegionId| scene.colours.get(&region).copied();
        Plate {
            svg: drawn.element(&words::title(self)),
            size: (drawn.width, drawn.height),
            colours: self.puzzle.region_ids().map(colour).collect(),
        }
    }

    /// The picture as an element of a page that has [`STYLE`], with the ids `{id}-picture` and `{id}-words`.
    pub(super) fn element(&self, id: &str) -> String {
        let (title, description) = (words::title(self), words::description(self));
        SvgFragment::new(self).described_element(id, &title, &description)
    }
}

/// Several pictures in one SVG document, in rows, in a roughly square area.
pub fn sheet_svg(pictures: &[Picture<'_>]) -> String {
    if let [alone] = pictures {
        return alone.svg();
    }
    let drawn: Vec<SvgFragment> = pictures.iter().map(SvgFragment::new).collect();
    let most = |part: fn(&SvgFragment) -> f64| drawn.iter().map(part).fold(0.0, f64::max);
    let (width, height) = (most(|one| one.width), most(|one| one.height));
    let along = |count: usize, size: f64| count as f64 * (size + BETWEEN) - BETWEEN;
    let rows = |columns: usize| drawn.len().div_ceil(columns);
    let mut columns = 1;
    while columns < drawn.len() && along(columns, width) < along(rows(columns), height) {
        columns += 1;
    }
    let mut sheet = SvgFragment {
        width: along(columns, width).max(1.0),
        height: along(rows(columns), height).max(1.0),
        ..SvgFragment::default()
    };
    for (index, one) in drawn.iter().enumerate() {
        let x = (index % columns) as f64 * (width + BETWEEN);
        let y = (index / columns) as f64 * (height + BETWEEN);
        sheet.add("sheet", (x, y), &one.body);
    }
    let title = match pictures.first() {
        Some(first) => format!("{}: {} boards", words::name(first.puzzle), pictures.len()),
        None => "No boards".into(),
    };
    let descriptions: Vec<String> = (1..)
        .zip(pictures)
        .map(|(number, picture)| format!("Board {number}. {}", words::description(picture)))
        .collect();
    document(&sheet, &title, &descriptions.join(" "))
}

fn document(drawn: &SvgFragment, title: &str, description: &str) -> String {
    let (width, height) = (num(drawn.width), num(drawn.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pips\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"pips-title pips-description\">\n\
         <title id=\"pips-title\">{}</title>\n\
         <desc id=\"pips-description\">{}</desc>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escape(title),
        escape(description),
        drawn.body
    )
}

/// Elements of SVG with their size.
#[derive(Debug, Default)]
pub(super) struct SvgFragment {
    pub(super) body: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl SvgFragment {
    /// A picture with its tray and, with labels, the legend of its marks.
    pub(super) fn new(picture: &Picture<'_>) -> Self {
        let scene = Scene::new(picture);
        let tray = scene.tray(&picture.tray());
        let legend = match picture.labels {
            true => labels::legend(picture),
            false => SvgFragment::default(),
        };
        scene.framed(
            &scene.layers(picture),
            &[("tray", tray), ("legend", legend)],
        )
    }

    fn add(&mut self, class: &str, (x, y): (f64, f64), body: &str) {
        let _ = write!(
            self.body,
            "<g class=\"{class}\" transform=\"translate({} {})\">\n{body}</g>\n",
            num(x),
            num(y)
        );
    }

    /// As an element of a page.
    pub(super) fn element(&self, title: &str) -> String {
        format!("<svg {}>\n{}</svg>", self.attributes(title), self.body)
    }

    /// As an element of a page, with a description that scripts can change.
    pub(super) fn described_element(&self, id: &str, title: &str, description: &str) -> String {
        format!(
            "<svg id=\"{id}-picture\" {} aria-describedby=\"{id}-words\">\n\
             <desc id=\"{id}-words\">{}</desc>\n{}</svg>",
            self.attributes(title),
            escape(description),
            self.body
        )
    }

    fn attributes(&self, title: &str) -> String {
        let (width, height) = (num(self.width), num(self.height));
        format!(
            "class=\"pips\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\"",
            escape(title)
        )
    }
}

impl Scene<'_> {
    /// The board with a margin, and the elements below it, centred. Empty elements are left out.
    pub(super) fn framed(&self, board: &str, below: &[(&str, SvgFragment)]) -> SvgFragment {
        let (board_width, board_height) = self.size();
        let (left, top) = self.room();
        let below = || below.iter().filter(|(_, one)| !one.body.is_empty());
        let widths = below().map(|(_, one)| one.width);
        let widest = widths.fold(board_width, f64::max);
        let aside = |width: f64| MARGIN + left + (widest - width) / 2.0;
        let mut drawn = SvgFragment::default();
        drawn.add("board", (aside(board_width), MARGIN + top), board);
        let mut height = top + board_height;
        for (class, one) in below() {
            let at = (aside(one.width), MARGIN + height + TRAY_BELOW);
            drawn.add(class, at, &one.body);
            height += TRAY_BELOW + one.height;
        }
        drawn.width = left + widest + 2.0 * MARGIN;
        drawn.height = height + 2.0 * MARGIN;
        drawn
    }
}

/// A number in a path or an attribute, to two decimals.
pub(super) fn num(value: f64) -> f64 {
    // Adding 0 turns `-0` into `0`.
    (value * 100.0).round() / 100.0 + 0.0
}

/// Escapes text for an element or an attribute. Characters that XML cannot hold and invisible ones are shown as their
/// escape.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{fffe}' | '\u{ffff}' => escaped.extend(char.escape_unicode()),
            char if is_invisible(char) => escaped.extend(char.escape_default()),
            char => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    #[test]
    fn a_plate_has_no_style() {
        let document = formats::read(b"AA\nB*\n\nA 7\nB *\n\n34 55\n", None).expect("a puzzle");
        let puzzle = document.pick(None).expect("one");
        let plate = Picture::new(puzzle).plate(false);
        assert!(plate.svg.starts_with("<svg class=\"pips\""));
        assert!(!plate.svg.contains("<style") && !plate.svg.contains("style="));
        assert!(!plate.svg.contains("class=\"tray\""));
        assert_eq!(plate.colours, [Some(0), None]);
        let with_tray = Picture::new(puzzle).plate(true);
        assert!(with_tray.svg.contains("class=\"tray\""));
        assert!(with_tray.size.1 > plate.size.1);
    }
}
