//! The compact encodings: a Boolean per placement, per edge and per value of a cell.
//!
//! A placement implies its edge and its two values. A cell has one value and one of its edges, so
//! two placements on one cell exclude each other without a clause that says so; and each value
//! that a cell has is shown by a placement, so every cell is covered. With `P` placements, `V`
//! values over all cells and `E` edges this takes `P + V + E` Booleans, `P` implications with
//! three consequences and `V` clauses that hold `2P` literals together. The dominoes' counters add
//! a Boolean per placement and copy.
//!
//! Whole z3 5.4 processes on hard newspaper puzzles, of which start-up is 21 ms: median 33 ms
//! (`lia`), 25 ms (`bv`), 27 ms (`pb`). Without pruning 90, 79 and 43 ms, and 435 ms with [`super::plain`].
//!
//! The supply of each value, which is redundant, is left out because it measures worse: z3 took a
//! sixth longer on pruned newspaper puzzles under `bv` and `pb` and gained nothing under `lia`, cvc5
//! took up to twice as long on unpruned ones.

use std::io;

use super::count::{Arithmetic, Count};
use super::names::Names;
use super::rules::Rules;
use super::script::{Script, or, plus};
use crate::model::{Body, CellId, EdgeId, Model, Pips, PlacementId, Rule};

/// Writes declarations and assertions; returns the symbols of the placements.
pub(super) fn write(
    model: &Model,
    arithmetic: Arithmetic,
    script: &mut Script<'_>,
) -> io::Result<Vec<String>> {
    let names = Names::new(model);
    let writer = Compact {
        model,
        arithmetic,
        names: &names,
    };
    writer.declare(script)?;
    writer.values(script)?;
    writer.links(script)?;
    writer.constraints(script)?;
    Ok(names.placements)
}

struct Compact<'m> {
    model: &'m Model,
    arithmetic: Arithmetic,
    names: &'m Names,
}

