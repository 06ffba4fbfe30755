//! One solver of a registry file, and its TOML format.
//!
//! Keys of commands can be in the entry, in each of its `via` tables, and in the `target` tables of the
//! built-in file, which have the defaults of each language. The most specific key applies.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Table, Value};

use super::statistics::StatisticsPatterns;
use super::template::{ArgumentTemplate, OPTIONS, one_or_many};
use super::version::VersionReader;
use crate::backend::reply::{ReplyFormat, ReplyStatus};
use crate::backend::{Encoding, Language, SolverProtocol};
use crate::puzzle::Label;
use crate::reading::ReadingError;
use crate::solver::process::ProcessExit;
use crate::solver::{embedded, search};
use crate::visible;

/// A registry entry.
#[derive(Debug, Clone)]
pub struct SolverEntry {
    /// The name on the command line.
    pub name: String,
    /// The kind of solver.
    pub about: String,
    /// How to install it.
    pub install: String,
    /// The default encoding, of the language that it reads.
    pub encoding: Encoding,
    pub(crate) protocol: SolverProtocol,
    pub(crate) reply: ReplyFormat,
    /// Alternative commands. The first whose program is installed runs.
    pub(crate) commands: Vec<SolverCommand>,
    /// The file of this entry.
    pub(crate) file: PathBuf,
}

/// A command that runs a solver.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolverCommand {
    /// Name, shown if there are several commands or the program does not identify the solver.
    pub(crate) name: Option<String>,
    /// Names of the program, in order of preference.
    #[serde(deserialize_with = "one_or_many")]
    pub(crate) programs: Vec<String>,
    pub(crate) arguments: ArgumentTemplate,
    /// Arguments in place of `{options}`.
    #[serde(default)]
    pub(crate) options: OptionArguments,
    /// Name of a built-in script, or a path relative to the registry file.
    pub(crate) launcher: Option<String>,
    /// Whether the program runs the solver as its child, and ends it on SIGTERM.
    #[serde(default)]
    pub(crate) driver: bool,
    pub(crate) exit: ExitCodes,
    #[serde(default)]
    pub(crate) statistics: StatisticsPatterns,
    pub(crate) version: Option<VersionReader>,
}

/// Arguments for each option; empty if the solver does not support it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OptionArguments {
    pub(crate) time: ArgumentTemplate,
    pub(crate) seed: ArgumentTemplate,
    pub(crate) threads: ArgumentTemplate,
    /// All solutions.
    pub(crate) all: ArgumentTemplate,
    /// The number of solutions. A solver whose reply is a count needs none.
    pub(crate) count: ArgumentTemplate,
    /// The file for a proof.
    pub(crate) proof: ArgumentTemplate,
}

/// The exit codes that confirm each verdict.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExitCodes {
    satisfiable: Vec<i32>,
    /// Satisfiable, and the printed solutions are all.
    #[serde(default)]
    exhausted: Vec<i32>,
    unsatisfiable: Vec<i32>,
    #[serde(default)]
    unknown: Vec<i32>,
}

impl ExitCodes {
    /// Returns the verdict of a reply, completed by the exit code; `None` if they contradict each other.
    pub(crate) fn confirm(&self, status: ReplyStatus, ending: ProcessExit) -> Option<ReplyStatus> {
        let ProcessExit::Exit(code) = ending else {
            return None;
        };
        let codes = match status {
            ReplyStatus::Satisfiable | ReplyStatus::Exhausted if self.exhausted.contains(&code) => {
                return Some(ReplyStatus::Exhausted);
            }
            ReplyStatus::Satisfiable | ReplyStatus::Exhausted | ReplyStatus::Counted(_) => {
                &self.satisfiable
            }
            ReplyStatus::Unsatisfiable => &self.unsatisfiable,
            ReplyStatus::Unknown => &self.unknown,
        };
        codes.contains(&code).then_some(status)
    }
}

