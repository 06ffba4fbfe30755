//! Families of puzzles: their parameters as options, and their description.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use serde_json::{Value, json};

use super::{CliError, output, prose, terminal};
use crate::exit::Exit;
use crate::generate::{Family, Param, ParamChoices};
use crate::json::document;

/// The heading of the parameters in help.
const HEADING: &str = "Question";

/// The options for parameters, with the given values.
#[derive(Debug, Clone, Default)]
pub(super) struct ParamArguments {
    pub(super) given: Vec<(Param, u32)>,
}

/// The option of a parameter.
fn option(param: Param) -> Arg {
    let has = |family: &Family| {
        let mut params = family.info().params.iter();
        params.any(|(other, _)| *other == param)
    };
    let families = Family::ALL.into_iter().filter(has).map(Family::name);
    let families = families.collect::<Vec<_>>().join(", ");
    let mut help = format!("{} ({families})", param.about());
    let option = Arg::new(param.name())
        .long(param.name())
        .help_heading(HEADING);
    let value_name = match param.choices() {
        ParamChoices::Flag => return option.help(help).action(ArgAction::SetTrue),
        ParamChoices::Number(..) => "N",
        ParamChoices::Words(words) => {
            help += &format!(": {}", words.join(", "));
            "NAME"
        }
    };
    option
        .help(help)
        .value_name(value_name)
        .allow_hyphen_values(true)
        .value_parser(move |word: &str| param.read(word))
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
        let given = Param::ALL.into_iter().filter_map(|param| {
            let value = match param.choices() {
                ParamChoices::Flag => matches.get_flag(param.name()).then_some(1),
                ParamChoices::Number(..) | ParamChoices::Words(_) => {
                    matches.get_one::<u32>(param.name()).copied()
                }
            };
            Some((param, value?))
        });
        Ok(ParamArguments {
            given: given.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The width of texts without a terminal.
const COLUMNS: usize = 80;

/// Describes every family.
pub(super) fn describe(is_json: bool) -> Result<Exit, CliError> {
    output::to_stdout(|out| {
        if is_json {
            let families: Vec<Value> = Family::ALL.into_iter().map(value).collect();
            return writeln!(out, "{}", document(&json!({ "families": families })));
        }
        let columns = terminal::columns().unwrap_or(COLUMNS);
        prose::write(out, Some(columns), |out| {
            for family in Family::ALL {
                write!(out, "{}", text(family))?;
            }
            writeln!(
                out,
                "`pipsc gen --family NAME --size N` makes one; values in brackets are the defaults."
            )
        })
    })?;
    Ok(Exit::Done)
}

fn text(family: Family) -> String {
    let info = family.info();
    let (least, most) = info.sizes.into_inner();
    let mut text = format!("{family}\n  {}\n", info.about);
    text += &format!("  --size {least} to {most}: {}\n", info.size_means);
    for &(param, usual) in info.params {
        let about = param.about();
        text += &match param.choices() {
            ParamChoices::Flag => format!("  --{param}: {about}\n"),
            ParamChoices::Number(least, most) => {
                format!("  --{param} {least} to {most} [{usual}]: {about}\n")
            }
            ParamChoices::Words(words) => format!(
                "  --{param} {} [{}]: {about}\n",
                words.join("|"),
                param.spell(usual)
            ),
        };
    }
    text + &format!("  status by construction: {}\n\n", info.status)
}

fn value(family: Family) -> Value {
    let info = family.info();
    let params = info.params.iter().map(|&(param, usual)| {
        let mut value = json!({ "name": param.name(), "about": param.about() });
        match param.choices() {
            ParamChoices::Flag => value["default"] = (usual == 1).into(),
            ParamChoices::Number(least, most) => {
                value["least"] = least.into();
                value["most"] = most.into();
                value["default"] = usual.into();
            }
            ParamChoices::Words(words) => {
                value["words"] = words.to_vec().into();
                value["default"] = param.spell(usual).into();
            }
        }
        value
    });
    json!({
        "name": family.name(),
        "about": info.about,
        "size": {
            "of": info.size_means,
            "least": info.sizes.start(),
            "most": info.sizes.end(),
        },
        "params": params.collect::<Vec<_>>(),
        "status": info.status.to_string(),
    })
}
