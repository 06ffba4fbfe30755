//! XCSP3-core, the format of the XCSP3 competitions: an XML file of integer variables and global constraints.
//!
//! `edges` has the array `pips` of the values of cells and the array `tile` of the dominoes on edges: C + E variables. A
//! `count` per cell states that all its edges but one are free, a table per edge (shared by edges with the same rows)
//! links it to its two cells, and a `count` per domino states its number of copies. The value counts are one
//! `cardinality` constraint, which is redundant.
//!
//! The name of a placement is a variable with a value, such as `tile[3]=41`.

mod page;

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::reply::xcsp3::{XCSP3, position};
use super::{BlockingSyntax, Encoding, Language, PlacementName, RedundantFacts, SolverProtocol};
use crate::model::{ConstraintKind, KindId, Model, Origin, Placement, Relation, Rule};
use page::{XmlWriter, intervals};

/// XCSP3.
pub static LANGUAGE: Language = Language {
    name: "xcsp3",
    title: "XCSP3",
    about: "XCSP3-core, for constraint solvers",
    encodings: &[EDGES],
    run_extensions: &["xml"],
    submit_extensions: &["xml"],
    protocol: Some(SolverProtocol {
        replies: &[XCSP3],
        blocking: BlockingSyntax {
            before: Some("  </constraints>"),
            header: None,
            write: forbid,
        },
    }),
    ..Language::DEFAULT
};

/// A variable per edge, whose values are the dominoes, linked to the values of its cells by tables.
pub const EDGES: Encoding = Encoding {
    redundant: RedundantFacts::IfRequested,
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        |emission, _, out| write(&mut XmlWriter::new(emission, out)),
        |model| {
            let codes = TileCodes::of(model);
            Box::new(move |id| {
                let placement = model.placements[id.index()];
                let (edge, code) = (placement.edge.index(), codes.code(placement));
                // In a list of whole arrays `pips` comes first.
                let place = position(model.cells.len() + edge);
                PlacementName {
                    name: format!("tile[{edge}]={code}"),
                    terms: vec![vec![format!("{place}={code}")]],
                }
            })
        },
    )
};

/// Writes a table with one forbidden row.
fn forbid(out: &mut dyn Write, _: usize, names: &[String]) -> io::Result<()> {
    let literals = names.iter().filter_map(|name| name.split_once('='));
    let (names, values): (Vec<&str>, Vec<&str>) = literals.unzip();
    writeln!(out, "    <extension class=\"nogoods\">")?;
    writeln!(out, "      <list> {} </list>", names.join(" "))?;
    writeln!(out, "      <conflicts> {} </conflicts>", page::row(&values))?;
    writeln!(out, "    </extension>")
}

/// The value of an edge without a domino.
const FREE: i64 = -1;

/// The values of `tile`: 41 is 4 pips on the first cell and 1 on the second, in a base that is a power of ten greater
/// than all pips.
struct TileCodes {
    base: i64,
    /// By kind, the codes of both orientations, flipped last.
    by_kind: Vec<[i64; 2]>,
}

impl TileCodes {
    fn of(model: &Model) -> Self {
        let most = i64::from(model.value_counts().last().map_or(0, |(most, _)| *most));
        let mut base = 10;
        while base <= most {
            base *= 10;
        }
        let codes = model.kinds.iter().map(|kind| {
            let [low, high] = kind.domino.halves().map(i64::from);
            [base * low + high, base * high + low]
        });
        let by_kind = codes.collect();
        TileCodes { base, by_kind }
    }

    fn code(&self, placement: Placement) -> i64 {
        self.by_kind[placement.kind.index()][usize::from(placement.flipped)]
    }
}

/// Edges with the same placements, which share a table.
struct EdgeTable<'m> {
    edges: Vec<usize>,
    /// The placements on the first edge.
    placements: &'m [Placement],
}

/// The tables in the order of their first edges.
fn tables(model: &Model) -> Vec<EdgeTable<'_>> {
    let mut tables: Vec<EdgeTable<'_>> = Vec::new();
    let mut known: BTreeMap<Vec<(KindId, bool)>, usize> = BTreeMap::new();
    for (edge, range) in model.placements_by_edge().into_iter().enumerate() {
        let placements = &model.placements[range.start as usize..range.end as usize];
        let ways = placements.iter().map(|p| (p.kind, p.flipped)).collect();
        let table = *known.entry(ways).or_insert_with(|| {
            tables.push(EdgeTable {
                edges: Vec::new(),
                placements,
            });
            tables.len() - 1
        });
        tables[table].edges.push(edge);
    }
    tables
}

