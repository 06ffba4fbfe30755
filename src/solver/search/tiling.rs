//! The check `tiling`: whether the cells that are left can be covered with dominoes at all.
//!
//! On a board of two colours a covering is kept along. A domino that is laid across two of its pairs
//! leaves two cells alone, and one search for an alternating way between them mends it or shows that
//! there is none. To take a domino back needs nothing: it and the covering of the rest are a covering.
//! A board with odd rings is rare, and is matched anew each time.

use std::collections::VecDeque;

use super::check::Check;
use super::observer::Place;
use super::state::Failure;
use super::table::{NONE, Table};
use crate::model::Model;
use crate::puzzle::{CellId, Graph};

/// The cells that are left, and how they can be covered.
#[derive(Debug)]
pub(super) struct Tiling<'t> {
    table: &'t Table,
    graph: Graph,
    covered: Vec<bool>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Each cell that is left with the one that shares its domino.
    TwoColours {
        mate: Vec<u32>,
        /// From where a cell was reached, and when.
        reached: Vec<(u32, u64)>,
        now: u64,
        queue: VecDeque<u32>,
    },
    Any,
}

impl<'t> Tiling<'t> {
    /// The whole board.
    pub(super) fn new(model: &Model, table: &'t Table) -> Self {
        let graph = model.graph();
        let cells = table.rule_of.len();
        let kind = match graph.two_colours() {
            Some(_) => Kind::TwoColours {
                mate: vec![NONE; cells],
                reached: vec![(NONE, 0); cells],
                now: 0,
                queue: VecDeque::new(),
            },
            None => Kind::Any,
        };
        Tiling {
            table,
            graph,
            covered: vec![false; cells],
            kind,
        }
    }

    /// Whether the whole board can be covered; to be asked once, before anything is laid.
    pub(super) fn begin(&mut self) -> Option<Failure> {
        for cell in 0..self.covered.len() as u32 {
            if let Kind::TwoColours { mate, .. } = &self.kind
                && mate[cell as usize] == NONE
                && let Some(failure) = self.match_cell(cell)
            {
                return Some(failure);
            }
        }
        match self.kind {
            Kind::TwoColours { .. } => None,
            Kind::Any => self.matched_anew(),
        }
    }

    /// Covers two neighbours, and finds out whether the rest can still be covered.
    pub(super) fn lay(&mut self, [a, b]: [u32; 2]) -> Option<Failure> {
        self.covered[a as usize] = true;
        self.covered[b as usize] = true;
        let Kind::TwoColours { mate, .. } = &mut self.kind else {
            return self.matched_anew();
        };
        let (at_a, at_b) = (mate[a as usize], mate[b as usize]);
        if at_a == b {
            return None;
        }
        for alone in [at_a, at_b] {
            mate[alone as usize] = NONE;
        }
        let failure = self.match_cell(at_a);
        if let Kind::TwoColours { mate, .. } = &mut self.kind {
            // Either pairing is that of a covering once this domino is taken back.
            let pairs = match failure {
                None => [(a, b), (b, a)],
                Some(_) => [(a, at_a), (b, at_b)],
            };
            for (one, other) in pairs {
                mate[one as usize] = other;
                mate[other as usize] = one;
            }
        }
        failure
    }

    /// Takes back the domino on two cells.
    pub(super) fn lift(&mut self, cells: [u32; 2]) {
        for cell in cells {
            self.covered[cell as usize] = false;
        }
    }

    /// Finds a mate for a cell, whatever others have to change. Otherwise tells which cells are too
    /// many for the neighbours that they have.
    fn match_cell(&mut self, alone: u32) -> Option<Failure> {
        let Kind::TwoColours {
            mate,
            reached,
            now,
            queue,
        } = &mut self.kind
        else {
            return None;
        };
        *now += 1;
        queue.clear();
        queue.push_back(alone);
        let mut part = vec![];
        while let Some(cell) = queue.pop_front() {
            part.push(CellId(cell));
            for &(other, _) in &self.table.neighbours[cell as usize] {
                if self.covered[other as usize] || reached[other as usize].1 == *now {
                    continue;
                }
                reached[other as usize] = (cell, *now);
                let beyond = mate[other as usize];
                if beyond != NONE {
                    queue.push_back(beyond);
                    continue;
                }
                // The way back: each on it takes the neighbour from which the next was reached.
                let mut end = other;
                loop {
                    let from = reached[end as usize].0;
                    let next = mate[from as usize];
                    mate[from as usize] = end;
                    mate[end as usize] = from;
                    if from == alone {
                        return None;
                    }
                    end = next;
                }
            }
        }
        part.sort_unstable();
        Some(Failure::of(Check::Tiling, Place::Part(part)))
    }

    fn matched_anew(&self) -> Option<Failure> {
        let is_left = |cell: CellId| !self.covered[cell.index()];
        let left: Vec<CellId> = self.graph.cells().filter(|&cell| is_left(cell)).collect();
        let is_covered = 2 * self.graph.most_dominoes(is_left) == left.len();
        (!is_covered).then(|| Failure::of(Check::Tiling, Place::Part(left)))
    }
}
