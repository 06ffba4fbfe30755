//! Untrusted input: no text controls a terminal, no input takes unbounded memory, and overwritten
//! files keep their permissions.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::command::{RunOutput, TestEnv};
use crate::puzzle_server::{PuzzleServer, ServerReply};

/// A terminal title, a colour, C1, DEL, a line break, direction marks and overrides, a line
/// separator, and a zero-width character.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1b}[31m\u{9b}31m\u{7f}\r\nerror: it is all over\t\u{202e}\u{2066}\
                       \u{200e}\u{61c}\u{2028}\u{200b}";

fn is_hostile(char: char) -> bool {
    (char.is_control() && char != '\n')
        || "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}".contains(char)
        || ('\u{202a}'..='\u{202e}').contains(&char)
        || ('\u{2066}'..='\u{2069}').contains(&char)
}

/// Asserts that no hostile character is printed, and no line is forged.
fn assert_escaped(output: &RunOutput, what: &str) {
    for (stream, text) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        // Lines of CSV end with CRLF.
        let text = text.replace("\r\n", "\n");
        if let Some(char) = text.chars().find(|&char| is_hostile(char)) {
            panic!("{what}: {char:?} on {stream}: {text:?}");
        }
        let forged = text
            .lines()
            .any(|line| line.starts_with("error: it is all over"));
        assert!(!forged, "{what}: a line of its own on {stream}: {text:?}");
    }
    assert!(
        matches!(output.code, Some(0..=6)),
        "{what}: {:?} {}",
        output.code,
        output.stderr
    );
}

/// A ring of four nodes with hostile node names, region names and title.
fn graph(sum: u32) -> String {
    let name = |index: usize| format!("{HOSTILE}{index}");
    let links: serde_json::Map<String, Value> = (0..4)
        .map(|index| (name(index), json!([name((index + 1) % 4)])))
        .collect();
    json!({
        "title": HOSTILE,
        "dominoes": [[1, 2], [1, 2]],
        "constraints": [{ "type": "sum", "cells": [name(0), name(1)], "target": sum }],
        "links": links,
    })
    .to_string()
}

/// Input files with hostile names, without the characters that the system rejects.
struct HostileFiles {
    env: TestEnv,
    text: String,
    graph: String,
    nonsense: String,
    broken: String,
    registry: String,
    records: String,
}

impl HostileFiles {
    fn new() -> Self {
        let env = TestEnv::new();
        let write = |end: &str, text: &str| env.write(&format!("{HOSTILE}{end}"), text);
        let one_line: String = HOSTILE.replace(['\r', '\n'], "");
        let record = json!({
            "puzzle": HOSTILE, "digest": HOSTILE, "dominoes": 1, "known": false, "decided": false,
            "start_up": false, "question": "one", "solver": HOSTILE, "encoding": HOSTILE,
            "steps": [], "version": HOSTILE, "repeat": 1, "seed": null, "started": 1,
            "time_limit": 1.0, "cpu_limit": null, "memory_limit": null, "jobs": 1,
            "verdict": "wrong", "solutions": null, "exact": false, "problem": HOSTILE,
            "wall": 0.5, "cpu": 0.5, "emit": 0.5, "memory": 1, "model_bytes": 1,
            "model_sha256": HOSTILE, "command": HOSTILE, "program_sha256": HOSTILE,
            "pipsc": HOSTILE, "statistics": {},
            "machine": {
                "system": HOSTILE, "cpu": HOSTILE, "cores": 1, "memory_gb": 1, "kernel": HOSTILE,
            },
        });
        HostileFiles {
            text: write("t.txt", &format!("title: {one_line}\n\nAA\n\nA 3\n\n12\n")),
            graph: write("g.json", &graph(3)),
            nonsense: write("n.json", &graph(9)),
            broken: write("b.txt", &format!("A{one_line}A\n\nA 3\n\n12\n")),
            registry: write("r.toml", &registry()),
            records: write("m.jsonl", &format!("{record}\n")),
            env,
        }
    }
}

