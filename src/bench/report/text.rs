//! Tables for a terminal. What is wrong is red.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{counted, factor, size, time};
use crate::bench::record;
use crate::bench::summary::{Clock, Summary};
use crate::lower::step_names;
use crate::padding;
use crate::visible::{Visible, spaced};

/// As many puzzles are listed one by one; more of them on request.
const FEW: usize = 24;

/// The summary as tables; `each` lists every puzzle, however many there are.
pub(crate) fn text(summary: &Summary, each: bool) -> String {
    let mut out = String::new();
    out.push_str(&conditions(summary));
    out.push('\n');
    out.push_str(&columns(summary));
    if let Some(baseline) = summary.baseline {
        let _ = writeln!(
            out,
            "faster, worst, best: times as fast as {} on the same terms, puzzle by puzzle, in the \
             geometric mean, where it does worst, where it does best",
            summary.columns[baseline].column
        );
    }
    if let Some(rows) = counted::table(summary) {
        let _ = writeln!(out, "\n{}", counted::WORDS);
        out.push_str(&table(&rows, &vec![false; rows.len()]));
    }
    if each || summary.puzzles.len() <= FEW {
        out.push('\n');
        out.push_str(&puzzles(summary));
    }
    out.push_str(&problems(summary));
    out
}

/// Under what conditions the times were taken.
pub(super) fn conditions(summary: &Summary) -> String {
    let limits: Vec<String> = summary
        .time_limits
        .iter()
        .map(|&limit| time(limit))
        .collect();
    let clock = match summary.clock {
        Clock::Wall => "wall clock",
        Clock::Cpu => "processor time",
    };
    let mut out = format!(
        "{}, {} each; {clock} of the whole process, median of {}; at most {}\n",
        match summary.puzzles.len() {
            1 => "1 puzzle".to_owned(),
            more => format!("{more} puzzles"),
        },
        match summary.repeats {
            1 => "once".to_owned(),
            more => format!("{more} times"),
        },
        summary.repeats,
        limits.join(" or ")
    );
    let terms = summary.terms().into_iter();
    let terms =
        terms.map(|steps| format!("{} (steps {})", record::terms(steps), step_names(steps)));
    let terms: Vec<String> = terms.collect();
    if !terms.is_empty() {
        let _ = writeln!(
            out,
            "every encoding is given the puzzle {}",
            terms.join(", and ")
        );
    }
    for machine in &summary.machines {
        let _ = writeln!(out, "on {machine}");
    }
    if !summary.pipsc.is_empty() {
        let jobs: Vec<String> = summary.jobs.iter().map(u32::to_string).collect();
        let _ = writeln!(
            out,
            "with pipsc {}, {} at a time",
            spaced(&summary.pipsc),
            jobs.join(" or ")
        );
    }
    out
}

/// The heading of the table of columns.
pub(super) fn column_heading(summary: &Summary) -> Vec<&'static str> {
    let mut heading = vec![
        "solver", "version", "solved", "median", "geo mean", "maximum", "PAR-2", "start-up",
        "memory", "model", "wins",
    ];
    if summary.baseline.is_some() {
        heading.extend(["faster", "worst", "best"]);
    }
    heading
}

/// The row of a column, under that heading.
pub(super) fn column_cells(summary: &Summary, number: usize) -> Vec<String> {
    let column = &summary.columns[number];
    let mut cells = vec![
        column.column.to_string(),
        spaced(&column.versions),
        format!("{}/{}", column.solved, column.tried),
        time(column.median),
        time(column.geometric_mean),
        time(column.maximum),
        time(column.par2),
        column.start_up.map_or("-".into(), time),
        size(column.memory),
        size(column.model_bytes),
        column.wins.to_string(),
    ];
    if summary.baseline.is_some() {
        match column.ratio {
            Some(ratio) => cells.extend([ratio.mean, ratio.worst, ratio.best].map(factor)),
            None => cells.extend(["-", "-", "-"].map(str::to_owned)),
        }
    }
    cells
}

fn columns(summary: &Summary) -> String {
    let heading = column_heading(summary).into_iter().map(str::to_owned);
    let mut rows = vec![heading.collect::<Vec<_>>()];
    let mut wrong = vec![false];
    for number in 0..summary.columns.len() {
        rows.push(column_cells(summary, number));
        let mut problems = summary.problems.iter();
        wrong.push(problems.any(|problem| problem.wrong && problem.column == number));
    }
    table(&rows, &wrong)
}

fn puzzles(summary: &Summary) -> String {
    let mut heading = vec!["puzzle".to_owned(), "dominoes".into()];
    heading.extend(summary.columns.iter().map(|c| c.column.to_string()));
    heading.push("fastest".into());
    let mut rows = vec![heading];
    let mut wrong = vec![false];
    for puzzle in &summary.puzzles {
        let mut row = vec![puzzle.name.to_string(), puzzle.dominoes.to_string()];
        row.extend(puzzle.scores.iter().map(|score| match score {
            Some(score) if score.solved => time(score.time),
            Some(_) => "-".into(),
            None => String::new(),
        }));
        let names = puzzle
            .winners
            .iter()
            .map(|&number| summary.columns[number].column.to_string());
        row.push(names.collect::<Vec<_>>().join(", "));
        rows.push(row);
        wrong.push(
            summary
                .problems
                .iter()
                .any(|problem| problem.wrong && problem.puzzle == puzzle.name),
        );
    }
    table(&rows, &wrong)
}

fn problems(summary: &Summary) -> String {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    let mut out = String::new();
    for problem in &summary.problems {
        let (style, word) = if problem.wrong {
            (red, "WRONG")
        } else {
            (Style::new(), "failed")
        };
        let column = &summary.columns[problem.column].column;
        let text = Visible(problem.text.raw().lines().next().unwrap_or_default());
        let _ = writeln!(
            out,
            "{style}{word}: {column} on {}: {text}{style:#}",
            problem.puzzle
        );
    }
    if summary.more_problems > 0 {
        let _ = writeln!(out, "and {} more such runs", summary.more_problems);
    }
    if !out.is_empty() {
        out.insert(0, '\n');
    }
    out
}

/// Rows as aligned columns, the first to the left, the others to the right; `wrong` rows are red.
fn table(rows: &[Vec<String>], wrong: &[bool]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
    let mut out = String::new();
    for (row, &wrong) in rows.iter().zip(wrong) {
        let style = if wrong { red } else { Style::new() };
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            match column {
                0 => line += &padding::left(cell, width),
                _ => {
                    line += "  ";
                    line += &padding::right(cell, width);
                }
            }
        }
        let _ = writeln!(out, "{style}{}{style:#}", line.trim_end());
    }
    out
}
