//! Runs every command of docs/tutorial.md and docs/course.md, and those of other pages that show
//! output, and compares the output. Checks the links of all pages.
//!
//! A block marked `text NAME` is a file. In a block marked `console` a line with `$` is a command,
//! followed by its output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tools;

/// A fenced block of a page: the words after the fence, and its lines.
struct PageBlock {
    words: Vec<String>,
    lines: Vec<String>,
}

fn blocks(page: &str) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let mut open: Option<PageBlock> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(words), None) => {
                open = Some(PageBlock {
                    words: words.split_whitespace().map(str::to_owned).collect(),
                    lines: Vec::new(),
                });
            }
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// The commands of a block, with their expected output.
fn commands(block: &PageBlock) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => panic!("output before any command: {line}"),
        }
    }
    commands
}

/// Runs a command of a page and compares its output; `None` if it needs a solver that is not
/// installed.
fn run(command: &str, expected: &str, folder: &Path) -> Option<String> {
    let needed = [
        "gecode",
        "chuffed",
        "z3",
        "kissat",
        "cadical",
        "minisat",
        "clasp-opb",
        "highs",
        "clingo",
        "rate ",
    ];
    // The programs that find and check proofs. The tutorial reads its certificate `ben`.
    let proving: &[&str] = match command.contains("pipsc prove") || command.contains("ben/") {
        true => &["kissat", "rate", "veripb"],
        false => &[],
    };
    let named = needed.iter().filter(|tool| command.contains(**tool));
    let mut needed = named.chain(proving);
    let is_usable = |tool: &str| match tool {
        // Slow where it runs under Node.
        "chuffed" => false,
        tool => tools::is_installed(tool),
    };
    if !needed.all(|tool| is_usable(tool.trim())) {
        return None;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_pipsc"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [
        program.parent().expect("its folder").to_owned(),
        tools::prefix().join("bin"),
    ];
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.expect("a search path"))
        .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
        .env("PIPSC_CONFIG", "")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env_remove("LANG")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    // A page may show only the beginning of the output.
    assert!(stdout.starts_with(expected), "{command}\n{stdout}{stderr}");
    Some(stdout.into_owned())
}

/// The pages of which every command is tested, each in a temporary folder.
const WHOLE: [&str; 2] = ["tutorial.md", "course.md"];

/// Runs every command of a page, at least `least`, and compares the output.
fn assert_outputs(page: &str, least: usize) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(page);
    let page = fs::read_to_string(page).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut done = 0;
    for block in blocks(&page) {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        match words[..] {
            ["text", name] => {
                let text = block.lines.join("\n") + "\n";
                fs::write(folder.path().join(name), text).expect("a file");
            }
            ["console"] => {
                for (command, expected) in commands(&block) {
                    if let Some(message) = run(command, &expected, folder.path()) {
                        assert_eq!(message, expected, "{command}");
                        done += 1;
                    }
                }
            }
            // Commands that are not tested.
            [] => {}
            ref other => panic!("a block that is neither a file nor commands: {other:?}"),
        }
    }
    assert!(done >= least, "only {done} commands were run");
}

#[test]
fn the_tutorial_output_is_current() {
    assert_outputs("tutorial.md", 8);
}

#[test]
fn the_course_output_is_current() {
    // Without external solvers.
    assert_outputs("course.md", 20);
}

/// The README files, and the pages of the documentation.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("a folder");
    let docs = docs.map(|page| page.expect("a page").path());
    let named = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "web/README.md",
    ];
    docs.filter(|page| page.extension().is_some_and(|end| end == "md"))
        .chain(named.map(|page| root.join(page)))
        .collect()
}

#[test]
fn outputs_on_other_pages_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_whole = |page: &PathBuf| WHOLE.iter().any(|whole| page.ends_with(whole));
    let mut done = 0;
    for page in pages().into_iter().filter(|page| !is_whole(page)) {
        let text = fs::read_to_string(&page).expect("a page");
        let shown = blocks(&text);
        let shown = shown.iter().filter(|block| {
            block
                .lines
                .first()
                .is_some_and(|line| line.starts_with("$ "))
        });
        for (command, expected) in shown.flat_map(commands) {
            // The README shows the output on a terminal.
            let is_drawn = expected.contains('┏') && command.starts_with("pipsc run ");
            let drawn = command.replacen(" run ", " run --format picture ", 1);
            let command = if is_drawn { &drawn } else { command };
            done += usize::from(run(command, &expected, root).is_some());
        }
    }
    assert!(done >= 3, "only {done} commands were run");
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading
                .chars()
                .filter(|char| char.is_alphanumeric() || " -_".contains(*char));
            kept.map(|char| if char == ' ' { '-' } else { char })
                .collect()
        })
        .collect()
}

#[test]
fn links_between_pages_lead_to_files_and_headings() {
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for part in text.split("](").skip(1) {
            let (link, _) = part.split_once(')').expect("the end of a link");
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.with_file_name(file),
            };
            let place = format!("{}: {link}", page.display());
            assert!(target.exists(), "{place}");
            if !anchor.is_empty() {
                let target = fs::read_to_string(&target).expect("a page");
                assert!(anchors(&target).iter().any(|one| one == anchor), "{place}");
            }
            checked += 1;
        }
    }
    assert!(checked > 80, "only {checked} links");
}
