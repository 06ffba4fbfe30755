//! The compact encodings: a Boolean per placement and per edge, and what each cell shows.
//!
//! What a cell shows is a number `v_a`, of which `(= v_a 4)` is one value (`lia`, `bv`), or a Boolean
//! `x_a_4` for each value (`layers`, `pb`). A placement implies its edge and its two values. A cell has
//! one value and one of its edges, so two placements on one cell exclude each other without a clause
//! that says so; and each value that a cell has is shown by a placement, so every cell is covered.
//! With `P` placements, `V` values over all cells and `E` edges this takes `P + E` Booleans, a number a
//! cell or `V` Booleans more, `P` implications with three consequences and `V` clauses that hold `2P`
//! literals together. The dominoes' counters add a Boolean per placement and copy.
//!
//! The supply of each value, which is redundant, is left out because it measures worse: z3 took a
//! sixth longer on pruned newspaper puzzles with the layers and `pb` and gained nothing with integers,
//! cvc5 took up to twice as long on unpruned ones.
//!
//! Rules over numbers are the solver's own: `(= (+ v_a v_b) 8)`, `(distinct v_a v_b)`. Over Booleans,
//! equal cells are `(= x_a_4 x_b_4 ...)` for each value and different ones at most one cell for each
//! value; sums are [`layers`](super::layers) or z3's weighted Booleans.

use std::io;

use super::adder::Adder;
use super::count::{Count, Counting};
use super::layers::Layers;
use super::names::Names;
use super::numbers::{Sort, bounds};
use super::script::{EXCLUDED, Script, Spaced, not_all, or};
use crate::model::{Body, CellId, EdgeId, Model, Pips, PlacementId, Relation, Rule};
use crate::puzzle::Bounds;

/// How the compact encodings say what cells show, and how they add and count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    /// Integers, added as such; counters in clauses.
    Integers,
    /// Bit-vectors, added as such; counters in clauses.
    BitVectors,
    /// Booleans alone: layers of partial sums, counters in clauses.
    Layers,
    /// Booleans, and z3's operators on weighted ones.
    PseudoBooleans,
}

/// Writes declarations and assertions; returns the symbols of the placements.
pub(super) fn write(
    model: &Model,
    arithmetic: Arithmetic,
    script: &mut Script<'_>,
) -> io::Result<Vec<String>> {
    let numbers = match arithmetic {
        Arithmetic::Integers => Some(Sort::Integer),
        Arithmetic::BitVectors => Some(Sort::bit_vectors(model)),
        Arithmetic::Layers | Arithmetic::PseudoBooleans => None,
    };
    let counting = match arithmetic {
        Arithmetic::Integers | Arithmetic::BitVectors | Arithmetic::Layers => Counting::Clauses,
        Arithmetic::PseudoBooleans => Counting::PseudoBooleans,
    };
    let writer = Compact {
        model,
        numbers,
        counting,
        names: Names::new(model, numbers),
    };
    writer.declare(script)?;
    writer.values(script)?;
    writer.links(script)?;
    writer.constraints(script)?;
    Ok(writer.names.placements)
}

struct Compact<'m> {
    model: &'m Model,
    /// What kind of numbers cells have, if not a Boolean for each value.
    numbers: Option<Sort>,
    counting: Counting,
    names: Names<'m>,
}

