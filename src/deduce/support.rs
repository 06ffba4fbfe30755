//! Support: can a region keep its rule with this value in that cell?
//!
//! Answered by trying, with the halves that are there and with the dominoes that can lie inside the
//! region where two of its cells are known to share one. Regions are small; where a trial would
//! take too long, the answer is "perhaps", which drops nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::ground::{Ground, Values, members};
use super::knowledge::Knowledge;
use crate::puzzle::{CellId, RegionId, Relation, Rule};

/// How many values are tried before the answer is "perhaps".
const PATIENCE: usize = 3_000;

/// The most different sums that are tried to find the least and the greatest.
const MOST_SUMS: i64 = 300;

/// A region with what it may use.
#[derive(Debug)]
pub(super) struct Support<'a> {
    ground: &'a Ground<'a>,
    knowledge: &'a Knowledge,
    rule: Rule,
    pub(super) cells: Vec<CellId>,
    /// By value: how many halves the region may take.
    pub(super) stock: Vec<usize>,
    /// Pairs of positions that share a domino, with the edge.
    joined: Vec<(usize, usize, usize)>,
}

/// What a trial came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trial {
    /// The region's cells can show these, in order.
    Kept(Vec<usize>),
    Impossible,
    /// It would have taken too long to find out.
    Perhaps,
}

impl<'a> Support<'a> {
    /// A region that may take every half that no cell outside shows for certain.
    pub(super) fn new(ground: &'a Ground<'a>, knowledge: &'a Knowledge, region: RegionId) -> Self {
        let rule = ground.puzzle.region(region).rule;
        Support::over(ground, knowledge, ground.cells_of(region).to_vec(), rule)
    }

    /// Any cells under a rule.
    pub(super) fn over(
        ground: &'a Ground<'a>,
        knowledge: &'a Knowledge,
        cells: Vec<CellId>,
        rule: Rule,
    ) -> Self {
        let mut stock = ground.supply.clone();
        for cell in ground
            .puzzle
            .cell_ids()
            .filter(|cell| !cells.contains(cell))
        {
            if let Some(at) = knowledge.shown(cell) {
                stock[at] = stock[at].saturating_sub(1);
            }
        }
        let place = |cell: CellId| cells.iter().position(|&other| other == cell);
        let joined = (0..ground.on_edge.len()).filter_map(|edge| {
            let ends = ground.edge(edge);
            let (one, other) = (place(ends.a)?, place(ends.b)?);
            knowledge
                .is_joined(ground, edge)
                .then_some((one, other, edge))
        });
        Support {
            joined: joined.collect(),
            rule,
            ground,
            knowledge,
            cells,
            stock,
        }
    }

    /// The values that the cells can show, by position.
    fn domains(&self) -> Vec<Values> {
        let values = |cell: &CellId| self.knowledge.values[cell.index()];
        self.cells.iter().map(values).collect()
    }

    /// Can the region keep its rule with some cells, by position, showing these values?
    pub(super) fn try_with(&self, fixed: &[(usize, usize)]) -> Trial {
        let mut domains = self.domains();
        for &(position, at) in fixed {
            domains[position] &= 1 << at;
        }
        let mut search = Search {
            support: self,
            order: order(&domains),
            domains,
            stock: self.stock.clone(),
            shows: vec![None; self.cells.len()],
            tried: 0,
        };
        let kept = search.go(0, 0);
        // A long trial is worth many short looks.
        let effort = search.tried as u64 / 16;
        self.ground.looks.set(self.ground.looks.get() + effort);
        match kept {
            _ if search.tried > PATIENCE => Trial::Perhaps,
            true => Trial::Kept(search.shows.into_iter().flatten().collect()),
            false => Trial::Impossible,
        }
    }

    /// For each position, the values that it can show.
    pub(super) fn possible(&self) -> Vec<Values> {
        let domains = self.domains();
        let mut seen: Vec<Values> = vec![0; domains.len()];
        for (position, &domain) in domains.iter().enumerate() {
            for at in members(domain) {
                if seen[position] >> at & 1 == 1 {
                    continue;
                }
                match self.try_with(&[(position, at)]) {
                    Trial::Kept(values) => {
                        for (seen, at) in seen.iter_mut().zip(values) {
                            *seen |= 1 << at;
                        }
                    }
                    Trial::Perhaps => seen[position] |= 1 << at,
                    Trial::Impossible => {}
                }
            }
        }
        seen
    }

    /// The least number of halves with a value that the region must take.
    pub(super) fn need(&mut self, at: usize) -> usize {
        let there = self.stock[at];
        let mut need = 0;
        while need < there {
            self.stock[at] = need;
            if self.try_with(&[]) != Trial::Impossible {
                break;
            }
            need += 1;
        }
        self.stock[at] = there;
        need
    }
}

