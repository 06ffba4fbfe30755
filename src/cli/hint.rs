//! `pipsc hint`: the next thing that can be known, and why.

mod apply;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::boards::BoardSource;
use super::draw::{DrawArguments, Drawing};
use super::failure::Failure;
use super::input::{Chosen, PuzzlesArguments};
use super::interrupt::Ongoing;
use super::progress::Progress;
use super::quantity::{duration, size};
use super::{output, prose, say};
use crate::bench::report::csv_field;
use crate::deduce::Depth;
use crate::exit::Exit;
use crate::formats::partial_value;
use crate::hint::{Answer, Score, answer, on_board, score, score_value};
use crate::json;
use crate::puzzle::{Fact, Label, Partial, Puzzle, warnings};
use crate::solver::Limits;
use apply::Sheet;

/// Say what can be known next, from the fewest rules, and why
///
/// A hint follows from what is on the board and from the rules that it names, and from no fewer;
/// the embedded solver has checked both.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc hint today.json:easy
  pipsc hint puzzle.txt --board partial.txt    # a drawing with `?`, or lines such as `4-1 r0c2 r1c2`
  pipsc hint puzzle.txt --board mine.txt --apply    # again and again: each call lays what it says
  pipsc hint puzzle.txt --steps                # the whole way, as a person could go it
  pipsc hint puzzle.txt --steps -o way.html    # a page to walk along it
  pipsc hint puzzles/ --score --format csv     # how hard?

`pipsc formats unfinished` describes a partial board.")]
pub(super) struct HintCommand {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// What is on the board already: a file, or `-` for standard input; FILE:2 is the second board
    /// there
    #[arg(long, value_name = "FILE|-", conflicts_with = "score",
        allow_hyphen_values = true, value_parser = clap::value_parser!(BoardSource))]
    board: Option<BoardSource>,

    /// Write the board that follows: back to the file of --board, which need not exist yet, or with
    /// --apply=FILE to another (`-` for standard output)
    #[arg(long, value_name = "FILE|-", num_args = 0..=1, require_equals = true,
        conflicts_with = "score")]
    apply: Option<Option<PathBuf>>,

    /// Every step to the solution, or as far as anything is forced
    #[arg(long, conflicts_with = "score")]
    steps: bool,

    /// Only how hard each puzzle is: its score, and the level that it comes to
    #[arg(long)]
    score: bool,

    /// Stop after this time for each puzzle: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Stop when it takes more memory than this: 2GB, 512MB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,

    /// How to answer; without it, what the name of the output file asks for, else text
    #[arg(long)]
    format: Option<HintFormat>,

    #[command(flatten)]
    draw: DrawArguments,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HintFormat {
    /// In words, with a drawing
    Text,
    /// For programs
    Json,
    /// For tables; scores only
    Csv,
    /// A picture, with what matters marked
    Svg,
    /// A page to walk through, step by step
    Html,
    /// The SVG in pixels
    Png,
}

impl HintFormat {
    /// The picture to draw, if it is one.
    fn drawing(self) -> Option<Drawing> {
        match self {
            HintFormat::Text | HintFormat::Json | HintFormat::Csv => None,
            HintFormat::Svg => Some(Drawing::Svg),
            HintFormat::Html => Some(Drawing::Html),
            HintFormat::Png => Some(Drawing::Png),
        }
    }
}

