//! Shorthand: `pipsc FILE` means `pipsc run FILE`.

use std::ffi::OsString;

use clap::Command;

use super::source::PuzzleSource;

/// The implied command.
const RUN: &str = "run";

/// Inserts `run` if the first word is a puzzle and not the name of a command, or an option before a
/// puzzle. Other words are left to clap, which suggests similar commands.
pub(super) fn expanded(program: &Command, mut typed: Vec<OsString>) -> Vec<OsString> {
    let is_command = |word: &OsString| word == "help" || program.find_subcommand(word).is_some();
    let is_option = |word: &OsString| word != "-" && word.to_string_lossy().starts_with('-');
    let is_puzzle = |word: &OsString| !is_option(word) && PuzzleSource::is_puzzle(word);
    let Some((first, words)) = typed.get(1..).and_then(<[OsString]>::split_first) else {
        return typed;
    };
    let mut of_program = ["-h", "--help", "-V", "--version", "--"].iter();
    let is_run = if is_option(first) {
        !of_program.any(|option| first == option)
            && !words.iter().any(is_command)
            && words.iter().any(is_puzzle)
    } else {
        !is_command(first) && is_puzzle(first)
    };
    if is_run {
        typed.insert(1, RUN.into());
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_alone_is_run() {
        let program = crate::cli::help::program();
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
                expected.insert(1, RUN.into());
            }
            assert_eq!(expanded(&program, words), expected, "{typed}");
        }
    }
}
