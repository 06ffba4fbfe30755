//! The configuration file: default arguments of commands, precedence, and mistakes.

use std::fs;

use crate::command::{RunOutput, TestEnv};

const DOZEN: &str = "puzzles/dozen.txt";

fn with_config(text: &str) -> TestEnv {
    let env = TestEnv::new();
    fs::create_dir(env.path("config/pipsc")).expect("a folder");
    let _ = env.write("config/pipsc/config.toml", text);
    env
}

fn assert_good(output: &RunOutput) {
    output.assert_stderr(0, "");
}

#[test]
fn arguments_of_the_file_are_defaults() {
    let plain = TestEnv::new();
    let boxes = plain.run(format!("show {DOZEN}")).stdout;
    let ascii = plain.run(format!("show {DOZEN} --ascii")).stdout;
    assert_ne!(boxes, ascii);

    let env = with_config(
        "[show]\nargs = [\"--ascii\"]\n[run]\nargs = [\"--format=json\", \"--solver=embedded\"]\n",
    );
    let show = |more: &str| {
        let output = env.run(format!("show {DOZEN} {more}"));
        assert_good(&output);
        output.stdout
    };
    assert_eq!(show(""), ascii);
    assert_eq!(show("--ascii"), ascii);
    assert_eq!(show("--no-config"), boxes);
    let run = env.run(format!("run {DOZEN}"));
    assert_eq!(run.json()["results"][0]["solutions"], 1);
    for run in [DOZEN, &format!("solve {DOZEN}")] {
        assert_eq!(env.run(run).json()["results"][0]["solutions"], 1);
    }
    // Typed options take precedence over the file, including lists, by their long or short name.
    let text = plain.run(format!("run {DOZEN}")).stdout;
    assert_eq!(env.run(format!("run {DOZEN} --format text")).stdout, text);
    let search = plain.run(format!("run {DOZEN} -s search")).stdout;
    for solver in ["-s search", "-ssearch", "--solver=search"] {
        let typed = format!("run {DOZEN} --format=text {solver}");
        assert_eq!(env.run(&typed).stdout, search, "{solver:?}");
    }
    // Other commands are unaffected.
    let _ = env.succeed("gen --family full --size 1");
    // The file may contain required options.
    let env = with_config("[emit]\nargs = [\"--target=dimacs\"]\n");
    assert!(env.run(format!("emit {DOZEN}")).stdout.contains("p cnf "));
}

#[test]
fn options_of_every_command_are_in_one_table() {
    let env = with_config("[all]\nargs = [\"--color=always\"]\n");
    let is_coloured = |more: &str| {
        let output = env.run(format!("show {DOZEN} {more}"));
        output.stdout.contains('\u{1b}')
    };
    assert!(is_coloured(""));
    assert!(!is_coloured("--color never"));
    let message = env.run("config --color=never").stdout;
    assert!(message.ends_with("  all: --color=always\n"), "{message}");
}

#[test]
fn errors_are_reported() {
    for (text, message) in [
        ("\nsolver = \"kissat\"\n", "expected tables such as `[run]`"),
        ("[run]\nformat = \"json\"\n", "unknown field `format`"),
        (
            "[rnu]\nargs = []\n",
            "there is no command `rnu`; did you mean `run`?",
        ),
        (
            "[run]\nargs = [\"json\"]\n",
            "`json`: expected an option such as",
        ),
        ("a = 1\n[run\n", "2 | [run\n"),
    ] {
        let env = with_config(text);
        let file = env.path("config/pipsc/config.toml");
        for arguments in [&*format!("run {DOZEN}"), "config", DOZEN] {
            let output = env.run(arguments);
            output.assert_stdout(2, "");
            output.stderr_starts(format!("error: {}: ", file.display()));
            output.stderr_has(message);
        }
        // Help is printed nevertheless, and the file can be ignored.
        let _ = env.succeed("--help");
        let _ = env.succeed(format!("run {DOZEN} --no-config"));
    }
    // clap rejects unknown options, and the message names the file.
    let env = with_config("[run]\nargs = [\"--formt=json\"]\n");
    let output = env.run(format!("run {DOZEN}"));
    output.assert_exit(2, "'--formt'");
    output.stderr_has("config.toml adds default arguments");
    let mut named = env.command(format!("run {DOZEN}"));
    let output = env.finish(named.env("PIPSC_CONFIG", "/nowhere/config.toml"));
    output.assert_exit(2, "/nowhere/config.toml");
    let mut none = env.command(format!("run {DOZEN}"));
    assert_good(&env.finish(none.env("PIPSC_CONFIG", "")));
}

#[test]
fn the_file_is_shown() {
    let env = TestEnv::new();
    let none = env.run("config");
    assert_good(&none);
    let file = env.file("config/pipsc/config.toml");
    none.stdout_has("There is no configuration file.");
    none.stdout_has(&file);
    // The example is a valid file.
    let example = env.run("config --example").stdout;
    fs::create_dir(env.path("config/pipsc")).expect("a folder");
    let _ = env.write("config/pipsc/config.toml", &example);
    let shown = env.run("config --format json");
    assert_good(&shown);
    assert_eq!(shown.json()["file"], file);
    assert_eq!(shown.json()["args"]["show"][0], "--labels");
    assert_good(&env.run(format!("run {DOZEN}")));
}
