//! Knowledge: what is still possible.
//!
//! Per cell its values, per edge whether a domino may lie there, per domino and edge whether it may
//! lie so. [`Knowledge::settle`] keeps the three in step where nobody needs words for it: what does
//! not fit the values is no longer possible, two dominoes do not share a cell, and a domino that
//! lies somewhere for good lies nowhere else.

use super::ground::{Ground, Values, only};
use crate::puzzle::{CellId, Domino, Edge, Fact, Pips, Placed};

/// What is still possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    pub(super) values: Vec<Values>,
    /// By edge: may a domino lie there?
    pub(super) open: Vec<bool>,
    /// By [`Ground::lyings`]: may it lie so?
    pub(super) live: Vec<bool>,
}

/// The point at which nothing is possible any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dead {
    /// A cell can show nothing.
    Cell(CellId),
    /// No domino can cover a cell.
    Uncovered(CellId),
    /// A domino is needed more often than there are copies.
    Domino(Domino),
    /// A region's rule cannot be kept, or a count does not come out; the step says which.
    Here,
}

impl Knowledge {
    /// Nothing is excluded yet.
    pub fn new(ground: &Ground<'_>) -> Self {
        let all = match ground.values.len() {
            128 => Values::MAX,
            count => (1 << count) - 1,
        };
        Knowledge {
            values: vec![all; ground.edges_at.len()],
            open: vec![true; ground.on_edge.len()],
            live: vec![true; ground.lyings.len()],
        }
    }

    /// Takes something for granted. Rules are not knowledge: they are looked at.
    pub fn assume(&mut self, ground: &Ground<'_>, premise: Fact) {
        let bit = |pips: Pips| ground.value(pips).map_or(0, |at| 1 << at);
        match premise {
            Fact::Rule(_) => {}
            Fact::Shows(cell, pips) => self.values[cell.index()] &= bit(pips),
            Fact::ShowsNot(cell, pips) => self.values[cell.index()] &= !bit(pips),
            Fact::Joined(edge) => match ground.edge_number(edge) {
                Some(number) => self.join(ground, number),
                None => self.open.fill(false),
            },
            Fact::Apart(edge) => {
                if let Some(number) = ground.edge_number(edge) {
                    self.open[number] = false;
                }
            }
            Fact::Lies(placed) => {
                self.assume(ground, Fact::Joined(placed.edge()));
                for (cell, pips) in placed.halves() {
                    self.assume(ground, Fact::Shows(cell, pips));
                }
            }
            Fact::LiesNot(placed) => {
                for number in self.lying_as(ground, placed) {
                    self.live[number] = false;
                }
            }
        }
    }

    fn lying_as(&self, ground: &Ground<'_>, placed: Placed) -> Vec<usize> {
        let Some(edge) = ground.edge_number(placed.edge()) else {
            return Vec::new();
        };
        let range = ground.on_edge[edge].clone();
        range
            .filter(|&number| ground.placed(ground.lyings[number]) == placed)
            .collect()
    }

    /// Closes the other edges at the two cells of an edge.
    pub(super) fn join(&mut self, ground: &Ground<'_>, edge: usize) {
        let ends = ground.edge(edge);
        for cell in [ends.a, ends.b] {
            for &other in &ground.edges_at[cell.index()] {
                if other != edge {
                    self.open[other] = false;
                }
            }
        }
    }

