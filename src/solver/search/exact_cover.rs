//! Exact cover (Knuth's Algorithm X): every cell is covered once, and every domino is used as often as
//! there are copies.
//!
//! It branches on the cell or domino without copies that has the fewest candidates. A placement removes
//! the candidates that conflict with it, rules remove the candidates that they forbid, and an item with
//! one candidate is propagated without a node.

mod lists;
mod rules;

use super::TreeSearch;
use super::depth_first::{Brancher, DepthFirst, NodeHalt};
use super::global_checks::GlobalChecks;
use super::observer::{EventCause, EventPlace, PropagationEffect};
use super::options::{Check, Checks};
use super::state::{SearchFailure, SearchState};
use crate::limits::Budget;
use crate::model::Model;
use crate::puzzle::CellId;
use crate::rng::Rng;
use crate::solver::index::{CandidateId, ModelIndex};
use lists::{CandidateLists, CoverItem};

/// List entries moved between two checks of the budget.
const MOVES_PER_CHECK: u64 = 1 << 14;

/// A search by exact cover.
#[derive(Debug)]
pub(super) struct ExactCover<'a> {
    state: SearchState<'a>,
    lists: CandidateLists<'a>,
    checks: Checks,
    global: GlobalChecks<'a>,
    rng: Option<Rng>,
    budget: &'a Budget,
    /// Number of placements and trail length before each choice.
    marks: Vec<(usize, usize)>,
    /// Candidates that a rule removes.
    unfit: Vec<CandidateId>,
    /// Work at the next check of the budget.
    next_check: u64,
}

impl<'a> ExactCover<'a> {
    pub(super) fn new(
        search: &TreeSearch,
        model: &Model,
        index: &'a ModelIndex,
        budget: &'a Budget,
    ) -> Self {
        ExactCover {
            state: SearchState::new(index),
            lists: CandidateLists::new(index),
            checks: search.checks,
            global: GlobalChecks::new(search.checks, model, index),
            rng: search.seed.map(Rng::new),
            budget,
            marks: Vec::new(),
            unfit: Vec::new(),
            next_check: 0,
        }
    }

    /// Places a domino and removes conflicting candidates.
    fn cover(&mut self, id: CandidateId) -> Result<(), SearchFailure> {
        let index = self.state.index;
        let candidate = index.candidate(id);
        self.state.lay(id);
        let lists = &mut self.lists;
        let kind = lists.item_of(candidate.kind);
        lists.needed[kind as usize] -= 1;
        for cell in candidate.cells {
            lists.needed[cell as usize] = 0;
        }
        for cell in candidate.cells {
            lists.close(cell);
            lists.pending.add_rule(index.rule_of[cell as usize]);
        }
        if lists.needed[kind as usize] == 0 {
            lists.close(kind);
        }
        self.global.place(candidate.cells)
    }

    /// Propagates to a fixpoint, then applies the global checks.
    fn settle(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt> {
        self.propagate(search)?;
        if self.state.empty > 0 {
            self.global.supply(&self.state)?;
            let since = self.marks.last().map(|&(laid, _)| laid);
            self.global.parity(&self.state, since)?;
        }
        Ok(())
    }

    fn propagate(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt> {
        loop {
            if self.lists.work >= self.next_check {
                self.next_check = self.lists.work + MOVES_PER_CHECK;
                self.budget.check()?;
            }
            if let Some(item) = self.lists.pending.stuck {
                return Err(NodeHalt::Failed(SearchFailure {
                    cause: EventCause::Stuck,
                    place: self.place_of(item),
                }));
            }
            if let Some(rule) = self.lists.pending.next_rule() {
                self.apply(rule, search)?;
            } else if let Some(item) = self.lists.pending.forced.pop() {
                let left = self.lists.of(item);
                let needed = self.lists.needed[item as usize];
                if needed > 0 && left.len() == needed as usize {
                    let id = left[0];
                    search.propagated(1, || {
                        let laid = PropagationEffect::Laid(self.state.index.placed(id));
                        (laid, EventCause::Stuck, self.place_of(item))
                    })?;
                    self.cover(id)?;
                    // The other copies.
                    self.lists.pending.forced.push(item);
                }
            } else {
                return Ok(());
            }
        }
    }

    fn place_of(&self, item: CoverItem) -> EventPlace {
        match self.lists.kind_of(item) {
            None => EventPlace::Cell(CellId(item)),
            Some(kind) => EventPlace::Domino(self.state.index.domino(kind)),
        }
    }
}

impl Brancher for ExactCover<'_> {
    fn begin(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt> {
        self.global.begin()?;
        if self.checks.contain(Check::Broken) {
            self.remove_broken(search)?;
        }
        self.lists.pending.clear();
        for item in self.lists.all() {
            let needed = self.lists.needed[item as usize];
            match self.lists.count(item) {
                few if few < needed => self.lists.pending.stuck = Some(item),
                just if just == needed => self.lists.pending.forced.push(item),
                _ => {}
            }
        }
        for rule in 0..self.state.index.rules.len() as u32 {
            self.lists.pending.add_rule(rule);
        }
        self.settle(search)
    }

    fn place(
        &mut self,
        choice: CandidateId,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt> {
        self.marks.push((self.state.laid.len(), self.lists.mark()));
        self.cover(choice)?;
        self.settle(search)
    }

    fn undo(&mut self) {
        let Some((laid, mark)) = self.marks.pop() else {
            return;
        };
        // A failure leaves pending work.
        self.lists.pending.clear();
        self.lists.restore(mark);
        while self.state.laid.len() > laid
            && let Some(id) = self.state.lift()
        {
            let candidate = self.state.index.candidate(id);
            let kind = self.lists.item_of(candidate.kind);
            self.lists.needed[kind as usize] += 1;
            for cell in candidate.cells {
                self.lists.needed[cell as usize] = 1;
            }
            self.global.undo(candidate.cells);
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), NodeHalt> {
        // The candidates of a kind with several copies left are not exclusive.
        let open = self.lists.all();
        let open = open.filter(|&item| self.lists.needed[item as usize] == 1);
        let Some(best) = open.min_by_key(|&item| self.lists.count(item)) else {
            return Ok(());
        };
        let first = choices.len();
        choices.extend_from_slice(self.lists.of(best));
        choices[first..].sort_unstable();
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut choices[first..]);
        }
        Ok(())
    }

    fn state(&self) -> &SearchState<'_> {
        &self.state
    }
}
