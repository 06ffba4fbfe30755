//! Boards between commands: every command reads the boards that another prints.

use crate::command::{RunOutput, TestEnv};

const GRAPH: &str = "puzzles/2025-09-16-easy.graph.json";
const GRID: &str = "puzzles/small.board.json";
const LOOSE: &str = "puzzles/loose.txt";

/// `pipsc run PUZZLE OPTIONS | pipsc check PUZZLE -`
fn run_and_check(puzzle: &str, options: &str) -> RunOutput {
    let env = TestEnv::new();
    let ran = env.succeed(format!("run {puzzle} {options}"));
    env.feed(format!("check {puzzle} -"), &ran.stdout)
}

#[test]
fn check_reads_every_format_of_run() {
    for puzzle in [GRID, GRAPH, "puzzles/dozen.txt"] {
        for options in [
            "",
            "-q",
            "--all",
            "--limit 1",
            "--unique",
            "--format json",
            "--all --format json",
            "--format jsonl",
            "--all --format jsonl",
        ] {
            let output = run_and_check(puzzle, options);
            output.assert_code(0);
            output.stdout_ends("\na solution\n");
        }
    }
}

#[test]
fn check_reports_each_board_once() {
    for options in ["--all", "--all --format json", "--all --format jsonl"] {
        let output = run_and_check(LOOSE, options);
        assert_eq!(output.stdout, "256 boards: 256 different solutions\n");
        output.assert_code(0);
    }
    let output = run_and_check(LOOSE, "--unique");
    assert_eq!(output.stdout, "2 boards: 2 different solutions\n");

    // Two solvers find the same solution, which counts once.
    let output = run_and_check(GRID, "--solver embedded,embedded");
    output.stdout_ends("is the same solution as board 1\n2 boards: 1 solution, 1 repeated\n");

    // The worst status decides.
    let env = TestEnv::new();
    let good = env.run(format!("run {LOOSE} --limit 2")).stdout;
    let wrong = good.replacen("3-3", "3-4", 1);
    assert_ne!(good, wrong);
    let output = env.feed(format!("check {LOOSE} -"), &wrong);
    output.assert_code(5);
    output.stdout_has("is not a solution:\n");
    let summary = "2 boards: 1 solution, 1 wrong\n";
    output.stdout_ends(summary);
    let file = env.write("good.txt", &good);
    let _ = env.succeed(format!("check {LOOSE} {file}:2"));
    env.run(format!("check {LOOSE} {file}:3"))
        .assert_exit(2, "no board 3 of this puzzle here: expected 1 to 2");
    // Boards of another puzzle do not count.
    let both = env.file("both.txt");
    let _ = env.succeed(format!("run {LOOSE} puzzles/dozen.txt -o {both}"));
    env.run(format!("check {LOOSE} {both}:2"))
        .assert_exit(2, "there is no board 2 of this puzzle here: expected 1\n");
}

#[test]
fn check_uses_the_boards_of_the_named_puzzle() {
    let env = TestEnv::new();
    for format in ["text", "json", "jsonl"] {
        let ran = env.run(format!(
            "run {GRID} puzzles/dozen.txt {LOOSE} --format {format}"
        ));
        for puzzle in [GRID, "puzzles/dozen.txt", LOOSE] {
            let output = env.feed(format!("check {puzzle} -"), &ran.stdout);
            output.assert_code(0);
            output.stdout_ends("\na solution\n");
        }
        let output = env.feed("check puzzles/islands.txt -", &ran.stdout);
        output.assert_code(2);
    }
}

