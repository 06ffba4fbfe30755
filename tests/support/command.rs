//! The program itself, run in a folder of its own that shows what it leaves behind.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::tools;

/// The environment variable that marks every process of one test.
const MARK: &str = "PIPSC_TEST_MARK";

/// A place to run the program in.
pub(crate) struct Place {
    folder: TempDir,
    mark: String,
}

/// What the program did.
#[derive(Debug)]
pub(crate) struct Did {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Did {
    pub(crate) fn new(output: Output) -> Self {
        Did {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["tmp", "config"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let mark = folder.path().display().to_string();
        Place { folder, mark }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file for the program to read.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        path
    }

    /// The program with some arguments, ready to start.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pipsc"));
        let _ = command
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TMPDIR", self.path("tmp"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
            .env_remove("PIPSC_SOLVERS")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env_remove("LANG")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("PIPSC_CONFIG")
            .env(MARK, &self.mark)
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end, and looks that it leaves no process and no file behind.
    pub(crate) fn run(&self, arguments: &[&str]) -> Did {
        self.finish(&mut self.command(arguments))
    }

    /// The same for a command that was prepared.
    pub(crate) fn finish(&self, command: &mut Command) -> Did {
        let output = command.output().expect("the program");
        let did = Did::new(output);
        self.assert_clean(&format!("{command:?}: {did:?}"));
        did
    }

    /// Nothing is left: no process, no temporary file.
    pub(crate) fn assert_clean(&self, what: &str) {
        assert_eq!(self.processes(), Vec::<String>::new(), "{what}");
        assert_eq!(self.files(), Vec::<PathBuf>::new(), "{what}");
    }

    /// Waits for something to come true, for far longer than it can take.
    pub(crate) fn wait_until(&self, what: &str, is_true: impl Fn(&Self) -> bool) {
        let started = Instant::now();
        while !is_true(self) {
            assert!(
                started.elapsed() < Duration::from_secs(120),
                "never: {what}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The temporary files that are there.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("tmp")).expect("the folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .collect()
    }

    /// The processes that carry our mark, by their command lines; the program's own too.
    pub(crate) fn processes(&self) -> Vec<String> {
        let wanted = format!("{MARK}={}", self.mark).into_bytes();
        let Ok(entries) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|process| {
                let environment = fs::read(process.join("environ")).unwrap_or_default();
                environment
                    .split(|&byte| byte == 0)
                    .any(|one| one == wanted)
            })
            .map(|process| {
                let line = fs::read(process.join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ")
            })
            .filter(|line| !line.is_empty())
            .collect()
    }
}
