//! Exact cover (Knuth's Algorithm X): every cell is covered once and every domino used as often as
//! there are copies.
//!
//! Of all cells, and of all dominoes without copies, the one with the fewest candidates left is
//! branched on. What is placed removes the candidates that it crosses, rules remove those that they
//! do not allow, and where one is left it is placed at once, without a node of its own.

mod lists;
mod rules;

use super::Search;
use super::depth_first::{Brancher, DepthFirst, Halt};
use super::global_checks::GlobalChecks;
use super::observer::{Cause, Effect, Place};
use super::options::{Check, Checks};
use super::state::{EMPTY, Failure, State};
use crate::limits::Budget;
use crate::model::Model;
use crate::puzzle::{CellId, PlacedDomino};
use crate::rng::Rng;
use crate::solver::index::{CandidateId, ModelIndex, NONE};
use lists::{Item, Listener, Lists};

/// The list entries moved between two checks of the limits.
const MOVES_PER_CHECK: u64 = 1 << 14;

/// A search by exact cover.
#[derive(Debug)]
pub(super) struct ExactCover<'a> {
    state: State<'a>,
    lists: Lists,
    checks: Checks,
    global: GlobalChecks<'a>,
    rng: Option<Rng>,
    budget: &'a Budget,
    /// How much had been placed, and done to the lists, before each choice.
    marks: Vec<(usize, usize)>,
    pending: Pending,
    /// The candidates that a rule removes.
    unfit: Vec<CandidateId>,
    listed: Vec<PlacedDomino>,
    /// The work after which the limits are checked again.
    next_check: u64,
}

/// What is still to be propagated.
#[derive(Debug, Default)]
struct Pending {
    /// The rules to apply again, each once.
    rules: Vec<u32>,
    is_pending: Vec<bool>,
    /// Cells and kinds that were seen to have no choice left.
    forced: Vec<Item>,
    /// A cell or a kind that has too few candidates.
    stuck: Option<Item>,
}

impl Pending {
    #[inline]
    fn add_rule_of(&mut self, cell: u32, index: &ModelIndex) {
        let rule = index.rule_of[cell as usize];
        if rule != NONE && !std::mem::replace(&mut self.is_pending[rule as usize], true) {
            self.rules.push(rule);
        }
    }

    fn clear(&mut self) {
        for rule in self.rules.drain(..) {
            self.is_pending[rule as usize] = false;
        }
        self.forced.clear();
        self.stuck = None;
    }
}

/// Notes what has to be propagated when candidates are removed.
struct Removal<'n, 't> {
    state: &'n State<'t>,
    pending: &'n mut Pending,
}

impl Listener for Removal<'_, '_> {
    #[inline]
    fn left(&mut self, item: Item, count: u32, gone: bool) {
        let cells = self.state.shown.len() as u32;
        let needed = match item.checked_sub(cells) {
            None if self.state.shown[item as usize] != EMPTY => return,
            None => 1,
            Some(kind) => self.state.left[kind as usize],
        };
        if count < needed {
            self.pending.stuck = Some(item);
        } else if count == needed && needed > 0 {
            self.pending.forced.push(item);
        }
        if gone {
            self.pending.add_rule_of(item, self.state.index);
        }
    }
}

impl<'a> ExactCover<'a> {
    pub(super) fn new(
        search: &Search,
        model: &Model,
        index: &'a ModelIndex,
        budget: &'a Budget,
    ) -> Self {
        ExactCover {
            state: State::new(index),
            lists: Lists::new(index),
            checks: search.checks,
            global: GlobalChecks::new(search.checks, model, index),
            rng: search.seed.map(Rng::new),
            budget,
            marks: Vec::new(),
            pending: Pending {
                is_pending: vec![false; index.rules.len()],
                ..Pending::default()
            },
            unfit: Vec::new(),
            listed: Vec::new(),
            next_check: 0,
        }
    }

    /// The lists, and what is notified of their changes.
    fn lists(&mut self) -> (&mut Lists, Removal<'_, 'a>) {
        let removal = Removal {
            state: &self.state,
            pending: &mut self.pending,
        };
        (&mut self.lists, removal)
    }

    /// Places a domino and removes what it crosses.
    fn cover(&mut self, id: CandidateId) -> Result<(), Failure> {
        let index = self.state.index;
        let candidate = index.candidate(id);
        self.state.lay(id);
        let is_last = self.state.left[candidate.kind as usize] == 0;
        let (lists, mut removal) = self.lists();
        for cell in candidate.cells {
            lists.close(cell, &mut removal);
            removal.pending.add_rule_of(cell, index);
        }
        if is_last {
            lists.close(lists.kind(candidate.kind), &mut removal);
        }
        self.global.place(candidate.cells)
    }

