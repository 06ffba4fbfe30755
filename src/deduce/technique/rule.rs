//! The rule of a region, with the halves that are left for it and the dominoes inside it.

use super::no_domino_fits::absent;
use super::{Scope, Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::{PuzzleIndex, ValueId, ValueSet};
use crate::deduce::phrases::{self, Phrases, and, and_clauses, count, ends, few_dominoes, is, or};
use crate::deduce::region::{RegionPropagator, Trial};
use crate::deduce::statement::Statement;
use crate::puzzle::{Bounds, CellId, Domino, EdgeId, PlacedDomino, RegionId, Relation, Rule};

/// The most ways to make a sum that are listed.
const MAX_WAYS: usize = 4;

struct RegionRule {
    region: RegionId,
    cells: Vec<CellId>,
    weight: f64,
}

/// The rules of regions with one cell.
pub(super) fn single_cells<'r>(
    index: &PuzzleIndex<'r>,
    rules: &'r [RegionId],
) -> impl Iterator<Item = Box<dyn Technique>> + use<'r> {
    of_regions(index, rules, true)
}

/// The other rules.
pub(super) fn everywhere<'r>(
    index: &PuzzleIndex<'r>,
    rules: &'r [RegionId],
) -> impl Iterator<Item = Box<dyn Technique>> + use<'r> {
    of_regions(index, rules, false)
}

fn of_regions<'r>(
    index: &PuzzleIndex<'r>,
    rules: &'r [RegionId],
    single: bool,
) -> impl Iterator<Item = Box<dyn Technique>> + use<'r> {
    let puzzle = index.puzzle;
    let rules = rules.iter().copied();
    let rules = rules.filter(move |&region| {
        let region = puzzle.region(region);
        (region.cells.len() == 1) == single && region.rule != Rule::Empty
    });
    boxed(rules.map(move |region| RegionRule {
        region,
        cells: puzzle.region(region).cells.clone(),
        weight: match puzzle.region(region).rule {
            Rule::Sum(..) if single => 0.5,
            Rule::Equal => 1.0,
            Rule::Sum(..) | Rule::Unequal | Rule::Empty => 1.5,
        },
    }))
}

impl Technique for RegionRule {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn scope(&self) -> Scope<'_> {
        Scope::CellsAndSupply(&self.cells)
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let (index, state) = (view.index, view.state);
        if !view.rules.contains(&self.region) {
            return None;
        }
        let propagator = RegionPropagator::of_region(view, self.region);
        let possible = propagator.possible();
        let mut inference = Inference::by(vec![self.region]);
        for (&cell, &kept) in self.cells.iter().zip(&possible) {
            inference.keep(view, cell, kept);
        }
        if inference.is_impossible() {
            return inference.finish();
        }
        for (edge, ends) in index.edges_within(&self.cells) {
            // Only pairs of values that are possible by themselves are news, but all that the rule
            // excludes is said together.
            let (mut excluded, mut is_new, mut left) = (Vec::new(), false, 0);
            for id in state.live_on(edge) {
                let values = index.placement(id).values;
                let fixed = [(ends[0], values[0]), (ends[1], values[1])];
                let mut each = fixed.iter();
                let is_alone = each.all(|&(place, value)| possible[place].contains(value));
                if is_alone && propagator.try_with(&fixed) != Trial::Impossible {
                    left += 1;
                } else {
                    is_new |= is_alone;
                    excluded.push(index.placed(id));
                }
            }
            if is_new && left == 0 {
                inference.apart(view, edge);
            } else if is_new {
                inference.conclusions.push(Statement::Not(excluded));
            }
        }
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let view = phrases.view;
        let index = view.index;
        let propagator = RegionPropagator::of_region(view, self.region);
        let (relaxed, scarce) = propagator.relaxed(phrases.concluded);
        let rule = index.puzzle.region(self.region).rule;
        let text = phrases::rule(index.puzzle, self.region);
        // What cells elsewhere show matters because of the halves that they take.
        let is_taken = |statement: &Statement| match statement {
            Statement::Shows(cell, pips) => {
                let only = index.set(pips).only();
                only.is_some_and(|only| scarce.contains(only)) && !self.cells.contains(cell)
            }
            _ => false,
        };
        let mut facts = phrases.facts_about(|statement| !is_taken(statement));
        let is_equal = rule == Rule::Equal && !scarce.is_empty();
        if is_equal {
            facts.push(self.often_enough(phrases, &propagator, scarce));
        } else {
            facts.extend(
                scarce
                    .iter()
                    .map(|value| phrases.scarce(value, &self.cells)),
            );
        }
        facts.extend(self.inside(view, rule, &relaxed));
        if !relaxed.with_all_copies().implies(phrases.concluded) {
            facts.push("no domino lies more often than it has copies".into());
        }
        facts.extend(self.on_edges(phrases));
        let gaps = relaxed.gaps(phrases.concluded);
        if !gaps.is_empty() {
            facts.push(format!("no domino has a {}", or(&gaps)));
        }
        if phrases.is_end() {
            return phrases.so(&self.contradiction(view, &text, &facts, rule, &relaxed));
        }
        let choice = match rule {
            Rule::Sum(Relation::Equal, _) if self.cells.len() > 1 => {
                let takes = if facts.is_empty() {
                    "takes"
                } else {
                    "leaves only"
                };
                let choice = relaxed.only_choice(&relaxed.possible());
                choice.map(|choice| format!(", which {takes} {}", phrases::sum(index, &choice)))
            }
            _ => None,
        };
        let all: Vec<String> = std::iter::once(text).chain(facts).collect();
        phrases.so(&format!(
            "{}{}",
            and_clauses(&all),
            choice.unwrap_or_default()
        ))
    }
}