#[test]
fn boards_printed_by_other_commands_are_read() {
    let env = TestEnv::new();
    for (command, puzzle, options) in [
        ("check", GRID, "solved.txt --format json"),
        ("hint", GRID, "--steps --format json"),
        ("explain", GRID, "--format json"),
        ("convert", LOOSE, "--to text --solution"),
        ("convert", LOOSE, "--to graph --solution"),
        ("convert", LOOSE, "--to nyt"),
    ] {
        let solved = env.run(format!("run {puzzle}")).stdout;
        let solved = env.write("solved.txt", &solved);
        let options = options.replace("solved.txt", &solved);
        let printed = env.succeed(format!("{command} {puzzle} {options}"));
        let output = env.feed(format!("check {puzzle} -"), &printed.stdout);
        output.assert_code(0);
        output.stdout_ends("\na solution\n");
    }
}

#[test]
fn every_command_reads_boards_of_run() {
    let env = TestEnv::new();
    for format in ["text", "json", "jsonl"] {
        let ran = env.run(format!("run {GRID} --format {format}"));
        for command in ["show", "hint"] {
            let output = env.feed(format!("{command} {GRID} --board -"), &ran.stdout);
            output.assert_code(0);
        }
        // One of several boards must be selected, and the message explains how.
        let ran = env.run(format!("run {LOOSE} --limit 3 --format {format}"));
        for command in ["show", "hint"] {
            let output = env.feed(format!("{command} {LOOSE} --board -"), &ran.stdout);
            output.assert_exit(2, "`-:1`");
            let output = env.feed(format!("{command} {LOOSE} --board -:3"), &ran.stdout);
            output.assert_code(0);
        }
    }
}

#[test]
fn texts_without_boards_are_identified() {
    let env = TestEnv::new();
    for (puzzle, options, expected) in [
        (LOOSE, "--count", "only the number 256"),
        ("puzzles/impossible.txt", "", "found `no`"),
        (LOOSE, "--format picture", "this is a picture"),
        (LOOSE, "--format picture --ascii", "this is a picture"),
        (LOOSE, "--format svg", "this is a picture"),
        (LOOSE, "--format html", "this is a picture"),
        (
            "puzzles/impossible.txt",
            "--format json",
            "no board in this JSON",
        ),
    ] {
        let ran = env.run(format!("run {puzzle} {options}"));
        let output = env.feed(format!("check {puzzle} -"), &ran.stdout);
        output.assert_exit(2, expected);
    }
}

/// Hint after hint with one command, from nothing to the solution.
#[test]
fn repeated_hints_reach_the_solution() {
    for (puzzle, file) in [
        (GRID, "mine.txt"),
        (GRID, "mine.json"),
        (GRAPH, "mine"),
        ("puzzles/dozen.txt", "mine"),
    ] {
        let env = TestEnv::new();
        let board = env.file(file);
        let again = format!("hint {puzzle} --board {board} --apply");
        let output = env.run(&again);
        let what = format!("{puzzle}, {file}");
        output.assert_exit(0, "the board is empty at the start");
        let mut before = String::new();
        let mut calls = 1;
        loop {
            let now = std::fs::read_to_string(&board).expect("the board");
            if now == before {
                break;
            }
            let expected = if file.contains("json") { "{" } else { "" };
            assert!(now.starts_with(expected), "{what}: {now}");
            let checked = env.run(format!("check {puzzle} {board}"));
            let finished = checked.code == Some(0);
            assert!(finished || checked.code == Some(6), "{what}: {checked:?}");
            before = now;
            let output = env.succeed(&again);
            assert!(
                !finished || output.stdout.contains("complete"),
                "{what}: {output:?}"
            );
            calls += 1;
            assert!(calls < 200, "{what} never ends: {before}");
        }
        let checked = env.run(format!("check {puzzle} {board}"));
        checked.stdout_ends("a solution\n");
    }
}

