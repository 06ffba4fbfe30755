//! Region propagator: the values with which a region can satisfy its rule (generalised arc consistency).
//!
//! Backtracking search over the halves left and the dominoes possible on joined edges inside the region.
//! Regions are small; a search with too many trials returns [`Trial::Unknown`], which excludes nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::index::{ValueId, ValueSet};
use super::state::State;
use super::statement::Statement;
use crate::puzzle::{CellId, EdgeId, Pips, PlacedDomino, RegionId, Rule, SumBounds};

/// The largest number of values that a search tries.
const MAX_TRIALS: usize = 3_000;

/// The largest number of sums tried to find the least and the greatest.
const MAX_SUMS: i64 = 300;

/// Cells under a rule, with the halves and dominoes left for them.
#[derive(Debug, Clone)]
pub(super) struct RegionPropagator<'a> {
    pub(super) state: &'a State<'a>,
    pub(super) rule: Rule,
    pub(super) cells: Vec<CellId>,
    /// By position: the domain of the cell.
    domains: Vec<ValueSet>,
    /// By value: number of halves left for the cells.
    stock: Vec<usize>,
    /// By kind: number of copies left for the edges inside; empty without joined edges.
    copies: Vec<usize>,
    /// Edges inside on which a domino is known to lie, with the positions of their ends.
    joined: Vec<(EdgeId, [usize; 2])>,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trial {
    /// Values of the cells that satisfy the rule, by position.
    Satisfied(Vec<ValueId>),
    /// No values satisfy the rule.
    Impossible,
    /// The search took too many trials.
    Unknown,
}

impl<'a> RegionPropagator<'a> {
    pub(super) fn of_region(state: &'a State<'a>, region: RegionId) -> Self {
        let rule = state.index.puzzle.region(region).rule;
        RegionPropagator::new(state, state.index.cells_of(region).to_vec(), rule)
    }

    /// Cells under a rule, with every half that no other cell is known to show.
    pub(super) fn new(state: &'a State<'a>, cells: Vec<CellId>, rule: Rule) -> Self {
        let index = state.index;
        let all = index.all_values().iter();
        let stock = all.map(|value| state.stock(&cells, value)).collect();
        let joined = index.edges_within(&cells);
        let joined: Vec<_> = joined.filter(|&(edge, _)| state.is_joined(edge)).collect();
        // Copies matter only for the edges inside.
        let kinds = index.kind_ids().filter(|_| !joined.is_empty());
        RegionPropagator {
            copies: kinds.map(|kind| state.copies_left(kind)).collect(),
            joined,
            domains: cells.iter().map(|&cell| state.values(cell)).collect(),
            state,
            rule,
            cells,
            stock,
        }
    }

    /// The joined edges inside.
    pub(super) fn joined(&self) -> impl Iterator<Item = EdgeId> {
        self.joined.iter().map(|(edge, _)| *edge)
    }

    /// Number of halves with a value left for the cells.
    pub(super) fn stock(&self, value: ValueId) -> usize {
        self.stock[value.0]
    }

    /// The same with another stock of a value.
    pub(super) fn with_stock(&self, value: ValueId, stock: usize) -> Self {
        let mut other = self.clone();
        other.stock[value.0] = stock;
        other
    }

    /// The same with as many copies of each domino as there are edges inside.
    pub(super) fn with_all_copies(&self) -> Self {
        let mut other = self.clone();
        other.copies.fill(self.joined.len());
        other
    }

