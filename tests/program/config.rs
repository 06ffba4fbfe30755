//! The configuration file: default arguments of commands, what goes before them, and mistakes.

use std::fs;

use crate::command::{Did, Place};

const DOZEN: &str = "puzzles/dozen.txt";

fn with_config(text: &str) -> Place {
    let place = Place::new();
    fs::create_dir(place.path("config/pipsc")).expect("a folder");
    let _ = place.write("config/pipsc/config.toml", text);
    place
}

fn assert_good(did: &Did) {
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
}

#[test]
fn arguments_of_the_file_are_defaults() {
    let plain = Place::new();
    let boxes = plain.run(&["show", DOZEN]).stdout;
    let ascii = plain.run(&["show", DOZEN, "--ascii"]).stdout;
    assert_ne!(boxes, ascii);

    let place = with_config(
        "[show]\nargs = [\"--ascii\"]\n[run]\nargs = [\"--format=json\", \"--solver=embedded\"]\n",
    );
    let show = |more: &[&str]| {
        let did = place.run(&[&["show", DOZEN][..], more].concat());
        assert_good(&did);
        did.stdout
    };
    assert_eq!(show(&[]), ascii);
    assert_eq!(show(&["--ascii"]), ascii);
    assert_eq!(show(&["--no-config"]), boxes);
    let run = place.run(&["run", DOZEN]);
    assert_eq!(run.json()["results"][0]["solutions"], 1);
    for run in [&[DOZEN][..], &["solve", DOZEN]] {
        assert_eq!(place.run(run).json()["results"][0]["solutions"], 1);
    }
    // What is typed goes before the file, a list of solvers too, by its long name or its short one.
    let text = plain.run(&["run", DOZEN]).stdout;
    assert_eq!(place.run(&["run", DOZEN, "--format", "text"]).stdout, text);
    let search = plain.run(&["run", DOZEN, "-s", "search"]).stdout;
    for solver in [&["-s", "search"][..], &["-ssearch"], &["--solver=search"]] {
        let typed = [&["run", DOZEN, "--format=text"], solver].concat();
        assert_eq!(place.run(&typed).stdout, search, "{solver:?}");
    }
    // Other commands are as they were.
    assert_eq!(place.run(&["gen", "--set=double-1"]).code, Some(0));
    // What is required can stand in the file.
    let place = with_config("[emit]\nargs = [\"--target=dimacs\"]\n");
    assert!(place.run(&["emit", DOZEN]).stdout.contains("p cnf "));
}

#[test]
fn options_of_every_command_are_in_one_table() {
    let place = with_config("[all]\nargs = [\"--color=always\"]\n");
    let show = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = place.command(&[&["show", DOZEN][..], more].concat());
        let _ = command.envs(variables.iter().copied());
        place.finish(&mut command).stdout.contains('\u{1b}')
    };
    assert!(show(&[], &[]));
    assert!(!show(&[("NO_COLOR", "1")], &[]));
    assert!(!show(&[], &["--color", "never"]));
    let said = place.run(&["config", "--color=never"]).stdout;
    assert!(said.ends_with("  all: --color=always\n"), "{said}");
}

#[test]
fn mistakes_are_told() {
    for (text, line, said) in [
        (
            "\nsolver = \"kissat\"\n",
            2,
            "expected tables such as `[run]`",
        ),
        ("[run]\nformat = \"json\"\n", 2, "unknown field `format`"),
        (
            "[rnu]\nargs = []\n",
            1,
            "`[rnu]` is no command; did you mean `run`?",
        ),
        (
            "[run]\nargs = [\"json\"]\n",
            1,
            "`json`: expected an option such as",
        ),
        ("a = 1\n[run\n", 2, "expected tables"),
    ] {
        let place = with_config(text);
        let file = place.path("config/pipsc/config.toml");
        for arguments in [&["run", DOZEN][..], &["config"], &[DOZEN]] {
            let did = place.run(arguments);
            assert_eq!(
                (did.code, did.stdout.as_str()),
                (Some(2), ""),
                "{text}: {did:?}"
            );
            let expected = format!("error: {}:{line}: ", file.display());
            assert!(did.stderr.starts_with(&expected), "{text}: {did:?}");
            assert!(did.stderr.contains(said), "{text}: {did:?}");
        }
        // Help is printed all the same, and the file can be ignored.
        assert_eq!(place.run(&["--help"]).code, Some(0));
        assert_eq!(place.run(&["run", DOZEN, "--no-config"]).code, Some(0));
    }
    // The parser of the command line refuses what no command has, and the file is named.
    let place = with_config("[run]\nargs = [\"--formt=json\"]\n");
    let did = place.run(&["run", DOZEN]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("'--formt'"), "{did:?}");
    assert!(
        did.stderr.contains("config.toml adds default arguments"),
        "{did:?}"
    );
    let mut named = place.command(&["run", DOZEN]);
    let did = place.finish(named.env("PIPSC_CONFIG", "/nowhere/config.toml"));
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("/nowhere/config.toml"), "{did:?}");
    let mut none = place.command(&["run", DOZEN]);
    assert_good(&place.finish(none.env("PIPSC_CONFIG", "")));
}

#[test]
fn the_file_is_shown() {
    let place = Place::new();
    let none = place.run(&["config"]);
    assert_good(&none);
    let file = place.path("config/pipsc/config.toml").display().to_string();
    assert!(
        none.stdout.contains("There is no configuration file."),
        "{none:?}"
    );
    assert!(none.stdout.contains(&file), "{none:?}");
    // The example is a file that can be read.
    let example = place.run(&["config", "--example"]).stdout;
    fs::create_dir(place.path("config/pipsc")).expect("a folder");
    let _ = place.write("config/pipsc/config.toml", &example);
    let shown = place.run(&["config", "--format", "json"]);
    assert_good(&shown);
    assert_eq!(shown.json()["file"], file);
    assert_eq!(shown.json()["args"]["show"][0], "--labels");
    assert_good(&place.run(&["run", DOZEN]));
}
