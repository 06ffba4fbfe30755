//! Reading the configuration file: TOML whose keys are options, and tables with the names of commands.

use std::borrow::Cow;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::list::{BASE_URL, PROGRAM, SETTINGS};
use super::{Said, as_value};
use crate::fetch::Server;
use crate::nearest::did_you_mean;

/// A mistake in the file.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) at: usize,
    pub(super) problem: String,
}

/// What a file says.
pub(super) fn read(text: &str, program: &Command) -> Result<Vec<Said>, Mistake> {
    let table = DeTable::parse(text).map_err(|error| Mistake {
        at: error.span().map_or(0, |at| at.start),
        problem: format!("this is not TOML: {}", error.message()),
    })?;
    let mut all = Vec::new();
    for (key, value) in table.get_ref() {
        match value.get_ref() {
            DeValue::Table(table) => {
                let command = command_called(key, program)?;
                for (key, value) in table {
                    all.push(said(key, value, Some(command), text, program)?);
                }
            }
            _ => all.push(said(key, value, None, text, program)?),
        }
    }
    all.sort_by_key(|said| said.line);
    Ok(all)
}

type Key<'t> = Spanned<Cow<'t, str>>;

/// The command that a table is for.
fn command_called<'p>(key: &Key<'_>, program: &'p Command) -> Result<&'p str, Mistake> {
    let name = key.get_ref();
    let commands = || {
        let named = program.get_subcommands().map(Command::get_name);
        named.filter(|name| SETTINGS.iter().any(|setting| setting.is_for(name)))
    };
    commands()
        .find(|command| *command == name)
        .ok_or_else(|| Mistake {
            at: key.span().start,
            problem: format!(
                "`[{name}]` is no command that has settings; these have: {}{}",
                commands().collect::<Vec<_>>().join(", "),
                did_you_mean(name, commands())
            ),
        })
}

/// A setting with its value.
fn said(
    key: &Key<'_>,
    value: &Spanned<DeValue<'_>>,
    command: Option<&str>,
    text: &str,
    program: &Command,
) -> Result<Said, Mistake> {
    let wrong = |problem: String| Mistake {
        at: key.span().start,
        problem,
    };
    let name = key.get_ref().as_ref();
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    let Some(setting) = setting else {
        let known = || SETTINGS.iter().map(|setting| setting.name);
        let meant = did_you_mean(name, known());
        let known = if meant.is_empty() {
            format!(
                "; the settings are {}",
                known().collect::<Vec<_>>().join(", ")
            )
        } else {
            meant
        };
        return Err(wrong(format!("there is no setting `{name}`{known}")));
    };
    match command {
        Some(command) if !setting.is_for(command) => {
            let own = SETTINGS.iter().filter(|setting| setting.is_for(command));
            let own: Vec<&str> = own.map(|setting| setting.name).collect();
            return Err(wrong(format!(
                "`[{command}]` has no setting `{name}`, only {}",
                own.join(", ")
            )));
        }
        None if setting.everywhere.is_empty() && setting.name != BASE_URL => {
            return Err(wrong(format!(
                "`{name}` differs from command to command: put it below the command that it is \
                 for, such as `[{}]`",
                setting.own[0]
            )));
        }
        _ => {}
    }
    let said = Said {
        setting,
        command: command.map(str::to_owned),
        value: typed(value.get_ref()).ok_or_else(|| {
            wrong(format!(
                "`{name}` needs a text, a number, true or false, or a list of texts"
            ))
        })?,
        line: line(text, key.span().start),
    };
    refused(&said, program).map_or(Ok(said), |problem| Err(wrong(problem)))
}

/// A value as one would type it.
fn typed(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Array(values) => {
            let texts = values.iter().map(|value| match value.get_ref() {
                DeValue::String(text) => Some(text.to_string()),
                _ => None,
            });
            Some(texts.collect::<Option<Vec<_>>>()?.join(","))
        }
        DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

/// Why the option of a setting refuses its value, if it does.
fn refused(said: &Said, program: &Command) -> Option<String> {
    let Said { setting, value, .. } = said;
    if setting.name == BASE_URL {
        return value
            .parse::<Server>()
            .err()
            .map(|problem| problem.to_string());
    }
    for command in said.commands() {
        let command = if command == PROGRAM {
            program
        } else {
            program.find_subcommand(command)?
        };
        let option = command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(setting.name))?;
        let option = as_value(option.clone()).required(false);
        // On its own, so that no other argument is missing.
        let alone = Command::new("config")
            .no_binary_name(true)
            .arg(bare(option, setting.name));
        if let Err(problem) = alone.try_get_matches_from([format!("--{}={value}", setting.name)]) {
            return Some(format!("{}: {}", setting.name, in_words(&problem, value)));
        }
    }
    None
}

/// An option without what it has to do with others.
fn bare(option: Arg, name: &'static str) -> Arg {
    let mut bare = Arg::new("option")
        .long(name)
        .action(option.get_action().clone())
        .value_parser(option.get_value_parser().clone());
    if let Some(values) = option.get_num_args() {
        bare = bare.num_args(values);
    }
    if let Some(delimiter) = option.get_value_delimiter() {
        bare = bare.value_delimiter(delimiter);
    }
    bare
}

/// What the parser has against a value.
fn in_words(problem: &clap::Error, value: &str) -> String {
    if let Some(source) = std::error::Error::source(problem) {
        return source.to_string();
    }
    let context = |kind| match problem.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    };
    let known = context(ContextKind::ValidValue);
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if known.is_empty() {
        return format!("`{value}` is not understood");
    }
    format!(
        "`{value}` is none of {}{}",
        known.join(", "),
        did_you_mean(value, known.iter().copied())
    )
}

/// The line of a place in a text, counted from 1.
pub(super) fn line(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at.min(text.len())]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
}
