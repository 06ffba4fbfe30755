//! What SMT solvers print: a verdict for each `check-sat`, and the values asked for.
//!
//! Values are `((p true) (q false) ...)`, in one line or many. An `(error ...)` before a verdict
//! voids it: z3 prints one and goes on with what is left of the script. After `unsat` or
//! `unknown` it only says that there are no values to give. After `unknown` cvc5 gives values
//! all the same, of an assignment that is no solution: they are passed over.
//!
//! Several rounds (`sat`, values, `sat`, values, `unsat`) enumerate.

mod lexer;

use std::collections::{BTreeSet, HashMap};

use crate::backend::reply::{Answer, Dialect, ReadLines, Refusal, Status};
use lexer::{Lexer, Token};

/// How they reply.
pub const DIALECT: Dialect = Dialect {
    name: "smtlib",
    reader: || Box::<Reader>::default(),
    core_reader: Some(|| Box::new(Reader::of_cores())),
};

/// Reads the replies of SMT solvers.
#[derive(Debug, Default)]
struct Reader {
    lexer: Lexer,
    /// The tokens of a list that is not closed yet; how many of them have been looked at, and how
    /// many lists are open there.
    tokens: Vec<Token>,
    seen: usize,
    depth: usize,
    round: Round,
    answers: usize,
    /// The question was not for values but for the core of a contradiction.
    asks_core: bool,
}

/// Where in a round the reply stands.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Round {
    /// No verdict yet.
    #[default]
    Start,
    /// `sat`, and its values are to come.
    Satisfiable,
    /// `sat`, and its values have come: the next verdict opens a new round.
    Answered,
    Unsatisfiable,
    /// `unsat`, and the core has come.
    Blamed,
    Unknown,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        self.lexer.line(line, &mut self.tokens);
        let tokens = std::mem::take(&mut self.tokens);
        let (mut answer, mut start) = (None, 0);
        for (index, token) in tokens.iter().enumerate().skip(self.seen) {
            match token {
                Token::Open => self.depth += 1,
                Token::Close if self.depth == 0 => {
                    return Err("a parenthesis that closes nothing".into());
                }
                Token::Close => self.depth -= 1,
                Token::Atom(_) | Token::Text(_) => {}
            }
            if self.depth == 0 {
                let values = self.response(&tokens[start..=index])?;
                start = index + 1;
                if answer.is_some() && values.is_some() {
                    return Err("two answers in one line".into());
                }
                answer = answer.or(values);
            }
        }
        self.tokens = tokens;
        drop(self.tokens.drain(..start));
        self.seen = self.tokens.len();
        Ok(answer)
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        if self.lexer.is_open() || !self.tokens.is_empty() {
            let what = match self.tokens.get(1) {
                Some(Token::Atom(word)) if word == "error" => "the end of an error message",
                _ => "a list is closed",
            };
            return Err(what);
        }
        match self.round {
            Round::Start => Err("any verdict"),
            Round::Satisfiable if self.asks_core => Ok(Status::Satisfiable),
            Round::Satisfiable => Err("the values that it announces"),
            Round::Unsatisfiable if self.asks_core => Err("the core that was asked for"),
            Round::Blamed => Ok(Status::Unsatisfiable),
            Round::Unsatisfiable if self.answers > 0 => Ok(Status::Exhausted),
            Round::Unsatisfiable => Ok(Status::Unsatisfiable),
            Round::Unknown if self.answers == 0 => Ok(Status::Unknown),
            Round::Answered | Round::Unknown => Ok(Status::Satisfiable),
        }
    }
}

impl Reader {
    /// A reader for `unsat` and the names of the assertions that exclude each other.
    fn of_cores() -> Self {
        Reader {
            asks_core: true,
            ..Reader::default()
        }
    }

