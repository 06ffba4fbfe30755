//! Models: the text of one language and encoding, the command that writes it, and the subjects of its lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use pipsc::backend::{Emission, Encoding, Language, LineOrigin, NameMap, Profile, Provenance};
use pipsc::limits::{Budget, Limits};
use pipsc::lower::{AS_IT_STANDS, LowerError, lower_until};
use pipsc::model::{Model, Origin};
use pipsc::puzzle::Label;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::opened::PuzzleText;

/// The maximum size of a model, in bytes.
const LONGEST: usize = 8 << 20;

/// The number of lines that are described.
const MAX_LINES: usize = 40_000;

/// A model of a puzzle.
#[derive(Debug, Deserialize)]
pub(crate) struct ModelRequest {
    pub(crate) puzzle: PuzzleText,
    /// The name of the language.
    target: String,
    encoding: Option<String>,
}

impl ModelRequest {
    pub(crate) fn encoding(&self) -> Result<Encoding, Failure> {
        let target = &self.target;
        let none = || Failure::new(format!("there is no language `{target}`"));
        let language = Language::named(target).ok_or_else(none)?;
        match self.encoding.as_deref() {
            None => Ok(language.encodings()[0]),
            Some(encoding) => language
                .encoding(encoding)
                .ok_or_else(|| Failure::new(format!("{target} has no encoding `{encoding}`"))),
        }
    }

    /// The names in the model, to read answers.
    pub(crate) fn names(&self, limits: &Limits) -> Result<NameMap, Failure> {
        let name = Label::from("model");
        self.emit(&name, &Budget::new(limits), |_, emission| {
            Ok(emission.names())
        })
    }

    /// Prepares the model and uses it.
    fn emit<T>(
        &self,
        name: &Label,
        budget: &Budget,
        act: impl FnOnce(&Model, &Emission<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let puzzle = &self.puzzle.0;
        let lowered = lower_until(puzzle, &AS_IT_STANDS, budget);
        let lowered = lowered.map_err(|error| match error {
            LowerError::TooLarge(size) => Failure::new(size),
            LowerError::Stopped(stop) => Failure::new(stop),
        })?;
        let provenance = Provenance::of(puzzle, name.raw(), &lowered);
        let emission = Emission::new(&lowered.model, self.encoding()?, Profile::Run, provenance)?;
        act(&lowered.model, &emission.until(budget))
    }
}

pub(crate) fn model(of: &ModelRequest, name: &str, limits: &Limits) -> Result<Value, Failure> {
    let name = Label::from(name);
    let encoding = of.encoding()?;
    let language = encoding.language;
    let budget = Budget::new(limits);
    let mut command = format!("pipsc emit {name}.txt --target {}", language.name);
    if encoding != language.encodings()[0] {
        command += &format!(" --encoding {encoding}");
    }
    of.emit(&name, &budget, |model, emission| {
        let mut text = BoundedText(Vec::new());
        let origins = emission.write_lines(0, &mut text)?;
        Ok(json!({
            "file": emission.file_names(name.raw()).first(),
            "command": command,
            "encoding": encoding.name,
            "lines": subjects(model, &origins),
            "text": String::from_utf8_lossy(&text.0),
        }))
    })
}

/// A text of limited length.
struct BoundedText(Vec<u8>);

impl Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::Error::other(format!(
                "the model has more than {} MB, which is more than this page shows; the command line \
                 writes it",
                LONGEST >> 20
            )));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The subject of each line that has one: its number from 0, `cells`, `dominoes` and `regions`.
fn subjects(model: &Model, origins: &[LineOrigin]) -> Vec<Value> {
    let mut by_line: BTreeMap<usize, BTreeSet<Origin>> = BTreeMap::new();
    for (lines, origin) in origins {
        for line in lines.start..lines.end.min(MAX_LINES) {
            let _ = by_line.entry(line).or_default().insert(*origin);
        }
    }
    let subjects = by_line.iter();
    subjects
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
    // A line about every cell is about none of them in particular.
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