impl Support<'_> {
    /// The values with the least and with the greatest sum that the cells can show, whatever the
    /// rule; nothing if that would take too long to find out.
    pub(super) fn extremes(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let values = &self.ground.values;
        let domains = self.domains();
        let bound = |place: &dyn Fn(Values) -> u32| -> Option<i64> {
            let each = domains
                .iter()
                .map(|&domain| (domain != 0).then(|| i64::from(values[place(domain) as usize])));
            each.sum()
        };
        let low = bound(&|domain| domain.trailing_zeros())?;
        let high = bound(&|domain| 127 - domain.leading_zeros())?;
        if high - low > MOST_SUMS {
            return None;
        }
        let with_sum = |sum: i64| {
            let trial = Support {
                rule: Rule::Sum(Relation::Equal, sum),
                cells: self.cells.clone(),
                stock: self.stock.clone(),
                joined: self.joined.clone(),
                ..*self
            };
            trial.try_with(&[])
        };
        let mut first = None;
        for sum in low..=high {
            match with_sum(sum) {
                Trial::Kept(values) => {
                    first = Some(values);
                    break;
                }
                Trial::Perhaps => return None,
                Trial::Impossible => {}
            }
        }
        for sum in (low..=high).rev() {
            match with_sum(sum) {
                Trial::Kept(values) => return Some((first?, values)),
                Trial::Perhaps => return None,
                Trial::Impossible => {}
            }
        }
        None
    }

    /// The ways to make a sum with one value of each cell, each sorted, however many halves there
    /// are; nothing if there are more than `most` of them.
    pub(super) fn ways(&self, target: i64, most: usize) -> Option<Vec<Vec<usize>>> {
        let values = &self.ground.values;
        let mut sums: BTreeMap<i64, BTreeSet<Vec<usize>>> = BTreeMap::new();
        let _ = sums.insert(0, BTreeSet::from([Vec::new()]));
        for domain in self.domains() {
            let mut next: BTreeMap<i64, BTreeSet<Vec<usize>>> = BTreeMap::new();
            let mut count = 0;
            for (sum, ways) in &sums {
                for at in members(domain) {
                    let sum = sum + i64::from(values[at]);
                    if sum > target {
                        continue;
                    }
                    for way in ways {
                        let mut way = way.clone();
                        way.insert(way.partition_point(|&other| other < at), at);
                        count += usize::from(next.entry(sum).or_default().insert(way));
                    }
                }
            }
            if count > PATIENCE {
                return None;
            }
            sums = next;
        }
        let ways = sums.remove(&target).unwrap_or_default();
        (ways.len() <= most).then(|| ways.into_iter().collect())
    }

    /// The values that the cells show in whatever order, if there is only one such choice.
    pub(super) fn only_choice(&self) -> Option<Vec<usize>> {
        let possible = self.possible();
        let mut choice = match self.try_with(&[]) {
            Trial::Kept(values) => values,
            Trial::Impossible | Trial::Perhaps => return None,
        };
        choice.sort_unstable();
        // Another choice has some value less often or some value that this one has not.
        let all = possible.iter().fold(0, |all, values| all | values);
        for at in members(all) {
            let times = choice.iter().filter(|&&other| other == at).count();
            if times == 0 {
                return None;
            }
            let trial = Support {
                cells: self.cells.clone(),
                stock: self
                    .stock
                    .iter()
                    .enumerate()
                    .map(|(other, &stock)| if other == at { times - 1 } else { stock })
                    .collect(),
                joined: self.joined.clone(),
                ..*self
            };
            if trial.try_with(&[]) != Trial::Impossible {
                return None;
            }
        }
        Some(choice)
    }
}

/// The positions, those with fewest values first.
fn order(domains: &[Values]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..domains.len()).collect();
    order.sort_by_key(|&position| domains[position].count_ones());
    order
}

struct Search<'s, 'a> {
    support: &'s Support<'a>,
    order: Vec<usize>,
    domains: Vec<Values>,
    stock: Vec<usize>,
    shows: Vec<Option<usize>>,
    tried: usize,
}

impl Search<'_, '_> {
    /// Fills the positions from `depth` on; `sum` is what those before it show.
    fn go(&mut self, depth: usize, sum: i64) -> bool {
        let Some(&position) = self.order.get(depth) else {
            return match self.support.rule {
                Rule::Sum(relation, target) => relation.holds(sum, target),
                _ => true,
            };
        };
        if !self.within_reach(depth, sum) {
            return false;
        }
        for at in members(self.domains[position]) {
            self.tried += 1;
            if self.tried > PATIENCE {
                return false;
            }
            if self.stock[at] == 0 || !self.goes_with(position, at) {
                continue;
            }
            self.stock[at] -= 1;
            self.shows[position] = Some(at);
            let pips = i64::from(self.support.ground.values[at]);
            if self.go(depth + 1, sum + pips) {
                return true;
            }
            self.shows[position] = None;
            self.stock[at] += 1;
        }
        false
    }

    /// Can the positions from `depth` on still bring the sum where it must be?
    fn within_reach(&self, depth: usize, sum: i64) -> bool {
        let Rule::Sum(relation, target) = self.support.rule else {
            return true;
        };
        let values = &self.support.ground.values;
        let (mut low, mut high) = (sum, sum);
        for &position in &self.order[depth..] {
            let domain = self.domains[position];
            if domain == 0 {
                return false;
            }
            low += i64::from(values[domain.trailing_zeros() as usize]);
            high += i64::from(values[127 - domain.leading_zeros() as usize]);
        }
        match relation {
            Relation::Equal => low <= target && target <= high,
            Relation::Less => low < target,
            Relation::Greater => high > target,
        }
    }

    /// Does a value go with what the other positions show already?
    fn goes_with(&self, position: usize, at: usize) -> bool {
        let mut others = self.shows.iter().flatten();
        let by_rule = match self.support.rule {
            Rule::Equal => others.all(|&other| other == at),
            Rule::Unequal => others.all(|&other| other != at),
            Rule::Sum(..) | Rule::Empty => true,
        };
        by_rule
            && self.support.joined.iter().all(|&(one, other, edge)| {
                let pair = match (position == one, position == other) {
                    (true, _) => self.shows[other].map(|there| [at, there]),
                    (_, true) => self.shows[one].map(|there| [there, at]),
                    _ => None,
                };
                pair.is_none_or(|pair| {
                    let ground = self.support.ground;
                    let mut live = self.support.knowledge.live_on(ground, edge);
                    live.any(|number| ground.lyings[number].at == pair)
                })
            })
    }
}
