//! What the program says to typical mistakes: one place to read the messages of every command.

use crate::command::TestEnv;

/// Each command with what people get wrong about it.
const CASES: &[&str] = &[
    // What is typed in place of a command.
    "rnu pair.txt",
    "nowhere.txt",
    "mypuzzle",
    "--cuont pair.txt",
    // Puzzles, which every command has.
    "run nowhere.txt",
    "run empty",
    "run nothing.txt",
    "run pair.txt:hard",
    "run day.json:medium",
    "run day.json:esay",
    "run *.jsn:hard",
    "run day.json:easy --level hard",
    "run pair.txt --from yaml",
    "run 2025-02-30",
    "run 2025-8-24",
    "run https://www.nytimes.com/games/wordle",
    "show empty",
    // Running.
    "run pair.txt --solver kisat",
    "run pair.txt --solver mine --solver-file mine.toml",
    "run pair.txt --encoding compct",
    "run pair.txt --time-limit soon",
    "run pair.txt --time-limit 0",
    "run pair.txt --time-limit '3 days'",
    "run pair.txt --memory-limit '2 rooms'",
    "run pair.txt --limit none",
    "run pair.txt --limit 0",
    "run pair.txt --threads many",
    "run pair.txt --threads 5000",
    "run pair.txt --seed -1",
    "run pair.txt --fix 0,2",
    "run pair.txt --fix 0,1=x",
    "run pair.txt --fix 5,5=1",
    "run pair.txt --fix 0,0=1 --fix r0c0=2",
    "run pair.txt --count --format svg",
    "run pair.txt --proof proof",
    "run pair.txt --solver-file nowhere.toml",
    "run pair.txt --solver-file wrong.toml",
    // Looking at puzzles and boards.
    "show pair.txt --board nowhere.txt",
    "show pair.txt -o no/such/folder.svg",
    "show pair.txt --scale big --format png",
    "show pair.txt --scale 0 --format png",
    "check pair.txt",
    "check pair.txt wrong-board.txt",
    "check pair.txt nothing.txt",
    "hint day.json",
    "hint pair.txt --format csv",
    "explain pair.txt --limit 3",
    "explain pair.txt --solver kissat",
    // Models.
    "emit pair.txt",
    "emit pair.txt -t minzinc",
    "emit pair.txt -t dimacs --encoding native",
    "emit pair.txt -t minizinc --profile submit",
    "emit graph.json -t minizinc --encoding coordinates",
    "decode pair.txt -t dimacs --map pair.txt reply.txt",
    "decode pair.txt -t ir --map pair.txt reply.txt",
    "decode pair.txt -t dimacs --map pair.map reply.txt",
    // Making, converting and getting puzzles.
    "convert pair.txt --to grahp",
    "convert graph.json --to text",
    "gen --set 6",
    "gen --set double-6 --dominoes 29",
    "gen --set double-6 --dominoes few",
    "gen --set double-6 --shape ring",
    "gen --set double-6 --count 3",
    "fetch tomorrow",
    "fetch 2025-10-05 --base-url example.org",
    "fetch 2025-10-05 --offline",
    // Measuring.
    "bench empty",
    "bench pair.txt --solver kisat",
    "bench pair.txt --baseline z3",
    "bench pair.txt --encoding compact",
    "bench pair.txt --out pair.txt",
    "bench --merge pair.txt",
    "bench --merge nowhere.jsonl",
    // About the program itself.
    "solvers kisat",
    "formats yaml",
    "completions cmd",
    "man pair.txt",
];

#[test]
fn every_message_is_a_sentence() {
    let env = TestEnv::new();
    let _ = std::fs::create_dir(env.path("empty"));
    let level = r#"{"dominoes": [[3,4]], "regions": [{"indices": [[0,0],[0,1]], "type": "sum", "target": 7}]}"#;
    for (name, text) in [
        ("pair.txt", "AA\n\nA 7\n\n3-4\n".to_owned()),
        ("nothing.txt", String::new()),
        ("wrong-board.txt", "2-5\n".into()),
        ("reply.txt", "s SATISFIABLE\nv 1 2\n".into()),
        (
            "day.json",
            format!(r#"{{"easy": {level}, "medium": null, "hard": {level}}}"#),
        ),
        (
            "graph.json",
            r#"{"dominoes": [[1,2]], "constraints": [], "links": {"a": ["b"], "b": []}}"#.into(),
        ),
        (
            "mine.toml",
            "[mine]\ntarget = \"dimacs\"\nexit = { satisfiable = [10], unsatisfiable = [20], unknown = \
             [0] }\n[[mine.via]]\nprograms = [\"a-program-that-is-nowhere\"]\narguments = [\"{model}\"]\n"
                .into(),
        ),
        ("wrong.toml", "[mine]\ntarget = \"dimcas\"\n".into()),
    ] {
        let _ = env.write(name, &text);
    }
    let run = |arguments: &str| {
        let mut command = env.command(arguments);
        let _ = command
            .current_dir(env.path(""))
            .env("PATH", "/nowhere")
            .env("HOME", "/nowhere")
            .env("PIPSC_FETCH_URL", "http://127.0.0.1:9")
            .env_remove("PIPSC_SOLVERS_PREFIX");
        env.finish(&mut command)
    };
    let map = run("emit pair.txt -t dimacs -o pair.cnf --map pair.map");
    map.assert_code(0);
    let here = env.file("");
    let mut report = String::new();
    for arguments in CASES {
        let output = run(arguments);
        let code = output.code.expect("no signal");
        assert_ne!(code, 0, "{arguments:?}: {output:?}");
        // What the libraries below us say to programmers is nothing for people.
        for phrase in [
            "invalid digit",
            "EOF while",
            "os error",
            "cannot parse integer",
            "found 1 words",
            "to install it: \n",
            "trailing characters",
        ] {
            output.stderr_lacks(phrase);
        }
        let said = output.stderr.replace(&here, "HERE/");
        // The parser of the command line repeats the usage, which `--help` shows.
        let said = said.split("\n\nUsage: ").next().unwrap_or_default();
        report += &format!(
            "$ pipsc {}\n{}{}\nexit {code}\n\n",
            arguments,
            output.stdout,
            said.trim_end()
        );
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/cli"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("mistakes", report);
    });
}
