//! Replies of MiniZinc: solutions between markers, or one JSON object per line.
//!
//! The output of a model has one line per domino: `tile[3]: 4-1 on r0c2 r1c2`, and in the published formulations
//! `place[3,5,2] % 4-1 on r0c2 r1c2` or `place(3,1,3,2,3) % ...`. `----------` ends a solution, `==========` ends a
//! complete search, and a word between `=====` is the status of a run without solutions. With `--json-stream` the
//! output consists of objects with a `type`. In both formats a run that stops at a solution, or at a time limit after
//! one, prints no status.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder};

/// The reply format of MiniZinc with any solver.
pub(in crate::backend) const MINIZINC: ReplyFormat =
    ReplyFormat::new("minizinc", || Box::<MiniZincReader>::default());

#[derive(Debug, Default)]
struct MiniZincReader {
    /// The placements of the current solution in plain output.
    open: Option<BTreeSet<String>>,
}

impl LineReader for MiniZincReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let text = line.trim();
        let marker = text
            .strip_prefix("=====")
            .and_then(|rest| rest.strip_suffix("====="));
        if let Some(word) = marker {
            return match self.open {
                Some(_) => Err("a status in the middle of a solution".into()),
                None => status(word, verdict),
            };
        }
        match text {
            "----------" => verdict.answer(self.open.take().unwrap_or_default()),
            _ if self.open.is_none() && text.starts_with('{') => message(text, verdict),
            _ => {
                let name = placement(text)?;
                if !text.is_empty() && !text.starts_with('%') {
                    self.open.get_or_insert_default().extend(name);
                }
                Ok(())
            }
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        if self.open.is_some() {
            return Err(ReplyError::Truncated(
                "the line ---------- that ends a solution",
            ));
        }
        match verdict.verdict() {
            None if verdict.found() > 0 => verdict.status(ReplyStatus::Satisfiable),
            _ => Ok(()),
        }
    }
}

/// Adds the status of a marker or a message.
fn status(word: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
    verdict.status(match word {
        "" | "ALL_SOLUTIONS" => ReplyStatus::Exhausted,
        // There may be more solutions.
        "SATISFIED" | "OPTIMAL_SOLUTION" => ReplyStatus::Satisfiable,
        // Without an objective the problem is not unbounded.
        "UNSATISFIABLE" | "UNSATorUNBOUNDED" | "UNSAT_OR_UNBOUNDED" => ReplyStatus::Unsatisfiable,
        "UNKNOWN" => ReplyStatus::Unknown,
        "ERROR" => return Err(ReplyError::Solver("without a message".into())),
        _ => return Err("unknown status".into()),
    })
}

/// Parses a message of `--json-stream`.
fn message(text: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
    let message: Value = serde_json::from_str(text).map_err(|_| "broken JSON")?;
    let word = |key: &str| message[key].as_str();
    match word("type") {
        Some("solution") => {
            let output = &message["output"];
            let shown = (output["default"].as_str()).or_else(|| output["raw"].as_str());
            let shown = shown.ok_or("a solution without the model's own output")?;
            let names = shown.lines().map(|line| placement(line.trim()));
            let names: Result<Vec<_>, _> = names.collect();
            verdict.answer(names?.into_iter().flatten().collect())
        }
        Some("status") => status(word("status").unwrap_or("none"), verdict),
        Some("error") => {
            let what = word("what").unwrap_or("error");
            let why = word("message").unwrap_or("without a message");
            Err(ReplyError::Solver(format!("{what}: {why}")))
        }
        // Warnings, statistics, comments, progress.
        Some(_) => Ok(()),
        None => Err("a message without a type".into()),
    }
}

/// The placement in a line of a solution; `None` for an empty line or a comment.
fn placement(text: &str) -> Result<Option<String>, ReplyError> {
    let name = text.split('%').next().unwrap_or_default().trim_end();
    if name.is_empty() {
        return Ok(None);
    }
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let tile = || {
        let (edge, rest) = name.strip_prefix("tile[")?.split_once("]: ")?;
        let pips = rest.split(' ').next()?;
        let (a, b) = pips.split_once('-')?;
        let is_tile = [edge, a, b].into_iter().all(is_number);
        is_tile.then(|| format!("tile[{edge}]={pips}"))
    };
    let place = |open, close| {
        let inside = name.strip_prefix("place")?.strip_prefix(open)?;
        let mut numbers = inside.strip_suffix(close)?.split(',');
        numbers.all(is_number).then(|| name.to_owned())
    };
    let name = tile()
        .or_else(|| place('[', ']'))
        .or_else(|| place('(', ')'));
    match name {
        Some(name) => Ok(Some(name)),
        None => Err("expected tile[...]: or place[...], a marker or a comment".into()),
    }
}