/// Wrapper scripts of solver libraries, and option files, by their names in `solvers.toml`. They are
/// compiled in, so that the program needs no other files.
const LAUNCHERS: [(&str, &str); 6] = [
    (
        "minizinc-wasm.cjs",
        include_str!("../../../scripts/minizinc-wasm.cjs"),
    ),
    ("cpsat.py", include_str!("../../../scripts/cpsat.py")),
    ("xcsp3.py", include_str!("../../../scripts/xcsp3.py")),
    (
        "highs.options",
        include_str!("../../../scripts/highs.options"),
    ),
    ("scip.py", include_str!("../../../scripts/scip.py")),
    ("ganak.py", include_str!("../../../scripts/ganak.py")),
];

/// Reason why a registry file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// The file is not TOML, or an entry is wrong.
    #[error("{}:{place}: {problem}", visible::path(.file))]
    Wrong {
        /// The file.
        file: PathBuf,
        /// The line, or the name of the entry.
        place: String,
        /// What is wrong, with the key.
        problem: String,
    },
}

impl RegistryError {
    /// Creates a syntax error after these bytes of the file.
    pub(super) fn syntax(file: &Path, before: &[u8], problem: &str) -> RegistryError {
        let ends = before.iter().filter(|&&byte| byte == b'\n');
        RegistryError::Wrong {
            file: file.to_owned(),
            place: (1 + ends.count()).to_string(),
            problem: problem.to_owned(),
        }
    }
}

/// Default keys of each target, by its name.
pub(super) type Defaults = BTreeMap<String, Table>;

/// Table of the built-in file with the defaults of each target.
const TARGETS: &str = "target";

/// Keys of an entry that do not belong to its commands.
#[derive(Deserialize)]
struct EntryKeys {
    #[serde(default)]
    about: String,
    target: String,
    reply: Option<String>,
    encoding: Option<String>,
    #[serde(default)]
    install: String,
    #[serde(default = "one_command")]
    via: Vec<Table>,
    /// The keys of all commands.
    #[serde(flatten)]
    command: Table,
}

fn one_command() -> Vec<Table> {
    vec![Table::new()]
}

/// Reads the entries of a file. The first file, which is the built-in one, sets the defaults.
pub(super) fn read(
    text: &str,
    file: &Path,
    defaults: &mut Defaults,
) -> Result<BTreeMap<String, SolverEntry>, RegistryError> {
    let mut tables: BTreeMap<String, Value> = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        RegistryError::syntax(file, &text.as_bytes()[..start], error.message())
    })?;
    let wrong = |entry: &str, problem: String| RegistryError::Wrong {
        file: file.to_owned(),
        place: format!(" [{}]", Label::from(entry)),
        problem,
    };
    if defaults.is_empty()
        && let Some(targets) = tables.remove(TARGETS)
    {
        *defaults = from_toml(targets).map_err(|problem| wrong(TARGETS, problem))?;
    }
    let entries = tables.into_iter().map(|(name, table)| {
        let entry = entry(&name, table, file, defaults).map_err(|problem| wrong(&name, problem))?;
        Ok((name, entry))
    });
    entries.collect()
}

/// Converts a value; errors name the key.
fn from_toml<'de, T: Deserialize<'de>>(value: impl Into<Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(value.into()).map_err(|error| {
        let key = error.path().to_string();
        let problem = error.inner().to_string().trim().replace('\n', " ");
        if let Some(field) = problem.strip_prefix("missing field ") {
            format!("the entry lacks {field}")
        } else if let Some(field) = problem.strip_prefix("unknown field ") {
            format!("there is no key {field}")
        } else if key == "." {
            problem
        } else {
            format!("`{key}`: {problem}")
        }
    })
}

