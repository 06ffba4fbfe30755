//! A self-contained page that plays searches: the tree beside the board.
//!
//! Its templates are `templates/trace.html`, `trace.css` and `trace.js`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tera::Context;

use super::recording::{NodeState, TreeSample};
use super::{TracedSearch, words};
use crate::puzzle::{CellId, PlacedDomino, Puzzle, RegionId};
use crate::render::{PageSkeleton, SearchStage};
use crate::solver::search::{EventCause, EventPlace};

const PAGE: &str = include_str!("../../templates/trace.html");
const STYLE: &str = include_str!("../../templates/trace.css");
const SCRIPT: &str = include_str!("../../templates/trace.js");

/// Numbers each distinct value in the order of first use.
struct Interner<T>(BTreeMap<T, usize>);

impl<T: Ord> Interner<T> {
    fn number(&mut self, value: T) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }

    fn into_values(self) -> Vec<T> {
        let mut values: Vec<(usize, T)> = self.0.into_iter().map(|(t, at)| (at, t)).collect();
        values.sort_by_key(|(at, _)| *at);
        values.into_iter().map(|(_, value)| value).collect()
    }
}

/// A failure in words, and the regions and cells to mark.
type FailureReason = (String, Vec<RegionId>, Vec<CellId>);

/// The placements and failures of all searches, which the script refers to by number.
struct PageData<'a> {
    puzzle: &'a Puzzle,
    placements: Interner<PlacedDomino>,
    reasons: Interner<FailureReason>,
}

/// A page with searches of a puzzle side by side, with at most `most` nodes each. `name` is the
/// name of the puzzle's file, with its level.
pub fn page(
    puzzle: &Puzzle,
    searches: &[TracedSearch],
    name: &str,
    most: usize,
) -> Result<String, tera::Error> {
    let mut shared = PageData {
        puzzle,
        placements: Interner(BTreeMap::new()),
        reasons: Interner(BTreeMap::new()),
    };
    let (mut contexts, mut data) = (Vec::new(), Vec::new());
    for traced in searches {
        let sample = traced.tree.sample(most);
        let (search, stage) = shared.search(traced, &sample);
        data.push(search);
        contexts.push(json!({
            "name": traced.search.strategy.name(),
            "terms": traced.terms(),
            "sampled": traced.sampled(&sample),
            "board": stage.svg(puzzle),
            "sums": traced.sums(),
        }));
    }
    let names: Vec<&str> = searches
        .iter()
        .map(|traced| traced.search.strategy.name())
        .collect();
    let data = json!({
        "placements": shared.placements.into_values().into_iter().map(|placed| json!({
            "words": placement(puzzle, placed),
            "domino": placed.domino().to_string(),
        })).collect::<Vec<_>>(),
        "reasons": shared.reasons.into_values().into_iter().map(|(words, regions, cells)| json!({
            "words": words,
            "regions": regions.iter().map(|id| id.index()).collect::<Vec<_>>(),
            "cells": cells.iter().map(|id| id.index()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "searches": data,
    });
    let mut context = Context::new();
    context.insert("searches", &contexts);
    let skeleton = PageSkeleton {
        title: crate::render::heading(puzzle, name),
        heading: Some(format!("A search: {}", names.join(" and "))),
        facts: crate::render::facts(puzzle),
        style: STYLE,
        script: SCRIPT,
        data: Some(crate::visible::json(&data.to_string())),
    };
    skeleton.html(PAGE, &context)
}

/// A domino on its cells: `4-1 on r0c2 r1c2`, the first number on the first cell.
fn placement(puzzle: &Puzzle, placed: PlacedDomino) -> String {
    let [(one, at_one), (other, at_other)] = placed.halves();
    let (one, other) = (&puzzle.cell(one).name, &puzzle.cell(other).name);
    format!("{at_one}-{at_other} on {one} {other}")
}

impl TracedSearch {
    /// The strategy and its options, in a sentence.
    fn terms(&self) -> String {
        let seed = self.search.seed.map(|seed| format!("; seed {seed}"));
        format!(
            "{}; checks: {}{}",
            self.search.strategy.summary(),
            self.search.checks.to_string().replace(',', ", "),
            seed.unwrap_or_default()
        )
    }

    /// A note on the nodes that the page does not show, if any.
    fn sampled(&self, sample: &TreeSample) -> Option<String> {
        let (all, shown) = (self.tree.nodes.len(), sample.nodes.len());
        let mut sentences = Vec::new();
        if self.is_cut {
            sentences.push("The trace ends before the search does.".to_owned());
        }
        if shown < all {
            sentences.push(format!(
                "A sample: {} of {} nodes are shown. The others are counted at their ancestors.",
                grouped(shown as u64),
                grouped(all as u64)
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// The statistics of the search, each with its name.
    fn sums(&self) -> Vec<(String, String)> {
        let statistics = self.searched.counts.statistics();
        let sums = statistics.iter();
        sums.map(|(name, count)| (name.to_owned(), grouped(count)))
            .collect()
    }
}

impl PageData<'_> {
    /// The data of a search for the script, and the board with everything that it can show.
    fn search(&mut self, traced: &TracedSearch, sample: &TreeSample) -> (Value, SearchStage) {
        let tree = &traced.tree;
        let mut stage = SearchStage::default();
        let (mut parent, mut placed, mut state) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reason, mut implied) = (BTreeMap::new(), BTreeMap::new());
        let (mut removed, mut hidden) = (BTreeMap::new(), BTreeMap::new());
        for (at, &number) in sample.nodes.iter().enumerate() {
            let node = &tree.nodes[number as usize];
            let above = sample.nodes.binary_search(&node.parent);
            parent.push(above.map_or(-1, |above| if at == 0 { -1 } else { above as i64 }));
            placed.push(node.placed.map_or(-1, |placed| {
                let id = self.placements.number(placed);
                let _ = stage.laid.insert(id, placed);
                id as i64
            }));
            state.push(match &node.state {
                NodeState::Open => 0,
                NodeState::Failed(cause, place) => {
                    let found = self.reason(*cause, place);
                    stage.regions.extend(&found.1);
                    stage.cells.extend(&found.2);
                    let _ = reason.insert(at, self.reasons.number(found));
                    1
                }
                NodeState::Solved => 2,
            });
            if !node.implied.is_empty() {
                let ids = node.implied.iter().map(|&placed| {
                    let id = self.placements.number(placed);
                    let _ = stage.forced.insert(id, placed);
                    id
                });
                let _ = implied.insert(at, ids.collect::<Vec<_>>());
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

    fn reason(&self, cause: EventCause, place: &EventPlace) -> FailureReason {
        let (regions, cells) = words::marks(place);
        let mut words = words::reason(self.puzzle, cause, place);
        if let Some(first) = words.get(..1) {
            words = first.to_uppercase() + &words[1..];
        }
        (words, regions, cells)
    }
}

/// A number with commas as thousands separators.
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
    fn thousands_are_separated() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
