//! Exact cover: every cell is covered once and every domino used as often as there are copies.
//!
//! Of all cells, and of all dominoes without copies, the one with the fewest candidates left is
//! branched on. What is laid removes the candidates that it crosses, rules remove those that they
//! cannot do with, and where one is left it is laid at once, without a node of its own.

use super::Search;
use super::check::{Check, Checks};
use super::drive::{Branch, Engine, Halt, Told};
use super::lists::{Item, Lists, Witness};
use super::observer::{Cause, Observer, Place};
use super::parity::Parity;
use super::state::{EMPTY, Failure, State};
use super::supply;
use super::table::{CandidateId, NONE, Table};
use super::tiling::Tiling;
use crate::chance::Chance;
use crate::limits::Watch;
use crate::model::{Model, Rule};
use crate::puzzle::{Board, Bounds, CellId, Placed};

/// How many candidates are removed before the watch is asked again.
const BETWEEN_ASKS: u64 = 1 << 14;

/// A search by exact cover.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    state: State<'a>,
    lists: Lists,
    checks: Checks,
    parity: Parity,
    tiling: Tiling<'a>,
    needed: Vec<u32>,
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
    listed: Vec<Placed>,
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
            parity: Parity::new(model.cells.len()),
            tiling: Tiling::new(model, table),
            needed: Vec::new(),
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

    /// Whether every cell is covered.
    pub(super) fn is_full(&self) -> bool {
        self.state.empty == 0
    }

    /// What lies, in the order in which it was laid.
    pub(super) fn laid(&self) -> &[CandidateId] {
        &self.state.laid
    }

    /// What lies on each cell that is covered.
    pub(super) fn lies(&self) -> &[CandidateId] {
        &self.state.lies
    }

    /// Writes down what the rest of the board depends on.
    pub(super) fn write_key(&mut self) {
        self.state.write_key(&mut self.key);
    }

    /// What was written down last.
    pub(super) fn key(&self) -> &[u64] {
        &self.key
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
        match self.checks.contain(Check::Tiling) {
            true => self.tiling.lay(candidate.cells).map_or(Ok(()), Err),
            false => Ok(()),
        }
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
        if self.checks.contain(Check::Supply)
            && let Some(failure) = supply::shortfall(&self.state, &mut self.needed)
        {
            return Err(failure.into());
        }
        if self.checks.contain(Check::Parity) {
            let table = self.state.table;
            let since = self.marks.last().map_or(0, |mark| mark.laid);
            let around = self.state.laid[since..]
                .iter()
                .flat_map(|&id| table.candidate(id).cells)
                .flat_map(|cell| table.neighbours[cell as usize].iter())
                .map(|&(other, _)| other);
            let failure = match self.marks.is_empty() {
                true => {
                    let all = 0..self.state.shown.len() as u32;
                    self.parity.odd_part(&self.state, all)
                }
                false => self.parity.odd_part(&self.state, around),
            };
            if let Some(failure) = failure {
                return Err(failure.into());
            }
        }
        Ok(())
    }

    /// Removes what a rule cannot do with, as far as checks say so.
    fn apply<O: Observer + ?Sized>(
        &mut self,
        rule: usize,
        told: &mut Told<'_, O>,
    ) -> Result<(), Halt> {
        if self.checks.contain(Check::Broken) && self.state.is_broken(rule) {
            let region = self.state.table.rules[rule].region;
            return Err(Failure::of(Check::Broken, Place::Region(region)).into());
        }
        if self.state.tallies[rule].open == 0 {
            return Ok(());
        }
        self.unfit.clear();
        let cause = match self.state.table.rules[rule].rule {
            Rule::Sum(..) => self.apply_sum(rule)?,
            Rule::Equal => self.apply_equal(rule)?,
            Rule::Unequal => self.apply_unequal(rule),
            Rule::Empty => return Ok(()),
        };
        let mut unfit = std::mem::take(&mut self.unfit);
        self.listed.clear();
        let mut count = 0;
        for &id in &unfit {
            // It may be unfit at both ends.
            if self.lists.has(id) {
                self.remove(id);
                count += 1;
                if told.looks() {
                    self.listed.push(self.state.table.placed(id));
                }
            }
        }
        unfit.clear();
        self.unfit = unfit;
        if count == 0 {
            return Ok(());
        }
        let region = self.state.table.rules[rule].region;
        let cause = Cause::Check(cause);
        told.removed(count, &self.listed, cause, || Place::Region(region))
    }

    /// The empty cells of a rule.
    fn open(&self, rule: usize) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let cells = self.state.table.rules[rule].cells.iter().copied();
        cells.filter(|&cell| self.state.shown[cell as usize] == EMPTY)
    }

    /// What a cell can bring to a sum.
    fn bounds(&self, cell: u32) -> Bounds {
        let (low, high) = self.lists.ends(cell).unwrap_or((0, 0));
        Bounds {
            least: self.state.table.value(low),
            greatest: self.state.table.value(high),
        }
    }

    /// Puts aside the candidates with which the other cells of a sum cannot make up the rest.
    fn apply_sum(&mut self, rule: usize) -> Result<Check, Failure> {
        let table = self.state.table;
        let Some(needed) = self.state.needed(rule) else {
            return Ok(Check::Broken);
        };
        let open = self.state.tallies[rule].open;
        let check = if self.checks.contain(Check::Bounds) {
            Check::Bounds
        } else if self.checks.contain(Check::Broken) {
            Check::Broken
        } else {
            return Ok(Check::Broken);
        };
        // Without bounds nothing is known of the other cells but that they show nothing below zero.
        let unknown = Bounds {
            least: 0,
            greatest: i64::MAX / 4,
        };
        let is_known = check == Check::Bounds;
        let sum: Bounds = match is_known {
            true => self.open(rule).map(|cell| self.bounds(cell)).sum(),
            false => unknown,
        };
        if is_known && (sum.least > needed.greatest || sum.greatest < needed.least) {
            let region = table.rules[rule].region;
            return Err(Failure::of(check, Place::Region(region)));
        }
        // What some cells may show, if the others do what they can.
        let allowed = |own: Bounds, others: u32| {
            let rest = match (is_known, others) {
                (_, 0) => Bounds::exactly(0),
                (true, _) => sum - own,
                (false, _) => unknown,
            };
            Bounds {
                least: needed.least.saturating_sub(rest.greatest),
                greatest: needed.greatest.saturating_sub(rest.least),
            }
        };
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            let own = self.bounds(cell);
            let may = allowed(own, open - 1);
            let is_tight = own.least < may.least || own.greatest > may.greatest;
            if !is_tight && !table.has_inner[cell as usize] {
                continue;
            }
            for &id in self.lists.of(cell) {
                let candidate = &table.candidates[id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                let value = table.value(candidate.shows[at]);
                let other = candidate.cells[1 - at];
                if table.rule_of[other as usize] as usize == rule {
                    // Both halves at once; each such candidate is met twice.
                    if at == 1 {
                        continue;
                    }
                    let both = value + table.value(candidate.shows[1]);
                    if !allowed(own + self.bounds(other), open - 2).contain(both) {
                        unfit.push(id);
                    }
                } else if is_tight && !may.contain(value) {
                    unfit.push(id);
                }
            }
        }
        self.unfit = unfit;
        Ok(check)
    }

    /// Puts aside what does not show what all cells of a rule can show.
    fn apply_equal(&mut self, rule: usize) -> Result<Check, Failure> {
        let table = self.state.table;
        let common = self.state.common(rule);
        let knows = self.checks.contain(Check::Bounds);
        if !knows && (common.is_none() || !self.checks.contain(Check::Broken)) {
            return Ok(Check::Broken);
        }
        let check = if knows { Check::Bounds } else { Check::Broken };
        let open = self.state.tallies[rule].open;
        let is_allowed = |number: u32| match common {
            Some(common) => number == common,
            None => {
                let (word, bit) = (number as usize / 64, 1 << (number % 64));
                self.state.halves[number as usize] >= open
                    && self
                        .open(rule)
                        .all(|cell| self.lists.domain(cell)[word] & bit != 0)
            }
        };
        let mut allowed = vec![false; table.pips.len()];
        for (number, allowed) in allowed.iter_mut().enumerate() {
            *allowed = is_allowed(number as u32);
        }
        if !allowed.contains(&true) {
            let region = table.rules[rule].region;
            return Err(Failure::of(check, Place::Region(region)));
        }
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            for &id in self.lists.of(cell) {
                let candidate = &table.candidates[id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                if !allowed[candidate.shows[at] as usize] {
                    unfit.push(id);
                }
            }
        }
        self.unfit = unfit;
        Ok(check)
    }

    /// Puts aside what shows again what a rule's cells show already.
    fn apply_unequal(&mut self, rule: usize) -> Check {
        if !self.checks.contain(Check::Broken) {
            return Check::Broken;
        }
        let table = self.state.table;
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            for &id in self.lists.of(cell) {
                let candidate = &table.candidates[id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                if self.state.shows(rule, candidate.shows[at]) {
                    unfit.push(id);
                }
            }
        }
        self.unfit = unfit;
        Check::Broken
    }

    /// Removes what breaks an `equal` or `unequal` rule by itself: it lies inside of the region.
    fn remove_broken<O: Observer + ?Sized>(&mut self, told: &mut Told<'_, O>) -> Result<(), Halt> {
        let table = self.state.table;
        for (index, rule) in table.rules.iter().enumerate() {
            let is_double = match rule.rule {
                Rule::Equal => true,
                Rule::Unequal => false,
                Rule::Sum(..) | Rule::Empty => continue,
            };
            self.listed.clear();
            let mut count = 0;
            for &cell in &rule.cells {
                for (other, range) in &table.neighbours[cell as usize] {
                    if *other < cell || table.rule_of[*other as usize] as usize != index {
                        continue;
                    }
                    for id in range.clone() {
                        let [one, other] = table.candidate(id).shows;
                        if (one == other) != is_double {
                            self.remove(id);
                            count += 1;
                            if told.looks() {
                                self.listed.push(table.placed(id));
                            }
                        }
                    }
                }
            }
            if count > 0 {
                let cause = Cause::Check(Check::Broken);
                told.removed(count, &self.listed, cause, || Place::Region(rule.region))?;
            }
        }
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
        if self.checks.contain(Check::Tiling)
            && let Some(failure) = self.tiling.begin()
        {
            return Err(failure.into());
        }
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
            if self.checks.contain(Check::Tiling) {
                self.tiling.lift(self.state.table.candidate(id).cells);
            }
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<Branch, Halt> {
        if self.state.empty == 0 {
            return match self.state.wrong() {
                Some(failure) => Err(failure.into()),
                None => Ok(Branch::Full),
            };
        }
        let cells = self.state.shown.len() as u32;
        let (mut best, mut fewest) = (NONE, u32::MAX);
        for cell in 0..cells {
            let count = self.lists.count(cell);
            if count < fewest && self.state.shown[cell as usize] == EMPTY {
                (best, fewest) = (cell, count);
            }
        }
        for (kind, &left) in self.state.left.iter().enumerate() {
            let item = self.lists.kind(kind as u32);
            let count = self.lists.count(item);
            // With copies left, one of them does not tell which.
            if count < fewest && left == 1 {
                (best, fewest) = (item, count);
            }
        }
        let first = choices.len();
        choices.extend_from_slice(self.lists.of(best));
        choices[first..].sort_unstable();
        if let Some(chance) = &mut self.chance {
            chance.shuffle(&mut choices[first..]);
        }
        Ok(Branch::Open)
    }

    fn board(&self) -> Board {
        self.state.board()
    }

    fn table(&self) -> &Table {
        self.state.table
    }
}
