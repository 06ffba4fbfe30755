//! XCSP3-core, the format of the XCSP3 competitions: an XML file of integer variables and global constraints.
//!
//! `edges` has the array `tile` of the dominoes on edges and the array `pips` of the values of cells: E + C variables. A
//! `count` per cell states that all its edges but one are free, a table per edge (shared by edges with the same rows)
//! links it to its two cells, and a `count` per domino states its number of copies. The value counts are one
//! `cardinality` constraint, which is redundant.
//!
//! The name of a placement is a variable with a value, such as `tile[3]=41`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{self, Write};

use super::text::{Item, heading};
use super::{Emission, ModelWriter, PlacementNames, Profile};
use crate::model::{
    CellId, Constraint, ConstraintKind, EdgeId, KindId, Model, Origin, Placement, PlacementId,
    Relation, Rule,
};
use crate::puzzle::Graph;

/// The value of an edge without a domino.
const FREE: i64 = -1;

/// Maximal length of a line, unless a word is longer.
const WIDTH: usize = 110;

/// The names of placements, such as `tile[3]=41`.
pub(super) fn names(model: &Model) -> PlacementNames<'_> {
    let base = base(model);
    Box::new(move |id| {
        let placement = model.placements[id.index()];
        format!(
            "tile[{}]={}",
            placement.edge.0,
            code(model, base, placement)
        )
        .into()
    })
}

/// Writes a table with one forbidden row. A row of one value has no parentheses.
pub(super) fn block(out: &mut dyn Write, _: usize, names: &[String]) -> io::Result<()> {
    let literals = names.iter().filter_map(|name| name.split_once('='));
    let (names, values): (Vec<&str>, Vec<&str>) = literals.unzip();
    let row = match values[..] {
        [only] => only.to_owned(),
        _ => format!("({})", values.join(",")),
    };
    let list = names.join(" ");
    writeln!(
        out,
        "    <extension class=\"nogoods\"> <list> {list} </list> <conflicts> {row} </conflicts> </extension>"
    )
}

/// The least power of ten, from 10 on, that is greater than all pips.
fn base(model: &Model) -> i64 {
    let most = i64::from(model.value_counts().last().map_or(0, |(most, _)| *most));
    let mut base = 10;
    while base <= most {
        base *= 10;
    }
    base
}

/// The value of `tile` for a placement: 41 is 4 pips on the first cell and 1 on the second.
fn code(model: &Model, base: i64, placement: Placement) -> i64 {
    let [(_, a), (_, b)] = model.halves(placement);
    base * i64::from(a) + i64::from(b)
}

/// A variable for the domino on each edge and for the value of each cell, linked by tables.
pub(super) fn write(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let mut page = XmlWriter {
        model: emission.model,
        out,
        is_commented: emission.profile != Profile::Submit,
        base: base(emission.model),
        graph: emission.model.graph(),
        by_kind: emission.model.placements_by_kind(),
    };
    writeln!(page.out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    for line in emission.head() {
        page.comment("", line)?;
    }
    writeln!(page.out, r#"<instance format="XCSP3" type="CSP">"#)?;
    writeln!(page.out, "  <variables>")?;
    page.variables()?;
    writeln!(page.out, "  </variables>\n  <constraints>")?;
    page.constraints()?;
    writeln!(page.out, "  </constraints>\n</instance>")
}

/// Edges with the same placements, which share a table.
struct EdgeTable<'m> {
    edges: Vec<EdgeId>,
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
            let edges = Vec::new();
            tables.push(EdgeTable { edges, placements });
            tables.len() - 1
        });
        tables[table].edges.push(EdgeId::at(edge));
    }
    tables
}

struct XmlWriter<'a, 'm, 'w> {
    model: &'m Model,
    out: &'a mut ModelWriter<'w>,
    is_commented: bool,
    base: i64,
    graph: Graph,
    by_kind: Vec<Vec<PlacementId>>,
}

