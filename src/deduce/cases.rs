//! Cases: where looking is not enough, every alternative is followed until it breaks down.

use super::chain::{self, Found, Goal};
use super::knowledge::{Knowledge, Source};
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

/// Why something is so, before it is put into words.
#[derive(Debug)]
pub enum Sketch<'t> {
    /// It can be seen, finding after finding.
    Steps(Steps<'t>),
    /// All but one of the alternatives break down, or all of them.
    Cases(Box<Alternatives<'t>>),
    /// A search through so many dead ends says so.
    Search(usize),
    /// Only the solver says so.
    Solver,
}

/// Findings, one after the other.
#[derive(Debug)]
pub struct Steps<'t>(pub(super) Vec<Found<'t>>);

/// Alternatives that break down.
#[derive(Debug)]
pub struct Alternatives<'t> {
    /// What is found before.
    pub(super) before: Vec<Found<'t>>,
    pub(super) split: Split,
    /// Everything that the split leaves, the goal too if that is one of them.
    pub(super) options: Vec<Fact>,
    /// What breaks down, each with the reason.
    pub(super) cases: Vec<(Fact, Sketch<'t>)>,
}

impl Sketch<'_> {
    /// Whether there is more to say than that a search says so.
    pub fn has_words(&self) -> bool {
        match self {
            Sketch::Steps(_) | Sketch::Cases(_) => true,
            Sketch::Search(_) | Sketch::Solver => false,
        }
    }

    /// How hard it is to find.
    pub fn weight(&self) -> f64 {
        match self {
            Sketch::Steps(steps) => chain::weight(&steps.0),
            Sketch::Cases(all) => {
                let cases = all.cases.iter().map(|(_, case)| case.weight());
                of_cases(chain::weight(&all.before), cases)
            }
            Sketch::Search(ends) => of_search(*ends),
            Sketch::Solver => of_search(MOST_ENDS),
        }
    }
}

/// How hard it is to go through cases.
pub(super) fn of_cases(before: f64, cases: impl Iterator<Item = f64>) -> f64 {
    3.0 + before + cases.map(|case| 1.0 + case).sum::<f64>()
}

/// How hard a search with so many dead ends is: 15 + 5 ln(ends), in tenths. A logarithm need not have the
/// same last digits on every machine; its tenths have.
pub(super) fn of_search(ends: usize) -> f64 {
    15.0 + (50.0 * (ends as f64).ln()).round() / 10.0
}

/// What a split into cases is about: everything that a cell can still show, share a domino with, or
/// be covered by.
#[derive(Debug, Clone, Copy)]
pub(super) enum Split {
    Values(CellId),
    Neighbours(CellId),
    Dominoes(CellId),
    /// Whether something is so.
    Whether(Fact),
}

impl Split {
    /// Everything that is possible.
    pub(super) fn options(self, knowledge: &Knowledge<'_>) -> Vec<Fact> {
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
            Split::Whether(fact) => std::iter::once(fact).chain(fact.opposite()).collect(),
        }
    }
}

