//! The rule of a region, with the halves that are left for it and the dominoes inside it.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Key, Technique, View};
use crate::deduce::support::{Support, Trial};
use crate::deduce::wording::{self, and, ends, halves, is, or, shown, values};
use crate::puzzle::{Bounds, CellId, RegionId, Relation, Rule};

/// The most ways to make a sum that are gone through.
const MOST_WAYS: usize = 4;

/// The regions of one cell come first.
pub(super) fn everywhere(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Technique> {
    let single = |region: &RegionId| ground.cells_of(*region).len() == 1;
    let (singles, others): (Vec<RegionId>, Vec<RegionId>) = rules.iter().partition(|r| single(r));
    let at = |region| {
        let weight = match ground.puzzle.region(region).rule {
            Rule::Sum(..) if single(&region) => 0.5,
            Rule::Equal => 1.0,
            Rule::Sum(..) | Rule::Unequal | Rule::Empty => 1.5,
        };
        let technique = Technique::new("rule", weight, move |view| look(view, region));
        technique.remembered(move |view| key(view, region))
    };
    singles.into_iter().chain(others).map(at).collect()
}

fn key(view: View<'_>, region: RegionId) -> Key {
    let mut key = Key::default();
    key.shown(view);
    key.region(view, region);
    key
}

fn look(view: View<'_>, region: RegionId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let support = Support::of_region(view, region);
    let possible = support.possible();
    let mut excluded = support.excluded(&possible);
    if !excluded.everything {
        for (edge, ends) in ground.edges_within(&support.cells) {
            let open = known.live_on(edge).filter(|_| known.is_open(edge));
            excluded.placements.extend(open.filter(|&placement| {
                let values = ground.placement(placement).values;
                let fixed = [(ends[0], values[0]), (ends[1], values[1])];
                fixed
                    .iter()
                    .all(|&(place, value)| possible[place].contains(value))
                    && support.try_with(&fixed) == Trial::Impossible
            }));
        }
    }
    Finding::new(vec![region], excluded, move |view, finding| {
        say(view, finding, region, &possible)
    })
}

fn say(view: View<'_>, finding: &Finding, region: RegionId, possible: &[ValueSet]) -> String {
    let ground = view.ground;
    let support = Support::of_region(view, region);
    let rule = ground.puzzle.region(region).rule;
    let text = wording::rule(ground.puzzle, region);
    if finding.excluded.everything {
        return format!("{text}, but {}", out_of_reach(view, &support, rule));
    }
    let choice = match rule {
        Rule::Sum(Relation::Equal, _) if support.cells.len() > 1 => support.only_choice(possible),
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => None,
    };
    let takes = choice.map(|choice| format!(", which takes {}", wording::sum(ground, &choice)));
    let mut clauses = Vec::new();
    if !finding.excluded.values.is_empty() {
        clauses.push(shown(view, finding));
    }
    if !finding.excluded.placements.is_empty() {
        clauses.push(match rule {
            Rule::Equal => "a domino inside it is a double".into(),
            Rule::Unequal => "no double lies inside it".into(),
            Rule::Sum(..) | Rule::Empty => unfit_inside(ground, &finding.excluded),
        });
    }
    format!(
        "{text}{}: {}",
        takes.unwrap_or_default(),
        clauses.join("; ")
    )
}

/// The dominoes that cannot lie inside a region, by edge.
fn unfit_inside(ground: &Ground<'_>, excluded: &Excluded) -> String {
    let unfit = excluded.placements.iter().map(|&one| ground.placement(one));
    let unfit: Vec<_> = unfit.collect();
    let by_edge = unfit.chunk_by(|one, other| one.edge == other.edge);
    let clause = by_edge.map(|there| {
        let ways = there.iter().map(|placement| {
            let [a, b] = placement.values.map(|value| ground.pips(value));
            format!("{a}-{b}")
        });
        let ways: Vec<String> = ways.collect();
        format!("{} do not show {}", ends(ground, there[0].edge), or(&ways))
    });
    clause.collect::<Vec<_>>().join("; ")
}

/// Why a region cannot keep its rule.
fn out_of_reach(view: View<'_>, support: &Support<'_>, rule: Rule) -> String {
    let (ground, knowledge) = (view.ground, view.knowledge);
    let cells = &support.cells;
    let fixed = cells.iter().map(|&cell| knowledge.shown(cell));
    let fixed: Option<Vec<ValueId>> = fixed.collect();
    if let Some(fixed) = fixed {
        let pips = fixed.iter().map(|&value| ground.pips(value).to_string());
        let pips: Vec<String> = pips.collect();
        return match &pips[..] {
            [only] => format!("it shows {only}"),
            _ => format!("its cells show {}", and(&pips)),
        };
    }
    let open = cells.iter().map(|&cell| knowledge.values(cell));
    match rule {
        Rule::Sum(relation, target) => sum_out_of_reach(view, support, relation, target),
        Rule::Equal => {
            let common = open.fold(ground.all_values(), ValueSet::and);
            if common.is_empty() {
                return "no value is possible in all of them".into();
            }
            if common
                .iter()
                .any(|value| support.stock(value) >= cells.len())
            {
                return "no dominoes left allow that".into();
            }
            let left = common
                .iter()
                .map(|value| halves(ground, support.stock(value), value));
            let verb = match common.only() {
                Some(only) => is(support.stock(only)),
                None => "are",
            };
            format!("only {} {verb} left for it", and(&left.collect::<Vec<_>>()))
        }
        Rule::Unequal => {
            let all = open.fold(ValueSet::default(), ValueSet::or);
            if all.len() < cells.len() {
                format!("only {} can be there", values(ground, all))
            } else {
                "no choice of different values is left".into()
            }
        }
        Rule::Empty => "nothing is left for it".into(),
    }
}

/// Why a region cannot have the sum that it needs.
fn sum_out_of_reach(
    view: View<'_>,
    support: &Support<'_>,
    relation: Relation,
    target: i64,
) -> String {
    let ground = view.ground;
    let Some([low, high]) = support.extremes() else {
        return "the halves left do not allow that".into();
    };
    let (least, most) = (ground.sum(&low), ground.sum(&high));
    let keeping = Bounds::keeping(relation, target);
    let (short, over) = (most < keeping.least, least > keeping.greatest);
    if short || over {
        let (which, mut extreme, sum) = if short {
            ("most", high, most)
        } else {
            ("least", low, least)
        };
        extreme.sort_unstable();
        let total = match extreme.len() {
            1 => String::new(),
            _ => format!(" = {sum}"),
        };
        let sum = wording::sum(ground, &extreme);
        let scarce = scarce(view, support);
        return format!("{scarce}at {which} {sum}{total} is left for it");
    }
    match spoilt(ground, support, target) {
        Some(why) => format!("that cannot be made: {why}"),
        None => "no choice of the halves left sums to that".into(),
    }
}

/// For each of the few ways to make a sum, the value that it takes too many of.
fn spoilt(ground: &Ground<'_>, support: &Support<'_>, target: i64) -> Option<String> {
    let reason = |way: Vec<ValueId>| {
        let times = |value: ValueId| way.iter().filter(|&&other| other == value).count();
        let mut values = way.iter().copied();
        let short = values.find(|&value| times(value) > support.stock(value))?;
        let left = match support.stock(short) {
            0 => format!("no {} is left", ground.pips(short)),
            some => format!("only {} {} left", halves(ground, some, short), is(some)),
        };
        Some(format!("for {} {left}", wording::sum(ground, &way)))
    };
    let ways = support.ways(target, MOST_WAYS)?.into_iter();
    let reasons: Vec<String> = ways.map(reason).collect::<Option<_>>()?;
    (!reasons.is_empty()).then(|| reasons.join(", "))
}

/// `only two 6s are left: `, where the largest value that all cells of a region could show runs out.
fn scarce(view: View<'_>, support: &Support<'_>) -> String {
    let top = |&cell: &CellId| view.knowledge.values(cell).greatest();
    let mut tops = support.cells.iter().map(top);
    let Some(best) = tops.next().flatten() else {
        return String::new();
    };
    let left = support.stock(best);
    if !tops.all(|other| other == Some(best)) || left >= support.cells.len() {
        return String::new();
    }
    let (there, halves, verb) = (
        view.ground.supply(best),
        halves(view.ground, left, best),
        is(left),
    );
    if left == 0 {
        format!("{halves} {verb} left: ")
    } else if left < there {
        format!("only {halves} {verb} left: ")
    } else {
        format!("there {verb} only {halves}: ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_sum_takes_the_only_choice() {
        let said = said("rule", "AA\n**\n\nA 11\n\n56 01\n", &[]);
        assert_eq!(
            said,
            ["region A needs 11 from two cells, which takes 6 + 5: r0c0 and r0c1 show 5 or 6"]
        );
    }

    #[test]
    fn a_sum_may_be_out_of_reach() {
        let said = said("rule", "AA\n**\n\nA 12\n\n56 01\n", &[]);
        assert_eq!(
            said,
            [
                "region A needs 12 from two cells, but there is only one 6: at most 6 + 5 = 11 is left for it"
            ]
        );
    }

    #[test]
    fn different_values_need_enough_of_them() {
        let said = said("rule", "AA\n*A\n\nA !=\n\n00 11\n", &[]);
        assert_eq!(
            said,
            ["the three cells of region A all differ, but only 0 or 1 can be there"]
        );
    }
}
