//! Propagation: techniques are applied, the easiest first, until a goal is known or none applies.
//!
//! Where propagation is not enough, the engine probes (failed-literal probing): it assumes one fact,
//! propagates, and where that ends in a contradiction the opposite is known. Probes do not nest.

use std::cell::Cell;
use std::fmt;

use super::index::{PuzzleIndex, ValueSet};
use super::state::State;
use super::statement::{Premise, Source, Statement};
use super::technique::{self, Technique};
use crate::limits::Budget;
use crate::nearest::named_enum;
use crate::puzzle::{CellId, EdgeId, Fact, PlacedDomino, Puzzle, RegionId};

/// What a technique sees of the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) index: &'a PuzzleIndex<'a>,
    pub(super) state: &'a State<'a>,
    /// The regions whose rules may be used.
    pub(super) rules: &'a [RegionId],
}

/// What a technique infers.
#[derive(Debug, Default)]
pub(super) struct Inference {
    /// The rules that may have been used.
    pub(super) rules: Vec<RegionId>,
    pub(super) conclusions: Vec<Statement>,
}

impl Inference {
    pub(super) fn by(rules: Vec<RegionId>) -> Self {
        Inference {
            rules,
            conclusions: Vec::new(),
        }
    }

    pub(super) fn impossible(rules: Vec<RegionId>) -> Option<Self> {
        let mut inference = Inference::by(rules);
        inference.conclusions.push(Statement::Impossible);
        Some(inference)
    }

    /// Concludes that a cell shows one of these, if that is new.
    pub(super) fn keep(&mut self, view: View<'_>, cell: CellId, kept: ValueSet) {
        let values = view.state.values(cell);
        let left = values.and(kept);
        if left.is_empty() {
            self.conclusions.push(Statement::Impossible);
        } else if left != values {
            self.conclusions.push(view.index.shows(cell, left));
        }
    }

    pub(super) fn apart(&mut self, view: View<'_>, edge: EdgeId) {
        let statement = if view.state.is_joined(edge) {
            Statement::Impossible
        } else {
            Statement::Apart(view.index.edge(edge))
        };
        self.conclusions.push(statement);
    }

    pub(super) fn is_impossible(&self) -> bool {
        self.conclusions.contains(&Statement::Impossible)
    }

    /// The inference, if it concludes something.
    pub(super) fn finish(mut self) -> Option<Self> {
        if self.is_impossible() {
            self.conclusions = vec![Statement::Impossible];
        }
        (!self.conclusions.is_empty()).then_some(self)
    }
}

/// Applies techniques to a puzzle, by the rules of some regions.
pub struct Engine<'p> {
    pub(super) index: PuzzleIndex<'p>,
    pub(super) rules: Vec<RegionId>,
    /// The easiest first.
    pub(super) techniques: Vec<Box<dyn Technique>>,
    budget: Budget,
    is_stopped: Cell<bool>,
}

impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl<'p> Engine<'p> {
    /// An engine for the rules of some regions; `None` if the puzzle is too large.
    pub fn new(puzzle: &'p Puzzle, rules: &[RegionId], budget: &Budget) -> Option<Self> {
        let index = PuzzleIndex::new(puzzle)?;
        Some(Engine {
            techniques: technique::all(&index, rules),
            index,
            rules: rules.to_vec(),
            budget: budget.clone(),
            is_stopped: Cell::default(),
        })
    }

    /// Whether a limit was reached. Nothing is inferred from then on.
    pub(super) fn is_stopped(&self) -> bool {
        if !self.is_stopped.get() {
            self.is_stopped.set(self.budget.stopped().is_some());
        }
        self.is_stopped.get()
    }

    /// Starts from some facts.
    pub fn start(&self, known: &[Fact]) -> Propagation<'_> {
        let mut state = State::new(&self.index);
        state.assume(known, Source::Given);
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

    pub(super) fn view<'v>(&'v self, state: &'v State<'_>) -> View<'v> {
        View {
            index: &self.index,
            state,
            rules: &self.rules,
        }
    }
}

