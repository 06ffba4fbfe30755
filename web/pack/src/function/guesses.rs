//! The contexts that guess what comes next in a function.
//!
//! Which ones pay was found by trying: of some forty for each kind of symbol those were taken, one after the other, that made
//! the module smallest.

use super::{Function, Local};
use crate::model::{Contexts, Topic, hash};
use crate::walk::kind;

/// What all guesses about one local have in common: hashes with one, two and six opcodes before, and with four instructions.
#[derive(Debug)]
pub(crate) struct LocalBasis {
    one: u32,
    two: u32,
    six: u32,
    instructions: u32,
}

impl Function {
    /// A hash with some of the last opcodes.
    fn behind(&self, first: u32, places: std::ops::Range<usize>) -> u32 {
        self.opcodes[places]
            .iter()
            .fold(first, |before, &opcode| hash(before, opcode))
    }

    /// The types on top of the stack, and its height.
    fn sorts(&self) -> u32 {
        let [top, second] = [0, 1].map(|depth| u32::from(self.below(depth).sort));
        hash(hash(top, second), self.height())
    }

    /// What tells which opcode comes next.
    pub(crate) fn opcode_topic(&self) -> Topic {
        let [statement, before, earlier] = self.statements;
        let [last, second, ..] = self.opcodes;
        let four = self.behind(0, 0..4);
        let six = self.behind(four, 4..6);
        let sorts = self.sorts();
        let contexts = [
            four,
            self.behind(six, 6..8),
            hash(last, sorts),
            hash(self.tokens[0], second),
            hash(hash(statement, before), earlier),
            hash(self.tokens[0], self.number),
            sorts,
            six,
        ];
        let near = hash(last, hash(u32::from(self.below(0).sort), second));
        Topic::new(kind::OPCODE, 0, contexts.into(), near)
    }

    /// What tells a number behind an opcode.
    pub(crate) fn operand_contexts(&self, kind: usize) -> Contexts {
        let (token, number) = (self.token, self.number);
        let one = hash(token, self.opcodes[0]);
        let four = self.behind(one, 1..4);
        let eight = self.behind(four, 4..8);
        // What memory is looked at from lies below the value that is stored.
        let base = self.below(usize::from((0x36..=0x3e).contains(&self.opcode)));
        let through = base.local().map(|local| self.locals[local]);
        let (reached, origin) = match through {
            Some(local) => (local.offset, local.origin),
            None => (0, base.from),
        };
        let called = hash(one, self.callee);
        let from_base = hash(hash(token, base.from), number);
        let by_origin = hash(hash(token, reached), origin);
        let [offset, offset_before] = self.offsets;
        match kind {
            kind::OFFSET => Contexts::from([
                by_origin,
                from_base,
                hash(hash(one, self.opcodes[1]), offset),
                token,
                eight,
                hash(hash(token, reached), offset),
                called,
                hash(hash(one, offset), offset_before),
            ]),
            kind::WORD => Contexts::from([
                one,
                eight,
                from_base,
                by_origin,
                four,
                hash(token, number),
                hash(one, self.word),
                called,
            ]),
            kind::FUNCTION => Contexts::from([
                hash(token, self.sorts()),
                self.behind(four, 4..6),
                hash(token, number),
                called,
                hash(token, self.statements[0]),
                eight,
            ]),
            _ => {
                let block = self.frames.last().map_or(0, |frame| frame.opcode);
                Contexts::from([
                    hash(hash(one, self.frames.len() as u32), block),
                    eight,
                    token,
                    four,
                    hash(token, self.sorts()),
                    hash(hash(hash(one, self.height()), self.ends[0]), self.ends[1]),
                ])
            }
        }
    }

    pub(crate) fn near_operand(&self, kind: usize) -> u32 {
        hash(self.token, self.opcodes[0] + kind as u32)
    }

    /// What tells a byte of a number with a point.
    pub(crate) fn float_contexts(&self) -> Contexts {
        [self.token, hash(self.token, self.number)].into()
    }

    /// What tells whether a local was not used before.
    pub(crate) fn new_topic(&self) -> Topic {
        let one = hash(self.opcode, self.opcodes[0]);
        let two = hash(one, self.opcodes[1]);
        let (used, unused) = (self.recent.len() as u32, self.unused());
        let height = self.height();
        let contexts = [
            hash(one, used),
            self.opcode,
            self.behind(two, 2..6),
            hash(one, self.number),
            hash(hash(one, used), unused),
            hash(hash(two, self.ends[0]), height),
        ];
        let part = usize::from(self.sets()) * 2 + usize::from(height > 1);
        Topic::new(
            kind::IS_NEW,
            part,
            contexts.into(),
            hash(one, unused.min(3)),
        )
    }

    pub(crate) fn local_basis(&self) -> LocalBasis {
        let one = hash(self.opcode, self.opcodes[0]);
        let two = hash(one, self.opcodes[1]);
        let tokens = self.tokens.iter();
        LocalBasis {
            one,
            two,
            six: self.behind(two, 2..6),
            instructions: tokens.fold(self.opcode, |before, &token| hash(before, token)),
        }
    }

    /// What tells whether it is this local, which was used last but so many.
    pub(crate) fn local_topic(&self, basis: &LocalBasis, local: &Local, rank: u32) -> Topic {
        let Local {
            number,
            last,
            origin,
            offset,
            ..
        } = *local;
        let age = (u32::BITS - (self.time - local.when).leading_zeros()).min(7);
        let contexts = [
            hash(basis.six, rank),
            hash(hash(basis.two, last), origin),
            hash(hash(basis.one, offset), hash(last, age)),
            hash(hash(self.opcode, self.number), hash(number, last)),
            hash(hash(basis.one, self.named[0]), hash(self.named[1], number)),
            hash(basis.instructions, number),
        ];
        Topic::new(
            kind::IS_THIS,
            rank as usize,
            contexts.into(),
            hash(basis.one, rank),
        )
    }
}