/// A solver with a hostile registry entry, hostile output, and hostile errors.
fn registry() -> String {
    let text = serde_json::to_string(HOSTILE).expect("a string");
    format!(
        "[mine]\ntarget = \"dimacs\"\nabout = {text}\ninstall = {text}\n\
         exit = {{ satisfiable = [10], unsatisfiable = [20] }}\n\
         [[mine.via]]\nname = {text}\nprograms = [\"sh\"]\n\
         arguments = [\"-c\", \"printf 's \\\\033]0;x\\\\007'; printf '\\\\033]0;y\\\\007' >&2\", \
         \"{{model}}\"]\n\
         version = {{ arguments = [\"-c\", \"printf 'v \\\\033[31m1'\"], pattern = \"v {{version}}\", \
         from = {text}, below = {text} }}\n\
         [absent]\ntarget = \"dimacs\"\ninstall = {text}\n\
         exit = {{ satisfiable = [10], unsatisfiable = [20] }}\n\
         [[absent.via]]\nprograms = [{text}]\narguments = [\"{{model}}\"]\n"
    )
}

/// Commands with each hostile puzzle as `P`.
const COMMANDS: &str = "\
run P
run P P -v
run P --unique --format json
run P --count
run P --all --format jsonl
run P P --all --format json
run P --format svg
show P
show P --labels
show P --ascii
show P --solve
show P --solve --format html
emit P -t minizinc
emit P -t smtlib
emit P -t dimacs
emit P -t cpsat
emit P -t asp
emit P -t ir
emit P -t dimacs --map - -o /dev/null
convert P --to text
convert P --to nyt
convert P --to graph
explain P
explain P --format json
explain P --format html
hint P
hint P --all
hint P --format json
hint P --steps --format html
hint P --score
hint P --score --format csv
bench P --solver embedded --repeat 1
check P BOARD
check P BOARD --format json
check P BAD-BOARD
check P BAD-BOARD --format json
check P P
check P P --format json
hint P --board BOARD
hint P --board BAD-BOARD
hint P --board P
show P --board BOARD
show P --board BAD-BOARD
show P --board P
decode P --target dimacs --map P REPLY
run P --solver-file SOLVERS --solver mine
run P --solver-file SOLVERS --solver absent
run P --solver-file P";

/// Commands with other hostile words and files.
const OTHER_COMMANDS: &str = "\
run MISSING
bench MISSING
check puzzles/dozen.txt MISSING
emit puzzles/dozen.txt -t dimacs -o MISSING
run SOLVERS
solvers --solver-file SOLVERS
solvers --solver-file SOLVERS -v
solvers --solver-file SOLVERS --format json
bench --merge RECORDS
bench --merge RECORDS --format json
bench --merge RECORDS --format csv
bench --merge RECORDS --format html
bench --merge TEXT
gen --family HOSTILE
gen --family full --size 2 --seed 1 -o MISSING
fetch HOSTILE
fetch 2025-10-05 --base-url HOSTILE
HOSTILE
run puzzles/dozen.txt HOSTILE
run puzzles/dozen.txt --encoding HOSTILE
run puzzles/dozen.txt --solver HOSTILE
run puzzles/dozen.txt --fix HOSTILE
run puzzles/dozen.txt --level HOSTILE
run --HOSTILE
emit puzzles/dozen.txt --target HOSTILE
completions HOSTILE";

#[test]
fn control_characters_of_inputs_are_escaped() {
    let files = HostileFiles::new();
    let env = &files.env;
    let one_line = HOSTILE.replace(['\r', '\n'], "");
    let board = env.write("board.txt", "1-2 r0c0 r0c1\n");
    let bad_board = env.write("bad.txt", &format!("1-2 {one_line} r0c1\n"));
    let reply = env.write("reply.txt", &format!("s {HOSTILE}\nv {HOSTILE}\n"));
    let option = format!("--{HOSTILE}");
    let missing = format!("{}/nowhere", files.text);
    let run = |line: &str, puzzle: &str| {
        let words = line.split(' ').map(|word| match word {
            "P" => puzzle,
            "BOARD" => &board,
            "BAD-BOARD" => &bad_board,
            "REPLY" => &reply,
            "SOLVERS" => &files.registry,
            "RECORDS" => &files.records,
            "TEXT" => &files.text,
            "MISSING" => &missing,
            "HOSTILE" => HOSTILE,
            "--HOSTILE" => &option,
            word => word,
        });
        let words: Vec<&str> = words.collect();
        assert_escaped(&env.run(&words), &format!("{words:?}"));
    };
    for puzzle in [&files.text, &files.graph, &files.nonsense, &files.broken] {
        COMMANDS.lines().for_each(|line| run(line, puzzle));
    }
    OTHER_COMMANDS.lines().for_each(|line| run(line, ""));
    for variable in ["PIPSC_FETCH_URL", "PIPSC_SOLVERS", "TMPDIR"] {
        let mut command = env.command(["run", "2025-10-05", "--solver", "kissat"]);
        let _ = command.env(variable, HOSTILE);
        assert_escaped(&env.finish(&mut command), variable);
    }
}

