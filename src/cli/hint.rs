//! `pipsc hint`: the next deduction, and why.

mod apply;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::LimitArguments;
use super::boards::BoardArguments;
use super::draw::DrawArguments;
use super::error::CliError;
use super::format::{OutputFormat, among};
use super::input::{LoadedPuzzle, PuzzlesArguments};
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::{log, output};
use crate::deduce::Depth;
use crate::exit::Exit;
use crate::formats::partial_value;
use crate::hint::{HintExtent, Score, hint, score};
use crate::json;
use crate::puzzle::{Label, Puzzle};
use crate::report::{Report, score_value};
use crate::solver::Limits;
use crate::visible;
use apply::BoardFile;

/// Show the next deduction, and why
///
/// A hint is a step of the easiest technique that applies. It follows from the board and from the
/// rules that it names.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc hint today.json:easy
  pipsc hint today.json:easy --where           # only where to look
  pipsc hint puzzle.txt --board mine.txt       # from an unfinished board
  pipsc hint puzzle.txt --board mine.txt --apply    # and write the next board to mine.txt
  pipsc hint puzzle.txt --steps                # all steps to the solution
  pipsc hint puzzle.txt --steps -o steps.html  # a page of the steps
  pipsc hint puzzles/ --score --format csv     # how difficult are they?

`pipsc formats unfinished` describes an unfinished board.")]
pub(super) struct HintCommand {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    #[command(flatten)]
    board: BoardArguments,

    /// Write the resulting board to the file of --board, which need not exist, or with --apply=FILE
    /// to another file (`-` for standard output)
    #[arg(long, value_name = "FILE|-", num_args = 0..=1, require_equals = true,
        conflicts_with = "score")]
    apply: Option<Option<PathBuf>>,

    /// List every step to the solution, or as far as steps are forced
    #[arg(long, conflicts_with = "score")]
    steps: bool,

    /// Print only the regions of the step, without its conclusion
    #[arg(long = "where", conflicts_with_all = ["score", "steps", "apply"])]
    only_where: bool,

    /// Print only the difficulty of each puzzle: its score and its level
    #[arg(long, conflicts_with = "board")]
    score: bool,

    #[command(flatten)]
    limits: LimitArguments,

    /// Format of the output; by default that of the output file's extension, else text
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    #[command(flatten)]
    draw: DrawArguments,
}

/// The output formats of hints.
const FORMATS: &[OutputFormat] = &[
    OutputFormat::Text,
    OutputFormat::Json,
    OutputFormat::Csv,
    OutputFormat::Svg,
    OutputFormat::Html,
    OutputFormat::Png,
];

/// The output formats of `hint --score`.
const SCORE_FORMATS: &[OutputFormat] = &[OutputFormat::Text, OutputFormat::Json, OutputFormat::Csv];

