//! The summary for programs; `docs/schema/bench.schema.json` describes it.

use serde_json::{Map, Value, json};

use crate::bench::summary::{Clock, PuzzleSummary, Summary};

/// The summary as one JSON document; those of several kinds of machines, which are not compared, in a list.
pub(crate) fn json(summaries: &[Summary]) -> Value {
    match summaries {
        [one] => document(one),
        several => json!({ "apart": several.iter().map(document).collect::<Vec<_>>() }),
    }
}

fn document(summary: &Summary) -> Value {
    let name = |number: usize| summary.columns[number].column.to_string();
    let problems = summary.problems.iter().map(|problem| {
        json!({
            "puzzle": problem.puzzle,
            "column": name(problem.column),
            "problem": problem.text,
            "wrong": problem.wrong,
        })
    });
    json!({
        "machines": summary.machines,
        "pipsc": summary.pipsc,
        "jobs": summary.jobs,
        "clock": match summary.clock {
            Clock::Wall => "wall",
            Clock::Cpu => "cpu",
        },
        "time_limits": summary.time_limits,
        "repeats": summary.repeats,
        "baseline": summary.baseline.map(name),
        "columns": (0..summary.columns.len()).map(|number| column(summary, number)).collect::<Vec<_>>(),
        "puzzles": summary.puzzles.iter().map(|one| puzzle(one, name)).collect::<Vec<_>>(),
        "problems": problems.collect::<Vec<_>>(),
        "more_problems": summary.more_problems,
    })
}

fn column(whole: &Summary, number: usize) -> Value {
    let summary = &whole.columns[number];
    let mut value = json!({
        "column": summary.column.to_string(),
        "solver": summary.column.solver,
        "encoding": summary.column.encoding,
        "question": summary.column.question,
        "steps": summary.column.steps,
        "versions": summary.versions,
        "tried": summary.tried,
        "solved": summary.solved,
        "median": seconds(summary.median),
        "geometric_mean": seconds(summary.geometric_mean),
        "maximum": seconds(summary.maximum),
        "par2": seconds(summary.par2),
        "start_up": summary.start_up.map(seconds),
        "peak_memory_bytes": summary.memory,
        "model_bytes": summary.model_bytes,
        "wins": summary.wins,
        "ratio": summary.ratio.map(|ratio| json!({
            "mean": rounded(ratio.mean),
            "worst": rounded(ratio.worst),
            "best": rounded(ratio.best),
        })),
    });
    let names = whole.counted.names().into_iter();
    let means = names.filter_map(|name| {
        let mean = whole.counted.mean(number, name)?;
        Some((name.to_owned(), json!(rounded(mean))))
    });
    let means: Map<String, Value> = means.collect();
    if !means.is_empty() {
        value["statistics"] = means.into();
    }
    value
}

fn puzzle(summary: &PuzzleSummary, name: impl Fn(usize) -> String) -> Value {
    let mut times = Map::new();
    for (number, score) in summary.scores.iter().enumerate() {
        if let Some(score) = score {
            let value = json!({ "seconds": seconds(score.time), "solved": score.solved });
            let _ = times.insert(name(number), value);
        }
    }
    json!({
        "puzzle": summary.name,
        "digest": summary.digest,
        "dominoes": summary.dominoes,
        "fastest": summary.winners.iter().map(|&number| name(number)).collect::<Vec<_>>(),
        "times": times,
    })
}

/// To the microsecond.
fn seconds(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}

fn rounded(ratio: f64) -> f64 {
    (ratio * 1e4).round() / 1e4
}
