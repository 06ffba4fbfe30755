//! What constraint solvers print by the rules of the XCSP3 competitions: an `s` line with the
//! verdict, and `v` lines with an `<instantiation>` for each solution.
//!
//! ```text
//! s SATISFIABLE
//! v <instantiation id='sol1' type='solution'>
//! v   <list> v_r0c0 v_r0c1 e_r0c0_r0c1 </list> <values> 4 1 41 </values>
//! v </instantiation>
//! d FOUND SOLUTIONS 1
//! d COMPLETE EXPLORATION
//! ```
//!
//! An instantiation may take one line or several, with or without the `v`; its solutions come
//! before the verdict or after it. `0x5` stands for five times 0, and `*` for any value. `d` lines say more: that
//! so many solutions were found and that the search was complete, which is believed if as many
//! were printed. Lines of no known sort are a solver's talk about itself. Choco repeats its last
//! solution after the verdict.

use std::collections::BTreeSet;

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyFormat, Status};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "xcsp3",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

/// What a variable with a value is called.
pub(super) fn literal(variable: &str, value: i64) -> String {
    format!("{variable}={value}")
}

/// The most values that a compact notation may stand for.
const MAX_VALUES: usize = 1 << 24;

const OPENING: &str = "<instantiation";
const CLOSING: &str = "</instantiation>";

/// Reads the replies of constraint solvers.
#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Status>,
    /// An instantiation that is not closed yet.
    open: Option<String>,
    answers: usize,
    last: Option<Answer>,
    /// How many solutions the solver says it has found.
    found: Option<usize>,
    is_complete: bool,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let line = without_colours(line);
        let text = line.trim();
        let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match tag {
            "v" => self.xml(rest),
            _ if self.open.is_some() || text.starts_with(OPENING) => self.xml(text),
            "s" => self.verdict(rest.trim()),
            "d" => self.detail(rest.trim()),
            _ => Ok(None),
        }
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        if self.open.is_some() {
            return Err("the end of an instantiation");
        }
        match self.verdict {
            None => Err("any verdict"),
            Some(Status::Satisfiable) if self.answers == 0 => Err("the answer that it announces"),
            Some(Status::Satisfiable) if self.is_complete && self.found == Some(self.answers) => {
                Ok(Status::Exhausted)
            }
            Some(status) => Ok(status),
        }
    }
}

impl Reader {
    fn verdict(&mut self, words: &str) -> Result<Option<Answer>, Refusal> {
        let status = match words {
            "SATISFIABLE" => Status::Satisfiable,
            "UNSATISFIABLE" => Status::Unsatisfiable,
            "UNKNOWN" => Status::Unknown,
            "UNSUPPORTED" => {
                let problem = "it does not support a constraint of the model";
                return Err(Refusal::Solver(problem.into()));
            }
            _ => return Err("unknown verdict".into()),
        };
        if self.verdict.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status == Status::Unsatisfiable && self.answers > 0 {
            return Err("no solution after an answer".into());
        }
        self.verdict = Some(status);
        Ok(None)
    }

    fn detail(&mut self, words: &str) -> Result<Option<Answer>, Refusal> {
        if let Some(count) = words.strip_prefix("FOUND SOLUTIONS") {
            // Large numbers are grouped, as the country has it.
            let digits: String = count.chars().filter(char::is_ascii_digit).collect();
            let count = digits
                .parse()
                .map_err(|_| "expected a number of solutions")?;
            self.found = Some(count);
        }
        self.is_complete |= words == "COMPLETE EXPLORATION";
        Ok(None)
    }

    /// Takes a piece of an instantiation.
    fn xml(&mut self, piece: &str) -> Result<Option<Answer>, Refusal> {
        if self.verdict == Some(Status::Unsatisfiable) {
            return Err("an answer after the verdict that there is none".into());
        }
        let mut text = match self.open.take() {
            Some(text) => text,
            None if piece.trim().is_empty() => return Ok(None),
            None if piece.trim_start().starts_with(OPENING) => String::new(),
            None => return Err("expected an <instantiation>".into()),
        };
        text.push_str(piece);
        text.push(' ');
        let Some((inside, after)) = text.split_once(CLOSING) else {
            self.open = Some(text);
            return Ok(None);
        };
        if !after.trim().is_empty() {
            return Err("something after the end of the instantiation".into());
        }
        let answer = answer(inside)?;
        if self.last.as_ref() == Some(&answer) {
            return Ok(None);
        }
        self.answers += 1;
        self.last = Some(answer.clone());
        Ok(Some(answer))
    }
}

