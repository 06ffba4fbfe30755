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
    let puzzles: Vec<Value> = summary
        .puzzles
        .iter()
        .map(|one| puzzle(summary, one))
        .collect();
    let mut context = Context::new();
    context.insert(
        "conditions",
        &conditions(summary).trim().replace('\n', "; "),
    );
    context.insert("column_heading", &column_heading(summary));
    context.insert("columns", &columns);
    context.insert("counted", &counted::table(summary));
    context.insert("counted_words", counted::WORDS);
    context.insert("names", &names);
    context.insert("problems", &problems);
    context.insert("puzzles", &puzzles);
    context.insert("baseline", &summary.baseline.map(|number| &names[number]));
    context.insert("cactus", &cactus(summary));
    context.insert("growth", &growth(summary));
    let (across, up) = pair(summary);
    context.insert("across", &across);
    context.insert("up", &up);
    let scatter = (!names.is_empty()).then(|| scatter(summary, across, up));
    context.insert("scatter", &scatter);
    context.insert("data", &data(summary));
    Tera::one_off(TEMPLATE, &context, true)
}

/// The first scatter plot: a column against the baseline, or the first two.
fn pair(summary: &Summary) -> (usize, usize) {
    let up = summary
        .baseline
        .unwrap_or(1)
        .min(summary.columns.len().saturating_sub(1));
    let across = (0..summary.columns.len()).find(|&number| {
        number != up && summary.columns[number].column.question != Question::Nothing
    });
    (across.unwrap_or(0), up)
}

fn puzzle(summary: &Summary, puzzle: &PuzzleSummary) -> Value {
    let cells = puzzle.scores.iter().enumerate().map(|(number, score)| {
        let best = puzzle.winners.contains(&number);
        match score {
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
fn data(summary: &Summary) -> String {
    let puzzles = summary.puzzles.iter().map(|puzzle| {
        let times = puzzle
            .scores
            .iter()
            .map(|score| score.map(|score| score.time));
        json!({ "name": puzzle.name.to_string(), "times": times.collect::<Vec<_>>() })
    });
    let value = json!({
        "scale": plot::scale(summary),
        "puzzles": puzzles.collect::<Vec<_>>(),
    });
    value.to_string().replace('<', "\\u003c")
}
