//! Drawing options and the output of pictures.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use serde_json::Value;

use super::args::whole;
use super::format::OutputFormat;
use super::output::OutputTarget;
use super::{CliError, interrupt, output, prose, terminal};
use crate::backend::{Emission, Language, Profile, Provenance};
use crate::json::document;
use crate::lower::{AS_IT_STANDS, lower};
use crate::puzzle::{Label, Puzzle};
use crate::render::{
    Characters, PageModel, Picture, PngSize, PuzzlePage, TextStyle, sheet_png, sheet_svg,
};
use crate::report::Report;

/// The maximum size of a model on a page, in bytes.
const MAX_MODEL: u64 = 1_000_000;

/// The content of a page besides its pictures.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    pub(super) verdict: Option<String>,
    pub(super) faults: Vec<String>,
    pub(super) models: Vec<PageModel>,
}

/// The drawing options.
#[derive(Debug, Args)]
pub(super) struct DrawArguments {
    /// Output file, folder for pictures, or `-`
    ///
    /// `-`, the default, is standard output.
    #[arg(
        long,
        short,
        value_name = "FILE|DIR|-",
        default_value = "-",
        hide_default_value = true
    )]
    pub(super) output: PathBuf,

    /// Draw text in ASCII, the default in a locale that is not UTF-8
    #[arg(long)]
    ascii: bool,

    /// Scale of a PNG
    ///
    /// 2 is twice as large as the SVG, in which a cell is 64 wide.
    #[arg(long, value_name = "N", default_value = "2", value_parser = scale)]
    scale: f32,

    /// Width of a PNG, in pixels
    #[arg(long, value_name = "PIXELS", conflicts_with = "scale",
        value_parser = whole(1..=u32::MAX))]
    width: Option<u32>,
}

fn scale(text: &str) -> Result<f32, String> {
    let number: f32 = text
        .parse()
        .map_err(|_| format!("`{text}` is not a number"))?;
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err("the number must be above 0".into())
    }
}

impl DrawArguments {
    /// The output for a number of pictures. Rejects impossible combinations before any computation.
    pub(super) fn target(
        &self,
        format: OutputFormat,
        pictures: usize,
    ) -> Result<OutputTarget, CliError> {
        if format == OutputFormat::Png && self.is_terminal() {
            return Err(CliError::usage(
                "a terminal shows no PNG: name a file with -o, such as `-o puzzle.png`, or use \
                 `--format text`"
                    .into(),
            ));
        }
        // Texts are concatenated on standard output.
        let is_list = self.is_stdout() && !format.is_drawing();
        let files = if is_list { 1 } else { pictures };
        OutputTarget::of(&self.output, files, "pictures", "-o")
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    /// Whether pictures are written to a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_stdout() && io::stdout().is_terminal()
    }

    /// The text style, with the colours and the width of the terminal.
    pub(super) fn text_style(&self) -> TextStyle {
        TextStyle {
            characters: if self.ascii || !terminal::is_utf8() {
                Characters::Ascii
            } else {
                Characters::Unicode
            },
            colour: self.is_stdout() && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            columns: terminal::columns().filter(|_| self.is_stdout()),
        }
    }

    /// Draws boards of one puzzle, or the puzzle `alone` if there are none. `name` is the file name
    /// in a folder.
    pub(super) fn write(
        &self,
        target: &OutputTarget,
        name: &str,
        format: OutputFormat,
        alone: Picture<'_>,
        boards: Vec<Picture<'_>>,
        page: impl FnOnce() -> PageContent,
    ) -> Result<(), CliError> {
        let pictures = match boards.as_slice() {
            [] => std::slice::from_ref(&alone),
            boards => boards,
        };
        let style = self.text_style();
        let bytes = match format {
            OutputFormat::Svg => sheet_svg(pictures).into_bytes(),
            OutputFormat::Png => {
                let size = self
                    .width
                    .map_or(PngSize::Scale(self.scale), PngSize::Width);
                sheet_png(pictures, size)?
            }
            OutputFormat::Html => {
                let PageContent {
                    verdict,
                    faults,
                    models,
                } = page();
                let page = PuzzlePage {
                    name,
                    puzzle: alone,
                    boards,
                    verdict,
                    faults,
                    models,
                };
                page.html().map_err(CliError::internal)?.into_bytes()
            }
            _ => {
                let texts = pictures.iter().map(|picture| picture.text(style));
                texts.collect::<Vec<_>>().join("\n").into_bytes()
            }
        };
        put(target, name, format, &bytes)
    }

    /// Writes a report about a puzzle: text with pictures before or after it, JSON, a page, or
    /// pictures side by side.
    pub(super) fn write_report(
        &self,
        format: OutputFormat,
        report: &Report,
        puzzle: &Puzzle,
        name: &Label,
        json: impl FnOnce() -> Value,
        is_picture_first: bool,
    ) -> Result<(), CliError> {
        let target = self.target(format, 1)?;
        let name = name.raw();
        match format {
            OutputFormat::Html => {
                let page = report.story(puzzle).html(name);
                let page = page.map_err(CliError::internal)?;
                put(&target, name, format, page.as_bytes())
            }
            format if format.is_drawing() => {
                let alone = Picture::new(puzzle).with_labels(true);
                let pictures = report.pictures(puzzle);
                self.write(&target, name, format, alone, pictures, PageContent::default)
            }
            OutputFormat::Json => {
                output::to_path(&self.output, |out| writeln!(out, "{}", document(&json())))
            }
            _ => output::to_path(&self.output, |out| {
                let style = self.text_style();
                let pictures = report.drawings(puzzle);
                if is_picture_first {
                    for picture in &pictures {
                        writeln!(out, "{}", picture.text(style))?;
                    }
                }
                let text = report.text(puzzle);
                prose::write(out, style.columns, |out| out.write_all(text.as_bytes()))?;
                if !is_picture_first {
                    for picture in &pictures {
                        write!(out, "\n{}", picture.text(style))?;
                    }
                }
                Ok(())
            }),
        }
    }
}

/// Writes a picture or a page. `name` is the file name in a folder.
fn put(
    target: &OutputTarget,
    name: &str,
    format: OutputFormat,
    bytes: &[u8],
) -> Result<(), CliError> {
    let file = target.file(&format!("{name}.{}", format.extension()))?;
    output::to_path(&file, |out| out.write_all(bytes))
}

/// A puzzle's model in each language. `typed` is the puzzle's name on the command line.
pub(super) fn page_models(puzzle: &Puzzle, name: &Label, typed: &str) -> Vec<PageModel> {
    // A page omits models of puzzles that are too large to lower.
    let Ok(lowered) = interrupt::interruptible(|| lower(puzzle, &AS_IT_STANDS)) else {
        return Vec::new();
    };
    let provenance = Provenance::of(puzzle, name.raw(), &lowered);
    let model = |target: &Language| {
        let (encoding, provenance) = (target.encodings()[0], provenance.clone());
        let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance).ok()?;
        let bytes = emission.size().ok()?.bytes;
        let mut text = Vec::new();
        if bytes <= MAX_MODEL {
            emission.write(0, &mut text).ok()?;
        }
        Some(PageModel {
            name: target.title.into(),
            command: format!("pipsc emit {typed} --target {target}"),
            bytes: bytes as usize,
            text: String::from_utf8(text).ok().filter(|text| !text.is_empty()),
        })
    };
    Language::ALL.into_iter().filter_map(model).collect()
}