    fn remove(&mut self, id: CandidateId) {
        let (lists, mut removal) = self.lists();
        lists.remove(id, &mut removal);
    }

    /// Propagates until nothing follows, then applies the global checks.
    fn settle(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), Halt> {
        let settled = self.propagate(search).and_then(|()| {
            if self.state.empty == 0 {
                return Ok(());
            }
            self.global.supply(&self.state)?;
            let since = self.marks.last().map(|&(laid, _)| laid);
            Ok(self.global.parity(&self.state, since)?)
        });
        if settled.is_err() {
            self.pending.clear();
        }
        settled
    }

    fn propagate(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), Halt> {
        loop {
            if self.lists.work() >= self.next_check {
                self.next_check = self.lists.work() + MOVES_PER_CHECK;
                self.budget.check()?;
            }
            if let Some(item) = self.pending.stuck {
                return Err(Halt::Failed(Failure {
                    cause: Cause::Stuck,
                    place: self.place_of(item),
                }));
            }
            if let Some(rule) = self.pending.rules.pop() {
                self.pending.is_pending[rule as usize] = false;
                self.apply(rule as usize, search)?;
            } else if let Some(item) = self.pending.forced.pop() {
                if let Some(id) = self.only(item) {
                    let index = self.state.index;
                    search.propagated(1, || {
                        let laid = Effect::Laid(index.placed(id));
                        (laid, Cause::Stuck, self.place_of(item))
                    })?;
                    self.cover(id)?;
                    // The other copies.
                    self.pending.forced.push(item);
                }
            } else {
                return Ok(());
            }
        }
    }

    fn place_of(&self, item: Item) -> Place {
        let cells = self.state.shown.len() as u32;
        match item.checked_sub(cells) {
            None => Place::Cell(CellId(item)),
            Some(kind) => Place::Domino(self.state.index.domino(kind)),
        }
    }

    /// The candidate that an item cannot do without.
    fn only(&self, item: Item) -> Option<CandidateId> {
        let cells = self.state.shown.len() as u32;
        let needed = match item.checked_sub(cells) {
            None => u32::from(self.state.shown[item as usize] == EMPTY),
            Some(kind) => self.state.left[kind as usize],
        };
        let left = self.lists.of(item);
        (left.len() as u32 == needed).then(|| left.first().copied())?
    }
}

impl Brancher for ExactCover<'_> {
    fn begin(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), Halt> {
        let index = self.state.index;
        self.global.begin()?;
        if self.checks.contain(Check::Broken) {
            self.remove_broken(search)?;
        }
        self.pending.clear();
        let cells = index.rule_of.len() as u32;
        for item in 0..cells + index.copies.len() as u32 {
            let needed = match item.checked_sub(cells) {
                None => 1,
                Some(kind) => index.copies[kind as usize],
            };
            match self.lists.count(item) {
                few if few < needed => self.pending.stuck = Some(item),
                just if just == needed => self.pending.forced.push(item),
                _ => {}
            }
        }
        self.pending.rules.extend(0..index.rules.len() as u32);
        self.pending.is_pending.fill(true);
        self.settle(search)
    }

    fn place(&mut self, choice: CandidateId, search: &mut DepthFirst<'_, '_>) -> Result<(), Halt> {
        self.marks.push((self.state.laid.len(), self.lists.mark()));
        match self.cover(choice) {
            Ok(()) => self.settle(search),
            Err(failure) => {
                self.pending.clear();
                Err(failure.into())
            }
        }
    }

    fn undo(&mut self) {
        let Some((laid, mark)) = self.marks.pop() else {
            return;
        };
        self.lists.restore(mark);
        while self.state.laid.len() > laid
            && let Some(id) = self.state.lift()
        {
            self.global.undo(self.state.index.candidate(id).cells);
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), Halt> {
        let (mut best, mut fewest) = (NONE, u32::MAX);
        for cell in 0..self.state.shown.len() as u32 {
            let count = self.lists.count(cell);
            if count < fewest && self.state.shown[cell as usize] == EMPTY {
                (best, fewest) = (cell, count);
            }
        }
        for kind in 0..self.state.left.len() as u32 {
            let item = self.lists.kind(kind);
            let count = self.lists.count(item);
            // With copies left, one of them does not tell which.
            if count < fewest && self.state.left[kind as usize] == 1 {
                (best, fewest) = (item, count);
            }
        }
        let first = choices.len();
        choices.extend_from_slice(self.lists.of(best));
        choices[first..].sort_unstable();
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut choices[first..]);
        }
        Ok(())
    }

    fn state(&self) -> &State<'_> {
        &self.state
    }
}
