//! The options for encodings and lowering steps.

use clap::Args;

use super::CliError;
use crate::backend::{Encoding, Language};
use crate::lower::{LoweringStep, STEPS};
use crate::nearest::did_you_mean;
use crate::visible::Visible;

/// The options that enable and disable lowering steps.
#[derive(Debug, Args)]
pub(super) struct StepArguments {
    /// Distinguish copies of a domino, and both orientations of doubles
    #[arg(long)]
    no_symmetry: bool,

    /// Remove values and placements that no solution uses; the default of `run` and `bench`
    #[arg(long, overrides_with = "no_prune")]
    prune: bool,

    /// Keep all values and placements; the default of `emit`
    #[arg(long, overrides_with = "prune")]
    no_prune: bool,

    /// Leave out redundant constraints
    #[arg(long)]
    no_redundant: bool,
}

impl StepArguments {
    /// The enabled steps, given the default steps.
    pub(super) fn of(&self, default: &[LoweringStep]) -> Vec<LoweringStep> {
        let is_taken = |step: &LoweringStep| match step {
            LoweringStep::Symmetry => default.contains(step) && !self.no_symmetry,
            LoweringStep::Prune => self.prune || default.contains(step) && !self.no_prune,
            LoweringStep::Redundant => default.contains(step) && !self.no_redundant,
        };
        STEPS.into_iter().filter(is_taken).collect()
    }

    /// The disabled steps if all steps are enabled by default.
    pub(super) fn without(&self) -> Vec<LoweringStep> {
        let taken = self.of(&STEPS);
        let steps = STEPS.into_iter();
        steps.filter(|step| !taken.contains(step)).collect()
    }
}

/// Rejects a name that is not an encoding of any language.
pub(super) fn check_known(name: &str) -> Result<(), CliError> {
    if Language::ALL
        .iter()
        .any(|language| language.encoding(name).is_some())
    {
        return Ok(());
    }
    let names = |language: &Language| language.encodings().iter().map(|one| one.name).collect();
    let lists = Language::ALL.iter().map(|language| {
        let names: Vec<&str> = names(language);
        format!("{language} has {}", names.join(", "))
    });
    let lists: Vec<String> = lists.collect();
    let all: Vec<&str> = Language::ALL
        .iter()
        .flat_map(|language| names(language))
        .collect();
    Err(CliError::usage(format!(
        "no encoding is called `{}`: {}{}",
        Visible(name),
        lists.join("; "),
        did_you_mean(name, all)
    )))
}

/// The encoding of a language by name, or the default encoding.
pub(super) fn encoding(target: &Language, name: Option<&str>) -> Result<Encoding, CliError> {
    let Some(name) = name else {
        return Ok(target.encodings()[0]);
    };
    target.encoding(name).ok_or_else(|| {
        let names: Vec<&str> = target.encodings().iter().map(|one| one.name).collect();
        CliError::usage(format!(
            "{target} has no encoding `{}`, only {}{}",
            Visible(name),
            names.join(", "),
            did_you_mean(name, names.iter().copied())
        ))
    })
}
