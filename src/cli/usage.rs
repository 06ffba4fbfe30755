//! What the parser of the command line says: help, the version, and what is wrong with what was typed.

use std::ffi::OsString;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use clap::{Command, Error};

use super::{Failure, output, shorthand};
use crate::exit::Exit;
use crate::visible::{Visible, is_invisible, message};

/// Says why there is nothing to run: help and the version on standard output, mistakes on standard
/// error.
pub(super) fn say(program: &Command, typed: &[OsString], refused: Error) -> Result<Exit, Failure> {
    let hides = |word: &OsString| word.to_string_lossy().contains(is_invisible);
    let refused = shorthand::with_suggestion(program, refused);
    let is_mistake = refused.use_stderr();
    let text = if typed.iter().any(hides) {
        // The same mistake, made with words that are seen.
        let seen = |word: &OsString| Visible(&word.to_string_lossy()).to_string();
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