    /// The open edges at a cell.
    pub(super) fn edges_at<'g>(
        &'g self,
        ground: &'g Ground<'_>,
        cell: CellId,
    ) -> impl Iterator<Item = usize> + 'g {
        let edges = ground.edges_at[cell.index()].iter().copied();
        edges.filter(|&edge| self.open[edge])
    }

    /// Does a domino lie on the edge for certain?
    pub(super) fn is_joined(&self, ground: &Ground<'_>, edge: usize) -> bool {
        let ends = ground.edge(edge);
        self.open[edge]
            && [ends.a, ends.b]
                .into_iter()
                .any(|cell| self.edges_at(ground, cell).count() == 1)
    }

    /// The live ways to lay a domino on an edge.
    pub(super) fn live_on<'g>(
        &'g self,
        ground: &'g Ground<'_>,
        edge: usize,
    ) -> impl Iterator<Item = usize> + 'g {
        let range = ground.on_edge[edge].clone();
        range.filter(|&number| self.live[number])
    }

    /// What a cell shows for certain.
    pub(super) fn shown(&self, cell: CellId) -> Option<usize> {
        only(self.values[cell.index()])
    }

    /// Is it known to be true?
    pub fn knows(&self, ground: &Ground<'_>, fact: Fact) -> bool {
        let joined = |edge: Edge| {
            let number = ground.edge_number(edge);
            number.is_some_and(|number| self.is_joined(ground, number))
        };
        let holds = |cell: CellId, pips: Pips| {
            let place = ground.value(pips);
            place.is_some_and(|at| self.values[cell.index()] >> at & 1 == 1)
        };
        match fact {
            Fact::Rule(_) => false,
            Fact::Shows(cell, pips) => self.shown(cell).is_some_and(|at| ground.values[at] == pips),
            Fact::ShowsNot(cell, pips) => !holds(cell, pips),
            Fact::Joined(edge) => joined(edge),
            Fact::Apart(edge) => ground.edge_number(edge).is_none_or(|e| !self.open[e]),
            Fact::Lies(placed) => {
                joined(placed.edge())
                    && placed
                        .halves()
                        .into_iter()
                        .all(|(cell, pips)| self.knows(ground, Fact::Shows(cell, pips)))
            }
            Fact::LiesNot(placed) => self.lying_as(ground, placed).iter().all(|&n| !self.live[n]),
        }
    }

    /// Brings values, edges and dominoes in step.
    pub(super) fn settle(&mut self, ground: &Ground<'_>) -> Result<(), Dead> {
        loop {
            let before = self.live.iter().filter(|live| **live).count();
            let open = self.open.iter().filter(|open| **open).count();
            for (number, &lying) in ground.lyings.iter().enumerate() {
                self.live[number] = self.live[number]
                    && self.open[lying.edge]
                    && ground
                        .halves(lying)
                        .into_iter()
                        .all(|(cell, at)| self.values[cell.index()] >> at & 1 == 1);
            }
            self.lay_down(ground)?;
            for cell in ground.puzzle.cell_ids() {
                if self.values[cell.index()] == 0 {
                    return Err(Dead::Cell(cell));
                }
                if self.edges_at(ground, cell).next().is_none() {
                    return Err(Dead::Uncovered(cell));
                }
            }
            let unchanged = self.live.iter().filter(|live| **live).count() == before
                && self.open.iter().filter(|open| **open).count() == open;
            if unchanged {
                return Ok(());
            }
        }
    }

    /// Dominoes that lie somewhere for good are used up, and show what they show.
    fn lay_down(&mut self, ground: &Ground<'_>) -> Result<(), Dead> {
        let mut laid: Vec<Vec<usize>> = vec![Vec::new(); ground.kinds.len()];
        for edge in 0..self.open.len() {
            if !self.is_joined(ground, edge) {
                continue;
            }
            self.join(ground, edge);
            let live: Vec<usize> = self.live_on(ground, edge).collect();
            let Some(&first) = live.first() else {
                continue;
            };
            let kind = ground.lyings[first].kind;
            if live
                .iter()
                .all(|&number| ground.lyings[number].kind == kind)
            {
                laid[kind].push(edge);
            }
            if let [one] = live[..] {
                for (cell, at) in ground.halves(ground.lyings[one]) {
                    self.values[cell.index()] &= 1 << at;
                }
            }
        }
        for (kind, edges) in laid.iter().enumerate() {
            let (domino, copies) = ground.kinds[kind];
            if edges.len() > copies {
                return Err(Dead::Domino(domino));
            }
            if edges.len() == copies {
                for (number, lying) in ground.lyings.iter().enumerate() {
                    if lying.kind == kind && !edges.contains(&lying.edge) {
                        self.live[number] = false;
                    }
                }
            }
        }
        Ok(())
    }
}
