//! The `halves` encoding: two integers per cell, the half of a domino on the cell and the pips that it
//! shows. A baseline.
//!
//! Domino i has the halves 2i and 2i + 1, which are siblings. The half on a cell determines the
//! cell's pips, and exactly one neighbour has the sibling; every half is used once. With `C` cells,
//! and so `C` halves, and at most `g` neighbours of a cell: `2C` integers, `C^2` implications for
//! the pips, `C^2` counts of `g` terms for the siblings and `C` counts of `C` terms for the halves. The
//! size does not depend on the number of edges x kinds.
//!
//! Exactly-one is z3's `pbeq`, as published, or a sum of 0 and 1 in standard operators. The published
//! program also has the positions of the table outside the board, fixed at -1; this has only the cells,
//! so boards need not be grids. The published program breaks no symmetry, as this with `--no-symmetry`.
//!
//! The placements are terms over the halves and have no variables.

use std::io;

use super::script::{ScriptWriter, apply, count_is, pips};
use crate::backend::{PlacementName, PlacementNames};
use crate::model::{CellId, ConstraintKind, KindId, Model, Pips, Placement};

/// The form of exactly-one constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExactlyOneForm {
    /// z3's operator `pbeq`, as published.
    PseudoBooleans,
    /// A sum of 0 and 1, in standard operators.
    Integers,
}

/// Writes declarations and assertions. Returns the symbols whose values determine a board.
pub(super) fn write(
    model: &Model,
    form: ExactlyOneForm,
    script: &mut ScriptWriter<'_, '_>,
) -> io::Result<Vec<String>> {
    let halves = HalvesEncoder::new(model, form);
    let dominoes = halves.low.iter().flatten().map(|&low| {
        let [one, other] = [halves.shows[low], halves.shows[low + 1]];
        format!("{low} and {}: {one}-{other}", low + 1)
    });
    let dominoes = dominoes.collect::<Vec<_>>().join(", ");
    script.comment(&format!("The halves of the dominoes: {dominoes}."))?;
    script.comment("Decided: h_a is the half that lies on cell a; pips_a is what cell a shows.")?;
    let cells = model.cell_ids();
    let symbols: Vec<String> = cells.map(|cell| half_on(model, cell)).collect();
    let shown = model.cell_ids().map(|cell| pips(model, cell));
    for symbol in symbols.iter().cloned().chain(shown) {
        script.declare(&symbol, "Int")?;
    }
    let graph = model.graph();
    script.constraints(model, |body| match body {
        ConstraintKind::Covered(cell) => {
            halves.covered(*cell, &graph.neighbours(*cell).collect::<Vec<_>>())
        }
        ConstraintKind::Shows(cell) => halves.shown(*cell),
        ConstraintKind::Used { kind, .. } => halves.used(*kind),
        ConstraintKind::NeverFlipped(kind) => halves.never_flipped(*kind),
        // Redundant facts are not part of the baseline.
        _ => Vec::new(),
    })?;
    halves.order_copies(script)?;
    Ok(symbols)
}

/// The terms of the placements.
pub(super) fn names(model: &Model) -> PlacementNames<'_> {
    let halves = HalvesEncoder::new(model, ExactlyOneForm::Integers);
    Box::new(move |id| {
        let terms = halves.terms(model.placements[id.index()]);
        let ways: Vec<String> = (terms.iter())
            .map(|way| format!("(and {})", way.join(" ")))
            .collect();
        PlacementName {
            name: apply("or", &ways, "false"),
            terms,
        }
    })
}

/// `h_r0c2`.
fn half_on(model: &Model, cell: CellId) -> String {
    format!("h_{}", model.cell(cell).symbol)
}

struct HalvesEncoder<'m> {
    model: &'m Model,
    form: ExactlyOneForm,
    /// By half, its pips.
    shows: Vec<Pips>,
    /// By kind and copy, the low half.
    low: Vec<Vec<usize>>,
}

impl<'m> HalvesEncoder<'m> {
    fn new(model: &'m Model, form: ExactlyOneForm) -> Self {
        let (mut shows, mut low) = (Vec::new(), Vec::new());
        for kind in &model.kinds {
            let mut copies = Vec::new();
            for _ in 0..kind.copies {
                copies.push(shows.len());
                shows.extend(kind.domino.halves());
            }
            low.push(copies);
        }
        HalvesEncoder {
            model,
            form,
            shows,
            low,
        }
    }

