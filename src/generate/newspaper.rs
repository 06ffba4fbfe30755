//! The family `newspaper`: puzzles like those of the NYT.
//!
//! The board has an [outline] as in the NYT; regions, dominoes and rules are made by [`random_set`].
//! With `unique`, the rules are then tightened until there is one solution, and weakened while it stays unique:
//! see [`super::unique`]. A puzzle of a level is chosen from this sequence of rules, which become harder from
//! first to last. The score rates the deduction of the solution, so a puzzle of a level always has exactly one.

use std::cmp::Ordering;

use super::layout::{Layout, random_set};
use super::partition::RegionMix;
use super::rng::Rng;
use super::unique::{self, query_error};
use super::{Effort, GenerateError, Param, Recipe, outline};
use crate::deduce::Depth;
use crate::hint::{Level, compare_score, depth};
use crate::puzzle::{DoubleSet, DraftRegion, Puzzle};

/// Generates a puzzle of the family.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let (size, level) = (recipe.size, recipe.level());
    if level.is_none() && !recipe.is(Param::Unique) {
        let (layout, regions) = propose(size, &RegionMix::newspaper(AS_PRINTED), rng);
        return Ok(layout.puzzle(&regions));
    }
    effort.attempt(
        || wanted(size, level),
        || one_solution(size, level, rng, effort),
    )
}

/// Description of the requested puzzle, with its article.
fn wanted(size: u32, level: Option<Level>) -> String {
    let dominoes = match size {
        1 => "one domino".into(),
        _ => format!("{size} dominoes"),
    };
    let kind = match level {
        None => "a puzzle",
        Some(Level::Easy) => "an easy puzzle",
        Some(Level::Medium) => "a medium puzzle",
        Some(Level::Hard) => "a hard puzzle",
        Some(Level::Expert) => "an expert puzzle",
    };
    let usual = match level {
        None => "",
        Some(Level::Easy) => " (easy NYT puzzles have 3 to 7)",
        Some(Level::Medium) => " (medium NYT puzzles have 4 to 13)",
        Some(Level::Hard) => " (hard NYT puzzles have 6 to 16)",
        Some(Level::Expert) => " (small puzzles rarely need search: try 14 or more)",
    };
    format!("{kind} of {dominoes} with exactly one solution{usual}")
}

/// A board with regions, which may have several solutions.
fn propose(size: u32, mix: &RegionMix, rng: &mut Rng) -> (Layout, Vec<DraftRegion>) {
    let tiling = outline::tiling(size, rng);
    random_set(tiling, DoubleSet::SIX, mix, rng)
}

/// Frequencies in NYT puzzles of sums, regions of equal cells, free cells, sums less and greater than a target, and
/// regions of different cells.
pub(super) const AS_PRINTED: [usize; 6] = [23, 10, 10, 3, 3, 1];

/// As [`AS_PRINTED`], for rules that are tightened afterwards: kinds that tightening turns into sums or removes are
/// more frequent.
const TO_BE_TIGHTENED: [usize; 6] = [20, 15, 6, 3, 3, 3];

/// One try for a puzzle with one solution, and of a level if one is requested.
fn one_solution(
    size: u32,
    level: Option<Level>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Puzzle>, GenerateError> {
    let (mut layout, regions) = propose(size, &RegionMix::newspaper(TO_BE_TIGHTENED), rng);
    let Some(mut trail) = unique::trail(&mut layout, regions, rng, effort)? else {
        return Ok(None);
    };
    let Some(level) = level else {
        return Ok(trail.pop().map(|regions| layout.puzzle(&regions)));
    };
    of_level(&layout, &trail, level, effort)
}

/// A puzzle of a level, with rules from a trail that goes from easy to hard. Later rules have a lower cost of style
/// and are preferred.
fn of_level(
    layout: &Layout,
    trail: &[Vec<DraftRegion>],
    level: Level,
    effort: &Effort<'_>,
) -> Result<Option<Puzzle>, GenerateError> {
    let board = layout.board();
    let puzzle = |at: usize| layout.puzzle(&trail[at]);
    let depth = |at: usize| depth(&puzzle(at), &board, effort.budget);
    let score = |at: usize| {
        let compared = compare_score(&puzzle(at), level, effort.budget);
        compared.map_err(|problem| query_error(problem, effort))
    };
    let last = trail.len() - 1;
    // Computing the depth takes less time than the score. Generated easy and medium puzzles need no
    // probing, although the rating permits it.
    let most = match level {
        Level::Easy | Level::Medium => Depth::Propagation,
        Level::Hard => Depth::Probing,
        Level::Expert => {
            let needs_search = depth(last)? == Depth::Search;
            return Ok(needs_search.then(|| puzzle(last)));
        }
    };
    let Some(last) = last_where(trail.len(), |at| Ok(depth(at)? <= most))? else {
        return Ok(None);
    };
    if level == Level::Hard {
        return Ok((score(last)? == Ordering::Equal).then(|| puzzle(last)));
    }
    // The first puzzle is tested first: most boards are rejected because it is too hard.
    let mut found = None;
    let (mut from, mut to, mut at) = (0, last + 1, 0);
    while from < to {
        match score(at)? {
            Ordering::Less => from = at + 1,
            Ordering::Equal => (from, found) = (at + 1, Some(at)),
            Ordering::Greater => to = at,
        }
        at = if at == 0 { last } else { (from + to) / 2 };
    }
    Ok(found.map(puzzle))
}

/// The last number below a bound with a property that holds up to some number, by binary search that starts
/// with the last one.
fn last_where(
    bound: usize,
    is_so: impl Fn(usize) -> Result<bool, GenerateError>,
) -> Result<Option<usize>, GenerateError> {
    let (mut from, mut to) = (0, bound);
    let mut at = bound - 1;
    while from < to {
        if is_so(at)? {
            from = at + 1;
        } else {
            to = at;
        }
        at = (from + to) / 2;
    }
    Ok(from.checked_sub(1))
}
