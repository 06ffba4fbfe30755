//! `pipsc emit`: puzzles as constraint models.

mod sizes;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::args::duration;
use super::boards::ExcludeArguments;
use super::encoding::{StepArguments, check_known, encoding};
use super::input::{LoadedPuzzle, PuzzlesArguments, UniqueNames};
use super::output::OutputTarget;
use super::progress::Progress;
use super::signature::SignatureArguments;
use super::{CliError, log, output};
use crate::backend::{ENCODINGS, Emission, Encoding, Language, Profile, Provenance};
use crate::exit::Exit;
use crate::limits::{Budget, Limits};
use crate::lower::{self, AS_IT_STANDS, LoweringStep, STEPS, step_names};
use crate::puzzle::Board;
use crate::solver::embedded;
use crate::visible;

/// Write puzzles as constraint models
///
/// Models are not pruned without --prune; the header of each file lists the lowering steps. Several
/// puzzles need a folder, in which each model has the name of its puzzle's file.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Emit {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The language of the models; by default that of the output file's extension
    #[arg(long, short)]
    target: Option<&'static Language>,

    /// Output: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,

    /// The purpose of the model
    #[arg(long, default_value = "run")]
    profile: Profile,

    /// Encoding of the model; all are listed below
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Write the name map for `pipsc decode` to this file, or several name maps to this folder
    #[arg(long, value_name = "FILE|DIR")]
    map: Option<PathBuf>,

    /// Time limit for deciding whether a puzzle has a solution, for submissions that state it: 10s,
    /// 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    status_limit: Duration,

    /// Print the size of the model in every encoding, whole and pruned: declared variables and
    /// constraints, and bytes
    #[arg(long, conflicts_with_all = ["map", "prune", "no_prune"])]
    sizes: bool,

    #[command(flatten)]
    exclude: ExcludeArguments,

    #[command(flatten)]
    steps: StepArguments,

    #[command(flatten)]
    signature: SignatureArguments,
}

const EXAMPLES: &str = "\
Examples:
  pipsc emit puzzle.txt --target minizinc
  pipsc emit today.json:hard -o today.cnf --map today.map
  pipsc emit today.json --level easy --target smtlib --encoding halves
  pipsc emit today.json:hard --target minizinc --profile submit -o competition/
  pipsc emit puzzles/ --target smtlib --profile submit -o benchmarks/ --map maps/
  pipsc emit puzzle.txt --target ir --prune
  pipsc emit puzzle.txt --target dimacs --exclude solution.txt -o one-more.cnf
  pipsc emit puzzle.txt --sizes --target dimacs
";

