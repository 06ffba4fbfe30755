//! Chains: step after step, until a fact is known or nothing is possible any more.

use std::rc::Rc;

use super::knowledge::{DeadEnd, Knowledge};
use super::look::{Finding, Technique};
use super::looker::Reasoner;
use super::wording;
use crate::puzzle::{Fact, RegionId};

/// What a chain leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// These are known to be true.
    Facts(Vec<Fact>),
    /// Nothing is possible.
    Contradiction,
}

/// One step: what a technique sees.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What the technique is called.
    pub technique: &'static str,
    /// The regions whose rules it needs.
    pub rules: Vec<RegionId>,
    /// What is seen, and what follows.
    pub words: String,
}

/// The steps to a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// The steps, each of which needs those before it or what is known.
    pub steps: Vec<Step>,
    /// How the fact is read off in the end, where the last step does not say it.
    pub so: Option<String>,
    /// How hard they are together.
    pub weight: f64,
}

/// How hard it is to read a fact off.
const READ_OFF: f64 = 0.5;

/// What is known while somebody looks, with some techniques, finding after finding.
struct Looking<'r, 't> {
    reasoner: &'r Reasoner<'r>,
    techniques: &'t [&'t dyn Technique],
    knowledge: Knowledge,
    state: Result<(), DeadEnd>,
}

impl<'r, 't> Looking<'r, 't> {
    fn new(
        reasoner: &'r Reasoner<'r>,
        techniques: &'t [&'t dyn Technique],
        known: &Knowledge,
    ) -> Self {
        let mut knowledge = known.clone();
        let state = knowledge.settle(reasoner.ground());
        Looking {
            reasoner,
            techniques,
            knowledge,
            state,
        }
    }

    fn reached(&self, goal: &Goal) -> bool {
        let knows = |&fact: &Fact| self.knowledge.knows(self.reasoner.ground(), fact);
        match goal {
            Goal::Contradiction => self.state.is_err(),
            Goal::Facts(facts) => self.state.is_ok() && facts.iter().all(knows),
        }
    }
}

/// The findings, the easiest first, each with the place of its technique. None comes after a dead
/// end.
impl Iterator for Looking<'_, '_> {
    type Item = (usize, Rc<Finding>);

    fn next(&mut self) -> Option<Self::Item> {
        self.state.ok()?;
        let mut techniques = self.techniques.iter().enumerate();
        let found = techniques.find_map(|(place, technique)| {
            let finding = self.reasoner.look(*technique, &self.knowledge)?;
            Some((place, finding))
        })?;
        let excluded = &found.1.excluded;
        self.state = self.knowledge.exclude(self.reasoner.ground(), excluded);
        Some(found)
    }
}

