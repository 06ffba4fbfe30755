//! `pipsc hint`: the next thing that can be known, and why.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::input::{self, Chosen, PuzzlesArguments};
use super::interrupt::Ongoing;
use super::progress::Progress;
use super::quantity::duration;
use super::{Failure, output, say};
use crate::exit::Exit;
use crate::formats::read_partial;
use crate::hint::{Guide, HintError, Score, score, walk};
use crate::puzzle::{Partial, Puzzle, doubts};
use crate::solver::task::Limits;

/// Say what can be known next, from the fewest rules, and why
///
/// A hint follows from what is on the board and from the rules that it names, and from no fewer;
/// the embedded solver has checked both.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc hint today.json:easy
  pipsc hint puzzle.txt --board partial.txt    # a drawing with `?`, or lines such as `4-1 r0c2 r1c2`
  pipsc hint puzzle.txt --steps                # the whole way, as a person could go it
  pipsc hint puzzles/ --score --format csv     # how hard?

A partial board is described in docs/formats.md, the score in docs/hints.md.")]
pub(super) struct HintCommand {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// What is on the board already: a file, or `-` for standard input
    #[arg(long, value_name = "FILE|-", conflicts_with = "score")]
    board: Option<PathBuf>,

    /// Every step to the solution, or as far as anything is forced
    #[arg(long, conflicts_with = "score")]
    steps: bool,

    /// Only how hard each puzzle is
    #[arg(long)]
    score: bool,

    /// Stop after this time for each puzzle: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: HintFormat,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HintFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For tables; scores only
    Csv,
}

