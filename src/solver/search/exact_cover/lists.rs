//! The candidates that are left at each cell and for each domino.
//!
//! These are dancing links (Knuth 2000) as sparse sets: the candidates that are left stand first in
//! each list, and removing one swaps it with the last of them, so undoing only makes the list longer
//! again. The crates for exact cover (`dlx`, `exact-covers`) support neither items that are covered
//! several times (copies) nor rules that remove candidates on the way.

use crate::solver::index::{CandidateId, ModelIndex};

/// A cell, or behind these a kind.
pub(super) type Item = u32;

/// The candidates that are left.
#[derive(Debug)]
pub(super) struct Lists {
    cells: u32,
    /// The lists, one behind the other: those of the cells, then those of the kinds.
    entries: Vec<CandidateId>,
    /// Where each begins, and how many are left of it.
    ranges: Vec<(u32, u32)>,
    links: Vec<Links>,
    /// What was done, in order.
    trail: Vec<TrailEntry>,
    /// How many candidates show each number on each cell.
    shown: Vec<u32>,
    /// The numbers that are still shown on each cell, as bits.
    domains: Vec<u64>,
    words: usize,
    numbers: usize,
    work: u64,
}

/// A candidate in its lists: that of its first cell, of its second cell, and of its kind.
#[derive(Debug, Clone, Copy)]
struct Links {
    items: [Item; 3],
    /// Where it stands in each.
    places: [u32; 3],
    /// What its cells show.
    shows: [u32; 2],
}

/// Something that was done to the lists.
#[derive(Debug, Clone, Copy)]
enum TrailEntry {
    /// A candidate was removed from all its lists.
    Removed(CandidateId),
    /// The candidates of an item were removed from all lists but its own.
    Closed(Item),
}

/// Notified of removals from the lists.
pub(super) trait Listener {
    /// An item has so many candidates left. `gone` says of a cell that a number cannot be shown any
    /// more.
    fn left(&mut self, item: Item, count: u32, gone: bool);
}

impl Lists {
    pub(super) fn new(index: &ModelIndex) -> Lists {
        let cells = index.rule_of.len() as u32;
        let mut links = Vec::with_capacity(index.candidates.len());
        let mut ranges = vec![(0, 0); cells as usize + index.copies.len()];
        for candidate in &index.candidates {
            let [one, other] = candidate.cells;
            let items = [one, other, cells + candidate.kind];
            let places = items.map(|item| {
                let count = &mut ranges[item as usize].1;
                *count += 1;
                *count - 1
            });
            links.push(Links {
                items,
                places,
                shows: candidate.shows,
            });
        }
        let mut next = 0;
        for (first, count) in &mut ranges {
            *first = next;
            next += *count;
        }
        let mut entries = vec![0; next as usize];
        let (numbers, words) = (index.pips.len(), index.pips.len().div_ceil(64));
        let mut shown = vec![0; cells as usize * numbers];
        let mut domains = vec![0; cells as usize * words];
        for (id, link) in links.iter_mut().enumerate() {
            for (item, place) in link.items.into_iter().zip(&mut link.places) {
                *place += ranges[item as usize].0;
                entries[*place as usize] = id as CandidateId;
            }
            for (cell, number) in link.items.into_iter().zip(link.shows) {
                let (cell, number) = (cell as usize, number as usize);
                shown[cell * numbers + number] += 1;
                domains[cell * words + number / 64] |= 1 << (number % 64);
            }
        }
        Lists {
            cells,
            entries,
            ranges,
            links,
            trail: Vec::new(),
            shown,
            domains,
            words,
            numbers,
            work: 0,
        }
    }

    /// The item of a kind.
    pub(super) fn kind(&self, kind: u32) -> Item {
        self.cells + kind
    }

    /// The candidates that are left for an item.
    pub(super) fn of(&self, item: Item) -> &[CandidateId] {
        let (first, count) = self.ranges[item as usize];
        &self.entries[first as usize..(first + count) as usize]
    }

    /// How many are left for an item.
    pub(super) fn count(&self, item: Item) -> u32 {
        self.ranges[item as usize].1
    }

