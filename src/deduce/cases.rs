//! Cases: where looking is not enough, every alternative is followed until it breaks down.

use super::chain::{Chain, Goal, derive, fixpoint};
use super::ground::{Ground, members};
use super::knowledge::Knowledge;
use crate::puzzle::{CellId, Fact, RegionId};

/// The most alternatives that a person goes through one by one.
const MOST_CASES: usize = 8;

/// How many cells are tried as the one whose values make the cases.
const MOST_TRIALS: usize = 10;

/// The most dead ends that a search counts.
const MOST_ENDS: usize = 3_000;

/// How often is looked before the search for a simple reason is given up.
const PATIENCE: u64 = 150_000;

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
    fn options(self, ground: &Ground<'_>, knowledge: &Knowledge) -> Vec<Fact> {
        match self {
            Split::Values(cell) => members(knowledge.values[cell.index()])
                .map(|at| Fact::Shows(cell, ground.values[at]))
                .collect(),
            Split::Neighbours(cell) => knowledge
                .edges_at(ground, cell)
                .map(|edge| Fact::Joined(ground.edge(edge)))
                .collect(),
            Split::Dominoes(cell) => knowledge
                .edges_at(ground, cell)
                .flat_map(|edge| knowledge.live_on(ground, edge))
                .map(|number| Fact::Lies(ground.placed(ground.lyings[number])))
                .collect(),
        }
    }
}

/// Why a goal follows by the rules of some regions, as simply as can be found: by looking, by
/// cases, by cases within cases, by search. It must be known that it does follow.
pub fn prove(ground: &Ground<'_>, known: &Knowledge, rules: &[RegionId], goal: Goal) -> Proof {
    if let Some(chain) = derive(ground, known, rules, &goal) {
        return Proof::Chain(chain);
    }
    let until = ground.looks.get() + PATIENCE;
    for depth in 0..2 {
        if let Some(proof) = by_cases(ground, known, rules, &goal, depth, until) {
            return proof;
        }
    }
    let mut start = known.clone();
    if let Goal::Facts(facts) = goal {
        match facts[..] {
            [fact] => {
                if let Some(opposite) = fact.opposite() {
                    start.assume(ground, opposite);
                }
            }
            _ => return Proof::Solver,
        }
    }
    match search(ground, &start, rules) {
        Some(ends) => Proof::Search(ends),
        None => Proof::Solver,
    }
}

/// The alternatives to a goal, each of which breaks down; nothing if one does not within `depth`
/// more levels of cases.
fn by_cases(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    goal: &Goal,
    depth: usize,
    until: u64,
) -> Option<Proof> {
    let mut settled = known.clone();
    settled.settle(ground).ok()?;
    // Only what is open after looking is worth a case.
    let open = fixpoint(ground, known, rules).ok()?;
    let mut best: Option<(f64, Proof)> = None;
    for split in splits(ground, &open, rules, goal) {
        let options = split.options(ground, &open);
        let at_first = split.options(ground, &settled).into_iter();
        let excluded: Vec<Fact> = at_first
            .filter(|option| !options.contains(option))
            .filter_map(Fact::opposite)
            .collect();
        let mut start = known.clone();
        for &one in &excluded {
            start.assume(ground, one);
        }
        let with = |assumed: Fact| {
            let mut start = start.clone();
            start.assume(ground, assumed);
            start
        };
        let is_goal = |option: &Fact| matches!(goal, Goal::Facts(f) if f.contains(option));
        let alternatives: Vec<Fact> = options
            .into_iter()
            .filter(|option| !is_goal(option))
            .collect();
        // Whether they break down is quicker to see than the steps to it.
        let breaks = |&assumed: &Fact| fixpoint(ground, &with(assumed), rules).is_err();
        if ground.looks.get() > until || (depth == 0 && !alternatives.iter().all(breaks)) {
            continue;
        }
        let prove_case = |assumed: Fact| {
            let start = with(assumed);
            let goal = Goal::Contradiction;
            let proof = match derive(ground, &start, rules, &goal) {
                Some(chain) => Proof::Chain(chain),
                None if depth > 0 => by_cases(ground, &start, rules, &goal, depth - 1, until)?,
                None => return None,
            };
            Some(Case { assumed, proof })
        };
        let alternatives = alternatives.into_iter();
        let Some(cases) = alternatives.map(prove_case).collect::<Option<Vec<Case>>>() else {
            continue;
        };
        let Some(before) = derive(ground, known, rules, &Goal::Facts(excluded)) else {
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
fn splits(ground: &Ground<'_>, open: &Knowledge, rules: &[RegionId], goal: &Goal) -> Vec<Split> {
    let mut splits: Vec<Split> = match goal {
        Goal::Facts(facts) => match facts[..] {
            [Fact::Shows(cell, _)] => vec![Split::Values(cell)],
            [Fact::Joined(edge)] => [edge.a, edge.b].map(Split::Neighbours).to_vec(),
            [Fact::Lies(placed)] => {
                let ends = placed.edge();
                [ends.a, ends.b].map(Split::Dominoes).to_vec()
            }
            _ => Vec::new(),
        },
        Goal::Contradiction => {
            let in_rules = |cell: &CellId| {
                let region = ground.puzzle.region_of(*cell);
                region.is_some_and(|region| rules.contains(&region))
            };
            let cells = ground.puzzle.cell_ids();
            let (inside, outside): (Vec<CellId>, Vec<CellId>) = cells.partition(in_rules);
            let cells = inside.into_iter().chain(outside);
            cells
                .flat_map(|cell| [Split::Values(cell), Split::Neighbours(cell)])
                .collect()
        }
    };
    let count = |split: &Split| split.options(ground, open).len();
    splits.retain(|split| (2..=MOST_CASES).contains(&count(split)));
    splits.sort_by_key(count);
    splits.truncate(MOST_TRIALS);
    splits
}

/// How many dead ends there are when everything possible is tried; nothing if something is left,
/// or if it takes too long.
pub fn search(ground: &Ground<'_>, known: &Knowledge, rules: &[RegionId]) -> Option<usize> {
    let mut ends = 0;
    let until = ground.looks.get() + PATIENCE;
    all_end(ground, known, rules, &mut ends, until).then_some(ends)
}

fn all_end(
    ground: &Ground<'_>,
    known: &Knowledge,
    rules: &[RegionId],
    ends: &mut usize,
    until: u64,
) -> bool {
    if ground.looks.get() > until {
        return false;
    }
    let Ok(open) = fixpoint(ground, known, rules) else {
        *ends += 1;
        return *ends <= MOST_ENDS;
    };
    let cells = ground.puzzle.cell_ids();
    let best = cells
        .flat_map(|cell| [Split::Values(cell), Split::Neighbours(cell)])
        .map(|split| split.options(ground, &open))
        .filter(|split| split.len() > 1)
        .min_by_key(Vec::len);
    let Some(split) = best else {
        return false;
    };
    split.into_iter().all(|assumed| {
        let mut next = open.clone();
        next.assume(ground, assumed);
        all_end(ground, &next, rules, ends, until)
    })
}