impl HintCommand {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let format = self.format()?;
        let _ = self.draw.target(format, 1)?;
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let limits = self.limits.limits(&guard.cancel);
        let puzzles = self.puzzles.load()?;
        if self.score {
            return self.scores(puzzles, format, &limits);
        }
        let Ok([chosen]) = <[_; 1]>::try_from(puzzles) else {
            return Err(CliError::usage(
                "hints are for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        };
        let chosen = chosen?;
        let mut sheet = match &self.apply {
            Some(target) => {
                let board = self.board.board.as_ref();
                Some(BoardFile::open(board, target.as_deref(), &chosen)?)
            }
            None => None,
        };
        let partial = match &sheet {
            Some(sheet) => sheet.board.clone(),
            None => self.board.beginning(&chosen)?,
        };
        chosen.warn("");
        let LoadedPuzzle { puzzle, name, .. } = chosen;
        let extent = match (self.only_where, self.steps) {
            (true, _) => HintExtent::Where,
            (false, true) => HintExtent::Walk,
            (false, false) => HintExtent::Step,
        };
        let report = match hint(&puzzle, &partial, extent, &limits) {
            Ok(report) => report,
            Err(problem) => return log::unanswered("", problem),
        };
        let follows = report.facts();
        if let Some(sheet) = &mut sheet {
            sheet.learn(follows.iter().copied());
        }
        self.show(&report, format, &puzzle, &name, sheet.as_ref())?;
        if let Some(sheet) = sheet.filter(|sheet| !follows.is_empty() || sheet.is_stdout()) {
            // JSON output contains the board.
            if !sheet.is_stdout() || format != OutputFormat::Json {
                sheet.write(&puzzle)?;
            }
        }
        Ok(Exit::Done)
    }

    /// Writes the hints in the chosen format, with the resulting board.
    fn show(
        &self,
        report: &Report,
        format: OutputFormat,
        puzzle: &Puzzle,
        name: &Label,
        sheet: Option<&BoardFile>,
    ) -> Result<(), CliError> {
        // If the board is written to standard output, the hint is written to standard error.
        let is_beside = self.draw.is_stdout() && sheet.is_some_and(BoardFile::is_stdout);
        if format == OutputFormat::Text && is_beside {
            log::note(&report.text(puzzle).trim_end());
            return Ok(());
        }
        let json = || {
            let mut value = report.to_json(puzzle);
            if let Some(sheet) = sheet {
                value["board"] = partial_value(puzzle, &sheet.board);
            }
            value
        };
        self.draw
            .write_report(format, report, puzzle, name, json, true)
    }

    /// The format of `--format` or the output file's extension.
    fn format(&self) -> Result<OutputFormat, CliError> {
        let format =
            OutputFormat::choose(self.format, &self.draw.output, FORMATS, OutputFormat::Text)?;
        match (self.score, SCORE_FORMATS.contains(&format), format) {
            (true, false, _) => Err(CliError::usage(
                "a score is not drawn: use text, json or csv".into(),
            )),
            (false, _, OutputFormat::Csv) => Err(CliError::usage(
                "csv is for --score: use text, json, svg, html or png".into(),
            )),
            _ => Ok(format),
        }
    }

    /// Writes one line per puzzle as it is scored, or one JSON document at the end.
    fn scores(
        &self,
        puzzles: Vec<Result<LoadedPuzzle, CliError>>,
        format: OutputFormat,
        limits: &Limits,
    ) -> Result<Exit, CliError> {
        // Lines are written to standard output at once; a file is written as a whole at the end.
        let mut text = String::new();
        let mut put = |line: String| -> Result<(), CliError> {
            if self.draw.is_stdout() {
                return output::to_stdout(|out| writeln!(out, "{line}"));
            }
            text += &line;
            text.push('\n');
            Ok(())
        };
        if format == OutputFormat::Csv {
            put("puzzle,cells,regions,steps,choices,hardest,score,depth,level".into())?;
        }
        let mut exit = Exit::Done;
        let mut results = Vec::new();
        let progress = Progress::of(puzzles.len());
        for chosen in puzzles {
            let LoadedPuzzle { puzzle, name, .. } = chosen?;
            progress.message(name.to_string());
            let scored = match score(&puzzle, limits) {
                Ok(scored) => scored,
                Err(problem) => {
                    exit = log::unanswered(&format!("{name}: "), problem)?;
                    continue;
                }
            };
            match (format, scored) {
                (OutputFormat::Json, scored) => results.push(score_value(&puzzle, &name, scored)),
                (OutputFormat::Csv, Some(score)) => put(row(&puzzle, &name, score))?,
                (_, Some(score)) => {
                    let Score {
                        total,
                        hardest,
                        steps,
                        depth,
                        ..
                    } = score;
                    let level = match depth {
                        Depth::Search => format!(
                            "{}, because assumptions within assumptions are needed",
                            score.level()
                        ),
                        Depth::Propagation | Depth::Probing => score.level().to_string(),
                    };
                    let words = match steps {
                        1 => format!("the score is {total:.1} for one step: {level}"),
                        _ => format!(
                            "the score is {total:.1} for {steps} steps, of which the hardest \
                             weighs {hardest:.1}: {level}"
                        ),
                    };
                    put(format!("{name}: {words}"))?;
                }
                (_, None) => {
                    log::warning(&format!("{name}: it has no solution"));
                }
            }
            progress.step();
        }
        drop(progress);
        if format == OutputFormat::Json {
            put(json::document(&json!({"scores": results})))?;
        }
        if !self.draw.is_stdout() {
            output::to_path(&self.draw.output, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(exit)
    }
}

fn row(puzzle: &Puzzle, name: &Label, score: Score) -> String {
    let Score {
        total,
        hardest,
        steps,
        choices,
        depth,
    } = score;
    let (cells, regions) = (puzzle.cells().len(), puzzle.regions().len());
    let name = visible::csv_field(&name.to_string());
    let level = score.level();
    format!("{name},{cells},{regions},{steps},{choices},{hardest:.1},{total:.1},{depth},{level}")
}
