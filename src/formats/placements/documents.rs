//! Where boards stand in JSON: alone, in a list, in a document of `pipsc`, or in a stream of lines.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{is_board, read_object};
use super::{BoardForm, Read};
use crate::formats::json::{Fields, read};
use crate::formats::place::CellIndex;
use crate::formats::{FormatError, Location};
use crate::json::offset;

/// An object that holds a board.
#[derive(Debug)]
pub(super) struct Found<'t> {
    /// The name of its puzzle, where that is said.
    pub(super) label: Option<String>,
    pub(super) form: BoardForm,
    pub(super) place: Location,
    text: &'t str,
    /// The path to it in its document.
    path: String,
    document: &'t str,
}

impl<'t> Found<'t> {
    /// Reads the board. `text` is the text that holds the document.
    pub(super) fn read(&self, text: &'t str, index: &CellIndex<'_>) -> Result<Read, FormatError> {
        read_object(self.text, index)
            .map_err(|problem| problem.under(&self.path).in_part(text, self.document))
    }
}

/// The JSON values of a text, one after the other: one document, or a line each.
#[derive(Debug)]
pub(super) struct Documents<'t> {
    text: &'t str,
    read: usize,
    /// What was found in the document at hand and not asked for yet.
    waiting: VecDeque<Found<'t>>,
    /// Whose boards follow, in a stream of lines.
    label: Option<String>,
    /// A place in the text, and how many lines end before it.
    lines_before: (usize, usize),
}

impl<'t> Documents<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Documents {
            text,
            read: 0,
            waiting: VecDeque::new(),
            label: None,
            lines_before: (0, 0),
        }
    }

    /// The line of a place, from 1. Places are asked for in order, so that all of them together take one pass.
    fn line_of(&mut self, place: usize) -> usize {
        let (from, lines) = self.lines_before;
        let between = self.text.as_bytes().get(from..place).unwrap_or_default();
        let lines = lines + between.iter().filter(|&&byte| byte == b'\n').count();
        self.lines_before = (place, lines);
        lines + 1
    }

    /// The next object that holds a board, or nothing after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Found<'t>>, FormatError> {
        loop {
            if let Some(found) = self.waiting.pop_front() {
                return Ok(Some(found));
            }
            let Some(document) = self.document()? else {
                return Ok(None);
            };
            self.look_into(document, document, String::new(), None)?;
        }
    }

    /// The text of the next document.
    fn document(&mut self) -> Result<Option<&'t str>, FormatError> {
        let rest = &self.text[self.read..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        match stream.next() {
            None => Ok(None),
            Some(Ok(document)) => {
                self.read += stream.byte_offset();
                Ok(Some(document.get()))
            }
            Some(Err(_)) => {
                let document = rest.trim_start();
                // In a stream of lines, a line that ends too early is at fault, and not the next.
                let end = document.find('\n').filter(|_| self.read > 0);
                let line = &document[..end.map_or(document.len(), |end| end + 1)];
                let problem = read::<Fields<'_>>(line).and_then(|_| read::<Fields<'_>>(document));
                let problem = problem.err().unwrap_or_else(|| {
                    FormatError::new(Location::Whole, "expected JSON and only JSON")
                });
                Err(problem.in_part(self.text, document))
            }
        }
    }

    /// Puts the boards of a value on the waiting list.
    fn look_into(
        &mut self,
        document: &'t str,
        text: &'t str,
        path: String,
        label: Option<&str>,
    ) -> Result<(), FormatError> {
        let at = |key: &str| match (path.is_empty(), key.starts_with('[')) {
            (true, _) => key.to_string(),
            (false, true) => format!("{path}{key}"),
            (false, false) => format!("{path}.{key}"),
        };
        if text.starts_with('[') {
            let items: Vec<&'t RawValue> = serde_json::from_str(text).unwrap_or_default();
            if items.iter().any(|item| !item.get().starts_with('{')) {
                return Err(FormatError::new(
                    Location::Whole,
                    "a list alone does not say which domino lies where: expected an object with \
                     `placements`, or with `dominoes` and `solution`",
                ));
            }
            for (place, item) in items.into_iter().enumerate() {
                self.look_into(document, item.get(), at(&format!("[{place}]")), label)?;
            }
            return Ok(());
        }
        let object: Fields<'_> =
            read(text).map_err(|problem| problem.under(&path).in_part(self.text, document))?;
        let string = |key: &str| serde_json::from_str::<String>(object.get(key)?).ok();
        let label = string("puzzle").or(label.map(str::to_owned));
        match string("type").as_deref() {
            Some("start") => {
                self.label = label;
                return Ok(());
            }
            Some("end" | "error") => return Ok(()),
            Some(_) | None => {}
        }
        for key in ["results", "boards"] {
            if let Some(list) = object.get(key).filter(|list| list.starts_with('[')) {
                return self.look_into(document, list, at(key), label.as_deref());
            }
        }
        let is_own = is_board(&object);
        if let (false, Some(board)) = (is_own, object.get("board"))
            && board.starts_with('{')
        {
            return self.look_into(document, board, at("board"), label.as_deref());
        }
        // A result without boards: there was nothing to find, or they were only counted.
        if !is_own && object.has("puzzle") && object.has("solver") {
            return Ok(());
        }
        let line = self.line_of(offset(self.text, text));
        let place = match path.is_empty() {
            true => Location::Text { line, column: 1 },
            false => Location::Json {
                path: path.clone(),
                position: None,
            },
        };
        self.waiting.push_back(Found {
            label: label.or_else(|| self.label.clone()),
            form: match text.contains('\n') {
                true => BoardForm::Json,
                false => BoardForm::JsonLine,
            },
            place,
            text,
            path,
            document,
        });
        Ok(())
    }
}

/// The names of the puzzles that a text has boards of.
pub(super) fn names(text: &str) -> Result<BTreeSet<String>, FormatError> {
    #[derive(Deserialize)]
    struct Named<'t> {
        #[serde(borrow, default)]
        puzzle: Option<Cow<'t, str>>,
        #[serde(borrow, default)]
        results: Vec<Named<'t>>,
    }
    let mut names = BTreeSet::new();
    let mut documents = Documents::new(text);
    while let Some(document) = documents.document()? {
        // What is not of this form names no puzzle.
        let Ok(named) = serde_json::from_str::<Named<'_>>(document) else {
            continue;
        };
        let results = named.results.into_iter().filter_map(|result| result.puzzle);
        names.extend(named.puzzle.into_iter().chain(results).map(Cow::into_owned));
    }
    Ok(names)
}