/// The answer of an instantiation, which is given up to where it is closed.
fn answer(text: &str) -> Result<Answer, &'static str> {
    let names: Vec<&str> = inside(text, "list")?.split_whitespace().collect();
    if names.iter().any(|name| name.ends_with("[]")) {
        return Err("an array, which models of pipsc do not have");
    }
    let mut values: Vec<Option<i64>> = Vec::new();
    for word in inside(text, "values")?.split_whitespace() {
        let (value, times) = match word.split_once('x') {
            None => (word, 1),
            Some((value, times)) => {
                let times = times.parse().map_err(|_| "expected values")?;
                (value, times)
            }
        };
        let value = match value {
            "*" => None,
            value => Some(value.parse().map_err(|_| "expected values")?),
        };
        if times > MAX_VALUES - values.len().min(MAX_VALUES) {
            return Err("more values than any model has");
        }
        values.extend(std::iter::repeat_n(value, times));
    }
    if names.len() != values.len() {
        return Err("not as many values as variables");
    }
    let mut seen = BTreeSet::new();
    let mut true_names = BTreeSet::new();
    for (name, value) in names.into_iter().zip(values) {
        if !seen.insert(name) {
            return Err("a variable that is listed twice");
        }
        if let Some(value) = value {
            let _ = true_names.insert(literal(name, value));
        }
    }
    Ok(Answer { true_names })
}

/// What stands inside the only element of a name.
fn inside<'t>(text: &'t str, name: &str) -> Result<&'t str, &'static str> {
    let (opening, closing) = (format!("<{name}>"), format!("</{name}>"));
    let missing = "expected one <list> and one <values>";
    let (_, rest) = text.split_once(&opening).ok_or(missing)?;
    let (inside, after) = rest.split_once(&closing).ok_or(missing)?;
    if inside.contains('<') || after.contains(&opening) {
        return Err(missing);
    }
    Ok(inside)
}

/// The line without the sequences that colour a terminal.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            // Up to the letter that ends the sequence.
            let _ = chars.find(char::is_ascii_alphabetic);
        } else {
            plain.push(char);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DIALECT, Status};
    use crate::backend::reply::{Reply, ReplyError};

    fn read(text: &str) -> Result<Reply, ReplyError> {
        DIALECT.read(text.as_bytes())
    }

    /// The status and the names of each answer.
    fn told(text: &str) -> (Status, Vec<String>) {
        let reply = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let names = |answer: crate::backend::reply::Answer| {
            answer.true_names.into_iter().collect::<Vec<_>>().join(" ")
        };
        (reply.status, reply.answers.into_iter().map(names).collect())
    }

    const ACE: &str = "
ACE v2.6

  instance
    name:model
  Solution 1 in JSON-like format:
   {
    e_a_b: 41,
   }

