//! `pipsc bench --merge`: files of results as one, what is odd about them, and what is missing.

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::contest::now;
use super::{Bench, Results, unusable};
use crate::bench::merge::{MergeError, Pace, Survey};
use crate::bench::results::{self, Part};
use crate::cli::{Failure, output, say};
use crate::folders;
use crate::solver::SolverError;
use crate::visible;

/// What became of a merge.
#[derive(Debug)]
pub(super) struct Merged {
    /// Runs of the plan are missing.
    pub(super) is_incomplete: bool,
}

impl Bench {
    /// Reads the files, says what is odd about them, and writes what was asked for.
    pub(super) fn merged(&self, results: &mut Results) -> Result<Merged, Failure> {
        let files = self.puzzles.typed();
        for path in files.iter().chain(&self.planned) {
            check_file(path)?;
        }
        let folder = folders::temporary("pipsc-merge-").map_err(SolverError::from)?;
        let pace = Pace::here();
        let plan = self.planned.as_deref();
        let survey = Survey::of(files, plan, folder.path(), now(), pace);
        let survey = survey.map_err(|problem| match problem {
            MergeError::Results(problem) => unusable(problem),
            MergeError::Aside(problem) => Failure::writing(folder.path(), problem),
        })?;
        tell(&survey);
        let is_reported = results.is_wanted();
        match &self.out {
            Some(path) => {
                let mut failure = None;
                output::to_path(path, |out| {
                    for part in whole(&survey) {
                        out.write_all(results::part_line(&part).as_bytes())?;
                    }
                    let mut written = Ok(());
                    let read = survey.each(files, pace, is_reported, |line, record| {
                        if let Some(record) = record {
                            results.add(record);
                        }
                        written = out.write_all(line);
                        match written {
                            Ok(()) => ControlFlow::Continue(()),
                            Err(_) => ControlFlow::Break(()),
                        }
                    });
                    if let Err(problem) = read {
                        // What is half written goes, and the reason is told below.
                        failure = Some(unusable(problem));
                        return Err(std::io::Error::other("a file cannot be read"));
                    }
                    written
                })
                .map_err(|problem| failure.take().unwrap_or(problem))?;
            }
            None if is_reported => survey
                .each(files, pace, is_reported, |_, record| {
                    if let Some(record) = record {
                        results.add(record);
                    }
                    ControlFlow::Continue(())
                })
                .map_err(unusable)?,
            // Every line was looked at already, and nobody wants to have it.
            None => {}
        }
        if let (Some(plan), Some(path)) = (&self.planned, &self.missing) {
            write_missing(&survey, plan, path)?;
        }
        let missing = survey.missing.unwrap_or(0);
        if missing > 0 {
            let of = match &self.missing {
                Some(path) => format!("; {} is the plan that completes them", visible::path(path)),
                None => "; --missing FILE writes the plan that completes them".to_owned(),
            };
            say::warning(&format_args!("{missing} runs of the plan are missing{of}"));
        }
        Ok(Merged {
            is_incomplete: missing > 0,
        })
    }
}

/// A file is read twice, which a pipe cannot be.
fn check_file(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => Err(Failure::Usage(format!(
            "{} is a pipe or a device, and files are read twice to be merged; write it to a file first",
            visible::path(path)
        ))),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// What the files were begun for, as if each plan had been run by one process.
fn whole(survey: &Survey) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (part, _) in &survey.parts {
        if parts.iter().all(|one| one.plan != part.plan) {
            parts.push(Part {
                shard: 1,
                shards: 1,
                due: part.runs,
                ..part.clone()
            });
        }
    }
    parts
}

