//! Propagation: applies techniques, the easiest first, until a goal is known or none applies.
//!
//! Where propagation ends, the engine probes (failed-literal probing, as in SAT preprocessors): it assumes
//! one fact and propagates; a contradiction proves the opposite. Probes do not nest.

use std::cell::Cell;
use std::fmt;

use super::index::{KindId, PuzzleIndex, ValueSet};
use super::state::State;
use super::statement::{PremiseSource, Statement};
use super::technique::{self, Scope, Technique};
use crate::limits::Budget;
use crate::nearest::named_enum;
use crate::puzzle::{Board, CellId, EdgeId, Fact, Pips, PlacedDomino, Puzzle};

/// The conclusions of one application of a technique.
#[derive(Debug, Default)]
pub(super) struct Inference {
    pub(super) conclusions: Vec<Statement>,
}

impl Inference {
    pub(super) fn impossible() -> Option<Self> {
        let conclusions = vec![Statement::Impossible];
        Some(Inference { conclusions })
    }

    /// Concludes that a cell shows one of these values, unless that is known.
    pub(super) fn keep(&mut self, state: &State<'_>, cell: CellId, kept: ValueSet) {
        let values = state.values(cell);
        let left = values.and(kept);
        if left.is_empty() {
            self.conclusions.push(Statement::Impossible);
        } else if left != values {
            self.conclusions.push(state.index.shows(cell, left));
        }
    }

    /// Concludes that no domino lies on an edge.
    pub(super) fn apart(&mut self, state: &State<'_>, edge: EdgeId) {
        let statement = if state.is_joined(edge) {
            Statement::Impossible
        } else {
            Statement::Apart(state.index.edge(edge))
        };
        self.conclusions.push(statement);
    }

    /// Concludes that a domino lies on an edge, and its orientation if only one is possible.
    pub(super) fn lies(&mut self, state: &State<'_>, edge: EdgeId, kind: KindId) {
        let index = state.index;
        let on = Statement::On(index.edge(edge), index.kind(kind).0);
        self.conclusions.push(on);
        let mut placements = state.placements_of(edge, kind);
        if let (Some(only), None) = (placements.next(), placements.next()) {
            for (cell, value) in index.halves(only) {
                self.keep(state, cell, ValueSet::of(value));
            }
        }
    }

    pub(super) fn is_impossible(&self) -> bool {
        self.conclusions.contains(&Statement::Impossible)
    }

    /// The inference, or `None` without conclusions.
    pub(super) fn finish(mut self) -> Option<Self> {
        if self.is_impossible() {
            self.conclusions = vec![Statement::Impossible];
        }
        (!self.conclusions.is_empty()).then_some(self)
    }
}

/// Applies techniques to a puzzle.
pub struct Engine<'p> {
    pub(super) index: PuzzleIndex<'p>,
    /// Sorted by weight, the easiest first.
    pub(super) techniques: Vec<Technique>,
    budget: Budget,
    is_stopped: Cell<bool>,
}

impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl<'p> Engine<'p> {
    /// Creates an engine; `None` if the puzzle is too large.
    pub fn new(puzzle: &'p Puzzle, budget: &Budget) -> Option<Self> {
        let index = PuzzleIndex::new(puzzle)?;
        Some(Engine {
            techniques: technique::all(&index),
            index,
            budget: budget.clone(),
            is_stopped: Cell::default(),
        })
    }

    /// Whether the budget is exhausted. No inference is made after that.
    pub(super) fn is_stopped(&self) -> bool {
        if !self.is_stopped.get() {
            self.is_stopped.set(self.budget.stopped().is_some());
        }
        self.is_stopped.get()
    }

    /// Starts a propagation from some facts, the rules first.
    pub fn start(&self, known: &[Fact]) -> Propagation<'_> {
        let mut state = State::new(&self.index);
        state.assume(known, PremiseSource::Given);
        Propagation {
            is_contradictory: false,
            engine: self,
            state,
            inferences: Vec::new(),
            clean: vec![None; self.techniques.len()],
            probes: 0,
            first_id: 0,
        }
    }
}

