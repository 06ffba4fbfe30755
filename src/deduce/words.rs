//! Words for steps: what was counted, and what follows.

use super::Angle;
use super::chain::Bare;
use super::ground::{Ground, Values, members, only};
use super::knowledge::{Dead, Knowledge};
use super::look::{Excluded, needs, pips, places, rest, total};
use super::support::Support;
use crate::puzzle::{CellId, Edge, Fact, Pips, Placed, Puzzle, RegionId, Relation, Rule};

/// The most ways to make a sum that are gone through.
const MOST_WAYS: usize = 4;

/// What is said of a step.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) rules: Vec<RegionId>,
    pub(super) text: String,
}

/// Things in a row: `a`, `a and b`, `a, b and c`.
pub fn and(items: &[String]) -> String {
    listed(items, "and")
}

/// Alternatives: `a`, `a or b`, `a, b or c`.
pub fn alternatives(items: &[String]) -> String {
    listed(items, "or")
}

fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// A count with its noun: `one half`, `two halves`, `12 halves`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let noun = if number == 1 { one } else { many };
    match WORDS.get(number) {
        Some(word) => format!("{word} {noun}"),
        None => format!("{number} {noun}"),
    }
}

/// The names of some cells.
pub fn cells(puzzle: &Puzzle, cells: &[CellId]) -> String {
    let names: Vec<String> = cells.iter().map(|&c| puzzle.cell(c).name.clone()).collect();
    and(&names)
}

/// What a region needs: `region C needs 18 from 3 cells`.
pub fn rule(puzzle: &Puzzle, region: RegionId) -> String {
    let region = puzzle.region(region);
    let name = &region.name;
    let from = match region.cells[..] {
        [cell] => format!("from {} alone", puzzle.cell(cell).name),
        _ => format!("from {}", count(region.cells.len(), "cell", "cells")),
    };
    match region.rule {
        Rule::Sum(Relation::Equal, target) => format!("region {name} needs {target} {from}"),
        Rule::Sum(Relation::Less, target) => {
            format!("region {name} needs less than {target} {from}")
        }
        Rule::Sum(Relation::Greater, target) => {
            format!("region {name} needs more than {target} {from}")
        }
        Rule::Equal => format!(
            "the {} of region {name} show the same",
            count(region.cells.len(), "cell", "cells")
        ),
        Rule::Unequal => format!(
            "the {} of region {name} all differ",
            count(region.cells.len(), "cell", "cells")
        ),
        Rule::Empty => format!("region {name} has no rule"),
    }
}

/// Why nothing is possible any more.
pub(super) fn end(ground: &Ground<'_>, dead: Dead) -> String {
    let name = |cell: CellId| &ground.puzzle.cell(cell).name;
    match dead {
        Dead::Cell(cell) => format!("{} can show nothing", name(cell)),
        Dead::Uncovered(cell) => format!("no domino can cover {}", name(cell)),
        Dead::Domino(domino) => format!("the domino {domino} would be needed too often"),
        Dead::Here => "that cannot be".into(),
    }
}

/// Words for one step, taken with what was known before it.
pub(super) fn step(
    ground: &Ground<'_>,
    before: &Knowledge,
    angle: Angle,
    excluded: &Excluded,
    rules: &[RegionId],
) -> Said {
    let teller = Teller {
        ground,
        before,
        excluded,
    };
    let (rules, text) = match angle {
        Angle::OnlyNeighbour(cell) => (vec![], teller.only_neighbour(cell)),
        Angle::Rule(region) => (vec![region], teller.rule(region)),
        Angle::Fit(cell) => (vec![], teller.fit(cell)),
        Angle::NoDomino(edge) => (vec![], teller.no_domino(edge)),
        Angle::OnlyPlace(kind) => (vec![], teller.only_place(kind)),
        Angle::Supply(at) => (vec![], teller.supply(at)),
        Angle::Tiling => (vec![], teller.tiling()),
        Angle::Share(at) => teller.share(at, rules),
        Angle::Remainder => teller.remainder(rules),
        Angle::Together => teller.together(rules),
    };
    Said { rules, text }
}

