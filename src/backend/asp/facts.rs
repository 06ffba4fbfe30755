//! The facts of a puzzle, and what its cells, dominoes and regions are called in them.

use std::io::{self, Write};

use crate::backend::{Emission, Redundant};
use crate::model::{
    Body, CellId, Constraint, Edge, EdgeId, Kind, KindId, Model, Origin, Pips, Placement, Relation,
    Rule,
};
use crate::puzzle::Board;

/// A line is not made longer than this.
const WIDTH: usize = 92;

/// What the things of a model are called. A constant begins with a small letter: where the names
/// of cells do not, they are strings, all of them.
pub(super) struct Names<'m> {
    model: &'m Model,
    quoted: bool,
}

impl<'m> Names<'m> {
    pub(super) fn of(model: &'m Model) -> Self {
        let is_constant =
            |symbol: &str| symbol.starts_with(|c: char| c.is_ascii_lowercase()) && symbol != "not";
        Names {
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

    /// A domino: `d1_4`, a copy that is a domino of its own `d1_4_copy2`.
    fn domino(&self, kind: KindId) -> String {
        let domino = self.model.kinds[kind.index()].domino;
        let copy = self.model.copy_suffix(kind);
        format!("d{}_{}{copy}", domino.low(), domino.high())
    }

    /// An atom that speaks of a placement: the domino, the cell of its low half, the other cell.
    pub(super) fn atom(&self, predicate: &str, placement: Placement) -> String {
        let Edge { a, b } = self.model.edges[placement.edge.index()];
        let (low, high) = if placement.flipped { (b, a) } else { (a, b) };
        let domino = self.domino(placement.kind);
        let [low, high] = [low, high].map(|cell| self.cell(cell));
        format!("{predicate}({domino},{low},{high})")
    }
}

/// A model, sorted into its facts.
pub(super) struct Facts<'a> {
    emission: &'a Emission<'a>,
    names: Names<'a>,
    /// Of each region with a rule: the rule's fact, and the cells.
    regions: Vec<(String, String, &'a [CellId])>,
    pins: Vec<(CellId, Pips)>,
    /// The boards that do not count as solutions.
    barred: Vec<&'a Board>,
    supply: Vec<(Pips, u32)>,
    /// Some double can be flipped, or a copy is a kind of its own.
    is_apart: bool,
}

impl<'a> Facts<'a> {
    pub(super) fn of(emission: &'a Emission<'a>) -> Self {
        let model = emission.model;
        let one_domino = |pair: &[Kind]| pair[0].domino == pair[1].domino;
        let mut facts = Facts {
            emission,
            names: Names::of(model),
            regions: Vec::new(),
            pins: Vec::new(),
            barred: Vec::new(),
            supply: Vec::new(),
            is_apart: model.kinds.windows(2).any(one_domino),
        };
        let mut flippable: Vec<bool> = (model.kinds.iter())
            .map(|kind| kind.domino.is_double())
            .collect();
        for Constraint { origin, body } in &model.constraints {
            match body {
                // The rules state these for all cells and dominoes.
                Body::Covered(_) | Body::Shows(_) | Body::Used { .. } => {}
                Body::NeverFlipped(kind) => flippable[kind.index()] = false,
                Body::Supply { value, cells } => facts.supply.push((*value, *cells)),
                Body::Pinned { cell, pips } => facts.pins.push((*cell, *pips)),
                Body::Excluded(board) => facts.barred.push(board),
                Body::Rule { cells, rule } => {
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
                        facts.regions.push((region, fact, cells));
                    }
                }
            }
        }
        facts.is_apart |= flippable.contains(&true);
        facts
    }

    /// Writes them, with the puzzle's title and what was done to it before.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
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
        if let Some(published) = plan.encoding.published() {
            writeln!(out, "% Formulation: {published}")?;
        }
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
            lines.fact(&format!("cell({}).", self.names.cell(id)))?;
        }
        lines.end()?;

        writeln!(out, "\n% Cells that are neighbours.")?;
        let mut lines = Lines::new(out);
        for edge in &model.edges {
            let [a, b] = edge.ends().map(|cell| self.names.cell(cell));
            lines.fact(&format!("edge({a},{b})."))?;
        }
        lines.end()?;

        if !self.regions.is_empty() {
            writeln!(out, "\n% The regions: their rules and their cells.")?;
        }
        for (region, fact, cells) in &self.regions {
            let mut lines = Lines::new(out);
            lines.fact(fact)?;
            for cell in *cells {
                lines.fact(&format!("in({},{region}).", self.names.cell(*cell)))?;
            }
            lines.end()?;
        }

