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
pub(super) mod reply;
#[cfg(test)]
mod tests;
mod text;

use std::io::{self, Write};

use tera::{Context, Tera};

use self::data::{Data, Slot};
use self::grid::Grid;
use super::{Encoding, Plan, Profile};
use crate::model::{Model, PlacementId};

/// The templates of an encoding.
struct Templates {
    model: &'static str,
    data: &'static str,
}

const NATIVE: Templates = Templates {
    model: include_str!("../../templates/minizinc/native.mzn"),
    data: include_str!("../../templates/minizinc/native.dzn"),
};

const PLACEMENT: Templates = Templates {
    model: include_str!("../../templates/minizinc/placement.mzn"),
    data: include_str!("../../templates/minizinc/placement.dzn"),
};

const COORDINATES: Templates = Templates {
    model: include_str!("../../templates/minizinc/coordinates.mzn"),
    data: include_str!("../../templates/minizinc/coordinates.dzn"),
};

fn templates(encoding: Encoding) -> Option<Templates> {
    match encoding {
        Encoding::Native => Some(NATIVE),
        Encoding::Placement => Some(PLACEMENT),
        Encoding::Coordinates => Some(COORDINATES),
        Encoding::Compact
        | Encoding::Lia
        | Encoding::Bv
        | Encoding::Pb
        | Encoding::Links
        | Encoding::Halves => None,
    }
}

/// Stands around a slot's number in a rendered template; no template has it otherwise.
const MARK: char = '\0';

/// Writes one of the profile's files: the model, then the data where it has a file of its own.
pub(super) fn write(
    model: &Model,
    plan: &Plan,
    file: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let templates = templates(plan.encoding).ok_or(io::ErrorKind::Unsupported)?;
    match (plan.profile, file) {
        (Profile::Run, _) => fill(&skeleton(templates.model, true)?, model, plan, out),
        (Profile::Submit, 0) => out.write_all(skeleton(templates.model, false)?.as_bytes()),
        (Profile::Submit, _) => fill(&skeleton(templates.data, true)?, model, plan, out),
    }
}

/// What the placements are called.
pub(super) struct Variables<'m> {
    model: &'m Model,
    /// Where an encoding has coordinates rather than placements.
    grid: Option<Grid>,
}

impl<'m> Variables<'m> {
    pub(super) fn new(model: &'m Model, encoding: Encoding) -> Self {
        let grid = match encoding {
            Encoding::Coordinates => Grid::of(model),
            _ => None,
        };
        Variables { model, grid }
    }

    /// The placement's Boolean `place[kind, edge, way]`, way 2 for flipped; or where there are
    /// coordinates `place(kind, row, column, row, column)`, those of the low half first.
    pub(super) fn name(&self, id: PlacementId) -> String {
        let placement = self.model.placements[id.index()];
        let kind = placement.kind.0 + 1;
        let Some(grid) = &self.grid else {
            let way = if placement.flipped { 2 } else { 1 };
            return format!("place[{kind},{},{way}]", placement.edge.0 + 1);
        };
        let edge = self.model.edges[placement.edge.index()];
        let (low, high) = match placement.flipped {
            false => (grid.place(edge.a), grid.place(edge.b)),
            true => (grid.place(edge.b), grid.place(edge.a)),
        };
        format!("place({kind},{},{},{},{})", low.0, low.1, high.0, high.1)
    }
}

/// A template with a mark in every slot, or with nothing there.
fn skeleton(template: &str, filled: bool) -> io::Result<String> {
    let mut context = Context::new();
    context.insert("filled", &filled);
    for (number, slot) in Slot::ALL.into_iter().enumerate() {
        let mark = if filled {
            format!("{MARK}{number}{MARK}")
        } else {
            String::new()
        };
        context.insert(slot.name(), &mark);
    }
    Tera::one_off(template, &context, false).map_err(io::Error::other)
}

/// Writes a skeleton with the model's data in the place of the marks.
fn fill(skeleton: &str, model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let data = Data::of(model, plan);
    for (index, part) in skeleton.split(MARK).enumerate() {
        if index % 2 == 0 {
            out.write_all(part.as_bytes())?;
        } else {
            let slot = part
                .parse()
                .ok()
                .and_then(|number: usize| Slot::ALL.get(number));
            data.write(*slot.ok_or(io::ErrorKind::InvalidData)?, out)?;
        }
    }
    Ok(())
}
