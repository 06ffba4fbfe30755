//! The way to the value at which reading JSON has ended: serde_json knows only line and column.

use std::ops::Range;

/// A text of JSON up to where somebody stopped reading.
#[derive(Debug, Default)]
struct Walk {
    /// The lists and objects that are open.
    open: Vec<Open>,
    /// What was there last.
    last: Last,
}

/// A list or an object that has begun.
#[derive(Debug)]
enum Open {
    /// With the index of its current item.
    List(usize),
    /// With the key of its current value, in quotation marks.
    Object(Option<Range<usize>>),
}

/// What a text ends in.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// What stands before a value.
    #[default]
    Start,
    /// What stands before a key, or a part of one.
    KeyStart,
    /// A key.
    Key,
    /// An object that has ended.
    Object,
    /// Another value, or a part of one.
    Value,
}

impl Walk {
    /// Walks through a text to its end, which may be anywhere.
    fn through(bytes: &[u8]) -> Self {
        let mut walk = Walk::default();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            walk.last = match (byte, walk.open.last_mut()) {
                (b' ' | b'\n' | b'\r' | b'\t', _) => continue,
                (b'[', _) => {
                    walk.open.push(Open::List(0));
                    Last::Start
                }
                (b'{', _) => {
                    walk.open.push(Open::Object(None));
                    Last::KeyStart
                }
                (b']' | b'}', _) => {
                    let _ = walk.open.pop();
                    if byte == b'}' {
                        Last::Object
                    } else {
                        Last::Value
                    }
                }
                (b',', Some(Open::List(index))) => {
                    *index += 1;
                    Last::Start
                }
                (b',', Some(Open::Object(key))) => {
                    *key = None;
                    Last::KeyStart
                }
                (b':', _) => Last::Start,
                (b'"', open) => {
                    while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    let is_whole = at < bytes.len();
                    at += 1;
                    match open {
                        Some(Open::Object(_)) if walk.last == Last::KeyStart && !is_whole => {
                            Last::KeyStart
                        }
                        Some(Open::Object(key)) if walk.last == Last::KeyStart => {
                            *key = Some(start..at);
                            Last::Key
                        }
                        _ => Last::Value,
                    }
                }
                _ => {
                    let ends = |byte: &u8| b" \n\r\t[]{},:\"".contains(byte);
                    while bytes.get(at).is_some_and(|byte| !ends(byte)) {
                        at += 1;
                    }
                    Last::Value
                }
            };
        }
        walk
    }

    /// Whether a problem is one of the value that was there last or comes next, and not of the list or the object around
    /// it.
    fn is_of_value(&self, problem: &str) -> bool {
        let is_list = matches!(self.open.last(), Some(Open::List(_)));
        let starts = |words: &[&str]| words.iter().any(|word| problem.starts_with(word));
        let lacks_end = starts(&[
            "expected `,`",
            "trailing",
            "EOF while parsing a list",
            "EOF while parsing an object",
        ]);
        match self.last {
            Last::KeyStart => false,
            Last::Key => starts(&["unknown field"]),
            Last::Start if is_list => {
                starts(&["invalid type", "expected value", "recursion limit"])
            }
            Last::Start => true,
            Last::Object => !lacks_end,
            // That a key is there twice may be seen only behind its value.
            Last::Value => !lacks_end && !problem.ends_with(" is there twice"),
        }
    }
}

