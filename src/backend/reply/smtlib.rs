//! Replies of SMT solvers: a verdict for each `check-sat`, and values.
//!
//! For `get-value` all solvers print `((p true) (q false))`. A model, printed for `get-model` and with options
//! such as z3's `-model` and cvc5's `--dump-models`, is a list of `(define-fun p () Bool true)`. Older versions and
//! yices begin the list with the word `model`. Without `--smt2-model-format` yices prints `(= p true)` per variable.
//! A model may accompany requested values; they must agree.
//!
//! An `(error ...)` before a verdict voids the reply: z3 prints one and continues with the script. After `unsat` or
//! `unknown` it only means that there are no values. After `unknown` cvc5 prints an assignment that is no solution;
//! its values are ignored. Enumeration has several rounds (`sat`, values, `sat`, values, `unsat`).

use std::collections::{BTreeMap, BTreeSet};

use super::{LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder};

/// The reply format of SMT solvers.
pub(in crate::backend) const SMTLIB: ReplyFormat =
    ReplyFormat::new("smtlib", || Box::<SmtReader>::default());

#[derive(Debug, Clone, PartialEq, Eq)]
enum SmtToken {
    Open,
    Close,
    /// A symbol, a keyword or a number; `|a b|` without its bars.
    Atom(String),
    /// A string without its quotes.
    Text(String),
}

/// A truth value or a non-negative number; `None` for any other value.
type SmtValue = Option<String>;

#[derive(Debug, Default)]
struct SmtReader {
    /// An open quotation with its delimiter.
    quoted: Option<(char, String)>,
    /// The tokens of the current response, and its number of open lists.
    tokens: Vec<SmtToken>,
    depth: usize,
    round: Option<ReplyStatus>,
    values: BTreeMap<String, SmtValue>,
}

impl LineReader for SmtReader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
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
                if *last == SmtToken::Close && self.tokens.len() == 1 {
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
                    self.tokens.push(SmtToken::Open);
                    &rest[1..]
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.tokens.push(SmtToken::Close);
                    &rest[1..]
                }
                ';' => "",
                '|' | '"' => self.quotation(c, String::new(), &rest[1..]),
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()|\";".contains(c);
                    let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                    self.tokens.push(SmtToken::Atom(word.into()));
                    after
                }
            };
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        if self.quoted.is_some() || !self.tokens.is_empty() {
            return Err(ReplyError::Truncated(match self.tokens.get(1) {
                Some(SmtToken::Atom(word)) if word == "error" => "the end of an error message",
                _ => "a list is closed",
            }));
        }
        match self.round {
            Some(ReplyStatus::Satisfiable) if self.values.is_empty() => Err(ReplyError::Truncated(
                "any values of the solution that it announces: z3 gives them with `-model`, cvc5 with \
                     `--dump-models`, and all solvers after `(get-model)`",
            )),
            _ => self.close(verdict),
        }
    }
}

