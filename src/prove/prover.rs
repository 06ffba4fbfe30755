//! Makes a certificate: by a few sums (cutting planes) where they suffice, else by a solver's clauses.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::blocked::BlockedModel;
use super::checker::{CheckOutcome, ProofChecker, ProofFormat, RATE, VERIPB};
use super::folder::{self, BOARDS, Certificate, CertificateDraft, ProofEncoding, Refutation};
use super::sums::SumReason;
use super::{Claim, OnProgress, PIPSC, ProveError};
use crate::clock::Instant;
use crate::formats::{self, BoardForm, BoardWriter, Format};
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, PartialBoard, Puzzle};
use crate::solver::{InstalledSolver, Registry, SearchPath, Solver, SolverError};

/// The options of a certificate.
#[derive(Debug, Clone, Default)]
pub struct ProveOptions {
    /// The claim; `None` for the one that holds.
    pub claim: Option<Claim>,
    /// The CNF encodings that are refuted separately; empty for the default one.
    pub encodings: Vec<ProofEncoding>,
    /// The solver that writes the proofs; `None` for the first that is installed. A named solver writes
    /// a proof even if a few sums suffice.
    pub solver: Option<String>,
    /// The limits.
    pub limits: Limits,
    /// Whether the certificate of another puzzle may be replaced.
    pub force: bool,
}

/// The registry and search path of solvers and checkers.
#[derive(Debug)]
pub struct ProofTools<'a> {
    /// The known solvers.
    pub registry: &'a Registry,
    /// The search path of programs.
    pub places: &'a SearchPath,
}

/// Solvers that write proofs, the best first. The user's other solvers follow.
const PREFERRED: [&str; 3] = ["kissat", "cadical", "pumpkin"];

/// Proves how many solutions a puzzle has, has the proofs checked, and writes the certificate to a folder.
///
/// # Errors
/// If the claim is not true, a solver or checker is missing or at fault, or a limit is reached. Nothing
/// is written then.
pub fn prove(
    puzzle: &Puzzle,
    instance: &str,
    options: &ProveOptions,
    tools: &ProofTools<'_>,
    into: &Path,
    on_progress: &mut OnProgress<'_>,
) -> Result<Certificate, ProveError> {
    let begun = Instant::now();
    let budget = Budget::new(&options.limits);
    let (file, text) = written(puzzle)?;
    // The proof is about the file in the folder.
    let unread = |problem: String| ProveError::Internal(format!("{file}: {problem}"));
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| unread(problem.to_string()))?;
    let picked = document.pick(None);
    let puzzle = picked.map_err(|problem| unread(problem.to_string()))?;
    let draft = CertificateDraft::new(into, &puzzle.digest(), options.force)?;
    let _ = draft.write(&file, |out| Ok(out.write_all(text.as_bytes())?))?;
    let mut prover = Prover {
        puzzle,
        instance,
        options,
        tools,
        budget: &budget,
        begun,
        draft: &draft,
        on_progress,
    };
    let (boards, refutations) = prover.solutions()?;
    let solutions = boards.len() as u64;
    let certificate = Certificate {
        pipsc_certificate: folder::VERSION,
        made_by: PIPSC.into(),
        instance: instance.into(),
        puzzle: file,
        digest: puzzle.digest(),
        claim: options.claim.unwrap_or(match solutions {
            0 => Claim::None,
            1 => Claim::Unique,
            _ => Claim::Count,
        }),
        solutions,
        refutations,
    };
    if !boards.is_empty() {
        let _ = draft.write(BOARDS, |out| Ok(write_boards(puzzle, &boards, out)?))?;
    }
    draft.finish(&certificate)?;
    Ok(certificate)
}

/// Returns the file name and the text of the puzzle: in the text format if it is a grid, else as a graph.
fn written(puzzle: &Puzzle) -> Result<(String, String), ProveError> {
    let (format, text) = match formats::write(puzzle, Format::Text) {
        Ok(text) => (Format::Text, text),
        Err(_) => (Format::Graph, formats::write(puzzle, Format::Graph)?),
    };
    Ok((format!("puzzle.{}", format.ending()), text))
}

/// Writes boards in the form of `pipsc run --all`.
fn write_boards(puzzle: &Puzzle, boards: &[Board], out: &mut dyn Write) -> io::Result<()> {
    let writer = BoardWriter::new(puzzle, BoardForm::Drawing);
    let mut text = Vec::new();
    for board in boards {
        text.clear();
        writer.write(&PartialBoard::from(board), &mut text);
        text.push(b'\n');
        out.write_all(&text)?;
    }
    Ok(())
}

impl ProofTools<'_> {
    /// Returns the solver that writes proofs: the named one, or the best that is installed.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<InstalledSolver, ProveError> {
        if let Some(name) = name {
            return match Solver::find_in(name, self.registry, self.places)? {
                Solver::External(installed) if writes_proofs(&installed) => Ok(*installed),
                Solver::External(_) | Solver::Search(_) | Solver::Embedded => {
                    Err(ProveError::from(SolverError::Unsupported {
                        solver: name.to_owned(),
                        problem: format!(
                            "it writes no proofs; these solvers do: {}",
                            PREFERRED.join(", ")
                        ),
                    }))
                }
            };
        }
        let others = self.registry.entries().map(|entry| entry.name.as_str());
        let others = others.filter(|name| !PREFERRED.contains(name));
        let mut known = Vec::new();
        for name in PREFERRED.into_iter().chain(others) {
            let Some(entry) = self.registry.get(name) else {
                continue;
            };
            let mut commands = entry.commands.iter();
            if commands.all(|command| command.options.proof.is_empty()) {
                continue;
            }
            known.push(name.to_owned());
            match self.places.find(entry) {
                Ok(installed) if writes_proofs(&installed) => return Ok(installed),
                Ok(_) | Err(_) => {}
            }
        }
        Err(ProveError::NoSolver { known })
    }
}

