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
mod cells;
mod data;
mod grid;
pub mod reply;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use self::data::{Data, SLOTS, breaks_symmetry, states_supply};
use self::grid::Grid;
use super::template::{Words, render};
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
    count_extensions: &[],
    is_remark: |line| line.starts_with('%'),
};

/// How its solvers are spoken to.
pub(super) const EXCHANGE: Exchange = Exchange {
    replies: &[reply::DIALECT],
    exclude,
    core: None,
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
            Encoding::Placement => Features {
                redundant: Redundant::AsAsked,
                ..Features::of_baseline("placement", &published::PLACEMENT)
            },
            Encoding::Coordinates => Features {
                redundant: Redundant::AsAsked,
                needs_grid: true,
                limitation: Some("grids only"),
                ..Features::of_baseline("coordinates", &published::COORDINATES)
            },
        }
    }

    /// In a submission all instances share the model.
    fn file_name(&self, profile: Profile, instance: &str, extension: &str) -> String {
        match (profile, extension) {
            (Profile::Submit, "mzn") => self.shared_model(),
            _ => format!("{instance}.{extension}"),
        }
    }

    /// Writes the model, or the data where they have a file of their own.
    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()> {
        let (template, filled) = match (emission.plan.profile, file) {
            (Profile::Run | Profile::Count, _) => (self.model(), true),
            (Profile::Submit, 0) => (self.model(), false),
            (Profile::Submit, _) => (DATA, true),
        };
        let skeleton = self.skeleton(template, filled, emission)?;
        let data = Data::of(emission.model, emission.plan, *self);
        fill(&skeleton, &data, out)
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

/// The templates, by the names under which they include each other.
pub(super) const TEMPLATES: [(&str, &str); 8] = [
    (
        "native.mzn",
        include_str!("../../templates/minizinc/native.mzn"),
    ),
    (
        "placement.mzn",
        include_str!("../../templates/minizinc/placement.mzn"),
    ),
    (
        "coordinates.mzn",
        include_str!("../../templates/minizinc/coordinates.mzn"),
    ),
    (
        "head.mzn",
        include_str!("../../templates/minizinc/head.mzn"),
    ),
    (
        "puzzle.mzn",
        include_str!("../../templates/minizinc/puzzle.mzn"),
    ),
    (
        "rules.mzn",
        include_str!("../../templates/minizinc/rules.mzn"),
    ),
    (
        "excluded.mzn",
        include_str!("../../templates/minizinc/excluded.mzn"),
    ),
    (DATA, include_str!("../../templates/minizinc/puzzle.dzn")),
];

/// The template of the data.
const DATA: &str = "puzzle.dzn";

impl Encoding {
    /// The template of the model.
    fn model(self) -> &'static str {
        match self {
            Encoding::Native => "native.mzn",
            Encoding::Placement => "placement.mzn",
            Encoding::Coordinates => "coordinates.mzn",
        }
    }

    /// What the model of a submission is called, which all instances share.
    fn shared_model(self) -> String {
        match self {
            Encoding::Native => "pips.mzn".into(),
            Encoding::Placement | Encoding::Coordinates => {
                format!("pips-{}.mzn", self.features().name)
            }
        }
    }

    /// A template with a mark in every slot, or with nothing there. Apart from the slots a model
    /// depends on the steps alone: they decide whether it breaks symmetry and states the supply.
    fn skeleton(self, template: &str, filled: bool, emission: &Emission<'_>) -> io::Result<String> {
        let mut words = Words::default();
        words.flag("filled", filled);
        words.flag("grid", self.features().needs_grid);
        words.flag("symmetry", breaks_symmetry(emission.model));
        words.flag("supply", states_supply(emission.model));
        words.text("version", env!("CARGO_PKG_VERSION"));
        words.text("encoding", emission.plan.encoding.to_string());
        words.text("model", self.shared_model());
        let published = self.features().published.map(ToString::to_string);
        words.optional("published", published);
        for (number, (name, _)) in SLOTS.iter().enumerate() {
            let mark = match filled {
                true => format!("{MARK}{number}{MARK}"),
                false => String::new(),
            };
            words.text(name, mark);
        }
        render(template, &TEMPLATES, &words)
    }
}

/// Stands around a slot's number in a rendered template; no template has it otherwise.
const MARK: char = '\0';

/// Writes a skeleton with the data in the place of the marks.
fn fill(skeleton: &str, data: &Data<'_>, out: &mut dyn Write) -> io::Result<()> {
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
                write(data, out)?;
            }
        }
    }
    Ok(())
}
