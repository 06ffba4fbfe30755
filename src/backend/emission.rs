//! Emissions: a model with everything that determines its bytes in a language.

use std::io::{self, Write};

use tera::{Context, Tera};

use super::{Encoding, Inexpressible, LineOrigin, ModelSize, ModelWriter, NameMap, Provenance};
use crate::limits::{Budget, BudgetWriter};
use crate::model::Model;

/// The purpose of emitted files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// To run and decode, with names and comments.
    Run,
    /// For a solver competition, in the required form.
    Submit,
    /// For a model counter.
    Count,
}

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [Profile; 3] = [Profile::Run, Profile::Submit, Profile::Count];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Run => "run",
            Profile::Submit => "submit",
            Profile::Count => "count",
        }
    }

    /// A description in one line.
    pub fn about(self) -> &'static str {
        match self {
            Profile::Run => "To run and decode: one file, with names and comments",
            Profile::Submit => "For a solver competition, in the required format",
            Profile::Count => "For a model counter (dimacs only)",
        }
    }
}

/// The files and the names of a model in an encoding, which can express it.
#[derive(Debug)]
pub struct Emission<'a> {
    pub(super) model: &'a Model,
    pub(super) encoding: Encoding,
    pub(super) profile: Profile,
    pub(super) provenance: Provenance,
    pub(super) budget: Budget,
}

impl<'a> Emission<'a> {
    /// Fails if the encoding cannot express the model in the profile.
    pub fn new(
        model: &'a Model,
        encoding: Encoding,
        profile: Profile,
        provenance: Provenance,
    ) -> Result<Self, Inexpressible> {
        encoding.check_profile(profile)?;
        encoding.check_model(model)?;
        let budget = Budget::default();
        Ok(Emission {
            model,
            encoding,
            profile,
            provenance,
            budget,
        })
    }

    /// Sets a budget: writing fails once it is exhausted.
    pub fn until(self, budget: &Budget) -> Self {
        let budget = budget.clone();
        Emission { budget, ..self }
    }

    /// The extension of each file; [`Emission::write`] takes the index in this list.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.encoding.language.extensions(self.profile)
    }

    /// The file names of an instance. A file that all instances share has the same name for all.
    pub fn file_names(&self, instance: &str) -> Vec<String> {
        let shared = self
            .encoding
            .shared
            .filter(|_| self.profile == Profile::Submit);
        let name = |(file, extension): (usize, &&str)| match (file, shared) {
            (0, Some(shared)) => shared.to_owned(),
            _ => format!("{instance}.{extension}"),
        };
        self.extensions().iter().enumerate().map(name).collect()
    }

    /// The lines of the comment at the head of a file.
    pub(super) fn head(&self) -> Vec<String> {
        self.provenance.head(self.encoding, self.model)
    }

    /// Writes the file at an index of [`extensions`](Self::extensions).
    pub fn write(&self, file: usize, out: &mut dyn Write) -> io::Result<()> {
        self.write_lines(file, out).map(drop)
    }

    /// Writes a file and returns the origins of its lines, except for blocking constraints. These follow in the last file
    /// that has constraints, which a `.dzn` file has not. The writer of MPS, a format by columns, adds its own.
    pub fn write_lines(&self, file: usize, out: &mut dyn Write) -> io::Result<Vec<LineOrigin>> {
        let extensions = self.extensions();
        if file >= extensions.len() {
            let message = format!("there is no file number {file} in this emission");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let out = &mut BudgetWriter::new(out, &self.budget);
        let last = extensions.len() - 1;
        let last = last - usize::from(extensions[last] == "dzn");
        let boards = self.blocked_boards();
        let protocol = self.encoding.language.protocol;
        let is_blocked = !boards.is_empty() && file == last && extensions[last] != "mps";
        let Some(protocol) = protocol.filter(|_| is_blocked) else {
            let mut text = ModelWriter::new(out, file);
            (self.encoding.write)(self, &mut text)?;
            return Ok(text.finish());
        };
        let mut model = Vec::new();
        let mut text = ModelWriter::new(&mut model, file);
        (self.encoding.write)(self, &mut text)?;
        let origins = text.finish();
        let text = protocol
            .blocking
            .add(&String::from_utf8_lossy(&model), &boards)?;
        out.write_all(text.as_bytes())?;
        Ok(origins)
    }

    /// The names of the placements of each excluded board.
    fn blocked_boards(&self) -> Vec<Vec<String>> {
        let names = (self.encoding.names)(self.model);
        let boards = self.model.excluded().map(|(_, board)| {
            let terms = board.into_iter().map(|placements| {
                let names = placements.into_iter().map(|id| names(id).name);
                let mut names: Vec<String> = names.collect();
                names.dedup();
                match names.len() {
                    1 => names.remove(0),
                    // Without symmetry breaking, several placements give the same board.
                    _ if self.encoding.language.name == "smtlib" => {
                        format!("(or {})", names.join(" "))
                    }
                    _ => names.join(" + "),
                }
            });
            terms.collect()
        });
        boards.collect()
    }

    /// The texts of all files.
    pub fn texts(&self) -> io::Result<Vec<String>> {
        let text = |file| {
            let mut text = Vec::new();
            self.write(file, &mut text)?;
            String::from_utf8(text).map_err(io::Error::other)
        };
        (0..self.extensions().len()).map(text).collect()
    }

    /// The total size of the files.
    pub fn size(&self) -> io::Result<ModelSize> {
        let mut size = ModelSize::default();
        for text in self.texts()? {
            size.add(self.encoding.language, &text);
        }
        Ok(size)
    }

    /// The name map of the emitted files.
    pub fn names(&self) -> NameMap {
        NameMap::of(self)
    }

    /// Writes the name map as JSON, one variable per line.
    pub fn write_names(&self, out: &mut dyn Write) -> io::Result<()> {
        self.names()
            .write(&mut BudgetWriter::new(out, &self.budget))
    }
}

/// Renders a template, which may include the others.
pub(super) fn render(name: &str, all: &[(&str, &str)], context: &Context) -> io::Result<String> {
    let mut tera = Tera::default();
    tera.add_raw_templates(all.iter().copied())
        .and_then(|()| tera.render(name, context))
        .map_err(io::Error::other)
}
