//! A bench that measures: from what was typed to a contest, with every run kept as it is made.

use super::Bench;
use super::contest::Contest;
use super::contestant::Contestant;
use super::done::Done;
use super::entrant::{self, Entrant};
use super::programme::Programme;
use super::reported::{Results, baseline};
use super::store::Store;
use crate::bench::Machine;
use crate::bench::plan::Shard;
use crate::bench::results::Line;
use crate::cli::Failure;
use crate::cli::interrupt::Ongoing;
use crate::cli::registry::places;
use crate::folders;
use crate::solver::SolverError;

impl Bench {
    /// Makes the runs, or prints the list of them.
    pub(super) fn measure(&self, results: &mut Results) -> Result<(), Failure> {
        let registry = self.registry.load()?;
        let program = std::env::current_exe()
            .map_err(|problem| Failure::Internal(format!("cannot find this program: {problem}")))?;
        // Held until the end: an interrupt waits for it.
        let ongoing = Ongoing::begin();
        let contestants = Contestant::all(self, &registry, &places(&ongoing), &program)?;
        for contestant in &contestants {
            results.tally.enter(&contestant.column);
        }
        // A name that nobody has is better found out before the runs than after them.
        if let Some(name) = &self.baseline {
            let _ = baseline(&results.tally.summary(), name)?;
        }
        let folder = folders::temporary("pipsc-bench-").map_err(SolverError::from)?;
        let entrants = entrant::read(&self.puzzles, folder.path())?;
        let smallest = Entrant::smallest(folder.path())?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let shards = self.shards.unwrap_or(shard.of);
        let mut programme = Programme::new(self, &contestants, &smallest, &entrants, shards)?;
        if self.plan {
            if self.shard.is_some() {
                let _ = programme.take(shard);
            }
            return programme.print();
        }
        let part = programme.take(shard);
        let machine = Machine::here();
        let contest = Contest {
            bench: self,
            program: &program,
            folder: folder.path(),
            cancel: &ongoing.cancel,
            machine: &machine,
        };
        let mut done = Done::default();
        let mut store = None;
        if let Some(path) = &self.out {
            let mut parts = Vec::new();
            let mut opened = Store::open(path, |line| match line {
                Line::Run(record) => {
                    done.add(&record);
                    results.add(&record);
                }
                Line::Part(before) => parts.push(before),
            })?;
            if !parts.contains(&part) {
                opened.begin(&part)?;
            }
            store = Some(opened);
        }
        contest.hold(programme, &done, &mut |record| {
            if let Some(store) = &mut store {
                store.add(&record)?;
            }
            results.add(&record);
            Ok(())
        })
    }
}
