//! Summaries of runs.
//!
//! The time of a configuration on a puzzle is the median over its repeats; the puzzle is solved if every
//! repeat answered and none contradicts another answer. Medians, quartiles and geometric means are taken
//! over the puzzles that every configuration with the same question solved, so that they compare like
//! with like; PAR-2 is taken over all puzzles, with twice the limit for a run without an answer. The
//! virtual best solver takes the fastest configuration on each puzzle.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;
use serde::Serialize;

use super::machine::Machine;
use super::record::{BenchGoal, Configuration, RunRecord, RunVerdict};
use crate::lower::LoweringStep;
use crate::puzzle::Label;
use crate::solver::SolutionCount;

/// The clock of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Clock {
    /// From the start to the end of the solver
    Wall,
    /// The processor time of the solver
    Cpu,
}

impl Clock {
    fn read(self, record: &RunRecord) -> f64 {
        let time = match self {
            Clock::Wall => record.wall,
            Clock::Cpu => record.cpu,
        };
        // A coarse clock may show 0.
        time.max(1e-6)
    }

    fn limit(self, record: &RunRecord) -> f64 {
        match (self, record.limits.cpu_limit) {
            (Clock::Cpu, Some(limit)) => limit,
            (Clock::Cpu, None) | (Clock::Wall, _) => record.limits.time_limit,
        }
    }
}

/// A record, and the contradiction of its answer if there is one.
type ComparedRecord<'r> = (&'r RunRecord, Option<String>);

/// A configuration on a puzzle, over all repeats. Times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct PuzzleScore {
    /// The median time. Runs without an answer count with their limit.
    pub time: f64,
    /// The shortest and the longest time of a repeat.
    pub least: f64,
    pub most: f64,
    /// Whether every repeat answered, and no answer contradicts another.
    pub solved: bool,
    /// The mean time, with twice the limit for runs without an answer.
    pub par2: f64,
    #[serde(skip)]
    memory: u64,
    #[serde(skip)]
    model_bytes: u64,
}

/// The speed-up of a configuration over the baseline, on the puzzles that both solved; above 1 is
/// faster.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct SpeedRatio {
    /// The number of these puzzles.
    pub n: usize,
    /// The geometric mean.
    pub mean: f64,
    pub worst: f64,
    pub best: f64,
}

/// Times over the puzzles that every configuration with the same question solved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct CommonTimes {
    /// How many puzzles that is.
    pub n: usize,
    pub median: f64,
    pub first_quartile: f64,
    pub third_quartile: f64,
    pub geometric_mean: f64,
}

/// The number of solved puzzles of a set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct SolvedShare {
    pub solved: usize,
    pub of: usize,
}

/// A configuration over all puzzles, or the virtual best solver of all configurations with one
/// goal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ColumnSummary {
    pub name: String,
    /// None for the virtual best solver.
    pub configuration: Option<Configuration>,
    pub question: BenchGoal,
    pub versions: Vec<Label>,
    pub solved: SolvedShare,
    /// Among the puzzles that are known to be satisfiable, and among those known to be
    /// unsatisfiable.
    pub satisfiable: SolvedShare,
    pub unsatisfiable: SolvedShare,
    pub common: Option<CommonTimes>,
    /// The longest time. Runs without an answer count with their limit.
    pub maximum: f64,
    /// Whether a run has no answer.
    pub is_limited: bool,
    pub par2: f64,
    /// The median time on the smallest puzzle.
    pub start_up: Option<f64>,
    pub memory: u64,
    /// The median size of the model.
    pub model_bytes: u64,
    /// The number of puzzles on which it was the fastest of the configurations with the same goal
    /// and steps.
    pub wins: usize,
    pub ratio: Option<SpeedRatio>,
    /// The mean statistics over the runs that have them.
    pub statistics: BTreeMap<String, f64>,
}

/// A puzzle over all columns.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PuzzleSummary {
    pub name: Label,
    pub digest: String,
    pub dominoes: usize,
    /// Whether the puzzle has a solution, if known.
    pub satisfiable: Option<bool>,
    /// The score of each column; none if it was not run.
    pub scores: Vec<Option<PuzzleScore>>,
    /// The fastest columns, one for each goal and steps.
    pub fastest: Vec<usize>,
}

