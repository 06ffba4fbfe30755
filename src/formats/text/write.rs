//! Writes the text format.

use std::fmt::Write;

use super::map::is_label;
use super::quoted_title;
use super::rules;
use crate::formats::{CannotExpress, Format, dominoes, grid, write_board};
use crate::json;
use crate::puzzle::Puzzle;
use crate::visible::{MAX_PADDING, is_invisible};

/// A grid as text. Region names are kept if all of them are labels; else all regions get new names.
pub(in crate::formats) fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let (span, places) = grid::written_out(puzzle, Format::Text)?;
    let labels = labels(puzzle);
    let mut rows = span.places(".");
    for (cell, &(row, column)) in puzzle.cell_ids().zip(&places) {
        rows[row as usize][column as usize] = match puzzle.region_of(cell) {
            Some(region) => &labels[region.index()],
            None => "*",
        };
    }
    let width = labels.iter().map(String::len).max().unwrap_or(1);

    let mut text = String::new();
    if let Some(title) = puzzle.title() {
        text += &format!("title: {}\n", spelled(title.raw()));
    }
    if let Some(recipe) = puzzle.recipe_line() {
        text += &format!("recipe: {recipe}\n");
    }
    if width > 1 && span.columns == 1 {
        // Without white space in any row, long labels would be read as rows of letters.
        text += "map: spaced\n";
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for row in rows {
        match width {
            1 => text += &row.concat(),
            _ => {
                let padded = row
                    .iter()
                    .map(|label| format!("{label:<0$}", width.min(MAX_PADDING)));
                let padded: Vec<String> = padded.collect();
                text += padded.join(" ").trim_end();
            }
        }
        text.push('\n');
    }
    text.push('\n');
    for (label, region) in labels.iter().zip(puzzle.regions()) {
        let _ = writeln!(text, "{label} {}", rules::write(region.rule));
    }
    if !puzzle.regions().is_empty() {
        text.push('\n');
    }
    text += &dominoes::write(puzzle.dominoes());
    if let Some(solution) = puzzle.solution() {
        text += "\nsolution:\n";
        text += &write_board(puzzle, solution);
    }
    Ok(text)
}

/// A title as it is, or as a JSON string if it has invisible characters or is itself a quoted string.
fn spelled(title: &str) -> String {
    if title.contains(is_invisible) || quoted_title(title).is_some() {
        json::string(title)
    } else {
        title.to_owned()
    }
}

fn labels(puzzle: &Puzzle) -> Vec<String> {
    let regions = puzzle.regions();
    if regions.iter().all(|region| is_label(region.name.raw())) {
        return regions
            .iter()
            .map(|region| region.name.raw().to_owned())
            .collect();
    }
    (1..=regions.len())
        .map(|number| format!("R{number}"))
        .collect()
}
