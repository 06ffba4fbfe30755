//! Partition of a board into regions, before its dominoes are chosen.
//!
//! The rules of planned regions have no targets yet: sums have the target 0.
//!
//! Kinds of rules are drawn from a deck without replacement, so that a single board comes close to the shares
//! of the deck. Sizes are drawn at random. Each family has its own mix ([`RegionMix`]).

use super::rng::Rng;
use super::tiling::Tiling;
use crate::puzzle::{DoubleSet, DraftRegion, Pips, Relation, Rule, total};

/// The frequency and the sizes of regions with a rule.
#[derive(Debug, Clone)]
pub(super) struct RuleShare {
    /// The rule.
    pub(super) rule: Rule,
    /// Number of its cards in a deck.
    pub(super) cards: usize,
    /// The numbers of cells, up to [`MAX_CELLS`], with their weights.
    pub(super) sizes: Vec<(usize, u32)>,
}

/// The frequencies of kinds and sizes in a partition.
#[derive(Debug, Clone)]
pub(super) struct RegionMix {
    /// The deck from which kinds are drawn.
    pub(super) deck: Vec<RuleShare>,
    /// Percentage of cells that are left free beforehand.
    pub(super) free: usize,
}

impl RegionMix {
    /// The sizes of NYT regions, with weights in percent, and a deck with these numbers of cards: sums, equal
    /// cells, free cells, less, greater, different cells.
    pub(super) fn newspaper(cards: [usize; 6]) -> Self {
        let [sum, equal, free, less, greater, unequal] = cards;
        let share = |rule, cards, sizes: &[(usize, u32)]| RuleShare {
            rule,
            cards,
            sizes: sizes.to_vec(),
        };
        let sums = [(1, 37), (2, 42), (3, 13), (4, 5), (5, 2), (6, 1)];
        let compared = [(1, 84), (2, 12), (3, 3), (4, 1)];
        RegionMix {
            deck: vec![
                share(SUM, sum, &sums),
                share(
                    Rule::Equal,
                    equal,
                    &[(2, 38), (3, 31), (4, 19), (5, 9), (6, 3)],
                ),
                share(Rule::Empty, free, &[(1, 100)]),
                share(LESS, less, &compared),
                share(GREATER, greater, &compared),
                share(
                    Rule::Unequal,
                    unequal,
                    &[(2, 31), (3, 26), (4, 21), (5, 12), (6, 10)],
                ),
            ],
            free: 0,
        }
    }
}

/// Sums without a target.
pub(super) const SUM: Rule = Rule::Sum(Relation::Equal, 0);
pub(super) const LESS: Rule = Rule::Sum(Relation::Less, 0);
pub(super) const GREATER: Rule = Rule::Sum(Relation::Greater, 0);

/// Maximum number of cells of a region.
const MAX_CELLS: usize = 6;

/// Maximum number of cells that can satisfy a rule with the dominoes of a set.
fn most_cells(rule: Rule, set: DoubleSet) -> usize {
    let values = set.highest() as usize + 1;
    match rule {
        // One half of each domino with the value, and both of its double.
        Rule::Equal => values + 1,
        Rule::Unequal => values,
        Rule::Sum(..) | Rule::Empty => usize::MAX,
    }
}

/// The rule for a number of cells: a sum instead of a comparison of cells if there is one cell, or if there are
/// more than the set can satisfy.
fn fitting(rule: Rule, cells: usize, set: DoubleSet) -> Rule {
    match rule {
        Rule::Equal | Rule::Unequal if cells < 2 || cells > most_cells(rule, set) => SUM,
        rule => rule,
    }
}

/// Whether regions with this rule are cut first, while there is room for large ones.
fn is_cut_first(rule: Rule) -> bool {
    matches!(rule, Rule::Equal | Rule::Unequal)
}

/// Cuts a board into connected regions, in the order of their first cells.
pub(super) fn cut(
    tiling: &Tiling,
    set: DoubleSet,
    mix: &RegionMix,
    rng: &mut Rng,
) -> Vec<DraftRegion> {
    let mut plan = plan(tiling.size(), set, mix, rng);
    // Large regions first, since the small ones fit anywhere; `pop` takes from the end.
    plan.sort_by_key(|&(rule, size)| (is_cut_first(rule), size));
    let mut board = UncutBoard::new(tiling, set);
    let mut parts = Vec::new();
    while let Some((rule, size)) = plan.pop() {
        let cells = board.take(size, rule, rng);
        if cells.len() < size {
            // There was no room. The missing cells become another sum.
            let missing = (SUM, size - cells.len());
            let at = plan.partition_point(|&(rule, size)| !is_cut_first(rule) && size < missing.1);
            plan.insert(at, missing);
        }
        let rule = fitting(rule, cells.len(), set);
        parts.push(DraftRegion::new(cells, rule));
    }
    parts.sort_by_key(|part| part.cells[0]);
    parts
}

