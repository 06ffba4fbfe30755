//! Proofs by backward slicing.
//!
//! The slice goes through the inferences of a [`Propagation`] from the last to the first. It keeps the
//! conclusions that later inferences need and drops an inference without any. The premises of a kept
//! inference are minimised by deletion: a premise is dropped if the technique infers the same without it
//! (in halves first, as in QuickXplain, Junker 2004).

use std::collections::HashMap;

use super::engine::{Inference, InferenceOrigin, InferenceRecord, PROBING, Propagation, SEARCHING};
use super::phrases::{self, Phrases};
use super::state::State;
use super::statement::{
    BY_SEARCH, CONTRADICTION, Premise, PremiseSource, ProofStep, ProofTree, Refutation, SEARCH,
    Statement,
};
use super::technique::Technique;
use crate::puzzle::{CellId, Fact};

impl Propagation<'_> {
    /// The proof of some known facts; without facts, of the contradiction.
    pub fn proof(&self, facts: &[Fact]) -> ProofTree {
        let mut needed = vec![false; self.state.trail().len()];
        for position in facts.iter().flat_map(|&fact| self.state.positions(fact)) {
            needed[position] = true;
        }
        self.finished(self.slice(&mut needed))
    }

    /// Marks known facts as given.
    pub fn mark_given(&mut self, facts: &[Fact]) {
        for &fact in facts {
            for position in self.state.positions(fact) {
                self.state.mark_given(position);
            }
        }
    }

    /// The steps to the needed positions, numbered by id. Marks their premises in `needed`.
    fn slice(&self, needed: &mut [bool]) -> Vec<ProofStep> {
        let trail = self.state.trail();
        let mut until = trail.len();
        let mut steps = Vec::new();
        for (at, record) in self.inferences.iter().enumerate().rev() {
            let positions = record.from..until;
            until = record.from;
            let is_new = |position: &usize| trail[*position].source != PremiseSource::Given;
            let positions: Vec<usize> = positions.filter(is_new).collect();
            // The inference of a domino on an edge is kept whole.
            let is_on = |&at: &usize| matches!(trail[at].statement, Statement::On(..));
            let is_whole =
                positions.iter().any(is_on) && positions.iter().any(|&position| needed[position]);
            let concluded = positions.into_iter();
            let concluded = concluded.filter(|&position| needed[position] || is_whole);
            let mut conclusions: Vec<Statement> = concluded
                .map(|position| trail[position].statement.clone())
                .collect();
            if record.is_contradiction {
                conclusions.push(Statement::Impossible);
            }
            if conclusions.is_empty() || self.engine.is_stopped() {
                continue;
            }
            steps.push(self.step(self.first_id + at, record, conclusions, needed));
        }
        steps.reverse();
        steps
    }

    fn step(
        &self,
        id: usize,
        record: &InferenceRecord<'_>,
        conclusions: Vec<Statement>,
        needed: &mut [bool],
    ) -> ProofStep {
        let trail = self.state.trail();
        let mut refuted = None;
        let (technique, weight, by, premises) = match &record.origin {
            InferenceOrigin::Technique(number) => {
                let technique = &self.engine.techniques[*number];
                let premises = self.minimised(technique, record.from, &conclusions);
                (technique.name, technique.weight, Some(*number), premises)
            }
            InferenceOrigin::Refuted(assumed, inner) => {
                let mut inside = vec![false; inner.state.trail().len()];
                let steps = inner.slice(&mut inside);
                // The cell's other values were excluded before.
                if let Fact::Shows(cell, _) = *assumed {
                    let mut before = trail[..record.from].iter();
                    let last = before.rposition(|one| shows(one) == Some(cell));
                    last.into_iter().for_each(|at| inside[at] = true);
                }
                refuted = Some(Box::new(Refutation {
                    assumed: *assumed,
                    proof: ProofTree { steps },
                }));
                let outside = (0..record.from).filter(|&position| inside[position]);
                (CONTRADICTION, PROBING, None, outside.collect())
            }
            InferenceOrigin::Search(premises) => (SEARCH, SEARCHING, None, premises.clone()),
        };
        premises
            .iter()
            .for_each(|&position| needed[position] = true);
        ProofStep {
            technique,
            number: id,
            premises: premises.iter().map(|&at| trail[at].clone()).collect(),
            conclusions,
            words: String::new(),
            weight,
            refuted,
            by,
        }
    }

    /// A minimal set of premises from which a technique infers some conclusions, as positions in the
    /// trail below `until`.
    fn minimised(
        &self,
        technique: &Technique,
        until: usize,
        conclusions: &[Statement],
    ) -> Vec<usize> {
        let trail = &self.state.trail()[..until];
        let holds = |positions: &[usize]| {
            let mut positions = positions.to_vec();
            positions.sort_unstable();
            let state = State::of(&self.engine.index, positions.iter().map(|&at| &trail[at]));
            let inference = (technique.infer)(&state);
            inference.is_some_and(|inference| reaches(&state, &inference, conclusions))
        };
        // The latest premises are dropped first, and rules last. Of a cell only the last statement
        // counts.
        let (mut positions, mut rules) = (Vec::new(), Vec::new());
        let mut is_covered = vec![false; self.engine.index.puzzle.cells().len()];
        for (position, premise) in trail.iter().enumerate().rev() {
            match premise.statement {
                Statement::Rule(_) => rules.insert(0, Some(position)),
                Statement::Shows(cell, _)
                    if std::mem::replace(&mut is_covered[cell.index()], true) => {}
                _ => positions.push(Some(position)),
            }
        }
        positions.extend(rules);
        let all = positions.len();
        shrink(&mut positions, 0, all, &holds);
        let mut positions: Vec<usize> = positions.into_iter().flatten().collect();
        // An earlier, weaker statement about a cell may suffice.
        for at in 0..positions.len() {
            let Some(cell) = shows(&trail[positions[at]]) else {
                continue;
            };
            let earlier = trail[..positions[at]].iter().enumerate();
            let earlier = earlier.filter(|(_, one)| shows(one) == Some(cell));
            let weaker = earlier.map(|(position, _)| {
                let mut weaker = positions.clone();
                weaker[at] = position;
                weaker
            });
            if let Some(enough) = weaker.into_iter().find(|weaker| holds(weaker)) {
                positions = enough;
            }
        }
        positions.sort_unstable();
        positions
    }

    /// Numbers the steps in written order and adds their sentences.
    fn finished(&self, mut steps: Vec<ProofStep>) -> ProofTree {
        self.finish(&mut steps, &mut HashMap::new(), &mut 0);
        ProofTree { steps }
    }

    fn finish(
        &self,
        steps: &mut [ProofStep],
        numbers: &mut HashMap<usize, usize>,
        last: &mut usize,
    ) {
        for step in steps {
            *last += 1;
            let _ = numbers.insert(step.number, *last);
            step.number = *last;
            for premise in &mut step.premises {
                // Conclusions of earlier hints are given.
                if let PremiseSource::Step(id) = premise.source {
                    let number = numbers.get(&id);
                    premise.source =
                        number.map_or(PremiseSource::Given, |&one| PremiseSource::Step(one));
                }
            }
            step.words = self.words(step);
            if let Some(refuted) = &mut step.refuted {
                self.finish(&mut refuted.proof.steps, &mut numbers.clone(), last);
            }
        }
    }

    fn words(&self, step: &ProofStep) -> String {
        let index = &self.engine.index;
        let state = State::of(index, &step.premises);
        let phrases = Phrases::new(&state, &step.conclusions);
        match (step.by, &step.refuted) {
            (Some(technique), _) => (self.engine.techniques[technique].explain)(&phrases),
            (None, Some(refuted)) => {
                let assumed = phrases::fact(index.puzzle, refuted.assumed);
                phrases.so(&format!("assuming that {assumed} leads to a contradiction"))
            }
            (None, None) => BY_SEARCH.into(),
        }
    }
}

