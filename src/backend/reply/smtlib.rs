//! Replies of SMT solvers: a verdict for each `check-sat`, and values.
//!
//! Asked with `get-value`, all solvers print `((p true) (q false))`. A model, which `get-model` asks for and options
//! such as z3's `-model` and cvc5's `--dump-models` print unasked, is a list of `(define-fun p () Bool true)`, which older
//! versions and yices open with the word `model`. Without `--smt2-model-format` yices prints `(= p true)` per variable.
//! A model may come beside the values that were asked for; they must agree.
//!
//! An `(error ...)` before a verdict voids it: z3 prints one and goes on with the rest of the script. After `unsat` or
//! `unknown` it only says that there are no values. After `unknown` cvc5 gives values of an assignment that is no
//! solution: they are ignored. Several rounds (`sat`, values, `sat`, values, `unsat`) enumerate.

use std::collections::{BTreeMap, BTreeSet};

use super::{ReadLines, Refusal, ReplyFormat, Status, VerdictBuilder};

/// SMT solvers.
pub(in crate::backend) const SMTLIB: ReplyFormat = ReplyFormat {
    core_reader: Some(|| {
        Box::new(SmtReader {
            asks_core: true,
            ..SmtReader::default()
        })
    }),
    ..ReplyFormat::new("smtlib", || Box::<SmtReader>::default())
};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    /// A symbol, a keyword or a number; `|a b|` without its bars.
    Atom(String),
    /// A string without its quotes.
    Text(String),
}

/// A value, as far as it matters: a truth value, or a number that is not negative.
type Value = Option<String>;

#[derive(Debug, Default)]
struct SmtReader {
    /// An open quotation, and by which character.
    quoted: Option<(char, String)>,
    /// The tokens of a response that is not complete, and how many lists are open there.
    tokens: Vec<Token>,
    depth: usize,
    round: Option<Status>,
    values: BTreeMap<String, Value>,
    asks_core: bool,
}

impl ReadLines for SmtReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        let mut rest = line;
        if let Some((quote, text)) = self.quoted.take() {
            rest = self.quotation(quote, text + "\n", rest);
        } else {
            rest = rest.trim_start();
        }
        loop {
            if let Some(last) = self.tokens.last()
                && self.depth == 0
                && self.quoted.is_none()
            {
                if *last == Token::Close && self.tokens.len() == 1 {
                    return Err("a parenthesis that closes nothing".into());
                }
                let tokens = std::mem::take(&mut self.tokens);
                self.response(&tokens, verdict)?;
            }
            rest = rest.trim_start();
            let Some(c) = rest.chars().next() else {
                return Ok(());
            };
            rest = match c {
                '(' => {
                    self.depth += 1;
                    self.tokens.push(Token::Open);
                    &rest[1..]
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.tokens.push(Token::Close);
                    &rest[1..]
                }
                ';' => "",
                '|' | '"' => self.quotation(c, String::new(), &rest[1..]),
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()|\";".contains(c);
                    let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                    self.tokens.push(Token::Atom(word.into()));
                    after
                }
            };
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        if self.quoted.is_some() || !self.tokens.is_empty() {
            return Err(Refusal::Truncated(match self.tokens.get(1) {
                Some(Token::Atom(word)) if word == "error" => "the end of an error message",
                _ => "a list is closed",
            }));
        }
        match self.round {
            Some(Status::Satisfiable) if self.values.is_empty() && !self.asks_core => {
                Err(Refusal::Truncated(
                    "any values of the solution that it announces: z3 gives them with `-model`, cvc5 with \
                     `--dump-models`, and all solvers after `(get-model)`",
                ))
            }
            Some(Status::Unsatisfiable) if self.asks_core => {
                Err(Refusal::Truncated("the core that was asked for"))
            }
            _ => self.close(verdict),
        }
    }
}

