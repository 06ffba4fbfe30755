//! CBC's solution file: `Optimal - objective value 0` or another status, and a line for each
//! variable that is not 0, with its number, name, value and reduced cost. Behind another status
//! the values are of no solution, and `**` stands before those that break a row.

use super::Values;
use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyError, ReplyFormat, Status};

/// How it replies.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "cbc",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

#[derive(Debug, Default)]
struct Reader {
    status: Option<Status>,
    /// Values follow that are a solution's.
    is_solution: bool,
    values: Values,
    has_answer: bool,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if self.status.is_none() {
            let (words, _) = text
                .split_once(" - objective value")
                .ok_or("expected a status and `- objective value`")?;
            let (status, is_solution) = status(words).ok_or("an unknown status")?;
            self.status = Some(status);
            self.is_solution = is_solution;
            return Ok(None);
        }
        let broken = text.strip_prefix("**");
        let words: Vec<&str> = broken.unwrap_or(text).split_whitespace().collect();
        let [number, name, value, cost] = words[..] else {
            return Err("expected a number, a variable, its value and its cost".into());
        };
        if number.parse::<u64>().is_err() || cost.parse::<f64>().is_err() {
            return Err("expected a number, a variable, its value and its cost".into());
        }
        if self.is_solution {
            if broken.is_some() {
                return Err("a value that breaks a row, in what is said to be a solution".into());
            }
            self.values.take(name, value)?;
        }
        Ok(None)
    }

    fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        self.has_answer = !self.values.seen.is_empty();
        Ok(self
            .has_answer
            .then(|| self.values.answer())
            .into_iter()
            .collect())
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        match self.status {
            None => Err("any status"),
            Some(Status::Satisfiable) if !self.has_answer => Err("the answer that it announces"),
            Some(status) => Ok(status),
        }
    }
}

/// What CBC's words for a status mean, and whether values of a solution follow.
fn status(words: &str) -> Option<(Status, bool)> {
    match words {
        "Optimal" | "Optimal (within gap tolerance)" => Some((Status::Satisfiable, true)),
        "Infeasible" | "Integer infeasible" => Some((Status::Unsatisfiable, false)),
        "Unknown" => Some((Status::Unknown, false)),
        // With nothing to minimize, what was found by then is as good as any.
        _ if words.starts_with("Stopped on ") => {
            if words.ends_with("(no integer solution - continuous used)") {
                Some((Status::Unknown, false))
            } else {
                Some((Status::Satisfiable, true))
            }
        }
        _ => None,
    }
}
