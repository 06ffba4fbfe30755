//! Checks a certificate from its files alone.
//!
//! No statement of `certificate.json` is trusted: the boards are checked against the puzzle, the models
//! are rewritten from the puzzle and the boards and compared byte by byte, and every installed checker of
//! its format checks each proof.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io::{self, Write};
use std::path::Path;

use super::blocked::BlockedModel;
use super::checker::{CheckOutcome, ProofFormat};
use super::folder::{BOARDS, CERTIFICATE, Certificate, ProofEncoding, Refutation, SUMS, sums_line};
use super::sums::SumReason;
use super::{OnProgress, PIPSC, ProofTools, ProveError};
use crate::checksum::sha256_of_files;
use crate::formats;
use crate::limits::{Budget, Limits, StopReason};
use crate::puzzle::{Board, Puzzle, check};
use crate::reading::{self, reason};

/// The result of checking a certificate.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The certificate.
    pub certificate: Certificate,
    /// The result of each check, in order.
    pub findings: Vec<CheckFinding>,
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFinding {
    /// The checked item: `the claim`, `dimacs-compact/proof.drat`.
    pub what: String,
    /// The program that checked it.
    pub by: String,
    /// The outcome.
    pub outcome: CheckOutcome,
}

/// The author of pipsc's own checks.
const OURSELVES: &str = "pipsc";

impl Verification {
    /// Returns the failed checks, in order.
    pub fn faults(&self) -> impl Iterator<Item = &CheckFinding> {
        let findings = self.findings.iter();
        findings.filter(|finding| matches!(finding.outcome, CheckOutcome::Fails(_)))
    }

    /// Returns why the verification was stopped, if it was.
    pub fn stopped(&self) -> Option<StopReason> {
        let mut findings = self.findings.iter();
        findings.find_map(|finding| match finding.outcome {
            CheckOutcome::Stopped(stop) => Some(stop),
            CheckOutcome::Holds(_) | CheckOutcome::Fails(_) | CheckOutcome::Unchecked(_) => None,
        })
    }

    /// Returns the models without a proof checked by an installed checker.
    pub fn unchecked(&self) -> Vec<String> {
        let encodings = self.certificate.refutations.iter().map(|one| one.encoding);
        let is_accepted = |encoding: ProofEncoding, format: ProofFormat| {
            self.findings.iter().any(|finding| {
                let holds = matches!(finding.outcome, CheckOutcome::Holds(_));
                holds && finding.by != OURSELVES && finding.what == encoding.proof(format)
            })
        };
        let unchecked = encodings.filter(|&encoding| {
            let mut formats = encoding.formats().iter();
            !formats.any(|&format| is_accepted(encoding, format))
        });
        unchecked.map(ProofEncoding::model).collect()
    }

    /// Whether the certificate holds: no check fails, and a third-party checker has accepted a proof of
    /// every model.
    pub fn holds(&self) -> bool {
        self.faults().next().is_none() && self.stopped().is_none() && self.unchecked().is_empty()
    }
}

/// The reason of a check that holds, or another outcome.
type CheckResult = Result<String, CheckOutcome>;

fn wrong(problem: impl ToString) -> CheckOutcome {
    CheckOutcome::Fails(problem.to_string())
}

impl From<ProveError> for CheckOutcome {
    fn from(problem: ProveError) -> Self {
        match problem {
            ProveError::Stopped(stop) => CheckOutcome::Stopped(stop),
            problem => wrong(problem),
        }
    }
}

/// Checks the certificate in a folder.
pub fn verify(
    folder: &Path,
    limits: &Limits,
    tools: &ProofTools<'_>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Verification, ProveError> {
    let budget = Budget::new(limits);
    let certificate = Certificate::read(folder)?;
    let mut verifier = CertificateVerifier {
        folder,
        certificate: &certificate,
        budget: &budget,
        findings: Vec::new(),
        on_progress,
    };
    verifier.record("the claim", verifier.claim());
    // Links and devices are never opened: they can lead anywhere, or never end.
    if verifier.contents() {
        verifier.hashes();
        verifier.pages();
        verifier.puzzle();
        for Refutation { encoding, .. } in &certificate.refutations {
            for &format in encoding.formats() {
                verifier.proof(tools, *encoding, format);
            }
        }
    }
    let findings = verifier.findings;
    Ok(Verification {
        certificate,
        findings,
    })
}

struct CertificateVerifier<'a> {
    folder: &'a Path,
    certificate: &'a Certificate,
    budget: &'a Budget,
    findings: Vec<CheckFinding>,
    on_progress: &'a mut OnProgress<'a>,
}

