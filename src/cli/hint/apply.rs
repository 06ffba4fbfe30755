//! `pipsc hint --apply`: writes the resulting board to the file that the next call reads.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::boards::BoardSource;
use crate::cli::error::{CliError, called};
use crate::cli::input::{self, LoadedPuzzle};
use crate::cli::{log, output};
use crate::formats::{BoardForm, is_one_board, write_partial};
use crate::puzzle::{BoardStatus, Fact, PartialBoard, Puzzle, board_status};

/// The current board, and the file and format of the next one.
#[derive(Debug)]
pub(super) struct BoardFile {
    pub(super) board: PartialBoard,
    /// The file, or `-` for standard output.
    target: PathBuf,
    form: BoardForm,
    /// The comments above the board, which are preserved.
    head: String,
}

impl BoardFile {
    /// Reads the current board. `target` is the file for the next board, by default the file of the
    /// current one. A file that does not exist is an empty board.
    pub(super) fn open(
        board: Option<&BoardSource>,
        target: Option<&Path>,
        chosen: &LoadedPuzzle,
    ) -> Result<Self, CliError> {
        let Some(source) = board else {
            let Some(target) = target else {
                return Err(CliError::usage(
                    "--apply needs the file of the board: name it with --board; it need not exist"
                        .into(),
                ));
            };
            return Ok(BoardFile::empty(target));
        };
        let path = source.path.as_path();
        let in_place = target.is_none() || target == Some(path);
        let text = match in_place && is_missing(path) {
            true => Vec::new(),
            false => input::read(path)?,
        };
        if in_place && text.trim_ascii().is_empty() {
            log::note(&format!(
                "there is no board in {} yet: the board is empty at the start",
                called(path)
            ));
            return Ok(BoardFile::empty(path));
        }
        let given = source.one(&text, chosen)?;
        source.reject_faults(&chosen.puzzle, &given.board)?;
        if in_place && path != Path::new("-") && !is_one_board(&text, &chosen.puzzle) {
            return Err(CliError::usage(format!(
                "{} holds more than one board that could be written over: name a file for the board \
                 that follows, such as `--apply=next.txt`",
                called(path)
            )));
        }
        let form = target.and_then(form).unwrap_or(given.form);
        let comments = match form {
            BoardForm::Drawing | BoardForm::List => String::from_utf8_lossy(&text),
            BoardForm::Json => "".into(),
        };
        let comments = comments.lines().take_while(|line| line.starts_with('#'));
        Ok(BoardFile {
            head: comments.map(|line| format!("{line}\n")).collect(),
            form,
            board: given.board,
            target: target.unwrap_or(path).to_owned(),
        })
    }

    fn empty(target: &Path) -> Self {
        BoardFile {
            board: PartialBoard::default(),
            target: target.to_owned(),
            form: form(target).unwrap_or(BoardForm::Drawing),
            head: String::new(),
        }
    }

    /// Whether the board goes to standard output.
    pub(super) fn is_stdout(&self) -> bool {
        self.target == Path::new("-")
    }

    /// Adds facts to the board.
    pub(super) fn learn(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            self.board.learn(fact);
        }
    }

    /// Writes the board and reports its status.
    pub(super) fn write(&self, puzzle: &Puzzle) -> Result<(), CliError> {
        let text = write_partial(puzzle, &self.board, self.form);
        output::to_path(&self.target, |out| {
            out.write_all(self.head.as_bytes())?;
            out.write_all(text.as_bytes())
        })?;
        let file = match self.is_stdout() {
            true => String::new(),
            false => format!("{}: ", called(&self.target)),
        };
        match board_status(puzzle, &self.board) {
            BoardStatus::Solution => {
                log::note(&format!("{file}the board is finished, a solution."))
            }
            open @ BoardStatus::Open { .. } => log::note(&format!("{file}{open}")),
            wrong @ BoardStatus::Wrong { .. } => {
                log::warning(&format!("{file}the board is {wrong}"))
            }
        }
        Ok(())
    }
}

/// The board format of a file extension.
fn form(path: &Path) -> Option<BoardForm> {
    match path.extension()?.to_str()? {
        "json" => Some(BoardForm::Json),
        "txt" => Some(BoardForm::Drawing),
        _ => None,
    }
}

fn is_missing(path: &Path) -> bool {
    let there = std::fs::symlink_metadata(path);
    path != Path::new("-") && there.is_err_and(|problem| problem.kind() == io::ErrorKind::NotFound)
}
