//! Pictures on the command line: how they are drawn and where they go.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::Args;

use super::args::whole;
use super::format::OutputFormat;
use super::{CliError, output, terminal};
use crate::render::{Characters, Page, PageModel, Picture, Size, TextStyle, sheet_png, sheet_svg};

/// What a page says beside its pictures.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    pub(super) verdict: Option<String>,
    pub(super) faults: Vec<String>,
    pub(super) models: Vec<PageModel>,
}

/// How pictures are drawn, as it was typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures and output")]
pub(super) struct DrawArguments {
    /// Where the picture goes: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    pub(super) output: PathBuf,

    /// Draw text with nothing but ASCII, as in a locale that is not UTF-8
    #[arg(long)]
    ascii: bool,

    /// PNG: so many times larger than the SVG, in which a cell is 64 wide
    #[arg(long, value_name = "N", default_value = "2", value_parser = scale)]
    scale: f32,

    /// PNG: so many pixels wide
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
    /// Refuses what cannot work before anything is computed.
    pub(super) fn check(&self, format: OutputFormat) -> Result<(), CliError> {
        if format == OutputFormat::Png && self.is_terminal() {
            return Err(CliError::usage(
                "a terminal shows no PNG: name a file with -o, such as `-o puzzle.png`, or use \
                 `--format text`"
                    .into(),
            ));
        }
        Ok(())
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    /// Tells whether pictures go to a folder, one file each.
    pub(super) fn is_folder(&self) -> bool {
        output::is_folder(&self.output)
    }

    /// Tells whether pictures go to a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_stdout() && io::stdout().is_terminal()
    }

    /// How text is drawn: in colour where a terminal wants it, and no wider than that.
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

    /// Draws boards of one puzzle, or the puzzle `alone` if there are none. In a folder, the file is
    /// called `name`. `page` is what a page says beside its pictures.
    pub(super) fn write(
        &self,
        name: &str,
        format: OutputFormat,
        alone: Picture<'_>,
        boards: Vec<Picture<'_>>,
        page: impl FnOnce() -> PageContent,
    ) -> Result<(), CliError> {
        let bytes = self.bytes(name, format, alone, boards, page)?;
        self.put(name, format, &bytes)
    }

    /// Draws pictures side by side, as SVG or PNG.
    pub(super) fn write_sheet(
        &self,
        name: &str,
        format: OutputFormat,
        pictures: Vec<Picture<'_>>,
    ) -> Result<(), CliError> {
        let bytes = match format {
            OutputFormat::Png => sheet_png(&pictures, self.size())?,
            _ => sheet_svg(&pictures).into_bytes(),
        };
        self.put(name, format, &bytes)
    }

    /// Writes a picture to its place. In a folder, the file is called `name`.
    pub(super) fn put(
        &self,
        name: &str,
        format: OutputFormat,
        bytes: &[u8],
    ) -> Result<(), CliError> {
        let write = |path: &Path| output::to_path(path, |out| out.write_all(bytes));
        if !self.is_folder() {
            return write(&self.output);
        }
        std::fs::create_dir_all(&self.output)
            .map_err(|problem| CliError::writing(&self.output, problem))?;
        write(&self.output.join(format!("{name}.{}", format.extension())))
    }

    fn bytes(
        &self,
        name: &str,
        format: OutputFormat,
        alone: Picture<'_>,
        boards: Vec<Picture<'_>>,
        page: impl FnOnce() -> PageContent,
    ) -> Result<Vec<u8>, CliError> {
        let pictures = match boards.as_slice() {
            [] => std::slice::from_ref(&alone),
            boards => boards,
        };
        let style = self.text_style();
        Ok(match format {
            OutputFormat::Compact => pictures
                .iter()
                .map(|picture| picture.compact() + "\n")
                .collect::<String>()
                .into_bytes(),
            OutputFormat::Svg => sheet_svg(pictures).into_bytes(),
            OutputFormat::Png => sheet_png(pictures, self.size())?,
            OutputFormat::Html => {
                let PageContent {
                    verdict,
                    faults,
                    models,
                } = page();
                let page = Page {
                    name,
                    puzzle: alone,
                    boards,
                    verdict,
                    faults,
                    models,
                };
                let html = page.html().map_err(CliError::internal)?;
                html.into_bytes()
            }
            _ => {
                let texts = pictures.iter().map(|picture| picture.text(style));
                texts.collect::<Vec<_>>().join("\n").into_bytes()
            }
        })
    }

    /// How large a PNG is drawn.
    pub(super) fn size(&self) -> Size {
        self.width.map_or(Size::Scale(self.scale), Size::Width)
    }
}
