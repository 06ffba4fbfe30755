//! Solution files of HiGHS, CBC and SCIP: a status, and lines with a variable and its value.
//!
//! HiGHS prints `Model status`, the status, and `# Columns N` before N lines. CBC prints `Optimal - objective value 0`
//! and lines with number, name, value and reduced cost. SCIP prints `solution status: ...`, `objective value:` and
//! lines with name, value and `(obj:0)`. CBC and SCIP leave out variables that are 0. A time limit is no verdict, unless
//! there is a solution by then: with nothing to minimize it is as good as any.

use std::collections::BTreeSet;

use super::{ReadLines, Refusal, ReplyFormat, Status, VerdictBuilder};

/// Solvers of mixed integer programs.
pub(in crate::backend) const LP: ReplyFormat =
    ReplyFormat::new("lp", || Box::<LpReader>::default());

/// How far from 0 or 1 a value may be: the integrality tolerance of the solvers.
const TOLERANCE: f64 = 1e-6;

/// The words for a status that decides something. Anything else that mentions a limit, an interruption or
/// ignorance is [`Status::Unknown`].
const STATUS: [(&str, Status); 6] = [
    ("Optimal", Status::Satisfiable),
    ("Optimal (within gap tolerance)", Status::Satisfiable),
    ("optimal solution found", Status::Satisfiable),
    ("Infeasible", Status::Unsatisfiable),
    ("Integer infeasible", Status::Unsatisfiable),
    ("infeasible", Status::Unsatisfiable),
];

/// Parts of the words for a status that decides nothing.
const UNDECIDED: [&str; 7] = [
    "limit",
    "nterrupt",
    "Stopped on",
    "nknown",
    "Not Set",
    "unbounded",
    "reached",
];

fn status(words: &str) -> Result<Status, Refusal> {
    let decided = STATUS.into_iter().find(|(phrase, _)| *phrase == words);
    match decided {
        Some((_, status)) => Ok(status),
        None if UNDECIDED.iter().any(|part| words.contains(part)) => Ok(Status::Unknown),
        None if words == "termination signal received" => Ok(Status::Unknown),
        None => Err("an unknown status".into()),
    }
}

/// What comes next.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// The line with the status.
    #[default]
    Start,
    /// HiGHS: the status, alone on its line.
    Status,
    /// HiGHS: `Feasible` and `# Columns N`, or `None`.
    Columns,
    /// HiGHS: this many values.
    Highs(u64),
    /// SCIP: `objective value:` or `no solution available`.
    Objective,
    /// SCIP: values up to the end.
    Scip,
    /// CBC: values up to the end, which are those of a solution or of a relaxation.
    Cbc { is_solution: bool },
    /// Nothing that matters.
    Rest,
}

#[derive(Debug, Default)]
struct LpReader {
    expected: Expected,
    seen: BTreeSet<String>,
    true_names: BTreeSet<String>,
}

impl ReadLines for LpReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        let text = line.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        self.expected = match (self.expected, &words[..]) {
            (expected, []) => expected,
            (Expected::Start, ["Model", "status"]) => Expected::Status,
            (Expected::Start, _) => begin(text, verdict)?,
            (Expected::Status, _) => {
                verdict.status(status(text)?)?;
                Expected::Columns
            }
            (Expected::Columns, ["Infeasible" | "None"]) => Expected::Rest,
            (Expected::Columns, ["#", "Columns", number]) => {
                let number = number.parse().map_err(|_| "expected a number of columns")?;
                self.after_value(number, verdict)?
            }
            (Expected::Columns, ["Feasible"] | ["Objective", _] | ["#", "Primal", ..]) => {
                Expected::Columns
            }
            (Expected::Columns, _) => return Err("expected `# Columns` and their number".into()),
            (Expected::Highs(left), [name, value]) => {
                self.value(name, value)?;
                self.after_value(left - 1, verdict)?
            }
            (Expected::Objective, ["objective", "value:", ..]) => {
                if verdict.verdict() == Some(Status::Unsatisfiable) {
                    return Err("an answer after the verdict that there is none".into());
                }
                Expected::Scip
            }
            (Expected::Objective, ["no", "solution", "available"]) => Expected::Rest,
            (Expected::Objective, _) => {
                return Err("expected `objective value:` or `no solution available`".into());
            }
            (Expected::Scip, [name, value] | [name, value, _]) => {
                self.value(name, value)?;
                Expected::Scip
            }
            (Expected::Highs(_) | Expected::Scip, _) => {
                return Err("expected a variable and its value".into());
            }
            (Expected::Cbc { is_solution }, ["**", _, _, _, _]) if is_solution => {
                return Err("a value that breaks a row of the solution".into());
            }
            (Expected::Cbc { is_solution }, [_, name, value, _] | ["**", _, name, value, _]) => {
                if is_solution {
                    self.value(name, value)?;
                }
                self.expected
            }
            (Expected::Cbc { .. }, _) => {
                return Err("expected a number, a variable, its value and its cost".into());
            }
            (Expected::Rest, _) => Expected::Rest,
        };
        Ok(())
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        match self.expected {
            Expected::Start | Expected::Status => Err(Refusal::Truncated("any status")),
            Expected::Columns | Expected::Highs(_) => {
                Err(Refusal::Truncated("the values of all variables"))
            }
            Expected::Objective if verdict.verdict() != Some(Status::Satisfiable) => {
                Err(Refusal::Truncated("`no solution available`"))
            }
            Expected::Scip | Expected::Cbc { .. } if !self.seen.is_empty() => {
                verdict.answer(std::mem::take(&mut self.true_names))
            }
            _ => Ok(()),
        }
    }
}

/// Takes the first line of CBC or SCIP.
fn begin(text: &str, verdict: &mut VerdictBuilder) -> Result<Expected, Refusal> {
    if let Some(words) = text.strip_prefix("solution status:") {
        verdict.status(status(words.trim())?)?;
        return Ok(Expected::Objective);
    }
    let expected =
        "expected `Model status`, `solution status:` or a status and `- objective value`";
    let (words, _) = text.split_once(" - objective value").ok_or(expected)?;
    let status = status(words)?;
    verdict.status(status)?;
    let is_stopped = words.starts_with("Stopped on") && !words.ends_with("continuous used)");
    let is_solution = status == Status::Satisfiable || is_stopped;
    Ok(Expected::Cbc { is_solution })
}

impl LpReader {
    fn value(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let value: f64 = value.parse().map_err(|_| "expected a number")?;
        if !self.seen.insert(name.to_owned()) {
            return Err("a variable that the answer has already".into());
        }
        if (value - 1.0).abs() <= TOLERANCE {
            let _ = self.true_names.insert(name.to_owned());
        } else if value.is_nan() || value.abs() > TOLERANCE {
            return Err("a value that is neither 0 nor 1".into());
        }
        Ok(())
    }

    /// HiGHS: the answer is complete with its last value.
    fn after_value(
        &mut self,
        left: u64,
        verdict: &mut VerdictBuilder,
    ) -> Result<Expected, Refusal> {
        if left > 0 {
            return Ok(Expected::Highs(left));
        }
        verdict.answer(std::mem::take(&mut self.true_names))?;
        Ok(Expected::Rest)
    }
}
