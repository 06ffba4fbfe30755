//! The `edges` encoding: an integer for what each cell shows, a Boolean for each edge that carries a
//! domino.
//!
//! C integers and E Booleans. Of the edges at a cell exactly one is taken, by pairs (a cell has few). A
//! domino with one copy lies on some taken edge; copies are counted. There are as many taken edges
//! as dominoes and no edge carries two, so that nothing need be said about an edge without a domino.

use std::io;

use super::numbers::{rule_term, tally};
use super::script::{Script, or};
use crate::model::{
    CellId, Constraint, ConstraintKind, Kind, KindId, Model, Origin, Pips, Placement, PlacementId,
    Rule,
};

/// Writes declarations and assertions; returns the symbols whose values are a board.
pub(super) fn write(model: &Model, script: &mut Script<'_>) -> io::Result<Vec<String>> {
    script.comment(
        "Decided: pips_a is what cell a shows; on_a_b says that a domino lies on cells a and b.",
    )?;
    let pips = model.cell_ids().map(|cell| pips(model, cell));
    let on = model.edges.iter().map(|edge| on(model, [edge.a, edge.b]));
    let (pips, on): (Vec<String>, Vec<String>) = (pips.collect(), on.collect());
    for (cell, symbol) in model.cell_ids().zip(&pips) {
        script.about(&[Origin::Cell(cell)]);
        script.declare(symbol, "Int")?;
    }
    for (edge, symbol) in model.edges.iter().zip(&on) {
        script.about(&edge.ends().map(Origin::Cell));
        script.declare(symbol, "Bool")?;
    }
    for (cell, symbol) in model.cell_ids().zip(&pips) {
        script.about(&[Origin::Cell(cell)]);
        script.assert(among(symbol, &model.cell(cell).domain))?;
    }
    let graph = model.graph();
    let by_kind = model.placements_by_kind();
    // The laws of dominoes come first, then the regions.
    let mut constraints: Vec<&Constraint> = model.constraints.iter().collect();
    constraints.sort_by_key(|one| match one.body {
        ConstraintKind::Supply { .. } => 1,
        ConstraintKind::Rule { .. } | ConstraintKind::Pinned { .. } => 2,
        _ => 0,
    });
    for constraint in constraints {
        script.heading(heading(&constraint.body))?;
        script.about(&[constraint.origin]);
        let named = |script: &mut Script<'_>| script.fresh(model.origin_symbol(constraint.origin));
        match &constraint.body {
            ConstraintKind::Covered(cell) => {
                let at = graph.edges_at(*cell).iter();
                let at: Vec<&str> = at.map(|edge| on[edge.index()].as_str()).collect();
                let name = named(script);
                script.state(name, exactly_one(&at))?;
            }
            // It follows from the dominoes; the domains are stated above.
            ConstraintKind::Shows(_) => {}
            ConstraintKind::Used { kind, times } => {
                let name = named(script);
                used(model, *kind, *times, &by_kind[kind.index()], script, name)?;
            }
            ConstraintKind::Rule { cells, rule } => {
                let name = named(script);
                script.state(name, rule_term(model, cells, *rule))?;
            }
            ConstraintKind::Pinned { cell, pips } => {
                let name = named(script);
                script.state(name, rule_term(model, &[*cell], Rule::pin(*pips)))?;
            }
            ConstraintKind::Supply { value, cells } => {
                let can_show = model.cell_ids().filter(|&cell| shows(model, cell, *value));
                let shown: Vec<String> = can_show
                    .map(|cell| format!("(= {} {value})", pips[cell.index()]))
                    .collect();
                script.assert(tally(&shown, *cells as usize))?;
            }
            // A double has one orientation: its two cells show the same.
            ConstraintKind::NeverFlipped(_) | ConstraintKind::Excluded(_) => {}
        }
    }
    Ok(pips.into_iter().chain(on).collect())
}

/// `pips_r0c2`.
fn pips(model: &Model, cell: CellId) -> String {
    format!("pips_{}", model.cell(cell).symbol)
}

/// `on_r0c2_r1c2`.
fn on(model: &Model, ends: [CellId; 2]) -> String {
    let [a, b] = ends.map(|cell| &model.cell(cell).symbol);
    format!("on_{a}_{b}")
}

