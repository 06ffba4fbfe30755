//! How `pipsc run` answers.

use clap::ValueEnum;

use crate::cli::draw::Drawing;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunFormat {
    /// For people; the boards can be given to `pipsc check`
    Text,
    /// For programs
    Json,
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
    /// To standard output as they come, as text.
    Stream,
    /// Into one document for programs.
    Json,
    /// Into a picture of all of them.
    Drawing(Drawing),
}

impl RunFormat {
    pub(super) fn medium(self) -> Medium {
        match self {
            RunFormat::Text | RunFormat::Picture | RunFormat::Compact => Medium::Stream,
            RunFormat::Json => Medium::Json,
            RunFormat::Svg => Medium::Drawing(Drawing::Svg),
            RunFormat::Html => Medium::Drawing(Drawing::Html),
            RunFormat::Png => Medium::Drawing(Drawing::Png),
        }
    }
}