    /// Takes one whole response: a word, or a list with all that it holds.
    fn response(&mut self, tokens: &[Token]) -> Result<Option<Answer>, Refusal> {
        match tokens {
            [Token::Atom(word)] => self.word(word).map(|()| None),
            [Token::Open, Token::Atom(word), rest @ ..] if word == "error" => self.error(rest),
            [Token::Open, ..] => self.list(tokens),
            _ => Err("neither a verdict nor a list".into()),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Refusal> {
        let next = match word {
            "sat" => Round::Satisfiable,
            "unsat" => Round::Unsatisfiable,
            "unknown" | "timeout" => Round::Unknown,
            "success" | "unsupported" => return Ok(()),
            _ => return Err("unknown verdict".into()),
        };
        match self.round {
            Round::Satisfiable => {
                return Err("a verdict before the values of the last".into());
            }
            Round::Blamed => return Err("a verdict after the core".into()),
            Round::Unsatisfiable if next != Round::Unsatisfiable => {
                return Err("a verdict that contradicts an earlier one".into());
            }
            _ => self.round = next,
        }
        Ok(())
    }

    fn error(&self, rest: &[Token]) -> Result<Option<Answer>, Refusal> {
        match self.round {
            // There is no core of what has a solution.
            Round::Satisfiable if self.asks_core => Ok(None),
            Round::Unsatisfiable if !self.asks_core => Ok(None),
            Round::Unknown => Ok(None),
            _ => {
                let words: Vec<&str> = rest
                    .iter()
                    .filter_map(|token| match token {
                        Token::Atom(text) | Token::Text(text) => Some(text.trim()),
                        Token::Open | Token::Close => None,
                    })
                    .collect();
                Err(Refusal::Solver(words.join(" ")))
            }
        }
    }

    fn list(&mut self, tokens: &[Token]) -> Result<Option<Answer>, Refusal> {
        match self.round {
            Round::Satisfiable if self.asks_core => Err("a core of what has a solution".into()),
            Round::Satisfiable => {
                let true_names = Self::values(tokens)?;
                self.round = Round::Answered;
                self.answers += 1;
                Ok(Some(Answer { true_names }))
            }
            // The values of no solution.
            Round::Unknown => Ok(None),
            Round::Unsatisfiable if self.asks_core => {
                let true_names = Self::core(tokens)?;
                self.round = Round::Blamed;
                Ok(Some(Answer { true_names }))
            }
            // The names of an unsatisfiable core.
            Round::Unsatisfiable if tokens.get(1) != Some(&Token::Open) => Ok(None),
            Round::Start | Round::Answered | Round::Unsatisfiable | Round::Blamed => {
                Err("values without the verdict that there are any".into())
            }
        }
    }

    /// The names of a core.
    fn core(tokens: &[Token]) -> Result<BTreeSet<String>, Refusal> {
        // The list is balanced: its last token closes its first.
        let names = tokens[1..tokens.len() - 1].iter();
        names
            .map(|token| match token {
                Token::Atom(name) => Ok(name.clone()),
                _ => Err("expected the names of assertions".into()),
            })
            .collect()
    }

    /// The names that a list of values says to be true. Values that are not Boolean are those of
    /// auxiliary variables.
    fn values(tokens: &[Token]) -> Result<BTreeSet<String>, Refusal> {
        let wrong = "expected pairs of a name and its value";
        // The outer list is balanced: its last token closes its first.
        let mut rest = &tokens[1..tokens.len() - 1];
        let mut values: HashMap<&str, Option<bool>> = HashMap::new();
        while let [first, after @ ..] = rest {
            let (Token::Open, [Token::Atom(name), value @ ..]) = (first, after) else {
                return Err(wrong.into());
            };
            let length = term(value).ok_or(wrong)?;
            let truth = match &value[..length] {
                [Token::Atom(word)] if word == "true" => Some(true),
                [Token::Atom(word)] if word == "false" => Some(false),
                _ => None,
            };
            if value.get(length) != Some(&Token::Close) {
                return Err(wrong.into());
            }
            rest = &value[length + 1..];
            if values
                .insert(name, truth)
                .is_some_and(|other| other != truth)
            {
                return Err("a variable with two values".into());
            }
        }
        let is_true = |(name, truth): (&str, _)| (truth == Some(true)).then(|| name.to_owned());
        Ok(values.into_iter().filter_map(is_true).collect())
    }
}

/// How many tokens the first term takes.
fn term(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Atom(_) | Token::Text(_) => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests;
