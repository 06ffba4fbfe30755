//! SMT-LIB 2.6, for SMT solvers.
//!
//! Five encodings. [`compact`] holds what three of them share: Booleans for placements, edges and
//! values, of linear size; they differ in how they add and count. `lia` (QF_LIA) adds with integers,
//! `bv` (QF_BV) with layers of partial sums, `pb` with z3's pseudo-Boolean operators, which are not
//! standard. To compare with, [`plain`] is the IR word for word, and [`halves`] speaks of the halves of
//! dominoes rather than of placements.
//!
//! In every encoding the placements decide all other variables, so that a model has as many
//! assignments as the IR has.

mod compact;
mod count;
mod halves;
mod header;
mod layers;
mod names;
mod plain;
pub(super) mod reply;
mod rules;
mod script;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use super::{Encoding, Plan, Profile};
use crate::model::Model;
use script::Script;

pub(super) fn write(model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let mut script = Script::new(plan.profile, out);
    let placements = state(model, plan, &mut script)?;
    script.comment("Is there a solution?")?;
    script.text("(check-sat)\n")?;
    match plan.profile {
        Profile::Submit => script.text("(exit)\n"),
        // There is no value to ask for where nothing can be placed.
        Profile::Run if placements.is_empty() => Ok(()),
        Profile::Run => {
            script.comment("The dominoes that lie on the board are those with the value true.")?;
            script.text("(get-value (")?;
            for symbol in &placements {
                script.text(format_args!("\n  {symbol}"))?;
            }
            script.text("))\n")
        }
    }
}

/// Writes a script that asks which of the named assertions exclude each other.
pub(super) fn write_core_question(
    model: &Model,
    plan: &Plan,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut script = Script::new(Profile::Run, out);
    script.text("(set-option :produce-unsat-cores true)\n")?;
    let _ = state(model, plan, &mut script)?;
    script.comment("There is no solution; because of what?")?;
    script.text("(check-sat)\n(get-unsat-core)\n")
}

/// Writes everything before the question; returns the symbols of the placements.
fn state(model: &Model, plan: &Plan, script: &mut Script<'_>) -> io::Result<Vec<String>> {
    script.text(header::header(model, plan)?)?;
    match plan.encoding {
        Encoding::Lia | Encoding::Bv | Encoding::Pb => compact::write(model, plan.encoding, script),
        Encoding::Placement => plain::write(model, script),
        Encoding::Halves => halves::write(model, script),
        Encoding::Native | Encoding::Compact | Encoding::Links | Encoding::Coordinates => {
            Err(io::ErrorKind::Unsupported.into())
        }
    }
}
