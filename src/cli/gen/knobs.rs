//! The knobs of families as options, from their list.

use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::having;
use crate::cli::input::alternatives;
use crate::generate::{Choices, Knob};

/// The heading that they stand below in help.
const HEADING: &str = "Knobs";

/// The knobs that were turned, with their values.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct KnobArguments {
    turned: Vec<(Knob, u32)>,
}

impl KnobArguments {
    pub(in crate::cli) fn turned(&self) -> impl Iterator<Item = (Knob, u32)> {
        self.turned.iter().copied()
    }
}

/// What usage shows for the value of each knob.
static VALUES: LazyLock<[String; Knob::ALL.len()]> = LazyLock::new(|| {
    Knob::ALL.map(|knob| match knob.choices() {
        Choices::Flag => String::new(),
        Choices::Number(..) => "N".into(),
        Choices::Words(words) => alternatives(words.iter().copied()),
    })
});

/// The option that turns a knob.
fn option(knob: Knob) -> Arg {
    let whose = match (knob, having(knob)) {
        (Knob::Shape, families) => format!("--set, {}", families.join(", ")),
        (_, families) => families.join(", "),
    };
    let help = format!("{} ({whose})", knob.about());
    let option = Arg::new(knob.name())
        .long(knob.name())
        .help(help)
        .help_heading(HEADING);
    match knob.choices() {
        Choices::Flag => option.action(ArgAction::SetTrue),
        Choices::Number(..) | Choices::Words(_) => option
            .value_name(VALUES[knob as usize].as_str())
            .allow_hyphen_values(true)
            .value_parser(move |word: &str| knob.read(word)),
    }
}

impl Args for KnobArguments {
    fn augment_args(command: Command) -> Command {
        command.args(Knob::ALL.map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for KnobArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let turned = Knob::ALL.into_iter().filter_map(|knob| {
            let value = match knob.choices() {
                Choices::Flag => matches.get_flag(knob.name()).then_some(1),
                Choices::Number(..) | Choices::Words(_) => {
                    matches.get_one::<u32>(knob.name()).copied()
                }
            };
            Some((knob, value?))
        });
        Ok(KnobArguments {
            turned: turned.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