/// The way to what a problem is about, such as `hard.regions[3]`, of at most so many steps. It was found behind so
/// many bytes of a text, and is called what serde_json calls it.
pub(super) fn path(text: &str, read: usize, problem: &str, steps: usize) -> String {
    let walk = Walk::through(&text.as_bytes()[..read.min(text.len())]);
    let around = walk.open.len().saturating_sub(1);
    let length = if walk.is_of_value(problem) {
        walk.open.len()
    } else {
        around
    };
    let mut path = String::new();
    for open in walk.open.iter().take(length.min(steps)) {
        match open {
            Open::List(index) => path += &format!("[{index}]"),
            Open::Object(key) => {
                let key = key.clone().and_then(|key| text.get(key));
                let key: String = key
                    .and_then(|key| serde_json::from_str(key).ok())
                    .unwrap_or_default();
                if !path.is_empty() {
                    path.push('.');
                }
                path += &key;
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use crate::json::{read, read_fields};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only reading is tried")]
    struct Outer {
        rows: Vec<Vec<u32>>,
        #[serde(default)]
        by_name: BTreeMap<String, Inner>,
        pair: Option<[u32; 2]>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only reading is tried")]
    struct Inner {
        kind: Kind,
        words: Vec<String>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        One,
    }

    #[test]
    fn the_path_leads_to_the_mistake() {
        for (text, path) in [
            // Values that are not what they should be, whole or looked at from their start.
            (r#"{"rows": 1}"#, "rows"),
            (r#"{"rows": [[1, 2], "x"]}"#, "rows[1]"),
            (r#"{"rows": [[1, 2], {"a": [3]}]}"#, "rows[1]"),
            (r#"{"rows": [[], [1, -2]]}"#, "rows[1][1]"),
            (r#"{"rows": [[], [ [] ]]}"#, "rows[1][0]"),
            (r#"{"rows": [[1e999]]}"#, "rows[0][0]"),
            (
                r#"{"by_name": {"x y": {"kind": "two"}}}"#,
                "by_name.x y.kind",
            ),
            (
                r#"{"by_name": {"a\u0062\"": {"kind": 1}}}"#,
                "by_name.ab\".kind",
            ),
            (
                r#"{"by_name": {"a": {"kind": "one", "words": [null]}}}"#,
                "by_name.a.words[0]",
            ),
            (r#"[[[1, "x"]]]"#, "[0][0][1]"),
            // Objects that lack something or have too much.
            (r#"{}"#, ""),
            (r#"{"by_name": {"a": {"kind": "one"} } }"#, "by_name.a"),
            (r#"{"rows": [], "rows": []}"#, ""),
            (
                r#"{"by_name": {"a": {"kind": "one" , "kind" : "one"}}}"#,
                "by_name.a",
            ),
            (r#"{"rows": [], "other" : []}"#, "other"),
            (r#"{"pair": [1]}"#, "pair"),
            (r#"{"pair": [1, 2, 3]}"#, "pair"),
            // What is no JSON.
            ("", ""),
            ("{", ""),
            (r#"{"rows""#, ""),
            (r#"{"rows" 1}"#, ""),
            (r#"{"rows": "#, "rows"),
            (r#"{"rows": ["#, "rows"),
            (r#"{"rows": [[1, 2"#, "rows[0]"),
            (r#"{"rows": [[1, "#, "rows[0]"),
            (r#"{"rows": [[1 2]]}"#, "rows[0]"),
            (r#"{"rows": [[1,]]}"#, "rows[0]"),
            (r#"{"rows": [[1, x]]}"#, "rows[0][1]"),
            (r#"{"rows": [[01]]}"#, "rows[0][0]"),
            (r#"{"rows": [[1.]]}"#, "rows[0][0]"),
            (r#"{"rows": [nul]}"#, "rows[0]"),
            (r#"{"rows": [] "pair": null}"#, ""),
            (r#"{"by_name": {"a": {"kind": "one}}}"#, "by_name.a.kind"),
            (r#"{"by_name": {"a": {"kind": "\x"}}}"#, "by_name.a.kind"),
            (r#"{"by_name": {"a: 1}}"#, "by_name"),
            (r#"{"by_name": {a: 1}}"#, "by_name"),
            (r#"{"rows": []} x"#, ""),
        ] {
            assert_eq!(read::<Outer>(text).expect_err(text).path, path, "{text}");
        }
    }

    #[test]
    fn inside_of_a_field_there_is_no_path() {
        type Fields<'t> = BTreeMap<String, &'t serde_json::value::RawValue>;
        for (text, path) in [
            (r#"{"a": [1, {"b": x}]}"#, "a"),
            (r#"{"a": {"b" 1}}"#, "a"),
            (r#"{"a": 1, "b"}"#, ""),
        ] {
            assert_eq!(
                read_fields::<Fields<'_>>(text).expect_err(text).path,
                path,
                "{text}"
            );
        }
    }
}
