//! What was found in a bundle: every check, and what came of it.

use std::fmt;

use crate::bundle::Competition;
use crate::bundle::manifest::Stored;
use crate::puzzle::Label;

/// What was found in a bundle.
#[derive(Debug)]
pub struct Inspection {
    /// Whom it is for.
    pub competition: Competition,
    /// How many instances it has.
    pub instances: usize,
    /// What was checked, or could not be, in order.
    pub findings: Vec<Finding>,
}

/// A check, and what came of it.
#[derive(Debug)]
pub struct Finding {
    /// What it is called, in a word.
    pub check: &'static str,
    /// What it makes sure of, as a statement.
    pub says: String,
    /// Who checked it: `pipsc`, or a program of others with its version.
    pub by: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a check.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is so, of so many things that were looked at.
    Passed(usize),
    /// Somebody will ask about it, and why.
    Doubted(Vec<Fault>),
    /// It is not so: the bundle would be refused.
    Failed(Vec<Fault>),
    /// It could not be checked, and why.
    Unchecked(String),
}

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file; none for the whole.
    pub place: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{}: {}", Label::from(place.as_str()), self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Inspection {
    /// Whether nothing is wrong, as far as it could be checked.
    pub fn is_accepted(&self) -> bool {
        let failed = |finding: &Finding| matches!(finding.outcome, Outcome::Failed(_));
        !self.findings.iter().any(failed)
    }
}

/// What is wrong with a file.
pub(super) fn fault(stored: &Stored, what: &str) -> Fault {
    Fault {
        place: Some(stored.path.clone()),
        what: what.into(),
    }
}

/// What came of looking at so many things, of which some may be wrong.
pub(super) fn settled(faults: Vec<Fault>, count: usize) -> Outcome {
    if faults.is_empty() {
        Outcome::Passed(count)
    } else {
        Outcome::Failed(faults)
    }
}
