//! The remaining candidates of each cell and domino.
//!
//! Dancing links (Knuth 2000) as sparse sets (Briggs and Torczon 1993): each list starts with its
//! remaining candidates, removal swaps a candidate with the last of them, and undo only increases the
//! length. The crates for exact cover (`dlx`, `exact-covers`) support neither items that are covered
//! several times (copies) nor rules that remove candidates during the search.

use std::mem::replace;

use crate::solver::index::{Candidate, CandidateId, ModelIndex, NONE};

/// A cell, or after all cells, a kind.
pub(super) type CoverItem = u32;

/// Remaining candidates of all items.
#[derive(Debug)]
pub(super) struct CandidateLists<'a> {
    index: &'a ModelIndex,
    cells: u32,
    /// The concatenated lists of the cells and of the kinds.
    entries: Vec<CandidateId>,
    /// Start and remaining length of each list.
    ranges: Vec<(u32, u32)>,
    links: Vec<CandidateLinks>,
    /// Number of candidates that each item needs: 1 for an uncovered cell, the copies left for a kind.
    pub(super) needed: Vec<u32>,
    /// Number of candidates for each cell and value number.
    shown: Vec<u32>,
    /// Trail of removals: a candidate, and which of its three lists.
    trail: Vec<(CandidateId, u32)>,
    pub(super) pending: PendingWork,
    /// Number of entries moved so far.
    pub(super) work: u64,
}

/// A candidate in its lists: of its first cell, its second cell, and its kind. The fields are in one
/// struct for locality, because moving candidates is most of the work of a search.
#[derive(Debug, Clone, Copy)]
struct CandidateLinks {
    items: [CoverItem; 3],
    /// Position in each list.
    places: [u32; 3],
    /// For each cell, the index of its count in [`CandidateLists::shown`].
    shown: [usize; 2],
}

/// Pending propagations.
#[derive(Debug, Default)]
pub(super) struct PendingWork {
    /// The rules to apply again, each once.
    rules: Vec<u32>,
    is_pending: Vec<bool>,
    /// Items that have no choice left.
    pub(super) forced: Vec<CoverItem>,
    /// An item that has too few candidates.
    pub(super) stuck: Option<CoverItem>,
}

impl PendingWork {
    #[inline]
    pub(super) fn add_rule(&mut self, rule: u32) {
        if rule != NONE && !replace(&mut self.is_pending[rule as usize], true) {
            self.rules.push(rule);
        }
    }

    pub(super) fn next_rule(&mut self) -> Option<usize> {
        let rule = self.rules.pop()? as usize;
        self.is_pending[rule] = false;
        Some(rule)
    }

    fn clear(&mut self) {
        while self.next_rule().is_some() {}
        self.forced.clear();
        self.stuck = None;
    }
}

