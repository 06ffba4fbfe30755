//! Proof checkers: programs that read a model and a proof, and accept or refuse the proof.

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::folders;
use crate::limits::{Budget, StopReason};
use crate::solver::SearchPath;
use crate::solver::process::{self, ProcessCommand, ProcessExit};

/// A format of proofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofFormat {
    /// Clause additions and deletions, as SAT solvers write them (Wetzler, Heule and Hunt 2014).
    Drat,
    /// DRAT with the antecedents of each clause (Cruz-Filipe et al. 2017).
    Lrat,
    /// VeriPB's cutting-planes proofs.
    Pbp,
}

impl ProofFormat {
    /// Returns the extension of its files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            ProofFormat::Drat => "drat",
            ProofFormat::Lrat => "lrat",
            ProofFormat::Pbp => "pbp",
        }
    }

    /// Returns its checkers, the recommended one first.
    pub fn checkers(self) -> impl Iterator<Item = &'static ProofChecker> {
        CHECKERS.iter().filter(move |one| one.format == self)
    }

    /// Returns the message for a machine without any of its checkers.
    pub fn missing(self) -> String {
        let mut checkers = self.checkers();
        let first = checkers.next().map(|one| {
            format!(
                "{} is not installed; to install it: {}",
                one.program, one.install
            )
        });
        let others: String = checkers
            .map(|one| format!(", or {}", one.program))
            .collect();
        first.unwrap_or_default() + &others
    }
}

/// A proof checker.
#[derive(Debug, PartialEq, Eq)]
pub struct ProofChecker {
    /// Its program.
    pub program: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Instructions to install it.
    pub install: &'static str,
    /// The format of its proofs.
    pub format: ProofFormat,
    /// Its arguments before the model and the proof.
    arguments: &'static [&'static str],
    /// A script for `sh` that runs it as `$0` on the model `$1` and the proof `$2`, if arguments do not
    /// suffice.
    script: Option<&'static str>,
    /// Its output line for an accepted proof.
    pub accepts: &'static str,
    /// Text before its version in the output of `--version`, if it has that option.
    version: Option<&'static str>,
}

/// `rate`, which also converts DRAT to LRAT.
pub(super) static RATE: &ProofChecker = &CHECKERS[0];
/// VeriPB.
pub(super) static VERIPB: &ProofChecker = &CHECKERS[4];

/// All checkers.
pub static CHECKERS: [ProofChecker; 5] = [
    ProofChecker {
        program: "rate",
        title: "rate",
        install: "cargo install --locked rate (scripts/install-solvers)",
        format: ProofFormat::Drat,
        arguments: &[],
        script: None,
        accepts: "s VERIFIED",
        version: Some("rate "),
    },
    ProofChecker {
        program: "drat-trim",
        title: "drat-trim",
        install: "https://github.com/marijnheule/drat-trim",
        format: ProofFormat::Drat,
        arguments: &[],
        script: None,
        accepts: "s VERIFIED",
        version: None,
    },
    ProofChecker {
        program: "acl2",
        title: "ACL2",
        install: "apt install acl2 acl2-books acl2-books-certs acl2-books-source (scripts/install-acl2)",
        format: ProofFormat::Lrat,
        arguments: &[],
        // ACL2 reads no comments in a CNF, and prints its prompt before the verdict.
        script: Some(
            r#"PATH=$PATH:/usr/bin:/bin; cd "$TMPDIR" && grep -v ^c "$1" > model.cnf && cp "$2" proof.lrat &&
echo '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)
(lrat::lrat-check "model.cnf" "proof.lrat")' | "$0" | sed 's/^.*>s /s /'"#,
        ),
        accepts: "s VERIFIED",
        version: None,
    },
    ProofChecker {
        program: "cake_lpr",
        title: "cake_lpr",
        install: "https://github.com/tanyongkiam/cake_lpr",
        format: ProofFormat::Lrat,
        arguments: &[],
        script: None,
        accepts: "s VERIFIED UNSAT",
        version: None,
    },
    ProofChecker {
        program: "veripb",
        title: "VeriPB",
        install: "cargo install --locked veripb (scripts/install-solvers)",
        format: ProofFormat::Pbp,
        // Unchecked deletion: deletions cannot make a refutation unsound.
        arguments: &["--opb", "-u"],
        script: None,
        accepts: "s VERIFIED UNSATISFIABLE",
        version: Some("VeriPB version "),
    },
];

/// A checker on this machine.
#[derive(Debug, Clone)]
pub(super) struct InstalledChecker {
    pub(super) checker: &'static ProofChecker,
    program: PathBuf,
    /// Its name with its version, if known: `rate 0.3.0`.
    pub(super) title: String,
}

