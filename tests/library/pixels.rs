//! PNG pictures: the right size, and the colours of the style sheet in the right places.

use pipsc::render::{Picture, PngError, PngSize};
use resvg::tiny_skia::Pixmap;

use crate::reading;

const STYLE: &str = include_str!("../../templates/picture.css");

/// The colour of an element in the light style sheet.
fn colour(what: &str) -> [u8; 3] {
    let (light, _) = STYLE.split_once("@media").expect("both modes");
    let start = format!("{what} {{ fill: #");
    let hex = light
        .split(&start)
        .nth(1)
        .expect("a colour")
        .get(..6)
        .expect("six digits");
    [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits"))
}

fn pixel(pixmap: &Pixmap, x: f32, y: f32) -> [u8; 3] {
    let pixel = pixmap.pixel(x as u32, y as u32).expect("inside");
    [pixel.red(), pixel.green(), pixel.blue()]
}

#[test]
fn the_colours_are_where_the_regions_are() {
    for file in ["small.board.json", "islands.txt", "triplets.txt"] {
        let puzzle = reading::puzzle(file);
        let picture = Picture::new(&puzzle);
        let svg = picture.svg();
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let png = picture.png(PngSize::Scale(2.0)).expect("a picture");
        let pixmap = Pixmap::decode_png(&png).expect("a PNG");
        let length = |name: &str| {
            document
                .root_element()
                .attribute(name)
                .expect(name)
                .parse::<f32>()
                .expect("a number")
        };
        assert_eq!(pixmap.width(), (length("width") * 2.0).round() as u32);
        assert_eq!(pixmap.height(), (length("height") * 2.0).round() as u32);
        assert_eq!(pixel(&pixmap, 2.0, 2.0), colour(".ground"));

        let classes =
            |node: &roxmltree::Node<'_, '_>| node.attribute("class").unwrap_or("").to_owned();
        let board = document
            .descendants()
            .find(|node| classes(node) == "board")
            .expect("a board");
        let moved = board.attribute("transform").expect("its place");
        let moved = moved.trim_start_matches("translate(").trim_end_matches(')');
        let (left, top) = moved.split_once(' ').expect("two numbers");
        let (left, top): (f32, f32) = (left.parse().expect("x"), top.parse().expect("y"));
        // The slots come in the order of the cells, the first slot of a region in its first cell.
        let slots: Vec<_> = document
            .descendants()
            .filter(|node| classes(node) == "slot")
            .collect();
        let mut seen = 0;
        for region in document
            .descendants()
            .filter(|node| classes(node).starts_with("region "))
        {
            let name = region.attribute("data-region").expect("a name");
            let there = puzzle.regions().iter().find(|there| there.name == name);
            let slot = slots[there.expect("the region").cells[0].index()];
            let at = |name: &str| {
                slot.attribute(name)
                    .expect(name)
                    .parse::<f32>()
                    .expect("a number")
            };
            // Just beside the slot, inside the region's border.
            let (x, y) = (left + at("x") - 1.5, top + at("y") + 26.0);
            let class = classes(&region).replace("region ", "");
            assert_eq!(
                pixel(&pixmap, x * 2.0, y * 2.0),
                colour(&format!(".{class} .area")),
                "{file} {name}"
            );
            seen += 1;
        }
        assert!(seen > 2);
    }
}

#[test]
fn pips_are_dark_and_tiles_are_light() {
    let puzzle = reading::puzzle("dozen.txt");
    let board = puzzle.solution().expect("a solution");
    let png = Picture::new(&puzzle)
        .with_board(board)
        .png(PngSize::Scale(1.0))
        .expect("a picture");
    let pixmap = Pixmap::decode_png(&png).expect("a PNG");
    // r0c3 shows 1: a pip in the middle of the cell, the tile beside it.
    let (x, y) = (18.0 + 3.5 * 64.0, 18.0 + 0.5 * 64.0);
    assert_eq!(pixel(&pixmap, x, y), colour(".pip"));
    assert_eq!(pixel(&pixmap, x + 12.0, y), colour(".face"));
}

#[test]
fn png_width_is_kept_and_invalid_widths_are_errors() {
    let puzzle = reading::puzzle("dozen.txt");
    let picture = Picture::new(&puzzle);
    let png = picture.png(PngSize::Width(333)).expect("a picture");
    assert_eq!(Pixmap::decode_png(&png).expect("a PNG").width(), 333);
    for size in [
        PngSize::Scale(1e9),
        PngSize::Width(u32::MAX),
        PngSize::Scale(1e-9),
    ] {
        assert!(
            matches!(picture.png(size), Err(PngError::Size { .. })),
            "{size:?}"
        );
    }
    assert_eq!(
        picture.png(PngSize::Width(50)),
        picture.png(PngSize::Width(50))
    );
}
