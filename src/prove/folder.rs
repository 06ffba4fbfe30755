//! The folder of a certificate: its layout, `certificate.json` and `SHA256SUMS`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tera::{Context, Tera};

use super::checker::ProofFormat;
use super::{Claim, ProveError};
use crate::backend::{Encoding, Language, Profile};
use crate::checksum::sha256_of_files;
use crate::folders::{self, StagedFolder};
use crate::json;
use crate::reading;

/// The version of `certificate.json`.
pub(super) const VERSION: u32 = 1;

pub(super) const CERTIFICATE: &str = "certificate.json";
/// The hashes of all other files, for `sha256sum --check`.
pub(super) const SUMS: &str = "SHA256SUMS";
/// All solutions; absent if there are none.
pub(super) const BOARDS: &str = "boards.txt";
const README: &str = "README.md";
const SCRIPT: &str = "check.sh";
/// The file of a grid puzzle and that of a graph puzzle.
const PUZZLES: [&str; 2] = ["puzzle.txt", "puzzle.graph.json"];

/// The contents of `certificate.json`, which determine the names of all files ([`Certificate::files`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub pipsc_certificate: u32,
    /// The program that made it.
    pub made_by: String,
    /// The name of the puzzle in the comments of the models.
    pub instance: String,
    /// The puzzle's file: `puzzle.txt`, or `puzzle.graph.json` if it is not a grid.
    pub puzzle: String,
    /// The puzzle's digest.
    pub digest: String,
    /// The claim.
    pub claim: Claim,
    /// The number of solutions.
    pub solutions: u64,
    /// Refutations, each of which shows that there is no other solution.
    pub refutations: Vec<Refutation>,
}

/// A model that states "there is another solution", refuted by proofs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The model's encoding.
    pub encoding: ProofEncoding,
    /// The program that found the proof.
    pub made_by: String,
    /// The checkers that accepted each proof when it was made.
    pub checked_by: BTreeMap<ProofFormat, String>,
}

/// An encoding with proofs; its files are in a folder of its name, such as `dimacs-compact`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProofEncoding(Encoding);

impl ProofEncoding {
    /// Returns the encoding of cutting-planes proofs.
    pub(super) fn sums() -> ProofEncoding {
        ProofEncoding(Encoding::named("opb/native").expect("an encoding of OPB"))
    }

    /// Returns the default encoding of a solver's proofs.
    pub(super) fn compact() -> ProofEncoding {
        ProofEncoding(Encoding::named("dimacs/compact").expect("an encoding of DIMACS"))
    }

    /// Returns the encoding, if its models can be refuted by proofs.
    pub fn new(encoding: Encoding) -> Option<Self> {
        let has_proofs = ["dimacs", "opb"].contains(&encoding.language.name);
        has_proofs.then_some(ProofEncoding(encoding))
    }

    /// Returns the encoding.
    pub fn encoding(self) -> Encoding {
        self.0
    }

    /// Returns the formats of its proofs; each has a file.
    pub fn formats(self) -> &'static [ProofFormat] {
        match self == Self::sums() {
            true => &[ProofFormat::Pbp],
            false => &[ProofFormat::Drat, ProofFormat::Lrat],
        }
    }

    /// Returns the file name of the model.
    pub fn model(self) -> String {
        format!(
            "{self}/model.{}",
            self.0.language.extensions(Profile::Run)[0]
        )
    }

    /// Returns the file name of a proof.
    pub fn proof(self, format: ProofFormat) -> String {
        format!("{self}/proof.{}", format.extension())
    }
}

impl fmt::Display for ProofEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0.language, self.0)
    }
}

impl From<ProofEncoding> for String {
    fn from(encoding: ProofEncoding) -> String {
        encoding.to_string()
    }
}

impl TryFrom<String> for ProofEncoding {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let find = || {
            let (language, encoding) = name.split_once('-')?;
            ProofEncoding::new(Language::named(language)?.encoding(encoding)?)
        };
        find().ok_or_else(|| format!("pipsc makes no proofs about the encoding `{name}`"))
    }
}

impl Certificate {
    /// Reads the `certificate.json` of a folder.
    pub fn read(folder: &Path) -> Result<Certificate, ProveError> {
        let wrong = |problem: String| ProveError::NotACertificate {
            folder: folder.to_owned(),
            problem,
        };
        let text = reading::kept_file(&folder.join(CERTIFICATE))
            .map_err(|problem| wrong(problem.to_string()))?;
        let text =
            String::from_utf8(text).map_err(|_| wrong(format!("{CERTIFICATE} is not text")))?;
        let read: Certificate = json::read(&text)
            .map_err(|mistake| wrong(format!("{CERTIFICATE} cannot be read: {mistake}")))?;
        if read.pipsc_certificate != VERSION {
            return Err(wrong(format!(
                "{CERTIFICATE} has version {}, and this version of pipsc reads version {VERSION}",
                read.pipsc_certificate
            )));
        }
        if !PUZZLES.contains(&read.puzzle.as_str()) {
            return Err(wrong(format!(
                "{CERTIFICATE} names the puzzle {}, which is neither {}",
                read.puzzle,
                PUZZLES.join(" nor ")
            )));
        }
        Ok(read)
    }

