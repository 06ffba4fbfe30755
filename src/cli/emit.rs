//! `pipsc emit`: puzzles as constraint models.

mod sizes;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::args::duration;
use super::encoding::{StepArguments, check_known, encoding};
use super::exclude::ExcludeArguments;
use super::input::{LoadedPuzzle, PuzzlesArguments, UniqueNames};
use super::progress::Progress;
use super::signature::SignatureArguments;
use super::{CliError, output, say};
use crate::backend::{
    Emission, Encoding, Language, Plan, Profile, Provenance, Publication, Redundant,
};
use crate::exit::Exit;
use crate::limits::{Budget, Limits};
use crate::lower::{self, AS_IT_STANDS, Lowered, STEPS, Step, step_names};
use crate::puzzle::{Board, Puzzle, warnings};
use crate::solver::embedded;
use crate::visible;

/// Write puzzles as constraint models
///
/// A model holds the puzzle as it stands: nothing is pruned unless --prune asks for it, and the head
/// of the file says what was done. Several puzzles need a folder, where each is called as its file is.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Emit {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The language of the models; by default by the end of the name after -o
    #[arg(long, short)]
    target: Option<&'static Language>,

    /// Where the models go: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,

    /// What the model is for
    #[arg(long, default_value = "run")]
    profile: Profile,

    /// How the puzzle is expressed in the target; the encodings are listed below
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Write the name map, which `pipsc decode` needs, to this file, or the maps to this folder
    #[arg(long, value_name = "FILE|DIR")]
    map: Option<PathBuf>,

    /// How long to find out whether a puzzle has a solution, where a submission says so in its
    /// head: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    status_limit: Duration,

    /// Write no model but how large it would be, whole and pruned, in every encoding: the variables
    /// and constraints that its text declares, and its bytes
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