    /// The numbers that a cell can still show, as bits.
    pub(super) fn domain(&self, cell: u32) -> &[u64] {
        let first = cell as usize * self.words;
        &self.domains[first..first + self.words]
    }

    /// The lowest and the highest number that a cell can still show; nothing if it can show none.
    pub(super) fn ends(&self, cell: u32) -> Option<(u32, u32)> {
        let domain = self.domain(cell);
        let low = domain.iter().position(|&word| word != 0)?;
        let high = domain.iter().rposition(|&word| word != 0)?;
        Some((
            low as u32 * 64 + domain[low].trailing_zeros(),
            high as u32 * 64 + 63 - domain[high].leading_zeros(),
        ))
    }

    /// Whether a candidate is left, of which no item is closed.
    pub(super) fn has(&self, id: CandidateId) -> bool {
        let link = &self.links[id as usize];
        // Whichever of its items is closed, it is missing from the list of its kind or of its first cell.
        [0, 2].into_iter().all(|slot| {
            let (first, count) = self.ranges[link.items[slot] as usize];
            link.places[slot] < first + count
        })
    }

    /// How much has been done, to [restore](Lists::restore) that.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// How many entries were moved so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Removes a candidate that is left.
    pub(super) fn remove(&mut self, id: CandidateId, listener: &mut impl Listener) {
        self.trail.push(TrailEntry::Removed(id));
        for slot in 0..3 {
            self.take_out(id, slot, listener);
        }
    }

    /// Removes all candidates of an item from the other lists. The item must not be asked for from
    /// then on.
    pub(super) fn close(&mut self, item: Item, listener: &mut impl Listener) {
        self.trail.push(TrailEntry::Closed(item));
        let (first, count) = self.ranges[item as usize];
        for place in first..first + count {
            let id = self.entries[place as usize];
            for slot in 0..3 {
                if self.links[id as usize].items[slot] != item {
                    self.take_out(id, slot, listener);
                }
            }
        }
    }

    /// Takes a candidate out of one of its lists.
    #[inline]
    fn take_out(&mut self, id: CandidateId, slot: usize, listener: &mut impl Listener) {
        self.work += 1;
        let link = &mut self.links[id as usize];
        let (item, place, number) = (link.items[slot], link.places[slot], link.shows[slot & 1]);
        let (first, count) = &mut self.ranges[item as usize];
        *count -= 1;
        let (last, left) = (*first + *count, *count);
        link.places[slot] = last;
        let moved = std::mem::replace(&mut self.entries[last as usize], id);
        if place != last {
            self.entries[place as usize] = moved;
            // The item may be the other cell of the one that takes its place.
            let other = &mut self.links[moved as usize];
            let slot = if other.items[slot] == item {
                slot
            } else {
                1 - slot
            };
            other.places[slot] = place;
        }
        let mut gone = false;
        if slot < 2 {
            let at = item as usize * self.numbers + number as usize;
            self.shown[at] -= 1;
            if self.shown[at] == 0 {
                let word = item as usize * self.words + number as usize / 64;
                self.domains[word] &= !(1 << (number % 64));
                gone = true;
            }
        }
        listener.left(item, left, gone);
    }

    /// Undoes what was done after a mark.
    pub(super) fn restore(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some(entry) = self.trail.pop()
        {
            match entry {
                TrailEntry::Removed(id) => {
                    for slot in 0..3 {
                        self.put_back(id, slot);
                    }
                }
                TrailEntry::Closed(item) => {
                    let (first, count) = self.ranges[item as usize];
                    for place in (first..first + count).rev() {
                        let id = self.entries[place as usize];
                        for slot in 0..3 {
                            if self.links[id as usize].items[slot] != item {
                                self.put_back(id, slot);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Puts a candidate back into one of its lists: it stands behind those that are left.
    #[inline]
    fn put_back(&mut self, id: CandidateId, slot: usize) {
        let link = &self.links[id as usize];
        let item = link.items[slot];
        self.ranges[item as usize].1 += 1;
        if slot < 2 {
            let number = link.shows[slot];
            self.shown[item as usize * self.numbers + number as usize] += 1;
            let word = item as usize * self.words + number as usize / 64;
            self.domains[word] |= 1 << (number % 64);
        }
    }
}
