//! The rule of a region, with the halves that are left for it and the dominoes inside it.

use crate::deduce::ground::{Ground, KindId, ValueId, ValueSet};
use crate::deduce::knowledge::Item;
use crate::deduce::look::{Finding, Given, Key, Technique, View};
use crate::deduce::support::{Support, Trial};
use crate::deduce::telling::{Telling, and_clauses, few_dominoes};
use crate::deduce::wording::{self, and, count, ends, is, values};
use crate::puzzle::{Bounds, RegionId, Relation, Rule};

/// The most values that all cells could show of which it is said how often they are there.
const FEW_VALUES: usize = 3;

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
        technique.remembered(move |view| key(view, region)).hasty()
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
    if !view.rules.contains(&region) {
        return None;
    }
    let support = Support::of_region(view, region);
    let possible = support.possible();
    let mut excluded = support.excluded(&possible);
    if !excluded.everything {
        support.leave_to_others(&mut excluded);
        for (edge, ends) in ground.edges_within(&support.cells) {
            let open = known.live_on(edge).filter(|_| known.is_open(edge));
            excluded.placements.extend(open.filter(|&placement| {
                let values = ground.placement(placement).values;
                let fixed = [(ends[0], values[0]), (ends[1], values[1])];
                fixed
                    .iter()
                    .all(|&(place, value)| possible[place].contains(value))
                    && support.try_with(&fixed) == Trial::Impossible
                    && support.loose().try_with(&fixed) != Trial::Impossible
            }));
        }
    }
    if excluded.everything && support.loose().try_with(&[]) == Trial::Impossible {
        return None;
    }
    let uses = Given {
        at_most: ground.all_values(),
        dominoes: !support.is_loose(),
        ..Given::default()
    };
    Finding::new(vec![region], uses, excluded, move |telling| {
        say(telling, region, &possible)
    })
}

fn say(telling: &Telling<'_>, region: RegionId, possible: &[ValueSet]) -> String {
    let view = telling.view;
    let ground = view.ground;
    let support = Support::of_region(view, region);
    let rule = ground.puzzle.region(region).rule;
    let text = wording::rule(ground.puzzle, region);
    // What cells elsewhere show matters because of the halves that they take.
    let is_taken = |item: &Item| match item {
        Item::Values(cell, values) => {
            let only = values.only();
            let counted = only.is_some_and(|only| view.given.at_most.contains(only));
            counted && !support.cells.contains(cell)
        }
        Item::Joined(_) | Item::Apart(_) | Item::On(..) | Item::Barred(..) => false,
    };
    let mut facts = telling.facts_about(|item| !is_taken(item));
    let few = match rule {
        Rule::Equal => None,
        Rule::Sum(..) | Rule::Unequal | Rule::Empty => Some(telling.scarcities(&support.cells)),
    };
    facts.extend(few.into_iter().flatten());
    facts.extend(inside(view, region, &support));
    // Where it does not matter how often a domino is there, that is not said.
    if support.plentiful().possible() != possible {
        let once = ground.kind_ids().all(|kind| ground.kind(kind).1 == 1);
        let often = if once {
            "twice"
        } else {
            "more often than it is there"
        };
        facts.push(format!("no domino lies {often}"));
    }
    if telling.is_end() {
        if rule == Rule::Equal && support.common().len() <= FEW_VALUES && !support.enough() {
            facts.extend(telling.scarcities(&support.cells));
            return telling.so(&format!("{text}, but {}", and_clauses(&facts)));
        }
        // What the only cell shows says it all.
        if let ([cell], [fact]) = (&support.cells[..], &facts[..])
            && view.knowledge.shown(*cell).is_some()
        {
            return telling.so(&format!("{text}, but {fact}"));
        }
        let why = out_of_reach(telling, &support, rule);
        return telling.so(&match &facts[..] {
            [] => format!("{text}, but {why}"),
            _ => format!("{text}, but {}, so {why}", and_clauses(&facts)),
        });
    }
    let reason = match rule {
        Rule::Sum(Relation::Equal, _) if support.cells.len() > 1 => {
            let choice = support.only_choice(possible);
            let takes = if facts.is_empty() {
                "takes"
            } else {
                "leaves only"
            };
            choice.map(|choice| format!(", which {takes} {}", wording::sum(ground, &choice)))
        }
        Rule::Equal if !view.given.at_most.is_empty() => {
            Some(format!(", and {}", often_enough(telling, &support)))
        }
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => None,
    };
    let all: Vec<String> = std::iter::once(text).chain(facts).collect();
    telling.so(&format!(
        "{}{}",
        and_clauses(&all),
        reason.unwrap_or_default()
    ))
}

