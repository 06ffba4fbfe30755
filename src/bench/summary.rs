//! What many runs say together.
//!
//! The time of a column on a puzzle is the median over its repeats; a run without an answer counts
//! with its time limit, in PAR-2 with twice that. A puzzle is solved if every repeat answered and
//! none is under suspicion.

use std::collections::BTreeMap;

use super::record::{Column, Machine, Question, Record, Verdict};
use super::results::Results;
use super::suspicion::suspicions;
use crate::lower::Step;
use crate::puzzle::Label;

/// Which clock is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Clock {
    /// From the start to the end of the process.
    #[default]
    Wall,
    /// The processor time of the process.
    Cpu,
}

/// A column on a puzzle, over all repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Score {
    /// The median time, in seconds.
    pub time: f64,
    /// Every repeat answered, and is not under suspicion.
    pub solved: bool,
    /// The time with twice the limit for runs without an answer.
    pub penalised: f64,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The size of the model, in bytes.
    pub model_bytes: u64,
}

/// How much faster a column is than the baseline, puzzle by puzzle: above 1 is faster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    /// On the puzzle where the column does worst.
    pub worst: f64,
    /// On the puzzle where it does best.
    pub best: f64,
}

/// A column over all puzzles. Times are in seconds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ColumnSummary {
    /// Who.
    pub column: Column,
    /// The versions that were run.
    pub versions: Vec<Label>,
    /// How many puzzles were tried.
    pub tried: usize,
    /// How many were solved.
    pub solved: usize,
    /// The median time.
    pub median: f64,
    /// The geometric mean of the times.
    pub geometric_mean: f64,
    /// The longest time.
    pub maximum: f64,
    /// The mean time, with twice the limit for runs without an answer.
    pub par2: f64,
    /// The time on the smallest puzzle there is.
    pub start_up: Option<f64>,
    /// The most memory on any puzzle, in bytes.
    pub memory: u64,
    /// The median size of the model, in bytes.
    pub model_bytes: u64,
    /// On how many puzzles nobody who was asked the same, on the same terms, was faster.
    pub wins: usize,
    /// Against the baseline.
    pub ratio: Option<Ratio>,
}

/// A puzzle over all columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PuzzleSummary {
    /// Its name.
    pub name: Label,
    /// What tells it from others of the same name.
    pub digest: String,
    /// Its size.
    pub dominoes: usize,
    /// By column; nothing where it was not run.
    pub scores: Vec<Option<Score>>,
    /// The fastest columns, one for each question that anybody answered and for the terms of it.
    pub winners: Vec<usize>,
}

/// A run that cannot be believed, or was none.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    /// The puzzle's name.
    pub puzzle: Label,
    /// The column's number.
    pub column: usize,
    /// What is wrong.
    pub text: Label,
    /// A wrong or contradicting answer, rather than none.
    pub wrong: bool,
}

/// Everything that the reports show.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Summary {
    /// What it was measured on.
    pub machines: Vec<Machine>,
    /// Which clock was read.
    pub clock: Clock,
    /// The time limits, in seconds, usually one.
    pub time_limits: Vec<f64>,
    /// How often each puzzle was tried at most.
    pub repeats: u32,
    /// The columns, in the order of their first runs.
    pub columns: Vec<ColumnSummary>,
    /// The puzzles, in the order of their first runs.
    pub puzzles: Vec<PuzzleSummary>,
    /// The baseline's number.
    pub baseline: Option<usize>,
    /// What went wrong, each once.
    pub problems: Vec<Problem>,
}

