//! The way through a module, the same for packing and unpacking: which symbol comes next, and what is known then.
//!
//! The order is that of the [binary format](https://webassembly.github.io/spec/core/binary), but numbers are told from their
//! highest digits on, the lengths of functions and of the code are left out (where a function ends shows), and locals
//! are found in the row of those that were used last.

mod body;
mod number;

use crate::Damaged;
use crate::function::Function;
use crate::model::{Topic, hash};
use crate::repeats::{Repeats, Token};
use body::Body;
use number::Number;

/// The kinds of symbols.
pub(crate) mod kind {
    pub(crate) const DATA: usize = 0;
    pub(crate) const OPCODE: usize = 1;
    pub(crate) const FUNCTION: usize = 2;
    pub(crate) const LABEL: usize = 3;
    pub(crate) const WORD: usize = 4;
    pub(crate) const LONG: usize = 5;
    pub(crate) const OFFSET: usize = 6;
    pub(crate) const ALIGNMENT: usize = 7;
    pub(crate) const BLOCK: usize = 8;
    pub(crate) const LOCALS: usize = 9;
    pub(crate) const FLOAT: usize = 10;
    pub(crate) const OTHER: usize = 11;
    /// Whether a local was not used before, and whether it is this one.
    pub(crate) const IS_NEW: usize = 12;
    pub(crate) const IS_THIS: usize = 13;
}
use kind::*;

/// What symbols go through: they are known and told, or not known and asked for.
pub(crate) trait Channel {
    /// The next byte of the module. Whoever does not know it says anything.
    fn next(&mut self) -> u8;
    /// Whether the module is at its end.
    fn is_end(&self) -> bool;
    /// A symbol; `repeated` is what a repetition suggests, and how long it has been right.
    fn symbol(&mut self, topic: &Topic, repeated: Option<(u8, usize)>, symbol: u8) -> u8;
    /// An answer, yes or no.
    fn answer(&mut self, topic: &Topic, repeated: Option<(bool, usize)>, yes: bool) -> bool;
    /// Takes note of the module's next byte, which is known on both sides now.
    fn put(&mut self, byte: u8);
    /// What follows has its length before it, up to [`Channel::close`]; the length itself is not told.
    fn open(&mut self);
    fn close(&mut self);
}

/// Whoever goes through a module.
#[derive(Debug)]
pub(crate) struct Walk<C> {
    pub(crate) channel: C,
    repeats: Repeats,
    /// What functions take and give, by type; and the type of each function.
    types: Vec<Signature>,
    functions: Vec<u32>,
    /// The last bytes of what is no code, and the letters of the last word.
    bytes: [u32; 8],
    word: u32,
    section: u32,
    position: u32,
}

#[derive(Debug)]
struct Signature {
    takes: Vec<u8>,
    gives: Vec<u8>,
}

const TYPES: u8 = 1;
const IMPORTS: u8 = 2;
const FUNCTIONS: u8 = 3;
const CODE: u8 = 10;

impl<C: Channel> Walk<C> {
    pub(crate) fn new(channel: C) -> Self {
        Walk {
            channel,
            repeats: Repeats::new(),
            types: Vec::new(),
            functions: Vec::new(),
            bytes: [0; 8],
            word: 0,
            section: 0,
            position: 0,
        }
    }

    /// Goes through the whole module.
    pub(crate) fn module(&mut self) -> Result<(), Damaged> {
        for _ in 0..8 {
            let _ = self.byte()?;
        }
        let mut imported = 0;
        while !self.channel.is_end() {
            let section = self.byte()?;
            self.section = u32::from(section);
            if section == CODE {
                self.channel.open();
                self.code(imported)?;
                self.channel.close();
                continue;
            }
            let length = self.plain()?;
            let end = self.position.wrapping_add(length);
            match section {
                TYPES => {
                    for _ in 0..self.plain()? {
                        let _ = self.byte()?;
                        let takes = self.list()?;
                        let gives = self.list()?;
                        self.types.push(Signature { takes, gives });
                    }
                }
                IMPORTS => {
                    for _ in 0..self.plain()? {
                        let _ = self.list()?;
                        let _ = self.list()?;
                        // Nothing but functions is imported.
                        if self.byte()? != 0 {
                            return Err(Damaged);
                        }
                        let sort = self.plain()?;
                        self.functions.push(sort);
                        imported += 1;
                    }
                }
                FUNCTIONS => {
                    for _ in 0..self.plain()? {
                        let sort = self.plain()?;
                        self.functions.push(sort);
                    }
                }
                _ => {}
            }
            while self.position != end {
                let _ = self.byte()?;
            }
        }
        Ok(())
    }

    /// A byte of what is no code.
    fn byte(&mut self) -> Result<u8, Damaged> {
        if self.channel.is_end() {
            return Err(Damaged);
        }
        let b = &self.bytes;
        let turn = self.position & 3;
        let three = hash(hash(b[0], b[1]), b[2]);
        let contexts = [
            hash(self.word, b[0]),
            hash(hash(b[3], b[7]), turn),
            three,
            self.section,
            hash(hash(self.section, b[0]), b[1]),
            b[1],
            hash(three, b[3]),
            hash(turn, u32::from(b[3] == 0)),
        ];
        let topic = Topic::new(DATA, 0, contexts.into(), b[0]);
        let repeated = self
            .repeats
            .next()
            .map(|(token, run)| (token.op as u8, run));
        let known = self.channel.next();
        let byte = self.channel.symbol(&topic, repeated, known);
        self.channel.put(byte);
        self.position = self.position.wrapping_add(1);
        self.bytes.rotate_right(1);
        self.bytes[0] = u32::from(byte);
        self.word = match byte.to_ascii_lowercase() {
            letter @ b'a'..=b'z' => hash(self.word, u32::from(letter)),
            _ => 0,
        };
        self.repeats.push(Token::of(u32::from(byte)), 6);
        Ok(byte)
    }

    /// A number among what is no code.
    fn plain(&mut self) -> Result<u32, Damaged> {
        let mut number = Number::default();
        loop {
            let byte = self.byte()?;
            number.push(byte & 127);
            if byte < 128 {
                return u32::try_from(number.value()).map_err(|_| Damaged);
            }
        }
    }

    /// Some bytes, with their number before them.
    fn list(&mut self) -> Result<Vec<u8>, Damaged> {
        let mut list = Vec::new();
        for _ in 0..self.plain()? {
            list.push(self.byte()?);
        }
        Ok(list)
    }

    fn code(&mut self, imported: usize) -> Result<(), Damaged> {
        let bodies = self.plain()? as usize;
        self.repeats = Repeats::new();
        for number in imported..imported + bodies {
            let sort = *self.functions.get(number).ok_or(Damaged)?;
            let function = Function::new(number as u32, sort, &self.signature(sort)?.takes);
            self.channel.open();
            Body {
                function,
                walk: self,
            }
            .whole()?;
            self.channel.close();
        }
        self.repeats = Repeats::new();
        Ok(())
    }

    fn signature(&self, sort: u32) -> Result<&Signature, Damaged> {
        self.types.get(sort as usize).ok_or(Damaged)
    }
}
