//! `pipsc show`, and pictures from `pipsc run`: what goes where, and what is refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn pipsc(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pipsc"))
        .env("PIPSC_CONFIG", "")
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env_remove("LANG")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// A folder with a few of the examples and some boards.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    for name in ["triplets.txt", "loose.txt", "impossible.txt", "islands.txt"] {
        let _ = fs::copy(examples.join(name), folder.path().join(name)).expect("a copy");
    }
    let solved = "2-2 2 0 .\n    | |\n4-1 2 3 .\n. 1 1 2-1\n  | |\n. 2 2 0-3\n";
    fs::write(folder.path().join("solved.txt"), solved).expect("a file");
    let wrong = solved.replace("4-1", "1-4");
    fs::write(folder.path().join("wrong.txt"), wrong).expect("a file");
    fs::write(folder.path().join("part.txt"), "2-2 ? ? .\n").expect("a file");
    folder
}

/// Standard output of a call that succeeds.
fn shown(arguments: &[&str]) -> String {
    let output = pipsc(arguments, folder().path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_puzzle_alone_tells_no_solution() {
    let drawn = shown(&["show", "triplets.txt"]);
    assert!(drawn.starts_with("Triplets\n\n┏"), "{drawn}");
    assert!(
        drawn.ends_with("dominoes: 0-3 0-3 1-2 1-2 1-2 1-4 2-2 2-2\n"),
        "{drawn}"
    );
    let solved = shown(&["show", "triplets.txt", "--solve"]);
    assert!(!solved.contains("dominoes:"), "{solved}");
    assert_eq!(
        shown(&["show", "triplets.txt", "--solve", "--format", "compact"]),
        "2 2 2 0 -|4 1 2 3 -|- 1 1 2 1|- 2 2 0 3\n"
    );
}

#[test]
fn output_that_is_no_terminal_has_no_colour() {
    assert!(!shown(&["show", "triplets.txt"]).contains('\u{1b}'));
    let forced = Command::new(env!("CARGO_BIN_EXE_pipsc"))
        .env("PIPSC_CONFIG", "")
        .args(["show", "triplets.txt", "--ascii"])
        .current_dir(folder().path())
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("the program starts");
    assert!(text(&forced.stdout).contains("\u{1b}[48;5;"));
    assert!(forced.stdout.is_ascii());
}

#[test]
fn a_board_is_checked_before_it_is_shown() {
    let folder = folder();
    let good = pipsc(
        &["show", "triplets.txt", "--board", "solved.txt"],
        folder.path(),
    );
    assert_eq!(good.status.code(), Some(0));
    assert_eq!(text(&good.stderr), "");

    let wrong = pipsc(
        &["show", "triplets.txt", "--board", "wrong.txt"],
        folder.path(),
    );
    assert_eq!(wrong.status.code(), Some(5));
    let said = text(&wrong.stderr);
    assert!(
        said.contains("not a solution:\n  region C (r1c0) needs sum = 4, but shows 1\n"),
        "{said}"
    );
    // Marked in the drawing, too.
    assert!(text(&wrong.stdout).contains("4*"));

    let part = pipsc(
        &["show", "triplets.txt", "--board", "part.txt"],
        folder.path(),
    );
    assert_eq!(part.status.code(), Some(0));
    assert!(text(&part.stdout).contains("dominoes: 0-3 0-3 1-2 1-2 1-2 1-4 2-2\n"));
    assert_eq!(
        text(&part.stderr),
        "14 cells to go, nothing wrong so far.\n"
    );
}

#[test]
fn no_solution_is_said_and_the_puzzle_is_drawn() {
    let output = pipsc(&["show", "impossible.txt", "--solve"], folder().path());
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("Square the circle\n"));
    assert_eq!(text(&output.stderr), "There is no solution.\n");
}

#[test]
fn the_name_of_the_file_says_what_it_is() {
    let folder = folder();
    for (file, start) in [
        ("a.svg", &b"<svg "[..]),
        ("a.html", b"<!DOCTYPE html>"),
        ("a.png", b"\x89PNG"),
        ("a.txt", b"Triplets"),
    ] {
        let output = pipsc(&["show", "triplets.txt", "-o", file], folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
        let there = fs::read(folder.path().join(file)).expect("the file");
        assert!(there.starts_with(start), "{file}");
    }
    let output = pipsc(
        &["show", "triplets.txt", "--format", "svg", "-o", "new/"],
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(folder.path().join("new/triplets.svg").exists());
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    for format in ["text", "compact", "svg", "html", "png"] {
        let arguments = ["show", "loose.txt", "--solve", "--format", format];
        let folder = folder();
        let one = pipsc(&arguments, folder.path());
        assert!(one.status.success() && !one.stdout.is_empty());
        assert!(
            one.stdout == pipsc(&arguments, folder.path()).stdout,
            "{format}"
        );
    }
}

#[test]
fn a_page_is_whole() {
    let page = shown(&["show", "loose.txt", "--solve", "--format", "html"]);
    assert_eq!(page.matches("class=\"solution laid\"").count(), 100);
    assert!(page.contains("The first 100 solutions; there are more."));
    for model in ["MiniZinc", "SMT-LIB 2", "DIMACS CNF", "CP-SAT"] {
        assert!(page.contains(&format!(">{model}</button>")), "{model}");
    }
    // Nothing is fetched from anywhere.
    for word in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    let without = shown(&["show", "loose.txt", "--format", "html"]);
    assert!(!without.contains("id=\"reveal\""));
}

#[test]
fn what_a_title_holds_stays_text() {
    let folder = folder();
    let puzzle = "title: <script>alert(1)</script> & \"more\"\n\nAA\n\nA 7\n\n3-4\n";
    fs::write(folder.path().join("bad.txt"), puzzle).expect("a file");
    for format in ["html", "svg"] {
        let output = pipsc(
            &["show", "bad.txt", "--solve", "--format", format],
            folder.path(),
        );
        let drawn = text(&output.stdout);
        assert!(drawn.contains("&lt;script&gt;alert(1)"), "{format}");
        assert!(!drawn.contains("<script>alert"), "{format}");
    }
}

#[test]
fn runs_give_pictures() {
    let boxes = shown(&["run", "triplets.txt", "--format", "picture"]);
    assert!(
        boxes.contains("┏━━") && boxes.ends_with("\na solution, checked\n"),
        "{boxes}"
    );
    let ascii = shown(&["run", "triplets.txt", "--format", "picture", "--ascii"]);
    assert!(ascii.is_ascii());

    let folder = folder();
    let run = |arguments: &[&str]| pipsc(arguments, folder.path());
    let lines = run(&["run", "loose.txt", "--all", "--format", "compact"]);
    assert_eq!(text(&lines.stdout).lines().count(), 256);
    assert!(
        text(&lines.stdout)
            .lines()
            .all(|line| line.split('|').count() == 4)
    );
    assert_eq!(text(&lines.stderr), "all 256 solutions; each checked\n");

    let sheet = run(&["run", "loose.txt", "--limit", "7", "--format", "svg"]);
    assert_eq!(text(&sheet.stdout).matches("class=\"board\"").count(), 7);
    let page = run(&["run", "loose.txt", "--all", "--format", "html"]);
    assert_eq!(
        text(&page.stdout)
            .matches("class=\"solution laid\"")
            .count(),
        100
    );
    assert!(text(&page.stdout).contains("All 256 solutions; each checked; showing 100 of 256."));
    let unique = run(&["run", "loose.txt", "--unique", "--format", "svg"]);
    assert!(text(&unique.stdout).contains("class=\"mark\""));
    assert_eq!(text(&unique.stderr), "not unique\n");
    let none = run(&["run", "impossible.txt", "--format", "svg"]);
    assert_eq!(text(&none.stdout).matches("class=\"board\"").count(), 1);
    assert_eq!(text(&none.stderr), "no solution\n");

    let several = run(&[
        "run",
        "triplets.txt",
        "islands.txt",
        "--format",
        "png",
        "-o",
        "out/",
    ]);
    assert_eq!(several.status.code(), Some(0), "{}", text(&several.stderr));
    for name in ["triplets.png", "islands.png"] {
        let png = fs::read(folder.path().join("out").join(name)).expect("the picture");
        assert!(png.starts_with(b"\x89PNG"));
    }
}

#[test]
fn what_cannot_work_is_refused() {
    for (arguments, advice) in [
        (
            &["run", "loose.txt", "--count", "--format", "svg"][..],
            "--count gives no board",
        ),
        (
            &["run", "loose.txt", "triplets.txt", "--format", "svg"],
            "-o pictures/",
        ),
        (
            &["run", "loose.txt", "--format", "text", "-o", "./"],
            "a folder is for pictures",
        ),
        (
            &["show", "loose.txt", "--solve", "--board", "x"],
            "cannot be used with",
        ),
        (
            &["show", "loose.txt", "--format", "png", "--width", "4000000"],
            "another size",
        ),
        (
            &["show", "loose.txt", "--format", "png", "--scale", "0"],
            "above 0",
        ),
    ] {
        let output = pipsc(arguments, folder().path());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(advice), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_explanation_marks_what_it_is_about() {
    let svg = shown(&["explain", "impossible.txt", "--format", "svg"]);
    assert!(svg.contains("Marked regions: C E."), "{svg}");
    let words = shown(&["explain", "impossible.txt", "--ascii"]);
    assert!(words.contains("these two rules conflict"), "{words}");
    assert!(words.contains("4*") && words.contains("3*"), "{words}");
    let html = shown(&["explain", "impossible.txt", "--format", "html"]);
    assert!(html.contains("these two rules conflict"), "{html}");
    // Many solutions: what is forced is shown, what varies is marked.
    let loose = shown(&["explain", "loose.txt", "--format", "svg"]);
    assert!(loose.contains("Marked cells: r0c2 r0c3 r1c2"), "{loose}");
    let folder = folder();
    let file = ["explain", "impossible.txt", "-o", "why.png"];
    assert_eq!(pipsc(&file, folder.path()).status.code(), Some(0));
    let png = fs::read(folder.path().join("why.png")).expect("the picture");
    assert!(png.starts_with(b"\x89PNG"));
}
