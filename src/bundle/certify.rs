//! Certificates beside a bundle: what an instance's status rests on where no solution shows it.
//!
//! A certificate is a folder of [`prove`], at `certificates/NAME/`. The manifest lists its
//! `certificate.json`, which has the hashes of everything else in it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::error::Unmade;
use super::manifest::{Certified, Status, Witness};
use super::standing::{Standing, left};
use crate::limits::{Budget, Limits};
use crate::prove::{Certificate, Claim, ProveError, Tools, Wish, prove};
use crate::puzzle::Puzzle;

/// The folder of the certificates.
const FOLDER: &str = "certificates";

/// The file of a certificate that the manifest lists.
pub(super) const FILE: &str = "certificate.json";

/// The hashes of a certificate once more, for other programs.
const SUMS: &str = "SHA256SUMS";

/// The most solutions that are listed in order to prove their number.
const MAX_LISTED: u128 = 1000;

/// How certificates are made.
#[derive(Debug)]
pub struct Certifier<'a> {
    /// The solvers and the checkers of others.
    pub tools: Tools<'a>,
    /// How long each may take.
    pub limit: Duration,
}

/// Where the certificate of an instance is listed.
pub(super) fn path(name: &str) -> String {
    format!("{FOLDER}/{name}/{FILE}")
}

/// The folder of a certificate that is listed; none for another file.
pub(super) fn folder(path: &str) -> Option<&str> {
    let folder = path.strip_suffix(FILE)?;
    folder.starts_with(FOLDER).then_some(folder)
}

/// Whether a path is one of the folder of the certificates.
pub(super) fn is_inside(path: &str) -> bool {
    path.strip_prefix(FOLDER)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// Every file that belongs to a certificate, from its folder: the evidence, what lists it, and what the
/// checkers of its proofs printed.
pub(super) fn files(certificate: &Certificate) -> BTreeSet<String> {
    let proofs = certificate.refutations.iter().flat_map(|one| &one.proofs);
    let printed = proofs.filter_map(|proof| {
        let (folder, _) = proof.file.rsplit_once('/')?;
        Some(format!("{folder}/{}.out", proof.form.checker().name()))
    });
    let evidence = certificate.files.keys().cloned();
    let lists = [FILE, SUMS].map(String::from);
    evidence.chain(lists).chain(printed).collect()
}

/// What is to be proved of an instance; nothing where a solution shows all that is stated.
pub(super) fn claim(standing: &Standing) -> Option<Claim> {
    match (standing.status, standing.solutions) {
        (Status::Unsatisfiable | Status::Unknown, _) => Some(Claim::None),
        (Status::Satisfiable, Some(1)) => Some(Claim::Unique),
        (Status::Satisfiable, Some(2..=MAX_LISTED)) => Some(Claim::Count),
        (Status::Satisfiable, _) => None,
    }
}

impl Certifier<'_> {
    /// Proves what is stated of an instance, in the bundle's folder. A limit that comes first changes nothing, and is
    /// told.
    pub(super) fn certify(
        &self,
        puzzle: &Puzzle,
        name: &str,
        standing: Standing,
        bundle: &Path,
        budget: &Budget,
    ) -> Result<(Standing, Option<String>), Unmade> {
        let Some(claim) = claim(&standing) else {
            return Ok((standing, None));
        };
        let wish = Wish {
            claim: Some(claim),
            limits: Limits {
                time: Some(left(self.limit, budget)),
                memory: budget.memory(),
                cancel: budget.cancel().clone(),
            },
            ..Wish::default()
        };
        let into = bundle.join(FOLDER).join(name);
        match prove(puzzle, name, &wish, &self.tools, &into, &mut |_| {}) {
            Ok(certificate) => {
                let checkers = certificate.checked_by();
                let solutions = certificate.solutions;
                let words = format!(
                    "{}: proved in {FOLDER}/{name}, and checked by {}",
                    certificate.claim.sentence(solutions),
                    checkers.join(", ")
                );
                let standing = Standing {
                    status: match solutions {
                        0 => Status::Unsatisfiable,
                        _ => Status::Satisfiable,
                    },
                    certified: Certified {
                        by: Witness::Certificate,
                        words,
                        checkers,
                    },
                    solutions: Some(solutions.into()),
                    board: standing.board,
                };
                Ok((standing, None))
            }
            Err(ProveError::Untrue {
                board: Some(board), ..
            }) if standing.status == Status::Unknown => Ok((Standing::shown(*board, name), None)),
            Err(
                problem @ (ProveError::Stopped(_) | ProveError::GaveUp(_) | ProveError::TooMany),
            ) => {
                budget.check()?;
                Ok((standing, Some(format!("it is not certified: {problem}"))))
            }
            Err(problem) => Err(Unmade::Prove(problem)),
        }
    }
}
