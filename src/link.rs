//! Links: a puzzle compressed into the fragment of a URL.
//!
//! A link is a version digit followed by the puzzle's text, compressed with DEFLATE, in URL-safe
//! base64. The text is in the text format for a grid, else in the graph format. Decompression has a
//! size limit.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::formats::{self, CannotExpress, Format};
use crate::puzzle::Puzzle;

/// The version of the link format.
const FORM: char = '1';

/// The compression level, the highest of `miniz_oxide`.
const EFFORT: u8 = 10;

/// The maximum length of a link, and of its decompressed text, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
const MAX_TEXT_BYTES: usize = 512 * 1024;

/// A link that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The link is empty.
    #[error("the link is empty: expected the version {FORM} and the letters of a puzzle")]
    Empty,
    /// The link has an unknown version.
    #[error(
        "the link begins with `{0}`, and this version of pipsc reads links that begin with `{FORM}`"
    )]
    OtherForm(char),
    /// The link exceeds [`MAX_BYTES`].
    #[error("the link has {0} letters, and at most {MAX_BYTES} are read")]
    TooLong(usize),
    /// The decompressed text would exceed its maximum length.
    #[error("the link unpacks to more than {MAX_TEXT_BYTES} bytes, the most that is read")]
    TooLarge,
    /// Characters are missing, or are others.
    #[error("the link is damaged: {0}; perhaps its end is missing")]
    Damaged(&'static str),
}

/// The link of a puzzle, without the known solution.
pub fn write(puzzle: &Puzzle) -> Result<String, CannotExpress> {
    let puzzle = puzzle.without_solution();
    let text = match formats::write(&puzzle, Format::Text) {
        Ok(text) => text,
        Err(_) => formats::write(&puzzle, Format::Graph)?,
    };
    let mut link = String::from(FORM);
    URL_SAFE_NO_PAD.encode_string(compress_to_vec(text.as_bytes(), EFFORT), &mut link);
    Ok(link)
}

/// The text of a link: the text of a puzzle unless the link was altered.
pub fn read(link: &str) -> Result<String, LinkError> {
    let link = link.trim();
    if link.len() > MAX_BYTES {
        return Err(LinkError::TooLong(link.len()));
    }
    let mut letters = link.chars();
    match letters.next() {
        None => return Err(LinkError::Empty),
        Some(FORM) => {}
        Some(other) => return Err(LinkError::OtherForm(other)),
    }
    let letters = letters.as_str().trim_end_matches('=');
    let damaged = LinkError::Damaged;
    let packed = URL_SAFE_NO_PAD
        .decode(letters)
        .map_err(|_| damaged("expected letters, digits, `-` and `_` in groups of four"))?;
    let text = decompress_to_vec_with_limit(&packed, MAX_TEXT_BYTES);
    let text = text.map_err(|problem| match problem.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => damaged("its data cannot be unpacked"),
    })?;
    String::from_utf8(text).map_err(|_| damaged("its data is not text in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        document.pick(None).expect("one").clone()
    }

    #[test]
    fn links_round_trip() {
        for text in [
            "title: A small one, with é\n\nAAB.\nCCB.\n.**.\n\nA 7\nB =\nC <5\n\n61 22 04 53\n",
            r#"{"dominoes": [[1, 2]], "constraints": [], "links": {"a": ["b"], "b": ["a"]}}"#,
        ] {
            let puzzle = puzzle(text);
            let link = write(&puzzle).expect("a link");
            assert!(link.len() < 160, "{link}");
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            assert!(link.bytes().all(letter), "{link}");
            let document = formats::read(read(&link).expect("a text").as_bytes(), None);
            let again = document.expect("a puzzle").pick(None).expect("one").clone();
            assert_eq!(again, puzzle.without_solution());
        }
    }

    #[test]
    fn links_have_no_solution() {
        let puzzle = puzzle("AA\n\nA 7\n\n34\n\nsolution:\n3-4\n");
        assert!(puzzle.solution().is_some());
        let text = read(&write(&puzzle).expect("a link")).expect("a text");
        assert!(!text.contains("solution"), "{text}");
    }

    #[test]
    fn damaged_links_are_refused() {
        let link = write(&puzzle("AA\n\nA 7\n\n34\n")).expect("a link");
        // Whole groups of four characters, so that the truncated stream is the only error.
        let cut = &link[..1 + (link.len() / 2) / 4 * 4];
        let of = |bytes: &[u8]| format!("1{}", URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, 10)));
        let bomb = of(&vec![b'A'; 20 * MAX_TEXT_BYTES]);
        assert!(bomb.len() < MAX_BYTES, "{}", bomb.len());
        let letters = "expected letters, digits, `-` and `_` in groups of four";
        let data = "its data cannot be unpacked";
        for (link, problem) in [
            ("", LinkError::Empty),
            ("2abc", LinkError::OtherForm('2')),
            ("1a b", LinkError::Damaged(letters)),
            ("1<script>", LinkError::Damaged(letters)),
            (cut, LinkError::Damaged(data)),
            ("1_____", LinkError::Damaged(letters)),
            ("1____", LinkError::Damaged(data)),
            (&bomb, LinkError::TooLarge),
            (
                &of(b"\xff\xfe"),
                LinkError::Damaged("its data is not text in UTF-8"),
            ),
            (
                &"1".repeat(MAX_BYTES + 1),
                LinkError::TooLong(MAX_BYTES + 1),
            ),
        ] {
            assert_eq!(read(link), Err(problem), "{link:.40}");
        }
    }
}
