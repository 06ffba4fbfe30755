//! Halves: the board as two grids of integers, the half of a domino that lies on each cell and the
//! pips that it shows. A baseline.
//!
//! Domino i has the halves 2i and 2i + 1, each the other's sibling. The half on a cell decides the
//! cell's pips, and exactly one neighbour has the sibling; every half is used once. With `C` cells,
//! and so `C` halves, and at most `g` neighbours of a cell: `2C` integers, `C^2` implications for
//! the pips, `C^2` counts of `g` terms for the siblings and `C` counts of `C` terms for the halves. The
//! size does not depend on the number of edges x kinds, but the arithmetic does the work of clauses.
//!
//! "Exactly one" is z3's `pbeq`, as in the program that was published, or a sum of 0 and 1 that every
//! solver reads. The program also has the places of the table around the board, fixed at -1, where
//! this has the cells of the board alone, so that it can state a board that is no grid; and it breaks no
//! symmetry, as this does not with `--no-symmetry`.
//!
//! The placements are terms over the halves, without variables of their own.

use std::io;

use super::numbers::{rule_term, tally};
use super::script::{Script, Spaced, or, plus};
use crate::backend::{Names, Terms};
use crate::model::{CellId, ConstraintKind, KindId, Model, Pips, Placement, Rule};

/// In what terms it is said that exactly one of some is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    /// z3's operator on weighted Booleans, with which it was published.
    PseudoBooleans,
    /// Sums of 0 and 1, which every solver reads.
    Integers,
}

/// Writes declarations and assertions; returns the symbols whose values are a board.
pub(super) fn write(
    model: &Model,
    counting: Counting,
    script: &mut Script<'_>,
) -> io::Result<Vec<String>> {
    let writer = Halves::new(model, counting);
    writer.declare(script)?;
    writer.constraints(script)?;
    let halves = model.cells.iter().map(|cell| format!("h_{}", cell.symbol));
    Ok(halves.collect())
}

/// The terms that say that a placement is there.
pub(super) fn names(model: &Model) -> Names<'_> {
    let halves = Halves::new(model, Counting::Integers);
    Box::new(move |id| halves.term(model.placements[id.index()]))
}

/// The terms that make each placement true.
pub(super) fn terms(model: &Model) -> Terms<'_> {
    let halves = Halves::new(model, Counting::Integers);
    Box::new(move |id| {
        let ways = halves.ways(model.placements[id.index()]).into_iter();
        ways.map(|way| way.to_vec()).collect()
    })
}

struct Halves<'m> {
    model: &'m Model,
    counting: Counting,
    /// What each half shows.
    shows: Vec<Pips>,
    /// The low half of each domino, by kind and copy.
    low: Vec<Vec<usize>>,
}

impl<'m> Halves<'m> {
    fn new(model: &'m Model, counting: Counting) -> Self {
        let (mut shows, mut low) = (Vec::new(), Vec::new());
        for kind in &model.kinds {
            let mut copies = Vec::new();
            for _ in 0..kind.copies {
                copies.push(shows.len());
                shows.extend(kind.domino.halves());
            }
            low.push(copies);
        }
        Halves {
            model,
            counting,
            shows,
            low,
        }
    }

    /// Exactly one of the terms is true.
    fn exactly_one(&self, terms: impl Iterator<Item = String>) -> String {
        let terms: Vec<String> = terms.collect();
        match self.counting {
            Counting::PseudoBooleans => {
                let ones = vec!["1"; terms.len()];
                format!("((_ pbeq 1{}){})", Spaced(&ones), Spaced(&terms))
            }
            Counting::Integers => tally(&terms, 1),
        }
    }

    /// `(= h_r0c2 7)`: the half lies on the cell.
    fn lies(&self, half: usize, cell: CellId) -> String {
        format!("(= h_{} {half})", self.model.cell(cell).symbol)
    }

    /// The terms that say on which cell a half lies.
    fn anywhere(&self, half: usize) -> impl Iterator<Item = String> {
        let cells = self.model.cell_ids();
        cells.map(move |cell| self.lies(half, cell))
    }

    fn declare(&self, script: &mut Script<'_>) -> io::Result<()> {
        let mut said = "h_a: the half that lies on cell a. The halves are".to_owned();
        for low in self.low.iter().flatten() {
            let [one, other] = [self.shows[*low], self.shows[low + 1]];
            said += &format!("\n;   {low} and {}: {one}-{other}", low + 1);
        }
        script.comment(&said)?;
        for cell in &self.model.cells {
            script.declare(format_args!("h_{}", cell.symbol), "Int")?;
        }
        script.comment("pips_a: what cell a shows.")?;
        for cell in &self.model.cells {
            script.declare(format_args!("pips_{}", cell.symbol), "Int")?;
        }
        Ok(())
    }

