//! Proofs by backward slicing.
//!
//! The inferences of a [`Propagation`] are gone through from the last to the first. Of each, only the
//! conclusions that are needed later are kept, and an inference without any is left out. The premises of
//! what is kept are minimised by deletion: as long as the technique still infers the same from the
//! others, a premise is left out (in halves first, as in QuickXplain).

use std::collections::HashMap;

use super::engine::{ASSUMING, Inference, Made, Origin, Propagation, SEARCHING, View};
use super::phrases::{self, Phrases};
use super::state::State;
use super::statement::{
    BY_SEARCH, CONTRADICTION, Premise, ProofTree, Refutation, SEARCH, Source, Statement, Step,
};
use super::technique::Technique;
use crate::puzzle::{Fact, RegionId};

/// Something that can be left out of the premises of a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A statement, by its position in the trail.
    Known(usize),
    Rule(RegionId),
}

impl Propagation<'_> {
    /// Why some facts hold that are known.
    pub fn proof(&self, facts: &[Fact]) -> ProofTree {
        let mut needed = vec![false; self.state.trail().len()];
        for position in facts.iter().flat_map(|&fact| self.state.positions(fact)) {
            needed[position] = true;
        }
        let mut steps = self.slice(&mut needed);
        if steps.is_empty() {
            steps.push(self.evident(facts));
        }
        self.finished(steps)
    }

    /// A step without premises: where all halves show the same, so does every cell.
    fn evident(&self, facts: &[Fact]) -> Step {
        let shown = facts.iter().filter_map(|&fact| match fact {
            Fact::Shows(cell, pips) => Some(Statement::Shows(cell, vec![pips])),
            _ => None,
        });
        let techniques = self.engine.techniques.iter();
        Step {
            technique: "supply",
            number: 0,
            premises: Vec::new(),
            conclusions: shown.collect(),
            words: String::new(),
            weight: 0.5,
            refuted: None,
            by: techniques
                .enumerate()
                .find_map(|(number, one)| (one.name() == "supply").then_some(number)),
        }
    }

    /// Why what is known is contradictory.
    pub fn proof_of_contradiction(&self) -> ProofTree {
        let mut needed = vec![false; self.state.trail().len()];
        self.finished(self.slice(&mut needed))
    }

    /// The weight of that proof.
    pub(super) fn weight_of_contradiction(&self) -> f64 {
        let mut needed = vec![false; self.state.trail().len()];
        let steps = self.slice(&mut needed);
        ProofTree { steps }.weight()
    }

    /// Takes facts that are known for given from now on.
    pub fn give(&mut self, facts: &[Fact]) {
        for position in facts
            .iter()
            .flat_map(|&fact| self.state.positions(fact))
            .collect::<Vec<_>>()
        {
            self.state.give(position);
        }
    }

    /// The steps to what is needed, the numbers of which are ids. What they need is noted.
    fn slice(&self, needed: &mut [bool]) -> Vec<Step> {
        let trail = self.state.trail();
        let mut until = trail.len();
        let mut steps = Vec::new();
        for (at, made) in self.inferences.iter().enumerate().rev() {
            let positions = made.from..until;
            until = made.from;
            let is_new = |position: &usize| trail[*position].1 != Source::Given;
            let positions: Vec<usize> = positions.filter(is_new).collect();
            // Which domino lies on an edge is concluded as a whole.
            let is_on = |&position: &usize| matches!(trail[position].0, Statement::On(..));
            let is_whole = positions.iter().any(is_on);
            let some = positions.iter().any(|&position| needed[position]);
            let concluded = positions.into_iter();
            let concluded = concluded.filter(|&position| needed[position] || (some && is_whole));
            let mut conclusions: Vec<Statement> = concluded
                .map(|position| trail[position].0.clone())
                .collect();
            if made.is_contradiction {
                conclusions.push(Statement::Impossible);
            }
            if conclusions.is_empty() || self.engine.is_stopped() {
                continue;
            }
            steps.push(self.step(self.first_id + at, made, conclusions, needed));
        }
        steps.reverse();
        steps
    }

    fn step(
        &self,
        id: usize,
        made: &Made<'_>,
        conclusions: Vec<Statement>,
        needed: &mut [bool],
    ) -> Step {
        let trail = self.state.trail();
        let mut parts = Vec::new();
        let mut refuted = None;
        let (technique, weight, by) = match &made.origin {
            Origin::Technique(number) => {
                let technique = &*self.engine.techniques[*number];
                parts = self.minimised(technique, made, &conclusions);
                (technique.name(), technique.weight(), Some(*number))
            }
            Origin::Refuted(assumed, inner) => {
                let mut inside = vec![false; inner.state.trail().len()];
                let steps = inner.slice(&mut inside);
                // What a cell can show besides is known from before.
                if let Fact::Shows(cell, _) = assumed {
                    let before = trail[..made.from].iter().rposition(
                        |(one, _)| matches!(one, Statement::Shows(other, _) if other == cell),
                    );
                    before.into_iter().for_each(|at| inside[at] = true);
                }
                let outside = (0..made.from).filter(|&position| inside[position]);
                parts.extend(outside.map(Part::Known));
                let proof = ProofTree { steps };
                parts.extend(proof.regions().into_iter().map(Part::Rule));
                refuted = Some(Box::new(Refutation {
                    assumed: *assumed,
                    proof,
                }));
                (CONTRADICTION, ASSUMING, None)
            }
            Origin::Search(_) => (SEARCH, SEARCHING, None),
        };
        let mut premises = match &made.origin {
            Origin::Search(premises) => premises.clone(),
            Origin::Technique(_) | Origin::Refuted(..) => Vec::new(),
        };
        for part in parts {
            premises.push(match part {
                Part::Rule(region) => Premise::Rule(region),
                Part::Known(position) => {
                    needed[position] = true;
                    let (statement, source) = trail[position].clone();
                    Premise::Known(statement, source)
                }
            });
        }
        Step {
            technique,
            number: id,
            premises,
            conclusions,
            words: String::new(),
            weight,
            refuted,
            by,
        }
    }

    /// The premises that a technique needs for some conclusions, the rules first.
    fn minimised(
        &self,
        technique: &dyn Technique,
        made: &Made<'_>,
        conclusions: &[Statement],
    ) -> Vec<Part> {
        let trail = &self.state.trail()[..made.from];
        let holds = |parts: &[Part]| {
            let (known, rules) = self.only(parts);
            let view = View {
                index: &self.engine.index,
                state: &known,
                rules: &rules,
            };
            let inference = technique.infer(view);
            inference.is_some_and(|inference| reaches(view, &inference, conclusions))
        };
        // What became known last is left out first; of a cell only the last statement counts.
        let mut parts: Vec<Option<Part>> = Vec::new();
        let mut cells = vec![false; self.engine.index.puzzle.cells().len()];
        for (position, (statement, _)) in trail.iter().enumerate().rev() {
            if let Statement::Shows(cell, _) = statement
                && std::mem::replace(&mut cells[cell.index()], true)
            {
                continue;
            }
            parts.push(Some(Part::Known(position)));
        }
        parts.extend(made.rules.iter().map(|&region| Some(Part::Rule(region))));
        let all = parts.len();
        shrink(&mut parts, 0, all, &holds);
        let mut parts: Vec<Part> = parts.into_iter().flatten().collect();
        // An earlier statement about a cell may be enough.
        for at in 0..parts.len() {
            let Part::Known(position) = parts[at] else {
                continue;
            };
            let Statement::Shows(cell, _) = trail[position].0 else {
                continue;
            };
            for (earlier, step) in trail[..position].iter().enumerate() {
                if !matches!(step.0, Statement::Shows(other, _) if other == cell) {
                    continue;
                }
                let mut weaker = parts.clone();
                weaker[at] = Part::Known(earlier);
                if holds(&weaker) {
                    parts = weaker;
                    break;
                }
            }
        }
        parts.sort_by_key(|part| match part {
            Part::Rule(region) => (0, region.index()),
            Part::Known(position) => (1, *position),
        });
        parts
    }

    /// What is known by some parts alone, and their rules.
    fn only(&self, parts: &[Part]) -> (State<'_>, Vec<RegionId>) {
        let (mut positions, mut rules) = (Vec::new(), Vec::new());
        for &part in parts {
            match part {
                Part::Known(position) => positions.push(position),
                Part::Rule(region) => rules.push(region),
            }
        }
        positions.sort_unstable();
        rules.sort_unstable();
        let known = positions.iter().map(|&at| &self.state.trail()[at]);
        (State::of(&self.engine.index, known), rules)
    }

    /// Numbers the steps in the order in which they are written, and puts them into words.
    fn finished(&self, mut steps: Vec<Step>) -> ProofTree {
        self.finish(&mut steps, &mut HashMap::new(), &mut 0);
        ProofTree { steps }
    }

    fn finish(&self, steps: &mut [Step], numbers: &mut HashMap<usize, usize>, last: &mut usize) {
        for step in steps {
            *last += 1;
            let _ = numbers.insert(step.number, *last);
            step.number = *last;
            for premise in &mut step.premises {
                // What an earlier hint has said is given.
                if let Premise::Known(_, source) = premise
                    && let Source::Step(id) = *source
                {
                    *source = numbers
                        .get(&id)
                        .map_or(Source::Given, |&one| Source::Step(one));
                }
            }
            step.words = self.words(step);
            if let Some(refuted) = &mut step.refuted {
                let mut inside = numbers.clone();
                self.finish(&mut refuted.proof.steps, &mut inside, last);
            }
        }
    }

    fn words(&self, step: &Step) -> String {
        let known = step.premises.iter().filter_map(|premise| match premise {
            Premise::Known(statement, source) => Some((statement.clone(), *source)),
            Premise::Rule(_) => None,
        });
        let state = State::of(&self.engine.index, &known.collect::<Vec<_>>());
        let rules = step.regions();
        let view = View {
            index: &self.engine.index,
            state: &state,
            rules: &rules,
        };
        let phrases = Phrases::new(view, &step.conclusions);
        let technique = step.by.map(|number| &self.engine.techniques[number]);
        match (technique, &step.refuted) {
            (Some(technique), _) => technique.say(&phrases),
            (None, Some(refuted)) => {
                let assumed = phrases::fact(self.engine.index.puzzle, refuted.assumed);
                phrases.so(&format!("assuming that {assumed} leads to a contradiction"))
            }
            (None, None) => BY_SEARCH.into(),
        }
    }
}

