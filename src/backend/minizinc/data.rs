//! The parameters of the models: a puzzle as a person would type it.
//!
//! Everything is numbered from 1, in the model's order. One text serves both profiles: what
//! follows a declaration in a self-contained model also follows a name in a data file.

use std::fmt::{self, Display};
use std::io::{self, Write};

use super::Encoding;
use super::arrays::{self, Set, lines, list, rows, table};
use super::cells::{self, Members};
use super::grid::Grid;
use crate::backend::Plan;
use crate::model::{
    Body, CellId, CellVar, Constraint, Edge, Kind, Label, Model, Origin, Pips, Relation, Rule,
};
use crate::puzzle::Board;

/// Writes what belongs in a slot: the head's lines as they are, a parameter as ` = ` and its value.
type WriteSlot = fn(&Data<'_>, &mut dyn Write) -> io::Result<()>;

/// What the templates can ask for: the puzzle's title, what was done to it, and the model's parameters,
/// by the names that the templates have for them.
pub(super) const SLOTS: [(&str, WriteSlot); 13] = [
    ("title", |data, out| write!(out, "{}", data.title)),
    ("terms", |data, out| write!(out, "{}", data.terms)),
    ("legend", |data, out| data.legend(out)),
    ("CELL", |data, out| {
        arrays::members(data.members.names.iter(), out)
    }),
    ("edge", |data, out| {
        let ends = |edge: &Edge| [edge.a, edge.b].map(|cell| data.member(cell));
        rows(data.model.edges.iter().map(ends), out)
    }),
    ("domino", |data, out| {
        let row = |kind: &Kind| [kind.domino.low(), kind.domino.high(), kind.copies];
        rows(data.model.kinds.iter().map(row), out)
    }),
    ("region", |data, out| data.regions(out)),
    ("rule", |data, out| {
        list(data.rules.iter().map(Ruled::word), out)
    }),
    ("target", |data, out| {
        list(data.rules.iter().map(Ruled::target), out)
    }),
    ("possible", |data, out| {
        let sets = data.possible.iter().map(|values| Set(values));
        lines(sets.zip(&data.members.names), out)
    }),
    ("excluded", |data, out| {
        list(data.excluded().map(|(cell, _)| data.member(cell)), out)
    }),
    ("excluded_pips", |data, out| {
        list(data.excluded().map(|(_, pips)| pips), out)
    }),
    ("board", |data, out| {
        let member = |cell: &Option<CellId>| match cell {
            Some(cell) => data.member(*cell).to_owned(),
            None => "<>".to_owned(),
        };
        let table_of_cells = Grid::of(data.model).table();
        let row = |row: &Vec<_>| row.iter().map(member).collect();
        table(&table_of_cells.iter().map(row).collect::<Vec<_>>(), out)
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
    /// What the models call the rule. They take no target below 0, since no sum is: no sum is
    /// such a target, and every sum is above it.
    fn word(&self) -> &'static str {
        match self.rule {
            Rule::Sum(Relation::Greater, ..0) => "Anything",
            Rule::Sum(Relation::Equal, 0..) => "SumIs",
            Rule::Sum(Relation::Less, _) | Rule::Sum(Relation::Equal, ..0) => "SumBelow",
            Rule::Sum(Relation::Greater, 0..) => "SumAbove",
            Rule::Equal => "AllEqual",
            Rule::Unequal => "AllDifferent",
            Rule::Empty => "Anything",
        }
    }

    /// The target of a sum, and 0 in its place for other rules and for targets below it.
    fn target(&self) -> i64 {
        match self.rule {
            Rule::Sum(_, target) => target.max(0),
            Rule::Equal | Rule::Unequal | Rule::Empty => 0,
        }
    }
}

/// What the rule says to people: `A: sum = 8`.
impl Display for Ruled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.region {
            Some(region) => write!(f, "{region}: {}", self.rule),
            None => write!(f, "{}", self.rule),
        }
    }
}

