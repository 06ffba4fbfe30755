//! `pipsc show`, and pictures of `pipsc run`: output files and rejected options.

use std::fs;

use crate::command::{Arguments, TestEnv};

/// A folder with a few of the examples and some boards.
fn folder() -> TestEnv {
    let env = TestEnv::new();
    for name in ["triplets.txt", "loose.txt", "impossible.txt", "islands.txt"] {
        let _ = fs::copy(format!("puzzles/{name}"), env.path(name)).expect("a copy");
    }
    let solved = "2-2 2 0 .\n    | |\n4-1 2 3 .\n. 1 1 2-1\n  | |\n. 2 2 0-3\n";
    let _ = env.write("solved.txt", solved);
    let wrong = solved.replace("4-1", "1-4");
    let _ = env.write("wrong.txt", &wrong);
    let _ = env.write("part.txt", "2-2 ? ? .\n");
    env
}

/// Standard output of a call that succeeds.
fn shown(arguments: impl Arguments) -> String {
    let output = folder().run_inside(arguments);
    output.assert_code(0);
    output.stdout
}

#[test]
fn show_without_solve_hides_the_solution() {
    let drawn = shown("show triplets.txt");
    assert!(drawn.starts_with("Triplets\n\n┏"), "{drawn}");
    assert!(
        drawn.ends_with("dominoes: 0-3 0-3 1-2 1-2 1-2 1-4 2-2 2-2\n"),
        "{drawn}"
    );
    let solved = shown("show triplets.txt --solve");
    assert!(!solved.contains("dominoes:"), "{solved}");
}

#[test]
fn output_that_is_no_terminal_has_no_colour() {
    assert!(!shown("show triplets.txt").contains('\u{1b}'));
    let folder = folder();
    let mut forced = folder.command("show triplets.txt --ascii");
    let _ = forced.env("CLICOLOR_FORCE", "1");
    let forced = folder.finish(forced.current_dir(folder.path("")));
    forced.stdout_has("\u{1b}[48;5;");
    assert!(forced.stdout.is_ascii());
}

#[test]
fn a_board_is_checked_before_it_is_shown() {
    let folder = folder();
    let good = folder.run_inside("show triplets.txt --board solved.txt");
    good.assert_code(0);
    assert_eq!(good.stderr, "");

    let wrong = folder.run_inside("show triplets.txt --board wrong.txt");
    wrong.assert_code(5);
    let message = &wrong.stderr;
    assert!(
        message.contains("not a solution:\n  region C (r1c0) needs sum = 4, but shows 1\n"),
        "{message}"
    );
    // Also marked in the drawing.
    wrong.stdout_has("4*");

    let part = folder.run_inside("show triplets.txt --board part.txt");
    part.assert_code(0);
    part.stdout_has("dominoes: 0-3 0-3 1-2 1-2 1-2 1-4 2-2\n");
    assert_eq!(part.stderr, "14 cells to go, nothing wrong so far.\n");
}

#[test]
fn infeasible_puzzles_are_drawn_with_a_message() {
    let output = folder().run_inside("show impossible.txt --solve");
    output.assert_code(0);
    output.stdout_starts("Square the circle\n");
    assert_eq!(output.stderr, "No solution.\n");
}

#[test]
fn pages_have_solutions_and_models() {
    let page = shown("show loose.txt --solve --format html");
    assert_eq!(page.matches("class=\"solution laid\"").count(), 100);
    assert!(page.contains("At least 100 solutions, each checked: the limit was reached."));
    for model in ["MiniZinc", "SMT-LIB 2", "DIMACS CNF", "CP-SAT"] {
        assert!(page.contains(&format!(">{model}</button>")), "{model}");
    }
    let without = shown("show loose.txt --format html");
    assert!(!without.contains("id=\"reveal\""));
}

#[test]
fn runs_give_pictures() {
    let boxes = shown("run triplets.txt --format picture");
    assert!(
        boxes.contains("┏━━") && boxes.ends_with("\na solution, checked\n"),
        "{boxes}"
    );
    let ascii = shown("run triplets.txt --format picture --ascii");
    assert!(ascii.is_ascii());

    let folder = folder();
    let run = |arguments: &str| folder.run_inside(arguments);
    let sheet = run("run loose.txt --limit 7 --format svg");
    assert_eq!(sheet.stdout.matches("class=\"board\"").count(), 7);
    let page = run("run loose.txt --all --format html");
    assert_eq!(page.stdout.matches("class=\"solution laid\"").count(), 100);
    page.stdout_has("All 256 solutions; each checked; showing 100 of 256.");
    let unique = run("run loose.txt --unique --format svg");
    unique.stdout_has("class=\"mark\"");
    assert_eq!(unique.stderr, "not unique\n");
    let none = run("run impossible.txt --format svg");
    assert_eq!(none.stdout.matches("class=\"board\"").count(), 1);
    assert_eq!(none.stderr, "no solution\n");

    let several = run("run triplets.txt islands.txt --format png -o out/");
    several.assert_code(0);
    for name in ["triplets.png", "islands.png"] {
        let png = fs::read(folder.path("out").join(name)).expect("the picture");
        assert!(png.starts_with(b"\x89PNG"));
    }
}

#[test]
fn explanations_mark_their_cells() {
    let svg = shown("explain impossible.txt --format svg");
    assert!(svg.contains("Marked regions: C E."), "{svg}");
    let words = shown("explain impossible.txt --ascii");
    assert!(words.contains("these two rules conflict"), "{words}");
    assert!(words.contains("4*") && words.contains("3*"), "{words}");
    let html = shown("explain impossible.txt --format html");
    assert!(html.contains("these two rules conflict"), "{html}");
    // With several solutions, forced values are shown and varying cells are marked.
    let loose = shown("explain loose.txt --format svg");
    assert!(loose.contains("Marked cells: r0c2 r0c3 r1c2"), "{loose}");
    let folder = folder();
    let file = "explain impossible.txt -o why.png";
    assert_eq!(folder.run_inside(file).code, Some(0));
    let png = fs::read(folder.path("why.png")).expect("the picture");
    assert!(png.starts_with(b"\x89PNG"));
}
