//! What each line of a model is about: cells, dominoes and regions of its puzzle, as the encoding has recorded them.

use std::collections::{BTreeMap, BTreeSet};

use pipsc::backend::LineOrigin;
use pipsc::model::{Model, Origin};
use serde_json::{Value, json};

/// The lines before this one are described; a page shows no more.
const MAX_LINES: usize = 40_000;

/// The lines that are about something, with what.
pub(crate) fn subjects(model: &Model, origins: &[LineOrigin]) -> Vec<Value> {
    let mut by_line: BTreeMap<usize, BTreeSet<Origin>> = BTreeMap::new();
    for (lines, origin) in origins {
        for line in lines.start..lines.end.min(MAX_LINES) {
            let _ = by_line.entry(line).or_default().insert(*origin);
        }
    }
    let lines = by_line.iter();
    lines
        .filter_map(|(line, origins)| subject(model, *line, origins))
        .collect()
}

fn subject(model: &Model, line: usize, origins: &BTreeSet<Origin>) -> Option<Value> {
    let (mut cells, mut dominoes, mut regions) = (BTreeSet::new(), Vec::new(), Vec::new());
    for origin in origins {
        match *origin {
            Origin::Cell(cell) | Origin::Pin(cell) => drop(cells.insert(cell)),
            Origin::Domino(kind) => dominoes.push(model.kinds[kind.index()].domino.halves()),
            Origin::Region(region) => regions.push(model.regions[region.index()].raw()),
            Origin::Excluded(_) | Origin::Symmetry | Origin::Redundant => {}
        }
    }
    // A line about every cell says nothing about any of them.
    if cells.len() == model.cells.len() && cells.len() > 2 {
        cells.clear();
    }
    if cells.is_empty() && dominoes.is_empty() && regions.is_empty() {
        return None;
    }
    let cells = cells.iter().map(|&cell| model.cell(cell).name.raw());
    let cells: Vec<&str> = cells.collect();
    Some(json!({"line": line, "cells": cells, "dominoes": dominoes, "regions": regions}))
}
