//! The facts of a puzzle, and the constants for its cells and dominoes.

use std::collections::BTreeSet;
use std::io;

use crate::backend::{Emission, ModelSink};
use crate::model::{
    CellId, Constraint, ConstraintKind, Edge, KindId, Model, Origin, Pips, PlacementId, Relation,
    Rule,
};

/// Maximal length of a line, unless a fact is longer.
const WIDTH: usize = 92;

/// The constants for cells and dominoes. A symbolic constant begins with a lower-case letter: if the symbol of any
/// cell does not, all cells are strings.
pub(super) struct AspSymbols<'m> {
    model: &'m Model,
    quoted: bool,
}

impl<'m> AspSymbols<'m> {
    pub(super) fn of(model: &'m Model) -> Self {
        let is_constant =
            |symbol: &str| symbol.starts_with(|c: char| c.is_ascii_lowercase()) && symbol != "not";
        AspSymbols {
            model,
            quoted: !model.cells.iter().all(|cell| is_constant(&cell.symbol)),
        }
    }

    /// The constant of a cell: `r0c2`, or `"A"`.
    fn cell(&self, cell: CellId) -> String {
        let symbol = &self.model.cell(cell).symbol;
        match self.quoted {
            true => format!("\"{symbol}\""),
            false => symbol.clone(),
        }
    }

    /// The constant of a domino: `d1_4`.
    fn domino(&self, kind: KindId) -> String {
        let [low, high] = self.model.kinds[kind.index()].domino.halves();
        format!("d{low}_{high}")
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

/// Writes the head of the model and the facts. Returns the predicates of the facts.
pub(super) fn write(
    emission: &Emission<'_>,
    out: &mut dyn ModelSink,
) -> io::Result<BTreeSet<String>> {
    let Emission { model, plan, .. } = *emission;
    let symbols = AspSymbols::of(model);
    for line in plan.head(model) {
        writeln!(out, "% {line}")?;
    }
    let mut facts = FactWriter::new(out);
    facts.heading = "The cells.";
    let mut row = None;
    for (id, cell) in model.cell_ids().zip(&model.cells) {
        let this_row = cell.at.map(|(row, _)| row);
        if row != this_row {
            facts.end_line()?;
            row = this_row;
        }
        facts.add(&[Origin::Cell(id)], format!("cell({})", symbols.cell(id)))?;
    }
    facts.section("Cells that are neighbours.")?;
    for edge in &model.edges {
        let [a, b] = edge.ends().map(|cell| symbols.cell(cell));
        facts.add(&edge.ends().map(Origin::Cell), format!("edge({a},{b})"))?;
    }
    facts.section("The dominoes: their halves, and how many there are.")?;
    for (index, kind) in model.kinds.iter().enumerate() {
        let id = KindId::at(index);
        let ([low, high], name) = (kind.domino.halves(), symbols.domino(id));
        let fact = format!("domino({name},{low},{high},{})", kind.copies);
        facts.add(&[Origin::Domino(id)], fact)?;
    }
    facts.section("Redundant: how many cells show each value.")?;
    for Constraint { body, .. } in &model.constraints {
        if let ConstraintKind::ValueCount { value, cells } = body {
            facts.add(&[], format!("supply({value},{cells})"))?;
        }
    }
    facts.section("The regions: their rules and their cells.")?;
    for Constraint { origin, body } in &model.constraints {
        if let ConstraintKind::Rule { cells, rule } = body {
            let region = model.origin_symbol(*origin);
            facts.add(&[*origin], rule_fact(*rule, &region))?;
            for &cell in cells {
                facts.add(&[], format!("in({},{region})", symbols.cell(cell)))?;
            }
            facts.end_line()?;
        }
    }
    facts.section("The cells whose pips are given.")?;
    for Constraint { body, .. } in &model.constraints {
        if let ConstraintKind::Pinned { cell, pips } = body {
            let fact = format!("pinned({},{pips})", symbols.cell(*cell));
            facts.add(&[Origin::Pin(*cell)], fact)?;
        }
    }
    facts.section("Pruned: the values that a cell never shows.")?;
    let values: Vec<Pips> = model
        .value_counts()
        .into_iter()
        .map(|(value, _)| value)
        .collect();
    for (id, cell) in model.cell_ids().zip(&model.cells) {
        for value in values.iter().filter(|value| !cell.domain.contains(value)) {
            let fact = format!("never({},{value})", symbols.cell(id));
            facts.add(&[Origin::Cell(id)], fact)?;
        }
        facts.end_line()?;
    }
    facts.end_line()?;
    Ok(facts.predicates)
}

/// The fact for the rule of a region.
fn rule_fact(rule: Rule, region: &str) -> String {
    match rule {
        Rule::Sum(Relation::Equal, target) => format!("sum_is({region},{target})"),
        Rule::Sum(Relation::Less, target) => format!("sum_below({region},{target})"),
        Rule::Sum(Relation::Greater, target) => format!("sum_above({region},{target})"),
        Rule::Equal => format!("all_equal({region})"),
        Rule::Unequal | Rule::Empty => format!("all_different({region})"),
    }
}

/// Writes facts, several per line, in sections. A section without facts has no heading.
struct FactWriter<'w> {
    out: &'w mut dyn ModelSink,
    heading: &'static str,
    line: String,
    origins: Vec<Origin>,
    predicates: BTreeSet<String>,
}

impl<'w> FactWriter<'w> {
    fn new(out: &'w mut dyn ModelSink) -> Self {
        FactWriter {
            out,
            heading: "",
            line: String::new(),
            origins: Vec::new(),
            predicates: BTreeSet::new(),
        }
    }

    fn section(&mut self, heading: &'static str) -> io::Result<()> {
        self.end_line()?;
        self.heading = heading;
        Ok(())
    }

    fn add(&mut self, origins: &[Origin], fact: String) -> io::Result<()> {
        if !self.line.is_empty() && self.line.len() + 3 + fact.len() > WIDTH {
            self.end_line()?;
        }
        if !self.line.is_empty() {
            self.line += "  ";
        }
        let predicate = fact.split('(').next().unwrap_or_default();
        let _ = self.predicates.insert(predicate.to_owned());
        self.line += &fact;
        self.line += ".";
        self.origins.extend(origins);
        Ok(())
    }

    /// Writes the current line, if it is not empty.
    fn end_line(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        let heading = std::mem::take(&mut self.heading);
        if !heading.is_empty() {
            writeln!(self.out, "\n% {heading}")?;
        }
        self.out.set_origins(&std::mem::take(&mut self.origins));
        writeln!(self.out, "{}", std::mem::take(&mut self.line))?;
        self.out.set_origins(&[]);
        Ok(())
    }
}
