//! The tables that text, Markdown and the page share.

use super::{digits, size, time};
use crate::bench::record;
use crate::bench::summary::{BenchSummary, Clock, PuzzleScore, SolvedShare};
use crate::lower::step_names;
use crate::solver::statistics::NAMES;
use crate::visible::spaced;

/// The caption of the table of statistics.
pub(super) const STATISTICS: &str =
    "statistics of the solvers: means over the runs that print them";

/// The conditions of the measurement, in lines.
pub(super) fn conditions(summary: &BenchSummary) -> String {
    let limits: Vec<String> = summary
        .time_limits
        .iter()
        .map(|&limit| time(limit))
        .collect();
    let clock = match summary.clock {
        Clock::Wall => "wall-clock time",
        Clock::Cpu => "processor time",
    };
    let puzzles = match summary.puzzles.len() {
        1 => "1 puzzle".to_owned(),
        more => format!("{more} puzzles"),
    };
    let repeats = match (summary.repeats, summary.seeds) {
        (1, false) => "once".to_owned(),
        (more, false) => format!("{more} times"),
        (more, true) => format!("with {more} seeds"),
    };
    let mut out = format!(
        "{puzzles}, each {repeats}; {clock} of the solver, limit {}\n",
        limits.join(" or ")
    );
    let terms = summary.terms().into_iter();
    let terms =
        terms.map(|steps| format!("{} (steps {})", record::terms(steps), step_names(steps)));
    let terms: Vec<String> = terms.collect();
    if !terms.is_empty() {
        out += &format!("models: {}\n", terms.join(", "));
    }
    if summary.decided > 0 {
        out += &format!(
            "pruning alone solves {} of them, on which pruned models need no search\n",
            summary.decided
        );
    }
    for machine in &summary.machines {
        out += &format!("on {machine}\n");
    }
    let jobs: Vec<String> = summary.jobs.iter().map(u32::to_string).collect();
    out += &format!(
        "pipsc {}, runs at a time: {}\n",
        spaced(&summary.pipsc),
        jobs.join(" or ")
    );
    out
}

/// A heading, and a row for each column.
pub(super) fn columns(summary: &BenchSummary) -> Vec<Vec<String>> {
    let heading = [
        "solver",
        "version",
        "solved",
        "sat",
        "unsat",
        "n",
        "median",
        "quartiles",
        "geo mean",
        "maximum",
        "PAR-2",
        "start-up",
        "memory",
        "model",
        "wins",
    ];
    let mut heading: Vec<String> = heading.map(str::to_owned).to_vec();
    if summary.baseline.is_some() {
        heading.extend(["faster", "worst", "best"].map(str::to_owned));
    }
    let mut rows = vec![heading];
    for column in &summary.columns {
        let none = || "-".to_owned();
        let share = |share: SolvedShare| format!("{}/{}", share.solved, share.of);
        let kind = |kind: SolvedShare| if kind.of == 0 { none() } else { share(kind) };
        let mut row = vec![
            column.name.clone(),
            spaced(&column.versions),
            share(column.solved),
            kind(column.satisfiable),
            kind(column.unsatisfiable),
        ];
        match &column.common {
            Some(common) => row.extend([
                common.n.to_string(),
                time(common.median),
                format!(
                    "{} to {}",
                    time(common.first_quartile),
                    time(common.third_quartile)
                ),
                time(common.geometric_mean),
            ]),
            None => row.extend(["0".to_owned(), none(), none(), none()]),
        }
        let over = if column.is_limited { "> " } else { "" };
        row.extend([
            format!("{over}{}", time(column.maximum)),
            time(column.par2),
            column.start_up.map_or_else(none, time),
            size(column.memory),
            size(column.model_bytes),
            column
                .configuration
                .as_ref()
                .map_or_else(none, |_| column.wins.to_string()),
        ]);
        if summary.baseline.is_some() {
            let factors = column
                .ratio
                .map(|ratio| [ratio.mean, ratio.worst, ratio.best]);
            row.extend(factors.map_or_else(
                || [none(), none(), none()],
                |factors| factors.map(|factor| format!("{}x", digits(factor))),
            ));
        }
        rows.push(row);
    }
    rows
}

/// Notes for the table of columns.
pub(super) fn notes(summary: &BenchSummary) -> Vec<String> {
    let mut notes = vec![
        "n, median, quartiles, geo mean: over the puzzles that every column with the same goal solved"
            .to_owned(),
    ];
    if let Some(baseline) = summary.baseline {
        notes.push(format!(
            "faster, worst, best: speed-up over {} with the same lowering, over the puzzles that both solved: \
             geometric mean, minimum and maximum",
            summary.columns[baseline].name
        ));
    }
    notes
}

/// A heading, and a row for each puzzle: its time in every column.
pub(super) fn puzzles(summary: &BenchSummary) -> Vec<Vec<String>> {
    let mut heading = vec!["puzzle".to_owned(), "dominoes".into()];
    heading.extend(summary.names());
    heading.push("fastest".into());
    let mut rows = vec![heading];
    for puzzle in &summary.puzzles {
        let mut row = vec![puzzle.name.to_string(), puzzle.dominoes.to_string()];
        row.extend(
            puzzle
                .scores
                .iter()
                .map(|one| one.as_ref().map_or(String::new(), cell)),
        );
        let names = puzzle
            .fastest
            .iter()
            .map(|&number| summary.columns[number].name.as_str());
        row.push(names.collect::<Vec<_>>().join(", "));
        rows.push(row);
    }
    rows
}

/// The time of a configuration on a puzzle, with its spread over the repeats.
pub(super) fn cell(score: &PuzzleScore) -> String {
    match score {
        score if !score.solved => format!("> {}", time(score.most)),
        score if score.least == score.most => time(score.time),
        score => format!(
            "{} ({} to {})",
            time(score.time),
            time(score.least),
            time(score.most)
        ),
    }
}

/// A heading, and a row for each column with statistics; none if there are none.
pub(super) fn statistics(summary: &BenchSummary) -> Option<Vec<Vec<String>>> {
    let mut names: Vec<&str> = summary
        .columns
        .iter()
        .flat_map(|one| one.statistics.keys().map(String::as_str))
        .collect();
    names.sort_unstable();
    names.dedup();
    // Common statistics come first.
    names.sort_by_key(|name| {
        NAMES
            .iter()
            .position(|known| known == name)
            .unwrap_or(NAMES.len())
    });
    let mut rows = vec![vec!["solver".to_owned()]];
    rows[0].extend(names.iter().map(|&name| name.to_owned()));
    for column in summary
        .columns
        .iter()
        .filter(|one| !one.statistics.is_empty())
    {
        let mean = |name: &&str| column.statistics.get(*name).copied();
        let means = names
            .iter()
            .map(|name| mean(name).map_or("-".to_owned(), digits));
        rows.push(std::iter::once(column.name.clone()).chain(means).collect());
    }
    (!names.is_empty()).then_some(rows)
}
