//! Emissions: a model with everything that determines its bytes in a language.

use std::io::{self, Write};
use std::time::Duration;

use tera::{Context, Tera};

use super::size::{ModelSize, SizeCounter};
use super::{
    Encoding, Inexpressible, LineOrigin, NameMap, NamedModel, OriginRecorder, RedundantFacts,
};
use crate::limits::{Budget, BudgetWriter, StopReason};
use crate::lower::{Lowered, LoweringStep, step_names};
use crate::model::Model;
use crate::puzzle::recipe::{Family, RecipeStatus};
use crate::puzzle::{Label, Puzzle};

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

/// Metadata of an instance, for the heads of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The name of the puzzle: that of the file, with the level.
    pub instance: Label,
    /// Whether there is a solution, if known.
    pub satisfiable: Option<bool>,
    /// The number of solutions by construction, where that is more precise than `satisfiable`.
    pub construction: Option<RecipeStatus>,
    /// The time limit of the embedded solver that determined `satisfiable`, if it ran.
    pub sought: Option<Duration>,
    /// The lowering steps of the model.
    pub steps: Vec<LoweringStep>,
    /// The family of a generated puzzle.
    pub family: Option<Family>,
    /// The generator's seed, for a generated puzzle.
    pub seed: Option<u64>,
    /// The [digest](Puzzle::digest) of the puzzle, if known.
    pub puzzle: Option<String>,
    /// Number of excluded boards.
    pub excluded: usize,
    /// The author and date of a submission, if given.
    pub signature: Signature,
}

/// The author and date of a submission. Both come from the user, so output does not depend on the
/// current date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature {
    /// The author; by default the contributors of pipsc.
    pub author: Option<Label>,
    /// The date, as `2026-11-16`; by default that of this version.
    pub day: Option<Label>,
}

impl Signature {
    /// The release date of this version.
    pub const RELEASED: &'static str = "2026-11-18";

    /// The author, or the default.
    pub fn author(&self) -> &str {
        (self.author.as_ref()).map_or("The pipsc contributors", Label::raw)
    }

    /// The date, or the default.
    pub fn day(&self) -> &str {
        self.day.as_ref().map_or(Self::RELEASED, Label::raw)
    }
}

impl Provenance {
    /// The metadata of a lowered puzzle.
    pub fn of(puzzle: &Puzzle, instance: &str, lowered: &Lowered) -> Self {
        let excluded = lowered.model.excluded_boards().count();
        // With excluded boards the recipe and the known solution say nothing about the instance.
        let is_whole = excluded == 0;
        let has_board = is_whole && puzzle.solution().is_some();
        // A checked solution takes precedence over the recipe.
        let construction = puzzle.recipe().filter(|_| is_whole);
        let construction = construction.map(|recipe| recipe.status());
        let construction = construction.filter(|status| match status {
            RecipeStatus::Satisfiable | RecipeStatus::Unsatisfiable => !has_board,
            RecipeStatus::Unique | RecipeStatus::Count(_) => true,
            RecipeStatus::Open => false,
        });
        Provenance {
            instance: instance.into(),
            satisfiable: match (has_board, construction, &lowered.contradiction) {
                (true, _, _) => Some(true),
                (false, Some(status), _) => status.satisfiable(),
                (false, None, Some(_)) => Some(false),
                (false, None, None) => None,
            },
            construction,
            sought: None,
            // If pruning finds a contradiction, the model is not pruned.
            steps: (lowered.steps().iter().copied())
                .filter(|&step| step != LoweringStep::Prune || lowered.contradiction.is_none())
                .collect(),
            family: puzzle.recipe().map(|recipe| recipe.family),
            seed: puzzle.recipe().map(|recipe| recipe.seed()),
            excluded,
            signature: Signature::default(),
            puzzle: Some(puzzle.digest()),
        }
    }

    /// Whether there is a solution, in words for the head of a file.
    pub fn status(&self) -> String {
        match (self.satisfiable, self.construction, self.sought) {
            (
                Some(_),
                Some(status @ (RecipeStatus::Satisfiable | RecipeStatus::Unsatisfiable)),
                _,
            ) => {
                format!("{status}, by construction")
            }
            (Some(true), Some(status @ (RecipeStatus::Unique | RecipeStatus::Count(_))), _) => {
                format!("satisfiable, {status} by construction")
            }
            (Some(true), _, _) => "satisfiable".into(),
            (Some(false), _, _) => "unsatisfiable".into(),
            (None, _, None) => "unknown".into(),
            (None, _, Some(limit)) => {
                let seconds = limit.as_secs_f64();
                format!("unknown, and pipsc's own solver did not settle it within {seconds} s")
            }
        }
    }

