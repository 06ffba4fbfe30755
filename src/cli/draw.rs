//! Pictures on the command line: how they are drawn and where they go.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};

use super::{Failure, output};
use crate::render::{Characters, Picture, PngError, Size, TextStyle, sheet_png, sheet_svg};

/// What a picture is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Drawing {
    /// Boxes in the terminal
    #[value(alias = "picture")]
    Text,
    /// The values alone on one line: 1 6|- -|1 0
    Compact,
    /// A drawing in the manner of the newspaper
    Svg,
    /// The same in pixels
    Png,
}

impl Drawing {
    /// What the name of a file asks for.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "txt" => Some(Drawing::Text),
            "svg" => Some(Drawing::Svg),
            "png" => Some(Drawing::Png),
            _ => None,
        }
    }
}

/// How pictures are drawn, as it was typed.
#[derive(Debug, Args)]
pub(super) struct DrawArguments {
    /// Where the picture goes: a file, or `-` for standard output
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    pub(super) output: PathBuf,

    /// Draw text with nothing but ASCII
    #[arg(long)]
    ascii: bool,

    /// PNG: so many times larger than the SVG, in which a cell is 64 wide
    #[arg(long, value_name = "N", default_value = "2", value_parser = scale)]
    scale: f32,

    /// PNG: so many pixels wide
    #[arg(long, value_name = "PIXELS", conflicts_with = "scale",
        value_parser = clap::value_parser!(u32).range(1..))]
    width: Option<u32>,
}

fn scale(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "expected a number".to_owned())?;
    match number.is_finite() && number > 0.0 {
        true => Ok(number),
        false => Err("expected a number above 0".into()),
    }
}

impl DrawArguments {
    /// Refuses what cannot work before anything is computed.
    pub(super) fn check(&self, drawing: Drawing) -> Result<(), Failure> {
        if drawing == Drawing::Png && self.is_terminal() {
            return Err(Failure::Usage(
                "a terminal shows no PNG: name a file with -o, such as `-o puzzle.png`, or use \
                 `--format text`"
                    .into(),
            ));
        }
        Ok(())
    }

    fn is_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    fn is_terminal(&self) -> bool {
        self.is_stdout() && io::stdout().is_terminal()
    }

    /// How text is drawn: in colour where a terminal wants it.
    fn text_style(&self) -> TextStyle {
        TextStyle {
            characters: match self.ascii {
                true => Characters::Ascii,
                false => Characters::Unicode,
            },
            colour: self.is_stdout() && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }

    /// Draws pictures of one puzzle and writes them.
    pub(super) fn write(&self, drawing: Drawing, pictures: &[Picture<'_>]) -> Result<(), Failure> {
        let style = self.text_style();
        let bytes = match drawing {
            Drawing::Text => {
                let texts: Vec<String> =
                    pictures.iter().map(|picture| picture.text(style)).collect();
                texts.join("\n").into_bytes()
            }
            Drawing::Compact => pictures
                .iter()
                .map(|picture| picture.compact() + "\n")
                .collect::<String>()
                .into_bytes(),
            Drawing::Svg => sheet_svg(pictures).into_bytes(),
            Drawing::Png => sheet_png(pictures, self.size())?,
        };
        output::to_path(&self.output, |out| out.write_all(&bytes))
    }

    fn size(&self) -> Size {
        self.width.map_or(Size::Scale(self.scale), Size::Width)
    }
}

impl From<PngError> for Failure {
    fn from(problem: PngError) -> Self {
        match problem {
            PngError::Size { .. } => Failure::Usage(problem.to_string()),
            PngError::Drawing(_) => Failure::Internal(problem.to_string()),
        }
    }
}
