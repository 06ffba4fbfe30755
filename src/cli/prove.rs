//! `pipsc prove`: writes and checks certificates of the number of solutions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::{LimitArguments, RegistryArguments, ReportArguments, search_path};
use super::encoding::encoding;
use super::input::PuzzleArguments;
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::{CliError, log};
use crate::backend::Language;
use crate::exit::Exit;
use crate::limits::StopReason;
use crate::prove::{
    Certificate, CheckOutcome, Claim, ProofEncoding, ProofTools, ProveError, ProveOptions,
    Verification, prove, verify,
};
use crate::solver::Limits;
use crate::visible;

/// Prove the number of solutions of a puzzle, in a folder that others can check
///
/// The folder contains the puzzle, all solutions, a model of a further solution, and refutations of
/// that model, each accepted by an independent checker. Without --none, --unique or --count, pipsc
/// determines what can be proved. docs/hints.md describes the folder and the trusted base.
#[derive(Debug, Args)]
#[command(
    override_usage = "pipsc prove [OPTIONS] -o <DIR> <PUZZLE>\n       pipsc prove [OPTIONS] --check <DIR>",
    after_help = "\
Examples:
  pipsc prove puzzle.txt -o certificate/
  pipsc prove today.json:hard --unique -o certificate/
  pipsc prove puzzle.txt --count --encoding all -o certificate/
  pipsc prove puzzle.txt --none --solver cadical --time-limit 10m -o certificate/
  pipsc prove --check certificate/

The proof is found by kissat, cadical or pumpkin, and checked by rate and ACL2; sums are checked by VeriPB."
)]
pub(super) struct Prove {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Prove that there is no solution
    #[arg(long, group = "claim")]
    none: bool,

    /// Prove that there is exactly one solution
    #[arg(long, group = "claim")]
    unique: bool,

    /// Prove the number of solutions, up to 50,000, by listing them
    #[arg(long, group = "claim")]
    count: bool,

    /// The CNF encoding that is refuted, or `all`
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// The solver that finds the proof
    ///
    /// The default is the first of kissat, cadical and pumpkin that is installed.
    #[arg(long, short, value_name = "NAME")]
    solver: Option<String>,

    /// The folder for the certificate
    #[arg(long, short, value_name = "DIR", required_unless_present = "check")]
    output: Option<PathBuf>,

    /// Replace the certificate of another puzzle in that folder
    #[arg(long)]
    force: bool,

    /// Check the certificate in a folder, given in place of the puzzle
    #[arg(long, conflicts_with_all =
        ["claim", "encoding", "solver", "output", "force", "level", "from"])]
    check: bool,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    registry: RegistryArguments,

    #[command(flatten)]
    report: ReportArguments,
}

impl Prove {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let registry = self.registry.load()?;
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let search_path = search_path(&guard);
        let tools = ProofTools {
            registry: &registry,
            places: &search_path,
        };
        let limits = self.limits.limits(&guard.cancel);
        if self.check {
            return self.check(self.puzzle.path(), &limits, &tools);
        }
        let Some(into) = &self.output else {
            return Err(CliError::usage(
                "name a folder for the certificate with -o".into(),
            ));
        };
        let chosen = self.puzzle.read()?;
        let claim = [
            (self.none, Claim::None),
            (self.unique, Claim::Unique),
            (self.count, Claim::Count),
        ];
        let dimacs = Language::named("dimacs").expect("a language of the table");
        let options = ProveOptions {
            claim: claim
                .into_iter()
                .find_map(|(is_typed, claim)| is_typed.then_some(claim)),
            encodings: match self.encoding.as_deref() {
                None => Vec::new(),
                Some("all") => dimacs.encodings().to_vec(),
                Some(name) => vec![encoding(dimacs, Some(name))?],
            }
            .into_iter()
            .filter_map(ProofEncoding::new)
            .collect(),
            solver: self.solver.clone(),
            limits,
            force: self.force,
        };
        let name = chosen.name.raw();
        let proved =
            reporting(|report| prove(&chosen.puzzle, name, &options, &tools, into, report));
        let certificate = match proved {
            Ok(certificate) => certificate,
            Err(problem) => return refused(problem),
        };
        self.report.print(
            || certificate_value(&certificate),
            |out| write_certificate(&certificate, into, out),
        )?;
        Ok(Exit::Done)
    }

    fn check(
        &self,
        folder: &Path,
        limits: &Limits,
        tools: &ProofTools<'_>,
    ) -> Result<Exit, CliError> {
        let verified = reporting(|report| verify(folder, limits, tools, report));
        let verification = match verified {
            Ok(verification) => verification,
            Err(problem) => return refused(problem),
        };
        let exit = exit(&verification);
        self.report.print(
            || verification_value(&verification),
            |out| write_verification(&verification, exit, out),
        )?;
        Ok(exit)
    }
}

