//! A solution that MiniZinc prints as the values of variables, with `--output-mode dzn` or `json`.
//!
//! One variable decides the board. `place` is an array of three dimensions with a 1, or `true`, where a
//! domino lies; `placed`, of the encoding with coordinates, a table with a row for each domino. The
//! other variables follow from it, and what they are is not asked.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::CharIndices;

use serde_json::Value;

/// How deep arrays may lie in each other.
const DEEPEST: usize = 8;

/// A value, as far as it matters.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Number(i64),
    Flag(bool),
    Range(i64, i64),
    List(Vec<Item>),
    /// A name, a text, a set, an absent value.
    Other,
}

/// The placements of a solution in the form of data: `place = array3d(1..4, 1..9, 1..2, [0, ...]);`.
pub(super) fn in_data(text: &str) -> Result<BTreeSet<String>, &'static str> {
    let mut data = Data {
        text,
        rest: text.char_indices().peekable(),
    };
    let mut found = None;
    while let Some(name) = data.name() {
        data.expect("=")?;
        let item = data.item(0)?;
        data.expect(";")?;
        found = chosen(found, name, item)?;
    }
    if data.blank().is_some() {
        return Err("expected the values of variables, such as `value = [1, 2];`");
    }
    found.ok_or(NOT_THERE)
}

/// The placements of a solution in the form of JSON: `{"place": [[[0, 1], ...], ...], ...}`.
pub(super) fn in_json(value: &Value) -> Result<BTreeSet<String>, &'static str> {
    let variables = value
        .as_object()
        .ok_or("expected the values of variables")?;
    let mut found = None;
    for (name, value) in variables {
        found = chosen(found, name, Item::from(value))?;
    }
    found.ok_or(NOT_THERE)
}

const NOT_THERE: &str = "a solution without the variable `place` or `placed`";

/// What was found so far, and what a variable adds to it.
fn chosen(
    found: Option<BTreeSet<String>>,
    name: &str,
    item: Item,
) -> Result<Option<BTreeSet<String>>, &'static str> {
    let names = match name {
        "place" => flagged(item)?,
        "placed" => listed(item)?,
        _ => return Ok(found),
    };
    if found.is_some() {
        return Err("the same variable twice in one solution");
    }
    Ok(Some(names))
}

/// The names of the places that have a 1.
fn flagged(item: Item) -> Result<BTreeSet<String>, &'static str> {
    const FORM: &str = "`place` should be an array of kinds, edges and two halves, of 0 and 1";
    let (mut names, mut edges) = (BTreeSet::new(), None);
    for (kind, on_edges) in (1..).zip(item.into_list().ok_or(FORM)?) {
        let on_edges = on_edges.into_list().ok_or(FORM)?;
        if *edges.get_or_insert(on_edges.len()) != on_edges.len() {
            return Err(FORM);
        }
        for (edge, ways) in (1..).zip(on_edges) {
            let ways = ways.into_list().ok_or(FORM)?;
            if ways.len() != 2 {
                return Err(FORM);
            }
            for (half, flag) in (1..).zip(ways) {
                match flag {
                    Item::Number(1) | Item::Flag(true) => {
                        let _ = names.insert(format!("place[{kind},{edge},{half}]"));
                    }
                    Item::Number(0) | Item::Flag(false) => {}
                    Item::Number(_) | Item::Range(..) | Item::List(_) | Item::Other => {
                        return Err(FORM);
                    }
                }
            }
        }
    }
    Ok(names)
}

/// The names that the rows of a table stand for.
fn listed(item: Item) -> Result<BTreeSet<String>, &'static str> {
    const FORM: &str =
        "`placed` should have rows of five numbers: a kind, a row, a column, a row, a column";
    let mut names = BTreeSet::new();
    for row in item.into_list().ok_or(FORM)? {
        let row = row.into_list().ok_or(FORM)?;
        let numbers: Option<Vec<String>> = row.iter().map(Item::number).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == 5).ok_or(FORM)?;
        if !names.insert(format!("place({})", numbers.join(","))) {
            return Err("two dominoes of a kind in the same place");
        }
    }
    Ok(names)
}

impl Item {
    fn into_list(self) -> Option<Vec<Item>> {
        match self {
            Item::List(items) => Some(items),
            Item::Number(_) | Item::Flag(_) | Item::Range(..) | Item::Other => None,
        }
    }

    fn number(&self) -> Option<String> {
        match self {
            Item::Number(number) => Some(number.to_string()),
            Item::Flag(_) | Item::Range(..) | Item::List(_) | Item::Other => None,
        }
    }

