//! The folder of a certificate: which files it has, what `certificate.json` says of them, and how it
//! gets its name only when it is whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use tera::{Context, Tera};

use super::checker::ProofFormat;
use super::{Claim, ProveError};
use crate::backend::Encoding;
use crate::checksum::sha256_of_files;
use crate::folders::{self, StagedFolder};
use crate::json;
use crate::reading;

/// The version of the form of `certificate.json`.
const FORM: u32 = 1;

/// What says everything about the others.
pub(super) const CERTIFICATE: &str = "certificate.json";
/// The same hashes, for `sha256sum --check`.
pub(super) const SUMS: &str = "SHA256SUMS";
/// The boards.
pub(super) const BOARDS: &str = "boards.txt";
/// What the variables of a model stand for.
pub(super) const NAMES: &str = "names.json";
const README: &str = "README.md";
const SCRIPT: &str = "check.sh";

/// What a folder certifies, and with which files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The form of the file.
    pub pipsc_certificate: u32,
    /// What made it.
    pub made_by: String,
    /// What the puzzle is called in the head of the models.
    pub instance: String,
    /// The puzzle's file.
    pub puzzle: String,
    /// The puzzle's digest.
    pub digest: String,
    /// What is claimed.
    pub claim: Claim,
    /// How many solutions there are.
    pub solutions: u64,
    /// The file with all of them, if there are any.
    pub boards: Option<String>,
    /// What shows that there are no others: each of these does.
    pub refutations: Vec<Refutation>,
    /// Every file of the folder that is evidence, with its size and its hash.
    pub files: BTreeMap<String, Mark>,
}

/// A model that says "there is another solution", and the proofs that it has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The language of the model.
    pub language: String,
    /// Its encoding.
    pub encoding: String,
    /// The model.
    pub model: String,
    /// What its variables stand for.
    pub names: String,
    /// The proofs.
    pub proofs: Vec<ProofFile>,
}

/// A proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// Its form.
    pub form: ProofFormat,
    /// Its file.
    pub file: String,
    /// Who wrote it.
    pub made_by: String,
    /// Who checked it when it was made.
    pub checked_by: Option<String>,
}

