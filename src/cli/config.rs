//! The configuration file: default arguments of commands, and `pipsc config`, which shows them.
//!
//! ```toml
//! [run]
//! args = ["--solver=kissat", "--time-limit=60s"]
//! ```
//!
//! The arguments are inserted after the name of the command. Options that are typed as well take
//! precedence.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};
use serde::Deserialize;
use serde_json::json;

use super::args::ReportArguments;
use super::{CliError, input, output};
use crate::exit::Exit;
use crate::folders;
use crate::nearest::did_you_mean;
use crate::visible::{self, Visible};

/// The environment variable that names another file. If it is empty, no file is read.
const VARIABLE: &str = "PIPSC_CONFIG";

/// The option that disables the file.
const IGNORED: &str = "--no-config";

/// The table of the options of every command.
const ALL: &str = "all";

/// What `pipsc config --example` prints.
const EXAMPLE: &str = r#"# Default arguments of pipsc, by command. Typed options take precedence.

[all]                      # options of every command
args = ["--color=auto"]

[run]
args = ["--solver=embedded", "--time-limit=60s"]

[show]
args = ["--labels"]
"#;

/// The default arguments of each command.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The path of the file, which need not exist; none if no file is read.
    file: Option<PathBuf>,
    defaults: BTreeMap<String, CommandDefaults>,
}

/// A table of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandDefaults {
    args: Vec<String>,
}

impl Config {
    /// Loads the file that the environment names, or else `config.toml` in the user's configuration
    /// folder, unless the command line disables it.
    pub(super) fn load(program: &Command, typed: &[OsString]) -> Result<Self, CliError> {
        let mut options = typed.iter().take_while(|word| *word != "--");
        let named = env::var_os(VARIABLE).map(PathBuf::from);
        // A file that the environment names must exist.
        let is_required = named.is_some();
        let default = || folders::config().map(|folder| folder.join("config.toml"));
        let file = named.or_else(default).filter(|file| {
            let is_disabled = options.any(|word| word == IGNORED);
            !is_disabled && file != Path::new("")
        });
        let defaults = match &file {
            Some(file) if is_required || file.exists() => CommandDefaults::read(file, program)?,
            _ => BTreeMap::new(),
        };
        Ok(Config { file, defaults })
    }

    /// The typed arguments with the default arguments of their command.
    pub(super) fn with_defaults(&self, program: &Command, typed: &[OsString]) -> Vec<OsString> {
        let mut words = typed.to_vec();
        let is_command =
            |word: &OsString| word == "help" || program.find_subcommand(word).is_some();
        let Some(at) = typed.iter().position(is_command) else {
            return words;
        };
        let Some(command) = program.find_subcommand(&typed[at]) else {
            return words;
        };
        let options = || command.get_arguments().chain(program.get_arguments());
        for (table, at) in [(command.get_name(), at + 1), (ALL, 1)] {
            let args = self.defaults.get(table).into_iter();
            let args = args.flat_map(|defaults| &defaults.args);
            let added = args.filter(|arg| !is_typed(arg, options(), typed));
            let added: Vec<OsString> = added.map(OsString::from).collect();
            drop(words.splice(at..at, added));
        }
        words
    }

    /// A note that names the origin of arguments that were not typed.
    pub(super) fn origin(&self) -> Option<String> {
        let file = self.file.as_deref().filter(|_| !self.defaults.is_empty())?;
        Some(format!(
            "{} adds default arguments; --no-config ignores it.",
            visible::path(file)
        ))
    }
}

impl CommandDefaults {
    /// Reads the tables of a file.
    fn read(file: &Path, program: &Command) -> Result<BTreeMap<String, Self>, CliError> {
        let text = input::read(file)?;
        let wrong = |problem: &str| CliError::usage(format!("{}: {problem}", visible::path(file)));
        let defaults: BTreeMap<String, CommandDefaults> =
            toml::from_slice(&text).map_err(|problem| {
                let expected = "expected tables such as `[run]` with `args = [\"--option=value\"]`";
                wrong(format!("{expected}\n{problem}").trim_end())
            })?;
        for (name, CommandDefaults { args }) in &defaults {
            let mut commands = program.get_subcommands().map(Command::get_name);
            if name != ALL && !commands.any(|command| command == name) {
                let commands = program.get_subcommands().map(Command::get_name);
                let help = did_you_mean(name, commands);
                return Err(wrong(&format!(
                    "there is no command `{}`{help}",
                    Visible(name)
                )));
            }
            let is_option = |word: &&String| word.len() > 2 && word.starts_with("--");
            if let Some(word) = args.iter().find(|word| !is_option(word)) {
                let word = Visible(word);
                return Err(wrong(&format!(
                    "`{word}`: expected an option such as `--solver=z3`"
                )));
            }
        }
        Ok(defaults)
    }
}

/// Whether the option of a default argument was typed as well, by its long or its short name.
fn is_typed<'a>(
    default: &str,
    mut options: impl Iterator<Item = &'a Arg>,
    typed: &[OsString],
) -> bool {
    let long = default.split('=').next().unwrap_or_default();
    let option = options.find(|option| option.get_long() == long.strip_prefix("--"));
    let short = option.and_then(Arg::get_short);
    let mut words = typed.iter().take_while(|word| *word != "--");
    words.any(|word| {
        let word = word.to_string_lossy();
        // Short options can be grouped: `-qo FILE`.
        let is_short = word.starts_with('-') && !word.starts_with("--");
        word.split('=').next() == Some(long)
            || short.is_some_and(|short| is_short && word.contains(short))
    })
}

/// Show the path and the contents of the configuration file
///
/// The file contains default arguments of commands.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc config
  pipsc config --example               # a file to start from
  pipsc run puzzle.txt --no-config     # without the file

Environment:
  PIPSC_CONFIG  the file, instead of $XDG_CONFIG_HOME/pipsc/config.toml or
                ~/.config/pipsc/config.toml; if it is empty, no file is read")]
pub(super) struct ShowConfig {
    /// Print an example file
    #[arg(long, conflicts_with = "format")]
    example: bool,

    #[command(flatten)]
    report: ReportArguments,
}

impl ShowConfig {
    pub(super) fn run(self, program: &Command) -> Result<Exit, CliError> {
        if self.example {
            output::to_stdout(|out| out.write_all(EXAMPLE.as_bytes()))?;
            return Ok(Exit::Done);
        }
        let typed: Vec<OsString> = env::args_os().collect();
        let config = Config::load(program, &typed)?;
        self.report.print(
            || {
                let defaults = config.defaults.iter();
                let defaults: BTreeMap<&str, &[String]> = defaults
                    .map(|(name, one)| (name.as_str(), &one.args[..]))
                    .collect();
                json!({
                    "file": config.file.as_deref().map(|file| file.to_string_lossy()),
                    "exists": config.file.as_deref().is_some_and(Path::exists),
                    "args": defaults,
                })
            },
            |out| config.write_text(out),
        )?;
        Ok(Exit::Done)
    }
}

impl Config {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(path) = &self.file else {
            return writeln!(out, "No configuration file is read.");
        };
        let file = visible::path(path);
        if !path.exists() {
            writeln!(out, "There is no configuration file. Its path is {file};")?;
            return writeln!(out, "`pipsc config --example` prints an example.");
        }
        if self.defaults.is_empty() {
            return writeln!(out, "The configuration file {file} sets nothing.");
        }
        writeln!(out, "The configuration file is {file}. It sets:")?;
        for (name, CommandDefaults { args }) in &self.defaults {
            writeln!(out, "  {name}: {}", Visible(&args.join(" ")))?;
        }
        Ok(())
    }
}
