//! Families of puzzles and their parameters as options, from their lists.

use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::input::alternatives;
use crate::generate::{Choices, Family, Param};

/// The families as usage shows them.
pub(super) static FAMILIES: LazyLock<String> =
    LazyLock::new(|| alternatives(Family::ALL.map(Family::name)));

/// The families that have a parameter.
pub(super) fn having(param: Param) -> Vec<&'static str> {
    let has = |family: &Family| {
        family
            .info()
            .params
            .iter()
            .any(|(other, _)| *other == param)
    };
    let families = Family::ALL.into_iter().filter(has);
    families.map(Family::name).collect()
}

/// The heading of the parameters in help.
const HEADING: &str = "Question";

/// The parameters that were typed, with their values.
#[derive(Debug, Clone, Default)]
pub(super) struct ParamArguments {
    turned: Vec<(Param, u32)>,
}

impl ParamArguments {
    pub(super) fn turned(&self) -> impl Iterator<Item = (Param, u32)> {
        self.turned.iter().copied()
    }
}

/// What usage shows for the value of each parameter.
static VALUES: LazyLock<[String; Param::ALL.len()]> = LazyLock::new(|| {
    Param::ALL.map(|param| match param.choices() {
        Choices::Flag => String::new(),
        Choices::Number(..) => "N".into(),
        Choices::Words(words) => alternatives(words.iter().copied()),
    })
});

/// The option of a parameter.
fn option(param: Param) -> Arg {
    let whose = match (param, having(param)) {
        (Param::Shape, families) => format!("--set, {}", families.join(", ")),
        (_, families) => families.join(", "),
    };
    let help = format!("{} ({whose})", param.about());
    let option = Arg::new(param.name())
        .long(param.name())
        .help(help)
        .help_heading(HEADING);
    match param.choices() {
        Choices::Flag => option.action(ArgAction::SetTrue),
        Choices::Number(..) | Choices::Words(_) => option
            .value_name(VALUES[param as usize].as_str())
            .allow_hyphen_values(true)
            .value_parser(move |word: &str| param.read(word)),
    }
}

impl Args for ParamArguments {
    fn augment_args(command: Command) -> Command {
        command.args(Param::ALL.map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParamArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let turned = Param::ALL.into_iter().filter_map(|param| {
            let value = match param.choices() {
                Choices::Flag => matches.get_flag(param.name()).then_some(1),
                Choices::Number(..) | Choices::Words(_) => {
                    matches.get_one::<u32>(param.name()).copied()
                }
            };
            Some((param, value?))
        });
        Ok(ParamArguments {
            turned: turned.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
