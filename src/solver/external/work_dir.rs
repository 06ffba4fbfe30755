//! The working folder of a solver: temporary, or kept for inspection.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::backend::{Emission, Exclude};
use crate::checksum::sha256_of_files;
use crate::folders;
use crate::solver::error::SolverError;

/// A folder with a model.
#[derive(Debug)]
pub(super) struct WorkDir {
    /// Removes the folder when it is dropped.
    temporary: Option<folders::Temporary>,
    folder: PathBuf,
    files: Vec<PathBuf>,
}

impl WorkDir {
    /// Makes the folder: a temporary one, or the one to keep.
    pub(super) fn new(keep: Option<PathBuf>) -> Result<Self, SolverError> {
        let (temporary, folder) = match keep {
            Some(folder) => {
                let canonical = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
                (None, canonical.map_err(|problem| failed(&folder, problem))?)
            }
            None => {
                let folder = folders::temporary()?;
                let path = folder.path().to_owned();
                (Some(folder), path)
            }
        };
        Ok(WorkDir {
            temporary,
            folder,
            files: Vec::new(),
        })
    }

    /// A temporary folder for a model that is in a file elsewhere.
    pub(super) fn on(model: &Path) -> Result<Self, SolverError> {
        let mut work = WorkDir::new(None)?;
        let canonical = model.canonicalize();
        work.files
            .push(canonical.map_err(|problem| failed(model, problem))?);
        Ok(work)
    }

    /// Writes the model with the question for an unsatisfiable core.
    pub(super) fn emit_core_question(
        &mut self,
        extension: &str,
        question: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), SolverError> {
        let path = self.folder.join(format!("model.{extension}"));
        write(&path, question)?;
        self.files.push(path);
        Ok(())
    }

    /// Writes the model, and beside it, where it is kept, the name map.
    pub(super) fn emit(&mut self, emission: &Emission<'_>) -> Result<(), SolverError> {
        for (index, name) in emission.file_names("model").iter().enumerate() {
            let path = self.folder.join(name);
            self.files.push(path.clone());
            write(&path, |out| emission.write(index, out))?;
        }
        if self.is_kept() {
            let path = self.folder.join("model.map");
            write(&path, |out| emission.write_names(out))?;
        }
        Ok(())
    }

    pub(super) fn is_kept(&self) -> bool {
        self.temporary.is_none()
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The model's own file.
    pub(super) fn model(&self) -> &Path {
        &self.files[0]
    }

    /// Its data, where that has a file of its own.
    pub(super) fn data(&self) -> Option<&Path> {
        self.files.get(1).map(PathBuf::as_path)
    }

    /// A file of one run of the solver; the first has no number.
    pub(super) fn path(&self, run: u64, name: &str) -> PathBuf {
        match run {
            1 => self.folder.join(name),
            _ => self.folder.join(format!("{run}-{name}")),
        }
    }

    /// The proof that the solver writes.
    pub(super) fn proof(&self) -> PathBuf {
        self.folder.join("proof.drat")
    }

    /// The model of the next run: that of the last one with one more answer excluded. The last one is
    /// removed unless it is kept, because each is a copy of the whole.
    pub(super) fn exclude(
        &self,
        last: &Path,
        run: u64,
        exclude: Exclude,
        answer: &Vec<String>,
    ) -> Result<PathBuf, SolverError> {
        let name = self.model().file_name().unwrap_or_default();
        let path = self.path(run, &name.to_string_lossy());
        let file = File::open(last).map_err(|problem| failed(last, problem))?;
        write(&path, |out| {
            exclude(&mut BufReader::new(file), out, std::slice::from_ref(answer))
        })?;
        if !self.is_kept() && last != self.model() {
            let _ = fs::remove_file(last);
        }
        Ok(path)
    }

    /// The SHA-256 of the model.
    pub(super) fn sha256(&self) -> Result<String, SolverError> {
        let hash = sha256_of_files(self.files.iter().map(PathBuf::as_path));
        hash.map_err(|problem| failed(self.model(), problem))
    }

    /// How large the model is, in bytes.
    pub(super) fn size(&self) -> u64 {
        let sizes = self.files.iter().map(fs::metadata);
        sizes.flatten().map(|file| file.len()).sum()
    }
}

/// Writes a file.
pub(super) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SolverError> {
    File::create(path)
        .and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            content(&mut out)?;
            out.flush()
        })
        .map_err(|problem| failed(path, problem))
}

pub(super) fn failed(path: &Path, problem: io::Error) -> SolverError {
    SolverError::File {
        path: path.to_owned(),
        problem,
    }
}
