//! `pipsc prove`: valid and manipulated certificates.

mod certificates;
mod deception;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{RunOutput, TestEnv};
use crate::tools;

/// An environment with only some programs.
struct Prover {
    env: TestEnv,
}

/// The programs of these tests.
const USUAL: [&str; 3] = ["kissat", "rate", "veripb"];

/// Twelve cells, of which no dominoes cover the last rows and columns: the board less two corners.
const MUTILATED: &str = "\
.*****
******
******
******
******
*****.

00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
";

/// Four solutions: two tilings, and two orientations of one domino.
const FEW: &str = "\
AA
**

A 3

12 34
";

impl Prover {
    /// Creates the environment; `None` if a program is not installed.
    fn with(programs: &[&str]) -> Option<Prover> {
        let prover = Prover {
            env: TestEnv::new(),
        };
        fs::create_dir_all(prover.programs()).expect("a folder");
        for program in programs {
            let found = tools::find(program)?;
            symlink(found, prover.programs().join(program)).expect("a link");
        }
        Some(prover)
    }

    fn programs(&self) -> PathBuf {
        self.env.path("prefix/bin")
    }

    /// Adds a script as a program.
    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.programs().join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }

    fn without(&self, name: &str) {
        fs::remove_file(self.programs().join(name)).expect("it was there");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.env.command(arguments);
        let _ = command
            .env("PATH", self.programs())
            .env("PIPSC_SOLVERS_PREFIX", self.env.path("prefix"));
        command
    }

    fn run(&self, arguments: &[&str]) -> RunOutput {
        self.env.finish(&mut self.command(arguments))
    }

    fn path(&self, name: &str) -> String {
        self.env.path(name).display().to_string()
    }

    /// Runs `pipsc prove` on a puzzle.
    fn prove(&self, puzzle: &str, into: &str, more: &[&str]) -> RunOutput {
        let into = self.path(into);
        let output = self.run(&[&["prove", puzzle, "-o", &into], more].concat());
        let beside = fs::read_dir(self.env.path("")).expect("the folder");
        for entry in beside {
            let name = entry.expect("an entry").file_name();
            assert!(!name.to_string_lossy().starts_with(".pipsc"), "{output:?}");
        }
        output
    }

    fn check(&self, folder: &str) -> RunOutput {
        self.run(&["prove", "--check", &self.path(folder)])
    }

    /// Runs the script of a certificate, without pipsc.
    fn script_of(&self, folder: &str) -> RunOutput {
        let path = std::env::join_paths([self.programs(), "/usr/bin".into(), "/bin".into()]);
        let output = Command::new("sh")
            .arg(self.env.path(folder).join("check.sh"))
            .env("PATH", path.expect("a path"))
            .output()
            .expect("sh");
        RunOutput::new(output)
    }

    /// Makes a certificate of four solutions.
    fn few(&self) -> String {
        let puzzle = self.env.write("few.txt", FEW);
        let output = self.prove(&puzzle, "good", &[]);
        assert_ends(&output, 0, "The puzzle has exactly 4 solutions.");
        puzzle
    }

    /// Copies that certificate.
    fn copy(&self, name: &str) -> PathBuf {
        let (from, to) = (self.env.path("good"), self.env.path(name));
        for (name, text) in files(&from) {
            let path = to.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        to
    }
}

/// Returns the files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            let inner = self::files(&path);
            files.extend(
                inner
                    .into_iter()
                    .map(|(file, text)| (format!("{name}/{file}"), text)),
            );
        } else {
            let _ = files.insert(name, fs::read(&path).expect("a file"));
        }
    }
    files
}

/// Changes a file.
fn change(folder: &Path, file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    let path = folder.join(file);
    let text = fs::read(&path).expect("a file");
    let changed = change(text.clone());
    assert!(changed != text, "{file} was not changed");
    fs::write(&path, changed).expect("a file");
}

fn replace(text: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(text).expect("text");
    text.replacen(from, to, 1).into_bytes()
}

/// Recomputes the hashes of a changed certificate.
fn rehash(folder: &Path) {
    let script = "sha256sum $(cut -c67- SHA256SUMS) > new && mv new SHA256SUMS";
    let mut command = Command::new("sh");
    let ran = command.args(["-c", script]).current_dir(folder).status();
    assert!(ran.expect("sha256sum").success());
}

fn assert_ends(output: &RunOutput, code: i32, message: &str) {
    output.assert_code(code);
    let said = format!("{}{}", output.stdout, output.stderr);
    assert!(said.contains(message), "no `{message}` in {output:?}");
}
