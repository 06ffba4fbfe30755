//! The configuration file: what it changes, what goes before it, and its mistakes.

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
fn a_setting_is_a_default() {
    let plain = Place::new();
    let boxes = plain.run(&["show", DOZEN]).stdout;
    let ascii = plain.run(&["show", DOZEN, "--ascii"]).stdout;
    assert_ne!(boxes, ascii);

    let place = with_config("ascii = true\n\n[run]\nformat = \"json\"\n");
    let show = |more: &[&str]| {
        let did = place.run(&[&["show", DOZEN][..], more].concat());
        assert_good(&did);
        did.stdout
    };
    assert_eq!(show(&[]), ascii);
    assert_eq!(show(&["--ascii"]), ascii);
    // The command line goes before the file.
    assert_eq!(show(&["--ascii=false"]), boxes);
    assert_eq!(show(&["--no-config"]), boxes);
    let run = place.run(&["run", DOZEN]);
    assert_eq!(run.json()["results"][0]["solutions"], 1);
    let text = place.run(&["run", DOZEN, "--format", "text"]);
    assert_eq!(text.stdout, plain.run(&["run", DOZEN]).stdout);
    // `--help` says what holds.
    let help = place.run(&["run", "--help"]).stdout;
    assert!(help.contains("[default: json]"), "{help}");
    // What is below a command goes before what is for all.
    let both = with_config("ascii = true\n[show]\nascii = false\n");
    assert_eq!(both.run(&["show", DOZEN]).stdout, boxes);
    let both = with_config("[show]\nascii = true\n");
    assert_eq!(both.run(&["show", DOZEN]).stdout, ascii);
}

#[test]
fn what_is_required_can_stand_in_the_file() {
    let place = with_config("[gen]\nset = \"double-1\"\n[emit]\ntarget = \"dimacs\"\n");
    let made = place.run(&["gen", "--seed", "1"]);
    assert_good(&made);
    assert!(made.stdout.starts_with("title: double-1, blob, seed 1\n"));
    let model = place.run(&["emit", DOZEN]);
    assert_good(&model);
    assert!(model.stdout.contains("p cnf "));
    let lists = with_config("[run]\nsolver = [\"embedded\", \"embedded\"]\n");
    let count = lists.run(&["run", DOZEN, "--count"]);
    assert_eq!(count.stdout, "embedded: 1\nembedded: 1\n");
}

#[test]
fn the_environment_goes_before_the_file() {
    // Nobody listens at either of them, and whom we ask is said.
    let place = with_config("base-url = \"http://127.0.0.1:9/file\"\n");
    let ask = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = place.command(&[&["fetch", "2025-10-05", "-v"][..], more].concat());
        for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
            let _ = command.env_remove(name).env_remove(name.to_lowercase());
        }
        let _ = command.env_remove("PIPSC_FETCH_URL");
        let _ = command.envs(variables.iter().copied());
        place.finish(&mut command).stderr
    };
    let file = "asking http://127.0.0.1:9/file/2025-10-05.json";
    let variable = [("PIPSC_FETCH_URL", "http://127.0.0.1:9/variable")];
    assert!(ask(&[], &[]).contains(file));
    assert!(ask(&variable, &[]).contains("asking http://127.0.0.1:9/variable/"));
    let typed = ask(&variable, &["--base-url", "http://127.0.0.1:9/typed"]);
    assert!(
        typed.contains("asking http://127.0.0.1:9/typed/"),
        "{typed}"
    );

    // Another file, or none.
    let other = place.write("other.toml", "base-url = \"http://127.0.0.1:9/other\"\n");
    let other = other.to_str().expect("a path");
    assert!(ask(&[("PIPSC_CONFIG", other)], &[]).contains("asking http://127.0.0.1:9/other/"));
    let ignored = [("PIPSC_CONFIG", ""), variable[0]];
    assert!(ask(&ignored, &[]).contains("asking http://127.0.0.1:9/variable/"));
}

#[test]
fn colours_are_a_setting() {
    let place = with_config("color = \"always\"\n");
    let show = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = place.command(&[&["show", DOZEN][..], more].concat());
        let _ = command.envs(variables.iter().copied());
        place.finish(&mut command).stdout.contains('\u{1b}')
    };
    assert!(show(&[], &[]));
    assert!(!show(&[("NO_COLOR", "1")], &[]));
    assert!(!show(&[], &["--color", "never"]));
    let said = place.run(&["config"]).stdout;
    assert!(said.ends_with("  color = always (line 1)\n"), "{said}");
}

