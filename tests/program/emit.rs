//! `pipsc emit` on several puzzles and folders, and the headers of submissions.

use std::fs;

use crate::command::{RunOutput, TestEnv};

fn emit(env: &TestEnv, typed: &str) -> RunOutput {
    env.run(format!("emit {typed}"))
}

#[test]
fn several_puzzles_are_files_by_instance_with_their_maps() {
    let env = TestEnv::new();
    let output = emit(
        &env,
        "puzzles/dozen.txt puzzles/small.board.json puzzles/2025-10-05-easy.nyt.json \
         -t dimacs -o @out/ --map @maps/",
    );
    output.assert_code(0);
    output.assert_stderr(0, "");
    output.assert_stdout(0, "");
    assert_eq!(
        env.names("out"),
        ["2025-10-05-easy.cnf", "dozen.cnf", "small.cnf"]
    );
    assert_eq!(
        env.names("maps"),
        ["2025-10-05-easy.map", "dozen.map", "small.map"]
    );
    // Each model equals that of a single puzzle.
    let alone = emit(&env, "puzzles/dozen.txt -t dimacs");
    assert_eq!(alone.stdout, env.read("out/dozen.cnf"));
    alone.stdout_has("c Instance: dozen\n");
}

#[test]
fn a_folder_is_every_puzzle_in_it_and_a_shared_model_is_written_once() {
    let env = TestEnv::new();
    let output = emit(&env, "puzzles/ -t minizinc --profile submit -o @out/");
    output.assert_code(0);
    let written = env.names("out");
    let puzzles = fs::read_dir("puzzles").expect("the puzzles").count();
    let data = written.iter().filter(|name| name.ends_with(".dzn")).count();
    assert_eq!(data, puzzles, "{written:?}");
    let models: Vec<&String> = written
        .iter()
        .filter(|name| name.ends_with(".mzn"))
        .collect();
    assert_eq!(models, ["pips.mzn"]);
}

#[test]
fn equal_names_are_numbered() {
    let env = TestEnv::new();
    for folder in ["a", "b"] {
        fs::create_dir(env.path(folder)).expect("a folder");
    }
    let _ = env.write("a/same.txt", "**\n\n01\n");
    let _ = env.write("b/same.txt", "**\n\n23\n");
    let output = emit(&env, "@b @a -t dimacs -o @out/");
    output.assert_code(0);
    assert_eq!(env.names("out"), ["same-2.cnf", "same.cnf"]);
    output.stderr_has("this one becomes `same-2`");
    assert!(env.read("out/same.cnf").contains("c 1: 2-3 on"));
    let second = env.read("out/same-2.cnf");
    assert!(second.contains("c Instance: same-2\n"), "{second}");
    assert!(second.contains("c 1: 0-1 on"), "{second}");
}

#[test]
fn a_bad_puzzle_does_not_stop_the_others() {
    let env = TestEnv::new();
    let bad = env.write("bad.txt", "**\n\n0\n");
    let graph = "puzzles/2025-09-21-hard.graph.json";
    let output = emit(
        &env,
        &format!("{bad} {graph} puzzles/dozen.txt -t minizinc --encoding coordinates -o @out/"),
    );
    output.assert_code(2);
    assert_eq!(env.names("out"), ["dozen.mzn"]);
    output.stderr_has("bad.txt");
    let no_grid = "2025-09-21-hard: the encoding `coordinates` places";
    output.stderr_has(no_grid);
}

#[test]
fn new_output_folders_are_created() {
    let env = TestEnv::new();
    let two = "puzzles/dozen.txt puzzles/small.board.json";
    let output = emit(&env, &format!("{two} -t dimacs -o @new --map @names"));
    output.assert_stderr(0, "");
    assert_eq!(env.names("new"), ["dozen.cnf", "small.cnf"]);
    assert_eq!(env.names("names"), ["dozen.map", "small.map"]);
    let typed = "puzzles/dozen.txt -t minizinc --profile submit -o @submission";
    emit(&env, typed).assert_code(0);
    assert_eq!(env.names("submission"), ["dozen.dzn", "pips.mzn"]);
    // An existing file is not a folder.
    let _ = env.write("file", "mine");
    let output = emit(&env, &format!("{two} -t dimacs -o @file"));
    output.assert_exit(2, "2 puzzles need a folder");
    assert_eq!(env.read("file"), "mine");
}

