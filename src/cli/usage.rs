//! What the parser of the command line says: help, the version, and what is wrong with what was typed.

use std::ffi::OsString;
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use super::{CliError, help, output};
use crate::exit::Exit;
use crate::nearest::did_you_mean;
use crate::visible::{self, Visible, message};

/// Says why there is nothing to run: help and the version on standard output, mistakes on standard
/// error.
pub(super) fn say(program: &Command, typed: &[OsString], refused: Error) -> Result<Exit, CliError> {
    let seen = |word: &OsString| visible::path(Path::new(word));
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (refused.kind(), refused.get(ContextKind::InvalidSubcommand))
    {
        let commands = program.get_subcommands().map(Command::get_name);
        return Err(CliError::usage(format!(
            "`{}` is neither a command nor a file{}",
            Visible(word),
            did_you_mean(word, commands)
        )));
    }
    if matches!(
        refused.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) && !refused.use_stderr()
    {
        return print(&help::page(program, typed).ansi().to_string());
    }
    let is_mistake = refused.use_stderr();
    let text = if typed
        .iter()
        .any(|word| word.to_string_lossy() != seen(word))
    {
        // The same mistake, made with words that are seen.
        match program.clone().try_get_matches_from(typed.iter().map(seen)) {
            Ok(_) => message(&refused),
            Err(again) => again.render().ansi().to_string(),
        }
    } else {
        refused.render().ansi().to_string()
    };
    if is_mistake {
        anstream::eprint!("{text}");
        return Ok(Exit::BadInput);
    }
    print(&text)
}

/// Prints a text to standard output, in colour where that is wanted.
fn print(text: &str) -> Result<Exit, CliError> {
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => strip_str(text).to_string(),
        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => text.to_owned(),
    };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}
