//! What a language answers for each of its encodings.

use std::io::{self, Write};

use super::{Declared, Emission, Profile, Publication};
use crate::model::{Model, PlacementId};

/// What is known of an encoding.
#[derive(Debug, Clone, Copy)]
pub(super) struct Features {
    pub(super) name: &'static str,
    pub(super) published: Option<&'static Publication>,
    pub(super) needs_grid: bool,
    pub(super) is_standard: bool,
    pub(super) limitation: Option<&'static str>,
    /// The only solver that understands it, if it has words of that solver's own.
    pub(super) only_for: Option<&'static str>,
    pub(super) redundant: Redundant,
}

/// What those who collect instances of a language expect of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Submission {
    /// The head says whether there is a solution.
    pub states_status: bool,
    /// The most bytes of a file that they take, if there is a limit.
    pub most_bytes: Option<u64>,
}

/// What an encoding does with facts that follow from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redundant {
    /// It states them where the model has them.
    AsAsked,
    /// The same, as long as they are few: its solvers are faster with them on small boards alone.
    WhereSmall,
    /// It states them in any case: they are part of it.
    Always,
    /// It leaves them out, because its solvers are no faster with them.
    Never,
}

impl Features {
    pub(super) const fn of(name: &'static str) -> Self {
        Features {
            name,
            published: None,
            needs_grid: false,
            is_standard: true,
            limitation: None,
            only_for: None,
            redundant: Redundant::Never,
        }
    }

    pub(super) const fn of_baseline(name: &'static str, published: &'static Publication) -> Self {
        Features {
            published: Some(published),
            ..Features::of(name)
        }
    }
}

/// What a language answers for each of its encodings.
pub(super) trait Scheme {
    fn features(&self) -> Features;

    /// What those who collect instances expect.
    fn submission(&self) -> Submission {
        Submission::default()
    }

    /// How many statements it takes to count the copies of dominoes, roughly; found without making any.
    fn statements(&self, _: &Model) -> u64 {
        0
    }

    /// What a line of the model declares, where that is to be seen.
    fn declared(&self, _: &str) -> Declared {
        Declared::default()
    }

    /// What to call a file of an instance. What is the same for all instances is called alike.
    fn file_name(&self, _: Profile, instance: &str, extension: &str) -> String {
        format!("{instance}.{extension}")
    }

    /// Writes the file at a place in [`Language::extensions`].
    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()>;

    /// What the variables of the placements are called, in the model and in replies.
    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm>;

    /// Which pairs of terms make a placement, where it is no variable of the model: in a reply that
    /// lists the model's variables they are all there is of it.
    fn terms<'m>(&self, _: &'m Model) -> Box<dyn Fn(PlacementId) -> Vec<[String; 2]> + 'm> {
        Box::new(|_| Vec::new())
    }
}
