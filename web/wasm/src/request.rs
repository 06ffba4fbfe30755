//! Requests: what a page asks for, and what all calls take from it.

use std::fmt::Display;
use std::time::Duration;

use pipsc::formats::{self, Level, Location};
use pipsc::limits::Limits;
use pipsc::puzzle::{Label, PartialBoard, Puzzle};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::editor::DraftText;
use crate::failure::Failure;
use crate::{board, editor, making, model, opened, reason, solving, verdict};

/// The largest puzzle, in cells, and the longest text, in bytes, that a page can show.
pub(crate) const MAX_CELLS: usize = 600;
pub(crate) const LONGEST_TEXT: usize = 1 << 20;

/// The default time limit of a call, in seconds.
const SECONDS: f64 = 20.0;

/// The default memory limit of a call, in bytes. A page has to live with
/// what is left.
const MEMORY: u64 = 1 << 30;

/// A request with whatever its call takes.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    call: String,
    pub(crate) text: Option<String>,
    pub(crate) link: Option<String>,
    pub(crate) puzzle: Option<String>,
    level: Option<String>,
    board: Option<Value>,
    pub(crate) candidates: Option<Map<String, Value>>,
    pub(crate) marks: Option<Vec<Value>>,
    name: Option<String>,
    seconds: Option<f64>,
    memory: Option<u64>,
    #[serde(default)]
    pub(crate) print: bool,
    #[serde(default)]
    pub(crate) badges: bool,
    #[serde(default)]
    pub(crate) labels: bool,
    #[serde(default)]
    pub(crate) tray: bool,
    #[serde(default)]
    pub(crate) document: bool,
    #[serde(default)]
    pub(crate) solution: bool,
    pub(crate) draft: Option<DraftText>,
    pub(crate) seed: Option<u64>,
    pub(crate) size: Option<u32>,
    pub(crate) date: Option<String>,
    pub(crate) target: Option<String>,
    pub(crate) encoding: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) replies: Option<Vec<String>>,
    pub(crate) answers: Option<Vec<Vec<String>>>,
    pub(crate) limit: Option<u32>,
}

impl Request {
    pub(crate) fn read(text: &[u8]) -> Result<Self, Failure> {
        let none =
            |problem: &dyn Display| Failure::Request(format!("the request is none: {problem}"));
        let text = str::from_utf8(text).map_err(|problem| none(&problem))?;
        serde_json::from_str(text).map_err(|problem| none(&problem))
    }

    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        match self.call.as_str() {
            "about" => Ok(opened::about()),
            "open" => opened::open(self),
            "unlink" => opened::unlink(self),
            "draft" => editor::draft(self),
            "fill" => editor::fill(self),
            "picture" => board::picture(self),
            "check" => board::check(self),
            "solve" => board::solve(self),
            "count" => verdict::count(self),
            "score" => verdict::score(self),
            "verdict" => verdict::verdict(self),
            "hint" => reason::hint(self),
            "walk" => reason::walk(self),
            "explain" => reason::explain(self),
            "generate" => making::generate(self),
            "daily" => making::daily(self),
            "model" => model::model(self),
            "decode" => solving::decode(self),
            "exclude" => solving::exclude(self),
            "sat" => solving::sat(self),
            "convert" => opened::convert(self),
            other => Err(Failure::Request(format!("there is no call `{other}`"))),
        }
    }

    /// The puzzle that the request brings along.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        if let Some(draft) = &self.draft {
            return draft.puzzle();
        }
        let text = self.puzzle.as_deref();
        let text = text.ok_or_else(|| self.missing("puzzle"))?;
        check_length(text)?;
        let level = self.level.as_deref().map(str::parse::<Level>).transpose();
        let level = level.map_err(|problem| Failure::Request(problem.to_string()))?;
        let document = formats::read(text.as_bytes(), None)?;
        let puzzle = document.pick(level)?.clone();
        check_size(&puzzle)?;
        Ok(puzzle)
    }

    /// What lies on the board; nothing if nothing is said.
    pub(crate) fn board(&self, puzzle: &Puzzle) -> Result<PartialBoard, Failure> {
        let text = match &self.board {
            None | Some(Value::Null) => return Ok(PartialBoard::default()),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        check_length(&text)?;
        Ok(formats::read_partial(text.as_bytes(), puzzle)?)
    }

    /// What the puzzle is called in models.
    pub(crate) fn name(&self) -> Label {
        self.name.as_deref().unwrap_or("puzzle").into()
    }

    /// The level that is asked for.
    pub(crate) fn level(&self) -> Option<&str> {
        self.level.as_deref()
    }

    /// How far the work may go.
    pub(crate) fn limits(&self) -> Limits {
        let seconds = self.seconds.unwrap_or(SECONDS);
        Limits {
            time: Duration::try_from_secs_f64(seconds).ok(),
            memory: Some(self.memory.unwrap_or(MEMORY)),
            ..Limits::default()
        }
    }

    /// What to say where the call needs something that is not there.
    pub(crate) fn missing(&self, field: &str) -> Failure {
        Failure::Request(format!("the call `{}` needs `{field}`", self.call))
    }
}

/// Refuses a text beyond the limit.
pub(crate) fn check_length(text: &str) -> Result<(), Failure> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(Failure::Text(
        format!(
            "the text has {} bytes, and this page reads at most {LONGEST_TEXT}",
            text.len()
        ),
        Location::Whole,
    ))
}

/// Refuses a puzzle that is too large to be shown.
pub(crate) fn check_size(puzzle: &Puzzle) -> Result<(), Failure> {
    let cells = puzzle.cells().len();
    if cells <= MAX_CELLS {
        return Ok(());
    }
    Err(Failure::TooLarge(format!(
        "the puzzle has {cells} cells, and this page shows at most {MAX_CELLS}; the program `pipsc` \
         takes it on your own machine"
    )))
}
