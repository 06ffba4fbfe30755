//! The values that the dominoes left can show in a cell.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::{Phrases, and, few_dominoes, values};
use crate::deduce::state::State;
use crate::puzzle::{CellId, Domino};

pub(super) const KIND: TechniqueKind<CellId> =
    TechniqueKind::new("dominoes that fit", 1.5, infer, explain);

fn infer(state: &State<'_>, cell: CellId) -> Option<Inference> {
    let mut inference = Inference::default();
    inference.keep(state, cell, state.fitting(cell));
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, cell: CellId) -> String {
    let (index, state) = (phrases.state.index, phrases.state);
    let name = index.name(cell);
    let dominoes = state
        .open_at(cell)
        .flat_map(|edge| state.placements_on(edge));
    let dominoes = dominoes.map(|one| index.kind(index.placement(one).kind).0);
    let dominoes: Vec<Domino> = dominoes.collect();
    let reason = match few_dominoes(dominoes.into_iter()).as_deref() {
        Some([]) => format!("no domino can cover {name}"),
        Some(few) => format!("only {} can cover {name}", and(few)),
        None => {
            let gone = index.all_values().without(state.fitting(cell));
            let gone = values(index, gone);
            format!("no domino that can cover {name} shows {gone} there")
        }
    };
    phrases.since(&phrases.facts(), &reason)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn a_half_beside_a_known_one() {
        let sentences = sentences("dominoes that fit", "**..\n\n01\n", &[("r0c0", 0)]);
        assert_eq!(
            sentences,
            ["Since r0c0 shows 0, only 0-1 can cover r0c1, so r0c1 shows 1."]
        );
    }
}
