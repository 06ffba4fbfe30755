//! Steps: what is concluded, and everything that it rests on.

use super::ground::Ground;
use super::knowledge::{Item, Source};
use crate::puzzle::{CellId, Domino, Edge, Pips, PlacedDomino, RegionId};

/// Something that can be known of a board in the course of a deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// A cell shows one of these pips.
    Shows(CellId, Vec<Pips>),
    /// One domino lies on these two cells.
    Joined(Edge),
    /// No domino lies on these two cells.
    Apart(Edge),
    /// This domino lies on these two cells, one way round or the other.
    On(Edge, Domino),
    /// These dominoes do not lie so; all of them are about the same two cells.
    Not(Vec<PlacedDomino>),
    /// Nothing is possible any more.
    Impossible,
}

impl Statement {
    pub(super) fn of(ground: &Ground<'_>, item: &Item) -> Statement {
        match item {
            Item::Values(cell, values) => {
                let pips = values.iter().map(|value| ground.pips(value));
                Statement::Shows(*cell, pips.collect())
            }
            Item::Joined(edge) => Statement::Joined(ground.edge(*edge)),
            Item::Apart(edge) => Statement::Apart(ground.edge(*edge)),
            Item::On(edge, kind) => Statement::On(ground.edge(*edge), ground.kind(*kind).0),
            Item::Barred(_, placements) => {
                let placed = placements.iter().map(|&one| ground.placed(one));
                Statement::Not(placed.collect())
            }
        }
    }

    /// The cells that it is about.
    pub fn cells(&self) -> Vec<CellId> {
        match self {
            Statement::Shows(cell, _) => vec![*cell],
            Statement::Joined(edge) | Statement::Apart(edge) | Statement::On(edge, _) => {
                edge.ends().to_vec()
            }
            Statement::Not(placed) => {
                let first = placed.first().map(|placed| placed.edge().ends());
                first.into_iter().flatten().collect()
            }
            Statement::Impossible => Vec::new(),
        }
    }
}

/// Something that a step rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Premise {
    /// The rule of a region.
    Rule(RegionId),
    /// No more halves than so many show these pips.
    AtMost(Pips, usize),
    /// So many halves show these pips, and all of them are on the board.
    AtLeast(Pips, usize),
    /// What all halves sum to.
    Total(i64),
    /// Which dominoes there are, and how many copies of each.
    Dominoes,
    /// All copies of a domino, so many, are on the board.
    Used(Domino, usize),
    /// A cell shares a domino with one of its neighbours.
    Cover(CellId),
    /// Something that was shown or given before.
    Known(Statement, Source),
}

/// One step: what a technique sees.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What the technique is called.
    pub technique: &'static str,
    /// Its place among the steps of its proof, from one on.
    pub number: usize,
    /// Everything that it rests on, and nothing else.
    pub premises: Vec<Premise>,
    /// What follows.
    pub conclusions: Vec<Statement>,
    /// Both in a sentence.
    pub words: String,
    pub(super) weight: f64,
    about: Vec<CellId>,
    seen: Vec<CellId>,
    regions: Vec<RegionId>,
}

impl Step {
    pub(super) fn new(
        (technique, weight): (&'static str, f64),
        number: usize,
        premises: Vec<Premise>,
        conclusions: Vec<Statement>,
        words: String,
    ) -> Step {
        let sorted = |mut cells: Vec<CellId>| {
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let known = premises.iter().filter_map(|premise| match premise {
            Premise::Known(statement, _) => Some(statement.cells()),
            Premise::Rule(_)
            | Premise::AtMost(..)
            | Premise::AtLeast(..)
            | Premise::Total(_)
            | Premise::Dominoes
            | Premise::Used(..)
            | Premise::Cover(_) => None,
        });
        let regions = premises.iter().filter_map(|premise| match premise {
            Premise::Rule(region) => Some(*region),
            Premise::Known(..)
            | Premise::AtMost(..)
            | Premise::AtLeast(..)
            | Premise::Total(_)
            | Premise::Dominoes
            | Premise::Used(..)
            | Premise::Cover(_) => None,
        });
        Step {
            about: sorted(conclusions.iter().flat_map(Statement::cells).collect()),
            seen: sorted(known.flatten().collect()),
            regions: regions.collect(),
            technique,
            weight,
            number,
            premises,
            conclusions,
            words,
        }
    }

    /// The cells of which the step says something new; none where it says that nothing is possible.
    pub fn concludes(&self) -> &[CellId] {
        &self.about
    }

    /// The cells of which it uses something that was shown or given before, in board order.
    pub fn rests_on(&self) -> &[CellId] {
        &self.seen
    }

    /// The regions whose rules it uses.
    pub fn regions(&self) -> &[RegionId] {
        &self.regions
    }
}
