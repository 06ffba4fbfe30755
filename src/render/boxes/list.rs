//! A picture of a board that is no grid: a list of its regions and of the dominoes on it.

use std::fmt::Write;

use crate::puzzle::{CellId, Placed};
use crate::render::Picture;

pub(super) fn list(picture: &Picture<'_>) -> String {
    let puzzle = picture.puzzle;
    let shown = picture.shown();
    let cell = |id: CellId| {
        let name = &puzzle.cell(id).name;
        let text = match shown[id.index()] {
            Some(pips) => format!("{name}={pips}"),
            None => name.to_string(),
        };
        if picture.marked_cells.contains(&id) {
            format!("[{text}]")
        } else {
            text
        }
    };
    let line = |cells: &mut dyn Iterator<Item = CellId>| {
        let cells: Vec<String> = cells.map(cell).collect();
        cells.join(" ")
    };
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for id in picture.areas() {
        let region = puzzle.region(id);
        let marked = picture.marked_regions.contains(&id);
        let star = if marked { "*" } else { "" };
        rows.push((
            format!("{}{star}", region.name),
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
    let widest = |part: fn(&(String, String, String)) -> &String| {
        rows.iter()
            .map(|row| part(row).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (names, rules) = (widest(|row| &row.0), widest(|row| &row.1));
    let mut text = String::new();
    for (name, rule, cells) in &rows {
        let _ = writeln!(text, "{name:<names$}  {rule:<rules$}  {cells}");
    }
    let tiles = picture.tiles();
    if !tiles.is_empty() {
        text.push('\n');
    }
    for placed in tiles {
        let [(a, at_a), (b, at_b)] = Placed::halves(placed);
        let (a, b) = (&puzzle.cell(a).name, &puzzle.cell(b).name);
        let _ = writeln!(text, "{at_a}-{at_b} {a} {b}");
    }
    text
}