/// What can lie on the edges inside a region on which a domino lies, if that matters.
fn inside(view: View<'_>, region: RegionId, support: &Support<'_>) -> Vec<String> {
    let equal = view.ground.puzzle.region(region).rule == Rule::Equal;
    let joined = support.joined().filter(|_| view.given.dominoes);
    let joined = joined.map(|edge| {
        let ends = ends(view.ground, edge);
        let live = view.knowledge.live_on(edge);
        let live = live.map(|one| view.ground.placement(one));
        // Where all show the same, the doubles are what matters.
        let live = live.filter(|one| !equal || one.values[0] == one.values[1]);
        let kinds: Vec<KindId> = live.map(|one| one.kind).collect();
        let doubles = match kinds.len() {
            1 => "is the only double that fits",
            _ => "are the only doubles that fit",
        };
        match few_dominoes(view.ground, kinds.into_iter(), and).as_deref() {
            Some("") if equal => format!("no double fits on {ends}"),
            Some("") => format!("no domino fits on {ends}"),
            Some(few) if equal => format!("{few} {doubles} on {ends}"),
            Some(few) if few.contains(" and ") => format!("only {few} fit on {ends}"),
            Some(few) => format!("only {few} fits on {ends}"),
            None => match support.missing(edge) {
                Some(missing) => format!("there is no domino {missing}"),
                None => format!("only the dominoes left can lie on {ends}"),
            },
        }
    });
    joined.collect()
}

/// `only 5 is there at least five times`: the values that there are enough of for all cells, and
/// where the others are.
fn often_enough(telling: &Telling<'_>, support: &Support<'_>) -> String {
    let view = telling.view;
    let ground = view.ground;
    let cells = support.cells.len();
    let enough = support
        .common()
        .iter()
        .filter(|&value| support.stock(value) >= cells);
    let enough: ValueSet = enough.collect();
    let is = is(enough.len());
    let only = values(ground, enough).replace(" or ", " and ");
    let taken = telling.taken(&support.cells);
    if taken.is_empty() {
        format!("only {only} {is} there at least {}", times(cells))
    } else {
        let taken = and_clauses(&taken);
        format!(
            "with {taken}, only {only} {is} left at least {}",
            times(cells)
        )
    }
}

/// `twice`, `three times`.
fn times(number: usize) -> String {
    match number {
        1 => "once".into(),
        2 => "twice".into(),
        _ => count(number, "time", "times"),
    }
}

