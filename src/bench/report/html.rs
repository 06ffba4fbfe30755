//! The report as one page that needs nothing else: `templates/bench.html`.

use serde_json::{Value, json};
use tera::{Context, Tera};

use super::plot::{self, cactus, growth, scatter};
use super::text::{column_cells, column_heading, conditions};
use super::{counted, time};
use crate::bench::record::Question;
use crate::bench::summary::{PuzzleSummary, Summary};

const TEMPLATE: &str = include_str!("../../../templates/bench.html");

/// The page.
///
/// # Errors
/// Never for what a summary holds; a template's error is passed on rather than hidden.
pub(crate) fn html(summary: &Summary) -> Result<String, tera::Error> {
    let names: Vec<String> = summary
        .columns
        .iter()
        .map(|column| column.column.to_string())
        .collect();
    let shown = plot::shown(summary);
    let listed = listed(summary);
    let wrong_column = |number| {
        let mut wrong = summary.problems.iter().filter(|problem| problem.wrong);
        wrong.any(|problem| problem.column == number)
    };
    let columns: Vec<Value> = (0..names.len())
        .map(|number| json!({ "cells": column_cells(summary, number), "wrong": wrong_column(number) }))
        .collect();
    let problems: Vec<Value> = summary
        .problems
        .iter()
        .map(|problem| {
            json!({
                "puzzle": problem.puzzle.to_string(),
                "column": names[problem.column],
                "text": problem.text.to_string(),
                "wrong": problem.wrong,
            })
        })
        .collect();
    let puzzles: Vec<Value> = listed
        .iter()
        .map(|one| puzzle(summary, one, &shown))
        .collect();
    let is_part = shown.len() < names.len() || listed.len() < summary.puzzles.len();
    let part = is_part.then(|| {
        format!(
            "There are {} columns and {} puzzles. Plots show the {} columns that solve the most, the table \
             below the {} puzzles that are solved by the fewest; the plot of one column against another has \
             a point for one puzzle in {}. `--format csv` and `--format json` have everything.",
            names.len(),
            summary.puzzles.len(),
            shown.len(),
            listed.len(),
            summary.puzzles.len().div_ceil(plot::MOST_PUZZLES)
        )
    });
    let shown_names: Vec<&String> = shown.iter().map(|&number| &names[number]).collect();
    let mut context = Context::new();
    context.insert(
        "conditions",
        &conditions(summary).trim().replace('\n', "; "),
    );
    context.insert("column_heading", &column_heading(summary));
    context.insert("columns", &columns);
    context.insert("counted", &counted::table(summary));
    context.insert("counted_words", counted::WORDS);
    context.insert("names", &shown_names);
    context.insert("part", &part);
    context.insert("puzzle_count", &summary.puzzles.len());
    context.insert("more_problems", &summary.more_problems);
    context.insert("problems", &problems);
    context.insert("puzzles", &puzzles);
    context.insert("baseline", &summary.baseline.map(|number| &names[number]));
    context.insert("cactus", &cactus(summary));
    context.insert("growth", &growth(summary));
    let (across, up) = pair(summary, &shown);
    let place = |number: usize| shown.iter().position(|&other| other == number);
    context.insert("across", &place(across));
    context.insert("up", &place(up));
    let scatter = (!names.is_empty()).then(|| scatter(summary, across, up));
    context.insert("scatter", &scatter);
    context.insert("data", &data(summary, &shown));
    Tera::one_off(TEMPLATE, &context, true)
}

/// The first scatter plot: a column against the baseline, or the first two of those that are shown.
fn pair(summary: &Summary, shown: &[usize]) -> (usize, usize) {
    let second = shown.get(1).or(shown.first()).copied().unwrap_or(0);
    let up = summary.baseline.unwrap_or(second);
    let across = shown.iter().copied().find(|&number| {
        number != up && summary.columns[number].column.question != Question::Nothing
    });
    (across.or(shown.first().copied()).unwrap_or(0), up)
}

/// As many puzzles are listed where there are more than [`plot::MOST_PUZZLES`].
const HARDEST: usize = 500;

/// The puzzles of the table: all, or of very many those that the fewest columns solve.
fn listed(summary: &Summary) -> Vec<&PuzzleSummary> {
    let mut puzzles: Vec<&PuzzleSummary> = summary.puzzles.iter().collect();
    if puzzles.len() > plot::MOST_PUZZLES {
        puzzles.sort_by_cached_key(|puzzle| {
            let solved = puzzle.scores.iter().flatten().filter(|score| score.solved);
            solved.count()
        });
        puzzles.truncate(HARDEST);
    }
    puzzles
}

fn puzzle(summary: &Summary, puzzle: &PuzzleSummary, shown: &[usize]) -> Value {
    let cells = shown.iter().map(|&number| {
        let best = puzzle.winners.contains(&number);
        match &puzzle.scores[number] {
            Some(score) if score.solved => json!({
                "text": time(score.time),
                "key": score.time,
                "class": if best { "best" } else { "" },
            }),
            Some(score) => json!({
                "text": format!("> {}", time(score.time)),
                "key": score.time,
                "class": "open",
            }),
            None => json!({ "text": "", "key": 1e300, "class": "" }),
        }
    });
    let mut wrong = summary.problems.iter().filter(|problem| problem.wrong);
    json!({
        "name": puzzle.name.to_string(),
        "dominoes": puzzle.dominoes,
        "cells": cells.collect::<Vec<_>>(),
        "wrong": wrong.any(|problem| problem.puzzle == puzzle.name),
    })
}

/// What the script works on. `<` is escaped, so that no name can end the script.
fn data(summary: &Summary, shown: &[usize]) -> String {
    let puzzles = plot::sample(summary).map(|puzzle| {
        let times = shown
            .iter()
            .map(|&number| puzzle.scores[number].map(|score| score.time));
        json!({ "name": puzzle.name.to_string(), "times": times.collect::<Vec<_>>() })
    });
    let value = json!({
        "scale": plot::scale(summary),
        "puzzles": puzzles.collect::<Vec<_>>(),
    });
    value.to_string().replace('<', "\\u003c")
}
