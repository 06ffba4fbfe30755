//! `pipsc emit --sizes`: how large the models of a puzzle are, whole and pruned side by side, as a
//! table that can stand on a page.

use std::fmt::Write;

use crate::backend::{Emission, Encoding, Plan, Profile, Provenance, Size};
use crate::cli::Failure;
use crate::lower::{Lowered, Step, lower};
use crate::puzzle::Puzzle;

/// The table of a puzzle for some encodings, with columns for each choice of steps.
pub(super) fn table(
    puzzle: &Puzzle,
    name: &str,
    encodings: &[Encoding],
    profile: Profile,
    choices: [(&str, Vec<Step>); 2],
) -> Result<String, Failure> {
    let mut lowered: Vec<(&str, Lowered)> = Vec::new();
    for (terms, steps) in choices {
        lowered.push((terms, lower(puzzle, &steps)?));
    }
    let mut out = String::new();
    let counts = lowered.iter().map(|(terms, lowered)| {
        let model = &lowered.model;
        format!(
            "{terms} {} edges and {} placements",
            model.edges.len(),
            model.placements.len()
        )
    });
    let (cells, counts) = (puzzle.cells().len(), counts.collect::<Vec<_>>().join(", "));
    let _ = writeln!(out, "{name}: {cells} cells; {counts}\n");
    let _ = write!(out, "| encoding |");
    for (terms, _) in &lowered {
        let _ = write!(out, " {terms}: variables | constraints | bytes |");
    }
    out += "\n|---|---:|---:|---:|---:|---:|---:|\n";
    for &encoding in encodings {
        let _ = write!(out, "| {}/{encoding} |", encoding.language());
        for (_, lowered) in &lowered {
            let plan = Plan {
                encoding,
                profile,
                provenance: Provenance::of(puzzle, name, lowered),
            };
            let size = Emission::new(&lowered.model, &plan).ok();
            let size = size.and_then(|emission| emission.size().ok());
            out += &cells_of(size);
        }
        out.push('\n');
    }
    Ok(out)
}

/// Three cells; what is not to be seen, or has no form, is left open.
fn cells_of(size: Option<Size>) -> String {
    let shown = |number: u64| match number {
        0 => "-".to_owned(),
        number => number.to_string(),
    };
    let size = size.unwrap_or_default();
    let declared = size.declared;
    let numbers = [declared.variables, declared.constraints, size.bytes];
    numbers
        .map(|number| format!(" {} |", shown(number)))
        .concat()
}
