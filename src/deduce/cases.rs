//! Cases: where looking is not enough, every alternative is followed until it breaks down.

use super::chain::{Chain, Goal, Step};
use super::knowledge::Knowledge;
use super::looker::Reasoner;
use crate::puzzle::{CellId, Fact};

/// The most alternatives that a person goes through one by one.
const MOST_CASES: usize = 8;

/// How many cells are tried as the one whose values make the cases.
const MOST_TRIALS: usize = 10;

/// The most dead ends that a search counts.
const MOST_ENDS: usize = 3_000;

/// How many looks are taken before the search for a simple reason is given up.
const MOST_LOOKS: u64 = 150_000;

/// Why something is so.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// It can be seen, step by step.
    Chain(Chain),
    /// All but one of the alternatives break down, or all of them.
    Cases {
        /// The steps that leave these alternatives.
        before: Chain,
        /// The alternatives.
        cases: Vec<Case>,
    },
    /// A search through so many dead ends says so.
    Search(usize),
    /// Only the solver says so.
    Solver,
}

/// An alternative that breaks down.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What is assumed.
    pub assumed: Fact,
    /// Why that cannot be.
    pub proof: Proof,
}

impl Proof {
    /// Every step, in the order in which it is told, those of the cases among them.
    pub fn steps(&self) -> Vec<&Step> {
        match self {
            Proof::Chain(chain) => chain.steps.iter().collect(),
            Proof::Cases { before, cases } => {
                let inner = cases.iter().flat_map(|case| case.proof.steps());
                before.steps.iter().chain(inner).collect()
            }
            Proof::Search(_) | Proof::Solver => Vec::new(),
        }
    }

    /// How hard it is to find.
    pub fn weight(&self) -> f64 {
        match self {
            Proof::Chain(chain) => chain.weight,
            Proof::Cases { before, cases } => {
                let each = |case: &Case| 1.0 + case.proof.weight();
                3.0 + before.weight + cases.iter().map(each).sum::<f64>()
            }
            Proof::Search(ends) => 15.0 + 5.0 * (*ends as f64).ln(),
            Proof::Solver => 15.0 + 5.0 * (MOST_ENDS as f64).ln(),
        }
    }
}

/// What a split into cases is about: everything that a cell can still show, share a domino with, or
/// be covered by.
#[derive(Debug, Clone, Copy)]
enum Split {
    Values(CellId),
    Neighbours(CellId),
    Dominoes(CellId),
}

impl Split {
    /// Everything that is possible.
    fn options(self, knowledge: &Knowledge<'_>) -> Vec<Fact> {
        let ground = knowledge.ground;
        match self {
            Split::Values(cell) => knowledge
                .values(cell)
                .iter()
                .map(|value| Fact::Shows(cell, ground.pips(value)))
                .collect(),
            Split::Neighbours(cell) => knowledge
                .open_at(cell)
                .map(|edge| Fact::Joined(ground.edge(edge)))
                .collect(),
            Split::Dominoes(cell) => knowledge
                .open_at(cell)
                .flat_map(|edge| knowledge.live_on(edge))
                .map(|placement| Fact::Lies(ground.placed(placement)))
                .collect(),
        }
    }
}

