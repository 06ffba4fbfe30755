//! The report as a self-contained page, from `templates/bench.html`.

use serde_json::{Value, json};
use tera::Context;

use super::plot::{self, cactus, growth, scatter};
use super::table;
use crate::bench::summary::{BenchSummary, PuzzleSummary};
use crate::render::PageSkeleton;

const PAGE: &str = include_str!("../../../templates/bench.html");
const STYLE: &str = include_str!("../../../templates/bench.css");
const SCRIPT: &str = include_str!("../../../templates/bench.js");

/// The page, or the error of a template.
pub(crate) fn html(summary: &BenchSummary) -> Result<String, tera::Error> {
    let names = summary.names();
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
    context.insert("statistics", &table::statistics(summary));
    context.insert("names", &names);
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
    let skeleton = PageSkeleton {
        title: format!(
            "pipsc bench: {} puzzles, {} columns",
            summary.puzzles.len(),
            summary.columns.len()
        ),
        style: STYLE,
        script: SCRIPT,
        data: Some(data(summary)),
        ..PageSkeleton::default()
    };
    skeleton.html(PAGE, &context)
}

fn puzzle(summary: &BenchSummary, puzzle: &PuzzleSummary) -> Value {
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

/// The data of the page's script.
fn data(summary: &BenchSummary) -> String {
    let puzzles = summary.puzzles.iter().map(|puzzle| {
        let times = puzzle
            .scores
            .iter()
            .map(|score| score.map(|score| score.time));
        json!({ "name": puzzle.name.to_string(), "times": times.collect::<Vec<_>>() })
    });
    let scale = plot::scale(summary);
    json!({ "scale": scale, "puzzles": puzzles.collect::<Vec<_>>() }).to_string()
}