impl RegionRule {
    /// `only 5 and 6 are there at least four times`: the values that there are enough of.
    fn often_enough(
        &self,
        phrases: &Phrases<'_>,
        propagator: &RegionPropagator<'_>,
        scarce: ValueSet,
    ) -> String {
        let index = phrases.view.index;
        let cells = self.cells.len();
        let all = index.all_values().iter();
        let enough: ValueSet = all.filter(|&v| propagator.stock(v) >= cells).collect();
        let mut taken: Vec<String> = Vec::new();
        for value in scarce.iter() {
            let is_outside = |cell: &CellId| {
                phrases.view.state.shown(*cell) == Some(value) && !self.cells.contains(cell)
            };
            let who = index.puzzle.cell_ids().filter(is_outside);
            let who: Vec<CellId> = who.collect();
            if !who.is_empty() {
                let pips = index.pips(value);
                taken.push(format!("{pips} on {}", phrases::cells(index, &who)));
            }
        }
        let (there, with) = match &taken[..] {
            [] => ("there", String::new()),
            some => ("left", format!("with {}, ", and_clauses(some))),
        };
        let often = times(cells);
        if enough.is_empty() {
            return format!("{with}no value is {there} {often}");
        }
        let only = phrases::values(index, enough).replace(" or ", " and ");
        format!(
            "{with}only {only} {} {there} at least {often}",
            is(enough.len())
        )
    }

    /// What can lie on the edges inside on which a domino lies.
    fn inside(&self, view: View<'_>, rule: Rule, propagator: &RegionPropagator<'_>) -> Vec<String> {
        let index = view.index;
        let is_equal = rule == Rule::Equal;
        let clause = |edge: EdgeId| {
            let ends = ends(index, edge);
            let live = view.state.live_on(edge).map(|one| index.placement(one));
            // Where all cells show the same, only doubles matter.
            let live = live.filter(|one| !is_equal || one.values[0] == one.values[1]);
            let kinds = live.map(|one| index.kind(one.kind).0);
            let what = if is_equal { "double" } else { "domino" };
            match few_dominoes(kinds).as_deref() {
                Some([]) => format!("no {what} fits on {ends}"),
                Some([only]) if is_equal => {
                    format!("{only} is the only double that fits on {ends}")
                }
                Some(few) if is_equal => {
                    format!("{} are the only doubles that fit on {ends}", and(few))
                }
                Some([only]) => format!("only {only} fits on {ends}"),
                Some(few) => format!("only {} fit on {ends}", and(few)),
                None => match self.missing(view, rule, edge) {
                    Some(missing) => missing,
                    None => format!("only the dominoes left can lie on {ends}"),
                },
            }
        };
        propagator.joined().map(clause).collect()
    }

    /// Why the few dominoes with which two cells alone would satisfy their rule cannot lie there.
    fn missing(&self, view: View<'_>, rule: Rule, edge: EdgeId) -> Option<String> {
        if self.cells.len() > 2 {
            return None;
        }
        let [a, b] = view.index.ends(edge).map(|cell| view.state.values(cell));
        let live = view.state.live_on(edge);
        let live: Vec<PlacedDomino> = live.map(|one| view.index.placed(one)).collect();
        let mut missing: Vec<Domino> = Vec::new();
        for [a, b] in a.iter().flat_map(|a| b.iter().map(move |b| [a, b])) {
            let pips = [a, b].map(|value| view.index.pips(value));
            let domino = Domino::new(pips[0], pips[1]);
            let lies = live.iter().any(|placed| placed.domino() == domino);
            if rule.holds(&pips) && !lies && !missing.contains(&domino) {
                missing.push(domino);
            }
        }
        let few = (1..=4).contains(&missing.len());
        few.then(|| and_clauses(&absent(view, &missing)))
    }

