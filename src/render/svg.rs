//! A picture as SVG, in the style of the NYT: coloured regions with their rule in a badge,
//! dominoes with real pips, and the dominoes that are left in a tray below.
//!
//! The colours are in `templates/picture.css`. The signs in badges and names are drawn and not set in a
//! font, so that they look alike everywhere; only a name beyond ASCII is left to the viewer's fonts. What
//! they mean is in the title and the description of the picture, for people who hear it.

mod glyphs;
mod labels;
mod letters;
mod outline;
mod pips;
mod plate;
mod scene;
mod tile;

use std::fmt::Write;

pub use self::plate::Plate;
pub(super) use self::scene::Scene;
use super::{Mark, Picture, words};
use crate::puzzle::Domino;
use crate::visible::is_invisible;

/// The side of a cell, in the units of the picture.
const CELL: f64 = 64.0;

/// The room around a picture.
const MARGIN: f64 = 18.0;

/// The room between the board and the tray.
const TRAY_BELOW: f64 = 30.0;

/// The room between pictures of a sheet.
const BETWEEN: f64 = 24.0;

/// The colours of pictures, to stand in a `style` element.
pub(super) const STYLE: &str = include_str!("../../templates/picture.css");

/// What pictures with names and marks have in addition.
pub(super) const LABEL_STYLE: &str = include_str!("../../templates/labels.css");

/// The styles that pictures in a page can need.
pub(super) fn page_style() -> String {
    format!("{STYLE}{LABEL_STYLE}")
}

/// The styles that these pictures need.
fn style(pictures: &[Picture<'_>]) -> String {
    let more = |picture: &Picture<'_>| {
        let cells = picture.marks.cells().map(|(_, mark)| mark);
        let regions = picture.marks.regions().map(|(_, mark)| mark);
        let mut marks = cells.chain(regions);
        let known = !picture.joined.is_empty() || !picture.candidates.is_empty();
        picture.labels || known || marks.any(|mark| mark != Mark::Conflict)
    };
    if pictures.iter().any(more) {
        page_style()
    } else {
        STYLE.to_owned()
    }
}

/// How a name beyond ASCII is written, for which there are no strokes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lettering {
    /// As text, in a font of the viewer.
    Font,
    /// As strokes, with a box for each character without strokes: PNG pictures have no fonts.
    Strokes,
}

impl Picture<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        self.lettered(Lettering::Font)
    }

    fn lettered(&self, lettering: Lettering) -> String {
        let drawn = Drawn::lettered(self, lettering);
        let mut svg = head(
            &style(std::slice::from_ref(self)),
            drawn.width,
            drawn.height,
            &words::title(self),
            &words::description(self),
        );
        svg += &drawn.body;
        svg += "</svg>\n";
        svg
    }
}

