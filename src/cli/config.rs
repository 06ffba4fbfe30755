//! `pipsc config`: which configuration file is read, and what it says.

use std::io::{self, Write};

use clap::Args;
use serde_json::json;

use super::Failure;
use super::output::{self, ReportFormat};
use super::settings::{BASE_URL, Config, SETTINGS};
use crate::exit::Exit;
use crate::visible;

/// Show the configuration file: where it is, and what it says
///
/// The file gives options another default, so that they need not be typed. The command line goes
/// before the environment, and the environment before the file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc config
  pipsc config --example               # every setting, to start a file from
  pipsc run puzzle.txt --no-config     # this once without the file

Environment:
  PIPSC_CONFIG  another file than $XDG_CONFIG_HOME/pipsc/config.toml or
                ~/.config/pipsc/config.toml; an empty one means no file")]
pub(super) struct ShowConfig {
    /// Print a file with every setting in it, each switched off
    #[arg(long)]
    example: bool,

    /// How to answer
    #[arg(long, default_value = "text", conflicts_with = "example")]
    format: ReportFormat,
}

impl ShowConfig {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let config = Config::held();
        output::to_stdout(|out| match self.format {
            _ if self.example => out.write_all(example().as_bytes()),
            ReportFormat::Json => {
                let said = config.said.iter().map(|said| {
                    json!({
                        "setting": said.setting.name,
                        "command": said.command,
                        "value": said.value,
                        "line": said.line,
                        "holds": said.setting.variable().is_none(),
                    })
                });
                let report = json!({
                    "file": config.file.as_deref().map(|file| file.to_string_lossy()),
                    "exists": config.is_there,
                    "settings": said.collect::<Vec<_>>(),
                });
                writeln!(out, "{report:#}")
            }
            ReportFormat::Text => write_text(out, config),
        })?;
        Ok(Exit::Done)
    }
}

fn write_text(out: &mut dyn Write, config: &Config) -> io::Result<()> {
    let Some(file) = &config.file else {
        return writeln!(out, "No configuration file is read.");
    };
    let file = visible::path(file);
    if !config.is_there {
        writeln!(out, "There is no configuration file. It would be {file};")?;
        return writeln!(out, "`pipsc config --example` prints one to start from.");
    }
    if config.said.is_empty() {
        return writeln!(out, "The configuration file {file} sets nothing.");
    }
    writeln!(out, "The configuration file is {file}. It sets:")?;
    for said in &config.said {
        let note = match said.setting.variable() {
            Some(variable) => format!(", but {variable} goes before it"),
            None => String::new(),
        };
        writeln!(out, "  {said} (line {}){note}", said.line)?;
    }
    Ok(())
}

/// A file with every setting in a comment, those for all commands first.
fn example() -> String {
    let mut text = String::from(
        "# The configuration of pipsc. Each setting is an option of that name and gives it another\n\
         # default; what is typed goes before it. Take away the `#` before those that you want.\n\n",
    );
    let is_for_all = |everywhere: &[&str], name: &str| !everywhere.is_empty() || name == BASE_URL;
    let mut commands: Vec<&str> = Vec::new();
    for setting in SETTINGS {
        if is_for_all(setting.everywhere, setting.name) {
            text += &format!(
                "# {}:\n# {} = {}\n",
                setting.about, setting.name, setting.example
            );
        }
        let new = setting.own.iter().filter(|name| !commands.contains(name));
        commands.extend(new.copied().collect::<Vec<_>>());
    }
    for command in commands {
        text += &format!("\n[{command}]\n");
        for setting in SETTINGS.iter().filter(|setting| setting.is_for(command)) {
            text += &format!("# {} = {}\n", setting.name, setting.example);
        }
    }
    text
}
