//! Looking at the board from one angle: what cannot be any more.

use super::Angle;
use super::ground::{Ground, Values, members, only};
use super::knowledge::{Dead, Knowledge};
use super::support::{Support, Trial};
use super::tiling;
use crate::puzzle::{CellId, RegionId, Relation, Rule};

/// The most cells for which a remainder is shared out.
const FEW: usize = 4;

/// What a look excludes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Excluded {
    /// Values that cells cannot show.
    pub(super) values: Vec<(CellId, Values)>,
    /// Edges on which no domino lies.
    pub(super) edges: Vec<usize>,
    /// Ways in which dominoes do not lie.
    pub(super) lyings: Vec<usize>,
    /// Nothing is possible any more.
    pub(super) dead: Option<Dead>,
}

impl Excluded {
    pub(super) fn is_nothing(&self) -> bool {
        self.dead.is_none()
            && self.values.is_empty()
            && self.edges.is_empty()
            && self.lyings.is_empty()
    }

    fn dead(why: Dead) -> Excluded {
        Excluded {
            dead: Some(why),
            ..Excluded::default()
        }
    }

    /// Notes what a cell cannot show, of what it could.
    fn value(&mut self, knowledge: &Knowledge, cell: CellId, kept: Values) {
        let gone = knowledge.values[cell.index()] & !kept;
        if gone != 0 {
            self.values.push((cell, gone));
        }
        if knowledge.values[cell.index()] & kept == 0 {
            self.dead = Some(Dead::Cell(cell));
        }
    }

    /// Takes it out of what is possible.
    pub(super) fn apply(&self, ground: &Ground<'_>, knowledge: &mut Knowledge) -> Result<(), Dead> {
        for &(cell, gone) in &self.values {
            knowledge.values[cell.index()] &= !gone;
        }
        for &edge in &self.edges {
            knowledge.open[edge] = false;
        }
        for &lying in &self.lyings {
            knowledge.live[lying] = false;
        }
        match self.dead {
            Some(why) => Err(why),
            None => knowledge.settle(ground),
        }
    }
}

/// Looks from an angle. `rules` are the regions whose rules may be used.
pub(super) fn look(
    ground: &Ground<'_>,
    knowledge: &Knowledge,
    angle: Angle,
    rules: &[RegionId],
) -> Excluded {
    ground.looks.set(ground.looks.get() + 1);
    ground.memory.recall(ground, knowledge, angle, rules, || {
        afresh(ground, knowledge, angle, rules)
    })
}

fn afresh(
    ground: &Ground<'_>,
    knowledge: &Knowledge,
    angle: Angle,
    rules: &[RegionId],
) -> Excluded {
    match angle {
        Angle::OnlyNeighbour(cell) => only_neighbour(ground, knowledge, cell),
        Angle::Rule(region) => rule(ground, knowledge, &Support::new(ground, knowledge, region)),
        Angle::Fit(cell) => fit(ground, knowledge, cell),
        Angle::NoDomino(edge) => no_domino(ground, knowledge, edge),
        Angle::OnlyPlace(kind) => only_place(ground, knowledge, kind),
        Angle::Supply(at) => supply(ground, knowledge, at),
        Angle::Tiling => tiling::untileable_edges(ground, knowledge),
        Angle::Share(at) => share(ground, knowledge, at, rules),
        Angle::Remainder => remainder(ground, knowledge, rules),
        Angle::Together => together(ground, rules),
    }
}

fn only_neighbour(ground: &Ground<'_>, knowledge: &Knowledge, cell: CellId) -> Excluded {
    let mut excluded = Excluded::default();
    let edges: Vec<usize> = knowledge.edges_at(ground, cell).collect();
    if let [edge] = edges[..] {
        let ends = ground.edge(edge);
        let mate = if ends.a == cell { ends.b } else { ends.a };
        let others = knowledge.edges_at(ground, mate).filter(|&e| e != edge);
        excluded.edges.extend(others);
    }
    excluded
}

