//! What can still be laid: for each cell, and for each domino, the candidates that are left there.
//!
//! This is what dancing links are for, kept as lists without links: those that are left stand at the
//! beginning of each list, and to remove one is to swap it with the last of them. To put back what was
//! removed last is to make the lists longer by one; nothing else has moved. The crates that do exact
//! cover (`dlx`, `exact-covers`, `dancing-cells`) know neither dominoes with copies, which are to be
//! covered several times, nor rules that remove candidates on the way, so it is written by hand.

use super::table::{CandidateId, Table};

/// A cell, or behind these a kind.
pub(super) type Item = u32;

/// The candidates that are left.
#[derive(Debug)]
pub(super) struct Lists {
    cells: u32,
    /// The lists, one behind the other: those of the cells, then those of the kinds.
    entries: Vec<CandidateId>,
    /// Where each begins.
    first: Vec<u32>,
    /// How many are left in each.
    left: Vec<u32>,
    /// Where each candidate stands in the lists of its cells and of its kind.
    places: Vec<[u32; 3]>,
    /// What was removed, in order.
    removed: Vec<CandidateId>,
    is_left: Vec<bool>,
    /// How many candidates show each number on each cell.
    shown: Vec<u32>,
    /// The numbers that are still shown on each cell, as bits.
    domains: Vec<u64>,
    words: usize,
    numbers: usize,
}

impl Lists {
    pub(super) fn new(table: &Table) -> Lists {
        let cells = table.rule_of.len() as u32;
        let items = |id: usize| {
            let candidate = table.candidates[id];
            let [one, other] = candidate.cells;
            [one, other, cells + candidate.kind]
        };
        let mut left = vec![0; cells as usize + table.copies.len()];
        let all = 0..table.candidates.len();
        for id in all.clone() {
            for item in items(id) {
                left[item as usize] += 1;
            }
        }
        let mut next = 0;
        let first: Vec<u32> = left
            .iter()
            .map(|count| {
                next += count;
                next - count
            })
            .collect();
        let mut entries = vec![0; next as usize];
        let mut filled = first.clone();
        let (numbers, words) = (table.pips.len(), table.pips.len().div_ceil(64));
        let mut shown = vec![0; cells as usize * numbers];
        let mut domains = vec![0; cells as usize * words];
        let mut places = Vec::with_capacity(all.len());
        for id in all {
            places.push(items(id).map(|item| {
                let place = &mut filled[item as usize];
                entries[*place as usize] = id as CandidateId;
                *place += 1;
                *place - 1
            }));
            let candidate = table.candidates[id];
            for (cell, number) in candidate.cells.into_iter().zip(candidate.shows) {
                let (cell, number) = (cell as usize, number as usize);
                shown[cell * numbers + number] += 1;
                domains[cell * words + number / 64] |= 1 << (number % 64);
            }
        }
        Lists {
            cells,
            entries,
            first,
            left,
            is_left: vec![true; places.len()],
            places,
            removed: Vec::new(),
            shown,
            domains,
            words,
            numbers,
        }
    }

    /// The item of a kind.
    pub(super) fn kind(&self, kind: u32) -> Item {
        self.cells + kind
    }

    /// The candidates that are left for an item.
    pub(super) fn of(&self, item: Item) -> &[CandidateId] {
        let first = self.first[item as usize] as usize;
        &self.entries[first..first + self.left[item as usize] as usize]
    }

    /// How many are left for an item.
    pub(super) fn count(&self, item: Item) -> u32 {
        self.left[item as usize]
    }

    /// The numbers that a cell can still show, as bits.
    pub(super) fn domain(&self, cell: u32) -> &[u64] {
        let first = cell as usize * self.words;
        &self.domains[first..first + self.words]
    }

    /// The lowest and the highest number that a cell can still show; nothing if it can show none.
    pub(super) fn ends(&self, cell: u32) -> Option<(u32, u32)> {
        let domain = self.domain(cell);
        if let &[word] = domain {
            return (word != 0).then(|| (word.trailing_zeros(), 63 - word.leading_zeros()));
        }
        let low = domain.iter().position(|&word| word != 0)?;
        let high = domain.iter().rposition(|&word| word != 0)?;
        Some((
            low as u32 * 64 + domain[low].trailing_zeros(),
            high as u32 * 64 + 63 - domain[high].leading_zeros(),
        ))
    }

    /// Whether a candidate is left.
    pub(super) fn has(&self, id: CandidateId) -> bool {
        self.is_left[id as usize]
    }

    /// How many have been removed.
    pub(super) fn removed(&self) -> usize {
        self.removed.len()
    }

    /// Removes a candidate that is left, and tells for which of its cells it was the last to show what
    /// it shows.
    pub(super) fn remove(&mut self, table: &Table, id: CandidateId) -> [bool; 2] {
        self.is_left[id as usize] = false;
        self.removed.push(id);
        let candidate = table.candidate(id);
        let [one, other] = candidate.cells;
        for (slot, item) in [one, other, self.cells + candidate.kind]
            .into_iter()
            .enumerate()
        {
            let left = &mut self.left[item as usize];
            *left -= 1;
            let last = self.first[item as usize] + *left;
            let place = self.places[id as usize][slot];
            let moved = self.entries[last as usize];
            self.entries[place as usize] = moved;
            self.entries[last as usize] = id;
            // The same item is another slot of the one that takes its place.
            let slots = match slot {
                2 => 2,
                _ => usize::from(table.candidates[moved as usize].cells[0] != item),
            };
            self.places[moved as usize][slots] = place;
            self.places[id as usize][slot] = last;
        }
        let mut gone = [false; 2];
        for (at, gone) in gone.iter_mut().enumerate() {
            let (cell, number) = (candidate.cells[at] as usize, candidate.shows[at] as usize);
            let times = &mut self.shown[cell * self.numbers + number];
            *times -= 1;
            if *times == 0 {
                self.domains[cell * self.words + number / 64] &= !(1 << (number % 64));
                *gone = true;
            }
        }
        gone
    }

    /// Puts back what was removed after so many had been.
    pub(super) fn restore(&mut self, table: &Table, removed: usize) {
        while self.removed.len() > removed
            && let Some(id) = self.removed.pop()
        {
            self.is_left[id as usize] = true;
            let candidate = table.candidate(id);
            let [one, other] = candidate.cells;
            for item in [one, other, self.cells + candidate.kind] {
                self.left[item as usize] += 1;
            }
            for (cell, number) in candidate.cells.into_iter().zip(candidate.shows) {
                let (cell, number) = (cell as usize, number as usize);
                self.shown[cell * self.numbers + number] += 1;
                self.domains[cell * self.words + number / 64] |= 1 << (number % 64);
            }
        }
    }
}
