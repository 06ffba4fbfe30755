//! Chains: step after step, until a fact is known or nothing is possible any more.

use std::rc::Rc;

use super::knowledge::{DeadEnd, Excluded, Knowledge};
use super::look::{Finding, Technique};
use super::looker::Reasoner;
use super::wording;
use crate::puzzle::{CellId, Fact, RegionId};

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
    /// The cells of which it says something new.
    about: Vec<CellId>,
    /// The cells that it looks at to see that.
    seen: Vec<CellId>,
}

impl Step {
    /// The cells of which the step says something new; none where it says that nothing is possible.
    pub fn concludes(&self) -> &[CellId] {
        &self.about
    }

    /// The cells that the step looks at, in board order.
    pub fn rests_on(&self) -> &[CellId] {
        &self.seen
    }

    /// The regions whose rules the step needs.
    pub fn regions(&self) -> &[RegionId] {
        &self.rules
    }
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

/// A finding with its technique.
type Found<'t> = (&'t Technique, Rc<Finding>);

/// What is known while somebody looks, with some techniques, finding after finding.
struct Looking<'a> {
    reasoner: &'a Reasoner<'a>,
    techniques: Vec<&'a Technique>,
    knowledge: Knowledge<'a>,
    state: Result<(), DeadEnd>,
}

impl<'a> Looking<'a> {
    fn new(
        reasoner: &'a Reasoner<'a>,
        techniques: Vec<&'a Technique>,
        known: &Knowledge<'a>,
    ) -> Self {
        let mut knowledge = known.clone();
        let state = knowledge.settle();
        Looking {
            reasoner,
            techniques,
            knowledge,
            state,
        }
    }

    fn reached(&self, goal: &Goal) -> bool {
        let knows = |&fact: &Fact| self.knowledge.knows(fact);
        match goal {
            Goal::Contradiction => self.state.is_err(),
            Goal::Facts(facts) => self.state.is_ok() && facts.iter().all(knows),
        }
    }
}

/// The findings, the easiest first. None comes after a dead end.
impl<'a> Iterator for Looking<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        self.state.ok()?;
        let (technique, finding) = self.techniques.iter().find_map(|technique| {
            let finding = self.reasoner.look(technique, &self.knowledge)?;
            Some((*technique, finding))
        })?;
        self.state = self.knowledge.exclude(&finding.excluded);
        Some((technique, finding))
    }
}

impl Reasoner<'_> {
    fn all(&self) -> Vec<&Technique> {
        self.techniques.iter().collect()
    }

    /// The steps to a goal, if looking is enough to get there. Steps that are not needed are left
    /// out.
    pub fn derive(&self, known: &Knowledge<'_>, goal: &Goal) -> Option<Chain> {
        let mut techniques = self.all();
        let found = self.follow(known, &techniques, goal)?;
        techniques.retain(|one| found.iter().any(|(used, _)| std::ptr::eq(*one, *used)));
        // Leave out, from the last on, what the goal is reached without.
        for place in (0..techniques.len()).rev() {
            let mut fewer = techniques.clone();
            let _ = fewer.remove(place);
            if self.follow(known, &fewer, goal).is_some() {
                techniques = fewer;
            }
        }
        let found = self.follow(known, &techniques, goal)?;
        Some(self.told(known, &found, goal))
    }

    /// Everything that can be seen.
    pub(super) fn fixpoint<'k>(&'k self, known: &Knowledge<'k>) -> Result<Knowledge<'k>, DeadEnd> {
        let mut looking = Looking::new(self, self.all(), known);
        while looking.next().is_some() {}
        looking.state.map(|()| looking.knowledge)
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

    /// Finds words for findings, by going through them again.
    fn told(&self, known: &Knowledge<'_>, found: &[Found<'_>], goal: &Goal) -> Chain {
        let mut knowledge = known.clone();
        let mut state = knowledge.settle();
        let mut steps = Vec::new();
        let mut weight = 0.0;
        let mut before = knowledge.clone();
        for (technique, finding) in found {
            before = knowledge.clone();
            state = knowledge.exclude(&finding.excluded);
            weight += technique.weight;
            let ground = self.ground();
            let mut seen: Vec<CellId> = Vec::new();
            for &region in &finding.rules {
                seen.extend(ground.cells_of(region));
            }
            seen.sort_unstable();
            steps.push(Step {
                technique: technique.name,
                rules: finding.rules.clone(),
                words: finding.say(self.view(&before)),
                about: finding.excluded.cells(ground),
                seen,
            });
        }
        let end = state
            .err()
            .and_then(|end| wording::dead_end(self.ground().puzzle, end));
        if let Some((step, end)) = steps.last_mut().zip(end) {
            step.words += &format!("; then {end}");
        }
        let last = found
            .last()
            .map(|(_, finding)| (&before, &finding.excluded));
        let so = match goal {
            Goal::Facts(facts) if facts.len() == 1 => read_off(&knowledge, last, facts[0]),
            Goal::Facts(_) | Goal::Contradiction => None,
        };
        if so.is_some() {
            weight += READ_OFF;
        }
        Chain { steps, so, weight }
    }
}

/// How a fact is read off what is known in the end; nothing if the last step has said it, of which
/// there is what was known before it and what it has excluded.
fn read_off(
    known: &Knowledge<'_>,
    last: Option<(&Knowledge<'_>, &Excluded)>,
    fact: Fact,
) -> Option<String> {
    let ground = known.ground;
    match fact {
        Fact::Shows(cell, _) => {
            let said = last.is_some_and(|(before, excluded)| {
                let only = |gone| before.values(cell).without(gone).only().is_some();
                let mut values = excluded.values.iter();
                values.any(|&(other, gone)| other == cell && only(gone))
            });
            if said {
                return None;
            }
            let mut open = known.open_at(cell);
            let edge = open.find(|&edge| known.live_on(edge).count() == 1);
            Some(match edge {
                Some(edge) => format!(
                    "only one domino fits on {}, and nothing else can cover them",
                    wording::ends(ground, edge)
                ),
                None => format!("nothing else is left for {}", ground.name(cell)),
            })
        }
        Fact::Joined(edge) => {
            let alone = |cell: &CellId| known.open_at(*cell).count() == 1;
            let alone = edge.ends().into_iter().find(alone)?;
            let [alone, other] = [alone, edge.other(alone)].map(|cell| ground.name(cell));
            Some(format!("{other} is the only neighbour left for {alone}"))
        }
        Fact::Lies(placed) => {
            let [a, b] = placed.edge().ends().map(|cell| ground.name(cell));
            let domino = placed.domino();
            Some(format!(
                "only {domino} fits on {a} and {b}, and nothing else can cover them"
            ))
        }
        Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => None,
    }
}