/// A region's rule, with dominoes inside the region.
fn rule(ground: &Ground<'_>, knowledge: &Knowledge, support: &Support<'_>) -> Excluded {
    let possible = support.possible();
    if possible.contains(&0) {
        return Excluded::dead(Dead::Here);
    }
    let mut excluded = Excluded::default();
    for (&cell, &kept) in support.cells.iter().zip(&possible) {
        excluded.value(knowledge, cell, kept);
    }
    let place = |cell: CellId| support.cells.iter().position(|&other| other == cell);
    for edge in (0..ground.on_edge.len()).filter(|&edge| knowledge.open[edge]) {
        let ends = ground.edge(edge);
        let (Some(one), Some(other)) = (place(ends.a), place(ends.b)) else {
            continue;
        };
        for number in knowledge.live_on(ground, edge) {
            let [at_one, at_other] = ground.lyings[number].at;
            let by_values =
                possible[one] >> at_one & 1 == 1 && possible[other] >> at_other & 1 == 1;
            if by_values
                && support.try_with(&[(one, at_one), (other, at_other)]) == Trial::Impossible
            {
                excluded.lyings.push(number);
            }
        }
    }
    excluded
}

fn fit(ground: &Ground<'_>, knowledge: &Knowledge, cell: CellId) -> Excluded {
    let mut shown: Values = 0;
    for edge in knowledge.edges_at(ground, cell) {
        for number in knowledge.live_on(ground, edge) {
            for (at_cell, at) in ground.halves(ground.lyings[number]) {
                if at_cell == cell {
                    shown |= 1 << at;
                }
            }
        }
    }
    let mut excluded = Excluded::default();
    excluded.value(knowledge, cell, shown);
    excluded
}

fn no_domino(ground: &Ground<'_>, knowledge: &Knowledge, edge: usize) -> Excluded {
    let mut excluded = Excluded::default();
    if knowledge.open[edge] && knowledge.live_on(ground, edge).next().is_none() {
        excluded.edges.push(edge);
    }
    excluded
}

/// The edges that a domino kind can lie on.
pub(super) fn places(ground: &Ground<'_>, knowledge: &Knowledge, kind: usize) -> Vec<usize> {
    let mut edges: Vec<usize> = ground
        .lyings
        .iter()
        .zip(&knowledge.live)
        .filter(|(lying, live)| **live && lying.kind == kind)
        .map(|(lying, _)| lying.edge)
        .collect();
    edges.dedup();
    edges
}

/// Every copy of a domino lies somewhere.
fn only_place(ground: &Ground<'_>, knowledge: &Knowledge, kind: usize) -> Excluded {
    let (domino, copies) = ground.kinds[kind];
    let edges = places(ground, knowledge, kind);
    if edges.len() < copies {
        return Excluded::dead(Dead::Domino(domino));
    }
    let mut excluded = Excluded::default();
    let claimed: Vec<CellId> = if edges.len() == copies {
        let ends = edges.iter().map(|&edge| ground.edge(edge));
        ends.flat_map(|ends| [ends.a, ends.b]).collect()
    } else if copies == 1 {
        // Wherever it lies, it covers this cell.
        let first = ground.edge(edges[0]);
        let everywhere = |cell: &CellId| {
            let mut ends = edges.iter().map(|&edge| ground.edge(edge));
            ends.all(|ends| ends.a == *cell || ends.b == *cell)
        };
        [first.a, first.b].into_iter().filter(everywhere).collect()
    } else {
        Vec::new()
    };
    for (number, lying) in ground.lyings.iter().enumerate() {
        let ends = ground.edge(lying.edge);
        let claimed = claimed.contains(&ends.a) || claimed.contains(&ends.b);
        if knowledge.live[number] && lying.kind != kind && claimed {
            excluded.lyings.push(number);
        }
    }
    excluded
}

