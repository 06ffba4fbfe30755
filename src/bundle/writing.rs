//! The files of an instance, as an order asks for them.

use super::competition::Address;
use super::error::Unmade;
use super::hash::{gbd_of_cnf, gbd_of_opb};
use super::{Competition, Order, Status};
use crate::backend::{DeclaredSize, Emission, Plan, Provenance};
use crate::generate::Recipe;
use crate::limits::Budget;
use crate::lower::{AS_IT_STANDS, LowerError, Lowered, lower_until};
use crate::puzzle::Puzzle;

/// What was written of an instance.
#[derive(Debug)]
pub(super) struct Written {
    /// Where its file goes.
    pub(super) path: String,
    /// What is in it, unpacked.
    pub(super) text: String,
    /// The model that all instances share, where there is one: its path and text.
    pub(super) model: Option<(String, String)>,
    /// What it declares.
    pub(super) size: DeclaredSize,
}

/// The puzzle as a competition wants it: nothing is pruned.
pub(super) fn lowered(puzzle: &Puzzle, budget: &Budget) -> Result<Lowered, Unmade> {
    lower_until(puzzle, &AS_IT_STANDS, budget).map_err(|problem| match problem {
        LowerError::Stopped(stop) => Unmade::Stopped(stop),
        LowerError::TooLarge(size) => Unmade::TooLarge(size.to_string()),
    })
}

/// Writes an instance of which the status is known, or known to be unknown.
pub(super) fn write(
    order: &Order,
    name: &str,
    puzzle: &Puzzle,
    lowered: &Lowered,
    status: Status,
    budget: &Budget,
) -> Result<Written, Unmade> {
    let satisfiable = match status {
        Status::Satisfiable => Some(true),
        Status::Unsatisfiable => Some(false),
        Status::Unknown => None,
    };
    let plan = Plan {
        encoding: order.encoding,
        profile: order.competition.terms().profile,
        provenance: Provenance {
            satisfiable,
            sought: satisfiable.is_none().then_some(order.status_limit),
            signature: order.signature.clone(),
            ..Provenance::of(puzzle, name, lowered)
        },
    };
    let emission = Emission::new(&lowered.model, &plan)?.until(budget);
    let mut files = Vec::new();
    for (index, name) in emission.file_names(name).into_iter().enumerate() {
        let mut text = Vec::new();
        if emission.write(index, &mut text).is_err() {
            // Memory takes everything, so somebody has said stop.
            budget.check()?;
        }
        // Everything that is written is text.
        let text = String::from_utf8_lossy(&text).into_owned();
        files.push((path(order, &name, family(puzzle), &text), text));
    }
    let size = order
        .encoding
        .size_of(files.iter().map(|(_, text)| text.as_str()));
    // The last file is the instance's own; what comes before is shared.
    let (path, text) = files.pop().unwrap_or_default();
    Ok(Written {
        path: match order.competition.terms().is_packed {
            true => format!("{path}.xz"),
            false => path,
        },
        text,
        model: files.pop(),
        size: size.declared,
    })
}

fn path(order: &Order, file: &str, family: &str, text: &str) -> String {
    (order.competition.terms().path)(&Address {
        text,
        signature: &order.signature,
        family,
        file,
    })
}

/// The family that a puzzle belongs to; `set` is dominoes of a set, laid, and `puzzle` what was given.
pub(super) fn family(puzzle: &Puzzle) -> &'static str {
    match puzzle.recipe() {
        Some(Recipe::Family(recipe)) => recipe.family().name(),
        Some(Recipe::Set(_)) => "set",
        None => "puzzle",
    }
}

/// How the Global Benchmark Database knows an instance, if it has its language.
pub(super) fn gbd_hash(competition: Competition, text: &str) -> Option<String> {
    match competition {
        Competition::SatCompetition | Competition::ModelCounting => Some(gbd_of_cnf(text)),
        Competition::PbCompetition => Some(gbd_of_opb(text)),
        Competition::MiniZincChallenge | Competition::SmtLib | Competition::Xcsp3 => None,
    }
}