/// A run that is wrong, contradicted, or failed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct RunProblem {
    pub puzzle: Label,
    pub column: usize,
    pub text: String,
    /// Whether the answer is wrong or contradicted, rather than missing.
    pub wrong: bool,
}

/// The content of the reports, independent of the order of the records.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct BenchSummary {
    pub machines: Vec<Machine>,
    pub pipsc: Vec<Label>,
    /// The numbers of concurrent runs.
    pub jobs: Vec<u32>,
    pub clock: Clock,
    /// The time limits, in seconds.
    pub time_limits: Vec<f64>,
    /// The maximum number of repeats.
    pub repeats: u32,
    /// Whether each repeat has its own seed.
    pub seeds: bool,
    /// The number of puzzles that pruning alone decides.
    pub decided: usize,
    /// Sorted by name; the virtual best solvers come last.
    pub columns: Vec<ColumnSummary>,
    /// Sorted by name.
    pub puzzles: Vec<PuzzleSummary>,
    pub baseline: Option<usize>,
    pub problems: Vec<RunProblem>,
}

impl BenchSummary {
    /// Summarises records, separately for each kind of machine unless `mix_machines`. Answers are
    /// compared over all machines.
    pub(crate) fn all(records: &[RunRecord], clock: Clock, mix_machines: bool) -> Vec<Self> {
        let contradictions = contradictions(records);
        let both: Vec<ComparedRecord<'_>> = records.iter().zip(contradictions).collect();
        let mut kinds: BTreeMap<Option<&Machine>, Vec<&ComparedRecord<'_>>> = BTreeMap::new();
        for one in &both {
            let kind = (!mix_machines).then_some(&one.0.machine);
            kinds.entry(kind).or_default().push(one);
        }
        kinds
            .values()
            .map(|runs| BenchSummary::new(runs, clock))
            .collect()
    }

