//! The basis of a finding: what it rests on, and nothing else.
//!
//! Of all that is known and given, parts are left out as long as a look at the rest still shows
//! the same. What is left is needed, every part of it.

use std::cell::Cell;
use std::rc::Rc;

use super::ground::{Ground, PlacementId, ValueId, ValueSet};
use super::knowledge::{Excluded, Item, Knowledge, Source};
use super::look::{Finding, Given, Technique, View};
use crate::puzzle::{CellId, RegionId};

/// Something that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The place of something known in the trail.
    Item(usize),
    AtMost(ValueId),
    AtLeast(ValueId),
    Total,
    Dominoes,
    Used(usize),
    Cover(usize),
    Rule(RegionId),
}

/// What something rests on.
#[derive(Debug)]
pub(super) struct Basis<'g> {
    pub(super) rules: Vec<RegionId>,
    pub(super) given: Given,
    /// Of what was known, the places in the trail.
    pub(super) places: Vec<usize>,
    /// Nothing but that is known.
    pub(super) knowledge: Knowledge<'g>,
}

/// Everything that something may rest on.
#[derive(Clone, Copy)]
pub(super) struct Whole<'g, 't> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) trail: &'t [(Item, Source)],
    pub(super) rules: &'t [RegionId],
    pub(super) given: &'t Given,
    /// Whether it is time to stop: then nothing more is left out.
    pub(super) is_stopped: &'t dyn Fn() -> bool,
}