fn writes_proofs(solver: &InstalledSolver) -> bool {
    solver.encoding().language.name == "dimacs" && !solver.command.options.proof.is_empty()
}

/// The state of building a certificate.
pub(super) struct Prover<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) instance: &'a str,
    pub(super) options: &'a ProveOptions,
    pub(super) tools: &'a ProofTools<'a>,
    pub(super) budget: &'a Budget,
    pub(super) begun: Instant,
    pub(super) draft: &'a CertificateDraft,
    pub(super) on_progress: &'a mut OnProgress<'a>,
}

impl<'a> Prover<'a> {
    /// Returns all solutions, and refutations of any other: by sums if they suffice, else by clauses.
    fn solutions(&mut self) -> Result<(Vec<Board>, Vec<Refutation>), ProveError> {
        let mut refutations: Vec<Refutation> = self.by_sums()?.into_iter().collect();
        let wants_clauses = self.options.solver.is_some() || !self.options.encodings.is_empty();
        if !refutations.is_empty() && !wants_clauses {
            return Ok((Vec::new(), refutations));
        }
        let (boards, by_clauses) = self.by_clauses()?;
        refutations.extend(by_clauses);
        Ok((boards, refutations))
    }

    /// Returns the refutation by sums, if sums prove unsatisfiability and VeriPB is installed.
    fn by_sums(&mut self) -> Result<Option<Refutation>, ProveError> {
        (self.on_progress)("looking for a refutation by a few sums");
        let Some(reason) = SumReason::find(self.puzzle, self.budget)? else {
            return Ok(None);
        };
        if let Some(claim @ Claim::Unique) = self.options.claim {
            return Err(ProveError::untrue(claim, "no solution"));
        }
        match (self.need(VERIPB), &reason) {
            (Ok(()), _) => {}
            // Clauses can also refute small shortfalls.
            (Err(_), SumReason::Shortfall(_)) => return Ok(None),
            (Err(problem), SumReason::Untileable(_)) => return Err(problem),
        }
        let encoding = ProofEncoding::sums();
        let model = self.blocked(&[])?;
        let _ = self.draft.write(&encoding.model(), |out| {
            model.write(encoding.encoding(), out)
        })?;
        let _ = self.draft.write(&encoding.proof(ProofFormat::Pbp), |out| {
            reason.write(self.puzzle, &model.lowered.model, self.budget, out)
        })?;
        let checked_by = self.check(encoding, ProofFormat::Pbp)?;
        Ok(Some(Refutation {
            encoding,
            made_by: PIPSC.into(),
            checked_by: BTreeMap::from([(ProofFormat::Pbp, checked_by)]),
        }))
    }

    /// Returns the model with boards blocked.
    pub(super) fn blocked(&self, boards: &[Board]) -> Result<BlockedModel<'a>, ProveError> {
        BlockedModel::new(self.puzzle, boards, self.instance, self.budget)
    }

    /// Fails if a checker is not installed.
    pub(super) fn need(&self, checker: &'static ProofChecker) -> Result<(), ProveError> {
        let found = checker.find(self.tools.places, self.budget);
        self.budget.check()?;
        found.map(drop).ok_or(ProveError::NoChecker(checker))
    }

    /// Runs every installed checker of a format on a proof, which each must accept. Returns their names. `rate` also
    /// writes a DRAT proof as LRAT.
    pub(super) fn check(
        &mut self,
        encoding: ProofEncoding,
        format: ProofFormat,
    ) -> Result<String, ProveError> {
        let model = self.draft.path(&encoding.model())?;
        let proof = self.draft.path(&encoding.proof(format))?;
        let mut titles = Vec::new();
        let checkers = format.checkers();
        for checker in checkers.filter_map(|one| one.find(self.tools.places, self.budget)) {
            let title = checker.title.clone();
            (self.on_progress)(&format!("{title}: checking the proof ({encoding})"));
            let options = match checker.checker == RATE {
                true => {
                    let lrat = self.draft.path(&encoding.proof(ProofFormat::Lrat))?;
                    vec!["-L".into(), lrat.into()]
                }
                false => Vec::new(),
            };
            match checker.check(&options, &model, &proof, self.budget)? {
                CheckOutcome::Holds(_) => titles.push(title),
                CheckOutcome::Stopped(stop) => return Err(ProveError::Stopped(stop)),
                CheckOutcome::Fails(said) | CheckOutcome::Unchecked(said) => {
                    return Err(ProveError::Refused {
                        checker: title,
                        proof: encoding.to_string(),
                        said,
                    });
                }
            }
        }
        Ok(titles.join(", "))
    }
}
