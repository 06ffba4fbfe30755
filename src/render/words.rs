//! A picture in words, for screen readers, and the signs of rules.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Mark, Picture};
use crate::nearest::either;
use crate::puzzle::{CellId, Domino, Label, PlacedDomino, Puzzle, Relation, Rule};
use crate::visible::{Visible, spaced};

/// A rule as the NYT writes it: `12`, `<5`, `>4`, `=`, `≠`.
pub fn sign(rule: Rule) -> String {
    match rule {
        Rule::Sum(Relation::Equal, target) => target.to_string(),
        Rule::Sum(relation, target) => format!("{}{target}", relation.sign()),
        Rule::Equal => "=".into(),
        Rule::Unequal => "≠".into(),
        Rule::Empty => String::new(),
    }
}

/// The title of a puzzle.
pub(crate) fn name(puzzle: &Puzzle) -> String {
    puzzle
        .title()
        .map_or_else(|| "Pips puzzle".into(), Label::to_string)
}

/// The title of a page about a puzzle: its title, or else its file name, which contains date and
/// level.
pub(crate) fn heading(puzzle: &Puzzle, file: &str) -> String {
    if let Some(title) = puzzle.title() {
        return title.to_string();
    }
    let level = file
        .rsplit_once('-')
        .filter(|(stem, level)| !stem.is_empty() && ["easy", "medium", "hard"].contains(level));
    match level {
        Some((stem, level)) => format!("Pips {}, {level}", Visible(stem)),
        None if file == "puzzle" => name(puzzle),
        None => format!("Pips: {}", Visible(file)),
    }
}

/// The title of a picture.
pub(super) fn title(picture: &Picture<'_>) -> String {
    let name = name(picture.puzzle);
    match &picture.board {
        None => name,
        Some(_) => format!("{name}, with dominoes laid"),
    }
}

/// The content of a picture.
pub(super) fn description(picture: &Picture<'_>) -> String {
    let puzzle = picture.puzzle;
    let mut text = format!(
        "{}, {}.",
        many(puzzle.cells().len(), "cell"),
        many(puzzle.dominoes().len(), "domino")
    );
    for region in picture.areas() {
        let region = puzzle.region(region);
        let cells = names(puzzle, region.cells.iter().copied());
        let _ = write!(text, " Region {}, {}: {cells}.", region.name, region.rule);
    }
    let free = puzzle
        .cell_ids()
        .filter(|&cell| picture.area(cell).is_none());
    let free = names(puzzle, free);
    if !free.is_empty() {
        let _ = write!(text, " Without a rule: {free}.");
    }
    text += &board(picture);
    let tray: Vec<String> = picture.tray().iter().map(Domino::to_string).collect();
    if !tray.is_empty() {
        let _ = write!(text, " Dominoes to lay: {}.", tray.join(", "));
    }
    text += &marks(picture);
    text
}

/// The board and the marks, without the description of the puzzle.
pub(super) fn board_and_marks(picture: &Picture<'_>) -> String {
    board(picture) + &marks(picture)
}

/// The board.
fn board(picture: &Picture<'_>) -> String {
    let puzzle = picture.puzzle;
    let mut text = String::new();
    let tiles = picture.tiles();
    if !tiles.is_empty() {
        let laid: Vec<String> = tiles.iter().map(|&placed| tile(puzzle, placed)).collect();
        let _ = write!(text, " Laid: {}.", laid.join("; "));
    }
    let halves = tiles.into_iter().flat_map(PlacedDomino::halves);
    let covered: BTreeSet<CellId> = halves.map(|(cell, _)| cell).collect();
    let shown = puzzle.cell_ids().zip(picture.shown());
    let loose: Vec<String> = shown
        .filter(|(cell, _)| !covered.contains(cell))
        .filter_map(|(cell, pips)| Some(format!("{} shows {}", puzzle.cell(cell).name, pips?)))
        .collect();
    if !loose.is_empty() {
        let _ = write!(text, " Known: {}.", loose.join(", "));
    }
    for (cell, pips) in picture.notes() {
        let pips: Vec<String> = pips.iter().map(u32::to_string).collect();
        let _ = write!(text, " {} shows {}.", puzzle.cell(cell).name, either(&pips));
    }
    for edge in picture.blanks() {
        let [one, other] = edge.ends().map(|cell| &puzzle.cell(cell).name);
        let _ = write!(text, " One domino lies on {one} and {other}.");
    }
    text
}

/// The marks.
fn marks(picture: &Picture<'_>) -> String {
    let puzzle = picture.puzzle;
    let mut text = String::new();
    for mark in picture.marks.kinds() {
        let cells = names(puzzle, picture.marks.cells_with(mark));
        let regions = picture.marks.regions_with(mark);
        let regions = spaced(regions.map(|region| &puzzle.region(region).name));
        let marked = marked(mark);
        if !cells.is_empty() {
            let _ = write!(text, " {marked} cells: {cells}.");
        }
        if !regions.is_empty() {
            let _ = write!(text, " {marked} regions: {regions}.");
        }
    }
    text
}

/// Introduces cells and regions with a mark.
fn marked(mark: Mark) -> &'static str {
    match mark {
        Mark::Conflict => "Marked",
        Mark::Conclusion => "Marked as conclusion,",
        Mark::Premise => "Marked as premise,",
    }
}

/// A placed domino: `4 on r0c2, 1 on r1c2`.
pub(super) fn tile(puzzle: &Puzzle, placed: PlacedDomino) -> String {
    let [one, other] = placed
        .halves()
        .map(|(cell, pips)| format!("{pips} on {}", puzzle.cell(cell).name));
    format!("{one}, {other}")
}

fn names(puzzle: &Puzzle, cells: impl Iterator<Item = CellId>) -> String {
    spaced(cells.map(|cell| &puzzle.cell(cell).name))
}

/// A count with its noun.
pub(super) fn many(count: usize, noun: &str) -> String {
    match (count, noun.ends_with('o')) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{count} {noun}es"),
        (_, false) => format!("{count} {noun}s"),
    }
}
