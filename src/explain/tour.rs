//! Proofs as ways to walk along: at each stop the board as far as it is known by then, with what the
//! step rests on and what follows from it marked.

use crate::deduce::{self, Proof, Statement, Step};
use crate::puzzle::{CellId, Fact, Pips, Puzzle};
use crate::render::{Mark, Marks, Picture, Stop};
use std::collections::BTreeMap;

/// What is known at some point of a proof.
#[derive(Clone)]
struct Traveller<'p> {
    puzzle: &'p Puzzle,
    /// How many cases it is inside of.
    depth: usize,
    known: Vec<Fact>,
    /// What cells can still show, where that has been narrowed down.
    candidates: BTreeMap<CellId, Vec<Pips>>,
}

/// The steps of a proof, one after the other, from what is known on.
pub(crate) fn stops<'p>(puzzle: &'p Puzzle, proof: &Proof, known: &[Fact]) -> Vec<Stop<'p>> {
    let mut traveller = Traveller {
        puzzle,
        depth: 0,
        known: known.to_vec(),
        candidates: BTreeMap::new(),
    };
    let mut stops = Vec::new();
    traveller.walk(proof, &mut stops);
    stops
}

/// What a step marks: what it rests on, and what follows; where nothing is possible any more, what
/// contradicts each other.
fn marks(puzzle: &Puzzle, step: &Step) -> Marks {
    let ground = if step.concludes().is_empty() {
        Mark::Conflict
    } else {
        Mark::Premise
    };
    // A region is marked as a whole.
    let outside = step.rests_on().iter().copied().filter(|&cell| {
        let region = puzzle.region_of(cell);
        region.is_none_or(|region| !step.regions().contains(&region))
    });
    Marks::new()
        .with_regions(ground, step.regions().iter().copied())
        .with_cells(ground, outside)
        .with_cells(Mark::Conclusion, step.concludes().iter().copied())
}

impl<'p> Traveller<'p> {
    fn stop(&self, number: Option<usize>, words: String, marks: &Marks) -> Stop<'p> {
        let picture = Picture::new(self.puzzle)
            .knowing(self.known.iter().copied())
            .with_candidates(self.candidates.clone())
            .with_labels(true);
        Stop {
            number,
            depth: self.depth,
            words,
            picture: picture.marking(marks),
        }
    }

    fn walk(&mut self, proof: &Proof, stops: &mut Vec<Stop<'p>>) {
        match proof {
            Proof::Chain(steps) => self.steps(steps, stops),
            Proof::Cases {
                before,
                split,
                cases,
            } => {
                self.steps(before, stops);
                let cells = split
                    .options
                    .iter()
                    .flat_map(|fact| fact.cells(self.puzzle));
                let marks = Marks::new().with_cells(Mark::Premise, cells);
                stops.push(self.stop(None, split.words.clone(), &marks));
                for case in cases {
                    let mut inside = self.clone();
                    inside.known.push(case.supposed);
                    let marks =
                        Marks::new().with_cells(Mark::Premise, case.supposed.cells(self.puzzle));
                    let supposed = deduce::fact(self.puzzle, case.supposed);
                    let words = format!("Suppose that {supposed}:");
                    stops.push(inside.stop(None, words, &marks));
                    inside.depth += 1;
                    inside.walk(&case.proof, stops);
                }
            }
            Proof::Search(_) | Proof::Solver => {
                let words = proof.words(self.puzzle);
                stops.push(self.stop(None, words, &Marks::new()));
            }
        }
    }

    /// Takes note of what a step says, as far as a picture can show it.
    fn learn(&mut self, statement: &Statement) {
        match statement {
            Statement::Shows(cell, pips) => match pips[..] {
                [only] => self.known.push(Fact::Shows(*cell, only)),
                _ => {
                    let _ = self.candidates.insert(*cell, pips.clone());
                }
            },
            Statement::Joined(edge) => self.known.push(Fact::Joined(*edge)),
            Statement::On(edge, domino) => {
                self.known.push(Fact::Joined(*edge));
                for cell in edge.ends() {
                    let halves = vec![domino.low(), domino.high()];
                    let _ = self.candidates.entry(cell).or_insert_with(|| halves);
                }
            }
            Statement::Apart(_) | Statement::Not(_) | Statement::Impossible => {}
        }
    }

    fn steps(&mut self, steps: &[Step], stops: &mut Vec<Stop<'p>>) {
        for step in steps {
            let marks = marks(self.puzzle, step);
            step.conclusions.iter().for_each(|one| self.learn(one));
            stops.push(self.stop(Some(step.number), step.words.clone(), &marks));
        }
    }
}
