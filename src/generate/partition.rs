//! Regions: which cells share a rule, and of what kind, before anything lies on them.
//!
//! The shares are counted in regions, as one sees them in the newspaper, where each free cell is
//! one of its own: half `sum`, a fifth `equal`, a fifth free, the rest `less`, `greater` and
//! `unequal`. Kinds are dealt from a deck, so that a single board comes close to the shares too. Sizes
//! are drawn as often as the newspaper has them, up to six cells. A family can have a [`Mix`] of its
//! own.

use super::rng::Rng;
use super::tiling::Tiling;
use crate::puzzle::{DoubleSet, Pips, Relation, Rule};

/// What a region will demand, without a target yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegionKind {
    Sum,
    Equal,
    Free,
    Less,
    Greater,
    Unequal,
}

/// How often there are regions of a kind, and of which sizes.
#[derive(Debug, Clone)]
pub(super) struct Share {
    /// The kind.
    pub(super) kind: RegionKind,
    /// How many of them are in a deck.
    pub(super) cards: usize,
    /// How many cells they have, with how often; at most [`MAX_CELLS`].
    pub(super) sizes: Vec<(usize, u32)>,
}

/// What regions a board is cut into.
#[derive(Debug, Clone)]
pub(super) struct Mix {
    /// The deck that kinds are dealt from.
    pub(super) deck: Vec<Share>,
    /// How many cells of a hundred are left free before anything is dealt.
    pub(super) free: usize,
}

impl Mix {
    /// The newspaper's. Sizes are in percent.
    pub(super) fn newspaper() -> Self {
        let share = |kind, cards, sizes: &[(usize, u32)]| Share {
            kind,
            cards,
            sizes: sizes.to_vec(),
        };
        let sums = [(1, 37), (2, 42), (3, 13), (4, 5), (5, 2), (6, 1)];
        let compared = [(1, 84), (2, 12), (3, 3), (4, 1)];
        Mix {
            deck: vec![
                share(RegionKind::Sum, 25, &sums),
                share(
                    RegionKind::Equal,
                    10,
                    &[(2, 38), (3, 31), (4, 19), (5, 9), (6, 3)],
                ),
                share(RegionKind::Free, 10, &[(1, 100)]),
                share(RegionKind::Less, 2, &compared),
                share(RegionKind::Greater, 2, &compared),
                share(
                    RegionKind::Unequal,
                    1,
                    &[(2, 31), (3, 26), (4, 21), (5, 12), (6, 10)],
                ),
            ],
            free: 0,
        }
    }
}

/// The largest region.
const MAX_CELLS: usize = 6;

impl RegionKind {
    /// The most cells that can keep the rule with the dominoes of a set.
    fn most(self, set: DoubleSet) -> usize {
        let values = set.highest() as usize + 1;
        match self {
            // One domino for each partner of the value, and its double has it twice.
            RegionKind::Equal => values + 1,
            RegionKind::Unequal => values,
            RegionKind::Sum | RegionKind::Free | RegionKind::Less | RegionKind::Greater => {
                usize::MAX
            }
        }
    }

    /// The kind that a region of some cells can have: on one cell, or on more than the set can
    /// serve, comparing cells with each other makes no sense.
    fn fitting(self, cells: usize, set: DoubleSet) -> RegionKind {
        match self {
            RegionKind::Equal | RegionKind::Unequal if cells < 2 || cells > self.most(set) => {
                RegionKind::Sum
            }
            kind => kind,
        }
    }

    /// The kinds that say what lies there are cut first, while there is room.
    fn is_cut_first(self) -> bool {
        matches!(self, RegionKind::Equal | RegionKind::Unequal)
    }
}

/// A region to be: its kind, and its cells in board order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: RegionKind,
    pub(super) cells: Vec<usize>,
}

/// Cuts a board into connected regions, in the order of their first cells.
pub(super) fn cut(tiling: &Tiling, set: DoubleSet, mix: &Mix, rng: &mut Rng) -> Vec<Part> {
    let mut plan = plan(tiling.size(), set, mix, rng);
    // Large regions first, since the small ones fit anywhere; the last are taken first.
    plan.sort_by_key(|&(kind, size)| (kind.is_cut_first(), size));
    let mut board = Uncut::new(tiling, set);
    let mut parts = Vec::new();
    while let Some((kind, size)) = plan.pop() {
        let cells = board.take(size, kind, rng);
        if cells.len() < size {
            // There was no room. What is missing has to be cut all the same.
            let missing = (RegionKind::Sum, size - cells.len());
            let at = plan.partition_point(|&(kind, size)| !kind.is_cut_first() && size < missing.1);
            plan.insert(at, missing);
        }
        parts.push(Part {
            kind: kind.fitting(cells.len(), set),
            cells,
        });
    }
    parts.sort_by_key(|part| part.cells[0]);
    parts
}

/// Kinds and sizes of regions that have as many cells as the board.
fn plan(cells: usize, set: DoubleSet, mix: &Mix, rng: &mut Rng) -> Vec<(RegionKind, usize)> {
    let mut deck: Vec<&Share> = Vec::new();
    let free = cells * mix.free / 100;
    let mut plan = vec![(RegionKind::Free, 1); free];
    let mut left = cells - free;
    while left > 0 {
        if deck.is_empty() {
            let shares = mix.deck.iter();
            deck.extend(shares.flat_map(|share| std::iter::repeat_n(share, share.cards)));
            rng.shuffle(&mut deck);
        }
        let Some(Share { kind, sizes, .. }) = deck.pop() else {
            continue;
        };
        let size = rng.weigh(sizes).min(kind.most(set)).min(left);
        left -= size;
        match kind.fitting(size, set) {
            // One cell is left, and the kind needs two: better a larger region than another kind.
            RegionKind::Sum if *kind != RegionKind::Sum && widen(&mut plan) => {}
            kind => plan.push((kind, size)),
        }
    }
    plan
}

