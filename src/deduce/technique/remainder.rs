//! The sum that the regions with given sums leave for the few cells elsewhere, as all halves are used.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::{self, Phrases, and, and_clauses, or, region_names};
use crate::deduce::region::RegionPropagator;
use crate::deduce::state::State;
use crate::puzzle::{CellId, RegionId, Relation, Rule};

pub(super) const KIND: TechniqueKind<()> = TechniqueKind::new("remainder", 4.0, infer, explain);

/// The largest number of cells that share a remainder.
const MAX_CELLS: usize = 4;

/// The sum that the regions with given sums leave.
struct Remainder {
    regions: Vec<RegionId>,
    taken: i64,
    /// The cells elsewhere without a known value.
    cells: Vec<CellId>,
    left: i64,
}

impl Remainder {
    fn of(state: &State<'_>) -> Option<Self> {
        let puzzle = state.index.puzzle;
        let mut regions = Vec::new();
        let mut taken = 0_i64;
        for &region in &state.rules {
            if let Rule::Sum(Relation::Equal, target) = puzzle.region(region).rule {
                regions.push(region);
                taken = taken.saturating_add(target);
            }
        }
        let mut cells = Vec::new();
        let mut left = state.index.total().saturating_sub(taken);
        for cell in puzzle.cell_ids() {
            let region = puzzle.region_of(cell);
            if region.is_some_and(|region| regions.contains(&region)) {
                continue;
            }
            match state.shown(cell) {
                Some(value) => left -= i64::from(state.index.pips(value)),
                None => cells.push(cell),
            }
        }
        let some = !regions.is_empty() && (1..=MAX_CELLS).contains(&cells.len());
        some.then_some(Remainder {
            regions,
            taken,
            cells,
            left,
        })
    }

    fn propagator<'a>(&self, state: &'a State<'a>) -> RegionPropagator<'a> {
        RegionPropagator::new(state, self.cells.clone(), Rule::sum(self.left))
    }
}

fn infer(state: &State<'_>, _: ()) -> Option<Inference> {
    let rest = Remainder::of(state)?;
    let propagator = rest.propagator(state);
    let mut inference = Inference::default();
    for (&cell, kept) in rest.cells.iter().zip(propagator.possible()) {
        inference.keep(state, cell, kept);
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, _: ()) -> String {
    let state = phrases.state;
    let Some(rest) = Remainder::of(state) else {
        return String::new();
    };
    let propagator = rest.propagator(state);
    let names = region_names(state.index.puzzle, &rest.regions);
    let (taken, left) = (rest.taken, rest.left);
    let regions = match &names[..] {
        [only] => format!("region {only} takes {taken}"),
        _ => format!("regions {} take {taken}", and(&names)),
    };
    let mut parts = vec![
        format!("all halves sum to {}", state.index.total()),
        regions,
    ];
    parts.extend(phrases.facts());
    let (relaxed, scarce) = propagator.relaxed(phrases.concluded);
    parts.extend(
        scarce
            .iter()
            .map(|value| phrases.scarce(value, &rest.cells)),
    );
    let cells = phrases::cells(state.index, &rest.cells);
    let which = match &relaxed.gaps(phrases.concluded)[..] {
        _ if phrases.is_end() => ", which they cannot show".into(),
        [] => String::new(),
        gaps => format!(", and no domino has a {}", or(gaps)),
    };
    let parts = and_clauses(&parts);
    phrases.so(&format!("{parts}, which leaves {left} for {cells}{which}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn a_sum_leaves_the_rest() {
        let sentences = sentences("remainder", "AA**\n\nA 1\n\n01 24\n", &[]);
        assert_eq!(
            sentences,
            [
                "All halves sum to 7 and region A takes 1, which leaves 6 for r0c2 and r0c3, and no \
                 domino has a 3, 5 or 6, so r0c2 and r0c3 show 2 or 4."
            ]
        );
    }
}
