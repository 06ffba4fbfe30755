//! `pipsc emit --sizes`: a Markdown table of model sizes, whole and pruned side by side.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::backend::{Emission, Encoding, ModelSize, Profile, Provenance};
use crate::cli::CliError;
use crate::lower::{LoweringStep, lower};
use crate::puzzle::{Board, Puzzle};

/// The heading of the table, for each choice of steps.
pub(super) fn heading(choices: &[(&str, Vec<LoweringStep>)]) -> String {
    let mut out = "| puzzle | encoding |".to_owned();
    for (terms, _) in choices {
        let _ = write!(
            out,
            " {terms}: placements | variables | constraints | bytes |"
        );
    }
    out + "\n|---|---|" + &"---:|".repeat(4 * choices.len()) + "\n"
}

/// The rows of a puzzle, one for each encoding.
pub(super) fn rows(
    puzzle: &Puzzle,
    exclude: &BTreeSet<Board>,
    name: &str,
    encodings: &[Encoding],
    profile: Profile,
    choices: &[(&str, Vec<LoweringStep>)],
) -> Result<String, CliError> {
    let mut rows: Vec<String> = encodings
        .iter()
        .map(|encoding| format!("| {name} | {}/{encoding} |", encoding.language))
        .collect();
    for (_, steps) in choices {
        let lowered = lower(puzzle, steps)?.excluding(exclude);
        for (row, &encoding) in rows.iter_mut().zip(encodings) {
            let provenance = Provenance::of(puzzle, name, &lowered);
            let emission = Emission::new(&lowered.model, encoding, profile, provenance).ok();
            let size = emission.and_then(|emission| emission.size().ok());
            *row += &cells(lowered.model.placements.len(), size);
        }
    }
    Ok(rows.join("\n") + "\n")
}

/// The table cells of a model, empty where a number is unknown or the puzzle cannot be expressed.
fn cells(placements: usize, size: Option<ModelSize>) -> String {
    let size = size.unwrap_or_default();
    let numbers = [size.variables, size.constraints, size.bytes];
    let shown = numbers.map(|number| match number {
        0 => " - |".to_owned(),
        number => format!(" {number} |"),
    });
    format!(" {placements} |{}", shown.concat())
}
