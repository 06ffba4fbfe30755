//! What is to be made: puzzles under their names, each once, with the toy where one is asked for.

use std::collections::BTreeMap;

use crate::bundle::Entry;
use crate::bundle::competition::Terms;
use crate::bundle::error::{BundleError, Refusal};
use crate::bundle::manifest::Time;
use crate::bundle::rule::name_fault;
use crate::formats::{self, Format};
use crate::puzzle::Puzzle;

/// The toy, a puzzle of ours that every solver solves at once.
const TOY: &str = include_str!("../../../templates/bundle/toy.txt");

/// What the toy is called.
const TOY_NAME: &str = "toy";

/// An instance that is to be made.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) puzzle: Puzzle,
    /// The puzzle as its file holds it, from which everything else is made.
    pub(super) text: String,
    pub(super) ending: String,
    pub(super) toy: bool,
    pub(super) times: Vec<Time>,
}

/// What is to be made, by name, with the toy where one is asked for.
pub(super) fn drafts(entries: Vec<Entry>, terms: &Terms) -> Result<Vec<Draft>, BundleError> {
    if entries.is_empty() {
        return Err(BundleError::Nothing);
    }
    let mut refusals = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    // What can be told by the puzzles alone is told before anything is made.
    let mut refuse = |instance: &str, rule, why| {
        refusals.push(Refusal {
            instance: instance.into(),
            rule,
            why,
        });
    };
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for entry in entries {
        if let Some(why) = name_fault(&entry.name) {
            refuse(&entry.name, "plain-name", why);
            continue;
        }
        let toy = terms.has_toy && entry.name == TOY_NAME;
        let draft = Draft::new(entry, toy)?;
        if let Some(other) = seen.insert(draft.puzzle.digest(), draft.name.clone()) {
            let why = format!("it is the same puzzle as {other}");
            refuse(&draft.name, "not-twice", why);
            continue;
        }
        drafts.push(draft);
    }
    if !refusals.is_empty() {
        let title = terms.title;
        return Err(BundleError::Refused { title, refusals });
    }
    if terms.has_toy && !drafts.iter().any(|draft| draft.toy) {
        let puzzle = parsed(TOY)?;
        let entry = Entry {
            name: TOY_NAME.into(),
            puzzle,
            times: Vec::new(),
        };
        drafts.push(Draft::new(entry, true)?);
    }
    drafts.sort_by_key(|draft| by_number(&draft.name));
    Ok(drafts)
}

impl Draft {
    fn new(entry: Entry, toy: bool) -> Result<Self, BundleError> {
        // Text where it can say everything, else the format that has words for any board.
        let formats = [Format::Text, Format::Graph];
        let mut written = formats
            .into_iter()
            .filter_map(|format| Some((formats::write(&entry.puzzle, format).ok()?, format)));
        let (text, format) = written.next().ok_or_else(|| {
            BundleError::Internal(format!("no format has words for the puzzle {}", entry.name))
        })?;
        Ok(Draft {
            puzzle: parsed(&text)?,
            name: entry.name,
            text,
            ending: format.ending(),
            toy,
            times: entry.times,
        })
    }
}

/// The puzzle of a text that was written here.
fn parsed(text: &str) -> Result<Puzzle, BundleError> {
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| BundleError::Internal(problem.to_string()))?;
    let puzzle = document.pick(None).cloned();
    puzzle.map_err(|problem| BundleError::Internal(problem.to_string()))
}

/// A name as people sort it: numbers by their value.
fn by_number(name: &str) -> Vec<(String, u64)> {
    let is_digit = |char: char| char.is_ascii_digit();
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let words = rest.find(is_digit).unwrap_or(rest.len());
        let digits = rest[words..].find(|char| !is_digit(char));
        let end = digits.map_or(rest.len(), |digits| words + digits);
        let number = rest[words..end].parse().unwrap_or(u64::MAX);
        parts.push((rest[..words].to_owned(), number));
        rest = &rest[end..];
    }
    // Equal numbers may be spelled in two ways.
    parts.push((name.to_owned(), 0));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_people_do() {
        let mut names = [
            "full-10-1",
            "full-9-2",
            "full-9-10",
            "dozen",
            "full-9-02",
            "2025-a",
        ];
        names.sort_by_key(|name| by_number(name));
        assert_eq!(
            names,
            [
                "2025-a",
                "dozen",
                "full-9-02",
                "full-9-2",
                "full-9-10",
                "full-10-1"
            ]
        );
    }
}