/// Examples, the encodings of each language, and the references of the baselines.
fn after_help() -> String {
    let mut help = format!("{EXAMPLES}\nEncodings (the first is the default):\n");
    for language in Language::ALL {
        let encodings: Vec<String> = language
            .encodings()
            .iter()
            .map(|encoding| match encoding.limitation() {
                None => encoding.to_string(),
                Some(limitation) => format!("{encoding} ({limitation})"),
            })
            .collect();
        help += &format!("  {:<9} {}\n", language.name, encodings.join(", "));
    }
    help += "\nBaselines are published formulations, for comparison:\n";
    let mut baselines: Vec<(&str, &str)> = ENCODINGS
        .iter()
        .filter_map(|encoding| Some((encoding.name, encoding.citation?)))
        .collect();
    baselines.sort_by_key(|(name, _)| *name);
    baselines.dedup();
    // Baselines with the same reference share a line.
    for alike in baselines.chunk_by(|(_, one), (_, other)| one == other) {
        let names: Vec<&str> = alike.iter().map(|(name, _)| *name).collect();
        help += &format!("  {}: {}\n", names.join(", "), alike[0].1);
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
    pub(super) fn run(self) -> Result<Exit, CliError> {
        if self.sizes {
            return self.print_sizes();
        }
        let extension = self.output.extension().unwrap_or_default();
        if extension == "xz" || extension == "gz" {
            return Err(CliError::usage(format!(
                "cannot write {}: models are not compressed; name {}, and compress that",
                visible::path(&self.output),
                visible::path(&self.output.with_extension(""))
            )));
        }
        let output = self.output.file_name();
        let of_output = || Language::of_file(&output?.to_string_lossy());
        let Some(target) = self.target.or_else(of_output) else {
            let names: Vec<&str> = Language::ALL.iter().map(|one| one.name).collect();
            return Err(CliError::usage(format!(
                "name the language of the model with --target, or by the extension of the output file: {}",
                names.join(", ")
            )));
        };
        let encoding = encoding(target, self.encoding.as_deref())?;
        encoding.check_profile(self.profile)?;
        self.check_steps()?;
        let instances = self.puzzles.load()?;
        self.exclude.check(instances.len())?;
        let exclude = match &instances[..] {
            [Ok(only)] => self.exclude.boards(only)?,
            _ => BTreeSet::new(),
        };
        let count = instances.len();
        let files = target.extensions(self.profile).len();
        let what = match count {
            1 => format!("files of a submission in {}", target.title),
            _ => "puzzles".to_owned(),
        };
        let output = OutputTarget::of(&self.output, count.max(files), &what, "-o")?;
        let map = self.map.as_deref();
        let maps = map.map(|map| OutputTarget::of(map, count, "name maps", "--map"));
        let maps = maps.transpose()?;
        if let Some(map) = map
            && !output::is_folder(map)
            && map == self.output
            && map != Path::new("-")
        {
            return Err(CliError::usage(format!(
                "the model and its name map cannot both be {}: name another file for one of them",
                visible::path(map)
            )));
        }
        let writer = EmitJob {
            emit: &self,
            encoding,
            exclude,
            output,
            maps,
        };
        let mut names = UniqueNames::default();
        let mut exit = Exit::Done;
        let progress = Progress::of(count);
        for instance in instances {
            let instance = instance.map(|one| names.rename(one));
            if let Ok(one) = &instance {
                progress.message(one.name.to_string());
            }
            // Messages do not name a single puzzle.
            let about = match &instance {
                Ok(one) if count > 1 => format!("{}: ", one.name),
                Ok(_) | Err(_) => String::new(),
            };
            match instance.and_then(|one| writer.emit(&one, &about)) {
                Ok(()) => {}
                // An error of a single puzzle ends the command.
                Err(failure) if count == 1 || failure.is_closed_pipe() => return Err(failure),
                Err(failure) => {
                    log::error(&format_args!("{about}{failure}"));
                    exit = exit.max(failure.exit);
                }
            }
            progress.step();
        }
        drop(progress);
        Ok(exit)
    }

    /// Prints the sizes of the models of each puzzle.
    fn print_sizes(&self) -> Result<Exit, CliError> {
        if output::is_folder(&self.output) {
            return Err(CliError::usage(format!(
                "--sizes prints one table, to standard output or to the file that -o names, and {} \
                 is a folder",
                visible::path(&self.output)
            )));
        }
        let encodings: Vec<Encoding> = match (&self.encoding, self.target) {
            (None, Some(target)) => target.encodings().to_vec(),
            (None, None) => ENCODINGS.to_vec(),
            (Some(name), Some(target)) => vec![encoding(target, Some(name))?],
            (Some(name), None) => {
                check_known(name)?;
                let all = Language::ALL.iter();
                all.filter_map(|language| language.encoding(name)).collect()
            }
        };
        let steps = [("whole", &AS_IT_STANDS[..]), ("pruned", &STEPS)];
        let choices = steps.map(|(terms, usual)| (terms, self.steps.of(usual)));
        let mut table = sizes::heading(&choices);
        let all = self.puzzles.load()?;
        self.exclude.check(all.len())?;
        let mut names = UniqueNames::default();
        for chosen in all {
            let chosen = chosen?;
            let exclude = self.exclude.boards(&chosen)?;
            let LoadedPuzzle { puzzle, name } = names.rename(chosen);
            let name = name.to_string();
            table += &sizes::rows(&puzzle, &exclude, &name, &encodings, self.profile, &choices)?;
        }
        output::to_path(&self.output, |out| out.write_all(table.as_bytes()))?;
        Ok(Exit::Done)
    }

    /// Rejects steps that would make the model wrong.
    fn check_steps(&self) -> Result<(), CliError> {
        let steps = self.steps.of(&AS_IT_STANDS);
        if self.profile == Profile::Count && !steps.contains(&LoweringStep::Symmetry) {
            return Err(CliError::usage(
                "with --no-symmetry a solution has several assignments, each of which a model counter \
                 counts: leave out --no-symmetry or --profile count"
                    .into(),
            ));
        }
        Ok(())
    }
}

/// Writes the models of a call, and their name maps.
struct EmitJob<'e> {
    emit: &'e Emit,
    encoding: Encoding,
    exclude: BTreeSet<Board>,
    output: OutputTarget,
    maps: Option<OutputTarget>,
}

