//! Uniqueness: rules for which a given board is the only solution.
//!
//! With a sum on every cell, another solution can only be another tiling with the same values, which no rule
//! excludes. So dominoes are first [moved](break_tiling_ambiguity) until no such tiling exists. Then the proposed
//! regions replace the sums, one after the other, as far as the solution stays unique: whole, cut in two, or else as
//! sums of single cells. After that, on boards up to a double-6 set, unnecessary rules are dropped and the others are
//! [edited](super::edits) where that reduces the [cost of style](style_cost).
//!
//! Only verdicts of the embedded solver are used (unique or not), so the result does not depend on its search. The
//! other solutions that it finds only save queries: if one of them satisfies the rules, the verdict is no.

use super::edits::{
    absorb_edits, alternatives, equal_edits, region_cost, replace, singles, style_cost,
    weaken_edits,
};
use super::layout::Layout;
use super::rng::Rng;
use super::{Effort, GenerateError};
use crate::puzzle::{Board, DraftRegion, Fact, Pips, Rule};
use crate::solver::SolverError;
use crate::solver::embedded::{IncrementalSolver, QueryReply, other_solutions};

/// Maximum number of other solutions per query.
const AT_ONCE: u64 = 4;

/// Number of rounds of absorbing free cells and dropping rules.
const ABSORBED: u32 = 3;

/// Maximum number of dominoes, that of a double-6 set, up to which unnecessary rules are dropped. Queries take
/// longer with fewer rules; with more dominoes they can take minutes.
const MAX_DOMINOES: usize = 28;

