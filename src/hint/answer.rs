//! Answers: whatever there is to say of a board, in every form that it can be said in.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{COMPLETE, Guide, Hint, Impossible, NOTHING_FORCED, Score, Walk, board, remark, walk};
use crate::puzzle::{Fact, Label, Partial, Puzzle};
use crate::render::{Picture, Story};
use crate::solver::Limits;
use crate::solver::embedded::Unanswered;

/// What there is to say of a board.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// What can be known next.
    Hint(Hint),
    /// Everything that can be known, step by step.
    Walk(Walk),
    /// The board cannot become a solution, and why.
    Impossible(Impossible),
    /// Nothing is left to do.
    Complete,
    /// There are several solutions from here on, and nothing more that all of them share.
    NothingForced,
}

/// Says what can be known next of a partial board, or with `steps` everything up to the end.
pub fn answer(
    puzzle: &Puzzle,
    partial: &Partial,
    steps: bool,
    limits: &Limits,
) -> Result<Answer, Unanswered> {
    if steps {
        let walked = walk(puzzle, partial, limits)?;
        return Ok(walked.map_or_else(Answer::Impossible, Answer::Walk));
    }
    let mut guide = match Guide::new(puzzle, partial, limits)? {
        Ok(guide) => guide,
        Err(impossible) => return Ok(Answer::Impossible(impossible)),
    };
    Ok(match guide.hint()? {
        Some(hint) => Answer::Hint(hint),
        None if guide.is_solved() => Answer::Complete,
        None => Answer::NothingForced,
    })
}

impl Answer {
    /// The answer as a page, on a board of which this is known.
    pub fn story<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Story<'p> {
        match self {
            Answer::Hint(hint) => hint.story(puzzle, known),
            Answer::Walk(walk) => walk.story(puzzle, known),
            Answer::Impossible(impossible) => impossible.story(puzzle, known),
            Answer::Complete => remark(puzzle, known, COMPLETE),
            Answer::NothingForced => remark(puzzle, known, NOTHING_FORCED),
        }
    }

    /// What it is about, marked on a board of which this is known.
    pub fn picture<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Picture<'p> {
        match self {
            Answer::Hint(hint) => hint.picture(puzzle, known),
            Answer::Impossible(impossible) => impossible.picture(puzzle, known),
            Answer::Walk(_) | Answer::Complete | Answer::NothingForced => board(puzzle, known),
        }
    }

    /// What follows, to be put on the board.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Answer::Hint(hint) => hint.facts().to_vec(),
            Answer::Walk(walk) => walk
                .hints
                .iter()
                .flat_map(|hint| hint.facts())
                .copied()
                .collect(),
            Answer::Impossible(_) | Answer::Complete | Answer::NothingForced => Vec::new(),
        }
    }

    /// Writes the answer as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Answer::Hint(hint) => hint.write_text(puzzle, out),
            Answer::Walk(walk) => walk.write_text(puzzle, out),
            Answer::Impossible(impossible) => impossible.write_text(puzzle, out),
            Answer::Complete => writeln!(out, "{COMPLETE}"),
            Answer::NothingForced => writeln!(out, "{NOTHING_FORCED}"),
        }
    }

    /// The answer as JSON; `docs/schema/hint.schema.json` describes it.
    pub fn to_json(&self, puzzle: &Puzzle) -> Value {
        match self {
            Answer::Hint(hint) => json!({"verdict": "hint", "hint": hint.to_json(puzzle)}),
            Answer::Walk(walk) => walk.to_json(puzzle),
            Answer::Impossible(impossible) => impossible.to_json(puzzle),
            Answer::Complete => json!({"verdict": "solved", "hint": null}),
            Answer::NothingForced => json!({"verdict": "several solutions", "hint": null}),
        }
    }
}

/// A puzzle's score as JSON, of which `docs/schema/hint.schema.json` describes a list; a puzzle
/// without a solution has none.
pub fn score_value(puzzle: &Puzzle, name: &Label, score: Option<Score>) -> Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    let score = score.map(|score| {
        json!({
            "score": tenths(score.total),
            "hardest": tenths(score.hardest),
            "steps": score.steps,
            "choices": score.choices,
            "rules": score.rules,
            "depth": score.depth.name(),
            "level": score.level().name(),
        })
    });
    json!({
        "puzzle": name,
        "cells": puzzle.cells().len(),
        "regions": puzzle.regions().len(),
        "score": score,
    })
}
