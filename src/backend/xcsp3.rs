//! XCSP3-core, the format of the XCSP3 competitions: an XML file of integer variables and global constraints.
//!
//! A placement goes by a variable with one of its values, such as `tile_r0c0_r0c1=41`; that is how
//! replies are told, and how answers are excluded.

mod edges;
mod page;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use super::{DeclaredSize, Encoding, Language, Names, Redundant, SolverProtocol};
use crate::backend::reply::xcsp3::XCSP3;
use crate::model::Model;
use edges::Codes;
use page::Page;

/// What is known of XCSP3.
pub static LANGUAGE: Language = Language {
    name: "xcsp3",
    title: "XCSP3",
    about: "XCSP3-core, for constraint solvers",
    encodings: &[EDGES],
    run_extensions: &["xml"],
    submit_extensions: &["xml"],
    count_extensions: &[],
    // The declaration, and comments, which take a line each.
    is_remark: |line| matches!(line.trim_start().as_bytes(), [b'<', b'?' | b'!', ..]),
    declared: |_| DeclaredSize::default(),
    states_status: false,
    most_bytes: None,
    exchange: Some(EXCHANGE),
};

/// How its solvers are spoken to.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[XCSP3],
    exclude,
    core: None,
};

/// A variable per edge, whose values are the dominoes; tables join it to what its cells show.
pub const EDGES: Encoding = Encoding {
    redundant: Redundant::AsAsked,
    keeps_symmetry: false,
    ..Encoding::new(
        || &LANGUAGE,
        "edges",
        |emission, _, out| edges::write(&mut Page::new(emission, out)),
        names,
    )
};

fn names(model: &Model) -> Names<'_> {
    let codes = Codes::of(model);
    Box::new(move |id| {
        let placement = model.placements[id.index()];
        let edge = edges::edge_name(model, placement.edge);
        format!("{edge}={}", codes.code(placement))
    })
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
    let mut is_excluded = false;
    loop {
        line.clear();
        if model.read_until(b'\n', &mut line)? == 0 {
            return match is_excluded {
                true => Ok(()),
                false => Err(io::Error::other(
                    "the XCSP3 file has no list of constraints",
                )),
            };
        }
        if line.trim_ascii_end() == END_OF_CONSTRAINTS.as_bytes() {
            is_excluded = true;
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