/// Shows the current step on a terminal, and prints it with `--verbose`.
fn reporting<T>(work: impl FnOnce(&mut dyn FnMut(&str)) -> T) -> T {
    let progress = Progress::of(1);
    work(&mut |what| {
        log::detail(&what);
        progress.message(what);
    })
}

/// The exit status of a checked certificate.
fn exit(verification: &Verification) -> Exit {
    if verification.faults().next().is_some() {
        Exit::Rejected
    } else if verification.stopped().is_some() {
        Exit::NoVerdict
    } else if verification.holds() {
        Exit::Done
    } else {
        Exit::NoSolver
    }
}

/// A reached limit and a refusal have their own exit codes.
fn refused(problem: ProveError) -> Result<Exit, CliError> {
    match problem {
        ProveError::Stopped(StopReason::Cancelled) => Ok(Exit::Interrupted),
        ProveError::Stopped(_) | ProveError::GaveUp(_) | ProveError::TooMany => {
            log::error(&problem);
            Ok(Exit::NoVerdict)
        }
        problem => Err(problem.into()),
    }
}

fn write_certificate(
    certificate: &Certificate,
    folder: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Certificate {
        claim, solutions, ..
    } = certificate;
    writeln!(out, "{}.", claim.sentence(*solutions))?;
    for refutation in &certificate.refutations {
        let encoding = refutation.encoding;
        for &format in encoding.formats() {
            let file = encoding.proof(format);
            match refutation.checked_by.get(&format) {
                Some(checkers) => writeln!(out, "  {file}: accepted by {checkers}")?,
                None => writeln!(out, "  {file}: not checked, because {}", format.missing())?,
            }
        }
    }
    writeln!(out, "The certificate is in {}.", visible::path(folder))
}

fn certificate_value(certificate: &Certificate) -> serde_json::Value {
    json!({
        "claim": certificate.claim,
        "solutions": certificate.solutions,
        "checked_by": certificate.checked_by(),
        "certificate": certificate,
    })
}

fn write_verification(
    verification: &Verification,
    exit: Exit,
    out: &mut dyn Write,
) -> io::Result<()> {
    for finding in &verification.findings {
        let (name, words) = named(&finding.outcome);
        let name = name.replace("wrong", "WRONG");
        let by = match finding.outcome {
            CheckOutcome::Unchecked(_) => String::new(),
            _ => format!(" ({})", finding.by),
        };
        writeln!(out, "  {name:<9} {}: {words}{by}", finding.what)?;
    }
    let Certificate {
        claim, solutions, ..
    } = &verification.certificate;
    let claimed = claim.sentence(*solutions);
    match exit {
        Exit::Done => writeln!(out, "{claimed}: the certificate holds."),
        Exit::NoVerdict => writeln!(
            out,
            "It is not known whether the certificate holds: the check was stopped."
        ),
        Exit::NoSolver => writeln!(
            out,
            "Nothing is wrong with the certificate, but no installed checker reads the proofs of {}.",
            verification.unchecked().join(", ")
        ),
        _ => writeln!(out, "The certificate does NOT hold."),
    }
}

/// The name of an outcome, and its description.
fn named(outcome: &CheckOutcome) -> (&'static str, String) {
    match outcome {
        CheckOutcome::Holds(words) => ("good", words.clone()),
        CheckOutcome::Fails(words) => ("wrong", words.clone()),
        CheckOutcome::Unchecked(words) => ("unchecked", words.clone()),
        CheckOutcome::Stopped(stop) => ("stopped", stop.to_string()),
    }
}

fn verification_value(verification: &Verification) -> serde_json::Value {
    let findings = verification.findings.iter().map(|finding| {
        let (outcome, words) = named(&finding.outcome);
        json!({"what": finding.what, "by": finding.by, "outcome": outcome, "words": words})
    });
    json!({
        "holds": verification.holds(),
        "claim": verification.certificate.claim,
        "solutions": verification.certificate.solutions,
        "findings": findings.collect::<Vec<_>>(),
    })
}