fn write(page: &mut XmlWriter<'_>) -> io::Result<()> {
    let model = page.model;
    let codes = TileCodes::of(model);
    let tables = tables(model);
    page.instance(
        |page| variables(page, &codes, &tables),
        |page| {
            covered(page)?;
            if !tables.is_empty() {
                shown(page, &codes, &tables)?;
            }
            used(page, &codes)?;
            value_counts(page)?;
            rules(page)
        },
    )
}

/// Writes the two arrays, with comments on their elements.
fn variables(
    page: &mut XmlWriter<'_>,
    codes: &TileCodes,
    tables: &[EdgeTable<'_>],
) -> io::Result<()> {
    let model = page.model;
    page.comment("Decided: pips, what each cell shows; and tile, the domino on each edge, which is two neighbouring cells.")?;
    page.comment(format_args!(
        "The domino {} is 4 on the first cell and 1 on the second, 2 is 0 and 2, and {FREE} is no domino.",
        4 * codes.base + 1
    ))?;
    let name = |cell: crate::model::CellId| model.cell(cell).name.to_string();
    page.legend("pips", model.cell_ids().map(name))?;
    let domains = model.cells.iter().map(|cell| {
        let values = cell.domain.iter().map(|&pips| i64::from(pips));
        intervals(values)
    });
    page.array("pips", &domains.collect::<Vec<_>>())?;
    if tables.is_empty() {
        return Ok(());
    }
    let ends = |edge: &crate::model::Edge| format!("{} {}", name(edge.a), name(edge.b));
    page.legend("tile", model.edges.iter().map(ends))?;
    let mut domains = vec![String::new(); model.edges.len()];
    for table in tables {
        let codes = table.placements.iter().map(|&p| codes.code(p));
        let mut values: Vec<i64> = codes.chain([FREE]).collect();
        values.sort_unstable();
        for &edge in &table.edges {
            domains[edge] = intervals(values.iter().copied());
        }
    }
    page.array("tile", &domains)
}

/// States that all edges at a cell but one are free.
fn covered(page: &mut XmlWriter<'_>) -> io::Result<()> {
    let graph = page.model.graph();
    page.block("", "Exactly one domino covers each cell.", |page| {
        let mut by_degree: BTreeMap<usize, Vec<(Vec<Origin>, String)>> = BTreeMap::new();
        for cell in page.model.cell_ids() {
            let at = graph.edges_at(cell);
            if at.is_empty() {
                page.impossible(cell, "No domino can cover this cell.")?;
                continue;
            }
            let names: Vec<String> = at.iter().map(|edge| format!("tile[{}]", edge.0)).collect();
            let arguments = (vec![Origin::Cell(cell)], names.join(" "));
            by_degree.entry(at.len()).or_default().push(arguments);
        }
        for (degree, cells) in by_degree {
            let note = match degree {
                1 => "The cell has one neighbour: there is a domino on both.".into(),
                _ => format!("All but one of the {degree} edges of a cell are free."),
            };
            let (free, others) = (FREE.to_string(), (degree - 1).to_string());
            page.group(&note, |page| page.count("%...", &free, &others), cells)?;
        }
        Ok(())
    })
}

/// States that a domino shows its halves on its two cells.
fn shown(page: &mut XmlWriter<'_>, codes: &TileCodes, tables: &[EdgeTable<'_>]) -> io::Result<()> {
    let model = page.model;
    let note = "A domino shows its halves on its two cells; where none lies, they show anything.";
    page.block("", note, |page| {
        for table in tables {
            let rows = table.placements.iter().map(|&placement| {
                let [(_, a), (_, b)] = model.halves(placement);
                format!("({},{a},{b})", codes.code(placement))
            });
            let rows = std::iter::once(format!("({FREE},*,*)")).chain(rows);
            let template = |page: &mut XmlWriter<'_>| {
                page.within("extension", |page| {
                    page.element("list", "%0 %1 %2")?;
                    page.list("supports", rows)
                })
            };
            let arguments = table.edges.iter().map(|&edge| {
                let [a, b] = model.edges[edge].ends();
                let words = format!("tile[{edge}] pips[{}] pips[{}]", a.0, b.0);
                (vec![Origin::Cell(a), Origin::Cell(b)], words)
            });
            page.group(
                "The domino, the pips on its first cell and on its second.",
                template,
                arguments,
            )?;
        }
        Ok(())
    })
}

