//! The working folder of a solver: temporary, or kept for inspection.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::backend::{BlockingSyntax, Emission};
use crate::checksum::sha256_of_files;
use crate::folders;
use crate::solver::error::SolverError;
use crate::solver::registry::InstalledSolver;
use crate::solver::task::{KeepFolder, Task};

/// A folder with a model.
#[derive(Debug)]
pub(super) struct WorkDir {
    /// Removes the folder when it is dropped.
    temporary: Option<folders::TemporaryFolder>,
    folder: PathBuf,
    files: Vec<PathBuf>,
}

impl WorkDir {
    /// Creates the kept folder of the task, or a temporary one.
    pub(super) fn of(solver: &InstalledSolver, task: &Task<'_>) -> Result<Self, SolverError> {
        let folder = match &task.options.keep {
            None => return WorkDir::temporary(),
            Some(KeepFolder::In(folder)) => folder.clone(),
            Some(KeepFolder::BySolver(folder)) => folder.join(&solver.entry.name),
        };
        let canonical = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
        Ok(WorkDir {
            temporary: None,
            folder: canonical.map_err(|problem| failed(&folder, problem))?,
            files: Vec::new(),
        })
    }

    fn temporary() -> Result<Self, SolverError> {
        let folder = folders::temporary_folder()?;
        Ok(WorkDir {
            folder: folder.path().to_owned(),
            temporary: Some(folder),
            files: Vec::new(),
        })
    }

    /// Creates a temporary folder for an existing model file.
    pub(super) fn on(model: &Path) -> Result<Self, SolverError> {
        let mut work = WorkDir::temporary()?;
        let path = model.canonicalize();
        (work.files).push(path.map_err(|problem| failed(model, problem))?);
        Ok(work)
    }

    /// Writes the model, and also the name map if the folder is kept.
    pub(super) fn emit(&mut self, emission: &Emission<'_>) -> Result<(), SolverError> {
        for (index, name) in emission.file_names("model").iter().enumerate() {
            let path = self.folder.join(name);
            self.files.push(path.clone());
            write(&path, |out| emission.write(index, out))?;
        }
        match self.is_kept() {
            true => write(&self.folder.join("model.map"), |out| {
                emission.write_names(out)
            }),
            false => Ok(()),
        }
    }

    pub(super) fn is_kept(&self) -> bool {
        self.temporary.is_none()
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Path of the model.
    pub(super) fn model(&self) -> &Path {
        &self.files[0]
    }

    /// Path of the data file, if there is one.
    pub(super) fn data(&self) -> Option<&Path> {
        self.files.get(1).map(PathBuf::as_path)
    }

    /// Returns the path of a file of one run; the first run has no number.
    pub(super) fn path(&self, run: u64, name: &str) -> PathBuf {
        match run {
            1 => self.folder.join(name),
            _ => self.folder.join(format!("{run}-{name}")),
        }
    }

    /// Path of the solver's proof.
    pub(super) fn proof(&self) -> PathBuf {
        self.folder.join("proof.drat")
    }

    /// Writes the model of the next run: the last model with one more blocking clause. Removes the last
    /// model unless the folder is kept, because each model is a full copy.
    pub(super) fn exclude(
        &self,
        last: &Path,
        run: u64,
        blocking: BlockingSyntax,
        answer: &Vec<String>,
    ) -> Result<PathBuf, SolverError> {
        let name = self.model().file_name().unwrap_or_default();
        let path = self.path(run, &name.to_string_lossy());
        let model = fs::read_to_string(last).map_err(|problem| failed(last, problem))?;
        let blocked = blocking.add(&model, std::slice::from_ref(answer));
        let blocked = blocked.map_err(|problem| failed(last, problem))?;
        write(&path, |out| out.write_all(blocked.as_bytes()))?;
        if !self.is_kept() && last != self.model() {
            let _ = fs::remove_file(last);
        }
        Ok(path)
    }

    /// Returns the SHA-256 of the model.
    pub(super) fn sha256(&self) -> Result<String, SolverError> {
        let hash = sha256_of_files(self.files.iter().map(PathBuf::as_path));
        hash.map_err(|problem| failed(self.model(), problem))
    }

    /// Returns the size of the model in bytes.
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