impl HintCommand {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        if self.format == HintFormat::Csv && !self.score {
            return Err(Failure::Usage("--format csv is for --score".into()));
        }
        // Held until the end: an interrupt waits for it.
        let ongoing = Ongoing::begin();
        let limits = Limits {
            time: self.time_limit,
            memory: None,
            cancel: ongoing.cancel.clone(),
        };
        let mut puzzles = Vec::new();
        for (path, level) in self.puzzles.sources()? {
            puzzles.extend(self.puzzles.read(&path, level)?);
        }
        if self.score {
            return self.scores(puzzles, &limits);
        }
        let Ok([chosen]) = <[_; 1]>::try_from(puzzles) else {
            return Err(Failure::Usage(
                "hints are for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        };
        let Chosen { puzzle, .. } = chosen?;
        for doubt in doubts(&puzzle) {
            say::warning(&doubt);
        }
        let partial = self.partial(&puzzle)?;
        let result = match self.steps {
            true => self.walk(&puzzle, &partial, &limits),
            false => self.one(&puzzle, &partial, &limits),
        };
        match result {
            Ok(exit) => Ok(exit),
            Err(Problem::Hint(HintError::Stopped(why))) => {
                say::warning(&say::no_verdict(why));
                Ok(Exit::NoVerdict)
            }
            Err(Problem::Hint(HintError::Embedded(fault))) => {
                Err(Failure::Internal(fault.to_string()))
            }
            Err(Problem::Output(failure)) => Err(failure),
        }
    }

    fn partial(&self, puzzle: &Puzzle) -> Result<Partial, Failure> {
        let Some(path) = &self.board else {
            return Ok(Partial::default());
        };
        let text = input::read(path)?;
        let file = input::show(path);
        let partial = read_partial(&text, puzzle).map_err(|problem| Failure::Format {
            file: file.clone(),
            problem,
        })?;
        match partial.fault(puzzle) {
            None => Ok(partial),
            Some(fault) => Err(Failure::Usage(format!("{file}: {fault}"))),
        }
    }

    fn one(&self, puzzle: &Puzzle, partial: &Partial, limits: &Limits) -> Result<Exit, Problem> {
        let mut guide = match Guide::new(puzzle, partial, limits)? {
            Ok(guide) => guide,
            Err(impossible) => {
                output::to_stdout(|out| match self.format {
                    HintFormat::Json => writeln!(out, "{:#}", impossible.to_json(puzzle)),
                    _ => impossible.write_text(puzzle, out),
                })?;
                return Ok(Exit::Done);
            }
        };
        let hint = guide.hint()?;
        let done = guide.laid().placements().len() == puzzle.dominoes().len();
        output::to_stdout(|out| match (&hint, self.format) {
            (Some(hint), HintFormat::Json) => {
                let report = json!({"verdict": "hint", "hint": hint.to_json(puzzle)});
                writeln!(out, "{report:#}")
            }
            (Some(hint), _) => hint.write_text(puzzle, out),
            (None, HintFormat::Json) => {
                let verdict = if done { "solved" } else { "several solutions" };
                writeln!(out, "{:#}", json!({"verdict": verdict, "hint": null}))
            }
            (None, _) if done => writeln!(out, "the board is complete"),
            (None, _) => writeln!(
                out,
                "nothing more is forced: there are several solutions (`pipsc explain` says where \
                 they differ)"
            ),
        })?;
        Ok(Exit::Done)
    }

    fn walk(&self, puzzle: &Puzzle, partial: &Partial, limits: &Limits) -> Result<Exit, Problem> {
        let walked = walk(puzzle, partial, limits)?;
        output::to_stdout(|out| match (&walked, self.format) {
            (Ok(walk), HintFormat::Json) => writeln!(out, "{:#}", walk.to_json(puzzle)),
            (Ok(walk), _) => walk.write_text(puzzle, out),
            (Err(impossible), HintFormat::Json) => {
                writeln!(out, "{:#}", impossible.to_json(puzzle))
            }
            (Err(impossible), _) => impossible.write_text(puzzle, out),
        })?;
        Ok(Exit::Done)
    }

    /// A line a puzzle, as they come; for programs one document at the end.
    fn scores(
        &self,
        puzzles: Vec<Result<Chosen, Failure>>,
        limits: &Limits,
    ) -> Result<Exit, Failure> {
        if self.format == HintFormat::Csv {
            output::to_stdout(|out| {
                writeln!(
                    out,
                    "puzzle,cells,regions,steps,choices,rules,hardest,score"
                )
            })?;
        }
        let mut exit = Exit::Done;
        let mut results = Vec::new();
        let progress = Progress::of(puzzles.len());
        for chosen in puzzles {
            let Chosen { puzzle, name, .. } = chosen?;
            progress.say(&name);
            let scored = match score(&puzzle, limits) {
                Ok(scored) => scored,
                Err(HintError::Stopped(why)) => {
                    say::warning(&format!("{name}: {}", say::no_verdict(why)));
                    exit = Exit::NoVerdict;
                    continue;
                }
                Err(HintError::Embedded(fault)) => {
                    return Err(Failure::Internal(fault.to_string()));
                }
            };
            match (scored, self.format) {
                (scored, HintFormat::Json) => results.push(document(&puzzle, &name, scored)),
                (Some(scored), _) => {
                    let line = line(&puzzle, &name, scored, self.format);
                    output::to_stdout(|out| writeln!(out, "{line}"))?;
                }
                (None, _) => say::warning(&format!("{name}: it has no solution")),
            }
            progress.step();
        }
        drop(progress);
        if self.format == HintFormat::Json {
            output::to_stdout(|out| writeln!(out, "{:#}", json!({"scores": results})))?;
        }
        Ok(exit)
    }
}

fn line(puzzle: &Puzzle, name: &str, score: Score, format: HintFormat) -> String {
    let Score {
        total,
        hardest,
        steps,
        choices,
        rules,
    } = score;
    let (cells, regions) = (puzzle.cells().len(), puzzle.regions().len());
    match format {
        HintFormat::Csv => {
            format!("{name},{cells},{regions},{steps},{choices},{rules},{hardest:.1},{total:.1}")
        }
        _ => format!("{name}: {total:.1} in {steps} steps, the hardest {hardest:.1}"),
    }
}

fn document(puzzle: &Puzzle, name: &str, score: Option<Score>) -> Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    let score = score.map(|score| {
        json!({
            "score": tenths(score.total),
            "hardest": tenths(score.hardest),
            "steps": score.steps,
            "choices": score.choices,
            "rules": score.rules,
        })
    });
    json!({
        "puzzle": name,
        "cells": puzzle.cells().len(),
        "regions": puzzle.regions().len(),
        "score": score,
    })
}

/// What can go wrong on the way to a hint.
enum Problem {
    Hint(HintError),
    Output(Failure),
}

impl From<HintError> for Problem {
    fn from(problem: HintError) -> Self {
        Problem::Hint(problem)
    }
}

impl From<Failure> for Problem {
    fn from(problem: Failure) -> Self {
        Problem::Output(problem)
    }
}