impl<'g> Whole<'g, '_> {
    /// What is needed for a question that the whole answers with yes. What knows less answers no
    /// more often.
    pub(super) fn basis(self, holds: &dyn Fn(View<'_>) -> bool) -> Basis<'g> {
        let parts = self.parts();
        self.only(&self.needed(parts, holds))
    }

    /// Of some parts those that are needed.
    fn needed(self, parts: Vec<Part>, holds: &dyn Fn(View<'_>) -> bool) -> Vec<Part> {
        let mut kept: Vec<Option<Part>> = parts.into_iter().map(Some).collect();
        let all = kept.len();
        self.shrink(&mut kept, 0, all, holds);
        self.weakened(kept.into_iter().flatten().collect(), holds)
    }

    /// What a finding rests on, as far as it comes to some conclusions, and the finding as it is
    /// seen from there. Without conclusions it is that nothing is possible.
    pub(super) fn of_finding(
        self,
        technique: &Technique,
        concluded: &[Item],
    ) -> (Basis<'g>, Option<Rc<Finding>>) {
        let sees = |view: View<'_>, patient: bool| {
            let view = View { patient, ..view };
            let finding = (technique.look)(view)?;
            reaches(view, &finding.excluded, concluded).then_some(finding)
        };
        let mut parts = self.needed(self.parts(), &|view| sees(view, false).is_some());
        if technique.hasty {
            parts = self.needed(parts, &|view| sees(view, true).is_some());
        }
        let basis = self.only(&parts);
        let finding = basis.view(self.ground, &Cell::default(), |view| {
            sees(view, technique.hasty)
        });
        (basis, finding.map(Rc::new))
    }

    /// All parts, those first that are best left out: what became known last.
    fn parts(self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut cells = vec![false; self.ground.puzzle.cells().len()];
        for (place, (item, _)) in self.trail.iter().enumerate().rev() {
            // Only the last word about a cell's values.
            if let Item::Values(cell, _) = item
                && std::mem::replace(&mut cells[cell.index()], true)
            {
                continue;
            }
            parts.push(Part::Item(place));
        }
        let Given {
            at_most,
            at_least,
            total,
            dominoes,
            used,
            cover,
        } = self.given;
        parts.extend(at_most.iter().map(Part::AtMost));
        parts.extend(at_least.iter().map(Part::AtLeast));
        parts.extend(total.then_some(Part::Total));
        parts.extend(cover.ones().map(Part::Cover));
        parts.extend(used.ones().map(Part::Used));
        parts.extend(dominoes.then_some(Part::Dominoes));
        parts.extend(self.rules.iter().copied().map(Part::Rule));
        parts
    }

    /// Leaves out what can be of a range of parts: all at once, or else by halves.
    fn shrink(
        self,
        parts: &mut [Option<Part>],
        from: usize,
        to: usize,
        holds: &dyn Fn(View<'_>) -> bool,
    ) {
        if from == to || (self.is_stopped)() {
            return;
        }
        let before = parts[from..to].to_vec();
        parts[from..to].fill(None);
        let fewer: Vec<Part> = parts.iter().copied().flatten().collect();
        if self.only(&fewer).answers(self.ground, holds) {
            return;
        }
        parts[from..to].copy_from_slice(&before);
        if to - from > 1 {
            let middle = (from + to) / 2;
            self.shrink(parts, from, middle, holds);
            self.shrink(parts, middle, to, holds);
        }
    }

    /// Puts an earlier word about a cell in the place of a later one where that is enough.
    fn weakened(self, mut parts: Vec<Part>, holds: &dyn Fn(View<'_>) -> bool) -> Vec<Part> {
        for at in 0..parts.len() {
            let Part::Item(place) = parts[at] else {
                continue;
            };
            let Item::Values(cell, _) = self.trail[place].0 else {
                continue;
            };
            let earlier = |place: &usize| matches!(self.trail[*place].0, Item::Values(other, _) if other == cell);
            for weaker in (0..place).filter(earlier) {
                let mut trial = parts.clone();
                trial[at] = Part::Item(weaker);
                if self.only(&trial).answers(self.ground, holds) {
                    parts = trial;
                    break;
                }
            }
        }
        parts
    }

    /// What is known and given by some parts alone.
    fn only(self, parts: &[Part]) -> Basis<'g> {
        let (mut places, mut rules, mut given) = (Vec::new(), Vec::new(), Given::default());
        for &part in parts {
            match part {
                Part::Item(place) => places.push(place),
                Part::AtMost(value) => given.at_most = given.at_most.or(ValueSet::of(value)),
                Part::AtLeast(value) => given.at_least = given.at_least.or(ValueSet::of(value)),
                Part::Total => given.total = true,
                Part::Cover(cell) => given.cover.grow_and_insert(cell),
                Part::Used(kind) => given.used.grow_and_insert(kind),
                Part::Dominoes => given.dominoes = true,
                Part::Rule(region) => rules.push(region),
            }
        }
        places.sort_unstable();
        let items = places.iter().map(|&place| &self.trail[place]);
        Basis {
            knowledge: Knowledge::of(self.ground, items),
            rules,
            given,
            places,
        }
    }
}

impl Basis<'_> {
    /// What somebody sees who has nothing but that before the eyes.
    pub(super) fn view<T>(
        &self,
        ground: &Ground<'_>,
        effort: &Cell<u64>,
        look: impl Fn(View<'_>) -> T,
    ) -> T {
        look(View {
            ground,
            knowledge: &self.knowledge,
            rules: &self.rules,
            given: &self.given,
            patient: false,
            effort,
        })
    }

    fn answers(&self, ground: &Ground<'_>, holds: &dyn Fn(View<'_>) -> bool) -> bool {
        self.view(ground, &Cell::default(), holds)
    }
}

/// Whether what a look has found out comes to all of the conclusions.
fn reaches(view: View<'_>, excluded: &Excluded, concluded: &[Item]) -> bool {
    let left = |cell: CellId| {
        let gone = excluded.values.iter().filter(|(other, _)| *other == cell);
        let values = view.knowledge.values(cell);
        gone.fold(values, |left, (_, gone)| left.without(*gone))
    };
    let fits = |placement: PlacementId| {
        let halves = view.ground.under(view.ground.placement(placement));
        halves
            .iter()
            .all(|&(cell, value)| left(cell).contains(value))
    };
    let reached = |item: &Item| match item {
        Item::Values(cell, values) => left(*cell).without(*values).is_empty(),
        Item::Joined(edge) => excluded.joined.contains(edge),
        Item::Apart(edge) => excluded.edges.contains(edge),
        Item::On(edge, kind) => excluded.laid.contains(&(*edge, *kind)),
        Item::Barred(_, placements) => {
            let mut barred = placements.iter();
            barred.all(|one| excluded.placements.contains(one) || !fits(*one))
        }
    };
    excluded.everything || (!concluded.is_empty() && concluded.iter().all(reached))
}
