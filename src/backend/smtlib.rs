//! SMT-LIB 2.6, for SMT solvers.
//!
//! [`edges`] has an integer for the value of each cell and a Boolean for each edge, [`pb`] the rows of the 0/1 linear
//! model in z3's operators. Two are published baselines: [`placement`] has a Boolean for each placement,
//! and [`halves`] the half of a domino on each cell, in z3's operators as published, and in standard operators.
//!
//! In every encoding a solution has one assignment if symmetry is broken.

mod edges;
mod halves;
mod script;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use super::provenance::ABOUT;
use super::{Emission, ModelWriter, PlacementName, PlacementNames, Profile};
use crate::encode::linear::{LinearForm, LinearModel, RowRelation};
use crate::model::{ConstraintKind, Model, Origin, PlacementId};
use crate::puzzle::recipe::Family;
use halves::ExactlyOneForm;
use script::{ScriptWriter, apply, count_is, exactly_one, pips, value_count};

/// Maximal number of characters of a text in a header.
const SHOWN: usize = 200;

/// Maximal length of a line of the list of symbols, unless a symbol is longer.
const WIDTH: usize = 109;

/// Writes an assertion that excludes a board.
pub(super) fn block(out: &mut dyn Write, _: usize, terms: &[String]) -> io::Result<()> {
    writeln!(out, "(assert (not {}))", apply("and", terms, "true"))
}

/// In [`edges`] a placement is a conjunction.
pub(super) fn edge_names(model: &Model) -> PlacementNames<'_> {
    Box::new(|id| PlacementName {
        name: edges::term(model, id),
        terms: vec![edges::parts(model, id).to_vec()],
    })
}

/// In [`halves`] a placement is a conjunction for each copy.
pub(super) fn half_names(model: &Model) -> PlacementNames<'_> {
    halves::names(model)
}

/// An integer for each cell, a Boolean for each edge.
pub(super) fn edges(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, out, |script| edges::write(emission.model, script))
}

/// The half of a domino on each cell as an integer, exactly-one in z3's operators.
pub(super) fn halves(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    write(emission, out, |script| {
        halves::write(emission.model, ExactlyOneForm::PseudoBooleans, script)
    })
}

/// [`halves`] in standard operators.
pub(super) fn halves_standard(
    emission: &Emission<'_>,
    out: &mut ModelWriter<'_>,
) -> io::Result<()> {
    write(emission, out, |script| {
        halves::write(emission.model, ExactlyOneForm::Integers, script)
    })
}

/// The IR directly: a Boolean per placement, an integer per cell, exactly-one pairwise, which is `m(m - 1)/2` pairs for
/// a cell or a domino with `m` placements.
pub(super) fn placement(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    write(emission, out, |script| {
        script.comment("Decided: p_4_1_a_b says that a domino lies on cells a and b, with 4 pips on a and 1 on b; pips_a is what cell a shows.")?;
        let names: Vec<String> = model
            .placement_ids()
            .map(|id| model.placement_symbol(id))
            .collect();
        for (id, name) in model.placement_ids().zip(&names) {
            script.set_origins(&model.placement_origins(id));
            script.declare(name, "Bool")?;
        }
        for cell in model.cell_ids() {
            script.set_origins(&[Origin::Cell(cell)]);
            script.declare(&pips(model, cell), "Int")?;
        }
        let by_cell = model.placements_by_cell();
        let by_kind = model.placements_by_kind();
        let name = |id: &PlacementId| names[id.index()].clone();
        script.constraints(model, |body| match body {
            ConstraintKind::Covered(cell) => {
                let placements = by_cell[cell.index()].iter();
                exactly_one(&placements.map(|(id, _)| name(id)).collect::<Vec<_>>())
            }
            ConstraintKind::Shows(cell) => (by_cell[cell.index()].iter())
                .map(|(id, shown)| format!("(=> {} (= {} {shown}))", name(id), pips(model, *cell)))
                .collect(),
            ConstraintKind::Used { kind, times } => {
                let placements: Vec<String> = by_kind[kind.index()].iter().map(name).collect();
                match times {
                    1 => exactly_one(&placements),
                    _ => vec![count_is(&placements, *times)],
                }
            }
            ConstraintKind::ValueCount { value, cells } => vec![value_count(model, *value, *cells)],
            // Implied by the placements of the model.
            _ => Vec::new(),
        })?;
        Ok(names)
    })
}

/// The rows of the 0/1 linear model ([`LinearForm::Values`]) as pseudo-Boolean constraints in z3's operators `pbeq`,
/// `pble` and `pbge`. On full double-6 boards z3 is two to five times as fast with them as with `edges`; on NYT puzzles
/// there is no difference.
pub(super) fn pb(emission: &Emission<'_>, out: &mut ModelWriter<'_>) -> io::Result<()> {
    let model = emission.model;
    let linear = LinearModel::new(model, LinearForm::Values, &emission.budget)?;
    write(emission, out, |script| {
        script.comment("Decided: p_4_1_a_b says that a domino lies on cells a and b, with 4 pips on a and 1 on b; x_a_4 that cell a shows 4; t_a_b that a domino lies on a and b.")?;
        let mut names = Vec::new();
        for variable in &linear.variables {
            let description = variable.describe(model);
            script.set_origins(&description.origins);
            script.declare(&description.symbol, "Bool")?;
            names.push(description.symbol);
        }
        script.comment("The constraints, one row each.")?;
        for row in &linear.rows {
            let description = row.statement.describe(model);
            // Weights are positive: a negative coefficient becomes a negated literal.
            let (mut weights, mut terms, mut bound) = (String::new(), String::new(), row.bound);
            for &(variable, times) in &row.terms {
                let name = &names[variable as usize];
                weights += &format!(" {}", times.abs());
                if times < 0 {
                    bound -= times;
                    terms += &format!(" (not {name})");
                } else {
                    terms += &format!(" {name}");
                }
            }
            let operator = match row.relation {
                RowRelation::AtMost => "pble",
                RowRelation::Exactly => "pbeq",
                RowRelation::AtLeast => "pbge",
            };
            let term = match row.relation {
                RowRelation::AtLeast if bound <= 0 => continue,
                RowRelation::AtMost | RowRelation::Exactly if bound < 0 => "false".into(),
                _ => format!("((_ {operator} {bound}{weights}){terms})"),
            };
            script.set_origins(&description.origins);
            script.assert(&term, &description.meaning)?;
        }
        names.truncate(model.placements.len());
        Ok(names)
    })
}