/// What makes a placement: its edge, and what the two cells show.
pub(super) fn parts(model: &Model, id: PlacementId) -> [String; 3] {
    let halves = model.halves(model.placements[id.index()]);
    let [a, b] = halves.map(|(cell, shown)| format!("(= {} {shown})", pips(model, cell)));
    [on(model, halves.map(|(cell, _)| cell)), a, b]
}

/// The term that says that a placement is there; it is also what the name map calls it.
pub(super) fn term(model: &Model, id: PlacementId) -> String {
    format!("(and {})", parts(model, id).join(" "))
}

fn shows(model: &Model, cell: CellId, value: Pips) -> bool {
    model.cell(cell).domain.binary_search(&value).is_ok()
}

/// Exactly one of a few terms.
fn exactly_one(terms: &[&str]) -> String {
    let mut parts = vec![or(terms).to_string()];
    for (index, one) in terms.iter().enumerate() {
        for other in &terms[index + 1..] {
            parts.push(format!("(not (and {one} {other}))"));
        }
    }
    match parts.as_slice() {
        [only] => only.clone(),
        parts => format!("(and {})", parts.join(" ")),
    }
}

/// A variable has one of some sorted values: bounds where there is no gap between them.
fn among(symbol: &str, values: &[Pips]) -> String {
    match values {
        [] => "false".into(),
        [only] => format!("(= {symbol} {only})"),
        [first, .., last] if (last - first) as usize == values.len() - 1 => {
            format!("(<= {first} {symbol} {last})")
        }
        values => {
            let equal = values.iter().map(|value| format!("(= {symbol} {value})"));
            or(&equal.collect::<Vec<_>>()).to_string()
        }
    }
}

/// The domino lies as often as there are copies, on the edges and in the orientations that are left.
fn used(
    model: &Model,
    kind: KindId,
    times: u32,
    placements: &[PlacementId],
    script: &mut Script<'_>,
    name: String,
) -> io::Result<()> {
    let Kind { domino, .. } = model.kinds[kind.index()];
    let (low, high) = (domino.low(), domino.high());
    let is = script.fresh(format!("is_{low}_{high}"));
    let either = match domino.is_double() {
        true => format!("(and (= a {low}) (= b {high}))"),
        false => format!("(or (and (= a {low}) (= b {high})) (and (= a {high}) (= b {low})))"),
    };
    let mut lies = Vec::new();
    let mut defined = false;
    let same_edge = |one: &PlacementId, other: &PlacementId| {
        let edge = |id: &PlacementId| model.placements[id.index()].edge;
        edge(one) == edge(other)
    };
    for ways in placements.chunk_by(same_edge) {
        let Placement { edge, .. } = model.placements[ways[0].index()];
        let edge = model.edges[edge.index()];
        if ways.len() == 2 || domino.is_double() {
            defined = true;
            let [a, b] = [edge.a, edge.b].map(|cell| pips(model, cell));
            lies.push(format!(
                "(and {} ({is} {a} {b}))",
                on(model, [edge.a, edge.b])
            ));
        } else {
            lies.extend(ways.iter().map(|&id| term(model, id)));
        }
    }
    if defined {
        script.text(format_args!(
            "(define-fun {is} ((a Int) (b Int)) Bool {either})\n"
        ))?;
    }
    match times {
        1 => script.state(name, or(&lies)),
        _ => script.state(name, tally(&lies, times as usize)),
    }
}

/// What a block of constraints states; nothing for those that are not stated.
fn heading(body: &ConstraintKind) -> &'static str {
    match body {
        ConstraintKind::Covered(_) => "Exactly one domino covers each cell.",
        ConstraintKind::Used { .. } => {
            "Every domino lies on some edge, as often as there are copies."
        }
        ConstraintKind::Rule { .. } | ConstraintKind::Pinned { .. } => "The regions.",
        ConstraintKind::Supply { .. } => {
            "Redundant: the cells show each value as often as the dominoes do."
        }
        ConstraintKind::Shows(_)
        | ConstraintKind::NeverFlipped(_)
        | ConstraintKind::Excluded(_) => "",
    }
}