    /// Whether the rule can be satisfied with some cells, by position, showing these values.
    pub(super) fn try_with(&self, fixed: &[(usize, ValueId)]) -> Trial {
        let mut domains = self.domains.clone();
        for &(position, value) in fixed {
            domains[position] = domains[position].and(ValueSet::of(value));
        }
        let mut order: Vec<usize> = (0..domains.len()).collect();
        order.sort_by_key(|&position| domains[position].len());
        let mut search = RegionSearch {
            region: self,
            order,
            domains,
            stock: self.stock.clone(),
            shows: vec![None; self.cells.len()],
            trials: 0,
        };
        let found = search.fill(0, 0);
        if search.trials > MAX_TRIALS {
            Trial::Unknown
        } else if found {
            Trial::Satisfied(search.shows.into_iter().flatten().collect())
        } else {
            Trial::Impossible
        }
    }

    /// For each position, the values that it can show.
    pub(super) fn possible(&self) -> Vec<ValueSet> {
        let mut possible = vec![ValueSet::default(); self.cells.len()];
        for (position, domain) in self.domains.iter().enumerate() {
            for value in domain.iter() {
                if possible[position].contains(value) {
                    continue;
                }
                match self.try_with(&[(position, value)]) {
                    Trial::Satisfied(values) => {
                        for (possible, value) in possible.iter_mut().zip(values) {
                            *possible = possible.or(ValueSet::of(value));
                        }
                    }
                    Trial::Unknown => {
                        possible[position] = possible[position].or(ValueSet::of(value));
                    }
                    Trial::Impossible => {}
                }
            }
        }
        possible
    }

    /// Whether these conclusions follow from the rule.
    pub(super) fn implies(&self, concluded: &[Statement]) -> bool {
        let index = self.state.index;
        let possible = self.possible();
        if possible.iter().any(|values| values.is_empty()) {
            return true;
        }
        let position = |cell: CellId| self.cells.iter().position(|&other| other == cell);
        let is_excluded = |placed: PlacedDomino| {
            let fixed = placed.halves().map(|(cell, pips)| {
                let value = index.value(pips)?;
                Some((position(cell)?, value))
            });
            let [Some(a), Some(b)] = fixed else {
                return false;
            };
            self.try_with(&[a, b]) == Trial::Impossible
        };
        concluded.iter().all(|statement| match statement {
            Statement::Shows(cell, pips) => {
                position(*cell).is_some_and(|at| possible[at].without(index.set(pips)).is_empty())
            }
            Statement::Apart(edge) => index.edge_id(*edge).is_some_and(|edge| {
                let mut possible = self.state.placements_on(edge);
                possible.all(|one| is_excluded(index.placed(one)))
            }),
            Statement::Not(placed) => placed.iter().all(|&one| is_excluded(one)),
            Statement::Rule(_)
            | Statement::Joined(_)
            | Statement::On(..)
            | Statement::Impossible => false,
        })
    }

    /// The same with unlimited halves of each value for which the conclusions still follow; and the
    /// values of which the number of halves matters.
    pub(super) fn relaxed(&self, concluded: &[Statement]) -> (Self, ValueSet) {
        let mut relaxed = self.clone();
        let mut scarce = ValueSet::default();
        for value in self.state.index.all_values().iter() {
            if self.stock(value) >= self.cells.len() {
                continue;
            }
            let trial = relaxed.with_stock(value, self.cells.len());
            if trial.implies(concluded) {
                relaxed = trial;
            } else {
                scarce = scarce.or(ValueSet::of(value));
            }
        }
        (relaxed, scarce)
    }

