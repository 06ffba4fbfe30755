//! DIMACS CNF: clauses as text, for SAT solvers.
//!
//! The header must count variables and clauses before the first clause is written. Rather than
//! keep a million clauses in memory, the model is encoded twice: once to count, once to write.

pub mod cnf;
pub(super) mod reply;

use std::io::{self, Write};

use super::{Plan, Profile};
use crate::model::{Model, PlacementId};
use cnf::{Formula, Lit};

/// The variable of a placement, as a solver prints it.
pub(super) fn variable(id: PlacementId) -> String {
    cnf::placement_lit(id).to_string()
}

/// Writes a model as DIMACS CNF.
pub(super) fn write(model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let mut count = Count::default();
    cnf::encode(model, plan.encoding, &mut count);
    comments(model, plan, &count, out)?;
    writeln!(out, "p cnf {} {}", count.variables, count.clauses)?;
    let mut text = Text::new(out);
    cnf::encode(model, plan.encoding, &mut text);
    text.finish()
}

/// Everything before the header, where every solver allows comments.
fn comments(model: &Model, plan: &Plan, count: &Count, out: &mut dyn Write) -> io::Result<()> {
    let generator = concat!("pipsc ", env!("CARGO_PKG_VERSION"));
    writeln!(out, "c A Pips puzzle as CNF, made by {generator}")?;
    writeln!(out, "c instance: {}", one_line(&plan.provenance.instance))?;
    if let Some(title) = &model.title {
        writeln!(out, "c title: {}", one_line(title))?;
    }
    writeln!(
        out,
        "c parameters: encoding {}, steps {}",
        plan.encoding, plan.provenance.steps
    )?;
    match plan.provenance.seed {
        Some(seed) => writeln!(out, "c seed: {seed}")?,
        None => writeln!(out, "c seed: none (nothing is random)")?,
    }
    let status = match plan.provenance.satisfiable {
        Some(true) => "satisfiable",
        Some(false) => "unsatisfiable",
        None => "unknown",
    };
    writeln!(out, "c status: {status}")?;
    writeln!(
        out,
        "c size: {} cells, {} edges, {} domino kinds",
        model.cells.len(),
        model.edges.len(),
        model.kinds.len()
    )?;
    for (index, &(name, first)) in count.blocks.iter().enumerate() {
        let next = count.blocks.get(index + 1).map_or(count.variables, |b| b.1);
        if next > first {
            let what = describe(name);
            writeln!(out, "c variables {} to {next}: {name}, {what}", first + 1)?;
        }
    }
    match plan.profile {
        Profile::Run => name_comments(model, out),
        Profile::Submit => Ok(()),
    }
}

fn describe(block: &str) -> &'static str {
    match block {
        "placements" => "a domino kind lies on an edge, one way round",
        "edges" => "some domino lies on two neighbouring cells",
        "values" => "a cell shows a number of pips",
        "contradiction" => "the puzzle cannot be solved",
        _ => "counters and partial sums",
    }
}

/// The name map, a placement a line: `c 17: 4-1 on r0c2 r1c2` has 4 pips on r0c2.
fn name_comments(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    for (index, &placement) in model.placements.iter().enumerate() {
        let [(a, at_a), (b, at_b)] = model.halves(placement);
        writeln!(
            out,
            "c {}: {at_a}-{at_b} on {} {}",
            index + 1,
            one_line(&model.cell(a).name),
            one_line(&model.cell(b).name)
        )?;
    }
    Ok(())
}

/// Text that stays within its comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Counts, and notes where each block of variables begins.
#[derive(Debug, Default)]
struct Count {
    variables: u32,
    clauses: u64,
    blocks: Vec<(&'static str, u32)>,
}

impl Formula for Count {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, _: &[Lit]) {
        self.clauses += 1;
    }

    fn block(&mut self, name: &'static str) {
        self.blocks.push((name, self.variables));
    }
}

/// Writes clauses as they come, through a buffer of its own and with digits made by hand, so that
/// there is little between a literal and its bytes.
struct Text<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    variables: u32,
    failed: io::Result<()>,
}

/// The buffer goes out when it is longer than this.
const BUFFER: usize = 1 << 16;

impl<'a> Text<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Text {
            out,
            buffer: Vec::with_capacity(BUFFER + 4096),
            variables: 0,
            failed: Ok(()),
        }
    }

    fn flush(&mut self) {
        if self.failed.is_ok() {
            self.failed = self.out.write_all(&self.buffer);
        }
        self.buffer.clear();
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush();
        self.failed
    }
}

impl Formula for Text<'_> {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        for &lit in literals {
            push_literal(&mut self.buffer, lit);
        }
        self.buffer.extend_from_slice(b"0\n");
        if self.buffer.len() > BUFFER {
            self.flush();
        }
    }

    fn block(&mut self, _: &'static str) {}
}

/// Appends a literal and a space.
fn push_literal(buffer: &mut Vec<u8>, lit: Lit) {
    if lit.is_negative() {
        buffer.push(b'-');
    }
    let mut digits = [b' '; 11];
    let mut start = digits.len() - 1;
    let mut rest = lit.variable() + 1;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    buffer.extend_from_slice(&digits[start..]);
}
