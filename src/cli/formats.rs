//! `pipsc formats`: descriptions of the formats of puzzles and boards.

use clap::Args;
use serde_json::json;

use super::CliError;
use super::args::ReportArguments;
use super::prose;
use crate::exit::Exit;
use crate::formats::{FormInfo, FormKind};

/// The width of the text.
const COLUMNS: usize = 80;

/// Describe the formats of puzzles and boards
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc formats
  pipsc formats text            # the format to type by hand
  pipsc formats drawing list    # two formats of boards
  pipsc formats nyt --format json")]
pub(super) struct Formats {
    /// The formats to describe, with an example each; all are listed by default
    #[arg(value_name = "NAME", value_parser = str::parse::<FormInfo>)]
    forms: Vec<FormInfo>,

    #[command(flatten)]
    report: ReportArguments,
}

impl Formats {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        self.report.print(
            || {
                let all = FormInfo::all();
                let chosen = if self.forms.is_empty() {
                    &all
                } else {
                    &self.forms
                };
                let forms = chosen.iter().map(|form| {
                    json!({
                        "name": form.name,
                        "of": match form.kind {
                            FormKind::Puzzle => "puzzles",
                            FormKind::Board => "boards",
                        },
                        "about": form.about(),
                        "text": form.text,
                        "example": form.example(),
                    })
                });
                json!({ "forms": forms.collect::<Vec<_>>() })
            },
            |out| {
                if self.forms.is_empty() {
                    return write!(out, "{}", list());
                }
                let texts = self
                    .forms
                    .iter()
                    .map(|form| format!("{}\n\n{}\n", form.name, form.text.trim()));
                write!(out, "{}", texts.collect::<Vec<_>>().join("\n"))
            },
        )?;
        Ok(Exit::Done)
    }
}

/// The forms, a line each.
fn list() -> String {
    let mut text = String::new();
    for (kind, heading) in [
        (
            FormKind::Puzzle,
            "Puzzles are read in all of these; `pipsc convert` writes nyt, text and graph:",
        ),
        (
            FormKind::Board,
            "\nBoards are read in all of these; `run`, `show` and `hint` print some of them:",
        ),
    ] {
        text += &format!("{heading}\n");
        for form in FormInfo::all().iter().filter(|form| form.kind == kind) {
            let line = format!("  {:<10}  {}", form.name, form.about());
            text += &(prose::wrapped(&line, COLUMNS) + "\n");
        }
    }
    text + "\n`pipsc formats NAME` describes one of them, with an example.\n"
}
