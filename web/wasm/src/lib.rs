//! The library as a module for a page: JSON in, JSON out.
//!
//! [`host`] transports requests and replies. A request is one of [`Call`] with its [`Limits`]; the reply is
//! `{"ok": ...}`, or `{"error": ...}` with a [`Failure`]. Calls are independent: each contains its puzzle, so that a
//! worker can be stopped at any time.
//!
//! Cells and regions are identified by their names. `marks` are a list of `{"kind": "conflict" | "conclusion" | "premise", "cells",
//! "regions"}` with each kind at most once, and a `board` is as in `docs/json.md`.
//!
//! A call may report progress: `{"doing": words}`, `{"try": number}` or, for `verdict`, a partial reply.
#![cfg(target_family = "wasm")]

mod board;
mod draft;
mod failure;
mod host;
mod model;
mod opened;
mod solving;
mod story;
mod verdict;

use std::time::Duration;

use pipsc::limits;
use serde::Deserialize;
use serde_json::{Value, json};

use failure::Failure;
use opened::PuzzleText;

/// A call with its arguments.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "lowercase")]
enum Call {
    /// Languages, formats, levels, and the longest text that is read.
    About,
    /// The puzzles of a text, or of a link: `puzzles`, a list of [`opened::opened`] or of `{"level", "error"}`.
    Open {
        #[serde(default)]
        text: String,
        link: Option<String>,
    },
    /// A draft as a puzzle. With a seed its dominoes are chosen, and rules for the regions whose rule is `?`.
    Draft {
        draft: draft::Draft,
        seed: Option<u64>,
    },
    /// A new puzzle with exactly one solution, and the `command` that makes the same.
    Generate { level: String, size: u32, seed: u64 },
    /// The `text` of a puzzle in another format.
    Convert { puzzle: PuzzleText, to: String },
    /// A picture: `svg`, `width`, `height`.
    Picture(board::PictureRequest),
    /// The status of a board: `verdict` (`solution`, `unfinished` or `wrong`), `words`, `faults` and their `marks`.
    Check { puzzle: PuzzleText, board: Value },
    /// A solution as `board`, or `null`.
    Solve { puzzle: PuzzleText },
    /// The number of solutions, the reasons, the level, and changes that leave one solution.
    Verdict { puzzle: PuzzleText },
    /// The next hint as a [`story`], and the `board` that follows.
    Hint { puzzle: PuzzleText, board: Value },
    /// All hints, up to the solution, as a [`story`].
    Walk { puzzle: PuzzleText },
    /// Why there is no solution, one or many, as a [`story`].
    Explain { puzzle: PuzzleText },
    /// A model: `text`, its `file` name, the `command` that writes it, and the subjects of its `lines`.
    Model {
        #[serde(flatten)]
        of: model::ModelRequest,
        name: String,
    },
    /// Replies of a solver as checked `boards`, their `status`, and with `text`, a model, the model without these boards as
    /// `rest`.
    Decode {
        #[serde(flatten)]
        of: model::ModelRequest,
        replies: Vec<String>,
        text: Option<String>,
    },
    /// `replies` to a formula in DIMACS CNF, up to `limit` answers, as SAT solvers print them.
    Sat {
        #[serde(flatten)]
        of: model::ModelRequest,
        text: String,
        limit: u32,
    },
}

/// The limits of a call.
#[derive(Debug, Deserialize)]
struct Limits {
    /// The time, in seconds.
    #[serde(default = "seconds")]
    seconds: f64,
    /// The memory in addition to the module's own, in bytes. The page needs the rest.
    #[serde(default = "memory")]
    memory: u64,
}

fn seconds() -> f64 {
    20.0
}

fn memory() -> u64 {
    1 << 30
}

#[derive(Debug, Deserialize)]
struct Request {
    #[serde(flatten)]
    call: Call,
    #[serde(flatten)]
    limits: Limits,
}

impl Request {
    fn answer(self) -> Result<Value, Failure> {
        let limits = limits::Limits {
            time: Duration::try_from_secs_f64(self.limits.seconds).ok(),
            memory: Some(self.limits.memory),
            ..limits::Limits::default()
        };
        match self.call {
            Call::About => Ok(opened::about()),
            Call::Open { text, link } => opened::open(text, link),
            Call::Draft { draft, seed } => draft::draft(&draft, seed, &limits),
            Call::Generate { level, size, seed } => opened::generate(&level, size, seed, &limits),
            Call::Convert { puzzle, to } => opened::convert(puzzle.0, &to),
            Call::Picture(request) => board::picture(&request),
            Call::Check { puzzle, board } => board::check(&puzzle.0, &board),
            Call::Solve { puzzle } => board::solve(&puzzle.0, &limits),
            Call::Verdict { puzzle } => verdict::verdict(puzzle.0, limits),
            Call::Hint { puzzle, board } => story::hint(&puzzle.0, &board, &limits),
            Call::Walk { puzzle } => story::walk(&puzzle.0, &limits),
            Call::Explain { puzzle } => story::explain(&puzzle.0, limits),
            Call::Model { of, name } => model::model(&of, &name, &limits),
            Call::Decode { of, replies, text } => {
                solving::decode(&of, &replies, text.as_deref(), &limits)
            }
            Call::Sat { of, text, limit } => solving::sat(&of, &text, limit, &limits),
        }
    }
}

/// Answers a request.
fn call(request: &[u8]) -> String {
    let request = serde_json::from_slice::<Request>(request)
        .map_err(|problem| Failure::new(format!("the request is not valid: {problem}")));
    let reply = match request.and_then(Request::answer) {
        Ok(value) => json!({ "ok": value }),
        Err(failure) => json!({ "error": failure }),
    };
    reply.to_string()
}
