//! What a shell can offer to complete: the program answers it itself, so that solvers of the user's
//! own are among the names.

use std::env;
use std::ffi::OsStr;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};

use super::registry::RegistryArguments;
use super::{Arguments, Failure};
use crate::backend::Language;
use crate::fetch::Day;
use crate::formats::{Form, Format, Level};
use crate::generate::Shape;
use crate::solver::search::{self, Check, Strategy};
use crate::solver::{Registry, embedded};

/// The environment variable by which a shell asks; it holds the shell's name.
const ASKED: &str = "PIPSC_COMPLETE";

/// Answers a shell that asks what could be typed. True if one did.
pub(super) fn answer() -> bool {
    if env::var_os(ASKED).is_none() {
        return false;
    }
    let folder = env::current_dir().ok();
    CompleteEnv::with_factory(program)
        .var(ASKED)
        .try_complete(env::args_os(), folder.as_deref())
        // There is nobody to tell: a shell shows nothing but candidates.
        .unwrap_or(true)
}

/// What a shell runs once, so that it asks us from then on.
pub(super) fn registration(shell: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let shells = Shells::builtins();
    let written = shells
        .completer(shell)
        .map(|shell| shell.write_registration(ASKED, "pipsc", "pipsc", "pipsc", &mut text));
    match written {
        Some(Ok(())) => Ok(text),
        Some(Err(problem)) => Err(Failure::writing(Path::new("standard output"), problem)),
        None => Err(Failure::Internal(format!("no completions for {shell}"))),
    }
}

/// The program with what can be offered for each argument.
fn program() -> Command {
    let mut program = with_candidates(Arguments::command());
    let names: Vec<String> = program
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        program = program.mut_subcommand(name, with_candidates);
    }
    // `pipsc FILE` means `pipsc run FILE`.
    program.arg(Arg::new("puzzles").add(ArgValueCompleter::new(puzzles)))
}

fn with_candidates(command: Command) -> Command {
    command.mut_args(|argument| {
        let offer = |names: fn() -> Vec<&'static str>| {
            ArgValueCandidates::new(move || names().into_iter().map(Into::into).collect())
        };
        match argument.get_long() {
            Some("solver") => argument.add(ArgValueCandidates::new(solvers)),
            Some("strategy") => argument.add(offer(|| Strategy::ALL.map(Strategy::name).into())),
            // A bundle is checked by an option of the same name, which takes a folder.
            Some("check")
                if argument
                    .get_value_names()
                    .is_some_and(|names| names != ["DIR"]) =>
            {
                argument.add(offer(|| Check::ALL.map(Check::name).into()))
            }
            Some("encoding") => argument.add(offer(encodings)),
            Some("from") => argument.add(offer(|| Format::ALL.map(Format::name).into())),
            Some("to") => argument.add(offer(|| Format::WRITTEN.map(Format::name).into())),
            Some("level") => argument.add(offer(|| Level::ALL.map(Level::name).into())),
            Some("shape") => argument.add(offer(|| Shape::ALL.map(Shape::name).into())),
            Some("set") => argument.add(offer(sets)),
            None => match argument.get_id().as_str() {
                "puzzle" | "puzzles" => argument.add(ArgValueCompleter::new(puzzles)),
                "day" => argument.add(offer(|| Day::WORDS.into())),
                "forms" => {
                    argument.add(offer(|| Form::all().iter().map(|form| form.name).collect()))
                }
                "solver_names" => argument.add(ArgValueCandidates::new(solvers)),
                _ => argument,
            },
            Some(_) => argument,
        }
    })
}

/// The solvers, those of the user's own too.
fn solvers() -> Vec<CompletionCandidate> {
    // Whoever completes wants no word of a file that cannot be read.
    let registry = RegistryArguments::default()
        .load()
        .unwrap_or_else(|_| Registry::built_in());
    let own = [embedded::NAME, search::NAME]
        .map(|name| CompletionCandidate::new(name).help(Some("built in".into())));
    let others = registry.entries().map(|entry| {
        let about = (!entry.about.is_empty()).then(|| entry.about.clone().into());
        CompletionCandidate::new(&entry.name).help(about)
    });
    own.into_iter().chain(others).collect()
}

fn encodings() -> Vec<&'static str> {
    let all = Language::ALL.iter().flat_map(|target| target.encodings);
    let mut names: Vec<&str> = all.map(|encoding| encoding.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The sets that are sold.
fn sets() -> Vec<&'static str> {
    vec![
        "double-6",
        "double-9",
        "double-12",
        "double-15",
        "double-18",
    ]
}

/// Files and folders, and the words that mean a day, with a level too.
fn puzzles(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = PathCompleter::any().stdio().complete(current);
    let Some(typed) = current.to_str() else {
        return found;
    };
    let words = Day::WORDS.into_iter().flat_map(|word| {
        let with_level = Level::ALL.map(|level| format!("{word}:{}", level.name()));
        std::iter::once(word.to_owned()).chain(with_level)
    });
    // The levels are offered once there is a day to choose them for.
    let words = words
        .filter(|word| word.starts_with(typed) && (typed.contains(':') || !word.contains(':')));
    found.extend(words.map(CompletionCandidate::new));
    found
}
