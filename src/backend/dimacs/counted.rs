//! What model counters print, in the form of the Model Counting Competition: an `s` line with the
//! verdict, and `c s exact arb int N` with the count.

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyFormat, Status};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "counting",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: true,
};

/// Reads the replies of model counters.
#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Verdict>,
    count: Option<u128>,
}

/// What the `s` line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["s", "SATISFIABLE"] => self.verdict(Verdict::Satisfiable)?,
            ["s", "UNSATISFIABLE"] => self.verdict(Verdict::Unsatisfiable)?,
            ["s", "UNKNOWN"] => self.verdict(Verdict::Unknown)?,
            // Of what is counted exactly; the precision is the counter's own affair.
            ["c", "s", "exact", _, "int", digits] => self.count(digits)?,
            ["c", "s", "approx", ..] => {
                return Err("an estimate, where the exact count is wanted".into());
            }
            [] | ["c", ..] => {}
            _ => return Err("expected a line that starts with c or s".into()),
        }
        Ok(None)
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        match (self.verdict, self.count) {
            (None, _) => Err("any verdict"),
            (Some(Verdict::Satisfiable), None) => Err("the exact count"),
            (Some(Verdict::Satisfiable), Some(count)) => Ok(Status::Counted(count)),
            (Some(Verdict::Unsatisfiable), _) => Ok(Status::Unsatisfiable),
            (Some(Verdict::Unknown), _) => Ok(Status::Unknown),
        }
    }
}

impl Reader {
    fn verdict(&mut self, verdict: Verdict) -> Result<(), Refusal> {
        if self.verdict.is_some_and(|before| before != verdict) {
            return Err("a second verdict that contradicts the first".into());
        }
        self.verdict = Some(verdict);
        self.consistent()
    }

    fn count(&mut self, digits: &str) -> Result<(), Refusal> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("expected a number of models".into());
        }
        // Digits alone fail to be a number only if there are too many of them.
        let count = digits.parse().unwrap_or(u128::MAX);
        if self.count.is_some_and(|before| before != count) {
            return Err("a second count that contradicts the first".into());
        }
        self.count = Some(count);
        self.consistent()
    }

    /// Refuses a count that contradicts the verdict.
    fn consistent(&self) -> Result<(), Refusal> {
        match (self.verdict, self.count) {
            (Some(Verdict::Satisfiable), Some(0)) => Err("satisfiable, and no model".into()),
            (Some(Verdict::Unsatisfiable), Some(1..)) => Err("unsatisfiable, and a model".into()),
            (Some(Verdict::Unknown), Some(_)) => Err("unknown, and a count".into()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DIALECT, Status};

    fn status(text: &str) -> Option<Status> {
        DIALECT.read(text.as_bytes()).ok().map(|reply| {
            assert!(reply.answers.is_empty());
            reply.status
        })
    }

    #[test]
    fn counts_and_verdicts() {
        let text = "c o ganak\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 2.4\n\
                    c s exact arb int 256\n";
        assert_eq!(status(text), Some(Status::Counted(256)));
        let none = "s UNSATISFIABLE\nc s exact arb int 0\n";
        assert_eq!(status(none), Some(Status::Unsatisfiable));
        assert_eq!(status("s UNSATISFIABLE\n"), Some(Status::Unsatisfiable));
        assert_eq!(status("s UNKNOWN\n"), Some(Status::Unknown));
        let many = format!("s SATISFIABLE\nc s exact arb int 9{}\n", "0".repeat(60));
        assert_eq!(status(&many), Some(Status::Counted(u128::MAX)));
    }

    #[test]
    fn what_cannot_be_believed() {
        for text in [
            "",
            "c s exact arb int 3\n",
            "s SATISFIABLE\n",
            "s SATISFIABLE\nc s log10-estimate 2.4\n",
            "s SATISFIABLE\nc s exact arb int 0\n",
            "s SATISFIABLE\nc s exact arb int three\n",
            "s SATISFIABLE\nc s exact arb int -3\n",
            "s SATISFIABLE\nc s exact arb int 3\nc s exact arb int 4\n",
            "s SATISFIABLE\nc s approx arb int 3\n",
            "s UNSATISFIABLE\nc s exact arb int 3\n",
            "s UNKNOWN\nc s exact arb int 3\n",
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "s PROBABLY\n",
            "v 1 2 0\n",
            "Traceback (most recent call last):\n",
        ] {
            assert_eq!(status(text), None, "{text:?}");
        }
    }

    /// No other reply_format of the language overlooks what is wrong with a count.
    #[test]
    fn mistakes_are_told_by_the_dialect_that_knows() {
        let exchange = crate::backend::dimacs::LANGUAGE
            .exchange()
            .expect("solvers");
        for (text, expected) in [
            (
                "s UNSATISFIABLE\nc s exact arb int 5\n",
                "line 2 of the reply is not what it should be: unsatisfiable, and a model: \
                 \"c s exact arb int 5\"",
            ),
            (
                "s SATISFIABLE\nc s approx arb int 5\n",
                "line 2 of the reply is not what it should be: an estimate, where the exact count \
                 is wanted: \"c s approx arb int 5\"",
            ),
            (
                "s SATISFIABLE\nc s exact arb int 25",
                "the reply ends before the end of its last line",
            ),
            (
                "s SATISF\n",
                "the reply is in none of the reply formats of this target, which are dimacs, counting; \
                 line 1 of the reply is not what it should be: unknown verdict: \"s SATISF\"",
            ),
        ] {
            let problem = exchange.read(text.as_bytes()).expect_err(text);
            assert_eq!(problem.to_string(), expected);
        }
        let none = exchange.read(b"s UNSATISFIABLE\nc s exact arb int 0\n");
        assert_eq!(none.map(|reply| reply.status), Ok(Status::Unsatisfiable));
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in "(s |c s exact arb int |SATISFIABLE|[0-9]{1,50}|\\n|.){0,20}") {
            let _ = DIALECT.read(text.as_bytes());
        }
    }
}
