//! The facts of a puzzle, and what its cells, dominoes and regions are called in them.

use std::io;

use crate::backend::{Emission, ModelSink};
use crate::model::{
    CellId, Constraint, ConstraintKind, Edge, KindId, Model, Origin, Pips, PlacementId, Relation,
    Rule,
};

/// A line is not made longer than this.
const WIDTH: usize = 92;

/// What the things of a model are called. A constant begins with a small letter: where the names
/// of cells do not, they are strings, all of them.
pub(super) struct Symbols<'m> {
    model: &'m Model,
    quoted: bool,
}

impl<'m> Symbols<'m> {
    pub(super) fn of(model: &'m Model) -> Self {
        let is_constant =
            |symbol: &str| symbol.starts_with(|c: char| c.is_ascii_lowercase()) && symbol != "not";
        Symbols {
            model,
            quoted: !model.cells.iter().all(|cell| is_constant(&cell.symbol)),
        }
    }

    /// A cell: `r0c2`, or `"A"`.
    fn cell(&self, cell: CellId) -> String {
        let symbol = &self.model.cell(cell).symbol;
        if self.quoted {
            format!("\"{symbol}\"")
        } else {
            symbol.clone()
        }
    }

    /// A domino: `d1_4`.
    fn domino(&self, kind: KindId) -> String {
        let domino = self.model.kinds[kind.index()].domino;
        format!("d{}_{}", domino.low(), domino.high())
    }

    /// The atom of a placement: the domino, the cell of its low half, the other cell.
    pub(super) fn tile(&self, id: PlacementId) -> String {
        let placement = self.model.placements[id.index()];
        let Edge { a, b } = self.model.edges[placement.edge.index()];
        let (low, high) = if placement.flipped { (b, a) } else { (a, b) };
        let domino = self.domino(placement.kind);
        let [low, high] = [low, high].map(|cell| self.cell(cell));
        format!("tile({domino},{low},{high})")
    }
}