/// Examples, the encodings of each language, and who published the baselines.
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
        help += &format!("  {:<9} {}\n", language.name, encodings.join(", "));
    }
    help += "\nBaselines, to compare with, are formulations that people have published:\n";
    let mut baselines: Vec<(&str, &Publication)> = Language::ALL
        .iter()
        .flat_map(|language| language.encodings)
        .filter_map(|encoding| Some((encoding.name(), encoding.published()?)))
        .collect();
    baselines.sort_by_key(|(name, _)| *name);
    baselines.dedup();
    // What has the same authors stands in one line.
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
    pub(super) fn run(mut self) -> Result<Exit, CliError> {
        if self.sizes {
            return self.weigh();
        }
        let output = self.output.file_name();
        let of_output = || Language::of_file(&output?.to_string_lossy());
        let Some(target) = self.target.or_else(of_output) else {
            let names: Vec<&str> = Language::ALL.iter().map(|one| one.name).collect();
            return Err(CliError::usage(format!(
                "name the language of the model with --target, or by the end of the file's name with -o: {}",
                names.join(", ")
            )));
        };
        let encoding = encoding(target, self.encoding.as_deref())?;
        encoding.permits(self.profile)?;
        self.check_steps(encoding)?;
        let instances = self.puzzles.load()?;
        self.exclude.check(instances.len())?;
        let exclude = match &instances[..] {
            [Ok(only)] => self.exclude.boards(only)?,
            _ => BTreeSet::new(),
        };
        let mut names = UniqueNames::default();
        let instances = instances.into_iter().map(|one| Ok(names.rename(one?)));
        let instances: Vec<Result<LoadedPuzzle, CliError>> = instances.collect();
        let mut exit = Exit::Done;
        let several = instances.len() > 1;
        // Where a folder is needed, a path that is not there can only become one.
        if several || target.extensions(self.profile).len() > 1 {
            self.output = output::to_be_folder(self.output);
        }
        if several {
            self.map = self.map.map(output::to_be_folder);
        }
        self.check_files(target)?;
        if several {
            self.check_folders(&instances)?;
        }
        let progress = Progress::of(instances.len());
        let mut written = BTreeSet::new();
        for instance in instances {
            let (name, done) = match instance {
                Ok(one) => {
                    progress.say(one.name.to_string());
                    let done = self.emit(&one, &exclude, encoding, several, &mut written);
                    (Some(one.name), done)
                }
                Err(failure) => (None, Err(failure)),
            };
            match (name, done) {
                (_, Ok(())) => {}
                // With a single puzzle the error ends the command.
                (_, Err(failure)) if !several => return Err(failure),
                (_, Err(failure)) if failure.is_closed_pipe() => return Err(failure),
                (name, Err(failure)) => {
                    match name {
                        Some(name) => say::error(&format_args!("{name}: {failure}")),
                        None => say::error(&failure),
                    }
                    exit = exit.max(failure.exit);
                }
            }
            progress.step();
        }
        drop(progress);
        Ok(exit)
    }

    /// Says how large the models of each puzzle are.
    fn weigh(&self) -> Result<Exit, CliError> {
        if output::is_folder(&self.output) {
            return Err(CliError::usage(format!(
                "--sizes prints one table, to standard output or to the file that -o names, and {} \
                 is a folder",
                visible::path(&self.output)
            )));
        }
        let languages = match self.target {
            Some(target) => vec![target],
            None => Language::ALL.to_vec(),
        };
        let mut encodings: Vec<Encoding> = Vec::new();
        for language in languages {
            match (&self.encoding, self.target) {
                (None, _) => encodings.extend(language.encodings),
                (Some(name), Some(_)) => encodings.push(encoding(language, Some(name))?),
                (Some(name), None) => encodings.extend(language.encoding(name)),
            }
        }
        if let (Some(name), true) = (&self.encoding, encodings.is_empty()) {
            check_known(name)?;
        }
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

    /// Refuses steps that the model would be wrong with, and tells of those that change nothing.
    fn check_steps(&self, encoding: Encoding) -> Result<(), CliError> {
        let steps = self.steps.of(&AS_IT_STANDS);
        if self.profile == Profile::Count && !steps.contains(&Step::Symmetry) {
            return Err(CliError::usage(
                "a model counter counts assignments, and with --no-symmetry a solution has \
                 several: leave out --no-symmetry, or --profile count"
                    .into(),
            ));
        }
        if encoding.redundant() == Redundant::Always && !steps.contains(&Step::Redundant) {
            say::warning(&format_args!(
                "--no-redundant changes nothing: the encoding `{encoding}` states redundant facts, \
                 as it was published"
            ));
        }
        Ok(())
    }

    /// Refuses files that cannot work for any puzzle.
    fn check_files(&self, target: &Language) -> Result<(), CliError> {
        let files = target.extensions(self.profile).len();
        if files > 1 && !output::is_folder(&self.output) {
            return Err(CliError::usage(format!(
                "{target} for submission is {files} files; name a folder for them with -o, such as \
                 `-o submission/`"
            )));
        }
        if let Some(map) = &self.map
            && !output::is_folder(map)
            && output::is_same_file(&self.output, map)
        {
            return Err(CliError::usage(format!(
                "the model and its name map cannot both be {}: name another file for one of them",
                visible::path(map)
            )));
        }
        Ok(())
    }

    /// Refuses files that cannot work for several puzzles.
    fn check_folders(&self, instances: &[Result<LoadedPuzzle, CliError>]) -> Result<(), CliError> {
        let count = instances.len();
        if !output::is_folder(&self.output) {
            return Err(CliError::usage(format!(
                "{count} puzzles need a folder: name one with -o, such as `-o models/`; or name one \
                 puzzle, and its level, such as `today.json:easy`"
            )));
        }
        match &self.map {
            Some(map) if !output::is_folder(map) => Err(CliError::usage(format!(
                "{count} name maps need a folder: name one with --map, such as `--map maps/`"
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// Writes the files of a puzzle, but for those that other puzzles have `written`.
    fn emit(
        &self,
        instance: &LoadedPuzzle,
        exclude: &BTreeSet<Board>,
        encoding: Encoding,
        several: bool,
        written: &mut BTreeSet<PathBuf>,
    ) -> Result<(), CliError> {
        let LoadedPuzzle { puzzle, name } = instance;
        let warn = |text: &dyn std::fmt::Display| {
            if several {
                say::warning(&format_args!("{name}: {text}"));
            } else {
                say::warning(&text);
            }
        };
        for warning in warnings(puzzle) {
            warn(&warning);
        }
        let steps = self.steps.of(&AS_IT_STANDS);
        let lowered = lower::lower(puzzle, &steps)?.excluding(exclude);
        if let Some(contradiction) = &lowered.contradiction {
            warn(contradiction);
        }
        let mut provenance = Provenance {
            signature: self.signature.signature()?,
            ..Provenance::of(puzzle, name.raw(), &lowered)
        };
        if self.profile == Profile::Submit && encoding.language().states_status {
            self.settle(&mut provenance, puzzle, &lowered);
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
        let plan = Plan {
            encoding,
            profile: self.profile,
            provenance,
        };
        let emission = Emission::new(&lowered.model, &plan)?;
        say::detail(&format_args!(
            "{name}: {} in encoding {encoding}, after the steps {}: {} placements",
            encoding.language(),
            step_names(&steps),
            lowered.model.placements.len()
        ));
        let most = (encoding.language().most_bytes).filter(|_| self.profile == Profile::Submit);
        for (index, file) in self.files(&emission, name.raw())?.into_iter().enumerate() {
            // What all instances share is written once.
            if !written.insert(file.clone()) {
                continue;
            }
            let mut bytes = 0;
            output::to_path(&file, |out| {
                let mut out = Counted { out, bytes: 0 };
                emission.write(index, &mut out)?;
                bytes = out.bytes;
                Ok(())
            })?;
            if let Some(doubt) = too_large(bytes, most, encoding.language()) {
                warn(&format_args!("{}: {doubt}", visible::path(&file)));
            }
        }
        if let Some(map) = &self.map {
            let file = self.map_file(map, name.raw())?;
            output::to_path(&file, |out| emission.write_names(out))?;
        }
        Ok(())
    }

    /// Finds out whether there is a solution, where that is not known yet.
    fn settle(&self, provenance: &mut Provenance, puzzle: &Puzzle, lowered: &Lowered) {
        if provenance.satisfiable.is_some() {
            return;
        }
        let limits = Limits {
            time: Some(self.status_limit),
            ..Limits::default()
        };
        provenance.satisfiable = embedded::is_satisfiable(puzzle, lowered, &Budget::new(&limits));
        provenance.sought = Some(self.status_limit);
    }

    /// Where the files go.
    fn files(&self, emission: &Emission<'_>, name: &str) -> Result<Vec<PathBuf>, CliError> {
        if !output::is_folder(&self.output) {
            return Ok(vec![self.output.clone()]);
        }
        make_folder(&self.output)?;
        let names = emission.file_names(name).into_iter();
        Ok(names.map(|file| self.output.join(file)).collect())
    }

    /// Where the name map goes.
    fn map_file(&self, map: &Path, name: &str) -> Result<PathBuf, CliError> {
        if !output::is_folder(map) {
            return Ok(map.to_owned());
        }
        make_folder(map)?;
        Ok(map.join(format!("{name}.map")))
    }
}

fn make_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|problem| CliError::writing(folder, problem))
}

/// What to say of a file that those it is for would not take.
fn too_large(bytes: u64, most: Option<u64>, target: &Language) -> Option<String> {
    let most = most.filter(|&most| bytes > most)?;
    Some(format!(
        "the file has {} MB, and {} takes files of at most {} MB",
        bytes.div_ceil(1_000_000),
        target.title,
        most / 1_000_000
    ))
}

/// Counts what is written.
struct Counted<'a> {
    out: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(bytes)?;
        self.bytes += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::smtlib;

    #[test]
    fn a_file_that_is_too_large_is_told_with_the_limit() {
        let most = smtlib::LANGUAGE.most_bytes;
        assert_eq!(too_large(50_000_000, most, &smtlib::LANGUAGE), None);
        assert_eq!(
            too_large(50_000_001, most, &smtlib::LANGUAGE).as_deref(),
            Some("the file has 51 MB, and SMT-LIB 2 takes files of at most 50 MB")
        );
        assert_eq!(too_large(u64::MAX, None, &smtlib::LANGUAGE), None);
    }
}
