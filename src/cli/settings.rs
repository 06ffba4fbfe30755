//! The configuration file: what holds where the command line says nothing.
//!
//! The settings are options of the commands. One that the file has becomes the default of its option, so
//! that the command line goes before it and `--help` shows it. Every mistake in the file is named by
//! its line.

mod list;
mod read;

use std::env;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::{Arg, ArgAction, Command};

use super::failure::Failure;
use super::input;
use crate::fetch::Server;
use crate::folders;
use crate::visible;
use list::PROGRAM;
pub(super) use list::{BASE_URL, SETTINGS, Setting};
use read::{line, read};

/// The environment variable that names another file; an empty one means no file.
const VARIABLE: &str = "PIPSC_CONFIG";

/// The option that ignores the file.
pub(super) const IGNORED: &str = "--no-config";

/// The settings of the file.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The file that was read, or that would be if it were there.
    pub(super) file: Option<PathBuf>,
    /// Whether it is there.
    pub(super) is_there: bool,
    /// What it says, in its order.
    pub(super) said: Vec<Said>,
}

/// A setting as the file has it.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) setting: &'static Setting,
    /// The command that it is for, if it stands below one.
    pub(super) command: Option<String>,
    /// The value as one would type it.
    pub(super) value: String,
    pub(super) line: usize,
}

impl Said {
    /// The commands whose default it is.
    fn commands(&self) -> Vec<&str> {
        match &self.command {
            Some(command) => vec![command],
            None => self.setting.everywhere.to_vec(),
        }
    }
}

/// The configuration of this process.
static HELD: OnceLock<Config> = OnceLock::new();

impl Config {
    /// The user's: the file that the environment names, or else `config.toml` in the folder for
    /// settings, if there is one.
    pub(super) fn load(program: &Command) -> Result<Self, Failure> {
        let file = match Config::find() {
            Ok(file) => file,
            Err(none) => return Ok(none),
        };
        let text = input::read(&file)?;
        let wrong = |line: usize, problem: &dyn Display| {
            Failure::Usage(format!("{}:{line}: {problem}", visible::path(&file)))
        };
        let text = String::from_utf8(text)
            .map_err(|_| wrong(1, &"the file is not text; it should be TOML in UTF-8"))?;
        let said = read(&text, program)
            .map_err(|mistake| wrong(line(&text, mistake.at), &mistake.problem))?;
        Ok(Config {
            file: Some(file),
            is_there: true,
            said,
        })
    }

    /// The user's, if there is no file to be read.
    pub(super) fn without_file() -> Option<Self> {
        Config::find().err()
    }

    /// The file that is to be read, or the configuration without one.
    fn find() -> Result<PathBuf, Config> {
        if let Some(file) = env::var_os(VARIABLE) {
            return if file.is_empty() {
                Err(Config::default())
            } else {
                Ok(file.into())
            };
        }
        let file = folders::config().map(|folder| folder.join("config.toml"));
        match file {
            Some(file) if file.exists() => Ok(file),
            file => Err(Config {
                file,
                ..Config::default()
            }),
        }
    }

    /// The program with the file's settings as defaults.
    pub(super) fn applied_to(&'static self, mut program: Command) -> Command {
        let in_force = |said: &&Said| said.setting.variable().is_none();
        for said in self.said.iter().filter(in_force) {
            for command in said.commands() {
                let (name, value) = (said.setting.name, said.value.as_str());
                if command == PROGRAM {
                    program = with_default(program, name, value);
                    continue;
                }
                let is_own = said.command.is_some();
                // What is said below a command goes before what is said for all.
                let is_covered = self.said.iter().any(|other| {
                    other.setting.name == said.setting.name
                        && other.command.as_deref() == Some(command)
                });
                if is_own || !is_covered {
                    program = program
                        .mut_subcommand(command, |command| with_default(command, name, value));
                }
            }
        }
        program
    }

    /// Holds from now on.
    pub(super) fn hold(self) -> &'static Self {
        HELD.get_or_init(|| self)
    }

    /// What holds.
    pub(super) fn held() -> &'static Config {
        static NONE: Config = Config {
            file: None,
            is_there: false,
            said: Vec::new(),
        };
        HELD.get().unwrap_or(&NONE)
    }

    /// Where the file gives a setting a value: file and line.
    pub(super) fn place_of(&self, name: &str, value: &str) -> Option<String> {
        let said = self.said.iter().find(|said| {
            said.setting.name == name && said.value.split(',').any(|one| one == value)
        })?;
        let file = visible::path(self.file.as_deref()?);
        Some(format!("{file}:{}", said.line))
    }

    /// The server that the file names.
    pub(super) fn server(&self) -> Option<Server> {
        let said = self
            .said
            .iter()
            .find(|said| said.setting.name == BASE_URL)?;
        said.value.parse().ok()
    }
}

/// Gives an option of a command a default.
fn with_default(command: Command, name: &str, value: &'static str) -> Command {
    let Some(id) = command
        .get_arguments()
        .find(|argument| argument.get_long() == Some(name))
        .map(|argument| argument.get_id().clone())
    else {
        return command;
    };
    command.mut_arg(id, |argument| {
        let argument = as_value(argument).required(false);
        match argument.get_value_delimiter() {
            Some(delimiter) => argument.default_values(value.split(delimiter)),
            None => argument.default_value(value),
        }
    })
}

/// A flag that the file can set has to be one that the command line can unset: `--ascii=false`.
fn as_value(argument: Arg) -> Arg {
    match argument.get_action() {
        ArgAction::SetTrue => argument
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .value_name("true|false")
            .value_parser(clap::value_parser!(bool))
            .hide_possible_values(true)
            .default_missing_value("true"),
        _ => argument,
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Said {
            setting,
            value,
            command,
            ..
        } = self;
        if let Some(command) = command {
            write!(f, "{command}.")?;
        }
        write!(f, "{} = {}", setting.name, visible::Visible(value))
    }
}

/// Tells whether the command line asks to pass over the file.
pub(super) fn is_ignored(typed: &[OsString]) -> bool {
    let options = typed.iter().take_while(|word| *word != "--");
    options.into_iter().any(|word| word == IGNORED)
}