impl Reasoner<'_> {
    fn all(&self) -> Vec<&dyn Technique> {
        self.techniques.iter().map(Box::as_ref).collect()
    }

    /// The steps to a goal, if looking is enough to get there. Steps that are not needed are left
    /// out.
    pub fn derive(&self, known: &Knowledge, goal: &Goal) -> Option<Chain> {
        let mut techniques = self.all();
        let findings = self.follow(known, &techniques, goal)?;
        let mut used: Vec<usize> = findings.iter().map(|(place, _)| *place).collect();
        used.sort_unstable();
        used.dedup();
        techniques = used.into_iter().map(|place| techniques[place]).collect();
        // Leave out, from the last on, what the goal is reached without.
        for place in (0..techniques.len()).rev() {
            let mut fewer = techniques.clone();
            let _ = fewer.remove(place);
            if self.follow(known, &fewer, goal).is_some() {
                techniques = fewer;
            }
        }
        let findings = self.follow(known, &techniques, goal)?;
        let findings = findings.into_iter();
        let named = findings.map(|(place, finding)| (techniques[place], finding));
        Some(self.told(known, &named.collect::<Vec<_>>(), goal))
    }

    /// Everything that can be seen.
    pub(super) fn fixpoint(&self, known: &Knowledge) -> Result<Knowledge, DeadEnd> {
        let techniques = self.all();
        let mut looking = Looking::new(self, &techniques, known);
        while looking.next().is_some() {}
        looking.state.map(|()| looking.knowledge)
    }

    /// For each of some facts, after how many steps it is known; nothing if looking does not get
    /// there.
    pub fn reach(&self, known: &Knowledge, facts: &[Fact]) -> Vec<Option<usize>> {
        let mut reached = vec![None; facts.len()];
        let techniques = self.all();
        let mut looking = Looking::new(self, &techniques, known);
        for steps in 0.. {
            for (&fact, reached) in facts.iter().zip(&mut reached) {
                if reached.is_none() && looking.knowledge.knows(self.ground(), fact) {
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
    fn follow(
        &self,
        known: &Knowledge,
        techniques: &[&dyn Technique],
        goal: &Goal,
    ) -> Option<Vec<(usize, Rc<Finding>)>> {
        let mut looking = Looking::new(self, techniques, known);
        let mut findings = Vec::new();
        while !looking.reached(goal) {
            findings.push(looking.next()?);
        }
        Some(findings)
    }

    /// Finds words for findings, by going through them again.
    fn told(
        &self,
        known: &Knowledge,
        findings: &[(&dyn Technique, Rc<Finding>)],
        goal: &Goal,
    ) -> Chain {
        let ground = self.ground();
        let mut knowledge = known.clone();
        let mut state = knowledge.settle(ground);
        let mut steps = Vec::new();
        let mut weight = 0.0;
        let mut before = knowledge.clone();
        for (technique, finding) in findings {
            before = knowledge.clone();
            state = knowledge.exclude(ground, &finding.excluded);
            weight += technique.weight(ground);
            steps.push(Step {
                technique: technique.name(),
                rules: finding.rules.clone(),
                words: finding.say(self.view(&before)),
            });
        }
        let end = state
            .err()
            .and_then(|end| wording::dead_end(ground.puzzle(), end));
        if let Some((step, end)) = steps.last_mut().zip(end) {
            step.words += &format!("; then {end}");
        }
        let last = findings
            .last()
            .map(|(_, finding)| (&before, finding.as_ref()));
        let so = match goal {
            Goal::Contradiction => None,
            Goal::Facts(facts) => match facts[..] {
                [fact] => self.read_off(&knowledge, last, fact),
                _ => None,
            },
        };
        if so.is_some() {
            weight += READ_OFF;
        }
        Chain { steps, so, weight }
    }

    /// How a fact is read off what is known in the end; nothing if the last finding has said it,
    /// which comes with what was known before it.
    fn read_off(
        &self,
        known: &Knowledge,
        last: Option<(&Knowledge, &Finding)>,
        fact: Fact,
    ) -> Option<String> {
        let ground = self.ground();
        match fact {
            Fact::Shows(cell, _) => {
                let said = last.is_some_and(|(before, finding)| {
                    let mut values = finding.excluded.values.iter();
                    values.any(|&(other, gone)| {
                        other == cell && before.values(cell).without(gone).only().is_some()
                    })
                });
                if said {
                    return None;
                }
                let mut open = known.open_at(ground, cell);
                let edge = open.find(|&edge| known.live_on(ground, edge).count() == 1);
                Some(match edge {
                    Some(edge) => format!(
                        "only one domino fits on {}, and nothing else can cover them",
                        wording::ends(ground, edge)
                    ),
                    None => format!("nothing else is left for {}", ground.name(cell)),
                })
            }
            Fact::Joined(edge) => {
                if last.is_some_and(|(_, finding)| finding.says_joined()) {
                    return None;
                }
                let alone = |cell| known.open_at(ground, cell).count() == 1;
                let (alone, other) = match (alone(edge.a), alone(edge.b)) {
                    (true, _) => (edge.a, edge.b),
                    (false, true) => (edge.b, edge.a),
                    (false, false) => return None,
                };
                let [alone, other] = [alone, other].map(|cell| ground.name(cell));
                Some(format!("{other} is the only neighbour left for {alone}"))
            }
            Fact::Lies(placed) => {
                let (domino, edge) = (placed.domino(), placed.edge());
                let [a, b] = [edge.a, edge.b].map(|cell| ground.name(cell));
                Some(format!(
                    "only {domino} fits on {a} and {b}, and nothing else can cover them"
                ))
            }
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => None,
        }
    }
}