#[test]
fn control_characters_of_replies_are_escaped() {
    let level = include_str!("../../puzzles/2025-10-05-easy.nyt.json").trim_end();
    let level = level.replacen('{', &format!("{{\"constructors\": {},", json!(HOSTILE)), 1);
    let day = format!(r#"{{"printDate": "2025-10-05", "easy": {level}}}"#);
    let other = day.replace("\"2025-10-05\"", &json!(HOSTILE).to_string());
    for (reply, code) in [
        (ServerReply::good(&day), 0),
        (ServerReply::good(&other), 1),
        (ServerReply::good(HOSTILE), 1),
        (ServerReply::good(&format!("{{\"{HOSTILE}\": 1}}")), 1),
        (ServerReply::Raw(HOSTILE.into()), 1),
        (
            ServerReply::Raw(format!("HTTP/1.1 200 {HOSTILE}\r\n\r\n").into()),
            1,
        ),
    ] {
        let env = TestEnv::new();
        let server = PuzzleServer::start(vec![reply.clone()]);
        let mut command = env.command("fetch 2025-10-05 -v");
        let output = env.finish(command.env("PIPSC_FETCH_URL", server.url()));
        assert_escaped(&output, &format!("{reply:?}"));
        output.assert_code(code);
        if code == 0 {
            let (given, printed): (Value, Value) =
                (serde_json::from_str(&day).expect("JSON"), output.json());
            assert_eq!(given, printed);
        }
    }
}

#[test]
fn a_hostile_title_survives_every_format() {
    let env = TestEnv::new();
    let nyt = json!({
        "title": HOSTILE, "dominoes": [[1, 2]],
        "regions": [{ "type": "sum", "target": 3, "indices": [[0, 0], [0, 1]] }],
    });
    let mut before = env.write("0.json", &nyt.to_string());
    for (step, format) in ["text", "graph", "text", "nyt"].iter().enumerate() {
        let output = env.succeed(format!("convert {before} --to {format}"));
        assert_escaped(&output, format);
        before = env.write(&format!("{}.txt", step + 1), &output.stdout);
    }
    let last: Value = serde_json::from_slice(&fs::read(before).expect("a file")).expect("JSON");
    assert_eq!(last["title"], HOSTILE.trim());
}

#[test]
fn inputs_have_a_size_limit() {
    let env = TestEnv::new();
    let dozen = "puzzles/dozen.txt";
    for arguments in [
        "run /dev/zero",
        &format!("hint {dozen} --board /dev/zero"),
        &format!("decode {dozen} -t dimacs --map /dev/zero {dozen}"),
        &format!("run {dozen} --solver-file /dev/zero"),
        "bench --merge /dev/zero",
    ] {
        let output = env.run(arguments);
        output.assert_code(2);
        output.stderr_starts("error: /dev/zero is too large: it has more than 256 MiB");
    }
    let mut command = env.command("run -");
    let output = env.finish(command.stdin(File::open("/dev/zero").expect("zeroes")));
    output.assert_exit(2, "error: standard input is too large");
}

#[test]
fn cache_entries_must_be_regular_files() {
    let env = TestEnv::new();
    // No server listens there, so that only cached puzzles are available.
    let fetch = "fetch 2025-10-05 --base-url http://127.0.0.1:9";
    let folder = env.path("cache/pipsc/http%3A%2F%2F127.0.0.1%3A9");
    fs::create_dir_all(&folder).expect("a folder");
    make_pipe(&folder.join("2025-10-05.json"));
    env.run(format!("{fetch} --offline")).assert_exit(
        2,
        "2025-10-05.json: it is a pipe or a device, and a file is expected\n",
    );
    env.run(fetch).assert_exit(1, "is fetched again");
}

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo");
    assert!(made.success());
}

#[test]
fn nested_json_does_not_overflow_the_stack() {
    let env = TestEnv::new();
    let deep = "[".repeat(8 << 20);
    let object = format!("{{\"dominoes\": {deep}");
    let objects = "{\"a\":".repeat(2 << 20);
    let boards = "{\"board\":".repeat(20_000) + "{}" + &"}".repeat(20_000);
    let path = env.write("d.json", &boards);
    let output = env.run(format!("check puzzles/dozen.txt {path}"));
    output.assert_exit(2, "the boards are nested too deeply");
    for (name, text) in [("a.json", &deep), ("b.json", &object), ("c.json", &objects)] {
        let path = env.write(name, text);
        for arguments in [
            &format!("run {path}"),
            &format!("check puzzles/dozen.txt {path}"),
            &format!("run {path} --from graph"),
            &format!("decode puzzles/dozen.txt -t dimacs --map {path} {path}"),
            &format!("bench --merge {path}"),
            &format!("run puzzles/dozen.txt --solver-file {path}"),
        ] {
            let output = env.run(arguments);
            output.assert_code(2);
            assert!(
                output.stderr.len() < 2000,
                "{arguments:?}: {:.300}",
                output.stderr
            );
        }
    }
}

