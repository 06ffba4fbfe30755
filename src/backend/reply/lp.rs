//! Solution files of HiGHS, CBC and SCIP: a status, and lines with a variable and its value.
//!
//! HiGHS prints `Model status`, the status, and `# Columns N` before N lines. CBC prints `Optimal - objective value 0`
//! and lines with number, name, value and reduced cost. SCIP prints `solution status: ...`, `objective value:` and
//! lines with name, value and `(obj:0)`. CBC and SCIP omit variables that are 0. A time limit is no verdict, except
//! with a solution, which is optimal because there is no objective.

use std::collections::BTreeSet;

use super::{LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder};

/// The reply format of MIP solvers.
pub(in crate::backend) const LP: ReplyFormat =
    ReplyFormat::new("lp", || Box::<LpReader>::default());

/// Maximal distance of a value from 0 or 1: the integrality tolerance of the solvers.
const TOLERANCE: f64 = 1e-6;

/// The texts of decisive statuses.
const STATUS: [(&str, ReplyStatus); 6] = [
    ("Optimal", ReplyStatus::Satisfiable),
    ("Optimal (within gap tolerance)", ReplyStatus::Satisfiable),
    ("optimal solution found", ReplyStatus::Satisfiable),
    ("Infeasible", ReplyStatus::Unsatisfiable),
    ("Integer infeasible", ReplyStatus::Unsatisfiable),
    ("infeasible", ReplyStatus::Unsatisfiable),
];

/// Substrings of statuses without a verdict, which are [`ReplyStatus::Unknown`].
const UNDECIDED: [&str; 7] = [
    "limit",
    "nterrupt",
    "Stopped on",
    "nknown",
    "Not Set",
    "unbounded",
    "reached",
];

fn status(words: &str) -> Result<ReplyStatus, ReplyError> {
    let decided = STATUS.into_iter().find(|(phrase, _)| *phrase == words);
    match decided {
        Some((_, status)) => Ok(status),
        None if UNDECIDED.iter().any(|part| words.contains(part)) => Ok(ReplyStatus::Unknown),
        None if words == "termination signal received" => Ok(ReplyStatus::Unknown),
        None => Err("an unknown status".into()),
    }
}

/// The expected lines.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum LpState {
    /// The first line.
    #[default]
    Start,
    /// HiGHS: the status, alone on its line.
    Status,
    /// HiGHS: `Feasible` and `# Columns N`, or `None`.
    Columns,
    /// HiGHS: this number of values, then other lines.
    Highs(u64),
    /// SCIP: `objective value:` or `no solution available`.
    Objective,
    /// SCIP: values up to the end.
    Scip,
    /// CBC: values up to the end.
    Cbc,
    /// Any lines, which are ignored, such as CBC's values of a relaxation.
    Rest,
}

#[derive(Debug, Default)]
struct LpReader {
    expected: LpState,
    seen: BTreeSet<String>,
    true_names: BTreeSet<String>,
}

impl LineReader for LpReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let text = line.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Ok(());
        }
        self.expected = match (self.expected, &words[..]) {
            (LpState::Start, ["Model", "status"]) => LpState::Status,
            (LpState::Start, _) => begin(text, verdict)?,
            (LpState::Status, _) => {
                verdict.status(status(text)?)?;
                LpState::Columns
            }
            (LpState::Columns, ["Infeasible" | "None"]) => LpState::Rest,
            (LpState::Columns, ["#", "Columns", number]) => {
                LpState::Highs(number.parse().map_err(|_| "expected a number of columns")?)
            }
            (LpState::Columns, ["Feasible"] | ["Objective", _] | ["#", "Primal", ..]) => {
                LpState::Columns
            }
            (LpState::Columns, _) => return Err("expected `# Columns` and their number".into()),
            (LpState::Highs(1..), [name, value])
            | (LpState::Scip, [name, value] | [name, value, _])
            | (LpState::Cbc, [_, name, value, _]) => self.value(name, value)?,
            (LpState::Cbc, ["**", _, _, _, _]) => {
                return Err("a value that breaks a row of the solution".into());
            }
            (LpState::Cbc, _) => {
                return Err("expected a number, a variable, its value and its cost".into());
            }
            (LpState::Highs(_) | LpState::Scip, _) => {
                return Err("expected a variable and its value".into());
            }
            (LpState::Objective, ["objective", "value:", ..]) => {
                if verdict.verdict() == Some(ReplyStatus::Unsatisfiable) {
                    return Err("an answer after the verdict that there is none".into());
                }
                LpState::Scip
            }
            (LpState::Objective, ["no", "solution", "available"]) => LpState::Rest,
            (LpState::Objective, _) => {
                return Err("expected `objective value:` or `no solution available`".into());
            }
            (LpState::Rest, _) => LpState::Rest,
        };
        if self.expected == LpState::Highs(0) {
            verdict.answer(std::mem::take(&mut self.true_names))?;
            self.expected = LpState::Rest;
        }
        Ok(())
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        match self.expected {
            LpState::Start | LpState::Status => Err(ReplyError::Truncated("any status")),
            LpState::Columns | LpState::Highs(_) => {
                Err(ReplyError::Truncated("the values of all variables"))
            }
            LpState::Objective if verdict.verdict() != Some(ReplyStatus::Satisfiable) => {
                Err(ReplyError::Truncated("`no solution available`"))
            }
            LpState::Scip | LpState::Cbc if !self.seen.is_empty() => {
                verdict.answer(std::mem::take(&mut self.true_names))
            }
            _ => Ok(()),
        }
    }
}

/// Parses the first line of CBC or SCIP.
fn begin(text: &str, verdict: &mut VerdictBuilder) -> Result<LpState, ReplyError> {
    if let Some(words) = text.strip_prefix("solution status:") {
        verdict.status(status(words.trim())?)?;
        return Ok(LpState::Objective);
    }
    let expected =
        "expected `Model status`, `solution status:` or a status and `- objective value`";
    let (words, _) = text.split_once(" - objective value").ok_or(expected)?;
    let status = status(words)?;
    verdict.status(status)?;
    let is_stopped = words.starts_with("Stopped on") && !words.ends_with("continuous used)");
    Ok(match status == ReplyStatus::Satisfiable || is_stopped {
        true => LpState::Cbc,
        false => LpState::Rest,
    })
}

impl LpReader {
    /// Reads a value of a variable; returns the state after it.
    fn value(&mut self, name: &str, value: &str) -> Result<LpState, ReplyError> {
        let value: f64 = value.parse().map_err(|_| "expected a number")?;
        if !self.seen.insert(name.to_owned()) {
            return Err("a variable that the answer has already".into());
        }
        if (value - 1.0).abs() <= TOLERANCE {
            let _ = self.true_names.insert(name.to_owned());
        } else if value.is_nan() || value.abs() > TOLERANCE {
            return Err("a value that is neither 0 nor 1".into());
        }
        Ok(match self.expected {
            LpState::Highs(left) => LpState::Highs(left - 1),
            state => state,
        })
    }
}
