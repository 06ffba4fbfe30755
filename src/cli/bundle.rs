//! `pipsc bundle`: instances for competitions.

mod report;
mod times;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::CliError;
use super::args::{ReportArguments, duration};
use super::encoding::encoding;
use super::input::{LoadedPuzzle, PuzzlesArguments, UniqueNames};
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::signature::SignatureArguments;
use crate::bundle::{
    self, BundleEntry, BundleOptions, CompetitionSpec, PuzzleOrigin, ShippedRecipe,
};
use crate::exit::Exit;
use crate::generate::{Effort, Recipe};
use crate::limits::Budget;
use crate::puzzle::Puzzle;
use times::MeasuredTimes;

/// Write a folder of instances that a competition accepts, or check one
///
/// The folder contains the instances in the layout and language of the competition, their puzzles,
/// a manifest, a description, and check.sh, which runs third-party checkers. Without puzzles the
/// shipped recipes are used (--list); `pipsc gen` makes others. Instances that the competition
/// rejects are errors; parts that are missing for a full submission are reported as "not yet".
/// --check regenerates a bundle and compares the bytes.
#[derive(Debug, Args)]
#[command(
    override_usage = "pipsc bundle [OPTIONS] --for <NAME> -o <DIR> [PUZZLE]...\n       pipsc bundle [OPTIONS] --check <DIR>\n       pipsc bundle [OPTIONS] --list",
    after_help = after_help()
)]
pub(super) struct Bundle {
    /// The competition; --help lists all
    #[arg(long = "for", value_name = "NAME", value_parser = CompetitionSpec::named,
          required_unless_present_any = ["check", "list"], conflicts_with = "check")]
    competition: Option<&'static CompetitionSpec>,

    /// List the shipped recipes, with sizes and measured times
    #[arg(long, conflicts_with_all = ["check", "puzzles", "output"])]
    list: bool,

    /// Check a bundle, given in place of the puzzles
    ///
    /// It is regenerated, and the bytes are compared.
    #[arg(long, conflicts_with = "output")]
    check: bool,

    /// The puzzles: files, folders, days of the NYT; `today.json:hard` is one level of several
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,

    /// The source of puzzles that pipsc did not generate
    #[arg(long, value_name = "WHO", requires = "licence")]
    source: Option<String>,

    /// The licence of these puzzles, by its SPDX name
    #[arg(long, value_name = "SPDX", requires = "source")]
    licence: Option<String>,

    /// The folder of the bundle, new or empty
    #[arg(long, short, value_name = "DIR", required_unless_present_any = ["check", "list"])]
    output: Option<PathBuf>,

    /// The encoding in the competition's language
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Take measured times from this file: results of `pipsc bench --out`, or the manifest of a bundle
    #[arg(long, value_name = "FILE")]
    times: Vec<PathBuf>,

    /// Time limit for the status of an instance, or for its number of solutions: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    status_limit: Duration,

    /// Fail if parts of a full submission are missing
    #[arg(long)]
    strict: bool,

    /// Time limit; a bundle that exceeds it is not written
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    report: ReportArguments,

    #[command(flatten)]
    signature: SignatureArguments,
}

fn after_help() -> String {
    let mut help = "\
Examples:
  pipsc bundle --list --for sat-competition
  pipsc bundle --for sat-competition --author 'Ada Lovelace' -o sat/
  pipsc gen --family full --size 6 --seed 1 --count 15 -o full/ && pipsc bundle --for pb-competition full/ -o pb/
  pipsc bundle --for xcsp3 boards/ --source 'Ada Lovelace' --licence CC-BY-4.0 --times results.jsonl -o xcsp3/
  pipsc bundle --check sat/
  sh sat/check.sh

Competitions:
"
    .to_owned();
    for competition in CompetitionSpec::all() {
        help += &format!("  {:<19} {}\n", competition.name, competition.about);
    }
    help += "\nExit codes of --check: 0 if the regenerated files are equal, 5 if a file differs.";
    help
}

impl Bundle {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let budget = Budget::new(&guard.limits(self.time_limit));
        if self.list {
            let chosen = CompetitionSpec::all().iter();
            let chosen =
                chosen.filter(|one| self.competition.is_none_or(|named| named.name == one.name));
            return report::list(&self.report, chosen, &budget);
        }
        if self.check {
            let [folder] = &self.puzzles[..] else {
                return Err(CliError::usage(
                    "--check is for one bundle: name its folder, such as `pipsc bundle --check sat/`"
                        .into(),
                ));
            };
            let progress = Progress::of(1);
            let (manifest, differences) =
                bundle::check(folder, &budget, &mut |name| progress.message(name))?;
            drop(progress);
            return report::checked(&self.report, folder, &manifest, &differences);
        }
        match (self.competition, &self.output) {
            (Some(competition), Some(output)) => self.make(competition, output, &budget),
            _ => Err(CliError::usage(
                "name a competition with --for and a folder with -o".into(),
            )),
        }
    }

    fn make(
        &self,
        competition: &'static CompetitionSpec,
        output: &Path,
        budget: &Budget,
    ) -> Result<Exit, CliError> {
        let options = BundleOptions {
            competition,
            encoding: encoding(competition.language, self.encoding.as_deref())?,
            signature: self.signature.signature()?,
            status_limit: self.status_limit,
            strict: self.strict,
        };
        let times = MeasuredTimes::read(&self.times)?;
        let mut entries = self.entries(competition, budget)?;
        for entry in &mut entries {
            entry.times.extend(times.of(&entry.puzzle));
        }
        let progress = Progress::of(entries.len() + 1);
        let made = bundle::make(&options, entries, output, budget, &mut |name| {
            progress.message(name);
            progress.step();
        })?;
        drop(progress);
        report::made(&self.report, competition, output, &made)
    }

    /// The named puzzles, or else the shipped ones.
    fn entries(
        &self,
        competition: &CompetitionSpec,
        budget: &Budget,
    ) -> Result<Vec<BundleEntry>, CliError> {
        let origin = self.source.clone().zip(self.licence.clone());
        let origin = origin.map(|(source, licence)| PuzzleOrigin { source, licence });
        let mut names = UniqueNames::default();
        let mut entries = Vec::new();
        for chosen in PuzzlesArguments::of(self.puzzles.clone()).load()? {
            let LoadedPuzzle { puzzle, name } = names.rename(chosen?);
            entries.push(BundleEntry {
                name: name.raw().to_owned(),
                puzzle,
                times: Vec::new(),
                origin: origin.clone(),
            });
        }
        if !entries.is_empty() {
            return Ok(entries);
        }
        let shipped = competition.recipes().map_err(CliError::usage)?;
        let progress = Progress::of(shipped.len());
        for ShippedRecipe { recipe, times } in shipped {
            progress.message(recipe.to_string());
            entries.push(BundleEntry {
                name: recipe.name(),
                puzzle: generate(&recipe, budget)?,
                times,
                origin: None,
            });
            progress.step();
        }
        Ok(entries)
    }
}

/// The puzzle of a shipped recipe.
fn generate(recipe: &Recipe, budget: &Budget) -> Result<Puzzle, CliError> {
    let made = recipe.make(&Effort::until(budget));
    made.map_err(|problem| CliError::generating(&recipe.to_string(), &problem))
}
