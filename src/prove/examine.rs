//! Going through a certificate again, from its files alone.
//!
//! Nothing that `certificate.json` says is taken for granted: the boards are checked against the puzzle,
//! the models are written anew from the puzzle and the boards and compared byte by byte, and every
//! checker that is here is asked about every proof that it reads.

mod contents;
mod findings;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use super::checker::{CheckVerdict, ProofFormat};
use super::folder::{Certificate, NAMES, Refutation, SUMS, mark, model_file, place};
use super::question::{self, Question};
use super::sums::SumReason;
use super::{Claim, ProveError, Report, Tools};
use crate::backend::Encoding;
use crate::formats;
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Puzzle, check};
use crate::reading::{self, reason};
use findings::OURSELVES;

pub use findings::{Examination, Finding, Outcome};

/// Goes through the certificate in a folder.
pub fn examine(
    folder: &Path,
    limits: &Limits,
    tools: &Tools<'_>,
    report: &mut Report<'_>,
) -> Result<Examination, ProveError> {
    let budget = Budget::new(limits);
    let certificate = Certificate::read(folder)?;
    let mut examiner = Examiner {
        folder,
        certificate: &certificate,
        budget: &budget,
        findings: Vec::new(),
        report,
    };
    examiner.claim();
    if !examiner.contents() {
        // What is no file is not opened: it may lead anywhere, or never end.
        let findings = examiner.findings;
        return Ok(Examination {
            certificate,
            findings,
        });
    }
    examiner.files();
    examiner.pages();
    examiner.forms();
    if let Some(puzzle) = examiner.puzzle()
        && let Some(boards) = examiner.boards(&puzzle)
    {
        examiner.models(&puzzle, &boards);
    }
    examiner.proofs(tools);
    let findings = examiner.findings;
    Ok(Examination {
        certificate,
        findings,
    })
}

struct Examiner<'a> {
    folder: &'a Path,
    certificate: &'a Certificate,
    budget: &'a Budget,
    findings: Vec<Finding>,
    report: &'a mut Report<'a>,
}

