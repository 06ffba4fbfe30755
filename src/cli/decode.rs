//! `pipsc decode`: a reply that a solver printed elsewhere, back to a checked board.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::input::{self, PuzzleArguments};
use super::output::{self, ReportFormat};
use super::{Failure, say};
use crate::backend::reply::Status;
use crate::backend::{Language, NameMap};
use crate::exit::Exit;
use crate::formats;
use crate::json::document;
use crate::solver::{DecodeError, decode_all};

/// Turn a solver's reply back into a checked board
///
/// Every board is checked against the puzzle before it is printed. Exit code 5 for a reply that
/// cannot be read or a board that breaks a rule, 3 for a reply without a verdict.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc emit p.txt --target dimacs -o p.cnf --map p.map
  kissat -q p.cnf | pipsc decode p.txt --target dimacs --map p.map -
  minizinc --solver gecode -a p.mzn | pipsc decode p.txt --target minizinc --map p.map -")]
pub(super) struct Decode {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// What the solver printed: a file, or `-` for standard input
    reply: PathBuf,

    /// The language of the model that the solver was given
    #[arg(long, short)]
    target: &'static Language,

    /// The name map that `pipsc emit --map` wrote with that model
    #[arg(long, value_name = "FILE")]
    map: PathBuf,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

impl Decode {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let stdin = |path: &PathBuf| path.as_os_str() == "-";
        let from_stdin = [self.puzzle.is_stdin(), stdin(&self.map), stdin(&self.reply)];
        if from_stdin.iter().filter(|&&from| from).count() > 1 {
            return Err(Failure::Usage(
                "only one of puzzle, name map and reply can come from standard input".into(),
            ));
        }
        let target = self.target;
        let Some(exchange) = target.exchange else {
            return Err(Failure::Usage(format!(
                "there is no solver that replies to the target {target}"
            )));
        };
        let puzzle = self.puzzle.read()?.puzzle;
        let names = |problem| Failure::in_file(&self.map, problem);
        let map = NameMap::read(&input::read(&self.map)?, target).map_err(names)?;
        let reply = exchange
            .read(&input::read(&self.reply)?)
            .map_err(|problem| Failure::in_file(&self.reply, problem))?;
        let boards =
            decode_all(&puzzle, &map, &reply.answers).map_err(|problem| match problem {
                DecodeError::Names(problem) => names(problem),
                problem => Failure::in_file(&self.reply, problem),
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
                writeln!(out, "{}", verdict(reply.status, boards.len()).1)
            }
        })?;
        Ok(match reply.status {
            Status::Unknown if boards.is_empty() => Exit::NoVerdict,
            _ => Exit::Done,
        })
    }
}

/// What the reply comes to, for programs and for people.
fn verdict(status: Status, boards: usize) -> (&'static str, String) {
    match (status, boards) {
        (Status::Unsatisfiable, _) => ("unsatisfiable", "no solution, says the solver".into()),
        (Status::Unknown, 0) => ("unknown", "the solver came to no verdict".into()),
        (Status::Exhausted, 1) => ("satisfiable", "the only solution, checked".into()),
        (Status::Exhausted, all) => ("satisfiable", format!("all {all} solutions, each checked")),
        (_, 1) => ("satisfiable", "a solution, checked".into()),
        (_, some) => ("satisfiable", format!("{some} solutions, each checked")),
    }
}