/// Copies the lines of a plan that nobody has run.
fn write_missing(survey: &Survey, plan: &Path, path: &Path) -> Result<(), Failure> {
    let mut failure = None;
    let written = output::to_path(path, |out| {
        let mut written = Ok(());
        let read = results::raw_lines(plan, |number, line| {
            if survey.is_missing(number) {
                written = out.write_all(line);
            }
            Ok(match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        if let Err(problem) = read {
            failure = Some(unusable(problem));
            return Err(std::io::Error::other("the plan cannot be read"));
        }
        written
    });
    written.map_err(|problem| failure.take().unwrap_or(problem))
}

/// Says what somebody should know about the files.
fn tell(survey: &Survey) {
    if survey.twice > 0 {
        say::warning(&format_args!(
            "{} of {} runs are there more than once; of each the first that was made counts",
            survey.twice, survey.runs
        ));
    }
    tell_plans(survey);
    if survey.pipsc.len() > 1 {
        let versions = survey.pipsc.iter();
        let versions: Vec<String> = versions
            .map(|(version, runs)| format!("{version} ({runs} runs)"))
            .collect();
        say::warning(&format_args!(
            "the runs were made by {} versions of pipsc: {}",
            versions.len(),
            versions.join(", ")
        ));
    }
    for (solver, programs) in &survey.programs {
        if programs.len() > 1 {
            let programs = programs.iter().map(|((version, hash), runs)| {
                let version = match version.as_str() {
                    "" => "of an unknown version",
                    version => version,
                };
                let hash = hash.get(..12).unwrap_or("unknown");
                format!("{version} (SHA-256 {hash}, {runs} runs)")
            });
            let programs: Vec<String> = programs.collect();
            say::warning(&format_args!(
                "{solver} was {} programs: {}",
                programs.len(),
                programs.join(", ")
            ));
        }
    }
    let clocks = &survey.clocks;
    let mut wrong = String::new();
    if clocks.future > 0 {
        let _ = write!(
            wrong,
            "{} runs say that they begin in the future",
            clocks.future
        );
    }
    if clocks.past > 0 {
        let and = if wrong.is_empty() { "" } else { ", " };
        let _ = write!(
            wrong,
            "{and}{} runs say that they began before 2025",
            clocks.past
        );
    }
    if let Some((path, line)) = &clocks.backwards {
        let and = if wrong.is_empty() { "" } else { ", " };
        let _ = write!(
            wrong,
            "{and}from line {line} of {} on, runs begin before those that were made earlier",
            visible::path(path)
        );
    }
    if !wrong.is_empty() {
        say::warning(&format_args!(
            "clocks differ: {wrong}; nothing is decided by them, and all runs count"
        ));
    }
}

/// Says if shards are not of one plan, and which puzzles are to blame.
fn tell_plans(survey: &Survey) {
    let mut plans: Vec<(&str, Vec<&PathBuf>)> = Vec::new();
    for (part, path) in survey.parts.iter().filter(|(part, _)| part.shards > 1) {
        match plans.iter_mut().find(|(plan, _)| *plan == part.plan) {
            Some((_, files)) if !files.contains(&path) => files.push(path),
            Some(_) => {}
            None => plans.push((&part.plan, vec![path])),
        }
    }
    if plans.len() > 1 {
        let plans: Vec<String> = plans
            .iter()
            .map(|(plan, files)| {
                let name = visible::path(files[0]);
                match files.len() {
                    1 => format!("{plan} in {name}"),
                    more => format!("{plan} in {name} and {} more", more - 1),
                }
            })
            .collect();
        say::warning(&format_args!(
            "the shards are not of one plan: {}; a puzzle was changed between them, or the options were \
             others",
            plans.join(", ")
        ));
        for changed in &survey.changed {
            say::warning(&format_args!(
                "the puzzle {} is not the same in {} and in {}; its runs are kept apart",
                changed.puzzle,
                visible::path(&changed.first),
                visible::path(&changed.then)
            ));
        }
    }
    if let ([(_, _)], None) = (plans.as_slice(), survey.missing)
        && let Some((part, _)) = survey.parts.iter().find(|(part, _)| part.shards > 1)
        && survey.different < part.runs
    {
        say::warning(&format_args!(
            "{} of the {} runs of the plan are missing; --planned PLAN --missing FILE writes the plan that \
             completes them",
            part.runs - survey.different,
            part.runs
        ));
    }
    if survey.unplanned > 0 {
        say::warning(&format_args!(
            "{} runs are not in the plan, and count all the same",
            survey.unplanned
        ));
    }
}
