//! Pages in a real browser: Chromium, driven by `tests/program/pages.cjs`.
//!
//! `scripts/install-browser` and `npm ci` in `web` install the dependencies. Without them the test
//! prints `NOT TESTED` and passes, or fails if `CI` is set. With `PIPSC_SCREENSHOTS=FOLDER` the
//! pages and their screenshots are kept in that folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools;

/// Runs the program in the folder of the repository.
fn pipsc(arguments: &[&str], expected: i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pipsc"))
        .env("PIPSC_CONFIG", "")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{arguments:?}: {message}"
    );
}

#[test]
fn html_pages_work_in_a_browser_dom() {
    let playwright = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/node_modules/playwright-core");
    let (Some(chromium), Some(node)) = (tools::find("chromium"), tools::find("node")) else {
        return;
    };
    if !playwright.exists() && tools::missing::<()>("playwright-core").is_none() {
        return;
    }
    let temporary = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("PIPSC_SCREENSHOTS").map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder).expect("a folder");
    let file = |name: &str| folder.join(name).to_str().expect("a path").to_owned();

    let (many, one, none) = (
        "puzzles/loose.txt",
        "puzzles/dozen.txt",
        "puzzles/impossible.txt",
    );
    let (html, limit) = (file("many.html"), ["--limit", "12"]);
    pipsc(
        &["show", many, "--solve", limit[0], limit[1], "-o", &html],
        0,
    );
    pipsc(&["emit", many, "-t", "dimacs", "-o", &file("many.cnf")], 0);
    pipsc(&["show", one, "--solve", "-o", &file("one.html")], 0);
    pipsc(&["show", none, "--solve", "-o", &file("none.html")], 0);
    pipsc(&["show", one, "--solve", "-o", &file("picture.svg")], 0);
    // The last domino is reversed.
    let board =
        " 0  4- 8  1  .\n |        |\n 9 11- 6  7  .\n . 11  6  3- 8\n    |  |\n .  9  0  .  .\n";
    std::fs::write(folder.join("wrong.txt"), board).expect("a file");
    pipsc(
        &[
            "show",
            one,
            "--board",
            &file("wrong.txt"),
            "-o",
            &file("wrong.html"),
        ],
        5,
    );

    pipsc(&["explain", none, "--all", "-o", &file("why.html")], 0);
    pipsc(&["hint", one, "--steps", "-o", &file("way.html")], 0);
    pipsc(&["explain", one, "-o", &file("unique.html")], 0);
    pipsc(&["explain", many, "-o", &file("several.html")], 0);
    let tee = "ABC\n.D.\n\nA 1\nB 2\nC 3\nD 4\n\n12 34\n";
    std::fs::write(folder.join("tee.txt"), tee).expect("a file");
    let uncoverable = ["explain", &file("tee.txt"), "-o", &file("uncoverable.html")];
    pipsc(&uncoverable, 0);

    let both = "first-empty,exact-cover";
    pipsc(
        &["trace", one, "--strategy", both, "-o", &file("trace.html")],
        0,
    );
    let all = ["trace", one, "--all", "-o", &file("whole-tree.html")];
    pipsc(&all, 0);
    let sampled = ["--all", "--shown", "100", "-o", &file("sampled.html")];
    pipsc(&[&["trace", one], &sampled[..]].concat(), 0);

    let puzzles = [
        "puzzles/dozen.txt",
        "puzzles/impossible.txt",
        "puzzles/small.board.json",
    ];
    let goals = ["--goal", "one,unique,count", "-o", &file("bench.html")];
    let mut bench = vec!["bench"];
    bench.extend(puzzles.into_iter().chain(goals));
    pipsc(&bench, 0);
    // Several columns, without external solvers.
    let wide = [
        "--solver",
        "embedded,search",
        "--strategy",
        "first-empty",
        "--terms",
        "pruned",
    ];
    let goals = ["--goal", "one,unique,count", "-o", &file("wide.html")];
    let mut bench = vec!["bench"];
    bench.extend(puzzles.into_iter().chain(wide).chain(goals));
    pipsc(&bench, 0);

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/pages.cjs");
    let output = Command::new(node)
        .arg(script)
        .arg(folder)
        .env("CHROMIUM", chromium)
        .env("PLAYWRIGHT", playwright)
        .output()
        .expect("node starts");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