    /// The pips that no domino has, but with which a cell could satisfy the sum against the
    /// conclusions.
    pub(super) fn gaps(&self, concluded: &[Statement]) -> Vec<Pips> {
        let Rule::Sum(relation, target) = self.rule else {
            return Vec::new();
        };
        let index = self.state.index;
        let all = index.all_values();
        let greatest = all.greatest().map_or(6, |value| index.pips(value)).max(6);
        let bounds = |domain: ValueSet| {
            let ends = domain.least().zip(domain.greatest());
            let (least, most) = ends.filter(|_| domain != all)?;
            Some([least, most].map(|value| i64::from(index.pips(value))))
        };
        let bounds = |domain: ValueSet| bounds(domain).unwrap_or([0, i64::from(greatest)]);
        let is_open = |position: &usize| {
            self.domains[*position] == all
                && concluded.iter().any(|one| match one {
                    Statement::Shows(cell, _) => *cell == self.cells[*position],
                    _ => false,
                })
        };
        let open: Vec<usize> = (0..self.cells.len()).filter(is_open).collect();
        let is_gap = |&pips: &Pips| {
            index.value(pips).is_none()
                && open.iter().any(|&position| {
                    let mut sum = SumBounds::exactly(i64::from(pips));
                    for other in (0..self.cells.len()).filter(|&other| other != position) {
                        let [least, most] = bounds(self.domains[other]);
                        sum.least += least;
                        sum.greatest += most;
                    }
                    sum.can_keep(relation, target)
                })
        };
        (0..=greatest).filter(is_gap).collect()
    }

    /// The least number of halves with a value that the cells must take; `None` if the rule cannot be
    /// satisfied at all.
    pub(super) fn need(&self, value: ValueId) -> Option<usize> {
        let possible =
            |&stock: &usize| self.with_stock(value, stock).try_with(&[]) != Trial::Impossible;
        (0..=self.stock(value)).find(possible)
    }

    /// The values of the cells with the least and with the greatest sum, without the rule; `None` if
    /// there are too many sums.
    pub(super) fn extremes(&self) -> Option<[Vec<ValueId>; 2]> {
        let domains = self.domains.iter();
        let bound = |end: fn(ValueSet) -> Option<ValueId>| -> Option<i64> {
            let ends: Option<Vec<ValueId>> = domains.clone().map(|&domain| end(domain)).collect();
            ends.map(|ends| self.state.index.sum(&ends))
        };
        let (low, high) = (bound(ValueSet::least)?, bound(ValueSet::greatest)?);
        if high - low > MAX_SUMS {
            return None;
        }
        Some([self.first(low..=high)?, self.first((low..=high).rev())?])
    }

    /// The values of the cells with the first possible sum of these.
    fn first(&self, mut sums: impl Iterator<Item = i64>) -> Option<Vec<ValueId>> {
        let mut trial = self.clone();
        sums.find_map(|sum| {
            trial.rule = Rule::sum(sum);
            match trial.try_with(&[]) {
                Trial::Satisfied(values) => Some(Some(values)),
                Trial::Unknown => Some(None),
                Trial::Impossible => None,
            }
        })?
    }

    /// The sorted combinations of one value of each cell with a sum, without limits of halves; `None` if
    /// there are more than `most`.
    pub(super) fn combinations(&self, target: i64, most: usize) -> Option<Vec<Vec<ValueId>>> {
        let mut sums = BTreeMap::from([(0, BTreeSet::from([Vec::new()]))]);
        for domain in &self.domains {
            let mut next: BTreeMap<i64, BTreeSet<Vec<ValueId>>> = BTreeMap::new();
            let mut count = 0;
            for (sum, combinations) in &sums {
                for value in domain.iter() {
                    let sum = sum + i64::from(self.state.index.pips(value));
                    for values in combinations.iter().filter(|_| sum <= target) {
                        let mut values: Vec<ValueId> = values.clone();
                        values.insert(values.partition_point(|&other| other < value), value);
                        count += usize::from(next.entry(sum).or_default().insert(values));
                    }
                }
            }
            if count > MAX_TRIALS {
                return None;
            }
            sums = next;
        }
        let combinations = sums.remove(&target).unwrap_or_default();
        (combinations.len() <= most).then(|| combinations.into_iter().collect())
    }