/// How something in the trail was inferred.
#[derive(Debug, Clone)]
pub(super) enum Origin<'e> {
    /// By a technique, by its number.
    Technique(usize),
    /// An assumption led to a contradiction.
    Refuted(Fact, Box<Propagation<'e>>),
    /// By the solver's search alone.
    Search(Vec<Premise>),
}

/// An inference that was made.
#[derive(Debug, Clone)]
pub(super) struct Made<'e> {
    pub(super) origin: Origin<'e>,
    pub(super) rules: Vec<RegionId>,
    /// Where its conclusions begin in the trail.
    pub(super) from: usize,
    pub(super) is_contradiction: bool,
}

/// A pass of an engine: what it knows and how it came to that.
#[derive(Debug, Clone)]
pub struct Propagation<'e> {
    pub(super) engine: &'e Engine<'e>,
    pub(super) state: State<'e>,
    pub(super) inferences: Vec<Made<'e>>,
    /// By technique: the length of the trail when it last inferred nothing.
    clean: Vec<Option<usize>>,
    is_contradictory: bool,
    /// The next candidate to probe.
    probes: usize,
    /// The number of the first inference, in the trail.
    pub(super) first_id: usize,
}

/// How far one has to think ahead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Propagation is enough.
    #[default]
    Propagation,
    /// Assumptions have to be refuted, one at a time.
    Probing,
    /// Assumptions have to be made within assumptions.
    Search,
}

named_enum!("depth", Depth {
    Propagation = "propagation",
    Probing = "probing",
    Search = "search",
});

impl<'e> Propagation<'e> {
    /// Whether what is known contradicts itself.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Whether a fact is known.
    pub fn knows(&self, fact: Fact) -> bool {
        self.state.knows(fact)
    }

    /// How many inferences were made.
    pub fn inferences(&self) -> usize {
        self.inferences.len()
    }

    /// The weight of an inference, with one more and that of its own inferences for a refuted
    /// assumption.
    pub fn weight(&self, inference: usize) -> f64 {
        match &self.inferences[inference].origin {
            Origin::Technique(number) => self.engine.techniques[*number].weight(),
            Origin::Refuted(_, inner) => ASSUMING + 1.0 + inner.weight_of_contradiction(),
            Origin::Search(_) => SEARCHING,
        }
    }

    /// How far an inference thinks ahead.
    pub fn depth(&self, inference: usize) -> Depth {
        match &self.inferences[inference].origin {
            Origin::Technique(_) => Depth::Propagation,
            Origin::Refuted(..) => Depth::Probing,
            Origin::Search(_) => Depth::Search,
        }
    }

    /// The facts that the last inference added: what a cell shows, where a domino lies.
    pub fn news(&self) -> Vec<Fact> {
        let Some(last) = self.inferences.last() else {
            return Vec::new();
        };
        let (mut facts, mut covered) = (Vec::new(), Vec::new());
        for (statement, _) in &self.state.trail()[last.from..] {
            if let Statement::Joined(edge) | Statement::On(edge, _) = *statement {
                let [a, b] = edge.ends().map(|cell| self.pips(cell));
                let placed = a
                    .zip(b)
                    .map(|(a, b)| PlacedDomino::new((edge.a, a), (edge.b, b)));
                let before = &self.state.trail()[..last.from];
                let was_joined = before.iter().any(|(one, _)| match one {
                    Statement::Joined(other) | Statement::On(other, _) => *other == edge,
                    _ => false,
                });
                match placed {
                    Some(placed) => {
                        covered.extend(edge.ends());
                        facts.push(Fact::Lies(placed));
                    }
                    None if was_joined => {}
                    None => facts.push(Fact::Joined(edge)),
                }
            }
        }
        for (statement, _) in &self.state.trail()[last.from..] {
            if let Statement::Shows(cell, pips) = statement
                && let [only] = pips[..]
                && !covered.contains(cell)
            {
                facts.push(Fact::Shows(*cell, only));
            }
        }
        facts
    }

