//! The answers: whether each instance has the status and the number of solutions that are stated.

use super::finding::{Outcome, fault};
use super::inspector::Inspector;
use crate::bundle::error::{BundleError, Unmade};
use crate::bundle::manifest::{Listed, Status};
use crate::bundle::standing::{self, Standing};
use crate::bundle::writing::lowered;
use crate::formats;
use crate::puzzle::{Puzzle, check};

/// What came of looking at a status again.
enum Judged {
    Right,
    Wrong(String),
    Open,
}

impl Inspector<'_> {
    /// Every instance has the status and the solutions that are stated, as far as its puzzle can be read.
    pub(super) fn answers(
        &mut self,
        puzzles: &[(&Listed, Result<Puzzle, String>)],
        told: &mut dyn FnMut(&str),
    ) -> Result<(), BundleError> {
        let (mut faults, mut unsettled) = (Vec::new(), Vec::new());
        for (listed, puzzle) in puzzles {
            let Ok(puzzle) = puzzle else {
                continue;
            };
            told(&listed.name);
            match self.status(listed, puzzle) {
                Ok(Judged::Right) => {}
                Ok(Judged::Wrong(what)) => faults.push(fault(&listed.file, &what)),
                Ok(Judged::Open) => unsettled.push(listed.name.as_str()),
                Err(Unmade::Stopped(stop)) => return Err(stop.into()),
                Err(problem) => faults.push(fault(&listed.file, &problem.to_string())),
            }
        }
        let outcome = match (faults.is_empty(), unsettled.as_slice()) {
            (false, _) => Outcome::Failed(faults),
            (true, []) => Outcome::Passed(puzzles.len()),
            (true, open) => Outcome::Unchecked(format!(
                "not settled within {} s each: {}",
                self.limit.as_secs_f64(),
                open.join(", ")
            )),
        };
        self.find(
            "answers",
            "every status and every number of solutions is right",
            outcome,
        );
        Ok(())
    }

    /// Whether a status and a number of solutions are right.
    fn status(&self, listed: &Listed, puzzle: &Puzzle) -> Result<Judged, Unmade> {
        let said = listed.solutions.as_ref();
        let said = match said.map(|count| count.parse::<u128>()) {
            None => None,
            Some(Ok(count)) => Some(count),
            Some(Err(_)) => {
                return Ok(Judged::Wrong("the number of solutions is no number".into()));
            }
        };
        let fits = match (listed.status, said) {
            (Status::Satisfiable, Some(count)) => count > 0,
            (Status::Unsatisfiable, Some(count)) => count == 0,
            (Status::Unknown, Some(_)) => false,
            (_, None) => true,
        };
        if !fits {
            let what = format!(
                "the manifest contradicts itself: the status is {}, and the number of solutions {}",
                listed.status,
                listed.solutions.as_deref().unwrap_or_default()
            );
            return Ok(Judged::Wrong(what));
        }
        let shown = match self.by_board(listed, puzzle) {
            Ok(shown) => shown,
            Err(what) => return Ok(Judged::Wrong(what)),
        };
        let mut known = standing::at_hand(puzzle).or(shown);
        let needs_count =
            said.is_some() && known.as_ref().is_none_or(|known| known.solutions.is_none());
        if listed.status == Status::Unknown && known.is_none() {
            return Ok(Judged::Right);
        }
        if known.is_none() || needs_count {
            let lowered = lowered(puzzle, self.budget)?;
            if known.is_none() {
                known = Some(standing::by_search(
                    puzzle,
                    &listed.name,
                    &lowered,
                    self.limit,
                    self.budget,
                )?);
            }
            if let (Some(known), true) = (&mut known, needs_count) {
                known.solutions = standing::count(puzzle, &lowered, self.limit, self.budget)?;
            }
        }
        let Some(known) = known else {
            return Ok(Judged::Open);
        };
        if known.status != Status::Unknown && known.status != listed.status {
            let what = format!(
                "the manifest says {}, and it is {}",
                listed.status, known.status
            );
            return Ok(Judged::Wrong(what));
        }
        Ok(match (said, known.solutions) {
            (Some(said), Some(count)) if said != count => Judged::Wrong(format!(
                "the manifest says {said} solutions, and there are {count}"
            )),
            (Some(_), None) => Judged::Open,
            _ if known.status == Status::Unknown => Judged::Open,
            _ => Judged::Right,
        })
    }

    /// What a board shows that is beside the instance.
    fn by_board(&self, listed: &Listed, puzzle: &Puzzle) -> Result<Option<Standing>, String> {
        let path = standing::path(&listed.name);
        let Some(text) = self.texts.get(path.as_str()) else {
            return Ok(None);
        };
        let board = formats::read_board(text.as_bytes(), puzzle);
        let board = board.ok().filter(|board| check(puzzle, board).is_empty());
        match board {
            Some(board) => Ok(Some(Standing::shown(board, &listed.name))),
            None => Err(format!("{path} holds no solution")),
        }
    }
}