impl<'m> Compact<'m> {
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
        match self.numbers {
            Some(sort) => {
                script.comment("v_a: the pips that cell a shows.")?;
                for cell in &self.model.cells {
                    script.declare(format_args!("v_{}", cell.symbol), sort)?;
                }
            }
            None => {
                script.comment("x_a_4: cell a shows 4 pips.")?;
                for symbol in self.names.values.iter().flatten() {
                    script.declare(symbol, "Bool")?;
                }
            }
        }
        Ok(())
    }

    /// Every cell has one of its values. A number is never two, Booleans can be.
    fn values(&self, script: &mut Script<'_>) -> io::Result<()> {
        script.comment(match (self.numbers, self.counting) {
            (None, Counting::Clauses) => {
                "A cell shows one of the values that it can. xs_a_2: it shows one of the first 3."
            }
            _ => "A cell shows one of the values that it can.",
        })?;
        for (cell, terms) in self.model.cells.iter().zip(&self.names.values) {
            match self.numbers {
                Some(_) => script.assert(or(terms))?,
                None => {
                    let symbols = terms.iter().map(String::as_str).collect();
                    let prefix = || format!("xs_{}", cell.symbol);
                    Count::exactly(self.counting, 1, symbols, prefix).assert(None, script)?;
                }
            }
        }
        Ok(())
    }

    /// A placement brings its edge and its values.
    fn links(&self, script: &mut Script<'_>) -> io::Result<()> {
        script.comment("A domino on the board takes its two cells and shows its pips there.")?;
        for (&placement, symbol) in self.model.placements.iter().zip(&self.names.placements) {
            let edge = &self.names.edges[placement.edge.index()];
            let halves = self.model.halves(placement);
            match halves.map(|(cell, value)| self.names.value(cell, value)) {
                [Some(at_a), Some(at_b)] => {
                    script.assert(format_args!("(=> {symbol} (and {edge} {at_a} {at_b}))"))?;
                }
                [None, _] | [_, None] => script.assert(format_args!("(not {symbol})"))?,
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
                    .map(|&id| self.placed(PlacementId(id)))
                    .collect();
                let [low, high] = pips(&first);
                let prefix = || format!("same_{low}_{high}_{}", &self.names.edges[edge][2..]);
                Count::at_most_one(self.counting, symbols, prefix).assert(None, script)?;
            }
        }
        Ok(())
    }

    fn placed(&self, id: PlacementId) -> &str {
        &self.names.placements[id.index()]
    }

    fn constraints(&self, script: &mut Script<'_>) -> io::Result<()> {
        let graph = self.model.graph();
        let by_cell = self.model.placements_by_cell();
        let by_kind = self.model.placements_by_kind();
        for constraint in &self.model.constraints {
            script.heading(self.heading(&constraint.body))?;
            let named =
                |script: &mut Script<'_>| script.fresh(self.model.origin_symbol(constraint.origin));
            match &constraint.body {
                Body::Covered(cell) => {
                    let (edges, placements) = (graph.edges_at(*cell), &by_cell[cell.index()]);
                    self.covered(*cell, edges, placements, named(script), script)?;
                }
                Body::Used { kind, times } => {
                    let placements = by_kind[kind.index()].iter();
                    let symbols = placements.map(|&id| self.placed(id)).collect();
                    let name = named(script);
                    let prefix = || format!("used_{name}");
                    Count::exactly(self.counting, *times as usize, symbols, prefix)
                        .assert(name, script)?;
                }
                Body::Rule { cells, rule } => self.keep(cells, *rule, named(script), script)?,
                Body::Pinned { cell, pips } => {
                    self.keep(&[*cell], Rule::pin(*pips), named(script), script)?;
                }
                Body::Excluded(board) => {
                    let alike = |&placed| {
                        let placements = self.model.placements_of(placed);
                        let symbols: Vec<&str> = placements.map(|id| self.placed(id)).collect();
                        or(&symbols).to_string()
                    };
                    let lie: Vec<String> = board.placements().iter().map(alike).collect();
                    let name = named(script);
                    script.state(name, not_all(&lie))?;
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
        let edges = edges.iter();
        let symbols = edges.map(|edge| self.names.edges[edge.index()].as_str());
        let prefix = || format!("ts_{}", self.model.cell(cell).symbol);
        let count = Count::exactly(self.counting, 1, symbols.collect(), prefix);
        count.define(script)?;
        let mut rule = script.rule(name);
        count.state(&mut rule)?;
        for (value, symbol) in self.names.options(cell) {
            let shown = placements.iter().filter(|(_, pips)| *pips == value);
            let shown: Vec<&str> = shown.map(|&(id, _)| self.placed(id)).collect();
            rule.add(format_args!("(=> {symbol} {})", or(&shown)))?;
        }
        rule.end()
    }

    /// The cells keep the rule.
    fn keep(
        &self,
        cells: &[CellId],
        rule: Rule,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        // Solvers need exponential time to find out by themselves that there are too few values.
        if rule == Rule::Unequal && self.by_value(cells).len() < cells.len() {
            return script.settle(name, false);
        }
        match (self.numbers, rule) {
            (Some(sort), rule) => sort.state(self.model, cells, rule, name, script),
            (None, Rule::Sum(relation, target)) => self.sum(cells, relation, target, name, script),
            (None, Rule::Equal) => self.equal(cells, name, script),
            (None, Rule::Unequal) => self.different(cells, name, script),
            (None, Rule::Empty) => Ok(()),
        }
    }

    /// All cells show the same.
    fn equal(&self, cells: &[CellId], name: String, script: &mut Script<'_>) -> io::Result<()> {
        let mut rule = script.rule(name);
        for (_, symbols) in self.by_value(cells) {
            if symbols.len() == cells.len() {
                rule.add(format_args!("(={})", Spaced(&symbols)))?;
            } else {
                for symbol in symbols {
                    rule.add(format_args!("(not {symbol})"))?;
                }
            }
        }
        rule.end()
    }

    /// No two cells show the same.
    fn different(&self, cells: &[CellId], name: String, script: &mut Script<'_>) -> io::Result<()> {
        let by_value = self.by_value(cells).into_iter();
        let counts: Vec<Count<'_>> = by_value
            .map(|(value, symbols)| {
                let prefix = || format!("only_{name}_{value}");
                Count::at_most_one(self.counting, symbols, prefix)
            })
            .collect();
        counts.iter().try_for_each(|count| count.define(script))?;
        let mut rule = script.rule(name);
        counts.iter().try_for_each(|count| count.state(&mut rule))?;
        rule.end()
    }

    /// The values of some cells, sorted, each with the symbols of the cells that can show it.
    fn by_value(&self, cells: &[CellId]) -> Vec<(Pips, Vec<&str>)> {
        let options = |&cell: &CellId| self.names.options(cell);
        let mut all: Vec<(Pips, &str)> = cells.iter().flat_map(options).collect();
        all.sort_by_key(|(value, _)| *value);
        all.chunk_by(|one, other| one.0 == other.0)
            .map(|same| (same[0].0, same.iter().map(|(_, symbol)| *symbol).collect()))
            .collect()
    }

    /// The pips of the cells stand in a relation to a target.
    fn sum(
        &self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        if let Some(verdict) = bounds(self.model, cells).settle(relation, target) {
            return script.settle(name, verdict);
        }
        if self.counting == Counting::PseudoBooleans {
            return script.state(name, self.weighed(cells, relation, target));
        }
        let options = cells.iter().map(|&cell| self.names.options(cell).collect());
        let options: Vec<Vec<(Pips, &str)>> = options.collect();
        let kept = Bounds::keeping(relation, target);
        if let Some(layers) = Layers::new(&options, kept, &name) {
            layers.define(script)?;
            let mut rule = script.rule(name);
            layers.state(&mut rule)?;
            return rule.end();
        }
        let term = Adder::compare(&options, relation, target, &name, script)?;
        script.state(name, term)
    }

    /// The sum as z3's weighted Booleans.
    fn weighed(&self, cells: &[CellId], relation: Relation, target: i64) -> String {
        let options = cells.iter().flat_map(|&cell| self.names.options(cell));
        let (weights, symbols): (Vec<Pips>, Vec<&str>) =
            options.filter(|(value, _)| *value != 0).unzip();
        let (operator, bound) = match relation {
            Relation::Equal => ("pbeq", target),
            Relation::Less => ("pble", target - 1),
            Relation::Greater => ("pbge", target + 1),
        };
        let (weights, symbols) = (Spaced(&weights), Spaced(&symbols));
        format!("((_ {operator} {bound}{weights}){symbols})")
    }

    /// What a block of constraints states; nothing for those that are not stated.
    fn heading(&self, body: &Body) -> &'static str {
        let is_counted = self.counting == Counting::Clauses;
        match body {
            Body::Covered(_) => {
                "A cell belongs to one domino, and what it shows is shown by a domino on it."
            }
            Body::Used { .. } if is_counted => {
                "Every domino is used as often as there are copies.\n\
                 ; used_d_4: one of the first 5 placements of d is there; used_d_4_2: two of them are."
            }
            Body::Used { .. } => "Every domino is used as often as there are copies.",
            Body::Rule { .. } | Body::Pinned { .. } if is_counted && self.numbers.is_none() => {
                "The rules of the regions.\n\
                 ; sum_r_2_5: the first 2 cells of r sum to 5; only_r_4_2: one of the first 3 that can show 4 does."
            }
            Body::Rule { .. } | Body::Pinned { .. } => "The rules of the regions.",
            Body::Excluded(_) => EXCLUDED,
            Body::Shows(_) | Body::NeverFlipped(_) | Body::Supply { .. } => "",
        }
    }
}