impl EmitJob<'_> {
    /// Writes the files of a puzzle. `about` precedes warnings.
    fn emit(&self, instance: &LoadedPuzzle, about: &str) -> Result<(), CliError> {
        let LoadedPuzzle { puzzle, name } = instance;
        let (options, encoding) = (self.emit, self.encoding);
        let warn = |text: &dyn fmt::Display| log::warning(&format_args!("{about}{text}"));
        instance.warn(about);
        let steps = options.steps.of(&AS_IT_STANDS);
        let lowered = lower::lower(puzzle, &steps)?.excluding(&self.exclude);
        if let Some(contradiction) = &lowered.contradiction {
            warn(contradiction);
        }
        let mut provenance = Provenance {
            signature: options.signature.signature()?,
            ..Provenance::of(puzzle, name.raw(), &lowered)
        };
        if options.profile == Profile::Submit && encoding.language.states_status {
            if provenance.satisfiable.is_none() {
                let limits = Limits {
                    time: Some(options.status_limit),
                    ..Limits::default()
                };
                let budget = Budget::new(&limits);
                provenance.satisfiable = embedded::is_satisfiable(puzzle, &lowered, &budget);
                provenance.status_limit = Some(options.status_limit);
            }
            match provenance.satisfiable {
                Some(true) => {}
                Some(false) if lowered.contradiction.is_some() => {}
                Some(false) => warn(&"the puzzle has no solution"),
                None => warn(&format_args!(
                    "the status is {}; --status-limit gives it more time",
                    provenance.status()
                )),
            }
        }
        if !steps.contains(&LoweringStep::Redundant) && encoding.states_redundant(&lowered.model) {
            warn(&format_args!(
                "--no-redundant changes nothing: the published encoding `{encoding}` includes its \
                 redundant constraints"
            ));
        }
        let emission = Emission::new(&lowered.model, encoding, options.profile, provenance)?;
        log::detail(&format_args!(
            "{name}: {} in encoding {encoding}, after the steps {}: {} placements",
            encoding.language,
            step_names(&steps),
            lowered.model.placements.len()
        ));
        for (index, file) in emission.file_names(name.raw()).into_iter().enumerate() {
            let file = self.output.file(&file)?;
            output::to_path(&file, |out| emission.write(index, out))?;
        }
        if options.profile == Profile::Submit
            && let Some(most) = encoding.language.max_bytes
            && let Ok(size) = emission.size()
            && size.bytes > most
        {
            warn(&format_args!(
                "the model has {} MB, and {} takes files of at most {} MB",
                size.bytes.div_ceil(1_000_000),
                encoding.language.title,
                most / 1_000_000
            ));
        }
        if let Some(maps) = &self.maps {
            let file = maps.file(&format!("{}.map", name.raw()))?;
            output::to_path(&file, |out| emission.write_names(out))?;
        }
        Ok(())
    }
}
