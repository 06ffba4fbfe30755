//! What pseudo-Boolean solvers print: `s` and `v` lines, as the competition asks for.
//!
//! `v` lines hold literals, `x1 -x2 x3`, on one line or on several. Nothing closes an answer: it
//! ends where the next one names a variable again, with the `s` line that clasp prints behind it,
//! or with the reply. `c` and `o` lines are comments and values of an objective.

use std::collections::{BTreeSet, HashMap};

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyError, ReplyFormat, Status};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "opb",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

/// Reads the replies of pseudo-Boolean solvers.
#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Status>,
    /// The literals of an answer that may go on.
    open: HashMap<u64, bool>,
    /// A `v` line has come for an answer that may go on; it may have no literal.
    is_open: bool,
    answers: usize,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let text = line.trim();
        let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match tag {
            "" | "c" | "o" => Ok(None),
            "s" => self.verdict(rest.trim()),
            "v" => self.literals(rest),
            _ => Err("expected a line that starts with c, o, s or v".into()),
        }
    }

    fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        Ok(self.close().into_iter().collect())
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        match self.verdict {
            None => Err("any verdict"),
            Some(Status::Satisfiable) if self.answers == 0 => Err("the answer that it announces"),
            Some(status) => Ok(status),
        }
    }
}

impl Reader {
    fn verdict(&mut self, word: &str) -> Result<Option<Answer>, Refusal> {
        let status = match word {
            // Without an objective every solution is optimal.
            "SATISFIABLE" | "OPTIMUM FOUND" => Status::Satisfiable,
            "UNSATISFIABLE" => Status::Unsatisfiable,
            "UNKNOWN" => Status::Unknown,
            _ => return Err("unknown verdict".into()),
        };
        if self.verdict.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status == Status::Unsatisfiable && (self.answers > 0 || self.is_open) {
            return Err("no solution after an answer".into());
        }
        self.verdict = Some(status);
        Ok(self.close())
    }

    fn literals(&mut self, words: &str) -> Result<Option<Answer>, Refusal> {
        if self.verdict == Some(Status::Unsatisfiable) {
            return Err("an answer after the verdict that there is none".into());
        }
        let mut literals = Vec::new();
        for word in words.split_whitespace() {
            literals.push(literal(word).ok_or("expected literals such as x1 or -x1")?);
        }
        let again = literals
            .first()
            .is_some_and(|(first, _)| self.open.contains_key(first));
        let before = if again { self.close() } else { None };
        self.is_open = true;
        for (variable, value) in literals {
            if self.open.insert(variable, value).is_some() {
                return Err("a variable that the answer has already".into());
            }
        }
        Ok(before)
    }

    /// The answer that ends here.
    fn close(&mut self) -> Option<Answer> {
        if !std::mem::take(&mut self.is_open) {
            return None;
        }
        self.answers += 1;
        let literals = std::mem::take(&mut self.open).into_iter();
        let true_names: BTreeSet<String> = literals
            .filter(|(_, value)| *value)
            .map(|(variable, _)| format!("x{variable}"))
            .collect();
        Some(Answer { true_names })
    }
}

/// The number of a variable, and whether it is true.
fn literal(word: &str) -> Option<(u64, bool)> {
    let (value, name) = match word.strip_prefix('-') {
        Some(name) => (false, name),
        None => (true, word),
    };
    let number = name.strip_prefix('x')?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    Some((is_number.then(|| number.parse().ok())??, value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DIALECT, Status};
    use crate::backend::reply::Reply;

    /// The status and the true variables of each answer.
    fn summary(text: &str) -> (Status, Vec<Vec<String>>) {
        let reply = DIALECT.read(text.as_bytes());
        let Reply { status, answers } = reply.unwrap_or_else(|e| panic!("{e}: {text}"));
        let names = |answer: super::Answer| answer.true_names.into_iter().collect();
        (status, answers.into_iter().map(names).collect())
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    fn problem(text: &str) -> String {
        match DIALECT.read(text.as_bytes()) {
            Ok(reply) => panic!("{reply:?}: {text}"),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn lines_may_be_wrapped_or_not_before_the_verdict_or_behind_it() {
        let one = (Status::Satisfiable, vec![names(&["x1", "x3"])]);
        assert_eq!(summary("s SATISFIABLE\nv x1 -x2 x3 -x4\n"), one);
        assert_eq!(
            summary("c hello\ns SATISFIABLE\nv x1 -x2\nv x3 -x4 \n"),
            one
        );
        assert_eq!(summary("v x1 -x2\nv x3 -x4\ns SATISFIABLE\n"), one);
        assert_eq!(summary("o 0\ns OPTIMUM FOUND\nv x1 x3\n"), one);
        assert_eq!(
            summary("s UNSATISFIABLE\n"),
            (Status::Unsatisfiable, vec![])
        );
        assert_eq!(summary("s UNKNOWN\n"), (Status::Unknown, vec![]));
    }

    #[test]
    fn answers_end_where_the_next_begins() {
        let text = "v -x1 -x2\nv x3\nv -x1 x2\nv -x3\nv x1 -x2\nv -x3\ns SATISFIABLE\n";
        let three = vec![names(&["x3"]), names(&["x2"]), names(&["x1"])];
        assert_eq!(summary(text), (Status::Satisfiable, three));
    }

    #[test]
    fn what_cannot_be_believed_is_an_error() {
        assert_eq!(problem(""), "the reply ends before any verdict");
        assert_eq!(problem("v x1\n"), "the reply ends before any verdict");
        assert_eq!(
            problem("s SATISFIABLE\n"),
            "the reply ends before the answer that it announces"
        );
        for (text, expected) in [
            ("hello\n", "expected a line that starts with c, o, s or v"),
            ("s PERHAPS\n", "unknown verdict"),
            ("v 1 -2\n", "expected literals"),
            ("v x1 x\n", "expected literals"),
            ("v x+1\n", "expected literals"),
            ("v x1 -x2 x1\n", "a variable that the answer has already"),
            ("v x1\ns UNSATISFIABLE\n", "no solution after an answer"),
            (
                "s UNSATISFIABLE\nv x1\n",
                "an answer after the verdict that there is none",
            ),
            (
                "s UNKNOWN\ns SATISFIABLE\n",
                "a second verdict that contradicts the first",
            ),
        ] {
            let found = problem(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
    }

    proptest! {
        #[test]
        fn any_wrapping_gives_the_same_answers(
            values in proptest::collection::vec(proptest::collection::vec(any::<bool>(), 7), 1..4),
            width in 1usize..9,
        ) {
            let mut text = String::new();
            let mut expected = Vec::new();
            for answer in &values {
                let numbered = || answer.iter().zip(1..);
                let words: Vec<String> = numbered()
                    .map(|(&value, n)| format!("{}x{n}", if value { "" } else { "-" }))
                    .collect();
                for line in words.chunks(width) {
                    text += &format!("v {}\n", line.join(" "));
                }
                let holding = numbered().filter(|(value, _)| **value);
                expected.push(holding.map(|(_, n)| format!("x{n}")).collect::<Vec<_>>());
            }
            text += "s SATISFIABLE\n";
            prop_assert_eq!(summary(&text), (Status::Satisfiable, expected));
        }
    }
}