    /// An array of the given lengths, from its items in a row.
    fn shaped(items: Vec<Item>, lengths: &[usize]) -> Result<Item, &'static str> {
        const MISFIT: &str = "an array that is not as long as its index sets say";
        match lengths {
            [] => Err("an array without index sets"),
            [length] if items.len() == *length => Ok(Item::List(items)),
            [_] => Err(MISFIT),
            [length, inner @ ..] => {
                let size = inner
                    .iter()
                    .try_fold(1_usize, |size, n| size.checked_mul(*n));
                let size = size.ok_or(MISFIT)?;
                if size.checked_mul(*length) != Some(items.len()) {
                    return Err(MISFIT);
                }
                let mut items = items.into_iter();
                (0..*length.min(&items.len()))
                    .map(|_| Item::shaped(items.by_ref().take(size).collect(), inner))
                    .collect::<Result<_, _>>()
                    .map(Item::List)
            }
        }
    }
}

impl From<&Value> for Item {
    fn from(value: &Value) -> Self {
        match value {
            Value::Bool(flag) => Item::Flag(*flag),
            Value::Number(number) => number.as_i64().map_or(Item::Other, Item::Number),
            Value::Array(items) => Item::List(items.iter().map(Item::from).collect()),
            Value::Null | Value::String(_) | Value::Object(_) => Item::Other,
        }
    }
}

/// Reads values as MiniZinc writes them in data files.
struct Data<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

const UNREADABLE: &str = "a value that is none of MiniZinc's";

impl<'a> Data<'a> {
    /// The next character that is not blank, which is left there.
    fn blank(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.rest.peek().map(|&(_, c)| c)
    }

    /// What is left of the text, without blanks before it.
    fn ahead(&mut self) -> &'a str {
        let _ = self.blank();
        match self.rest.peek() {
            Some(&(at, _)) => &self.text[at..],
            None => "",
        }
    }

    /// Takes a symbol, if it comes next.
    fn take(&mut self, symbol: &str) -> bool {
        let comes = self.ahead().starts_with(symbol);
        if comes {
            for _ in symbol.chars() {
                let _ = self.rest.next();
            }
        }
        comes
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), &'static str> {
        if self.take(symbol) {
            Ok(())
        } else {
            Err("expected the values of variables, each with `=` before and `;` behind it")
        }
    }

    /// Takes letters, digits and `_`, if there are any.
    fn word(&mut self) -> &'a str {
        let ahead = self.ahead();
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = ahead.find(|c| !is_inside(c)).unwrap_or(ahead.len());
        for _ in 0..end {
            let _ = self.rest.next();
        }
        &ahead[..end]
    }

    fn name(&mut self) -> Option<&'a str> {
        let is_name = self.blank().is_some_and(|c| c.is_ascii_alphabetic());
        is_name.then(|| self.word())
    }

    /// Takes everything up to and with a quote.
    fn quoted(&mut self, quote: char) -> Result<Item, &'static str> {
        let _ = self.rest.next();
        while let Some((_, c)) = self.rest.next() {
            if c == quote {
                return Ok(Item::Other);
            }
            if c == '\\' {
                let _ = self.rest.next();
            }
        }
        Err(UNREADABLE)
    }

    fn item(&mut self, depth: usize) -> Result<Item, &'static str> {
        if depth > DEEPEST {
            return Err("arrays too deep in each other");
        }
        match self.blank() {
            Some('[') if self.take("[|") => self.table(depth),
            Some('[') => {
                let _ = self.take("[");
                self.list("]", depth).map(Item::List)
            }
            Some('{') => {
                let _ = self.take("{");
                self.list("}", depth).map(|_| Item::Other)
            }
            Some('<') if self.take("<>") => Ok(Item::Other),
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            Some('-' | '0'..='9') => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => match self.word() {
                "true" => Ok(Item::Flag(true)),
                "false" => Ok(Item::Flag(false)),
                _ if self.take("(") => {
                    let arguments = self.list(")", depth)?;
                    shaped_by(arguments)
                }
                _ => Ok(Item::Other),
            },
            Some(_) | None => Err(UNREADABLE),
        }
    }

    /// Takes a whole number, or two and what is between them.
    fn number(&mut self) -> Result<Item, &'static str> {
        let first = self.whole()?;
        if self.take("..") {
            Ok(Item::Range(first, self.whole()?))
        } else {
            Ok(Item::Number(first))
        }
    }

    fn whole(&mut self) -> Result<i64, &'static str> {
        let sign = if self.take("-") { -1 } else { 1 };
        let digits: i64 = self.word().parse().map_err(|_| UNREADABLE)?;
        Ok(sign * digits)
    }

    /// Takes items, each perhaps with its index, up to and with a symbol.
    fn list(&mut self, end: &'static str, depth: usize) -> Result<Vec<Item>, &'static str> {
        let mut items = Vec::new();
        while !self.take(end) {
            if !items.is_empty() && !self.take(",") {
                return Err(UNREADABLE);
            }
            let item = self.item(depth + 1)?;
            let item = if self.take(":") {
                self.item(depth + 1)?
            } else {
                item
            };
            items.push(item);
        }
        Ok(items)
    }

    /// Takes the rows of a table, which has begun.
    fn table(&mut self, depth: usize) -> Result<Item, &'static str> {
        let mut rows = Vec::new();
        while !self.take("|]") {
            let mut row = vec![self.item(depth + 1)?];
            while self.take(",") {
                row.push(self.item(depth + 1)?);
            }
            rows.push(Item::List(row));
            if !self.ahead().starts_with("|]") && !self.take("|") {
                return Err(UNREADABLE);
            }
        }
        Ok(Item::List(rows))
    }
}