/// The cell whose values a premise restricts.
fn shows(premise: &Premise) -> Option<CellId> {
    match premise.statement {
        Statement::Shows(cell, _) => Some(cell),
        _ => None,
    }
}

/// Drops a range of positions if `holds` without it, otherwise recurses into both halves.
fn shrink(
    positions: &mut [Option<usize>],
    from: usize,
    to: usize,
    holds: &dyn Fn(&[usize]) -> bool,
) {
    if from == to {
        return;
    }
    let before = positions[from..to].to_vec();
    positions[from..to].fill(None);
    let fewer: Vec<usize> = positions.iter().copied().flatten().collect();
    if holds(&fewer) {
        return;
    }
    positions[from..to].copy_from_slice(&before);
    if to - from > 1 {
        let middle = (from + to) / 2;
        shrink(positions, from, middle, holds);
        shrink(positions, middle, to, holds);
    }
}

/// Whether an inference implies all of some conclusions.
fn reaches(state: &State<'_>, inference: &Inference, conclusions: &[Statement]) -> bool {
    if inference.is_impossible() {
        return true;
    }
    let mut after = state.clone();
    after.learn(&inference.conclusions, PremiseSource::Given);
    let stated =
        |statement: &Statement| *statement != Statement::Impossible && after.entails(statement);
    conclusions.iter().all(stated)
}

#[cfg(test)]
impl super::engine::Engine<'_> {
    /// The sentences of all inferences of a technique from some facts, after one application of other
    /// techniques.
    pub(super) fn sentences(
        &self,
        technique: &str,
        before: &[&str],
        facts: &[Fact],
    ) -> Vec<String> {
        let rules = self.index.puzzle.region_ids().map(Fact::Rule);
        let known: Vec<Fact> = rules.chain(facts.iter().copied()).collect();
        let mut start = self.start(&known);
        for one in &self.techniques {
            if before.contains(&one.name)
                && let Some(inference) = (one.infer)(&start.state)
            {
                start
                    .state
                    .learn(&inference.conclusions, PremiseSource::Given);
            }
        }
        let mut sentences = Vec::new();
        for (number, one) in self.techniques.iter().enumerate() {
            if one.name == technique
                && let Some(inference) = (one.infer)(&start.state)
            {
                let mut after = start.clone();
                after.add(InferenceOrigin::Technique(number), inference);
                let mut needed = vec![true; after.state.trail().len()];
                let proof = after.finished(after.slice(&mut needed));
                sentences.extend(proof.steps.into_iter().map(|step| step.words));
            }
        }
        sentences
    }
}
