//! The `edges` encoding: an integer for the value of each cell, a Boolean for each edge with a domino.
//!
//! C integers and E Booleans. Exactly one of the edges at a cell is true, pairwise (a cell has few). A
//! domino with one copy lies on some true edge; copies are counted. There are as many true edges as
//! dominoes and no edge has two, so edges without a domino need no constraint.

use std::io;

use super::script::{ScriptWriter, apply, count_is, exactly_one, pips, value_count};
use crate::model::{CellId, ConstraintKind, KindId, Model, Origin, Pips, Placement, PlacementId};

/// Writes declarations and assertions. Returns the symbols whose values determine a board.
pub(super) fn write(model: &Model, script: &mut ScriptWriter<'_>) -> io::Result<Vec<String>> {
    script.comment(
        "Decided: pips_a is what cell a shows; on_a_b says that a domino lies on cells a and b.",
    )?;
    let shown: Vec<String> = model.cell_ids().map(|cell| pips(model, cell)).collect();
    let edges = model.edges.iter();
    let on: Vec<String> = edges.map(|edge| on(model, [edge.a, edge.b])).collect();
    for (cell, symbol) in model.cell_ids().zip(&shown) {
        script.set_origins(&[Origin::Cell(cell)]);
        script.declare(symbol, "Int")?;
    }
    for (edge, symbol) in model.edges.iter().zip(&on) {
        script.set_origins(&edge.ends().map(Origin::Cell));
        script.declare(symbol, "Bool")?;
    }
    for (cell, symbol) in model.cell_ids().zip(&shown) {
        script.set_origins(&[Origin::Cell(cell)]);
        script.assert(among(symbol, &model.cell(cell).domain))?;
    }
    let by_kind = model.placements_by_kind();
    let kinds = || (0..model.kinds.len()).map(KindId::at).zip(&by_kind);
    if kinds().any(|(kind, placements)| goes_both_ways(model, kind, placements)) {
        script.comment("is_1_4 says that two cells show 1 and 4.")?;
    }
    for (kind, placements) in kinds() {
        if goes_both_ways(model, kind, placements) {
            let [low, high] = model.kinds[kind.index()].domino.halves();
            let either = match low == high {
                true => format!("(and (= a {low}) (= b {high}))"),
                false => {
                    format!("(or (and (= a {low}) (= b {high})) (and (= a {high}) (= b {low})))")
                }
            };
            script.set_origins(&[Origin::Domino(kind)]);
            script.text(format_args!(
                "(define-fun is_{low}_{high} ((a Int) (b Int)) Bool {either})\n"
            ))?;
        }
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
    Ok(shown.into_iter().chain(on).collect())
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

/// Whether a kind has both orientations on some edge, or is a double.
fn goes_both_ways(model: &Model, kind: KindId, placements: &[PlacementId]) -> bool {
    model.kinds[kind.index()].domino.is_double() && !placements.is_empty()
        || by_edge(model, placements).any(|ways| ways.len() == 2)
}

/// The term that a kind is used as often as it has copies, in its remaining placements.
fn used(model: &Model, kind: KindId, times: u32, placements: &[PlacementId]) -> String {
    let domino = model.kinds[kind.index()].domino;
    let mut lies = Vec::new();
    for ways in by_edge(model, placements) {
        if ways.len() == 2 || domino.is_double() {
            let Placement { edge, .. } = model.placements[ways[0].index()];
            let ends = model.edges[edge.index()].ends();
            let ([a, b], on) = (ends.map(|cell| pips(model, cell)), on(model, ends));
            let [low, high] = domino.halves();
            lies.push(format!("(and {on} (is_{low}_{high} {a} {b}))"));
        } else {
            lies.extend(ways.iter().map(|&id| term(model, id)));
        }
    }
    match times {
        1 => apply("or", &lies, "false"),
        _ => count_is(&lies, times),
    }
}
