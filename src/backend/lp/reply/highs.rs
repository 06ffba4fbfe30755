//! HiGHS's solution file, in its raw style: `Model status` and the status on the next line, a
//! section `# Primal solution values`, in which `# Columns N` comes before N lines with a variable
//! and its value, and sections on rows, duals and the basis.

use super::Values;
use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyFormat, Status};

/// How it replies.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "highs",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

#[derive(Debug, Default)]
struct Reader {
    expected: Expected,
    status: Option<Status>,
    values: Values,
    has_answer: bool,
}

/// What comes next.
#[derive(Debug, Default)]
enum Expected {
    #[default]
    Title,
    Status,
    /// The section of the values.
    Section,
    /// Whether there are any.
    Feasibility,
    /// How many variables there are.
    Columns,
    /// So many variables.
    Values(u64),
    /// What we have no use for.
    Rest,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let text = line.trim();
        match self.expected {
            Expected::Title if text.is_empty() => {}
            Expected::Title => {
                if text != "Model status" {
                    return Err("expected the line `Model status`".into());
                }
                self.expected = Expected::Status;
            }
            Expected::Status => {
                self.status = Some(status(text).ok_or("an unknown status")?);
                self.expected = Expected::Section;
            }
            Expected::Section => match text {
                "" => {}
                "# Primal solution values" => self.expected = Expected::Feasibility,
                _ => return Err("expected `# Primal solution values`".into()),
            },
            Expected::Feasibility => match text {
                "Feasible" if self.status == Some(Status::Unsatisfiable) => {
                    return Err("an answer after the verdict that there is none".into());
                }
                "Feasible" => self.expected = Expected::Columns,
                "Infeasible" | "None" => self.expected = Expected::Rest,
                _ => return Err("expected `Feasible`, `Infeasible` or `None`".into()),
            },
            Expected::Columns => match text.strip_prefix("# Columns ") {
                Some(number) => {
                    let number = number.parse().map_err(|_| "expected a number of columns")?;
                    return Ok(self.await_values(number));
                }
                None if text.starts_with("Objective") => {}
                None => return Err("expected `# Columns` and their number".into()),
            },
            Expected::Values(left) => {
                let (name, value) = text
                    .split_once(char::is_whitespace)
                    .ok_or("expected a variable and its value")?;
                self.values.take(name, value.trim())?;
                return Ok(self.await_values(left - 1));
            }
            Expected::Rest => {}
        }
        Ok(None)
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        match (&self.expected, self.status) {
            (Expected::Title, _) | (_, None) => Err("any status"),
            (Expected::Rest, Some(Status::Unknown)) if self.has_answer => Ok(Status::Satisfiable),
            (Expected::Rest, Some(Status::Satisfiable)) if !self.has_answer => {
                Err("the answer that it announces")
            }
            (Expected::Rest, Some(status)) => Ok(status),
            (
                Expected::Status
                | Expected::Section
                | Expected::Feasibility
                | Expected::Columns
                | Expected::Values(_),
                Some(_),
            ) => Err("the values of all variables"),
        }
    }
}

impl Reader {
    /// The answer, if no value is left to come.
    fn await_values(&mut self, left: u64) -> Option<Answer> {
        if left > 0 {
            self.expected = Expected::Values(left);
            return None;
        }
        self.expected = Expected::Rest;
        self.has_answer = true;
        Some(self.values.answer())
    }
}

/// What HiGHS's words for a status mean.
fn status(words: &str) -> Option<Status> {
    match words {
        "Optimal" => Some(Status::Satisfiable),
        "Infeasible" => Some(Status::Unsatisfiable),
        "Time limit reached"
        | "Iteration limit reached"
        | "Solution limit reached"
        | "Memory limit reached"
        | "Interrupted by user"
        | "Interrupted by HiGHS"
        | "Primal infeasible or unbounded"
        | "Target for objective reached"
        | "Bound on objective reached"
        | "Unknown"
        | "Not Set" => Some(Status::Unknown),
        _ => None,
    }
}
