//! A value with too few halves for several regions.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::index::{ValueId, ValueSet};
use crate::deduce::phrases::{self, Phrases, and_clauses, halves, is};
use crate::deduce::region::RegionPropagator;
use crate::deduce::state::State;
use crate::puzzle::{CellId, RegionId};

pub(super) const KIND: TechniqueKind<ValueId> =
    TechniqueKind::new("shared supply", 4.0, infer, explain);

/// The demand of all regions for a value.
struct ValueDemand {
    /// By region: the least number of halves.
    needs: Vec<(RegionId, usize)>,
    /// Number of halves beyond these and the known cells elsewhere; `None` if there are too few.
    spare: Option<usize>,
    /// The open cells elsewhere.
    others: Vec<CellId>,
}

impl ValueDemand {
    /// The demand of the regions of a state; `None` if a rule cannot be satisfied.
    fn of(state: &State<'_>, value: ValueId) -> Option<Self> {
        let mut needs = Vec::new();
        for &region in &state.rules {
            let need = RegionPropagator::of_region(state, region).need(value)?;
            needs.push((region, need));
        }
        let is_elsewhere = |cell: &CellId| {
            let region = state.index.puzzle.region_of(*cell);
            region.is_none_or(|region| !state.rules.contains(&region))
        };
        let elsewhere = state.index.puzzle.cell_ids().filter(is_elsewhere);
        let (shown, others): (Vec<CellId>, Vec<CellId>) =
            elsewhere.partition(|&cell| state.shown(cell).is_some());
        let shown = shown.iter();
        let shown = shown.filter(|&&cell| state.shown(cell) == Some(value));
        let needed = needs.iter().map(|(_, need)| need).sum::<usize>() + shown.count();
        Some(ValueDemand {
            needs,
            spare: state.index.supply(value).checked_sub(needed),
            others,
        })
    }
}

fn infer(state: &State<'_>, value: ValueId) -> Option<Inference> {
    // If every half is placed, the technique `supply` applies.
    if state.rules.len() < 2 || state.stock(&[], value) == 0 {
        return None;
    }
    let demand = ValueDemand::of(state, value)?;
    if demand.needs.iter().filter(|(_, need)| *need > 0).count() < 2 {
        return None;
    }
    let Some(spare) = demand.spare else {
        return Inference::impossible();
    };
    let mut inference = Inference::default();
    for &(region, need) in &demand.needs {
        let propagator = RegionPropagator::of_region(state, region);
        if need + spare >= propagator.stock(value) {
            continue;
        }
        let possible = propagator.with_stock(value, need + spare).possible();
        for (&cell, kept) in propagator.cells.iter().zip(possible) {
            inference.keep(state, cell, kept);
        }
    }
    if spare == 0 {
        let kept = state.index.all_values().without(ValueSet::of(value));
        for &cell in &demand.others {
            inference.keep(state, cell, kept);
        }
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, value: ValueId) -> String {
    let index = phrases.state.index;
    let needs = ValueDemand::of(phrases.state, value).map(|demand| demand.needs);
    let takes = |(region, need): (RegionId, usize)| {
        let rule = phrases::rule(index.puzzle, region);
        match need {
            0 => rule,
            _ => format!(
                "{rule}, which takes at least {}",
                halves(index, need, value)
            ),
        }
    };
    let parts: Vec<String> = needs.unwrap_or_default().into_iter().map(takes).collect();
    let but = if phrases.is_end() { "but" } else { "and" };
    let supply = index.supply(value);
    let only = format!(
        "{but} there {} only {}",
        is(supply),
        halves(index, supply, value)
    );
    let since = match &phrases.facts()[..] {
        [] => String::new(),
        some => format!(", since {}", and_clauses(some)),
    };
    phrases.so(&format!("{}{since}; {only}", parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{sentences, sentences_after};

    #[test]
    fn two_regions_need_too_many() {
        let sentences = sentences("shared supply", "AABB\n\nA 12\nB 12\n\n66 16\n", &[]);
        assert_eq!(
            sentences,
            [
                "Region A needs 12 from two cells, which takes at least two 6s; region B needs 12 \
                 from two cells, which takes at least two 6s; but there are only three 6s."
            ]
        );
    }

    #[test]
    fn needed_halves_are_excluded_elsewhere() {
        let puzzle = "AABB**\n\nA 11\nB 11\n\n56 56 16\n";
        let sentences = sentences_after("shared supply", &["rule"], puzzle, &[]);
        assert_eq!(
            sentences,
            [
                "Region A needs 11 from two cells, which takes at least one 5; region B needs 11 \
                 from two cells, which takes at least one 5; and there are only two 5s, so r0c4 \
                 and r0c5 show 1 or 6."
            ]
        );
    }
}
