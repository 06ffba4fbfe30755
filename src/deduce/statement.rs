//! The parts of a proof: statements, premises, steps.

use crate::puzzle::{CellId, Domino, Edge, Fact, Pips, PlacedDomino, RegionId};

/// A statement about the board.
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
    /// Whether it states that a domino lies on an edge.
    pub(super) fn joins(&self, edge: Edge) -> bool {
        matches!(self, Statement::Joined(on) | Statement::On(on, _) if *on == edge)
    }

    /// The cells that it mentions; none for a rule.
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

/// The source of a premise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PremiseSource {
    /// The board, a pin or an earlier hint.
    Given,
    /// The assumption of a refutation.
    Assumed,
    /// The step with this number.
    Step(usize),
}

/// A premise of a step, beside the board and the dominoes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Premise {
    /// A rule, or a statement that is given, assumed or inferred before.
    pub statement: Statement,
    /// Its source.
    pub source: PremiseSource,
}

/// An inference: conclusions from premises by a technique.
#[derive(Debug, Clone, PartialEq)]
pub struct ProofStep {
    /// The technique's name; `contradiction` for a refuted assumption, `search` for a result of the
    /// solver.
    pub technique: &'static str,
    /// Its number in its proof, from 1.
    pub number: usize,
    /// The premises, minimal: the technique needs each of them.
    pub premises: Vec<Premise>,
    /// The conclusions.
    pub conclusions: Vec<Statement>,
    /// Premises and conclusions as a sentence.
    pub words: String,
    /// Difficulty of the technique, without the refutation.
    pub weight: f64,
    /// The refuted assumption of a step by contradiction.
    pub refuted: Option<Box<Refutation>>,
    /// Index of the technique in the engine.
    pub(super) by: Option<usize>,
}

/// An assumption that leads to a contradiction.
#[derive(Debug, Clone, PartialEq)]
pub struct Refutation {
    /// The assumption.
    pub assumed: Fact,
    /// Proof of the contradiction.
    pub proof: ProofTree,
}

/// Steps in order; each follows from given premises and from earlier steps.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProofTree {
    /// The steps; the last one concludes the goal.
    pub steps: Vec<ProofStep>,
}

impl ProofStep {
    /// The cells of the conclusions; none for a contradiction.
    pub fn concludes(&self) -> Vec<CellId> {
        sorted(self.conclusions.iter().flat_map(Statement::cells))
    }

    /// The cells of the premises, in board order.
    pub fn rests_on(&self) -> Vec<CellId> {
        sorted(self.premises.iter().flat_map(|one| one.statement.cells()))
    }

    /// The regions of the rules among the premises.
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
    /// A proof of one step by the solver's search: from the rules among some demands to some facts, or
    /// to a contradiction if there are none.
    pub(crate) fn by_search(demands: &[Fact], facts: &[Fact]) -> Self {
        let rules = demands.iter().filter_map(|demand| demand.region());
        let premises = rules.map(|region| Premise {
            statement: Statement::Rule(region),
            source: PremiseSource::Given,
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
            steps: vec![ProofStep {
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

    /// All steps in written order, those of refutations included.
    pub fn all_steps(&self) -> Vec<&ProofStep> {
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

    /// Difficulty: the sum of the weights of its steps.
    pub fn weight(&self) -> f64 {
        self.all_steps().iter().map(|step| step.weight).sum()
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

/// Name of a step by contradiction.
pub(super) const CONTRADICTION: &str = "contradiction";

/// Name of a step by search.
pub(super) const SEARCH: &str = "search";

/// Sentence of a step by search.
pub(super) const BY_SEARCH: &str = "No short reason was found; the solver's search shows it.";
