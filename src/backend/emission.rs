//! Emissions: a model with everything that decides its bytes in a language.

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
use crate::puzzle::recipe::{Family, Recipe, RecipeStatus};
use crate::puzzle::{Label, Puzzle};

/// What the files are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// To be run and decoded: names and comments that say what everything stands for.
    Run,
    /// To be handed to a solver competition, in the form that it asks for.
    Submit,
    /// To be handed to a model counter: an assignment a solution, and the placements to project on.
    Count,
}

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [Profile; 3] = [Profile::Run, Profile::Submit, Profile::Count];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Run => "run",
            Profile::Submit => "submit",
            Profile::Count => "count",
        }
    }

    /// What it is for, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Profile::Run => "To run and decode: one file, with names and comments",
            Profile::Submit => "For a solver competition, in the form that it asks for",
            Profile::Count => "For a model counter (dimacs only)",
        }
    }
}

/// What is known of the instance beside its constraints; competition headers ask for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The puzzle's name: the file's, with the level.
    pub instance: Label,
    /// Whether it has a solution. `None` if that is not known.
    pub satisfiable: Option<bool>,
    /// What is known of its solutions by the way that the generator made it, where that says more
    /// than a solution that is there to be checked.
    pub construction: Option<RecipeStatus>,
    /// How long a solver was given to find that out, if one was asked.
    pub sought: Option<Duration>,
    /// The lowering steps that made the model what it is.
    pub steps: Vec<LoweringStep>,
    /// The family of a generated puzzle.
    pub family: Option<Family>,
    /// The generator's seed, for a generated puzzle.
    pub seed: Option<u64>,
    /// The puzzle's [digest](Puzzle::digest), if it is known.
    pub puzzle: Option<String>,
    /// How many boards do not count as solutions.
    pub excluded: usize,
    /// The author and date of a submission, if given.
    pub signature: Signature,
}

/// Who hands an instance in, and when it was made. Only what the user has said: the same input gives
/// the same bytes on every day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature {
    /// The people; else it is the makers of this program.
    pub author: Option<Label>,
    /// The day, as `2026-11-16`; else it is the day of this version.
    pub day: Option<Label>,
}

impl Signature {
    /// The day on which this version of the program was released.
    pub const RELEASED: &'static str = "2026-11-18";

    /// The people, for a header that asks for them.
    pub fn author(&self) -> &str {
        (self.author.as_ref()).map_or("The pipsc contributors", Label::raw)
    }

    /// The day, for a header that asks for it.
    pub fn day(&self) -> &str {
        self.day.as_ref().map_or(Self::RELEASED, Label::raw)
    }
}

impl Provenance {
    /// What is known of a puzzle that was lowered.
    pub fn of(puzzle: &Puzzle, instance: &str, lowered: &Lowered) -> Self {
        let excluded = lowered.model.excluded_boards().count();
        // Without some boards it is another question, of which nothing is known.
        let is_whole = excluded == 0;
        let has_board = is_whole && puzzle.solution().is_some();
        // A solution that the checker has accepted goes before what a recipe says.
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
            // Where pruning finds a contradiction, the model stays as it was.
            steps: (lowered.steps().iter().copied())
                .filter(|&step| step != LoweringStep::Prune || lowered.contradiction.is_none())
                .collect(),
            family: puzzle.recipe().and_then(|recipe| match recipe {
                Recipe::Family(recipe) => Some(recipe.family),
                Recipe::Set(_) => None,
            }),
            seed: puzzle.recipe().map(|recipe| recipe.seed()),
            excluded,
            signature: Signature::default(),
            puzzle: Some(puzzle.digest()),
        }
    }

    /// Whether it has a solution, in words for the head of a file.
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

    /// What was done to the puzzle before it was written down, in a line of ASCII for the head of
    /// every file. It says what is in the file, and so depends on the encoding: some state no
    /// redundant facts, whatever steps were taken.
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
        let asked = took(LoweringStep::Redundant);
        let redundant = match encoding.redundant() {
            RedundantFacts::AsAsked if asked => "Redundant facts are stated.",
            RedundantFacts::WhereSmall if asked => "Redundant facts are stated where they are few.",
            RedundantFacts::Always => "Redundant facts are stated.",
            RedundantFacts::AsAsked | RedundantFacts::WhereSmall | RedundantFacts::Never => {
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

/// An encoding with everything that decides its bytes, apart from the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmissionPlan {
    /// The encoding, and with it the language.
    pub encoding: Encoding,
    /// What it is for.
    pub profile: Profile,
    /// What headers say.
    pub provenance: Provenance,
}

impl EmissionPlan {
    /// The comments at the head of a model.
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

/// A model about to be written.
#[derive(Debug)]
pub struct Emission<'a> {
    pub(super) model: &'a Model,
    pub(super) plan: &'a EmissionPlan,
    pub(super) budget: Option<&'a Budget>,
}

impl<'a> Emission<'a> {
    /// Prepares a model, if the encoding can express it in the profile.
    pub fn new(model: &'a Model, plan: &'a EmissionPlan) -> Result<Self, Inexpressible> {
        plan.encoding.check_profile(plan.profile)?;
        plan.encoding.check_model(model)?;
        Ok(Emission {
            model,
            plan,
            budget: None,
        })
    }

    /// The same, written until the budget is exhausted: then writing fails with that.
    pub fn until(self, budget: &'a Budget) -> Self {
        Emission {
            budget: Some(budget),
            ..self
        }
    }

    /// How the name of each file ends; [`Emission::write`] takes the position in this list.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.plan.encoding.language().extensions(self.plan.profile)
    }

    /// What to call the files of an instance. What is the same for all instances is called alike.
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

    /// Writes one of the files; there is one for each of the [extensions](Self::extensions).
    pub fn write(&self, file: usize, out: &mut dyn Write) -> io::Result<()> {
        self.write_lines(file, out).map(drop)
    }

    /// Writes one of the files and returns what its lines are about, blocked boards excepted.
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

    /// Writes a file with the excluded boards blocked at its end. Data have no constraints: then it is the file before.
    /// MPS, which is written column by column, blocks them itself.
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
            let terms = board.into_iter().map(|alike| {
                let mut names: Vec<String> = alike.into_iter().map(|id| names(id).name).collect();
                names.dedup();
                match names.len() {
                    1 => names.remove(0),
                    // Without symmetry breaking, copies and the ends of a double look alike.
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

    /// How large the files are, together, without keeping any of them.
    pub fn size(&self) -> io::Result<ModelSize> {
        let mut counter = SizeCounter::new(self.plan.encoding.language());
        for file in 0..self.extensions().len() {
            self.write(file, &mut counter)?;
        }
        Ok(counter.finish())
    }

    /// What the variables of the emitted files stand for, unless the budget is exhausted before all are
    /// named.
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

    /// Writes the name map as JSON, a variable a line.
    pub fn write_names(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.names().map_err(io::Error::other)?;
        match self.budget {
            None => names.write(self.plan.encoding, out),
            Some(budget) => names.write(self.plan.encoding, &mut BudgetWriter::new(out, budget)),
        }
    }
}

/// Fills a template, which may include the others.
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
    fn this_version_has_its_day_in_the_change_log() {
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
