//! What many runs say together.
//!
//! The time of a column on a puzzle is the median over its repeats; a run without an answer counts
//! with its time limit, in PAR-2 with twice that. A puzzle is solved if every repeat answered and
//! none is under suspicion.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rustc_hash::FxHashMap;

use super::counted::Counted;
use super::machine::Machine;
use super::record::{Column, Question, Record, Verdict};
use super::suspicion::suspicion;
use super::tally::{Run, Tally};
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
    /// What it was measured on, one of each kind.
    pub machines: Vec<Machine>,
    /// The versions of pipsc that measured.
    pub pipsc: Vec<Label>,
    /// How many runs were made at a time, usually one number.
    pub jobs: Vec<u32>,
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
    /// What the solvers counted, by the numbers of the columns.
    pub counted: Counted,
    /// What went wrong, each once, up to a number.
    pub problems: Vec<Problem>,
    /// How often something else went wrong.
    pub more_problems: usize,
    /// An answer was wrong, and is not listed.
    pub more_wrong: bool,
}

impl Summary {
    /// Sums some of the runs up. The columns are those that have any, or were entered.
    pub(super) fn new(tally: &Tally, clock: Clock, is_wanted: impl Fn(&Run) -> bool) -> Self {
        let columns = &tally.columns.values;
        let mut table = Table::default();
        let mut start_ups: Vec<Vec<f64>> = vec![Vec::new(); columns.len()];
        let mut problems = Problems::default();
        let (mut machines, mut pipsc, mut jobs) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let mut limits = BTreeSet::new();
        for (index, run) in (0..).zip(&tally.runs) {
            if !is_wanted(run) {
                continue;
            }
            let suspicion = suspicion(tally, run);
            let problem = run.problem.map(|text| &tally.texts.values[text as usize]);
            if let Some(text) = suspicion.as_ref().or(problem) {
                problems.add(Problem {
                    puzzle: tally.puzzles[run.puzzle as usize].name.clone(),
                    column: run.column as usize,
                    text: text.clone(),
                    wrong: suspicion.is_some(),
                });
            }
            if run.start_up {
                start_ups[run.column as usize].push(run.time);
            } else {
                table.add(run, index, suspicion.is_some());
            }
            let machine = tally.machines[usize::from(run.machine)].as_ref();
            if let Some(machine) = machine.filter(|machine| !machines.contains(machine)) {
                machines.push(machine);
            }
            pipsc.extend(run.pipsc);
            let _ = jobs.insert(run.jobs);
            let _ = limits.insert(run.limit);
        }
        let repeats = table.repeats;
        let puzzles = table.puzzles(tally);
        let summaries = columns.iter().enumerate().map(|(number, column)| {
            let versions = tally.versions[number].iter().cloned().collect();
            summarise(number, column, versions, &puzzles, &start_ups)
        });
        let mut time_limits: Vec<f64> = limits
            .into_iter()
            .map(|limit| tally.limits[usize::from(limit)])
            .collect();
        time_limits.sort_by(f64::total_cmp);
        Summary {
            machines: machines.into_iter().cloned().collect(),
            pipsc: pipsc
                .into_iter()
                .map(|version| tally.pipsc.values[version as usize].clone())
                .collect(),
            jobs: jobs.into_iter().collect(),
            clock,
            time_limits,
            repeats,
            columns: summaries.collect(),
            puzzles,
            baseline: None,
            counted: tally.counted.clone(),
            problems: problems.listed,
            more_problems: problems.more,
            more_wrong: problems.more_wrong,
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
        self.more_wrong || self.problems.iter().any(|problem| problem.wrong)
    }
}

/// As many problems are listed; of more, how many there are is enough.
const MOST_PROBLEMS: usize = 1000;

/// Problems, each once.
#[derive(Default)]
struct Problems {
    listed: Vec<Problem>,
    seen: HashSet<Problem>,
    more: usize,
    more_wrong: bool,
}

impl Problems {
    fn add(&mut self, problem: Problem) {
        if self.seen.contains(&problem) {
            return;
        }
        if self.listed.len() < MOST_PROBLEMS {
            let _ = self.seen.insert(problem.clone());
            self.listed.push(problem);
        } else {
            self.more += 1;
            self.more_wrong |= problem.wrong;
        }
    }
}

/// The runs by puzzle and column.
#[derive(Default)]
struct Table {
    repeats: u32,
    /// The numbers of runs, and whether each is under suspicion.
    runs: Vec<(u32, bool)>,
    /// The puzzles in the order of their first runs.
    order: Vec<u32>,
    places: FxHashMap<u32, usize>,
}

impl Table {
    fn add(&mut self, run: &Run, number: u32, suspicious: bool) {
        let next = self.order.len();
        if *self.places.entry(run.puzzle).or_insert(next) == next {
            self.order.push(run.puzzle);
        }
        self.repeats = self.repeats.max(run.repeat);
        self.runs.push((number, suspicious));
    }

    fn puzzles(mut self, tally: &Tally) -> Vec<PuzzleSummary> {
        let run = |number: u32| &tally.runs[number as usize];
        self.runs.sort_unstable_by_key(|&(number, _)| {
            (self.places[&run(number).puzzle], run(number).column, number)
        });
        let columns = &tally.columns.values;
        let of_a_puzzle =
            (self.runs).chunk_by(|&(one, _), &(other, _)| run(one).puzzle == run(other).puzzle);
        let mut puzzles = Vec::with_capacity(self.order.len());
        for runs in of_a_puzzle {
            let mut scores = vec![None; columns.len()];
            for same in runs.chunk_by(|&(one, _), &(other, _)| run(one).column == run(other).column)
            {
                scores[run(same[0].0).column as usize] = score(tally, same);
            }
            let puzzle = &tally.puzzles[run(runs[0].0).puzzle as usize];
            puzzles.push(PuzzleSummary {
                name: puzzle.name.clone(),
                digest: puzzle.digest.clone(),
                dominoes: puzzle.dominoes,
                winners: winners(&scores, columns),
                scores,
            });
        }
        puzzles
    }
}

impl Clock {
    /// What it says of one run.
    pub(super) fn read(self, record: &Record) -> f64 {
        let time = match self {
            Clock::Wall => record.wall,
            Clock::Cpu => record.cpu,
        };
        // Nothing takes no time; a clock that says so is coarse.
        time.max(1e-6)
    }
}

/// What some runs of a column on a puzzle come to.
fn score(tally: &Tally, runs: &[(u32, bool)]) -> Option<Score> {
    let each = || runs.iter().map(|&(number, _)| &tally.runs[number as usize]);
    let answered = |run: &Run| run.verdict == Verdict::Answered;
    // With so many times the limit for runs without an answer.
    let times = |limits: f64| {
        let time = move |run: &Run| {
            if answered(run) {
                run.time
            } else {
                limits * tally.limits[usize::from(run.limit)]
            }
        };
        each().map(time)
    };
    Some(Score {
        memory: each().map(|run| run.memory).max()?,
        model_bytes: each().map(|run| run.model_bytes).max()?,
        time: median(times(1.0).collect()),
        penalised: times(2.0).sum::<f64>() / runs.len() as f64,
        solved: each().all(answered) && !runs.iter().any(|&(_, suspicious)| suspicious),
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
    versions: Vec<Label>,
    puzzles: &[PuzzleSummary],
    start_ups: &[Vec<f64>],
) -> ColumnSummary {
    let scores: Vec<Score> = puzzles.iter().filter_map(|p| p.scores[number]).collect();
    let times: Vec<f64> = scores.iter().map(|score| score.time).collect();
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
