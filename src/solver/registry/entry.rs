//! One solver of a registry file, and how it is read from TOML.
//!
//! Keys that say how a solver is run can stand in the entry, in each of its `via` tables, and in the
//! `target` tables of the built-in file, which hold the defaults of each language; the most specific
//! one counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Table, Value};

use super::statistics::StatisticsPatterns;
use super::template::{Placeholder, Template, one_or_many, words};
use super::version::VersionReading;
use crate::backend::reply::{ReplyFormat, Status};
use crate::backend::{Encoding, Language, SolverProtocol};
use crate::puzzle::Label;
use crate::reading::ReadingError;
use crate::solver::process::Ending;
use crate::solver::{embedded, search};
use crate::visible;

/// A solver, as data.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name that people type.
    pub name: String,
    /// What kind of solver it is.
    pub about: String,
    /// The encoding that suits it, of the language that it reads.
    pub encoding: Encoding,
    /// How solvers of its language are run.
    pub protocol: SolverProtocol,
    /// The format of its reply.
    pub reply: ReplyFormat,
    /// How to install it.
    pub install: String,
    /// How it is run: the first command whose program is there.
    pub commands: Vec<SolverCommand>,
    /// The file of this entry.
    pub file: PathBuf,
}

/// How a solver is run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverCommand {
    /// What people call it, where there are several or the program alone does not say.
    pub name: Option<String>,
    /// The programs to look for.
    #[serde(deserialize_with = "one_or_many")]
    pub programs: Vec<String>,
    /// The arguments.
    #[serde(deserialize_with = "words")]
    pub arguments: Vec<Template>,
    /// What is put in place of `{options}`.
    #[serde(default)]
    pub options: SolverOptions,
    /// The name of a script of pipsc, or the path of the user's.
    pub launcher: Option<String>,
    /// The program has the solver as its own child, and ends it on SIGTERM.
    #[serde(default)]
    pub driver: bool,
    /// The exit codes with which each verdict is believed.
    pub exit: ExitCodes,
    /// How its statistics are read.
    #[serde(default)]
    pub statistics: StatisticsPatterns,
    /// How its version is read.
    pub version: Option<VersionReading>,
}

/// The arguments by which a solver is passed something; empty if it cannot be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SolverOptions {
    /// A time limit.
    #[serde(deserialize_with = "words")]
    pub time: Vec<Template>,
    /// A seed.
    #[serde(deserialize_with = "words")]
    pub seed: Vec<Template>,
    /// A number of threads.
    #[serde(deserialize_with = "words")]
    pub threads: Vec<Template>,
    /// The question for all solutions.
    #[serde(deserialize_with = "words")]
    pub all: Vec<Template>,
    /// The question for their number. A solver whose reply is a count needs none.
    #[serde(deserialize_with = "words")]
    pub count: Vec<Template>,
    /// The file for a proof.
    #[serde(deserialize_with = "words")]
    pub proof: Vec<Template>,
}

/// Exit codes by verdict.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitCodes {
    /// There is a solution.
    pub satisfiable: Vec<i32>,
    /// There is one, and the printed ones are all.
    #[serde(default)]
    pub exhausted: Vec<i32>,
    /// There is none.
    pub unsatisfiable: Vec<i32>,
    /// The solver does not know.
    #[serde(default)]
    pub unknown: Vec<i32>,
}

impl ExitCodes {
    /// The verdict of a reply, completed by the exit code; nothing if the two contradict each other.
    pub fn confirm(&self, status: Status, ending: Ending) -> Option<Status> {
        let Ending::Exit(code) = ending else {
            return None;
        };
        let status = match status {
            Status::Satisfiable if self.exhausted.contains(&code) => Status::Exhausted,
            status => status,
        };
        let believed = match status {
            Status::Exhausted if self.exhausted.contains(&code) => true,
            Status::Satisfiable | Status::Exhausted | Status::Counted(_) => {
                self.satisfiable.contains(&code)
            }
            Status::Unsatisfiable => self.unsatisfiable.contains(&code),
            Status::Unknown => self.unknown.contains(&code),
        };
        believed.then_some(status)
    }
}

