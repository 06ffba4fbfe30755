//! Reports: text, Markdown, JSON, CSV and a web page with plots.

mod csv;
mod html;
mod plot;
mod table;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use super::summary::BenchSummary;
use crate::visible::{MAX_PADDING, Visible};

pub(crate) use csv::csv;
pub(crate) use html::html;

/// The maximum number of puzzles that are listed by default.
const FEW: usize = 24;

/// The summary for a terminal. `each` lists all puzzles. Wrong answers are red.
pub(crate) fn text(summary: &BenchSummary, each: bool) -> String {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
    let mut out = table::conditions(summary) + "\n";
    let columns = table::columns(summary);
    let is_wrong = |row: usize| {
        let mut problems = summary.problems.iter();
        row > 0 && problems.any(|problem| problem.wrong && problem.column == row - 1)
    };
    out += &aligned(
        &columns,
        |row| if is_wrong(row) { red } else { Style::new() },
    );
    for note in table::notes(summary) {
        out += &format!("{note}\n");
    }
    if let Some(rows) = table::statistics(summary) {
        out += &format!("\n{}\n", table::STATISTICS);
        out += &aligned(&rows, |_| Style::new());
    }
    if each || summary.puzzles.len() <= FEW {
        out += "\n";
        out += &aligned(&table::puzzles(summary), |_| Style::new());
    }
    if !summary.problems.is_empty() {
        out += "\n";
    }
    for problem in &summary.problems {
        let (style, word) = match problem.wrong {
            true => (red.bold(), "WRONG"),
            false => (Style::new(), "failed"),
        };
        let column = &summary.columns[problem.column].name;
        let text = Visible(problem.text.lines().next().unwrap_or_default());
        out += &format!(
            "{style}{word}: {column} on {}: {text}{style:#}\n",
            problem.puzzle
        );
    }
    out
}

/// The summary as Markdown.
pub(crate) fn markdown(summary: &BenchSummary) -> String {
    let mut out = String::new();
    for line in table::conditions(summary).lines() {
        out += &format!("{line}  \n");
    }
    out += "\n";
    out += &piped(&table::columns(summary));
    for note in table::notes(summary) {
        out += &format!("\n{note}\n");
    }
    if let Some(rows) = table::statistics(summary) {
        out += &format!("\n{}:\n\n{}", table::STATISTICS, piped(&rows));
    }
    out
}

/// The summary as JSON, specified in `docs/json.md`. Summaries of several kinds of machines are a
/// list.
pub(crate) fn json(summaries: &[BenchSummary]) -> Value {
    match summaries {
        [one] => json!(one),
        several => json!({ "apart": several }),
    }
}

/// Rows as columns, the first left-aligned, the others right-aligned.
fn aligned(rows: &[Vec<String>], style: impl Fn(usize) -> Style) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max();
        widest.unwrap_or(0).min(MAX_PADDING)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            line += &match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        let style = style(number);
        out += &format!("{style}{}{style:#}\n", line.trim_end());
    }
    out
}

/// Rows as a Markdown table.
fn piped(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        out += &format!("| {} |\n", cells.join(" | "));
        if number == 0 {
            out += &format!("|---{}|\n", "|---:".repeat(row.len() - 1));
        }
    }
    out
}

/// A time with three significant digits and a unit.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{} µs", digits(s * 1e6)),
        s if s < 0.999_5 => format!("{} ms", digits(s * 1e3)),
        s => format!("{} s", digits(s)),
    }
}

/// A size with a unit.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "-".into(),
        b if b < 1000 => format!("{b} B"),
        b if b < 1_000_000 => format!("{} kB", digits(b as f64 / 1e3)),
        b => format!("{} MB", digits(b as f64 / 1e6)),
    }
}

/// Three significant digits.
fn digits(number: f64) -> String {
    match number {
        n if n < 0.999_5 => format!("{n:.3}"),
        n if n < 9.995 => format!("{n:.2}"),
        n if n < 99.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        assert_eq!(time(0.000_012_34), "12.3 µs");
        assert_eq!(time(0.001_234), "1.23 ms");
        assert_eq!(time(0.999_9), "1.00 s");
        assert_eq!(time(20.0), "20.0 s");
        assert_eq!(time(1234.0), "1234 s");
        assert_eq!(size(0), "-");
        assert_eq!(size(1_234), "1.23 kB");
        assert_eq!(size(31_000_000), "31.0 MB");
        assert_eq!(digits(0.5), "0.500");
    }
}