/// The origin of an inference.
#[derive(Debug, Clone)]
pub(super) enum InferenceOrigin<'e> {
    /// A technique, by its index.
    Technique(usize),
    /// A refuted assumption, with the propagation that ends in the contradiction.
    Refuted(Fact, Box<Propagation<'e>>),
    /// The solver's search, from these positions of the trail.
    Search(Vec<usize>),
}

/// An inference in the order of the trail.
#[derive(Debug, Clone)]
pub(super) struct InferenceRecord<'e> {
    pub(super) origin: InferenceOrigin<'e>,
    /// Position of its first conclusion in the trail.
    pub(super) from: usize,
    pub(super) is_contradiction: bool,
}

/// A propagation pass: the known statements and the inferences that led to them.
#[derive(Debug, Clone)]
pub struct Propagation<'e> {
    pub(super) engine: &'e Engine<'e>,
    pub(super) state: State<'e>,
    pub(super) inferences: Vec<InferenceRecord<'e>>,
    /// By technique: the length of the trail when it last had no conclusion.
    clean: Vec<Option<usize>>,
    is_contradictory: bool,
    /// The next candidate to probe.
    probes: usize,
    /// The id of the first inference; a probe continues the ids of the outer propagation.
    pub(super) first_id: usize,
}

/// The strongest method that a deduction needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Propagation alone.
    #[default]
    Propagation,
    /// Refuting assumptions one at a time.
    Probing,
    /// Search: assumptions within assumptions.
    Search,
}

named_enum!("depth", Depth {
    Propagation = "propagation",
    Probing = "probing",
    Search = "search",
});

impl<'e> Propagation<'e> {
    /// Whether a contradiction was inferred.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Whether a fact is known.
    pub fn is_known(&self, fact: Fact) -> bool {
        self.state.is_known(fact)
    }

    /// Number of inferences made.
    pub fn inferences(&self) -> usize {
        self.inferences.len()
    }

    /// The weight of an inference, and the method that it needs.
    pub fn rating(&self, inference: usize) -> (f64, Depth) {
        match self.inferences[inference].origin {
            InferenceOrigin::Technique(number) => {
                (self.engine.techniques[number].weight, Depth::Propagation)
            }
            InferenceOrigin::Refuted(..) => (PROBING, Depth::Probing),
            InferenceOrigin::Search(_) => (SEARCHING, Depth::Search),
        }
    }

    /// The facts that the last inference added: pips of cells and placed dominoes.
    pub fn new_facts(&self) -> Vec<Fact> {
        let Some(last) = self.inferences.last() else {
            return Vec::new();
        };
        let (before, new) = self.state.trail().split_at(last.from);
        let (mut facts, mut covered) = (Vec::new(), Vec::new());
        for statement in new.iter().map(|one| &one.statement) {
            if let Statement::Joined(edge) | Statement::On(edge, _) = *statement {
                match edge.ends().map(|cell| self.pips(cell)) {
                    [Some(a), Some(b)] => {
                        covered.extend(edge.ends());
                        let placed = PlacedDomino::new((edge.a, a), (edge.b, b));
                        facts.push(Fact::Lies(placed));
                    }
                    _ if before.iter().any(|one| one.statement.joins(edge)) => {}
                    _ => facts.push(Fact::Joined(edge)),
                }
            }
        }
        for statement in new.iter().map(|one| &one.statement) {
            if let Statement::Shows(cell, pips) = statement
                && let [only] = pips[..]
                && !covered.contains(cell)
            {
                facts.push(Fact::Shows(*cell, only));
            }
        }
        facts
    }

    fn pips(&self, cell: CellId) -> Option<Pips> {
        let shown = self.state.shown(cell);
        shown.map(|value| self.engine.index.pips(value))
    }

    /// Makes the next inference, by the easiest technique that applies; `false` if none does.
    pub fn infer(&mut self) -> bool {
        if self.is_contradictory {
            return false;
        }
        for number in 0..self.engine.techniques.len() {
            let technique = &self.engine.techniques[number];
            let now = self.state.trail().len();
            let is_clean = self.clean[number].is_some_and(|since| match &technique.scope {
                Scope::Cells(cells) => !self.state.has_changed(cells, false, since),
                Scope::CellsAndSupply(cells) => !self.state.has_changed(cells, true, since),
                Scope::Board => since == now,
            });
            if is_clean {
                continue;
            }
            if self.engine.is_stopped() {
                return false;
            }
            match (technique.infer)(&self.state) {
                None => self.clean[number] = Some(now),
                Some(inference) => {
                    self.add(InferenceOrigin::Technique(number), inference);
                    return true;
                }
            }
        }
        false
    }

