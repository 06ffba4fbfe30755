//! The states of a sweep as a diagram: a decision diagram over placements whose models are the solutions.
//!
//! A node is a state before a step, and an arc what the step lays: one of the placements that begin at
//! its cell, or none where the cell is covered already. Every placement belongs to one step, so that a
//! path from the first node to the last decides each placement once: the diagram is deterministic,
//! decomposable and smooth, and its models are its paths.

use std::collections::HashMap;
use std::io::{self, Write};

use rustc_hash::FxBuildHasher;

use super::Failure;
use super::plan::{Plan, State};
use crate::limits::Budget;
use crate::model::Model;
use crate::puzzle::PlacedDomino;
use crate::solver::index::{CandidateId, ModelIndex};

/// A diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagram {
    /// The steps, in order.
    layers: Vec<Layer>,
}

/// The nodes before a step.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layer {
    /// What the step decides about.
    placements: Vec<PlacedDomino>,
    /// Each node's arcs: the place in `placements` of what lies there, and the node of the next layer.
    nodes: Vec<Vec<Arc>>,
}

type Arc = (Option<u32>, u32);

/// Draws the states that lead from the first to the last, going through at most `max_states` of them.
pub(super) fn draw(
    index: &ModelIndex,
    plan: &Plan,
    max_states: usize,
    budget: &Budget,
) -> Result<Diagram, Failure> {
    let placed = |&id: &CandidateId| index.placed(id);
    let mut layers: Vec<Layer> = Vec::with_capacity(plan.steps.len());
    let mut states: Vec<State> = vec![0];
    let mut seen = 0;
    for (done, step) in plan.steps.iter().enumerate() {
        let ids: Vec<CandidateId> = step.placements().collect();
        let place: HashMap<CandidateId, u32> = ids.iter().copied().zip(0..).collect();
        let mut found: HashMap<State, u32, FxBuildHasher> = HashMap::default();
        let mut next: Vec<State> = Vec::with_capacity(states.len());
        let mut nodes = Vec::with_capacity(states.len());
        for (nth, &state) in states.iter().enumerate() {
            if nth % 1024 == 1023
                && let Some(why) = budget.stopped()
            {
                return Err(Failure::Stopped(why));
            }
            let mut arcs = Vec::new();
            step.advance(state, |after, placement| {
                let to = *found.entry(after).or_insert_with(|| {
                    next.push(after);
                    next.len() as u32 - 1
                });
                arcs.push((placement.and_then(|id| place.get(&id).copied()), to));
            });
            nodes.push(arcs);
            if seen + next.len() > max_states {
                let left = plan.steps.len() - done;
                return Err(Failure::TooMany { left });
            }
        }
        seen += next.len();
        states = next;
        let placements = ids.iter().map(placed).collect();
        layers.push(Layer { placements, nodes });
    }
    let mut diagram = Diagram { layers };
    diagram.trim(states.len());
    Ok(diagram)
}

impl Diagram {
    /// Takes away the nodes from which no path leads to the last.
    fn trim(&mut self, last: usize) {
        let mut kept: Vec<Option<u32>> = (0..last as u32).map(Some).collect();
        for layer in self.layers.iter_mut().rev() {
            let mut next = 0;
            let mut here = Vec::with_capacity(layer.nodes.len());
            layer.nodes.retain_mut(|arcs| {
                arcs.retain_mut(|(_, to)| match kept[*to as usize] {
                    Some(new) => {
                        *to = new;
                        true
                    }
                    None => false,
                });
                let lives = !arcs.is_empty();
                here.push(lives.then_some(next));
                next += u32::from(lives);
                lives
            });
            kept = here;
        }
    }

    /// How many nodes it has.
    pub(crate) fn nodes(&self) -> usize {
        self.layers.iter().map(|layer| layer.nodes.len()).sum()
    }

    /// How many paths there are; `u128::MAX` stands for that many or more.
    pub(crate) fn models(&self) -> u128 {
        let mut ways: Vec<u128> = vec![1];
        for layer in self.layers.iter().rev() {
            let onward = |arcs: &Vec<Arc>| {
                let ways = arcs.iter().map(|(_, to)| ways[*to as usize]);
                ways.fold(0, u128::saturating_add)
            };
            ways = layer.nodes.iter().map(onward).collect();
        }
        ways.first().copied().unwrap_or(0)
    }

    /// Writes it as d-DNNF in the format of the compiler d4: nodes, then arcs with the literals that
    /// they decide. A placement has the number that it has in a model, which must have all of them;
    /// those that no node decides are decided before the first.
    pub(crate) fn write(&self, model: &Model, out: &mut dyn Write) -> io::Result<()> {
        let number: HashMap<PlacedDomino, u32> = (model.placement_ids().zip(&model.placements))
            .map(|(id, &placement)| (model.placed(placement), id.0 + 1))
            .collect();
        let unknown =
            || io::Error::other("the diagram has a placement that the model does not have");
        let find = |placed: &PlacedDomino| number.get(placed).copied().ok_or_else(unknown);
        let mut open = vec![true; model.placements.len() + 1];
        for layer in &self.layers {
            for placed in &layer.placements {
                open[find(placed)? as usize] = false;
            }
        }
        let absent = (1..open.len()).filter(|&variable| open[variable]);
        let first: Vec<String> = absent.map(|variable| format!("-{variable}")).collect();
        let nodes = self.nodes() as u32;
        if self.models() == 0 {
            return writeln!(out, "f 1 0");
        }
        // The root comes first, the end last.
        let end = nodes + 2;
        for node in 1..end {
            writeln!(out, "o {node} 0")?;
        }
        writeln!(out, "t {end} 0")?;
        let begin = if self.layers.is_empty() { end } else { 2 };
        writeln!(out, "1 {begin} {} 0", first.join(" "))?;
        let mut here = 2;
        for (depth, layer) in self.layers.iter().enumerate() {
            let next = here + layer.nodes.len() as u32;
            let is_last = depth + 1 == self.layers.len();
            let variables = layer.placements.iter().map(find);
            let variables: Vec<u32> = variables.collect::<io::Result<_>>()?;
            for (node, arcs) in (here..).zip(&layer.nodes) {
                for (taken, to) in arcs {
                    let to = if is_last { end } else { next + to };
                    write!(out, "{node} {to} ")?;
                    for (at, variable) in (0..).zip(&variables) {
                        let sign = if *taken == Some(at) { "" } else { "-" };
                        write!(out, "{sign}{variable} ")?;
                    }
                    writeln!(out, "0")?;
                }
            }
            here = next;
        }
        Ok(())
    }
}
