//! The check `parity`: a part of the board that is left with an odd number of cells.

use super::check::Check;
use super::observer::Place;
use super::state::{EMPTY, Failure, State};
use crate::puzzle::CellId;

/// Goes over the parts that are left.
#[derive(Debug)]
pub(super) struct Parity {
    /// When a cell was visited last.
    visited: Vec<u64>,
    now: u64,
    part: Vec<u32>,
}

impl Parity {
    pub(super) fn new(cells: usize) -> Self {
        Parity {
            visited: vec![0; cells],
            now: 0,
            part: Vec::new(),
        }
    }

    /// An odd one of the parts that some cells belong to.
    pub(super) fn odd_part(
        &mut self,
        state: &State<'_>,
        cells: impl Iterator<Item = u32>,
    ) -> Option<Failure> {
        self.now += 1;
        for cell in cells {
            self.collect(state, cell);
            if self.part.len() % 2 == 1 {
                let mut part: Vec<CellId> = self.part.iter().map(|&cell| CellId(cell)).collect();
                part.sort_unstable();
                return Some(Failure::of(Check::Parity, Place::Part(part)));
            }
        }
        None
    }

    /// The part that an empty cell belongs to, unless it has been visited.
    fn collect(&mut self, state: &State<'_>, start: u32) {
        self.part.clear();
        self.visit(state, start);
        let mut next = 0;
        while let Some(&cell) = self.part.get(next) {
            for &(other, _) in &state.table.neighbours[cell as usize] {
                self.visit(state, other);
            }
            next += 1;
        }
    }

    fn visit(&mut self, state: &State<'_>, cell: u32) {
        let visited = &mut self.visited[cell as usize];
        if state.shown[cell as usize] == EMPTY && *visited != self.now {
            *visited = self.now;
            self.part.push(cell);
        }
    }
}