impl Reasoner<'_> {
    /// Why a goal follows, as simply as can be found: by looking, by cases, by cases within cases,
    /// by search. It must be known that it does follow.
    pub fn sketch<'k>(&'k self, known: &Knowledge<'k>, goal: &Goal) -> Sketch<'k> {
        if let Some(found) = self.derive(known, goal) {
            return Sketch::Steps(Steps(found));
        }
        let until = self.effort() + MOST_LOOKS;
        for depth in 0..2 {
            if let Some(sketch) = self.by_cases(known, goal, depth, until) {
                return sketch;
            }
        }
        let mut start = known.clone();
        if let Goal::Facts(facts) = goal {
            let [fact] = facts[..] else {
                return Sketch::Solver;
            };
            if let Some(opposite) = fact.opposite() {
                start.assume(&[opposite], Source::Supposed);
            }
        }
        self.search(&start).map_or(Sketch::Solver, Sketch::Search)
    }

    /// The alternatives to a goal, each of which breaks down; nothing if one does not within
    /// `depth` more levels of cases.
    fn by_cases<'k>(
        &'k self,
        known: &Knowledge<'k>,
        goal: &Goal,
        depth: usize,
        until: u64,
    ) -> Option<Sketch<'k>> {
        // Only what is open after looking is worth a case.
        let open = self.fixpoint(known)?;
        let mut best: Option<(f64, Sketch<'k>)> = None;
        for split in self.splits(&open, goal) {
            let options = split.options(&open);
            let is_goal = |option: &Fact| matches!(goal, Goal::Facts(f) if f.contains(option));
            let alternatives = options.iter().copied().filter(|option| !is_goal(option));
            let alternatives: Vec<Fact> = alternatives.collect();
            let suppose = |start: &Knowledge<'k>, assumed: Fact| {
                let mut start = start.clone();
                start.assume(&[assumed], Source::Supposed);
                start
            };
            // Whether they break down is quicker to see than the steps to it.
            let breaks = |&assumed: &Fact| self.fixpoint(&suppose(&open, assumed)).is_none();
            if self.is_enough(until) || (depth == 0 && !alternatives.iter().all(breaks)) {
                continue;
            }
            let at_first = split.options(known).into_iter();
            let excluded: Vec<Fact> = at_first
                .filter(|option| !options.contains(option))
                .filter_map(Fact::opposite)
                .collect();
            let Some(before) = self.derive(known, &Goal::Facts(excluded)) else {
                continue;
            };
            let mut start = known.clone();
            for found in &before {
                start.learn(&found.finding.excluded, Source::Given);
            }
            let prove_case = |assumed: Fact| {
                let start = suppose(&start, assumed);
                let goal = Goal::Contradiction;
                let sketch = match self.derive(&start, &goal) {
                    Some(found) => Sketch::Steps(Steps(found)),
                    None if depth > 0 => self.by_cases(&start, &goal, depth - 1, until)?,
                    None => return None,
                };
                Some((assumed, sketch))
            };
            let cases = alternatives.into_iter().map(prove_case);
            let Some(cases) = cases.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let sketch = Sketch::Cases(Box::new(Alternatives {
                before,
                split,
                options,
                cases,
            }));
            let weight = sketch.weight();
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                best = Some((weight, sketch));
            }
            if depth > 0 {
                break;
            }
        }
        best.map(|(_, sketch)| sketch)
    }

    /// The ways to split into cases that are worth trying, those with fewest cases first.
    fn splits(&self, open: &Knowledge<'_>, goal: &Goal) -> Vec<Split> {
        let puzzle = self.ground().puzzle;
        let mut splits: Vec<Split> = match goal {
            Goal::Facts(facts) => {
                let [fact] = facts[..] else {
                    return Vec::new();
                };
                let mut splits = match fact {
                    Fact::Shows(cell, _) => vec![Split::Values(cell)],
                    Fact::Joined(edge) => [edge.a, edge.b].map(Split::Neighbours).to_vec(),
                    Fact::Lies(placed) => {
                        let ends = placed.edge();
                        [ends.a, ends.b].map(Split::Dominoes).to_vec()
                    }
                    Fact::Rule(_)
                    | Fact::NotExcluded
                    | Fact::ShowsNot(..)
                    | Fact::Apart(_)
                    | Fact::LiesNot(_) => {
                        return Vec::new();
                    }
                };
                splits.push(Split::Whether(fact));
                splits
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
        let Some(open) = self.fixpoint(known) else {
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
            next.assume(&[assumed], Source::Supposed);
            self.all_end(&next, ends, until)
        })
    }
}

pub(super) fn values_and_neighbours(
    cells: impl Iterator<Item = CellId>,
) -> impl Iterator<Item = Split> {
    cells.flat_map(|cell| [Split::Values(cell), Split::Neighbours(cell)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether it is rounded up or down depends on no last digit of a logarithm.
    #[test]
    fn a_search_weighs_the_same_on_every_machine() {
        for ends in 1..=MOST_ENDS {
            let tenths = 50.0 * (ends as f64).ln();
            let from_half = (tenths - tenths.floor() - 0.5).abs();
            assert!(from_half > 1e-6, "{ends} dead ends");
        }
        assert_eq!([1, 2, 3000].map(of_search), [15.0, 18.5, 55.0]);
    }
}
