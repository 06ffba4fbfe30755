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

use clap::{Args, Command};
use serde::Deserialize;
use serde_json::json;

use super::args::ReportArguments;
use super::{CliError, input, output, shorthand};
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
const EXAMPLE: &str = r#"# Default arguments of pipsc, by command. Options that are typed go before them.

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
                let meant = did_you_mean(name, commands.iter().copied());
                format!("`[{}]` is no command{meant}", Visible(name))
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
        let Some(first) = shorthand::first_of_a_command(program, typed) else {
            return words;
        };
        let name = typed[first].to_string_lossy().into_owned();
        if let Some(command) = program.find_subcommand(&name)
            && let Some(defaults) = self.defaults.get(command.get_name())
        {
            let added = defaults.not_typed(command, &typed[first..]);
            words.splice(first + 1..first + 1, added).for_each(drop);
        }
        if let Some(defaults) = self.defaults.get(ALL) {
            let added = defaults.not_typed(program, typed);
            words.splice(1..1, added).for_each(drop);
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
    /// The default arguments whose option was not typed.
    fn not_typed(&self, command: &Command, words: &[OsString]) -> Vec<OsString> {
        let is_coloured = ["NO_COLOR", "CLICOLOR_FORCE"]
            .iter()
            .any(|name| env::var_os(name).is_some());
        let is_typed = |default: &&String| {
            let name = default.split('=').next().unwrap_or_default();
            let mut arguments = command.get_arguments();
            let option = arguments.find(|one| one.get_long() == name.strip_prefix("--"));
            let short = option
                .and_then(clap::Arg::get_short)
                .map(|short| format!("-{short}"));
            let mut words = words.iter().map(|word| word.to_string_lossy());
            words.any(|word| {
                word.split('=').next() == Some(name)
                    || short.as_ref().is_some_and(|short| {
                        word.starts_with(short.as_str()) && !word.starts_with("--")
                    })
            }) || name == "--color" && is_coloured
        };
        let defaults = self.args.iter().filter(|default| !is_typed(default));
        defaults.map(OsString::from).collect()
    }
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
            writeln!(out, "There is no configuration file. It would be {file};")?;
            return writeln!(out, "`pipsc config --example` prints one to start from.");
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