impl CertificateVerifier<'_> {
    fn add(&mut self, what: &str, by: &str, outcome: CheckOutcome) {
        let [what, by] = [what, by].map(String::from);
        self.findings.push(CheckFinding { what, by, outcome });
    }

    fn record(&mut self, what: &str, checked: CheckResult) {
        self.add(
            what,
            OURSELVES,
            checked.map_or_else(|outcome| outcome, CheckOutcome::Holds),
        );
    }

    fn fails(&mut self, what: &str, problem: impl ToString) {
        self.add(what, OURSELVES, wrong(problem));
    }

    /// Checks that the claim fits its number of solutions and has refutations, all of this version of pipsc.
    fn claim(&self) -> CheckResult {
        let Certificate {
            claim,
            solutions,
            refutations,
            made_by,
            ..
        } = self.certificate;
        if !claim.fits(*solutions) {
            let name = claim.name();
            return Err(wrong(format!(
                "it is `{name}`, and the number of solutions is {solutions}"
            )));
        }
        if refutations.is_empty() {
            return Err(wrong("there is no proof that there is no other solution"));
        }
        let of_sums = |one: &&Refutation| one.encoding == ProofEncoding::sums();
        let mut authors = refutations.iter().filter(of_sums).map(|one| &one.made_by);
        match [made_by]
            .into_iter()
            .chain(&mut authors)
            .find(|by| *by != PIPSC)
        {
            Some(by) => Err(wrong(format!(
                "{CERTIFICATE} was made by {by}, and this is {PIPSC}: each version checks its own certificates"
            ))),
            None => Ok(claim.sentence(*solutions)),
        }
    }

    /// Checks that the folder has only the files of the certificate. Returns false if an entry is neither
    /// a file nor a folder.
    fn contents(&mut self) -> bool {
        let mut files = self.certificate.files();
        files.push(SUMS.into());
        let encodings = self.certificate.refutations.iter().map(|one| one.encoding);
        let folders: Vec<String> = encodings.map(|encoding| encoding.to_string()).collect();
        let entries = match entries(self.folder, &folders) {
            Ok(entries) => entries,
            Err(problem) => {
                let problem = format!("it cannot be read: {}", reason(&problem));
                self.fails("the folder", problem);
                return false;
            }
        };
        let mut is_readable = true;
        for (name, kind) in entries {
            if kind.is_dir() {
                if !folders.contains(&name) {
                    self.fails(&name, "this folder does not belong to the certificate");
                }
            } else if !kind.is_file() {
                is_readable = false;
                self.fails(&name, "it is a link or a device, not a file");
            } else if !files.contains(&name) {
                self.fails(&name, "this file does not belong to the certificate");
            }
        }
        is_readable
    }

    /// Checks that `SHA256SUMS` has the hash of every file, and of no others.
    fn hashes(&mut self) {
        (self.on_progress)("comparing hashes");
        let text = match reading::kept_file(&self.folder.join(SUMS)) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(problem) => return self.fails(SUMS, problem),
        };
        let before = self.findings.len();
        let lines = text.lines().filter_map(|line| line.split_once("  "));
        let mut expected: BTreeMap<&str, &str> = lines.map(|(hash, name)| (name, hash)).collect();
        let mut written = String::new();
        let files = self.certificate.files();
        for name in &files {
            let hash = sha256_of_files([self.folder.join(name).as_path()]);
            let problem = match (hash, expected.remove(name.as_str())) {
                (Ok(hash), Some(expected)) if hash == expected => {
                    written += &sums_line(&hash, name);
                    continue;
                }
                (Ok(_), Some(_)) => "it was changed: its SHA-256 differs".into(),
                (Ok(_), None) => format!("{SUMS} has no hash for it"),
                (Err(problem), _) => format!("it cannot be read: {}", reason(&problem)),
            };
            self.fails(name, problem);
        }
        for name in expected.keys() {
            let problem =
                format!("{SUMS} has a hash for it, but it does not belong to the certificate");
            self.fails(name, problem);
        }
        if self.findings.len() > before {
            return;
        }
        let count = files.len();
        match text == written {
            true => self.record(
                "the files",
                Ok(format!("all {count} exist and have their SHA-256")),
            ),
            false => self.fails(SUMS, "it is not what pipsc writes for the files"),
        }
    }

    /// Checks that the README and the script are those of the certificate.
    fn pages(&mut self) {
        match self.certificate.pages() {
            Ok(pages) => {
                for (name, text) in pages {
                    let write = |out: &mut dyn Write| Ok(out.write_all(text.as_bytes())?);
                    self.record(name, self.rewritten(name, "the certificate", write));
                }
            }
            Err(problem) => self.record("the pages", Err(ProveError::from(problem).into())),
        }
    }

    /// Checks the puzzle, the boards, and the models of both.
    fn puzzle(&mut self) {
        let certificate = self.certificate;
        let puzzle = match self.read_puzzle() {
            Ok(puzzle) => puzzle,
            Err(outcome) => return self.record(&certificate.puzzle, Err(outcome)),
        };
        let mut boards = Vec::new();
        if certificate.solutions > 0 {
            (self.on_progress)("checking the boards");
            match self.read_boards(&puzzle) {
                Ok(read) => boards = read,
                Err(outcome) => return self.record(BOARDS, Err(outcome)),
            }
            let words = match boards.len() {
                1 => "the board is a solution".to_owned(),
                many => format!("all {many} boards are solutions, and no two are the same"),
            };
            self.record(BOARDS, Ok(words));
        }
        let model = match BlockedModel::new(&puzzle, &boards, &certificate.instance, self.budget) {
            Ok(model) => model,
            Err(problem) => return self.record("the models", Err(problem.into())),
        };
        let of = "the puzzle and the boards";
        for Refutation { encoding, .. } in &certificate.refutations {
            (self.on_progress)(&format!("writing the model again ({encoding})"));
            let file = encoding.model();
            let same = self.rewritten(&file, of, |out| model.write(encoding.encoding(), out));
            self.record(&file, same);
            if *encoding == ProofEncoding::sums() {
                // VeriPB has unchecked rules, so the proof is also rewritten and compared.
                let file = encoding.proof(ProofFormat::Pbp);
                let same = self.rewritten(&file, of, |out| {
                    match SumReason::find(&puzzle, self.budget)? {
                        Some(reason) => {
                            reason.write(&puzzle, &model.lowered.model, self.budget, out)
                        }
                        None => Ok(()),
                    }
                });
                self.record(&file, same);
            }
        }
    }

    fn read_puzzle(&self) -> Result<Puzzle, CheckOutcome> {
        let path = self.folder.join(&self.certificate.puzzle);
        let text = reading::kept_file(&path).map_err(wrong)?;
        let document = formats::read(&text, None).map_err(wrong)?;
        let puzzle = document.pick(None).map_err(wrong)?;
        match puzzle.digest() == self.certificate.digest {
            true => Ok(puzzle.clone()),
            false => Err(wrong("this is not the puzzle of the certificate")),
        }
    }

    /// Reads the boards. Fails unless they are solutions, pairwise different, and as many as claimed.
    fn read_boards(&self, puzzle: &Puzzle) -> Result<Vec<Board>, CheckOutcome> {
        let text = reading::kept_file(&self.folder.join(BOARDS)).map_err(wrong)?;
        let mut boards = Vec::new();
        let mut numbers: BTreeMap<Board, usize> = BTreeMap::new();
        for read in formats::read_boards(&text, puzzle, None).map_err(wrong)? {
            self.budget.check().map_err(CheckOutcome::Stopped)?;
            let number = boards.len() + 1;
            let board = read.board.laid();
            if let Some(fault) = check(puzzle, &board).first() {
                return Err(wrong(format!("board {number} is not a solution: {fault}")));
            }
            if let Some(earlier) = numbers.insert(board.clone(), number) {
                return Err(wrong(format!(
                    "board {number} is the same as board {earlier}"
                )));
            }
            boards.push(board);
        }
        let (found, claimed) = (boards.len(), self.certificate.solutions);
        match found as u64 == claimed {
            true => Ok(boards),
            false => Err(wrong(format!(
                "it has {found} boards, and {claimed} are claimed"
            ))),
        }
    }

    /// Checks that a file has exactly the bytes of `write`.
    fn rewritten(
        &self,
        name: &str,
        of: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), ProveError>,
    ) -> CheckResult {
        let path = self.folder.join(name);
        let unreadable = |problem| ProveError::file(&path, problem);
        // A file is only read if its length is right.
        let length = fs::metadata(&path).map_err(unreadable)?.len();
        let mut expected = Vec::new();
        write(&mut expected)?;
        let is_same =
            length == expected.len() as u64 && fs::read(&path).map_err(unreadable)? == expected;
        match is_same {
            true => Ok(format!("it is what pipsc writes for {of}, byte by byte")),
            false => Err(wrong(format!("it is not what pipsc writes for {of}"))),
        }
    }

    /// Runs every installed checker of a format on a proof.
    fn proof(&mut self, tools: &ProofTools<'_>, encoding: ProofEncoding, format: ProofFormat) {
        let file = encoding.proof(format);
        let [model, proof] = [&encoding.model(), &file].map(|name| self.folder.join(name));
        let mut is_checked = false;
        for checker in format.checkers() {
            let Some(installed) = checker.find(tools.places, self.budget) else {
                continue;
            };
            is_checked = true;
            (self.on_progress)(&format!("{}: checking {file}", installed.title));
            let checked = installed.check(&[], &model, &proof, self.budget);
            let outcome = checked.unwrap_or_else(|problem| {
                wrong(format!("it cannot be checked: {}", reason(&problem)))
            });
            self.add(&file, &installed.title, outcome);
        }
        if !is_checked {
            self.add(&file, OURSELVES, CheckOutcome::Unchecked(format.missing()));
        }
    }
}

/// Returns the entries of a folder and of some of its subfolders, sorted.
fn entries(root: &Path, folders: &[String]) -> io::Result<BTreeMap<String, FileType>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        if kind.is_dir() && folders.contains(&name) {
            for (inner, kind) in entries(&entry.path(), &[])? {
                let _ = found.insert(format!("{name}/{inner}"), kind);
            }
        }
        let _ = found.insert(name, kind);
    }
    Ok(found)
}
