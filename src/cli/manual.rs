//! `pipsc man`: manual pages of the program and its commands. `pipsc completions`: shell
//! completions. Both are generated from the arguments of the program.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{CliError, help, output};
use crate::exit::Exit;

/// Print the manual page, or write all manual pages to a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc man | man -l -
  pipsc man ~/.local/share/man/man1
  man pipsc-run")]
pub(super) struct ManPages {
    /// The folder for the program's page and those of its commands
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ManPages {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let mut program = help::program().disable_help_subcommand(true);
        program.build();
        let Some(folder) = self.folder else {
            output::to_stdout(|out| out.write_all(&page(&program)?))?;
            return Ok(Exit::Done);
        };
        fs::create_dir_all(&folder).map_err(|problem| CliError::writing(&folder, problem))?;
        for command in program.get_subcommands().chain([&program]) {
            let file = folder.join(Man::new(command.clone()).get_filename());
            output::to_path(&file, |out| out.write_all(&page(command)?))?;
        }
        Ok(Exit::Done)
    }
}

/// The page of a command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}

/// Print a completion script for a shell
///
/// It completes commands, options, their values, and files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc completions bash > ~/.local/share/bash-completion/completions/pipsc
  pipsc completions zsh > ~/.zfunc/_pipsc
  pipsc completions fish > ~/.config/fish/completions/pipsc.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut help::program(), "pipsc", &mut text);
        output::to_stdout(|out| out.write_all(&text))?;
        Ok(Exit::Done)
    }
}