#[test]
fn unsupported_steps_are_reported() {
    let env = TestEnv::new();
    let count = "puzzles/dozen.txt -t dimacs --profile count";
    assert_eq!(emit(&env, count).code, Some(0));
    let output = emit(&env, &format!("{count} --no-symmetry"));
    output.assert_stdout(2, "");
    output.stderr_has("a solution has several assignments");
    for (encoding, warns) in [("links", true), ("compact", false)] {
        let typed = format!("puzzles/dozen.txt -t dimacs --encoding {encoding} --no-redundant");
        let output = emit(&env, &typed);
        output.assert_code(0);
        let warned = output.stderr.contains("--no-redundant changes nothing");
        assert_eq!(warned, warns, "{}", output.stderr);
    }
}

#[test]
fn sizes_are_one_table_of_names_that_differ() {
    let env = TestEnv::new();
    let output = emit(&env, "puzzles/dozen.txt --sizes -o @out/");
    output.assert_exit(2, "--sizes prints one table");
    let output = emit(&env, "puzzles/dozen.txt puzzles/dozen.txt --sizes -t ir");
    output.assert_code(0);
    for name in ["| dozen |", "| dozen-2 |"] {
        let rows = output.stdout.lines().filter(|line| line.starts_with(name));
        assert_eq!(rows.count(), 1, "{output:?}");
    }
}

#[test]
fn submissions_state_the_status() {
    let env = TestEnv::new();
    let puzzle = |name: &str| {
        // Without the solution in the file.
        let text = fs::read_to_string(format!("puzzles/{name}.txt")).expect("a puzzle");
        let text = text.split("solution:").next().expect("a part").to_owned();
        env.write(&format!("{name}.txt"), &text)
    };
    let dozen = puzzle("dozen");
    let output = emit(&env, &format!("{dozen} -t smtlib --profile submit"));
    output.assert_stderr(0, "");
    output.stdout_has("(set-info :status sat)\n");
    let output = emit(&env, "puzzles/impossible.txt -t smtlib --profile submit");
    output.stdout_has("(set-info :status unsat)\n");
    output.stderr_has("the puzzle has no solution");
    // If the time is too short, the status is unknown.
    let large = puzzle("double-nine");
    let short = "--profile submit --status-limit 0.001ms";
    let output = emit(&env, &format!("{large} -t smtlib {short}"));
    output.assert_code(0);
    let head: Vec<&str> = output.stdout.lines().take(30).collect();
    let message = "Status: unknown, and pipsc's own solver did not settle it within 0.000001 s";
    assert!(head.contains(&message), "{head:#?}");
    output.stderr_has("--status-limit");
    // Formats without a field for it state no status.
    for target in ["dimacs", "opb", "xcsp3", "minizinc"] {
        let output = emit(
            &env,
            &format!("puzzles/impossible.txt -t {target} --profile submit"),
        );
        assert!(
            !output.stdout.to_lowercase().contains("satisfiable"),
            "{output:?}"
        );
    }
}