    /// The lowering steps in one line of ASCII for the head of every file. The line describes the file,
    /// and so depends on the encoding: some state no redundant facts even if the step ran.
    pub fn terms(&self, encoding: Encoding) -> String {
        let took = |step| self.steps.contains(&step);
        let pruned = if took(LoweringStep::Prune) {
            "Pruned: what no solution uses was left out."
        } else {
            "The puzzle as it stands: nothing was pruned."
        };
        let symmetry = if took(LoweringStep::Symmetry) {
            "Symmetry is broken."
        } else {
            "Symmetry is not broken."
        };
        let requested = took(LoweringStep::Redundant);
        let redundant = match encoding.redundant() {
            RedundantFacts::IfRequested if requested => "Redundant facts are stated.",
            RedundantFacts::WhereSmall if requested => {
                "Redundant facts are stated where they are few."
            }
            RedundantFacts::Always => "Redundant facts are stated.",
            RedundantFacts::IfRequested | RedundantFacts::WhereSmall | RedundantFacts::Never => {
                "No redundant facts are stated."
            }
        };
        let terms = format!("{pruned} {symmetry} {redundant}");
        match self.excluded {
            0 => terms,
            1 => format!("{terms} One board does not count as a solution."),
            many => format!("{terms} {many} boards do not count as solutions."),
        }
    }
}

/// Everything that determines the bytes of an emission, except for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmissionPlan {
    /// The encoding, which determines the language.
    pub encoding: Encoding,
    /// The purpose of the files.
    pub profile: Profile,
    /// The metadata for headers.
    pub provenance: Provenance,
}

impl EmissionPlan {
    /// The lines of the comment at the head of a file.
    pub(super) fn head(&self, model: &Model) -> Vec<String> {
        let Provenance { instance, seed, .. } = &self.provenance;
        let written = concat!("Written by pipsc ", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![
            "Pips: cover the board with the dominoes, so that the pips keep the rule of every region.".into(),
            format!("{written}; encoding {}.", self.encoding),
        ];
        let published = self.encoding.published();
        lines.extend(published.map(|published| format!("Formulation: {published}")));
        lines.push(self.provenance.terms(self.encoding));
        if !instance.raw().is_empty() {
            lines.push(format!("Instance: {instance}"));
        }
        lines.extend(model.title.as_ref().map(|title| format!("Title: {title}")));
        lines.extend(seed.map(|seed| format!("Seed: {seed}")));
        lines
    }
}

/// A model with its plan, checked to be expressible.
#[derive(Debug)]
pub struct Emission<'a> {
    pub(super) model: &'a Model,
    pub(super) plan: &'a EmissionPlan,
    pub(super) budget: Option<&'a Budget>,
}

impl<'a> Emission<'a> {
    /// Fails if the encoding cannot express the model in the profile.
    pub fn new(model: &'a Model, plan: &'a EmissionPlan) -> Result<Self, Inexpressible> {
        plan.encoding.check_profile(plan.profile)?;
        plan.encoding.check_model(model)?;
        Ok(Emission {
            model,
            plan,
            budget: None,
        })
    }

    /// Sets a budget: writing fails once it is exhausted.
    pub fn until(self, budget: &'a Budget) -> Self {
        Emission {
            budget: Some(budget),
            ..self
        }
    }