/// Several pictures in one SVG document, in rows, about as wide in all as they are high.
pub fn sheet_svg(pictures: &[Picture<'_>]) -> String {
    sheet(pictures, Lettering::Font)
}

pub(super) fn sheet(pictures: &[Picture<'_>], lettering: Lettering) -> String {
    if let [alone] = pictures {
        return alone.lettered(lettering);
    }
    let drawn = pictures.iter();
    let drawn: Vec<Drawn> = drawn
        .map(|picture| Drawn::lettered(picture, lettering))
        .collect();
    let most = |part: fn(&Drawn) -> f64| drawn.iter().map(part).fold(0.0, f64::max);
    let (wide, high) = (most(|one| one.width), most(|one| one.height));
    let mut columns = 1;
    while columns < drawn.len()
        && columns as f64 * (wide + BETWEEN)
            < drawn.len().div_ceil(columns) as f64 * (high + BETWEEN)
    {
        columns += 1;
    }
    let rows = drawn.len().div_ceil(columns);
    let along = |count: usize, size: f64| count as f64 * (size + BETWEEN) - BETWEEN;
    let title = match pictures.first() {
        Some(first) => format!("{}: {} boards", words::name(first.puzzle), pictures.len()),
        None => "No boards".into(),
    };
    let described: Vec<String> = (1..)
        .zip(pictures)
        .map(|(number, picture)| format!("Board {number}. {}", words::description(picture)))
        .collect();
    let (width, height) = (along(columns, wide), along(rows, high));
    let mut svg = head(
        &style(pictures),
        width.max(1.0),
        height.max(1.0),
        &title,
        &described.join(" "),
    );
    for (index, one) in drawn.iter().enumerate() {
        let x = (index % columns) as f64 * (wide + BETWEEN);
        let y = (index / columns) as f64 * (high + BETWEEN);
        let _ = write!(
            svg,
            "<g transform=\"translate({} {})\">\n{}</g>\n",
            num(x),
            num(y),
            one.body
        );
    }
    svg += "</svg>\n";
    svg
}

/// The beginning of a document, up to its ground.
pub(super) fn head(style: &str, width: f64, height: f64, title: &str, description: &str) -> String {
    let (width, height) = (num(width), num(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pips\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"pips-title pips-description\">\n\
         <title id=\"pips-title\">{}</title>\n\
         <desc id=\"pips-description\">{}</desc>\n\
         <style>\n{style}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n",
        escape(title),
        escape(description)
    )
}

/// A whole picture without the document around it.
pub(super) struct Drawn {
    pub(super) body: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Drawn {
    pub(super) fn new(picture: &Picture<'_>) -> Self {
        Drawn::lettered(picture, Lettering::Font)
    }

    fn lettered(picture: &Picture<'_>, lettering: Lettering) -> Self {
        let scene = Scene::new(picture).with_lettering(lettering);
        let below = Drawn::below(&scene, picture);
        Drawn::framed(&scene, &scene.layers(picture), &below)
    }

    /// The tray of a picture and, with labels, the legend of its marks, where they are not empty.
    fn below(scene: &Scene<'_>, picture: &Picture<'_>) -> Vec<(&'static str, Drawn)> {
        let mut below = vec![("tray", tile::tray(&picture.tray(), scene.size().0))];
        if picture.labels {
            below.push(("legend", labels::legend(picture)));
        }
        below.retain(|(_, one)| !one.body.is_empty());
        below
    }

    /// Where the corner of a scene's board comes to lie, with what is drawn below.
    fn corner(scene: &Scene<'_>, below: &[(&str, Drawn)]) -> (f64, f64) {
        let (left, top) = scene.room();
        let aside = (widest(scene, below) - scene.size().0) / 2.0;
        (MARGIN + left + aside, MARGIN + top)
    }

    /// The layers of a scene's board with a tray below.
    pub(super) fn with_tray(scene: &Scene<'_>, board: &str, dominoes: &[Domino]) -> Self {
        let tray = tile::tray(dominoes, scene.size().0);
        Drawn::framed(scene, board, &[("tray", tray)])
    }

    /// The layers of a scene's board with room around it, and what is drawn below, each in the
    /// middle.
    pub(super) fn framed(scene: &Scene<'_>, board: &str, below: &[(&str, Drawn)]) -> Self {
        let (board_width, board_height) = scene.size();
        let (left, top) = scene.room();
        let widest = widest(scene, below);
        let aside = |own: f64| num(MARGIN + left + (widest - own) / 2.0);
        let mut body = format!(
            "<g class=\"board\" transform=\"translate({} {})\">\n{board}</g>\n",
            aside(board_width),
            num(MARGIN + top),
        );
        let mut height = top + board_height;
        for (class, one) in below {
            let _ = write!(
                body,
                "<g class=\"{class}\" transform=\"translate({} {})\">\n{}</g>\n",
                aside(one.width),
                num(MARGIN + height + TRAY_BELOW),
                one.body
            );
            height += TRAY_BELOW + one.height;
        }
        Drawn {
            body,
            width: left + widest + 2.0 * MARGIN,
            height: height + 2.0 * MARGIN,
        }
    }
}

/// The width of the widest of a scene's board and what is drawn below.
fn widest(scene: &Scene<'_>, below: &[(&str, Drawn)]) -> f64 {
    let widths = below.iter().map(|(_, one)| one.width);
    widths.fold(scene.size().0, f64::max)
}

/// A number in a path or an attribute: at most two decimals, none of them idle.
pub(super) fn num(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    let minus = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (rest / 10, rest % 10) {
        (0, 0) => format!("{minus}{whole}"),
        (tenths, 0) => format!("{minus}{whole}.{tenths}"),
        (tenths, more) => format!("{minus}{whole}.{tenths}{more}"),
    }
}

/// Escapes text for an element or an attribute. Characters that XML cannot hold and invisible ones are
/// shown as their escape.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{fffe}' | '\u{ffff}' => escaped.extend(char.escape_unicode()),
            // Our own texts hold none; one from outside shows what it holds.
            char if is_invisible(char) => escaped.extend(char.escape_default()),
            char => escaped.push(char),
        }
    }
    escaped
}
