//! Runs the program in a temporary folder, and detects processes and files that it leaves.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::tools;

/// The environment variable that marks every process of one test.
const MARK: &str = "PIPSC_TEST_MARK";

/// A temporary folder to run the program in.
pub(crate) struct TestEnv {
    folder: TempDir,
    mark: String,
}

/// The arguments of a command: a list of words, or one line.
pub(crate) trait Arguments {
    fn words(&self) -> Vec<String>;
}

/// A line is split at spaces. Words in single quotes may contain spaces.
impl Arguments for str {
    fn words(&self) -> Vec<String> {
        let parts = self.split('\'').enumerate();
        let words = parts.flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }
}

impl Arguments for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<S: AsRef<str>> Arguments for [S] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<S: AsRef<str>, const N: usize> Arguments for [S; N] {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<S: AsRef<str>> Arguments for Vec<S> {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<A: Arguments + ?Sized> Arguments for &A {
    fn words(&self) -> Vec<String> {
        (**self).words()
    }
}

/// Exit code and output of a finished process.
#[derive(Debug)]
pub(crate) struct RunOutput {
    #[allow(dead_code, reason = "messages of assertions show it")]
    arguments: Vec<String>,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl RunOutput {
    pub(crate) fn new(output: Output) -> Self {
        RunOutput {
            arguments: Vec::new(),
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The output of a command, with its arguments for the messages of assertions.
    fn of(command: &Command, output: Output) -> Self {
        let arguments = command.get_args().map(|word| word.to_string_lossy().into());
        RunOutput {
            arguments: arguments.collect(),
            ..RunOutput::new(output)
        }
    }

    #[track_caller]
    pub(crate) fn assert_code(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:?}");
    }

    /// The process ended with this exit code and wrote exactly this text to standard output.
    #[track_caller]
    pub(crate) fn assert_stdout(&self, code: i32, text: impl AsRef<str>) {
        self.assert_code(code);
        assert_eq!(self.stdout, text.as_ref(), "{self:?}");
    }

    /// The process ended with this exit code and wrote exactly this text to standard error.
    #[track_caller]
    pub(crate) fn assert_stderr(&self, code: i32, text: impl AsRef<str>) {
        self.assert_code(code);
        assert_eq!(self.stderr, text.as_ref(), "{self:?}");
    }

    #[track_caller]
    pub(crate) fn stdout_has(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.stdout.contains(text), "no `{text}`: {self:?}");
    }

    #[track_caller]
    pub(crate) fn stdout_lacks(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(!self.stdout.contains(text), "unexpected `{text}`: {self:?}");
    }

    #[track_caller]
    pub(crate) fn stdout_starts(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stdout.starts_with(text),
            "does not start with `{text}`: {self:?}"
        );
    }

    #[track_caller]
    pub(crate) fn stdout_ends(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stdout.ends_with(text),
            "does not end with `{text}`: {self:?}"
        );
    }

    #[track_caller]
    pub(crate) fn stderr_has(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.stderr.contains(text), "no `{text}`: {self:?}");
    }

    #[track_caller]
    pub(crate) fn stderr_lacks(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(!self.stderr.contains(text), "unexpected `{text}`: {self:?}");
    }