    /// The values of the cells as a multiset, if the rule leaves only one; `possible` are the domains by
    /// position.
    pub(super) fn only_choice(&self, possible: &[ValueSet]) -> Option<Vec<ValueId>> {
        let Trial::Satisfied(mut choice) = self.try_with(&[]) else {
            return None;
        };
        choice.sort_unstable();
        // Any other choice has fewer of some value of this one.
        let all = possible.iter().copied();
        let all = all.fold(ValueSet::default(), ValueSet::or);
        let is_fixed = all.iter().all(|value| {
            let times = choice.iter().filter(|&&other| other == value).count();
            times > 0 && self.with_stock(value, times - 1).try_with(&[]) == Trial::Impossible
        });
        is_fixed.then_some(choice)
    }
}

struct RegionSearch<'s, 'a> {
    region: &'s RegionPropagator<'a>,
    /// The positions, those with fewest values first.
    order: Vec<usize>,
    domains: Vec<ValueSet>,
    stock: Vec<usize>,
    shows: Vec<Option<ValueId>>,
    trials: usize,
}

impl RegionSearch<'_, '_> {
    /// Assigns the positions from `depth` on; `sum` is the sum of those before.
    fn fill(&mut self, depth: usize, sum: i64) -> bool {
        if !self.can_reach(depth, sum) {
            return false;
        }
        let Some(&position) = self.order.get(depth) else {
            return true;
        };
        for value in self.domains[position].iter() {
            self.trials += 1;
            if self.trials > MAX_TRIALS {
                return false;
            }
            if self.stock[value.0] == 0 || !self.is_consistent(position, value) {
                continue;
            }
            self.stock[value.0] -= 1;
            self.shows[position] = Some(value);
            let pips = i64::from(self.region.state.index.pips(value));
            if self.fill(depth + 1, sum + pips) {
                return true;
            }
            self.shows[position] = None;
            self.stock[value.0] += 1;
        }
        false
    }

    /// Whether the positions from `depth` on can complete the sum (bounds consistency).
    fn can_reach(&self, depth: usize, sum: i64) -> bool {
        let Rule::Sum(relation, target) = self.region.rule else {
            return true;
        };
        let index = self.region.state.index;
        let mut bounds = SumBounds::exactly(sum);
        for &position in &self.order[depth..] {
            let domain = self.domains[position];
            let (Some(least), Some(greatest)) = (domain.least(), domain.greatest()) else {
                return false;
            };
            bounds.least += i64::from(index.pips(least));
            bounds.greatest += i64::from(index.pips(greatest));
        }
        bounds.can_keep(relation, target)
    }

    /// Whether a value is consistent with the positions assigned so far.
    fn is_consistent(&self, position: usize, value: ValueId) -> bool {
        let mut others = self.shows.iter().flatten();
        let by_rule = match self.region.rule {
            Rule::Equal => others.all(|&other| other == value),
            Rule::Unequal => others.all(|&other| other != value),
            Rule::Sum(..) | Rule::Empty => true,
        };
        by_rule && self.dominoes_fit(position, value)
    }

    /// Whether each joined edge at a position has a possible domino, given a value there and the
    /// positions assigned so far.
    fn dominoes_fit(&self, position: usize, value: ValueId) -> bool {
        let (state, joined) = (self.region.state, &self.region.joined);
        let shown = |end: usize| match end {
            end if end == position => Some(value),
            _ => self.shows[end],
        };
        let mut here = joined.iter().filter(|(_, ends)| ends.contains(&position));
        here.all(|&(edge, ends)| {
            let [Some(one), Some(other)] = ends.map(shown) else {
                return true;
            };
            let possible = state.placements_on(edge);
            let mut possible = possible.map(|placement| state.index.placement(placement));
            let Some(placement) = possible.find(|placement| placement.values == [one, other])
            else {
                return false;
            };
            let same = joined.iter().filter(|(edge, ends)| {
                let ends = ends.map(shown);
                let is_same = ends == [Some(one), Some(other)] || ends == [Some(other), Some(one)];
                is_same && state.kind_on(*edge).is_none()
            });
            same.count() <= self.region.copies[placement.kind.0]
        })
    }
}