        if !self.pins.is_empty() {
            writeln!(out, "\n% The cells whose pips are given.")?;
            let mut lines = Lines::new(out);
            for (cell, pips) in &self.pins {
                lines.fact(&format!("pinned({},{pips}).", self.names.cell(*cell)))?;
            }
            lines.end()?;
        }
        if !self.barred.is_empty() {
            writeln!(out, "\n% The boards that do not count as solutions.")?;
        }
        for (board, number) in self.barred.iter().zip(1..) {
            let mut lines = Lines::new(out);
            for placed in board.placements() {
                let [(a, at_a), (b, at_b)] = placed.halves();
                let [a, b] = [a, b].map(|cell| self.names.cell(cell));
                lines.fact(&format!("barred({number},{a},{b},{at_a},{at_b})."))?;
            }
            lines.end()?;
        }
        self.write_pruned(out)?;
        self.write_supply(out)?;
        if self.is_apart {
            writeln!(out, "\n% Symmetry is not broken.\napart.")?;
        }

        writeln!(
            out,
            "\n% The dominoes: their halves, and how many there are."
        )?;
        let mut lines = Lines::new(out);
        for (index, kind) in model.kinds.iter().enumerate() {
            let name = self.names.domino(KindId::at(index));
            let [low, high] = kind.domino.halves();
            lines.fact(&format!("domino({name},{low},{high},{}).", kind.copies))?;
        }
        lines.end()
    }

    fn write_supply(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_left_out = match self.emission.plan.encoding.redundant() {
            Redundant::AsAsked | Redundant::WhereSmall | Redundant::Always => {
                self.supply.is_empty()
            }
            Redundant::Never => true,
        };
        if is_left_out {
            return Ok(());
        }
        writeln!(out, "\n% Redundant: how many cells show each value.")?;
        let mut lines = Lines::new(out);
        for (value, cells) in &self.supply {
            lines.fact(&format!("supply({value},{cells})."))?;
        }
        lines.end()
    }

    /// The values and the placements that pruning has dropped; edges are dropped above.
    fn write_pruned(&self, out: &mut dyn Write) -> io::Result<()> {
        let model = self.emission.model;
        let values: Vec<Pips> = model.supply().into_iter().map(|(value, _)| value).collect();
        let never = |id: CellId| {
            let domain = &model.cell(id).domain;
            let left = values.iter().filter(|value| !domain.contains(value));
            left.map(move |value| format!("never({},{value}).", self.names.cell(id)))
        };
        let mut is_headed = false;
        for id in model.cell_ids() {
            let mut lines = Lines::new(out);
            for fact in never(id) {
                if !is_headed {
                    is_headed = true;
                    lines.text("\n% Pruned: the values that a cell never shows.\n")?;
                }
                lines.fact(&fact)?;
            }
            lines.end()?;
        }

        let mut is_headed = false;
        let mut lines = Lines::new(out);
        for placement in self.excluded() {
            if !is_headed {
                is_headed = true;
                lines
                    .text("\n% Pruned: where a domino does not lie, though its halves could.\n")?;
            }
            lines.fact(&format!("{}.", self.names.atom("excluded", placement)))?;
        }
        lines.end()
    }

    /// The placements that the model has not, though its cells have the values and its dominoes
    /// the orientations for them.
    fn excluded(&self) -> impl Iterator<Item = Placement> {
        let model = self.emission.model;
        let mut there = model.placements.iter().copied().peekable();
        let kinds = (0..model.kinds.len()).map(KindId::at);
        let edges = (0..model.edges.len()).map(EdgeId::at);
        let all = edges.flat_map(move |edge| {
            kinds.clone().flat_map(move |kind| {
                [false, true].map(|flipped| Placement {
                    edge,
                    kind,
                    flipped,
                })
            })
        });
        all.filter(move |&placement| {
            // Both are sorted.
            if there.next_if_eq(&placement).is_some() {
                return false;
            }
            let domino = model.kinds[placement.kind.index()].domino;
            let turns = !placement.flipped || !domino.is_double() || self.is_apart;
            let shows = |(cell, pips): (CellId, Pips)| model.cell(cell).domain.contains(&pips);
            turns && model.halves(placement).into_iter().all(shows)
        })
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
    out: &'w mut dyn Write,
    width: usize,
}

impl<'w> Lines<'w> {
    fn new(out: &'w mut dyn Write) -> Self {
        Lines { out, width: 0 }
    }

    fn fact(&mut self, fact: &str) -> io::Result<()> {
        if self.width > 0 && self.width + 2 + fact.len() > WIDTH {
            self.end()?;
        }
        if self.width > 0 {
            self.out.write_all(b"  ")?;
            self.width += 2;
        }
        self.width += fact.len();
        self.out.write_all(fact.as_bytes())
    }

    /// Ends the line that was begun, if one was.
    fn end(&mut self) -> io::Result<()> {
        if self.width > 0 {
            self.width = 0;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a text that ends its lines itself.
    fn text(&mut self, text: &str) -> io::Result<()> {
        self.end()?;
        self.out.write_all(text.as_bytes())
    }
}