/// Why a registry file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// It cannot be read from the disk.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// It is not TOML.
    #[error("{}:{line}: {problem}", visible::path(.file))]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// An entry is wrong.
    #[error("{}: [{entry}]: {problem}", visible::path(.file))]
    Entry {
        /// The file.
        file: PathBuf,
        /// The name of the entry.
        entry: Label,
        /// What is wrong, with the key.
        problem: String,
    },
}

/// The default keys of each target, by its name.
pub(super) type Defaults = BTreeMap<String, Table>;

/// The table of the built-in file that holds the defaults of each target.
const TARGETS: &str = "target";

/// An entry as it is written.
#[derive(Deserialize)]
struct RawEntry {
    #[serde(default)]
    about: String,
    target: String,
    reply: Option<String>,
    encoding: Option<String>,
    #[serde(default)]
    install: String,
    #[serde(default)]
    via: Vec<Table>,
    /// The keys of all commands.
    #[serde(flatten)]
    command: Table,
}

/// Reads the entries of a file. The first file, which is the built-in one, sets the defaults.
pub(super) fn read(
    text: &str,
    file: &Path,
    defaults: &mut Defaults,
) -> Result<BTreeMap<String, Entry>, RegistryError> {
    let mut tables: BTreeMap<String, Value> =
        toml::from_str(text).map_err(|error| RegistryError::Syntax {
            file: file.to_owned(),
            line: line_at(text, error.span().map_or(0, |span| span.start)),
            problem: error.message().to_owned(),
        })?;
    let wrong = |entry: &str, problem: String| RegistryError::Entry {
        file: file.to_owned(),
        entry: entry.into(),
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

fn line_at(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Converts a value; errors name the key.
fn from_toml<'de, T: Deserialize<'de>>(value: impl Into<Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(value.into()).map_err(|error| {
        let key = error.path().to_string();
        let problem = error.inner().to_string().trim().replace('\n', " ");
        match problem.strip_prefix("missing field ") {
            Some(field) => format!("the entry lacks {field}"),
            None if problem.starts_with("unknown field ") => {
                problem.replace("unknown field ", "there is no key ")
            }
            None if key == "." => problem,
            None => format!("`{key}`: {problem}"),
        }
    })
}

fn entry(name: &str, value: Value, file: &Path, defaults: &Defaults) -> Result<Entry, String> {
    check_name(name)?;
    let raw: RawEntry = from_toml(value)?;
    let word = raw.target.as_str();
    let target = Language::named(word).ok_or_else(|| format!("there is no target `{word}`"))?;
    let protocol = target.exchange();
    let protocol = protocol.ok_or_else(|| format!("no solver reads the target `{word}`"))?;
    let reply = match &raw.reply {
        None => protocol.replies[0],
        Some(word) => {
            ReplyFormat::named(word).ok_or_else(|| format!("there is no reply `{word}`"))?
        }
    };
    let encoding = match &raw.encoding {
        None => target.encodings[0],
        Some(word) => target
            .encoding(word)
            .ok_or_else(|| format!("{target} has no encoding `{word}`"))?,
    };
    let mut common = Table::from_iter([("programs".to_owned(), Value::from(name))]);
    merge(&mut common, defaults.get(word).cloned().unwrap_or_default());
    merge(&mut common, raw.command);
    let mut commands = Vec::new();
    for via in if raw.via.is_empty() {
        vec![Table::new()]
    } else {
        raw.via
    } {
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
    Ok(Entry {
        name: name.to_owned(),
        about: raw.about,
        encoding,
        protocol,
        reply,
        install: raw.install,
        commands,
        file: file.to_owned(),
    })
}

/// Replaces values by more specific ones; tables are completed key by key.
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

/// Refuses a name that is taken, cannot be typed or cannot name a folder.
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
    /// Checks that each argument uses only placeholders that have a value there.
    fn check(&self) -> Result<(), String> {
        use Placeholder::{
            Data, Launcher, Model, Options, Proof, Result, Seed, Threads, TimeMs, TimeS,
        };
        let version = self.version.as_ref().map(|version| &version.arguments[..]);
        let options = &self.options;
        let keys: [(&str, &[Template], &[Placeholder]); 8] = [
            (
                "arguments",
                &self.arguments,
                &[Model, Data, Result, Launcher, Options],
            ),
            ("options.time", &options.time, &[TimeMs, TimeS]),
            ("options.seed", &options.seed, &[Seed]),
            ("options.threads", &options.threads, &[Threads]),
            ("options.all", &options.all, &[]),
            ("options.count", &options.count, &[]),
            ("options.proof", &options.proof, &[Proof]),
            (
                "version.arguments",
                version.unwrap_or_default(),
                &[Launcher],
            ),
        ];
        for (key, templates, allowed) in keys {
            let mut holes = templates.iter().flat_map(Template::placeholders);
            if let Some(stray) = holes.find(|hole| !allowed.contains(hole)) {
                return Err(format!(
                    "`{key}`: the placeholder {stray:?} has no value here"
                ));
            }
        }
        let arguments = &self.arguments;
        let is_mixed = |argument: &Template| argument.mentions(Options) && !argument.is(Options);
        if arguments.iter().any(is_mixed) {
            return Err("`arguments`: {options} must be an argument of its own".into());
        }
        if !arguments.iter().any(|argument| argument.mentions(Model)) {
            return Err(
                "`arguments`: none is {model}, so the solver would not see the puzzle".into(),
            );
        }
        let is_launched = arguments.iter().any(|argument| argument.mentions(Launcher));
        if is_launched && self.launcher.is_none() {
            return Err("`arguments`: there is {launcher}, and no key `launcher`".into());
        }
        if self.programs.is_empty() {
            return Err("`programs` is empty".into());
        }
        match &self.version {
            Some(version) if !version.pattern.contains("{version}") => {
                Err("`version.pattern` lacks {version}".into())
            }
            _ => Ok(()),
        }
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
        let cases = [
            ("exit =", "exti =", "[mine]: there is no key `exti`"),
            ("time =", "tiem =", "[mine]: there is no key `tiem`"),
            ("exit =", "# exit =", "[mine]: the entry lacks `exit`"),
            (
                "{time_s}",
                "{time}",
                "[mine]: `options.time`: `{time}`: no placeholder",
            ),
            (
                "{time_s}",
                "{model}",
                "[mine]: `options.time`: the placeholder Model has no",
            ),
            (
                "\"dimacs\"",
                "\"dimax\"",
                "[mine]: there is no target `dimax`",
            ),
            (
                "\"dimacs\"",
                "\"ir\"",
                "[mine]: no solver reads the target `ir`",
            ),
            (", \"{model}\"", "", "[mine]: `arguments`: none is {model}"),
            (
                "{options}",
                "{launcher}",
                "[mine]: `arguments`: there is {launcher}, and no key",
            ),
            ("exit", "programs = []\nexit", "[mine]: `programs` is empty"),
            (
                "[10]",
                "\"ten\"",
                "[mine]: `exit.satisfiable`: invalid type: string \"ten\"",
            ),
            ("[mine]", "[embedded]", "[embedded]: this name is built in"),
            (
                "[mine]",
                "[\"../mine\"]",
                "[../mine]: this cannot be the name",
            ),
            (
                "conflicts =",
                "conflict =",
                "[mine]: `statistics`: there is no statistic `conflict`",
            ),
            (
                "c conflicts {number}",
                "c",
                "[mine]: `statistics`: the pattern `c` lacks {number}",
            ),
        ];
        for (old, new, expected) in cases {
            let found = problem(&GOOD.replace(old, new));
            let expected = format!("my.toml: {expected}");
            assert!(found.starts_with(&expected), "{new}: {found}");
        }
        let found = problem(&GOOD.replace("[10]", "ten"));
        assert!(found.starts_with("my.toml:6: "), "{found}");
    }

    #[test]
    fn the_most_specific_key_counts() {
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
        assert_eq!((one.programs.len(), two.programs.len()), (1, 2));
        assert_eq!(one.programs, ["mine"]);
        assert_eq!((one.options.time.len(), two.options.time.len()), (2, 0));
        assert_eq!((one.options.seed.len(), two.options.seed.len()), (1, 1));
        let codes = |command: &SolverCommand| {
            let exit = &command.exit;
            (exit.satisfiable[0], exit.unsatisfiable[0])
        };
        assert_eq!((codes(one), codes(two)), ((10, 20), (0, 20)));
    }
}
