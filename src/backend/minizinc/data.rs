//! The parameters of the models: a puzzle as numbers, sets and arrays.
//!
//! Everything is numbered from 1, in the model's order. One text serves both profiles: what
//! follows a declaration in a self-contained model also follows a name in a data file.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::slice::from_ref;

use super::arrays::{Set, lines, list, number, table};
use super::grid::Grid;
use super::text::{Comment, Literal};
use crate::backend::Plan;
use crate::model::{Body, CellId, Constraint, Domino, Kind, Model, Origin, Pips, Relation, Rule};

/// What the templates can ask for: the model's parameters, and the puzzle's title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Title,
    Cells,
    Kinds,
    Edges,
    Values,
    Regions,
    Name,
    Possible,
    EdgesAt,
    Low,
    High,
    Copies,
    Ways,
    A,
    B,
    Region,
    Rule,
    Target,
    Pips,
    Supply,
    Rows,
    Columns,
    Board,
    Dominoes,
    Spots,
    KindOf,
    OneWay,
}

impl Slot {
    pub(super) const ALL: [Slot; 27] = [
        Slot::Title,
        Slot::Cells,
        Slot::Kinds,
        Slot::Edges,
        Slot::Values,
        Slot::Regions,
        Slot::Name,
        Slot::Possible,
        Slot::EdgesAt,
        Slot::Low,
        Slot::High,
        Slot::Copies,
        Slot::Ways,
        Slot::A,
        Slot::B,
        Slot::Region,
        Slot::Rule,
        Slot::Target,
        Slot::Pips,
        Slot::Supply,
        Slot::Rows,
        Slot::Columns,
        Slot::Board,
        Slot::Dominoes,
        Slot::Spots,
        Slot::KindOf,
        Slot::OneWay,
    ];

    /// What the templates call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Slot::Title => "title",
            Slot::Cells => "cells",
            Slot::Kinds => "kinds",
            Slot::Edges => "edges",
            Slot::Values => "values",
            Slot::Regions => "regions",
            Slot::Name => "name",
            Slot::Possible => "possible",
            Slot::EdgesAt => "edges_at",
            Slot::Low => "low",
            Slot::High => "high",
            Slot::Copies => "copies",
            Slot::Ways => "ways",
            Slot::A => "a",
            Slot::B => "b",
            Slot::Region => "region",
            Slot::Rule => "rule",
            Slot::Target => "target",
            Slot::Pips => "pips",
            Slot::Supply => "supply",
            Slot::Rows => "rows",
            Slot::Columns => "columns",
            Slot::Board => "board",
            Slot::Dominoes => "dominoes",
            Slot::Spots => "spots",
            Slot::KindOf => "kind",
            Slot::OneWay => "one_way",
        }
    }
}

/// The rule of a region, as the model states it.
struct Ruled<'a> {
    name: &'a str,
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
        write!(f, "{}: {}", Comment(self.name), self.rule)
    }
}

/// A model, sorted into what its parameters are written from.
pub(super) struct Data<'a> {
    model: &'a Model,
    title: &'a str,
    rules: Vec<Ruled<'a>>,
    /// By kind: in how many ways may it lie on an edge?
    ways: Vec<u8>,
    /// Every value that a half shows, sorted.
    pips: Vec<Pips>,
    /// How many cells show each value, in the order of `pips`; empty if the model does not say.
    supply: Vec<u32>,
}

impl<'a> Data<'a> {
    pub(super) fn of(model: &'a Model, plan: &'a Plan) -> Self {
        let instance = plan.provenance.instance.as_str();
        let title = model.title.as_deref().unwrap_or(instance);
        let mut data = Data {
            model,
            title: if title.is_empty() {
                "A puzzle without a title"
            } else {
                title
            },
            rules: Vec::new(),
            ways: vec![2; model.kinds.len()],
            pips: pips(model),
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
            let name = match origin {
                Origin::Region(region) => model.regions[region.index()].as_str(),
                Origin::Pin(_)
                | Origin::Redundant
                | Origin::Symmetry
                | Origin::Cell(_)
                | Origin::Domino(_) => "",
            };
            data.rules.push(Ruled { name, cells, rule });
        }
        data
    }

