//! The parameters of the models: a puzzle as numbers, sets and arrays.
//!
//! Everything is numbered from 1, in the model's order. One text serves both profiles: what
//! follows a declaration in a self-contained model also follows a name in a data file.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::slice::from_ref;

use super::arrays::{Set, lines, list, number, table};
use super::grid::Grid;
use super::text::Literal;
use crate::backend::Plan;
use crate::model::{
    Body, CellId, CellVar, Constraint, Edge, Kind, Label, Model, Origin, Pips, Relation, Rule,
};

/// Writes what belongs in a slot: the title as it is, a parameter as ` = ` and its value.
type WriteSlot = fn(&Data<'_>, &mut dyn Write) -> io::Result<()>;

/// What the templates can ask for: the puzzle's title, what was done to it and the model's parameters, by the names that
/// the templates have for them.
pub(super) const SLOTS: [(&str, WriteSlot); 28] = [
    ("title", |data, out| write!(out, "{}", data.title)),
    ("terms", |data, out| write!(out, "{}", data.terms)),
    ("cells", |data, out| number(data.model.cells.len(), out)),
    ("kinds", |data, out| number(data.model.kinds.len(), out)),
    ("edges", |data, out| number(data.model.edges.len(), out)),
    ("values", |data, out| number(data.pips.len(), out)),
    ("regions", |data, out| number(data.rules.len(), out)),
    ("name", |data, out| {
        list(data.cells().map(|cell| Literal(&cell.name)), out)
    }),
    ("possible", |data, out| {
        let domains = data.cells().map(|cell| (Set(&cell.domain), &cell.name));
        lines(domains, out)
    }),
    ("edges_at", |data, out| data.edges_at(out)),
    ("low", |data, out| {
        list(data.kinds().map(|kind| kind.domino.low()), out)
    }),
    ("high", |data, out| {
        list(data.kinds().map(|kind| kind.domino.high()), out)
    }),
    ("copies", |data, out| {
        list(data.kinds().map(|kind| kind.copies), out)
    }),
    ("ways", |data, out| list(data.ways.iter(), out)),
    ("a", |data, out| {
        list(data.edges().map(|edge| edge.a.0 + 1), out)
    }),
    ("b", |data, out| {
        list(data.edges().map(|edge| edge.b.0 + 1), out)
    }),
    ("region", |data, out| data.regions(out)),
    ("rule", |data, out| {
        list(data.rules.iter().map(Ruled::word), out)
    }),
    ("target", |data, out| {
        list(data.rules.iter().map(Ruled::target), out)
    }),
    ("pips", |data, out| list(data.pips.iter(), out)),
    ("supply", |data, out| list(data.supply.iter(), out)),
    ("rows", |data, out| {
        number(Grid::of(data.model).rows as usize, out)
    }),
    ("columns", |data, out| {
        number(Grid::of(data.model).columns as usize, out)
    }),
    ("board", |data, out| {
        table(&Grid::of(data.model).table(), out)
    }),
    ("dominoes", |data, out| number(data.dominoes().count(), out)),
    ("spots", |data, out| {
        let spots = |(_, kind): (usize, &Kind)| kind.domino.halves().to_vec();
        table(&data.dominoes().map(spots).collect::<Vec<_>>(), out)
    }),
    ("kind", |data, out| {
        let kinds: Vec<usize> = data.dominoes().map(|(kind, _)| kind + 1).collect();
        list(kinds.iter(), out)
    }),
    ("one_way", |data, out| {
        let one_way: Vec<u32> = (1..)
            .zip(data.dominoes())
            .filter(|(_, (kind, _))| data.ways[*kind] == 1)
            .map(|(domino, _)| domino)
            .collect();
        write!(out, " = {}", Set(&one_way))
    }),
];

/// The rule of a region, as the model states it.
struct Ruled<'a> {
    /// Of a rule that is not a region's there is no name.
    region: Option<&'a Label>,
    cells: &'a [CellId],
    rule: Rule,
}

