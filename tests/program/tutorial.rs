//! Every command of docs/tutorial.md does what the page says.
//!
//! A block marked `text NAME` is a file; in a block marked `console` a line with `$` is a command,
//! and what follows is what it prints.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools;

/// A block of the page: the words after its fence, and its lines.
struct Block {
    words: Vec<String>,
    lines: Vec<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(words), None) => {
                open = Some(Block {
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

/// A command, with what it is to print.
fn commands(block: &Block) -> Vec<(&str, String)> {
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

#[test]
fn the_tutorial_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial.md");
    let page = fs::read_to_string(page).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_pipsc"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [
        program.parent().expect("its folder").to_owned(),
        tools::prefix().join("bin"),
    ];
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path)));
    let path = path.expect("a search path");
    let mut run = 0;
    for block in blocks(&page) {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        match words[..] {
            ["text", name] => {
                let text = block.lines.join("\n") + "\n";
                fs::write(folder.path().join(name), text).expect("a file");
            }
            ["console"] => {
                for (command, expected) in commands(&block) {
                    let needed = ["gecode", "z3", "kissat", "rate "];
                    let mut needed = needed.iter().filter(|tool| command.contains(**tool));
                    if !needed.all(|tool| tools::there(tool.trim())) {
                        continue;
                    }
                    let output = Command::new("sh")
                        .args(["-c", command])
                        .current_dir(folder.path())
                        .env("PATH", &path)
                        .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
                        .env("PIPSC_CONFIG", "")
                        .env_remove("CLICOLOR_FORCE")
                        .stdin(Stdio::null())
                        .output()
                        .expect("a shell");
                    let said = String::from_utf8_lossy(&output.stdout);
                    let noise = String::from_utf8_lossy(&output.stderr);
                    assert_eq!(said, expected, "{command}\n{noise}");
                    run += 1;
                }
            }
            ref other => panic!("a block that is neither a file nor commands: {other:?}"),
        }
    }
    assert!(run >= 8, "only {run} commands were run");
}
