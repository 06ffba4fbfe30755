//! DIMACS CNF: clauses as text, for SAT solvers.
//!
//! The header must count variables and clauses before the first clause is written. Rather than
//! keep a million clauses in memory, the model is encoded twice: once to count, once to write.

use std::io::{self, BufRead, Write};

use super::{
    DeclaredSize, Emission, Encoding, Language, ModelSink, Names, Plan, Profile, Redundant,
    SolverProtocol, published,
};
use crate::backend::reply::sat::{COUNTING, DIMACS};
use crate::encode::cnf::{self, Block, CnfSink, Lit};
use crate::limits::Budget;
use crate::lower::Step;
use crate::model::{Model, Origin, PlacementId};

/// What is known of DIMACS CNF.
pub static LANGUAGE: Language = Language {
    name: "dimacs",
    title: "DIMACS CNF",
    about: "DIMACS CNF, for SAT solvers",
    encodings: &[COMPACT, PLACEMENT, LINKS],
    run_extensions: &["cnf"],
    submit_extensions: &["cnf"],
    count_extensions: &["cnf"],
    is_remark: |line| line.starts_with('c'),
    declared: |line| {
        let counts = line.strip_prefix("p cnf ").unwrap_or_default();
        DeclaredSize::of_header(counts.split(' '))
    },
    states_status: false,
    most_bytes: None,
    exchange: Some(EXCHANGE),
};

/// How its solvers are spoken to.
const EXCHANGE: SolverProtocol = SolverProtocol {
    replies: &[DIMACS, COUNTING],
    exclude,
    core: None,
};

/// One-hot values, a literal per edge, supports, sums as layers of partial sums.
pub const COMPACT: Encoding = Encoding {
    redundant: Redundant::WhereSmall,
    // It leaves the counts of values out where they would be many.
    statements: cnf::compact::clauses_for_copies,
    ..Encoding::new(
        || &LANGUAGE,
        "compact",
        |emission, _, out| write(emission, cnf::compact::encode, out),
        numbers,
    )
};

/// The IR plainly, exactly-one by pairs.
pub const PLACEMENT: Encoding = Encoding {
    published: Some(&published::PLACEMENT),
    statements: cnf::placement::pairs,
    ..Encoding::new(
        || &LANGUAGE,
        "placement",
        |emission, _, out| write(emission, cnf::placement::encode, out),
        numbers,
    )
};

/// A tiling and values, joined by the pairs of values that are a domino.
pub const LINKS: Encoding = Encoding {
    published: Some(&published::LINKS),
    redundant: Redundant::Always,
    statements: |model| {
        let supply = cnf::compact::clauses_for_supply(model, model.supply().into_iter());
        cnf::compact::clauses_for_copies(model).saturating_add(supply)
    },
    ..Encoding::new(
        || &LANGUAGE,
        "links",
        |emission, _, out| write(emission, cnf::links::encode, out),
        numbers,
    )
};

/// States a model in clauses.
type Encode = fn(&Model, &mut dyn CnfSink);

/// What the file calls the placements.
fn numbers(_: &Model) -> Names<'_> {
    Box::new(|id| cnf::placement_lit(id).to_string())
}

fn write(emission: &Emission<'_>, encode: Encode, out: &mut dyn ModelSink) -> io::Result<()> {
    let Emission {
        model,
        plan,
        budget,
    } = *emission;
    let mut count = Count {
        budget,
        ..Count::default()
    };
    encode(model, &mut count);
    budget
        .map_or(Ok(()), Budget::check)
        .map_err(io::Error::other)?;
    // Every auxiliary variable is determined by the placements: the models are the solutions, one to one.
    if plan.profile == Profile::Count {
        writeln!(out, "c t mc")?;
    }
    comments(model, plan, &count, out)?;
    writeln!(out, "p cnf {} {}", count.variables, count.clauses)?;
    let mut text = Text::new(out);
    encode(model, &mut text);
    text.finish()
}