impl SmtReader {
    /// Reads on in a quoted symbol or a string; returns what follows it on the line.
    fn quotation<'l>(&mut self, quote: char, mut text: String, mut rest: &'l str) -> &'l str {
        loop {
            let Some((inside, after)) = rest.split_once(quote) else {
                self.quoted = Some((quote, text + rest));
                return "";
            };
            text.push_str(inside);
            rest = after;
            // A quote inside a string is doubled.
            match rest.strip_prefix('"') {
                Some(after) if quote == '"' => {
                    text.push('"');
                    rest = after;
                }
                _ => {
                    self.tokens.push(match quote {
                        '"' => Token::Text(text),
                        _ => Token::Atom(text),
                    });
                    return rest;
                }
            }
        }
    }

    /// Takes one whole response: a word, or a list with all that it holds.
    fn response(&mut self, tokens: &[Token], verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        let inside = match tokens {
            [Token::Atom(word)] => return self.word(word, verdict),
            [Token::Open, inside @ .., Token::Close] => inside,
            _ => return Err("neither a verdict nor a list".into()),
        };
        let is_name = |token: &Token| matches!(token, Token::Atom(name) if name != "=");
        let is_core = inside.iter().all(is_name);
        match (self.round, inside.first()) {
            // Statistics, which z3 and yices print at the end if they are asked for them.
            (_, Some(Token::Atom(word))) if word.starts_with(':') => Ok(()),
            (Some(Status::Unknown), _) => Ok(()),
            (round, Some(Token::Atom(word))) if word == "error" => match round {
                Some(Status::Unsatisfiable) if !self.asks_core => Ok(()),
                // What is satisfiable has no core.
                Some(Status::Satisfiable) if self.asks_core => Ok(()),
                _ => {
                    let words = inside[1..].iter().filter_map(|token| match token {
                        Token::Atom(text) | Token::Text(text) => Some(text.trim()),
                        Token::Open | Token::Close => None,
                    });
                    Err(Refusal::Solver(words.collect::<Vec<_>>().join(" ")))
                }
            },
            (Some(Status::Satisfiable), _) if !self.asks_core => {
                self.add(inside).map_err(Refusal::Line)
            }
            (Some(Status::Unsatisfiable), _) if is_core => {
                if self.asks_core {
                    let names = inside.iter().filter_map(|token| match token {
                        Token::Atom(name) => Some(name.clone()),
                        _ => None,
                    });
                    verdict.core(Some(names.collect()));
                    verdict.status(Status::Unsatisfiable)?;
                    self.round = None;
                }
                Ok(())
            }
            _ => Err("values without the verdict that there are any".into()),
        }
    }

    fn word(&mut self, word: &str, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        let next = match word {
            "sat" => Status::Satisfiable,
            "unsat" => Status::Unsatisfiable,
            "unknown" | "timeout" => Status::Unknown,
            "success" | "unsupported" => return Ok(()),
            _ => return Err("unknown verdict".into()),
        };
        if self.round == Some(Status::Satisfiable) && self.values.is_empty() {
            return Err("a verdict before the values of the last".into());
        }
        if self.round == Some(Status::Unsatisfiable) && next != Status::Unsatisfiable {
            return Err("a second verdict that contradicts the first".into());
        }
        self.close(verdict)?;
        self.round = Some(next);
        Ok(())
    }

    /// Ends a round: its values are an answer.
    fn close(&mut self, verdict: &mut VerdictBuilder) -> Result<(), Refusal> {
        if self.asks_core {
            verdict.core(None);
        }
        match self.round {
            Some(Status::Satisfiable) => {
                verdict.status(Status::Satisfiable)?;
                if !self.asks_core {
                    verdict.answer(self.true_names())?;
                }
            }
            Some(Status::Unsatisfiable) if verdict.found() > 0 => verdict.refine(Status::Exhausted),
            Some(Status::Unknown) if verdict.found() > 0 => {}
            Some(status) => verdict.status(status)?,
            None => {}
        }
        self.values.clear();
        Ok(())
    }

    /// The names of what is true: Boolean variables, and of a number `h` that is 7 the term `(= h 7)`.
    fn true_names(&self) -> BTreeSet<String> {
        let names = self
            .values
            .iter()
            .filter_map(|(name, value)| match value.as_deref()? {
                "true" => Some(name.clone()),
                "false" => None,
                number => Some(format!("(= {name} {number})")),
            });
        names.collect()
    }

    /// Adds the values of a list, in each of the forms that there are.
    fn add(&mut self, list: &[Token]) -> Result<(), &'static str> {
        let parts = terms(list).ok_or("a list that is not closed")?;
        let parts = match parts[..] {
            [[Token::Atom(word)], name, value] if word == "=" => {
                let name = atom(name).ok_or("expected (= name value)")?;
                return self.insert(name, read(value));
            }
            [[Token::Atom(word)], ref rest @ ..] if word == "model" => rest.to_vec(),
            _ => parts,
        };
        let is_definition = |part: &[Token]| part.get(1) == Some(&Token::Atom("define-fun".into()));
        let are_definitions = parts.first().is_some_and(|part| is_definition(part));
        let expected = match are_definitions {
            true => "expected definitions, (define-fun name () sort value)",
            false => "expected pairs of a name and its value",
        };
        for part in parts {
            let [Token::Open, inside @ .., Token::Close] = part else {
                return Err(expected);
            };
            let fields = terms(inside).ok_or(expected)?;
            let (name, value) = match fields[..] {
                [name, value] if !are_definitions => (name, read(value)),
                [_, name, [Token::Open, Token::Close], _, value] if is_definition(part) => {
                    (name, read(value))
                }
                // A function: it has no value.
                [_, name, [Token::Open, ..], _, _] if is_definition(part) => (name, None),
                _ => return Err(expected),
            };
            self.insert(atom(name).ok_or(expected)?, value)?;
        }
        Ok(())
    }

    /// Adds a value. One that is not known contradicts none.
    fn insert(&mut self, name: &str, value: Value) -> Result<(), &'static str> {
        let before = self.values.entry(name.to_owned()).or_default();
        match (&before, &value) {
            (Some(one), Some(other)) if one != other => return Err("a variable with two values"),
            (None, Some(_)) => *before = value,
            _ => {}
        }
        Ok(())
    }
}

fn atom(term: &[Token]) -> Option<&str> {
    match term {
        [Token::Atom(name)] => Some(name),
        _ => None,
    }
}

/// A truth value or a number. Bit vectors, negative numbers and terms that z3 does not evaluate do not matter.
fn read(value: &[Token]) -> Value {
    let word = atom(value)?;
    let is_known = word == "true" || word == "false" || word.bytes().all(|b| b.is_ascii_digit());
    is_known.then(|| word.to_owned())
}

/// The terms that follow each other.
fn terms(tokens: &[Token]) -> Option<Vec<&[Token]>> {
    let mut all = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Atom(_) | Token::Text(_) => {}
        }
        if depth == 0 {
            all.push(&tokens[start..=index]);
            start = index + 1;
        }
    }
    (depth == 0).then_some(all)
}
