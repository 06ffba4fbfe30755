//! Chains: step after step, until a fact is known or nothing is possible any more.

use super::Angle;
use super::ground::Ground;
use super::knowledge::{Dead, Knowledge};
use super::look::{self, Excluded, look};
use super::words;
use crate::puzzle::{Fact, RegionId};

/// What a chain leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// These are known to be true.
    Facts(Vec<Fact>),
    /// Nothing is possible.
    Contradiction,
}

/// One step: what is seen from one angle.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Where it is seen from.
    pub angle: Angle,
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

/// A step before words are found for it.
pub(super) type Bare = (Angle, Excluded);

/// The steps to a goal by the rules of some regions, if looking is enough to get there. Steps that
/// are not needed are left out.
pub fn derive(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    goal: &Goal,
) -> Option<Chain> {
    let mut angles = look::angles(ground, rules);
    let steps = follow(ground, known, rules, &angles, goal)?;
    // Leave out, from the last on, what the goal is reached without.
    angles = used(&steps, &angles);
    for angle in angles.clone().into_iter().rev() {
        let fewer: Vec<Angle> = angles.iter().copied().filter(|&a| a != angle).collect();
        if follow(ground, known, rules, &fewer, goal).is_some() {
            angles = fewer;
        }
    }
    let steps = follow(ground, known, rules, &angles, goal)?;
    Some(told(ground, known, rules, &steps, goal))
}

/// Everything that can be seen by the rules of some regions.
pub(super) fn fixpoint(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
) -> Result<Knowledge, Dead> {
    let mut knowledge = known.clone();
    knowledge.settle(ground)?;
    let angles = look::angles(ground, rules);
    let mut at = 0;
    while let Some(&angle) = angles.get(at) {
        at += 1;
        let excluded = look(ground, &knowledge, angle, rules);
        if !excluded.is_nothing() {
            excluded.apply(ground, &mut knowledge)?;
            at = 0;
        }
    }
    Ok(knowledge)
}

/// For each of some facts, after how many steps it is known; nothing if looking does not get there.
pub fn reach(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    facts: &[Fact],
) -> Vec<Option<usize>> {
    let mut knowledge = known.clone();
    let mut reached = vec![None; facts.len()];
    let angles = look::angles(ground, rules);
    let mut note = |knowledge: &Knowledge, steps: usize| {
        for (&fact, reached) in facts.iter().zip(&mut reached) {
            if reached.is_none() && knowledge.knows(ground, fact) {
                *reached = Some(steps);
            }
        }
    };
    let mut alive = knowledge.settle(ground).is_ok();
    note(&knowledge, 0);
    let (mut at, mut steps) = (0, 0);
    while alive && at < angles.len() {
        let excluded = look(ground, &knowledge, angles[at], rules);
        at += 1;
        if !excluded.is_nothing() {
            alive = excluded.apply(ground, &mut knowledge).is_ok();
            steps += 1;
            at = 0;
            note(&knowledge, steps);
        }
    }
    reached
}

/// Of some angles, those that steps were seen from, in their order.
fn used(steps: &[Bare], angles: &[Angle]) -> Vec<Angle> {
    let seen = |angle: &Angle| steps.iter().any(|(other, _)| other == angle);
    angles.iter().copied().filter(seen).collect()
}

/// Looks from some angles, the easiest first, until the goal is reached.
fn follow(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    angles: &[Angle],
    goal: &Goal,
) -> Option<Vec<Bare>> {
    let mut knowledge = known.clone();
    let mut steps = Vec::new();
    let reached = |knowledge: &Knowledge, alive: bool| match goal {
        Goal::Contradiction => !alive,
        Goal::Facts(facts) => alive && facts.iter().all(|&fact| knowledge.knows(ground, fact)),
    };
    let alive = knowledge.settle(ground).is_ok();
    if reached(&knowledge, alive) {
        return Some(steps);
    }
    let mut at = 0;
    while alive && at < angles.len() {
        let angle = angles[at];
        at += 1;
        let excluded = look(ground, &knowledge, angle, rules);
        if excluded.is_nothing() {
            continue;
        }
        let alive = excluded.apply(ground, &mut knowledge).is_ok();
        steps.push((angle, excluded));
        if reached(&knowledge, alive) {
            return Some(steps);
        }
        if !alive {
            return None;
        }
        at = 0;
    }
    None
}

/// Finds words for steps, by taking them again.
fn told(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    bare: &[Bare],
    goal: &Goal,
) -> Chain {
    let mut knowledge = known.clone();
    let mut end = knowledge.settle(ground).err();
    let mut steps = Vec::new();
    let mut before = knowledge.clone();
    for (angle, excluded) in bare {
        before = knowledge.clone();
        end = excluded.apply(ground, &mut knowledge).err();
        let said = words::step(ground, &before, *angle, excluded, rules);
        steps.push(Step {
            angle: *angle,
            rules: said.rules,
            words: said.text,
        });
    }
    if let Some(end) = end {
        let close = words::end(ground, end);
        match steps.last_mut() {
            Some(step) if bare.last().is_some_and(|(_, e)| e.dead.is_none()) => {
                step.words += &format!("; then {close}");
            }
            _ => {}
        }
    }
    let so = match goal {
        Goal::Facts(facts) => match facts[..] {
            [fact] => {
                let last = bare.last().map(|last| (&before, last));
                words::conclusion(ground, &knowledge, last, fact)
            }
            _ => None,
        },
        Goal::Contradiction => None,
    };
    let seen: f64 = steps.iter().map(|step| step.angle.weight(ground)).sum();
    let weight = seen + if so.is_some() { READ_OFF } else { 0.0 };
    Chain { steps, so, weight }
}
