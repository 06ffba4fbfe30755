//! `pipsc completions`: what a shell needs to complete our words.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Arguments, Failure, output};
use crate::exit::Exit;

/// Print the completions of a shell
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
    pub(super) fn run(self) -> Result<Exit, Failure> {
        // Whole before any of it is printed: the generator does not bear a closed pipe.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "pipsc", &mut text);
        output::to_stdout(|out| out.write_all(&text))?;
        Ok(Exit::Done)
    }
}
