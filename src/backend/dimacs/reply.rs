//! What SAT solvers print: `s` and `v` lines, minisat's result file, or literals alone.
//!
//! `c` lines are comments; `v` lines hold literals up to a closing 0 and may be wrapped anywhere
//! between two of them. minisat writes `SAT` with the literals on the next line, `UNSAT` or `INDET`. A
//! line of literals needs no `v`, whatever is around it, and an answer of such lines needs no verdict:
//! some tools print nothing else. Where there are `v` lines there is a verdict, and a reply without
//! it was cut off. clasp prints an answer's `v` lines before its `s` line, and several answers one after
//! the other.

use std::collections::{BTreeSet, HashMap};

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyFormat, Status};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "dimacs",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

/// Reads the replies of SAT solvers.
#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Status>,
    /// Literals stood behind a `v`, so that a verdict belongs to them.
    tagged: bool,
    /// The literals of an answer whose closing 0 has not come.
    open: Option<HashMap<u64, bool>>,
    answers: usize,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let text = line.trim();
        let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match tag {
            "c" if is_count(rest) => Err(Refusal::OtherDialect),
            "" | "c" => Ok(None),
            "s" => self.verdict(rest.trim()),
            "v" => {
                self.tagged = true;
                self.literals(rest)
            }
            // What glucose says of a formula that it need not search.
            "Solved" if rest == "by simplification" => Ok(None),
            "SAT" | "UNSAT" | "INDET" if rest.is_empty() => self.verdict(tag),
            _ if tag.starts_with('c') && !tag.starts_with("conflict") => Ok(None),
            _ if tag.parse::<i64>().is_ok() => self.literals(text),
            _ => Err("expected a line that starts with c, s or v, or literals".into()),
        }
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        if self.open.is_some() {
            return Err("the 0 that closes an answer");
        }
        match self.verdict {
            None if self.answers > 0 && !self.tagged => Ok(Status::Satisfiable),
            None => Err("any verdict"),
            Some(Status::Satisfiable) if self.answers == 0 => Err("the answer that it announces"),
            Some(status) => Ok(status),
        }
    }
}

/// Tells whether a comment is the count of a model counter.
fn is_count(comment: &str) -> bool {
    let mut words = comment.split_whitespace();
    words.next() == Some("s") && matches!(words.next(), Some("exact" | "approx"))
}

impl Reader {
    fn verdict(&mut self, word: &str) -> Result<Option<Answer>, Refusal> {
        let status = match word {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Status::Unknown,
            _ => return Err("unknown verdict".into()),
        };
        if self.verdict.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status == Status::Unsatisfiable && (self.answers > 0 || self.open.is_some()) {
            return Err("no solution after an answer".into());
        }
        self.verdict = Some(status);
        Ok(None)
    }

    fn literals(&mut self, words: &str) -> Result<Option<Answer>, Refusal> {
        if self.verdict == Some(Status::Unsatisfiable) {
            return Err("an answer after the verdict that there is none".into());
        }
        let mut complete = None;
        for word in words.split_whitespace() {
            if complete.is_some() {
                return Err("something after the closing 0".into());
            }
            let literal: i64 = word.parse().map_err(|_| "expected literals")?;
            let values = self.open.get_or_insert_default();
            if literal == 0 {
                complete = self.open.take();
            } else if values
                .insert(literal.unsigned_abs(), literal > 0)
                .is_some_and(|before| before != (literal > 0))
            {
                return Err("a variable that is both true and false".into());
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DIALECT, Status};
    use crate::backend::reply::{Reply, ReplyError};

    fn read(text: &str) -> Result<Reply, ReplyError> {
        DIALECT.read(text.as_bytes())
    }

    /// The status and the true variables of each answer.
    fn summary(text: &str) -> (Status, Vec<Vec<String>>) {
        let reply = read(text).expect("a reply");
        let answers = reply.answers.into_iter();
        let names = answers.map(|answer| answer.true_names.into_iter().collect());
        (reply.status, names.collect())
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn verdicts_and_wrapped_values() {
        let text = "c kissat\ns SATISFIABLE\nv 1 -2\nv 3 0\n";
        assert_eq!(
            summary(text),
            (Status::Satisfiable, vec![names(&["1", "3"])])
        );
        assert_eq!(
            summary("s UNSATISFIABLE\n"),
            (Status::Unsatisfiable, vec![])
        );
        assert_eq!(summary("s UNKNOWN\n"), (Status::Unknown, vec![]));
        assert_eq!(summary("s INDETERMINATE\n"), (Status::Unknown, vec![]));
    }

    #[test]
    fn the_result_file_of_minisat() {
        assert_eq!(
            summary("SAT\n1 -2 3 0\n"),
            (Status::Satisfiable, vec![names(&["1", "3"])])
        );
        assert_eq!(summary("UNSAT\n"), (Status::Unsatisfiable, vec![]));
        assert_eq!(summary("INDET\n"), (Status::Unknown, vec![]));
    }

    #[test]
    fn answers_wrapped_anywhere_and_without_tags() {
        let one = (Status::Satisfiable, vec![names(&["1", "3"])]);
        for text in [
            "1 -2 3 0\n",
            "1\n-2\n3\n0\n",
            "c a tool\n1 -2\nc in between\n3 0\nc done\n",
            "s SATISFIABLE\n1 -2 3 0\n",
            "s SATISFIABLE\nv 1\n-2 3\nv 0\n",
            "s SATISFIABLE\r\nv\r\nv   1   -2\r\nc\r\nv 3\r\nv 0\r\n",
            "SAT\n1 -2\n3 0\n",
            "c comment\nSAT\nc comment\n1 -2 3\n0",
            "1 -2 3 0\ns SATISFIABLE\n",
        ] {
            assert_eq!(summary(text), one, "{text:?}");
        }
        let two = vec![names(&["1"]), names(&["2"])];
        assert_eq!(summary("1 -2 0\n-1 2 0\n"), (Status::Satisfiable, two));
    }

    #[test]
    fn several_answers_before_the_verdict() {
        let text = "c Answer: 1\nv 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n";
        let two = vec![names(&["1"]), names(&["2"])];
        assert_eq!(summary(text), (Status::Satisfiable, two));
    }

    #[test]
    fn what_cannot_be_believed() {
        for text in [
            "",
            "c nothing else\n",
            "s SATISFIABLE\n",
            "s SATISFIABLE\nv 1 2\n",
            "s SATISFIABLE\nv 1 -1 0\n",
            "s SATISFIABLE\nv 1 0 2\n",
            "s SATISFIABLE\nv one 0\n",
            "s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\n",
            "s UNSATISFIABLE\nv 1 0\n",
            "v 1 0\ns UNSATISFIABLE\n",
            "s PROBABLY\n",
            "1 -2 3\n",
            "1 0\n2\n",
            "1 -2 x 0\n",
            "SAT\n1 -2 3\n",
            "UNSAT\n1 0\n",
            "1 0\nUNSAT\n",
            "v 1 0\n",
            "v 1 0\n2 0\n",
            "s SATISFIABLE\nv 1 -\nv 2 0\n",
            "12 conflicts\n",
            "99999999999999999999 0\n",
            "segmentation fault\n",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in "(s |v |c |SAT|UNSAT|-?[0-9]{1,20} |\\n|.){0,40}") {
            let _ = read(&text);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = DIALECT.read(&bytes);
        }
    }
}
