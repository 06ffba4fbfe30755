//! What can be chosen in a bench.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::bench::{Clock, Question};

impl ValueEnum for Question {
    fn value_variants<'a>() -> &'a [Self] {
        &[Question::One, Question::Unique, Question::Count]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Question::One => ("one", "A solution, or the proof that there is none"),
            Question::Unique => ("unique", "Is there exactly one solution?"),
            Question::Count => ("count", "How many solutions are there?"),
            Question::Nothing => return None,
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl ValueEnum for Clock {
    fn value_variants<'a>() -> &'a [Self] {
        &[Clock::Wall, Clock::Cpu]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Clock::Wall => ("wall", "From the start to the end of the process"),
            Clock::Cpu => ("cpu", "The processor time of the process"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BenchFormat {
    /// Tables
    Text,
    /// A table for a page, the terms side by side
    Markdown,
    /// The summary
    Json,
    /// Every run
    Csv,
    /// Nothing, where --out or --missing is all that is wanted
    None,
}

/// What the encodings are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Terms {
    /// Without what no solution uses, as `pipsc run` gives it
    Pruned,
    /// As it stands, as `pipsc emit` writes it
    Whole,
}