    /// Applies techniques until none applies.
    pub fn propagate(&mut self) {
        while self.infer() {}
    }

    /// Makes an inference by failed-literal probing: assumes facts one at a time until one leads to a
    /// contradiction; `false` if none does. Propagation must be complete. Facts that hold in one of these
    /// solutions cannot be refuted and are skipped.
    pub fn probe(&mut self, solutions: &[Board]) -> bool {
        if self.is_contradictory {
            return false;
        }
        let candidates = self.candidates();
        for _ in 0..candidates.len() {
            let assumed = candidates[self.probes % candidates.len()];
            self.probes += 1;
            let puzzle = self.engine.index.puzzle;
            let Some(opposite) = assumed.opposite() else {
                continue;
            };
            if solutions.iter().any(|board| assumed.holds(puzzle, board)) {
                continue;
            }
            let mut inner = Propagation {
                engine: self.engine,
                state: self.state.clone(),
                inferences: Vec::new(),
                clean: self.clean.clone(),
                is_contradictory: false,
                probes: 0,
                first_id: self.first_id + self.inferences.len(),
            };
            inner.state.assume(&[assumed], PremiseSource::Assumed);
            inner.propagate();
            if self.engine.is_stopped() {
                return false;
            }
            if !inner.is_contradictory {
                continue;
            }
            let inference = self.new_statements(opposite);
            self.add(
                InferenceOrigin::Refuted(assumed, Box::new(inner)),
                inference,
            );
            return true;
        }
        false
    }

    /// The facts to probe: possible pips of open cells, and open edges.
    fn candidates(&self) -> Vec<Fact> {
        let index = &self.engine.index;
        let mut facts = Vec::new();
        for cell in index.puzzle.cell_ids() {
            let values = self.state.values(cell);
            let open = values.iter().filter(|_| values.len() > 1);
            facts.extend(open.map(|value| Fact::Shows(cell, index.pips(value))));
        }
        let open = |edge: &EdgeId| self.state.is_open(*edge) && !self.state.is_joined(*edge);
        let edges = index.edge_ids().filter(open);
        facts.extend(edges.map(|edge| Fact::Joined(index.edge(edge))));
        facts
    }

    /// The statements of a fact that are not known yet.
    fn new_statements(&self, fact: Fact) -> Inference {
        let mut after = self.state.clone();
        after.assume(&[fact], PremiseSource::Assumed);
        if after.entails(&Statement::Impossible) {
            return Inference {
                conclusions: vec![Statement::Impossible],
            };
        }
        let new = after.trail()[self.state.trail().len()..].iter();
        Inference {
            conclusions: new.map(|one| one.statement.clone()).collect(),
        }
    }

    /// Adds a fact that the solver's search inferred from these demands.
    pub fn add_from_search(&mut self, fact: Fact, demands: &[Fact]) {
        let rules = demands.iter().filter_map(|demand| demand.region());
        let rules: Vec<Statement> = rules.map(Statement::Rule).collect();
        let trail = self.state.trail().iter().enumerate();
        let premises = trail.filter(|(_, one)| rules.contains(&one.statement));
        let premises = premises.map(|(position, _)| position).collect();
        self.add(InferenceOrigin::Search(premises), self.new_statements(fact));
    }

    /// Adds a fact as given.
    pub fn assume(&mut self, fact: Fact) {
        self.state.assume(&[fact], PremiseSource::Given);
    }

    pub(super) fn add(&mut self, origin: InferenceOrigin<'e>, inference: Inference) {
        let from = self.state.trail().len();
        let is_contradiction = inference.is_impossible();
        if !is_contradiction {
            let source = PremiseSource::Step(self.first_id + self.inferences.len());
            self.state.learn(&inference.conclusions, source);
        }
        self.is_contradictory |= is_contradiction;
        self.inferences.push(InferenceRecord {
            origin,
            from,
            is_contradiction,
        });
    }
}

/// Weight of a refuted assumption.
pub(super) const PROBING: f64 = 4.0;

/// Weight of a search.
pub(super) const SEARCHING: f64 = 30.0;
