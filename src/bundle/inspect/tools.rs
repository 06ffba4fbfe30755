//! The tools of others: each reads the instances by itself and says what it thinks of them.
//!
//! | who | what it is asked |
//! |---|---|
//! | MiniZinc | whether model and data fit each other, with the standard library alone |
//! | GBD's `gbdc` | `checksani`, and the hash by which GBD knows an instance |
//! | CPMpy | whether its readers take the file, and how many constraints they see |
//! | cvc5 | whether its strict parser takes the file |
//! | ganak | the number of solutions |
//!
//! What is not installed is told, and what takes too long.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::finding::{Fault, Finding, Outcome, fault};
use super::inspector::Inspector;
use crate::bundle::Competition;
use crate::bundle::error::BundleError;
use crate::bundle::manifest::Listed;
use crate::folders::{self, Temporary};
use crate::json;
use crate::solver::SearchPath;
use crate::solver::launchers;
use crate::solver::process::{self, Ending, ProcessCommand, ProcessLimits};
use crate::visible::Visible;

/// How long a tool may take for one file.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most that is read of what a tool prints.
const MAX_OUTPUT: usize = 16 << 20;

/// How much of a tool's complaint is shown.
const SHOWN: usize = 300;

/// What a tool printed, or why nothing came of it.
enum Said {
    /// It ended by itself, with this exit code.
    Ended(i32, String),
    /// Its time was up.
    TooLong,
    /// It could not be run, or crashed.
    Failed(String),
}

/// A program of others on this machine.
struct Tool {
    program: PathBuf,
    /// What stands before all other arguments.
    first: Vec<OsString>,
    /// What it is called, with its version.
    called: String,
}

/// Where tools are found, and where they may leave files.
struct Shop {
    path: SearchPath,
    folder: Temporary,
}

/// A question to a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    MiniZinc,
    Gbd(Kind),
    CpmPy(Kind),
    Cvc5,
    Ganak,
}

/// A language of those whom the Python packages read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cnf,
    Opb,
    Xcsp3,
}

impl Kind {
    /// What `scripts/readers.py` calls it.
    fn name(self) -> &'static str {
        match self {
            Kind::Cnf => "cnf",
            Kind::Opb => "opb",
            Kind::Xcsp3 => "xcsp3",
        }
    }
}

impl Ask {
    fn check(self) -> &'static str {
        match self {
            Ask::MiniZinc => "minizinc-std",
            Ask::Gbd(Kind::Cnf) => "gbd-checksani",
            Ask::Gbd(Kind::Opb | Kind::Xcsp3) => "gbd-hash",
            Ask::CpmPy(_) => "cpmpy-reads",
            Ask::Cvc5 => "cvc5-parses",
            Ask::Ganak => "ganak-counts",
        }
    }

    fn says(self) -> &'static str {
        match self {
            Ask::MiniZinc => "MiniZinc takes model and data, with the standard library alone",
            Ask::Gbd(Kind::Cnf) => "GBD finds the formulas sane, and has the same hashes",
            Ask::Gbd(Kind::Opb | Kind::Xcsp3) => {
                "GBD reads the constraints, and has the same hashes"
            }
            Ask::CpmPy(_) => "CPMpy reads the instances, with as many constraints",
            Ask::Cvc5 => "cvc5 parses the scripts strictly",
            Ask::Ganak => "ganak counts as many solutions",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Ask::MiniZinc => "MiniZinc",
            Ask::Gbd(_) => "gbdc",
            Ask::CpmPy(_) => "CPMpy",
            Ask::Cvc5 => "cvc5",
            Ask::Ganak => "ganak",
        }
    }

    /// What it is called, with the version that it tells.
    fn version(self, text: &str) -> String {
        let words = text.split_ascii_whitespace();
        let is_version = |word: &&str| {
            word.starts_with(|char: char| char.is_ascii_digit()) && word.contains('.')
        };
        let mut words = words.map(|word| word.trim_end_matches([',', ';']));
        match words.find(is_version) {
            Some(version) => format!("{} {}", self.name(), Visible(version)),
            None => self.name().into(),
        }
    }
}

