//! Answer set programming: rules that are the same for every puzzle, and the puzzle as facts.
//!
//! The rules of each encoding are a file in `templates/asp`, written within ASP-Core-2 but for
//! what is shown. In a submission they are a file of their own beside an instance of
//! facts, as the ASP Competition has it; to be run, the facts come first and the rules follow.
//!
//! With C cells, E edges, K kinds and V values, `native` chooses among E + CV atoms, and grounds
//! to 2KE rules for what follows from them: which domino lies on which edge. The baseline `placement` chooses
//! among 2KE atoms and grounds to about (K p^2 + C q^2)/2 pairs for p placements of a kind and q of
//! a cell.
//!
//! Measured with clingo 5.4.1 on full boards, without pruning, processor time in the geometric
//! mean of 10 double-6 boards and 6 double-9 boards: 0.09 s and 0.33 s as it is here, 0.07 s and
//! 0.40 s without the supply facts, which help more the larger the board (double-12: 0.88 s
//! against 1.19 s). Also tried, on 5 and 3 of such boards, where `native` takes 0.08 s and 0.31 s: which kind
//! lies on an edge as a choice instead of a consequence, 0.11 s and 0.64 s; a choice among the
//! placements of each kind, with the edges or the values following, 0.06 s to 0.13 s and 0.40 s to 0.9 s; a statement
//! for each edge that a domino lies on it, 0.08 s and 0.34 s.

mod facts;
pub mod reply;

use std::io::{self, BufRead, Write};

use super::{Emission, Exchange, Features, Language, Profile, Redundant, Scheme, published};
use crate::model::{Model, PlacementId};
use facts::{Facts, Names};

/// What is known of answer set programming.
pub static LANGUAGE: Language = Language {
    name: "asp",
    title: "ASP",
    about: "Answer set programming: facts and rules, for clingo",
    encodings: &[
        super::Encoding::Asp(Encoding::Native),
        super::Encoding::Asp(Encoding::Placement),
    ],
    // Not `lp`, which is the name of another language here; clingo takes any.
    run_extensions: &["asp"],
    submit_extensions: &["asp", "facts.asp"],
    count_extensions: &[],
    is_remark: |line| line.starts_with('%'),
};

/// How its solvers are spoken to.
pub(super) const EXCHANGE: Exchange = Exchange {
    replies: &[reply::DIALECT],
    exclude,
    core: None,
};

/// The encodings of ASP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// A tiling and values are chosen; the dominoes follow.
    Native,
    /// Placements are chosen, exactly one of them by pairs. A baseline.
    Placement,
}

impl Encoding {
    /// Writes the rules.
    fn write_rules(self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(published) = self.features().published {
            writeln!(out, "% Formulation: {published}")?;
        }
        let rules = match self {
            Encoding::Native => include_str!("../../templates/asp/native.asp"),
            Encoding::Placement => include_str!("../../templates/asp/placement.asp"),
        };
        out.write_all(rules.as_bytes())
    }
}

impl Scheme for Encoding {
    fn features(&self) -> Features {
        match self {
            Encoding::Native => Features {
                redundant: Redundant::AsAsked,
                ..Features::of("native")
            },
            Encoding::Placement => Features::of_baseline("placement", &published::PLACEMENT),
        }
    }

    /// In a submission all instances share the rules.
    fn file_name(&self, profile: Profile, instance: &str, extension: &str) -> String {
        match (profile, extension, self) {
            (Profile::Submit, "asp", Encoding::Native) => "pips.asp".into(),
            (Profile::Submit, "asp", Encoding::Placement) => "pips-placement.asp".into(),
            _ => format!("{instance}.{extension}"),
        }
    }

    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()> {
        match (emission.plan.profile, file) {
            (Profile::Submit, 0) => {
                let data = "The data say what was done to the puzzle before it was written down.";
                writeln!(out, "% {data}")?;
                self.write_rules(out)
            }
            (Profile::Submit, _) => Facts::of(emission).write(out),
            (Profile::Run | Profile::Count, _) => {
                Facts::of(emission).write(out)?;
                writeln!(out)?;
                self.write_rules(out)
            }
        }
    }

    /// The atom `place(d1_4,r0c2,r1c2)`: the half with fewer pips on the first cell.
    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm> {
        let names = Names::of(model);
        Box::new(move |id| names.atom("place", model.placements[id.index()]))
    }
}

/// An integrity constraint for each answer.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let _ = io::copy(model, out)?;
    writeln!(out)?;
    for answer in answers {
        writeln!(out, ":- {}.", answer.join(", "))?;
    }
    Ok(())
}
