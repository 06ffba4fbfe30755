//! What a proof is made of: statements, premises, steps.

use crate::puzzle::{CellId, Domino, Edge, Fact, Pips, PlacedDomino, RegionId};

/// Something known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// The rule of a region holds.
    Rule(RegionId),
    /// A cell shows one of these pips.
    Shows(CellId, Vec<Pips>),
    /// One domino lies on these two cells.
    Joined(Edge),
    /// No domino lies on these two cells.
    Apart(Edge),
    /// This domino lies on these two cells, in either orientation.
    On(Edge, Domino),
    /// These placements, all on the same edge, are impossible.
    Not(Vec<PlacedDomino>),
    /// A contradiction.
    Impossible,
}

impl Statement {
    /// Whether it says that some domino lies on an edge.
    pub(super) fn joins(&self, edge: Edge) -> bool {
        matches!(self, Statement::Joined(on) | Statement::On(on, _) if *on == edge)
    }

    /// The cells that it is about, for a rule none.
    pub fn cells(&self) -> Vec<CellId> {
        match self {
            Statement::Shows(cell, _) => vec![*cell],
            Statement::Joined(edge) | Statement::Apart(edge) | Statement::On(edge, _) => {
                edge.ends().to_vec()
            }
            Statement::Not(placed) => {
                let first = placed.first().map(|placed| placed.edge().ends());
                first.into_iter().flatten().collect()
            }
            Statement::Rule(_) | Statement::Impossible => Vec::new(),
        }
    }
}

/// Where something is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// From the board as it is, from a pin or from an earlier hint.
    Given,
    /// It is assumed, to be refuted.
    Assumed,
    /// From the step with this number.
    Step(usize),
}

/// Something that a step rests on, beside the board and the dominoes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Premise {
    /// A rule, or something given, assumed or shown before.
    pub statement: Statement,
    /// Where it is known from.
    pub source: Source,
}

/// An inference: what follows from which premises, by a technique.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The technique's name; `contradiction` for a refuted assumption, `search` for what only the
    /// solver shows.
    pub technique: &'static str,
    /// Its number in its proof, from one on.
    pub number: usize,
    /// What it rests on. The technique needs each of them.
    pub premises: Vec<Premise>,
    /// What follows.
    pub conclusions: Vec<Statement>,
    /// Both in a sentence.
    pub words: String,
    /// How hard the technique is to apply, without the refutation.
    pub weight: f64,
    /// What is assumed and how that leads to a contradiction, for a step by contradiction.
    pub refuted: Option<Box<Refutation>>,
    /// Which technique of the engine it is.
    pub(super) by: Option<usize>,
}

/// An assumption that leads to a contradiction.
#[derive(Debug, Clone, PartialEq)]
pub struct Refutation {
    /// What is assumed.
    pub assumed: Fact,
    /// How it leads to a contradiction.
    pub proof: ProofTree,
}

/// Steps in order, each from what is known and from those before it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProofTree {
    /// The steps; the last one concludes what is to be shown.
    pub steps: Vec<Step>,
}

impl Step {
    /// The cells of which the step says something new; none for a contradiction.
    pub fn concludes(&self) -> Vec<CellId> {
        sorted(self.conclusions.iter().flat_map(Statement::cells))
    }

    /// The cells of which it uses something that was shown or given before, in board order.
    pub fn rests_on(&self) -> Vec<CellId> {
        sorted(self.premises.iter().flat_map(|one| one.statement.cells()))
    }

    /// The regions whose rules it uses.
    pub fn regions(&self) -> Vec<RegionId> {
        let rules = self.premises.iter().filter_map(|one| match one.statement {
            Statement::Rule(region) => Some(region),
            _ => None,
        });
        rules.collect()
    }
}

fn sorted(cells: impl Iterator<Item = CellId>) -> Vec<CellId> {
    let mut cells: Vec<CellId> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl ProofTree {
    /// A proof that says no more than that the solver's search shows some facts, or a contradiction
    /// if there are none, from the rules among some demands.
    pub(crate) fn by_search(demands: &[Fact], facts: &[Fact]) -> Self {
        let rules = demands.iter().filter_map(|demand| demand.region());
        let premises = rules.map(|region| Premise {
            statement: Statement::Rule(region),
            source: Source::Given,
        });
        let shown = facts.iter().filter_map(|&fact| match fact {
            Fact::Shows(cell, pips) => Some(Statement::Shows(cell, vec![pips])),
            Fact::Joined(edge) => Some(Statement::Joined(edge)),
            _ => None,
        });
        let mut conclusions: Vec<Statement> = shown.collect();
        if conclusions.is_empty() {
            conclusions.push(Statement::Impossible);
        }
        ProofTree {
            steps: vec![Step {
                technique: SEARCH,
                number: 1,
                premises: premises.collect(),
                conclusions,
                words: BY_SEARCH.into(),
                weight: 0.0,
                refuted: None,
                by: None,
            }],
        }
    }

    /// Every step in the order in which it is written, those of refutations included.
    pub fn all_steps(&self) -> Vec<&Step> {
        let mut all = Vec::new();
        for step in &self.steps {
            all.push(step);
            if let Some(refuted) = &step.refuted {
                all.extend(refuted.proof.all_steps());
            }
        }
        all
    }

    /// The regions whose rules it uses, sorted.
    pub fn regions(&self) -> Vec<RegionId> {
        let mut regions: Vec<RegionId> = Vec::new();
        for step in self.all_steps() {
            regions.extend(step.regions());
        }
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    /// How hard it is to find: the sum of the weights of its steps, and one more for each assumption.
    pub fn weight(&self) -> f64 {
        let weight = |step: &&Step| step.weight + f64::from(u8::from(step.refuted.is_some()));
        self.all_steps().iter().map(weight).sum()
    }

    /// Whether every step is by a technique, and none by search.
    pub fn has_words(&self) -> bool {
        self.steps.iter().all(|step| step.technique != SEARCH)
    }

    /// The proof as text: a numbered line for each step, those of a refutation indented below it. A
    /// single step has no number.
    pub fn lines(&self) -> Vec<String> {
        match &self.steps[..] {
            [only] if only.refuted.is_none() => vec![only.words.clone()],
            _ => self.numbered(),
        }
    }

    fn numbered(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for step in &self.steps {
            lines.push(format!("{}. {}", step.number, step.words));
            if let Some(refuted) = &step.refuted {
                let inner = refuted.proof.numbered().into_iter();
                lines.extend(inner.map(|line| format!("   {line}")));
            }
        }
        lines
    }
}

/// What a step by contradiction is called.
pub(super) const CONTRADICTION: &str = "contradiction";

/// What a step without a reason is called.
pub(super) const SEARCH: &str = "search";

/// What such a step says.
pub(super) const BY_SEARCH: &str = "No short reason was found; the solver's search shows it.";
