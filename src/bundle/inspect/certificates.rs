//! The certificates beside instances, gone through again.

use std::collections::BTreeSet;

use super::finding::{Finding, Outcome, fault};
use super::inspector::Inspector;
use crate::bundle::certify;
use crate::bundle::error::BundleError;
use crate::bundle::manifest::Status;
use crate::limits::Limits;
use crate::prove::{self, Tools, examine};
use crate::solver::{Registry, SearchPath};

impl Inspector<'_> {
    /// Goes through the certificates again. Hashes, boards and models need no tools; without any, the
    /// proofs remain unchecked.
    pub(super) fn certificates(
        &mut self,
        tools: Option<&Tools<'_>>,
        told: &mut dyn FnMut(&str),
    ) -> Result<(), BundleError> {
        let (registry, nowhere) = (Registry::built_in(), SearchPath::new([]));
        let nobody = Tools {
            registry: &registry,
            places: &nowhere,
        };
        let asked = tools.unwrap_or(&nobody);
        let (mut faults, mut unseen) = (Vec::new(), Vec::new());
        let mut checkers = BTreeSet::new();
        let mut count = 0;
        for listed in &self.manifest.instances {
            let Some(file) = listed
                .beside
                .iter()
                .find(|file| certify::folder(&file.path).is_some())
            else {
                continue;
            };
            count += 1;
            told(&file.path);
            let inner = certify::folder(&file.path).unwrap_or_default();
            let folder = self.folder.join(inner);
            let limits = Limits {
                memory: self.budget.memory(),
                cancel: self.budget.cancel().clone(),
                ..Limits::default()
            };
            match examine(&folder, &limits, asked, &mut |_| {}) {
                Err(problem) => faults.push(fault(file, &problem.to_string())),
                Ok(examination) => {
                    let certificate = &examination.certificate;
                    if certificate.digest != listed.digest {
                        faults.push(fault(file, "it is the certificate of another puzzle"));
                    }
                    let is_satisfiable = certificate.solutions > 0;
                    if is_satisfiable != (listed.status == Status::Satisfiable) {
                        let what = format!("it proves something else than {}", listed.status);
                        faults.push(fault(file, &what));
                    }
                    for finding in &examination.findings {
                        let words =
                            |what: &str| format!("{}: {what} ({})", finding.what, finding.by);
                        match &finding.outcome {
                            prove::Outcome::Holds(_) => {
                                let _ = checkers.insert(finding.by.clone());
                            }
                            prove::Outcome::Fails(what) => faults.push(fault(file, &words(what))),
                            prove::Outcome::Unseen(_) if tools.is_none() => {
                                unseen.push(format!("{inner}{}", finding.what));
                            }
                            prove::Outcome::Unseen(why) => unseen.push(words(why)),
                            prove::Outcome::Stopped(stop) => return Err((*stop).into()),
                        }
                    }
                }
            }
            self.budget.check()?;
        }
        unseen.dedup();
        let outcome = match (faults.is_empty(), unseen.as_slice()) {
            (false, _) => Outcome::Failed(faults),
            (true, []) => Outcome::Passed(count),
            (true, some) if tools.is_none() => Outcome::Unchecked(format!(
                "hashes, boards and models are right; nobody was asked about the proofs: {}",
                some.join(", ")
            )),
            (true, some) => Outcome::Unchecked(some.join("; ")),
        };
        if count > 0 {
            let by: Vec<String> = checkers.into_iter().collect();
            self.findings.push(Finding {
                check: "certificates",
                says: "every certificate proves what is stated".into(),
                by: by.join(", "),
                outcome,
            });
        }
        Ok(())
    }
}