#[test]
fn overwritten_files_keep_their_mode() {
    let env = TestEnv::new();
    let path = env.write("p.txt", "old");
    let mode = |path: &Path| fs::metadata(path).expect("a file").mode() & 0o7777;
    for kept in [0o600, 0o640, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).expect("ours");
        convert(&env, path.as_ref());
        assert_eq!(mode(path.as_ref()), kept);
    }
    let owner = fs::metadata(&path).expect("a file").uid();
    let new = env.path("new.txt");
    convert(&env, &new);
    assert_eq!(fs::metadata(&new).expect("a file").uid(), owner);
}

fn convert(env: &TestEnv, path: &Path) {
    let path_text = path.to_str().expect("a path");
    let _ = env.succeed(format!(
        "convert puzzles/dozen.txt --to text -o {path_text}"
    ));
    let written = fs::read_to_string(path).expect("a file");
    assert!(
        written.contains("solution") || written.contains('A'),
        "{written}"
    );
}

#[test]
fn output_goes_through_links_pipes_and_devices() {
    let env = TestEnv::new();
    let target = env.path("target.txt");
    let link = env.path("link.txt");
    symlink("target.txt", &link).expect("a link");
    // First to a new file, then over it.
    for _ in 0..2 {
        convert(&env, &link);
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert!(fs::symlink_metadata(&target).expect("a file").is_file());
    }
    let run = |to: &str| env.run(format!("convert puzzles/dozen.txt --to text -o {to}"));
    let straight = run("-");
    assert_eq!(run("/dev/stdout").stdout, straight.stdout);
    assert_eq!(run("/dev/stderr").stderr, straight.stdout);
    assert_eq!(run("/dev/null").code, Some(0));
    let tmp = env.file("tmp");
    let folder = env.run(format!("trace puzzles/dozen.txt -o {tmp}"));
    folder.assert_code(2);
    folder.stderr_ends("it is a folder, and a file is expected\n");
    let full = run("/dev/full");
    full.assert_code(1);
    assert_eq!(
        full.stderr,
        "error: cannot write /dev/full: there is no space left on the disk\n"
    );

    // A shell's `> file` with `-o /dev/stdout` is the shell's file.
    let redirected = env.path("redirected.txt");
    let mut command = env.command("convert puzzles/dozen.txt --to text -o /dev/stdout");
    let _ = command.stdout(File::create(&redirected).expect("a file"));
    assert!(command.status().expect("the program").success());
    assert_eq!(
        fs::read_to_string(&redirected).expect("a file"),
        straight.stdout
    );

    let pipe = env.path("pipe");
    make_pipe(&pipe);
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).expect("the pipe"))
    };
    assert_eq!(run(pipe.to_str().expect("a path")).code, Some(0));
    assert_eq!(reader.join().expect("the reader"), straight.stdout);
}

#[test]
fn failed_writes_of_help_are_errors() {
    let env = TestEnv::new();
    for arguments in ["--help", "--version", "help run", "man", "completions bash"] {
        let mut command = env.command(arguments);
        let full = File::options().write(true).open("/dev/full").expect("it");
        let output = env.finish(command.stdout(full));
        let expected = "error: cannot write standard output: there is no space left on the disk\n";
        output.assert_stderr(1, expected);
    }
}

#[test]
fn drawings_are_bounded_for_large_coordinates() {
    let env = TestEnv::new();
    // Two islands at the extremes of the coordinates, each with two tilings.
    let far = 4_000_000_000u32;
    let island = |row: u32, column: u32| {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| [row + down, column + right])
    };
    let cells: Vec<[u32; 2]> = [island(0, 0), island(far, far)].concat();
    let puzzle = json!({
        "cells": cells, "regions": [], "dominos": {"1|1": 4},
    });
    let path = env.write("far.json", &puzzle.to_string());
    let unique = env.succeed(format!("run {path} --unique"));
    assert!(unique.stdout.len() < 2000, "{}", unique.stdout.len());
    unique.stdout_has("# they differ at r");
    for arguments in [
        &format!("show {path}"),
        &format!("show {path} --solve"),
        &format!("show {path} --solve --format svg"),
        &format!("run {path} --all"),
        &format!("explain {path}"),
        &format!("hint {path}"),
        &format!("convert {path} --to nyt"),
    ] {
        let output = env.succeed(arguments);
        assert!(output.stdout.len() < 100_000, "{arguments:?}");
    }
    let text = env.run(format!("convert {path} --to text"));
    text.assert_code(2);
}

