//! The way through one function.

use super::kind::*;
use super::number::{MOST_DIGITS, Number};
use super::{Channel, Signature, Walk};
use crate::Damaged;
use crate::function::{Function, Local};
use crate::model::{Contexts, Topic, hash};

const I32: u8 = 0x7f;
const I64: u8 = 0x7e;
const F32: u8 = 0x7d;
const F64: u8 = 0x7c;
const NOTHING: u8 = 0x40;

/// Whoever goes through one function.
pub(super) struct Body<'w, C> {
    pub(super) walk: &'w mut Walk<C>,
    pub(super) function: Function,
}

impl<C: Channel> Body<'_, C> {
    pub(super) fn whole(&mut self) -> Result<(), Damaged> {
        let groups = self.number(LOCALS)?;
        for _ in 0..groups {
            let count = self.number(LOCALS)?;
            let sort = self.symbol(OTHER, [0].into());
            self.function.declare(sort, count).ok_or(Damaged)?;
        }
        self.function.begin();
        while !self.function.is_over() {
            self.instruction()?;
        }
        Ok(())
    }

    fn instruction(&mut self) -> Result<(), Damaged> {
        if self.walk.channel.is_end() {
            return Err(Damaged);
        }
        let repeated = self.walk.repeats.next();
        let known = self.walk.channel.next();
        let topic = self.function.opcode_topic();
        let suggested = repeated.map(|(token, run)| (token.op as u8, run));
        let opcode = self.walk.channel.symbol(&topic, suggested, known);
        self.walk.channel.put(opcode);
        self.function.next(opcode, suggested.map(|(op, _)| op));
        self.operands(opcode)?;
        let token = self.function.done();
        self.walk.repeats.push(token, 3);
        Ok(())
    }

    /// What stands behind an opcode, and what it takes from the stack and leaves there.
    fn operands(&mut self, opcode: u8) -> Result<(), Damaged> {
        match opcode {
            0x00 | 0x01 | 0x0f => {}
            0x02..=0x04 => {
                if opcode == 0x04 {
                    let _ = self.function.pop();
                }
                let sort = self.number(BLOCK)?;
                self.enter(sort)?;
            }
            0x05 => self.function.otherwise(),
            0x0b => self.function.leave(),
            0x0c => {
                let _ = self.number(LABEL)?;
            }
            0x0d => {
                let _ = self.function.pop();
                let _ = self.number(LABEL)?;
            }
            0x0e => {
                let _ = self.function.pop();
                for _ in 0..=self.number(LABEL)? {
                    let _ = self.number(LABEL)?;
                }
            }
            0x10 => {
                let callee = self.number(FUNCTION)?;
                let sort = *self.walk.functions.get(callee as usize).ok_or(Damaged)?;
                self.call(sort, callee)?;
            }
            0x11 => {
                let sort = self.number(OTHER)?;
                let _ = self.number(OTHER)?;
                let _ = self.function.pop();
                self.call(sort, 0)?;
            }
            0x1a => {
                let _ = self.function.pop();
            }
            0x1b => {
                let _ = self.function.pop();
                let _ = self.function.pop();
                let sort = self.function.pop().sort;
                self.function.push(sort);
            }
            0x20..=0x22 => self.local()?,
            0x23 => {
                let _ = self.number(OTHER)?;
                self.function.push(I32);
            }
            0x24 => {
                let _ = self.number(OTHER)?;
                let _ = self.function.pop();
            }
            0x28..=0x35 => {
                let _ = self.number(ALIGNMENT)?;
                let offset = self.number(OFFSET)?;
                let base = self.function.pop();
                self.function.reaches(base, offset);
                let sort = match opcode {
                    0x28 | 0x2c..=0x2f => I32,
                    0x2a => F32,
                    0x2b => F64,
                    _ => I64,
                };
                self.function.push_loaded(sort, offset);
            }
            0x36..=0x3e => {
                let _ = self.number(ALIGNMENT)?;
                let offset = self.number(OFFSET)?;
                let _ = self.function.pop();
                let base = self.function.pop();
                self.function.reaches(base, offset);
            }
            0x3f => {
                let _ = self.number(OTHER)?;
                self.function.push(I32);
            }
            0x40 => {
                let _ = self.number(OTHER)?;
                let _ = self.function.pop();
                self.function.push(I32);
            }
            0x41 => {
                let word = self.number(WORD)?;
                self.function.says(word);
                self.function.push(I32);
            }
            0x42 => {
                let _ = self.number(LONG)?;
                self.function.push(I64);
            }
            0x43 => self.float(4, F32),
            0x44 => self.float(8, F64),
            0x45 | 0x50 | 0x67..=0x69 => self.compute(1, I32),
            0x46..=0x4f | 0x51..=0x66 | 0x6a..=0x78 => self.compute(2, I32),
            0x79..=0x7b => self.compute(1, I64),
            0x7c..=0x8a => self.compute(2, I64),
            0x8b..=0x91 => self.compute(1, F32),
            0x92..=0x98 => self.compute(2, F32),
            0x99..=0x9f => self.compute(1, F64),
            0xa0..=0xa6 => self.compute(2, F64),
            0xa7..=0xab | 0xbc | 0xc0 | 0xc1 => self.compute(1, I32),
            0xac..=0xb1 | 0xbd | 0xc2..=0xc4 => self.compute(1, I64),
            0xb2..=0xb6 | 0xbe => self.compute(1, F32),
            0xb7..=0xbb | 0xbf => self.compute(1, F64),
            0xfc => {
                let more = self.number(OTHER)?;
                match more {
                    0..=3 => self.compute(1, I32),
                    4..=7 => self.compute(1, I64),
                    8 | 10 | 11 => {
                        for _ in 0..if more == 11 { 1 } else { 2 } {
                            let _ = self.number(OTHER)?;
                        }
                        for _ in 0..3 {
                            let _ = self.function.pop();
                        }
                    }
                    _ => return Err(Damaged),
                }
            }
            _ => return Err(Damaged),
        }
        Ok(())
    }

    fn compute(&mut self, takes: usize, gives: u8) {
        for _ in 0..takes {
            let _ = self.function.pop();
        }
        self.function.push(gives);
    }

    fn call(&mut self, sort: u32, callee: u32) -> Result<(), Damaged> {
        let Signature { takes, gives } = self.walk.signature(sort)?;
        self.function.called(callee, takes.len(), gives);
        Ok(())
    }

    /// A block gives nothing, one value, or what a type says.
    fn enter(&mut self, sort: u32) -> Result<(), Damaged> {
        match sort as u8 {
            NOTHING => self.function.enter(0, &[]),
            value @ F64..=I32 => self.function.enter(0, &[value]),
            _ => {
                let Signature { takes, gives } = self.walk.signature(sort)?;
                self.function.enter(takes.len(), gives);
            }
        }
        Ok(())
    }

    fn float(&mut self, bytes: usize, sort: u8) {
        for _ in 0..bytes {
            let contexts = self.function.float_contexts();
            let byte = self.symbol(FLOAT, contexts);
            self.function.met(u32::from(byte));
        }
        self.function.push(sort);
    }

    /// A byte on its own.
    fn symbol(&mut self, kind: usize, contexts: Contexts) -> u8 {
        let known = self.walk.channel.next();
        let topic = Topic::new(kind, 0, contexts, 0);
        let symbol = self.walk.channel.symbol(&topic, None, known);
        self.walk.channel.put(symbol);
        symbol
    }

    /// A number behind an opcode, of which the lower 32 bits matter.
    fn number(&mut self, kind: usize) -> Result<u32, Damaged> {
        if self.walk.channel.is_end() {
            return Err(Damaged);
        }
        let known = self.known();
        let repeated = match self.function.follows {
            true => self.walk.repeats.next(),
            false => None,
        };
        let place = self.function.operand;
        let repeated = repeated.map(|(token, run)| (Number::of(token.operands[place].into()), run));
        let contexts = self.function.operand_contexts(kind);
        let near = self.function.near_operand(kind);
        let suggested = repeated.map(|(number, run)| (number.first(), run));
        let first = Topic::new(kind, 0, contexts, near);
        let first = self.walk.channel.symbol(&first, suggested, known.first());
        let mut number = Number::default();
        if first < 128 {
            number.push(first);
        } else {
            number.count = usize::from(first - 126);
            if number.count > MOST_DIGITS {
                return Err(Damaged);
            }
            let mut follows = repeated.filter(|(number, _)| number.first() == first);
            let mut before = u32::from(first);
            for digit in (0..number.count).rev() {
                let part = number.count - digit;
                let contexts = contexts.map(|context| hash(context, before + 0x5000));
                let topic = Topic::new(kind, part, contexts, hash(before, kind as u32));
                let suggested = follows.map(|(number, run)| (number.digits[digit], run));
                let told = self
                    .walk
                    .channel
                    .symbol(&topic, suggested, known.digits[digit]);
                follows = follows.filter(|(number, _)| number.digits[digit] == told);
                before = before.wrapping_mul(131).wrapping_add(u32::from(told) + 1);
                number.digits[digit] = told & 127;
            }
        }
        for digit in 0..number.count {
            let more = if digit + 1 < number.count { 128 } else { 0 };
            self.walk.channel.put(number.digits[digit] | more);
        }
        let value = number.value();
        let suggested = repeated.map(|(number, _)| number.value() as u32);
        self.function.operand(value as u32, suggested);
        Ok(value as u32)
    }

    /// The next number of the module, where it is known.
    fn known(&mut self) -> Number {
        let mut number = Number::default();
        loop {
            let byte = self.walk.channel.next();
            number.push(byte & 127);
            if byte < 128 {
                return number;
            }
        }
    }

    /// A local: a new one, or one of those that were used last.
    fn local(&mut self) -> Result<(), Damaged> {
        let known = self.known().value() as u32;
        let repeated = match self.function.follows {
            true => self.walk.repeats.next(),
            false => None,
        };
        let repeated = repeated.map(|(token, run)| (token.operands[0], run));
        let mut is_new = false;
        if self.function.can_be_new() {
            let topic = self.function.new_topic();
            let suggested = repeated.map(|(local, run)| (!self.function.is_used(local), run));
            let wanted = !self.function.is_used(known);
            is_new = self.walk.channel.answer(&topic, suggested, wanted);
        }
        let local = if is_new {
            let sort = self.function.sort_of_new(known);
            let topic = Topic::new(OTHER, 1, [self.function.sort_expected()].into(), 0);
            let sort = self.walk.channel.symbol(&topic, None, sort);
            self.function.take_new(sort).ok_or(Damaged)?
        } else {
            self.one_of(known, repeated)?
        };
        let mut number = Number::of(u64::from(local));
        for digit in 0..number.count {
            let more = if digit + 1 < number.count { 128 } else { 0 };
            number.digits[digit] |= more;
            self.walk.channel.put(number.digits[digit]);
        }
        self.function.use_local(local);
        self.function
            .operand(local, repeated.map(|(local, _)| local));
        Ok(())
    }

    /// Goes through the locals that fit, those used last first, until it is this one.
    fn one_of(&mut self, known: u32, repeated: Option<(u32, usize)>) -> Result<u32, Damaged> {
        let basis = self.function.local_basis();
        let mut rank = 0;
        for place in 0.. {
            let local: Local = self.function.used(place).ok_or(Damaged)?;
            if !self.function.fits(&local) {
                continue;
            }
            let topic = self.function.local_topic(&basis, &local, rank);
            let suggested = repeated.map(|(other, run)| (other == local.number, run));
            let wanted = local.number == known;
            if self.walk.channel.answer(&topic, suggested, wanted) {
                return Ok(local.number);
            }
            rank += 1;
        }
        Err(Damaged)
    }
}
