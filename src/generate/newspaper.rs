//! The family `newspaper`: puzzles like the newspaper's.
//!
//! The board has an [outline] of the newspaper's kind; regions, dominoes and rules come about as for a
//! [set](random_set). With `unique` the rules are then tightened until what lies there is the
//! only solution, and loosened as far as it stays so: see [`super::unique`]. A level is looked for along that
//! way: the more rules there are, the easier is the puzzle. Since the way to the solution is what
//! is scored, a puzzle with a level is always one with one solution.

use std::cmp::Ordering;

use super::layout::{Layout, random_set};
use super::partition::Mix;
use super::rng::Rng;
use super::unique::{self, unanswered};
use super::{Effort, GenerateError, outline};
use crate::deduce::Depth;
use crate::hint::{Level, compare_score, depth};
use crate::puzzle::{DoubleSet, DraftRegion, Puzzle};

/// The most pips on a half of the newspaper's dominoes.
const HIGHEST: u32 = 6;

/// A puzzle of the family.
pub(super) fn make(
    size: u32,
    unique: bool,
    level: Option<Level>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let Some(set) = DoubleSet::new(HIGHEST) else {
        unreachable!("there is a double-{HIGHEST} set")
    };
    if level.is_none() && !unique {
        let (layout, regions) = propose(size, set, &mix(AS_PRINTED), rng);
        return Ok(layout.puzzle(&regions));
    }
    effort.attempt(
        || wanted(size, level),
        || one_solution(size, set, level, rng, effort),
    )
}

/// What is looked for, with its article.
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
        Some(Level::Expert) => "an expert's puzzle",
    };
    let usual = match level {
        None => "",
        Some(Level::Easy) => " (the newspaper's easy ones have 3 to 7)",
        Some(Level::Medium) => " (the newspaper's medium ones have 4 to 13)",
        Some(Level::Hard) => " (the newspaper's hard ones have 6 to 16)",
        Some(Level::Expert) => " (few dominoes leave little to be found out: try 14 or more)",
    };
    format!("{kind} of {dominoes} with exactly one solution{usual}")
}

/// A board with regions, whose solution may be one of many.
fn propose(size: u32, set: DoubleSet, mix: &Mix, rng: &mut Rng) -> (Layout, Vec<DraftRegion>) {
    let tiling = outline::lay(size, rng);
    random_set(tiling, set, mix, rng)
}

/// How often there are sums, regions of equal cells, free cells, sums that are less and greater, and regions of
/// different cells: as in the newspaper.
const AS_PRINTED: [usize; 6] = [23, 10, 10, 3, 3, 1];

/// The same where rules are tightened until one solution is left: what that turns into sums, or makes
/// needless, is dealt more often.
const TO_BE_TIGHTENED: [usize; 6] = [20, 15, 6, 3, 3, 3];

/// The newspaper's regions, of so many of each kind.
fn mix(cards: [usize; 6]) -> Mix {
    let mut mix = Mix::newspaper();
    for (share, cards) in mix.deck.iter_mut().zip(cards) {
        share.cards = cards;
    }
    mix
}

/// One try for a puzzle with one solution, and of a level.
fn one_solution(
    size: u32,
    set: DoubleSet,
    level: Option<Level>,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Puzzle>, GenerateError> {
    let (mut layout, regions) = propose(size, set, &mix(TO_BE_TIGHTENED), rng);
    let Some(mut trail) = unique::trail(&mut layout, regions, rng, effort)? else {
        return Ok(None);
    };
    let Some(level) = level else {
        return Ok(trail.pop().map(|regions| layout.puzzle(&regions)));
    };
    of_level(&layout, &trail, level, effort)
}

/// A puzzle of a level, by rules that leave more and more to be found out, the last of which have the lowest
/// cost of style.
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
        compared.map_err(|problem| unanswered(problem, effort))
    };
    let last = trail.len() - 1;
    // The depth takes less time than the score. What is not hard is made to be seen.
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
    // Most boards are given up because the first of their puzzles is too hard already.
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

/// The last of the numbers below a bound with a property that holds up to some number, by binary search that
/// begins with the last.
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