impl Summary {
    /// Sums results up. The `columns` come first, in their order; others that have runs follow.
    pub(crate) fn new(results: &Results, columns: &[Column], clock: Clock) -> Self {
        let suspicions = suspicions(&results.records);
        let mut order = columns.to_vec();
        for record in &results.records {
            if !order.contains(&record.column) {
                order.push(record.column.clone());
            }
        }
        let place: BTreeMap<&Column, usize> = order.iter().zip(0..).collect();
        let mut table = Table {
            columns: order.len(),
            ..Table::default()
        };
        let mut start_ups: Vec<Vec<f64>> = vec![Vec::new(); order.len()];
        let mut problems: Vec<Problem> = Vec::new();
        for (record, suspicion) in results.records.iter().zip(&suspicions) {
            let column = place[&record.column];
            let text = suspicion.as_ref().or(record.problem.as_ref());
            let problem = text.map(|text| Problem {
                puzzle: record.puzzle.clone(),
                column,
                text: text.clone(),
                wrong: suspicion.is_some(),
            });
            problems.extend(problem.filter(|problem| !problems.contains(problem)));
            if record.start_up {
                start_ups[column].push(read(clock, record));
            } else {
                table.add(record, column, suspicion.is_some());
            }
        }
        let puzzles = table.puzzles(clock, &order);
        let columns = order.iter().enumerate().map(|(number, column)| {
            summarise(number, column, &results.records, &puzzles, &start_ups)
        });
        let mut time_limits: Vec<f64> = results.records.iter().map(|run| run.time_limit).collect();
        time_limits.sort_by(f64::total_cmp);
        time_limits.dedup();
        Summary {
            machines: results.machines.clone(),
            clock,
            time_limits,
            repeats: table.repeats,
            columns: columns.collect(),
            puzzles,
            baseline: None,
            problems,
        }
    }

    /// Compares every column with this one, where both were run: like with like, on the column's own
    /// terms if the baseline was run on them too.
    pub(crate) fn against(&mut self, baseline: usize) {
        self.baseline = Some(baseline);
        let counterparts: Vec<usize> = (0..self.columns.len())
            .map(|number| self.counterpart(baseline, number))
            .collect();
        for (number, column) in self.columns.iter_mut().enumerate() {
            let ratios: Vec<f64> = self
                .puzzles
                .iter()
                .filter_map(|puzzle| {
                    Some((puzzle.scores[counterparts[number]]?, puzzle.scores[number]?))
                })
                .map(|(base, own)| base.time / own.time)
                .collect();
            column.ratio = (!ratios.is_empty()).then(|| Ratio {
                mean: geometric_mean(&ratios),
                worst: ratios.iter().copied().fold(f64::INFINITY, f64::min),
                best: ratios.iter().copied().fold(0.0, f64::max),
            });
        }
    }

    /// The column that is the baseline on another column's terms, or the baseline itself.
    fn counterpart(&self, baseline: usize, column: usize) -> usize {
        let wanted = Column {
            steps: self.columns[column].column.steps.clone(),
            ..self.columns[baseline].column.clone()
        };
        let found = self.columns.iter().position(|one| one.column == wanted);
        found.unwrap_or(baseline)
    }

    /// The terms that models were given on, in the order of the columns.
    pub(crate) fn terms(&self) -> Vec<&[Step]> {
        let mut all: Vec<&[Step]> = Vec::new();
        for steps in self
            .columns
            .iter()
            .filter_map(|one| one.column.steps.as_deref())
        {
            if !all.contains(&steps) {
                all.push(steps);
            }
        }
        all
    }

    /// The number of the column that is called so: its whole name, or its beginning if only one
    /// column begins so.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let names: Vec<String> = self.columns.iter().map(|c| c.column.to_string()).collect();
        if let Some(whole) = names.iter().position(|other| other == name) {
            return Some(whole);
        }
        let mut begins = (0..names.len()).filter(|&number| names[number].starts_with(name));
        match (begins.next(), begins.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }

    /// Tells whether any answer turned out to be wrong, or to contradict another.
    pub(crate) fn is_wrong(&self) -> bool {
        self.problems.iter().any(|problem| problem.wrong)
    }
}

/// The runs by puzzle and column.
#[derive(Default)]
struct Table<'a> {
    columns: usize,
    repeats: u32,
    places: BTreeMap<&'a str, usize>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    first: &'a Record,
    /// By column: the runs, with whether each is under suspicion.
    runs: Vec<Vec<(&'a Record, bool)>>,
}

impl<'a> Table<'a> {
    fn add(&mut self, record: &'a Record, column: usize, suspicious: bool) {
        let next = self.rows.len();
        let place = *self.places.entry(&record.digest).or_insert(next);
        if place == next {
            self.rows.push(Row {
                first: record,
                runs: vec![Vec::new(); self.columns],
            });
        }
        self.repeats = self.repeats.max(record.repeat);
        self.rows[place].runs[column].push((record, suspicious));
    }