impl HintCommand {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let format = self.format();
        if self.score && !self.draw.is_stdout() {
            return Err(Failure::Usage(
                "scores go to standard output: write `> scores.csv` in place of -o".into(),
            ));
        }
        if format == HintFormat::Csv && !self.score {
            return Err(Failure::Usage("--format csv is for --score".into()));
        }
        if let Some(drawing) = format.drawing() {
            if self.score {
                return Err(Failure::Usage(
                    "a score is not drawn: use text, json or csv".into(),
                ));
            }
            self.draw.check(drawing)?;
        }
        // Held until the end: an interrupt waits for it.
        let ongoing = Ongoing::begin();
        let limits = Limits {
            time: self.time_limit,
            memory: self.memory_limit,
            cancel: ongoing.cancel.clone(),
        };
        let mut puzzles = Vec::new();
        for source in self.puzzles.sources()? {
            puzzles.extend(self.puzzles.read(&source)?);
        }
        if self.score {
            return self.scores(puzzles, &limits);
        }
        let Ok([chosen]) = <[_; 1]>::try_from(puzzles) else {
            return Err(Failure::Usage(
                "hints are for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        };
        let chosen = chosen?;
        let mut sheet = match &self.apply {
            Some(target) => {
                let board = self.board.as_ref();
                Some(Sheet::open(board, target.as_deref(), &chosen)?)
            }
            None => None,
        };
        let partial = match &sheet {
            Some(sheet) => sheet.board.clone(),
            None => self.partial(&chosen)?,
        };
        let Chosen { puzzle, name, .. } = chosen;
        for warning in warnings(&puzzle) {
            say::warning(&warning);
        }
        let answer = match answer(&puzzle, &partial, self.steps, &limits) {
            Ok(answer) => answer,
            Err(problem) => return say::unanswered("", problem),
        };
        let follows = answer.facts();
        if let Some(sheet) = &mut sheet {
            sheet.learn(follows.iter().copied());
        }
        let known = on_board(&puzzle, &partial);
        self.show(&answer, &puzzle, &known, &name, sheet.as_ref())?;
        if let Some(sheet) = sheet.filter(|sheet| !follows.is_empty() || sheet.is_stdout()) {
            // In JSON the board is there already.
            if !sheet.is_stdout() || self.format() != HintFormat::Json {
                sheet.write(&puzzle)?;
            }
        }
        Ok(Exit::Done)
    }

    /// Gives the answer in the form that was asked for, on a board of which this is known.
    fn show(
        &self,
        answer: &Answer,
        puzzle: &Puzzle,
        known: &[Fact],
        name: &Label,
        sheet: Option<&Sheet>,
    ) -> Result<(), Failure> {
        let picture = answer.picture(puzzle, known);
        // Where the board goes to standard output, the words go beside it.
        let is_beside = self.draw.is_stdout() && sheet.is_some_and(Sheet::is_stdout);
        match self.format() {
            HintFormat::Text if is_beside => {
                let mut words = Vec::new();
                let told = answer.write_text(puzzle, &mut words);
                told.map_err(|problem| Failure::Internal(problem.to_string()))?;
                say::note(&String::from_utf8_lossy(&words).trim_end());
                Ok(())
            }
            HintFormat::Text => output::to_path(&self.draw.output, |out| {
                let style = self.draw.text_style();
                writeln!(out, "{}", picture.text(style))?;
                prose::write(out, style.columns, |out| answer.write_text(puzzle, out))
            }),
            HintFormat::Json | HintFormat::Csv => output::to_path(&self.draw.output, |out| {
                let mut value = answer.to_json(puzzle);
                if let Some(sheet) = sheet {
                    value["board"] = partial_value(puzzle, &sheet.board);
                }
                writeln!(out, "{}", json::document(&value))
            }),
            HintFormat::Svg => self
                .draw
                .put(name.raw(), Drawing::Svg, picture.svg().as_bytes()),
            HintFormat::Html => {
                let page = answer.story(puzzle, known).html();
                let page = page.map_err(|problem| Failure::Internal(problem.to_string()))?;
                self.draw.put(name.raw(), Drawing::Html, page.as_bytes())
            }
            HintFormat::Png => {
                let png = picture.png(self.draw.size())?;
                self.draw.put(name.raw(), Drawing::Png, &png)
            }
        }
    }

    /// What was asked for; without a word, what the name of the output file asks for.
    fn format(&self) -> HintFormat {
        let of_file = || match Drawing::of_file(&self.draw.output)? {
            Drawing::Text | Drawing::Compact => None,
            Drawing::Html => Some(HintFormat::Html),
            Drawing::Svg => Some(HintFormat::Svg),
            Drawing::Png => Some(HintFormat::Png),
        };
        self.format.or_else(of_file).unwrap_or(HintFormat::Text)
    }

    fn partial(&self, chosen: &Chosen) -> Result<Partial, Failure> {
        let source = self.board.as_ref();
        source.map_or_else(|| Ok(Partial::default()), |source| source.beginning(chosen))
    }

    /// A line a puzzle, as they come; for programs one document at the end.
    fn scores(
        &self,
        puzzles: Vec<Result<Chosen, Failure>>,
        limits: &Limits,
    ) -> Result<Exit, Failure> {
        let format = self.format();
        if format == HintFormat::Csv {
            output::to_stdout(|out| {
                writeln!(
                    out,
                    "puzzle,cells,regions,steps,choices,rules,hardest,score,depth,level"
                )
            })?;
        }
        let mut exit = Exit::Done;
        let mut results = Vec::new();
        let progress = Progress::of(puzzles.len());
        for chosen in puzzles {
            let Chosen { puzzle, name, .. } = chosen?;
            progress.say(name.to_string());
            let scored = match score(&puzzle, limits) {
                Ok(scored) => scored,
                Err(problem) => {
                    exit = say::unanswered(&format!("{name}: "), problem)?;
                    continue;
                }
            };
            match (format, scored) {
                (HintFormat::Json, scored) => results.push(score_value(&puzzle, &name, scored)),
                (
                    HintFormat::Text | HintFormat::Svg | HintFormat::Html | HintFormat::Png,
                    Some(score),
                ) => {
                    let Score {
                        total,
                        hardest,
                        steps,
                        depth,
                        ..
                    } = score;
                    let level = match depth {
                        Depth::Nested => format!(
                            "{}, because something has to be supposed within a supposition",
                            score.level()
                        ),
                        Depth::Looking | Depth::Supposing => score.level().to_string(),
                    };
                    let text = match steps {
                        1 => format!("the score is {total:.1} for one step: {level}"),
                        _ => format!(
                            "the score is {total:.1} for {steps} steps, of which the hardest \
                             weighs {hardest:.1}: {level}"
                        ),
                    };
                    output::to_stdout(|out| writeln!(out, "{name}: {text}"))?;
                }
                (HintFormat::Csv, Some(score)) => {
                    let row = row(&puzzle, &name, score);
                    output::to_stdout(|out| writeln!(out, "{row}"))?;
                }
                (_, None) => {
                    say::warning(&format!("{name}: it has no solution"));
                }
            }
            progress.step();
        }
        drop(progress);
        if format == HintFormat::Json {
            let scores = json::document(&json!({"scores": results}));
            output::to_stdout(|out| writeln!(out, "{scores}"))?;
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
        rules,
        depth,
    } = score;
    let (cells, regions) = (puzzle.cells().len(), puzzle.regions().len());
    let name = csv_field(&name.to_string());
    let level = score.level();
    format!(
        "{name},{cells},{regions},{steps},{choices},{rules},{hardest:.1},{total:.1},{depth},{level}"
    )
}
