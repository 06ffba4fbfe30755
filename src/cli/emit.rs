//! `pipsc emit`: a puzzle as a constraint model.

use std::fs;
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::encoding::{StepArguments, encoding};
use super::input::{Chosen, PuzzleArguments};
use super::{Failure, output, say};
use crate::backend::{Emission, Language, Plan, Profile, Provenance, Publication};
use crate::exit::Exit;
use crate::lower::{self, AS_IT_STANDS, step_names};
use crate::visible;

/// Write a puzzle as a constraint model
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Emit {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The language of the model
    #[arg(long, short)]
    target: &'static Language,

    /// Where the model goes: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,

    /// What the model is for
    #[arg(long, default_value = "run")]
    profile: Profile,

    /// How the puzzle is expressed in the target; the encodings are listed below
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Write the name map, which `pipsc decode` needs, to this file
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    #[command(flatten)]
    steps: StepArguments,
}

const EXAMPLES: &str = "\
Examples:
  pipsc emit puzzle.txt --target minizinc
  pipsc emit today.json:hard --target dimacs -o today.cnf --map today.map
  pipsc emit today.json --level easy --target smtlib --encoding bv
  pipsc emit today.json:hard --target minizinc --profile submit -o competition/
  pipsc emit puzzle.txt --target ir --prune
";

/// Examples, the encodings of the languages that have several, and who published the baselines.
fn after_help() -> String {
    let mut help = format!("{EXAMPLES}\nEncodings (the first is the default):\n");
    for language in Language::ALL {
        let encodings: Vec<String> = language
            .encodings
            .iter()
            .map(|encoding| match encoding.limitation() {
                None => encoding.to_string(),
                Some(limitation) => format!("{encoding} ({limitation})"),
            })
            .collect();
        if encodings.len() > 1 {
            help += &format!("  {:<9} {}\n", language.name, encodings.join(", "));
        }
    }
    help += "\nBaselines, to compare with, are formulations that people have published:\n";
    let mut baselines: Vec<(&str, &Publication)> = Language::ALL
        .iter()
        .flat_map(|language| language.encodings)
        .filter_map(|encoding| Some((encoding.name(), encoding.published()?)))
        .collect();
    baselines.sort_by_key(|(name, _)| *name);
    baselines.dedup();
    for (name, published) in baselines {
        help += &format!("  {name:<12} {published}\n");
    }
    help.trim_end().to_owned()
}

impl ValueEnum for &'static Language {
    fn value_variants<'a>() -> &'a [Self] {
        &Language::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.about))
    }
}

impl ValueEnum for Profile {
    fn value_variants<'a>() -> &'a [Self] {
        &Profile::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.about()))
    }
}

impl Emit {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (target, profile) = (self.target, self.profile);
        let encoding = encoding(target, self.encoding.as_deref())?;
        let to_folder = output::is_folder(&self.output);
        let files = target.extensions(profile).len();
        if files > 1 && !to_folder {
            return Err(Failure::Usage(format!(
                "{target} for submission is {files} files; name a folder for them with -o, such as \
                 `-o submission/`"
            )));
        }

        if let Some(map) = &self.map
            && output::is_same_file(&self.output, map)
        {
            return Err(Failure::Usage(format!(
                "the model and its name map cannot both be {}: name another file for one of them",
                visible::path(map)
            )));
        }

        let Chosen { puzzle, name, .. } = self.puzzle.read()?;
        let steps = self.steps.of(&AS_IT_STANDS);
        let lowered = lower::lower(&puzzle, &steps)?;
        let plan = Plan {
            encoding,
            profile,
            provenance: Provenance::of(&puzzle, name.raw(), &lowered),
        };
        let emission = Emission::new(&lowered.model, &plan)?;
        say::detail(&format_args!(
            "{name}: {target} in encoding {encoding}, after the steps {}: {} placements",
            step_names(&steps),
            lowered.model.placements.len()
        ));
        if let Some(contradiction) = &lowered.contradiction {
            say::warning(contradiction);
        }

        if to_folder {
            fs::create_dir_all(&self.output)
                .map_err(|problem| Failure::writing(&self.output, problem))?;
            for (index, file) in emission.file_names(name.raw()).iter().enumerate() {
                output::to_path(&self.output.join(file), |out| emission.write(index, out))?;
            }
        } else {
            output::to_path(&self.output, |out| emission.write(0, out))?;
        }
        if let Some(map) = &self.map {
            output::to_path(map, |out| emission.write_names(out))?;
        }
        Ok(Exit::Done)
    }
}
