//! How `pipsc run` answers.

use std::path::Path;

use clap::ValueEnum;

use crate::cli::draw::Drawing;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunFormat {
    /// For people; the boards can be given to `pipsc check`
    Text,
    /// For programs: one document, for answers with few boards
    Json,
    /// For programs: an object a line, as it is found
    Jsonl,
    /// Boards drawn in boxes, with their regions
    Picture,
    /// The values of each board on one line: 1 6|- -|1 0
    Compact,
    /// Boards drawn in the manner of the newspaper
    Svg,
    /// A page that shows the boards one at a time
    Html,
    /// Boards in pixels
    Png,
}

/// Where the boards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Medium {
    /// Out as they come, as text.
    Stream,
    /// Out as they come, as lines for programs.
    Lines,
    /// Into one document for programs.
    Json,
    /// Into a picture of all of them.
    Drawing(Drawing),
}

impl RunFormat {
    /// What the name of a file asks for.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "json" => RunFormat::Json,
            "jsonl" | "ndjson" => RunFormat::Jsonl,
            _ => match Drawing::of_file(path)? {
                Drawing::Text | Drawing::Compact => RunFormat::Text,
                Drawing::Svg => RunFormat::Svg,
                Drawing::Html => RunFormat::Html,
                Drawing::Png => RunFormat::Png,
            },
        })
    }

    pub(super) fn medium(self) -> Medium {
        match self {
            RunFormat::Text | RunFormat::Picture | RunFormat::Compact => Medium::Stream,
            RunFormat::Jsonl => Medium::Lines,
            RunFormat::Json => Medium::Json,
            RunFormat::Svg => Medium::Drawing(Drawing::Svg),
            RunFormat::Html => Medium::Drawing(Drawing::Html),
            RunFormat::Png => Medium::Drawing(Drawing::Png),
        }
    }
}
