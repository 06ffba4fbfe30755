//! XCSP3-core, the format of the XCSP3 competitions: an XML file of integer variables and global constraints.
//!
//! A placement goes by a variable with one of its values, such as `e_r0c0_r0c1=41`; that is how
//! replies are told, and how answers are excluded.

mod native;
mod page;
mod placement;
pub mod reply;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use super::{Emission, Exchange, Features, Language, Redundant, Scheme, Submission, published};
use crate::model::{Model, PlacementId};
use native::Codes;
use page::Page;

/// What is known of XCSP3.
pub static LANGUAGE: Language = Language {
    name: "xcsp3",
    title: "XCSP3",
    about: "XCSP3-core, for constraint solvers",
    encodings: &[
        super::Encoding::Xcsp3(Encoding::Native),
        super::Encoding::Xcsp3(Encoding::Placement),
    ],
    run_extensions: &["xml"],
    submit_extensions: &["xml"],
    count_extensions: &[],
    // The declaration, and comments, which take a line each.
    is_remark: |line| matches!(line.trim_start().as_bytes(), [b'<', b'?' | b'!', ..]),
};

/// How its solvers are spoken to.
pub(super) const EXCHANGE: Exchange = Exchange {
    replies: &[reply::DIALECT],
    exclude,
    core: None,
};

/// The encodings of XCSP3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// A variable per edge, whose values are the dominoes; tables join it to what its cells show.
    Native,
    /// A variable per placement, and exactly one of those of a cell and of a kind. A baseline.
    Placement,
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

    fn submission(&self) -> Submission {
        Submission {
            states_status: true,
            most_bytes: None,
        }
    }

    fn write(&self, emission: &Emission<'_>, _: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut page = Page::new(emission, out);
        match self {
            Encoding::Native => native::write(&mut page),
            Encoding::Placement => placement::write(&mut page),
        }
    }

    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm> {
        match self {
            Encoding::Native => {
                let codes = Codes::of(model);
                Box::new(move |id| {
                    let placement = model.placements[id.index()];
                    let edge = native::edge_name(model, placement.edge);
                    reply::literal(&edge, codes.code(placement))
                })
            }
            Encoding::Placement => Box::new(|id| reply::literal(&model.placement_symbol(id), 1)),
        }
    }
}

/// The line before which constraints can be added.
const END_OF_CONSTRAINTS: &str = "  </constraints>";

/// A table of one forbidden row for each answer: the values that its variables do not all have.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if model.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.trim_ascii_end() == END_OF_CONSTRAINTS.as_bytes() {
            writeln!(out, r#"    <block class="nogoods">"#)?;
            for answer in answers {
                let (names, values): (Vec<&str>, Vec<&str>) = answer
                    .iter()
                    .filter_map(|name| name.split_once('='))
                    .unzip();
                let row = page::row(&values);
                writeln!(out, "      <extension>")?;
                writeln!(out, "        <list> {} </list>", names.join(" "))?;
                writeln!(out, "        <conflicts> {row} </conflicts>")?;
                writeln!(out, "      </extension>")?;
            }
            writeln!(out, "    </block>")?;
        }
        out.write_all(&line)?;
    }
}