    /// That no domino on an edge would satisfy the rule, where it is concluded that none lies there.
    fn on_edges(&self, phrases: &Phrases<'_>) -> Vec<String> {
        let left = if phrases.has_laid() { " left" } else { "" };
        let clause = |statement: &Statement| match statement {
            Statement::Apart(edge) => {
                let ends = phrases::cells(phrases.view.index, &edge.ends());
                Some(format!("no domino{left} on {ends} would satisfy that"))
            }
            _ => None,
        };
        phrases.concluded.iter().filter_map(clause).collect()
    }

    /// That the region cannot satisfy its rule, with the facts that show it.
    fn contradiction(
        &self,
        view: View<'_>,
        text: &str,
        facts: &[String],
        rule: Rule,
        propagator: &RegionPropagator<'_>,
    ) -> String {
        let index = view.index;
        let why = match rule {
            Rule::Sum(relation, target) => {
                let fixed = self.cells.iter().map(|&cell| view.state.shown(cell));
                match (fixed.collect::<Option<Vec<ValueId>>>(), facts) {
                    // What the only cell shows says it all.
                    (Some(fixed), [fact]) if fixed.len() == 1 => {
                        return format!("{text}, but {fact}");
                    }
                    (Some(fixed), _) => format!("they show {}", index.sum(&fixed)),
                    (None, _) => out_of_reach(index, propagator, relation, target),
                }
            }
            Rule::Equal => "no value is possible in all of them".into(),
            Rule::Unequal => {
                let open = self.cells.iter().map(|&cell| view.state.values(cell));
                let all = open.fold(ValueSet::default(), ValueSet::or);
                if all.len() < self.cells.len() {
                    format!("only {} can be there", phrases::values(index, all))
                } else {
                    "no choice of different values is left".into()
                }
            }
            Rule::Empty => "nothing is left for it".into(),
        };
        match facts {
            [] => format!("{text}, but {why}"),
            _ => format!("{text}, but {}, so {why}", and_clauses(facts)),
        }
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

/// Why a region cannot have the sum that it needs.
fn out_of_reach(
    index: &PuzzleIndex<'_>,
    propagator: &RegionPropagator<'_>,
    relation: Relation,
    target: i64,
) -> String {
    if let Some([low, high]) = propagator.extremes() {
        let (least, most) = (index.sum(&low), index.sum(&high));
        let needed = Bounds::keeping(relation, target);
        let extreme = if most < needed.least {
            Some(("most", high, most))
        } else {
            (least > needed.greatest).then_some(("least", low, least))
        };
        if let Some((which, mut extreme, total)) = extreme {
            extreme.sort_unstable();
            let sum = phrases::sum(index, &extreme);
            return match extreme.len() {
                1 => format!("it shows at {which} {sum}"),
                _ => format!("they show at {which} {sum} = {total}"),
            };
        }
    }
    let ways = propagator.ways(target, MAX_WAYS).unwrap_or_default();
    let ways: Vec<String> = ways.iter().map(|way| phrases::sum(index, way)).collect();
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
                 lies more often than it has copies, so no value is possible in all of them."
            ]
        );
    }

    #[test]
    fn a_sum_takes_the_only_choice() {
        let said = said("rule", "AA\n**\n\nA 11\n\n56 01\n", &[]);
        assert_eq!(
            said[0],
            "Region A needs 11 from two cells, which takes 6 + 5, so r0c0 and r0c1 show 5 or 6."
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

    /// A sum that no pair of dominoes inside makes does not leave "only a double".
    #[test]
    fn no_domino_with_the_sum_is_said_so() {
        let said = said("rule", "AAB\nCCB\n\nA 5\nB <9\nC *\n\n12 34 55\n", &[]);
        assert!(
            said[0].contains("no domino on r0c0 and r0c1 would satisfy that"),
            "{said:?}"
        );
    }

    #[test]
    fn values_that_no_domino_has_are_named() {
        let said = said("rule", "A*\n\nA <2\n\n03\n", &[]);
        assert_eq!(
            said,
            ["Region A needs less than 2 from r0c0 alone and no domino has a 1, so r0c0 shows 0."]
        );
    }
}
