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

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
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
    /// The path of the file, which need not exist.
    file: Option<PathBuf>,
    is_there: bool,
    defaults: BTreeMap<String, CommandDefaults>,
}

/// A table of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandDefaults {
    args: Vec<String>,
}

impl Config {
    /// Loads the file that the environment names, or else `config.toml` in the user's configuration
    /// folder, unless the command line disables it.
    pub(super) fn load(program: &Command, typed: &[OsString]) -> Result<Self, CliError> {
        let mut options = typed.iter().take_while(|word| *word != "--");
        let is_ignored = options.any(|word| word == IGNORED);
        let named = env::var_os(VARIABLE);
        let is_named = named.is_some();
        let file = match named {
            _ if is_ignored => None,
            Some(file) => Some(PathBuf::from(file)).filter(|file| file != Path::new("")),
            None => folders::config().map(|folder| folder.join("config.toml")),
        };
        let mut config = Config {
            file,
            ..Config::default()
        };
        // A file that the environment names must exist.
        let Some(file) = (config.file.clone()).filter(|file| is_named || file.exists()) else {
            return Ok(config);
        };
        let text = String::from_utf8_lossy(&input::read(&file)?).into_owned();
        let wrong = |at: usize, problem: &str| {
            let line = 1 + text[..at].matches('\n').count();
            CliError::usage(format!("{}:{line}: {problem}", visible::path(&file)))
        };
        let defaults: BTreeMap<String, CommandDefaults> =
            toml::from_str(&text).map_err(|problem| {
                let at = problem.span().map_or(0, |span| span.start);
                let expected = "expected tables such as `[run]` with `args = [\"--option=value\"]`";
                wrong(at, &format!("{expected}: {}", problem.message()))
            })?;
        let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        for (name, CommandDefaults { args }) in &defaults {
            let at = text.find(&format!("[{name}]")).unwrap_or(0);
            let problem = if name != ALL && !commands.contains(&name.as_str()) {
                let help = did_you_mean(name, commands.iter().copied());
                format!("`[{}]` is no command{help}", Visible(name))
            } else if let Some(word) = args.iter().find(|word| !word.starts_with("--")) {
                format!(
                    "`{}`: expected an option such as `--solver=z3`",
                    Visible(word)
                )
            } else {
                continue;
            };
            return Err(wrong(at, &problem));
        }
        (config.is_there, config.defaults) = (true, defaults);
        Ok(config)
    }

    /// The typed arguments with the default arguments of their command.
    pub(super) fn spliced(&self, program: &Command, typed: &[OsString]) -> Vec<OsString> {
        let mut words = typed.to_vec();
        if self.defaults.is_empty() {
            return words;
        }
        let typed_words = program.clone().ignore_errors(true);
        let Ok(matches) = typed_words.try_get_matches_from(typed) else {
            return words;
        };
        let Some((name, of_command)) = matches.subcommand() else {
            return words;
        };
        let is_command = |word: &OsString| {
            let command = program.find_subcommand(word);
            command.is_some_and(|command| command.get_name() == name)
        };
        let after_command = typed.iter().position(is_command).map_or(1, |at| at + 1);
        for (table, matches, at) in [(name, of_command, after_command), (ALL, &matches, 1)] {
            let args = self.defaults.get(table).map(|defaults| &defaults.args[..]);
            let args = args.unwrap_or_default().iter();
            let command = program.find_subcommand(table);
            let known = command.into_iter().chain([program]);
            let options: Vec<&Arg> = known.flat_map(Command::get_arguments).collect();
            let added = args.filter(|arg| !is_typed(arg, &options, matches));
            words
                .splice(at..at, added.map(OsString::from))
                .for_each(drop);
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

/// Whether the option of a default argument was typed as well, or an environment variable takes
/// precedence.
fn is_typed(default: &str, options: &[&Arg], matches: &ArgMatches) -> bool {
    let name = default
        .split('=')
        .next()
        .and_then(|name| name.strip_prefix("--"));
    let mut coloured = ["NO_COLOR", "CLICOLOR_FORCE"].iter();
    if name == Some("color") && coloured.any(|variable| env::var_os(variable).is_some()) {
        return true;
    }
    let option = options.iter().find(|option| option.get_long() == name);
    option.is_some_and(|option| {
        matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine)
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
  pipsc run puzzle.txt --no-config     # this once without the file

Environment:
  PIPSC_CONFIG  another file than $XDG_CONFIG_HOME/pipsc/config.toml or
                ~/.config/pipsc/config.toml; an empty one means no file")]
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
                    "exists": config.is_there,
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
        let Some(file) = &self.file else {
            return writeln!(out, "No configuration file is read.");
        };
        let file = visible::path(file);
        if !self.is_there {
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
