//! Which lowering steps to take, as people ask for it.

use clap::Args;

use crate::backend::Encoding;
use crate::lower::Step;

/// The lowering steps, each of which can be switched off.
#[derive(Debug, Args)]
pub(super) struct StepArguments {
    /// Keep copies of a domino apart, and doubles both ways round
    #[arg(long)]
    no_symmetry: bool,

    /// Keep values and placements that cannot be part of a solution
    #[arg(long)]
    no_prune: bool,

    /// Leave out facts that follow from the others
    #[arg(long)]
    no_redundant: bool,
}

impl StepArguments {
    /// The steps that are switched off.
    pub(super) fn without(&self) -> Vec<Step> {
        let off = [
            (self.no_symmetry, Step::Symmetry),
            (self.no_prune, Step::Prune),
            (self.no_redundant, Step::Redundant),
        ];
        let off = off.into_iter().filter(|(is_off, _)| *is_off);
        off.map(|(_, step)| step).collect()
    }

    /// The steps that belong before an encoding, without those that are switched off.
    pub(super) fn of(&self, encoding: Encoding) -> Vec<Step> {
        let off = self.without();
        let steps = encoding.steps().iter().copied();
        steps.filter(|step| !off.contains(step)).collect()
    }
}