    /// The term that exactly one of the terms is true.
    fn exactly_one(&self, terms: &[String]) -> String {
        match self.form {
            ExactlyOneForm::PseudoBooleans => {
                let ones = " 1".repeat(terms.len());
                format!("((_ pbeq 1{ones}) {})", terms.join(" "))
            }
            ExactlyOneForm::Integers => count_is(terms, 1),
        }
    }

    /// `(= h_r0c2 7)`: the half lies on the cell.
    fn lies(&self, half: usize, cell: CellId) -> String {
        format!("(= {} {half})", half_on(self.model, cell))
    }

    /// By cell, the term that a half lies on it.
    fn on(&self, half: usize, cells: impl IntoIterator<Item = CellId>) -> Vec<String> {
        let cells = cells.into_iter();
        cells.map(|cell| self.lies(half, cell)).collect()
    }

    /// A half lies on the cell, and its sibling on exactly one neighbour.
    fn covered(&self, cell: CellId, neighbours: &[CellId]) -> Vec<String> {
        if neighbours.is_empty() {
            return vec!["false".into()];
        }
        let half = half_on(self.model, cell);
        let bounds = [
            format!("(<= 0 {half})"),
            format!("(< {half} {})", self.shows.len()),
        ];
        let siblings = (0..self.shows.len()).map(|half| {
            let beside = self.on(half ^ 1, neighbours.iter().copied());
            format!(
                "(=> {} {})",
                self.lies(half, cell),
                self.exactly_one(&beside)
            )
        });
        bounds.into_iter().chain(siblings).collect()
    }

    /// The cell shows the pips of its half.
    fn shown(&self, cell: CellId) -> Vec<String> {
        let domain = &self.model.cell(cell).domain;
        let shown = self.shows.iter().enumerate().map(|(half, shown)| {
            let here = self.lies(half, cell);
            match domain.contains(shown) {
                true => format!("(=> {here} (= {} {shown}))", pips(self.model, cell)),
                false => format!("(not {here})"),
            }
        });
        shown.collect()
    }

    /// Both halves of every copy lie on exactly one cell.
    fn used(&self, kind: KindId) -> Vec<String> {
        let halves = self.low[kind.index()]
            .iter()
            .flat_map(|&low| [low, low + 1]);
        let once = halves.map(|half| self.exactly_one(&self.on(half, self.model.cell_ids())));
        once.collect()
    }

    /// The high half of a double does not lie on the first cell of an edge.
    fn never_flipped(&self, kind: KindId) -> Vec<String> {
        let mut parts = Vec::new();
        for &low in &self.low[kind.index()] {
            for edge in &self.model.edges {
                let (high_first, low_second) = (self.lies(low + 1, edge.a), self.lies(low, edge.b));
                parts.push(format!("(not (and {high_first} {low_second}))"));
            }
        }
        parts
    }

    /// Orders the low halves of copies of a domino by cell (symmetry breaking).
    fn order_copies(&self, script: &mut ScriptWriter<'_, '_>) -> io::Result<()> {
        let mut heading =
            Some("Copies of a domino lie in their order; at_0 is the place of half 0.");
        for copies in self.low.iter().filter(|copies| copies.len() > 1) {
            if let Some(text) = heading.take() {
                script.comment(text)?;
            }
            for &low in copies {
                let places: Vec<String> = (self.on(low, self.model.cell_ids()).iter().enumerate())
                    .map(|(place, here)| format!("(ite {here} {place} 0)"))
                    .collect();
                let place = apply("+", &places, "0");
                script.define(format_args!("at_{low} () Int"), place)?;
            }
            for pair in copies.windows(2) {
                script.assert(&format!("(< at_{} at_{})", pair[0], pair[1]), "")?;
            }
        }
        Ok(())
    }

    /// The definition of a placement: for each copy, the positions of its two halves.
    fn terms(&self, placement: Placement) -> Vec<Vec<String>> {
        let edge = self.model.edges[placement.edge.index()];
        let [at_low, at_high] = if placement.flipped {
            [edge.b, edge.a]
        } else {
            [edge.a, edge.b]
        };
        let copies = self.low[placement.kind.index()].iter();
        copies
            .map(|&low| vec![self.lies(low, at_low), self.lies(low + 1, at_high)])
            .collect()
    }
}
