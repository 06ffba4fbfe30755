//! What SAT solvers print: `s` and `v` lines, or minisat's result file.
//!
//! `c` lines are comments; `v` lines hold literals up to a closing 0 and may be wrapped. minisat
//! writes `SAT` with the literals on the next line, `UNSAT` or `INDET`. clasp prints an answer's
//! `v` lines before its `s` line, and several answers one after the other.

use std::collections::{BTreeSet, HashMap};

use super::{Answer, ReplyError, ReplyReader, Status};

/// Reads the replies of SAT solvers.
#[derive(Debug, Default)]
pub(super) struct Reader {
    lines: usize,
    verdict: Option<Status>,
    /// minisat's form: literals stand on a line of their own.
    bare: bool,
    /// The literals of an answer whose closing 0 has not come.
    open: Option<HashMap<u64, bool>>,
    answers: usize,
}

impl ReplyReader for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, ReplyError> {
        self.lines += 1;
        let text = line.trim();
        let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match tag {
            "" | "c" => Ok(None),
            "s" => self.verdict(rest.trim(), line),
            "v" => self.literals(rest, line),
            "SAT" | "UNSAT" | "INDET" if rest.is_empty() => {
                self.bare = true;
                self.verdict(tag, line)
            }
            _ if tag.starts_with('c') && !tag.starts_with("conflict") => Ok(None),
            _ if self.bare => self.literals(text, line),
            _ => Err(self.unreadable("expected a line that starts with c, s or v", line)),
        }
    }

    fn finish(&mut self) -> Result<Status, ReplyError> {
        if self.open.is_some() {
            return Err(ReplyError::Truncated("the 0 that closes an answer".into()));
        }
        match self.verdict {
            None => Err(ReplyError::Truncated("any verdict".into())),
            Some(Status::Satisfiable) if self.answers == 0 => {
                Err(ReplyError::Truncated("the answer that it announces".into()))
            }
            Some(status) => Ok(status),
        }
    }
}

impl Reader {
    fn unreadable(&self, problem: &str, line: &str) -> ReplyError {
        ReplyError::unreadable(self.lines, problem, line)
    }

    fn verdict(&mut self, word: &str, line: &str) -> Result<Option<Answer>, ReplyError> {
        let status = match word {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Status::Unknown,
            _ => return Err(self.unreadable("unknown verdict", line)),
        };
        if self.verdict.is_some_and(|before| before != status) {
            return Err(self.unreadable("a second verdict that contradicts the first", line));
        }
        if status == Status::Unsatisfiable && (self.answers > 0 || self.open.is_some()) {
            return Err(self.unreadable("no solution after an answer", line));
        }
        self.verdict = Some(status);
        Ok(None)
    }

    fn literals(&mut self, words: &str, line: &str) -> Result<Option<Answer>, ReplyError> {
        if self.verdict == Some(Status::Unsatisfiable) {
            return Err(self.unreadable("an answer after the verdict that there is none", line));
        }
        let mut complete = None;
        for word in words.split_whitespace() {
            if complete.is_some() {
                return Err(self.unreadable("something after the closing 0", line));
            }
            let literal: i64 = word
                .parse()
                .map_err(|_| self.unreadable("expected literals", line))?;
            let values = self.open.get_or_insert_default();
            if literal == 0 {
                complete = self.open.take();
            } else if values
                .insert(literal.unsigned_abs(), literal > 0)
                .is_some_and(|before| before != (literal > 0))
            {
                return Err(self.unreadable("a variable that is both true and false", line));
            }
        }
        Ok(complete.map(|values| {
            self.answers += 1;
            let true_names: BTreeSet<String> = values
                .into_iter()
                .filter(|(_, value)| *value)
                .map(|(variable, _)| variable.to_string())
                .collect();
            Answer { true_names }
        }))
    }
}