/// How a fact is read off what is known in the end; nothing if the last step has said it. `last` is
/// that step, with what was known before it.
pub(super) fn conclusion(
    ground: &Ground<'_>,
    known: &Knowledge,
    last: Option<(&Knowledge, &Bare)>,
    fact: Fact,
) -> Option<String> {
    let name = |cell: CellId| ground.puzzle.cell(cell).name.clone();
    match fact {
        Fact::Shows(cell, _) => {
            let said = last.is_some_and(|(before, (_, excluded))| {
                let mut values = excluded.values.iter();
                values.any(|(at, gone)| {
                    *at == cell && only(before.values[cell.index()] & !gone).is_some()
                })
            });
            let edge = known
                .edges_at(ground, cell)
                .find(|&edge| known.live_on(ground, edge).count() == 1);
            (!said).then(|| match edge.map(|edge| ground.edge(edge)) {
                Some(edge) => format!(
                    "only one domino fits on {} and {}, and nothing else can cover them",
                    name(edge.a),
                    name(edge.b)
                ),
                None => format!("nothing else is left for {}", name(cell)),
            })
        }
        Fact::Joined(edge) => {
            let alone = [edge.a, edge.b]
                .into_iter()
                .find(|&cell| known.edges_at(ground, cell).count() == 1);
            let said = matches!(last, Some((_, (Angle::OnlyNeighbour(_), _))));
            let alone = alone.filter(|_| !said)?;
            let other = if alone == edge.a { edge.b } else { edge.a };
            Some(format!(
                "{} is the only neighbour left for {}",
                name(other),
                name(alone)
            ))
        }
        Fact::Lies(placed) => {
            let edge = placed.edge();
            Some(format!(
                "only {} fits on {} and {}, and nothing else can cover them",
                placed.domino(),
                name(edge.a),
                name(edge.b)
            ))
        }
        _ => None,
    }
}

struct Teller<'a> {
    ground: &'a Ground<'a>,
    before: &'a Knowledge,
    excluded: &'a Excluded,
}

