//! Two cells on which no domino left fits.

use super::{Scope, Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::PuzzleIndex;
use crate::deduce::phrases::{Phrases, and, and_clauses, ends, is, or};
use crate::puzzle::{CellId, Domino, EdgeId};

/// The most dominoes that are listed one by one.
const LISTED: usize = 4;

struct NoDominoFits(EdgeId, [CellId; 2]);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    let at = move |edge| NoDominoFits(edge, index.ends(edge));
    boxed(index.edge_ids().map(at))
}

impl Technique for NoDominoFits {
    fn name(&self) -> &'static str {
        "no domino fits"
    }

    fn weight(&self) -> f64 {
        1.5
    }

    fn scope(&self) -> Scope<'_> {
        Scope::Cells(&self.1)
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let state = view.state;
        if !state.is_open(self.0) || state.live_on(self.0).next().is_some() {
            return None;
        }
        let mut inference = Inference::default();
        inference.apart(view, self.0);
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let (index, state) = (phrases.view.index, phrases.view.state);
        let [a, b] = self.1.map(|cell| state.values(cell));
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| [a, b]));
        let pairs = pairs.map(|pair| pair.map(|value| index.pips(value)));
        let mut dominoes: Vec<Domino> = pairs.map(|[a, b]| Domino::new(a, b)).collect();
        dominoes.sort_unstable();
        dominoes.dedup();
        let seen = if dominoes.len() <= LISTED {
            let absent = and_clauses(&absent(phrases.view, &dominoes));
            format!("only {} would fit on both, but {absent}", or(&dominoes))
        } else {
            let left = if phrases.has_laid() { " left" } else { "" };
            format!("no domino{left} fits on {}", ends(index, self.0))
        };
        phrases.since(&phrases.facts(), &seen)
    }
}

/// Why each of some dominoes cannot lie on an edge: `1-1 is used`, `there is no 3-6`.
pub(super) fn absent(view: View<'_>, dominoes: &[Domino]) -> Vec<String> {
    let (mut missing, mut used, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
    for &domino in dominoes {
        match view.index.kind_of(domino) {
            None => missing.push(domino),
            Some(kind) if view.state.left(kind) == 0 => used.push(domino),
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
    use super::super::tests::said;

    #[test]
    fn no_domino_has_both() {
        let shown = [("r0c0", 0), ("r0c1", 1)];
        let said = said("no domino fits", "**\n**\n\n00 11\n", &shown);
        assert_eq!(
            said,
            [
                "Since r0c0 shows 0 and r0c1 shows 1, only 0-1 would fit on both, but there is no \
                 0-1, so no domino lies on r0c0 and r0c1."
            ]
        );
    }
}