impl Reasoner<'_> {
    /// Why a goal follows, as simply as can be found: by looking, by cases, by cases within cases,
    /// by search. It must be known that it does follow.
    pub fn prove(&self, known: &Knowledge<'_>, goal: &Goal) -> Proof {
        if let Some(chain) = self.derive(known, goal) {
            return Proof::Chain(chain);
        }
        let until = self.effort() + MOST_LOOKS;
        for depth in 0..2 {
            if let Some(proof) = self.by_cases(known, goal, depth, until) {
                return proof;
            }
        }
        let mut start = known.clone();
        if let Goal::Facts(facts) = goal {
            let [fact] = facts[..] else {
                return Proof::Solver;
            };
            if let Some(opposite) = fact.opposite() {
                start.assume(opposite);
            }
        }
        self.search(&start).map_or(Proof::Solver, Proof::Search)
    }

    /// The alternatives to a goal, each of which breaks down; nothing if one does not within
    /// `depth` more levels of cases.
    fn by_cases(
        &self,
        known: &Knowledge<'_>,
        goal: &Goal,
        depth: usize,
        until: u64,
    ) -> Option<Proof> {
        let mut settled = known.clone();
        settled.settle().ok()?;
        // Only what is open after looking is worth a case.
        let open = self.fixpoint(known).ok()?;
        let mut best: Option<(f64, Proof)> = None;
        for split in self.splits(&open, goal) {
            let options = split.options(&open);
            let at_first = split.options(&settled).into_iter();
            let excluded: Vec<Fact> = at_first
                .filter(|option| !options.contains(option))
                .filter_map(Fact::opposite)
                .collect();
            let with = |assumed: Fact| {
                let mut start = known.clone();
                for &one in excluded.iter().chain([&assumed]) {
                    start.assume(one);
                }
                start
            };
            let is_goal = |option: &Fact| matches!(goal, Goal::Facts(f) if f.contains(option));
            let alternatives: Vec<Fact> = options
                .into_iter()
                .filter(|option| !is_goal(option))
                .collect();
            // Whether they break down is quicker to see than the steps to it.
            let breaks = |&assumed: &Fact| self.fixpoint(&with(assumed)).is_err();
            if self.is_enough(until) || (depth == 0 && !alternatives.iter().all(breaks)) {
                continue;
            }
            let prove_case = |assumed: Fact| {
                let start = with(assumed);
                let goal = Goal::Contradiction;
                let proof = match self.derive(&start, &goal) {
                    Some(chain) => Proof::Chain(chain),
                    None if depth > 0 => self.by_cases(&start, &goal, depth - 1, until)?,
                    None => return None,
                };
                Some(Case { assumed, proof })
            };
            let alternatives = alternatives.into_iter();
            let Some(cases) = alternatives.map(prove_case).collect::<Option<Vec<Case>>>() else {
                continue;
            };
            let Some(before) = self.derive(known, &Goal::Facts(excluded)) else {
                continue;
            };
            let proof = Proof::Cases { before, cases };
            let weight = proof.weight();
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                best = Some((weight, proof));
            }
            if depth > 0 {
                break;
            }
        }
        best.map(|(_, proof)| proof)
    }

    /// The ways to split into cases that are worth trying, those with fewest cases first.
    fn splits(&self, open: &Knowledge<'_>, goal: &Goal) -> Vec<Split> {
        let puzzle = self.ground().puzzle;
        let mut splits: Vec<Split> = match goal {
            Goal::Facts(facts) => {
                let [fact] = facts[..] else {
                    return Vec::new();
                };
                match fact {
                    Fact::Shows(cell, _) => vec![Split::Values(cell)],
                    Fact::Joined(edge) => [edge.a, edge.b].map(Split::Neighbours).to_vec(),
                    Fact::Lies(placed) => {
                        let ends = placed.edge();
                        [ends.a, ends.b].map(Split::Dominoes).to_vec()
                    }
                    Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {
                        return Vec::new();
                    }
                }
            }
            Goal::Contradiction => {
                let in_rules = |cell: &CellId| {
                    let region = puzzle.region_of(*cell);
                    region.is_some_and(|region| self.rules.contains(&region))
                };
                let (inside, outside): (Vec<CellId>, Vec<CellId>) =
                    puzzle.cell_ids().partition(in_rules);
                values_and_neighbours(inside.into_iter().chain(outside)).collect()
            }
        };
        let count = |split: &Split| split.options(open).len();
        splits.retain(|split| (2..=MOST_CASES).contains(&count(split)));
        splits.sort_by_key(count);
        splits.truncate(MOST_TRIALS);
        splits
    }

    /// How many dead ends there are when everything possible is tried; nothing if something is
    /// left, or if it takes too long.
    fn search(&self, known: &Knowledge<'_>) -> Option<usize> {
        let mut ends = 0;
        let until = self.effort() + MOST_LOOKS;
        self.all_end(known, &mut ends, until).then_some(ends)
    }

    fn all_end(&self, known: &Knowledge<'_>, ends: &mut usize, until: u64) -> bool {
        if self.is_enough(until) {
            return false;
        }
        let Ok(open) = self.fixpoint(known) else {
            *ends += 1;
            return *ends <= MOST_ENDS;
        };
        let best = values_and_neighbours(self.ground().puzzle.cell_ids())
            .map(|split| split.options(&open))
            .filter(|options| options.len() > 1)
            .min_by_key(Vec::len);
        let Some(options) = best else {
            return false;
        };
        options.into_iter().all(|assumed| {
            let mut next = open.clone();
            next.assume(assumed);
            self.all_end(&next, ends, until)
        })
    }
}

fn values_and_neighbours(cells: impl Iterator<Item = CellId>) -> impl Iterator<Item = Split> {
    cells.flat_map(|cell| [Split::Values(cell), Split::Neighbours(cell)])
}