\u{1b}[92ms SATISFIABLE\u{1b}[0m

v  <instantiation id='sol1' type='solution'> <list> v_a v_b e_a_b e_b_c </list> <values> 4  1  41  -1 </values> </instantiation>

d FOUND SOLUTIONS  1

d WRONG DECISIONS  38  (65.63 wrg/s)
d WCK SOL-1  1.07
d INCOMPLETE EXPLORATION
";

    const CHOCO: &str = "c Choco 231113
v <instantiation id='sol1' type='solution' >
v \t<list>v_a e_a_b </list>
v \t<values>4 41 </values>
v </instantiation>

v <instantiation id='sol2' type='solution' >
v \t<list>v_a e_a_b </list>
v \t<values>1 14 </values>
v </instantiation>

s SATISFIABLE
v <instantiation id='sol2' type='solution' >
v \t<list>v_a e_a_b </list>
v \t<values>1 14 </values>
v </instantiation>
d FOUND SOLUTIONS 2
";

    #[test]
    fn what_ace_prints() {
        let names = ["e_a_b=41 e_b_c=-1 v_a=4 v_b=1".to_owned()];
        assert_eq!(told(ACE), (Status::Satisfiable, names.to_vec()));
    }

    #[test]
    fn what_choco_prints_with_its_last_solution_again() {
        let names = ["e_a_b=41 v_a=4", "e_a_b=14 v_a=1"].map(str::to_owned);
        assert_eq!(told(CHOCO), (Status::Satisfiable, names.to_vec()));
        let complete = format!("{CHOCO}\nd COMPLETE EXPLORATION\n");
        assert_eq!(told(&complete), (Status::Exhausted, names.to_vec()));
    }

    #[test]
    fn a_complete_search_is_believed_if_every_solution_was_printed() {
        let reply = |found: &str, exploration: &str| {
            let answer = "<instantiation> <list> a </list> <values> 1 </values> </instantiation>";
            format!("v {answer}\ns SATISFIABLE\nd FOUND SOLUTIONS {found}\nd {exploration}\n")
        };
        for (found, exploration, status) in [
            ("1", "COMPLETE EXPLORATION", Status::Exhausted),
            ("2", "COMPLETE EXPLORATION", Status::Satisfiable),
            ("1,001", "COMPLETE EXPLORATION", Status::Satisfiable),
            ("1", "INCOMPLETE EXPLORATION", Status::Satisfiable),
        ] {
            assert_eq!(told(&reply(found, exploration)).0, status, "{found}");
        }
    }

    #[test]
    fn other_verdicts() {
        let none = "s UNSATISFIABLE\nd FOUND SOLUTIONS  0\nd COMPLETE EXPLORATION\n";
        assert_eq!(told(none), (Status::Unsatisfiable, Vec::new()));
        assert_eq!(told("s UNKNOWN\n"), (Status::Unknown, Vec::new()));
    }

    #[test]
    fn values_are_repeated_and_may_be_any() {
        let text = "s SATISFIABLE
<instantiation>
  <list> a b c d e f </list>
  <values> 3 -1x2 *x2 0 </values>
</instantiation>";
        assert_eq!(told(text).1, ["a=3 b=-1 c=-1 f=0"]);
    }

    #[test]
    fn mistakes_are_told() {
        let of = |inside: &str| format!("s SATISFIABLE\nv <instantiation>{inside}</instantiation>");
        for text in [
            String::new(),
            "rubbish\n".into(),
            "s SATISFIABLE\n".into(),
            "s MAYBE\n".into(),
            "s UNSUPPORTED\n".into(),
            "s SATISFIABLE\ns UNSATISFIABLE\n".into(),
            "v e=1\ns SATISFIABLE\n".into(),
            "s SATISFIABLE\nv <instantiation> <list> a </list> <values> 1\n".into(),
            "d FOUND SOLUTIONS many\n".into(),
            of(""),
            of("<list> a </list>"),
            of("<list> a b </list> <values> 1 </values>"),
            of("<list> a </list> <values> 1 2 </values>"),
            of("<list> a a </list> <values> 1 2 </values>"),
            of("<list> a </list> <values> one </values>"),
            of("<list> a </list> <values> 1x </values>"),
            of("<list> a </list> <values> 1x99999999999 </values>"),
            of("<list> a </list> <values> 1x4294967295 </values>"),
            of("<list> a[] </list> <values> 1 </values>"),
            of("<list> a </list> <values> 1 </values> <list> b </list>"),
            of("<list> a <b/> </list> <values> 1 </values>"),
            of("<list> a </list> <values> 1 </values>") + " and more",
            "s UNSATISFIABLE\n".to_owned() + &of("<list> a </list> <values> 1 </values>"),
            of("<list> a </list> <values> 1 </values>") + "\ns UNSATISFIABLE\n",
        ] {
            assert!(
                read(&text).is_err(),
                "{text:?} is read as {:?}",
                read(&text)
            );
        }
    }

    /// Where a reply is cut off, either nothing is read or nothing wrong.
    #[test]
    fn a_reply_that_is_cut_off_is_no_other_reply() {
        for whole in [ACE, CHOCO] {
            let all = read(whole).expect("a reply").answers;
            for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
                if let Ok(part) = read(&whole[..end]) {
                    assert_eq!(part.status, Status::Satisfiable, "{:?}", &whole[..end]);
                    assert!(!part.answers.is_empty(), "{:?}", &whole[..end]);
                    assert!(all.starts_with(&part.answers), "{:?}", &whole[..end]);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn anything_at_all_is_read_or_refused(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "s ", "v ", "d ", "SATISFIABLE", "UNSATISFIABLE", "<instantiation>", "</instantiation>",
                    "<list>", "</list>", "<values>", "</values>", " a ", " 1 ", "*x3", "\n", "\u{1b}[",
                    "FOUND SOLUTIONS ", "COMPLETE EXPLORATION", "[]", "ü",
                ]),
                0..40,
            )
        ) {
            let _ = read(&pieces.concat());
        }
    }
}
