//! Messages for typical mistakes of every command, in one snapshot.

use std::fs;

use crate::command::{TestEnv, feed};
use crate::snapshot::assert_snapshot;

/// One command per line. The text after `<<<` is its standard input.
const CASES: &str = include_str!("mistakes.txt");

/// Phrases of library messages, which are written for programmers.
const LIBRARY_PHRASES: [&str; 7] = [
    "invalid digit",
    "EOF while",
    "os error",
    "cannot parse integer",
    "found 1 words",
    "to install it: \n",
    "trailing characters",
];

fn env() -> TestEnv {
    let env = TestEnv::new();
    for folder in ["empty", "many", "other", "other/puzzle.txt"] {
        fs::create_dir(env.path(folder)).expect("a folder");
    }
    for (name, file) in [
        ("dozen.txt", "dozen.txt"),
        ("many/dozen.txt", "dozen.txt"),
        ("twin.txt", "dozen.txt"),
        ("loose.txt", "loose.txt"),
        ("toy.txt", "loose.txt"),
        ("impossible.txt", "impossible.txt"),
        ("small.json", "small.board.json"),
    ] {
        let _ = fs::copy(format!("puzzles/{file}"), env.path(name)).expect("a copy");
    }
    let level = r#"{"dominoes": [[3,4]], "regions": [{"indices": [[0,0],[0,1]], "type": "sum", "target": 7}]}"#;
    let graph =
        r#"{"dominoes": [[1,2]], "constraints": [], "links": {"north": ["south"], "south": []}}"#;
    let solver = |name: &str| {
        format!(
            "[{name}]\ntarget = \"dimacs\"\nexit = {{ satisfiable = [10], unsatisfiable = [20] }}\n\
             [[{name}.via]]\nprograms = [\"a-program-that-is-nowhere\"]\narguments = [\"{{model}}\"]\n"
        )
    };
    for (name, text) in [
        ("other/notes.md", "no puzzle"),
        ("pair.txt", "AA\n\nA 7\n\n3-4\n"),
        ("reach.txt", "AA\n\nA 70\n\n3-4\n"),
        ("odd.txt", "A\n.\n\nA 7\n\n"),
        ("nothing.txt", ""),
        ("wrong-board.txt", "2-5\n"),
        ("reply.txt", "s SATISFIABLE\nv 1 2\n"),
        ("bad.jsonl", "{\"kind\":\"machine\"}\n"),
        ("open.txt", &crate::bundle::open_board()),
        (
            "day.json",
            &format!(r#"{{"easy": {level}, "medium": null, "hard": {level}}}"#),
        ),
        ("graph.json", graph),
        ("wrong-link.json", &graph.replacen("south", "sout", 1)),
        ("mine.toml", &solver("mine")),
        ("embedded.toml", &solver("embedded")),
        ("wrong.toml", "[mine]\ntarget = \"dimcas\"\n"),
    ] {
        let _ = env.write(name, text);
    }
    env
}

/// Each mistake gets a sentence and an exit code, and no file is written.
#[test]
fn every_message_is_a_sentence() {
    let env = env();
    let run = |arguments: &str, input: &str| {
        let mut command = env.command(arguments);
        let _ = command
            .current_dir(env.path(""))
            .env("PATH", "/nowhere")
            .env("HOME", "/nowhere")
            .env("PIPSC_FETCH_URL", "http://127.0.0.1:9")
            .env_remove("PIPSC_SOLVERS_PREFIX");
        let output = feed(&mut command, input);
        env.assert_clean(arguments);
        output
    };
    run("emit pair.txt -t dimacs -o pair.cnf --map pair.map", "").assert_code(0);
    let here = env.file("");
    let before = env.names("");
    let mut report = String::new();
    for case in CASES.lines().filter(|line| !line.starts_with('#')) {
        let (arguments, input) = case.split_once(" <<<").unwrap_or((case, ""));
        let input = format!("{}\n", input.trim_start().replace("\\n", "\n"));
        let output = run(arguments, input.trim_start());
        let code = output.code.expect("no signal");
        assert_ne!(code, 0, "{output:?}");
        for phrase in LIBRARY_PHRASES {
            output.stderr_lacks(phrase);
        }
        if code == 2 {
            output.assert_stdout(2, "");
        }
        assert_eq!(env.names(""), before, "{case}");
        let message = output.stderr.replace(&here, "HERE/");
        // clap repeats the usage, which `--help` shows.
        let message = message.split("\n\nUsage: ").next().unwrap_or_default();
        report += &format!(
            "$ pipsc {case}\n{}{}\nexit {code}\n\n",
            output.stdout,
            message.trim_end()
        );
    }
    assert_snapshot("cli", "mistakes", &report);
}
