//! Boards between commands: what one prints, every other reads.

use std::io::Write;
use std::process::Stdio;

use crate::command::{Did, Place};

const GRAPH: &str = "puzzles/2025-09-16-easy.graph.json";
const GRID: &str = "puzzles/small.board.json";
const LOOSE: &str = "puzzles/loose.txt";

/// Runs the program with something on its standard input.
fn fed(place: &Place, arguments: &[&str], input: &str) -> Did {
    let mut command = place.command(arguments);
    let _ = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program");
    let mut pipe = child.stdin.take().expect("a pipe");
    // Somebody who has seen enough need not read the rest.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("the program");
    Did {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// `pipsc run PUZZLE OPTIONS | pipsc check PUZZLE -`
fn run_and_check(puzzle: &str, options: &[&str]) -> Did {
    let place = Place::new();
    let mut arguments = vec!["run", puzzle];
    arguments.extend(options);
    let ran = place.run(&arguments);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    fed(&place, &["check", puzzle, "-"], &ran.stdout)
}

#[test]
fn check_reads_all_that_run_prints() {
    for puzzle in [GRID, GRAPH, "puzzles/dozen.txt"] {
        for options in [
            &[][..],
            &["-q"],
            &["--all"],
            &["--limit", "1"],
            &["--unique"],
            &["--format", "json"],
            &["--all", "--format", "json"],
        ] {
            let did = run_and_check(puzzle, options);
            let what = format!("{puzzle} {options:?}: {did:?}");
            assert_eq!(did.code, Some(0), "{what}");
            assert!(did.stdout.ends_with("\na solution\n"), "{what}");
        }
    }
}

#[test]
fn check_judges_each_of_several_boards_once() {
    for options in [&["--all"][..], &["--all", "--format", "json"]] {
        let did = run_and_check(LOOSE, options);
        assert_eq!(did.stdout, "256 boards: 256 different solutions\n");
        assert_eq!(did.code, Some(0), "{did:?}");
    }
    let did = run_and_check(LOOSE, &["--unique"]);
    assert_eq!(did.stdout, "2 boards: 2 different solutions\n");

    // Two solvers find the same: it is one solution.
    let did = run_and_check(GRID, &["--solver", "embedded,embedded"]);
    assert!(
        did.stdout
            .ends_with("is the same solution as board 1\n2 boards: 1 solution, 1 repeated\n"),
        "{did:?}"
    );

    // The worst of them decides.
    let place = Place::new();
    let good = place.run(&["run", LOOSE, "--limit", "2"]).stdout;
    let wrong = good.replacen("3-3", "3-4", 1);
    assert_ne!(good, wrong);
    let did = fed(&place, &["check", LOOSE, "-"], &wrong);
    assert_eq!(did.code, Some(5), "{did:?}");
    assert!(did.stdout.contains("is not a solution:\n"), "{did:?}");
    let summary = "2 boards: 1 solution, 1 wrong\n";
    assert!(did.stdout.ends_with(summary), "{did:?}");
    let file = place.write("good.txt", &good).display().to_string();
    let did = place.run(&["check", LOOSE, &format!("{file}:2")]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let did = place.run(&["check", LOOSE, &format!("{file}:3")]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("expected 1 to 2"), "{did:?}");
}

#[test]
fn of_several_puzzles_the_boards_of_the_one_that_is_named() {
    let place = Place::new();
    for format in ["text", "json"] {
        let ran = place.run(&["run", GRID, "puzzles/dozen.txt", LOOSE, "--format", format]);
        for puzzle in [GRID, "puzzles/dozen.txt", LOOSE] {
            let did = fed(&place, &["check", puzzle, "-"], &ran.stdout);
            assert_eq!(did.code, Some(0), "{puzzle} as {format}: {did:?}");
            assert!(did.stdout.ends_with("\na solution\n"), "{did:?}");
        }
        let did = fed(&place, &["check", "puzzles/islands.txt", "-"], &ran.stdout);
        assert_eq!(did.code, Some(2), "{format}: {did:?}");
    }
}

#[test]
fn what_other_commands_print_is_read_too() {
    let place = Place::new();
    for arguments in [
        &["check", GRID, "solved.txt"][..],
        &["check", GRID, "solved.txt", "--format", "json"],
        &["hint", GRID, "--steps", "--format", "json"],
        &["explain", GRID, "--format", "json"],
        &["convert", LOOSE, "--to", "text"],
        &["convert", LOOSE, "--to", "graph"],
        &["convert", LOOSE, "--to", "nyt"],
    ] {
        let puzzle = arguments[1];
        let solved = place.run(&["run", puzzle]).stdout;
        let solved = place.write("solved.txt", &solved).display().to_string();
        let path = |word: &&str| match *word {
            "solved.txt" => solved.clone(),
            word => word.to_string(),
        };
        let arguments: Vec<String> = arguments.iter().map(path).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let printed = place.run(&arguments);
        assert_eq!(printed.code, Some(0), "{arguments:?}: {printed:?}");
        let did = fed(&place, &["check", puzzle, "-"], &printed.stdout);
        assert_eq!(did.code, Some(0), "{arguments:?}: {did:?}");
        assert!(did.stdout.ends_with("\na solution\n"), "{did:?}");
    }
}

#[test]
fn every_command_reads_what_run_prints() {
    let place = Place::new();
    for format in ["text", "json"] {
        let ran = place.run(&["run", GRID, "--format", format]);
        for command in ["show", "hint"] {
            let did = fed(&place, &[command, GRID, "--board", "-"], &ran.stdout);
            assert_eq!(did.code, Some(0), "{command}, {format}: {did:?}");
        }
        // One of several has to be chosen, and it is said how.
        let ran = place.run(&["run", LOOSE, "--limit", "3", "--format", format]);
        for command in ["show", "hint"] {
            let did = fed(&place, &[command, LOOSE, "--board", "-"], &ran.stdout);
            assert_eq!(did.code, Some(2), "{command}, {format}: {did:?}");
            assert!(did.stderr.contains("`-:1`"), "{did:?}");
            let did = fed(&place, &[command, LOOSE, "--board", "-:3"], &ran.stdout);
            assert_eq!(did.code, Some(0), "{command}, {format}: {did:?}");
        }
    }
}

#[test]
fn a_text_without_a_board_says_what_it_is() {
    let place = Place::new();
    for (puzzle, options, expected) in [
        (LOOSE, &["--count"][..], "only the number 256"),
        ("puzzles/impossible.txt", &[], "only words: `no solution`"),
        (LOOSE, &["--format", "picture"], "this is a picture"),
        (
            LOOSE,
            &["--format", "picture", "--ascii"],
            "this is a picture",
        ),
        (
            "puzzles/impossible.txt",
            &["--format", "json"],
            "no board in this JSON",
        ),
    ] {
        let mut arguments = vec!["run", puzzle];
        arguments.extend(options);
        let ran = place.run(&arguments);
        let did = fed(&place, &["check", puzzle, "-"], &ran.stdout);
        assert_eq!(did.code, Some(2), "{arguments:?}: {did:?}");
        assert!(did.stderr.contains(expected), "{arguments:?}: {did:?}");
    }
}