/// What `array3d(1..4, 1..9, 1..2, [...])` and its like come to: index sets, and the items in a row.
fn shaped_by(mut arguments: Vec<Item>) -> Result<Item, &'static str> {
    let Some(Item::List(items)) = arguments.pop() else {
        return Ok(Item::Other);
    };
    let lengths = arguments.iter().map(|set| match set {
        Item::Range(1, last) => usize::try_from(*last).ok(),
        Item::Range(..) | Item::Number(_) | Item::Flag(_) | Item::List(_) | Item::Other => None,
    });
    match lengths.collect::<Option<Vec<usize>>>() {
        Some(lengths) => Item::shaped(items, &lengths),
        // By names: of no variable that decides the board.
        None => Ok(Item::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        in_data(text).unwrap().into_iter().collect()
    }

    #[test]
    fn a_dense_array_names_its_ones() {
        let text = "place = array3d(1..2, 1..1, 1..2, [0, 1, 1, 0]);\ntaken = [1];\n\
                    value = [r0c0: 4, 'a b': -1];\n";
        assert_eq!(names(text), ["place[1,1,2]", "place[2,1,1]"]);
        let flags = "value = array1d({a, b}, [\"x;\", <>]);\n\
                     place = array3d(1..1,1..1,1..2,[false,true]);";
        assert_eq!(names(flags), ["place[1,1,2]"]);
        let json = serde_json::json!({"place": [[[0, 1]], [[true, false]]], "value": [1]});
        let read = in_json(&json).unwrap();
        assert!(read.iter().eq(["place[1,1,2]", "place[2,1,1]"]));
    }

    #[test]
    fn a_table_names_its_rows() {
        let text = "placed = \n[|  1, 3, 2, 3, 3\n | 10, 3, 4, 3, 5\n |];\n";
        let expected = ["place(1,3,2,3,3)", "place(10,3,4,3,5)"];
        assert_eq!(names(text), expected);
        assert_eq!(
            names("placed = array2d(1..2, 1..5, [1,3,2,3,3,10,3,4,3,5]);"),
            expected
        );
        let json = serde_json::json!({"placed": [[1, 3, 2, 3, 3], [10, 3, 4, 3, 5]]});
        assert!(in_json(&json).unwrap().iter().eq(expected));
    }

    #[test]
    fn what_is_broken_is_refused() {
        for (text, problem) in [
            ("value = [1];", "without the variable"),
            ("", "without the variable"),
            (
                "place = array3d(1..2, 1..1, 1..2, [0, 1, 1]);",
                "not as long",
            ),
            (
                "place = array3d(1..99999999999, 1..9999999999, 1..2, [0]);",
                "not as long",
            ),
            ("place = [0, 1];", "`place` should be"),
            (
                "place = array3d(1..1, 1..1, 1..3, [0, 1, 0]);",
                "`place` should be",
            ),
            (
                "place = array3d(1..1, 1..1, 1..2, [0, 2]);",
                "`place` should be",
            ),
            ("placed = [| 1, 2, 3 |];", "`placed` should have"),
            (
                "placed = [| 1, 1, 1, 1, 2 | 1, 1, 1, 1, 2 |];",
                "two dominoes",
            ),
            (
                "place = array3d(1..1, 1..1, 1..2, [0, 1]);\nplace = array3d(1..1, 1..1, 1..2, [0, 1]);",
                "twice",
            ),
            (
                "place = array3d(1..1, 1..1, 1..2, [0, 1",
                "none of MiniZinc's",
            ),
            ("place = array3d(1..1, 1..1, 1..2, [0, 1])", "`;` behind"),
            ("value [1];", "`=` before"),
            ("; place", "expected the values"),
            ("x = [[[[[[[[[[[[[[1]]]]]]]]]]]]]];", "too deep"),
            ("x = \"open", "none of MiniZinc's"),
            ("x = -;", "none of MiniZinc's"),
        ] {
            let found = in_data(text).unwrap_err();
            assert!(found.contains(problem), "{text:?} gives {found:?}");
        }
        for json in [
            serde_json::json!([1]),
            serde_json::json!({}),
            serde_json::json!({"place": [[[0, 1]], [[0, 1], [0, 0]]]}),
            serde_json::json!({"place": [[[0, 1, 0]]]}),
            serde_json::json!({"placed": [[1, 2, 3, 4, 5.5]]}),
        ] {
            assert!(in_json(&json).is_err(), "{json}");
        }
    }
}
