//! Plots as SVG, from `templates/plot.svg`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;
use tera::{Context, Tera};

use super::time;
use crate::bench::summary::{BenchSummary, PuzzleSummary, median};

const TEMPLATE: &str = include_str!("../../../templates/plot.svg");

/// The palette of Okabe and Ito, which is distinguishable with any colour vision. Further series
/// repeat it with dashes.
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#777777",
];
const DASHES: [&str; 3] = ["", "7 4", "2 3"];

/// The plot area, in pixels.
const LEFT: f64 = 76.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 376.0;
/// The width of the legend, right of the plot area.
const KEY: f64 = 190.0;

#[derive(Serialize)]
struct AxisTick {
    at: f64,
    text: String,
}

#[derive(Serialize)]
struct DataPoint {
    x: f64,
    y: f64,
    text: String,
}

#[derive(Serialize, Default)]
struct PlotSeries {
    label: String,
    colour: &'static str,
    dash: &'static str,
    path: String,
    points: Vec<DataPoint>,
}

/// An axis, which maps values to pixels.
pub(super) struct PlotAxis {
    from: f64,
    to: f64,
    logarithmic: bool,
    start: f64,
    end: f64,
}

impl PlotAxis {
    /// A logarithmic axis of times for all columns, between powers of ten.
    pub(super) fn times(summary: &BenchSummary, start: f64, end: f64) -> Self {
        let scores = summary.puzzles.iter().flat_map(|puzzle| &puzzle.scores);
        let mut times: Vec<f64> = scores.flatten().map(|score| score.time).collect();
        times.sort_by(f64::total_cmp);
        let least = times.first().copied().unwrap_or(0.001).log10().floor();
        let most = times.last().copied().unwrap_or(1.0).log10() + 1e-9;
        PlotAxis {
            from: 10.0_f64.powf(least),
            to: 10.0_f64.powf(most.ceil().max(least + 1.0)),
            logarithmic: true,
            start,
            end,
        }
    }

