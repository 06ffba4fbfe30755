//! The values of an assignment, in each of the forms that solvers print them in.
//!
//! Asked with `get-value`, all of them print `((p true) (q false))`. A model, which `get-model` asks
//! for and options such as z3's `-model` and cvc5's `--dump-models` print unasked, is a list of
//! `(define-fun p () Bool true)`, which older versions and yices open with the word `model`. Without
//! its `--smt2-model-format` yices prints a model as `(= p true)`, each for itself and without an end.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::Token;
use crate::backend::reply::Refusal;

/// How values are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `((p true) (q false))`.
    Pairs,
    /// `((define-fun p () Bool true) ...)`, with or without `model` before the first.
    Definitions,
    /// `(= p true)`: one value, and nobody says how many there are.
    Equation,
}

impl Form {
    /// The form of a whole list.
    pub(super) fn of(list: &[Token]) -> Self {
        let word = |at: usize| match list.get(at) {
            Some(Token::Atom(word)) => Some(word.as_str()),
            _ => None,
        };
        match (word(1), word(2)) {
            (Some("="), _) => Form::Equation,
            (Some("model"), _) | (None, Some("define-fun")) => Form::Definitions,
            _ => Form::Pairs,
        }
    }
}

/// A value, as far as it matters.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Truth(bool),
    Number(String),
    /// A bit-vector, a negative number, a function, or a defined term, which z3 does not work out: none
    /// that is needed.
    Other,
}

/// What has been said about the variables of an assignment.
#[derive(Debug, Default)]
pub(super) struct Values(BTreeMap<String, Value>);

impl Values {
    /// Adds what a list says. A variable may be mentioned again, with the same value.
    pub(super) fn add(&mut self, list: &[Token], form: Form) -> Result<(), Refusal> {
        // The list is balanced: its last token closes its first.
        let inside = &list[1..list.len() - 1];
        match form {
            Form::Pairs => self.each(inside, "expected pairs of a name and its value", pair),
            Form::Definitions => {
                let inside = match inside {
                    [Token::Atom(_), rest @ ..] => rest,
                    all => all,
                };
                let expected = "expected definitions, (define-fun name () sort value)";
                self.each(inside, expected, definition)
            }
            Form::Equation => {
                let (name, value) = pair(&inside[1..]).ok_or("expected (= name value)")?;
                self.insert(name, value)
            }
        }
    }

    /// Adds what each of the lists says that follow each other.
    fn each(
        &mut self,
        mut lists: &[Token],
        expected: &'static str,
        read: fn(&[Token]) -> Option<(&str, Value)>,
    ) -> Result<(), Refusal> {
        while !lists.is_empty() {
            let length = term(lists).ok_or(expected)?;
            let (list, rest) = lists.split_at(length);
            let [Token::Open, inside @ .., Token::Close] = list else {
                return Err(expected.into());
            };
            let (name, value) = read(inside).ok_or(expected)?;
            self.insert(name, value)?;
            lists = rest;
        }
        Ok(())
    }

    /// Adds a value. One that is not known does not contradict any.
    fn insert(&mut self, name: &str, value: Value) -> Result<(), Refusal> {
        match self.0.get(name) {
            Some(Value::Other) | None => {
                let _ = self.0.insert(name.to_owned(), value);
                Ok(())
            }
            Some(before) if *before == value || value == Value::Other => Ok(()),
            Some(_) => Err("a variable with two values".into()),
        }
    }

    /// The names of what is true: Boolean variables, and of a number `h` that is 7 the term `(= h 7)`.
    pub(super) fn true_names(&self) -> BTreeSet<String> {
        let names = self.0.iter().filter_map(|(name, value)| match value {
            Value::Truth(true) => Some(name.clone()),
            Value::Number(number) => Some(format!("(= {name} {number})")),
            Value::Truth(false) | Value::Other => None,
        });
        names.collect()
    }
}

/// A name and its value, and nothing else.
fn pair(tokens: &[Token]) -> Option<(&str, Value)> {
    let [Token::Atom(name), value @ ..] = tokens else {
        return None;
    };
    (term(value)? == value.len()).then(|| (name.as_str(), read(value)))
}

/// `define-fun`, a name, parameters, a sort and a value. What has parameters has no value.
fn definition(tokens: &[Token]) -> Option<(&str, Value)> {
    let [Token::Atom(word), Token::Atom(name), rest @ ..] = tokens else {
        return None;
    };
    let (parameters, rest) = rest.split_at(term(rest)?);
    let (_, value) = rest.split_at(term(rest)?);
    if word != "define-fun" || term(value)? != value.len() {
        return None;
    }
    let value = match parameters {
        [Token::Open, Token::Close] => read(value),
        [Token::Open, .., Token::Close] => Value::Other,
        _ => return None,
    };
    Some((name, value))
}

fn read(value: &[Token]) -> Value {
    match value {
        [Token::Atom(word)] if word == "true" => Value::Truth(true),
        [Token::Atom(word)] if word == "false" => Value::Truth(false),
        [Token::Atom(word)] if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Value::Number(word.clone())
        }
        _ => Value::Other,
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
