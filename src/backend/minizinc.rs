//! MiniZinc: one readable model for every puzzle, and the puzzle as its data.
//!
//! Each encoding is a model in `templates/minizinc`. In a submission it declares its parameters and
//! the data file beside it gives them; to be run, it carries them itself. The templates are rendered
//! with a mark for each parameter, and the parameters, which can be long, are streamed into the
//! marks' places.
//!
//! With K kinds, E edges and C cells: `native` has 2KE + E + C variables, `placement` 2KE + C and
//! about (K p^2 + C q^2)/2 pairs for p placements of a kind and q of a cell, `coordinates` 2C
//! coordinates and two for each place of the table in which the board lies.

mod arrays;
mod data;
mod grid;
pub mod reply;
#[cfg(test)]
mod tests;
mod text;

use std::io::{self, BufRead, Write};

use tera::{Context, Tera};

use self::data::{Data, SLOTS};
use self::grid::Grid;
use super::{Emission, Exchange, Features, Language, Profile, Redundant, Scheme, published};
use crate::model::{Model, PlacementId};

/// What is known of MiniZinc.
pub static LANGUAGE: Language = Language {
    name: "minizinc",
    title: "MiniZinc",
    about: "MiniZinc, a constraint modelling language",
    encodings: &[
        super::Encoding::MiniZinc(Encoding::Native),
        super::Encoding::MiniZinc(Encoding::Placement),
        super::Encoding::MiniZinc(Encoding::Coordinates),
    ],
    run_extensions: &["mzn"],
    submit_extensions: &["mzn", "dzn"],
    is_remark: |line| line.starts_with('%'),
    exchange: Some(Exchange {
        replies: &[reply::DIALECT],
        exclude,
        core: None,
    }),
};

/// The encodings of MiniZinc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The IR in MiniZinc's own words: its sums and its global constraints.
    Native,
    /// The IR plainly, exactly-one by pairs. A baseline.
    Placement,
    /// Row and column of each half of a domino. A baseline, for grids only.
    Coordinates,
}

impl Scheme for Encoding {
    fn features(&self) -> Features {
        match self {
            Encoding::Native => Features {
                redundant: Redundant::AsAsked,
                ..Features::of("native")
            },
            Encoding::Placement => Features::of_baseline("placement", &published::PLACEMENT),
            Encoding::Coordinates => Features {
                needs_grid: true,
                limitation: Some("grids only"),
                ..Features::of_baseline("coordinates", &published::COORDINATES)
            },
        }
    }

    /// In a submission all instances share the model.
    fn file_name(&self, profile: Profile, instance: &str, extension: &str) -> String {
        match (profile, extension, self) {
            (Profile::Submit, "mzn", Encoding::Native) => "pips.mzn".into(),
            (Profile::Submit, "mzn", Encoding::Placement | Encoding::Coordinates) => {
                format!("pips-{}.mzn", self.features().name)
            }
            _ => format!("{instance}.{extension}"),
        }
    }

    /// Writes the model, or the data where they have a file of their own.
    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()> {
        let [model, data] = self.templates();
        match (emission.plan.profile, file) {
            (Profile::Run, _) => fill(&self.skeleton(model, true)?, emission, out),
            (Profile::Submit, 0) => out.write_all(self.skeleton(model, false)?.as_bytes()),
            (Profile::Submit, _) => fill(&self.skeleton(data, true)?, emission, out),
        }
    }

    /// The placement's Boolean `place[kind, edge, way]`, way 2 for flipped; or where there are
    /// coordinates `place(kind, row, column, row, column)`, those of the low half first.
    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm> {
        let placement = |id: PlacementId| model.placements[id.index()];
        match self {
            Encoding::Native | Encoding::Placement => Box::new(move |id| {
                let placement = placement(id);
                let (kind, edge) = (placement.kind.0 + 1, placement.edge.0 + 1);
                let way = if placement.flipped { 2 } else { 1 };
                format!("place[{kind},{edge},{way}]")
            }),
            Encoding::Coordinates => {
                let grid = Grid::of(model);
                Box::new(move |id| {
                    let placement = placement(id);
                    let edge = model.edges[placement.edge.index()];
                    let (mut low, mut high) = (grid.place(edge.a), grid.place(edge.b));
                    if placement.flipped {
                        (low, high) = (high, low);
                    }
                    let kind = placement.kind.0 + 1;
                    format!("place({kind},{},{},{},{})", low.0, low.1, high.0, high.1)
                })
            }
        }
    }
}

/// A constraint for each answer; the order of constraints is free.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let _ = io::copy(model, out)?;
    writeln!(out)?;
    for answer in answers {
        let count = answer.len();
        writeln!(out, "constraint sum([{}]) < {count};", answer.join(", "))?;
    }
    Ok(())
}

impl Encoding {
    /// The templates of the model and of its data.
    fn templates(self) -> [&'static str; 2] {
        match self {
            Encoding::Native => [
                include_str!("../../templates/minizinc/native.mzn"),
                include_str!("../../templates/minizinc/native.dzn"),
            ],
            Encoding::Placement => [
                include_str!("../../templates/minizinc/placement.mzn"),
                include_str!("../../templates/minizinc/placement.dzn"),
            ],
            Encoding::Coordinates => [
                include_str!("../../templates/minizinc/coordinates.mzn"),
                include_str!("../../templates/minizinc/coordinates.dzn"),
            ],
        }
    }

    /// A template with a mark in every slot, or with nothing there.
    fn skeleton(self, template: &str, filled: bool) -> io::Result<String> {
        let mut context = Context::new();
        context.insert("filled", &filled);
        let published = self.features().published.map(ToString::to_string);
        context.insert("published", &published);
        for (number, (name, _)) in SLOTS.iter().enumerate() {
            let mark = if filled {
                format!("{MARK}{number}{MARK}")
            } else {
                String::new()
            };
            context.insert(*name, &mark);
        }
        Tera::one_off(template, &context, false).map_err(io::Error::other)
    }
}

/// Stands around a slot's number in a rendered template; no template has it otherwise.
const MARK: char = '\0';

/// Writes a skeleton with the model's data in the place of the marks.
fn fill(skeleton: &str, emission: &Emission<'_>, out: &mut dyn Write) -> io::Result<()> {
    let data = Data::of(emission.model, emission.plan);
    for (index, part) in skeleton.split(MARK).enumerate() {
        if index % 2 == 0 {
            out.write_all(part.as_bytes())?;
        } else {
            // Only the marks are between marks.
            let slot = part
                .parse()
                .ok()
                .and_then(|number: usize| SLOTS.get(number));
            if let Some((_, write)) = slot {
                write(&data, out)?;
            }
        }
    }
    Ok(())
}