fn entry(
    name: &str,
    value: Value,
    file: &Path,
    defaults: &Defaults,
) -> Result<SolverEntry, String> {
    check_name(name)?;
    let keys: EntryKeys = from_toml(value)?;
    let word = keys.target.as_str();
    let target = Language::named(word).ok_or_else(|| format!("there is no target `{word}`"))?;
    let protocol = target.protocol;
    let protocol = protocol.ok_or_else(|| format!("no solver reads the target `{word}`"))?;
    let reply = match &keys.reply {
        None => protocol.replies[0],
        Some(word) => {
            ReplyFormat::named(word).ok_or_else(|| format!("there is no reply `{word}`"))?
        }
    };
    let encoding = match &keys.encoding {
        None => target.encodings()[0],
        Some(word) => target
            .encoding(word)
            .ok_or_else(|| format!("{target} has no encoding `{word}`"))?,
    };
    let mut common = Table::from_iter([("programs".to_owned(), Value::from(name))]);
    merge(&mut common, defaults.get(word).cloned().unwrap_or_default());
    merge(&mut common, keys.command);
    let mut commands = Vec::new();
    for via in keys.via {
        let mut merged = common.clone();
        merge(&mut merged, via);
        let command: SolverCommand = from_toml(merged)?;
        command.check()?;
        if !command.options.count.is_empty() && !protocol.replies.iter().any(|reply| reply.counts) {
            return Err(format!(
                "`options.count`: no reply of the target `{word}` is a count"
            ));
        }
        commands.push(command);
    }
    Ok(SolverEntry {
        name: name.to_owned(),
        about: keys.about,
        install: keys.install,
        encoding,
        protocol,
        reply,
        commands,
        file: file.to_owned(),
    })
}

/// Overwrites values with more specific ones. Tables are merged key by key.
fn merge(general: &mut Table, specific: Table) {
    for (key, value) in specific {
        match (general.get_mut(&key), value) {
            (Some(Value::Table(general)), Value::Table(specific)) => merge(general, specific),
            (_, value) => {
                let _ = general.insert(key, value);
            }
        }
    }
}

/// Refuses a name that is reserved, or is not usable as an argument or a folder name.
fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
    match name {
        embedded::NAME | search::NAME | TARGETS => {
            Err("this name is built in: give the solver another one".into())
        }
        _ if name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain) => Ok(()),
        _ => Err(
            "this cannot be the name of a solver: expected letters and digits, and after the first \
             `-`, `_`, `.` or `+`"
                .into(),
        ),
    }
}

impl SolverCommand {
    /// Writes the built-in launcher to a folder, or finds the user's launcher beside the registry file.
    pub(crate) fn place_launcher(
        &self,
        file: &Path,
        folder: &Path,
    ) -> Result<Option<PathBuf>, String> {
        let Some(name) = &self.launcher else {
            return Ok(None);
        };
        if let Some((_, text)) = LAUNCHERS.iter().find(|(known, _)| known == name) {
            let path = folder.join(name);
            let written = fs::write(&path, text);
            written.map_err(|problem| format!("{}: {problem}", visible::path(&path)))?;
            return Ok(Some(path));
        }
        let path = std::path::absolute(file.with_file_name(name));
        match path.ok().filter(|path| path.is_file()) {
            Some(path) => Ok(Some(path)),
            None => Err(format!(
                "there is no launcher {name}, built in or beside {}",
                visible::path(file)
            )),
        }
    }

