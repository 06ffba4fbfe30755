//! What SMT solvers print: a verdict for each `check-sat`, and the values asked for or given unasked.
//!
//! [`values`] reads values in each of the forms that there are. A model may come beside the values
//! that were asked for; it must say the same. An `(error ...)` before a verdict
//! voids it: z3 prints one and goes on with what is left of the script. After `unsat` or
//! `unknown` it only says that there are no values to give. After `unknown` cvc5 gives values
//! all the same, of an assignment that is no solution: they are passed over.
//!
//! Several rounds (`sat`, values, `sat`, values, `unsat`) enumerate.

mod lexer;
mod values;

use std::collections::BTreeSet;

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyError, ReplyFormat, Status};
use lexer::{Lexer, Token};
use values::{Form, Values};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "smtlib",
    reader: || Box::<Reader>::default(),
    core_reader: Some(|| Box::new(Reader::of_cores())),
    counts: false,
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
    /// What this round's answer says so far.
    values: Values,
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
    /// `sat`, and some of its values have come, each for itself: whatever else comes ends them.
    Listing,
    /// `sat`, and its values have come in this form: the next verdict opens a new round.
    Answered(Form),
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

    fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        Ok(self.end_of_list().into_iter().collect())
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
            Round::Satisfiable => Err(
                "any values of the solution that it announces: z3 gives them with `-model`, cvc5 with \
                 `--dump-models`, and all solvers after `(get-model)`",
            ),
            Round::Unsatisfiable if self.asks_core => Err("the core that was asked for"),
            Round::Blamed => Ok(Status::Unsatisfiable),
            Round::Unsatisfiable if self.answers > 0 => Ok(Status::Exhausted),
            Round::Unsatisfiable => Ok(Status::Unsatisfiable),
            Round::Unknown if self.answers == 0 => Ok(Status::Unknown),
            Round::Listing | Round::Answered(_) | Round::Unknown => Ok(Status::Satisfiable),
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
            [Token::Atom(word)] => self.word(word),
            [Token::Open, Token::Atom(word), rest @ ..] if word == "error" => self.error(rest),
            // Statistics, which z3 and yices print at the end if they are asked for them.
            [Token::Open, Token::Atom(word), ..] if word.starts_with(':') => Ok(None),
            [Token::Open, ..] => self.list(tokens),
            _ => Err("neither a verdict nor a list".into()),
        }
    }

    /// The answer whose values have come each for itself, where no more of them can come.
    fn end_of_list(&mut self) -> Option<Answer> {
        (self.round == Round::Listing).then(|| self.answer(Form::Equation))
    }

    /// The answer that this round's values are.
    fn answer(&mut self, form: Form) -> Answer {
        self.round = Round::Answered(form);
        self.answers += 1;
        let true_names = self.values.true_names();
        Answer { true_names }
    }

    fn word(&mut self, word: &str) -> Result<Option<Answer>, Refusal> {
        let next = match word {
            "sat" => Round::Satisfiable,
            "unsat" => Round::Unsatisfiable,
            "unknown" | "timeout" => Round::Unknown,
            "success" | "unsupported" => return Ok(None),
            _ => return Err("unknown verdict".into()),
        };
        let answer = self.end_of_list();
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
        self.values = Values::default();
        Ok(answer)
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
            Round::Satisfiable | Round::Listing => {
                let form = Form::of(tokens);
                self.values.add(tokens, form)?;
                if form == Form::Equation {
                    self.round = Round::Listing;
                    return Ok(None);
                }
                Ok(Some(self.answer(form)))
            }
            // A model beside the values that were asked for, or these beside a model.
            Round::Answered(before) if Form::of(tokens) != before => {
                self.values.add(tokens, Form::of(tokens))?;
                Ok(None)
            }
            // The values of no solution.
            Round::Unknown => Ok(None),
            Round::Unsatisfiable if self.asks_core => {
                let true_names = Self::core(tokens)?;
                self.round = Round::Blamed;
                Ok(Some(Answer { true_names }))
            }
            // The names of an unsatisfiable core.
            Round::Unsatisfiable
                if Self::core(tokens).is_ok() && Form::of(tokens) == Form::Pairs =>
            {
                Ok(None)
            }
            Round::Start | Round::Answered(_) | Round::Unsatisfiable | Round::Blamed => {
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
}

#[cfg(test)]
mod tests;
