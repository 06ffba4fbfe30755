//! Replies of SAT solvers, pseudo-Boolean solvers and model counters: `c`, `s` and `v` lines.
//!
//! A 0 ends an answer of a SAT solver; it may be wrapped between any two literals. minisat writes `SAT` and the
//! literals on the next line. Some tools print only literals, without a verdict. A reply with `v` lines and without
//! a verdict is truncated. In replies of pseudo-Boolean solvers, `v x1 -x2`, an answer has no end marker: it ends
//! before the first repeated variable, at an `s` line, or at the end. Counters print the count as
//! `c s exact arb int N`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder, competition_status, split_tag,
};

/// The reply format of SAT solvers.
pub(in crate::backend) const DIMACS: ReplyFormat =
    ReplyFormat::new("dimacs", || Box::<SatReader>::default());

/// The reply format of pseudo-Boolean solvers.
pub(in crate::backend) const OPB: ReplyFormat =
    ReplyFormat::new("opb", || Box::<OpbReader>::default());

/// The format of the Model Counting Competition.
pub(in crate::backend) const COUNTING: ReplyFormat = ReplyFormat {
    counts: true,
    ..ReplyFormat::new("counting", || Box::<CountReader>::default())
};

/// The names of the true literals.
fn true_names(values: BTreeMap<u64, bool>, prefix: &str) -> BTreeSet<String> {
    let names = values.into_iter().filter(|(_, value)| *value);
    names
        .map(|(number, _)| format!("{prefix}{number}"))
        .collect()
}

#[derive(Debug, Default)]
struct SatReader {
    /// Whether there was a `v` line, so the reply must have a verdict.
    has_tags: bool,
    /// The literals of the current answer.
    open: Option<BTreeMap<u64, bool>>,
}

impl LineReader for SatReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let (tag, rest) = split_tag(line);
        match tag {
            // The format of counters.
            "c" if rest.starts_with("s exact") || rest.starts_with("s approx") => {
                Err("a count of solutions".into())
            }
            "" | "c" => Ok(()),
            "s" => self.verdict(rest, verdict),
            "v" => {
                self.has_tags = true;
                self.literals(rest, verdict)
            }
            // glucose, for a formula without search.
            "Solved" if rest == "by simplification" => Ok(()),
            "SAT" | "UNSAT" | "INDET" if rest.is_empty() => self.verdict(tag, verdict),
            _ if tag.starts_with('c') && !tag.starts_with("conflict") => Ok(()),
            _ if tag.parse::<i64>().is_ok() => self.literals(line, verdict),
            _ => Err("expected a line that starts with c, s or v, or literals".into()),
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        if self.open.is_some() {
            return Err(ReplyError::Truncated("the 0 that closes an answer"));
        }
        match verdict.verdict() {
            None if verdict.found() > 0 && !self.has_tags => {
                verdict.status(ReplyStatus::Satisfiable)
            }
            _ => Ok(()),
        }
    }
}

impl SatReader {
    fn verdict(&self, word: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let status = competition_status(word)?;
        if status == ReplyStatus::Unsatisfiable && self.open.is_some() {
            return Err("no solution after an answer".into());
        }
        verdict.status(status)
    }

    fn literals(&mut self, words: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let mut is_closed = false;
        for word in words.split_whitespace() {
            if is_closed {
                return Err("something after the closing 0".into());
            }
            let literal: i64 = word.parse().map_err(|_| "expected literals")?;
            let values = self.open.get_or_insert_default();
            if literal == 0 {
                is_closed = true;
                verdict.answer(true_names(self.open.take().unwrap_or_default(), ""))?;
            } else if let Some(before) = values.insert(literal.unsigned_abs(), literal > 0)
                && before != (literal > 0)
            {
                return Err("a variable that is both true and false".into());
            }
        }
        Ok(())
    }
}

#[derive(Debug, Default)]
struct OpbReader {
    /// The literals of the current answer.
    open: Option<BTreeMap<u64, bool>>,
}

impl LineReader for OpbReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let (tag, rest) = split_tag(line);
        match tag {
            // Comments and objective values.
            "" | "c" | "o" => Ok(()),
            "s" => {
                let status = competition_status(rest)?;
                self.end(verdict)?;
                verdict.status(status)
            }
            "v" => self.literals(rest, verdict),
            _ => Err("expected a line that starts with c, o, s or v".into()),
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        match self.open.take() {
            Some(values) => verdict.answer(true_names(values, "x")),
            None => Ok(()),
        }
    }
}

impl OpbReader {
    fn literals(&mut self, words: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let literal = |word: &str| -> Option<(u64, bool)> {
            let name = word.strip_prefix('-').unwrap_or(word);
            let digits = name.strip_prefix('x')?;
            let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
            Some((is_number.then(|| digits.parse().ok())??, name == word))
        };
        let literals: Option<Vec<(u64, bool)>> = words.split_whitespace().map(literal).collect();
        let literals = literals.ok_or("expected literals such as x1 or -x1")?;
        if let (Some((first, _)), Some(open)) = (literals.first(), &self.open)
            && open.contains_key(first)
        {
            self.end(verdict)?;
        }
        if verdict.verdict() == Some(ReplyStatus::Unsatisfiable) {
            return Err("an answer after the verdict that there is none".into());
        }
        let open = self.open.get_or_insert_default();
        for (variable, value) in literals {
            if open.insert(variable, value).is_some() {
                return Err("a variable that the answer has already".into());
            }
        }
        Ok(())
    }
}

#[derive(Debug, Default)]
struct CountReader {
    count: Option<u128>,
}

impl LineReader for CountReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["s", word] => verdict.status(competition_status(word)?)?,
            // The word before `int` is the precision of the counter.
            ["c", "s", "exact", _, "int", digits] => {
                if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err("expected a number of models".into());
                }
                // Parsing digits fails only on overflow.
                let count = digits.parse().unwrap_or(u128::MAX);
                if self.count.is_some_and(|before| before != count) {
                    return Err("a second count that contradicts the first".into());
                }
                self.count = Some(count);
            }
            ["c", "s", "approx", ..] => {
                return Err("an estimate, where the exact count is wanted".into());
            }
            [] | ["c", ..] => {}
            _ => return Err("expected a line that starts with c or s".into()),
        }
        match (verdict.verdict(), self.count) {
            (Some(ReplyStatus::Satisfiable), Some(0)) => Err("satisfiable, and no model".into()),
            (Some(ReplyStatus::Unsatisfiable), Some(1..)) => {
                Err("unsatisfiable, and a model".into())
            }
            (Some(ReplyStatus::Unknown), Some(_)) => Err("unknown, and a count".into()),
            _ => Ok(()),
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        match (verdict.verdict(), self.count) {
            (Some(ReplyStatus::Satisfiable), None) => Err(ReplyError::Truncated("the exact count")),
            (Some(ReplyStatus::Satisfiable), Some(count)) => {
                verdict.refine(ReplyStatus::Counted(count));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
