//! A variable per edge, whose values are the dominoes that can lie there.
//!
//! E + C variables and E tables of three columns (the edge, the pips at its two ends) with a row
//! for each placement on the edge and one for none; edges with the same table share it. C counts
//! say that all edges at a cell but one are free, K that a kind lies as often as there are copies.
//! The supply of values is one cardinality constraint, a redundant fact.
//!
//! Other formulations that were tried are in `docs/encodings.md`, with what they measured.

use std::io;

use super::page::{Page, value_name};
use crate::model::{CellId, ConstraintKind, EdgeId, KindId, Model, Placement};
use std::collections::BTreeMap;

/// The value of an edge without a domino.
const FREE: i64 = -1;

/// What the values of the edges' variables stand for: 41 for 4 pips on the first cell and 1 on
/// the second, in a base that is a power of ten above all pips.
pub(super) struct Codes {
    /// What the pips of the first cell are multiplied with.
    base: i64,
    /// For each kind, as it is and flipped.
    by_kind: Vec<[i64; 2]>,
}

impl Codes {
    pub(super) fn of(model: &Model) -> Self {
        let most = i64::from(model.supply().last().map_or(0, |(most, _)| *most));
        let mut base = 10;
        while base <= most {
            base *= 10;
        }
        let codes = model.kinds.iter().map(|kind| {
            let [low, high] = kind.domino.halves().map(i64::from);
            [base * low + high, base * high + low]
        });
        let by_kind = codes.collect();
        Codes { base, by_kind }
    }

    pub(super) fn code(&self, placement: Placement) -> i64 {
        self.by_kind[placement.kind.index()][usize::from(placement.flipped)]
    }
}

/// The variable of an edge.
pub(super) fn edge_name(model: &Model, edge: EdgeId) -> String {
    let [a, b] = model.edges[edge.index()].ends();
    format!("tile_{}_{}", model.cell(a).symbol, model.cell(b).symbol)
}

/// Edges on which the same can lie.
struct Table<'m> {
    edges: Vec<EdgeId>,
    /// What can lie on the first of them.
    placements: &'m [Placement],
}

/// The edges by the tables that they share, in the order of the first of each.
fn tables(model: &Model) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    let mut known: BTreeMap<Vec<(KindId, bool)>, usize> = BTreeMap::new();
    for (index, range) in model.placements_by_edge().into_iter().enumerate() {
        let placements = &model.placements[range.start as usize..range.end as usize];
        let ways = placements.iter().map(|p| (p.kind, p.flipped)).collect();
        let table = *known.entry(ways).or_insert_with(|| {
            tables.push(Table {
                edges: Vec::new(),
                placements,
            });
            tables.len() - 1
        });
        tables[table].edges.push(EdgeId::at(index));
    }
    tables
}