impl Ruled<'_> {
    /// What the models call the rule.
    fn word(&self) -> &'static str {
        match self.rule {
            Rule::Sum(Relation::Equal, _) => "SumIs",
            Rule::Sum(Relation::Less, _) => "SumBelow",
            Rule::Sum(Relation::Greater, _) => "SumAbove",
            Rule::Equal => "AllEqual",
            Rule::Unequal => "AllDifferent",
            Rule::Empty => "Anything",
        }
    }

    /// The target of a sum, and a number in its place for other rules.
    fn target(&self) -> i64 {
        match self.rule {
            Rule::Sum(_, target) => target,
            Rule::Equal | Rule::Unequal | Rule::Empty => 0,
        }
    }
}

/// What the rule says to people: `A: sum = 8`.
impl Display for Ruled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.region {
            Some(region) => write!(f, "{region}: {}", self.rule),
            None => write!(f, ": {}", self.rule),
        }
    }
}

/// A model, sorted into what its parameters are written from.
pub(super) struct Data<'a> {
    model: &'a Model,
    title: &'a dyn Display,
    /// What was done to the puzzle before.
    terms: String,
    rules: Vec<Ruled<'a>>,
    /// By kind: in how many ways it may lie on an edge.
    ways: Vec<u8>,
    /// Every value that a half shows, sorted.
    pips: Vec<Pips>,
    /// How many cells show each value, in the order of `pips`; empty if the model does not say.
    supply: Vec<u32>,
}

impl<'a> Data<'a> {
    pub(super) fn of(model: &'a Model, plan: &'a Plan) -> Self {
        let provenance = &plan.provenance;
        let title = model.title.as_ref().unwrap_or(&provenance.instance);
        let mut data = Data {
            model,
            title: if title.raw().is_empty() {
                &"A puzzle without a title"
            } else {
                title
            },
            terms: provenance.terms(plan.encoding),
            rules: Vec::new(),
            ways: vec![2; model.kinds.len()],
            pips: model.supply().into_keys().collect(),
            supply: Vec::new(),
        };
        for Constraint { origin, body } in &model.constraints {
            let (cells, rule) = match body {
                // The models state these for all cells and kinds; `copies` says how often.
                Body::Covered(_) | Body::Shows(_) | Body::Used { .. } => continue,
                Body::NeverFlipped(kind) => {
                    data.ways[kind.index()] = 1;
                    continue;
                }
                Body::Supply { value, cells } => {
                    if let Ok(place) = data.pips.binary_search(value) {
                        data.supply.resize(data.pips.len(), 0);
                        data.supply[place] = *cells;
                    }
                    continue;
                }
                Body::Rule { cells, rule } => (cells.as_slice(), *rule),
                Body::Pinned { cell, pips } => (from_ref(cell), Rule::pin(*pips)),
            };
            let region = match origin {
                Origin::Region(region) => Some(&model.regions[region.index()]),
                Origin::Pin(_)
                | Origin::Redundant
                | Origin::Symmetry
                | Origin::Cell(_)
                | Origin::Domino(_) => None,
            };
            data.rules.push(Ruled {
                region,
                cells,
                rule,
            });
        }
        data
    }

    fn cells(&self) -> std::slice::Iter<'_, CellVar> {
        self.model.cells.iter()
    }

    fn kinds(&self) -> std::slice::Iter<'_, Kind> {
        self.model.kinds.iter()
    }

    fn edges(&self) -> std::slice::Iter<'_, Edge> {
        self.model.edges.iter()
    }

    /// The dominoes one by one, each with its kind: copies stand as often as there are copies.
    fn dominoes(&self) -> impl Iterator<Item = (usize, &Kind)> {
        let kinds = self.model.kinds.iter().enumerate();
        kinds.flat_map(|(index, kind)| (0..kind.copies).map(move |_| (index, kind)))
    }

    fn edges_at(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = self.model.graph();
        let edges_at: Vec<Vec<u32>> = (self.model.cell_ids())
            .map(|cell| graph.edges_at(cell).iter())
            .map(|edges| edges.map(|edge| edge.0 + 1).collect())
            .collect();
        let names = self.model.cells.iter().map(|cell| &cell.name);
        lines(edges_at.iter().map(|edges| Set(edges)).zip(names), out)
    }

    fn regions(&self, out: &mut dyn Write) -> io::Result<()> {
        let sets: Vec<Vec<u32>> = self
            .rules
            .iter()
            .map(|rule| rule.cells.iter().map(|cell| cell.0 + 1).collect())
            .collect();
        lines(sets.iter().map(|cells| Set(cells)).zip(&self.rules), out)
    }
}