    /// An axis of counts from 0.
    fn counts(most: usize, start: f64, end: f64) -> Self {
        PlotAxis {
            from: 0.0,
            to: most.max(1) as f64,
            logarithmic: false,
            start,
            end,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let scale = |value: f64| match self.logarithmic {
            true => value.log10(),
            false => value,
        };
        let share = (scale(value) - scale(self.from)) / (scale(self.to) - scale(self.from));
        let place = self.start + share * (self.end - self.start);
        (place * 100.0).round() / 100.0
    }

    fn ticks(&self) -> Vec<AxisTick> {
        let mut ticks = Vec::new();
        if self.logarithmic {
            let mut value = self.from;
            while value <= self.to * 1.001 {
                ticks.push(AxisTick {
                    at: self.at(value),
                    text: time(value),
                });
                value *= 10.0;
            }
        } else {
            // 1, 2 or 5 times a power of ten, so that there are at most ten steps.
            let power = 10.0_f64.powf((self.to / 10.0).log10().floor()).max(1.0);
            let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
            let step = steps.into_iter().find(|step| self.to / step <= 10.0);
            let step = step.unwrap_or(self.to);
            let mut value = 0.0;
            while value <= self.to {
                ticks.push(AxisTick {
                    at: self.at(value),
                    text: format!("{value:.0}"),
                });
                value += step;
            }
        }
        ticks
    }
}

/// A plot with labelled axes, and a legend if the series have labels.
fn chart(
    title: &str,
    right: f64,
    [x, y]: [(&PlotAxis, &str); 2],
    is_diagonal: bool,
    series: &[PlotSeries],
) -> String {
    let has_key = series.iter().any(|one| !one.label.is_empty());
    let room = if has_key { KEY } else { 16.0 };
    let values = json!({
        "title": title,
        "width": right + room,
        "height": BOTTOM + 56.0,
        "left": LEFT,
        "right": right,
        "top": TOP,
        "bottom": BOTTOM,
        "x_ticks": x.0.ticks(),
        "y_ticks": y.0.ticks(),
        "x_label": x.1,
        "y_label": y.1,
        "diagonal": is_diagonal,
        "series": series,
    });
    // The template is rendered by the tests and does not fail for particular inputs.
    let context = Context::from_serialize(&values);
    let text = context.and_then(|context| Tera::one_off(TEMPLATE, &context, true));
    text.unwrap_or_else(|error| format!("<!-- {error} -->"))
}

/// The configurations, each with its label, colour and dashes.
fn series(summary: &BenchSummary) -> impl Iterator<Item = (usize, PlotSeries)> {
    summary.configured().enumerate().map(|(number, column)| {
        let series = PlotSeries {
            label: column.name.clone(),
            colour: COLOURS[number % COLOURS.len()],
            dash: DASHES[number / COLOURS.len() % DASHES.len()],
            ..PlotSeries::default()
        };
        (number, series)
    })
}

/// A cactus plot: the number of puzzles that each column solves within a time. Further right and
/// lower is better.
pub(super) fn cactus(summary: &BenchSummary) -> String {
    let right = 620.0;
    let x = PlotAxis::counts(summary.puzzles.len(), LEFT, right);
    let y = PlotAxis::times(summary, BOTTOM, TOP);
    let series = self::series(summary).map(|(number, mut series)| {
        let mut times: Vec<f64> = summary
            .puzzles
            .iter()
            .filter_map(|puzzle| puzzle.scores[number].filter(|score| score.solved))
            .map(|score| score.time)
            .collect();
        times.sort_by(f64::total_cmp);
        let places: Vec<(f64, f64)> = (1..)
            .zip(times)
            .map(|(count, time)| (x.at(f64::from(count)), y.at(time)))
            .collect();
        series.path = path(&places);
        series
    });
    let series: Vec<PlotSeries> = series.collect();
    let axes = [(&x, "puzzles solved"), (&y, "time for each")];
    chart("Puzzles solved within a time", right, axes, false, &series)
}

/// A scatter plot of two columns by puzzle. Above the diagonal the first column is faster.
pub(super) fn scatter(summary: &BenchSummary, across: usize, up: usize) -> String {
    let right = LEFT + (BOTTOM - TOP);
    let x = PlotAxis::times(summary, LEFT, right);
    let y = PlotAxis::times(summary, BOTTOM, TOP);
    let points = summary.puzzles.iter().filter_map(|puzzle| {
        let (one, other) = (puzzle.scores[across]?, puzzle.scores[up]?);
        Some(DataPoint {
            x: x.at(one.time),
            y: y.at(other.time),
            text: format!(
                "{}: {} and {}",
                puzzle.name,
                time(one.time),
                time(other.time)
            ),
        })
    });
    let series = PlotSeries {
        colour: COLOURS[0],
        points: points.collect(),
        ..PlotSeries::default()
    };
    let [across, up] = [across, up].map(|number| summary.columns[number].name.as_str());
    let title = format!("{across} against {up}");
    chart(&title, right, [(&x, across), (&y, up)], true, &[series])
}

/// Time against the size of the puzzle, with a line through the medians of each size.
pub(super) fn growth(summary: &BenchSummary) -> String {
    let right = 620.0;
    let sizes = || summary.puzzles.iter().map(|puzzle| puzzle.dominoes);
    let x = PlotAxis::counts(sizes().max().unwrap_or(1), LEFT, right);
    let y = PlotAxis::times(summary, BOTTOM, TOP);
    let mut by_size: BTreeMap<usize, Vec<&PuzzleSummary>> = BTreeMap::new();
    for puzzle in &summary.puzzles {
        by_size.entry(puzzle.dominoes).or_default().push(puzzle);
    }
    let series = self::series(summary).map(|(number, mut series)| {
        let mut middles = Vec::new();
        for (&size, puzzles) in &by_size {
            let mut times = Vec::new();
            for puzzle in puzzles {
                let Some(score) = puzzle.scores[number].filter(|score| score.solved) else {
                    continue;
                };
                times.push(score.time);
                series.points.push(DataPoint {
                    x: x.at(size as f64),
                    y: y.at(score.time),
                    text: format!("{}: {}", puzzle.name, time(score.time)),
                });
            }
            if !times.is_empty() {
                middles.push((x.at(size as f64), y.at(median(times))));
            }
        }
        series.path = path(&middles);
        series
    });
    let series: Vec<PlotSeries> = series.collect();
    let axes = [(&x, "dominoes"), (&y, "time")];
    chart("Time against size", right, axes, false, &series)
}

fn path(places: &[(f64, f64)]) -> String {
    let steps = places.iter().enumerate().map(|(index, (x, y))| {
        let command = if index == 0 { 'M' } else { 'L' };
        format!("{command}{x} {y}")
    });
    steps.collect::<Vec<_>>().join("")
}

/// The parameters with which the page's script moves the points of a scatter plot.
pub(super) fn scale(summary: &BenchSummary) -> [f64; 6] {
    let axis = PlotAxis::times(summary, 0.0, 1.0);
    [
        LEFT,
        LEFT + (BOTTOM - TOP),
        BOTTOM,
        TOP,
        axis.from.log10(),
        axis.to.log10(),
    ]
}
