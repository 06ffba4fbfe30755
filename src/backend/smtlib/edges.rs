//! The `edges` encoding: an integer for the value of each cell, a Boolean for each edge with a domino.
//!
//! C integers and E Booleans. Exactly one of the edges at a cell is true, pairwise (a cell has few). A
//! domino with one copy lies on some true edge; copies are counted. There are as many true edges as
//! dominoes and no edge has two, so edges without a domino need no constraint.

use std::io;

use super::script::{ScriptWriter, apply, count_is, exactly_one, pips, value_count};
use crate::model::{CellId, ConstraintKind, KindId, Model, Origin, Pips, PlacementId};

/// Writes declarations and assertions. Returns the symbols whose values determine a board.
pub(super) fn write(model: &Model, script: &mut ScriptWriter<'_, '_>) -> io::Result<Vec<String>> {
    script.comment(
        "Decided: on_a_b says that a domino lies on cells a and b; pips_a is what cell a shows.",
    )?;
    let edges = model.edges.iter();
    let on: Vec<String> = edges.map(|edge| on(model, edge.ends())).collect();
    let shown: Vec<String> = model.cell_ids().map(|cell| pips(model, cell)).collect();
    for (edge, symbol) in model.edges.iter().zip(&on) {
        script.set_origins(&edge.ends().map(Origin::Cell));
        script.declare(symbol, "Bool")?;
    }
    for (cell, symbol) in model.cell_ids().zip(&shown) {
        script.set_origins(&[Origin::Cell(cell)]);
        script.declare(symbol, "Int")?;
    }
    for (cell, symbol) in model.cell_ids().zip(&shown) {
        script.set_origins(&[Origin::Cell(cell)]);
        script.assert(&among(symbol, &model.cell(cell).domain), "")?;
    }
    let by_kind = model.placements_by_kind();
    let mut heading = Some("is_1_4 says that two cells show 1 and 4.");
    for (kind, placements) in (0..model.kinds.len()).map(KindId::at).zip(&by_kind) {
        let [low, high] = model.kinds[kind.index()].domino.halves();
        if !by_edge(model, placements).any(|ways| goes_both_ways(model, kind, ways)) {
            continue;
        }
        if let Some(heading) = heading.take() {
            script.comment(heading)?;
        }
        let one = format!("(and (= a {low}) (= b {high}))");
        let either = match low == high {
            true => one,
            false => format!("(or {one} (and (= a {high}) (= b {low})))"),
        };
        script.set_origins(&[Origin::Domino(kind)]);
        script.define(
            format_args!("is_{low}_{high} ((a Int) (b Int)) Bool"),
            either,
        )?;
    }
    let graph = model.graph();
    script.constraints(model, |body| match body {
        ConstraintKind::Covered(cell) => {
            let at = graph.edges_at(*cell).iter();
            let at: Vec<String> = at.map(|edge| on[edge.index()].clone()).collect();
            vec![apply("and", &exactly_one(&at), "true")]
        }
        ConstraintKind::Used { kind, times } => {
            vec![used(model, *kind, *times, &by_kind[kind.index()])]
        }
        ConstraintKind::ValueCount { value, cells } => vec![value_count(model, *value, *cells)],
        // Implied by the constraints on dominoes and by the domains above.
        _ => Vec::new(),
    })?;
    Ok(on.into_iter().chain(shown).collect())
}

/// `on_r0c2_r1c2`.
fn on(model: &Model, ends: [CellId; 2]) -> String {
    let [a, b] = ends.map(|cell| &model.cell(cell).symbol);
    format!("on_{a}_{b}")
}

/// The conjuncts of a placement: its edge and the values of the two cells.
pub(super) fn parts(model: &Model, id: PlacementId) -> [String; 3] {
    let halves = model.halves(model.placements[id.index()]);
    let [a, b] = halves.map(|(cell, shown)| format!("(= {} {shown})", pips(model, cell)));
    [on(model, halves.map(|(cell, _)| cell)), a, b]
}

/// The term of a placement, which is also its name.
pub(super) fn term(model: &Model, id: PlacementId) -> String {
    format!("(and {})", parts(model, id).join(" "))
}

/// The term that a variable has one of some sorted values: bounds if they are an interval.
fn among(symbol: &str, values: &[Pips]) -> String {
    match values {
        [first, .., last] if (last - first) as usize == values.len() - 1 => {
            format!("(<= {first} {symbol} {last})")
        }
        values => {
            let equal = values.iter().map(|value| format!("(= {symbol} {value})"));
            apply("or", &equal.collect::<Vec<_>>(), "false")
        }
    }
}

/// The placements of a kind, grouped by edge.
fn by_edge<'p>(
    model: &Model,
    placements: &'p [PlacementId],
) -> impl Iterator<Item = &'p [PlacementId]> {
    let edge = |id: &PlacementId| model.placements[id.index()].edge;
    placements.chunk_by(move |one, other| edge(one) == edge(other))
}

/// Whether the placements of a kind on an edge are both orientations, or the only one of a double.
fn goes_both_ways(model: &Model, kind: KindId, placements: &[PlacementId]) -> bool {
    placements.len() == 2 || model.kinds[kind.index()].domino.is_double()
}

/// The term that a kind is used as often as it has copies, in its remaining placements.
fn used(model: &Model, kind: KindId, times: u32, placements: &[PlacementId]) -> String {
    let [low, high] = model.kinds[kind.index()].domino.halves();
    let lies = by_edge(model, placements).map(|ways| {
        if !goes_both_ways(model, kind, ways) {
            return term(model, ways[0]);
        }
        let placement = model.placements[ways[0].index()];
        let ends = model.edges[placement.edge.index()].ends();
        let [a, b] = ends.map(|cell| pips(model, cell));
        format!("(and {} (is_{low}_{high} {a} {b}))", on(model, ends))
    });
    let lies: Vec<String> = lies.collect();
    match times {
        1 => apply("or", &lies, "false"),
        _ => count_is(&lies, times),
    }
}
