//! Writes a trace as JSON Lines while the search runs. `docs/json.md` specifies them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::words;
use crate::json::{self, LineStyle};
use crate::puzzle::{Label, PlacedDomino, Puzzle};
use crate::solver::search::{
    EventPlace, Observer, PropagationEffect, SearchEvent, TreeSearch, TreeSearchResult,
};

/// The puzzle and options of a search.
#[derive(Debug, Clone, Copy)]
pub struct TraceHeader<'a> {
    /// The name of the puzzle.
    pub name: &'a Label,
    /// The strategy and its options.
    pub search: &'a TreeSearch,
    /// Whether the search lists all solutions.
    pub all: bool,
    /// The maximum number of nodes of the trace.
    pub nodes: u64,
}

/// Writes each event of a search as one JSON object per line.
#[derive(Debug)]
pub struct TraceLines<'a, W> {
    puzzle: &'a Puzzle,
    out: W,
    problem: Option<io::Error>,
}

impl<'a, W: Write> TraceLines<'a, W> {
    /// Writes the first line, with the puzzle and options of the search.
    pub fn new(puzzle: &'a Puzzle, out: W, head: &TraceHeader<'_>) -> io::Result<Self> {
        let checks = head.search.checks.iter().map(|check| check.name());
        let mut lines = TraceLines {
            puzzle,
            out,
            problem: None,
        };
        lines.write(&json!({
            "event": "search",
            "pipsc": env!("CARGO_PKG_VERSION"),
            "puzzle": head.name,
            "cells": puzzle.cells().len(),
            "dominoes": puzzle.dominoes().len(),
            "strategy": head.search.strategy.name(),
            "checks": checks.collect::<Vec<_>>(),
            "seed": head.search.seed,
            "goal": if head.all { "all" } else { "one" },
            "limit": head.nodes,
        }))?;
        Ok(lines)
    }

    /// Writes the last line, with the result of the search, or of its beginning if `is_cut`.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn end(mut self, searched: &TreeSearchResult, is_cut: bool) -> io::Result<()> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let why = match searched.outcome.stopped {
            _ if is_cut => "node limit",
            None => "complete",
            Some(why) => why.name(),
        };
        self.write(&json!({
            "event": "end",
            "why": why,
            "solutions": json::count(searched.outcome.found.count()),
            "exact": searched.outcome.found.is_exact(),
            "statistics": searched.counts.statistics(),
        }))?;
        self.out.flush()
    }

    fn write(&mut self, value: &Value) -> io::Result<()> {
        json::write(&mut self.out, LineStyle::Compact, value)?;
        self.out.write_all(b"\n")
    }

    fn placed(&self, placed: PlacedDomino) -> Value {
        let [one, other] = placed.halves();
        let cells = [one.0, other.0].map(|cell| &self.puzzle.cell(cell).name);
        json!({ "domino": placed.domino().to_string(), "cells": cells, "shows": [one.1, other.1] })
    }

    fn place(&self, place: &EventPlace) -> Value {
        match place {
            EventPlace::Region(id) => json!({ "region": self.puzzle.region(*id).name }),
            EventPlace::Domino(domino) => json!({ "domino": domino.to_string() }),
            EventPlace::Cell(cell) => json!({ "cell": self.puzzle.cell(*cell).name }),
            EventPlace::Halves(pips) => json!({ "halves": pips }),
            EventPlace::Part(cells) => {
                let names = cells.iter().map(|&cell| &self.puzzle.cell(cell).name);
                json!({ "cells": names.collect::<Vec<_>>() })
            }
            EventPlace::Board => json!("board"),
        }
    }

    fn event(&self, event: &SearchEvent<'_>) -> Value {
        match event {
            SearchEvent::Node {
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
            SearchEvent::Propagated {
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
                    PropagationEffect::Laid(placed) => value["laid"] = self.placed(*placed),
                    PropagationEffect::Removed(list) => {
                        value["removed"] = list.iter().map(|&placed| self.placed(placed)).collect();
                    }
                }
                value
            }
            SearchEvent::Failed { node, cause, place } => json!({
                "event": "failed",
                "node": node,
                "cause": cause.name(),
                "place": self.place(place),
                "words": words::reason(self.puzzle, *cause, place),
            }),
            SearchEvent::Solution { node, board } => {
                let placements = board.placements().iter();
                let placements: Vec<Value> =
                    placements.map(|&placed| self.placed(placed)).collect();
                json!({ "event": "solution", "node": node, "board": placements })
            }
            SearchEvent::Exhausted { node } => json!({ "event": "exhausted", "node": node }),
        }
    }
}

impl<W: Write> Observer for TraceLines<'_, W> {
    fn on_event(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        let value = self.event(event);
        match self.write(&value) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }
}