    /// Writes what belongs in a slot: the title as it is, a parameter as ` = ` and its value.
    pub(super) fn write(&self, slot: Slot, out: &mut dyn Write) -> io::Result<()> {
        let Data {
            model,
            title,
            rules,
            ways,
            pips,
            supply,
        } = self;
        let kinds = model.kinds.iter();
        match slot {
            Slot::Title => write!(out, "{}", Comment(title)),
            Slot::Cells => number(model.cells.len(), out),
            Slot::Kinds => number(model.kinds.len(), out),
            Slot::Edges => number(model.edges.len(), out),
            Slot::Values => number(pips.len(), out),
            Slot::Regions => number(rules.len(), out),
            Slot::Name => list(model.cells.iter().map(|cell| Literal(&cell.name)), out),
            Slot::Possible => lines(
                model
                    .cells
                    .iter()
                    .map(|cell| (Set(&cell.domain), Comment(&cell.name))),
                out,
            ),
            Slot::EdgesAt => self.edges_at(out),
            Slot::Low => list(kinds.map(|kind| kind.domino.low()), out),
            Slot::High => list(kinds.map(|kind| kind.domino.high()), out),
            Slot::Copies => list(kinds.map(|kind| kind.copies), out),
            Slot::Ways => list(ways.iter(), out),
            Slot::A => list(model.edges.iter().map(|edge| edge.a.0 + 1), out),
            Slot::B => list(model.edges.iter().map(|edge| edge.b.0 + 1), out),
            Slot::Region => self.regions(out),
            Slot::Rule => list(rules.iter().map(Ruled::word), out),
            Slot::Target => list(rules.iter().map(Ruled::target), out),
            Slot::Pips => list(pips.iter(), out),
            Slot::Supply => list(supply.iter(), out),
            Slot::Rows => number(self.grid()?.rows as usize, out),
            Slot::Columns => number(self.grid()?.columns as usize, out),
            Slot::Board => table(&self.grid()?.table(), out),
            Slot::Dominoes => number(self.dominoes().count(), out),
            Slot::Spots => {
                let spots = |(_, kind): (usize, &Kind)| vec![kind.domino.low(), kind.domino.high()];
                table(&self.dominoes().map(spots).collect::<Vec<_>>(), out)
            }
            Slot::KindOf => {
                let kinds: Vec<usize> = self.dominoes().map(|(kind, _)| kind + 1).collect();
                list(kinds.iter(), out)
            }
            Slot::OneWay => {
                let dominoes = (1..).zip(self.dominoes());
                let one_way: Vec<u32> = dominoes
                    .filter(|(_, (kind, _))| ways[*kind] == 1)
                    .map(|(domino, _)| domino)
                    .collect();
                write!(out, " = {}", Set(&one_way))
            }
        }
    }

    /// The dominoes one by one, each with its kind: copies stand as often as there are copies.
    fn dominoes(&self) -> impl Iterator<Item = (usize, &Kind)> {
        let kinds = self.model.kinds.iter().enumerate();
        kinds.flat_map(|(index, kind)| (0..kind.copies).map(move |_| (index, kind)))
    }

    /// The board as a table, for the models that have rows and columns.
    fn grid(&self) -> io::Result<Grid> {
        Grid::of(self.model).ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }

    fn edges_at(&self, out: &mut dyn Write) -> io::Result<()> {
        let edges_at: Vec<Vec<u32>> = self
            .model
            .edges_by_cell()
            .into_iter()
            .map(|edges| edges.into_iter().map(|edge| edge.0 + 1).collect())
            .collect();
        let names = self.model.cells.iter().map(|cell| Comment(&cell.name));
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

fn pips(model: &Model) -> Vec<Pips> {
    let halves = |domino: Domino| [domino.low(), domino.high()];
    let mut pips: Vec<Pips> = (model.kinds.iter())
        .flat_map(|kind| halves(kind.domino))
        .collect();
    pips.sort_unstable();
    pips.dedup();
    pips
}