/// Writes a script around declarations and assertions, which return the symbols whose values determine a board.
fn write(
    emission: &Emission<'_>,
    out: &mut ModelWriter<'_>,
    state: impl FnOnce(&mut ScriptWriter<'_, '_>) -> io::Result<Vec<String>>,
) -> io::Result<()> {
    let is_submitted = emission.profile == Profile::Submit;
    // The smallest logic with the terms of the model. No standard logic has z3's pseudo-Boolean operators.
    let logic = match emission.encoding.is_standard() {
        true => "QF_LIA",
        false => "ALL",
    };
    if is_submitted {
        submission_header(emission, logic, out)?;
    } else {
        out.comments(";", emission.head().iter().map(|line| ascii_line(line)))?;
        writeln!(
            out,
            "(set-option :produce-models true)\n(set-logic {logic})"
        )?;
    }
    let mut script = ScriptWriter::new(out, !is_submitted);
    let symbols = state(&mut script)?;
    script.comment("Is there a solution?")?;
    writeln!(out, "(check-sat)")?;
    match is_submitted {
        true => writeln!(out, "(exit)"),
        // `get-value` needs at least one term.
        false if symbols.is_empty() => Ok(()),
        false => {
            writeln!(out, "\n; The board.\n(get-value (")?;
            let symbols = symbols.into_iter().map(|symbol| (symbol, Vec::new()));
            out.items(["  ", " ", "))"], "  ", WIDTH, symbols)
        }
    }
}

/// Writes the header of the SMT-LIB benchmark library.
fn submission_header(
    emission: &Emission<'_>,
    logic: &str,
    out: &mut ModelWriter<'_>,
) -> io::Result<()> {
    let Emission {
        model, provenance, ..
    } = emission;
    let mut source = vec![
        (
            "Generated by",
            one_line(provenance.signature.author(), char::is_alphanumeric),
        ),
        ("Generated on", ascii_line(provenance.signature.day())),
        (
            "Generator",
            concat!("pipsc ", env!("CARGO_PKG_VERSION")).into(),
        ),
        ("Application", ascii_line(ABOUT)),
    ];
    let hardness = provenance.family.map(|family| family.info().about.into());
    source.extend(hardness.map(|hardness| ("Hardness", hardness)));
    source.extend(
        emission
            .encoding
            .citation
            .map(|cited| ("Publications", ascii_line(cited))),
    );
    source.push(("Instance", ascii_line(provenance.instance.raw())));
    source.extend((model.title.as_ref()).map(|title| ("Title", ascii_line(title.raw()))));
    source.extend(provenance.seed.map(|seed| ("Seed", seed.to_string())));
    source.push(("Encoding", emission.encoding.to_string()));
    source.push(("Terms", provenance.terms(emission.encoding, model)));
    let unsettled = provenance.satisfiable.is_none() && provenance.status_limit.is_some();
    if unsettled || provenance.construction.is_some() {
        source.push(("Status", provenance.status()));
    }
    // Instances of random families are in the category random, all others in crafted.
    let category = match provenance.family {
        Some(Family::Full | Family::Supply | Family::Threshold) => "random",
        Some(Family::Newspaper | Family::Mutilated | Family::Counting) | None => "crafted",
    };
    let status = match provenance.satisfiable {
        Some(true) => "sat",
        Some(false) => "unsat",
        None => "unknown",
    };
    writeln!(
        out,
        "(set-info :smt-lib-version 2.6)\n(set-logic {logic})\n(set-info :source |"
    )?;
    for (field, text) in source {
        writeln!(out, "{field}: {text}")?;
    }
    writeln!(
        out,
        "|)\n(set-info :license \"https://creativecommons.org/licenses/by/4.0/\")"
    )?;
    writeln!(
        out,
        "(set-info :category \"{category}\")\n(set-info :status {status})"
    )
}

/// Any text as one line of ASCII.
fn ascii_line(text: &str) -> String {
    one_line(text, |_| false)
}

/// Any text as one line without `|` and `\`, which are not allowed inside `|...|`. Characters outside
/// ASCII are replaced, except for kept ones, such as letters in the names of authors.
fn one_line(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let chars = text.chars().take(SHOWN).map(|c| match c {
        '|' | '\\' => '/',
        ' '..='~' => c,
        c if c.is_whitespace() || c.is_control() => ' ',
        c if is_kept(c) => c,
        _ => '?',
    });
    chars.collect::<String>().trim().to_owned()
}
