//! What the parser of the command line says: help, the version, and what is wrong with what was typed.

use std::ffi::OsString;
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use clap::{Command, Error};

use super::{Failure, output, shorthand};
use crate::exit::Exit;
use crate::visible::{self, message};

/// Says why there is nothing to run: help and the version on standard output, mistakes on standard
/// error.
pub(super) fn say(program: &Command, typed: &[OsString], refused: Error) -> Result<Exit, Failure> {
    // Addresses may stand anywhere, and their passwords are shown nowhere.
    let seen = |word: &OsString| visible::path(Path::new(word));
    let refused = shorthand::with_suggestion(program, refused);
    let is_mistake = refused.use_stderr();
    let text = if typed
        .iter()
        .any(|word| word.to_string_lossy() != seen(word))
    {
        // The same mistake, made with words that are seen.
        match program.clone().try_get_matches_from(typed.iter().map(seen)) {
            Ok(_) => message(&refused),
            Err(again) => shorthand::with_suggestion(program, again)
                .render()
                .ansi()
                .to_string(),
        }
    } else {
        refused.render().ansi().to_string()
    };
    if is_mistake {
        anstream::eprint!("{text}");
        return Ok(Exit::BadInput);
    }
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => strip_str(&text).to_string(),
        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => text,
    };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}
