//! Finding out what can be claimed, and proving it in a folder.

use std::io::{self, Write};
use std::path::Path;

use super::folder::{BOARDS, Certificate, Draft, Refutation};
use super::prover::{Prover, Wish};
use super::tools::{Checkers, Tools};
use super::{Claim, ProveError, Report};
use crate::clock::Instant;
use crate::formats::{self, BoardForm, BoardWriter, Format};
use crate::limits::Budget;
use crate::puzzle::{Board, Puzzle};

/// Finds out what can be claimed of a puzzle, or takes what is to be claimed, proves it, has the proofs
/// checked, and leaves the certificate in a folder.
pub fn prove(
    puzzle: &Puzzle,
    instance: &str,
    wish: &Wish,
    tools: &Tools<'_>,
    into: &Path,
    report: &mut Report<'_>,
) -> Result<Certificate, ProveError> {
    let begun = Instant::now();
    let budget = Budget::new(&wish.limits);
    let (file, text) = written(puzzle)?;
    // Whatever is proved is proved of what stands in the folder.
    let unread = |problem: String| ProveError::Internal(format!("{file}: {problem}"));
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| unread(problem.to_string()))?;
    let picked = document.pick(None);
    let puzzle = picked.map_err(|problem| unread(problem.to_string()))?;
    let draft = Draft::begin(into, &puzzle.digest(), wish.force)?;
    let _ = draft.write(&file, |out| Ok(out.write_all(text.as_bytes())?))?;
    let mut prover = Prover {
        puzzle,
        instance,
        wish,
        tools,
        budget: &budget,
        begun,
        draft: &draft,
        checkers: Checkers::default(),
        report,
    };
    let (boards, refutations) = solutions(&mut prover)?;
    let solutions = boards.len() as u64;
    let mut certificate = Certificate::blank(instance, &file, puzzle.digest());
    certificate.solutions = solutions;
    certificate.claim = wish.claim.unwrap_or(match solutions {
        0 => Claim::None,
        1 => Claim::Unique,
        _ => Claim::Count,
    });
    certificate.refutations = refutations;
    if !boards.is_empty() {
        certificate.boards = Some(BOARDS.into());
        let _ = draft.write(BOARDS, |out| Ok(write_boards(puzzle, &boards, out)?))?;
    }
    draft.finish(&mut certificate)?;
    Ok(certificate)
}

/// All solutions, and what shows that there are no others: a few sums where they do, else clauses.
fn solutions(prover: &mut Prover<'_>) -> Result<(Vec<Board>, Vec<Refutation>), ProveError> {
    let mut refutations: Vec<Refutation> = prover.by_sums()?.into_iter().collect();
    let wants_clauses = prover.wish.solver.is_some() || !prover.wish.encodings.is_empty();
    if !refutations.is_empty() && !wants_clauses {
        return Ok((Vec::new(), refutations));
    }
    let (boards, by_clauses) = prover.by_clauses()?;
    refutations.extend(by_clauses);
    Ok((boards, refutations))
}

/// The puzzle as it stands in the folder: as text where there is a grid, else as a graph.
fn written(puzzle: &Puzzle) -> Result<(String, String), ProveError> {
    let (format, text) = match formats::write(puzzle, Format::Text) {
        Ok(text) => (Format::Text, text),
        Err(_) => (Format::Graph, formats::write(puzzle, Format::Graph)?),
    };
    Ok((format!("puzzle.{}", format.ending()), text))
}

/// Boards as `pipsc run --all` prints them.
fn write_boards(puzzle: &Puzzle, boards: &[Board], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = BoardWriter::new(puzzle, BoardForm::Drawing);
    let mut text = Vec::new();
    for board in boards {
        text.clear();
        writer.write(board, &mut text);
        text.push(b'\n');
        out.write_all(&text)?;
    }
    Ok(())
}