/// A model, sorted into what its parameters are written from.
pub(super) struct Data<'a> {
    model: &'a Model,
    title: &'a dyn Display,
    /// What was done to the puzzle before.
    terms: String,
    members: Members,
    rules: Vec<Ruled<'a>>,
    /// The boards that do not count as solutions.
    excluded: Vec<&'a Board>,
    /// By cell: the values it may show; empty if every cell may show every value.
    possible: Vec<Vec<Pips>>,
}

impl<'a> Data<'a> {
    pub(super) fn of(model: &'a Model, plan: &'a Plan, encoding: Encoding) -> Self {
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
            members: cells::members(model, encoding),
            rules: Vec::new(),
            excluded: Vec::new(),
            possible: Vec::new(),
        };
        let mut possible: Vec<Vec<Pips>> = data.cells().map(|cell| cell.domain.to_vec()).collect();
        for Constraint { origin, body } in &model.constraints {
            match body {
                // The models state these for all cells and kinds.
                Body::Covered(_)
                | Body::Shows(_)
                | Body::Used { .. }
                | Body::NeverFlipped(_)
                | Body::Supply { .. } => {}
                Body::Excluded(board) => data.excluded.push(board),
                Body::Rule { cells, rule } => data.rules.push(Ruled {
                    region: match origin {
                        Origin::Region(region) => Some(&model.regions[region.index()]),
                        Origin::Pin(_)
                        | Origin::Excluded(_)
                        | Origin::Redundant
                        | Origin::Symmetry
                        | Origin::Cell(_)
                        | Origin::Domino(_) => None,
                    },
                    cells,
                    rule: *rule,
                }),
                Body::Pinned { cell, pips } => {
                    possible[cell.index()].retain(|value| value == pips);
                }
            }
        }
        let pips: Vec<Pips> = model.supply().into_iter().map(|(value, _)| value).collect();
        if possible.iter().any(|values| *values != pips) {
            data.possible = possible;
        }
        data
    }

    /// The halves on the boards that do not count, domino by domino.
    fn excluded(&self) -> impl Iterator<Item = (CellId, Pips)> + '_ {
        let boards = self.excluded.iter().flat_map(|board| board.placements());
        boards.flat_map(|placed| placed.halves())
    }

    fn cells(&self) -> std::slice::Iter<'a, CellVar> {
        self.model.cells.iter()
    }

    fn member(&self, cell: CellId) -> &str {
        &self.members.names[cell.index()]
    }

    /// A line for each cell that has a number in the place of its name.
    fn legend(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.members.are_numbered {
            return Ok(());
        }
        out.write_all(b" Not all of their own names can be said here:")?;
        for (member, cell) in self.members.names.iter().zip(self.cells()) {
            write!(out, "\n%   {member} = {}", cell.name)?;
        }
        Ok(())
    }

    fn regions(&self, out: &mut dyn Write) -> io::Result<()> {
        let cells = |rule: &Ruled<'_>| rule.cells.iter().map(|&cell| self.member(cell)).collect();
        let sets: Vec<Vec<&str>> = self.rules.iter().map(cells).collect();
        lines(sets.iter().map(|cells| Set(cells)).zip(&self.rules), out)
    }
}

/// Tells if symmetry is broken: copies are merged, and no double is free to lie either way.
pub(super) fn breaks_symmetry(model: &Model) -> bool {
    let never_flipped = |kind: usize| {
        let says_so = |constraint: &Constraint| matches!(constraint.body, Body::NeverFlipped(id) if id.index() == kind);
        model.constraints.iter().any(says_so)
    };
    let mut dominoes: Vec<_> = model.kinds.iter().map(|kind| kind.domino).collect();
    let doubles = dominoes.iter().enumerate();
    let doubles_lie_one_way = doubles
        .filter(|(_, domino)| domino.is_double())
        .all(|(kind, _)| never_flipped(kind));
    dominoes.sort_unstable();
    doubles_lie_one_way && dominoes.windows(2).all(|pair| pair[0] != pair[1])
}

/// Tells if the model says how many cells show each value.
pub(super) fn states_supply(model: &Model) -> bool {
    let is_supply = |constraint: &Constraint| matches!(constraint.body, Body::Supply { .. });
    model.constraints.iter().any(is_supply)
}
