//! What is drawn on a terminal, and only there. `script` plays the terminal.

use std::path::Path;
use std::process::Command;

use crate::command::Place;

/// A registry with a solver that never ends.
fn endless(place: &Place) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/never-ends");
    let text = format!(
        r#"
[endless]
target = "dimacs"
install = "do not"
exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}
[[endless.via]]
programs = ["{}"]
arguments = ["{{model}}", "{{options}}"]
"#,
        program.display()
    );
    place.write("endless.toml", &text).display().to_string()
}

/// What a command draws on a terminal, its standard output elsewhere.
fn on_terminal(place: &Place, arguments: &[&str]) -> String {
    let plain = place.command(arguments);
    let words: Vec<String> = std::iter::once(plain.get_program())
        .chain(plain.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let mut command = Command::new("script");
    for (name, value) in plain.get_envs() {
        let _ = match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let output = command
        .args([
            "-qec",
            &format!("{} >/dev/null", words.join(" ")),
            "/dev/null",
        ])
        .env("TERM", "xterm")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the terminal");
    place.assert_clean("a command on a terminal");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_takes_long_shows_its_progress_on_a_terminal_only() {
    let place = Place::new();
    let solvers = endless(&place);
    for command in ["run", "bench"] {
        let arguments = [
            command,
            "puzzles/small.board.json",
            "puzzles/dozen.txt",
            "--solver",
            "endless",
            "--solvers",
            &solvers,
            "--time-limit",
            "1500ms",
        ];
        let drawn = on_terminal(&place, &arguments);
        assert!(drawn.contains("endless"), "{command}: {drawn:?}");
        assert!(
            drawn.contains("/2") || drawn.contains("/5"),
            "{command}: {drawn:?}"
        );
        let did = place.run(&arguments);
        assert_eq!(did.stderr, "", "{command}");
    }
}

#[test]
fn what_is_quick_shows_none() {
    let place = Place::new();
    let drawn = on_terminal(&place, &["run", "puzzles/small.board.json"]);
    assert_eq!(drawn, "");
}
