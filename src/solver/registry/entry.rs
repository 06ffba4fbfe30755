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
use super::template::{Placeholder, Template};
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
    pub exchange: SolverProtocol,
    /// The format of its reply.
    pub reply: ReplyFormat,
    /// How to install it.
    pub install: String,
    /// The ways to run it, the best first.
    pub ways: Vec<Way>,
    /// The file of this entry.
    pub file: PathBuf,
}

/// One way to run a solver.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// What people call it, where there are several or the program alone does not say.
    pub name: Option<String>,
    /// The programs to look for.
    pub programs: Vec<String>,
    /// Checks that the program that was found is the right one.
    pub probe: Option<Probe>,
    /// The arguments.
    pub arguments: Vec<Template>,
    /// How a time limit is passed; not at all if empty. Likewise below.
    #[serde(default)]
    pub time: Vec<Template>,
    /// How a seed is passed.
    #[serde(default)]
    pub seed: Vec<Template>,
    /// How a number of threads is passed.
    #[serde(default)]
    pub threads: Vec<Template>,
    /// How all solutions are asked for.
    #[serde(default)]
    pub all: Vec<Template>,
    /// How the number of solutions alone is asked for, if the solver can count.
    pub count: Option<Vec<Template>>,
    /// How a proof is asked for.
    #[serde(default)]
    pub proof: Vec<Template>,
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

/// A command that must succeed and print something.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// The arguments.
    pub arguments: Vec<Template>,
    /// A text in its output, with `*` for anything.
    pub shows: String,
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

/// The keys of an entry that do not say how the solver is run.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    about: String,
    target: String,
    reply: Option<String>,
    encoding: Option<String>,
    #[serde(default)]
    install: String,
    #[serde(default)]
    via: Vec<Table>,
}

/// The keys of [`Head`].
const HEAD: [&str; 6] = ["about", "target", "reply", "encoding", "install", "via"];

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
    T::deserialize(value.into()).map_err(|error| {
        let problem = error.to_string().trim().replace('\n', " ");
        match problem.strip_prefix("missing field ") {
            Some(field) => format!("the entry lacks {field}"),
            None => problem.replace("unknown field ", "there is no key "),
        }
    })
}

