//! Exact cover: every cell is covered once and every domino used as often as there are copies.
//!
//! Of all cells, and of all dominoes without copies, the one with the fewest candidates left is
//! branched on. What is laid removes the candidates that it crosses, rules remove those that they
//! cannot do with, and where one is left it is laid at once, without a node of its own.

mod rules;

use super::Search;
use super::around::Around;
use super::check::{Check, Checks};
use super::drive::{Branch, Engine, Halt, Told};
use super::lists::{Item, Lists, Witness};
use super::observer::{Cause, Observer, Place};
use super::part::Part;
use super::state::{EMPTY, Failure, State};
use super::table::{CandidateId, NONE, Table};
use crate::chance::Chance;
use crate::limits::Watch;
use crate::model::Model;
use crate::puzzle::{Board, CellId, PlacedDomino};

/// How many candidates are removed before the watch is asked again.
const BETWEEN_ASKS: u64 = 1 << 14;

/// A search by exact cover.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    state: State<'a>,
    lists: Lists,
    checks: Checks,
    around: Around<'a>,
    whole: Part,
    chance: Option<Chance>,
    watch: &'a Watch,
    /// What had been laid and removed before each choice.
    marks: Vec<Mark>,
    /// The rules to look at again, each once.
    due: Vec<u32>,
    is_due: Vec<bool>,
    /// Cells and kinds that were seen to have no choice left.
    forced: Vec<Item>,
    /// A cell or a kind that has too few candidates.
    stuck: Option<Item>,
    /// The candidates that a rule removes.
    unfit: Vec<CandidateId>,
    listed: Vec<PlacedDomino>,
    key: Vec<u64>,
    /// How much work may be done before the watch is asked again.
    asked: u64,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    laid: usize,
    removed: usize,
}

impl<'a> Cover<'a> {
    pub(super) fn new(search: &Search, model: &Model, table: &'a Table, watch: &'a Watch) -> Self {
        Cover {
            state: State::new(table),
            lists: Lists::new(table),
            checks: search.checks,
            around: Around::new(search.checks, model, table),
            whole: Part::whole(table),
            chance: search.seed.map(Chance::new),
            watch,
            marks: Vec::new(),
            due: Vec::new(),
            is_due: vec![false; table.rules.len()],
            forced: Vec::new(),
            stuck: None,
            unfit: Vec::new(),
            listed: Vec::new(),
            key: Vec::new(),
            asked: 0,
        }
    }