impl<'a> CandidateLists<'a> {
    pub(super) fn new(index: &'a ModelIndex) -> CandidateLists<'a> {
        let cells = index.rule_of.len() as u32;
        let numbers = index.pips.len();
        let mut ranges = vec![(0, 0); cells as usize + index.copies.len()];
        let mut shown = vec![0; cells as usize * numbers];
        let links = index.candidates.iter().map(|candidate| {
            let [one, other] = candidate.cells;
            let items = [one, other, cells + candidate.kind];
            let shows =
                [0, 1].map(|slot| items[slot] as usize * numbers + candidate.shows[slot] as usize);
            for count in shows {
                shown[count] += 1;
            }
            CandidateLinks {
                items,
                places: items.map(|item| {
                    let count = &mut ranges[item as usize].1;
                    *count += 1;
                    *count - 1
                }),
                shown: shows,
            }
        });
        let mut links: Vec<CandidateLinks> = links.collect();
        let mut first = 0;
        for range in &mut ranges {
            range.0 = first;
            first += range.1;
        }
        let mut entries = vec![0; first as usize];
        for (id, link) in (0..).zip(&mut links) {
            for (place, item) in link.places.iter_mut().zip(link.items) {
                *place += ranges[item as usize].0;
                entries[*place as usize] = id;
            }
        }
        let mut needed = vec![1; cells as usize];
        needed.extend(&index.copies);
        CandidateLists {
            index,
            cells,
            entries,
            ranges,
            links,
            needed,
            shown,
            trail: Vec::new(),
            pending: PendingWork {
                is_pending: vec![false; index.rules.len()],
                ..PendingWork::default()
            },
            work: 0,
        }
    }

    /// Returns all cells, then all kinds.
    pub(super) fn all(&self) -> std::ops::Range<CoverItem> {
        0..self.ranges.len() as CoverItem
    }

    /// Collects all pending work at the root.
    pub(super) fn begin(&mut self) {
        self.pending.clear();
        for item in self.all() {
            let needed = self.needed[item as usize];
            match self.ranges[item as usize].1 {
                few if few < needed => self.pending.stuck = Some(item),
                just if just == needed => self.pending.forced.push(item),
                _ => {}
            }
        }
        for rule in 0..self.index.rules.len() as u32 {
            self.pending.add_rule(rule);
        }
    }

    /// Removes the candidates that conflict with a placed one.
    pub(super) fn cover(&mut self, candidate: Candidate) {
        let kind = self.cells + candidate.kind;
        self.needed[kind as usize] -= 1;
        for cell in candidate.cells {
            self.needed[cell as usize] = 0;
        }
        for cell in candidate.cells {
            self.close(cell);
            self.pending.add_rule(self.index.rule_of[cell as usize]);
        }
        if self.needed[kind as usize] == 0 {
            self.close(kind);
        }
    }

    /// Undoes [`CandidateLists::cover`], after [`CandidateLists::restore`].
    pub(super) fn uncover(&mut self, candidate: Candidate) {
        self.needed[(self.cells + candidate.kind) as usize] += 1;
        for cell in candidate.cells {
            self.needed[cell as usize] = 1;
        }
    }

    /// Returns the kind of an item that is not a cell.
    pub(super) fn kind_of(&self, item: CoverItem) -> Option<u32> {
        item.checked_sub(self.cells)
    }

    /// Returns the remaining candidates of an item.
    pub(super) fn of(&self, item: CoverItem) -> &[CandidateId] {
        let (first, count) = self.ranges[item as usize];
        &self.entries[first as usize..(first + count) as usize]
    }

    /// Returns the number of candidates at a cell for each value number.
    pub(super) fn shown(&self, cell: u32) -> &[u32] {
        let numbers = self.index.pips.len();
        &self.shown[cell as usize * numbers..][..numbers]
    }

    /// Whether a candidate remains, and none of its items is closed.
    pub(super) fn has(&self, id: CandidateId) -> bool {
        // Closing an item removes its candidates from their other lists, so two lists suffice.
        let link = &self.links[id as usize];
        [0, 2].into_iter().all(|slot| {
            let (first, count) = self.ranges[link.items[slot] as usize];
            link.places[slot] < first + count
        })
    }

    /// Returns the length of the trail, for [`CandidateLists::restore`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Removes a remaining candidate.
    pub(super) fn remove(&mut self, id: CandidateId) {
        for slot in 0..3 {
            self.take_out(id, slot);
        }
    }

    /// Removes all candidates of an item from the other lists. The list of the item itself must not be
    /// used afterwards.
    fn close(&mut self, item: CoverItem) {
        let (first, count) = self.ranges[item as usize];
        for place in first..first + count {
            let id = self.entries[place as usize];
            for slot in 0..3 {
                if self.links[id as usize].items[slot as usize] != item {
                    self.take_out(id, slot);
                }
            }
        }
    }

    /// Removes a candidate from one of its lists.
    #[inline]
    fn take_out(&mut self, id: CandidateId, slot: u32) {
        self.work += 1;
        self.trail.push((id, slot));
        let link = &mut self.links[id as usize];
        let item = link.items[slot as usize];
        let (first, count) = &mut self.ranges[item as usize];
        *count -= 1;
        let (last, left) = (*first + *count, *count);
        let place = replace(&mut link.places[slot as usize], last);
        let shown = link.shown.get(slot as usize).copied();
        let moved = replace(&mut self.entries[last as usize], id);
        if place != last {
            self.entries[place as usize] = moved;
            // The item can be the second cell of the moved candidate.
            let other = &mut self.links[moved as usize];
            let is_other = other.items[slot as usize] != item;
            let slot = if is_other { 1 - slot } else { slot };
            other.places[slot as usize] = place;
        }
        let needed = self.needed[item as usize];
        if let Some(shown) = shown {
            let shown = &mut self.shown[shown];
            *shown -= 1;
            if *shown == 0 && needed > 0 {
                self.pending.add_rule(self.index.rule_of[item as usize]);
            }
        }
        if left < needed {
            self.pending.stuck = Some(item);
        } else if left == needed && needed > 0 {
            self.pending.forced.push(item);
        }
    }

    /// Undoes the removals after a mark, in reverse order: each removed candidate is directly after the
    /// remaining ones. Drops the pending work that a failure leaves.
    pub(super) fn restore(&mut self, mark: usize) {
        self.pending.clear();
        while self.trail.len() > mark
            && let Some((id, slot)) = self.trail.pop()
        {
            let link = &self.links[id as usize];
            self.ranges[link.items[slot as usize] as usize].1 += 1;
            if let Some(&shown) = link.shown.get(slot as usize) {
                self.shown[shown] += 1;
            }
        }
    }
}