/// Every value is on the board as often as the dominoes show it.
fn supply(ground: &Ground<'_>, knowledge: &Knowledge, at: usize) -> Excluded {
    let there = ground.supply[at];
    let can = |cell: &CellId| knowledge.values[cell.index()] >> at & 1 == 1;
    let must = |cell: &CellId| knowledge.shown(*cell) == Some(at);
    let holders: Vec<CellId> = ground.puzzle.cell_ids().filter(can).collect();
    let fixed = holders.iter().filter(|cell| must(cell)).count();
    if fixed > there || holders.len() < there {
        return Excluded::dead(Dead::Here);
    }
    let mut excluded = Excluded::default();
    if fixed == there {
        for cell in holders.into_iter().filter(|cell| !must(cell)) {
            excluded.value(knowledge, cell, !(1 << at));
        }
    } else if holders.len() == there {
        for cell in holders {
            excluded.value(knowledge, cell, 1 << at);
        }
    }
    excluded
}

/// How many halves with a value each region must take, and how many are taken for certain by
/// cells in none of these regions.
pub(super) fn needs(
    ground: &Ground<'_>,
    knowledge: &Knowledge,
    at: usize,
    rules: &[RegionId],
) -> (Vec<(RegionId, usize)>, usize) {
    let need = |&region: &RegionId| (region, Support::new(ground, knowledge, region).need(at));
    let needs: Vec<(RegionId, usize)> = rules.iter().map(need).collect();
    let outside = |cell: &CellId| {
        let region = ground.puzzle.region_of(*cell);
        knowledge.shown(*cell) == Some(at) && region.is_none_or(|region| !rules.contains(&region))
    };
    (needs, ground.puzzle.cell_ids().filter(outside).count())
}

/// A value that several regions need.
fn share(ground: &Ground<'_>, knowledge: &Knowledge, at: usize, rules: &[RegionId]) -> Excluded {
    let (needs, outside) = needs(ground, knowledge, at, rules);
    if needs.iter().filter(|(_, need)| *need > 0).count() < 2 {
        return Excluded::default();
    }
    let needed: usize = needs.iter().map(|(_, need)| need).sum();
    let Some(spare) = ground.supply[at].checked_sub(needed + outside) else {
        return Excluded::dead(Dead::Here);
    };
    let mut excluded = Excluded::default();
    for &(region, need) in &needs {
        let mut support = Support::new(ground, knowledge, region);
        if need + spare >= support.stock[at] {
            continue;
        }
        support.stock[at] = need + spare;
        for (&cell, kept) in support.cells.iter().zip(support.possible()) {
            excluded.value(knowledge, cell, kept);
        }
    }
    if spare == 0 {
        for cell in ground.puzzle.cell_ids() {
            let region = ground.puzzle.region_of(cell);
            let inside = region.is_some_and(|region| rules.contains(&region));
            if !inside && only(knowledge.values[cell.index()]).is_none() {
                excluded.value(knowledge, cell, !(1 << at));
            }
        }
    }
    excluded
}

/// The sums that some regions need together, beside those that the halves allow.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) cells: usize,
    /// At least, if any region says so, and at most.
    pub(super) least: i64,
    pub(super) greatest: Option<i64>,
    /// What as many halves can sum to.
    pub(super) reach: (i64, i64),
}

/// What the regions with sums need together.
pub(super) fn total(ground: &Ground<'_>, rules: &[RegionId]) -> Total {
    let mut total = Total {
        cells: 0,
        least: 0,
        greatest: Some(0),
        reach: (0, 0),
    };
    for &region in rules {
        let region = ground.puzzle.region(region);
        let (least, greatest) = match region.rule {
            Rule::Sum(Relation::Equal, target) => (target, Some(target)),
            Rule::Sum(Relation::Less, target) => (0, Some(target.saturating_sub(1))),
            Rule::Sum(Relation::Greater, target) => (target.saturating_add(1), None),
            Rule::Equal | Rule::Unequal | Rule::Empty => continue,
        };
        total.cells += region.cells.len();
        total.least = total.least.saturating_add(least);
        total.greatest = total
            .greatest
            .zip(greatest)
            .map(|(one, other)| one.saturating_add(other));
    }
    let halves = || {
        let groups = ground.values.iter().zip(&ground.supply);
        groups.flat_map(|(&pips, &times)| std::iter::repeat_n(i64::from(pips), times))
    };
    let count: usize = ground.supply.iter().sum();
    total.reach = (
        halves().take(total.cells).sum(),
        halves().skip(count - total.cells).sum(),
    );
    total
}