/// Rules and sizes of regions that together have all cells of the board.
fn plan(cells: usize, set: DoubleSet, mix: &RegionMix, rng: &mut Rng) -> Vec<(Rule, usize)> {
    let mut deck: Vec<&RuleShare> = Vec::new();
    let free = cells * mix.free / 100;
    let mut plan = vec![(Rule::Empty, 1); free];
    let mut left = cells - free;
    while left > 0 {
        if deck.is_empty() {
            let shares = mix.deck.iter();
            deck.extend(shares.flat_map(|share| std::iter::repeat_n(share, share.cards)));
            rng.shuffle(&mut deck);
        }
        let Some(&RuleShare {
            rule, ref sizes, ..
        }) = deck.pop()
        else {
            continue;
        };
        let size = rng.weigh(sizes).min(most_cells(rule, set)).min(left);
        left -= size;
        match fitting(rule, size, set) {
            // One cell is left, and the kind needs two: a larger sum is better than a new one.
            SUM if rule != SUM && widen(&mut plan) => {}
            rule => plan.push((rule, size)),
        }
    }
    plan
}

/// Enlarges the last planned sum below the maximum size by one cell. Returns false if there is none.
fn widen(plan: &mut [(Rule, usize)]) -> bool {
    let mut sums = plan.iter_mut().rev();
    let sum = sums.find(|(rule, size)| *rule == SUM && *size < MAX_CELLS);
    sum.map(|(_, size)| *size += 1).is_some()
}

/// The cells that are in no region yet.
#[derive(Debug)]
struct UncutBoard<'t> {
    tiling: &'t Tiling,
    cells: Vec<usize>,
    is_uncut: Vec<bool>,
    /// Number of regions of equal cells that may still contain both cells of a domino. Such a domino is a double,
    /// and a set has one double per value.
    doubles: u32,
}

impl<'t> UncutBoard<'t> {
    fn new(tiling: &'t Tiling, set: DoubleSet) -> Self {
        UncutBoard {
            tiling,
            cells: (0..tiling.size()).collect(),
            is_uncut: vec![true; tiling.size()],
            doubles: set.highest() + 1,
        }
    }

    /// Removes connected cells: `size` of them, or fewer if no attempt finds room.
    fn take(&mut self, size: usize, rule: Rule, rng: &mut Rng) -> Vec<usize> {
        const TRIES: usize = 8;
        let mut best = Vec::new();
        for _ in 0..TRIES {
            let found = self.grow(size, rule, rng);
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
        if rule == Rule::Equal && best.iter().any(|&cell| self.is_partnered(cell, &best)) {
            self.doubles -= 1;
        }
        self.cells.retain(|&cell| self.is_uncut[cell]);
        best.sort_unstable();
        best
    }

    fn grow(&self, size: usize, rule: Rule, rng: &mut Rng) -> Vec<usize> {
        let mut cells = vec![rng.pick(&self.cells)];
        let mut doubles = if rule == Rule::Equal {
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

/// Distances of the targets of `less` and `greater` from the sum, with their frequencies in NYT puzzles in percent.
const SLACK: [(i64, u32); 4] = [(1, 65), (2, 22), (3, 9), (4, 4)];

/// A planned rule with its target for some values. Comparisons that all values satisfy are avoided.
pub(super) fn with_target(rule: Rule, values: &[Pips], set: DoubleSet, rng: &mut Rng) -> Rule {
    let sum = total(values);
    let most = i64::from(set.highest()) * values.len() as i64;
    let slack = |rng: &mut Rng| rng.weigh(&SLACK);
    let less = |rng: &mut Rng| Rule::less((sum + slack(rng)).min(most));
    let greater = |rng: &mut Rng| Rule::greater((sum - slack(rng)).max(0));
    match rule {
        LESS if sum < most => less(rng),
        GREATER if sum > 0 => greater(rng),
        LESS if sum > 0 => greater(rng),
        GREATER if sum < most => less(rng),
        Rule::Sum(..) => Rule::sum(sum),
        Rule::Equal | Rule::Unequal | Rule::Empty => rule,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_and_restrict() {
        let mut rng = Rng::new(5);
        for highest in [0, 1, 2, 6] {
            let set = DoubleSet::new(highest).expect("a set");
            for value in 0..=highest {
                for planned in [LESS, GREATER] {
                    for values in [vec![value], vec![value, 0], vec![highest, value]] {
                        let rule = with_target(planned, &values, set, &mut rng);
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
