//! Depth: how far one has to think ahead.
//!
//! Some of what follows can be seen by [looking](super::chain). For more, something has to be supposed, to look where
//! that leads: what breaks down is not so. For the rest, something has to be supposed within what is
//! supposed already. Which of these some facts need does not depend on the way that
//! somebody takes: every technique is used wherever it sees something, by all rules that are given, and everything that a cell can
//! still show or share a domino with is supposed, one at a time and again and again, until nothing
//! more comes of it.

use std::fmt;

use super::cases::Split;
use super::knowledge::{Knowledge, Source};
use super::looker::Reasoner;
use crate::puzzle::Fact;

/// How far one has to think ahead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// It can be seen, step by step.
    #[default]
    Looking,
    /// Something has to be supposed, and what can be seen then is impossible; one thing at a time is enough.
    Supposing,
    /// Something has to be supposed within what is supposed already.
    Nested,
}

impl Depth {
    /// Every depth, the least first.
    pub const ALL: [Depth; 3] = [Depth::Looking, Depth::Supposing, Depth::Nested];

    /// What tables and JSON call it.
    pub fn name(self) -> &'static str {
        match self {
            Depth::Looking => "looking",
            Depth::Supposing => "supposing",
            Depth::Nested => "nested",
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Reasoner<'_> {
    /// How far one has to think ahead to know some facts, which have to follow.
    pub fn depth(&self, known: &Knowledge<'_>, facts: &[Fact]) -> Depth {
        let Some(seen) = self.fixpoint(known) else {
            return Depth::Looking;
        };
        if knows_all(&seen, facts) {
            Depth::Looking
        } else if self.supposing_is_enough(seen, facts) {
            Depth::Supposing
        } else {
            Depth::Nested
        }
    }

    /// Whether facts become known by supposing one thing at a time, from what can be seen on.
    fn supposing_is_enough<'k>(&'k self, seen: Knowledge<'k>, facts: &[Fact]) -> bool {
        let suppositions = self.suppositions(&seen);
        let mut open = seen;
        // How many have come to nothing since something was learned.
        let mut idle = 0;
        for &supposition in suppositions.iter().cycle() {
            if idle == suppositions.len() {
                break;
            }
            idle += 1;
            let Some(opposite) = supposition.opposite() else {
                continue;
            };
            if open.knows(supposition) || open.knows(opposite) {
                continue;
            }
            let mut supposed = open.clone();
            supposed.assume(&[supposition], Source::Supposed);
            if self.fixpoint(&supposed).is_some() {
                continue;
            }
            open.assume(&[opposite], Source::Given);
            match self.fixpoint(&open) {
                Some(more) => open = more,
                // Nothing is possible, from which everything follows.
                None => return true,
            }
            if knows_all(&open, facts) {
                return true;
            }
            idle = 0;
        }
        false
    }

    /// Everything that a cell can still show or share a domino with.
    fn suppositions(&self, open: &Knowledge<'_>) -> Vec<Fact> {
        let ground = self.ground();
        let cells = ground.puzzle.cell_ids();
        let shown = cells.flat_map(|cell| Split::Values(cell).options(open));
        let edges = ground.edge_ids().filter(|&edge| open.is_open(edge));
        let joined = edges.map(|edge| Fact::Joined(ground.edge(edge)));
        shown.chain(joined).collect()
    }
}

fn knows_all(known: &Knowledge<'_>, facts: &[Fact]) -> bool {
    facts.iter().all(|&fact| known.knows(fact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::Looker;
    use crate::deduce::cases::values_and_neighbours;
    use crate::generate::{Effort, Family, FamilyRecipe, Knob};
    use crate::hint::{Level, score};
    use crate::limits::{Limits, Watch};
    use crate::puzzle::{Puzzle, RegionId};

    /// The depth of a puzzle with one solution, by its meaning: one thing after the other is
    /// supposed, from the last cell to the first, and after each that breaks down everything begins anew.
    fn by_meaning(puzzle: &Puzzle) -> Depth {
        let looker = Looker::new(puzzle).expect("a small puzzle");
        let rules: Vec<RegionId> = puzzle.region_ids().collect();
        let reasoner = looker.with_rules(&rules);
        let seen_with = |facts: &[Fact]| reasoner.fixpoint(&looker.knowing(facts));
        let solution = puzzle.solution().expect("a solution");
        let lie = solution
            .placements()
            .iter()
            .map(|&placed| Fact::Lies(placed));
        let lie: Vec<Fact> = lie.collect();
        let mut learned: Vec<Fact> = Vec::new();
        loop {
            let seen = seen_with(&learned).expect("there is a solution");
            if lie.iter().all(|&fact| seen.knows(fact)) {
                return match learned.is_empty() {
                    true => Depth::Looking,
                    false => Depth::Supposing,
                };
            }
            let cells: Vec<_> = puzzle.cell_ids().collect();
            let splits = values_and_neighbours(cells.into_iter().rev());
            let mut options = splits.flat_map(|split| split.options(&seen));
            let broken = options.find(|&option| {
                let supposed = [&learned[..], &[option]].concat();
                seen_with(&supposed).is_none()
            });
            match broken.and_then(Fact::opposite) {
                Some(opposite) => learned.push(opposite),
                None => return Depth::Nested,
            }
        }
    }

    /// What no easy, medium or hard puzzle needs, every expert's puzzle does.
    #[test]
    fn only_an_experts_puzzle_needs_suppositions_within_suppositions() {
        let mut depths = [0; 3];
        for (word, level) in (1..).zip(Level::ALL) {
            let sizes: &[u32] = match level {
                Level::Easy => &[4, 5],
                Level::Medium => &[6, 7],
                Level::Hard => &[8, 9],
                Level::Expert => &[13],
            };
            for (seed, &size) in (1..).zip(sizes) {
                let level_wanted = [(Knob::Level, word)];
                let recipe = FamilyRecipe::new(Family::Newspaper, size, level_wanted, seed);
                let made = recipe.map(|recipe| recipe.make(&Effort::until(&Watch::default())));
                let puzzle = made.expect("a recipe").expect("a puzzle");
                let depth = by_meaning(&puzzle);
                let scored = score(&puzzle, &Limits::default()).expect("no limit");
                let scored = scored.expect("a solution");
                assert_eq!(scored.depth, depth, "{level} {size} {seed}");
                assert_eq!(
                    depth == Depth::Nested,
                    level == Level::Expert,
                    "{level} {size} {seed}"
                );
                depths[depth as usize] += 1;
            }
        }
        // Every depth is there, so that the test says something.
        assert!(depths.iter().all(|&count| count > 0), "{depths:?}");
    }
}