/// States that every domino is used as often as it has copies.
fn used(page: &mut XmlWriter<'_>, codes: &TileCodes) -> io::Result<()> {
    let model = page.model;
    let mut ways = vec![[false; 2]; model.kinds.len()];
    for placement in &model.placements {
        ways[placement.kind.index()][usize::from(placement.flipped)] = true;
    }
    page.block(
        "",
        "Every domino is used as often as there are copies.",
        |page| {
            let mut one_way = Vec::new();
            let mut two_ways = Vec::new();
            for (id, (ways, codes)) in ways.into_iter().zip(&codes.by_kind).enumerate() {
                let times = model.kinds[id].copies;
                let origin = vec![Origin::Domino(KindId::at(id))];
                // A solver may reject a count greater than the number of variables.
                let ways = ways.map(|way| way && model.edges.len() >= times as usize);
                match ways {
                    [true, true] => {
                        two_ways.push((origin, format!("{} {} {times}", codes[0], codes[1])))
                    }
                    [true, false] => one_way.push((origin, format!("{} {times}", codes[0]))),
                    [false, true] => one_way.push((origin, format!("{} {times}", codes[1]))),
                    [false, false] => {
                        page.impossible(
                            crate::model::CellId(0),
                            "There is no place for this domino.",
                        )?;
                    }
                }
            }
            if !two_ways.is_empty() {
                let note = "The domino one way round and the other, and how often it lies.";
                page.group(note, |page| page.count("tile[]", "%0 %1", "%2"), two_ways)?;
            }
            if !one_way.is_empty() {
                let note = "The domino that lies one way, and how often it does.";
                page.group(note, |page| page.count("tile[]", "%0", "%1"), one_way)?;
            }
            Ok(())
        },
    )
}

/// States the value counts.
fn value_counts(page: &mut XmlWriter<'_>) -> io::Result<()> {
    let counts = page
        .model
        .constraints
        .iter()
        .filter_map(|one| match one.body {
            ConstraintKind::ValueCount { value, cells } => {
                Some((value.to_string(), cells.to_string()))
            }
            _ => None,
        });
    let (values, occurs): (Vec<String>, Vec<String>) = counts.unzip();
    if values.is_empty() {
        return Ok(());
    }
    let note = "Redundant: the cells show each value as often as the dominoes do.";
    page.block(r#" class="redundantConstraints""#, note, |page| {
        page.within("cardinality", |page| {
            page.element("list", "pips[]")?;
            page.list(r#"values closed="true""#, values)?;
            page.list("occurs", occurs)
        })
    })
}

/// Writes the rules of regions and the pins.
fn rules(page: &mut XmlWriter<'_>) -> io::Result<()> {
    let model = page.model;
    let rules = model.constraints.iter().filter_map(|one| match &one.body {
        ConstraintKind::Rule { cells, rule } => Some((one.origin, cells.clone(), *rule)),
        ConstraintKind::Pinned { cell, pips } => Some((one.origin, vec![*cell], Rule::pin(*pips))),
        _ => None,
    });
    let rules: Vec<_> = rules.collect();
    if rules.is_empty() {
        return Ok(());
    }
    page.block("", "The regions.", |page| {
        for (origin, cells, rule) in rules {
            let note = match origin {
                Origin::Region(region) => format!("{}: {rule}", model.regions[region.index()]),
                _ => format!("{}: {rule}", model.cell(cells[0]).name),
            };
            let attributes = format!(
                r#" id="{}"{}"#,
                model.origin_symbol(origin),
                page.note(&note)
            );
            let names = cells.iter().map(|cell| format!("pips[{}]", cell.0));
            page.set_origins(&[origin]);
            match rule {
                Rule::Sum(relation, target) => {
                    let relation = match relation {
                        Relation::Equal => "eq",
                        Relation::Less => "lt",
                        Relation::Greater => "gt",
                    };
                    page.within(&format!("sum{attributes}"), |page| {
                        page.list("list", names)?;
                        page.element("condition", format_args!("({relation},{target})"))
                    })?;
                }
                Rule::Equal => page.list(&format!("allEqual{attributes}"), names)?,
                Rule::Unequal => page.list(&format!("allDifferent{attributes}"), names)?,
                Rule::Empty => {}
            }
        }
        page.set_origins(&[]);
        Ok(())
    })
}
