//! SCIP's solution file: `solution status:` with the status, `objective value:`, and a line for
//! each variable that is not 0, with its name, its value and `(obj:0)`; or `no solution available`.

use super::Values;
use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyError, ReplyFormat, Status};

/// How it replies.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "scip",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

#[derive(Debug, Default)]
struct Reader {
    status: Option<Status>,
    /// The line on the objective has come, behind which values stand.
    is_solution: bool,
    /// It said that there is no solution in the file.
    is_empty: bool,
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
            let words = text
                .strip_prefix("solution status:")
                .ok_or("expected `solution status:`")?;
            self.status = Some(status(words.trim()).ok_or("an unknown status")?);
        } else if text == "no solution available" && !self.is_solution {
            self.is_empty = true;
        } else if text.starts_with("objective value:") && !self.is_solution && !self.is_empty {
            if self.status == Some(Status::Unsatisfiable) {
                return Err("an answer after the verdict that there is none".into());
            }
            self.is_solution = true;
        } else if self.is_solution {
            let words: Vec<&str> = text.split_whitespace().collect();
            let ([name, value] | [name, value, _]) = words[..] else {
                return Err("expected a variable and its value".into());
            };
            self.values.take(name, value)?;
        } else {
            return Err("expected `objective value:` or `no solution available`".into());
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
            Some(_) if self.has_answer => Ok(Status::Satisfiable),
            Some(Status::Satisfiable) => Err("the answer that it announces"),
            Some(_) if !self.is_empty => Err("`no solution available`"),
            Some(status) => Ok(status),
        }
    }
}

/// What SCIP's words for a status mean.
fn status(words: &str) -> Option<Status> {
    match words {
        "optimal solution found" => Some(Status::Satisfiable),
        "infeasible" => Some(Status::Unsatisfiable),
        "unknown"
        | "user interrupt"
        | "node limit reached"
        | "total node limit reached"
        | "stall node limit reached"
        | "time limit reached"
        | "memory limit reached"
        | "gap limit reached"
        | "primal limit reached"
        | "dual limit reached"
        | "solution limit reached"
        | "solution improvement limit reached"
        | "restart limit reached"
        | "infeasible or unbounded"
        | "termination signal received" => Some(Status::Unknown),
        _ => None,
    }
}
