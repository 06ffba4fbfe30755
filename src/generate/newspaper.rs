//! The family `newspaper`: puzzles like the newspaper's.
//!
//! The board has an [outline] of the newspaper's kind; regions, dominoes and rules come about as for a
//! [set](super::laid). With `unique` the rules are then tightened until what lies there is the
//! only solution, and loosened as far as it stays so: see [`super::unique`]. A level is looked for along that
//! way: the more rules there are, the easier is the puzzle. Since the way to the solution is what
//! is scored, a puzzle with a level is always one with one solution.

use super::chance::Chance;
use super::laid::lay;
use super::layout::{Layout, Patch};
use super::regions::Mix;
use super::unique::{self, unanswered};
use super::{Effort, Unmade, outline};
use crate::hint::{Level, level_until};
use crate::puzzle::recipe::{Knob, Knobs};
use crate::puzzle::{DoubleSet, Puzzle};

/// The most pips on a half of the newspaper's dominoes.
const HIGHEST: u32 = 6;

/// A puzzle of the family.
pub(super) fn make(
    knobs: &Knobs,
    size: u32,
    chance: &mut Chance,
    effort: &Effort<'_>,
) -> Result<Puzzle, Unmade> {
    let [easy, medium, hard, expert] = Level::ALL.map(Some);
    let level = knobs.choice(Knob::Level, &[None, easy, medium, hard, expert]);
    let Some(set) = DoubleSet::new(HIGHEST) else {
        unreachable!("there is a double-{HIGHEST} set")
    };
    if level.is_none() && !knobs.flag(Knob::Unique) {
        let (layout, patches) = propose(size, set, chance);
        return Ok(layout.puzzle(&patches));
    }
    effort.attempt(
        || wanted(size, level),
        || one_solution(size, set, level, chance, effort),
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
        Some(Level::Expert) => " (few dominoes leave little to be found out: try 12 or more)",
    };
    format!("{kind} of {dominoes} with exactly one solution{usual}")
}

/// A board with regions, whose solution may be one of many.
fn propose(size: u32, set: DoubleSet, chance: &mut Chance) -> (Layout, Vec<Patch>) {
    let tiling = outline::lay(size, chance);
    lay(tiling, set, &Mix::newspaper(), chance)
}

/// One try for a puzzle with one solution, and of a level.
fn one_solution(
    size: u32,
    set: DoubleSet,
    level: Option<Level>,
    chance: &mut Chance,
    effort: &Effort<'_>,
) -> Result<Option<Puzzle>, Unmade> {
    let (mut layout, patches) = propose(size, set, chance);
    let Some(mut trail) = unique::trail(&mut layout, patches, chance, effort)? else {
        return Ok(None);
    };
    let Some(level) = level else {
        return Ok(trail.pop().map(|patches| layout.puzzle(&patches)));
    };
    let puzzles: Vec<Puzzle> = trail.iter().map(|patches| layout.puzzle(patches)).collect();
    of_level(&puzzles, level, effort)
}

/// A puzzle of a level among some that are harder and harder, the last of which are the most
/// handsome.
fn of_level(
    puzzles: &[Puzzle],
    level: Level,
    effort: &Effort<'_>,
) -> Result<Option<Puzzle>, Unmade> {
    let (mut from, mut to) = (0, puzzles.len());
    // A score takes the longer the harder the puzzle is: there a try that leads nowhere soon is
    // given up for the next one.
    let (mut at, scores) = match level {
        Level::Easy | Level::Medium | Level::Expert => (puzzles.len() - 1, u32::MAX),
        Level::Hard => (puzzles.len() * 2 / 3, 2),
    };
    for _ in 0..scores {
        if from >= to {
            break;
        }
        let puzzle = &puzzles[at];
        let scored = level_until(puzzle, level, effort.watch.clone());
        match scored
            .map_err(|problem| unanswered(problem, effort))?
            .cmp(&level)
        {
            std::cmp::Ordering::Equal => return Ok(Some(puzzle.clone())),
            std::cmp::Ordering::Less => from = at + 1,
            std::cmp::Ordering::Greater => to = at,
        }
        at = (from + to) / 2;
    }
    Ok(None)
}