    /// What lies, and what is left.
    pub(super) fn state(&self) -> &State<'a> {
        &self.state
    }

    /// What can still be laid.
    pub(super) fn left(&self) -> &Lists {
        &self.lists
    }

    /// Writes down what the rest of a part depends on.
    pub(super) fn write_key(&mut self, part: &Part) -> &[u64] {
        self.state.write_key(part, &mut self.key);
        &self.key
    }

    /// What can be chosen next in a part that is not covered.
    pub(super) fn branch_in(&mut self, part: &Part, choices: &mut Vec<CandidateId>) {
        let (mut best, mut fewest) = (NONE, u32::MAX);
        for &cell in &part.cells {
            let count = self.lists.count(cell);
            if count < fewest && self.state.shown[cell as usize] == EMPTY {
                (best, fewest) = (cell, count);
            }
        }
        for &kind in &part.kinds {
            let item = self.lists.kind(kind);
            let count = self.lists.count(item);
            // With copies left, one of them does not tell which.
            if count < fewest && self.state.left[kind as usize] == 1 {
                (best, fewest) = (item, count);
            }
        }
        if best == NONE {
            return;
        }
        let first = choices.len();
        choices.extend_from_slice(self.lists.of(best));
        choices[first..].sort_unstable();
        if let Some(chance) = &mut self.chance {
            chance.shuffle(&mut choices[first..]);
        }
    }

    /// The lists, and who takes note of what becomes of them.
    fn lists(&mut self) -> (&mut Lists, Notes<'_, 'a>) {
        let notes = Notes {
            state: &self.state,
            due: &mut self.due,
            is_due: &mut self.is_due,
            forced: &mut self.forced,
            stuck: &mut self.stuck,
        };
        (&mut self.lists, notes)
    }

    /// Lays a domino and removes what it crosses.
    fn put(&mut self, id: CandidateId) -> Result<(), Failure> {
        let candidate = self.state.table.candidate(id);
        self.state.lay(id);
        let is_last = self.state.left[candidate.kind as usize] == 0;
        let (lists, mut notes) = self.lists();
        for cell in candidate.cells {
            lists.close(cell, &mut notes);
            notes.look_at(cell);
        }
        if is_last {
            lists.close(lists.kind(candidate.kind), &mut notes);
        }
        self.around.lay(candidate.cells)
    }

    fn remove(&mut self, id: CandidateId) {
        let (lists, mut notes) = self.lists();
        lists.remove(id, &mut notes);
    }

    /// Does all that follows.
    fn settle<O: Observer + ?Sized>(&mut self, told: &mut Told<'_, O>) -> Result<(), Halt> {
        let settled = self.follow(told).and_then(|()| self.look_around());
        if settled.is_err() {
            self.forget();
        }
        settled
    }

    /// Leaves undone what was still to be done.
    fn forget(&mut self) {
        for rule in self.due.drain(..) {
            self.is_due[rule as usize] = false;
        }
        self.forced.clear();
        self.stuck = None;
    }

    fn follow<O: Observer + ?Sized>(&mut self, told: &mut Told<'_, O>) -> Result<(), Halt> {
        loop {
            if self.lists.work() >= self.asked {
                self.asked = self.lists.work() + BETWEEN_ASKS;
                self.watch.check().map_err(Halt::Stopped)?;
            }
            if let Some(item) = self.stuck {
                return Err(Halt::Failed(Failure {
                    cause: Cause::Stuck,
                    place: self.place(item),
                }));
            }
            if let Some(rule) = self.due.pop() {
                self.is_due[rule as usize] = false;
                self.apply(rule as usize, told)?;
            } else if let Some(item) = self.forced.pop() {
                if let Some(id) = self.only(item) {
                    let table = self.state.table;
                    told.laid(|| table.placed(id), || self.place(item))?;
                    self.put(id)?;
                    // The other copies.
                    self.forced.push(item);
                }
            } else {
                return Ok(());
            }
        }
    }

    fn place(&self, item: Item) -> Place {
        let cells = self.state.shown.len() as u32;
        match item.checked_sub(cells) {
            None => Place::Cell(CellId(item)),
            Some(kind) => Place::Domino(self.state.table.domino(kind)),
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

    /// What all that is left says together.
    fn look_around(&mut self) -> Result<(), Halt> {
        if self.state.empty == 0 {
            return Ok(());
        }
        self.around.supply(&self.state)?;
        let since = self.marks.last().map(|mark| mark.laid);
        self.around.parity(&self.state, since)?;
        Ok(())
    }
}

/// Takes note of what has to be looked at when candidates are removed.
struct Notes<'n, 't> {
    state: &'n State<'t>,
    due: &'n mut Vec<u32>,
    is_due: &'n mut [bool],
    forced: &'n mut Vec<Item>,
    stuck: &'n mut Option<Item>,
}

impl Notes<'_, '_> {
    /// The rule of a cell is to be looked at.
    #[inline]
    fn look_at(&mut self, cell: u32) {
        let rule = self.state.table.rule_of[cell as usize];
        if rule != NONE && !std::mem::replace(&mut self.is_due[rule as usize], true) {
            self.due.push(rule);
        }
    }
}

impl Witness for Notes<'_, '_> {
    #[inline]
    fn left(&mut self, item: Item, count: u32, gone: bool) {
        let cells = self.state.shown.len() as u32;
        let needed = match item.checked_sub(cells) {
            None if self.state.shown[item as usize] != EMPTY => return,
            None => 1,
            Some(kind) => self.state.left[kind as usize],
        };
        if count < needed {
            *self.stuck = Some(item);
        } else if count == needed && needed > 0 {
            self.forced.push(item);
        }
        if gone {
            self.look_at(item);
        }
    }
}

impl Engine for Cover<'_> {
    fn begin<O: Observer + ?Sized>(&mut self, told: &mut Told<'_, O>) -> Result<(), Halt> {
        let table = self.state.table;
        self.around.begin()?;
        if self.checks.contain(Check::Broken) {
            self.remove_broken(told)?;
        }
        self.forget();
        let cells = table.rule_of.len() as u32;
        for item in 0..cells + table.copies.len() as u32 {
            let needed = match item.checked_sub(cells) {
                None => 1,
                Some(kind) => table.copies[kind as usize],
            };
            match self.lists.count(item) {
                few if few < needed => self.stuck = Some(item),
                just if just == needed => self.forced.push(item),
                _ => {}
            }
        }
        self.due.extend(0..table.rules.len() as u32);
        self.is_due.fill(true);
        self.settle(told)
    }

    fn lay<O: Observer + ?Sized>(
        &mut self,
        choice: CandidateId,
        told: &mut Told<'_, O>,
    ) -> Result<(), Halt> {
        self.marks.push(Mark {
            laid: self.state.laid.len(),
            removed: self.lists.mark(),
        });
        match self.put(choice) {
            Ok(()) => self.settle(told),
            Err(failure) => {
                self.forget();
                Err(failure.into())
            }
        }
    }

    fn lift(&mut self) {
        let Some(mark) = self.marks.pop() else {
            return;
        };
        self.lists.restore(mark.removed);
        while self.state.laid.len() > mark.laid
            && let Some(id) = self.state.lift()
        {
            self.around.lift(self.state.table.candidate(id).cells);
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<Branch, Halt> {
        if self.state.empty == 0 {
            return match self.state.wrong() {
                Some(failure) => Err(failure.into()),
                None => Ok(Branch::Full),
            };
        }
        let whole = std::mem::take(&mut self.whole);
        self.branch_in(&whole, choices);
        self.whole = whole;
        Ok(Branch::Open)
    }

    fn board(&self) -> Board {
        self.state.board()
    }

    fn table(&self) -> &Table {
        self.state.table
    }
}