/// Why a region cannot keep its rule.
fn out_of_reach(telling: &Telling<'_>, support: &Support<'_>, rule: Rule) -> String {
    let view = telling.view;
    let ground = view.ground;
    let cells = &support.cells;
    let open = cells.iter().map(|&cell| view.values(cell));
    let fixed: Option<Vec<ValueId>> = open.clone().map(ValueSet::only).collect();
    match (rule, fixed) {
        (Rule::Sum(..), Some(fixed)) => format!("they show {}", ground.sum(&fixed)),
        (Rule::Sum(relation, target), None) => sum_out_of_reach(view, support, relation, target),
        (Rule::Equal, _) => {
            let common = support.common();
            let times = times(cells.len());
            let taken = telling.taken(cells);
            let taken = match &taken[..] {
                [] => String::new(),
                some => format!("with {}, ", and_clauses(some)),
            };
            // There may be enough halves, and yet no domino inside with two of them.
            if common.is_empty() || support.enough() {
                format!("{taken}no value is possible in all of them")
            } else if common == ground.all_values() {
                format!("{taken}no value is left {times}")
            } else {
                let which = values(ground, common).replace(" or ", " and ");
                let verb = if common.len() == 1 {
                    "is not"
                } else {
                    "are not"
                };
                format!("{taken}{which} {verb} left {times}")
            }
        }
        (Rule::Unequal, _) => {
            let all = open.fold(ValueSet::default(), ValueSet::or);
            if all.len() < cells.len() {
                format!("only {} can be there", values(ground, all))
            } else {
                "no choice of different values is left".into()
            }
        }
        (Rule::Empty, _) => "nothing is left for it".into(),
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
        return "the halves left do not make that".into();
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
        let they = if extreme.len() == 1 {
            "it shows"
        } else {
            "they show"
        };
        return format!("{they} at {which} {sum}{total}");
    }
    let ways = support.ways(target, MOST_WAYS, false);
    let ways = ways.or_else(|| support.ways(target, MOST_WAYS, true));
    let ways = ways.unwrap_or_default();
    let ways: Vec<String> = ways.iter().map(|way| wording::sum(ground, way)).collect();
    match &ways[..] {
        [] => "no choice of the halves left sums to that".into(),
        [one] => format!("{one} cannot be made"),
        [one, other] => format!("neither {one} nor {other} can be made"),
        _ => format!("none of {} can be made", and(&ways)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, said_after};

    #[test]
    fn the_only_double_is_named() {
        let puzzle = "AA****\n\nA =\n\n33 12 12\n";
        let said = said_after("rule", &["only neighbour"], puzzle, &[]);
        assert_eq!(
            said,
            [
                "The two cells of region A show the same, r0c0 and r0c1 share a domino, and 3-3 is \
                 the only double that fits on r0c0 and r0c1, so r0c0 and r0c1 show 3."
            ]
        );
    }

    #[test]
    fn a_domino_lies_on_one_edge_inside() {
        let puzzle = "AA.AA.**.**\n\nA =\n\n22 33 03 13\n";
        let said = said_after("rule", &["only neighbour"], puzzle, &[]);
        assert_eq!(
            said,
            [
                "The four cells of region A show the same, but r0c0 and r0c1 share a domino, r0c3 \
                 and r0c4 share a domino, 2-2 and 3-3 are the only doubles that fit on r0c0 and \
                 r0c1, 2-2 and 3-3 are the only doubles that fit on r0c3 and r0c4, and no domino \
                 lies twice, so no value is possible in all of them."
            ]
        );
    }

    #[test]
    fn a_domino_that_lies_half_inside_says_what_it_shows() {
        let puzzle = "AAA.**.**\n..*......\n\nA =\n\n22 44 24 24\n";
        let before = ["only neighbour", "only domino"];
        let said = said_after("rule", &before, puzzle, &[("r0c2", 4), ("r1c2", 4)]);
        assert_eq!(
            said,
            [
                "The three cells of region A show the same, but r0c0 and r0c1 share a domino, r0c2 \
                 and r1c2 share the domino 4-4, and 2-2 is the only double that fits on r0c0 and \
                 r0c1, so no value is possible in all of them."
            ]
        );
    }

    #[test]
    fn a_sum_takes_the_only_choice() {
        let said = said("rule", "AA\n**\n\nA 11\n\n56 01\n", &[]);
        assert_eq!(
            said,
            ["Region A needs 11 from two cells, which takes 6 + 5, so r0c0 and r0c1 show 5 or 6."]
        );
    }

    #[test]
    fn a_sum_may_be_out_of_reach() {
        let said = said("rule", "AA\n**\n\nA 12\n\n56 01\n", &[]);
        assert_eq!(
            said,
            [
                "Region A needs 12 from two cells, but there is only one 6, so they show at most 6 + 5 = 11."
            ]
        );
    }

    #[test]
    fn different_values_need_enough_of_them() {
        let said = said("rule", "AA\n*A\n\nA !=\n\n00 11\n", &[]);
        assert_eq!(
            said,
            ["The three cells of region A all differ, but only 0 or 1 can be there."]
        );
    }
}