    fn new(runs: &[&ComparedRecord<'_>], clock: Clock) -> Self {
        let records = || runs.iter().map(|(record, _)| *record);
        let configurations: BTreeSet<&Configuration> =
            records().map(|record| &record.configuration).collect();
        let configurations: Vec<&Configuration> = configurations.into_iter().collect();
        let place = |one: &Configuration| configurations.binary_search(&one).unwrap_or(0);
        let mut table: BTreeMap<(&Label, &str), Vec<Vec<&ComparedRecord<'_>>>> = BTreeMap::new();
        let mut problems = BTreeSet::new();
        for run in runs {
            let (record, contradiction) = run;
            let column = place(&record.configuration);
            if let Some(text) = contradiction
                .clone()
                .or(record.problem.as_ref().map(Label::to_string))
            {
                let _ = problems.insert(RunProblem {
                    puzzle: record.puzzle.clone(),
                    column,
                    text,
                    wrong: contradiction.is_some(),
                });
            }
            if !record.start_up {
                let puzzle = table.entry((&record.puzzle, record.digest.as_str()));
                let cells = puzzle.or_insert_with(|| vec![Vec::new(); configurations.len()]);
                cells[column].push(run);
            }
        }
        let puzzles: Vec<PuzzleSummary> = table
            .into_iter()
            .map(|((name, digest), cells)| puzzle(name, digest, &cells, &configurations, clock))
            .collect();
        let measured = || records().filter(|record| !record.start_up);
        let decided: BTreeSet<&str> = measured()
            .filter(|record| record.decided)
            .map(|record| record.digest.as_str())
            .collect();
        let mut limits: Vec<f64> = records().map(|record| clock.limit(record)).collect();
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        let mut summary = BenchSummary {
            machines: distinct(records().map(|record| record.machine.clone())),
            pipsc: distinct(records().map(|record| record.pipsc.clone())),
            jobs: distinct(records().map(|record| record.jobs)),
            clock,
            time_limits: limits,
            repeats: measured().map(|record| record.repeat).max().unwrap_or(1),
            seeds: measured().any(|record| record.seed.is_some()),
            decided: decided.len(),
            columns: Vec::new(),
            puzzles,
            baseline: None,
            problems: problems.into_iter().collect(),
        };
        let columns = configurations.iter().enumerate();
        let columns = columns.map(|(number, &one)| {
            let own = || records().filter(|record| record.configuration == *one);
            let start_ups = own().filter(|record| record.start_up);
            let start_ups: Vec<f64> = start_ups.map(|record| clock.read(record)).collect();
            ColumnSummary {
                versions: distinct(own().filter_map(|record| record.version.clone())),
                start_up: (!start_ups.is_empty()).then(|| median(start_ups)),
                statistics: means(own().filter(|record| !record.start_up)),
                configuration: Some(one.clone()),
                wins: summary
                    .puzzles
                    .iter()
                    .filter(|p| p.fastest.contains(&number))
                    .count(),
                ..summary.column(one.to_string(), one.question, &configurations, |puzzle| {
                    puzzle.scores[number]
                })
            }
        });
        let mut columns: Vec<ColumnSummary> = columns.collect();
        for question in [BenchGoal::One, BenchGoal::Unique, BenchGoal::Count] {
            let same: Vec<usize> = (0..configurations.len())
                .filter(|&number| configurations[number].question == question)
                .collect();
            if same.len() > 1 {
                let name = match question {
                    BenchGoal::One => "virtual best".to_owned(),
                    BenchGoal::Unique => "virtual best unique".to_owned(),
                    BenchGoal::Count => "virtual best count".to_owned(),
                };
                columns.push(summary.column(name, question, &configurations, |puzzle| {
                    best(same.iter().filter_map(|&number| puzzle.scores[number]))
                }));
            }
        }
        summary.columns = columns;
        summary
    }

    /// A column with a score on each puzzle.
    fn column(
        &self,
        name: String,
        question: BenchGoal,
        configurations: &[&Configuration],
        score: impl Fn(&PuzzleSummary) -> Option<PuzzleScore>,
    ) -> ColumnSummary {
        let same_goal: Vec<usize> = (0..configurations.len())
            .filter(|&number| configurations[number].question == question)
            .collect();
        let is_common = |puzzle: &&PuzzleSummary| {
            let mut scores = same_goal.iter().map(|&number| puzzle.scores[number]);
            scores.all(|score| score.is_some_and(|score| score.solved))
        };
        let scores: Vec<(&PuzzleSummary, PuzzleScore)> = self
            .puzzles
            .iter()
            .filter_map(|puzzle| Some((puzzle, score(puzzle)?)))
            .collect();
        let share = |kind: Option<bool>| {
            let own = scores
                .iter()
                .filter(|(puzzle, _)| kind.is_none() || puzzle.satisfiable == kind);
            SolvedShare {
                solved: own.clone().filter(|(_, score)| score.solved).count(),
                of: own.count(),
            }
        };
        let common = self.puzzles.iter().filter(is_common);
        let common: Vec<f64> = common
            .filter_map(|puzzle| Some(score(puzzle)?.time))
            .collect();
        let each = || scores.iter().map(|(_, score)| score);
        ColumnSummary {
            name,
            configuration: None,
            question,
            versions: Vec::new(),
            solved: share(None),
            satisfiable: share(Some(true)),
            unsatisfiable: share(Some(false)),
            maximum: each().map(|score| score.time).fold(0.0, f64::max),
            is_limited: each().any(|score| !score.solved),
            par2: each().map(|score| score.par2).sum::<f64>() / scores.len().max(1) as f64,
            start_up: None,
            memory: each().map(|score| score.memory).max().unwrap_or(0),
            model_bytes: median(each().map(|score| score.model_bytes as f64).collect()) as u64,
            wins: 0,
            ratio: None,
            statistics: BTreeMap::new(),
            common: (!common.is_empty()).then(|| CommonTimes {
                n: common.len(),
                median: median(common.clone()),
                first_quartile: quantile(common.clone(), 0.25),
                third_quartile: quantile(common.clone(), 0.75),
                geometric_mean: geometric_mean(&common),
            }),
        }
    }

    /// Compares every column with the baseline on the puzzles that both solved. The baseline is
    /// taken on the column's own steps if it was run on them.
    pub(crate) fn against(&mut self, baseline: usize) {
        self.baseline = Some(baseline);
        for number in 0..self.columns.len() {
            let base = self.counterpart(baseline, number);
            let ratios: Vec<f64> = self
                .puzzles
                .iter()
                .filter_map(|puzzle| {
                    let both = (*puzzle.scores.get(base)?, *puzzle.scores.get(number)?);
                    let (Some(base), Some(own)) = both else {
                        return None;
                    };
                    (base.solved && own.solved).then(|| base.time / own.time)
                })
                .collect();
            self.columns[number].ratio = (!ratios.is_empty()).then(|| SpeedRatio {
                n: ratios.len(),
                mean: geometric_mean(&ratios),
                worst: ratios.iter().copied().fold(f64::INFINITY, f64::min),
                best: ratios.iter().copied().fold(0.0, f64::max),
            });
        }
    }

    /// The baseline's configuration on another column's steps, or the baseline itself.
    fn counterpart(&self, baseline: usize, column: usize) -> usize {
        let (Some(base), Some(own)) = (
            &self.columns[baseline].configuration,
            &self.columns[column].configuration,
        ) else {
            return baseline;
        };
        let counterpart = Some(Configuration {
            steps: own.steps.clone(),
            ..base.clone()
        });
        let mut columns = self.columns.iter();
        let same_steps = columns.position(|one| one.configuration == counterpart);
        same_steps.unwrap_or(baseline)
    }

    /// The distinct lowering steps.
    pub(crate) fn terms(&self) -> Vec<&[LoweringStep]> {
        let configurations = self.columns.iter();
        let configurations = configurations.filter_map(|one| one.configuration.as_ref());
        let encoded = configurations.filter(|one| one.encoding.is_some());
        distinct(encoded.map(|one| &one.steps[..]))
    }

    /// The columns of configurations, which come before the virtual best solvers.
    pub(crate) fn configured(&self) -> impl Iterator<Item = &ColumnSummary> {
        let columns = self.columns.iter();
        columns.filter(|one| one.configuration.is_some())
    }

    /// The names of the columns of configurations.
    pub(crate) fn names(&self) -> Vec<String> {
        self.configured().map(|one| one.name.clone()).collect()
    }

    /// Whether any answer is wrong or contradicted.
    pub(crate) fn is_wrong(&self) -> bool {
        self.problems.iter().any(|problem| problem.wrong)
    }
}

/// The index of a column by its name or a unique prefix.
pub(crate) fn find_column(columns: &[String], name: &str) -> Option<usize> {
    let whole = columns.iter().position(|column| column == name);
    let mut begins = (0..columns.len()).filter(|&number| columns[number].starts_with(name));
    whole.or_else(|| begins.next().filter(|_| begins.next().is_none()))
}

/// The contradiction of each record, if any: a wrong answer, or one that contradicts another answer
/// on the same puzzle. Boards are checked before they are counted, so lower bounds are facts, and
/// only claims that there are no further solutions can be false.
fn contradictions(records: &[RunRecord]) -> Vec<Option<String>> {
    let mut claims: BTreeMap<&str, Vec<(SolutionCount, &Configuration)>> = BTreeMap::new();
    for record in records {
        if let Some(found) = record.found() {
            let claims = claims.entry(&record.digest).or_default();
            if !claims.iter().any(|(claim, _)| *claim == found) {
                claims.push((found, &record.configuration));
            }
        }
    }
    let contradiction = |record: &RunRecord| {
        if record.verdict == RunVerdict::Wrong {
            let text = record.problem.as_ref().map(Label::to_string);
            return text.or(Some("a wrong answer".into()));
        }
        let found = record.found().filter(|found| found.is_exact())?;
        if record.known && found.count() == 0 {
            return Some(
                "claims that there is no solution, but the puzzle's file contains one".into(),
            );
        }
        let claims = claims.get(record.digest.as_str())?.iter();
        let (theirs, other) = claims
            .copied()
            .find(|(one, _)| !found.is_compatible_with(*one))?;
        Some(format!(
            "claims exactly {} solutions, but {other} found {}{}",
            found.count(),
            if theirs.is_exact() { "" } else { "at least " },
            theirs.count(),
        ))
    };
    records.iter().map(contradiction).collect()
}

fn puzzle(
    name: &Label,
    digest: &str,
    cells: &[Vec<&ComparedRecord<'_>>],
    configurations: &[&Configuration],
    clock: Clock,
) -> PuzzleSummary {
    let scores: Vec<Option<PuzzleScore>> = cells.iter().map(|runs| score(runs, clock)).collect();
    let records = || cells.iter().flatten().map(|(record, _)| record);
    let found = || {
        cells
            .iter()
            .flatten()
            .filter(|(_, contradiction)| contradiction.is_none())
    };
    let found = || found().filter_map(|(record, _)| record.found());
    let satisfiable = match () {
        () if records().any(|record| record.known) => Some(true),
        () if found().any(|found| found.count() > 0) => Some(true),
        () if found().any(|found| found == SolutionCount::Exactly(0)) => Some(false),
        () => None,
    };
    // Only configurations with the same steps are compared.
    let mut fastest: BTreeMap<(BenchGoal, &[LoweringStep]), (f64, usize)> = BTreeMap::new();
    for (number, (score, one)) in scores.iter().zip(configurations).enumerate() {
        let Some(score) = score.filter(|score| score.solved) else {
            continue;
        };
        let leader = fastest.entry((one.question, &one.steps));
        let leader = leader.or_insert((score.time, number));
        if score.time < leader.0 {
            *leader = (score.time, number);
        }
    }
    PuzzleSummary {
        name: name.clone(),
        digest: digest.to_owned(),
        dominoes: records().map(|record| record.dominoes).max().unwrap_or(0),
        satisfiable,
        fastest: fastest.into_values().map(|(_, number)| number).collect(),
        scores,
    }
}

/// The score of the repeats of a configuration on a puzzle.
fn score(runs: &[&ComparedRecord<'_>], clock: Clock) -> Option<PuzzleScore> {
    let is_answered = |record: &RunRecord| record.verdict == RunVerdict::Answered;
    let times = |limits: f64| -> Vec<f64> {
        let records = runs.iter().map(|(record, _)| record);
        let time = |record: &&RunRecord| match is_answered(record) {
            true => clock.read(record),
            false => limits * clock.limit(record),
        };
        records.map(time).collect()
    };
    let once = times(1.0);
    Some(PuzzleScore {
        memory: runs.iter().map(|(record, _)| record.memory).max()?,
        model_bytes: runs.iter().map(|(record, _)| record.model_bytes).max()?,
        least: once.iter().copied().fold(f64::INFINITY, f64::min),
        most: once.iter().copied().fold(0.0, f64::max),
        time: median(once),
        par2: times(2.0).iter().sum::<f64>() / runs.len() as f64,
        solved: runs
            .iter()
            .all(|(record, contradiction)| is_answered(record) && contradiction.is_none()),
    })
}

/// The best score: the fastest solved one, or any.
fn best(scores: impl Iterator<Item = PuzzleScore>) -> Option<PuzzleScore> {
    scores.min_by(|one, other| {
        let by_solved = other.solved.cmp(&one.solved);
        by_solved.then(one.time.total_cmp(&other.time))
    })
}

/// The mean of each statistic.
fn means<'r>(records: impl Iterator<Item = &'r RunRecord>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for record in records {
        for (name, number) in record.statistics.iter() {
            let (sum, runs) = sums.entry(name.to_owned()).or_default();
            *sum += number as f64;
            *runs += 1.0;
        }
    }
    let means = sums.into_iter();
    means
        .map(|(name, (sum, runs))| (name, sum / runs))
        .collect()
}

fn distinct<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.collect::<BTreeSet<T>>().into_iter().collect()
}

/// The median; 0 for no values.
pub(crate) fn median(values: Vec<f64>) -> f64 {
    quantile(values, 0.5)
}

/// A quantile with linear interpolation; 0 for no values.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else {
        return 0.0;
    };
    let place = share * last as f64;
    let (below, above) = (
        values[place.floor() as usize],
        values[place.ceil() as usize],
    );
    below + (above - below) * place.fract()
}

fn geometric_mean(times: &[f64]) -> f64 {
    let logs: f64 = times.iter().map(|time| time.ln()).sum();
    (logs / times.len().max(1) as f64).exp()
}
