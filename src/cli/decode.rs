//! `pipsc decode`: decodes the reply of a solver that pipsc did not run.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::ReportArguments;
use super::boards::ExcludeArguments;
use super::input::{self, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::{CliError, log, verdict};
use crate::backend::reply::{Answer, ReplyStatus};
use crate::backend::{Language, NameMap};
use crate::exit::Exit;
use crate::formats;
use crate::limits::Budget;
use crate::lower::LowerError;
use crate::puzzle::{Board, Puzzle};
use crate::solver::{DecodeError, SolutionCount, decode_all};
use crate::visible;

/// Decode a solver's reply into checked boards
///
/// Every board is checked against the puzzle before it is printed. Exit code 5 for a reply that
/// cannot be read or a board that breaks a rule, 3 for a reply without a verdict.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc emit p.txt -o p.cnf --map p.map
  kissat -q p.cnf | pipsc decode p.txt --map p.map -
  z3 -model q.smt2 | pipsc decode p.txt --model q.smt2 -
  clingo p.asp | pipsc decode p.txt --target asp -
  highs --solution_file p.sol p.lp && pipsc decode p.txt --model p.lp p.sol
  minizinc --solver gecode -a p.mzn | pipsc decode p.txt --model p.mzn.xz -")]
pub(super) struct Decode {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The solver's output: a file, or `-` for standard input
    reply: PathBuf,

    /// The language of the model
    ///
    /// The default is that of the --model or --map file.
    #[arg(long, short)]
    target: Option<&'static Language>,

    /// The name map of the model, written by `pipsc emit --map`
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// The model, written by `pipsc emit`, compressed or not
    ///
    /// Its names are rebuilt from the puzzle.
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    model: Option<PathBuf>,

    #[command(flatten)]
    exclude: ExcludeArguments,

    #[command(flatten)]
    report: ReportArguments,
}

impl Decode {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let chosen = self.puzzle.read()?;
        let map = self.map.as_deref().map(input::read).transpose()?;
        let target = self.language(map.as_deref())?;
        let Some(protocol) = target.protocol else {
            return Err(CliError::usage(format!(
                "no solver reads the target {target}"
            )));
        };
        let exclude = self.exclude.boards(&chosen)?;
        let puzzle = chosen.puzzle;
        let map = match (&self.map, &map) {
            (Some(path), Some(text)) => {
                let map = NameMap::read(text, target);
                Some(map.map_err(|problem| CliError::in_file(path, problem))?)
            }
            _ => None,
        };
        let reply = protocol
            .read(&input::read(&self.reply)?)
            .map_err(|problem| CliError::in_file(&self.reply, problem))?;
        let boards = match (&self.map, map) {
            (Some(path), Some(map)) => {
                decode_all(&puzzle, &map, &reply.answers, &exclude).map_err(|problem| {
                    if let DecodeError::Names(_) = problem {
                        return CliError::in_file(path, problem);
                    }
                    log::warning(&format_args!(
                        "the names are those of {} ({}); if the solver was given another model, name \
                         that with --model",
                        map.description(),
                        visible::path(path)
                    ));
                    CliError::in_file(&self.reply, problem)
                })?
            }
            _ => self.boards(&puzzle, target, &reply.answers, &exclude)?,
        };
        let repeated = reply.answers.len() - boards.len();
        if repeated > 0 {
            log::warning(&format!(
                "the reply repeats solutions, of which each counts once: {repeated} repeated"
            ));
        }
        let found = found(reply.status, boards.len());
        let has_boards = !matches!(reply.status, ReplyStatus::Counted(_));
        let verdict = verdict::verdict(found, None, Some("the solver"), has_boards);
        self.report.print(
            || {
                json!({
                    "verdict": verdict::name(found),
                    "exhausted": reply.status == ReplyStatus::Exhausted,
                    "boards": boards
                        .iter()
                        .map(|board| formats::board_value(&puzzle, board))
                        .collect::<Vec<_>>(),
                })
            },
            |out| {
                for board in &boards {
                    writeln!(out, "{}", formats::write_board(&puzzle, board))?;
                }
                // Written as a comment, so that the output remains a readable file of boards.
                let sign = if boards.is_empty() { "" } else { "# " };
                writeln!(out, "{sign}{verdict}")
            },
        )?;
        Ok(match found {
            SolutionCount::AtLeast(0) => Exit::NoVerdict,
            _ => Exit::Done,
        })
    }

    /// The language of the model, from `--target`, the name map, or the model's file name.
    fn language(&self, map: Option<&[u8]>) -> Result<&'static Language, CliError> {
        let named = self.model.as_ref().and_then(|path| path.file_name());
        let of_model = || Language::of_file(&named?.to_string_lossy());
        let language = self.target.or_else(|| map.and_then(NameMap::target));
        language.or_else(of_model).ok_or_else(|| {
            CliError::usage(
                "name the language with --target, the model with --model FILE, or its name map with --map \
                 FILE"
                    .into(),
            )
        })
    }

    /// The boards of a reply in the names of the model, or of any model that pipsc writes of the puzzle: those under
    /// which the checker accepts every board.
    fn boards(
        &self,
        puzzle: &Puzzle,
        target: &'static Language,
        answers: &[Answer],
        exclude: &BTreeSet<Board>,
    ) -> Result<Vec<Board>, CliError> {
        let text = match &self.model {
            Some(path) => input::read(path)?,
            None => Vec::new(),
        };
        let guard = TaskGuard::begin();
        let budget = Budget::new(&guard.limits(None));
        let mut first = None;
        // Only comments are used, which a compressed model does not show.
        for names in NameMap::candidates(puzzle, target, &String::from_utf8_lossy(&text), &budget) {
            let problem = match names {
                Err(stopped @ LowerError::Stopped(_)) => return Err(stopped.into()),
                Err(large @ LowerError::TooLarge(_)) => large.into(),
                Ok(names) => match decode_all(puzzle, &names, answers, exclude) {
                    Ok(boards) => {
                        log::detail(&format_args!(
                            "the names are those of {}",
                            names.description()
                        ));
                        return Ok(boards);
                    }
                    Err(problem) => CliError::in_file(&self.reply, problem),
                },
            };
            let _ = first.get_or_insert(problem);
        }
        log::warning(
            &"the names are of no model of this puzzle; was the solver given another model?",
        );
        Err(first.unwrap_or_else(|| CliError::internal("a language without encodings")))
    }
}

/// The number of solutions that a reply claims, with the number of its boards. A count or the claim
/// that there are no more boards is not checked.
fn found(status: ReplyStatus, boards: usize) -> SolutionCount {
    match (status, boards as u128) {
        (ReplyStatus::Unsatisfiable, _) => SolutionCount::Exactly(0),
        (ReplyStatus::Counted(u128::MAX), _) => SolutionCount::AtLeast(u128::MAX),
        (ReplyStatus::Counted(all), _) => SolutionCount::Exactly(all),
        (ReplyStatus::Exhausted, all) => SolutionCount::Exactly(all),
        (_, some) => SolutionCount::AtLeast(some),
    }
}