    fn constraints(&self, script: &mut Script<'_>) -> io::Result<()> {
        let graph = self.model.graph();
        for constraint in &self.model.constraints {
            script.heading(heading(&constraint.body))?;
            script.about(&[constraint.origin]);
            let named =
                |script: &mut Script<'_>| script.fresh(self.model.origin_symbol(constraint.origin));
            match &constraint.body {
                ConstraintKind::Covered(cell) => {
                    let name = named(script);
                    let neighbours: Vec<CellId> = graph.neighbours(*cell).collect();
                    self.covered(*cell, &neighbours, name, script)?;
                }
                ConstraintKind::Shows(cell) => self.shown(*cell, script)?,
                ConstraintKind::Used { kind, .. } => {
                    let name = named(script);
                    self.used(*kind, name, script)?;
                }
                ConstraintKind::NeverFlipped(kind) => self.never_flipped(*kind, script)?,
                ConstraintKind::Rule { cells, rule } => {
                    let name = named(script);
                    script.state(name, rule_term(self.model, cells, *rule))?;
                }
                ConstraintKind::Pinned { cell, pips } => {
                    let name = named(script);
                    script.state(name, rule_term(self.model, &[*cell], Rule::pin(*pips)))?;
                }
                // Follows; a baseline is not helped.
                ConstraintKind::Supply { .. } | ConstraintKind::Excluded(_) => {}
            }
        }
        self.order_copies(script)
    }

    /// Some half lies on the cell, and its sibling on exactly one neighbour.
    fn covered(
        &self,
        cell: CellId,
        neighbours: &[CellId],
        name: String,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        let symbol = &self.model.cell(cell).symbol;
        let mut rule = script.rule(name);
        rule.add(format_args!("(<= 0 h_{symbol})"))?;
        rule.add(format_args!("(< h_{symbol} {})", self.shows.len()))?;
        if neighbours.is_empty() {
            rule.add(false)?;
        }
        for half in 0..self.shows.len() {
            let sibling = half ^ 1;
            let beside = neighbours.iter().map(|&next| self.lies(sibling, next));
            let (here, beside) = (self.lies(half, cell), self.exactly_one(beside));
            rule.add(format_args!("(=> {here} {beside})"))?;
        }
        rule.end()
    }

    /// The cell has the pips of its half.
    fn shown(&self, cell: CellId, script: &mut Script<'_>) -> io::Result<()> {
        let variable = self.model.cell(cell);
        for (half, pips) in self.shows.iter().enumerate() {
            let here = self.lies(half, cell);
            match variable.domain.binary_search(pips) {
                Ok(_) => {
                    let symbol = &variable.symbol;
                    script.assert(format_args!("(=> {here} (= pips_{symbol} {pips}))"))?;
                }
                Err(_) => script.assert(format_args!("(not {here})"))?,
            }
        }
        Ok(())
    }

    /// Both halves of every copy lie on exactly one cell.
    fn used(&self, kind: KindId, name: String, script: &mut Script<'_>) -> io::Result<()> {
        let mut rule = script.rule(name);
        for &low in &self.low[kind.index()] {
            for half in [low, low + 1] {
                rule.add(self.exactly_one(self.anywhere(half)))?;
            }
        }
        rule.end()
    }

    /// The high half of a double does not lie on the first cell of an edge.
    fn never_flipped(&self, kind: KindId, script: &mut Script<'_>) -> io::Result<()> {
        for &low in &self.low[kind.index()] {
            for edge in &self.model.edges {
                let (high_first, low_second) = (self.lies(low + 1, edge.a), self.lies(low, edge.b));
                script.assert(format_args!("(not (and {high_first} {low_second}))"))?;
            }
        }
        Ok(())
    }

    /// Copies of a domino look the same: their low halves lie in the order of the cells.
    fn order_copies(&self, script: &mut Script<'_>) -> io::Result<()> {
        let mut said = false;
        for copies in self.low.iter().filter(|copies| copies.len() > 1) {
            if !said {
                script.comment("at_0: the place of half 0. Copies are placed in their order.")?;
                said = true;
            }
            for &low in copies {
                let places: Vec<String> = (self.anywhere(low).enumerate())
                    .map(|(place, here)| format!("(ite {here} {place} 0)"))
                    .collect();
                script.define(format_args!("at_{low}"), "Int", plus(&places))?;
            }
            for pair in copies.windows(2) {
                script.assert(format_args!("(< at_{} at_{})", pair[0], pair[1]))?;
            }
        }
        Ok(())
    }

    /// The terms that make a placement: for each copy, where its two halves lie.
    fn ways(&self, placement: Placement) -> Vec<[String; 2]> {
        let edge = self.model.edges[placement.edge.index()];
        let [at_low, at_high] = if placement.flipped {
            [edge.b, edge.a]
        } else {
            [edge.a, edge.b]
        };
        let copies = self.low[placement.kind.index()].iter();
        copies
            .map(|&low| [self.lies(low, at_low), self.lies(low + 1, at_high)])
            .collect()
    }

    /// The term that says that a placement is there.
    fn term(&self, placement: Placement) -> String {
        let ways = self.ways(placement).into_iter();
        let ways = ways.map(|[low, high]| format!("(and {low} {high})"));
        or(&ways.collect::<Vec<_>>()).to_string()
    }
}

/// What a block of constraints states; nothing for those that are not stated.
fn heading(body: &ConstraintKind) -> &'static str {
    match body {
        ConstraintKind::Covered(_) | ConstraintKind::Shows(_) => {
            "A cell has a half, the pips of that half, and the sibling on one neighbour."
        }
        ConstraintKind::Used { .. } => "Every half is used once.",
        ConstraintKind::Rule { .. } | ConstraintKind::Pinned { .. } => "The rules of the regions.",
        ConstraintKind::NeverFlipped(_) => "A double has its first half on the first of its cells.",
        ConstraintKind::Supply { .. } | ConstraintKind::Excluded(_) => "",
    }
}
