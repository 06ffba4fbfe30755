//! The metadata of an instance, and the comment at the head of its files.

use std::time::Duration;

use super::Encoding;
use crate::lower::{Lowered, LoweringStep};
use crate::model::Model;
use crate::puzzle::recipe::{Family, RecipeStatus};
use crate::puzzle::{Label, Puzzle};

/// Metadata of an instance, for the heads of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The name of the puzzle: that of the file, with the level.
    pub instance: Label,
    /// Whether there is a solution, if known.
    pub satisfiable: Option<bool>,
    /// The number of solutions by construction, where that is more precise than `satisfiable`.
    pub construction: Option<RecipeStatus>,
    /// The time limit of the embedded solver that determined `satisfiable`, if it ran.
    pub status_limit: Option<Duration>,
    /// The lowering steps of the model.
    pub steps: Vec<LoweringStep>,
    /// The family of a generated puzzle.
    pub family: Option<Family>,
    /// The generator's seed, for a generated puzzle.
    pub seed: Option<u64>,
    /// The [digest](Puzzle::digest) of the puzzle, if known.
    pub puzzle: Option<String>,
    /// The author and date of a submission, if given.
    pub signature: Signature,
}

/// The author and date of a submission. Both come from the user, so output does not depend on the
/// current date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature {
    /// The author; by default the contributors of pipsc.
    pub author: Option<Label>,
    /// The date, as `2026-11-16`; by default that of this version.
    pub day: Option<Label>,
}

impl Signature {
    /// The release date of this version.
    pub const RELEASED: &'static str = "2026-11-19";

    /// The author, or the default.
    pub fn author(&self) -> &str {
        (self.author.as_ref()).map_or("The pipsc contributors", Label::raw)
    }

    /// The line of copyright.
    pub(crate) fn copyright(&self) -> String {
        let year: String = self.day().chars().take(4).collect();
        format!("Copyright (c) {year} {}", Label::from(self.author()))
    }

    /// The date, or the default.
    pub fn day(&self) -> &str {
        self.day.as_ref().map_or(Self::RELEASED, Label::raw)
    }
}

impl Provenance {
    /// The metadata of a lowered puzzle.
    pub fn of(puzzle: &Puzzle, instance: &str, lowered: &Lowered) -> Self {
        // With excluded boards the recipe and the known solution say nothing about the instance.
        let is_whole = lowered.model.excluded_boards().next().is_none();
        let has_board = is_whole && puzzle.solution().is_some();
        // A checked solution takes precedence over the recipe.
        let construction = puzzle.recipe().filter(|_| is_whole);
        let construction = construction.map(|recipe| recipe.status());
        let construction = construction.filter(|status| match status {
            RecipeStatus::Satisfiable | RecipeStatus::Unsatisfiable => !has_board,
            RecipeStatus::Unique | RecipeStatus::Count(_) => true,
            RecipeStatus::Open => false,
        });
        Provenance {
            instance: instance.into(),
            satisfiable: match (has_board, construction, &lowered.contradiction) {
                (true, _, _) => Some(true),
                (false, Some(status), _) => status.satisfiable(),
                (false, None, Some(_)) => Some(false),
                (false, None, None) => None,
            },
            construction,
            status_limit: None,
            // If pruning finds a contradiction, the model is not pruned.
            steps: (lowered.steps().iter().copied())
                .filter(|&step| step != LoweringStep::Prune || lowered.contradiction.is_none())
                .collect(),
            family: puzzle.recipe().map(|recipe| recipe.family),
            seed: puzzle.recipe().map(|recipe| recipe.seed()),
            signature: Signature::default(),
            puzzle: Some(puzzle.digest()),
        }
    }

    /// Whether there is a solution, in words for the head of a file.
    pub fn status(&self) -> String {
        match (self.satisfiable, self.construction, self.status_limit) {
            (
                Some(_),
                Some(status @ (RecipeStatus::Satisfiable | RecipeStatus::Unsatisfiable)),
                _,
            ) => {
                format!("{status}, by construction")
            }
            (Some(true), Some(status @ (RecipeStatus::Unique | RecipeStatus::Count(_))), _) => {
                format!("satisfiable, {status} by construction")
            }
            (Some(true), _, _) => "satisfiable".into(),
            (Some(false), _, _) => "unsatisfiable".into(),
            (None, _, None) => "unknown".into(),
            (None, _, Some(limit)) => {
                let seconds = limit.as_secs_f64();
                format!("unknown, and pipsc's own solver did not settle it within {seconds} s")
            }
        }
    }

    /// The lowering steps in one line of ASCII for the head of every file. The line describes the file,
    /// and so depends on the encoding: some state no redundant facts even if the step ran.
    pub(super) fn terms(&self, encoding: Encoding, model: &Model) -> String {
        let pruned = match self.steps.contains(&LoweringStep::Prune) {
            true => "Pruned: what no solution uses was left out.",
            false => "The puzzle as it stands: nothing was pruned.",
        };
        let symmetry = match model.breaks_symmetry() {
            true => "Symmetry is broken.",
            false => "Symmetry is not broken.",
        };
        let redundant = match encoding.states_redundant(model) {
            true => "Redundant facts are stated.",
            false => "No redundant facts are stated.",
        };
        let terms = format!("{pruned} {symmetry} {redundant}");
        match model.excluded_boards().count() {
            0 => terms,
            1 => format!("{terms} One board does not count as a solution."),
            many => format!("{terms} {many} boards do not count as solutions."),
        }
    }

    /// The lines of the comment at the head of a file.
    pub(super) fn head(&self, encoding: Encoding, model: &Model) -> Vec<String> {
        let mut lines = vec![ABOUT.to_owned()];
        if !self.instance.raw().is_empty() {
            lines.push(format!("Instance: {}", self.instance));
        }
        lines.extend(model.title.as_ref().map(|title| format!("Title: {title}")));
        lines.extend(self.seed.map(|seed| format!("Seed: {seed}")));
        lines.extend(written(encoding, &self.terms(encoding, model)));
        lines
    }

    /// The lines of the comment at the head of a model that all instances share.
    pub(super) fn shared_head(&self, encoding: Encoding) -> Vec<String> {
        let mut lines = vec![self.signature.copyright(), ABOUT.to_owned()];
        let terms = "The data file states the puzzle and its lowering steps.";
        lines.extend(written(encoding, terms));
        lines
    }
}

/// The version of pipsc, the encoding, the lowering steps, and the citation of a baseline.
fn written(encoding: Encoding, terms: &str) -> impl Iterator<Item = String> {
    let written = concat!("Written by pipsc ", env!("CARGO_PKG_VERSION"));
    let citation = encoding.citation;
    let citation = citation.map(|citation| format!("Formulation: {citation}"));
    [format!("{written}; encoding {encoding}. {terms}")]
        .into_iter()
        .chain(citation)
}

/// The first line of every model.
pub(super) const ABOUT: &str = "Pips: lay every domino on two neighbouring cells, so that the pips keep the rule of every region.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_date_matches_the_change_log() {
        let heading = format!(
            "\n## [{}] - {}\n",
            env!("CARGO_PKG_VERSION"),
            Signature::RELEASED
        );
        assert!(
            include_str!("../../CHANGELOG.md").contains(&heading),
            "{heading}"
        );
    }
}
