//! What a technique is: it looks at the board, and what it finds can be said in words.

use std::cell::Cell;
use std::fmt;

use fixedbitset::FixedBitSet;

use super::ground::{Ground, ValueId, ValueSet};
use super::knowledge::{Excluded, Knowledge};
use super::telling::Telling;
use crate::puzzle::{CellId, RegionId};

type Look = dyn Fn(View<'_>) -> Option<Finding>;
type Depends = dyn Fn(View<'_>) -> Key;
type Words = dyn Fn(&Telling<'_>) -> String;

/// A technique, at the cell, the region or whatever else it looks at.
pub(super) struct Technique {
    pub(super) name: &'static str,
    /// How hard it is to see something so; the scale is explained in `docs/hints.md`.
    pub(super) weight: f64,
    /// What is seen; nothing if that was known.
    pub(super) look: Box<Look>,
    /// Everything that the look depends on, if it takes so long that it is worth remembering.
    pub(super) key: Option<Box<Depends>>,
    /// Whether it sees more if it is patient.
    pub(super) hasty: bool,
}

impl Technique {
    pub(super) fn new(
        name: &'static str,
        weight: f64,
        look: impl Fn(View<'_>) -> Option<Finding> + 'static,
    ) -> Self {
        Technique {
            name,
            weight,
            look: Box::new(look),
            key: None,
            hasty: false,
        }
    }

    /// A technique that sees more if it is patient.
    pub(super) fn hasty(mut self) -> Self {
        self.hasty = true;
        self
    }

    /// A technique whose looks are remembered by what they depend on.
    pub(super) fn remembered(mut self, key: impl Fn(View<'_>) -> Key + 'static) -> Self {
        self.key = Some(Box::new(key));
        self
    }
}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What is given with the board and the dominoes, and may be used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Given {
    /// The values of which there are no more halves than there are.
    pub(super) at_most: ValueSet,
    /// The values of which all halves are used.
    pub(super) at_least: ValueSet,
    /// What all halves sum to.
    pub(super) total: bool,
    /// Which dominoes there are.
    pub(super) dominoes: bool,
    /// The kinds of dominoes that are known to be used, every copy.
    pub(super) used: FixedBitSet,
    /// The cells that are known to share a domino with a neighbour.
    pub(super) cover: FixedBitSet,
}

impl Given {
    /// All that is given.
    pub(super) fn all(ground: &Ground<'_>) -> Self {
        Given {
            at_most: ground.all_values(),
            at_least: ground.all_values(),
            total: true,
            dominoes: true,
            used: all_of(ground.kind_ids().count()),
            cover: all_of(ground.puzzle.cells().len()),
        }
    }

    /// Whether a cell is known to share a domino with a neighbour.
    pub(super) fn covers(&self, cell: CellId) -> bool {
        self.cover.contains(cell.index())
    }

    /// Which dominoes there are.
    pub(super) fn dominoes() -> Self {
        Given {
            dominoes: true,
            ..Given::default()
        }
    }

    /// The same, and that a cell shares a domino with a neighbour.
    pub(super) fn and_cover(mut self, cell: CellId) -> Self {
        self.cover.grow_and_insert(cell.index());
        self
    }
}

/// The numbers below a bound.
fn all_of(bound: usize) -> FixedBitSet {
    let mut all = FixedBitSet::with_capacity(bound);
    all.insert_range(..);
    all
}

/// What somebody who looks has before the eyes.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) knowledge: &'a Knowledge<'a>,
    /// The regions whose rules may be used.
    pub(super) rules: &'a [RegionId],
    /// What else may be used.
    pub(super) given: &'a Given,
    /// Whether a technique may look further than it otherwise does, to see what is needed.
    pub(super) patient: bool,
    /// How much has been looked at so far.
    pub(super) effort: &'a Cell<u64>,
}

impl View<'_> {
    /// What a cell can show. Who is patient thinks of the domino that lies there, too.
    pub(super) fn values(self, cell: CellId) -> ValueSet {
        if self.patient && self.knowledge.is_under_laid(cell) {
            self.knowledge.fitting(cell)
        } else {
            self.knowledge.values(cell)
        }
    }

    /// Whether a cell is known to share a domino with a neighbour.
    pub(super) fn covers(self, cell: CellId) -> bool {
        let mut open = self.knowledge.open_at(cell);
        self.given.covers(cell) || open.any(|edge| self.knowledge.is_joined(edge))
    }

    /// Whether one of the dominoes that may lie on a cell does: it is covered by one of those that
    /// there are, or it is known which one that is.
    pub(super) fn has_domino_on(self, cell: CellId) -> bool {
        let among = self.given.dominoes && self.covers(cell);
        among || self.knowledge.is_under_laid(cell)
    }
}

/// What a look came to.
pub(super) struct Finding {
    pub(super) excluded: Excluded,
    /// The regions whose rules were used.
    pub(super) rules: Vec<RegionId>,
    /// What else may have been used.
    pub(super) uses: Given,
    words: Box<Words>,
}

impl Finding {
    /// What was seen by the rules of some regions and what else is used, with words for it;
    /// nothing if nothing is excluded. A look at less, at what the finding rests on and at nothing
    /// else, finds the words.
    pub(super) fn new(
        rules: Vec<RegionId>,
        uses: Given,
        excluded: Excluded,
        words: impl Fn(&Telling<'_>) -> String + 'static,
    ) -> Option<Finding> {
        (!excluded.is_nothing()).then(|| Finding {
            excluded,
            rules,
            uses,
            words: Box::new(words),
        })
    }

    /// The finding in words.
    pub(super) fn say(&self, telling: &Telling<'_>) -> String {
        (self.words)(telling)
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.excluded.fmt(f)
    }
}

/// Everything that a look depends on, whole and not as a hash.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key(Vec<u128>);

impl Key {
    pub(super) fn number(&mut self, number: usize) {
        self.0.push(number as u128);
    }

    pub(super) fn flags(&mut self, flags: impl Iterator<Item = bool>) {
        let (mut word, mut count) = (0, 0);
        for flag in flags {
            word = word << 1 | u128::from(flag);
            count += 1;
            if count % u128::BITS == 0 {
                self.0.push(std::mem::take(&mut word));
            }
        }
        self.0.push(word);
    }

    /// What every cell can show.
    pub(super) fn every_value(&mut self, view: View<'_>) {
        let cells = view.ground.puzzle.cell_ids();
        let values = cells.map(|cell| view.knowledge.values(cell).bits());
        self.0.extend(values);
    }

    /// A region: what its cells can show, and what can lie inside, how often.
    pub(super) fn region(&mut self, view: View<'_>, region: RegionId) {
        let (ground, known) = (view.ground, view.knowledge);
        self.number(region.index());
        let cells = ground.cells_of(region);
        self.0
            .extend(cells.iter().map(|&cell| known.values(cell).bits()));
        for (edge, _) in ground.edges_within(cells) {
            let live = ground.on_edge(edge).map(|one| known.is_live(one));
            self.flags(
                [known.is_joined(edge), known.is_open(edge)]
                    .into_iter()
                    .chain(live),
            );
        }
        // Where there is one copy alone, it is left wherever it may lie.
        let copied = ground.kind_ids().filter(|&kind| ground.kind(kind).1 > 1);
        copied.for_each(|kind| self.number(known.left(kind)));
    }

    /// How many halves cells show for certain, by value.
    pub(super) fn shown(&mut self, view: View<'_>) {
        let mut shown = vec![0_usize; view.ground.all_values().len()];
        for cell in view.ground.puzzle.cell_ids() {
            if let Some(ValueId(value)) = view.knowledge.shown(cell) {
                shown[value] += 1;
            }
        }
        shown.into_iter().for_each(|count| self.number(count));
    }
}
