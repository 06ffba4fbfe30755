//! What a certificate consists of: its files and no others, and what people read of it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::{Examiner, encoding};
use crate::prove::checker::ProofFormat;
use crate::prove::folder::{CERTIFICATE, SUMS};
use crate::prove::prover;
use crate::reading::reason;

impl Examiner<'_> {
    /// The folder has the files of the certificate and no others; tells whether everything there is a file,
    /// so that it can be read.
    pub(super) fn contents(&mut self) -> bool {
        let evidence = self.certificate.evidence();
        for name in &evidence {
            if !self.certificate.files.contains_key(name) {
                self.fails(name, format!("{CERTIFICATE} gives no hash for it"));
            }
        }
        let certificate = self.certificate;
        for name in certificate.files.keys() {
            if !evidence.contains(name) {
                self.fails(name, "no part of the certificate is in it");
            }
        }
        let mut known = evidence;
        known.extend([SUMS, CERTIFICATE].map(String::from));
        let folders: BTreeSet<String> = known
            .iter()
            .filter_map(|name| Some(name.rsplit_once('/')?.0.to_owned()))
            .collect();
        match self.others(&known, &folders) {
            Ok(is_readable) => is_readable,
            Err(problem) => {
                self.fails(
                    "the folder",
                    format!("it cannot be read: {}", reason(&problem)),
                );
                false
            }
        }
    }

    /// Names what else is in the folder; tells whether everything there is a file or a folder.
    fn others(&mut self, known: &BTreeSet<String>, folders: &BTreeSet<String>) -> io::Result<bool> {
        let mut is_readable = true;
        let mut open: Vec<(PathBuf, String)> = vec![(self.folder.to_owned(), String::new())];
        let mut wrong = Vec::new();
        while let Some((folder, prefix)) = open.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type()?;
                if kind.is_dir() && folders.contains(&name) {
                    open.push((entry.path(), format!("{name}/")));
                } else if kind.is_dir() {
                    wrong.push((name, "this folder does not belong to the certificate"));
                } else if !kind.is_file() {
                    is_readable = false;
                    wrong.push((name, "it is a link or a device, and no file of the folder"));
                } else if !known.contains(&name) {
                    wrong.push((name, "this file does not belong to the certificate"));
                }
            }
        }
        wrong.sort_unstable();
        for (name, problem) in wrong {
            self.fails(&name, problem);
        }
        Ok(is_readable)
    }

    /// Who made it, as far as that can be known, and what people read: written again and compared.
    pub(super) fn pages(&mut self) {
        let certificate = self.certificate;
        let ours = prover::OURSELVES;
        if certificate.made_by != ours {
            let by = &certificate.made_by;
            self.fails(
                CERTIFICATE,
                format!(
                    "it says that {by} made it, and this is {ours}: each version checks its own"
                ),
            );
        }
        let proofs = certificate.refutations.iter().flat_map(|one| &one.proofs);
        for proof in proofs {
            let is_ours = proof.form == ProofFormat::Pbp;
            if is_ours && proof.made_by != ours {
                let by = &proof.made_by;
                self.fails(
                    &proof.file,
                    format!("it says that {by} made it, and not {ours}"),
                );
            }
        }
        let pages = match certificate.pages() {
            Ok(pages) => pages,
            Err(problem) => return self.problem("the pages", problem.into()),
        };
        for (name, text) in pages {
            let same = self.is_same(name, |out| Ok(out.write_all(text.as_bytes())?));
            match same {
                Ok(true) => self.holds(name, "it is what pipsc writes for the certificate"),
                Ok(false) => self.fails(name, "it is not what pipsc writes for the certificate"),
                Err(problem) => self.problem(name, problem),
            }
        }
    }

    /// Every model has its proof in every form that there is.
    pub(super) fn forms(&mut self) {
        let certificate = self.certificate;
        for refutation in &certificate.refutations {
            let Some((_, formats)) = encoding(refutation) else {
                continue;
            };
            for format in formats {
                if !refutation.proofs.iter().any(|proof| proof.form == *format) {
                    let file = format.file();
                    let problem = format!("there is no {file} about it, and pipsc writes one");
                    self.fails(&refutation.model, problem);
                }
            }
            for proof in &refutation.proofs {
                if !formats.contains(&proof.form) {
                    self.fails(
                        &proof.file,
                        "this is no format for a proof about this model",
                    );
                }
            }
        }
    }
}