impl Examiner<'_> {
    fn find(&mut self, what: impl Into<String>, by: impl Into<String>, outcome: Outcome) {
        self.findings.push(Finding {
            what: what.into(),
            by: by.into(),
            outcome,
        });
    }

    fn fails(&mut self, what: &str, problem: impl Into<String>) {
        self.find(what, OURSELVES, Outcome::Fails(problem.into()));
    }

    fn holds(&mut self, what: &str, words: impl Into<String>) {
        self.find(what, OURSELVES, Outcome::Holds(words.into()));
    }

    /// The claim fits its number, its boards and its refutations.
    fn claim(&mut self) {
        let Certificate {
            claim,
            solutions,
            boards,
            refutations,
            ..
        } = self.certificate;
        let what = "the claim";
        if !claim.fits(*solutions) {
            let said = match claim {
                Claim::None => "none",
                Claim::Unique => "unique",
                Claim::Count => "count",
            };
            self.fails(
                what,
                format!("it is `{said}`, and the number of solutions is {solutions}"),
            );
        } else if boards.is_some() != (*solutions > 0) {
            self.fails(
                what,
                format!(
                    "there are {solutions} solutions to be shown, and the boards do not fit that"
                ),
            );
        } else if refutations.is_empty() {
            self.fails(
                what,
                "nothing is there to show that there is no other solution",
            );
        } else if refutations.iter().any(|one| one.proofs.is_empty()) {
            self.fails(what, "a model is there without any proof");
        } else {
            self.holds(what, claim.sentence(*solutions));
        }
    }

    /// Every file is there, with its hash.
    fn files(&mut self) {
        (self.report)("comparing hashes");
        let certificate = self.certificate;
        let before = self.findings.len();
        for (name, expected) in &certificate.files {
            match mark(&self.folder.join(name)) {
                Ok(found) if found == *expected => {}
                Ok(found) if found.bytes != expected.bytes => self.fails(
                    name,
                    format!(
                        "it has {} bytes, and {} when the certificate was made",
                        found.bytes, expected.bytes
                    ),
                ),
                Ok(_) => self.fails(name, "it was changed: its SHA-256 is another"),
                Err(problem) => {
                    self.fails(name, format!("it cannot be read: {}", reason(&problem)))
                }
            }
        }
        match reading::kept_file(&self.folder.join(SUMS)) {
            Ok(text) if text == certificate.sums().as_bytes() => {}
            Ok(_) => self.fails(SUMS, "it gives other hashes than the certificate"),
            Err(problem) => self.fails(SUMS, problem.to_string()),
        }
        if self.findings.len() == before {
            let count = certificate.files.len();
            self.holds(
                "the files",
                format!("all {count} are there and have their SHA-256"),
            );
        }
    }

    /// The puzzle.
    fn puzzle(&mut self) -> Option<Puzzle> {
        let name = &self.certificate.puzzle;
        let read = || -> Result<Puzzle, String> {
            let text = reading::kept_file(&self.folder.join(name)).map_err(|e| e.to_string())?;
            let document = formats::read(&text, None).map_err(|e| e.to_string())?;
            let puzzle = document.pick(None).map_err(|e| e.to_string())?;
            Ok(puzzle.clone())
        };
        match read() {
            Ok(puzzle) if puzzle.digest() == self.certificate.digest => Some(puzzle),
            Ok(_) => {
                self.fails(
                    name,
                    "this is another puzzle than the one that the certificate is about",
                );
                None
            }
            Err(problem) => {
                self.fails(name, problem);
                None
            }
        }
    }

    /// The boards: solutions, different, and as many as is claimed.
    fn boards(&mut self, puzzle: &Puzzle) -> Option<Vec<Board>> {
        let Some(name) = &self.certificate.boards else {
            return Some(Vec::new());
        };
        (self.report)("checking the boards");
        let text = match reading::kept_file(&self.folder.join(name)) {
            Ok(text) => text,
            Err(problem) => {
                self.fails(name, problem.to_string());
                return None;
            }
        };
        let mut boards = Vec::new();
        let mut first: BTreeMap<Board, usize> = BTreeMap::new();
        let given = match formats::read_boards(&text, puzzle, None) {
            Ok(given) => given,
            Err(problem) => {
                self.fails(name, problem.to_string());
                return None;
            }
        };
        for given in given {
            if let Some(stop) = self.budget.stopped() {
                self.find(name, OURSELVES, Outcome::Stopped(stop));
                return None;
            }
            let number = boards.len() + 1;
            let board = match given.map(|given| given.board.laid()) {
                Ok(board) => board,
                Err(problem) => {
                    self.fails(name, format!("board {number}: {problem}"));
                    return None;
                }
            };
            if let Some(fault) = check(puzzle, &board).first() {
                self.fails(name, format!("board {number} is not a solution: {fault}"));
                return None;
            }
            if let Some(earlier) = first.insert(board.clone(), number) {
                self.fails(
                    name,
                    format!("board {number} is the same as board {earlier}"),
                );
                return None;
            }
            boards.push(board);
        }
        let (found, claimed) = (boards.len() as u64, self.certificate.solutions);
        if found != claimed {
            self.fails(
                name,
                format!("it has {found} boards, and {claimed} are claimed"),
            );
            return None;
        }
        self.holds(
            name,
            match found {
                1 => "the board is a solution".to_owned(),
                _ => format!("all {found} boards are solutions, and no two are the same"),
            },
        );
        Some(boards)
    }

    /// The models are what this program writes for the puzzle and the boards.
    fn models(&mut self, puzzle: &Puzzle, boards: &[Board]) {
        let certificate = self.certificate;
        let question = Question::new(puzzle, boards, &certificate.instance, self.budget);
        let question = match question {
            Ok(question) => question,
            Err(problem) => return self.problem("the models", problem),
        };
        for refutation in &certificate.refutations {
            let Some((encoding, _)) = encoding(refutation) else {
                self.fails(
                    &refutation.model,
                    "this is a model that proofs are not made about",
                );
                continue;
            };
            (self.report)(&format!("writing the model again ({encoding})"));
            let same = self.is_same(&refutation.model, |out| question.write(encoding, out));
            self.same(&refutation.model, same);
            let same = self.is_same(&refutation.names, |out| question.write_names(encoding, out));
            self.same(&refutation.names, same);
            if encoding == question::SUMS {
                // VeriPB has rules that it does not check. The proof is pipsc's own: it is written again.
                let file = place(encoding, ProofFormat::Pbp.file());
                let same = self.is_same(&file, |out| match SumReason::find(puzzle, self.budget)? {
                    Some(reason) => reason.write(puzzle, question.model(), self.budget, out),
                    None => Ok(()),
                });
                self.same(&file, same);
            }
        }
    }

    fn same(&mut self, name: &str, same: Result<bool, ProveError>) {
        match same {
            Ok(true) => self.holds(
                name,
                "it is what pipsc writes for the puzzle and the boards, byte by byte",
            ),
            Ok(false) => self.fails(
                name,
                "it is not what pipsc writes for the puzzle and the boards",
            ),
            Err(problem) => self.problem(name, problem),
        }
    }

    fn problem(&mut self, what: &str, problem: ProveError) {
        match problem {
            ProveError::Stopped(stop) => self.find(what, OURSELVES, Outcome::Stopped(stop)),
            problem => self.fails(what, problem.to_string()),
        }
    }

    /// Whether a file has exactly the bytes that are written.
    fn is_same(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), ProveError>,
    ) -> Result<bool, ProveError> {
        let path = self.folder.join(name);
        let file = File::open(&path).map_err(|problem| ProveError::file(&path, problem))?;
        let mut comparison = Comparison {
            file: BufReader::with_capacity(1 << 16, file),
            buffer: Vec::new(),
            is_same: true,
        };
        write(&mut comparison)?;
        Ok(comparison.ends())
    }

    /// Every proof, by every installed checker of its format.
    fn proofs(&mut self, tools: &Tools<'_>) {
        let certificate = self.certificate;
        for refutation in &certificate.refutations {
            let Some((encoding, _)) = encoding(refutation) else {
                continue;
            };
            for proof in &refutation.proofs {
                let file = place(encoding, proof.form.file());
                if proof.file == file {
                    self.proof(tools, &refutation.model, &file, proof.form);
                } else {
                    self.fails(&proof.file, format!("the proof is expected in {file}"));
                }
            }
        }
    }

    fn proof(&mut self, tools: &Tools<'_>, model: &str, file: &str, format: ProofFormat) {
        let [model, proof] = [model, file].map(|name| self.folder.join(name));
        let mut is_seen = false;
        for checker in format.checkers() {
            let Some(installed) = checker.find(tools.places, self.budget) else {
                continue;
            };
            is_seen = true;
            (self.report)(&format!("{}: checking {file}", installed.title));
            let outcome = match installed.check(&model, &proof, self.budget) {
                Ok(CheckVerdict::Accepted) => Outcome::Holds(format!("`{}`", checker.accepts)),
                Ok(CheckVerdict::Refused(said)) => Outcome::Fails(said),
                Ok(CheckVerdict::Stopped(stop)) => Outcome::Stopped(stop),
                Err(problem) => {
                    Outcome::Fails(format!("it cannot be checked: {}", reason(&problem)))
                }
            };
            self.find(file, &installed.title, outcome);
        }
        if !is_seen {
            self.find(file, OURSELVES, Outcome::Unseen(format.missing()));
        }
    }
}

/// The encoding of a refutation, if its files are where they belong.
fn encoding(refutation: &Refutation) -> Option<(Encoding, &'static [ProofFormat])> {
    let (encoding, formats) = question::named(&refutation.language, &refutation.encoding)?;
    let file = |name: &str| place(encoding, name);
    let belongs =
        refutation.model == file(&model_file(encoding)) && refutation.names == file(NAMES);
    belongs.then_some((encoding, formats))
}

/// Compares what is written with what a file holds.
struct Comparison {
    file: BufReader<File>,
    buffer: Vec<u8>,
    is_same: bool,
}

impl Comparison {
    /// Tells whether the file ends here, and everything was the same.
    fn ends(mut self) -> bool {
        self.is_same && self.file.read(&mut [0]).is_ok_and(|read| read == 0)
    }
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_same {
            self.buffer.resize(bytes.len(), 0);
            let read = self.file.read_exact(&mut self.buffer);
            self.is_same = read.is_ok() && self.buffer == bytes;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