pub(super) fn write(page: &mut Page<'_>) -> io::Result<()> {
    let model = page.model;
    let codes = Codes::of(model);
    let edges: Vec<EdgeId> = (0..model.edges.len()).map(EdgeId::at).collect();
    let tables = tables(model);
    page.instance(
        |page| {
            page.values()?;
            if edges.is_empty() {
                return Ok(());
            }
            page.comment("The domino on each edge, which is two neighbouring cells. It is written by its pips:")?;
            page.comment(format_args!(
                "{} is 4 on the first cell and 1 on the second, 2 is 0 and 2, and {FREE} is no domino.",
                4 * codes.base + 1
            ))?;
            for table in &tables {
                let first = edge_name(model, table.edges[0]);
                let codes = table.placements.iter().map(|&p| codes.code(p));
                let mut values: Vec<i64> = codes.chain([FREE]).collect();
                values.sort_unstable();
                let values = values.iter().map(i64::to_string);
                page.list(&format!(r#"var id="{first}""#), values)?;
                for &edge in &table.edges[1..] {
                    let name = edge_name(model, edge);
                    page.line(format_args!(r#"<var id="{name}" as="{first}"/>"#))?;
                }
            }
            Ok(())
        },
        |page| {
            shown(page, &codes, &tables)?;
            covered(page, &edges)?;
            used(page, &codes, &edges)?;
            page.rules()?;
            excluded(page, &codes)?;
            supply(page)
        },
    )
}

/// A domino shows its pips on its two cells.
fn shown(page: &mut Page<'_>, codes: &Codes, tables: &[Table<'_>]) -> io::Result<()> {
    let model = page.model;
    if tables.is_empty() {
        return Ok(());
    }
    page.block(None, "A domino shows its pips on its two cells.", |page| {
        for table in tables {
            let rows = table.placements.iter().map(|&placement| {
                let [(_, a), (_, b)] = model.halves(placement);
                format!("({},{a},{b})", codes.code(placement))
            });
            let rows = std::iter::once(format!("({FREE},*,*)")).chain(rows);
            let template = |page: &mut Page<'_>| {
                page.within("extension", |page| {
                    page.element("list", "%0 %1 %2")?;
                    page.list("supports", rows)
                })
            };
            let arguments = table.edges.iter().map(|&edge| {
                let ends = model.edges[edge.index()].ends();
                let [a, b] = ends.map(|cell| value_name(model, cell));
                format!("{} {a} {b}", edge_name(model, edge))
            });
            let note = "The edge, the pips on its first cell, the pips on its second.";
            page.group(note, template, arguments)?;
        }
        Ok(())
    })
}

/// Every cell is covered once: all edges at it but one are free.
fn covered(page: &mut Page<'_>, edges: &[EdgeId]) -> io::Result<()> {
    let model = page.model;
    let mut at_cell: Vec<Vec<EdgeId>> = vec![Vec::new(); model.cells.len()];
    for &edge in edges {
        for cell in model.edges[edge.index()].ends() {
            at_cell[cell.index()].push(edge);
        }
    }
    page.block(
        None,
        "Every cell is covered by exactly one domino.",
        |page| {
            let mut by_degree: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for (cell, at) in model.cell_ids().zip(&at_cell) {
                if at.is_empty() {
                    page.impossible(cell, "No domino can cover this cell.")?;
                } else {
                    let names: Vec<String> =
                        at.iter().map(|&edge| edge_name(model, edge)).collect();
                    let same = by_degree.entry(at.len()).or_default();
                    same.push(names.join(" "));
                }
            }
            for (degree, cells) in by_degree {
                let note = match degree {
                    1 => "The cell has one neighbour: there is a domino on both.".into(),
                    _ => format!("Of the cell's {degree} edges all but one are free."),
                };
                let template = |page: &mut Page<'_>| {
                    let (free, others) = (FREE.to_string(), (degree - 1).to_string());
                    page.count(["%...".to_owned()], &free, &others)
                };
                page.group(&note, template, cells)?;
            }
            Ok(())
        },
    )
}

/// Every kind lies as often as there are copies.
fn used(page: &mut Page<'_>, codes: &Codes, edges: &[EdgeId]) -> io::Result<()> {
    let model = page.model;
    let mut ways = vec![[false; 2]; model.kinds.len()];
    for placement in &model.placements {
        ways[placement.kind.index()][usize::from(placement.flipped)] = true;
    }
    page.block(None, "Every domino is used.", |page| {
        let mut one_way = Vec::new();
        let mut two_ways = Vec::new();
        for constraint in &model.constraints {
            let ConstraintKind::Used { kind, times } = constraint.body else {
                continue;
            };
            let codes = codes.by_kind[kind.index()];
            if edges.len() < times as usize {
                // A solver may refuse to count more than there are.
                let note = "There are more copies than places for them.";
                page.impossible(CellId(0), note)?;
                continue;
            }
            match ways[kind.index()] {
                [true, true] => two_ways.push(format!("{} {} {times}", codes[0], codes[1])),
                [true, false] => one_way.push(format!("{} {times}", codes[0])),
                [false, true] => one_way.push(format!("{} {times}", codes[1])),
                [false, false] => {
                    let note = "There is no place for this domino.";
                    page.impossible(CellId(0), note)?;
                }
            }
        }
        let names = || edges.iter().map(|&edge| edge_name(model, edge));
        if !two_ways.is_empty() {
            let note = "The domino one way round and the other, and how often it lies.";
            let template = |page: &mut Page<'_>| page.count(names(), "%0 %1", "%2");
            page.group(note, template, two_ways)?;
        }
        if !one_way.is_empty() {
            let note = "The domino that lies one way, and how often it does.";
            let template = |page: &mut Page<'_>| page.count(names(), "%0", "%1");
            page.group(note, template, one_way)?;
        }
        Ok(())
    })
}

/// The edges do not all have the dominoes of an excluded board. What cannot lie there keeps its board
/// out already.
fn excluded(page: &mut Page<'_>, codes: &Codes) -> io::Result<()> {
    let model = page.model;
    page.excluded(|page, id, placements| {
        let laid = placements.iter().flatten();
        let laid = laid.map(|id| model.placements[id.index()]);
        let values: Vec<(String, i64)> = laid
            .map(|placement| (edge_name(model, placement.edge), codes.code(placement)))
            .collect();
        match values.len() == placements.len() {
            true => page.not_all(id, values),
            false => Ok(()),
        }
    })
}

/// Each value is on the board as often as the dominoes show it.
fn supply(page: &mut Page<'_>) -> io::Result<()> {
    let model = page.model;
    let mut values = Vec::new();
    let mut occurs = Vec::new();
    for constraint in &model.constraints {
        if let ConstraintKind::Supply { value, cells } = constraint.body {
            values.push(value.to_string());
            occurs.push(cells.to_string());
        }
    }
    if values.is_empty() {
        return Ok(());
    }
    let note = "Each value is on the board as often as the dominoes show it.";
    page.block(Some("redundantConstraints"), note, |page| {
        page.within(r#"cardinality id="supply""#, |page| {
            let names = model.cell_ids().map(|cell| value_name(model, cell));
            page.list("list", names)?;
            page.list(r#"values closed="true""#, values)?;
            page.list("occurs", occurs)
        })
    })
}
