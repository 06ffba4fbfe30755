//! Uniqueness: rules that leave what lies on a board as the only solution.
//!
//! With a sum on every cell nothing else is possible, but for another tiling that shows the same pips,
//! which no rule could tell off: so first dominoes are [moved](break_tiling_ambiguity) until there is none. Then the
//! regions that were meant come back, one after the other, each as far as the board stays the only one:
//! whole, or cut in two, or else a sum on each cell. After that, on boards up to a double-6 set, rules
//! that are not needed are dropped, and what is left is loosened where that improves the [look].
//!
//! Only verdicts of the embedded solver are used (unique or not), so the result depends on no solver. The
//! other solutions that it finds on the way only save queries: where one of them satisfies the rules, the
//! verdict is no.

use super::edits::{
    absorbings, equalings, loosenings, readings, region_cost, replace, singles, style_cost,
};
use super::layout::Layout;
use super::rng::Rng;
use super::{Effort, GenerateError};
use crate::puzzle::{Board, DraftRegion, Fact, Pips, Rule};
use crate::solver::embedded::{
    EmbeddedError, IncrementalSolver, QueryError, QueryReply, other_solutions,
};

/// How many other solutions each query finds at most.
const AT_ONCE: u64 = 4;

/// How often sums take in free cells before rules are dropped again.
const ABSORBED: u32 = 3;

/// The most dominoes, those of a double-6 set, with which every rule is checked for being needed. The
/// fewer rules there are, the longer each query takes; with more dominoes it can be minutes.
const MAX_DOMINOES: usize = 28;

/// Rules under which what lies on the board is the only solution, from those that say the most to those
/// that say the least, as near to those that are meant as can be. The dominoes may be
/// moved for it. Nothing if it leads nowhere.
pub(super) fn trail(
    layout: &mut Layout,
    meant: Vec<DraftRegion>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Vec<Vec<DraftRegion>>>, GenerateError> {
    let Some(meant) = break_tiling_ambiguity(layout, meant, rng, effort)? else {
        return Ok(None);
    };
    let mut search = Search::new(layout, effort);
    let mut trail = vec![search.tighten(meant, rng)?];
    if layout.tiling.size() <= 2 * MAX_DOMINOES {
        search.improve(equalings, &mut trail, rng)?;
        search.drop_needless(&mut trail, rng)?;
        for _ in 0..ABSORBED {
            search.improve(equalings, &mut trail, rng)?;
            search.improve(absorbings, &mut trail, rng)?;
            // What takes in a free cell may do what another rule was there for.
            search.drop_needless(&mut trail, rng)?;
        }
        search.improve(loosenings, &mut trail, rng)?;
    }
    Ok(Some(trail))
}

/// Turns and exchanges dominoes until no other tiling shows the same pips, and gives the rules that
/// what lies there keeps then: sums in place of those that it broke. Regions of equal or different
/// cells are left alone where that is possible. Nothing if it leads nowhere.
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
        // Those that may move freely are tried first.
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

/// The first of some dominoes, all that there are, that lies elsewhere in another tiling with the
/// same pips; nothing if there is none.
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
        .map_err(|problem| unanswered(problem, effort))?
        .is_empty()
    {
        return Ok(None);
    }
    let rules: Vec<Fact> = puzzle.region_ids().map(Fact::Rule).collect();
    let mut solver = IncrementalSolver::until(&puzzle, effort.budget.clone());
    for &pair in pairs {
        let mut premises = rules.clone();
        premises.push(Fact::LiesNot(layout.placed(pair)));
        match solver.ask(&premises) {
            Ok(QueryReply::Board(_)) => return Ok(Some(pair)),
            Ok(QueryReply::Conflict(_)) => {}
            Err(problem) => return Err(unanswered(problem, effort)),
        }
    }
    Ok(None)
}

/// Why nothing came out where a question has no answer.
pub(super) fn unanswered(problem: QueryError, effort: &Effort<'_>) -> GenerateError {
    match problem {
        QueryError::Embedded(problem) => problem.into(),
        QueryError::TooLarge(size) => EmbeddedError::from(size).into(),
        QueryError::Stopped(_) => match effort.budget.check() {
            Err(stop) => stop.into(),
            Ok(()) => GenerateError::Impossible("the solver gave up without being told to".into()),
        },
    }
}

/// A board on its way to being the only one.
#[derive(Debug)]
struct Search<'a> {
    layout: &'a Layout,
    board: Board,
    effort: Effort<'a>,
    /// The values of other boards that satisfied the rules at some time.
    others: Vec<Vec<Pips>>,
}

impl<'a> Search<'a> {
    /// Begins with a board that has no [ambiguous tiling](break_tiling_ambiguity).
    fn new(layout: &'a Layout, effort: &Effort<'a>) -> Self {
        Search {
            layout,
            board: layout.board(),
            effort: *effort,
            others: Vec::new(),
        }
    }

    /// Rules under which the board is the only one, as near to those that are meant as can be.
    fn tighten(
        &mut self,
        mut meant: Vec<DraftRegion>,
        rng: &mut Rng,
    ) -> Result<Vec<DraftRegion>, GenerateError> {
        rng.shuffle(&mut meant);
        // The rules that are rare in the newspaper come first, while there is room for them.
        meant.sort_by_key(|region| match region.rule {
            Rule::Equal | Rule::Unequal => (0, std::cmp::Reverse(region.cells.len())),
            Rule::Sum(..) | Rule::Empty => (1, std::cmp::Reverse(region.cells.len())),
        });
        let owners = self.layout.owners(&meant);
        let cells = (0..owners.len()).filter(|&cell| owners[cell].is_none());
        let mut free: Vec<usize> = cells.collect();
        rng.shuffle(&mut free);
        let mut done: Vec<DraftRegion> = Vec::new();
        // What is meant comes back in this order. If all of some regions can, each of them could in its
        // turn, so that one query is for many of them, and the next for fewer where the verdict is no.
        let mut rest: Vec<&[DraftRegion]> = vec![&meant];
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
            for reading in readings(self.layout, region) {
                if self.is_unique(&with(&reading))? {
                    found = reading;
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

    /// Drops every rule that is not needed, the most costly first. What comes out after each
    /// is added to the trail, whose last entry is where it begins.
    fn drop_needless(
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

    /// Makes edits of a kind as long as they improve the look. What comes out after each is added
    /// to the trail, whose last entry is where it begins.
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

    /// Whether the board is the only one that keeps some rules.
    fn is_unique(&mut self, regions: &[DraftRegion]) -> Result<bool, GenerateError> {
        let keeps = |other: &Vec<Pips>| regions.iter().all(|region| region.holds(other));
        if self.others.iter().any(keeps) {
            return Ok(false);
        }
        let puzzle = self.layout.puzzle(regions);
        let others = other_solutions(&puzzle, &self.board, AT_ONCE, self.effort.budget);
        let others = others.map_err(|problem| unanswered(problem, &self.effort))?;
        let cells = self.layout.tiling.size();
        let shown = others.iter().map(|board| board.values(cells));
        let shown = shown.map(|values| values.into_iter().flatten().collect());
        self.others.extend(shown);
        Ok(others.is_empty())
    }
}
