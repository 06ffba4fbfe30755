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
    let boxes = plain.run(format!("show {DOZEN}")).stdout;
    let ascii = plain.run(format!("show {DOZEN} --ascii")).stdout;
    assert_ne!(boxes, ascii);

    let place = with_config(
        "[show]\nargs = [\"--ascii\"]\n[run]\nargs = [\"--format=json\", \"--solver=embedded\"]\n",
    );
    let show = |more: &str| {
        let did = place.run(format!("show {DOZEN} {more}"));
        assert_good(&did);
        did.stdout
    };
    assert_eq!(show(""), ascii);
    assert_eq!(show("--ascii"), ascii);
    assert_eq!(show("--no-config"), boxes);
    let run = place.run(format!("run {DOZEN}"));
    assert_eq!(run.json()["results"][0]["solutions"], 1);
    for run in [DOZEN, &format!("solve {DOZEN}")] {
        assert_eq!(place.run(run).json()["results"][0]["solutions"], 1);
    }
    // What is typed goes before the file, a list of solvers too, by its long name or its short one.
    let text = plain.run(format!("run {DOZEN}")).stdout;
    assert_eq!(place.run(format!("run {DOZEN} --format text")).stdout, text);
    let search = plain.run(format!("run {DOZEN} -s search")).stdout;
    for solver in ["-s search", "-ssearch", "--solver=search"] {
        let typed = format!("run {DOZEN} --format=text {solver}");
        assert_eq!(place.run(&typed).stdout, search, "{solver:?}");
    }
    // Other commands are as they were.
    let _ = place.succeed("gen --set=double-1");
    // What is required can stand in the file.
    let place = with_config("[emit]\nargs = [\"--target=dimacs\"]\n");
    assert!(place.run(format!("emit {DOZEN}")).stdout.contains("p cnf "));
}

#[test]
fn options_of_every_command_are_in_one_table() {
    let place = with_config("[all]\nargs = [\"--color=always\"]\n");
    let show = |variables: &[(&str, &str)], more: &str| {
        let mut command = place.command(format!("show {DOZEN} {more}"));
        let _ = command.envs(variables.iter().copied());
        place.finish(&mut command).stdout.contains('\u{1b}')
    };
    assert!(show(&[], ""));
    assert!(!show(&[("NO_COLOR", "1")], ""));
    assert!(!show(&[], "--color never"));
    let said = place.run("config --color=never").stdout;
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
        for arguments in [&*format!("run {DOZEN}"), "config", DOZEN] {
            let did = place.run(arguments);
            assert_eq!(
                (did.code, did.stdout.as_str()),
                (Some(2), ""),
                "{text}: {did:?}"
            );
            let expected = format!("error: {}:{line}: ", file.display());
            assert!(did.stderr.starts_with(&expected), "{text}: {did:?}");
            did.stderr_has(said);
        }
        // Help is printed all the same, and the file can be ignored.
        let _ = place.succeed("--help");
        let _ = place.succeed(format!("run {DOZEN} --no-config"));
    }
    // The parser of the command line refuses what no command has, and the file is named.
    let place = with_config("[run]\nargs = [\"--formt=json\"]\n");
    let did = place.run(format!("run {DOZEN}"));
    did.assert_exit(2, "'--formt'");
    did.stderr_has("config.toml adds default arguments");
    let mut named = place.command(format!("run {DOZEN}"));
    let did = place.finish(named.env("PIPSC_CONFIG", "/nowhere/config.toml"));
    did.assert_exit(2, "/nowhere/config.toml");
    let mut none = place.command(format!("run {DOZEN}"));
    assert_good(&place.finish(none.env("PIPSC_CONFIG", "")));
}

#[test]
fn the_file_is_shown() {
    let place = Place::new();
    let none = place.run("config");
    assert_good(&none);
    let file = place.file("config/pipsc/config.toml");
    none.stdout_has("There is no configuration file.");
    none.stdout_has(&file);
    // The example is a file that can be read.
    let example = place.run("config --example").stdout;
    fs::create_dir(place.path("config/pipsc")).expect("a folder");
    let _ = place.write("config/pipsc/config.toml", &example);
    let shown = place.run("config --format json");
    assert_good(&shown);
    assert_eq!(shown.json()["file"], file);
    assert_eq!(shown.json()["args"]["show"][0], "--labels");
    assert_good(&place.run(format!("run {DOZEN}")));
}