/// A model, sorted into its facts.
pub(super) struct Facts<'a> {
    emission: &'a Emission<'a>,
    names: Symbols<'a>,
    /// Of each region with a rule: the rule's fact, and the cells.
    regions: Vec<(Origin, String, String, &'a [CellId])>,
    pins: Vec<(CellId, Pips)>,
    supply: Vec<(Pips, u32)>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(emission: &'a Emission<'a>) -> Self {
        let model = emission.model;
        let mut facts = Facts {
            emission,
            names: Symbols::of(model),
            regions: Vec::new(),
            pins: Vec::new(),
            supply: Vec::new(),
        };
        for Constraint { origin, body } in &model.constraints {
            match body {
                // The rules state these for all cells and dominoes.
                ConstraintKind::Covered(_)
                | ConstraintKind::Shows(_)
                | ConstraintKind::Used { .. }
                | ConstraintKind::NeverFlipped(_) => {}
                ConstraintKind::Supply { value, cells } => facts.supply.push((*value, *cells)),
                ConstraintKind::Pinned { cell, pips } => facts.pins.push((*cell, *pips)),
                // Blocked behind the rules.
                ConstraintKind::Excluded(_) => {}
                ConstraintKind::Rule { cells, rule } => {
                    let region = match origin {
                        Origin::Region(_) => model.origin_symbol(*origin),
                        Origin::Domino(_)
                        | Origin::Cell(_)
                        | Origin::Pin(_)
                        | Origin::Excluded(_)
                        | Origin::Symmetry
                        | Origin::Redundant => format!("rule_{}", facts.regions.len() + 1),
                    };
                    if let Some(fact) = rule_fact(*rule, &region) {
                        facts.regions.push((*origin, region, fact, cells));
                    }
                }
            }
        }
        facts
    }

    /// The rules that the facts are for: whether there is a fact of each predicate.
    pub(super) fn uses(&self) -> impl Iterator<Item = (&'static str, bool)> + '_ {
        let rules = [
            "sum_is",
            "sum_below",
            "sum_above",
            "all_equal",
            "all_different",
        ];
        let is_used = |name: &str| {
            let mut facts = self.regions.iter().map(|(_, _, fact, _)| fact);
            facts.any(|fact| fact.split('(').next() == Some(name))
        };
        let rules = rules.map(|name| (name, is_used(name)));
        let others = [
            ("regions", !self.regions.is_empty() || !self.pins.is_empty()),
            ("pinned", !self.pins.is_empty()),
            ("supply", !self.supply.is_empty()),
            ("never", self.never().next().is_some()),
        ];
        rules.into_iter().chain(others)
    }

    /// The values that cells never show, cell by cell, where pruning has found some.
    fn never(&self) -> impl Iterator<Item = (CellId, Vec<Pips>)> + '_ {
        let model = self.emission.model;
        let values: Vec<Pips> = model.supply().into_iter().map(|(value, _)| value).collect();
        let left = move |cell: CellId| {
            let can_show = |value: &Pips| model.cell(cell).domain.contains(value);
            let left = values.iter().copied().filter(|value| !can_show(value));
            (cell, left.collect())
        };
        let cells = model.cell_ids().map(left);
        cells.filter(|(_, values): &(CellId, Vec<Pips>)| !values.is_empty())
    }

    /// Writes them, with the puzzle's title and what was done to it before.
    pub(super) fn write(&self, out: &mut dyn ModelSink) -> io::Result<()> {
        let Emission { model, plan, .. } = self.emission;
        let provenance = &plan.provenance;
        let title = model.title.as_ref().unwrap_or(&provenance.instance);
        if title.raw().is_empty() {
            writeln!(out, "% A puzzle without a title")?;
        } else {
            writeln!(out, "% {title}")?;
        }
        let generator = concat!("pipsc ", env!("CARGO_PKG_VERSION"));
        writeln!(out, "% Facts for the rules of Pips, made by {generator}.")?;
        writeln!(out, "% {}", provenance.terms(plan.encoding))?;

        writeln!(out, "\n% The cells.")?;
        let mut lines = Lines::new(out);
        let mut row = None;
        for (id, cell) in model.cell_ids().zip(&model.cells) {
            let this_row = cell.at.map(|(row, _)| row);
            if row != this_row {
                lines.end()?;
                row = this_row;
            }
            lines.fact(
                &[Origin::Cell(id)],
                &format!("cell({}).", self.names.cell(id)),
            )?;
        }
        lines.end()?;

        writeln!(out, "\n% Cells that are neighbours.")?;
        let mut lines = Lines::new(out);
        for edge in &model.edges {
            let [a, b] = edge.ends().map(|cell| self.names.cell(cell));
            lines.fact(&edge.ends().map(Origin::Cell), &format!("edge({a},{b})."))?;
        }
        lines.end()?;

        if !self.regions.is_empty() {
            writeln!(out, "\n% The regions: their rules and their cells.")?;
        }
        for (origin, region, fact, cells) in &self.regions {
            let mut lines = Lines::new(out);
            lines.fact(&[*origin], fact)?;
            for cell in *cells {
                lines.fact(&[], &format!("in({},{region}).", self.names.cell(*cell)))?;
            }
            lines.end()?;
        }

        if !self.pins.is_empty() {
            writeln!(out, "\n% The cells whose pips are given.")?;
            let mut lines = Lines::new(out);
            for (cell, pips) in &self.pins {
                let fact = format!("pinned({},{pips}).", self.names.cell(*cell));
                lines.fact(&[Origin::Pin(*cell)], &fact)?;
            }
            lines.end()?;
        }
        if self.never().next().is_some() {
            writeln!(out, "\n% Pruned: the values that a cell never shows.")?;
        }
        for (cell, values) in self.never() {
            let mut lines = Lines::new(out);
            for value in values {
                let fact = format!("never({},{value}).", self.names.cell(cell));
                lines.fact(&[Origin::Cell(cell)], &fact)?;
            }
            lines.end()?;
        }
        if !self.supply.is_empty() {
            writeln!(out, "\n% Redundant: how many cells show each value.")?;
            let mut lines = Lines::new(out);
            for (value, cells) in &self.supply {
                lines.fact(&[], &format!("supply({value},{cells})."))?;
            }
            lines.end()?;
        }

        writeln!(
            out,
            "\n% The dominoes: their halves, and how many there are."
        )?;
        let mut lines = Lines::new(out);
        for (index, kind) in model.kinds.iter().enumerate() {
            let name = self.names.domino(KindId::at(index));
            let [low, high] = kind.domino.halves();
            let fact = format!("domino({name},{low},{high},{}).", kind.copies);
            lines.fact(&[Origin::Domino(KindId::at(index))], &fact)?;
        }
        lines.end()
    }
}

/// What says that a region keeps a rule, if that says anything.
fn rule_fact(rule: Rule, region: &str) -> Option<String> {
    Some(match rule {
        Rule::Sum(Relation::Equal, target) => format!("sum_is({region},{target})."),
        Rule::Sum(Relation::Less, target) => format!("sum_below({region},{target})."),
        Rule::Sum(Relation::Greater, target) => format!("sum_above({region},{target})."),
        Rule::Equal => format!("all_equal({region})."),
        Rule::Unequal => format!("all_different({region})."),
        Rule::Empty => return None,
    })
}

/// Facts side by side, as many as there is room for in a line.
struct Lines<'w> {
    out: &'w mut dyn ModelSink,
    line: String,
    origins: Vec<Origin>,
}

impl<'w> Lines<'w> {
    fn new(out: &'w mut dyn ModelSink) -> Self {
        Lines {
            out,
            line: String::new(),
            origins: Vec::new(),
        }
    }

    fn fact(&mut self, origins: &[Origin], fact: &str) -> io::Result<()> {
        if !self.line.is_empty() && self.line.len() + 2 + fact.len() > WIDTH {
            self.end()?;
        }
        if !self.line.is_empty() {
            self.line += "  ";
        }
        self.line += fact;
        self.origins.extend(origins);
        Ok(())
    }

    /// Ends the line that was begun, if one was.
    fn end(&mut self) -> io::Result<()> {
        if !self.line.is_empty() {
            self.out.about(&std::mem::take(&mut self.origins));
            writeln!(self.out, "{}", std::mem::take(&mut self.line))?;
            self.out.about(&[]);
        }
        Ok(())
    }
}