/// A sequence of sets of rules for each of which the board is the only solution, from strong to weak, close to the
/// proposed regions. The dominoes may be moved. `None` if the tiling stays ambiguous.
pub(super) fn trail(
    layout: &mut Layout,
    proposed: Vec<DraftRegion>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Vec<Vec<DraftRegion>>>, GenerateError> {
    let Some(proposed) = break_tiling_ambiguity(layout, proposed, rng, effort)? else {
        return Ok(None);
    };
    let mut search = UniqueSearch::new(layout, effort);
    let mut trail = vec![search.tighten(proposed, rng)?];
    if layout.tiling.size() <= 2 * MAX_DOMINOES {
        search.improve(equal_edits, &mut trail, rng)?;
        search.drop_unnecessary(&mut trail, rng)?;
        for _ in 0..ABSORBED {
            search.improve(equal_edits, &mut trail, rng)?;
            search.improve(absorb_edits, &mut trail, rng)?;
            // A sum that absorbed a free cell may make another rule unnecessary.
            search.drop_unnecessary(&mut trail, rng)?;
        }
        search.improve(weaken_edits, &mut trail, rng)?;
    }
    Ok(Some(trail))
}

/// Flips and exchanges dominoes until no other tiling has the same values. Returns the regions, with sums in place
/// of rules that the board no longer satisfies. Regions of equal or different cells are left unchanged where
/// possible. `None` if this fails.
fn break_tiling_ambiguity(
    layout: &mut Layout,
    regions: Vec<DraftRegion>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Vec<DraftRegion>>, GenerateError> {
    let size = layout.tiling.size();
    let owners = layout.owners(&regions);
    let is_fixed = |cell: usize| {
        let rule = owners[cell].map(|at| regions[at].rule);
        rule.is_some_and(|rule| matches!(rule, Rule::Equal | Rule::Unequal))
    };
    let is_loose = |pair: &[usize; 2]| !pair.iter().any(|&cell| is_fixed(cell));
    let mut pairs: Vec<[usize; 2]> = layout.tiling.dominoes().collect();
    let mut loose: Vec<[usize; 2]> = pairs.iter().copied().filter(is_loose).collect();
    if loose.is_empty() {
        loose.clone_from(&pairs);
    }
    for _ in 0..size {
        // Dominoes outside of regions of equal or different cells first.
        rng.shuffle(&mut pairs);
        pairs.sort_by_key(|pair| !is_loose(pair));
        let Some(one) = ambiguous_domino(layout, &pairs, effort)? else {
            let kept = |region: DraftRegion| match region.holds(&layout.shown) {
                true => region,
                false => DraftRegion::sum(region.cells, &layout.shown),
            };
            return Ok(Some(regions.into_iter().map(kept).collect()));
        };
        let other = rng.pick(&loose);
        if one == other || rng.below(2) == 0 {
            layout.shown.swap(one[0], one[1]);
        } else {
            layout.shown.swap(one[0], other[0]);
            layout.shown.swap(one[1], other[1]);
        }
    }
    Ok(None)
}

/// The first of the dominoes (`pairs` lists all) that is not part of some other tiling with the same values; `None` if
/// there is no such tiling.
fn ambiguous_domino(
    layout: &Layout,
    pairs: &[[usize; 2]],
    effort: &Effort<'_>,
) -> Result<Option<[usize; 2]>, GenerateError> {
    let cells: Vec<usize> = (0..layout.tiling.size()).collect();
    let puzzle = layout.puzzle(&singles(layout, &cells));
    let board = layout.board();
    let others = other_solutions(&puzzle, &board, 1, effort.budget);
    if others
        .map_err(|problem| query_error(problem, effort))?
        .is_empty()
    {
        return Ok(None);
    }
    let rules: Vec<Fact> = puzzle.region_ids().map(Fact::Rule).collect();
    let mut solver = IncrementalSolver::until(&puzzle, effort.budget.clone());
    for &pair in pairs {
        let mut premises = rules.clone();
        premises.push(Fact::LiesNot(layout.placed(pair)));
        match solver.query(&premises) {
            Ok(QueryReply::Board(_)) => return Ok(Some(pair)),
            Ok(QueryReply::Conflict(_)) => {}
            Err(problem) => return Err(query_error(problem, effort)),
        }
    }
    Ok(None)
}

/// The error for a query without an answer.
pub(super) fn query_error(problem: SolverError, effort: &Effort<'_>) -> GenerateError {
    match problem {
        SolverError::Stopped(_) => match effort.budget.check() {
            Err(stop) => stop.into(),
            Ok(()) => GenerateError::Impossible("the solver gave up before a limit".into()),
        },
        problem => problem.into(),
    }
}

/// The search for rules with a unique solution.
#[derive(Debug)]
struct UniqueSearch<'a> {
    layout: &'a Layout,
    board: Board,
    effort: Effort<'a>,
    /// The values of other solutions of earlier rules.
    others: Vec<Vec<Pips>>,
}

impl<'a> UniqueSearch<'a> {
    /// A search for a board without an [ambiguous tiling](break_tiling_ambiguity).
    fn new(layout: &'a Layout, effort: &Effort<'a>) -> Self {
        UniqueSearch {
            layout,
            board: layout.board(),
            effort: *effort,
            others: Vec::new(),
        }
    }

    /// Rules for which the board is the only solution, close to the proposed regions.
    fn tighten(
        &mut self,
        mut proposed: Vec<DraftRegion>,
        rng: &mut Rng,
    ) -> Result<Vec<DraftRegion>, GenerateError> {
        rng.shuffle(&mut proposed);
        // The kinds that are rare in NYT puzzles first.
        proposed.sort_by_key(|region| match region.rule {
            Rule::Equal | Rule::Unequal => (0, std::cmp::Reverse(region.cells.len())),
            Rule::Sum(..) | Rule::Empty => (1, std::cmp::Reverse(region.cells.len())),
        });
        let owners = self.layout.owners(&proposed);
        let cells = (0..owners.len()).filter(|&cell| owners[cell].is_none());
        let mut free: Vec<usize> = cells.collect();
        rng.shuffle(&mut free);
        let mut done: Vec<DraftRegion> = Vec::new();
        // Regions are accepted in this order. If several together keep the solution unique, so does each in its
        // turn, so one query is for several regions, which are halved if the verdict is no.
        let mut rest: Vec<&[DraftRegion]> = vec![&proposed];
        while let Some(next) = rest.pop() {
            let later = rest.iter().flat_map(|regions| regions.iter());
            let later = later.flat_map(|region| &region.cells).chain(&free);
            let mut around = singles(self.layout, &later.copied().collect::<Vec<_>>());
            around.extend(done.iter().cloned());
            let with = |regions: &[DraftRegion]| [&around, regions].concat();
            if next.is_empty() || self.is_unique(&with(next))? {
                done.extend_from_slice(next);
                continue;
            }
            let [region] = next else {
                let (first, second) = next.split_at(next.len() / 2);
                rest.extend([second, first]);
                continue;
            };
            let mut found = singles(self.layout, &region.cells);
            for alternative in alternatives(self.layout, region) {
                if self.is_unique(&with(&alternative))? {
                    found = alternative;
                    break;
                }
            }
            done.extend(found);
        }
        let mut rest: Vec<&[usize]> = vec![&free];
        while let Some(next) = rest.pop() {
            let mut trial = singles(self.layout, &rest.concat());
            trial.extend(done.iter().cloned());
            if next.is_empty() || self.is_unique(&trial)? {
                continue;
            }
            match next {
                [cell] => done.push(DraftRegion::sum(vec![*cell], &self.layout.shown)),
                _ => {
                    let (first, second) = next.split_at(next.len() / 2);
                    rest.extend([second, first]);
                }
            }
        }
        Ok(done)
    }

    /// Drops all unnecessary rules, the most costly first. Starts from the last entry of the trail and appends the
    /// rules after each step.
    fn drop_unnecessary(
        &mut self,
        trail: &mut Vec<Vec<DraftRegion>>,
        rng: &mut Rng,
    ) -> Result<(), GenerateError> {
        let mut regions = trail.last().cloned().unwrap_or_default();
        rng.shuffle(&mut regions);
        regions.sort_by_key(region_cost);
        for at in (0..regions.len()).rev() {
            let after = replace(&regions, &[at], None);
            if self.is_unique(&after)? {
                regions = after;
                trail.push(regions.clone());
            }
        }
        Ok(())
    }

    /// Makes edits of a kind while they reduce the cost of style. Starts from the last entry of the trail and appends
    /// the rules after each step.
    fn improve(
        &mut self,
        edits: fn(&Layout, &[DraftRegion]) -> Vec<Vec<DraftRegion>>,
        trail: &mut Vec<Vec<DraftRegion>>,
        rng: &mut Rng,
    ) -> Result<(), GenerateError> {
        let cells = self.layout.tiling.size();
        let mut regions = trail.last().cloned().unwrap_or_default();
        'again: loop {
            let now = style_cost(&regions, cells);
            let mut edits = edits(self.layout, &regions);
            rng.shuffle(&mut edits);
            let mut after: Vec<(i32, Vec<DraftRegion>)> = edits
                .into_iter()
                .map(|after| (style_cost(&after, cells), after))
                .filter(|(cost, _)| *cost < now)
                .collect();
            after.sort_by_key(|(cost, _)| *cost);
            for (_, after) in after {
                if self.is_unique(&after)? {
                    regions = after;
                    trail.push(regions.clone());
                    continue 'again;
                }
            }
            return Ok(());
        }
    }

    /// Whether the board is the only solution for some rules.
    fn is_unique(&mut self, regions: &[DraftRegion]) -> Result<bool, GenerateError> {
        let keeps = |other: &Vec<Pips>| regions.iter().all(|region| region.holds(other));
        if self.others.iter().any(keeps) {
            return Ok(false);
        }
        let puzzle = self.layout.puzzle(regions);
        let others = other_solutions(&puzzle, &self.board, AT_ONCE, self.effort.budget);
        let others = others.map_err(|problem| query_error(problem, &self.effort))?;
        let cells = self.layout.tiling.size();
        let shown = others.iter().map(|board| board.values(cells));
        let shown = shown.map(|values| values.into_iter().flatten().collect());
        self.others.extend(shown);
        Ok(others.is_empty())
    }
}