#[test]
fn sizes_are_those_of_the_models() {
    let env = TestEnv::new();
    let output = emit(&env, "puzzles/dozen.txt --sizes");
    output.assert_stderr(0, "");
    let heading =
        "| puzzle | encoding | whole: placements | variables | constraints | bytes | pruned: ";
    output.stdout_starts(heading);
    // In languages with declared sizes, the row equals the declarations in the file.
    for (target, encoding) in [
        ("dimacs", "compact"),
        ("dimacs", "links"),
        ("smtlib", "placement"),
        ("cpsat", "native"),
        ("opb", "native"),
        ("minizinc", "edges"),
    ] {
        let name = format!("| dozen | {target}/{encoding} |");
        let row = output.stdout.lines().find(|line| line.starts_with(&name));
        let row = row.unwrap_or_else(|| panic!("no {name} in {}", output.stdout));
        let mut expected = name;
        for (prune, placements) in [("--no-prune", 266), ("--prune", 7)] {
            expected += &format!(" {placements} |");
            let typed = format!("puzzles/dozen.txt -t {target} --encoding {encoding} {prune}");
            let text = emit(&env, &typed).stdout;
            let starting = |with: &str| text.lines().filter(|line| line.starts_with(with)).count();
            let header = |with: &str| {
                let line = text.lines().find(|line| line.starts_with(with));
                let words = line.expect("a header").split(' ').map(str::parse::<usize>);
                let numbers: Vec<usize> = words.filter_map(Result::ok).collect();
                (numbers[0], numbers[1])
            };
            let (variables, constraints) = match target {
                "dimacs" => header("p cnf"),
                "opb" => header("* #variable="),
                "smtlib" => (starting("(declare-const"), starting("(assert")),
                "cpsat" => (starting("variables {"), starting("constraints {")),
                _ => {
                    expected += &format!(" - | - | {} |", text.len());
                    continue;
                }
            };
            assert!(variables > 0 && constraints > 0, "{typed}");
            expected += &format!(" {variables} | {constraints} | {} |", text.len());
        }
        assert_eq!(row, expected);
    }
}

#[test]
fn two_processes_write_the_same_bytes() {
    let env = TestEnv::new();
    let emit = "emit puzzles/double-six.txt --target";
    let show = "show puzzles/loose.txt --solve --format";
    let models = ["minizinc", "smtlib", "dimacs", "ir"].map(|target| format!("{emit} {target}"));
    let pictures = ["text", "svg", "html", "png"].map(|format| format!("{show} {format}"));
    for arguments in models.iter().chain(&pictures) {
        let one = env.succeed(arguments);
        let other = env.succeed(arguments);
        assert!(!one.stdout.is_empty(), "{arguments}");
        assert!(one.stdout == other.stdout, "{arguments} differs");
    }
}

#[test]
fn an_impossible_puzzle_compiles_with_a_warning() {
    let env = TestEnv::new();
    let _ = env.write("reach.txt", "AA\n\nA 70\n\n3-4\n");
    let output = emit(&env, "@reach.txt -t dimacs");
    output.assert_exit(
        0,
        "warning: the puzzle has no solution: region A needs sum = 70",
    );
    output.stdout_has("p cnf ");
}

#[test]
fn a_submission_is_signed() {
    let env = TestEnv::new();
    let _ = env.write("pair.txt", "AA\n\nA 7\n\n3-4\n");
    let head = |more: &str, epoch: Option<&str>| {
        let emit = "emit @pair.txt -t smtlib --profile submit";
        let mut command = env.command(format!("{emit} {more}"));
        let _ = command.env_remove("SOURCE_DATE_EPOCH");
        env.finish(command.envs(epoch.map(|seconds| ("SOURCE_DATE_EPOCH", seconds))))
    };
    let plain = head("", None);
    plain.stdout_has("\nGenerated by: The pipsc contributors\nGenerated on: 20");
    let dated = head("", Some("1763251200"));
    dated.stdout_has("\nGenerated on: 2025-11-16\n");
    let signed = head(
        "--author 'Kurt Gödel' --date 1931-03-22",
        Some("1763251200"),
    );
    signed.stdout_has("\nGenerated by: Kurt Gödel\nGenerated on: 1931-03-22\n");
    // Nothing else depends on the option.
    let body = |output: &RunOutput| -> Vec<String> {
        output.stdout.lines().skip(5).map(String::from).collect()
    };
    assert_eq!(body(&plain), body(&dated));
    assert_eq!(body(&plain), body(&signed));
    head("", Some("yesterday")).assert_code(2);
}
