//! Replies of clingo: text, or one JSON document (`--outf=2`, the format of clingo-wasm).
//!
//! In text an answer is the line of atoms after `Answer: 1`; with `--verbose=0` there is no line `Answer`.
//! The verdict follows. `Models : 3+` means that there may be more models. The answers of a JSON document
//! are complete at its end.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder};

/// The reply format of clingo.
pub(in crate::backend) const CLINGO: ReplyFormat =
    ReplyFormat::new("clingo", || Box::<ClingoReader>::default());

#[derive(Debug, Default)]
struct ClingoReader {
    /// The lines of a JSON document so far.
    document: Option<String>,
    /// Whether the next line is an answer.
    is_announced: bool,
    has_begun: bool,
}

impl LineReader for ClingoReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let text = line.trim();
        if !self.has_begun && text.starts_with('{') {
            self.document = Some(String::new());
        }
        self.has_begun |= !text.is_empty();
        if let Some(document) = &mut self.document {
            document.push('\n');
            document.push_str(line);
            return Ok(());
        }
        if std::mem::take(&mut self.is_announced) {
            return verdict.answer(atoms(text)?);
        }
        let has_verdict = verdict.verdict().is_some();
        let (word, value) = text.split_once(':').unwrap_or((text, ""));
        match (word.trim_end(), value.trim()) {
            ("", _) => Ok(()),
            ("Answer", number) if is_answer_number(number) => {
                self.is_announced = true;
                Ok(())
            }
            ("SATISFIABLE" | "UNSATISFIABLE" | "UNKNOWN", "") => {
                verdict.status(super::competition_status(text)?)
            }
            ("OPTIMUM FOUND", "") => Err("an optimum, where nothing is to be optimised".into()),
            ("*** ERROR", problem) => Err(ReplyError::Solver(problem.into())),
            ("*** Info" | "*** Warn", _) => Ok(()),
            ("Models", number) if has_verdict => models(number, verdict),
            // Statistics follow the verdict; options print some before it.
            (_, value) if !value.is_empty() && (has_verdict || is_header(word)) => Ok(()),
            _ if text.starts_with('%') || is_header(text) => Ok(()),
            _ if !has_verdict => verdict.answer(atoms(text)?),
            _ => Err("expected nothing but statistics after the verdict".into()),
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        match (&self.document, self.is_announced) {
            (Some(text), _) => document(text, verdict),
            (None, true) => Err(ReplyError::Truncated("the answer that it announces")),
            (None, false) => Ok(()),
        }
    }
}

/// Whether a text is the number of an answer. clingo 5.8 adds the time, as in `1 (Time: 0.2s)`.
fn is_answer_number(text: &str) -> bool {
    let number = text.split(" (Time:").next().unwrap_or_default();
    number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line is part of the output before the first answer.
fn is_header(text: &str) -> bool {
    let begins = [
        "clingo version",
        "clasp version",
        "Reading",
        "Preprocessing",
        "Solving",
        "-----",
    ];
    begins.iter().any(|begin| text.starts_with(begin))
}

/// Parses the number of models: `3`, or `3+` for at least three.
fn models(number: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
    let digits = number.strip_suffix('+').unwrap_or(number);
    let count: usize = digits.parse().map_err(|_| "expected a number of models")?;
    let is_all = digits == number && count == verdict.found();
    if is_all && verdict.verdict() == Some(ReplyStatus::Satisfiable) {
        verdict.refine(ReplyStatus::Exhausted);
    }
    Ok(())
}

/// The atoms of an answer.
fn atoms(text: &str) -> Result<BTreeSet<String>, ReplyError> {
    let is_name = |name: &str| {
        let letters = name.trim_start_matches(['-', '_']);
        letters.starts_with(|c: char| c.is_ascii_lowercase())
            && letters
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_atom = |atom: &str| match atom.split_once('(') {
        None => is_name(atom),
        Some((name, rest)) => is_name(name) && rest.ends_with(')'),
    };
    match text.split_whitespace().all(is_atom) {
        true => Ok(text.split_whitespace().map(String::from).collect()),
        false => Err("expected the atoms of an answer, or a verdict".into()),
    }
}

/// Parses a whole JSON document.
fn document(text: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
    let reply: Value = serde_json::from_str(text).map_err(|error| match error.is_eof() {
        true => ReplyError::Truncated("the end of its JSON"),
        false => "broken JSON".into(),
    })?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for witness in list(&reply["Call"])
        .iter()
        .flat_map(|call| list(&call["Witnesses"]))
    {
        let atoms = list(&witness["Value"]);
        let names = atoms.iter().map(|atom| atom.as_str().map(String::from));
        let names: Option<BTreeSet<String>> = names.collect();
        verdict.answer(names.ok_or("expected the atoms of an answer")?)?;
    }
    let word = reply["Result"].as_str().unwrap_or("none");
    verdict.status(super::competition_status(word)?)?;
    let number = reply["Models"]["Number"].to_string();
    match reply["Models"]["More"] == "no" {
        true => models(&number, verdict),
        false => Ok(()),
    }
}