    fn puzzles(&self, clock: Clock, columns: &[Column]) -> Vec<PuzzleSummary> {
        let puzzle = |row: &Row<'a>| {
            let scores: Vec<Option<Score>> =
                row.runs.iter().map(|runs| score(clock, runs)).collect();
            PuzzleSummary {
                name: row.first.puzzle.clone(),
                digest: row.first.digest.clone(),
                dominoes: row.first.dominoes,
                winners: winners(&scores, columns),
                scores,
            }
        };
        self.rows.iter().map(puzzle).collect()
    }
}

/// What the clock says of one run.
fn read(clock: Clock, record: &Record) -> f64 {
    let time = match clock {
        Clock::Wall => record.wall,
        Clock::Cpu => record.cpu,
    };
    // Nothing takes no time; a clock that says so is coarse.
    time.max(1e-6)
}

fn score(clock: Clock, runs: &[(&Record, bool)]) -> Option<Score> {
    let largest = |size: fn(&Record) -> u64| runs.iter().map(|(run, _)| size(run)).max();
    let answered = |run: &Record| run.verdict == Verdict::Answered;
    // With so many times the limit for runs without an answer.
    let times = |limits: f64| {
        let time = move |(run, _): &(&Record, bool)| {
            if answered(run) {
                read(clock, run)
            } else {
                limits * run.time_limit
            }
        };
        runs.iter().map(time)
    };
    Some(Score {
        memory: largest(|run| run.memory)?,
        model_bytes: largest(|run| run.model_bytes)?,
        time: median(times(1.0).collect()),
        penalised: times(2.0).sum::<f64>() / runs.len() as f64,
        solved: runs
            .iter()
            .all(|(run, suspicious)| answered(run) && !suspicious),
    })
}

fn winners(scores: &[Option<Score>], columns: &[Column]) -> Vec<usize> {
    // Only what was given on the same terms is compared.
    let mut best = BTreeMap::new();
    for (number, (score, column)) in scores.iter().zip(columns).enumerate() {
        let Some(score) = score.filter(|score| score.solved) else {
            continue;
        };
        let rivals = (column.question, column.steps.as_deref());
        let leader = best.entry(rivals).or_insert((score.time, number));
        if score.time < leader.0 {
            *leader = (score.time, number);
        }
    }
    best.retain(|(question, _), _| *question != Question::Nothing);
    best.into_values().map(|(_, number)| number).collect()
}

fn summarise(
    number: usize,
    column: &Column,
    records: &[Record],
    puzzles: &[PuzzleSummary],
    start_ups: &[Vec<f64>],
) -> ColumnSummary {
    let scores: Vec<Score> = puzzles.iter().filter_map(|p| p.scores[number]).collect();
    let times: Vec<f64> = scores.iter().map(|score| score.time).collect();
    let mut versions: Vec<Label> = records
        .iter()
        .filter(|record| record.column == *column)
        .filter_map(|record| record.version.clone())
        .collect();
    versions.sort();
    versions.dedup();
    let mut sizes: Vec<u64> = scores.iter().map(|score| score.model_bytes).collect();
    sizes.sort_unstable();
    let penalties: f64 = scores.iter().map(|score| score.penalised).sum();
    ColumnSummary {
        column: column.clone(),
        versions,
        tried: scores.len(),
        solved: scores.iter().filter(|score| score.solved).count(),
        maximum: times.iter().copied().fold(0.0, f64::max),
        par2: penalties / (scores.len().max(1) as f64),
        geometric_mean: geometric_mean(&times),
        median: median(times),
        start_up: (!start_ups[number].is_empty()).then(|| median(start_ups[number].clone())),
        memory: scores.iter().map(|score| score.memory).max().unwrap_or(0),
        model_bytes: sizes.get(sizes.len() / 2).copied().unwrap_or(0),
        wins: puzzles
            .iter()
            .filter(|puzzle| puzzle.winners.contains(&number))
            .count(),
        ratio: None,
    }
}

/// The middle one, or the mean of the middle two; 0 of none.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    match times.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => times[middle],
        _ => (times[middle - 1] + times[middle]) / 2.0,
    }
}

fn geometric_mean(times: &[f64]) -> f64 {
    match times.len() {
        0 => 0.0,
        count => (times.iter().map(|time| time.ln()).sum::<f64>() / count as f64).exp(),
    }
}