impl SmtReader {
    /// Reads a quoted symbol or a string; returns the rest of the line.
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
                        '"' => SmtToken::Text(text),
                        _ => SmtToken::Atom(text),
                    });
                    return rest;
                }
            }
        }
    }

    /// Handles one complete response: a word or a list.
    fn response(
        &mut self,
        tokens: &[SmtToken],
        verdict: &mut VerdictBuilder,
    ) -> Result<(), ReplyError> {
        let inside = match tokens {
            [SmtToken::Atom(word)] => return self.word(word, verdict),
            [SmtToken::Open, inside @ .., SmtToken::Close] => inside,
            _ => return Err("neither a verdict nor a list".into()),
        };
        let is_name = |token: &SmtToken| matches!(token, SmtToken::Atom(name) if name != "=");
        let is_core = inside.iter().all(is_name);
        match (self.round, inside.first()) {
            // Statistics, which options of z3 and yices print at the end.
            (_, Some(SmtToken::Atom(word))) if word.starts_with(':') => Ok(()),
            (Some(ReplyStatus::Unknown), _) => Ok(()),
            (round, Some(SmtToken::Atom(word))) if word == "error" => match round {
                Some(ReplyStatus::Unsatisfiable) => Ok(()),
                _ => {
                    let words = inside[1..].iter().filter_map(|token| match token {
                        SmtToken::Atom(text) | SmtToken::Text(text) => Some(text.trim()),
                        SmtToken::Open | SmtToken::Close => None,
                    });
                    Err(ReplyError::Solver(words.collect::<Vec<_>>().join(" ")))
                }
            },
            (Some(ReplyStatus::Satisfiable), _) => self.add(inside).map_err(ReplyError::from),
            // A core, which scripts with `(get-unsat-core)` request.
            (Some(ReplyStatus::Unsatisfiable), _) if is_core => Ok(()),
            _ => Err("values without the verdict that there are any".into()),
        }
    }

    fn word(&mut self, word: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let next = match word {
            "sat" => ReplyStatus::Satisfiable,
            "unsat" => ReplyStatus::Unsatisfiable,
            "unknown" | "timeout" => ReplyStatus::Unknown,
            "success" | "unsupported" => return Ok(()),
            _ => return Err("unknown verdict".into()),
        };
        if self.round == Some(ReplyStatus::Satisfiable) && self.values.is_empty() {
            return Err("a verdict before the values of the last".into());
        }
        if self.round == Some(ReplyStatus::Unsatisfiable) && next != ReplyStatus::Unsatisfiable {
            return Err("a second verdict that contradicts the first".into());
        }
        self.close(verdict)?;
        self.round = Some(next);
        Ok(())
    }

    /// Ends a round. Its values are an answer.
    fn close(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        match self.round {
            Some(ReplyStatus::Satisfiable) => {
                verdict.status(ReplyStatus::Satisfiable)?;
                verdict.answer(self.true_names())?;
            }
            Some(ReplyStatus::Unsatisfiable) if verdict.found() > 0 => {
                verdict.refine(ReplyStatus::Exhausted)
            }
            Some(ReplyStatus::Unknown) if verdict.found() > 0 => {}
            Some(status) => verdict.status(status)?,
            None => {}
        }
        self.values.clear();
        Ok(())
    }

    /// The names of the true variables. An integer `h` with the value 7 is the term `(= h 7)`.
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

    /// Adds the values of a list in any of the formats.
    fn add(&mut self, list: &[SmtToken]) -> Result<(), &'static str> {
        let parts = terms(list).ok_or("a list that is not closed")?;
        let parts = match parts[..] {
            [[SmtToken::Atom(word)], name, value] if word == "=" => {
                let name = atom(name).ok_or("expected (= name value)")?;
                return self.insert(name, read(value));
            }
            [[SmtToken::Atom(word)], ref rest @ ..] if word == "model" => rest.to_vec(),
            _ => parts,
        };
        let is_definition =
            |part: &[SmtToken]| part.get(1) == Some(&SmtToken::Atom("define-fun".into()));
        let are_definitions = parts.first().is_some_and(|part| is_definition(part));
        let expected = match are_definitions {
            true => "expected definitions, (define-fun name () sort value)",
            false => "expected pairs of a name and its value",
        };
        for part in parts {
            let [SmtToken::Open, inside @ .., SmtToken::Close] = part else {
                return Err(expected);
            };
            let fields = terms(inside).ok_or(expected)?;
            let (name, value) = match fields[..] {
                [name, value] if !are_definitions => (name, read(value)),
                [_, name, [SmtToken::Open, SmtToken::Close], _, value] if is_definition(part) => {
                    (name, read(value))
                }
                // A function has no value.
                [_, name, [SmtToken::Open, ..], _, _] if is_definition(part) => (name, None),
                _ => return Err(expected),
            };
            self.insert(atom(name).ok_or(expected)?, value)?;
        }
        Ok(())
    }

    /// Adds a value. An unsupported value contradicts no other.
    fn insert(&mut self, name: &str, value: SmtValue) -> Result<(), &'static str> {
        let before = self.values.entry(name.to_owned()).or_default();
        match (&before, &value) {
            (Some(one), Some(other)) if one != other => return Err("a variable with two values"),
            (None, Some(_)) => *before = value,
            _ => {}
        }
        Ok(())
    }
}

fn atom(term: &[SmtToken]) -> Option<&str> {
    match term {
        [SmtToken::Atom(name)] => Some(name),
        _ => None,
    }
}

/// Reads a truth value or a number. Bit vectors, negative numbers and unevaluated terms are not supported.
fn read(value: &[SmtToken]) -> SmtValue {
    let word = atom(value)?;
    let is_known = word == "true" || word == "false" || word.bytes().all(|b| b.is_ascii_digit());
    is_known.then(|| word.to_owned())
}

/// Splits tokens into terms.
fn terms(tokens: &[SmtToken]) -> Option<Vec<&[SmtToken]>> {
    let mut all = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            SmtToken::Open => depth += 1,
            SmtToken::Close => depth = depth.checked_sub(1)?,
            SmtToken::Atom(_) | SmtToken::Text(_) => {}
        }
        if depth == 0 {
            all.push(&tokens[start..=index]);
            start = index + 1;
        }
    }
    (depth == 0).then_some(all)
}
