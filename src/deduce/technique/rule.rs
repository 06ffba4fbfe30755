//! The rule of a region, with the halves that are left for it and the dominoes inside it.

use super::TechniqueKind;
use super::no_domino_fits::absent;
use crate::deduce::engine::Inference;
use crate::deduce::index::{PuzzleIndex, ValueId, ValueSet};
use crate::deduce::phrases::{self, Phrases, and, and_clauses, count, ends, few_dominoes, is, or};
use crate::deduce::region::{RegionPropagator, Trial};
use crate::deduce::state::State;
use crate::deduce::statement::Statement;
use crate::puzzle::{CellId, Domino, EdgeId, PlacedDomino, RegionId, Relation, Rule, SumBounds};

/// A sum of one cell.
pub(super) const ONE_CELL: TechniqueKind<RegionId> =
    TechniqueKind::new("rule", 0.5, infer, explain);

/// Equal cells.
pub(super) const EQUAL: TechniqueKind<RegionId> = TechniqueKind::new("rule", 1.0, infer, explain);

/// Every other rule.
pub(super) const OTHER: TechniqueKind<RegionId> = TechniqueKind::new("rule", 1.5, infer, explain);

/// The largest number of combinations listed for a sum.
const MAX_COMBINATIONS: usize = 4;

fn infer(state: &State<'_>, region: RegionId) -> Option<Inference> {
    if !state.rules.contains(&region) {
        return None;
    }
    let index = state.index;
    let propagator = RegionPropagator::of_region(state, region);
    let possible = propagator.possible();
    let mut inference = Inference::default();
    for (&cell, &kept) in propagator.cells.iter().zip(&possible) {
        inference.keep(state, cell, kept);
    }
    if inference.is_impossible() {
        return inference.finish();
    }
    for (edge, ends) in index.edges_within(&propagator.cells) {
        // Only pairs of possible values are new, but the statement includes everything that the rule
        // excludes.
        let (mut excluded, mut is_new, mut left) = (Vec::new(), false, 0);
        for id in state.placements_on(edge) {
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
            inference.apart(state, edge);
        } else if is_new {
            inference.conclusions.push(Statement::Not(excluded));
        }
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, id: RegionId) -> String {
    let index = phrases.state.index;
    let region = &RegionPropagator::of_region(phrases.state, id);
    let (relaxed, scarce) = region.relaxed(phrases.concluded);
    let text = phrases::rule(index.puzzle, id);
    // Values of cells elsewhere matter for the halves that they take.
    let is_taken = |statement: &Statement| match statement {
        Statement::Shows(cell, pips) => {
            let only = index.set(pips).only();
            only.is_some_and(|only| scarce.contains(only)) && !region.cells.contains(cell)
        }
        _ => false,
    };
    let mut facts = phrases.facts_about(|statement| !is_taken(statement));
    if region.rule == Rule::Equal && !scarce.is_empty() {
        facts.push(frequent_values(region, scarce));
    } else {
        let scarce = scarce.iter();
        facts.extend(scarce.map(|value| phrases.scarce(value, &region.cells)));
    }
    facts.extend(region.joined().map(|edge| inside(region, edge)));
    if !relaxed.with_all_copies().implies(phrases.concluded) {
        facts.push("no domino lies more often than it has copies".into());
    }
    facts.extend(on_edges(phrases));
    let gaps = relaxed.gaps(phrases.concluded);
    if !gaps.is_empty() {
        facts.push(format!("no domino has a {}", or(&gaps)));
    }
    if phrases.is_end() {
        return phrases.so(&contradiction(&relaxed, &text, &facts));
    }
    let choice = match region.rule {
        Rule::Sum(Relation::Equal, _) if region.cells.len() > 1 => {
            let takes = if facts.is_empty() {
                "takes"
            } else {
                "leaves only"
            };
            let choice = relaxed.only_choice(&relaxed.possible());
            choice.map(|choice| format!(", which {takes} {}", phrases::sum(index, &choice)))
        }
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => None,
    };
    let all: Vec<String> = std::iter::once(text).chain(facts).collect();
    phrases.so(&format!(
        "{}{}",
        and_clauses(&all),
        choice.unwrap_or_default()
    ))
}

/// The values with enough halves: `only 5 and 6 are there at least four times`.
fn frequent_values(region: &RegionPropagator<'_>, scarce: ValueSet) -> String {
    let index = region.state.index;
    let cells = region.cells.len();
    let all = index.all_values().iter();
    let enough: ValueSet = all.filter(|&v| region.stock(v) >= cells).collect();
    let mut taken: Vec<String> = Vec::new();
    for value in scarce.iter() {
        let is_outside = |cell: &CellId| {
            region.state.shown(*cell) == Some(value) && !region.cells.contains(cell)
        };
        let outside: Vec<CellId> = index.puzzle.cell_ids().filter(is_outside).collect();
        if !outside.is_empty() {
            let pips = index.pips(value);
            taken.push(format!("{pips} on {}", phrases::cells(index, &outside)));
        }
    }
    let (there, with) = match &taken[..] {
        [] => ("there", String::new()),
        some => ("left", format!("with {}, ", and_clauses(some))),
    };
    let often = match cells {
        1 => "once".into(),
        2 => "twice".into(),
        _ => count(cells, "time", "times"),
    };
    if enough.is_empty() {
        return format!("{with}no value is {there} {often}");
    }
    let only = phrases::values(index, enough).replace(" or ", " and ");
    format!(
        "{with}only {only} {} {there} at least {often}",
        is(enough.len())
    )
}

/// The dominoes possible on a joined edge inside.
fn inside(region: &RegionPropagator<'_>, edge: EdgeId) -> String {
    let index = region.state.index;
    let is_equal = region.rule == Rule::Equal;
    let ends = ends(index, edge);
    let possible = region
        .state
        .placements_on(edge)
        .map(|one| index.placement(one));
    // In an equal region only doubles matter.
    let possible = possible.filter(|one| !is_equal || one.values[0] == one.values[1]);
    let kinds = possible.map(|one| index.kind(one.kind).0);
    let what = if is_equal { "double" } else { "domino" };
    match few_dominoes(kinds).as_deref() {
        Some([]) => format!("no {what} fits on {ends}"),
        Some([only]) if is_equal => format!("{only} is the only double that fits on {ends}"),
        Some(few) if is_equal => {
            format!("{} are the only doubles that fit on {ends}", and(few))
        }
        Some([only]) => format!("only {only} fits on {ends}"),
        Some(few) => format!("only {} fit on {ends}", and(few)),
        None => missing(region, edge)
            .unwrap_or_else(|| format!("only the dominoes left can lie on {ends}")),
    }
}

/// The reasons against the few dominoes with which two cells would satisfy their rule.
fn missing(region: &RegionPropagator<'_>, edge: EdgeId) -> Option<String> {
    if region.cells.len() > 2 {
        return None;
    }
    let (state, index) = (region.state, region.state.index);
    let [a, b] = index.ends(edge).map(|cell| state.values(cell));
    let possible = state.placements_on(edge).map(|one| index.placed(one));
    let possible: Vec<PlacedDomino> = possible.collect();
    let mut missing: Vec<Domino> = Vec::new();
    for [a, b] in a.iter().flat_map(|a| b.iter().map(move |b| [a, b])) {
        let pips = [a, b].map(|value| index.pips(value));
        let domino = Domino::new(pips[0], pips[1]);
        let lies = possible.iter().any(|placed| placed.domino() == domino);
        if region.rule.holds(&pips) && !lies && !missing.contains(&domino) {
            missing.push(domino);
        }
    }
    let few = (1..=4).contains(&missing.len());
    few.then(|| and_clauses(&absent(state, &missing)))
}

/// The clauses for the edges that the rule closes.
fn on_edges(phrases: &Phrases<'_>) -> Vec<String> {
    let left = if phrases.has_placement() { " left" } else { "" };
    let clause = |statement: &Statement| match statement {
        Statement::Apart(edge) => {
            let ends = phrases::cells(phrases.state.index, &edge.ends());
            Some(format!("no domino{left} on {ends} would satisfy that"))
        }
        _ => None,
    };
    phrases.concluded.iter().filter_map(clause).collect()
}

/// The clause that the region cannot satisfy its rule, with the facts behind it.
fn contradiction(region: &RegionPropagator<'_>, text: &str, facts: &[String]) -> String {
    let (state, cells) = (region.state, &region.cells);
    let why = match region.rule {
        Rule::Sum(relation, target) => {
            let fixed = cells.iter().map(|&cell| state.shown(cell));
            match (fixed.collect::<Option<Vec<ValueId>>>(), facts) {
                // The fact about a single cell is enough.
                (Some(fixed), [fact]) if fixed.len() == 1 => return format!("{text}, but {fact}"),
                (Some(fixed), _) if fixed.len() == 1 => {
                    format!("it shows {}", state.index.sum(&fixed))
                }
                (Some(fixed), _) => format!("they show {}", state.index.sum(&fixed)),
                (None, _) => out_of_reach(state.index, region, relation, target),
            }
        }
        Rule::Equal => "no value is possible in all of them".into(),
        Rule::Unequal => {
            let open = cells.iter().map(|&cell| state.values(cell));
            let all = open.fold(ValueSet::default(), ValueSet::or);
            if all.len() < cells.len() {
                format!("only {} can be there", phrases::values(state.index, all))
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

/// The reason why a region cannot have its sum.
fn out_of_reach(
    index: &PuzzleIndex<'_>,
    propagator: &RegionPropagator<'_>,
    relation: Relation,
    target: i64,
) -> String {
    if let Some([low, high]) = propagator.extremes() {
        let (least, most) = (index.sum(&low), index.sum(&high));
        let needed = SumBounds::keeping(relation, target);
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
    let sums = match relation {
        Relation::Equal => propagator.combinations(target, MAX_COMBINATIONS),
        // Other sums than the target satisfy the rule, too.
        Relation::Less | Relation::Greater => {
            return "no choice of the halves left satisfies that".into();
        }
    };
    let sums = sums.unwrap_or_default();
    let sums: Vec<String> = sums
        .iter()
        .map(|values| phrases::sum(index, values))
        .collect();
    match &sums[..] {
        [] => "no choice of the halves left sums to that".into(),
        [one] => format!("{one} cannot be made"),
        [one, other] => format!("neither {one} nor {other} can be made"),
        _ => format!("none of {} can be made", and(&sums)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{sentences, sentences_after};

    #[test]
    fn the_only_double_is_named() {
        let puzzle = "AA****\n\nA =\n\n33 12 12\n";
        let sentences = sentences_after("rule", &["only neighbour"], puzzle, &[]);
        assert_eq!(
            sentences,
            [
                "The two cells of region A show the same, r0c0 and r0c1 share a domino, and 3-3 is \
                 the only double that fits on r0c0 and r0c1, so r0c0 and r0c1 show 3."
            ]
        );
    }

    #[test]
    fn a_domino_lies_on_one_edge_inside() {
        let puzzle = "AA.AA.**.**\n\nA =\n\n22 33 03 13\n";
        let sentences = sentences_after("rule", &["only neighbour"], puzzle, &[]);
        assert_eq!(
            sentences,
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
        let sentences = sentences("rule", "AA\n**\n\nA 11\n\n56 01\n", &[]);
        assert_eq!(
            sentences[0],
            "Region A needs 11 from two cells, which takes 6 + 5, so r0c0 and r0c1 show 5 or 6."
        );
    }

    #[test]
    fn a_sum_may_be_out_of_reach() {
        let sentences = sentences("rule", "AA\n**\n\nA 12\n\n56 01\n", &[]);
        assert_eq!(
            sentences,
            [
                "Region A needs 12 from two cells, but there is only one 6, so they show at most 6 + 5 = 11."
            ]
        );
    }

    #[test]
    fn sums_below_a_bound_are_not_named() {
        let sentences = sentences("rule", "AA**\n\nA <450\n\n150-300 300-500\n", &[]);
        assert!(
            !sentences.iter().any(|one| one.contains("300 + 150")),
            "{sentences:?}"
        );
    }

    #[test]
    fn too_few_values_for_different_cells() {
        let sentences = sentences("rule", "AA\n*A\n\nA !=\n\n00 11\n", &[]);
        assert_eq!(
            sentences,
            ["The three cells of region A all differ, but only 0 or 1 can be there."]
        );
    }

    #[test]
    fn edges_without_a_domino_for_the_sum_are_named() {
        let sentences = sentences("rule", "AAB\nCCB\n\nA 5\nB <9\nC *\n\n12 34 55\n", &[]);
        assert!(
            sentences[0].contains("no domino on r0c0 and r0c1 would satisfy that"),
            "{sentences:?}"
        );
    }

    #[test]
    fn values_that_no_domino_has_are_named() {
        let sentences = sentences("rule", "A*\n\nA <2\n\n03\n", &[]);
        assert_eq!(
            sentences,
            ["Region A needs less than 2 from r0c0 alone and no domino has a 1, so r0c0 shows 0."]
        );
    }
}
