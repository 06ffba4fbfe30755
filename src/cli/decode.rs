//! `pipsc decode`: a reply that a solver printed elsewhere, back to a checked board.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::exclude::ExcludeArguments;
use super::input::{self, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::output::{self, ReportFormat};
use super::{CliError, say};
use crate::backend::reply::Status;
use crate::backend::{Language, NameMap, recognise};
use crate::exit::Exit;
use crate::formats;
use crate::json::document;
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Puzzle};
use crate::solver::{DecodeError, decode_all};
use crate::visible;

/// Turn a solver's reply back into a checked board
///
/// Every board is checked against the puzzle before it is printed. Exit code 5 for a reply that
/// cannot be read or a board that breaks a rule, 3 for a reply without a verdict.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc emit p.txt --target dimacs -o p.cnf --map p.map
  kissat -q p.cnf | pipsc decode p.txt --target dimacs --map p.map -
  z3 -model q.smt2 | pipsc decode p.txt --target smtlib --model q.smt2 -
  clingo p.asp | pipsc decode p.txt --target asp --model p.asp -
  highs --solution_file p.sol p.lp && pipsc decode p.txt --target lp --model p.lp p.sol
  minizinc --solver gecode -a p.mzn | pipsc decode p.txt --target minizinc --map p.map -")]
pub(super) struct Decode {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// What the solver printed: a file, or `-` for standard input
    reply: PathBuf,

    /// The language of the model that the solver was given
    #[arg(long, short)]
    target: &'static Language,

    /// The name map of that model, which `pipsc emit --map` wrote
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// The model, as `pipsc emit` wrote it: the name map is made anew from it and the puzzle. A
    /// name map that is given too must not contradict it
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    #[command(flatten)]
    exclude: ExcludeArguments,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

impl Decode {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        if self.map.is_none() && self.model.is_none() {
            return Err(CliError::Usage(
                "name the model with --model FILE, or its name map with --map FILE".into(),
            ));
        }
        let target = self.target;
        let Some(exchange) = target.exchange() else {
            return Err(CliError::Usage(format!(
                "there is no solver that replies to the target {target}"
            )));
        };
        let chosen = self.puzzle.read()?;
        let exclude = self.exclude.boards(&chosen)?;
        let puzzle = chosen.puzzle;
        let map = self.names(&puzzle, &exclude)?;
        let reply = exchange
            .read(&input::read(&self.reply)?)
            .map_err(|problem| CliError::in_file(&self.reply, problem))?;
        if matches!(reply.status, Status::Counted(_)) && map.of().is_symmetric() {
            return Err(CliError::Usage(
                "symmetry is not broken in this model, so a count of its assignments is not a \
                 number of solutions"
                    .into(),
            ));
        }
        let boards = decode_all(&puzzle, &map, &reply.answers, &exclude).map_err(|problem| {
            match (&problem, &self.map, &self.model) {
                (DecodeError::Names(_), Some(file), _) => {
                    return CliError::in_file(file, problem);
                }
                (DecodeError::Rejected(_), Some(file), None) => say::warning(&format_args!(
                    "the names are those of {} ({}); if the solver was given another model, name that \
                     with --model",
                    map.of(),
                    visible::path(file)
                )),
                (DecodeError::Rejected(_), _, Some(file)) => say::warning(&format_args!(
                    "the names are those of {} ({}); was the solver given another model?",
                    map.of(),
                    visible::path(file)
                )),
                _ => {}
            }
            CliError::in_file(&self.reply, problem)
        })?;
        let repeated = reply.answers.len() - boards.len();
        if repeated > 0 {
            let times = match repeated {
                1 => "once".to_string(),
                _ => format!("{repeated} times"),
            };
            say::warning(&format!(
                "the reply gives a solution again that it had given before, {times}: each counts once"
            ));
        }
        output::to_stdout(|out| match self.format {
            ReportFormat::Json => {
                let report = json!({
                    "verdict": verdict(reply.status, boards.len()).0,
                    "exhausted": reply.status == Status::Exhausted,
                    "boards": boards
                        .iter()
                        .map(|board| formats::board_value(&puzzle, board))
                        .collect::<Vec<_>>(),
                });
                writeln!(out, "{}", document(&report))
            }
            ReportFormat::Text => {
                for board in &boards {
                    writeln!(out, "{}", formats::write_board(&puzzle, board))?;
                }
                // Behind `#` it does not break the file of boards that this output is.
                let sign = if boards.is_empty() { "" } else { "# " };
                writeln!(out, "{sign}{}", verdict(reply.status, boards.len()).1)
            }
        })?;
        Ok(match reply.status {
            Status::Unknown if boards.is_empty() => Exit::NoVerdict,
            _ => Exit::Done,
        })
    }

    /// What the variables of the model stand for: as the model and the puzzle tell, else as the name
    /// map says.
    fn names(&self, puzzle: &Puzzle, exclude: &BTreeSet<Board>) -> Result<NameMap, CliError> {
        let map = self.map.as_deref().map(|path| self.read_map(path));
        let map = map.transpose()?;
        let Some(model) = &self.model else {
            return map.ok_or_else(|| CliError::Internal("neither a map nor a model".into()));
        };
        let told = self.recognise(puzzle, exclude, model)?;
        if let (Some(path), Some(map)) = (&self.map, &map) {
            told.agrees(map)
                .map_err(|problem| CliError::in_file(path, problem))?;
        }
        Ok(told)
    }

    fn read_map(&self, path: &Path) -> Result<NameMap, CliError> {
        let unusable = |problem| CliError::in_file(path, problem);
        NameMap::read(&input::read(path)?, self.target).map_err(unusable)
    }

    /// The names of the emission of the puzzle that a file is.
    fn recognise(
        &self,
        puzzle: &Puzzle,
        exclude: &BTreeSet<Board>,
        path: &Path,
    ) -> Result<NameMap, CliError> {
        let text = input::read(path)?;
        let ongoing = TaskGuard::begin();
        let budget = Budget::new(&Limits {
            cancel: ongoing.cancel.clone(),
            ..Limits::default()
        });
        let recognised = recognise(
            puzzle,
            exclude,
            self.target,
            &String::from_utf8_lossy(&text),
            &budget,
        )
        .map_err(|problem| CliError::in_file(path, problem))?;
        say::detail(&format_args!(
            "{} is the model for profile {} with {}",
            visible::path(path),
            recognised.profile.name(),
            recognised.names.of()
        ));
        Ok(recognised.names)
    }
}

/// What the reply comes to, for programs and for people.
fn verdict(status: Status, boards: usize) -> (&'static str, String) {
    match (status, boards) {
        (Status::Unsatisfiable, _) => ("unsatisfiable", "no solution, says the solver".into()),
        (Status::Counted(1), _) => ("satisfiable", "one solution, says the counter".into()),
        (Status::Counted(all), _) => {
            let all = match all {
                u128::MAX => format!("at least {all}"),
                _ => all.to_string(),
            };
            ("satisfiable", format!("{all} solutions, says the counter"))
        }
        (Status::Unknown, 0) => ("unknown", "the solver came to no verdict".into()),
        (Status::Exhausted, 1) => ("satisfiable", "the only solution, checked".into()),
        (Status::Exhausted, all) => ("satisfiable", format!("all {all} solutions, each checked")),
        (_, 1) => ("satisfiable", "a solution, checked".into()),
        (_, some) => ("satisfiable", format!("{some} solutions, each checked")),
    }
}