/// Makes the last planned sum larger by one cell, if there is one that is not too large.
fn widen(plan: &mut [(RegionKind, usize)]) -> bool {
    let mut sums = plan.iter_mut().rev();
    let sum = sums.find(|(kind, size)| *kind == RegionKind::Sum && *size < MAX_CELLS);
    sum.map(|(_, size)| *size += 1).is_some()
}

/// The part of a board that is in no region yet.
#[derive(Debug)]
struct Uncut<'t> {
    tiling: &'t Tiling,
    cells: Vec<usize>,
    is_uncut: Vec<bool>,
    /// Equal cells under one domino make it a double, and a set has only one for each value. So
    /// many regions of equal cells may still hold a whole domino.
    doubles: u32,
}

impl<'t> Uncut<'t> {
    fn new(tiling: &'t Tiling, set: DoubleSet) -> Self {
        Uncut {
            tiling,
            cells: (0..tiling.size()).collect(),
            is_uncut: vec![true; tiling.size()],
            doubles: set.highest() + 1,
        }
    }

    /// Takes connected cells out: as many as asked for, or fewer if there is no room for them
    /// where it was looked.
    fn take(&mut self, size: usize, kind: RegionKind, rng: &mut Rng) -> Vec<usize> {
        const LOOKED_AT: usize = 8;
        let mut best = Vec::new();
        for _ in 0..LOOKED_AT {
            let found = self.grow(size, kind, rng);
            if found.len() > best.len() {
                best = found;
            }
            if best.len() == size {
                break;
            }
        }
        for &cell in &best {
            self.is_uncut[cell] = false;
        }
        if kind == RegionKind::Equal && best.iter().any(|&cell| self.is_partnered(cell, &best)) {
            self.doubles -= 1;
        }
        self.cells.retain(|&cell| self.is_uncut[cell]);
        best.sort_unstable();
        best
    }

    fn grow(&self, size: usize, kind: RegionKind, rng: &mut Rng) -> Vec<usize> {
        let mut cells = vec![rng.pick(&self.cells)];
        let mut doubles = if kind == RegionKind::Equal {
            self.doubles.min(1)
        } else {
            u32::MAX
        };
        while cells.len() < size {
            let beside = cells.iter().flat_map(|&cell| self.tiling.neighbours(cell));
            let room: Vec<usize> = beside
                .copied()
                .filter(|next| self.is_uncut[*next] && !cells.contains(next))
                .filter(|&next| doubles > 0 || !self.is_partnered(next, &cells))
                .collect();
            if room.is_empty() {
                break;
            }
            let next = rng.pick(&room);
            doubles -= u32::from(self.is_partnered(next, &cells));
            cells.push(next);
        }
        cells
    }

    /// Whether the other half of a cell's domino is among some cells.
    fn is_partnered(&self, cell: usize, cells: &[usize]) -> bool {
        cells.contains(&self.tiling.partner(cell))
    }
}

/// How far targets of `less` and `greater` are from the sum, with how often in percent, as
/// in the newspaper.
const SLACK: [(i64, u32); 4] = [(1, 65), (2, 22), (3, 9), (4, 4)];

/// The rule of a region that shows some values; none for free cells. A rule that says nothing
/// since no dominoes could break it is not made.
pub(super) fn rule(
    kind: RegionKind,
    values: &[Pips],
    set: DoubleSet,
    rng: &mut Rng,
) -> Option<Rule> {
    let sum: i64 = values.iter().map(|&pips| i64::from(pips)).sum();
    let most = i64::from(set.highest()) * values.len() as i64;
    let slack = |rng: &mut Rng| rng.weigh(&SLACK);
    let less = |rng: &mut Rng| Rule::Sum(Relation::Less, (sum + slack(rng)).min(most));
    let greater = |rng: &mut Rng| Rule::Sum(Relation::Greater, (sum - slack(rng)).max(0));
    Some(match kind {
        RegionKind::Free => return None,
        RegionKind::Equal => Rule::Equal,
        RegionKind::Unequal => Rule::Unequal,
        RegionKind::Less if sum < most => less(rng),
        RegionKind::Greater if sum > 0 => greater(rng),
        RegionKind::Less if sum > 0 => greater(rng),
        RegionKind::Greater if sum < most => less(rng),
        RegionKind::Sum | RegionKind::Less | RegionKind::Greater => Rule::Sum(Relation::Equal, sum),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_and_say_something() {
        let mut rng = Rng::new(5);
        for highest in [0, 1, 2, 6] {
            let set = DoubleSet::new(highest).expect("a set");
            for value in 0..=highest {
                for kind in [RegionKind::Less, RegionKind::Greater] {
                    for values in [vec![value], vec![value, 0], vec![highest, value]] {
                        let rule = rule(kind, &values, set, &mut rng).expect("a rule");
                        assert!(rule.holds(&values), "{rule} on {values:?}");
                        let cells = values.len();
                        let holds = |pips| rule.holds(&vec![pips; cells]);
                        assert!(highest == 0 || !holds(0) || !holds(highest), "{rule}");
                    }
                }
            }
        }
    }
}
