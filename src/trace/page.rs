//! A self-contained page that plays searches: the tree and the board in step.
//!
//! Its templates are `templates/trace.html`, `trace.css` and `trace.js`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tera::Context;

use super::recording::NodeState;
use super::sample::Sample;
use super::{Traced, words};
use crate::puzzle::{PlacedDomino, Puzzle};
use crate::render::{Skeleton, Stage};
use crate::solver::search::{Cause, Place};

const PAGE: &str = include_str!("../../templates/trace.html");
const STYLE: &str = include_str!("../../templates/trace.css");
const SCRIPT: &str = include_str!("../../templates/trace.js");

/// A search for the template.
#[derive(Serialize)]
struct SearchContext {
    id: usize,
    name: String,
    terms: String,
    sampled: Option<String>,
    board: String,
    sums: Vec<Sum>,
}

#[derive(Serialize)]
struct Sum {
    name: String,
    value: String,
}

/// Numbers each distinct key in the order of first use, and keeps its value for the script.
struct Interner<K> {
    numbers: BTreeMap<K, usize>,
    values: Vec<Value>,
}

impl<K: Ord> Interner<K> {
    fn new() -> Self {
        Interner {
            numbers: BTreeMap::new(),
            values: Vec::new(),
        }
    }

    fn number(&mut self, key: K, value: impl FnOnce() -> Value) -> usize {
        let values = &mut self.values;
        *self.numbers.entry(key).or_insert_with(|| {
            values.push(value());
            values.len() - 1
        })
    }
}

/// The placements and failures of all searches, which the script refers to by number.
struct PageData {
    placements: Interner<PlacedDomino>,
    reasons: Interner<String>,
}

/// A page with searches of one puzzle side by side, each with at most so many nodes. `name` is the
/// name of the puzzle's file, with its level.
pub fn page(searches: &[Traced<'_>], name: &str, most: usize) -> Result<String, tera::Error> {
    let mut shared = PageData {
        placements: Interner::new(),
        reasons: Interner::new(),
    };
    let (mut contexts, mut data) = (Vec::new(), Vec::new());
    for (id, traced) in searches.iter().enumerate() {
        let sample = Sample::of(&traced.tree, most);
        let (search, stage) = shared.search(traced, &sample);
        data.push(search);
        contexts.push(SearchContext {
            id,
            name: traced.search.strategy.name().to_owned(),
            terms: traced.terms(),
            sampled: traced.sampled(&sample),
            board: stage.svg(traced.puzzle),
            sums: traced.sums(),
        });
    }
    let data = json!({
        "placements": shared.placements.values,
        "reasons": shared.reasons.values,
        "searches": data,
    });
    let names: Vec<&str> = contexts.iter().map(|search| search.name.as_str()).collect();
    let heading = format!("A search: {}", names.join(" and "));
    let puzzle = searches.first().map(|traced| traced.puzzle);
    let mut context = Context::new();
    context.insert("searches", &contexts);
    let skeleton = Skeleton {
        title: puzzle.map_or_else(String::new, |puzzle| crate::render::heading(puzzle, name)),
        heading: Some(heading),
        facts: puzzle.map_or_else(Vec::new, crate::render::facts),
        style: STYLE.to_owned(),
        script: SCRIPT,
        data: Some(crate::visible::json(&data.to_string())),
    };
    skeleton.html(PAGE, &context)
}

impl Traced<'_> {
    /// How it was searched, in a sentence.
    fn terms(&self) -> String {
        let seed = match self.search.seed {
            Some(seed) => format!("; seed {seed}"),
            None => String::new(),
        };
        format!(
            "{}; checks: {}{seed}",
            self.search.strategy.summary(),
            self.search.checks.to_string().replace(',', ", ")
        )
    }

    /// What is not shown, if anything is.
    fn sampled(&self, sample: &Sample) -> Option<String> {
        let (all, shown) = (self.tree.nodes.len(), sample.nodes.len());
        let cut = if self.is_cut {
            "The trace ends before the search does. "
        } else {
            ""
        };
        match shown == all {
            true => self.is_cut.then(|| cut.trim_end().to_owned()),
            false => Some(format!(
                "{cut}A sample: {} of {} nodes are shown. The others are counted where they are.",
                grouped(shown as u64),
                grouped(all as u64)
            )),
        }
    }

    /// What the search counted.
    fn sums(&self) -> Vec<Sum> {
        let counts = &self.searched.counts;
        let sum = |name: &str, value: u64| Sum {
            name: name.to_owned(),
            value: grouped(value),
        };
        let mut sums = vec![
            sum("nodes", counts.nodes),
            sum("failures", counts.failures()),
        ];
        for cause in Cause::ALL {
            let count = counts.failures_by(cause);
            if count > 0 {
                sums.push(sum(&format!("– {cause}"), count));
            }
        }
        let solutions = u64::try_from(counts.solutions).unwrap_or(u64::MAX);
        sums.push(sum("solutions", solutions));
        sums.push(sum("depth", counts.depth));
        sums.push(sum("propagations", counts.propagations));
        sums
    }
}