    fn pips(&self, cell: CellId) -> Option<crate::puzzle::Pips> {
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
            let is_clean = self.clean[number].is_some_and(|since| match technique.scope() {
                technique::Scope::Cells(cells) => !self.state.has_changed(cells, false, since),
                technique::Scope::CellsAndSupply(cells) => {
                    !self.state.has_changed(cells, true, since)
                }
                technique::Scope::Board => since == now,
            });
            if is_clean {
                continue;
            }
            if self.engine.is_stopped() {
                return false;
            }
            match technique.infer(self.engine.view(&self.state)) {
                None => self.clean[number] = Some(now),
                Some(inference) => {
                    self.add(Origin::Technique(number), inference);
                    return true;
                }
            }
        }
        false
    }

    /// Propagates until nothing more follows.
    pub fn propagate(&mut self) {
        while self.infer() {}
    }

    /// Makes an inference by assuming facts, one at a time, until one leads to a contradiction;
    /// `false` if none does. Nothing more must follow by propagation.
    pub fn probe(&mut self) -> bool {
        if self.is_contradictory {
            return false;
        }
        let candidates = self.candidates();
        for _ in 0..candidates.len() {
            let assumed = candidates[self.probes % candidates.len()];
            self.probes += 1;
            let Some(opposite) = assumed.opposite() else {
                continue;
            };
            let mut inner = Propagation {
                engine: self.engine,
                state: self.state.clone(),
                inferences: Vec::new(),
                clean: self.clean.clone(),
                is_contradictory: false,
                probes: 0,
                first_id: self.first_id + self.inferences.len(),
            };
            inner.state.assume(&[assumed], Source::Assumed);
            inner.propagate();
            if self.engine.is_stopped() {
                return false;
            }
            if !inner.is_contradictory {
                continue;
            }
            let mut after = self.state.clone();
            after.assume(&[opposite], Source::Assumed);
            let news = &after.trail()[self.state.trail().len()..];
            let mut inference = Inference::default();
            let statements = news.iter().map(|(statement, _)| statement.clone());
            inference.conclusions.extend(statements);
            if after.states(&Statement::Impossible) {
                inference.conclusions = vec![Statement::Impossible];
            }
            self.add(Origin::Refuted(assumed, Box::new(inner)), inference);
            return true;
        }
        false
    }

    /// What a cell can show or share a domino with, as far as that is open.
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

    /// Adds a fact that only a search shows, from these premises and what is known.
    pub fn add_from_search(&mut self, fact: Fact, premises: Vec<Premise>) {
        let mut after = self.state.clone();
        after.assume(&[fact], Source::Assumed);
        let news = &after.trail()[self.state.trail().len()..];
        let statements = news.iter().map(|(statement, _)| statement.clone());
        let inference = Inference {
            rules: Vec::new(),
            conclusions: statements.collect(),
        };
        self.add(Origin::Search(premises), inference);
    }

    /// Adds a fact that is given from now on.
    pub fn assume(&mut self, fact: Fact) {
        self.state.assume(&[fact], Source::Given);
    }

    pub(super) fn add(&mut self, origin: Origin<'e>, inference: Inference) {
        let from = self.state.trail().len();
        let is_contradiction = inference.is_impossible();
        if !is_contradiction {
            let source = Source::Step(self.first_id + self.inferences.len());
            self.state.learn(&inference.conclusions, source);
        }
        self.is_contradictory |= is_contradiction;
        self.inferences.push(Made {
            origin,
            rules: inference.rules,
            from,
            is_contradiction,
        });
    }
}

/// How hard it is to assume something.
pub(super) const ASSUMING: f64 = 3.0;

/// How hard a search is.
pub(super) const SEARCHING: f64 = 30.0;