impl Inspector<'_> {
    /// Asks every tool that has something to say about the language.
    pub(super) fn tools(&mut self, told: &mut dyn FnMut(&str)) -> Result<(), BundleError> {
        let shop = Shop {
            path: SearchPath::from_environment(),
            folder: folders::temporary()?,
        };
        let asked: &[Ask] = match self.order.competition {
            Competition::MiniZincChallenge => &[Ask::MiniZinc],
            Competition::SatCompetition => &[Ask::Gbd(Kind::Cnf), Ask::CpmPy(Kind::Cnf)],
            Competition::SmtLib => &[Ask::Cvc5],
            Competition::PbCompetition => &[Ask::Gbd(Kind::Opb), Ask::CpmPy(Kind::Opb)],
            Competition::Xcsp3 => &[Ask::CpmPy(Kind::Xcsp3)],
            Competition::ModelCounting => &[Ask::Gbd(Kind::Cnf), Ask::CpmPy(Kind::Cnf), Ask::Ganak],
        };
        for ask in asked {
            told(ask.name());
            self.budget.check()?;
            let finding = self.ask(*ask, &shop);
            self.budget.check()?;
            self.findings.push(finding);
        }
        Ok(())
    }

    fn ask(&self, ask: Ask, shop: &Shop) -> Finding {
        let finding = |by: String, outcome| Finding {
            check: ask.check(),
            says: ask.says().into(),
            by,
            outcome,
        };
        let tool = match self.find_tool(ask, shop) {
            Ok(tool) => tool,
            Err(why) => return finding(ask.name().into(), Outcome::Unchecked(why)),
        };
        let instances: Vec<&Listed> = (self.manifest.instances.iter())
            .filter(|listed| self.texts.contains_key(listed.file.path.as_str()))
            .collect();
        let (faults, unchecked) = match ask {
            Ask::MiniZinc => self.by_files(
                &tool,
                &instances,
                shop,
                |listed| self.for_minizinc(listed),
                quiet,
            ),
            Ask::Cvc5 => self.by_files(
                &tool,
                &instances,
                shop,
                |listed| self.for_cvc5(listed),
                quiet,
            ),
            Ask::Ganak => self.by_files(
                &tool,
                &instances,
                shop,
                |listed| vec![self.place(listed)],
                counted,
            ),
            Ask::Gbd(_) | Ask::CpmPy(_) => self.by_readers(&tool, &instances, shop),
        };
        let outcome = match (faults.is_empty(), unchecked.is_empty()) {
            (false, _) => Outcome::Failed(faults),
            (true, true) => Outcome::Passed(instances.len()),
            (true, false) => Outcome::Unchecked(unchecked.join("; ")),
        };
        finding(tool.called, outcome)
    }

    fn place(&self, listed: &Listed) -> OsString {
        self.absolute(&listed.file.path)
    }

    fn absolute(&self, path: &str) -> OsString {
        let place = self.folder.join(path);
        std::path::absolute(&place)
            .unwrap_or(place)
            .into_os_string()
    }

    fn for_minizinc(&self, listed: &Listed) -> Vec<OsString> {
        let mut arguments = words(&["-G", "std", "--instance-check-only"]);
        arguments.extend(self.models().map(|file| self.absolute(&file.path)));
        arguments.push(self.place(listed));
        arguments
    }

    fn for_cvc5(&self, listed: &Listed) -> Vec<OsString> {
        let mut arguments = words(&["--lang", "smt2", "--strict-parsing", "--parse-only"]);
        arguments.push(self.place(listed));
        arguments
    }

    /// Runs a tool on every file by itself: what is wrong, and what could not be looked at.
    fn by_files(
        &self,
        tool: &Tool,
        instances: &[&Listed],
        shop: &Shop,
        arguments: impl Fn(&Listed) -> Vec<OsString>,
        judge: fn(&Listed, i32, &str) -> Result<(), String>,
    ) -> (Vec<Fault>, Vec<String>) {
        let (mut faults, mut unchecked) = (Vec::new(), Vec::new());
        for listed in instances {
            match self.run(tool, arguments(listed), shop, PATIENCE) {
                Said::Ended(code, text) => {
                    if let Err(what) = judge(listed, code, &text) {
                        faults.push(fault(&listed.file, &what));
                    }
                }
                Said::TooLong => unchecked.push(format!("{} took too long", listed.name)),
                Said::Failed(what) => unchecked.push(format!("{}: {what}", listed.name)),
            }
            if self.budget.stopped().is_some() {
                break;
            }
        }
        (faults, unchecked)
    }

    /// Runs the launcher of Python's readers on all files at once.
    fn by_readers(
        &self,
        tool: &Tool,
        instances: &[&Listed],
        shop: &Shop,
    ) -> (Vec<Fault>, Vec<String>) {
        let files = instances.iter().map(|listed| self.place(listed)).collect();
        let patience = PATIENCE.saturating_mul(u32::try_from(instances.len()).unwrap_or(u32::MAX));
        let unchecked = |why: String| (Vec::new(), vec![why]);
        let text = match self.run(tool, files, shop, patience) {
            Said::Ended(0, text) => text,
            Said::Ended(code, text) => {
                return unchecked(format!("it ended with exit code {code}: {}", shown(&text)));
            }
            Said::TooLong => return unchecked("it took too long".into()),
            Said::Failed(what) => return unchecked(what),
        };
        let answers: Vec<Answer> = text
            .lines()
            .filter_map(|line| json::read(line).ok())
            .collect();
        if answers.len() != instances.len() {
            let (some, all) = (answers.len(), instances.len());
            return unchecked(format!("it spoke of {some} files instead of {all}"));
        }
        let faults = instances.iter().zip(&answers).flat_map(|(listed, answer)| {
            let faults = answer.faults(listed).into_iter();
            faults.map(|what| fault(&listed.file, &what))
        });
        (faults.collect(), Vec::new())
    }

    fn run(&self, tool: &Tool, arguments: Vec<OsString>, shop: &Shop, patience: Duration) -> Said {
        let command = ProcessCommand {
            program: tool.program.clone(),
            arguments: [tool.first.clone(), arguments].concat(),
            folder: shop.folder.path().to_owned(),
        };
        let limits = ProcessLimits {
            deadline: Instant::now().checked_add(patience),
            cancel: self.budget.cancel().clone(),
            ..ProcessLimits::default()
        };
        match process::output(&command, &limits, MAX_OUTPUT) {
            Err(problem) => Said::Failed(problem.to_string()),
            Ok((run, mut text)) => match (run.stop, run.ending) {
                (Some(_), _) => Said::TooLong,
                (None, Ending::Exit(code)) => {
                    text.extend(run.stderr);
                    Said::Ended(code, String::from_utf8_lossy(&text).into_owned())
                }
                (None, ending @ Ending::Signal(_)) => Said::Failed(format!("it ended by {ending}")),
            },
        }
    }

    fn find_tool(&self, ask: Ask, shop: &Shop) -> Result<Tool, String> {
        let (program, launcher, version, first): (_, _, &[&str], Vec<&str>) = match ask {
            Ask::MiniZinc => ("minizinc", None, &["--version"], vec![]),
            Ask::Cvc5 => ("cvc5", None, &["--version"], vec![]),
            Ask::Gbd(kind) => {
                let first = vec!["gbdc", kind.name()];
                ("python3", Some("readers.py"), &["gbdc", "--package"], first)
            }
            Ask::CpmPy(kind) => {
                let first = vec!["cpmpy", kind.name()];
                (
                    "python3",
                    Some("readers.py"),
                    &["cpmpy", "--package"],
                    first,
                )
            }
            Ask::Ganak => ("python3", Some("ganak.py"), &["--package"], vec![]),
        };
        let found = shop.path.program(program, Path::new(""));
        let program = found.map_err(|_| format!("{program} is not installed"))?;
        let launcher =
            launcher.map(|name| launchers::place(name, Path::new(""), shop.folder.path()));
        let before: Vec<OsString> = launcher
            .transpose()?
            .into_iter()
            .map(PathBuf::into_os_string)
            .collect();
        let mut tool = Tool {
            program,
            first: before.clone(),
            called: String::new(),
        };
        tool.called = match self.run(&tool, words(version), shop, PATIENCE) {
            Said::Ended(0, text) => ask.version(&text),
            Said::Ended(_, text) => {
                return Err(format!("{} is not installed: {}", ask.name(), shown(&text)));
            }
            Said::TooLong => return Err(format!("{} does not tell its version", ask.name())),
            Said::Failed(what) => return Err(what),
        };
        tool.first = [before, words(&first)].concat();
        Ok(tool)
    }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// A tool that has nothing to say about a file that is right.
