//! An edge on which no domino left fits.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::{Phrases, and, and_clauses, ends, is, or};
use crate::deduce::state::State;
use crate::puzzle::{Domino, EdgeId};

pub(super) const KIND: TechniqueKind<EdgeId> =
    TechniqueKind::new("no domino fits", 1.5, infer, explain);

/// The largest number of dominoes listed one by one.
const LISTED: usize = 4;

fn infer(state: &State<'_>, edge: EdgeId) -> Option<Inference> {
    if !state.is_open(edge) || state.placements_on(edge).next().is_some() {
        return None;
    }
    let mut inference = Inference::default();
    inference.apart(state, edge);
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, edge: EdgeId) -> String {
    let (index, state) = (phrases.state.index, phrases.state);
    let [a, b] = index.ends(edge).map(|cell| state.values(cell));
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| [a, b]));
    let pairs = pairs.map(|pair| pair.map(|value| index.pips(value)));
    let mut dominoes: Vec<Domino> = pairs.map(|[a, b]| Domino::new(a, b)).collect();
    dominoes.sort_unstable();
    dominoes.dedup();
    let reason = if dominoes.len() <= LISTED {
        let absent = and_clauses(&absent(phrases.state, &dominoes));
        format!("only {} would fit on both, but {absent}", or(&dominoes))
    } else {
        let left = if phrases.has_placement() { " left" } else { "" };
        format!("no domino{left} fits on {}", ends(index, edge))
    };
    phrases.since(&phrases.facts(), &reason)
}

/// The reasons why dominoes cannot lie on an edge: `1-1 is used`, `there is no 3-6`.
pub(super) fn absent(state: &State<'_>, dominoes: &[Domino]) -> Vec<String> {
    let (mut missing, mut used, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
    for &domino in dominoes {
        match state.index.kind_of(domino) {
            None => missing.push(domino),
            Some(kind) if state.copies_left(kind) == 0 => used.push(domino),
            Some(_) => excluded.push(domino),
        }
    }
    let clause = |list: &[Domino], what: &str| {
        (!list.is_empty()).then(|| format!("{} {} {what}", and(list), is(list.len())))
    };
    let missing = (!missing.is_empty()).then(|| format!("there is no {}", or(&missing)));
    [
        missing,
        clause(&used, "used"),
        clause(&excluded, "excluded"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn no_domino_has_both() {
        let shown = [("r0c0", 0), ("r0c1", 1)];
        let sentences = sentences("no domino fits", "**\n**\n\n00 11\n", &shown);
        assert_eq!(
            sentences,
            [
                "Since r0c0 shows 0 and r0c1 shows 1, only 0-1 would fit on both, but there is no \
                 0-1, so no domino lies on r0c0 and r0c1."
            ]
        );
    }
}
