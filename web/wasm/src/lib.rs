//! The library as a module for a page: JSON in, JSON out.
//!
//! [`host`] says how a request gets in and its reply out. A request is an object with the name of a
//! call; the reply is `{"ok": ...}`, or `{"error": {...}}` with a `message` in full sentences and, where
//! there is one, the place of the mistake. No call remembers another: each brings its puzzle along, so that
//! a worker can be stopped at any time and another go on.
//!
//! # What requests have in common
//!
//! - `puzzle`: a text in any of the formats. A page keeps the one that `open` gave, which is short and
//!   holds one puzzle. A newspaper's day of three needs a `level` beside it.
//! - `board`: what lies on the board, as in `docs/json.md`, or as a text in any of the
//!   forms of a board.
//! - `name`: what the puzzle is called in models, as the program takes it from the name of a file.
//! - `seconds`: how long it may take, 20 if nothing is said. What was not found by then is an error with
//!   `"kind": "stopped"`, or is missing in the reply, as it says.
//! - `memory`: how much memory it may take on top of what the module has, in bytes, 1 GB if nothing is said. Beyond
//!   it is as if the time were over.
//! - `badges`: with `true`, a cell that is a region of its own is known to show the sum on its badge.
//! - `print`: with `true`, the reply to `hint`, `walk`, `explain`, `check` and `score` has `printed`, byte for byte what
//!   the program prints with `--format json`.
//!
//! `marks` are always a list of `{"kind": "conflict" | "conclusion" | "premise", "cells": [name...],
//! "regions": [name...]}`, of which each kind is there at most once. Cells and regions go by their names.
//!
//! # Calls
//!
//! | call | takes | gives |
//! |---|---|---|
//! | `about` | | `languages`: `name`, `title`, `about`, `encodings` (`name`, `published`), `extension`; `formats`: `name`, `ending`; `levels`: `name`, `least`, `most` and `usual` dominoes of a new puzzle; `most_bytes` of a text |
//! | `open` | `text` | `format` and `puzzles`: a list of [opened puzzles](#an-opened-puzzle), or of `{"level", "error"}` for a level that is none |
//! | `unlink` | `link` | the same |
//! | `draft` | `draft`, see below | an opened puzzle |
//! | `fill` | `draft`, `seed` | an opened puzzle, with dominoes that were chosen, and rules for the regions whose rule is `?` |
//! | `picture` | `puzzle`, `board`, `candidates`, `marks`, `labels`, `tray`, `document` | `svg`, `width`, `height`, `words`; without `document` an element for the page's style sheet, with it a file of its own |
//! | `check` | `puzzle`, `board` | `verdict`: `solution`, `unfinished` or `wrong`, `words`, `faults`: `words` of each, `marks` of all |
//! | `hint` | `puzzle`, `board`, `badges` | `answer`: as `docs/json.md` says, `words`: lines, `marks`, `steps`: pages of its reason, see below, `board`: the one that follows |
//! | `walk` | `puzzle`, `board`, `badges` | `answer`, `title`, `pages` |
//! | `solve` | `puzzle`, `board` | `board`, or `null` if there is none |
//! | `count` | `puzzle` | `solutions`: a number, or text if it is large, `exact` |
//! | `score` | `puzzle` | `score`, `level`, or both `null` where there is no solution |
//! | `verdict` | `puzzle` | `kind`: `none`, `unique` or `several`; `words`, `marks`; `solutions`, `exact`; `boards`: up to two; `differs`: cells; `score`, `level`; `suggestions`: `words`, `puzzle` |
//! | `explain` | `puzzle`, `board` | `answer`: as `docs/json.md` says, `title`, `pages` |
//! | `generate` | `size`, `level`, `seed` | an opened puzzle with exactly one solution, and `command` |
//! | `daily` | `date`: `2026-11-17` | the same, for that day |
//! | `model` | `puzzle`, `target`, `encoding`, `name` | `file`, `text`, `command`, `encoding`, `lines`: see below |
//! | `decode` | `puzzle`, `target`, `encoding`, `replies`: what a solver printed | `status`: `satisfiable`, `exhausted`, `unsatisfiable` or `unknown`; `boards`: as `check` gives it, with `board` and `names` of the placements |
//! | `exclude` | `target`, `text`: a model, `answers`: lists of `names` | `text`: the model without these answers |
//! | `sat` | `puzzle`, `target`, `encoding`, `text`: a formula in DIMACS CNF, `limit` | `replies`: as SAT solvers print them |
//! | `convert` | `puzzle`, `to` | `text`, `ending`; with `solution` the solution is in it |
//!
//! # An opened puzzle
//!
//! `title`, `level` (of a day), `puzzle`: its text, `link`, `grid`: whether it is one, `cells`: `name`, `at`: row and column or
//! `null`, `region`: its number or `null`; `edges`: pairs of numbers of cells; `regions`: `name`, `rule` as it is typed, `words`,
//! `cells`: numbers, `colour`: 0 to 5 or `null`; `dominoes`: pairs; `doubts`: sentences; `recipe`: words, or `null`.
//!
//! # A draft
//!
//! `{"title", "cells": [[row, column]...], "regions": [{"name", "rule", "cells": [[row, column]...]}...],
//! "dominoes": [[pips, pips]...]}`. A rule is typed as in the text format; an empty one is none. An error has
//! `cells` (places) and `region` (a number) where it is about them, and `kind: "draft"`.
//!
//! # Pages
//!
//! A page is `title`, `words`, `number` (or `null`), `depth`, and what `picture` takes: `board`, `candidates`: what cells
//! can still show, by name, and `marks`.
//!
//! # Lines of a model
//!
//! `lines` has an item for each line of the text that is about something: `{"line": number from 0, "cells": [...],
//! "dominoes": [[a, b]...], "regions": [...]}`. A line with many placements is about what all of them share.
//!
//! # Progress
//!
//! While it works, a call may tell the host `{"doing": words}`, `{"try": number}` or, for `verdict`, `{"kind", "boards"}`
//! as soon as that is known.
#![cfg(target_family = "wasm")]

mod board;
mod editor;
mod failure;
mod host;
mod lines;
mod making;
mod model;
mod opened;
mod reason;
mod request;
mod solving;
mod verdict;

use serde_json::{Value, json};

use request::Request;

/// Answers a request.
fn call(request: &[u8]) -> String {
    let answered = Request::read(request).and_then(|request| request.answer());
    let reply: Value = match answered {
        Ok(value) => json!({ "ok": value }),
        Err(failure) => json!({ "error": failure.to_json() }),
    };
    reply.to_string()
}
