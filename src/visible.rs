//! Escapes invisible characters of untrusted text before it is displayed.
//!
//! Titles, node names and file names can contain characters that move a terminal's cursor, change
//! its title or reverse the text direction. [`Visible`] and [`Label`] display these characters as
//! escapes, such as `\u{1b}`.

use std::borrow::Borrow;
use std::fmt;
#[cfg(any(feature = "external", feature = "fetch"))]
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Whether a character is invisible: control characters (C0, DEL, C1), direction marks and
/// overrides, line and paragraph separators, and zero-width characters. The joiners U+200C and
/// U+200D count as visible, because some scripts and many emoji need them.
pub(crate) fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Displays a text on one line, with invisible characters escaped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visible<'t>(pub(crate) &'t str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains(is_invisible) {
            f.pad(&escaped(self.0, is_invisible))
        } else {
            f.pad(self.0)
        }
    }
}

fn escaped(text: &str, hides: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if hides(char) {
            shown.extend(char.escape_default());
        } else {
            shown.push(char);
        }
    }
    shown
}

/// The maximum width of a column. A long untrusted name must not widen every other line, nor exceed the
/// width that formatting supports (65,535).
pub(crate) const MAX_PADDING: usize = 200;

/// Escapes invisible characters except newline.
#[cfg(any(feature = "cli", feature = "fetch"))]
pub(crate) fn message(text: &dyn fmt::Display) -> String {
    escaped(&text.to_string(), |char| char != '\n' && is_invisible(char))
}

/// A path with invisible characters escaped.
#[cfg(any(feature = "external", feature = "fetch"))]
pub(crate) fn path(path: &Path) -> String {
    Visible(&path.to_string_lossy()).to_string()
}

/// Escapes the invisible characters of a JSON text, except white space between tokens. Other
/// invisible characters can only occur in strings.
pub(crate) fn json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if is_invisible(char) && !matches!(char, '\n' | '\r' | '\t') {
            for unit in char.encode_utf16(&mut [0; 2]) {
                shown += &format!("\\u{unit:04x}");
            }
        } else {
            shown.push(char);
        }
    }
    shown
}

/// An untrusted title or name. `Display` escapes invisible characters; [`Label::raw`] returns the
/// original text, for files that are read again.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Label(String);

impl Label {
    /// The original text.
    pub fn raw(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Visible(&self.0).fmt(f)
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Label(text)
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Label(text.to_owned())
    }
}

/// Maps with labels as keys can be searched by raw text.
impl Borrow<str> for Label {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Label {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<String> for Label {
    fn eq(&self, other: &String) -> bool {
        self.0 == *other
    }
}

/// Joins names with spaces.
pub(crate) fn spaced<'l>(names: impl IntoIterator<Item = &'l Label>) -> String {
    let names: Vec<String> = names.into_iter().map(Label::to_string).collect();
    names.join(" ")
}

/// A field of comma-separated values (RFC 4180), with invisible characters escaped, quoted if
/// necessary.
#[cfg(feature = "cli")]
pub(crate) fn csv_field(field: &str) -> String {
    let field = Visible(field).to_string();
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character that must never reach a terminal.
    const HIDDEN: &str = "\0\u{7}\u{1b}\r\n\t\u{7f}\u{80}\u{9b}\u{9f}\u{61c}\u{200e}\u{200f}\
                          \u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{200b}\u{feff}";

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(Visible(HIDDEN).to_string().find(is_invisible), None);
        assert_eq!(Visible("a\u{1b}[31mb\n").to_string(), "a\\u{1b}[31mb\\n");
        let plain = "Grüße, 你好 \u{1f468}\u{200d}\u{1f469} ✓ \\ \" `";
        assert_eq!(Visible(plain).to_string(), plain);
        assert_eq!(format!("[{:<4}]", Visible("é")), "[é   ]");
        assert_eq!(format!("[{:>7}]", Label::from("\u{1b}")), "[ \\u{1b}]");
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let value = serde_json::json!({ "title": HIDDEN, "tag": "\u{e0041}" });
        let shown = json(&value.to_string());
        assert_eq!(shown.find(is_invisible), None);
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&shown).expect("JSON"),
            value
        );
    }
}