#[test]
fn the_next_board_is_written_to_the_output() {
    let env = TestEnv::new();
    let first = "# by hand\n. . ?\n? ? ?\n. ? ?\n. ? ?\n";
    let mine = env.write("mine.txt", first);
    // To another file; the first is unchanged.
    let next = env.file("next.json");
    let apply = format!("--apply={next}");
    let _ = env.succeed(format!("hint {GRID} --board {mine} {apply}"));
    assert_eq!(std::fs::read_to_string(&mine).expect("the board"), first);
    let written = std::fs::read_to_string(&next).expect("the board");
    assert!(written.starts_with("{\n  \"placements\""), "{written}");
    // To standard output; the hint is written to standard error.
    let output = env.run(format!("hint {GRID} --board {mine} --apply=-"));
    output.stdout_lacks("domino");
    output.stderr_has("cells to go");
    let checked = env.feed(format!("check {GRID} -"), &output.stdout);
    checked.assert_code(6);
    // The JSON document contains the board.
    let output = env.run(format!(
        "hint {GRID} --board {mine} --apply=- --format json"
    ));
    assert!(
        output.json()["board"]["placements"].is_array(),
        "{output:?}"
    );
    let checked = env.feed(format!("check {GRID} -"), &output.stdout);
    checked.assert_code(6);
    // In place; comments above the board are preserved.
    let _ = env.succeed(format!("hint {GRID} --board {mine} --apply"));
    let now = std::fs::read_to_string(&mine).expect("the board");
    assert!(now.starts_with("# by hand\n") && now != first, "{now}");
    // All steps at once.
    let output = env.run(format!("hint {GRID} --board {mine} --apply --steps"));
    output.stderr_ends("the board is finished, a solution.\n");
    let _ = env.succeed(format!("check {GRID} {mine}"));
}

#[test]
fn only_board_files_are_overwritten() {
    let env = TestEnv::new();
    let puzzle = std::fs::read_to_string(LOOSE).expect("a puzzle");
    let several = env
        .run(format!("run {LOOSE} --limit 2 --format jsonl"))
        .stdout;
    let nyt = env.run(format!("convert {LOOSE} --to nyt")).stdout;
    for text in [puzzle, several, nyt] {
        let file = env.write("file", &text);
        let output = env.run(format!("hint {LOOSE} --board {file} --apply"));
        output.assert_code(2);
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), text);
    }
    env.run(format!("hint {LOOSE} --apply"))
        .assert_exit(2, "--board");
    // An existing invalid file is not treated as a missing file.
    let file = env.write("file", "this is no board\n");
    let output = env.run(format!("hint {LOOSE} --board {file} --apply"));
    output.assert_code(2);
}

/// Every command reads the same text of an unfinished board.
#[test]
fn unfinished_boards_are_checked() {
    let env = TestEnv::new();
    let checked = |text: &str| env.feed(format!("check {LOOSE} -"), text);
    let output = checked("3-3 ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?\n");
    assert_eq!(output.stdout, "14 cells to go, nothing wrong so far.\n");
    output.assert_code(6);
    let output = checked("33??\n????\n????\n??4?\n");
    assert_eq!(
        output.stdout,
        "16 cells to go, 3 of which show their pips already; nothing wrong so far.\n"
    );
    assert_eq!(
        checked("3 r0c0\n").stdout,
        "16 cells to go, 1 of which shows its pips already; nothing wrong so far.\n"
    );
    let output = checked("3-4 ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?\n");
    output.assert_code(5);
    output.stdout_starts("The board is wrong already, with 14 cells to go:\n");
    output.stdout_has("domino 3-4 is not in the puzzle");
    output.stdout_has("region A");
    let output = env.feed(format!("check {LOOSE} - --format json"), "3-3 r0c0 r0c1\n");
    let value = output.json();
    assert_eq!(
        (&value["verdict"], &value["cells_to_go"]),
        (&"unfinished".into(), &14.into())
    );
    for text in [
        "3-3 ? ?\n",
        "3-3 r0c0 r0c1\n",
        r#"{"placements":[[3,3,"r0c0","r0c1"]]}"#,
    ] {
        for command in ["show", "hint"] {
            let output = env.feed(format!("{command} {LOOSE} --board -"), text);
            output.assert_code(0);
        }
        assert_eq!(checked(text).code, Some(6), "{text}");
    }
}

