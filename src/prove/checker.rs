//! The checkers of proofs: programs of others that read a model and a proof and say whether the proof
//! holds.
//!
//! None is taken at its word. Before it is asked about anything it is given a proof that holds and some
//! that do not, and is believed only if it tells them apart.

mod tried;

use serde::{Deserialize, Serialize};

pub(super) use tried::{Heard, Opinion, Written};
pub use tried::{Tried, Unasked};

/// A form of proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Clauses that may be added and dropped, as SAT solvers write them.
    Drat,
    /// The same with the reason of each clause.
    Lrat,
    /// VeriPB's: cutting planes, and clauses with their reasons.
    Pbp,
}

impl Form {
    /// The file that holds it.
    pub(super) fn file(self) -> &'static str {
        match self {
            Form::Drat => "proof.drat",
            Form::Lrat => "proof.lrat",
            Form::Pbp => "proof.pbp",
        }
    }

    /// Who checks it.
    pub fn checker(self) -> Checker {
        match self {
            Form::Drat => Checker::Rate,
            Form::Lrat => Checker::Acl2,
            Form::Pbp => Checker::VeriPb,
        }
    }
}

/// A checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checker {
    /// `rate`, for DRAT; it writes LRAT.
    Rate,
    /// VeriPB, for its own form.
    VeriPb,
    /// The LRAT checker in ACL2, which is proved to be right.
    Acl2,
}

impl Checker {
    /// All of them.
    pub const ALL: [Checker; 3] = [Checker::Rate, Checker::VeriPb, Checker::Acl2];
    /// Those that check proofs by clauses.
    pub const OF_CLAUSES: [Checker; 2] = [Checker::Rate, Checker::Acl2];

    /// Its program, which is also what people call it.
    pub fn name(self) -> &'static str {
        match self {
            Checker::Rate => "rate",
            Checker::VeriPb => "veripb",
            Checker::Acl2 => "acl2",
        }
    }

    /// How to get it.
    pub fn install(self) -> &'static str {
        match self {
            Checker::Rate => "cargo install --locked rate (scripts/install-solvers)",
            Checker::VeriPb => "cargo install --locked veripb (scripts/install-solvers)",
            Checker::Acl2 => {
                "apt install acl2 acl2-books acl2-books-certs acl2-books-source (scripts/install-acl2)"
            }
        }
    }

    /// The form that it checks.
    pub fn form(self) -> Form {
        match self {
            Checker::Rate => Form::Drat,
            Checker::VeriPb => Form::Pbp,
            Checker::Acl2 => Form::Lrat,
        }
    }

    /// The line with which it accepts a refutation.
    pub fn accepting(self) -> &'static str {
        match self {
            Checker::Rate | Checker::Acl2 => "s VERIFIED",
            Checker::VeriPb => "s VERIFIED UNSATISFIABLE",
        }
    }

    /// A contradiction with its proof in the checker's form.
    fn right_proof(self) -> (&'static str, &'static str) {
        let model = "p cnf 1 2\n1 0\n-1 0\n";
        let proof = match self {
            Checker::Rate => "0\n",
            Checker::Acl2 => "3 0 1 2 0\n",
            Checker::VeriPb => {
                "pseudo-Boolean proof version 3.0\nf 2;\nrup >= 1 : 1 2;\noutput NONE;\n\
                 conclusion UNSAT : 3;\nend pseudo-Boolean proof;\n"
            }
        };
        (model, proof)
    }

    /// What is no contradiction, with proofs that do not hold: the one above, and what only assumes.
    fn wrong_proofs(self) -> (&'static str, Vec<&'static str>) {
        let model = "p cnf 2 2\n1 2 0\n-1 -2 0\n";
        let mut proofs = vec![self.right_proof().1];
        match self {
            Checker::VeriPb => proofs.push(
                "pseudo-Boolean proof version 3.0\nf 2;\na >= 1;\noutput NONE;\n\
                 conclusion UNSAT : 3;\nend pseudo-Boolean proof;\n",
            ),
            Checker::Rate | Checker::Acl2 => {}
        }
        (model, proofs)
    }

    /// Tells whether a line that it prints takes back what it accepts.
    fn warns(self, line: &str) -> bool {
        match self {
            // So it says of a proof with assumptions that it has not checked.
            Checker::VeriPb => line.trim_start().starts_with("Warning"),
            Checker::Rate | Checker::Acl2 => false,
        }
    }
}
