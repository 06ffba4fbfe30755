//! What came of going through a certificate.

use crate::limits::StopReason;
use crate::prove::folder::{Certificate, Refutation};

/// What came of going through a certificate.
#[derive(Debug, Clone)]
pub struct Examination {
    /// The certificate.
    pub certificate: Certificate,
    /// What was looked at, in order.
    pub findings: Vec<Finding>,
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What: `the boards`, `dimacs-compact/proof.drat`.
    pub what: String,
    /// By whom.
    pub by: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of looking at something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is as it should be; in a few words, why.
    Holds(String),
    /// It is not, and the certificate shows nothing.
    Fails(String),
    /// It was not looked at, for this reason.
    Unseen(String),
    /// It was stopped before there was an opinion.
    Stopped(StopReason),
}

/// What this program looks at by itself.
pub(super) const OURSELVES: &str = "pipsc";

impl Examination {
    /// What is wrong, in order.
    pub fn faults(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| matches!(finding.outcome, Outcome::Fails(_)))
    }

    /// Why it was stopped, if it was.
    pub fn stopped(&self) -> Option<StopReason> {
        let mut findings = self.findings.iter();
        findings.find_map(|finding| match finding.outcome {
            Outcome::Stopped(stop) => Some(stop),
            Outcome::Holds(_) | Outcome::Fails(_) | Outcome::Unseen(_) => None,
        })
    }

    /// The models of which no proof was checked by anybody else, because nobody is here who could.
    pub fn unchecked(&self) -> Vec<&str> {
        let accepted = |refutation: &&Refutation| {
            let mut proofs = refutation.proofs.iter();
            proofs.any(|proof| self.has_accepted(&proof.file))
        };
        let refutations = self.certificate.refutations.iter();
        let unchecked = refutations.filter(|refutation| !accepted(refutation));
        unchecked.map(|one| one.model.as_str()).collect()
    }

    /// Tells whether somebody else has accepted a file.
    fn has_accepted(&self, file: &str) -> bool {
        self.findings.iter().any(|finding| {
            let holds = matches!(finding.outcome, Outcome::Holds(_));
            holds && finding.what == file && finding.by != OURSELVES
        })
    }

    /// Tells whether the certificate shows what it claims: nothing is wrong, and somebody else has
    /// checked a proof for every model.
    pub fn holds(&self) -> bool {
        self.faults().next().is_none() && self.stopped().is_none() && self.unchecked().is_empty()
    }
}
