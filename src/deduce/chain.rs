//! Looking: finding after finding, until a fact is known or nothing is possible any more.

use std::rc::Rc;

use super::knowledge::{Knowledge, Source};
use super::look::{Finding, Technique};
use super::looker::Reasoner;
use crate::puzzle::Fact;

/// What is to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// These are known to be true.
    Facts(Vec<Fact>),
    /// Nothing is possible.
    Contradiction,
}

/// A finding with its technique.
#[derive(Debug, Clone)]
pub(super) struct Found<'t> {
    pub(super) technique: &'t Technique,
    pub(super) finding: Rc<Finding>,
}

/// How hard some findings are together.
pub(super) fn weight(found: &[Found<'_>]) -> f64 {
    found.iter().map(|one| one.technique.weight).sum()
}

/// What is known while somebody looks, with some techniques, finding after finding.
struct Looking<'a> {
    reasoner: &'a Reasoner<'a>,
    techniques: Vec<&'a Technique>,
    knowledge: Knowledge<'a>,
    /// Whether nothing is possible any more.
    ended: bool,
}

impl<'a> Looking<'a> {
    fn new(
        reasoner: &'a Reasoner<'a>,
        techniques: Vec<&'a Technique>,
        known: &Knowledge<'a>,
    ) -> Self {
        Looking {
            reasoner,
            techniques,
            knowledge: known.clone(),
            ended: false,
        }
    }

    fn reached(&self, goal: &Goal) -> bool {
        let knows = |&fact: &Fact| self.knowledge.knows(fact);
        match goal {
            Goal::Contradiction => self.ended,
            Goal::Facts(facts) => !self.ended && facts.iter().all(knows),
        }
    }
}

/// The findings, the easiest first. None comes after a dead end.
impl<'a> Iterator for Looking<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        if self.ended {
            return None;
        }
        let (technique, finding) = self.techniques.iter().find_map(|technique| {
            let finding = self.reasoner.look(technique, &self.knowledge)?;
            Some((*technique, finding))
        })?;
        self.ended = finding.excluded.everything;
        if !self.ended {
            self.knowledge.learn(&finding.excluded, Source::Given);
        }
        Some(Found { technique, finding })
    }
}

impl Reasoner<'_> {
    fn all(&self) -> Vec<&Technique> {
        self.techniques.iter().collect()
    }

    /// What is found on the way to a goal, if looking is enough to get there. What is not needed
    /// is left out.
    pub(super) fn derive<'k>(
        &'k self,
        known: &Knowledge<'k>,
        goal: &Goal,
    ) -> Option<Vec<Found<'k>>> {
        let mut techniques = self.all();
        let mut found = self.follow(known, &techniques, goal)?;
        techniques.retain(|one| found.iter().any(|used| std::ptr::eq(*one, used.technique)));
        // Leave out, from the last on, what the goal is reached without.
        for place in (0..techniques.len()).rev() {
            let mut fewer = techniques.clone();
            let _ = fewer.remove(place);
            if let Some(shorter) = self.follow(known, &fewer, goal) {
                techniques = fewer;
                found = shorter;
            }
        }
        Some(found)
    }

    /// Everything that can be seen; nothing if that is that nothing is possible.
    pub(super) fn fixpoint<'k>(&'k self, known: &Knowledge<'k>) -> Option<Knowledge<'k>> {
        let mut looking = Looking::new(self, self.all(), known);
        while looking.next().is_some() {}
        (!looking.ended).then_some(looking.knowledge)
    }

    /// For each of some facts, after how many steps it is known; nothing if looking does not get
    /// there.
    pub fn reach(&self, known: &Knowledge<'_>, facts: &[Fact]) -> Vec<Option<usize>> {
        let mut reached = vec![None; facts.len()];
        let mut looking = Looking::new(self, self.all(), known);
        for steps in 0.. {
            for (&fact, reached) in facts.iter().zip(&mut reached) {
                if reached.is_none() && looking.knowledge.knows(fact) {
                    *reached = Some(steps);
                }
            }
            if looking.next().is_none() {
                break;
            }
        }
        reached
    }

    /// Looks, the easiest first, until the goal is reached.
    fn follow<'t>(
        &'t self,
        known: &Knowledge<'t>,
        techniques: &[&'t Technique],
        goal: &Goal,
    ) -> Option<Vec<Found<'t>>> {
        let mut looking = Looking::new(self, techniques.to_vec(), known);
        let mut found = Vec::new();
        while !looking.reached(goal) {
            found.push(looking.next()?);
        }
        Some(found)
    }
}
