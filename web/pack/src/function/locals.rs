//! Which local it is: a new one, or one of those that were used last.

use super::{COMPUTED, Function, Group, Local, Value};
use crate::model::hash;

impl Function {
    pub(super) fn sets(&self) -> bool {
        self.opcode != 0x20
    }

    /// Whether a local that was not used before is possible: one is left that the value fits into.
    pub(crate) fn can_be_new(&self) -> bool {
        let sort = self.below(0).sort;
        let fits = |group: &&Group| !self.sets() || sort == 0 || group.sort == sort;
        self.groups
            .iter()
            .filter(fits)
            .any(|group| group.next < group.end)
    }

    pub(crate) fn is_used(&self, local: u32) -> bool {
        self.groups
            .iter()
            .all(|group| local < group.next || local >= group.end)
    }

    /// How many locals were not used before.
    pub(super) fn unused(&self) -> u32 {
        let groups = self.groups.iter();
        groups.map(|group| group.end - group.next).sum()
    }

    pub(crate) fn sort_of_new(&self, local: u32) -> u8 {
        let known = self.locals.get(local as usize);
        known.map_or(0, |local| local.sort)
    }

    /// What the type of a new local can be told by.
    pub(crate) fn sort_expected(&self) -> u32 {
        hash(u32::from(self.below(0).sort), u32::from(self.sets()))
    }

    /// The next local of a type. Each function takes them in their order.
    pub(crate) fn take_new(&mut self, sort: u8) -> Option<u32> {
        let mut groups = self.groups.iter_mut();
        let group = groups.find(|group| group.sort == sort && group.next < group.end)?;
        group.next += 1;
        let local = group.next - 1;
        self.recent.insert(0, local);
        Some(local)
    }

    /// The local that was used last but so many.
    pub(crate) fn used(&self, place: usize) -> Option<Local> {
        let number = *self.recent.get(place)?;
        self.locals.get(number as usize).copied()
    }

    /// Whether the value on the stack can go there.
    pub(crate) fn fits(&self, local: &Local) -> bool {
        let sort = self.below(0).sort;
        !self.sets() || sort == 0 || sort == local.sort
    }

    /// A local is read, written, or both.
    pub(crate) fn use_local(&mut self, number: u32) {
        if let Some(place) = self.recent.iter().position(|&other| other == number) {
            self.recent[..=place].rotate_right(1);
        }
        let (opcode, time) = (self.opcode, self.time);
        let value = if self.sets() { Some(self.pop()) } else { None };
        let Some(local) = self.locals.get_mut(number as usize) else {
            return;
        };
        (local.last, local.when) = (opcode, time);
        match value {
            None => {}
            Some(value) => {
                local.origin = match value.local() {
                    Some(_) => 4 * COMPUTED,
                    None => value.from,
                };
                local.offset = 0;
            }
        }
        let sort = local.sort;
        if opcode != 0x21 {
            self.push_from(Value {
                sort,
                from: number + 1,
            });
        }
        self.named = [number + 1, self.named[0]];
    }
}