/// Leaves out what can be of a range of parts: all at once, or else by halves.
fn shrink(parts: &mut [Option<Part>], from: usize, to: usize, holds: &dyn Fn(&[Part]) -> bool) {
    if from == to {
        return;
    }
    let before = parts[from..to].to_vec();
    parts[from..to].fill(None);
    let fewer: Vec<Part> = parts.iter().copied().flatten().collect();
    if holds(&fewer) {
        return;
    }
    parts[from..to].copy_from_slice(&before);
    if to - from > 1 {
        let middle = (from + to) / 2;
        shrink(parts, from, middle, holds);
        shrink(parts, middle, to, holds);
    }
}

/// Whether an inference comes to all of some conclusions.
fn reaches(view: View<'_>, inference: &Inference, conclusions: &[Statement]) -> bool {
    if inference.is_impossible() {
        return true;
    }
    let mut after = view.state.clone();
    after.learn(&inference.conclusions, Source::Given);
    let stated =
        |statement: &Statement| *statement != Statement::Impossible && after.states(statement);
    conclusions.iter().all(stated)
}

#[cfg(test)]
impl super::engine::Engine<'_> {
    /// What a technique says wherever it infers something from some facts, after other techniques have
    /// been applied once wherever they can be.
    pub(super) fn said(&self, technique: &str, before: &[&str], facts: &[Fact]) -> Vec<String> {
        let mut start = self.start(facts);
        for one in &self.techniques {
            if before.contains(&one.name())
                && let Some(inference) = one.infer(self.view(&start.state))
            {
                start.state.learn(&inference.conclusions, Source::Given);
            }
        }
        let mut said = Vec::new();
        for (number, one) in self.techniques.iter().enumerate() {
            if one.name() == technique
                && let Some(inference) = one.infer(self.view(&start.state))
            {
                let mut after = start.clone();
                after.add(Origin::Technique(number), inference);
                let mut needed = vec![true; after.state.trail().len()];
                let proof = after.finished(after.slice(&mut needed));
                said.extend(proof.steps.into_iter().map(|step| step.words));
            }
        }
        said
    }
}