impl XmlWriter<'_, '_, '_> {
    /// Writes a comment on its own line.
    fn comment(&mut self, indent: &str, text: impl Display) -> io::Result<()> {
        self.out.set_origins(&[]);
        writeln!(self.out, "{indent}<!-- {} -->", in_comment(&text))
    }

    /// A note as an attribute with a leading space; empty in a submission.
    fn note(&self, text: &str) -> String {
        match self.is_commented {
            true => format!(r#" note="{}""#, in_attribute(text)),
            false => String::new(),
        }
    }

    /// Writes the two arrays, with comments on their elements.
    fn variables(&mut self) -> io::Result<()> {
        let model = self.model;
        self.comment("    ", "Decided: tile, the domino on each edge, which is two neighbouring cells; and pips, what each cell shows.")?;
        let example = 4 * self.base + 1;
        self.comment("    ", format_args!("The domino {example} is 4 on the first cell and 1 on the second, 2 is 0 and 2, and {FREE} is no domino, which all edges of a cell but one have."))?;
        let name = |cell: CellId| model.cell(cell).name.to_string();
        if !model.edges.is_empty() {
            let names = model
                .edges
                .iter()
                .map(|edge| edge.ends().map(name).join(" "));
            let edges = model.placements_by_edge().into_iter();
            let domains = edges.map(|range| {
                let placements = range.map(|id| model.placements[id as usize]);
                let codes = placements.map(|placement| code(model, self.base, placement));
                intervals(codes.chain([FREE]))
            });
            self.array("tile", names.collect(), domains.collect())?;
        }
        let domains = model.cells.iter().map(|cell| {
            let values = cell.domain.iter().map(|&pips| i64::from(pips));
            intervals(values)
        });
        let domains = domains.collect();
        self.array("pips", model.cell_ids().map(name).collect(), domains)
    }

    /// Writes an array of variables with their domains. A comment names its elements, except in a submission.
    fn array(&mut self, array: &str, names: Vec<String>, domains: Vec<String>) -> io::Result<()> {
        if self.is_commented {
            let names = names.iter().enumerate();
            let names = names.map(|(at, name)| (in_comment(&format!("{at} {name}")), Vec::new()));
            let open = format!("    <!-- {array}: ");
            self.out
                .items([&open, ", ", " -->"], "      ", WIDTH, names)?;
        }
        let open = format!(r#"    <array id="{array}" size="[{}]">"#, domains.len());
        if domains.windows(2).all(|pair| pair[0] == pair[1]) {
            return writeln!(self.out, "{open} {} </array>", domains[0]);
        }
        writeln!(self.out, "{open}")?;
        for (at, domain) in domains.iter().enumerate() {
            writeln!(
                self.out,
                r#"      <domain for="{array}[{at}]"> {domain} </domain>"#
            )?;
        }
        writeln!(self.out, "    </array>")
    }

    /// Writes a block for each section.
    fn constraints(&mut self) -> io::Result<()> {
        let constraints = self.model.in_sections();
        for section in constraints.chunk_by(|one, next| heading(&one.body) == heading(&next.body)) {
            let first = &section[0].body;
            let class = match first {
                ConstraintKind::NeverFlipped(_) | ConstraintKind::Excluded(_) => continue,
                ConstraintKind::Shows(_) if self.model.edges.is_empty() => continue,
                ConstraintKind::ValueCount { .. } => r#" class="redundantConstraints""#,
                _ => "",
            };
            writeln!(self.out, "    <block{class}{}>", self.note(heading(first)))?;
            match first {
                ConstraintKind::Shows(_) => self.tables()?,
                ConstraintKind::ValueCount { .. } => self.value_counts()?,
                _ => {
                    for constraint in section {
                        self.out.set_origins(&[constraint.origin]);
                        writeln!(self.out, "      {}", self.constraint(constraint))?;
                    }
                }
            }
            self.out.set_origins(&[]);
            writeln!(self.out, "    </block>")?;
        }
        Ok(())
    }

    /// A constraint on one line.
    fn constraint(&self, Constraint { origin, body }: &Constraint) -> String {
        match body {
            ConstraintKind::Covered(cell) => {
                let edges = self.graph.edges_at(*cell).iter();
                let tiles: Vec<String> = edges.map(|edge| format!("tile[{}]", edge.0)).collect();
                match tiles.len() {
                    0 => self.impossible(),
                    // All edges but one are free.
                    degree => count(&tiles.join(" "), FREE, degree - 1),
                }
            }
            ConstraintKind::Used { kind, times } => {
                let placements = self.by_kind[kind.index()].iter();
                let placements = placements.map(|id| self.model.placements[id.index()]);
                let codes = placements.map(|placement| code(self.model, self.base, placement));
                // In increasing order, as XCSP3 requires.
                let ways: BTreeSet<i64> = codes.collect();
                let ways: Vec<String> = ways.iter().map(i64::to_string).collect();
                match ways.is_empty() || self.model.edges.len() < *times as usize {
                    // A solver may reject a count greater than the number of variables.
                    true => self.impossible(),
                    false => count("tile[]", ways.join(" "), *times as usize),
                }
            }
            ConstraintKind::Rule { cells, rule } => self.rule(*origin, cells, *rule),
            // Written as a block or not at all.
            ConstraintKind::Shows(_)
            | ConstraintKind::ValueCount { .. }
            | ConstraintKind::NeverFlipped(_)
            | ConstraintKind::Excluded(_) => String::new(),
        }
    }

    /// A contradiction: a cell shows more pips than any half has. Not all solvers accept constraints without
    /// variables or without supports, but all accept this one.
    fn impossible(&self) -> String {
        let value = self.base;
        let note = self.note("There is no place for a domino.");
        format!("<intension{note}> eq(pips[0],{value}) </intension>")
    }

    fn rule(&self, origin: Origin, cells: &[CellId], rule: Rule) -> String {
        let note = self.note(&self.model.rule_note(origin, rule));
        let id = format!(r#" id="{}"{note}"#, self.model.origin_symbol(origin));
        let names = cells.iter().map(|cell| format!("pips[{}]", cell.0));
        let names = names.collect::<Vec<_>>().join(" ");
        match rule {
            Rule::Sum(relation, target) => {
                let relation = match relation {
                    Relation::Equal => "eq",
                    Relation::Less => "lt",
                    Relation::Greater => "gt",
                };
                let condition = element("condition", format_args!("({relation},{target})"));
                format!("<sum{id}> {} {condition} </sum>", element("list", names))
            }
            Rule::Equal => format!("<allEqual{id}> {names} </allEqual>"),
            Rule::Unequal | Rule::Empty => format!("<allDifferent{id}> {names} </allDifferent>"),
        }
    }

    /// Links the domino on each edge to its two cells. Where none lies, they show anything.
    fn tables(&mut self) -> io::Result<()> {
        let model = self.model;
        for EdgeTable { edges, placements } in tables(model) {
            let note = self.note("The domino, the pips on its first cell and on its second.");
            writeln!(self.out, "      <group{note}>")?;
            let rows = placements.iter().map(|&placement| {
                let [(_, a), (_, b)] = model.halves(placement);
                format!("({},{a},{b})", code(model, self.base, placement))
            });
            let rows = std::iter::once(format!("({FREE},*,*)")).chain(rows);
            let rows: Vec<Item> = rows.map(|row| (row, Vec::new())).collect();
            let open = "        <extension> <list> %0 %1 %2 </list> <supports> ";
            let texts = [open, " ", " </supports> </extension>"];
            self.out.items(texts, "          ", WIDTH, rows)?;
            for edge in edges {
                let [a, b] = model.edges[edge.index()].ends();
                self.out.set_origins(&[a, b].map(Origin::Cell));
                let variables = format!("tile[{}] pips[{}] pips[{}]", edge.0, a.0, b.0);
                writeln!(self.out, "        {}", element("args", variables))?;
            }
            self.out.set_origins(&[]);
            writeln!(self.out, "      </group>")?;
        }
        Ok(())
    }

    /// States the value counts as one constraint.
    fn value_counts(&mut self) -> io::Result<()> {
        let counts = self.model.stated_value_counts();
        let (values, occurs): (Vec<String>, Vec<String>) = counts
            .map(|(value, cells)| (value.to_string(), cells.to_string()))
            .unzip();
        let (list, occurs) = (
            element("list", "pips[]"),
            element("occurs", occurs.join(" ")),
        );
        let values = format!(r#"<values closed="true"> {} </values>"#, values.join(" "));
        writeln!(
            self.out,
            "      <cardinality> {list} {values} {occurs} </cardinality>"
        )
    }
}

/// A `count` constraint: so many of the variables have one of the values.
fn count(list: &str, values: impl Display, times: usize) -> String {
    let (list, values) = (element("list", list), element("values", values));
    let condition = element("condition", format_args!("(eq,{times})"));
    format!("<count> {list} {values} {condition} </count>")
}

/// An element on one line.
fn element(name: &str, text: impl Display) -> String {
    format!("<{name}> {text} </{name}>")
}

/// Values, runs of them as intervals: `1..3 5 6`.
fn intervals(values: impl IntoIterator<Item = i64>) -> String {
    let mut values: Vec<i64> = values.into_iter().collect();
    values.sort_unstable();
    let runs = values.chunk_by(|one, next| one + 1 == *next);
    let words = runs.map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        run => run[0].to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Untrusted text in a comment, where XML does not allow two consecutive hyphens.
fn in_comment(text: &impl Display) -> String {
    let mut safe = String::new();
    for char in text.to_string().chars().map(in_xml) {
        if char == '-' && safe.ends_with('-') {
            safe.push(' ');
        }
        safe.push(char);
    }
    if safe.ends_with('-') {
        safe.push(' ');
    }
    safe
}

/// Untrusted text in an attribute value.
fn in_attribute(text: &str) -> String {
    let safe: String = text.chars().map(in_xml).collect();
    let escapes = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ("\"", "&quot;"),
    ];
    escapes
        .iter()
        .fold(safe, |safe, (from, to)| safe.replace(from, to))
}

/// The character, or a question mark if XML does not allow it.
fn in_xml(char: char) -> char {
    match char {
        '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '?',
        char => char,
    }
}

#[cfg(test)]
mod tests {
    use super::{in_attribute, in_comment, intervals};

    #[test]
    fn text_is_escaped() {
        assert_eq!(in_comment(&"a--b---"), "a- -b- - - ");
        assert_eq!(
            in_attribute("<a & \"b\">\u{0}"),
            "&lt;a &amp; &quot;b&quot;&gt;?"
        );
    }

    #[test]
    fn neighbours_are_intervals() {
        assert_eq!(intervals([-1, 0, 1, 3, 5, 6]), "-1..1 3 5..6");
        assert_eq!(intervals([]), "");
    }
}