impl PageData {
    /// A search for the script, and the board that can show all of it.
    fn search(&mut self, traced: &Traced<'_>, sample: &Sample) -> (Value, Stage) {
        let tree = &traced.tree;
        let shown: BTreeMap<u32, usize> = sample.nodes.iter().copied().zip(0..).collect();
        let mut stage = Stage::default();
        let (mut parent, mut placed, mut state) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reason, mut implied) = (BTreeMap::new(), BTreeMap::new());
        let (mut removed, mut hidden) = (BTreeMap::new(), BTreeMap::new());
        for (at, &number) in sample.nodes.iter().enumerate() {
            let node = &tree.nodes[number as usize];
            parent.push(match number {
                0 => -1,
                _ => shown[&node.parent] as i64,
            });
            placed.push(node.placed.map_or(-1, |placed| {
                let id = self.placement(traced.puzzle, placed);
                let _ = stage.laid.insert(id, placed);
                id as i64
            }));
            state.push(match &node.state {
                NodeState::Open => 0,
                NodeState::Failed(cause, place) => {
                    let _ =
                        reason.insert(at, self.reason(traced.puzzle, *cause, place, &mut stage));
                    1
                }
                NodeState::Solved => 2,
            });
            for placed in tree.implied(number) {
                let id = self.placement(traced.puzzle, placed);
                let _ = stage.forced.insert(id, placed);
                implied.entry(at).or_insert_with(Vec::new).push(id);
            }
            if node.removed > 0 {
                let _ = removed.insert(at, node.removed);
            }
            if sample.hidden[at] > 0 {
                let _ = hidden.insert(at, sample.hidden[at]);
            }
        }
        let value = json!({
            "nodes": tree.nodes.len(),
            "exact": sample.nodes.len() == tree.nodes.len(),
            "number": sample.nodes,
            "parent": parent,
            "placed": placed,
            "state": state,
            "reason": reason,
            "implied": implied,
            "removed": removed,
            "hidden": hidden,
        });
        (value, stage)
    }

    fn placement(&mut self, puzzle: &Puzzle, placed: PlacedDomino) -> usize {
        self.placements.number(placed, || {
            json!({
                "words": words::placement(puzzle, placed),
                "domino": placed.domino().to_string(),
            })
        })
    }

    fn reason(&mut self, puzzle: &Puzzle, cause: Cause, place: &Place, stage: &mut Stage) -> usize {
        let (regions, cells) = words::marks(place);
        stage.regions.extend(&regions);
        stage.cells.extend(&cells);
        let mut words = words::reason(puzzle, cause, place);
        if let Some(first) = words.get(..1) {
            words = first.to_uppercase() + &words[1..];
        }
        self.reasons.number(words.clone(), || {
            let regions: Vec<usize> = regions.iter().map(|id| id.index()).collect();
            let cells: Vec<usize> = cells.iter().map(|id| id.index()).collect();
            json!({ "words": words, "regions": regions, "cells": cells })
        })
    }
}

/// A number with a comma after every thousand.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