#[test]
fn mistakes_are_named_by_line() {
    for (text, line, said) in [
        (
            "\nsolvr = \"kissat\"\n",
            2,
            "there is no setting `solvr`; did you mean `solver`?",
        ),
        (
            "colour = 1\n",
            1,
            "there is no setting `colour`; did you mean `color`?",
        ),
        (
            "time-limit = \"soon\"\n",
            1,
            "time-limit: `soon` does not begin with a number",
        ),
        (
            "[run]\nformat = \"jso\"\n",
            2,
            "format: `jso` is none of text, json",
        ),
        ("[run]\nformat = \"jso\"\n", 2, "; did you mean `json`?"),
        (
            "[rnu]\nformat = \"json\"\n",
            1,
            "`[rnu]` is no command that has settings",
        ),
        ("[rnu]\nformat = \"json\"\n", 1, "; did you mean `run`?"),
        (
            "format = \"json\"\n",
            1,
            "put it below the command that it is for",
        ),
        (
            "[gen]\n\nsolver = \"z3\"\n",
            3,
            "`[gen]` has no setting `solver`",
        ),
        (
            "ascii = 2025-10-05\n",
            1,
            "`ascii` needs a text, a number, true or false",
        ),
        (
            "ascii = \"maybe\"\n",
            1,
            "ascii: `maybe` is none of true, false",
        ),
        ("threads = 0\n", 1, "threads: "),
        ("base-url = \"here\"\n", 1, "`here` is not the base URL"),
        ("a = 1\n[run\n", 2, "this is not TOML: "),
        ("ascii = true\nascii = false\n", 2, "this is not TOML: "),
    ] {
        let place = with_config(text);
        let file = place.path("config/pipsc/config.toml");
        for arguments in [&["run", DOZEN][..], &["config"], &["gen"], &[DOZEN]] {
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
        // Help is there for whoever looks for it, and the file can be passed over.
        assert_eq!(place.run(&["--help"]).code, Some(0));
        assert_eq!(place.run(&["run", DOZEN, "--no-config"]).code, Some(0));
    }
    let place = with_config("\n[run]\nsolver = \"kisat\"\n");
    let did = place.run(&["run", DOZEN]);
    let file = place.path("config/pipsc/config.toml");
    assert!(did.stderr.contains("did you mean `kissat`?"), "{did:?}");
    let place_of_it = format!("The name stands in {}:3.\n", file.display());
    assert!(did.stderr.contains(&place_of_it), "{did:?}");
    let mut named = place.command(&["run", DOZEN]);
    let did = place.finish(named.env("PIPSC_CONFIG", "/nowhere/config.toml"));
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("/nowhere/config.toml"), "{did:?}");
}

#[test]
fn the_file_is_shown() {
    let place = Place::new();
    let none = place.run(&["config"]);
    assert_good(&none);
    let file = place.path("config/pipsc/config.toml");
    let file = file.display().to_string();
    assert!(
        none.stdout.contains("There is no configuration file."),
        "{none:?}"
    );
    assert!(none.stdout.contains(&file), "{none:?}");

    // The example is a file that sets nothing, and one that sets everything without its `# `.
    let example = place.run(&["config", "--example"]).stdout;
    fs::create_dir(place.path("config/pipsc")).expect("a folder");
    let _ = place.write("config/pipsc/config.toml", &example);
    let nothing = place.run(&["config"]);
    assert_eq!(
        nothing.stdout,
        format!("The configuration file {file} sets nothing.\n")
    );
    let is_setting = |line: &&str| !line.starts_with("# ") || line.contains(" = ");
    let whole: Vec<&str> = example
        .lines()
        .filter(is_setting)
        .map(|line| line.strip_prefix("# ").unwrap_or(line))
        .collect();
    let _ = place.write("config/pipsc/config.toml", &(whole.join("\n") + "\n"));
    let everything = place.run(&["config", "--format", "json"]);
    assert_good(&everything);
    let everything = everything.json();
    let settings = everything["settings"].as_array().expect("settings");
    assert_eq!(settings.len(), example.matches(" = ").count());
    assert_eq!(everything["file"], file);
}
