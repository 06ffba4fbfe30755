//! A page on which searches are played: the tree and the board in step. It needs nothing beside
//! itself.
//!
//! `templates/trace.html`, `trace.css` and `trace.js` are what a person would restyle.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value, json};
use tera::Context;

use super::recording::{Recording, State};
use super::sample::Sample;
use super::{Traced, words};
use crate::render::{Skeleton, Stage};
use crate::solver::search::Cause;

const PAGE: &str = include_str!("../../templates/trace.html");
const STYLE: &str = include_str!("../../templates/trace.css");
const SCRIPT: &str = include_str!("../../templates/trace.js");

/// What the template is told of a search.
#[derive(Serialize)]
struct Told {
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

/// The placements and reasons of all searches, which the script calls by numbers.
#[derive(Default)]
struct Spoken {
    placements: Vec<Value>,
    placement_numbers: BTreeMap<String, usize>,
    reasons: Vec<Value>,
    reason_numbers: BTreeMap<String, usize>,
}

/// A page with searches of one puzzle side by side, each with at most so many nodes. `name` is the
/// name of the puzzle's file, with its level.
pub fn page(searches: &[Traced<'_>], name: &str, most: usize) -> Result<String, tera::Error> {
    let mut spoken = Spoken::default();
    let mut told = Vec::new();
    let mut data = Vec::new();
    for (id, traced) in searches.iter().enumerate() {
        let sample = Sample::of(&traced.tree, most);
        let (search, stage) = spoken.search(traced, &sample);
        data.push(search);
        told.push(Told {
            id,
            name: traced.search.strategy.name().to_owned(),
            terms: traced.terms(),
            sampled: traced.sampled(&sample),
            board: stage.svg(traced.puzzle),
            sums: traced.sums(),
        });
    }
    let puzzle = searches.first().map(|traced| traced.puzzle);
    let data = json!({
        "placements": spoken.placements,
        "reasons": spoken.reasons,
        "searches": data,
    });
    let mut context = Context::new();
    let names: Vec<&str> = searches
        .iter()
        .map(|traced| traced.search.strategy.name())
        .collect();
    context.insert("searches", &told);
    let title = puzzle.map(|puzzle| crate::render::heading(puzzle, name));
    let skeleton = Skeleton {
        title: title.unwrap_or_default(),
        heading: Some(format!("A search: {}", names.join(" and "))),
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
    pub(super) fn sampled(&self, sample: &Sample) -> Option<String> {
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

impl Spoken {
    /// A search for the script, and what its board must be able to show.
    fn search(&mut self, traced: &Traced<'_>, sample: &Sample) -> (Value, Stage) {
        let tree = &traced.tree;
        let places: BTreeMap<u32, usize> = sample.nodes.iter().copied().zip(0..).collect();
        let mut stage = Stage::default();
        let (mut laid, mut forced) = (BTreeSet::new(), BTreeSet::new());
        let (mut parent, mut placed) = (Vec::new(), Vec::new());
        let (mut state, mut reason) = (Vec::new(), Map::new());
        let (mut implied, mut removed, mut hidden) = (Map::new(), Map::new(), Map::new());
        for (place, &node) in sample.nodes.iter().enumerate() {
            let key = place.to_string();
            let one = &tree.nodes[node as usize];
            parent.push(if node == 0 {
                -1
            } else {
                places[&one.parent] as i64
            });
            placed.push(match one.placed {
                Some(number) => {
                    let said = self.placement(traced, tree, number);
                    if laid.insert(said) {
                        stage.laid.push((said, tree.placements[number as usize]));
                    }
                    said as i64
                }
                None => -1,
            });
            state.push(match one.state {
                State::Open => 0,
                State::Failed(number) => {
                    let said = self.reason(tree, number, &mut stage);
                    let _ = reason.insert(key.clone(), json!(said));
                    1
                }
                State::Solved => 2,
            });
            let forced_here: Vec<usize> = tree
                .implied(node)
                .map(|number| {
                    let said = self.placement(traced, tree, number);
                    if forced.insert(said) {
                        let placed = tree.placements[number as usize];
                        stage.forced.push((said, placed));
                    }
                    said
                })
                .collect();
            if !forced_here.is_empty() {
                let _ = implied.insert(key.clone(), json!(forced_here));
            }
            let ruled_out = tree.removed(node);
            if ruled_out > 0 {
                let _ = removed.insert(key.clone(), json!(ruled_out));
            }
            if sample.hidden[place] > 0 {
                let _ = hidden.insert(key, json!(sample.hidden[place]));
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

    fn placement(&mut self, traced: &Traced<'_>, tree: &Recording, number: u32) -> usize {
        let placed = tree.placements[number as usize];
        let words = words::placement(traced.puzzle, placed);
        let next = self.placements.len();
        let said = *self.placement_numbers.entry(words.clone()).or_insert(next);
        if said == next {
            let domino = placed.domino().to_string();
            self.placements
                .push(json!({ "words": words, "domino": domino }));
        }
        said
    }

    fn reason(&mut self, tree: &Recording, number: u32, stage: &mut Stage) -> usize {
        let reason = &tree.reasons[number as usize];
        stage.regions.extend(&reason.regions);
        stage.cells.extend(&reason.cells);
        let next = self.reasons.len();
        let said = *self
            .reason_numbers
            .entry(reason.words.clone())
            .or_insert(next);
        if said == next {
            let regions: Vec<usize> = reason.regions.iter().map(|id| id.index()).collect();
            let cells: Vec<usize> = reason.cells.iter().map(|id| id.index()).collect();
            let mut words = reason.words.clone();
            if let Some(first) = words.get(..1) {
                words = first.to_uppercase() + &words[1..];
            }
            self.reasons
                .push(json!({ "words": words, "regions": regions, "cells": cells }));
        }
        said
    }
}

/// A number with a comma after every thousand.
pub(super) fn grouped(number: u64) -> String {
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
