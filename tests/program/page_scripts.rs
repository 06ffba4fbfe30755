//! Pages in a real browser: Chromium, driven by `tests/program/pages.cjs`.
//!
//! `scripts/install-browser` and `npm ci` in `web` install the dependencies. Without them the test
//! prints `NOT TESTED` and passes, or fails if `CI` is set. With `PIPSC_SCREENSHOTS=FOLDER` the
//! pages and their screenshots are kept in that folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools;

/// The commands that write the pages, with their exit codes. A word that begins with `@` names a file
/// in the folder of the pages.
const COMMANDS: &str = "\
0 show puzzles/loose.txt --solve --limit 12 -o @many.html
0 emit puzzles/loose.txt -t dimacs -o @many.cnf
0 show puzzles/dozen.txt --solve -o @one.html
0 show puzzles/impossible.txt --solve -o @none.html
0 show puzzles/dozen.txt --solve -o @picture.svg
5 show puzzles/dozen.txt --board @wrong.txt -o @wrong.html
0 explain puzzles/impossible.txt --all -o @conflicts.html
0 hint puzzles/dozen.txt --steps -o @steps.html
0 explain puzzles/dozen.txt -o @unique.html
0 explain puzzles/loose.txt -o @several.html
0 explain @tee.txt -o @uncoverable.html
0 trace puzzles/dozen.txt --strategy first-empty,exact-cover -o @trace.html
0 trace puzzles/dozen.txt --all -o @whole-tree.html
0 trace puzzles/dozen.txt --all --shown 100 -o @sampled.html
0 bench puzzles/dozen.txt puzzles/impossible.txt puzzles/small.board.json --goal one,unique,count -o @bench.html
0 bench puzzles/dozen.txt puzzles/impossible.txt puzzles/small.board.json --goal one,unique,count \
--solver embedded,search --strategy first-empty --terms pruned -o @wide.html";

/// A board of `dozen.txt` with the last domino reversed.
const WRONG: &str =
    " 0  4- 8  1  .\n |        |\n 9 11- 6  7  .\n . 11  6  3- 8\n    |  |\n .  9  0  .  .\n";

/// A board that dominoes cannot cover.
const TEE: &str = "ABC\n.D.\n\nA 1\nB 2\nC 3\nD 4\n\n12 34\n";

#[test]
fn html_pages_work_in_a_browser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let playwright = root.join("web/node_modules/playwright-core");
    let (Some(chromium), Some(node)) = (tools::find("chromium"), tools::find("node")) else {
        return;
    };
    if !playwright.exists() && tools::missing::<()>("playwright-core").is_none() {
        return;
    }
    let temporary = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("PIPSC_SCREENSHOTS").map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("wrong.txt"), WRONG).expect("a file");
    fs::write(folder.join("tee.txt"), TEE).expect("a file");
    for line in COMMANDS.lines() {
        let (code, arguments) = line.split_once(' ').expect("a command");
        let words = arguments
            .split(' ')
            .map(|word| match word.strip_prefix('@') {
                Some(name) => folder.join(name),
                None => word.into(),
            });
        let output = Command::new(env!("CARGO_BIN_EXE_pipsc"))
            .env("PIPSC_CONFIG", "")
            .args(words)
            .current_dir(root)
            .output()
            .expect("the program starts");
        assert_eq!(
            output.status.code(),
            code.parse().ok(),
            "{line}: {output:?}"
        );
    }
    let output = Command::new(node)
        .arg(root.join("tests/program/pages.cjs"))
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
