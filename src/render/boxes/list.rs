//! A picture of a board that is no grid: a list of its regions and of the dominoes on it.

use std::fmt::Write;

use super::signs::{legend, mark, marked, starred};
use super::{TextStyle, wrapped};
use crate::padding;
use crate::puzzle::{CellId, PlacedDomino};
use crate::render::Picture;

pub(super) fn list(picture: &Picture<'_>, style: TextStyle) -> String {
    let puzzle = picture.puzzle;
    let shown = picture.shown();
    let cell = |id: CellId| {
        let name = &puzzle.cell(id).name;
        let text = match shown[id.index()] {
            Some(pips) => format!("{name}={pips}"),
            None => name.to_string(),
        };
        marked(&text, mark(picture, id))
    };
    let line =
        |cells: &mut dyn Iterator<Item = CellId>| -> Vec<String> { cells.map(cell).collect() };
    let mut rows: Vec<(String, String, Vec<String>)> = Vec::new();
    for id in picture.areas() {
        let region = puzzle.region(id);
        rows.push((
            starred(&region.name.to_string(), picture.marks.region(id)),
            region.rule.to_string(),
            line(&mut region.cells.iter().copied()),
        ));
    }
    let free = line(
        &mut puzzle
            .cell_ids()
            .filter(|&cell| picture.area(cell).is_none()),
    );
    if !free.is_empty() {
        rows.push((String::new(), "anything".into(), free));
    }
    let widest = |part: fn(&(String, String, Vec<String>)) -> &String| {
        rows.iter()
            .map(|row| part(row).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (names, rules) = (widest(|row| &row.0), widest(|row| &row.1));
    let mut text = String::new();
    for (name, rule, cells) in &rows {
        // Blanks stand between the columns, and one more before each word.
        let heading = format!(
            "{}  {} ",
            padding::left(name, names),
            padding::left(rule, rules)
        );
        text += &wrapped(&heading, cells, style.columns.unwrap_or(usize::MAX));
    }
    let tiles = picture.tiles();
    if !tiles.is_empty() {
        text.push('\n');
    }
    for placed in tiles {
        let [(a, at_a), (b, at_b)] = PlacedDomino::halves(placed);
        let (a, b) = (&puzzle.cell(a).name, &puzzle.cell(b).name);
        let _ = writeln!(text, "{at_a}-{at_b} {a} {b}");
    }
    for edge in picture.blanks() {
        let (a, b) = (&puzzle.cell(edge.a).name, &puzzle.cell(edge.b).name);
        let _ = writeln!(text, "?-? {a} {b}");
    }
    let legend = legend(picture);
    if !legend.is_empty() {
        text.push('\n');
        text += &legend;
    }
    text
}
