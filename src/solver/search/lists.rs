//! What can still be laid: for each cell, and for each domino, the candidates that are left there.
//!
//! This is what dancing links are for, kept as lists without links: those that are left stand at the
//! beginning of each list, and to remove one is to swap it with the last of them. To put back what was
//! removed last is to make the list longer by one; nothing else has moved. The crates that do exact
//! cover (`dlx`, `exact-covers`) know neither dominoes with copies, which are to be covered several
//! times, nor rules that remove candidates on the way, so it is written by hand.

use super::table::{CandidateId, Table};

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
    hands: Vec<Hand>,
    /// What was done, in order.
    done: Vec<Done>,
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
struct Hand {
    items: [Item; 3],
    /// Where it stands in each.
    places: [u32; 3],
    /// What its cells show.
    shows: [u32; 2],
}

/// Something that was done to the lists.
#[derive(Debug, Clone, Copy)]
enum Done {
    /// A candidate was removed from all its lists.
    Removed(CandidateId),
    /// The candidates of an item were removed from all lists but its own.
    Closed(Item),
}

/// Told what becomes of the lists.
pub(super) trait Witness {
    /// An item has so many candidates left. `gone` says of a cell that a number cannot be shown any
    /// more.
    fn left(&mut self, item: Item, count: u32, gone: bool);
}

impl Lists {
    pub(super) fn new(table: &Table) -> Lists {
        let cells = table.rule_of.len() as u32;
        let mut hands = Vec::with_capacity(table.candidates.len());
        let mut ranges = vec![(0, 0); cells as usize + table.copies.len()];
        for candidate in &table.candidates {
            let [one, other] = candidate.cells;
            let items = [one, other, cells + candidate.kind];
            let places = items.map(|item| {
                let count = &mut ranges[item as usize].1;
                *count += 1;
                *count - 1
            });
            hands.push(Hand {
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
        let (numbers, words) = (table.pips.len(), table.pips.len().div_ceil(64));
        let mut shown = vec![0; cells as usize * numbers];
        let mut domains = vec![0; cells as usize * words];
        for (id, hand) in hands.iter_mut().enumerate() {
            for (item, place) in hand.items.into_iter().zip(&mut hand.places) {
                *place += ranges[item as usize].0;
                entries[*place as usize] = id as CandidateId;
            }
            for (cell, number) in hand.items.into_iter().zip(hand.shows) {
                let (cell, number) = (cell as usize, number as usize);
                shown[cell * numbers + number] += 1;
                domains[cell * words + number / 64] |= 1 << (number % 64);
            }
        }
        Lists {
            cells,
            entries,
            ranges,
            hands,
            done: Vec::new(),
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
        let hand = &self.hands[id as usize];
        // Whichever of its items is closed, it is missing from the list of its kind or of its first cell.
        [0, 2].into_iter().all(|slot| {
            let (first, count) = self.ranges[hand.items[slot] as usize];
            hand.places[slot] < first + count
        })
    }

    /// How much has been done, to [restore](Lists::restore) that.
    pub(super) fn mark(&self) -> usize {
        self.done.len()
    }

    /// How many entries were moved so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Removes a candidate that is left.
    pub(super) fn remove(&mut self, id: CandidateId, witness: &mut impl Witness) {
        self.done.push(Done::Removed(id));
        for slot in 0..3 {
            self.take_out(id, slot, witness);
        }
    }

    /// Removes all candidates of an item from the other lists. The item must not be asked for from
    /// then on.
    pub(super) fn close(&mut self, item: Item, witness: &mut impl Witness) {
        self.done.push(Done::Closed(item));
        let (first, count) = self.ranges[item as usize];
        for place in first..first + count {
            let id = self.entries[place as usize];
            for slot in 0..3 {
                if self.hands[id as usize].items[slot] != item {
                    self.take_out(id, slot, witness);
                }
            }
        }
    }

    /// Takes a candidate out of one of its lists.
    #[inline]
    fn take_out(&mut self, id: CandidateId, slot: usize, witness: &mut impl Witness) {
        self.work += 1;
        let hand = &mut self.hands[id as usize];
        let (item, place, number) = (hand.items[slot], hand.places[slot], hand.shows[slot & 1]);
        let (first, count) = &mut self.ranges[item as usize];
        *count -= 1;
        let (last, left) = (*first + *count, *count);
        hand.places[slot] = last;
        let moved = std::mem::replace(&mut self.entries[last as usize], id);
        if place != last {
            self.entries[place as usize] = moved;
            // The item may be the other cell of the one that takes its place.
            let other = &mut self.hands[moved as usize];
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
        witness.left(item, left, gone);
    }

    /// Undoes what was done after a mark.
    pub(super) fn restore(&mut self, mark: usize) {
        while self.done.len() > mark
            && let Some(done) = self.done.pop()
        {
            match done {
                Done::Removed(id) => {
                    for slot in 0..3 {
                        self.put_back(id, slot);
                    }
                }
                Done::Closed(item) => {
                    let (first, count) = self.ranges[item as usize];
                    for place in (first..first + count).rev() {
                        let id = self.entries[place as usize];
                        for slot in 0..3 {
                            if self.hands[id as usize].items[slot] != item {
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
        let hand = &self.hands[id as usize];
        let item = hand.items[slot];
        self.ranges[item as usize].1 += 1;
        if slot < 2 {
            let number = hand.shows[slot];
            self.shown[item as usize * self.numbers + number as usize] += 1;
            let word = item as usize * self.words + number as usize / 64;
            self.domains[word] |= 1 << (number % 64);
        }
    }
}