/// The board is a constraint: of 256 solutions, those that extend it remain.
#[test]
fn run_completes_a_given_board() {
    let env = TestEnv::new();
    let all = env.run(format!("run {LOOSE} --all --format json")).json();
    let all = all["results"][0]["boards"]
        .as_array()
        .expect("boards")
        .clone();
    let places =
        |board: &serde_json::Value| board["placements"].as_array().expect("a list").clone();
    let domino = &places(&all[0])[6];
    let with = all
        .iter()
        .filter(|board| places(board).contains(domino))
        .count();
    assert!(0 < with && with < all.len());
    let list = format!(
        "{}-{} {} {}\n",
        domino[0],
        domino[1],
        domino[2].as_str().expect("a cell"),
        domino[3].as_str().expect("a cell")
    );
    let counted = env.feed(format!("run {LOOSE} --board - --count"), &list);
    assert_eq!(counted.stdout, format!("{with}\n"), "{counted:?}");
    let listed = env.feed(format!("run {LOOSE} --board - --all"), &list);
    listed.stdout_lacks("r0c0");
    let checked = env.feed(format!("check {LOOSE} -"), &listed.stdout);
    let summary = format!("{with} boards: {with} different solutions\n");
    assert_eq!(checked.stdout, summary, "{checked:?}");
    // Two cells that share a domino, and pips alone.
    let joined = env.feed(
        format!("run {LOOSE} --board - --count"),
        "?-? r0c0 r0c1\n3 r0c0\n",
    );
    let shares = |board: &&serde_json::Value| {
        places(board)
            .iter()
            .any(|one| one[0] == 3 && one[2] == "r0c0" && one[3] == "r0c1")
    };
    assert_eq!(
        joined.stdout,
        format!("{}\n", all.iter().filter(shares).count()),
        "{joined:?}"
    );
    // Boards with structural faults are rejected.
    let wrong = env.feed(format!("run {LOOSE} --board -"), "6-6 r0c0 r0c1\n");
    wrong.assert_code(2);
    // If the board has no completion, the message blames the board.
    let wrong = env.feed(format!("run {LOOSE} --board -"), "0 r0c0\n");
    assert_eq!(
        wrong.stdout, "no solution continues this board\n",
        "{wrong:?}"
    );
    wrong.assert_code(0);
}

/// A wrong board gets the same message from every command.
#[test]
fn commands_report_board_errors_alike() {
    let env = TestEnv::new();
    let board = "3-4 r0c0 r0c1\n";
    let checked = env.feed(format!("check {LOOSE} -"), board).stdout;
    let expected = checked.strip_prefix("The board is ").expect("a sentence");
    assert!(
        expected.starts_with("wrong already, with 14 cells to go:\n  domino 3-4"),
        "{expected}"
    );
    for command in ["hint", "run", "explain", "show"] {
        let output = env.feed(format!("{command} {LOOSE} --board -"), board);
        let code = if command == "show" { 5 } else { 2 };
        output.assert_exit(code, expected);
    }
}

#[test]
fn explain_assumes_the_given_board() {
    let env = TestEnv::new();
    let puzzle = env.write("p.txt", "AAB\nCDD\n\nA 6\nB > 2\nC 0\nD =\n\n05 11 13\n");
    // The puzzle has two solutions, and both have 5-0 on r0c0 and r1c0.
    for (board, expected, drawn) in [
        ("5-0 r0c0 r1c0\n", "There are 2 solutions.", "  5  "),
        ("1-3 r0c1 r0c2\n", "There is exactly one solution.", "─ 3  "),
        (
            "5-0 r0c0 r0c1\n",
            "No solution: one rule and one fact",
            " [5]─",
        ),
    ] {
        let output = env.feed(format!("explain {puzzle} --board -"), board);
        output.assert_code(0);
        output.stdout_has(expected);
        output.stdout_has(drawn);
        // The board is drawn as a grid.
        output.stdout_has("r0 ");
    }
}