    #[track_caller]
    pub(crate) fn stderr_starts(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stderr.starts_with(text),
            "does not start with `{text}`: {self:?}"
        );
    }

    #[track_caller]
    pub(crate) fn stderr_ends(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stderr.ends_with(text),
            "does not end with `{text}`: {self:?}"
        );
    }

    /// The process ended with this exit code and wrote this message to standard error.
    #[track_caller]
    pub(crate) fn assert_exit(&self, code: i32, message: impl AsRef<str>) {
        self.assert_code(code);
        self.stderr_has(message);
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl TestEnv {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["tmp", "config"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let mark = folder.path().display().to_string();
        TestEnv { folder, mark }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same path as text, for a command line.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Writes a file for the program to read.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let file = self.file(name);
        fs::write(&file, text).expect("a file");
        file
    }

    /// Reads a file that the program wrote.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The program with some arguments, ready to start. A word that begins with `@` names a file of the
    /// environment.
    pub(crate) fn command(&self, arguments: impl Arguments) -> Command {
        let words = arguments.words().into_iter();
        let words = words.map(|word| match word.strip_prefix('@') {
            Some(name) => self.file(name),
            None => word,
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_pipsc"));
        let _ = command
            .args(words)
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

    /// Runs the program and expects exit code 0.
    #[track_caller]
    pub(crate) fn succeed(&self, arguments: impl Arguments) -> RunOutput {
        let output = self.run(arguments);
        output.assert_code(0);
        output
    }

    /// Runs the program with a text on its standard input.
    pub(crate) fn feed(&self, arguments: impl Arguments, input: impl AsRef<[u8]>) -> RunOutput {
        feed(&mut self.command(arguments), input)
    }

    /// Runs the program to its end, and checks that it leaves no process and no temporary file.
    pub(crate) fn run(&self, arguments: impl Arguments) -> RunOutput {
        self.finish(&mut self.command(arguments))
    }

    /// Runs the program in the folder of the environment.
    pub(crate) fn run_inside(&self, arguments: impl Arguments) -> RunOutput {
        let mut command = self.command(arguments);
        self.finish(command.current_dir(self.path("")))
    }

    /// The names of the files in a folder, in order.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
        names.sort();
        names
    }

    /// Runs a prepared command like [`TestEnv::run`].
    pub(crate) fn finish(&self, command: &mut Command) -> RunOutput {
        let output = command.output().expect("the program");
        let output = RunOutput::of(command, output);
        self.assert_clean(&format!("{command:?}: {output:?}"));
        output
    }

    /// Starts a command, interrupts it as soon as `is_ready`, and checks that it ends with exit code 130 and
    /// leaves no process and no temporary file.
    pub(crate) fn interrupt(
        &self,
        command: &mut Command,
        is_ready: impl Fn(&Self) -> bool,
    ) -> RunOutput {
        let _ = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program");
        self.wait_until("the command is ready for an interrupt", is_ready);
        let pid = Pid::from_child(&child);
        kill_process(pid, Signal::INT).expect("a signal");
        let output = child.wait_with_output().expect("the program");
        let output = RunOutput::of(command, output);
        output.assert_code(130);
        self.assert_clean(&format!("{output:?}"));
        output
    }

    /// Writes a registry file with a script of `tests/hostile` as a solver.
    pub(crate) fn hostile_solver(&self, name: &str, script: &str, target: &str) -> String {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");
        let text = format!(
            r#"
[{name}]
target = "{target}"
install = "do not"
exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}
[[{name}.via]]
programs = ["{program}/{script}"]
arguments = ["{{model}}", "{{options}}"]
"#
        );
        self.write(&format!("{name}.toml"), &text)
    }

    /// Asserts that no process and no temporary file is left.
    pub(crate) fn assert_clean(&self, what: &str) {
        assert_eq!(self.processes(), Vec::<String>::new(), "{what}");
        assert_eq!(self.files(), Vec::<PathBuf>::new(), "{what}");
    }

    /// Waits for a condition, with a generous time-out.
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

    /// The temporary files of the environment.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("tmp")).expect("the folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .collect()
    }

    /// The command lines of all processes with the mark of this test.
    pub(crate) fn processes(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.mark).into_bytes();
        let Ok(entries) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|process| {
                let environment = fs::read(process.join("environ")).unwrap_or_default();
                environment.split(|&byte| byte == 0).any(|one| one == mark)
            })
            .map(|process| {
                let line = fs::read(process.join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ")
            })
            .filter(|line| !line.is_empty())
            .collect()
    }
}

/// Runs a command with a text on its standard input.
pub(crate) fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> RunOutput {
    let _ = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that exits early breaks the pipe.
    let _ = pipe.write_all(input.as_ref());
    drop(pipe);
    RunOutput::of(command, child.wait_with_output().expect("the program"))
}
