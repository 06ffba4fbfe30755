//! What shells complete. A real bash is asked where there is one; of other shells, what they would
//! run.

use std::fs;
use std::process::Command;

use crate::comfort::commands;
use crate::command::Place;

/// A solver of the user's own.
const REGISTRY: &str = r#"
[mine]
target = "dimacs"
install = "do not"
exit = { satisfiable = [10], unsatisfiable = [20], unknown = [0] }
[[mine.via]]
programs = ["mine"]
arguments = ["{model}"]
"#;

/// What is offered for the last of some words, as a shell of this name asks for it.
fn offered(place: &Place, shell: &str, words: &[&str]) -> Vec<String> {
    let mut arguments = vec!["--", "pipsc"];
    arguments.extend(words);
    let mut command = place.command(&arguments);
    let _ = command
        .env("PIPSC_COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_IFS", "\n");
    let did = place.finish(&mut command);
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    // Some shells are given a description behind the word.
    let word = |line: &str| {
        line.split(['\t', ':'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    did.stdout.lines().map(word).collect()
}

#[test]
fn every_shell_is_offered_every_command_and_name() {
    let place = Place::new();
    let commands = commands(&place);
    fs::create_dir(place.path("config/pipsc")).expect("a folder");
    let _ = place.write("config/pipsc/solvers.toml", REGISTRY);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.run(&["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (Some(0), ""));
        assert!(script.stdout.contains("PIPSC_COMPLETE"), "{script:?}");
        let offers = |words: &[&str], expected: &[&str]| {
            let found = offered(&place, shell, words);
            for word in expected {
                assert!(
                    found.iter().any(|one| one == word),
                    "{shell} {words:?}: {found:?}"
                );
            }
        };
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        offers(&[""], &commands);
        offers(&["run", "p", "--time"], &["--time-limit"]);
        let solvers = ["embedded", "kissat", "z3", "gecode", "mine"];
        offers(&["run", "p", "--solver", ""], &solvers);
        offers(&["bench", "p", "--solver", ""], &solvers);
        offers(
            &["emit", "p", "--target", ""],
            &[
                "minizinc", "smtlib", "dimacs", "cpsat", "asp", "xcsp3", "ir",
            ],
        );
        offers(
            &["emit", "p", "--encoding", ""],
            &["compact", "halves", "placement"],
        );
        offers(
            &["convert", "p", "--to", ""],
            &["nyt", "graph", "cells", "board", "text"],
        );
        offers(&["run", "p", "--level", ""], &["easy", "medium", "hard"]);
        offers(&["gen", "--shape", ""], &["blob", "islands", "rectangle"]);
        offers(&["fetch", ""], &["today", "yesterday"]);
        offers(&["run", "to"], &["today"]);
        offers(&["show", "puzzles/do"], &["puzzles/dozen.txt"]);
        offers(&["puzzles/do"], &["puzzles/dozen.txt"]);
    }
    assert_eq!(place.run(&["completions", "cmd"]).code, Some(2));
}

#[test]
fn bash_completes() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_pipsc");
    let folder = std::path::Path::new(program).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let script = r#"
source <(pipsc completions bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9
_clap_complete_pipsc pipsc "${COMP_WORDS[COMP_CWORD]}" ""
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let complete = |words: &[&str]| {
        let mut command = Command::new("bash");
        let _ = command
            .args(["-c", script, "bash", "pipsc"])
            .args(words)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", format!("{}:{path}", folder.display()))
            .env("XDG_CONFIG_HOME", place.path("config"))
            .env("PIPSC_CONFIG", "");
        let output = command.output().expect("bash");
        let said = String::from_utf8_lossy(&output.stdout);
        said.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    if Command::new("bash").arg("--version").output().is_err() {
        println!("NOT TESTED: there is no bash");
        return;
    }
    assert_eq!(complete(&["run", "p", "--solver", "ki"]), ["kissat"]);
    assert_eq!(
        complete(&["run", "p", "-s", "kissat,cad"]),
        ["kissat,cadical"]
    );
    assert_eq!(complete(&["emit", "p", "-t", "dim"]), ["dimacs"]);
    assert_eq!(complete(&["emit", "p", "--encoding", "comp"]), ["compact"]);
    assert_eq!(complete(&["solv"]), ["solvers", "solvers.toml"]);
    assert_eq!(complete(&["run", "yes"]), ["yesterday"]);
    assert_eq!(complete(&["run", "puzzles/doz"]), ["puzzles/dozen.txt"]);
}