fn entry(name: &str, value: Value, file: &Path, defaults: &Defaults) -> Result<Entry, String> {
    check_name(name)?;
    let head: Head = from_toml(value.clone())?;
    let Value::Table(mut own) = value else {
        return Err("expected a table".into());
    };
    own.retain(|key, _| !HEAD.contains(&key));
    let word = head.target.as_str();
    let target = Language::named(word).ok_or_else(|| format!("there is no target `{word}`"))?;
    let exchange = target.exchange();
    let exchange = exchange.ok_or_else(|| format!("no solver reads the target `{word}`"))?;
    let reply = match &head.reply {
        None => exchange.replies[0],
        Some(word) => {
            ReplyFormat::named(word).ok_or_else(|| format!("there is no reply `{word}`"))?
        }
    };
    let encoding = match &head.encoding {
        None => target.encodings[0],
        Some(word) => target
            .encoding(word)
            .ok_or_else(|| format!("{target} has no encoding `{word}`"))?,
    };
    let mut common = defaults.get(word).cloned().unwrap_or_default();
    common.extend(own);
    let several = if head.via.is_empty() {
        vec![Table::new()]
    } else {
        head.via
    };
    let ways = several.into_iter().map(|via| {
        let mut merged = common.clone();
        merged.extend(via);
        let mut way: Way = from_toml(merged)?;
        way.check()?;
        let counts = exchange
            .replies
            .iter()
            .any(|reply_format| reply_format.counts);
        if way.count.is_some() && !counts {
            return Err(format!(
                "`count`: no reply of the target `{word}` is a count"
            ));
        }
        // A model counter need not be asked to count.
        if reply.counts {
            let _ = way.count.get_or_insert_default();
        }
        Ok(way)
    });
    Ok(Entry {
        name: name.to_owned(),
        about: head.about,
        encoding,
        exchange,
        reply,
        install: head.install,
        ways: ways.collect::<Result<_, _>>()?,
        file: file.to_owned(),
    })
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

impl Way {
    /// Checks that each argument uses only placeholders that have a value there.
    fn check(&self) -> Result<(), String> {
        use Placeholder::{
            Data, Launcher, Model, Options, Proof, Result, Seed, Threads, TimeMs, TimeS,
        };
        let probe = self.probe.as_ref().map(|probe| &probe.arguments[..]);
        let version = self.version.as_ref().map(|version| &version.arguments[..]);
        let keys: [(&str, &[Template], &[Placeholder]); 9] = [
            (
                "arguments",
                &self.arguments,
                &[Model, Data, Result, Launcher, Options],
            ),
            ("time", &self.time, &[TimeMs, TimeS]),
            ("seed", &self.seed, &[Seed]),
            ("threads", &self.threads, &[Threads]),
            ("all", &self.all, &[]),
            ("count", self.count.as_deref().unwrap_or_default(), &[]),
            ("proof", &self.proof, &[Proof]),
            ("probe", probe.unwrap_or_default(), &[Launcher]),
            ("version", version.unwrap_or_default(), &[Launcher]),
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
        if self.programs.is_empty() {
            return Err("`programs` is empty".into());
        }
        match &self.version {
            Some(version) if !version.pattern.contains("{version}") => {
                Err("`version`: the pattern lacks {version}".into())
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
programs = ["mine"]
arguments = ["{options}", "{model}"]
time = ["-t", "{time_s}"]
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
            (
                "time =",
                "tiem =",
                "my.toml: [mine]: there is no key `tiem`",
            ),
            (
                "exit =",
                "# exit =",
                "my.toml: [mine]: the entry lacks `exit`",
            ),
            (
                "{time_s}",
                "{time}",
                "my.toml: [mine]: `{time}`: no placeholder `time`",
            ),
            (
                "{time_s}",
                "{model}",
                "my.toml: [mine]: `time`: the placeholder Model has no",
            ),
            (
                "\"dimacs\"",
                "\"dimax\"",
                "my.toml: [mine]: there is no target `dimax`",
            ),
            (
                "\"dimacs\"",
                "\"ir\"",
                "my.toml: [mine]: no solver reads the target `ir`",
            ),
            (
                ", \"{model}\"",
                "",
                "my.toml: [mine]: `arguments`: none is {model}",
            ),
            ("[\"mine\"]", "[]", "my.toml: [mine]: `programs` is empty"),
            ("[10]", "ten", "my.toml:7: "),
            (
                "[10]",
                "\"ten\"",
                "my.toml: [mine]: invalid type: string \"ten\"",
            ),
            (
                "[mine]",
                "[embedded]",
                "my.toml: [embedded]: this name is built in",
            ),
            (
                "[mine]",
                "[\"../mine\"]",
                "my.toml: [../mine]: this cannot be the name",
            ),
            (
                "conflicts =",
                "conflict =",
                "my.toml: [mine]: there is no statistic `conflict`",
            ),
            (
                "c conflicts {number}",
                "c",
                "my.toml: [mine]: the pattern `c` lacks {number}",
            ),
        ];
        for (old, new, expected) in cases {
            let found = problem(&GOOD.replace(old, new));
            assert!(found.starts_with(expected), "{new}: {found}");
        }
        let found = problem(&GOOD.replace("[10]", "\"ten\""));
        assert!(found.contains("exit"), "{found}");
    }

    #[test]
    fn the_most_specific_key_counts() {
        let text = r#"
[target.dimacs]
exit = { satisfiable = [10], unsatisfiable = [20] }
time = ["-t", "{time_s}"]
[mine]
target = "dimacs"
seed = ["{seed}"]
arguments = ["{model}"]
[[mine.via]]
programs = ["one"]
[[mine.via]]
programs = ["two"]
time = []
exit = { satisfiable = [0], unsatisfiable = [0] }
"#;
        let entries = read(text, Path::new("my.toml"), &mut Defaults::new()).expect("valid");
        let [one, two] = &entries["mine"].ways[..] else {
            panic!("two ways: {entries:?}");
        };
        assert_eq!((one.time.len(), two.time.len()), (2, 0));
        assert_eq!((one.seed.len(), two.seed.len()), (1, 1));
        assert_eq!(
            (&one.exit.satisfiable[..], &two.exit.satisfiable[..]),
            (&[10][..], &[0][..])
        );
    }
}