    /// Checks that each argument uses only placeholders with a value there.
    fn check(&self) -> Result<(), String> {
        let (arguments, options) = (&self.arguments, &self.options);
        let version = self.version.as_ref();
        let none = ArgumentTemplate::default();
        let model: &[&str] = &["model", "data", "result", "launcher", "options"];
        let version_arguments = version.map_or(&none, |version| &version.arguments);
        for (key, templates, allowed) in [
            ("arguments", arguments, model),
            ("options.time", &options.time, &["time_ms", "time_s"]),
            ("options.seed", &options.seed, &["seed"]),
            ("options.threads", &options.threads, &["threads"]),
            ("options.all", &options.all, &[]),
            ("options.count", &options.count, &[]),
            ("options.proof", &options.proof, &["proof"]),
            ("version.arguments", version_arguments, &["launcher"]),
        ] {
            let checked = templates.check(allowed);
            checked.map_err(|problem| format!("`{key}`: {problem}"))?;
        }
        let mut mixed = arguments.iter().filter(|argument| *argument != OPTIONS);
        let problem = if mixed.any(|argument| argument.contains(OPTIONS)) {
            "`arguments`: {options} must be a separate argument"
        } else if !arguments.mention("{model}") {
            "`arguments`: none is {model}, so the model would not be passed"
        } else if arguments.mention("{launcher}") && self.launcher.is_none() {
            "`arguments`: there is {launcher}, and no key `launcher`"
        } else if self.programs.is_empty() {
            "`programs` is empty"
        } else if version.is_some_and(|version| !version.pattern.contains("{version}")) {
            "`version.pattern` lacks {version}"
        } else {
            return Ok(());
        };
        Err(problem.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[mine]
target = "dimacs"
arguments = ["{options}", "{model}"]
options = { time = "-t {time_s}" }
exit = { satisfiable = [10], unsatisfiable = [20] }
statistics = { conflicts = "c conflicts {number}", nodes = ["a {number}", "b {number}"] }
"#;

    fn problem(text: &str) -> String {
        match read(text, Path::new("my.toml"), &mut Defaults::new()) {
            Ok(_) => "fine".into(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn mistakes_are_named_by_entry_and_key() {
        assert_eq!(problem(GOOD), "fine");
        // The replaced text, its replacement, and the message.
        const CASES: &str = r#"
exit = | exti = | [mine]: there is no key `exti`
time = | tiem = | [mine]: there is no key `tiem`
exit = | # exit = | [mine]: the entry lacks `exit`
{time_s} | {time} | [mine]: `options.time`: there is no placeholder `time` here, expected time_ms or
{time_s} | {model} | [mine]: `options.time`: there is no placeholder `model` here
"dimacs" | "dimax" | [mine]: there is no target `dimax`
"dimacs" | "ir" | [mine]: no solver reads the target `ir`
, "{model}" |  | [mine]: `arguments`: none is {model}
{options} | {launcher} | [mine]: `arguments`: there is {launcher}, and no key
"{options}" | "-o{options}" | [mine]: `arguments`: {options} must be a separate argument
arguments | programs = []; arguments | [mine]: `programs` is empty
[10] | "ten" | [mine]: `exit.satisfiable`: invalid type: string "ten"
[mine] | [embedded] | [embedded]: this name is built in
[mine] | ["../mine"] | [../mine]: this cannot be the name
conflicts = | conflict = | [mine]: `statistics`: there is no statistic `conflict`
c conflicts {number} | c | [mine]: `statistics`: the pattern `c` lacks {number}
"#;
        for case in CASES.trim().lines() {
            let [old, new, expected] = case.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("three columns: {case}");
            };
            let found = problem(&GOOD.replace(old, &new.replace("; ", "\n")));
            let expected = format!("my.toml: {expected}");
            assert!(found.starts_with(&expected), "{case}: {found}");
        }
        let found = problem(&GOOD.replace("[10]", "ten"));
        assert!(found.starts_with("my.toml:6: "), "{found}");
    }

    #[test]
    fn the_most_specific_key_applies() {
        let text = r#"
[target.dimacs]
exit = { satisfiable = [10], unsatisfiable = [20] }
options = { time = "-t {time_s}" }
[mine]
target = "dimacs"
options = { seed = "{seed}" }
arguments = "{model}"
[[mine.via]]
[[mine.via]]
programs = ["two", "three"]
options = { time = [] }
exit = { satisfiable = [0] }
"#;
        let entries = read(text, Path::new("my.toml"), &mut Defaults::new()).expect("valid");
        let [one, two] = &entries["mine"].commands[..] else {
            panic!("two commands: {entries:?}");
        };
        assert_eq!(one.programs, ["mine"]);
        assert_eq!(two.programs, ["two", "three"]);
        assert_eq!((one.options.time.len(), two.options.time.len()), (2, 0));
        assert_eq!((one.options.seed.len(), two.options.seed.len()), (1, 1));
        let codes = |command: &SolverCommand| {
            let exit = &command.exit;
            (exit.satisfiable[0], exit.unsatisfiable[0])
        };
        assert_eq!((codes(one), codes(two)), ((10, 20), (0, 20)));
    }
}
