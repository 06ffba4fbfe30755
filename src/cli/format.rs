//! Output formats of all commands, chosen by `--format` or the output file's extension.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::error::CliError;
use crate::nearest::either;
use crate::visible;

/// An output format. Each command accepts some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// Readable text
    Text,
    /// Boards drawn in boxes, with their regions; only `--format` selects it
    Picture,
    /// One JSON document
    Json,
    /// One JSON object per line, as results are found
    Jsonl,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
    /// An SVG picture
    Svg,
    /// A self-contained web page
    Html,
    /// A PNG picture
    Png,
}

/// Extensions of picture and document formats that pipsc does not write. Other unknown extensions
/// select the default format: `-o boards.out` is text.
const FOREIGN: &[&str] = &[
    "avif", "bmp", "doc", "docx", "eps", "gif", "jpeg", "jpg", "ods", "odt", "pdf", "ps", "tex",
    "tif", "tiff", "webp", "xls", "xlsx", "xml", "yaml", "yml",
];

/// The formats of reports.
pub(super) const REPORTS: &[OutputFormat] = &[OutputFormat::Text, OutputFormat::Json];

/// A parser of `--format` that accepts these formats.
pub(super) fn among(
    formats: &'static [OutputFormat],
) -> impl TypedValueParser<Value = OutputFormat> {
    PossibleValuesParser::new(formats.iter().filter_map(ValueEnum::to_possible_value))
        .try_map(|name| OutputFormat::from_str(&name, false))
}

impl OutputFormat {
    /// The format with an extension.
    fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "ndjson" => Some(OutputFormat::Jsonl),
            "htm" => Some(OutputFormat::Html),
            _ => OutputFormat::value_variants()
                .iter()
                .copied()
                .find(|format| format.extension() == extension),
        }
    }

    /// Chooses the format of a command that accepts `accepted`: the value of `--format`, or the
    /// format of the output file's extension, or `default`. Extensions of other formats are rejected.
    pub(super) fn choose(
        typed: Option<Self>,
        output: &Path,
        accepted: &[Self],
        default: Self,
    ) -> Result<Self, CliError> {
        if let Some(format) = typed {
            return Ok(format);
        }
        let extension = output.extension().unwrap_or_default().to_string_lossy();
        let extension = extension.to_ascii_lowercase();
        match OutputFormat::of_extension(&extension) {
            Some(format) if accepted.contains(&format) => Ok(format),
            None if !FOREIGN.contains(&extension.as_str()) => Ok(default),
            Some(_) | None => {
                let written = accepted.iter().filter(|one| **one != OutputFormat::Picture);
                let written = written.map(|one| format!(".{}", one.extension()));
                let written: Vec<String> = written.collect();
                Err(CliError::usage(format!(
                    "cannot write {}: this command does not write .{extension}; name a file that ends in \
                     {}, or choose with --format",
                    visible::path(output),
                    either(&written)
                )))
            }
        }
    }

    /// The extension of a file in this format.
    pub(super) fn extension(self) -> &'static str {
        match self {
            OutputFormat::Text | OutputFormat::Picture => "txt",
            OutputFormat::Json => "json",
            OutputFormat::Jsonl => "jsonl",
            OutputFormat::Csv => "csv",
            OutputFormat::Markdown => "md",
            OutputFormat::Svg => "svg",
            OutputFormat::Html => "html",
            OutputFormat::Png => "png",
        }
    }

    /// Whether this is a drawing, which fills a whole file.
    pub(super) fn is_drawing(self) -> bool {
        matches!(
            self,
            OutputFormat::Svg | OutputFormat::Html | OutputFormat::Png
        )
    }
}