fn quiet(_: &Listed, code: i32, text: &str) -> Result<(), String> {
    if code == 0 && !text.to_lowercase().contains("error") {
        return Ok(());
    }
    Err(format!(
        "it ends with exit code {code} and says {}",
        shown(text)
    ))
}

/// A tool that counts.
fn counted(listed: &Listed, _: i32, text: &str) -> Result<(), String> {
    let mut lines = text.lines();
    let exact = lines.find_map(|line| line.strip_prefix("c s exact arb int "));
    let is_none = text.lines().any(|line| line == "s UNSATISFIABLE");
    let count = exact.or(is_none.then_some("0"));
    match (count, &listed.solutions) {
        (Some(count), Some(said)) if count.trim() == said => Ok(()),
        (Some(count), Some(said)) => Err(format!(
            "it counts {} solutions, and the manifest {said}",
            Visible(count)
        )),
        (Some(_), None) => Ok(()),
        (None, _) => Err(format!("it does not count: it says {}", shown(text))),
    }
}

/// The end of what a tool says, in one line.
fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let from = line.char_indices().rev().nth(SHOWN).map_or(0, |(at, _)| at);
    format!("\"{}\"", Visible(&line[from..]))
}

/// What a reader of Python says of a file.
#[derive(Debug, Deserialize)]
struct Answer {
    hash: Option<String>,
    #[serde(default)]
    faults: Vec<String>,
    constraints: Option<u64>,
    problem: Option<String>,
}

impl Answer {
    fn faults(&self, listed: &Listed) -> Vec<String> {
        let mut faults: Vec<String> = Vec::new();
        if let Some(problem) = &self.problem {
            faults.push(format!("it cannot read it: {}", shown(problem)));
        }
        if let (Some(hash), Some(said)) = (&self.hash, &listed.gbd_hash)
            && hash != said
        {
            let hash = Visible(hash);
            faults.push(format!("its hash is {hash}, and the manifest's {said}"));
        }
        if !self.faults.is_empty() {
            let words = self.faults.iter().map(|fault| Visible(fault).to_string());
            let words: Vec<String> = words.collect();
            faults.push(format!("it is not so that {}", words.join(", ")));
        }
        if let (Some(count), Some(said)) = (self.constraints, listed.constraints)
            && count != said
        {
            faults.push(format!(
                "it sees {count} constraints, and the manifest {said}"
            ));
        }
        faults
    }
}
