//! Answer set programming: the puzzle as facts, and rules.
//!
//! `edges` has choice rules for the tiling and the value of each cell: E + CV atoms for E edges, C cells and V
//! values. The placements are derived, in 2KE ground rules for K kinds. A file to run has the facts and the rules
//! that the puzzle uses. A submission has two files, as in the ASP Competition: rules that are the same for every
//! puzzle, and an instance of facts. Except for `#show` and `#defined` the rules are ASP-Core-2.
//!
//! Measured with clingo on full sets: choice rules for the kind on an edge, and for the placement of each kind,
//! are both slower from double-9 on; value counts are faster from double-9 on.

use std::collections::BTreeSet;
use std::io::{self, Write};

use tera::Context;

use super::text::Item;
use super::{Emission, ModelWriter, PlacementNames, Profile, render};
use crate::model::{
    CellId, Constraint, ConstraintKind, KindId, Model, Origin, Pips, Relation, Rule,
};

const RULES: (&str, &str) = ("edges.asp", include_str!("../../templates/asp/edges.asp"));

/// The optional predicates of facts; each has its own rules in the template.
const PREDICATES: [&str; 8] = [
    "in",
    "sum_is",
    "sum_below",
    "sum_above",
    "all_equal",
    "all_different",
    "never",
    "supply",
];

/// Maximal length of a line, unless a fact is longer.
const WIDTH: usize = 92;

/// Writes a constraint that excludes a board.
pub(super) fn block(out: &mut dyn Write, _: usize, atoms: &[String]) -> io::Result<()> {
    writeln!(out, ":- {}.", atoms.join(", "))
}

/// The atom of a placement: the domino, the cell of its low half, the other cell.
pub(super) fn names(model: &Model) -> PlacementNames<'_> {
    let cells = cells(model);
    Box::new(move |id| {
        let placement = model.placements[id.index()];
        let mut ends = model.edges[placement.edge.index()].ends();
        if placement.flipped {
            ends.reverse();
        }
        let [low, high] = ends.map(|cell| &cells[cell.index()]);
        format!("tile({},{low},{high})", domino(model, placement.kind)).into()
    })
}

/// The constants of the cells. A symbolic constant begins with a lower-case letter: if the symbol of any
/// cell does not, all cells are strings.
fn cells(model: &Model) -> Vec<String> {
    let is_constant =
        |symbol: &str| symbol.starts_with(|c: char| c.is_ascii_lowercase()) && symbol != "not";
    let symbols = model.cells.iter().map(|cell| &cell.symbol);
    match symbols.clone().all(|symbol| is_constant(symbol)) {
        true => symbols.cloned().collect(),
        false => symbols.map(|symbol| format!("\"{symbol}\"")).collect(),
    }
}

/// The constant of a domino: `d1_4`.
fn domino(model: &Model, kind: KindId) -> String {
    let [low, high] = model.kinds[kind.index()].domino.halves();
    format!("d{low}_{high}")
}

/// Choice rules for the tiling and the values; the placements are derived.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let is_submitted = emission.profile == Profile::Submit;
    let mut used: BTreeSet<String> = PREDICATES.map(String::from).into();
    if !is_submitted || out.file == 1 {
        out.comments("%", emission.head())?;
        used = write_facts(emission.model, out)?;
    }
    if is_submitted && out.file == 1 {
        return Ok(());
    }
    let mut context = Context::new();
    context.insert("submit", &is_submitted);
    for predicate in PREDICATES {
        context.insert(predicate, &used.contains(predicate));
    }
    context.insert("regions", &used.contains("in"));
    if !is_submitted {
        writeln!(out)?;
    }
    out.write_all(render(RULES.0, &[RULES], &context)?.as_bytes())
}

/// Writes the facts. Returns their predicates.
fn write_facts(model: &Model, out: &mut ModelWriter<'_>) -> io::Result<BTreeSet<String>> {
    let cells = cells(model);
    let name = |cell: CellId| &cells[cell.index()];
    let constraints = || model.constraints.iter();
    let all_cells = || model.cell_ids().zip(&model.cells);
    let mut predicates = BTreeSet::new();
    // Writes the lines of a section, which may be empty.
    let mut section = |heading: &str, lines: Vec<Vec<Item>>| -> io::Result<()> {
        let mut heading = Some(heading);
        for line in lines.into_iter().filter(|line| !line.is_empty()) {
            if let Some(heading) = heading.take() {
                writeln!(out)?;
                out.comments("%", [heading])?;
            }
            let facts = line.into_iter().map(|(fact, origins)| {
                let predicate = fact.split('(').next().unwrap_or_default();
                let _ = predicates.insert(predicate.to_owned());
                (fact + ".", origins)
            });
            out.items(["", "  ", ""], "", WIDTH, facts)?;
        }
        Ok(())
    };

    let row = |id: CellId| model.cell(id).at.map(|(row, _)| row);
    let ids: Vec<CellId> = model.cell_ids().collect();
    let rows = ids.chunk_by(|&one, &next| row(one) == row(next));
    let cell = |&id: &CellId| (format!("cell({})", name(id)), vec![Origin::Cell(id)]);
    let rows = rows.map(|row| row.iter().map(cell).collect());
    section("The cells.", rows.collect())?;
    let edges = model.edges.iter().map(|edge| {
        let [a, b] = edge.ends().map(name);
        (
            format!("edge({a},{b})"),
            edge.ends().map(Origin::Cell).to_vec(),
        )
    });
    section(
        "The edges: two neighbouring cells each.",
        vec![edges.collect()],
    )?;
    let kinds = (0..model.kinds.len()).map(KindId::at).zip(&model.kinds);
    let kinds = kinds.map(|(id, kind)| {
        let ([low, high], name) = (kind.domino.halves(), domino(model, id));
        let fact = format!("domino({name},{low},{high},{})", kind.copies);
        (fact, vec![Origin::Domino(id)])
    });
    section("The dominoes: pips, pips, copies.", vec![kinds.collect()])?;
    let supply = model.stated_value_counts();
    let supply = supply.map(|(value, cells)| (format!("supply({value},{cells})"), Vec::new()));
    section(
        "Redundant: how many cells show each value.",
        vec![supply.collect()],
    )?;
    let regions = constraints().filter_map(|Constraint { origin, body }| match body {
        ConstraintKind::Rule { cells, rule } => {
            let region = model.origin_symbol(*origin);
            let members = cells
                .iter()
                .map(|&cell| format!("in({},{region})", name(cell)));
            let facts = std::iter::once(rule_fact(*rule, &region)).chain(members);
            Some(facts.map(|fact| (fact, vec![*origin])).collect())
        }
        _ => None,
    });
    section(
        "The regions: their rules and their cells.",
        regions.collect(),
    )?;
    let values: Vec<Pips> = model
        .value_counts()
        .into_iter()
        .map(|(value, _)| value)
        .collect();
    let never = all_cells().map(|(id, cell)| {
        let absent = values.iter().filter(|value| !cell.domain.contains(value));
        let fact = |value| {
            (
                format!("never({},{value})", name(id)),
                vec![Origin::Cell(id)],
            )
        };
        absent.map(fact).collect()
    });
    section(
        "Pruned: the values that a cell never shows.",
        never.collect(),
    )?;
    Ok(predicates)
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
