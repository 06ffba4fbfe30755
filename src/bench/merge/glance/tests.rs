//! The scanner says yes only where `serde_json` does, and then the same.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::select;

use super::{Glance, Lines};
use crate::bench::Record;
use crate::bench::results::run_line;
use crate::bench::tests::{machine, run};

/// Tells whether the scanner could do it, which then was right, whatever stood before.
fn is_scanned(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let scanned = Lines::default().next(line);
    if scanned.is_some() {
        assert_eq!(scanned, Glance::read(line), "{text}");
    }
    let mut lines = Lines::default();
    for before in BEFORE.iter() {
        let usual = Glance::read(before.as_bytes());
        assert_eq!(
            lines.next(before.as_bytes()),
            usual,
            "{before}\nafter\n{text}"
        );
        assert_eq!(lines.next(line), scanned, "{text}\nafter\n{before}");
    }
    scanned.is_some()
}

/// What may stand before a line.
static BEFORE: LazyLock<Vec<String>> = LazyLock::new(lines);

/// Lines as this program writes them.
fn lines() -> Vec<String> {
    let usual = Record {
        machine: Some(machine("Some CPU")),
        program_sha256: Some("ab".repeat(32)),
        ..run("solver", "puzzle", 1, Some(1.25e-7))
    };
    let bare = Record {
        machine: None,
        pipsc: None,
        ..run("größer", "数独 🁫", 2, None)
    };
    let limited = Record {
        memory_limit: Some(1 << 30),
        problem: Some("it fell over".into()),
        machine: Some(machine("Some CPU")),
        ..run("solver", "puzzle", 3, None)
    };
    [usual, bare, limited].iter().map(run_line).collect()
}

const NAMES: [&str; 14] = [
    "kind",
    "form",
    "key",
    "puzzle",
    "digest",
    "solver",
    "version",
    "pipsc",
    "program_sha256",
    "verdict",
    "started",
    "start_up",
    "machine",
    "unknown",
];

/// Values, and what only looks like one.
const ODD: [&str; 68] = [
    "",
    " ",
    "0",
    "-0",
    "00",
    "01",
    "-01",
    "-",
    "+1",
    "1",
    "12",
    "1.",
    ".5",
    "0.5",
    "1.5",
    "1.5.5",
    "1e5",
    "1E5",
    "1e+5",
    "1e-5",
    "1e",
    "1e+",
    "1e+-5",
    "1.e5",
    "0e0",
    "00e0",
    "1e999",
    "18446744073709551615",
    "18446744073709551616",
    "000000000000000000001",
    "99999999999999999999999",
    "-1",
    "0x10",
    "NaN",
    "Infinity",
    "true",
    "false",
    "null",
    "tru",
    "truefalse",
    "nul",
    "True",
    "\"\"",
    "\"a\"",
    "\"a",
    "a\"",
    "\"a\"\"b\"",
    "\"\\n\"",
    "\"\\u0061\"",
    "\"\\ud800\"",
    "\"\\ud83c\\udc6b\"",
    "\"\\x\"",
    "\"\u{7f}\"",
    "\"\u{1f}\"",
    "\"\t\"",
    "\"answered\"",
    "\"wrong\"",
    "{\"wrong\":null}",
    "[]",
    "[1,[2]]",
    "[1,]",
    "[,1]",
    "[1 ,2]",
    "{}",
    "{\"a\":{\"a\":1,\"a\":2}}",
    "{\"a\"}",
    "{\"a\":1,}",
    "{1:2}",
];

#[test]
fn lines_of_this_program_are_scanned() {
    for line in lines() {
        assert!(is_scanned(line.as_bytes()), "{line}");
        assert!(is_scanned(line.trim_end().as_bytes()), "{line}");
    }
}

#[test]
fn a_line_with_any_byte_changed_is_scanned_as_it_is_read() {
    const BYTES: &[u8] = b"\"\\{}[]:,019.eE+-tfnu \t\r\n\0\x1f\x7f\x80\xc3\xa9\xed\xff";
    for line in lines() {
        let line = line.as_bytes();
        let mut scanned = 0;
        for at in 0..line.len() {
            let (before, behind) = line.split_at(at);
            let _ = is_scanned(before);
            let _ = is_scanned(behind);
            scanned += u32::from(is_scanned(&[before, &behind[1..]].concat()));
            for &byte in BYTES {
                scanned += u32::from(is_scanned(&[before, &[byte], behind].concat()));
                scanned += u32::from(is_scanned(&[before, &[byte], &behind[1..]].concat()));
            }
        }
        assert!(scanned > 1000, "names and texts may be changed: {scanned}");
    }
}

#[test]
fn odd_values_are_scanned_as_they_are_read() {
    let mut scanned = 0;
    for name in NAMES {
        for value in ODD {
            for line in [
                format!("{{\"{name}\":{value}}}\n"),
                format!("{{\"{name}\":{value}}}\r\n"),
                format!("{{\"{name}\":{value}}}}}"),
                format!("{{\"{name}\":{value}}} 1"),
                format!("{{\"{name}\":{value},}}"),
                format!("{{\"{name}\":{value},\"{name}\":{value}}}"),
                format!("{{\"more\":[{value}],\"{name}\":1,\"more\":{{\"{name}\":{value}}}}}"),
                format!("[{{\"{name}\":{value}}}]"),
                value.to_owned(),
            ] {
                scanned += u32::from(is_scanned(line.as_bytes()));
            }
        }
    }
    assert!(scanned > 200, "{scanned}");
}

#[test]
fn what_is_nested_deeply_is_left_to_others() {
    let nested = |depth| format!("{{\"more\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert!(is_scanned(nested(16).as_bytes()));
    assert!(!is_scanned(nested(17).as_bytes()));
    assert!(!is_scanned(nested(1 << 18).as_bytes()));
    let objects = format!(
        "{{\"machine\":{}0{}}}",
        "{\"a\":".repeat(16),
        "}".repeat(16)
    );
    assert!(is_scanned(objects.as_bytes()));
}

/// JSON of any shape, spelled as this program spells it.
fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".*".prop_map(Into::into),
        "[a-z]*".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 20, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec(("[a-z]{0,3}", inner), 0..5)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_fields_are_scanned_as_they_are_read(
        fields in prop::collection::vec((select(NAMES.as_slice()), value()), 1..6),
        cut in any::<prop::sample::Index>(),
        other in any::<u8>(),
    ) {
        let fields = fields.iter().map(|(name, value)| format!("\"{name}\":{value}"));
        let mut line = format!("{{{}}}", fields.collect::<Vec<_>>().join(",")).into_bytes();
        let _ = is_scanned(&line);
        let at = cut.index(line.len());
        line[at] = other;
        let _ = is_scanned(&line);
    }

    #[test]
    fn any_words_are_scanned_as_they_are_read(words in prop::collection::vec(
        select(&[
            "{", "}", "[", "]", ":", ",", "\"", "\"kind\":", "\"run\"", "\"form\":2", "\"a\":", "\"machine\":{", "0", "-",
            "1e5", ".", "true", "null", " ", "\\", "\n", "\u{e9}", "\"start_up\":false", "\"key\":\"k\"", ",\"b\":[",
        ][..]), 0..12))
    {
        let words = words.concat();
        let _ = is_scanned(words.as_bytes());
        let _ = is_scanned(format!("{{{words}}}").as_bytes());
        let _ = is_scanned(format!("{{\"kind\":\"run\",\"more\":{words}}}").as_bytes());
    }
}