    /// The extension of each file; [`Emission::write`] takes the index in this list.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.plan.encoding.language().extensions(self.plan.profile)
    }

    /// The file names of an instance. A file that all instances share has the same name for all.
    pub fn file_names(&self, instance: &str) -> Vec<String> {
        let shared = match self.plan.profile {
            Profile::Submit => self.plan.encoding.shared,
            Profile::Run | Profile::Count => None,
        };
        let name = |(file, extension): (usize, &&str)| match (file, shared) {
            (0, Some(shared)) => shared.to_owned(),
            _ => format!("{instance}.{extension}"),
        };
        self.extensions().iter().enumerate().map(name).collect()
    }

    /// Writes the file at an index of [`extensions`](Self::extensions).
    pub fn write(&self, file: usize, out: &mut dyn Write) -> io::Result<()> {
        self.write_lines(file, out).map(drop)
    }

    /// Writes a file and returns the origins of its lines, except for blocking constraints.
    pub fn write_lines(&self, file: usize, out: &mut dyn Write) -> io::Result<Vec<LineOrigin>> {
        if file >= self.extensions().len() {
            let message = format!("there is no file number {file} in this emission");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        match self.budget {
            None => self.write_whole(file, out),
            Some(budget) => self.write_whole(file, &mut BudgetWriter::new(out, budget)),
        }
    }

    /// Writes a file and adds blocking constraints to the last file that has constraints, which a `.dzn` file has not.
    /// The writer of MPS, a format by columns, adds its own.
    fn write_whole(&self, file: usize, out: &mut dyn Write) -> io::Result<Vec<LineOrigin>> {
        let (encoding, extensions) = (self.plan.encoding, self.extensions());
        let last = extensions.len() - 1;
        let last = last - usize::from(extensions[last] == "dzn");
        let protocol = encoding.language().protocol;
        let boards = self.model.excluded_boards().next();
        let is_blocked = boards.is_some() && file == last && extensions[last] != "mps";
        let Some(protocol) = protocol.filter(|_| is_blocked) else {
            let mut text = OriginRecorder::new(out);
            (encoding.write)(self, file, &mut text)?;
            return Ok(text.finish());
        };
        let mut model = Vec::new();
        let mut text = OriginRecorder::new(&mut model);
        (encoding.write)(self, file, &mut text)?;
        let origins = text.finish();
        let names = (encoding.names)(self.model);
        let boards = self.model.excluded().map(|(_, board)| {
            let terms = board.into_iter().map(|placements| {
                let names = placements.into_iter().map(|id| names(id).name);
                let mut names: Vec<String> = names.collect();
                names.dedup();
                match names.len() {
                    1 => names.remove(0),
                    // Without symmetry breaking, several placements give the same board.
                    _ if encoding.language().name == "smtlib" => {
                        format!("(or {})", names.join(" "))
                    }
                    _ => names.join(" + "),
                }
            });
            terms.collect()
        });
        let boards: Vec<Vec<String>> = boards.collect();
        protocol.blocking.add(&mut &model[..], out, &boards)?;
        Ok(origins)
    }

    /// The total size of the files, which are not kept.
    pub fn size(&self) -> io::Result<ModelSize> {
        let mut counter = SizeCounter::new(self.plan.encoding.language());
        for file in 0..self.extensions().len() {
            self.write(file, &mut counter)?;
        }
        Ok(counter.finish())
    }

    /// The name map of the emitted files. Fails when the budget is exhausted.
    pub fn names(&self) -> Result<NameMap, StopReason> {
        let EmissionPlan {
            encoding,
            provenance,
            ..
        } = self.plan;
        let of = NamedModel {
            encoding: encoding.name().into(),
            steps: step_names(&provenance.steps).into(),
            puzzle: provenance.puzzle.clone(),
        };
        let names = (encoding.names)(self.model);
        NameMap::new(
            self.model,
            of,
            names,
            self.budget.unwrap_or(&Budget::default()),
        )
    }

    /// Writes the name map as JSON, one variable per line.
    pub fn write_names(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.names().map_err(io::Error::other)?;
        match self.budget {
            None => names.write(self.plan.encoding, out),
            Some(budget) => names.write(self.plan.encoding, &mut BudgetWriter::new(out, budget)),
        }
    }
}

/// Renders a template, which may include the others.
pub(super) fn render(name: &str, all: &[(&str, &str)], context: &Context) -> io::Result<String> {
    let mut tera = Tera::default();
    tera.add_raw_templates(all.iter().copied())
        .and_then(|()| tera.render(name, context))
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_date_matches_the_change_log() {
        let heading = format!(
            "\n## [{}] - {}\n",
            env!("CARGO_PKG_VERSION"),
            Signature::RELEASED
        );
        assert!(
            include_str!("../../CHANGELOG.md").contains(&heading),
            "{heading}"
        );
    }
}
