//! `pipsc emit`: a puzzle as a constraint model.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::{Chosen, PuzzleArguments};
use super::{Failure, output, say};
use crate::backend::{Emission, Encoding, Plan, Profile, Provenance, Target};
use crate::exit::Exit;
use crate::generate::Recipe;
use crate::lower::{self, Step};
use crate::nearest::did_you_mean;

/// Write a puzzle as a constraint model
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc emit puzzle.txt --target minizinc
  pipsc emit today.json:hard --target dimacs -o today.cnf --map today.map
  pipsc emit today.json --level easy --target smtlib --encoding bv
  pipsc emit today.json:hard --target minizinc --profile submit -o competition/
  pipsc emit puzzle.txt --target ir --no-prune

Encodings (the first is the default):
  minizinc  native, placement, coordinates (grids only)
  smtlib    lia, bv, pb (z3 only), placement, halves
  dimacs    compact, placement, links
  cpsat     native, placement
Baselines, to compare with, are given the puzzle as it stands: placement, links, halves,
coordinates")]
pub(super) struct Emit {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The language of the model
    #[arg(long, short)]
    target: TargetName,

    /// Where the model goes: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,

    /// What the model is for
    #[arg(long, default_value = "run")]
    profile: ProfileName,

    /// How the puzzle is expressed in the target; see docs/encodings.md
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Write the name map, which `pipsc decode` needs, to this file
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    #[command(flatten)]
    steps: StepArguments,
}

/// The lowering steps, each of which can be switched off.
#[derive(Debug, Args)]
pub(super) struct StepArguments {
    /// Keep copies of a domino apart, and doubles both ways round
    #[arg(long)]
    no_symmetry: bool,

    /// Keep values and placements that cannot be part of a solution
    #[arg(long)]
    no_prune: bool,

    /// Leave out facts that follow from the others
    #[arg(long)]
    no_redundant: bool,
}

impl StepArguments {
    /// The steps that belong before an encoding, without those that are switched off.
    pub(super) fn chosen(&self, encoding: Encoding) -> Vec<Step> {
        let steps = encoding.steps().iter().copied();
        steps
            .filter(|step| match step {
                Step::Symmetry => !self.no_symmetry,
                Step::Prune => !self.no_prune,
                Step::Redundant => !self.no_redundant,
            })
            .collect()
    }
}

/// A target as people type it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TargetName {
    /// MiniZinc, a constraint modelling language
    #[value(name = "minizinc")]
    MiniZinc,
    /// SMT-LIB 2.6, for SMT solvers
    #[value(name = "smtlib")]
    SmtLib,
    /// DIMACS CNF, for SAT solvers
    Dimacs,
    /// A CpModelProto in text form, for OR-Tools CP-SAT
    #[value(name = "cpsat")]
    CpSat,
    /// The constraint IR, as JSON
    Ir,
}

impl TargetName {
    pub(super) fn target(self) -> Target {
        match self {
            TargetName::MiniZinc => Target::MiniZinc,
            TargetName::SmtLib => Target::SmtLib,
            TargetName::Dimacs => Target::Dimacs,
            TargetName::CpSat => Target::CpSat,
            TargetName::Ir => Target::Ir,
        }
    }
}

/// A profile as people type it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProfileName {
    /// To run and decode: one file, with names and comments
    Run,
    /// For a solver competition, in the form that it asks for
    Submit,
}

impl Emit {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let target = self.target.target();
        let encoding = encoding(target, self.encoding.as_deref())?;
        let profile = match self.profile {
            ProfileName::Run => Profile::Run,
            ProfileName::Submit => Profile::Submit,
        };
        let to_folder = output::is_folder(&self.output);
        let files = target.extensions(profile).len();
        if files > 1 && !to_folder {
            return Err(Failure::Usage(format!(
                "{target} for submission is {files} files; name a folder for them with -o, such as \
                 `-o submission/`"
            )));
        }

        let Chosen { puzzle, name, .. } = self.puzzle.read()?;
        let steps = self.steps.chosen(encoding);
        let lowered = lower::lower(&puzzle, &steps);
        encoding.expresses(&lowered.model)?;
        say::detail(&format_args!(
            "{name}: {target} in encoding {encoding}, after the steps {}: {} placements",
            names(&steps),
            lowered.model.placements.len()
        ));
        if let Some(contradiction) = &lowered.contradiction {
            say::warning(contradiction);
        }
        let plan = Plan {
            target,
            encoding,
            profile,
            provenance: Provenance {
                instance: name.clone(),
                satisfiable: match (puzzle.solution(), &lowered.contradiction) {
                    (Some(_), _) => Some(true),
                    (None, Some(_)) => Some(false),
                    (None, None) => None,
                },
                steps: names(&steps),
                seed: Recipe::of(&puzzle).map(|recipe| recipe.seed()),
            },
        };
        let emission = Emission::new(&lowered.model, &plan);

        if to_folder {
            fs::create_dir_all(&self.output)
                .map_err(|problem| Failure::writing(&self.output, problem))?;
            for (index, file) in emission.file_names(&name).iter().enumerate() {
                output::to_path(&self.output.join(file), |out| emission.write(index, out))?;
            }
        } else {
            output::to_path(&self.output, |out| emission.write(0, out))?;
        }
        if let Some(map) = &self.map {
            output::to_path(map, |out| emission.names().write(out))?;
        }
        Ok(Exit::Done)
    }
}

/// The encoding of a target by name, or its default.
pub(super) fn encoding(target: Target, name: Option<&str>) -> Result<Encoding, Failure> {
    let there = target.encodings();
    match name {
        None => Ok(there[0]),
        Some(name) => there
            .iter()
            .copied()
            .find(|encoding| encoding.name() == name)
            .ok_or_else(|| {
                let names: Vec<&str> = there.iter().map(|encoding| encoding.name()).collect();
                Failure::Usage(format!(
                    "{target} has no encoding `{name}`, only {}{}",
                    names.join(", "),
                    did_you_mean(name, names.iter().copied())
                ))
            }),
    }
}

/// The steps taken, for the model's header.
pub(super) fn names(steps: &[Step]) -> String {
    match steps {
        [] => "none".into(),
        _ => {
            let names: Vec<&str> = steps.iter().map(|step| step.name()).collect();
            names.join(" ")
        }
    }
}