/// A clause for each answer, and a header that counts them.
fn exclude(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let mut line = String::new();
    loop {
        line.clear();
        if model.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the CNF has no header"));
        }
        let Some(counts) = line.strip_prefix("p cnf ") else {
            out.write_all(line.as_bytes())?;
            continue;
        };
        let counted = counts.trim().split_once(' ');
        let (variables, clauses) = counted
            .and_then(|(variables, clauses)| Some((variables, clauses.parse::<usize>().ok()?)))
            .ok_or_else(|| io::Error::other("the header of the CNF is damaged"))?;
        writeln!(out, "p cnf {variables} {}", clauses + answers.len())?;
        break;
    }
    let _ = io::copy(model, out)?;
    for answer in answers {
        for variable in answer {
            write!(out, "-{variable} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// Everything before the header, where every solver allows comments.
fn comments(
    model: &Model,
    plan: &Plan,
    count: &Count<'_>,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    let generator = concat!("pipsc ", env!("CARGO_PKG_VERSION"));
    writeln!(out, "c A Pips puzzle as CNF, made by {generator}")?;
    writeln!(out, "c instance: {}", plan.provenance.instance)?;
    if let Some(title) = &model.title {
        writeln!(out, "c title: {}", title)?;
    }
    writeln!(out, "c parameters: encoding {}", plan.encoding)?;
    if let Some(published) = plan.encoding.published() {
        writeln!(out, "c Formulation: {published}")?;
    }
    writeln!(out, "c {}", plan.provenance.terms(plan.encoding))?;
    let is_asked = plan.provenance.steps.contains(&Step::Redundant);
    let states_few = plan.encoding.redundant() == Redundant::WhereSmall;
    if is_asked && states_few && !cnf::compact::counts_supply(model) {
        writeln!(
            out,
            "c Here they would be many: the supply of values is not counted."
        )?;
    }
    match plan.provenance.seed {
        Some(seed) => writeln!(out, "c seed: {seed}")?,
        None => writeln!(out, "c seed: none (nothing is random)")?,
    }
    writeln!(
        out,
        "c size: {} cells, {} edges, {} domino kinds",
        model.cells.len(),
        model.edges.len(),
        model.kinds.len()
    )?;
    for (index, &(block, first)) in count.blocks.iter().enumerate() {
        let next = count.blocks.get(index + 1).map_or(count.variables, |b| b.1);
        if next > first {
            let (name, meaning) = block.words();
            writeln!(
                out,
                "c variables {} to {next}: {name}, {meaning}",
                first + 1
            )?;
        }
    }
    match plan.profile {
        Profile::Run => name_comments(model, out),
        Profile::Submit | Profile::Count => Ok(()),
    }
}

/// The name map, a placement a line: `c 17: 4-1 on r0c2 r1c2` has 4 pips on r0c2.
fn name_comments(model: &Model, out: &mut dyn ModelSink) -> io::Result<()> {
    for (index, &placement) in model.placements.iter().enumerate() {
        let [(a, at_a), (b, at_b)] = model.halves(placement);
        out.about(&model.placement_origins(PlacementId::at(index)));
        writeln!(
            out,
            "c {}: {at_a}-{at_b} on {} {}",
            index + 1,
            model.cell(a).name,
            model.cell(b).name
        )?;
    }
    out.about(&[]);
    Ok(())
}

/// Counts, and notes where each block of variables begins.
#[derive(Debug, Default)]
struct Count<'a> {
    variables: u32,
    clauses: u64,
    blocks: Vec<(Block, u32)>,
    budget: Option<&'a Budget>,
}

impl CnfSink for Count<'_> {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, _: &[Lit]) {
        self.clauses += 1;
    }

    fn block(&mut self, block: Block) {
        self.blocks.push((block, self.variables));
    }

    fn is_cancelled(&self) -> bool {
        self.budget.is_some_and(|budget| budget.stopped().is_some())
    }
}

/// Writes clauses as they come, through a buffer of its own and with digits made by hand, so that
/// there is little between a literal and its bytes.
struct Text<'a> {
    out: &'a mut dyn ModelSink,
    buffer: Vec<u8>,
    variables: u32,
    failed: io::Result<()>,
}

/// The buffer goes out when it is longer than this.
const BUFFER: usize = 1 << 16;

impl<'a> Text<'a> {
    fn new(out: &'a mut dyn ModelSink) -> Self {
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

impl CnfSink for Text<'_> {
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

    fn about(&mut self, origins: &[Origin]) {
        self.flush();
        self.out.about(origins);
    }

    fn is_cancelled(&self) -> bool {
        self.failed.is_err()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_each_and_a_header_that_counts_them() {
        let answers = [vec!["1".into(), "3".into()], vec!["2".into()]];
        let mut out = Vec::new();
        let model = "c name\np cnf 3 1\n1 2 3 0\n";
        exclude(&mut model.as_bytes(), &mut out, &answers).expect("written");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "c name\np cnf 3 3\n1 2 3 0\n-1 -3 0\n-2 0\n"
        );
    }
}
