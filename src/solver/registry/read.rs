//! Reading a registry file: TOML, with every mistake named by file and line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::argument::{Placeholder, Template};
use super::entry::{Entry, ExitCodes, Probe, Via};
use super::statistics::StatisticsReading;
use super::version::{Version, VersionReading};
use crate::backend::reply::Dialect;
use crate::backend::{Exchange, Language};
use crate::reading::ReadingError;
use crate::solver::{embedded, search};
use crate::visible;

/// Why a registry file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// It cannot be read from the disk.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// Something in it is wrong.
    #[error("{}:{line}: {problem}", visible::path(.file))]
    Wrong {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// A mistake at a place in the text.
struct Mistake {
    at: Range<usize>,
    problem: String,
}

impl Mistake {
    fn at<T>(place: &Spanned<T>, problem: impl Into<String>) -> Self {
        Mistake {
            at: place.span(),
            problem: problem.into(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(default)]
    about: String,
    target: Spanned<String>,
    reply: Option<Spanned<String>>,
    encoding: Option<Spanned<String>>,
    #[serde(default)]
    install: String,
    exit: ExitCodes,
    via: Vec<RawVia>,
}

type Words = Vec<Spanned<String>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVia {
    name: Option<String>,
    programs: Spanned<Vec<String>>,
    probe: Option<RawProbe>,
    arguments: Spanned<Words>,
    #[serde(default)]
    time: Words,
    #[serde(default)]
    seed: Words,
    #[serde(default)]
    threads: Words,
    #[serde(default)]
    all: Words,
    count: Option<Spanned<Words>>,
    #[serde(default)]
    proof: Words,
    launcher: Option<String>,
    #[serde(default)]
    statistics: BTreeMap<Spanned<String>, Patterns>,
    version: Option<RawVersion>,
}

/// One pattern, or several of which the first that is seen counts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Patterns {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProbe {
    arguments: Words,
    shows: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVersion {
    arguments: Words,
    pattern: Spanned<String>,
    from: String,
    below: String,
    #[serde(default)]
    also: Vec<String>,
}

/// What the reader of TOML says to programmers, for people.
fn in_words(message: &str) -> String {
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("the entry lacks {field}");
    }
    match message.strip_prefix("unknown field ") {
        Some(field) => format!("an entry has no {field}"),
        None => message.to_owned(),
    }
}

/// Reads the entries of a file.
pub(crate) fn read(text: &str, file: &Path) -> Result<BTreeMap<String, Entry>, RegistryError> {
    let wrong = |at: Option<Range<usize>>, problem: String| RegistryError::Wrong {
        file: file.to_owned(),
        line: line(text, at.map_or(0, |at| at.start)),
        problem,
    };
    let raw: BTreeMap<Spanned<String>, RawEntry> =
        toml::from_str(text).map_err(|error| wrong(error.span(), in_words(error.message())))?;
    raw.into_iter()
        .map(|(name, raw)| {
            let entry = named(&name)
                .and_then(|()| entry(name.get_ref(), raw, file))
                .map_err(|mistake| wrong(Some(mistake.at), mistake.problem))?;
            Ok((name.into_inner(), entry))
        })
        .collect()
}

fn line(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Refuses a name that is ours, or that could not be typed or be the name of a folder.
fn named(name: &Spanned<String>) -> Result<(), Mistake> {
    let plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
    match name.get_ref().as_str() {
        own @ (embedded::NAME | search::NAME) => Err(Mistake::at(
            name,
            format!("`{own}` is the name of a solver that is built in: give this one another name"),
        )),
        good if good.starts_with(char::is_alphanumeric) && good.chars().all(plain) => Ok(()),
        bad => Err(Mistake::at(
            name,
            format!(
                "`{bad}` cannot be the name of a solver: expected letters and digits, and after the \
                 first `-`, `_`, `.` or `+`"
            ),
        )),
    }
}

fn entry(name: &str, raw: RawEntry, file: &Path) -> Result<Entry, Mistake> {
    let word = raw.target.get_ref().as_str();
    let target = Language::named(word)
        .ok_or_else(|| Mistake::at(&raw.target, format!("there is no target `{word}`")))?;
    let exchange = target
        .exchange()
        .ok_or_else(|| Mistake::at(&raw.target, format!("no solver reads {target}")))?;
    let reply = match &raw.reply {
        None => exchange.replies[0],
        Some(word) => Dialect::named(word.get_ref()).ok_or_else(|| {
            Mistake::at(word, format!("there is no dialect `{}`", word.get_ref()))
        })?,
    };
    let encoding = match &raw.encoding {
        None => target.encodings[0],
        Some(word) => target.encoding(word.get_ref()).ok_or_else(|| {
            let problem = format!("{target} has no encoding `{}`", word.get_ref());
            Mistake::at(word, problem)
        })?,
    };
    let via = raw.via.into_iter();
    let via = via.map(|raw| via_of(raw, exchange, reply));
    let via = via.collect::<Result<_, _>>()?;
    Ok(Entry {
        name: name.to_owned(),
        about: raw.about,
        encoding,
        exchange,
        reply,
        install: raw.install,
        exit: raw.exit,
        via,
        file: file.to_owned(),
    })
}

fn via_of(raw: RawVia, exchange: Exchange, reply: Dialect) -> Result<Via, Mistake> {
    use Placeholder::{
        Data, Launcher, Model, Options, Proof, Result, Seed, Threads, TimeMs, TimeS,
    };
    if raw.programs.get_ref().is_empty() {
        return Err(Mistake::at(&raw.programs, "no program is named"));
    }
    let count = match &raw.count {
        Some(words) if !exchange.replies.iter().any(|dialect| dialect.counts) => {
            let problem = "nobody counts the solutions of a model in this target";
            return Err(Mistake::at(words, problem));
        }
        Some(words) => Some(templates(words.get_ref(), &[])?),
        // One that does nothing else need not be asked for it.
        None => reply.counts.then(Vec::new),
    };
    let place = raw.arguments.span();
    let arguments = templates(
        raw.arguments.get_ref(),
        &[Model, Data, Result, Launcher, Options],
    )?;
    if !arguments.iter().any(|argument| argument.mentions(Model)) {
        return Err(Mistake {
            at: place,
            problem: "no argument is {model}, so the solver would not see the puzzle".into(),
        });
    }
    Ok(Via {
        name: raw.name,
        programs: raw.programs.into_inner(),
        probe: match raw.probe {
            None => None,
            Some(probe) => Some(Probe {
                arguments: templates(&probe.arguments, &[Launcher])?,
                shows: probe.shows.split('*').map(str::to_owned).collect(),
            }),
        },
        arguments,
        time: templates(&raw.time, &[TimeMs, TimeS])?,
        seed: templates(&raw.seed, &[Seed])?,
        threads: templates(&raw.threads, &[Threads])?,
        all: templates(&raw.all, &[])?,
        count,
        proof: templates(&raw.proof, &[Proof])?,
        launcher: raw.launcher,
        statistics: statistics(raw.statistics)?,
        version: raw.version.map(version).transpose()?,
    })
}

/// Arguments, of which each may use only the placeholders that mean something there.
fn templates(words: &[Spanned<String>], allowed: &[Placeholder]) -> Result<Vec<Template>, Mistake> {
    let mut templates = Vec::with_capacity(words.len());
    for word in words {
        let template =
            Template::parse(word.get_ref()).map_err(|problem| Mistake::at(word, problem))?;
        if let Some(stray) = template.placeholders().find(|hole| !allowed.contains(hole)) {
            return Err(Mistake::at(word, format!("{stray} means nothing here")));
        }
        if template.mentions(Placeholder::Options) && !template.is(Placeholder::Options) {
            return Err(Mistake::at(
                word,
                "{options} must be an argument of its own",
            ));
        }
        templates.push(template);
    }
    Ok(templates)
}

fn statistics(raw: BTreeMap<Spanned<String>, Patterns>) -> Result<StatisticsReading, Mistake> {
    let mut reading = StatisticsReading::default();
    for (name, patterns) in &raw {
        let patterns = match patterns {
            Patterns::One(pattern) => std::slice::from_ref(pattern),
            Patterns::Several(patterns) => patterns,
        };
        for pattern in patterns {
            let added = reading.add(name.get_ref(), pattern);
            added.map_err(|problem| Mistake::at(name, problem))?;
        }
    }
    Ok(reading)
}

fn version(raw: RawVersion) -> Result<VersionReading, Mistake> {
    let pattern = raw.pattern.get_ref();
    let Some((before, _)) = pattern.split_once("{version}") else {
        return Err(Mistake::at(&raw.pattern, "the pattern lacks {version}"));
    };
    Ok(VersionReading {
        arguments: templates(&raw.arguments, &[Placeholder::Launcher])?,
        before: before.split('*').map(str::to_owned).collect(),
        from: Version(raw.from),
        below: Version(raw.below),
        also: raw.also,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[mine]
target = "dimacs"
exit = { satisfiable = [10], unsatisfiable = [20] }
[[mine.via]]
programs = ["mine"]
arguments = ["{options}", "{model}"]
time = ["-t", "{time_s}"]
statistics = { conflicts = "c conflicts {number}", nodes = ["a {number}", "b {number}"] }
"#;

    fn problem(text: &str) -> String {
        match read(text, Path::new("my.toml")) {
            Ok(_) => "fine".into(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn mistakes_are_named_by_file_and_line() {
        assert_eq!(problem(GOOD), "fine");
        let cases = [
            (
                "programs =",
                "programm =",
                "my.toml:6: an entry has no `programm`",
            ),
            (
                "{time_s}",
                "{time}",
                "my.toml:8: there is no placeholder {time}",
            ),
            (
                "{time_s}",
                "{model}",
                "my.toml:8: {model} means nothing here",
            ),
            (
                "\"dimacs\"",
                "\"dimax\"",
                "my.toml:3: there is no target `dimax`",
            ),
            ("\"dimacs\"", "\"ir\"", "my.toml:3: no solver reads ir"),
            (", \"{model}\"", "", "my.toml:7: no argument is {model}"),
            ("[\"mine\"]", "[]", "my.toml:6: no program is named"),
            ("[10]", "ten", "my.toml:4: "),
            (
                "[mine",
                "[embedded",
                "my.toml:2: `embedded` is the name of a solver that is built in",
            ),
            (
                "[mine",
                "[\"../mine\"",
                "my.toml:2: `../mine` cannot be the name of a solver",
            ),
            (
                "conflicts =",
                "conflict =",
                "my.toml:9: there is no statistic `conflict`, expected one of nodes,",
            ),
            (
                "c conflicts {number}",
                "c conflicts",
                "my.toml:9: the pattern `c conflicts` lacks {number}",
            ),
        ];
        for (old, new, expected) in cases {
            let found = problem(&GOOD.replace(old, new));
            assert!(found.starts_with(expected), "{new}: {found}");
        }
    }
}
