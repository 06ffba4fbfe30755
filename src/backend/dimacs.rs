//! DIMACS CNF: clauses as text, for SAT solvers.
//!
//! The header has the numbers of variables and clauses. The model is encoded twice, to count and to write, so clauses
//! are not kept in memory.

use std::io;

use super::{
    BlockingSyntax, Emission, EmissionPlan, Encoding, Language, ModelSink, PlacementNames, Profile,
    RedundantFacts, SolverProtocol, published,
};
use crate::backend::reply::sat::{COUNTING, DIMACS};
use crate::encode::cnf::{self, CnfSink, Lit, VariableBlock};
use crate::encode::linear::LinearVariable;
use crate::limits::Budget;
use crate::lower::LoweringStep;
use crate::model::{Model, Origin};

/// DIMACS CNF.
pub static LANGUAGE: Language = Language {
    name: "dimacs",
    title: "DIMACS CNF",
    about: "DIMACS CNF, for SAT solvers",
    encodings: &[COMPACT, PLACEMENT, LINKS],
    run_extensions: &["cnf"],
    submit_extensions: &["cnf"],
    count_extensions: &["cnf"],
    header: Some(HEADER),
    protocol: Some(SolverProtocol {
        replies: &[DIMACS, COUNTING],
        blocking: BlockingSyntax {
            before: None,
            header: Some(HEADER),
            write: |out, _, variables| writeln!(out, "-{} 0", variables.join(" -")),
        },
    }),
    ..Language::DEFAULT
};

/// The prefix of the header.
const HEADER: &str = "p cnf ";

/// One-hot values, a literal per edge, support clauses, sums as decision diagrams.
pub const COMPACT: Encoding = Encoding {
    redundant: RedundantFacts::WhereSmall,
    // Value counts are bounded, so they are not part of the estimate.
    statements: cnf::compact::copy_clauses,
    ..Encoding::new(
        || &LANGUAGE,
        "compact",
        |emission, _, out| write(emission, cnf::compact::encode, out),
        numbers,
    )
};

/// The IR directly, exactly-one pairwise.
pub const PLACEMENT: Encoding = Encoding {
    published: Some(published::PLACEMENT),
    statements: cnf::placement::pairs,
    ..Encoding::new(
        || &LANGUAGE,
        "placement",
        |emission, _, out| write(emission, cnf::placement::encode, out),
        numbers,
    )
};

/// A tiling and values, joined by the values of available dominoes.
pub const LINKS: Encoding = Encoding {
    published: Some(published::LINKS),
    redundant: RedundantFacts::Always,
    statements: |model| {
        let supply = cnf::compact::value_count_clauses(model, model.value_counts().into_iter());
        cnf::compact::copy_clauses(model).saturating_add(supply)
    },
    ..Encoding::new(
        || &LANGUAGE,
        "links",
        |emission, _, out| write(emission, cnf::links::encode, out),
        numbers,
    )
};

/// Writes the clauses of a model.
type EncodeFn = fn(&Model, &mut dyn CnfSink);

/// The numbers of the placements' variables.
fn numbers(_: &Model) -> PlacementNames<'_> {
    Box::new(|id| cnf::placement_lit(id).to_string().into())
}

fn write(emission: &Emission<'_>, encode: EncodeFn, out: &mut dyn ModelSink) -> io::Result<()> {
    let Emission {
        model,
        plan,
        budget,
    } = *emission;
    let mut count = CnfCounter {
        budget,
        ..CnfCounter::default()
    };
    encode(model, &mut count);
    budget
        .map_or(Ok(()), Budget::check)
        .map_err(io::Error::other)?;
    // The placements determine all auxiliary variables: models and solutions correspond one to one.
    if plan.profile == Profile::Count {
        writeln!(out, "c t mc")?;
    }
    comments(model, plan, &count, out)?;
    writeln!(out, "{HEADER}{} {}", count.variables, count.clauses)?;
    let mut text = CnfWriter {
        out,
        buffer: String::with_capacity(BUFFER + 4096),
        variables: 0,
        written: Ok(()),
    };
    encode(model, &mut text);
    text.flush();
    text.written
}

/// Writes the comments before the header, where every solver allows them.
fn comments(
    model: &Model,
    plan: &EmissionPlan,
    count: &CnfCounter<'_>,
    out: &mut dyn ModelSink,
) -> io::Result<()> {
    for line in plan.head(model) {
        writeln!(out, "c {line}")?;
    }
    let is_requested = plan.provenance.steps.contains(&LoweringStep::Redundant);
    let states_few = plan.encoding.redundant() == RedundantFacts::WhereSmall;
    if is_requested && states_few && !cnf::compact::states_value_counts(model) {
        writeln!(
            out,
            "c Value counts are not stated: they would take too many clauses."
        )?;
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
            let (name, meaning) = block.name_and_meaning();
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

/// Writes the meaning of each placement: `c 17: 4-1 on r0c2 r1c2` has 4 pips on r0c2.
fn name_comments(model: &Model, out: &mut dyn ModelSink) -> io::Result<()> {
    for id in model.placement_ids() {
        let meaning = LinearVariable::Placement(id).meaning(model);
        out.set_origins(&model.placement_origins(id));
        writeln!(out, "c {}: {meaning}", id.0 + 1)?;
    }
    out.set_origins(&[]);
    Ok(())
}

/// Counts variables and clauses, and records where each block of variables begins.
#[derive(Debug, Default)]
struct CnfCounter<'a> {
    variables: u32,
    clauses: u64,
    blocks: Vec<(VariableBlock, u32)>,
    budget: Option<&'a Budget>,
}

impl CnfSink for CnfCounter<'_> {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, _: &[Lit]) {
        self.clauses += 1;
    }

    fn block(&mut self, block: VariableBlock) {
        self.blocks.push((block, self.variables));
    }

    fn is_cancelled(&self) -> bool {
        self.budget.is_some_and(|budget| budget.stopped().is_some())
    }
}

/// Writes clauses.
struct CnfWriter<'a> {
    out: &'a mut dyn ModelSink,
    buffer: String,
    variables: u32,
    written: io::Result<()>,
}

/// Size of the buffer at which it is written, in bytes.
const BUFFER: usize = 1 << 16;

impl CnfWriter<'_> {
    fn flush(&mut self) {
        if self.written.is_ok() {
            self.written = self.out.write_all(self.buffer.as_bytes());
        }
        self.buffer.clear();
    }
}

impl CnfSink for CnfWriter<'_> {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        for &lit in literals {
            self.buffer += &format!("{lit} ");
        }
        self.buffer += "0\n";
        if self.buffer.len() > BUFFER {
            self.flush();
        }
    }

    fn set_origins(&mut self, origins: &[Origin]) {
        self.flush();
        self.out.set_origins(origins);
    }

    fn is_cancelled(&self) -> bool {
        self.written.is_err()
    }
}