/// The outcome of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckOutcome {
    /// Correct, with the reason.
    Holds(String),
    /// Wrong or without a verdict, with the reason: the certificate is invalid.
    Fails(String),
    /// Not checked, with the reason.
    Unchecked(String),
    /// Stopped before there was a result.
    Stopped(StopReason),
}

/// Bytes of a checker's output that are kept.
const MAX_OUTPUT: usize = 1 << 16;

impl ProofChecker {
    /// Finds the checker on this machine.
    pub(super) fn find(
        &'static self,
        places: &SearchPath,
        budget: &Budget,
    ) -> Option<InstalledChecker> {
        let mut found = InstalledChecker {
            checker: self,
            program: places.program(self.program, Path::new("")).ok()?,
            title: self.title.to_owned(),
        };
        if let Some(before) = self.version
            && let Ok((_, text)) = found.run(vec!["--version".into()], budget)
            && let Some((_, rest)) = text.split_once(before)
        {
            let is_part = |c: &char| c.is_ascii_digit() || *c == '.';
            let version: String = rest.chars().take_while(is_part).collect();
            found.title = format!("{} {}", self.title, version.trim_end_matches('.'));
        }
        Some(found)
    }
}

impl InstalledChecker {
    /// Checks a proof that a model has no solution, with further options.
    pub(super) fn check(
        &self,
        options: &[OsString],
        model: &Path,
        proof: &Path,
        budget: &Budget,
    ) -> io::Result<CheckOutcome> {
        let mut arguments: Vec<OsString> = match self.checker.script {
            Some(script) => vec!["-c".into(), script.into(), self.program.clone().into()],
            None => self.checker.arguments.iter().map(Into::into).collect(),
        };
        arguments.extend_from_slice(options);
        arguments.extend([model.canonicalize()?.into(), proof.canonicalize()?.into()]);
        let (run, output) = self.run(arguments, budget)?;
        Ok(match run.stop {
            Some(StopReason::Enough | StopReason::GaveUp) => {
                CheckOutcome::Fails("its output is too large".into())
            }
            Some(stop) => CheckOutcome::Stopped(stop),
            None => outcome(self.checker, run.ending, &output),
        })
    }

    fn run(
        &self,
        arguments: Vec<OsString>,
        budget: &Budget,
    ) -> io::Result<(process::ProcessResult, String)> {
        let folder = folders::temporary_folder().map_err(io::Error::other)?;
        let is_script = self.checker.script.is_some();
        let command = ProcessCommand {
            program: if is_script {
                "/bin/sh".into()
            } else {
                self.program.clone()
            },
            arguments,
            folder: folder.path().to_owned(),
            ..ProcessCommand::default()
        };
        let mut text = Vec::new();
        let run = process::run(&command, budget, &mut |line| {
            // The verdict can follow any amount of other output.
            let text_of_line = line.trim_ascii_start();
            let is_verdict =
                text_of_line.starts_with(b"s ") || text_of_line.starts_with(b"Warning");
            if text.len() < MAX_OUTPUT || is_verdict {
                text.extend_from_slice(&line[..line.len().min(MAX_OUTPUT)]);
                text.push(b'\n');
            }
            match text.len() < 2 * MAX_OUTPUT {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        text.extend_from_slice(&run.stderr);
        Ok((run, String::from_utf8_lossy(&text).into_owned()))
    }
}

/// Returns the outcome. A proof is accepted by one verdict line, exit code 0 and no warning: VeriPB only
/// warns about rules that it does not check, such as assumptions.
fn outcome(checker: &ProofChecker, ending: ProcessExit, output: &str) -> CheckOutcome {
    // drat-trim prints a carriage return before its verdict.
    let verdicts = output.lines().map(|line| line.trim_start_matches('\r'));
    let verdicts = verdicts.filter(|line| line.starts_with("s "));
    let verdicts: Vec<&str> = verdicts.map(str::trim_end).collect();
    let warning = output
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("Warning"));
    CheckOutcome::Fails(match (&verdicts[..], warning) {
        ([only], None) if *only == checker.accepts && ending == ProcessExit::Exit(0) => {
            return CheckOutcome::Holds(format!("`{only}`"));
        }
        ([only], Some(warning)) => format!("it prints `{only}`, but also `{warning}`"),
        ([only], None) if *only == checker.accepts => {
            format!("it prints `{only}`, but ends with {ending}")
        }
        ([only], None) => format!("it prints `{only}`"),
        ([], _) => {
            let error = output.lines().find(|line| line.contains("rror"));
            let error = error.map(|line| format!(": {}", line.trim()));
            format!(
                "it gives no verdict and ends with {ending}{}",
                error.unwrap_or_default()
            )
        }
        (several, _) => format!("it prints {}", several.join(" and ")),
    })
}
