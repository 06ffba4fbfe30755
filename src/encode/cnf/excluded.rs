//! Boards that do not count as solutions: a clause each, of a literal for each of its dominoes.
//!
//! Where symmetry is not broken, several placements look alike, and what stands for them is a
//! variable that is true exactly if one of them is: a variable for each place of a domino on those
//! boards, whose value follows, and a clause more than it has placements.

use std::collections::HashMap;

use super::{CnfSink, Lit, placement_lit};
use crate::model::{Model, PlacementId};

/// Excludes every board that the model excludes.
pub(super) fn encode(model: &Model, formula: &mut dyn CnfSink) {
    let mut any_of: HashMap<Vec<PlacementId>, Lit> = HashMap::new();
    let mut clause = Vec::new();
    for (_, placements) in model.excluded() {
        if formula.is_cancelled() {
            return;
        }
        // What cannot lie there keeps its board out already.
        if placements.iter().any(Vec::is_empty) {
            continue;
        }
        clause.clear();
        for alike in placements {
            clause.push(match alike[..] {
                [only] => !placement_lit(only),
                _ => {
                    let lit = any_of.entry(alike);
                    !*lit.or_insert_with_key(|alike| any(formula, alike))
                }
            });
        }
        formula.clause(&clause);
    }
}

/// A literal that is true exactly if one of the placements is there.
fn any(formula: &mut dyn CnfSink, placements: &[PlacementId]) -> Lit {
    let any = formula.new_lit();
    let mut some = vec![!any];
    for &id in placements {
        // placement -> any
        formula.clause(&[!placement_lit(id), any]);
        some.push(placement_lit(id));
    }
    // any -> one of the placements
    formula.clause(&some);
    any
}