impl Compact<'_> {
    fn declare(&self, script: &mut Script<'_>) -> io::Result<()> {
        script
            .comment("p_4_1_a_b: a domino lies on cells a and b, with 4 pips on a and 1 on b.")?;
        for symbol in &self.names.placements {
            script.declare(symbol, "Bool")?;
        }
        script.comment("t_a_b: some domino lies on cells a and b.")?;
        for symbol in &self.names.edges {
            script.declare(symbol, "Bool")?;
        }
        script.comment("x_a_4: cell a shows 4 pips.")?;
        for symbol in self.names.values.iter().flatten() {
            script.declare(symbol, "Bool")?;
        }
        Ok(())
    }

    /// Every cell has one value; under `lia` also as a number.
    fn values(&self, script: &mut Script<'_>) -> io::Result<()> {
        script.comment("A cell shows one value.")?;
        for (cell, symbols) in self.model.cells.iter().zip(&self.names.values) {
            let symbols = symbols.iter().map(String::as_str).collect();
            let prefix = || format!("xs_{}", cell.symbol);
            let count = Count::exactly(self.arithmetic, 1, symbols, prefix);
            count.define(script)?;
            let mut rule = script.background();
            count.state(&mut rule)?;
            rule.end()?;
        }
        if self.arithmetic != Arithmetic::Integers {
            return Ok(());
        }
        script.comment("v_a: the pips of cell a, as a number.")?;
        for (cell, symbols) in self.model.cells.iter().zip(&self.names.values) {
            let symbol = format_args!("v_{}", cell.symbol);
            if let [value] = cell.domain.as_slice() {
                script.define(symbol, "Int", value)?;
                continue;
            }
            let terms: Vec<String> = cell
                .domain
                .iter()
                .zip(symbols)
                .filter(|(value, _)| **value != 0)
                .map(|(value, symbol)| format!("(ite {symbol} {value} 0)"))
                .collect();
            script.define(symbol, "Int", plus(&terms))?;
        }
        Ok(())
    }

    /// A placement brings its edge and its values.
    fn links(&self, script: &mut Script<'_>) -> io::Result<()> {
        script.comment("A domino on the board takes its two cells and shows its pips there.")?;
        for (&placement, symbol) in self.model.placements.iter().zip(&self.names.placements) {
            let edge = &self.names.edges[placement.edge.index()];
            let [at_a, at_b] = self
                .model
                .halves(placement)
                .map(|(cell, value)| self.names.value(self.model, cell, value));
            match (at_a, at_b) {
                (Some(at_a), Some(at_b)) => {
                    script.assert(format_args!("(=> {symbol} (and {edge} {at_a} {at_b}))"))?;
                }
                _ => script.assert(format_args!("(not {symbol})"))?,
            }
        }
        self.twins(script)
    }

    /// Placements that show the same in the same place (copies of a domino, a double both ways
    /// round: where symmetry is not broken) are not kept apart by values and edges.
    fn twins(&self, script: &mut Script<'_>) -> io::Result<()> {
        let mut said = false;
        for (edge, range) in self.model.placements_by_edge().into_iter().enumerate() {
            let pips = |&id: &u32| {
                let placement = self.model.placements[id as usize];
                self.model.halves(placement).map(|(_, value)| value)
            };
            let mut ids: Vec<u32> = range.collect();
            ids.sort_by_key(pips);
            for same in ids.chunk_by(|one, other| pips(one) == pips(other)) {
                let &[first, _, ..] = same else { continue };
                if !said {
                    script.comment("Dominoes that look the same exclude each other.")?;
                    said = true;
                }
                let symbols = same
                    .iter()
                    .map(|&id| self.names.placements[id as usize].as_str())
                    .collect();
                let [low, high] = pips(&first);
                let prefix = || format!("same_{low}_{high}_{}", &self.names.edges[edge][2..]);
                let count = Count::at_most_one(self.arithmetic, symbols, prefix);
                count.define(script)?;
                let mut rule = script.background();
                count.state(&mut rule)?;
                rule.end()?;
            }
        }
        Ok(())
    }

    fn constraints(&self, script: &mut Script<'_>) -> io::Result<()> {
        let graph = self.model.graph();
        let by_cell = self.model.placements_by_cell();
        let by_kind = self.model.placements_by_kind();
        let rules = Rules {
            model: self.model,
            arithmetic: self.arithmetic,
            names: self.names,
        };
        let mut said = "";
        for constraint in &self.model.constraints {
            let next = heading(&constraint.body);
            if !next.is_empty() && next != said {
                said = next;
                script.comment(said)?;
            }
            let named =
                |script: &mut Script<'_>| script.fresh(self.model.origin_symbol(constraint.origin));
            match &constraint.body {
                Body::Covered(cell) => {
                    let placements = &by_cell[cell.index()];
                    let name = named(script);
                    self.covered(*cell, graph.edges_at(*cell), placements, name, script)?;
                }
                Body::Used { kind, times } => {
                    let symbols = by_kind[kind.index()]
                        .iter()
                        .map(|id| self.names.placements[id.index()].as_str())
                        .collect();
                    let name = named(script);
                    let prefix = || format!("used_{name}");
                    let count = Count::exactly(self.arithmetic, *times as usize, symbols, prefix);
                    count.define(script)?;
                    let mut rule = script.rule(name);
                    count.state(&mut rule)?;
                    rule.end()?;
                }
                Body::Rule { cells, rule } => rules.state(cells, *rule, named(script), script)?,
                Body::Pinned { cell, pips } => {
                    rules.state(&[*cell], Rule::pin(*pips), named(script), script)?;
                }
                // Said by the links, by the placements there are, and not at all: see above.
                Body::Shows(_) | Body::NeverFlipped(_) | Body::Supply { .. } => {}
            }
        }
        Ok(())
    }

    /// One edge of the cell carries a domino, and some placement shows the cell's value.
    fn covered(
        &self,
        cell: CellId,
        edges: &[EdgeId],
        placements: &[(PlacementId, Pips)],
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        let domain = &self.model.cell(cell).domain;
        let mut shown: Vec<Vec<&str>> = vec![Vec::new(); domain.len()];
        for (id, value) in placements {
            if let Ok(place) = domain.binary_search(value) {
                shown[place].push(&self.names.placements[id.index()]);
            }
        }
        let symbols = edges
            .iter()
            .map(|edge| self.names.edges[edge.index()].as_str())
            .collect();
        let prefix = || format!("ts_{}", self.model.cell(cell).symbol);
        let count = Count::exactly(self.arithmetic, 1, symbols, prefix);
        count.define(script)?;
        let mut rule = script.rule(name);
        count.state(&mut rule)?;
        for (value, placements) in self.names.values[cell.index()].iter().zip(&shown) {
            rule.add(format_args!("(=> {value} {})", or(placements)))?;
        }
        rule.end()
    }
}

/// What a block of constraints states; nothing for those that are not stated.
fn heading(body: &Body) -> &'static str {
    match body {
        Body::Covered(_) => {
            "A cell belongs to one domino, and what it shows is shown by a domino on it."
        }
        Body::Used { .. } => "Every domino is used as often as there are copies.",
        Body::Rule { .. } | Body::Pinned { .. } => "The rules of the regions.",
        Body::Shows(_) | Body::NeverFlipped(_) | Body::Supply { .. } => "",
    }
}