    /// Returns the names of all files of the folder except `SHA256SUMS`, sorted.
    pub(super) fn files(&self) -> Vec<String> {
        let mut names = [README, SCRIPT, CERTIFICATE, &self.puzzle]
            .map(String::from)
            .to_vec();
        names.extend((self.solutions > 0).then(|| BOARDS.into()));
        for Refutation { encoding, .. } in &self.refutations {
            names.push(encoding.model());
            names.extend(
                encoding
                    .formats()
                    .iter()
                    .map(|&format| encoding.proof(format)),
            );
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Renders the README and the script.
    pub(super) fn pages(&self) -> io::Result<[(&'static str, String); 2]> {
        let mut context = Context::new();
        context.insert("certificate", self);
        let page = |template| Tera::one_off(template, &context, false).map_err(io::Error::other);
        let readme = page(include_str!("../../templates/prove/README.md"))?;
        let script = page(include_str!("../../templates/prove/check.sh"))?;
        Ok([(README, readme), (SCRIPT, script)])
    }

    /// Returns the checkers that accepted proofs, without repetitions.
    pub fn checked_by(&self) -> Vec<String> {
        let refutations = self.refutations.iter();
        let mut names: Vec<String> = refutations
            .flat_map(|one| one.checked_by.values().cloned())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A certificate folder that is written beside its target and renamed when it is complete.
#[derive(Debug)]
pub(super) struct CertificateDraft(StagedFolder);

impl CertificateDraft {
    /// Starts a certificate. Fails if the target must not be replaced.
    pub(super) fn new(target: &Path, digest: &str, force: bool) -> Result<Self, ProveError> {
        check_replaceable(target, digest, force)?;
        let staged = StagedFolder::beside(target);
        staged
            .map(CertificateDraft)
            .map_err(|problem| ProveError::file(target, problem))
    }

    /// Returns the path of a file, and creates its folder.
    pub(super) fn path(&self, name: &str) -> Result<PathBuf, ProveError> {
        let path = self.0.path().join(name);
        let parent = path.parent().unwrap_or(self.0.path());
        fs::create_dir_all(parent).map_err(|problem| ProveError::file(parent, problem))?;
        Ok(path)
    }

    /// Writes a file and returns its path.
    pub(super) fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> Result<(), ProveError>,
    ) -> Result<PathBuf, ProveError> {
        let path = self.path(name)?;
        let failed = |problem| ProveError::file(&path, problem);
        let file = File::create(&path).map_err(failed)?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        content(&mut out)?;
        out.flush().map_err(failed)?;
        Ok(path)
    }

    fn write_text(&self, name: &str, text: &str) -> Result<PathBuf, ProveError> {
        self.write(name, |out| Ok(out.write_all(text.as_bytes())?))
    }

    /// Adds the README, the script, the certificate and the hashes, and renames the folder.
    pub(super) fn finish(self, certificate: &Certificate) -> Result<(), ProveError> {
        for (name, text) in certificate.pages()? {
            let path = self.write_text(name, &text)?;
            if name == SCRIPT {
                folders::let_others_read(&path)
                    .map_err(|problem| ProveError::file(&path, problem))?;
            }
        }
        let json = serde_json::to_string_pretty(certificate).map_err(io::Error::other)?;
        let _ = self.write_text(CERTIFICATE, &(json + "\n"))?;
        let mut sums = String::new();
        for name in certificate.files() {
            let path = self.path(&name)?;
            let hash = sha256_of_files([path.as_path()])
                .map_err(|problem| ProveError::file(&path, problem))?;
            sums += &sums_line(&hash, &name);
        }
        let _ = self.write_text(SUMS, &sums)?;
        let CertificateDraft(staged) = self;
        let target = staged.target().to_owned();
        staged
            .commit()
            .map_err(|problem| ProveError::file(&target, problem))
    }
}

/// Formats a line of `SHA256SUMS`.
pub(super) fn sums_line(hash: &str, name: &str) -> String {
    format!("{hash}  {name}\n")
}

/// Accepts a target that does not exist, is empty, or is a certificate of the same puzzle; with force, of
/// any puzzle.
fn check_replaceable(target: &Path, digest: &str, force: bool) -> Result<(), ProveError> {
    match fs::read_dir(target) {
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(());
            }
            match Certificate::read(target) {
                Ok(there) if force || there.digest == digest => Ok(()),
                Ok(_) => Err(ProveError::OfAnother(target.to_owned())),
                Err(_) => Err(ProveError::Occupied(target.to_owned())),
            }
        }
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(problem) => Err(ProveError::file(target, problem)),
    }
}
