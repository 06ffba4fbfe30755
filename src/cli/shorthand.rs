//! Shorthand: `pipsc FILE` means `pipsc run FILE`.

use std::ffi::{OsStr, OsString};

use clap::Command;

use super::source::Source;

/// The implied command.
const RUN: &str = "run";

/// The path of standard input.
const STDIN: &str = "/dev/stdin";

/// Inserts `run` if the first word is a puzzle and not the name of a command. Other words are left
/// to clap, which suggests similar commands.
pub(super) fn written_out(program: &Command, mut typed: Vec<OsString>) -> Vec<OsString> {
    name_standard_input(&mut typed);
    let is_command = |word: &OsStr| {
        let named = |command: &Command| command.get_all_aliases().any(|alias| word == alias);
        let mut commands = program.get_subcommands();
        word == "help" || commands.any(|command| word == command.get_name() || named(command))
    };
    let is_option = |word: &OsStr| word != "-" && word.to_string_lossy().starts_with('-');
    let Some(first) = first_of_a_command(program, &typed) else {
        return typed;
    };
    let words = &typed[first..];
    let is_run = if is_option(&words[0]) {
        // Options of `run` may precede the puzzle.
        let is_for_all = ["-h", "--help", "-V", "--version", "--"];
        !is_for_all.iter().any(|option| words[0] == *option)
            && !words.iter().any(|word| is_command(word))
            && words
                .iter()
                .any(|word| !is_option(word) && Source::is_meant_by(word))
    } else {
        !is_command(&words[0]) && Source::is_meant_by(&words[0])
    };
    let mut written = typed;
    if is_run {
        written.insert(first, RUN.into());
    }
    written
}

/// Replaces `-` by the path of standard input in words with a level or a board number, such as
/// `-:easy` or `-:2`, which clap would parse as short options.
fn name_standard_input(words: &mut [OsString]) {
    for word in words.iter_mut().take_while(|word| *word != "--") {
        if let Some(part) = word.to_str().and_then(|text| text.strip_prefix("-:")) {
            *word = format!("{STDIN}:{part}").into();
        }
    }
}

/// The index of the first argument after the global options and their values.
pub(super) fn first_of_a_command(program: &Command, typed: &[OsString]) -> Option<usize> {
    let global = |word: &str| {
        program.get_arguments().find(|argument| {
            let long = argument.get_long().map(|long| format!("--{long}"));
            let short = argument.get_short().map(|short| format!("-{short}"));
            argument.is_global_set() && [long, short].contains(&Some(word.to_owned()))
        })
    };
    let mut place = 1;
    while let Some(word) = typed.get(place) {
        let word = word.to_string_lossy();
        // `--color=never` contains its value.
        let name = word.split('=').next().unwrap_or_default();
        let Some(option) = global(name) else {
            return Some(place);
        };
        let is_apart = option.get_action().takes_values() && name == word;
        place += 1 + usize::from(is_apart);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn a_board_of_standard_input_is_no_option() {
        let program = crate::cli::Arguments::command();
        for (typed, expected) in [
            (
                "check p -:2 --format json",
                "check p /dev/stdin:2 --format json",
            ),
            ("check p -- -:2", "check p -- -:2"),
            ("-:easy", "run /dev/stdin:easy"),
            ("run -:easy --count", "run /dev/stdin:easy --count"),
            ("run p -s kissat -- -:x", "run p -s kissat -- -:x"),
            ("check p -", "check p -"),
        ] {
            let words = |line: &str| -> Vec<OsString> {
                let line = format!("pipsc {line}");
                line.split(' ').map(OsString::from).collect()
            };
            assert_eq!(written_out(&program, words(typed)), words(expected));
        }
    }

    #[test]
    fn a_puzzle_alone_is_run() {
        let program = crate::cli::Arguments::command();
        for (typed, is_run) in [
            ("-", true),
            ("today", true),
            ("yesterday:hard", true),
            ("2025-10-05", true),
            ("puzzles", true),
            ("puzzles/dozen.txt --count", true),
            ("-q puzzles/dozen.txt", true),
            ("--count puzzles/dozen.txt", true),
            ("--solver kissat puzzles/dozen.txt", true),
            ("nowhere.txt", true),
            ("./run", true),
            ("https://www.nytimes.com/games/pips", true),
            ("run puzzles/dozen.txt", false),
            ("rnu puzzles/dozen.txt", false),
            ("--count rnu", false),
            ("--count run puzzles/dozen.txt", false),
            ("-q run puzzles/dozen.txt", false),
            ("--help", false),
            ("--version", false),
            ("help run", false),
            ("-q", false),
            ("", false),
        ] {
            let words: Vec<OsString> = ["pipsc"]
                .into_iter()
                .chain(typed.split_whitespace())
                .map(OsString::from)
                .collect();
            let mut expected = words.clone();
            if is_run {
                let at = if typed.starts_with("-q") { 2 } else { 1 };
                expected.insert(at, RUN.into());
            }
            assert_eq!(written_out(&program, words), expected, "{typed}");
        }
    }
}