impl Teller<'_> {
    fn name(&self, cell: CellId) -> String {
        self.ground.puzzle.cell(cell).name.clone()
    }

    fn ends(&self, edge: usize) -> String {
        let ends = self.ground.edge(edge);
        format!("{} and {}", self.name(ends.a), self.name(ends.b))
    }

    /// Some values as alternatives: `2, 3 or 5`.
    fn values(&self, values: Values) -> String {
        let names: Vec<String> = pips(self.ground, values)
            .iter()
            .map(Pips::to_string)
            .collect();
        alternatives(&names)
    }

    /// What the cells show after the step, those with the same together.
    fn so(&self) -> String {
        let mut said: Vec<(String, Vec<CellId>)> = Vec::new();
        for &(cell, gone) in &self.excluded.values {
            let left = self.before.values[cell.index()] & !gone;
            let what = match left.count_ones() > 3 && gone.count_ones() <= 2 {
                true => format!("cannot show {}", self.values(gone)),
                false => format!("shows {}", self.values(left)),
            };
            match said.iter_mut().find(|(other, _)| *other == what) {
                Some((_, cells)) => cells.push(cell),
                None => said.push((what, vec![cell])),
            }
        }
        let clauses: Vec<String> = said
            .into_iter()
            .map(|(what, cells)| {
                let what = match cells.len() {
                    1 => what,
                    _ => what.replacen("shows", "show", 1),
                };
                let names = self::cells(self.ground.puzzle, &cells);
                format!("{names} {what}")
            })
            .collect();
        clauses.join("; ")
    }

    fn only_neighbour(&self, cell: CellId) -> String {
        let mut edges = self.before.edges_at(self.ground, cell);
        let mate = edges.next().map(|edge| {
            let ends = self.ground.edge(edge);
            self.name(if ends.a == cell { ends.b } else { ends.a })
        });
        format!(
            "{} can share a domino only with {}",
            self.name(cell),
            mate.unwrap_or_default()
        )
    }

    fn rule(&self, region: RegionId) -> String {
        let needs = rule(self.ground.puzzle, region);
        if self.excluded.dead.is_some() {
            return format!("{needs}, but {}", self.out_of_reach(region));
        }
        let mut text = needs;
        if let Some(only) = self.only_choice(region) {
            text += &format!(", which takes {only}");
        }
        if !self.excluded.values.is_empty() {
            text += &format!(": {}", self.so());
        }
        if !self.excluded.lyings.is_empty() {
            let dominoes = match self.ground.puzzle.region(region).rule {
                Rule::Equal => "a domino inside it is a double".into(),
                Rule::Unequal => "no double lies inside it".into(),
                Rule::Sum(..) | Rule::Empty => self.unfit_inside(),
            };
            let link = if self.excluded.values.is_empty() {
                ":"
            } else {
                ";"
            };
            text += &format!("{link} {dominoes}");
        }
        text
    }

    /// The dominoes that cannot lie inside a region, by edge.
    fn unfit_inside(&self) -> String {
        let lyings = || self.excluded.lyings.iter().map(|&n| self.ground.lyings[n]);
        let mut edges: Vec<usize> = lyings().map(|lying| lying.edge).collect();
        edges.dedup();
        let each = edges.iter().map(|&edge| {
            let ways = lyings().filter(|lying| lying.edge == edge);
            let ways: Vec<String> = ways
                .map(|lying| {
                    let [a, b] = lying.at.map(|at| self.ground.values[at]);
                    format!("{a}-{b}")
                })
                .collect();
            format!("{} do not show {}", self.ends(edge), alternatives(&ways))
        });
        each.collect::<Vec<_>>().join("; ")
    }

    /// The one choice of values with which a sum comes out, whichever cell shows which.
    fn only_choice(&self, region: RegionId) -> Option<String> {
        let Rule::Sum(Relation::Equal, _) = self.ground.puzzle.region(region).rule else {
            return None;
        };
        let support = Support::new(self.ground, self.before, region);
        if support.cells.len() < 2 {
            return None;
        }
        let choice = support.only_choice()?;
        let pips: Vec<String> = choice
            .iter()
            .rev()
            .map(|&at| self.ground.values[at].to_string())
            .collect();
        Some(pips.join(" + "))
    }

    /// Why a region cannot keep its rule.
    fn out_of_reach(&self, region: RegionId) -> String {
        let support = Support::new(self.ground, self.before, region);
        let open = |cell: &CellId| self.before.values[cell.index()];
        let shown: Option<Vec<String>> = support
            .cells
            .iter()
            .map(|&cell| Some(self.ground.values[self.before.shown(cell)?].to_string()))
            .collect();
        if let Some(shown) = shown {
            return match shown.len() {
                1 => format!("it shows {}", shown[0]),
                _ => format!("its cells show {}", and(&shown)),
            };
        }
        match self.ground.puzzle.region(region).rule {
            Rule::Sum(relation, target) => {
                let Some((low, high)) = support.extremes() else {
                    return "the halves left do not allow that".into();
                };
                let sum = |values: &[usize]| -> i64 {
                    values
                        .iter()
                        .map(|&at| i64::from(self.ground.values[at]))
                        .sum()
                };
                let shown = |values: &[usize]| {
                    let mut pips: Vec<Pips> =
                        values.iter().map(|&at| self.ground.values[at]).collect();
                    pips.sort_unstable_by(|one, other| other.cmp(one));
                    let pips: Vec<String> = pips.iter().map(Pips::to_string).collect();
                    match pips.len() {
                        1 => pips.join(" + "),
                        _ => format!("{} = {}", pips.join(" + "), sum(values)),
                    }
                };
                let (least, most) = (sum(&low), sum(&high));
                let scarce = self.scarce(&support);
                match relation {
                    Relation::Equal if most < target => {
                        format!("{scarce}at most {} is left for it", shown(&high))
                    }
                    Relation::Greater if most <= target => {
                        format!("{scarce}at most {} is left for it", shown(&high))
                    }
                    Relation::Equal if least > target => {
                        format!("{scarce}at least {} is left for it", shown(&low))
                    }
                    Relation::Less if least >= target => {
                        format!("{scarce}at least {} is left for it", shown(&low))
                    }
                    _ => match self.spoilt(&support, target) {
                        Some(why) => format!("that cannot be made: {why}"),
                        None => "no choice of the halves left sums to that".into(),
                    },
                }
            }
            Rule::Equal => {
                let common = support
                    .cells
                    .iter()
                    .map(open)
                    .fold(Values::MAX, |a, b| a & b);
                let enough = members(common).any(|at| support.stock[at] >= support.cells.len());
                match (common, enough) {
                    (0, _) => "no value is possible in all of them".into(),
                    (_, true) => "no dominoes left allow that".into(),
                    _ => {
                        let each: Vec<String> = members(common)
                            .map(|at| self.halves(support.stock[at], at))
                            .collect();
                        format!(
                            "only {} {} left for it",
                            and(&each),
                            are(&each, &support.stock, common)
                        )
                    }
                }
            }
            Rule::Unequal => {
                let all = support.cells.iter().map(open).fold(0, |a, b| a | b);
                match (all.count_ones() as usize) < support.cells.len() {
                    true => format!("only {} can be there", self.values(all)),
                    false => "no choice of different values is left".into(),
                }
            }
            Rule::Empty => "nothing is left for it".into(),
        }
    }

    /// For each of the few ways to make a sum, the value that it takes too many of.
    fn spoilt(&self, support: &Support<'_>, target: i64) -> Option<String> {
        let ways = support.ways(target, MOST_WAYS)?;
        let mut reasons = Vec::new();
        for way in ways {
            let times = |at: usize| way.iter().filter(|&&other| other == at).count();
            let short = way
                .iter()
                .copied()
                .find(|&at| times(at) > support.stock[at])?;
            let pips = way
                .iter()
                .rev()
                .map(|&at| self.ground.values[at].to_string());
            let left = match support.stock[short] {
                0 => format!("no {} is left", self.ground.values[short]),
                1 => format!("only {} is left", self.halves(1, short)),
                some => format!("only {} are left", self.halves(some, short)),
            };
            let way: Vec<String> = pips.collect();
            reasons.push(format!("for {} {left}", way.join(" + ")));
        }
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }

    /// `only two 6s are left, so `, where a large value runs out for a sum.
    fn scarce(&self, support: &Support<'_>) -> String {
        let Some(&best) = self.excluded_top(support).as_ref() else {
            return String::new();
        };
        let left = support.stock[best];
        let verb = if left == 1 { "is" } else { "are" };
        match left < self.ground.supply[best] {
            true => {
                format!("only {} {verb} left: ", self.halves(left, best)).replace("only no", "no")
            }
            false => format!("there {verb} only {}: ", self.halves(left, best)),
        }
    }

    /// The largest value that could be in all cells of a region, if there are too few of it.
    fn excluded_top(&self, support: &Support<'_>) -> Option<usize> {
        let top = |cell: &CellId| 127 - self.before.values[cell.index()].leading_zeros() as usize;
        let mut tops = support.cells.iter().map(top);
        let first = tops.next()?;
        (tops.all(|other| other == first) && support.stock[first] < support.cells.len())
            .then_some(first)
    }

    /// `two 6s`.
    fn halves(&self, number: usize, at: usize) -> String {
        let pips = self.ground.values[at];
        count(number, &pips.to_string(), &format!("{pips}s"))
    }

    fn fit(&self, cell: CellId) -> String {
        match self.excluded.dead {
            Some(_) => format!("no domino left fits on {}", self.name(cell)),
            None => format!("by the dominoes that still fit there, {}", self.so()),
        }
    }

    fn no_domino(&self, edge: usize) -> String {
        format!("no domino left fits on {}", self.ends(edge))
    }

    fn only_place(&self, kind: usize) -> String {
        let (domino, copies) = self.ground.kinds[kind];
        let edges = places(self.ground, self.before, kind);
        if self.excluded.dead.is_some() {
            return match edges.len() {
                0 => format!("the domino {domino} fits nowhere"),
                some => format!(
                    "the {copies} dominoes {domino} fit in only {}",
                    count(some, "place", "places")
                ),
            };
        }
        if edges.len() == copies {
            let ends: Vec<String> = edges.iter().map(|&edge| self.ends(edge)).collect();
            return match copies {
                1 => format!("the domino {domino} fits only on {}", ends.join(", ")),
                _ => format!(
                    "the {copies} dominoes {domino} fit only on {}",
                    ends.join(", on ")
                ),
            };
        }
        let first = self.ground.edge(edges[0]);
        let everywhere = |cell: &CellId| {
            let mut ends = edges.iter().map(|&edge| self.ground.edge(edge));
            ends.all(|ends| ends.a == *cell || ends.b == *cell)
        };
        let cell = [first.a, first.b].into_iter().find(everywhere);
        format!(
            "wherever the domino {domino} lies, it covers {}",
            cell.map(|cell| self.name(cell)).unwrap_or_default()
        )
    }

    fn supply(&self, at: usize) -> String {
        let there = self.ground.supply[at];
        let pips = self.ground.values[at];
        let all = || self.ground.puzzle.cell_ids();
        let fixed: Vec<CellId> = all()
            .filter(|&c| self.before.shown(c) == Some(at))
            .collect();
        let can = all().filter(|c| self.before.values[c.index()] >> at & 1 == 1);
        let can: Vec<CellId> = can.collect();
        let names = |some: &[CellId]| cells(self.ground.puzzle, some);
        if fixed.len() > there {
            let verb = if there == 1 { "is" } else { "are" };
            return format!(
                "{} show {pips}, but there {verb} only {}",
                names(&fixed),
                self.halves(there, at)
            );
        }
        if can.len() < there {
            return match can.len() {
                0 => format!("no cell can show {pips}, but {} it", shows(there)),
                1 => format!(
                    "only {} can show {pips}, but {} it",
                    names(&can),
                    shows(there)
                ),
                _ => format!(
                    "only {} can show {pips}, but {} it",
                    names(&can),
                    shows(there)
                ),
            };
        }
        if fixed.len() == there {
            let whole = match there {
                1 => format!("the only {pips} is on"),
                2 => format!("both {pips}s are on"),
                _ => format!("all {} are on", self.halves(there, at)),
            };
            return format!("{whole} {}: {}", names(&fixed), self.so());
        }
        let verb = if there == 1 { "is" } else { "are" };
        format!(
            "there {verb} {} and only as many cells that can show it: {}",
            self.halves(there, at),
            self.so()
        )
    }

    fn tiling(&self) -> String {
        if self.excluded.dead.is_some() {
            return "dominoes cannot cover what is left of the board".into();
        }
        let edges: Vec<String> = self
            .excluded
            .edges
            .iter()
            .map(|&edge| format!("on {}", self.ends(edge)))
            .collect();
        format!(
            "a domino {} would leave a part of the board that dominoes cannot cover",
            alternatives(&edges)
        )
    }

    fn share(&self, at: usize, rules: &[RegionId]) -> (Vec<RegionId>, String) {
        let (needs, outside) = needs(self.ground, self.before, at, rules);
        let needing: Vec<(RegionId, usize)> = needs
            .iter()
            .copied()
            .filter(|(_, need)| *need > 0)
            .collect();
        let mut parts: Vec<String> = needing
            .iter()
            .map(|&(region, need)| {
                let name = &self.ground.puzzle.region(region).name;
                format!("region {name} takes at least {}", self.halves(need, at))
            })
            .collect();
        if outside > 0 {
            parts.push(format!("{} elsewhere", self.halves(outside, at)));
        }
        let there = self.ground.supply[at];
        let verb = if there == 1 { "is" } else { "are" };
        let text = match self.excluded.dead {
            Some(Dead::Here) => format!(
                "{}, but there {verb} only {}",
                and(&parts),
                self.halves(there, at)
            ),
            _ => format!(
                "{} of the {}: {}",
                and(&parts),
                self.halves(there, at),
                self.so()
            ),
        };
        // Regions that need none but lose values are used as well.
        let changed = |region: &RegionId| {
            let cells = self.ground.cells_of(*region);
            self.excluded
                .values
                .iter()
                .any(|(cell, _)| cells.contains(cell))
        };
        let used = rules.iter().copied().filter(|region| {
            changed(region) || needing.iter().any(|(needing, _)| needing == region)
        });
        (used.collect(), text)
    }

    fn remainder(&self, rules: &[RegionId]) -> (Vec<RegionId>, String) {
        let Some(rest) = rest(self.ground, self.before, rules) else {
            return (Vec::new(), String::new());
        };
        let names: Vec<String> = rest
            .regions
            .iter()
            .map(|&region| self.ground.puzzle.region(region).name.clone())
            .collect();
        let regions = match names.len() {
            1 => format!("region {} takes {}", names[0], rest.taken),
            _ => format!("regions {} take {}", and(&names), rest.taken),
        };
        let known = match rest.known {
            0 => String::new(),
            known => format!(" and the cells known elsewhere show {known}"),
        };
        let left = (rest.total - rest.known).saturating_sub(rest.taken);
        let cells = cells(self.ground.puzzle, &rest.cells);
        let end = match self.excluded.dead {
            Some(_) => ", which cannot be".into(),
            None => format!(": {}", self.so()),
        };
        let text = format!(
            "all halves sum to {}; {regions}{known}, which leaves {left} for {cells}{end}",
            rest.total
        );
        (rest.regions, text)
    }

    fn together(&self, rules: &[RegionId]) -> (Vec<RegionId>, String) {
        let is_sum =
            |region: &RegionId| matches!(self.ground.puzzle.region(*region).rule, Rule::Sum(..));
        let sums: Vec<RegionId> = rules.iter().copied().filter(is_sum).collect();
        let total = total(self.ground, rules);
        let names: Vec<String> = sums
            .iter()
            .map(|&region| self.ground.puzzle.region(region).name.clone())
            .collect();
        let (low, high) = total.reach;
        let cells = count(total.cells, "cell", "cells");
        let text = match total.least > high {
            true => format!(
                "regions {} together need at least {} from {cells}, but the largest halves sum to {high}",
                and(&names),
                total.least
            ),
            false => format!(
                "regions {} together need at most {} from {cells}, but the smallest halves sum to {low}",
                and(&names),
                total.greatest.unwrap_or_default()
            ),
        };
        (sums, text)
    }
}

