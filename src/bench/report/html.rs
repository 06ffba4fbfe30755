//! The report as one page that needs nothing else: `templates/bench.html`.

use serde_json::{Value, json};
use tera::{Context, Tera};

use super::plot::{self, cactus, growth, scatter};
use super::table;
use crate::bench::summary::{PuzzleSummary, Summary};

const TEMPLATE: &str = include_str!("../../../templates/bench.html");

/// The page.
///
/// # Errors
/// Never for what a summary holds; a template's error is passed on rather than hidden.
pub(crate) fn html(summary: &Summary) -> Result<String, tera::Error> {
    let names: Vec<&str> = plot::configured(summary)
        .map(|one| one.name.as_str())
        .collect();
    let wrong = |column: usize| {
        let mut problems = summary.problems.iter();
        problems.any(|problem| problem.wrong && problem.column == column)
    };
    let mut rows = table::columns(summary).into_iter();
    let heading = rows.next().unwrap_or_default();
    let columns = rows.enumerate();
    let columns = columns.map(|(number, cells)| json!({"cells": cells, "wrong": wrong(number)}));
    let problems = summary.problems.iter().map(|problem| {
        json!({
            "puzzle": problem.puzzle.to_string(),
            "column": names[problem.column],
            "text": problem.text,
            "wrong": problem.wrong,
        })
    });
    let puzzles = summary.puzzles.iter().map(|one| puzzle(summary, one));
    let mut context = Context::new();
    let conditions = table::conditions(summary);
    context.insert("conditions", &conditions.trim().replace('\n', "; "));
    context.insert("column_heading", &heading);
    context.insert("columns", &columns.collect::<Vec<Value>>());
    context.insert("notes", &table::notes(summary));
    context.insert("counted", &table::statistics(summary));
    context.insert("counted_words", table::COUNTED);
    context.insert("names", &names);
    context.insert("puzzle_count", &summary.puzzles.len());
    context.insert("problems", &problems.collect::<Vec<Value>>());
    context.insert("puzzles", &puzzles.collect::<Vec<Value>>());
    context.insert("cactus", &cactus(summary));
    context.insert("growth", &growth(summary));
    let up = summary
        .baseline
        .unwrap_or(1.min(names.len().saturating_sub(1)));
    let across = (0..names.len()).find(|&number| number != up).unwrap_or(0);
    context.insert("across", &across);
    context.insert("up", &up);
    let scatter = (!names.is_empty()).then(|| scatter(summary, across, up));
    context.insert("scatter", &scatter);
    context.insert("data", &data(summary));
    Tera::one_off(TEMPLATE, &context, true)
}

fn puzzle(summary: &Summary, puzzle: &PuzzleSummary) -> Value {
    let cells = puzzle.scores.iter().enumerate().map(|(number, score)| {
        let class = match score {
            Some(_) if puzzle.fastest.contains(&number) => "best",
            Some(score) if !score.solved => "open",
            Some(_) | None => "",
        };
        json!({
            "text": score.as_ref().map_or(String::new(), table::cell),
            "key": score.map_or(1e300, |score| score.time),
            "class": class,
        })
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
