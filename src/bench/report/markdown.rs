//! A table for a page of documentation: a row for each solver with an encoding, and side by side
//! what it came to on each of the terms that it was measured on.

use std::fmt::Write;

use super::text::conditions;
use super::{counted, factor, size, time};
use crate::bench::record::{Column, terms};
use crate::bench::summary::Summary;
use crate::lower::Step;

/// The summary as Markdown.
pub(crate) fn markdown(summary: &Summary) -> String {
    let mut out = String::new();
    for line in conditions(summary).lines() {
        let _ = writeln!(out, "{line}  ");
    }
    out.push('\n');
    let groups: Vec<Option<&[Step]>> = match summary.terms().as_slice() {
        [] => vec![None],
        terms => terms.iter().map(|&steps| Some(steps)).collect(),
    };
    let mut heading = vec!["solver".to_owned()];
    for group in &groups {
        let of = match group {
            Some(steps) if groups.len() > 1 => format!("{}: ", terms(steps)),
            Some(_) | None => String::new(),
        };
        heading.extend(
            ["solved", "median", "geo mean", "maximum", "model"].map(|word| format!("{of}{word}")),
        );
        if summary.baseline.is_some() {
            heading.push(format!("{of}faster (worst to best)"));
        }
    }
    row(&mut out, &heading);
    let rules = (0..heading.len()).map(|column| if column == 0 { "---" } else { "---:" });
    let _ = writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"));
    for name in names(summary) {
        let mut cells = vec![name.to_string().replace('|', "\\|")];
        for group in &groups {
            cells.extend(group_cells(summary, &name, *group));
        }
        row(&mut out, &cells);
    }
    if let Some(baseline) = summary.baseline {
        let baseline = Column {
            steps: None,
            ..summary.columns[baseline].column.clone()
        };
        let _ = writeln!(
            out,
            "\nFaster: times as fast as {baseline} on the same terms, puzzle by puzzle, in the geometric mean."
        );
    }
    if let Some(rows) = counted::table(summary) {
        let _ = writeln!(out, "\n{}:\n", counted::WORDS);
        for (number, cells) in rows.iter().enumerate() {
            let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            row(&mut out, &escaped);
            if number == 0 {
                let _ = writeln!(out, "|---{}|", "|---:".repeat(cells.len() - 1));
            }
        }
    }
    out
}

/// Everybody who was measured, whatever the terms.
fn names(summary: &Summary) -> Vec<Column> {
    let mut names = Vec::new();
    for column in &summary.columns {
        let name = Column {
            steps: None,
            ..column.column.clone()
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What somebody came to on some terms. What takes no steps is the same on all terms, and stands once.
fn group_cells(summary: &Summary, name: &Column, group: Option<&[Step]>) -> Vec<String> {
    let is_it = |column: &Column, steps: Option<&[Step]>| {
        let Column {
            solver,
            encoding,
            question,
            ..
        } = column;
        (solver, encoding, question) == (&name.solver, &name.encoding, &name.question)
            && column.steps.as_deref() == steps
    };
    let first = summary.terms().first().copied() == group;
    let mut columns = summary.columns.iter();
    let found = columns.find(|one| is_it(&one.column, group) || first && is_it(&one.column, None));
    let Some(column) = found else {
        let count = 5 + usize::from(summary.baseline.is_some());
        return vec!["".to_owned(); count];
    };
    let mut cells = vec![
        format!("{}/{}", column.solved, column.tried),
        time(column.median),
        time(column.geometric_mean),
        time(column.maximum),
        size(column.model_bytes),
    ];
    if summary.baseline.is_some() {
        cells.push(column.ratio.map_or("-".into(), |ratio| {
            let [mean, worst, best] = [ratio.mean, ratio.worst, ratio.best].map(factor);
            format!("{mean} ({worst} to {best})")
        }));
    }
    cells
}

fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}