#[test]
fn huge_numbers_allocate_no_memory() {
    let env = TestEnv::new();
    let big = u64::MAX;
    let copies =
        format!(r#"{{"cells": [[0, 0], [0, 1]], "regions": [], "dominos": {{"1|1": {big}}}}}"#);
    for (name, text, message) in [
        (
            "a.json",
            copies,
            "2 cells need 1 domino, not 18446744073709551615",
        ),
        (
            "b.txt",
            format!("AA\n\nA {big}\n\n12\n"),
            "expected the rule of region A",
        ),
        ("c.txt", format!("AA\n\nA 3\n\n1-{big}\n"), "pips"),
        ("d.txt", "AA\n\nA 3\n\n1-4000000000\n".into(), "pips"),
    ] {
        let path = env.write(name, &text);
        env.run(format!("run {path}")).assert_exit(2, message);
    }
    let far = env.write("far.txt", "AA\n\nA 9223372036854775807\n\n12\n");
    for command in ["run", "explain", "show"] {
        let _ = env.succeed(format!("{command} {far}"));
    }
    for arguments in [
        "gen --family full --size 4000000000",
        "gen --family newspaper --size 4000000000",
    ] {
        env.run(arguments).assert_exit(2, "expected");
    }
}

/// Column formatting is limited to 65,535 characters; untrusted names are not.
#[test]
fn names_longer_than_any_column_are_written_and_shown() {
    let env = TestEnv::new();
    let label = "L".repeat(70_001);
    let text = format!("map: spaced\n\n{label} b\n\n{label} 1\nb 2\n\n1-2\n");
    let file = env.write("long.txt", &text);
    let written = env.succeed(format!("convert {file} --to text")).stdout;
    let again = env.write("again.txt", &written);
    env.run(format!("convert {again} --to text"))
        .assert_stdout(0, written);
    for command in ["show", "run", "explain", "emit --target minizinc"] {
        let _ = env.succeed(format!("{command} {file}"));
    }
}

#[test]
fn conflicting_outputs_are_refused() {
    let env = TestEnv::new();
    let file = env.write("p.txt", "AA\n\nA =\n\n1-1\n");
    let circle = env.path("circle");
    symlink("circle", &circle).expect("a link");
    let circle = circle.to_str().expect("a path");
    env.run(format!("convert {file} --to text -o {circle}"))
        .assert_exit(2, "it is a link that leads back to itself");
    assert!(fs::symlink_metadata(circle).expect("there").is_symlink());

    let emit = "emit @p.txt -t dimacs -o @both.txt --map";
    env.run(format!("{emit} @both.txt"))
        .assert_exit(2, "cannot both be");
    assert!(!env.path("both.txt").exists());
    let _ = env.succeed(format!("{emit} @map.txt"));
}

#[test]
fn an_unusable_tmpdir_is_reported_once() {
    let env = TestEnv::new();
    let entry = |name: &str| {
        format!(
            "[{name}]\ntarget = \"dimacs\"\nexit = {{ satisfiable = [10], unsatisfiable = [20] }}\n\
             [[{name}.via]]\nprograms = [\"sh\"]\narguments = [\"{{model}}\"]\n"
        )
    };
    let _ = env.write("my.toml", &(entry("one") + &entry("two")));
    let message = "cannot make a temporary folder in /nowhere: there is no such folder; the environment \
                   variable TMPDIR sets where temporary folders are made\n";
    for arguments in [
        "solvers --solver-file @my.toml",
        "run puzzles/dozen.txt --solver-file @my.toml -s one",
        "run puzzles/dozen.txt --solver-file @my.toml -s one,two --race",
    ] {
        let mut command = env.command(arguments);
        let output = env.finish(command.env("TMPDIR", "/nowhere"));
        output.assert_stderr(1, format!("error: {message}"));
        for name in ["one", "two"] {
            let line = output.stdout.lines().find(|line| line.starts_with(name));
            let is_untested = line.is_none_or(|line| line.ends_with("cannot be tested"));
            assert!(is_untested, "{output:?}");
        }
    }
}
