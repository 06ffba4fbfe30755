//! Parts of what is left that have nothing to do with each other: they share no cells that touch, no
//! domino that can still lie in both, and no rule that is not finished. Whatever is done in one, the
//! solutions of the others stay what they are.

use super::lists::Lists;
use super::state::{EMPTY, State};
use super::table::{NONE, Table};

/// A part of a board: its cells, the kinds that can lie there and nowhere else, and its rules, each in
/// ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) cells: Vec<u32>,
    pub(super) kinds: Vec<u32>,
    pub(super) rules: Vec<u32>,
}

impl Part {
    /// The whole board.
    pub(super) fn whole(table: &Table) -> Part {
        Part {
            cells: (0..table.rule_of.len() as u32).collect(),
            kinds: (0..table.copies.len() as u32).collect(),
            rules: (0..table.rules.len() as u32).collect(),
        }
    }

    /// Whether so many dominoes are left as its cells take, if all of these are empty.
    pub(super) fn is_balanced(&self, state: &State<'_>) -> bool {
        let kinds = self.kinds.iter();
        let left: u64 = kinds
            .map(|&kind| u64::from(state.left[kind as usize]))
            .sum();
        2 * left == self.cells.len() as u64
    }
}

/// With fewer cells left it is not looked for parts: to search them takes no longer.
const FEWEST: usize = 8;

/// So often it is looked in vain, with the same number of cells left, before that is made a rare thing.
const TRIES: u32 = 32;

/// How rare.
const SELDOM: u32 = 64;

/// Looks for parts.
#[derive(Debug)]
pub(super) struct Parts {
    /// When a cell, a kind and a rule were met last.
    cells: Vec<u64>,
    kinds: Vec<u64>,
    rules: Vec<u64>,
    now: u64,
    /// How often there was but one, by the number of cells.
    in_vain: Vec<u32>,
}

impl Parts {
    pub(super) fn new(table: &Table) -> Self {
        Parts {
            cells: vec![0; table.rule_of.len()],
            kinds: vec![0; table.copies.len()],
            rules: vec![0; table.rules.len()],
            now: 0,
            in_vain: vec![0; table.rule_of.len() + 1],
        }
    }

    /// The parts of what is left of a part, the smallest first. Nothing if there is but one, or if it is
    /// not worth while to look.
    pub(super) fn find(
        &mut self,
        state: &State<'_>,
        lists: &Lists,
        of: &Part,
        empty: usize,
    ) -> Option<Vec<Part>> {
        if empty < FEWEST {
            return None;
        }
        let in_vain = &mut self.in_vain[empty];
        *in_vain = in_vain.saturating_add(1);
        if *in_vain > TRIES && !in_vain.is_multiple_of(SELDOM) {
            return None;
        }
        self.now += 1;
        let mut parts = Vec::new();
        for &cell in &of.cells {
            if state.shown[cell as usize] != EMPTY || self.cells[cell as usize] == self.now {
                continue;
            }
            let part = self.around(state, lists, cell, empty);
            if part.cells.len() == empty {
                return None;
            }
            parts.push(part);
        }
        self.in_vain[empty] = 0;
        parts.sort_by_key(|part| part.cells.len());
        Some(parts)
    }

    /// The part that a cell belongs to. It need not be finished if it has all cells.
    fn around(&mut self, state: &State<'_>, lists: &Lists, cell: u32, all: usize) -> Part {
        let table = state.table;
        let mut part = Part::default();
        self.meet(state, cell, &mut part.cells);
        let (mut next_cell, mut next_kind) = (0, 0);
        while part.cells.len() < all {
            // The dominoes first: where all cells hang together it is by them that this is seen.
            if let Some(&kind) = part.kinds.get(next_kind) {
                next_kind += 1;
                for &id in lists.of(lists.kind(kind)) {
                    for cell in table.candidates[id as usize].cells {
                        self.meet(state, cell, &mut part.cells);
                    }
                }
                continue;
            }
            let Some(&cell) = part.cells.get(next_cell) else {
                break;
            };
            next_cell += 1;
            for &(other, _) in &table.neighbours[cell as usize] {
                self.meet(state, other, &mut part.cells);
            }
            let rule = table.rule_of[cell as usize];
            if rule != NONE && self.rules[rule as usize] != self.now {
                self.rules[rule as usize] = self.now;
                part.rules.push(rule);
                for &other in &table.rules[rule as usize].cells {
                    self.meet(state, other, &mut part.cells);
                }
            }
            for &id in lists.of(cell) {
                let kind = table.candidates[id as usize].kind;
                let met = &mut self.kinds[kind as usize];
                if *met != self.now {
                    *met = self.now;
                    part.kinds.push(kind);
                }
            }
        }
        part.cells.sort_unstable();
        part.kinds.sort_unstable();
        part.rules.sort_unstable();
        part
    }

    /// Adds a cell, if it is empty and new.
    fn meet(&mut self, state: &State<'_>, cell: u32, cells: &mut Vec<u32>) {
        let met = &mut self.cells[cell as usize];
        if *met != self.now && state.shown[cell as usize] == EMPTY {
            *met = self.now;
            cells.push(cell);
        }
    }
}