/// What a file is known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Certificate {
    /// What is to be filled in.
    pub(super) fn blank(instance: &str, puzzle: &str, digest: String) -> Self {
        Certificate {
            pipsc_certificate: FORM,
            made_by: concat!("pipsc ", env!("CARGO_PKG_VERSION")).into(),
            instance: instance.into(),
            puzzle: puzzle.into(),
            digest,
            claim: Claim::None,
            solutions: 0,
            boards: None,
            refutations: Vec::new(),
            files: BTreeMap::new(),
        }
    }

    /// Reads the certificate of a folder.
    pub fn read(folder: &Path) -> Result<Certificate, ProveError> {
        let path = folder.join(CERTIFICATE);
        let wrong = |problem: String| ProveError::NotACertificate {
            folder: folder.to_owned(),
            problem,
        };
        let text = reading::kept_file(&path).map_err(|problem| wrong(problem.to_string()))?;
        let text =
            String::from_utf8(text).map_err(|_| wrong(format!("{CERTIFICATE} is not text")))?;
        let read: Certificate = json::read(&text)
            .map_err(|mistake| wrong(format!("{CERTIFICATE} cannot be read: {mistake}")))?;
        if read.pipsc_certificate != FORM {
            return Err(wrong(format!(
                "{CERTIFICATE} has the form {}, and this version of pipsc reads the form {FORM}",
                read.pipsc_certificate
            )));
        }
        let named = [&read.puzzle].into_iter().chain(&read.boards);
        let proofs = |one: &'_ Refutation| {
            let proofs: Vec<String> = one.proofs.iter().map(|proof| proof.file.clone()).collect();
            [vec![one.model.clone(), one.names.clone()], proofs].concat()
        };
        let named = named
            .cloned()
            .chain(read.refutations.iter().flat_map(proofs));
        let all: Vec<String> = named.chain(read.files.keys().cloned()).collect();
        for name in &all {
            let parts = Path::new(name).components();
            let is_inside = !name.is_empty()
                && parts
                    .clone()
                    .all(|part| matches!(part, Component::Normal(_)));
            if !is_inside || parts.count() > 2 {
                return Err(wrong(format!(
                    "{CERTIFICATE} names {name}, which is not a file of the folder"
                )));
            }
            if !read.files.contains_key(name) {
                return Err(wrong(format!("{CERTIFICATE} gives no hash for {name}")));
            }
        }
        Ok(read)
    }

    /// The names of all files that belong to it and are evidence, or are made from it.
    pub(super) fn evidence(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([README, SCRIPT].map(String::from));
        names.extend([&self.puzzle].into_iter().chain(&self.boards).cloned());
        for one in &self.refutations {
            names.extend([&one.model, &one.names].map(String::clone));
            names.extend(one.proofs.iter().map(|proof| proof.file.clone()));
        }
        names
    }

    /// What people read, and the script, with their names.
    pub(super) fn pages(&self) -> io::Result<[(&'static str, String); 2]> {
        let mut context = Context::new();
        context.insert("certificate", self);
        let page = |template| Tera::one_off(template, &context, false).map_err(io::Error::other);
        Ok([
            (
                README,
                page(include_str!("../../templates/prove/README.md"))?,
            ),
            (
                SCRIPT,
                page(include_str!("../../templates/prove/check.sh"))?,
            ),
        ])
    }

    /// Who has checked proofs, each once.
    pub fn checked_by(&self) -> Vec<String> {
        let proofs = self.refutations.iter().flat_map(|one| &one.proofs);
        let checked = proofs.filter_map(|proof| proof.checked_by.clone());
        let mut names: Vec<String> = checked.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The lines of `SHA256SUMS`.
    pub(super) fn sums(&self) -> String {
        let lines = self.files.iter();
        lines
            .map(|(name, mark)| format!("{}  {name}\n", mark.sha256))
            .collect()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = json::Lines::new(out, json::Style::Spaced);
        lines.field("pipsc_certificate", &self.pipsc_certificate);
        lines.field("made_by", &self.made_by);
        lines.field("instance", &self.instance);
        lines.field("puzzle", &self.puzzle);
        lines.field("digest", &self.digest);
        lines.field("claim", &self.claim);
        lines.field("solutions", &self.solutions);
        lines.field("boards", &self.boards);
        lines.list("refutations", &self.refutations);
        lines.map("files", &self.files);
        lines.end().map(|_| ())
    }
}

/// A certificate that is being written, beside its place.
#[derive(Debug)]
pub(super) struct Draft(StagedFolder);

impl Draft {
    /// Begins, unless the place is taken by something that may not be replaced.
    pub(super) fn begin(target: &Path, digest: &str, force: bool) -> Result<Self, ProveError> {
        may_replace(target, digest, force)?;
        let staged = StagedFolder::beside(target);
        staged
            .map(Draft)
            .map_err(|problem| ProveError::file(target, problem))
    }

    /// A file of the folder; its own folder is made where it is to be in one.
    pub(super) fn path(&self, name: &str) -> Result<PathBuf, ProveError> {
        let path = self.0.path().join(name);
        let parent = path.parent().unwrap_or(self.0.path());
        fs::create_dir_all(parent).map_err(|problem| ProveError::file(parent, problem))?;
        Ok(path)
    }

    /// Writes a file.
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

    /// Adds what people read, the hashes and the certificate itself, and gives the folder its name.
    pub(super) fn finish(self, certificate: &mut Certificate) -> Result<(), ProveError> {
        for (name, text) in certificate.pages()? {
            let path = self.write(name, |out| Ok(out.write_all(text.as_bytes())?))?;
            if name == SCRIPT {
                folders::let_others_read(&path)
                    .map_err(|problem| ProveError::file(&path, problem))?;
            }
        }
        certificate.files = marks(self.0.path())?;
        let _ = self.write(
            SUMS,
            |out| Ok(out.write_all(certificate.sums().as_bytes())?),
        )?;
        let _ = self.write(CERTIFICATE, |out| Ok(certificate.write(out)?))?;
        let Draft(staged) = self;
        let target = staged.target().to_owned();
        staged
            .commit()
            .map_err(|problem| ProveError::file(&target, problem))
    }
}

/// Something may be put there if nothing is, or an empty folder, or a certificate of the puzzle, or
/// with force any certificate.
fn may_replace(target: &Path, digest: &str, force: bool) -> Result<(), ProveError> {
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

/// The marks of all files of a folder that are evidence.
fn marks(folder: &Path) -> Result<BTreeMap<String, Mark>, ProveError> {
    let mut marks = BTreeMap::new();
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        let failed = |problem| ProveError::file(&folder, problem);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push((entry.path(), format!("{name}/")));
            } else {
                let mark = mark(&entry.path());
                let mark = mark.map_err(|problem| ProveError::file(&entry.path(), problem))?;
                let _ = marks.insert(name, mark);
            }
        }
    }
    Ok(marks)
}

/// The mark of a file.
pub(super) fn mark(path: &Path) -> io::Result<Mark> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let bytes = fs::metadata(path)?.len();
    let sha256 = sha256_of_files([path])?;
    Ok(Mark { bytes, sha256 })
}

/// The folder for what belongs to an encoding.
pub(super) fn folder_of(encoding: Encoding) -> String {
    format!("{}-{}", encoding.language().name, encoding.name())
}

/// Where a file goes that belongs to an encoding.
pub(super) fn place(encoding: Encoding, file: &str) -> String {
    format!("{}/{file}", folder_of(encoding))
}

/// What the model of an encoding is called.
pub(super) fn model_file(encoding: Encoding) -> String {
    format!("model.{}", encoding.language().run_extensions[0])
}
