//! A trace as lines of JSON, as the search goes on; `docs/json.md` describes them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::words;
use crate::json::{self, Style};
use crate::puzzle::{Label, PlacedDomino, Puzzle};
use crate::solver::StopReason;
use crate::solver::search::{Effect, Event, Observer, Place, Search, Searched};

/// What is known before the search.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    /// What the puzzle is called.
    pub name: &'a Label,
    /// How it is searched.
    pub search: &'a Search,
    /// All solutions are looked for, and not the first.
    pub all: bool,
    /// The most nodes that the trace may have.
    pub nodes: u64,
}

/// Why a trace ends.
#[derive(Debug, Clone, Copy)]
pub enum Ended<'a> {
    /// The search came to this.
    Searched(&'a Searched),
    /// There are more nodes than the trace may have; so far the search came to this.
    Cut(&'a Searched),
}

/// Writes the events of a search, one a line.
#[derive(Debug)]
pub struct Lines<'a, W> {
    puzzle: &'a Puzzle,
    out: W,
    problem: Option<io::Error>,
}

impl<'a, W: Write> Lines<'a, W> {
    /// Begins with what is known before the search.
    pub fn new(puzzle: &'a Puzzle, out: W, head: &Head<'_>) -> Self {
        let checks: Vec<&str> = head
            .search
            .checks
            .iter()
            .map(|check| check.name())
            .collect();
        let mut lines = Lines {
            puzzle,
            out,
            problem: None,
        };
        let _ = lines.line(&json!({
            "event": "search",
            "pipsc": env!("CARGO_PKG_VERSION"),
            "puzzle": head.name,
            "cells": puzzle.cells().len(),
            "dominoes": puzzle.dominoes().len(),
            "strategy": head.search.strategy.name(),
            "checks": checks,
            "seed": head.search.seed,
            "goal": if head.all { "all" } else { "one" },
            "limit": head.nodes,
        }));
        lines
    }

    /// Ends with what the search came to. A failure to write shows here.
    pub fn end(mut self, ended: Ended<'_>) -> io::Result<()> {
        let (searched, why) = match ended {
            Ended::Cut(searched) => (searched, "node limit"),
            Ended::Searched(searched) => (
                searched,
                match searched.outcome.stopped {
                    None => "complete",
                    Some(StopReason::Enough) => "enough",
                    Some(StopReason::TimeLimit) => "time limit",
                    Some(StopReason::MemoryLimit) => "memory limit",
                    Some(StopReason::Cancelled) => "cancelled",
                    Some(StopReason::GaveUp) => "gave up",
                },
            ),
        };
        let _ = self.line(&json!({
            "event": "end",
            "why": why,
            "solutions": json::count(searched.outcome.found.count()),
            "exact": searched.outcome.found.is_exact(),
            "statistics": searched.counts.statistics(),
        }));
        match self.problem {
            Some(problem) => Err(problem),
            None => self.out.flush(),
        }
    }

    fn line(&mut self, value: &Value) -> ControlFlow<()> {
        if self.problem.is_some() {
            return ControlFlow::Break(());
        }
        let written = json::write(&mut self.out, Style::Compact, value)
            .and_then(|()| self.out.write_all(b"\n"));
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn placed(&self, placed: PlacedDomino) -> Value {
        let [one, other] = placed.halves();
        let cells = [one.0, other.0].map(|cell| &self.puzzle.cell(cell).name);
        json!({ "domino": placed.domino().to_string(), "cells": cells, "shows": [one.1, other.1] })
    }

    fn place(&self, place: &Place) -> Value {
        match place {
            Place::Region(id) => json!({ "region": self.puzzle.region(*id).name }),
            Place::Domino(domino) => json!({ "domino": domino.to_string() }),
            Place::Cell(cell) => json!({ "cell": self.puzzle.cell(*cell).name }),
            Place::Halves(pips) => json!({ "halves": pips }),
            Place::Part(cells) => {
                let names = cells.iter().map(|&cell| &self.puzzle.cell(cell).name);
                json!({ "cells": names.collect::<Vec<_>>() })
            }
            Place::Board => json!("board"),
        }
    }
}

impl<W: Write> Observer for Lines<'_, W> {
    fn see(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        let value = match event {
            Event::Node {
                id,
                parent,
                depth,
                decision,
            } => {
                let mut value =
                    json!({ "event": "node", "node": id, "parent": parent, "depth": depth });
                if let Some(decision) = decision {
                    value["decision"] = self.placed(decision.placed);
                    value["choice"] = json!(decision.choice);
                    value["choices"] = json!(decision.choices);
                }
                value
            }
            Event::Propagated {
                node,
                effect,
                cause,
                place,
            } => {
                let mut value = json!({
                    "event": "propagated",
                    "node": node,
                    "cause": cause.name(),
                    "place": self.place(place),
                });
                match effect {
                    Effect::Laid(placed) => value["laid"] = self.placed(*placed),
                    Effect::Removed(list) => {
                        value["removed"] = list.iter().map(|&placed| self.placed(placed)).collect();
                    }
                }
                value
            }
            Event::Failed { node, cause, place } => json!({
                "event": "failed",
                "node": node,
                "cause": cause.name(),
                "place": self.place(place),
                "words": words::reason(self.puzzle, *cause, place),
            }),
            Event::Solution { node, board } => {
                let placements = board.placements().iter();
                let placements: Vec<Value> =
                    placements.map(|&placed| self.placed(placed)).collect();
                json!({ "event": "solution", "node": node, "board": placements })
            }
            Event::Exhausted { node } => json!({ "event": "exhausted", "node": node }),
        };
        self.line(&value)
    }
}