/// What the regions with given sums, and the cells known elsewhere, leave for the rest.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Remainder {
    pub(super) regions: Vec<RegionId>,
    /// What all halves sum to, what the regions take, and what the cells known elsewhere show.
    pub(super) total: i64,
    pub(super) taken: i64,
    pub(super) known: i64,
    /// The cells for which the rest is left.
    pub(super) cells: Vec<CellId>,
}

/// What is left for the few cells outside of all regions with given sums.
pub(super) fn rest(
    ground: &Ground<'_>,
    knowledge: &Knowledge,
    rules: &[RegionId],
) -> Option<Remainder> {
    let target = |region: &RegionId| match ground.puzzle.region(*region).rule {
        Rule::Sum(Relation::Equal, target) => Some(target),
        _ => None,
    };
    let regions: Vec<RegionId> = rules
        .iter()
        .copied()
        .filter(|r| target(r).is_some())
        .collect();
    let taken = regions
        .iter()
        .filter_map(target)
        .fold(0, i64::saturating_add);
    let outside = ground.puzzle.cell_ids().filter(|&cell| {
        let region = ground.puzzle.region_of(cell);
        region.is_none_or(|region| !regions.contains(&region))
    });
    let (shown, cells): (Vec<CellId>, Vec<CellId>) =
        outside.partition(|&cell| knowledge.shown(cell).is_some());
    if regions.is_empty() || cells.is_empty() || cells.len() > FEW {
        return None;
    }
    let pips = |at: usize| i64::from(ground.values[at]);
    let halves = ground.supply.iter().enumerate();
    Some(Remainder {
        regions,
        total: halves.map(|(at, &times)| pips(at) * times as i64).sum(),
        taken,
        known: shown
            .iter()
            .filter_map(|&cell| knowledge.shown(cell))
            .map(pips)
            .sum(),
        cells,
    })
}

fn remainder(ground: &Ground<'_>, knowledge: &Knowledge, rules: &[RegionId]) -> Excluded {
    let Some(rest) = rest(ground, knowledge, rules) else {
        return Excluded::default();
    };
    let left = (rest.total - rest.known).saturating_sub(rest.taken);
    let rule = Rule::Sum(Relation::Equal, left);
    let support = Support::over(ground, knowledge, rest.cells, rule);
    let possible = support.possible();
    if possible.contains(&0) {
        return Excluded::dead(Dead::Here);
    }
    let mut excluded = Excluded::default();
    for (&cell, &kept) in support.cells.iter().zip(&possible) {
        excluded.value(knowledge, cell, kept);
    }
    excluded
}

fn together(ground: &Ground<'_>, rules: &[RegionId]) -> Excluded {
    let total = total(ground, rules);
    let (low, high) = total.reach;
    match total.least > high || total.greatest.is_some_and(|greatest| greatest < low) {
        true => Excluded::dead(Dead::Here),
        false => Excluded::default(),
    }
}

/// Every angle that there is, the easiest first.
pub(super) fn angles(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Angle> {
    let cells = || ground.puzzle.cell_ids();
    let mut angles: Vec<Angle> = cells().map(Angle::OnlyNeighbour).collect();
    let single = |region: &RegionId| ground.cells_of(*region).len() == 1;
    angles.extend(rules.iter().copied().filter(single).map(Angle::Rule));
    angles.extend(
        rules
            .iter()
            .copied()
            .filter(|r| !single(r))
            .map(Angle::Rule),
    );
    angles.extend(cells().map(Angle::Fit));
    angles.extend((0..ground.on_edge.len()).map(Angle::NoDomino));
    angles.extend((0..ground.values.len()).map(Angle::Supply));
    angles.extend((0..ground.kinds.len()).map(Angle::OnlyPlace));
    angles.push(Angle::Tiling);
    angles.push(Angle::Remainder);
    if rules.len() > 1 {
        angles.push(Angle::Together);
        angles.extend((0..ground.values.len()).map(Angle::Share));
    }
    angles
}

/// Some values as pips.
pub(super) fn pips(ground: &Ground<'_>, values: Values) -> Vec<crate::puzzle::Pips> {
    members(values).map(|at| ground.values[at]).collect()
}