/// `two halves show`.
fn shows(there: usize) -> String {
    match there {
        1 => "one half shows".into(),
        _ => format!("{} show", count(there, "half", "halves")),
    }
}

/// `is` or `are`, by what was listed.
fn are(listed: &[String], stock: &[usize], values: Values) -> &'static str {
    match (listed.len(), members(values).next().map(|at| stock[at])) {
        (1, Some(1)) => "is",
        _ => "are",
    }
}

/// A fact in words: `r0c0 shows 3`.
pub fn fact(puzzle: &Puzzle, fact: Fact) -> String {
    let name = |cell: CellId| &puzzle.cell(cell).name;
    let ends = |edge: Edge| format!("{} and {}", name(edge.a), name(edge.b));
    let lying = |placed: Placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        format!("{at_a}-{at_b} on {} and {}", name(a), name(b))
    };
    match fact {
        Fact::Rule(region) => rule(puzzle, region),
        Fact::Shows(cell, pips) => format!("{} shows {pips}", name(cell)),
        Fact::ShowsNot(cell, pips) => format!("{} does not show {pips}", name(cell)),
        Fact::Joined(edge) => format!("one domino lies on {}", ends(edge)),
        Fact::Apart(edge) => format!("no domino lies on {}", ends(edge)),
        Fact::Lies(placed) => format!("the domino {}", lying(placed)),
        Fact::LiesNot(placed) => format!("not the domino {}", lying(placed)),
    }
}
