//! The programme: every run that a bench has, in the order in which they are made, with what each is
//! known by, what it is expected to take, and whose shard it belongs to.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::contestant::Contestant;
use super::entrant::Entrant;
use super::{Bench, unusable};
use crate::bench::order::{Turn, turns};
use crate::bench::plan::{self, Costs, Shard};
use crate::bench::results::{self, Line, Part};
use crate::bench::{Column, Conditions, Key};
use crate::cli::{Failure, output};
use crate::puzzle::Label;
use crate::visible;

/// How often a start-up time is taken at least: it is short, and everything is compared with it.
const START_UPS: u32 = 3;

/// A run that is to be made.
#[derive(Debug, Clone)]
pub(super) struct Due<'a> {
    /// Its number among all runs, from 1.
    pub(super) number: u64,
    pub(super) key: Key,
    /// The shard that makes it, from 1.
    pub(super) shard: u32,
    /// What it is expected to take, in seconds.
    cost: f64,
    pub(super) repeat: u32,
    pub(super) entrant: &'a Entrant,
    pub(super) conditions: Conditions,
    pub(super) contestant: &'a Contestant,
}

/// The runs of a bench.
#[derive(Debug)]
pub(super) struct Programme<'a> {
    pub(super) dues: Vec<Due<'a>>,
    /// What tells it from others.
    plan: String,
    /// How many runs there are in all.
    runs: u64,
}

/// A line of a plan. Reading one, the key is enough.
#[derive(Serialize)]
struct PlanLine<'a> {
    run: u64,
    shard: u32,
    key: String,
    puzzle: &'a Label,
    digest: &'a str,
    /// The puzzle's file, unless it came in another way.
    file: Option<String>,
    level: Option<&'static str>,
    /// A solution is known from the puzzle's own text.
    known: bool,
    column: String,
    #[serde(flatten)]
    of: &'a Column,
    start_up: bool,
    repeat: u32,
    time_limit: f64,
    cpu_limit: Option<f64>,
    memory_limit: Option<u64>,
    cores: Option<u32>,
    cost: f64,
}

impl<'a> Programme<'a> {
    /// Every run, cut into so many shards.
    pub(super) fn new(
        bench: &Bench,
        contestants: &'a [Contestant],
        smallest: &'a Entrant,
        entrants: &'a [Entrant],
        shards: u32,
    ) -> Result<Self, Failure> {
        let costs = bench.costs()?;
        let start_ups = turns(bench.repeat.max(START_UPS), 1, contestants.len());
        let contest = turns(bench.repeat, entrants.len(), contestants.len());
        let due = |turn: Turn, entrant: &'a Entrant, start_up| {
            let contestant = &contestants[turn.column];
            let conditions = Conditions {
                start_up,
                time_limit: bench.time_limit.as_secs_f64(),
                cpu_limit: bench.cpu_limit.map(|limit| limit.as_secs_f64()),
                memory_limit: bench.memory_limit,
                cores: bench.cores,
            };
            let dominoes = entrant.puzzle.dominoes().len();
            Due {
                number: 0,
                key: Key::new(
                    &entrant.digest,
                    &contestant.column,
                    &conditions,
                    turn.repeat,
                ),
                shard: 1,
                cost: match start_up {
                    true => 0.0,
                    false => costs.expect(&entrant.digest, &contestant.column, dominoes),
                },
                repeat: turn.repeat,
                entrant,
                conditions,
                contestant,
            }
        };
        let start_ups = start_ups.into_iter().map(|turn| due(turn, smallest, true));
        let contest = contest
            .into_iter()
            .map(|turn| due(turn, &entrants[turn.puzzle], false));
        let mut dues: Vec<Due<'a>> = start_ups.chain(contest).collect();
        // The same puzzle twice, under whatever names, is one.
        let mut seen = HashSet::new();
        dues.retain(|due| seen.insert(due.key.clone()));
        drop(seen);
        for (number, due) in (1..).zip(&mut dues) {
            due.number = number;
        }
        let (plan, runs) = (
            plan::digest(dues.iter().map(|due| &due.key)),
            dues.len() as u64,
        );
        if let Some(path) = &bench.runs {
            restrict(&mut dues, path)?;
        }
        let dealt = {
            let runs: Vec<(&Key, f64)> = dues.iter().map(|due| (&due.key, due.cost)).collect();
            plan::deal(&runs, shards)
        };
        for (due, shard) in dues.iter_mut().zip(dealt) {
            due.shard = shard;
        }
        Ok(Programme { dues, plan, runs })
    }

    /// Leaves the runs of one shard.
    pub(super) fn take(&mut self, shard: Shard) -> Part {
        self.dues.retain(|due| due.shard == shard.number);
        Part {
            plan: self.plan.clone(),
            runs: self.runs,
            shard: shard.number,
            shards: shard.of,
            due: self.dues.len() as u64,
        }
    }

    /// Prints the runs, a JSON object a line.
    pub(super) fn print(&self) -> Result<(), Failure> {
        output::to_stdout(|out| {
            for due in &self.dues {
                let file = due.entrant.file();
                let line = PlanLine {
                    run: due.number,
                    shard: due.shard,
                    key: due.key.to_string(),
                    puzzle: &due.entrant.name,
                    digest: &due.entrant.digest,
                    file: file.map(|(path, _)| path.to_string_lossy().into_owned()),
                    level: file.and_then(|(_, level)| Some(level?.name())),
                    known: due.entrant.puzzle.solution().is_some(),
                    column: due.contestant.column.to_string(),
                    of: &due.contestant.column,
                    start_up: due.conditions.start_up,
                    repeat: due.repeat,
                    time_limit: due.conditions.time_limit,
                    cpu_limit: due.conditions.cpu_limit,
                    memory_limit: due.conditions.memory_limit,
                    cores: due.conditions.cores,
                    cost: (due.cost * 1e6).round() / 1e6,
                };
                out.write_all(results::text(&line).as_bytes())?;
            }
            Ok(())
        })
    }
}

/// Leaves the runs that a plan has.
fn restrict(dues: &mut Vec<Due<'_>>, path: &Path) -> Result<(), Failure> {
    let mut wanted = planned(path)?;
    let count = wanted.len();
    dues.retain(|due| wanted.remove(&due.key.to_string()).is_some());
    let Some((key, line)) = wanted.iter().min_by_key(|(_, line)| **line) else {
        return Ok(());
    };
    let others = wanted.len();
    Err(Failure::Usage(format!(
        "{others} of the {count} runs of {} are not among the runs of this command, the first of them in \
         line {line}, {key}: a puzzle has changed since the plan was made, or the options are others",
        visible::path(path)
    )))
}

/// The keys of a plan, with their lines.
fn planned(path: &Path) -> Result<HashMap<String, usize>, Failure> {
    let mut keys = HashMap::new();
    let _ = results::raw_lines(path, |number, line| {
        let key = results::plan_key(path, number, line)?;
        let _ = keys.insert(key, number);
        Ok(ControlFlow::Continue(()))
    })
    .map_err(unusable)?;
    Ok(keys)
}

impl Bench {
    /// What runs are expected to take.
    fn costs(&self) -> Result<Costs, Failure> {
        let mut costs = Costs::default();
        for path in &self.costs {
            let _ = results::lines(path, |line| match line {
                Line::Run(record) => costs.add(&record),
                Line::Part(_) => {}
            })
            .map_err(unusable)?;
        }
        Ok(costs)
    }
}
