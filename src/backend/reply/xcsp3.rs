//! Replies of constraint solvers in the format of the XCSP3 competitions: an `s` line with the verdict, and `v` lines
//! with one `<instantiation>` per solution.
//!
//! ```text
//! s SATISFIABLE
//! v <instantiation id='sol1' type='solution'>
//! v   <list> tile[] pips[] </list> <values> 41 -1 4 1 </values>
//! v </instantiation>
//! d FOUND SOLUTIONS 1
//! d COMPLETE EXPLORATION
//! ```
//!
//! An instantiation has one or more lines, with or without the `v`, before or after the verdict. `0x5` is the value 0
//! five times, and `*` any value; an array may be listed whole, as `pips[]`, or by its elements. `d` lines have the number
//! of solutions and the completeness of the search, which is accepted if that number of solutions was printed. Other
//! lines are the solver's log. Choco repeats its last solution after the verdict.

use std::collections::BTreeSet;

use super::{
    LineReader, ReplyError, ReplyFormat, ReplyStatus, VerdictBuilder, competition_status, split_tag,
};

/// The reply format of XCSP3 solvers.
pub(in crate::backend) const XCSP3: ReplyFormat =
    ReplyFormat::new("xcsp3", || Box::<Xcsp3Reader>::default());

/// Maximal number of values of an instantiation in compact notation.
const MAX_VALUES: usize = 1 << 24;

const OPENING: &str = "<instantiation";
const CLOSING: &str = "</instantiation>";

#[derive(Debug, Default)]
struct Xcsp3Reader {
    /// The text of the current instantiation.
    open: Option<String>,
    last: Option<BTreeSet<String>>,
    /// The number of solutions in a `d` line.
    found: Option<usize>,
    is_complete: bool,
}

impl LineReader for Xcsp3Reader {
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let line = without_colours(line);
        let (tag, rest) = split_tag(&line);
        match tag {
            "v" => self.xml(rest, verdict),
            _ if self.open.is_some() || tag.starts_with(OPENING) => self.xml(&line, verdict),
            "s" => verdict.status(competition_status(rest)?),
            "d" => {
                if let Some(count) = rest.strip_prefix("FOUND SOLUTIONS") {
                    // Digits may be grouped by commas or points.
                    let digits: String = count.chars().filter(char::is_ascii_digit).collect();
                    let count = digits.parse();
                    self.found = Some(count.map_err(|_| "expected a number of solutions")?);
                }
                self.is_complete |= rest == "COMPLETE EXPLORATION";
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        if self.open.is_some() {
            return Err(ReplyError::Truncated("the end of an instantiation"));
        }
        let is_all = self.is_complete && self.found == Some(verdict.found());
        if is_all && verdict.verdict() == Some(ReplyStatus::Satisfiable) {
            verdict.refine(ReplyStatus::Exhausted);
        }
        Ok(())
    }
}

impl Xcsp3Reader {
    /// Adds a part of an instantiation.
    fn xml(&mut self, piece: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError> {
        let mut text = match self.open.take() {
            Some(text) => text,
            None if piece.trim().is_empty() => return Ok(()),
            None if piece.trim_start().starts_with(OPENING) => String::new(),
            None => return Err("expected an <instantiation>".into()),
        };
        text.push_str(piece);
        text.push(' ');
        let Some((inside, after)) = text.split_once(CLOSING) else {
            self.open = Some(text);
            return Ok(());
        };
        if !after.trim().is_empty() {
            return Err("something after the end of the instantiation".into());
        }
        let answer = true_names(inside)?;
        if self.last.as_ref() == Some(&answer) {
            return Ok(());
        }
        self.last = Some(answer.clone());
        verdict.answer(answer)
    }
}

/// The literals of an instantiation, such as `tile[3]=41`.
fn true_names(text: &str) -> Result<BTreeSet<String>, &'static str> {
    let names: Vec<&str> = inside(text, "list")?.split_whitespace().collect();
    let mut values: Vec<Option<i64>> = Vec::new();
    for word in inside(text, "values")?.split_whitespace() {
        let (value, times) = word.split_once('x').unwrap_or((word, "1"));
        let times: usize = times.parse().map_err(|_| "expected values")?;
        let value = match value {
            "*" => None,
            value => Some(value.parse().map_err(|_| "expected values")?),
        };
        if times > MAX_VALUES - values.len() {
            return Err("more values than any model has");
        }
        values.extend(std::iter::repeat_n(value, times));
    }
    let literal = |name: &str, value: i64| format!("{name}={value}");
    let values = values.into_iter();
    // ACE lists whole arrays, `tile[] pips[]`, without their lengths: all elements are named as those of the first, and
    // names past its end are those of no placement.
    if let Some(array) = names.first().and_then(|name| name.strip_suffix("[]"))
        && names.iter().all(|name| name.ends_with("[]"))
    {
        let known = values.enumerate();
        let known = known.filter_map(|(place, value)| Some((place, value?)));
        let known = known.map(|(place, value)| literal(&format!("{array}[{place}]"), value));
        return Ok(known.collect());
    }
    if names.len() != values.len() {
        return Err("not as many values as variables");
    }
    let mut seen = BTreeSet::new();
    if names
        .iter()
        .any(|name| name.ends_with("[]") || !seen.insert(name))
    {
        return Err("a variable that is listed twice, or an array among variables");
    }
    let known = names
        .iter()
        .zip(values)
        .filter_map(|(name, value)| Some((name, value?)));
    Ok(known.map(|(name, value)| literal(name, value)).collect())
}

/// The text inside the only element with a name.
fn inside<'t>(text: &'t str, name: &str) -> Result<&'t str, &'static str> {
    let (opening, closing) = (format!("<{name}>"), format!("</{name}>"));
    let missing = "expected one <list> and one <values>";
    let (_, rest) = text.split_once(&opening).ok_or(missing)?;
    let (inside, after) = rest.split_once(&closing).ok_or(missing)?;
    match inside.contains('<') || after.contains(&opening) {
        true => Err(missing),
        false => Ok(inside),
    }
}

/// The line without ANSI escape sequences.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            // A letter ends the sequence.
            let _ = chars.find(char::is_ascii_alphabetic);
        } else {
            plain.push(char);
        }
    }
    plain
}
